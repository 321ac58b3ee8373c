"""Switch complexity: the switching elements of each switch that a routing algorithm needs.

A switching element joins an input to an output. An output is a multiplexer with an input for each port that
can request it, so that the elements of a switch are the pairs of an input and an output that may request it
(fault-tolerant-indirect-topologies paper, sections 3 and 4, Table 3).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.network import Network
from fatdesk.networks.routing import destro, fta, ruft, ruft_static
from fatdesk.networks.routing.check import Dependencies
from fatdesk.networks.routing.one_way_tree import FAMILIES
from fatdesk.networks.topologies import kary_tree
from fatdesk.networks.topologies.topology import whole


@dataclass(frozen=True, slots=True)
class SwitchKind:
    """Switches that are alike.

    Attributes
    ----------
    level
        From 1, the switches of hosts.
    switches
        How many of them there are.
    inputs, outputs
        Ports of each in use; a two-way link has one of each.
    by_source
        Switching elements of each as the source of the topology counts them for the routing algorithm;
        None where it gives no count.
    used
        Pairs of an input and an output that some packet takes.
    """

    level: int
    switches: int
    inputs: int
    outputs: int
    by_source: int | None
    used: int


@dataclass(frozen=True, slots=True)
class Complexity:
    """Switching elements of a network under a routing algorithm.

    Attributes
    ----------
    kinds
        By level, and of a level those with most elements first.
    """

    kinds: tuple[SwitchKind, ...]

    @property
    def by_source(self) -> int | None:
        """Return the elements of all switches as the source counts them; None where it does not."""
        total = 0
        for kind in self.kinds:
            if kind.by_source is None:
                return None
            total += kind.switches * kind.by_source
        return total

    @property
    def used(self) -> int:
        """Return the pairs that some packet takes, over all switches."""
        return sum(kind.switches * kind.used for kind in self.kinds)


def complexity(network: Network, algorithm: str, dependencies: Dependencies) -> Complexity:
    """Count the switching elements that a routing algorithm needs.

    Parameters
    ----------
    algorithm
        Its name.
    dependencies
        Which channel may be taken after which, from :func:`.check.check`.

    >>> from fatdesk.networks.routing.check import check
    >>> from fatdesk.networks.topologies import network_of
    >>> tree = network_of("kary-tree:k=4,n=3")
    >>> found = complexity(tree, "destro", check(destro.routing_table(tree)).dependencies)
    >>> found.by_source, found.by_source // 48, found.used
    (1728, 36, 1216)
    """
    tail, head = network.channels.astype(np.int64).T
    size, hosts = network.node_count, network.hosts
    used = np.bincount(head, np.diff(dependencies.start), size).astype(np.int64)[hosts:]
    inputs, outputs = (np.bincount(ends, minlength=size)[hosts:] for ends in (head, tail))
    source = by_source(network, algorithm)
    stated = np.full(len(used), -1) if source is None else source
    rows = np.stack([network.level[hosts:], -stated, -used, inputs, outputs], axis=1)
    alike, count = np.unique(rows, axis=0, return_counts=True)
    return Complexity(
        tuple(
            SwitchKind(level, switches, into, out, None if source is None else -elements, -pairs)
            for (level, elements, pairs, into, out), switches in zip(
                alike.tolist(), count.tolist(), strict=True
            )
        )
    )


def by_source(network: Network, algorithm: str) -> Longs | None:
    """(switches,) switching elements as the source counts them; None where it gives no count.

    The source counts all switches of a k-ary n-tree alike, with k ports down and k ports up, and a packet
    from below as one that may leave by any port down.
    """
    if network.family == kary_tree.NAME:
        in_tree = _IN_TREE.get(algorithm)
        each = None if in_tree is None else in_tree(whole(network.params, "k"))
        return None if each is None else np.full(network.switch_count, each, np.int64)
    if network.family not in FAMILIES or algorithm not in (ruft.NAME, ruft_static.NAME):
        return None
    tail, head = network.channels.astype(np.int64).T
    size, hosts = network.node_count, network.hosts
    inputs, outputs = (np.bincount(ends, minlength=size)[hosts:] for ends in (head, tail))
    pairs: Longs = inputs * outputs
    # a link that the destination fixes halves what an input can request
    return pairs // FAMILIES[network.family].inside if algorithm == ruft_static.NAME else pairs


_IN_TREE: dict[str, Callable[[int], int]] = {
    fta.NAME: lambda k: k * k + k * 2 * k,
    destro.NAME: lambda k: k * k + k * (k + 1),
}
"""Elements of a switch of a k-ary n-tree: k outputs up and k outputs down, and what can request each."""
