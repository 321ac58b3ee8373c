"""The cables of all lattices over the same placed switches, counted dimension by dimension.

The bundles along a dimension depend on its side and on the product of the sides that change first, not on the
other dimensions; counts and costs of cables add up. So each dimension is counted once, whatever lattices and
orders it occurs in, and the cheapest order is found from the cheapest orders of fewer dimensions: whichever
dimension changes last, the others are in their cheapest order.
"""

from decimal import Decimal
from functools import reduce
from operator import add

from fatdesk.engine.exploring.grid import Figures
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.engine.exploring.placement import Places, host_pieces, side_pieces
from fatdesk.engine.exploring.tariff import Counted, Tariff

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
