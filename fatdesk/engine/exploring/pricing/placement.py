"""Rack positions and cable pieces of a candidate, as arrays.

Uplinks are shared out as in the network that is built (`families.egft.first_uplinks`), so that bundles stay
whole where they can: of the C K uplinks of a tree, those to top switch c have numbers c K to c K + K - 1, and
its C' own top switches take them in runs. A bundle that crosses the border of two runs becomes two pieces.

A block is an edge switch with its hosts below it; racks are filled from the top. The policy decides where
blocks go: ``dense`` fills each rack to the last unit and continues a block in the next rack, ``prewired``
keeps a block in one rack (floor(rack / (switch + T hosts)) blocks a rack), ``scalable-unit`` gives each
block a rack of its own. Switches of upper levels go, level by level and from left to right, into the first
rack with room, or into an empty one.
"""

from dataclasses import dataclass
from functools import reduce
from math import prod

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.units import HALF_U_UM
from fatdesk.engine.exploring.egft import Egft
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.engine.exploring.pricing.grid import Figures, Grid, figures, length, size_for
from fatdesk.engine.floor.room import Policy

DENSE, WHOLE, ALONE = range(3)
POLICIES: dict[Policy, int] = {"dense": DENSE, "prewired": WHOLE, "scalable-unit": ALONE}


@dataclass(frozen=True, eq=False)
class Places:
    """Rack (from 0) and z (micrometres) of each switch, edge switches first, and of each host."""

    switch_rack: Longs
    switch_z: Longs
    host_rack: Longs
    host_z: Longs
    host_edge: Longs
    """The edge switch of each host."""
    racks: int

    def with_switches(self, count: int) -> "Places":
        """The same without the switches that were placed last.

        Those before, and the hosts, have the same places without them.
        """
        rack = self.switch_rack[:count]
        racks = 1 + max(int(rack.max()), int(self.host_rack.max(initial=0)))
        return Places(rack, self.switch_z[:count], self.host_rack, self.host_z, self.host_edge, racks)


def place(
    hosts_of: Longs, terminals: int, above: int, switch_u: int, host_u: int, units: int, policy: Policy
) -> Places | None:
    """Place edge switches with their hosts, then the switches above; None where no rack is high enough.

    Parameters
    ----------
    hosts_of
        Hosts of each edge switch, ``terminals`` at most: whole blocks are as high as with all of them.
    """
    edges, hosts = len(hosts_of), int(hosts_of.sum())
    block = switch_u + terminals * host_u
    if max(switch_u, host_u) > units or (policy != "dense" and block > units):
        return None
    switch = np.empty((2, edges + above), np.int64)
    host = np.empty((2, hosts), np.int64)
    racks = _fill(hosts_of, block, switch_u, host_u, units, POLICIES[policy], switch, host)
    edge = np.repeat(np.arange(edges), hosts_of)
    return Places(switch[0], switch[1] * HALF_U_UM, host[0], host[1] * HALF_U_UM, edge, racks)


@compiled
def _fill(
    hosts_of: Longs,
    block: int,
    switch_u: int,
    host_u: int,
    units: int,
    policy: int,
    switch: Longs,
    host: Longs,
) -> int:
    """Fill racks; z in halves of a unit. Returns how many racks that takes."""
    edges, n = len(hosts_of), 0
    used = np.zeros(edges * (1 + int(hosts_of.max())) + switch.shape[1] + 1, np.int64)
    rack = 0
    for edge in range(edges):
        start = used[rack]
        if edge > 0 and ((policy == WHOLE and start + block > units) or policy == ALONE):
            rack += 1
            start = 0
        if used[rack] + switch_u > units:
            rack += 1
        switch[0, edge], switch[1, edge] = rack, 2 * used[rack] + switch_u
        used[rack] += switch_u
        for _ in range(hosts_of[edge]):
            if used[rack] + host_u > units:
                rack += 1
            host[0, n], host[1, n] = rack, 2 * used[rack] + host_u
            used[rack] += host_u
            n += 1
        if policy == WHOLE:
            used[rack] = start + block
    racks, rack = rack + 1, 0
    for number in range(edges, switch.shape[1]):
        while used[rack] + switch_u > units:
            rack += 1
        switch[0, number], switch[1, number] = rack, 2 * used[rack] + switch_u
        used[rack] += switch_u
        racks = max(racks, rack + 1)
    return racks


@dataclass(frozen=True, eq=False)
class Pieces:
    """Pieces of bundles: length in micrometres, links, and the racks of both ends."""

    length_um: Longs
    links: Longs
    racks: Longs
    """Shape (2, pieces)."""

    @property
    def between(self) -> NDArray[np.bool_]:
        """Whether each piece leaves its rack."""
        between: NDArray[np.bool_] = self.racks[0] != self.racks[1]
        return between

    def take(self, chosen: NDArray[np.bool_]) -> "Pieces":
        """Some of them."""
        return Pieces(self.length_um[chosen], self.links[chosen], self.racks[:, chosen])

    def and_then(self, others: "Pieces") -> "Pieces":
        """Return these pieces followed by others."""
        return Pieces(
            np.concatenate([self.length_um, others.length_um]),
            np.concatenate([self.links, others.links]),
            np.concatenate([self.racks, others.racks], axis=1),
        )


