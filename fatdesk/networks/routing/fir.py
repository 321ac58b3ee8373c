"""FIR: adaptive up and then down as ``fta``; where channels failed, ports exclude intervals of destinations.

Source: the fault-tolerant-indirect-topologies paper, section 5.1, which evaluates fat-trees with Flexible
Interval Routing "with multiple exclusion intervals, to avoid victim nodes". A port up keeps the
destinations that it must not be used for as intervals of their numbers, not one by one. An interval also
excludes those in it that could still be reached over the port, its victims. Here each port has one
interval; with as many as needed there are no victims and the paths are those of ``fta``. Without failed
channels nothing is excluded.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from fatdesk.core.arrays import Bools
from fatdesk.networks.cards import INDIRECT, Card
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import NextChannels, RoutingTable, no_formula
from fatdesk.networks.routing.levels import IN_LEVELS, no_tree, up_then_down, upward

NAME = "fir"
TITLE = "adaptive up and then down; with failed links, ports exclude an interval of destinations"
FITS = IN_LEVELS
SHORTEST, ADAPTIVE = True, True
CARD = Card(
    "As fta; where links have failed, each port upwards excludes one interval of destinations.",
    "Use it as the model of switches that keep excluded destinations as one interval for each port.",
    INDIRECT,
)
INTERVALS = 1
"""Intervals of destinations that a port can exclude."""
refusal = no_tree


def routing_table(network: Network, usable: Bools | None = None, intervals: int = INTERVALS) -> RoutingTable:
    """The algorithm; where all ports of a switch exclude a destination, those that still lead there are used.

    >>> from fatdesk.networks.topologies import network_of
    >>> net = network_of("kary-tree:k=2,n=3")
    >>> usable = np.ones(len(net.channels), bool)
    >>> usable[[17, 25]] = False  # down to hosts 0, 1 and 4, 5, from switches that one port leads to
    >>> [len(routing_table(net, usable, many).next_channels(6).channel) for many in (1, 2)]
    [23, 24]
    """
    left = up_then_down(network, usable)
    if usable is None:
        return left
    failed_paths = _failed_paths(network, usable, left.next_channels)

    @cache
    def excluded() -> Mapping[int, tuple[int, ...]]:
        """The channels that exclude each destination."""
        found: dict[int, list[int]] = {}
        for channel, destinations in failed_paths().items():
            for destination in covered(destinations, network.hosts, intervals):
                found.setdefault(destination, []).append(channel)
        return {destination: tuple(channels) for destination, channels in found.items()}

    def next_channels(destination: int) -> NextChannels:
        every = left.next_channels(destination)
        states = len(every.start) - 1
        source = np.repeat(np.arange(states), np.diff(every.start))
        allowed = ~np.isin(every.channel, excluded().get(destination, ()))
        allowed |= (np.bincount(source[allowed], minlength=states) == 0)[source]
        start = np.zeros(states + 1, np.int32)
        np.cumsum(np.bincount(source[allowed], minlength=states), out=start[1:])
        return NextChannels(destination, start, every.channel[allowed])

    return replace(left, next_channels=next_channels, by_switch=False, formula=no_formula)


def covered(destinations: Sequence[int], hosts: int, intervals: int) -> Iterable[int]:
    """The fewest destinations, in that many intervals at most, that include the given ones.

    Numbers follow each other in a ring: the last host is next to the first. ``destinations`` rise.

    >>> list(covered([0, 1, 6], 8, 1)), list(covered([0, 1, 6], 8, 2)), list(covered([1, 4], 8, 1))
    ([0, 1, 6, 7], [0, 1, 6], [1, 2, 3, 4])
    """
    after = [*destinations[1:], destinations[0] + hosts]
    gaps = [high - low for low, high in zip(destinations, after, strict=True)]
    widest_first = sorted(range(len(gaps)), key=lambda at: -gaps[at])
    inside = {destinations[at] + step for at in widest_first[intervals:] for step in range(gaps[at])}
    return sorted({number % hosts for number in inside}.union(destinations))


def _failed_paths(
    network: Network, usable: Bools, left: Callable[[int], NextChannels]
) -> Callable[[], Mapping[int, list[int]]]:
    """The destinations to which a usable channel up no longer leads, for each such channel, when wanted."""
    whole, rising = up_then_down(network).next_channels, upward(network) & usable

    def found() -> Mapping[int, list[int]]:
        lost: dict[int, list[int]] = {}
        for destination in range(network.hosts):
            before, now = whole(destination).channel, left(destination).channel
            for channel in np.setdiff1d(before[rising[before]], now).tolist():
                lost.setdefault(channel, []).append(destination)
        return lost

    return found
