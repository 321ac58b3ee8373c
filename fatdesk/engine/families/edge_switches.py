"""Hosts on edge switches: positions, ports, cages, and links to hosts as arrays."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import Kind
from fatdesk.engine.families.assembly import Links, port_table, shared_rate, taken_ports
from fatdesk.engine.families.design import Design, HostGroup, rack_shares
from fatdesk.engine.families.host_links import (
    HostLinks,
    Joined,
    host_links,
    joined_by,
    of_kind,
    place_step,
    places_on_rails,
)
from fatdesk.engine.families.problem import HostPorts
from fatdesk.engine.families.uses import configuration_of, edge_kinds, role_of


def group_starts(positions: int, groups: int, size: int, *, spread: bool) -> Longs:
    """First position of each group of edge switches, and the end of the last.

    Filled: ``size`` in each, the rest in the last ones. Spread: as many in each, one more in the first.

    >>> group_starts(60, 4, 18, spread=False).tolist()
    [0, 18, 36, 54, 60]
    >>> group_starts(127, 8, 18, spread=True).tolist()
    [0, 16, 32, 48, 64, 80, 96, 112, 127]
    """
    order = np.arange(groups + 1, dtype=np.int64)
    if spread:
        each, more = divmod(positions, groups)
        return order * each + np.minimum(order, more)
    return np.minimum(order * size, positions)


def rack_starts(shares: Iterable[tuple[int, int]], each: int) -> Longs:
    """First position of each edge switch of a rail, and the end, where each rack has ``each`` of them.

    Parameters
    ----------
    shares
        Hosts in a rack and the number of such racks; each rack's are divided evenly.

    >>> rack_starts([(5, 2), (3, 1)], 2).tolist()
    [0, 3, 5, 8, 10, 12, 13]
    """
    sizes = [size for held, racks in shares for size in _divided(held, each) * racks]
    return np.concatenate([[0], np.cumsum(np.array(sizes, dtype=np.int64))])


def rack_leaf_sizes(shares: Iterable[tuple[int, int]], each: int, rails: int) -> list[tuple[int, int]]:
    """Hosts on an edge switch with the number of such switches, where each rack has ``each`` of a rail.

    >>> rack_leaf_sizes([(92, 13), (74, 1)], 4, 1)
    [(23, 52), (19, 2), (18, 2)]
    """
    sizes = []
    for held, racks in shares:
        less, more = divmod(held, each)
        sizes += [(less + 1, more * racks * rails), (less, (each - more) * racks * rails)]
    return [(held, leaves) for held, leaves in sizes if held > 0 and leaves > 0]


def _divided(held: int, each: int) -> list[int]:
    less, more = divmod(held, each)
    return [less + 1] * more + [less] * (each - more)


def leaf_sizes(
    rails: Iterable[tuple[int, int]], groups: int, size: int, *, spread: bool
) -> list[tuple[int, int]]:
    """Positions in use on an edge switch, with the number of such switches.

    Parameters
    ----------
    rails
        Positions in use on a rail and the number of such rails, those with most positions first.
    groups, size
        Edge switches of a rail, and the positions that one has.

    >>> leaf_sizes([(60, 1)], 4, 18, spread=False)
    [(18, 3), (6, 1)]
    >>> leaf_sizes([(128, 3), (127, 1)], 8, 18, spread=True)
    [(16, 24), (16, 7), (15, 1)]
    """
    sizes = []
    most = 0
    for positions, count in rails:
        most = max(most, positions)
        if spread:
            starts = group_starts(most, groups, size, spread=True)
            held = np.diff(np.minimum(starts, positions))
            sizes += [(int(n), int((held == n).sum()) * count) for n in np.unique(held)[::-1]]
        else:
            full, rest = divmod(positions, size)
            sizes += [(size, full * count), (rest, count)]
    return [(held, leaves) for held, leaves in sizes if held > 0 and leaves > 0]


def cages_between(first: int, stop: int, links: int) -> int:
    """Cages that hold the ports from ``first`` up to ``stop``.

    >>> cages_between(3, 7, 2), cages_between(4, 4, 2)
    (3, 0)
    """
    return (stop - 1) // links - first // links + 1 if stop > first else 0


def host_cables(sizes: Iterable[tuple[int, int]], split: int) -> int:
    """Cables to hosts when a port's cable serves ``split`` of them."""
    return sum(leaves * ceil_div(held, split) for held, leaves in sizes)


