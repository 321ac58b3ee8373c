"""Where everything of a candidate stands: edge blocks rack by rack, then the switches above them.

A block is an edge switch, uppermost, with its hosts under it; racks are filled from the top. By policy blocks
are ``dense`` (rack after rack filled to the last unit, a block goes on in the next), ``prewired`` (a block
stays in one rack: floor(rack / (switch + T hosts)) a rack) or ``scalable-unit`` (each in a rack of its own).
The switches of the levels above go, level by level and from left to right, into the first rack that has room,
or else into an empty one.
"""

from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.units import HALF_U_UM
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


def place(
    hosts_of: Longs, terminals: int, above: int, switch_u: int, host_u: int, units: int, policy: Policy
) -> Places | None:
    """Place edge switches with their hosts, then so many switches above; None where no rack is high enough.

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
