"""Results of traffic in a network: channel loads and delivery cycles, off line and on line."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network
from fatdesk.networks.schedules.capacitated_tree import FatTree
from fatdesk.networks.schedules.link_loads import ChannelLoads, Forwarding, channel_loads
from fatdesk.networks.schedules.offline import Schedule, schedule
from fatdesk.networks.schedules.online import Delivery, deliver
from fatdesk.networks.schedules.subtrees import NoTree, TreeNetwork, tree_of
from fatdesk.networks.schedules.tree_loads import Load, load
from fatdesk.networks.schedules.universal import Universal
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
    forwarding: Callable[[Network], Forwarding],
    seed: int = 1,
    progress: Progress = SILENT,
) -> TrafficResult:
    """Load, schedule and delivery of whole messages on a tree; the load of links on another network.

    Parameters
    ----------
    traffic
        Weights are numbers of messages.
    forwarding
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
        found = channel_loads(forwarding(net), traffic.source, traffic.destination, traffic.weight, progress)
        return TrafficResult(
            source, destination, float(traffic.weight.sum()), None, str(error), None, None, found
        )
    source, destination = messages_of(traffic)
    from_leaf, to_leaf = tree.leaf[source], tree.leaf[destination]
    made = schedule(tree.tree, from_leaf, to_leaf, progress=progress)
    online = deliver(tree.tree, from_leaf, to_leaf, seed, progress)
    return TrafficResult(source, destination, float(len(source)), tree, "", made, online, None)


def on_universal(
    beside: Universal, sequence: Longs, about: TrafficResult, progress: Progress = SILENT
) -> Schedule:
    """The same messages on a universal fat-tree.

    Parameters
    ----------
    sequence : (h,) int64
        The host that represents each leaf, as a balanced decomposition orders them.
    """
    tree: FatTree = beside.tree
    leaf = np.zeros(len(sequence), np.int64)
    leaf[sequence] = np.arange(len(sequence))
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
