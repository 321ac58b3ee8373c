"""Priced parts of a candidate line by line: switches, cables, laying; all cables of lattices."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import reduce
from operator import add

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.units import UM_PER_M
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.engine.exploring.pricing.grid import Figures
from fatdesk.engine.exploring.pricing.placement import Pieces, Places, host_pieces, side_pieces
from fatdesk.engine.exploring.pricing.tariff import (
    LANES,
    LAY_BETWEEN,
    LAY_INSIDE,
    Counted,
    FlatTariff,
    Step,
    Tariff,
)


@dataclass(frozen=True, slots=True)
class PartLine:
    """A part, or work, with its price.

    Attributes
    ----------
    what
        The part by its name.
    length_m
        Length that is ordered; None: it has none.
    needed_m
        Shortest and longest of the lengths that are needed; None: it has none.
    inside, between
        The number inside racks, and between racks.
    links
        Links that the cables carry.
    wasted_lanes
        Lanes of the cables that carry none.
    price
        Of one; None: no part is long enough.
    """

    what: str
    inside: int
    between: int
    price: Decimal | None
    length_m: float | None = None
    needed_m: tuple[float, float] | None = None
    links: int = 0
    wasted_lanes: int = 0

    @property
    def count(self) -> int:
        """All of them."""
        return self.inside + self.between

    @property
    def cost(self) -> Decimal | None:
        """Of all of them."""
        return None if self.price is None else self.price * self.count

    @property
    def needed_text(self) -> str:
        """The needed lengths as text, in metres.

        >>> PartLine("cable", 2, 0, Decimal(45), 1.0, (0.65, 0.99)).needed_text
        '0.65 to 0.99'
        """
        if self.needed_m is None:
            return ""
        least, most = (f"{one:.2f}" for one in self.needed_m)
        return least if least == most else f"{least} to {most}"


@dataclass(frozen=True, slots=True)
class PartsList:
    """The priced parts of a candidate; their sum is its cost.

    Attributes
    ----------
    racks
        Racks that it takes.
    order
        Sides of a lattice in the order in which the racks are filled, the last changes first; empty: a tree.
    """

    lines: tuple[PartLine, ...]
    currency: str
    racks: int
    order: tuple[int, ...] = ()

    @property
    def cost(self) -> Decimal:
        """Of all lines with a price."""
        return sum((line.cost for line in self.lines if line.cost is not None), Decimal(0))

    def to_json(self) -> dict[str, object]:
        """The lines by the names of their columns."""
        return {
            "racks": self.racks,
            "order": list(self.order),
            "parts": [
                {
                    "part": line.what,
                    "length_m": line.length_m,
                    "needed_m": None if line.needed_m is None else list(line.needed_m),
                    "inside": line.inside,
                    "between": line.between,
                    "links": line.links,
                    "wasted_lanes": line.wasted_lanes,
                    "price": None if line.price is None else str(line.price),
                    "cost": None if line.cost is None else str(line.cost),
                }
                for line in self.lines
            ],
        }


def switch_line(ports: int, count: int, price: Decimal) -> PartLine:
    """Return the line of the switches."""
    return PartLine(f"switch of {ports} ports", count, 0, price)


def cable_lines(tariff: Tariff, pieces: Pieces, optical: NDArray[np.bool_]) -> tuple[PartLine, ...]:
    """Return the lines of the cables, by part and length, and those of laying them.

    Parameters
    ----------
    optical
        Pieces that take optical cables whatever they cost.
    """
    if isinstance(tariff, FlatTariff):
        between = int(pieces.links[pieces.between].sum())
        total = int(pieces.links.sum())
        return (PartLine("cable", total - between, between, tariff.price, links=total),)
    pieces, optical = tariff.as_bought(pieces, optical)
    one = ~optical & (pieces.links == 1)
    kinds = ((tariff.single, one), (tariff.quad, ~optical & ~one), (tariff.optical, optical))
    found = [line for steps, chosen in kinds for line in _lines(tariff, steps, pieces.take(chosen))]
    lines = _joined(found)
    inside, between = sum(line.inside for line in lines), sum(line.between for line in lines)
    laid = (
        PartLine("laying a cable inside a rack", inside, 0, LAY_INSIDE),
        PartLine("laying a cable between racks", 0, between, LAY_BETWEEN),
    )
    return (*lines, *(line for line in laid if line.count))


def _lines(tariff: Tariff, steps: Sequence[Step], pieces: Pieces) -> Iterator[PartLine]:
    limits = np.array([step.up_to_um for step in steps], np.int64)
    um = pieces.length_um
    if tariff.custom:
        um = -(-um // tariff.step_um) * tariff.step_um
    index = np.searchsorted(limits, um)
    ordered = um if tariff.custom else np.append(limits, 0)[index]
    single = steps is tariff.single
    for at, length in np.unique(np.stack([index, ordered]), axis=1).T.tolist():
        some = pieces.take((index == at) & (ordered == length))
        cables = np.ones_like(some.links) if single else -(-some.links // LANES)
        count, between = int(cables.sum()), int(cables[some.between].sum())
        needed = (int(some.length_um.min()) / UM_PER_M, int(some.length_um.max()) / UM_PER_M)
        links = int(some.links.sum())
        if at == len(steps):
            yield PartLine("no cable is long enough", count - between, between, None, None, needed, links)
            continue
        step = steps[at]
        wasted = count * step.part.lanes - links if tariff.counts_lanes else 0
        price = step.price + step.per_metre * length / UM_PER_M
        yield PartLine(
            step.part.name, count - between, between, price, length / UM_PER_M, needed, links, wasted
        )


def _joined(lines: Sequence[PartLine]) -> list[PartLine]:
    """Join lines of the same part and length."""
    found: dict[tuple[str, float | None], PartLine] = {}
    for line in lines:
        key = (line.what, line.length_m)
        held = found.get(key)
        found[key] = line if held is None else _together(held, line)
    return list(found.values())


def _together(one: PartLine, other: PartLine) -> PartLine:
    needed = [*(one.needed_m or ()), *(other.needed_m or ())]
    return PartLine(
        one.what,
        one.inside + other.inside,
        one.between + other.between,
        one.price,
        one.length_m,
        (min(needed), max(needed)),
        one.links + other.links,
        one.wasted_lanes + other.wasted_lanes,
    )


Order = tuple[tuple[int, int], ...]
"""Dimensions as (S, K); the last changes first from place to place."""
Cost = tuple[int, Decimal, Order]
"""Cables that nothing is long enough for, the cost of the others, and the order that has both."""


class LatticeSwitches:
    """Switches of lattices in their places.

    Parameters
    ----------
    places
        Their hosts are counted now; only the places of the switches are kept.
    fills_trays
        Whether the cables have to fit into trays, which is not counted here.
    """

    def __init__(self, places: Places, room: Figures, tariff: Tariff, fills_trays: bool) -> None:
        self.racks, self.fills_trays = places.racks, fills_trays
        self._rack, self._z = places.switch_rack, places.switch_z
        self._room, self._tariff = room, tariff
        self._hosts = tariff.counted(host_pieces(places, room))
        self._units: dict[tuple[int, int, int], tuple[Counted, int, Decimal]] = {}

    def cheapest(self, lattice: HyperX) -> Order:
        """The order with the fewest cables that are too long; of those the cheapest; of equals the first."""
        known: dict[Order, Cost] = {(): (0, Decimal(0), ())}
        return self._best(tuple(sorted(zip(lattice.S, lattice.K, strict=True))), known)[1][2]

    def _best(self, rest: Order, known: dict[Order, Cost]) -> tuple[int, Cost]:
        """The number of switches along some dimensions, and their cheapest order."""
        switches = 1
        for side, _ in rest:
            switches *= side
        if rest in known:
            return switches, known[rest]
        found: list[Cost] = []
        for at, (side, width) in enumerate(rest):
            if at and rest[at - 1] == rest[at]:
                continue
            stride, (missing, cost, order) = self._best((*rest[:at], *rest[at + 1 :]), known)
            unit = self._tariff.unit(width)
            _, more, price = self._unit(stride, side, unit.links)
            found.append((missing + more * unit.many, cost + price * unit.many, ((side, width), *order)))
        known[rest] = min(found)
        return switches, known[rest]

    def counted(self, order: Order) -> Counted:
        """All cables of a lattice, those of the hosts included."""
        found, stride = [self._hosts], 1
        for side, width in reversed(order):
            unit = self._tariff.unit(width)
            bundles = len(self._rack) * (side - 1) // 2
            one, _, _ = self._unit(stride, side, unit.links)
            found.append(one.times(unit.many, bundles * unit.wasted))
            stride *= side
        return reduce(add, found)

    def _unit(self, stride: int, side: int, links: int) -> tuple[Counted, int, Decimal]:
        """Bundles of a few links along a dimension, counted and priced."""
        key = (stride, side, links)
        if key not in self._units:
            pieces = side_pieces(stride, side, links, self._rack, self._z, self._room)
            one = self._tariff.counted(pieces)
            bill = self._tariff.bill_of(one)
            self._units[key] = one, bill.unreached, bill.cost
        return self._units[key]
