"""Cost of a bundle of K links by length: cheapest cable, its price, and installation.

Source: Mudigonda et al., USENIX ATC 2011, sections 4.2 and 7.3 and Table 2. One link takes a cable of one
lane, or where none is long enough a quad cable with three lanes wasted; K links take ceil(K / 4) quad cables.
Prices are those of catalog parts: all cables of one or four lanes, at one plug an end, that carry the rate of
a host. Of those that reach the cheapest is taken (with the paper's prices: copper as far as it is sold,
optical beyond); a part without prices is not. Where the catalog sells both QSFP and QSFP+ copper the former
is cheaper, as in the paper's sentence on copper runs. Custom lengths cost per metre and connector, and a
quarter more.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import UM_PER_M, ceil_div, um_from_m
from fatdesk.engine.cabling.choice.choosing import CUSTOM_SURCHARGE
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable, Ports, speak_alike
from fatdesk.engine.exploring.pricing.placement import Pieces
from fatdesk.engine.exploring.result import Bill

LANES = 4
LAY_INSIDE = Decimal("2.50")
"""Laying a cable inside a rack: 20 an hour at 50 an hour."""
LAY_BETWEEN = Decimal("6.25")
"""Between racks: 8 an hour."""


@dataclass(frozen=True, slots=True)
class Step:
    """Up to a length, this cable: at ``price`` + ``per_metre`` of what is ordered."""

    up_to_um: int
    part: Cable
    price: Decimal
    per_metre: Decimal = Decimal(0)


@dataclass(frozen=True, eq=False)
class Counted:
    """Cables by kind and length, of some pieces or of several sets of pieces together.

    Attributes
    ----------
    table
        As :func:`tally` counts them.
    kinds
        Pairs of part and length that are ordered, where lengths are made to order.
    """

    table: Longs
    wasted: int
    excess_um: int
    kinds: frozenset[tuple[str, int]] = frozenset()

    def __add__(self, other: "Counted") -> "Counted":
        """Those of both."""
        return Counted(
            self.table + other.table,
            self.wasted + other.wasted,
            self.excess_um + other.excess_um,
            self.kinds | other.kinds,
        )

    def times(self, many: int, wasted: int) -> "Counted":
        """Each cable that often, with another number of wasted lanes."""
        return Counted(self.table * many, wasted, self.excess_um * many, self.kinds)


@dataclass(frozen=True, slots=True)
class Unit:
    """A bundle of K links as a multiple of the cables of a bundle of ``links`` on the same route.

    ``many`` is how many times those, ``wasted`` the lanes that stay dark.
    """

    links: int
    many: int
    wasted: int


class Tariff:
    """The prices of one catalog and one set of rules.

    Parameters
    ----------
    rules
        ``lengths``: the shortest length on sale that is long enough, or each as long as it must be, rounded
        up to ``length_step_m``.
    """

    counts_lanes = True
    """Whether cables have lanes that a bundle may leave dark."""

    def __init__(self, catalog: Catalog, rules: CablingRules, rate_gbps: float) -> None:
        self.custom = rules.lengths == "custom"
        self.step_um = max(1, um_from_m(rules.length_step_m))
        fitting = [
            part
            for part in catalog.cables()
            if part.medium != "fibre"
            and part.ends == (1, 1)
            and part.links == 1
            and (part.lane_rate_gbps or 0) >= rate_gbps
        ]
        quads = [part for part in fitting if part.lanes == LANES]
        singles = [part for part in fitting if part.lanes == 1]
        self.quad = steps_of(quads, custom=self.custom)
        self.single = steps_of([*singles, *quads], custom=self.custom)
        if not self.quad or not self.single:
            raise FatdeskError(
                f"the catalog has no cable of one or {LANES} lanes of {rate_gbps:g} Gb/s with prices: "
                "add such parts, or take hosts of another rate"
            )
        optical = [part for part in quads if part.medium == "optical"]
        self.optical = steps_of(optical, custom=self.custom)
        """Optical quad cables by length, where any are sold."""
        self._limits = tuple(
            np.array([step.up_to_um for step in steps], np.int64) for steps in (self.single, self.quad)
        )

    def least(self, radix: int) -> list[Decimal]:
        """The least that a bundle of K links can cost, by K from 0 to the radix; it never falls.

        A bundle may be in pieces, of one link each or in quads, and each piece at its cheapest length.
        """
        one = min(step.price for step in self.single) + LAY_INSIDE
        quad = min(step.price for step in self.quad) + LAY_INSIDE
        prices = [Decimal(0)]
        for K in range(1, radix + 1):
            whole = quad + prices[max(0, K - LANES)]
            prices.append(max(prices[-1], min(whole, prices[K - 1] + one)))
        return prices

    def as_bought(self, pieces: Pieces, optical: NDArray[np.bool_]) -> tuple[Pieces, NDArray[np.bool_]]:
        """Pieces as they are bought, each as one or several equal cables, and which take optical ones."""
        return pieces, optical

    def bill(self, pieces: Pieces) -> Bill:
        """The bill of some pieces, exactly."""
        return self.bill_of(self.counted(pieces))

    def counted(self, pieces: Pieces) -> Counted:
        """Count the cables of some pieces; sums of counts have the bill of all pieces."""
        step_um = self.step_um if self.custom else 0
        table, wasted, excess = tally(
            pieces.length_um, pieces.links, pieces.racks, self._limits[0], self._limits[1], step_um
        )
        kinds = frozenset(self.kinds(pieces)) if self.custom else frozenset[tuple[str, int]]()
        return Counted(table, int(wasted), int(excess), kinds)

    def unit(self, K: int) -> Unit:
        """The multiple of one cable of one lane, or of a quad cable, that a bundle of K links is."""
        if K == 1:
            return Unit(1, 1, 0)
        cables = ceil_div(K, LANES)
        return Unit(LANES, cables, LANES * cables - K)

    def bill_of(self, counted: Counted) -> Bill:
        """The bill of cables that were counted, exactly."""
        rows: list[list[list[int]]] = counted.table.tolist()
        cost, count, copper, unreached, ordered = Decimal(0), 0, 0, 0, 0
        wasted = counted.wasted
        for steps, kind in zip((self.single, self.quad), rows, strict=True):
            for at, (inside, between, um) in enumerate(kind):
                many = inside + between
                if not many:
                    continue
                count += many
                cost += inside * LAY_INSIDE + between * LAY_BETWEEN
                if at >= len(steps):
                    unreached += many
                    continue
                step = steps[at]
                cost += step.price * many + step.per_metre * um / UM_PER_M
                ordered += um
                if step.part.medium != "optical":
                    copper += many
                if kind is rows[0] and step.part.lanes == LANES:
                    wasted += (LANES - 1) * many
        return Bill(
            cost,
            count,
            copper,
            count - copper - unreached,
            len(counted.kinds) if self.custom else self._standard_kinds(rows),
            ordered,
            counted.excess_um,
            wasted,
            unreached,
        )

    def sections(self, pieces: Pieces) -> tuple[Floats, Floats, Floats]:
        """Cross section of each piece's cables, of optical ones instead, and what those cost more.

        Square millimetres (a part without a diameter counts 0) and units of money; NaN where the piece is
        optical already, or no optical cable is long enough.
        """
        area = np.zeros(len(pieces.links))
        thin, extra = np.full((2, len(pieces.links)), np.nan)
        um = pieces.length_um
        if self.custom:
            um = -(-um // self.step_um) * self.step_um
        quads = -(-pieces.links // LANES)
        light, paid = _each(self.optical, um)
        for steps, chosen in ((self.single, pieces.links == 1), (self.quad, pieces.links > 1)):
            mm2, price = _each(steps, um[chosen])
            area[chosen] = np.nan_to_num(mm2) * quads[chosen]
            index = np.searchsorted([step.up_to_um for step in steps], um[chosen])
            copper = np.array([step.part.medium != "optical" for step in steps] + [False])[index]
            thin[chosen] = np.where(copper, light[chosen] * quads[chosen], np.nan)
            extra[chosen] = np.where(copper, (paid[chosen] - price) * quads[chosen], np.nan)
        return area, thin, extra

    def bill_with(self, pieces: Pieces, optical: NDArray[np.bool_]) -> Bill:
        """The bill where some pieces take optical cables whatever they cost."""
        plain = self.bill(pieces.take(~optical))
        if not optical.any():
            return plain
        other = Tariff.__new__(Tariff)
        other.custom, other.step_um = self.custom, self.step_um
        other.single = other.quad = other.optical = self.optical
        other._limits = (self._optical_limits(), self._optical_limits())
        some = other.bill(pieces.take(optical))
        kinds = self.kinds(pieces.take(~optical)) | other.kinds(pieces.take(optical))
        names = ("cost", "count", "copper", "optical", "ordered_um", "excess_um", "wasted_lanes", "unreached")
        sums = {name: getattr(plain, name) + getattr(some, name) for name in names}
        return Bill(skus=len(kinds), **sums)

    def _optical_limits(self) -> Longs:
        return np.array([step.up_to_um for step in self.optical], np.int64)

    def _standard_kinds(self, rows: list[list[list[int]]]) -> int:
        """Pairs of part and standard length, from what was counted."""
        found = {
            (steps[at].part.id, steps[at].up_to_um)
            for steps, kind in zip((self.single, self.quad), rows, strict=True)
            for at, (inside, between, _) in enumerate(kind[: len(steps)])
            if inside + between
        }
        return len(found)

    def kinds(self, pieces: Pieces) -> set[tuple[str, int]]:
        """Pairs of part and length that pieces take."""
        pairs = set()
        for steps, chosen in ((self.single, pieces.links == 1), (self.quad, pieces.links > 1)):
            limits = np.array([step.up_to_um for step in steps], np.int64)
            um = pieces.length_um[chosen]
            if self.custom:
                um = -(-np.unique(um) // self.step_um) * self.step_um
            index = np.searchsorted(limits, um)
            um = um if self.custom else np.append(limits, 0)[index]
            found = np.unique(np.stack([index, um])[:, index < len(steps)], axis=1)
            pairs |= {(steps[at].part.id, some) for at, some in found.T.tolist()}
        return pairs


@compiled
def tally(
    length_um: Longs, links: Longs, racks: Longs, single: Longs, quad: Longs, step_um: int
) -> tuple[Longs, int, int]:
    """Count cables by kind (one lane, quad) and step: inside racks, between racks, micrometres ordered.

    Parameters
    ----------
    single, quad
        The lengths up to which each step goes; those that are longer than all are counted behind.
    step_um
        Custom lengths are rounded up to multiples of it; 0: standard lengths.
    """
    table = np.zeros((2, max(len(single), len(quad)) + 1, 3), np.int64)
    wasted = excess = 0
    before_single = before_quad = 0
    for i in range(len(length_um)):
        kind, cables, steps, at = 0, 1, single, before_single
        if links[i] > 1:
            kind, cables, steps, at = 1, (links[i] + 3) >> 2, quad, before_quad
            wasted += 4 * cables - links[i]
        ordered = length_um[i]
        if step_um > 0:
            ordered = (ordered + step_um - 1) // step_um * step_um
        if at > 0 and steps[at - 1] >= ordered:  # most pieces take the step of the one before
            at = 0
        while at < len(steps) and steps[at] < ordered:
            at += 1
        if kind == 0:
            before_single = at
        else:
            before_quad = at
        table[kind, at, 0 if racks[0, i] == racks[1, i] else 1] += cables
        if at < len(steps):
            if step_um == 0:
                ordered = steps[at]
            table[kind, at, 2] += ordered * cables
            excess += (ordered - length_um[i]) * cables
    return table, wasted, excess


def _each(steps: Sequence[Step], um: Longs) -> tuple[Floats, Floats]:
    """Cross section and price of one cable of each length; NaN where none is long enough."""
    index = np.searchsorted([step.up_to_um for step in steps], um)
    widths = [step.part.diameter_mm for step in steps]
    mm2 = [0.0 if width is None else math.pi / 4 * width**2 for width in widths]
    base = np.array([*(float(step.price) for step in steps), np.nan])[index]
    slope = np.array([*(float(step.per_metre) for step in steps), 0.0])[index]
    return np.array([*mm2, np.nan])[index], base + slope * um / UM_PER_M


def steps_of(parts: Sequence[Cable], *, custom: bool) -> list[Step]:
    """The cheapest part at each length."""
    return _custom(parts) if custom else _standard(parts)


def _standard(parts: Sequence[Cable]) -> list[Step]:
    """The cheapest of those that are long enough, for each length that any is sold in."""
    sold = [
        (um_from_m(some.m), some.price.amount, part)
        for part in parts
        for some in part.lengths
        if some.price is not None
        and some.price.amount is not None
        and (part.reach_m is None or some.m <= part.reach_m)
    ]
    steps: list[Step] = []
    for length in sorted({um for um, _, _ in sold}):
        # of each part the shortest that is long enough
        enough: dict[str, tuple[int, Decimal, Cable]] = {}
        for um, price, part in sorted(sold, key=lambda some: some[0]):
            if um >= length:
                enough.setdefault(part.id, (um, price, part))
        um, price, part = min(enough.values(), key=lambda some: (some[1], some[0], some[2].id))
        steps.append(Step(length, part, price))
    return steps


def _custom(parts: Sequence[Cable]) -> list[Step]:
    """The cheapest by formula between any two lengths at which another part becomes cheaper or too short."""
    priced = [
        (part, part.per_metre.amount, part.per_connector.amount, um_from_m(part.reach_m))
        for part in parts
        if part.per_metre is not None
        and part.per_connector is not None
        and part.per_metre.amount is not None
        and part.per_connector.amount is not None
        and part.reach_m is not None
    ]
    ends = {reach for *_, reach in priced}
    for number, (_, slope, plug, _) in enumerate(priced):
        for _, slope_b, plug_b, _ in priced[:number]:
            if slope != slope_b:
                cross = 2 * (plug_b - plug) / (slope - slope_b) * UM_PER_M
                if 0 < cross < max(ends):
                    ends.add(int(cross))
    steps: list[Step] = []
    low = 0
    for end in sorted(ends):
        able = [some for some in priced if some[3] >= end]
        middle = Decimal(low + end) / 2 / UM_PER_M
        part, slope, plug, _ = min(able, key=lambda some: (2 * some[2] + some[1] * middle, some[0].id))
        steps.append(Step(end, part, 2 * plug * CUSTOM_SURCHARGE, slope * CUSTOM_SURCHARGE))
        low = end
    return steps


class LinkTariff(Tariff):
    """Hosts whose port takes all lanes of a cable: K links are K cables of the host's own connector.

    ``sold`` states whether the catalog has such cables with prices.
    """

    counts_lanes = False

    def __init__(self, catalog: Catalog, rules: CablingRules, port: Ports) -> None:
        self.custom = rules.lengths == "custom"
        self.step_um = max(1, um_from_m(rules.length_step_m))
        fitting = [
            part
            for part in catalog.cables()
            if part.medium != "fibre"
            and part.connectors == (port.connector, port.connector)
            and part.ends == (1, 1)
            and part.links == 1
            and part.lanes * (part.lane_rate_gbps or 0) >= port.rate_gbps
            and speak_alike(part.protocol, port.protocol)
        ]
        self.single = self.quad = steps_of(fitting, custom=self.custom)
        self.optical = steps_of([part for part in fitting if part.medium == "optical"], custom=self.custom)
        limits = np.array([step.up_to_um for step in self.single], np.int64)
        self._limits = (limits, limits)

    @property
    def sold(self) -> bool:
        """Whether there are cables with prices."""
        return bool(self.single)

    def least(self, radix: int) -> list[Decimal]:
        """K times the cheapest cable."""
        one = super().least(1)[1]
        return [one * K for K in range(radix + 1)]

    def unit(self, K: int) -> Unit:
        """K times one cable."""
        return Unit(1, K, 0)

    def as_bought(self, pieces: Pieces, optical: NDArray[np.bool_]) -> tuple[Pieces, NDArray[np.bool_]]:
        """A piece for each link."""
        return _links(pieces), np.repeat(optical, pieces.links)

    def counted(self, pieces: Pieces) -> Counted:
        """Count a cable for each link."""
        return super().counted(_links(pieces))

    def bill_of(self, counted: Counted) -> Bill:
        """The bill; no lane is wasted."""
        return replace(super().bill_of(counted), wasted_lanes=0)

    def sections(self, pieces: Pieces) -> tuple[Floats, Floats, Floats]:
        """One cable for each link of a piece."""
        area, thin, extra = super().sections(
            Pieces(pieces.length_um, np.ones_like(pieces.links), pieces.racks)
        )
        return area * pieces.links, thin * pieces.links, extra * pieces.links

    def bill_with(self, pieces: Pieces, optical: NDArray[np.bool_]) -> Bill:
        """The bill where some pieces take optical cables whatever they cost."""
        return replace(super().bill_with(_links(pieces), np.repeat(optical, pieces.links)), wasted_lanes=0)


class FlatTariff(Tariff):
    """Each link is a cable of one price, as the search of designs has it.

    Laying is not added, and nothing is too long.
    """

    def __init__(self, price: Decimal) -> None:
        self.price = price

    def least(self, radix: int) -> list[Decimal]:
        """K cables for K links."""
        return [self.price * K for K in range(radix + 1)]

    def unit(self, K: int) -> Unit:
        """K times one cable."""
        return Unit(1, K, 0)

    def counted(self, pieces: Pieces) -> Counted:
        """Count links and their micrometres."""
        return Counted(np.array([pieces.links.sum(), (pieces.links * pieces.length_um).sum()]), 0, 0)

    def bill_of(self, counted: Counted) -> Bill:
        """Number of cables times the price."""
        count, ordered = counted.table.tolist()
        return Bill(self.price * count, count, 0, 0, min(1, count), ordered, 0, 0, 0)

    def bill_with(self, pieces: Pieces, optical: NDArray[np.bool_]) -> Bill:
        """The same: there is no other cable."""
        return self.bill(pieces)

    def sections(self, pieces: Pieces) -> tuple[Floats, Floats, Floats]:
        """Return no sections: of cables with only a price, none fills a tray."""
        none = np.full(len(pieces.links), np.nan)
        return np.zeros(len(pieces.links)), none, none


def _links(pieces: Pieces) -> Pieces:
    """Each link a piece of its own."""
    many = pieces.links
    return Pieces(
        np.repeat(pieces.length_um, many),
        np.ones(int(many.sum()), np.int64),
        np.repeat(pieces.racks, many, axis=1),
    )