class _Side:
    """Ports of one kind of the edge switches towards hosts, and the places there.

    Parameters
    ----------
    groups
        The groups that have such ports.
    size, extra
        Places of an edge switch, and extra ports of a plane.
    """

    def __init__(
        self, kind: Kind, split: int, ports: Longs, groups: tuple[Joined, ...], rails: int, extra: int
    ) -> None:
        self.kind, self.split, self.ports, self.groups = kind, split, ports, groups
        self.rails, self.extra = rails, extra
        self.step, self.size = place_step(groups), len(ports) * split
        self.held = places_on_rails(groups, rails)
        self.starts = np.zeros(1, dtype=np.int64)

    def deal(self, groups: int, *, spread: bool) -> None:
        """Deal the places to a number of groups of edge switches.

        Raises
        ------
        FatdeskError
            When they have fewer.
        """
        positions, step = max(places_on_rails(self.groups, self.rails, self.extra)), self.step
        self.starts = group_starts(positions // step, groups, self.size // step, spread=spread) * step
        if int(self.starts[-1]) < positions or int(np.diff(self.starts).max()) > self.size:
            raise FatdeskError(
                f"{positions} hosts and extra ports a rail do not fit {groups} edge switches of {self.size}"
                " places"
            )

    def group_of(self, place: Longs) -> Longs:
        """The group of edge switches that has a place."""
        return np.searchsorted(self.starts, place, side="right") - 1


class Edges:
    """Hosts on groups of edge switches in order, one switch of a group for each rail.

    Switch g * rails + r of a plane has rail r of group g; extra ports follow the hosts, rail by rail.
    Ports towards hosts come first, then the U uplinks in use.

    Raises
    ------
    FatdeskError
        When the hosts do not fit the switches.
    """

    def __init__(
        self, design: Design, hosts: Sequence[HostGroup], catalog: Catalog, host_ports: HostPorts
    ) -> None:
        number = design.number
        self.design = design
        self.rails, self.planes = max(1, number("rails", 1)), max(1, number("planes", 1))
        self.extra = number("extra_ports")
        self.E, self.U = number("E"), number("U", number("P_Ec"))
        self.use = role_of(design, "edge")
        self.N = sum(group.count for group in hosts)
        groups_joined = joined_by(design, hosts)
        if self.E < 1 or self.U < 1 or self.E % self.rails:
            raise FatdeskError(f"a {design.family} design with E {self.E}, U {self.U} cannot be built")
        edge = configuration_of(catalog, self.use)
        down, self.up = edge_kinds(design, edge)
        split, P_En, P_Eu = max(1, number("split", 1)), number("P_En"), number("P_Eu")
        own = taken_ports(edge, down, split, 0, P_En, "edge switch")
        self.sides = [_Side(down, split, own, of_kind(groups_joined, on_up=False), self.rails, self.extra)]
        first, split_up = (P_En, split) if down.key == self.up.key else (P_Eu, 1)
        if others := of_kind(groups_joined, on_up=True):
            split_up = max(group.split for group in others)
            own = taken_ports(edge, self.up, split_up, 0, P_Eu, "edge switch")
            self.sides.append(_Side(self.up, split_up, own, others, self.rails, 0))
        self.up_ports = taken_ports(edge, self.up, split_up if first else 1, first, self.U, "edge switch")
        self.rack_edges = number("rack_edges")
        self._deal(hosts, groups_joined)
        self.table = port_table(hosts, host_ports, [group.links for group in groups_joined], self.planes)
        self.links = self._links_of(groups_joined)
        self.on_up = np.array([group.on_up for group in groups_joined], dtype=np.bool_)[self.links.group]
        groups = np.repeat(np.arange(self.E // self.rails), self.rails)
        in_block = max(1, self.rack_edges)
        self.host_block = self._groups_of_hosts() // in_block
        self.edge_block = np.tile(groups // in_block, self.planes)

    def _groups_of_hosts(self) -> Longs:
        """The group of edge switches that has the first link of each host."""
        first = self.links.number == 0
        place, on_up = self.links.place[first], self.on_up[first]
        found = self.sides[0].group_of(place)
        return np.where(on_up, self.sides[1].group_of(place), found) if on_up.any() else found

    def _links_of(self, groups: Sequence[Joined]) -> HostLinks:
        """Links of hosts with their places: by rack a host has one place, as its switch has one group."""
        if not self.rack_edges:
            return host_links(groups, self.rails)
        found = host_links([group._replace(split=1) for group in groups], self.rails)
        return replace(found, split=np.array([group.split for group in groups])[found.group])

    def _deal(self, hosts: Sequence[HostGroup], groups_joined: Sequence[Joined]) -> None:
        """Deal the places of hosts to the groups of edge switches."""
        if not self.rack_edges:
            for side in self.sides:
                side.deal(self.E // self.rails, spread=bool(self.design.number("spread")))
            return
        side = self.sides[0]
        side.starts = rack_starts(rack_shares(hosts), self.rack_edges)
        most = max(
            ceil_div(ceil_div(held, self.rack_edges), joined.split)
            for group, joined in zip(hosts, groups_joined, strict=True)
            for held, _ in rack_shares((group,))
        )
        if len(side.starts) - 1 != self.E // self.rails or most > len(side.ports) or self.extra:
            raise FatdeskError(
                f"{len(side.starts) - 1} edge switches with up to {most} ports for hosts of a rack, not the "
                f"design's {self.E // self.rails} with {len(side.ports)}: search again"
            )

    def first(self, plane: int) -> int:
        """Node number of the first edge switch of a plane."""
        return self.N + plane * self.E

    def downlinks(self, plane: int, first_external: int, *, trace: bool = False) -> list[Links]:
        """Links of a plane to hosts, and to external nodes."""
        own, side = self.links, self.sides[0]
        ports = self.table[own.group, plane, own.number]
        batches = []
        for some, here in zip(self.sides, (~self.on_up, self.on_up), strict=False):
            columns = (own.rail[here], own.place[here], own.host[here], ports[here], own.split[here])
            batches.append(self._links(some, plane, *columns, trace=trace))
        extra = np.arange(self.extra, dtype=np.int64)
        rail = extra % self.rails
        place = np.array(side.held, dtype=np.int64)[rail] + extra // self.rails * side.step
        external = first_external + plane * self.extra + extra
        split = np.full_like(extra, side.split if side.step == 1 else 1)
        columns = (rail, place, external, np.zeros_like(extra), split)
        return [*batches, self._links(side, plane, *columns, trace=False)]

    def _links(
        self,
        side: _Side,
        plane: int,
        rail: Longs,
        place: Longs,
        far: Longs,
        far_port: Longs,
        split: Longs,
        *,
        trace: bool,
    ) -> Links:
        """Links of places of rails to hosts or external nodes."""
        group = side.group_of(place)
        local = place - side.starts[group]
        shared = split if self.rack_edges else side.split
        return Links(
            ends=(self.first(plane) + group * self.rails + rail, far),
            ports=(side.ports[local // shared], far_port),
            rate_gbps=shared_rate(side.kind, split),
            split=local % shared,
            splits=split,
            trace=trace,
        )
