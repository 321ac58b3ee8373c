"""Paths between two hosts as links to draw: the shortest ones, and those of a routing algorithm."""

from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.networks.measures.distances import disjoint_paths
from fatdesk.networks.measures.path_counts import PathCounts, shortest_path_counts
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.routing.paths import disjoint_between_switches, nodes_of, path_counts, paths

FAR = np.iinfo(np.int32).max


@dataclass(frozen=True, eq=False)
class Ways:
    """The shortest paths between two nodes.

    Attributes
    ----------
    nodes
        Those of one of the paths, from the first to the last: of equal ones the nodes of lowest number.
    hops
        All links between each node of the path and the next; the path takes any of them.
    switch_ways, link_ways
        How many paths there are when the links between the same two nodes count once, and one by one.
    disjoint
        Paths that share no link between switches; all but one of that many cables may fail.
        0 where no switch is followed by another.
    through
        Where paths part most: the nodes in the middle, with how many paths by links lead through each.
    """

    nodes: tuple[int, ...]
    hops: tuple[Longs, ...]
    switch_ways: int
    link_ways: int
    disjoint: int
    through: tuple[tuple[int, int], ...]


class Ground:
    """A network as neighbours of its nodes, made once for many searches."""

    def __init__(self, fabric: Fabric) -> None:
        self.fabric = fabric
        both = np.concatenate([fabric.ends, fabric.ends[:, ::-1]]).astype(np.int64)
        order = np.argsort(both[:, 0], kind="stable")
        self._far = both[order, 1]
        self._link = order % max(1, len(fabric.ends))
        self._start = np.searchsorted(both[order, 0], np.arange(fabric.node_count + 1))
        self._forwards = fabric.kind == NodeKind.SWITCH

    def around(self, nodes: Longs) -> tuple[Longs, Longs, Longs]:
        """All links at some nodes: which of the nodes, the far node, and the link."""
        counts = self._start[nodes + 1] - self._start[nodes]
        of = np.repeat(np.arange(len(nodes)), counts)
        offset = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)
        at = self._start[nodes][of] + offset
        return of, self._far[at], self._link[at]

    def ways(self, first: int, last: int) -> Ways | None:
        """The shortest paths from one node to another; None where there is none.

        Only switches forward: a path leads through no host.
        """
        if first == last:
            return Ways((first,), (), 1, 1, 0, ())
        distance = np.full(self.fabric.node_count, FAR, np.int64)
        distance[first] = 0
        rings: list[tuple[Longs, Longs, Longs]] = []
        ring = np.array([first], np.int64)
        while distance[last] == FAR and len(ring):
            of, far, link = self.around(ring)
            distance[far[distance[far] == FAR]] = len(rings) + 1
            ahead = distance[far] == len(rings) + 1
            rings.append((ring[of[ahead]], far[ahead], link[ahead]))
            reached = np.unique(far[ahead])
            ring = reached[self._forwards[reached] | (reached == last)]
        if distance[last] == FAR:
            return None
        return self._stated(first, last, rings)

    def _stated(self, first: int, last: int, rings: list[tuple[Longs, Longs, Longs]]) -> Ways:
        """Walk back from the end, leaving out what does not lead there; then count forwards."""
        wanted = np.array([last], np.int64)
        steps = []
        for near, far, link in reversed(rings):
            kept = np.isin(far, wanted)
            steps.append((near[kept], far[kept], link[kept]))
            wanted = np.unique(near[kept])
        steps.reverse()
        by_links, by_nodes = {first: 1}, {first: 1}
        counts = [by_links]
        for near, far, _ in steps:
            pairs, times = np.unique(np.stack([near, far], axis=1), axis=0, return_counts=True)
            links_next: dict[int, int] = {}
            nodes_next: dict[int, int] = {}
            for (a, b), often in zip(pairs.tolist(), times.tolist(), strict=True):
                links_next[b] = links_next.get(b, 0) + by_links[a] * often
                nodes_next[b] = nodes_next.get(b, 0) + by_nodes[a]
            by_links, by_nodes = links_next, nodes_next
            counts.append(by_links)
        nodes, hops = [first], []
        for near, far, link in steps:
            here = near == nodes[-1]
            to = int(far[here].min())
            hops.append(np.sort(link[here & (far == to)]))
            nodes.append(to)
        return Ways(
            nodes=tuple(nodes),
            hops=tuple(hops),
            switch_ways=by_nodes[last],
            link_ways=by_links[last],
            disjoint=self._disjoint(steps),
            through=_through(steps, counts),
        )

    def _disjoint(self, steps: list[tuple[Longs, Longs, Longs]]) -> int:
        """The greatest number of shortest paths without a common link between switches."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import maximum_flow

        inner = steps[1:-1]
        if not inner:
            return 0
        near = np.concatenate([step[0] for step in inner])
        far = np.concatenate([step[1] for step in inner])
        source, sink = steps[0][1], steps[-1][0]
        names, place = np.unique(np.concatenate([near, far, source, sink]), return_inverse=True)
        count = len(names)
        a, b = place[: len(near)], place[len(near) : 2 * len(near)]
        begins = np.searchsorted(names, np.unique(source))
        ends = np.searchsorted(names, np.unique(sink))
        many = len(near) + 1
        rows = np.concatenate([a, np.full(len(begins), count), ends])
        columns = np.concatenate([b, begins, np.full(len(ends), count + 1)])
        room = np.concatenate([np.ones(len(a)), np.full(len(begins) + len(ends), many)]).astype(np.int32)
        graph = coo_array((room, (rows, columns)), shape=(count + 2, count + 2)).tocsr()
        return int(maximum_flow(graph, count, count + 1).flow_value)


def _through(
    steps: list[tuple[Longs, Longs, Longs]], counts: list[dict[int, int]]
) -> tuple[tuple[int, int], ...]:
    """The nodes in the middle of the paths, with how many paths by links lead through each."""
    middle = len(steps) // 2
    if len(steps) < 4:
        return ()
    onwards: dict[int, int] = dict.fromkeys(steps[-1][1].tolist(), 1)
    for near, far, _ in reversed(steps[middle:]):
        before: dict[int, int] = {}
        for a, b in zip(near.tolist(), far.tolist(), strict=True):
            before[a] = before.get(a, 0) + onwards[b]
        onwards = before
    return tuple((node, counts[middle][node] * onwards[node]) for node in sorted(onwards))


@dataclass(frozen=True, eq=False)
class AlgorithmPaths:
    """The paths of one pair.

    Attributes
    ----------
    scheme
        Its name.
    title
        What it does, in words.
    nodes, hops
        The first path in the routing algorithm's order: its nodes, and the link from each to the next.
    links, others
        Links and nodes of all paths.
    count, switch_ways
        How many paths there are, by links and by sequences of switches; one by links: packets have no choice.
    shortest
        The numbers of shortest paths that the network has, and their length.
    disjoint
        Paths of the network without a link in common, those of the hosts included.
    disjoint_inside
        Paths of the algorithm without a common link between switches; None where one has no such link.
    """

    scheme: str
    title: str
    nodes: tuple[int, ...]
    hops: tuple[Longs, ...]
    links: Longs
    others: Longs
    count: int
    switch_ways: int
    shortest: PathCounts
    disjoint: int
    disjoint_inside: int | None

    @property
    def deterministic(self) -> bool:
        """Whether packets have no choice."""
        return self.count == 1


def algorithm_paths(
    scheme: RoutingAlgorithm, network: Network, source: int, destination: int
) -> AlgorithmPaths | None:
    """The paths from one host to another; None where there is none.

    Raises
    ------
    FatdeskError
        When packets could go round in a circle.

    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.routing import routing_algorithm
    >>> found = algorithm_paths(routing_algorithm("fta"), network_of("kary-tree:k=2,n=3"), 0, 7)
    >>> found.count, len(found.hops), len(found.links)
    (4, 6, 14)
    """
    if source == destination:
        alone = np.zeros(0, np.int64)
        here = PathCounts(1, 1, 0, 0)
        return AlgorithmPaths(
            scheme.NAME, scheme.TITLE, (source,), (), alone, np.array([source]), 1, 1, here, 0, None
        )
    routing_table = scheme.routing_table(network)
    ways = routing_table.next_channels(destination)
    counts = path_counts(routing_table, ways, source)
    shortest = shortest_path_counts(network, source, destination)
    first = next(paths(routing_table, ways, source), None)
    if first is None or counts is None or shortest is None:
        return None
    head = network.channels[:, 1]
    seen, pending, taken = {source}, [source], set()
    while pending:
        for channel in ways.onward(pending.pop()).tolist():
            then = int(routing_table.after[channel])
            if then < 0 and head[channel] != destination:
                continue
            taken.add(channel)
            if then >= 0 and then not in seen:
                seen.add(then)
                pending.append(then)
    channels = np.array(sorted(taken), np.int64)
    ways_of = 1 if network.one_way else 2
    return AlgorithmPaths(
        scheme=scheme.NAME,
        title=scheme.TITLE,
        nodes=nodes_of(network, first),
        hops=tuple(np.array([channel // ways_of], np.int64) for channel in first),
        links=np.unique(channels // ways_of),
        others=np.unique(network.channels[channels]).astype(np.int64),
        count=counts.by_channels,
        switch_ways=counts.by_switches,
        shortest=shortest,
        disjoint=disjoint_paths(network, source, destination),
        disjoint_inside=disjoint_between_switches(routing_table, ways, source),
    )
