"""Shortest ways between two hosts: one of them, how many there are, how many cables may be lost."""

from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.fabric.fabric import Fabric, NodeKind

FAR = np.iinfo(np.int32).max


@dataclass(frozen=True, eq=False)
class Ways:
    """The shortest ways between two nodes.

    Attributes
    ----------
    nodes
        Those of one of the ways, from the first to the last: of equal ones the nodes of lowest number.
    hops
        All links between each node of the way and the next; the way takes any of them.
    switch_ways, link_ways
        How many ways there are when the links between the same two nodes count once, and one by one.
    disjoint
        Ways that share no link between switches; so many cables less one may be lost and one is left.
        0 where no switch is followed by another.
    through
        Where ways part most: the nodes in the middle, with how many ways by links lead through each.
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
        """The shortest ways from one node to another; None where there is none.

        Only switches forward: a way leads through no host.
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
        return self._told(first, last, rings)

    def _told(self, first: int, last: int, rings: list[tuple[Longs, Longs, Longs]]) -> Ways:
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
        """The greatest number of shortest ways without a common link between switches."""
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
    """The nodes in the middle of the ways, with how many ways by links lead through each."""
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