def host_pieces(places: Places, room: Figures) -> Pieces:
    """The cables of the hosts, one each."""
    racks = np.stack([places.host_rack, places.switch_rack[places.host_edge]])
    z = np.stack([places.host_z, places.switch_z[places.host_edge]])
    return Pieces(_lengths(racks, z, room), np.ones(racks.shape[1], np.int64), racks)


def host_pieces_at_least(places: Places, grid: Grid) -> Pieces:
    """The cables of the hosts as short as a room of any shape allows, for a lower bound.

    Those that leave a rack go to the next rack of the row, or across to the next row, whichever is shorter.
    """
    racks = np.stack([places.host_rack, places.switch_rack[places.host_edge]])
    z = np.stack([places.host_z, places.switch_z[places.host_edge]])
    near = np.minimum(racks - racks.min(axis=0), 1)
    along, across = (_lengths(near, z, figures(grid, per_row)) for per_row in (2, 1))
    return Pieces(np.minimum(along, across), np.ones(racks.shape[1], np.int64), racks)


def tree_pieces(tree: Egft, places: Places, room: Figures) -> Pieces:
    """The cables between the switches of a tree."""
    modules = np.array([tree.modules(level) for level in range(tree.levels + 1)], np.int64)
    C, M, K = (np.array(some, np.int64) for some in (tree.C, tree.M, tree.K))
    return Pieces(*_tree_links(C, M, K, modules, places.switch_rack, places.switch_z, room))


@compiled
def _tree_links(
    C: Longs, M: Longs, K: Longs, modules: Longs, switch_rack: Longs, switch_z: Longs, room: Figures
) -> tuple[Longs, Longs, Longs]:
    """Length, links and racks of all pieces, level by level, and tree by tree within a level.

    A tree's uplinks are cut where those to another switch above begin, and where those of another of its top
    switches do (`first_uplinks`).
    """
    most = 0
    for at in range(1, len(C)):
        most += modules[at] * (C[at] + C[at - 1])
    found, links, racks = np.empty(most, np.int64), np.empty(most, np.int64), np.empty((2, most), np.int64)
    first, n = 0, 0
    for at in range(1, len(C)):
        below, uplinks, width = C[at - 1], C[at] * K[at], K[at]
        each, more = uplinks // below, uplinks % below
        above = first + below * modules[at]
        for module in range(modules[at]):
            start, low, high = 0, first + module * below, above + module // M[at] * C[at]
            run, run_end, bundle_end = 0, each + min(1, more), width
            while start < uplinks:
                end = min(run_end, bundle_end)
                a, b = low + run, high
                racks[0, n], racks[1, n], links[n] = switch_rack[a], switch_rack[b], end - start
                found[n] = length(switch_rack[a], switch_z[a], switch_rack[b], switch_z[b], room)
                n += 1
                start = end
                if bundle_end == end:
                    bundle_end += width
                    high += 1
                while run_end <= end and run + 1 < below:
                    run += 1
                    run_end += each + (1 if run < more else 0)
        first = above
    return found[:n], links[:n], racks[:, :n]


def lattice_places(
    lattice: HyperX, hosts: int, heights: tuple[int, int], grid: Grid, policy: Policy
) -> Places | None:
    """The places of a lattice's switches in the order in which they are placed; hosts are dealt evenly."""
    P = lattice.switches
    hosts_of = np.full(P, hosts // P) + (np.arange(P) < hosts % P)
    return place(hosts_of, lattice.T, 0, *heights, grid.units, policy)


def lattice_pieces(order: tuple[tuple[int, int], ...], places: Places, room: Figures) -> Pieces:
    """The cables between the switches of a lattice whose dimensions, each as (S, K), are in that order.

    The last dimension changes first from place to place.
    """
    stride = prod(side for side, _ in order)
    found = []
    for side, width in order:
        stride //= side
        found.append(side_pieces(stride, side, width, places.switch_rack, places.switch_z, room))
    return reduce(Pieces.and_then, found)


def side_pieces(
    stride: int, side: int, width: int, switch_rack: Longs, switch_z: Longs, room: Figures
) -> Pieces:
    """The cables along one dimension of a lattice: bundles of ``width`` links.

    Parameters
    ----------
    stride
        From a switch to the next one in this dimension: the product of the sides that change first.
    switch_rack, switch_z
        Rack and z of each switch, in the order in which they are placed.
    """
    ends = _side_links(len(switch_rack), stride, side)
    racks = switch_rack[ends]
    return Pieces(_lengths(racks, switch_z[ends], room), np.full(ends.shape[1], width, np.int64), racks)


@compiled
def _side_links(switches: int, stride: int, side: int) -> Longs:
    """Both ends of each bundle along a dimension."""
    ends = np.empty((2, switches * (side - 1) // 2), np.int64)
    n = 0
    for low in range(switches):
        for step in range(1, side - low // stride % side):
            ends[0, n], ends[1, n] = low, low + step * stride
            n += 1
    return ends


def room_of(grid: Grid, places: Places) -> Figures:
    """Return the inputs of lengths for the racks that the places occupy."""
    return figures(grid, size_for(grid, places.racks)[1])


@compiled
def _lengths(racks: Longs, z: Longs, room: Figures) -> Longs:
    found = np.empty(racks.shape[1], np.int64)
    for i in range(racks.shape[1]):
        found[i] = length(racks[0, i], z[0, i], racks[1, i], z[1, i], room)
    return found
