"""Hosts on edge switches: positions, ports, cages, and links to hosts as arrays."""

from collections.abc import Iterable, Sequence

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.families.assembly import Links, port_table, shared_rate, taken_ports
from fatdesk.engine.families.design import Design, HostGroup, rack_shares
from fatdesk.engine.families.host_links import (
    Joined,
    alike,
    host_links,
    joined_by,
    place_step,
    places_on_rails,
)
from fatdesk.engine.families.problem import HostPorts
from fatdesk.engine.families.reason import BY_RACK_ALIKE
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
        self.split, self.extra = max(1, number("split", 1)), number("extra_ports")
        self.E, self.U = number("E"), number("U", number("P_Ec"))
        self.use = role_of(design, "edge")
        self.N = sum(group.count for group in hosts)
        groups_joined = joined_by(design, hosts)
        if self.E < 1 or self.U < 1 or self.E % self.rails:
            raise FatdeskError(f"a {design.family} design with E {self.E}, U {self.U} cannot be built")
        edge = configuration_of(catalog, self.use)
        self.down, self.up = edge_kinds(design, edge)
        P_En = number("P_En")
        first = P_En if self.down.key == self.up.key else 0
        self.down_ports = taken_ports(edge, self.down, self.split, 0, P_En, "edge switch")
        self.up_ports = taken_ports(edge, self.up, self.split if first else 1, first, self.U, "edge switch")
        self.rack_edges = number("rack_edges")
        self.step = place_step(groups_joined)
        self.held = places_on_rails(groups_joined, self.rails)
        self.starts = self._starts(P_En * self.split, hosts, groups_joined)
        self.table = port_table(hosts, host_ports, [group.links for group in groups_joined], self.planes)
        self.links = host_links(groups_joined, self.rails)
        groups = np.repeat(np.arange(self.E // self.rails), self.rails)
        in_block = max(1, self.rack_edges)
        self.host_block = self._group_of(self.links.place[self.links.number == 0]) // in_block
        self.edge_block = np.tile(groups // in_block, self.planes)

    def _group_of(self, place: Longs) -> Longs:
        """The group of edge switches that has a place."""
        return np.searchsorted(self.starts, place, side="right") - 1

    def _starts(self, size: int, hosts: Sequence[HostGroup], groups_joined: Sequence[Joined]) -> Longs:
        """First position of each group."""
        if self.rack_edges:
            if not alike(groups_joined):
                raise FatdeskError(f"{BY_RACK_ALIKE}: search again")
            starts = rack_starts(rack_shares(hosts), self.rack_edges)
            most = int(np.diff(starts).max())
            if len(starts) - 1 != self.E // self.rails or most > size or self.extra:
                raise FatdeskError(
                    f"{len(starts) - 1} edge switches of up to {most} hosts in racks are not the design's "
                    f"{self.E // self.rails} with places for {size}: search again"
                )
            return starts
        positions = max(places_on_rails(groups_joined, self.rails, self.extra))
        groups, step = self.E // self.rails, self.step
        spread = bool(self.design.number("spread"))
        starts = group_starts(positions // step, groups, size // step, spread=spread) * step
        if int(starts[-1]) < positions or int(np.diff(starts).max()) > size:
            raise FatdeskError(
                f"{positions} hosts and extra ports a rail do not fit {groups} edge switches of {size} places"
            )
        return starts

    def first(self, plane: int) -> int:
        """Node number of the first edge switch of a plane."""
        return self.N + plane * self.E

    def downlinks(self, plane: int, first_external: int, *, trace: bool = False) -> list[Links]:
        """Links of a plane to hosts, and to external nodes."""
        own = self.links
        ports = self.table[own.group, plane, own.number]
        to_hosts = self._links(plane, own.rail, own.place, own.host, ports, own.split, trace=trace)
        extra = np.arange(self.extra, dtype=np.int64)
        rail = extra % self.rails
        place = np.array(self.held, dtype=np.int64)[rail] + extra // self.rails * self.step
        external = first_external + plane * self.extra + extra
        split = np.full_like(extra, self.split if self.step == 1 else 1)
        return [to_hosts, self._links(plane, rail, place, external, np.zeros_like(extra), split, trace=False)]

    def _links(
        self, plane: int, rail: Longs, place: Longs, far: Longs, far_port: Longs, split: Longs, *, trace: bool
    ) -> Links:
        """Links of places of rails to hosts or external nodes."""
        group = self._group_of(place)
        local = place - self.starts[group]
        return Links(
            ends=(self.first(plane) + group * self.rails + rail, far),
            ports=(self.down_ports[local // self.split], far_port),
            rate_gbps=shared_rate(self.down, split),
            split=local % self.split,
            splits=split,
            trace=trace,
        )
