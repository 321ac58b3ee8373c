"""Load factors by class of channel: between which levels, and which direction."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.networks.network import Network
from fatdesk.networks.schedules.subtrees import NONE, TreeNetwork
from fatdesk.networks.schedules.traffic_result import TrafficResult
from fatdesk.networks.schedules.tree_loads import Load


@dataclass(frozen=True)
class ChannelClass:
    """All channels between two levels that lead in the same direction.

    Attributes
    ----------
    low, high
        Levels of the ends; hosts are level 0.
    way
        ``up``, ``down``, or ``level`` where both ends are of one level and the network is no tree.
    channels, capacity
        How many, and links of all of them.
    messages
        What crosses all of them together, in the unit of the traffic.
    worst, mean
        Load over capacity: the largest, and the mean over the channels.
    channel
        The first with the largest: of a tree the row of its subtree (``TreeNetwork.node``), else the
        number of the channel.
    load, links
        What crosses that one, and over how many links.
    """

    low: int
    high: int
    way: str
    channels: int
    capacity: int
    messages: float
    worst: float
    mean: float
    channel: int
    load: float
    links: int


def classes(about: TrafficResult, net: Network, cycle: int | None = None) -> list[ChannelClass]:
    """The classes of channels, from the top down, up before down.

    Parameters
    ----------
    cycle
        Of the messages of one delivery cycle only, from 0; there are none of what is no tree.
    """
    if about.tree is not None:
        found = about.load_of(cycle)
        return [] if found is None else list(_of_tree(about.tree, net, found))
    return [] if about.links is None else list(_of_links(net, about.links.load))


def channels_of_class(
    about: TrafficResult, net: Network, one: ChannelClass, cycle: int | None = None
) -> tuple[Longs, Floats, Longs]:
    """The channels of a class as it numbers them, their loads and links, the fullest first."""
    if about.tree is not None:
        found = about.load_of(cycle)
        assert found is not None  # a tree has loads
        here = np.flatnonzero(about.tree.level == one.low)
        loads = (found.up if one.way == "up" else found.down)[about.tree.node[here]]
        links = about.tree.links[here]
    else:
        assert about.links is not None
        ends = net.level.astype(np.int64)[net.channels]
        turn = np.sign(ends[:, 1] - ends[:, 0])
        alike = (ends.min(axis=1) == one.low) & (ends.max(axis=1) == one.high)
        here = np.flatnonzero(alike & (turn == _TURNS[one.way]))
        loads, links = about.links.load[here], np.ones(len(here), np.int64)
    order = np.argsort(-loads / links, kind="stable")
    return here[order], loads[order].astype(np.float64), links[order]


def row_of_link(tree: TreeNetwork, net: Network) -> Longs:
    """For each link the row of the subtree whose channel it is a part of; -1: of none."""
    level = net.level.astype(np.int64)[net.ends].min(axis=1)
    keys = tree.node * _MOST_LEVELS + tree.level
    order = np.argsort(keys)
    wanted = tree.channel * _MOST_LEVELS + level
    at = np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)
    row = order[at] if len(keys) else np.zeros(len(wanted), np.int64)
    known = (tree.channel > 0) & (keys[row] == wanted) if len(keys) else np.zeros(len(wanted), np.bool_)
    return np.where(known, row, NONE)


def links_of(about: TrafficResult, net: Network, channel: int) -> Longs:
    """The links of one channel, as :class:`ChannelClass` numbers it."""
    if about.tree is not None:
        found = np.flatnonzero(row_of_link(about.tree, net) == channel)
        if len(found):
            return found
        # the second of two switches that are joined: the links are counted as those of the first
        return np.flatnonzero((net.ends >= net.hosts).all(axis=1))
    return np.array([channel if net.one_way else channel // 2], np.int64)


_MOST_LEVELS = 1 << 10
_TURNS = {"up": 1, "down": -1, "level": 0}


def _of_tree(tree: TreeNetwork, net: Network, found: Load) -> Iterator[ChannelClass]:
    row = row_of_link(tree, net)
    high = tree.level.copy()
    np.maximum.at(high, row[row >= 0], net.level.astype(np.int64)[net.ends].max(axis=1)[row >= 0])
    for level in np.unique(tree.level)[::-1].tolist():
        here = np.flatnonzero(tree.level == level)
        top = int(high[here].max())
        for way, loads in (("up", found.up), ("down", found.down)):
            yield _class(level, top, way, here, loads[tree.node[here]], tree.links[here])


def _of_links(net: Network, load: Floats) -> Iterator[ChannelClass]:
    level = net.level.astype(np.int64)[net.channels]
    low, high = level.min(axis=1), level.max(axis=1)
    turn = np.sign(level[:, 1] - level[:, 0])
    for bottom, top in sorted(set(zip(low.tolist(), high.tolist(), strict=True)), reverse=True):
        for way, sign in _TURNS.items():
            here = np.flatnonzero((low == bottom) & (high == top) & (turn == sign))
            if len(here):
                yield _class(bottom, top, way, here, load[here], np.ones(len(here), np.int64))


def _class(low: int, high: int, way: str, channel: Longs, load: Floats, links: Longs) -> ChannelClass:
    factor = load / links
    worst = int(factor.argmax())
    return ChannelClass(
        low,
        high,
        way,
        len(channel),
        int(links.sum()),
        float(load.sum()),
        float(factor[worst]),
        float(factor.mean()),
        int(channel[worst]),
        float(load[worst]),
        int(links[worst]),
    )
