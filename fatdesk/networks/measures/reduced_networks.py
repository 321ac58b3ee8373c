"""Networks reduced to switches and classes of equal hosts, as searches between hosts need them."""

from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import Network


@dataclass(frozen=True, slots=True)
class HostClasses:
    """Classes of hosts.

    Attributes
    ----------
    of : (hosts,)
        Class of each host.
    count : (c,)
        Hosts of a class.
    start, at, by
        Each host of class c is joined with nodes ``at[start[c]:start[c + 1]]``, by ``by`` links.
    """

    of: Longs
    count: Longs
    start: Longs
    at: Longs
    by: Longs

    @property
    def joined(self) -> Longs:
        """Class of each entry of ``at``."""
        return np.repeat(np.arange(len(self.count)), np.diff(self.start))


def host_classes(host: Longs, node: Longs, hosts: int) -> HostClasses:
    """Classes by the links between ``host`` and ``node``, one entry a link.

    >>> found = host_classes(np.array([0, 1, 1, 2]), np.array([7, 7, 8, 7]), 3)
    >>> found.of.tolist(), found.at.tolist()
    ([0, 1, 0], [7, 7, 8])
    """
    most = int(node.max(initial=0)) + 1
    joined, by = np.unique(host * most + node, return_counts=True)
    host, node = joined // most, joined % most
    ways = np.bincount(host, minlength=hosts)
    widest = max(1, int(ways.max(initial=0)))
    table = np.zeros((hosts, 2 * widest), np.int64)
    place = np.arange(len(host)) - (np.cumsum(ways) - ways)[host]
    table[host, 2 * place], table[host, 2 * place + 1] = node + 1, by
    if widest == 1:  # one number a host sorts faster than rows
        size = int(by.max(initial=0)) + 1
        keys, of, count = np.unique(table @ np.array([size, 1]), return_inverse=True, return_counts=True)
        kinds: Longs = np.stack([keys // size, keys % size], axis=1)
    else:
        kinds, of, count = np.unique(table, axis=0, return_inverse=True, return_counts=True)
    used = kinds[:, ::2] > 0
    return HostClasses(
        of=of.reshape(-1).astype(np.int64),
        count=count.astype(np.int64),
        start=np.concatenate([[0], np.cumsum(used.sum(axis=1))]).astype(np.int64),
        at=kinds[:, ::2][used] - 1,
        by=kinds[:, 1::2][used],
    )


@dataclass(frozen=True, slots=True)
class SearchGraph:
    """Nodes: switches, then classes of hosts by their links in, then by their links out.

    Attributes
    ----------
    sources, targets
        The classes; source class c is node ``first_source`` + c, target class c ``first_target`` + c.
    tails, heads, ways : (e,)
        Nodes that are joined, and over how many links one packet may go.
    capacity : (e,)
        Links that this represents, those of all hosts of a class together.
    selves : (s, 3)
        Class as source, class as target, and hosts that are in both, by source.
    """

    sources: HostClasses
    targets: HostClasses
    first_source: int
    first_target: int
    nodes: int
    tails: Longs
    heads: Longs
    ways: Longs
    capacity: Longs
    selves: Longs


def search_graph(network: Network) -> SearchGraph:
    """Gather hosts that are alike and parallel links."""
    hosts, switches = network.hosts, network.switch_count
    tail, head = network.channels.astype(np.int64).T
    out, into = tail < hosts, head < hosts
    sources = host_classes(tail[out], head[out], hosts)
    targets = host_classes(head[into], tail[into], hosts)
    first_target = switches + len(sources.count)
    nodes = first_target + len(targets.count)
    inner = ~out & ~into
    keys, links = np.unique((tail[inner] - hosts) * nodes + head[inner] - hosts, return_counts=True)
    beyond = sources.at - hosts
    straight = sources.at < hosts  # to another host
    beyond[straight] = first_target + targets.of[sources.at[straight]]
    keys_in, place = np.unique((switches + sources.joined) * nodes + beyond, return_inverse=True)
    ways_in = np.bincount(place.reshape(-1), sources.by).astype(np.int64)
    from_switch = targets.at >= hosts
    joined = targets.joined[from_switch]
    pairs = [
        (keys // nodes, keys % nodes, links, links),
        (keys_in // nodes, keys_in % nodes, ways_in, ways_in * sources.count[keys_in // nodes - switches]),
        (
            targets.at[from_switch] - hosts,
            first_target + joined,
            targets.by[from_switch],
            targets.by[from_switch] * targets.count[joined],
        ),
    ]
    tails, heads, ways, capacity = (np.concatenate(parts) for parts in zip(*pairs, strict=True))
    both, count = np.unique(sources.of * len(targets.count) + targets.of, return_counts=True)
    return SearchGraph(
        sources,
        targets,
        switches,
        first_target,
        nodes,
        tails,
        heads,
        ways,
        capacity,
        np.stack([both // len(targets.count), both % len(targets.count), count], axis=1),
    )


@dataclass(frozen=True, slots=True)
class CutProblem:
    """Switches 0 to ``switches`` - 1, and hosts connected to them.

    Attributes
    ----------
    pairs, links : (e, 2), (e,)
        Switches that are joined, the lower number first, and by how many links, whatever their direction.
    classes
        Hosts that are alike.
    """

    hosts: int
    switches: int
    pairs: Longs
    links: Longs
    classes: HostClasses


def cut_problem(network: Network) -> CutProblem:
    """Gather parallel links, and hosts that are alike.

    Raises
    ------
    FatdeskError
        When hosts are linked with each other.
    """
    hosts, switches = network.hosts, network.switch_count
    ends = np.sort(network.ends.astype(np.int64), axis=1)
    low, high = ends.T
    of_host = low < hosts
    if bool(np.any(high < hosts)):
        raise FatdeskError("a network whose hosts are linked with each other has no bisection: add switches")
    high, top = high - hosts, max(switches, 1)
    inner, links = np.unique((low[~of_host] - hosts) * top + high[~of_host], return_counts=True)
    return CutProblem(
        hosts=hosts,
        switches=switches,
        pairs=np.stack([inner // top, inner % top], axis=1),
        links=links.astype(np.int64),
        classes=host_classes(low[of_host], high[of_host], hosts),
    )
