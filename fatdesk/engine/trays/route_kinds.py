"""Kinds of routes: which links the route rules restrict to the same trays and stops."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.floor.route_rules import RouteRule, is_at, point_of, rack_of
from fatdesk.engine.trays.graph import TrayNet
from fatdesk.engine.trays.shortest import FREE, Restriction, Stop

Applied = tuple[tuple[RouteRule, bool], ...]
"""Rules that hold for a kind, and whether from the second end to the first."""


@dataclass(frozen=True, eq=False)
class RouteKinds:
    """The kind of the route of each link, by what its two ends are to the rules.

    Attributes
    ----------
    restrictions, rules
        Of each kind, and the names of the rules that hold for it; kind 0 is free.
    nodes : for each fabric (n,) int64
        A number that the nodes share which the ends of rules do not distinguish.
    racks : (r,) int64
        The same of the racks by index.
    table : (n, n) int64
        Kinds by the numbers of both ends, nodes and racks together.
    links
        For each fabric the kinds of its links, where they depend on more than their ends.
    no_device
        The number of an end that is at no device, such as one at a panel.
    """

    restrictions: tuple[Restriction, ...]
    rules: tuple[tuple[str, ...], ...]
    nodes: tuple[Longs, ...]
    racks: Longs
    table: Longs
    links: tuple[Longs, ...] = ()
    no_device: int = 0

    @property
    def several(self) -> bool:
        """Whether some links are restricted."""
        return len(self.restrictions) > 1

    def of(self, fabric: int, links: Longs, ends: Longs, low: Longs, high: Longs) -> Longs:
        """Return the kinds of links of a fabric, with the end in the rack of lower index first."""
        if self.links:
            kinds: Longs = self.links[fabric][links]
            return kinds
        groups = int(self.racks.max(initial=0)) + 1
        first, second = (
            self.nodes[fabric][ends[:, end]] * groups + self.racks[rack]
            for end, rack in ((0, low), (1, high))
        )
        found: Longs = self.table[first, second]
        return found

    def of_cords(self, fabric: int, links: Longs, nodes: Longs, racks: tuple[Longs, Longs]) -> Longs:
        """Return the kinds of patch cords of links from devices to panels in other racks.

        Parameters
        ----------
        racks
            Of the devices and of the panels. A cord has the kind of a cable from the rack of lower index.
        """
        if self.links:
            kinds: Longs = self.links[fabric][links]
            return kinds
        groups = int(self.racks.max(initial=0)) + 1
        device = self.nodes[fabric][nodes] * groups + self.racks[racks[0]]
        panel = self.no_device * groups + self.racks[racks[1]]
        turned = racks[0] > racks[1]
        found: Longs = self.table[np.where(turned, panel, device), np.where(turned, device, panel)]
        return found


NO_DEVICE = ""
"""The id of what is at no end that names devices, but for the one that is any."""
NOTHING = np.zeros(0, np.int64)
ONE_KIND = RouteKinds((FREE,), ((),), (), NOTHING, np.zeros((1, 1), np.int64))
"""No rules."""


def stops_of(rules: Sequence[RouteRule]) -> list[tuple[int, int]]:
    """Return the points that rules name, each once, in micrometres."""
    return list(dict.fromkeys(point_of(stop) for rule in rules for stop in rule.via if ";" in stop))


def route_kinds(floor: Floor, net: TrayNet, ids: Sequence[Sequence[str]]) -> RouteKinds:
    """Find the kinds of routes of a floor.

    Parameters
    ----------
    net
        The trays of the floor, with the stops of its rules.
    ids
        Of the nodes of each fabric.
    """
    rules = floor.routes
    if not rules:
        return ONE_KIND
    ends = list(dict.fromkeys(end for rule in rules for end in rule.ends))
    every = [*(one for some in ids for one in some), NO_DEVICE]
    of_nodes, node = _alike([[is_at(end, one) for end in ends] for one in every], len(ends))
    numbers: dict[int | None, int] = {rack.number: index for index, rack in enumerate(floor.racks)}
    at = np.zeros((len(floor.racks), len(ends)), bool)
    for place, end in enumerate(ends):
        named = rack_of(end)
        if named in numbers:
            at[numbers[named], place] = True
    of_racks, rack = _alike(at, len(ends))
    # an end of a link is at an end of a rule by its device or by its rack
    here = (of_nodes[:, None, :] | of_racks[None, :, :]).reshape(-1, len(ends))
    applied, table = _combined(rules, {end: here[:, place] for place, end in enumerate(ends)}, len(here))
    trays = {tray.id: index for index, tray in enumerate(floor.trays)}
    points = dict(zip(stops_of(rules), net.stops.tolist(), strict=True))
    kinds = list(dict.fromkeys([(), *applied]))
    restrictions = tuple(_restriction(some, trays, points) for some in kinds)
    names = tuple(tuple(rule.name for rule, _ in some) for some in kinds)
    number = np.array([kinds.index(some) for some in applied], np.int64)
    sizes = np.cumsum([len(some) for some in ids])[:-1].tolist()
    nodes = tuple(np.split(node[:-1], sizes))
    return RouteKinds(restrictions, names, nodes, rack, number[table], no_device=int(node[-1]))


def _alike(rows: Sequence[Sequence[bool]] | NDArray[np.bool_], width: int) -> tuple[NDArray[np.bool_], Longs]:
    """Distinct rows, and which of them each row is."""
    every = np.array(rows, bool).reshape(-1, width)
    if not len(every):
        return np.zeros((1, width), bool), np.zeros(0, np.int64)
    distinct, which = np.unique(every, axis=0, return_inverse=True)
    return distinct, which.reshape(-1).astype(np.int64)


def _combined(
    rules: Sequence[RouteRule], at: dict[str, NDArray[np.bool_]], size: int
) -> tuple[list[Applied], Longs]:
    """The combinations of rules that hold for links, and which one for each two ends."""
    applied: list[Applied] = [()]
    table = np.zeros((size, size), np.int64)
    for rule in rules:
        holds = np.zeros((size, size), np.int64)
        pairs = [(np.flatnonzero(at[one]), np.flatnonzero(at[other])) for one, other in rule.between]
        for first, second in pairs:
            holds[np.ix_(second, first)] = 2
        for first, second in pairs:
            holds[np.ix_(first, second)] = 1
        keys, which = np.unique(table * 3 + holds, return_inverse=True)
        before = applied
        ordered = bool(rule.via)  # without stops both directions are one kind
        applied = [
            before[key // 3] + (((rule, ordered and key % 3 == 2),) if key % 3 else ())
            for key in keys.tolist()
        ]
        table = which.reshape(size, size).astype(np.int64)
    return applied, table


def _restriction(applied: Applied, trays: dict[str, int], points: dict[tuple[int, int], int]) -> Restriction:
    """Return what rules together demand; names that are not there are findings of their own."""
    avoid = {trays[tray] for rule, _ in applied for tray in rule.avoid if tray in trays}
    via: list[Stop] = []
    turned = bool(applied) and applied[0][1]
    for rule, back in applied[::-1] if turned else applied:
        stops = [_stop(stop, trays, points) for stop in rule.via]
        via += [stop for stop in (stops[::-1] if back else stops) if stop is not None]
    return Restriction(tuple(sorted(avoid)), tuple(via))


def _stop(stop: str, trays: dict[str, int], points: dict[tuple[int, int], int]) -> Stop | None:
    if ";" not in stop:
        return Stop(tray=trays[stop]) if stop in trays else None
    joint = points[point_of(stop)]
    return Stop(joint=joint) if joint >= 0 else None
