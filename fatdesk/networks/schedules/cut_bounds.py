"""Lower bounds on the load of links under any routing: cuts that messages must cross, whatever their paths.

What leaves a part of a network crosses the links out of that part, so that some link carries at least the
number of messages over that of links. Parts are single hosts; single switches with their hosts; the connected
parts below each level; and in networks of one level the first switches in their order, half of them too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs, connected_parts
from fatdesk.networks.network import Network
from fatdesk.networks.traffic.traffic import Traffic

Way = Literal["out", "in"]
SLACK = 1e-9
"""Bounds that differ by less are equal but for rounding."""


@dataclass(frozen=True, eq=False)
class Cut:
    """The tightest of some cuts.

    Attributes
    ----------
    bound
        Messages over links: some link carries at least that.
    messages, links
        What leaves or enters the part, and over how many links.
    way
        Whether messages leave the part or enter it.
    inside : (n,) bool
        The nodes of the part.
    """

    bound: float
    messages: float
    links: int
    way: Way
    inside: NDArray[np.bool_]

    def hosts(self, net: Network) -> Longs:
        """Hosts of the part."""
        return np.flatnonzero(self.inside[: net.hosts])

    def channels(self, net: Network) -> Longs:
        """The channels that messages cross."""
        tail, head = self.inside[net.channels[:, 0]], self.inside[net.channels[:, 1]]
        return np.flatnonzero(tail & ~head if self.way == "out" else ~tail & head)


def host_cut(net: Network, traffic: Traffic) -> Cut | None:
    """The host whose own links have most to carry; None where nothing flows."""
    part = np.arange(net.node_count)
    part[net.hosts :] = net.hosts  # all switches are one part, which is left out
    return _tightest_part(net, traffic, part, net.hosts)


def fabric_cut(net: Network, traffic: Traffic) -> Cut | None:
    """The tightest cut through links between switches; None where there is none that anything crosses."""
    found: Cut | None = None
    for part in _partitions(net):
        found = _tighter(found, _tightest_part(net, traffic, part, int(part.max(initial=-1)) + 1))
    if net.level.max(initial=0) <= 1:
        found = _tighter(found, _tightest_prefix(net, traffic))
    return found


def _tighter(one: Cut | None, other: Cut | None) -> Cut | None:
    if one is None or other is None:
        return one or other
    return other if other.bound > one.bound * (1 + SLACK) else one


def _homes(net: Network) -> Longs:
    """The switch of each host, the first of several; -1: it has none."""
    home = np.full(net.hosts, -1, np.int64)
    tail, head = net.channels.T.astype(np.int64)
    out = (tail < net.hosts) & (head >= net.hosts)
    home[tail[out][::-1]] = head[out][::-1]
    return home


def _partitions(net: Network) -> Iterator[Longs]:
    """The part of each node: a switch with its hosts; then the connected parts of levels up to each."""
    part = np.arange(net.node_count)
    home = _homes(net)
    part[: net.hosts] = np.where(home >= 0, home, part[: net.hosts])
    yield part
    level = net.level.astype(np.int64)
    ends = net.ends.astype(np.int64)
    highest = level[ends].max(axis=1)
    for top in range(1, int(level.max(initial=0))):
        low, high = ends[highest <= top].T
        yield connected_parts(net.node_count, low, high)


def _tightest_part(net: Network, traffic: Traffic, part: Longs, count: int) -> Cut | None:
    """The tightest of the cuts around the parts of a partition, each of them alone."""
    tail, head = part[net.channels[:, 0]], part[net.channels[:, 1]]
    apart = tail != head
    source, destination = part[traffic.source], part[traffic.destination]
    crossing = (source != destination) & (traffic.weight > 0)
    weight = traffic.weight[crossing]
    best: Cut | None = None
    sides: tuple[tuple[Way, Longs, Longs], ...] = (
        ("out", tail[apart], source[crossing]),
        ("in", head[apart], destination[crossing]),
    )
    for way, ends, flows in sides:
        links = np.bincount(ends, minlength=count)[:count]
        messages = np.bincount(flows, weight, minlength=count)[:count]
        bound = np.where(links > 0, messages / np.maximum(links, 1), 0.0)
        if not len(bound) or not bound.max() > 0:
            continue
        number = int(bound.argmax())
        found = Cut(float(bound[number]), float(messages[number]), int(links[number]), way, part == number)
        best = _tighter(best, found)
    return best


def _tightest_prefix(net: Network, traffic: Traffic) -> Cut | None:
    """The tightest of the cuts between the switches up to one and those after it, with their hosts."""
    home = _homes(net)
    place = np.arange(net.node_count) - net.hosts
    place[: net.hosts] = np.maximum(home - net.hosts, 0)
    switches = net.switch_count
    if switches < 2:
        return None
    tail, head = place[net.channels[:, 0]], place[net.channels[:, 1]]
    source, destination = place[traffic.source], place[traffic.destination]
    best: Cut | None = None
    ways: tuple[Way, ...] = ("out", "in")
    for way in ways:
        links = _steps(tail, head, np.ones(len(tail)), switches, way)
        messages = _steps(source, destination, traffic.weight, switches, way)
        bound = np.where(links > 0, messages / np.maximum(links, 1), 0.0)
        if not bound.max() > 0:
            continue
        number = int(bound.argmax())
        found = Cut(
            float(bound[number]), float(messages[number]), round(float(links[number])), way, place <= number
        )
        best = _tighter(best, found)
    return best


def _steps(start: Longs, end: Longs, weight: Floats, places: int, way: Way) -> Floats:
    """(places - 1,) how much leads from the places up to each to those after it, or back."""
    low, high = (start, end) if way == "out" else (end, start)
    over = low < high
    begun = np.bincount(low[over], weight[over], minlength=places).astype(np.float64)
    ended = np.bincount(high[over], weight[over], minlength=places).astype(np.float64)
    return np.cumsum(begun - ended)[:-1]
