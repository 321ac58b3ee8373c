"""What people call the things that fail: a link by the names of its ends, a switch by its own."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fatdesk.networks.fault_tolerance.units import FaultUnits
from fatdesk.networks.network import Network

Ints = NDArray[np.int32]


def unit_names(
    network: Network, units: FaultUnits, things: Sequence[int] | Ints, node_names: Sequence[str]
) -> tuple[str, ...]:
    """Names of some things.

    A link that fails one way is ``E03 to C07``, one that fails both ways ``E03 and C07``; where several links
    join the same two nodes, with ports: ``E03 port 4 to C07 port 0``.

    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.fault_tolerance.study import FaultsAsked
    >>> from fatdesk.networks.fault_tolerance.units import fault_units
    >>> star = network_of("star:N=2")
    >>> units = fault_units(star, FaultsAsked(among="ends"))
    >>> unit_names(star, units, [0, 3], ["H0", "H1", "E"])
    ('H0 to E', 'E to H1')
    """
    if units.asked.among == "switches":
        return tuple(node_names[units.of[thing]] for thing in things)
    ends = network.ends.astype(np.int64)
    if not network.one_way:
        ends = np.sort(ends, axis=1)
    _, alike, count = np.unique(
        ends[:, 0] * network.node_count + ends[:, 1], return_inverse=True, return_counts=True
    )
    parallel = count[alike.reshape(-1)] > 1

    def name(thing: int) -> str:
        link = int(units.of[thing])
        taken = units.channel[units.start[thing] : units.start[thing + 1]]
        sides = [0, 1]
        if not network.one_way and taken[0] % 2:
            sides.reverse()
        told = [
            node_names[network.ends[link, side]]
            + (f" port {network.ports[link, side]}" if parallel[link] else "")
            for side in sides
        ]
        return (" and " if len(taken) > 1 else " to ").join(told)

    return tuple(name(int(thing)) for thing in things)
