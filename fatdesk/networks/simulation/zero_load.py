"""Zero-load latency: closed forms from the lengths of paths."""

from fractions import Fraction

import numpy as np

from fatdesk.core.arrays import Ints
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import NextChannels, RoutingAlgorithm, RoutingTable
from fatdesk.networks.simulation.engines.tables import usable_without
from fatdesk.networks.simulation.study import WORMHOLE, Switching
from fatdesk.networks.topologies import TOPOLOGIES

FAR = np.int32(1 << 30)
MOST_HOSTS = 1024
"""All paths of larger networks are not looked at."""
Hops = int | Fraction
"""Channels of a path, those out of its source and into its destination included; or their mean."""


def latency(network: Network, switching: Switching, hops: Hops) -> Fraction:
    """Cycles from generation to the last flit's arrival over a path of N channels.

    >>> from fatdesk.networks.topologies import network_of
    >>> latency(network_of("kary-tree:k=4,n=3"), Switching(), 6)
    Fraction(164, 1)
    """
    return Fraction(hops) * _each(switching) + _ends(network, switching)


def mean_latency(
    routing_table: RoutingTable, switching: Switching, progress: Progress = SILENT, *, itself: bool = False
) -> Fraction:
    """The mean over all ordered pairs of hosts, exactly.

    Parameters
    ----------
    itself
        Whether a host and itself is a pair.

    Raises
    ------
    FatdeskError
        When the routing algorithm has no path for some pair, or there is no pair.
    Cancelled
        When ``progress`` was asked to stop.
    """
    hosts = routing_table.network.hosts
    pairs = hosts * (hosts - (not itself))
    if pairs == 0:
        raise FatdeskError("one host has nobody to send to: use a larger network")
    total = 0
    for destination in range(hosts):
        progress.step(destination, hosts, "lengths of ways")
        hops = shortest(routing_table, routing_table.next_channels(destination))[:hosts].astype(np.int64)
        if not itself:
            hops[destination] = 0
        if (hops == FAR).any():
            source = int(np.flatnonzero(hops == FAR)[0])
            raise FatdeskError(f"no path leads from host {source} to host {destination}")
        total += int(hops.sum())
    return latency(routing_table.network, switching, Fraction(total, pairs))


def closed_mean_latency(network: Network, switching: Switching) -> Fraction | None:
    """The mean over all pairs of different hosts where paths are as short as can be.

    From the closed form of the average distance; None where the family has none.
    """
    topology = next((one for one in TOPOLOGIES if one.name == network.family), None)
    average = topology.closed(network.params).average_distance if topology else None
    if average is None or network.hosts == 1:
        return None
    return latency(network, switching, average * network.hosts / (network.hosts - 1))


def known_mean_latency(
    network: Network,
    algorithm: RoutingAlgorithm,
    out: Ints,
    switching: Switching,
    progress: Progress = SILENT,
) -> Fraction | None:
    """The mean over all pairs of different hosts: by its closed form, or by looking at all paths.

    Parameters
    ----------
    algorithm, out
        How packets are forwarded, and the links that are out.

    Returns
    -------
    Fraction
        None where there is no closed form and there are more than MOST_HOSTS hosts, and where buffers are so
        small that a worm waits for itself.
    """
    delay = _each(switching)
    if switching.switching == WORMHOLE and switching.room_flits < min(delay + 1, switching.flits):
        return None
    if not len(out) and algorithm.SHORTEST:
        closed = closed_mean_latency(network, switching)
        if closed is not None:
            return closed
    if not 1 < network.hosts <= MOST_HOSTS:
        return None
    usable = usable_without(network, out) if len(out) else None
    return mean_latency(algorithm.routing_table(network, usable), switching, progress)


def shortest(routing_table: RoutingTable, next_channels: NextChannels) -> Ints:
    """(states,): the fewest channels from each state to the destination of some paths; FAR where none lead.

    A packet of the destination itself first takes any channel out of it.
    """
    counts = np.diff(next_channels.start)
    states = np.flatnonzero(counts)
    found = np.full(routing_table.states, FAR, np.int32)
    if len(states) == 0:
        return found
    after = routing_table.after[next_channels.channel]
    inner, first = after >= 0, next_channels.start[states]
    while True:
        left = np.where(inner, found[after], 0)
        least = np.minimum(np.minimum.reduceat(left, first) + 1, FAR)
        if np.array_equal(least, found[states]):
            break
        found[states] = least
    start, outgoing = routing_table.network.outgoing
    own = routing_table.after[
        outgoing[start[next_channels.destination] : start[next_channels.destination + 1]]
    ]
    found[next_channels.destination] = min(int(found[own].min()) + 1, int(FAR))
    return found


def _each(switching: Switching) -> int:
    """Return the cycles of a channel from switch to switch."""
    return switching.routing + switching.allocation + switching.crossbar + switching.link + switching.fly


def _ends(network: Network, switching: Switching) -> int:
    """Return the cycles at both ends: a host neither forwards nor has a crossbar."""
    last = 0
    if network.one_way:
        stages = int(network.level.max())
        last = (stages + 1 if switching.long_fly is None else switching.long_fly) - switching.fly
    return last - switching.routing - switching.allocation - switching.crossbar + switching.flits - 1
