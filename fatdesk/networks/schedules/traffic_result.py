"""Results of traffic in a network: channel loads and their classes, delivery cycles and their contents."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network
from fatdesk.networks.schedules.capacitated_tree import (
    NONE,
    FatTree,
    Load,
    NoTree,
    TreeNetwork,
    load,
    tree_of,
)
from fatdesk.networks.schedules.link_loads import ChannelLoads, RoutingTable, channel_loads
from fatdesk.networks.schedules.offline import Schedule, schedule
from fatdesk.networks.schedules.online import Delivery, deliver
from fatdesk.networks.schedules.universal_trees.decomposition import Balanced
from fatdesk.networks.schedules.universal_trees.universal import Universal
from fatdesk.networks.traffic.traffic import Traffic

MOST_MESSAGES = 1 << 23


@dataclass(frozen=True, eq=False)
class TrafficResult:
    """Traffic on a network.

    Attributes
    ----------
    source, destination : (m,) int64
        Hosts of each message, those of a flow after each other; of what is no tree, of each flow.
    messages
        How many there are.
    tree
        The network as a binary tree; None where it is none, with the reason in ``no_tree``.
    made, online
        Of a tree: the schedule, and what happens without one.
    links
        Of another network: the load of each channel under a routing algorithm.
    """

    source: Longs
    destination: Longs
    messages: float
    tree: TreeNetwork | None
    no_tree: str
    made: Schedule | None
    online: Delivery | None
    links: ChannelLoads | None

    @property
    def factor(self) -> float:
        """The load factor."""
        if self.made is not None:
            return self.made.load.factor
        return self.links.factor if self.links is not None else 0.0

    def load_of(self, cycle: int | None = None) -> Load | None:
        """Load of the channels of a tree, of all messages or of those of one cycle; None of what is none."""
        if self.tree is None or self.made is None:
            return None
        if cycle is None:
            return self.made.load
        here = self.made.cycle == cycle
        leaf = self.tree.leaf
        return load(self.tree.tree, leaf[self.source[here]], leaf[self.destination[here]])

    def link_factors(self, net: Network, cycle: int | None = None) -> Floats:
        """(m,): load over capacity of each link, the busier direction; of a tree that of its whole channel.

        Parameters
        ----------
        cycle
            Of a tree the messages of one delivery cycle only, from 0.
        """
        found = self.load_of(cycle)
        if self.tree is not None and found is not None:
            tree = self.tree.tree
            factor = np.maximum(found.up / np.maximum(tree.up, 1), found.down / np.maximum(tree.down, 1))
            return np.where(self.tree.channel > 0, factor[self.tree.channel], 0.0)
        if self.links is None:
            return np.zeros(net.link_count)
        busy = self.links.load
        return busy if net.one_way else busy.reshape(-1, 2).max(axis=1)


def measured_traffic(
    net: Network,
    traffic: Traffic,
    routing_table: Callable[[Network], RoutingTable],
    seed: int = 1,
    progress: Progress = SILENT,
) -> TrafficResult:
    """Load, schedule and delivery of whole messages on a tree; the load of links on another network.

    Parameters
    ----------
    traffic
        Weights are numbers of messages.
    routing_table
        The routing algorithm; required where the network is no tree.
    seed
        Of the delivery on line.

    Raises
    ------
    FatdeskError
        When weights are not whole or too large, or no routing algorithm fits the network.
    """
    try:
        tree = tree_of(net)
    except NoTree as error:
        source, destination = traffic.source, traffic.destination
        found = channel_loads(
            routing_table(net), traffic.source, traffic.destination, traffic.weight, progress
        )
        return TrafficResult(
            source, destination, float(traffic.weight.sum()), None, str(error), None, None, found
        )
    source, destination = messages_of(traffic)
    from_leaf, to_leaf = tree.leaf[source], tree.leaf[destination]
    made = schedule(tree.tree, from_leaf, to_leaf, progress=progress)
    online = deliver(tree.tree, from_leaf, to_leaf, seed, progress)
    return TrafficResult(source, destination, float(len(source)), tree, "", made, online, None)


def on_universal(
    beside: Universal, balanced: Balanced, about: TrafficResult, progress: Progress = SILENT
) -> Schedule:
    """The same messages on a universal fat-tree.

    Parameters
    ----------
    balanced
        The decomposition whose parts are the subtrees of the fat-tree; it gives each host its leaf.
    """
    tree: FatTree = beside.tree
    leaf = np.zeros(len(balanced.sequence), np.int64)
    leaf[balanced.sequence] = balanced.leaf
    return schedule(tree, leaf[about.source], leaf[about.destination], progress=progress)


def messages_of(traffic: Traffic) -> tuple[Longs, Longs]:
    """Source and destination of each message of flows whose weights count them.

    Raises
    ------
    FatdeskError
        When a weight is not whole, or there are more than MOST_MESSAGES messages.
    """
    broken = traffic.weight != np.floor(traffic.weight)
    if broken.any():
        at = int(broken.argmax())
        raise FatdeskError(
            f"traffic: a schedule delivers whole messages, weight {traffic.weight[at]:g} from host "
            f"{traffic.source[at]} to host {traffic.destination[at]} is not whole: multiply all weights"
        )
    total = float(traffic.weight.sum())
    if total > MOST_MESSAGES:
        raise FatdeskError(
            f"traffic: {total:,.0f} messages, at most {MOST_MESSAGES:,} can be scheduled: use fewer"
        )
    count = traffic.weight.astype(np.int64)
    return np.repeat(traffic.source, count), np.repeat(traffic.destination, count)


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


@dataclass(frozen=True, eq=False)
class CycleFigures:
    """Figures of each cycle.

    Attributes
    ----------
    messages : (c,) int64
    channel : (c,) int64
        The row of the subtree under the fullest channel (``TreeNetwork.node``); -1 where nothing moves.
    up : (c,) bool
        Whether that channel leads up.
    load : (c,) int64
        What crosses it.
    factor : (c,) float64
        Load over capacity of it, at most 1.
    used : (c,) float64
        Load of all channels together over their capacity.
    """

    messages: Longs
    channel: Longs
    up: NDArray[np.bool_]
    load: Longs
    factor: Floats
    used: Floats


def figures_of_cycles(about: TrafficResult, progress: Progress = SILENT) -> CycleFigures:
    """The figures of all cycles of a schedule; of what has none, none.

    Level by level from the root the messages of each channel and cycle are counted, so that the work does not
    grow with the number of cycles.
    """
    none = np.zeros(0, np.int64)
    if about.tree is None or about.made is None:
        return CycleFigures(none, none, none > 0, none, none / 1.0, none / 1.0)
    tree, made = about.tree.tree, about.made
    cycles, size = made.cycles, tree.size
    narrow = _narrowest(about.tree, 2 * size)
    best = np.zeros(cycles)
    node, up, load, crossed = (np.zeros(cycles, np.int64) for _ in range(4))
    from_leaf = about.tree.leaf[about.source] + size
    to_leaf = about.tree.leaf[about.destination] + size
    for step, shift in enumerate(range(tree.height - 1, -1, -1)):
        progress.step(step, tree.height, "filling the cycles")
        a, b = from_leaf >> shift, to_leaf >> shift
        crossing = np.flatnonzero(a != b)
        for way, ends, capacity in ((1, a, tree.up), (0, b, tree.down)):
            real = crossing[narrow[ends[crossing]] != NONE]
            if not len(real):
                continue
            keys, count = np.unique(made.cycle[real] * (2 * size) + ends[real], return_counts=True)
            of, at = keys // (2 * size), keys % (2 * size)
            np.add.at(crossed, of, count)
            factor = count / capacity[at]
            order = np.lexsort((at, -factor, of))
            first = order[np.append(True, of[order][1:] != of[order][:-1])]
            one, most, where = of[first], factor[first], at[first]
            # of equal ones the node that comes first, and of one node the channel up
            better = (most > best[one]) | ((most == best[one]) & (where < node[one]))
            one, first = one[better], first[better]
            best[one], node[one], load[one], up[one] = factor[first], at[first], count[first], way
    real_nodes = np.flatnonzero(narrow != NONE)
    room = int(tree.up[real_nodes].sum() + tree.down[real_nodes].sum())
    return CycleFigures(
        np.bincount(made.cycle, minlength=cycles).astype(np.int64),
        np.where(best > 0, narrow[node], NONE),
        up > 0,
        load,
        best,
        crossed / max(1, room),
    )


def _narrowest(tree: TreeNetwork, nodes: int) -> Longs:
    """For each node of the binary tree the row of its channel, the narrowest where it has several."""
    found = np.full(nodes, NONE, np.int64)
    order = np.argsort(-tree.links, kind="stable")
    found[tree.node[order]] = order
    return found
