"""Balanced cuts of a network: the best of all of a small one, a good one of a large one."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array, diags_array
from scipy.sparse.linalg import ArpackError, eigsh

from fatdesk.core.arrays import Bools, Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.progress import Progress
from fatdesk.networks.measures.reduced_networks import CutProblem
from fatdesk.networks.network import Network


@compiled
def fewest_for(
    side: Bools, start: Longs, at: Longs, by: Longs, count: Longs, hosts: int, widest: int, room: Longs
) -> int:
    """Links of hosts that are cut at least where switches lie on these sides and hosts are halved.

    ``room`` is space for 2 ``widest`` + 1 numbers, ``widest`` the most links of a host.
    """
    room[:] = 0
    total = 0
    for c in range(len(count)):
        to_one = 0
        to_zero = 0
        for i in range(start[c], start[c + 1]):
            if side[at[i]]:
                to_one += by[i]
            else:
                to_zero += by[i]
        total += to_one * count[c]  # as if it lay on side 0
        room[to_zero - to_one + widest] += count[c]  # what side 1 costs more
    best = -1
    for half in range(hosts // 2, hosts - hosts // 2 + 1):
        left = half
        cost = total
        for more in range(2 * widest + 1):
            taken = min(left, room[more])
            cost += taken * (more - widest)
            left -= taken
        if best < 0 or cost < best:
            best = cost
    return best


@compiled
def cut_of(side: Bools, pairs: Longs, links: Longs) -> int:
    """Links between switches on different sides."""
    total = 0
    for e in range(len(links)):
        if side[pairs[e, 0]] != side[pairs[e, 1]]:
            total += links[e]
    return total


@compiled
def every_side(
    switches: int,
    first: int,
    last: int,
    pairs: Longs,
    links: Longs,
    start: Longs,
    at: Longs,
    by: Longs,
    count: Longs,
    hosts: int,
    widest: int,
) -> int:
    """The fewest links cut over the sides of switches that numbers from ``first`` to ``last`` - 1 spell."""
    side = np.zeros(switches, np.bool_)
    room = np.zeros(2 * widest + 1, np.int64)
    best = -1
    for number in range(first, last):
        for s in range(switches):
            side[s] = (number >> s) & 1
        cut = cut_of(side, pairs, links)
        if best < 0 or cut < best:
            cut += fewest_for(side, start, at, by, count, hosts, widest, room)
            if best < 0 or cut < best:
                best = cut
    return best


@compiled
def refine(  # noqa: PLR0912, PLR0915 (one loop over lists that calls would have to hand on)
    side: Bools,
    weight: Longs,
    kind: Longs,
    kinds: int,
    start: Longs,
    heads: Longs,
    links: Longs,
    target: int,
    flip: int,
    passes: int,
) -> None:
    """Fiduccia and Mattheyses' improvement of a cut: move nodes one by one, keep the best prefix, repeat.

    The sum of links cut and ``flip`` for each unit of weight that side 1 differs from ``target`` falls.

    Parameters
    ----------
    side : (n,) bool
        Changed in place.
    weight, kind
        Weight of each node, and a number below ``kinds`` that nodes of one weight share.
    start, heads, links
        Neighbours of node v from ``start[v]`` on, and links to each.
    """
    nodes = len(side)
    most = 1
    for v in range(nodes):
        degree = 0
        for i in range(start[v], start[v + 1]):
            degree += links[i]
        most = max(most, degree)
    width = 2 * most + 1
    lists = 2 * kinds
    after = np.empty(nodes, np.int64)
    before = np.empty(nodes, np.int64)
    gain = np.empty(nodes, np.int64)
    free = np.empty(nodes, np.bool_)
    order = np.empty(nodes, np.int64)
    first = np.empty((lists, width), np.int64)
    top = np.empty(lists, np.int64)
    on_one = 0
    for v in range(nodes):
        if side[v]:
            on_one += weight[v]
    for _ in range(passes):
        first[:] = -1
        top[:] = -1
        for v in range(nodes):
            g = 0
            for i in range(start[v], start[v + 1]):
                g += links[i] if side[heads[i]] != side[v] else -links[i]
            gain[v] = g
            free[v] = True
            row = 2 * kind[v] + side[v]
            slot = g + most
            before[v] = -1
            after[v] = first[row, slot]
            if after[v] >= 0:
                before[after[v]] = v
            first[row, slot] = v
            top[row] = max(top[row], slot)
        won = 0
        best = 0
        kept = 0
        moves = 0
        start_on_one = on_one
        best_on_one = on_one
        while moves < nodes:
            pick = -1
            value = 0
            for row in range(lists):
                while top[row] >= 0 and first[row, top[row]] < 0:
                    top[row] -= 1
                if top[row] >= 0:
                    v = first[row, top[row]]
                    then = on_one + (weight[v] if row % 2 == 0 else -weight[v])
                    worth = gain[v] + flip * (abs(on_one - target) - abs(then - target))
                    if pick < 0 or worth > value:
                        pick = v
                        value = worth
            if pick < 0:
                break
            v = pick
            row = 2 * kind[v] + side[v]
            if before[v] >= 0:
                after[before[v]] = after[v]
            else:
                first[row, gain[v] + most] = after[v]
            if after[v] >= 0:
                before[after[v]] = before[v]
            free[v] = False
            on_one += -weight[v] if side[v] else weight[v]
            side[v] = not side[v]
            order[moves] = v
            moves += 1
            won += value
            if won > best:
                best = won
                kept = moves
                best_on_one = on_one
            for i in range(start[v], start[v + 1]):
                u = heads[i]
                if free[u]:
                    row = 2 * kind[u] + side[u]
                    if before[u] >= 0:
                        after[before[u]] = after[u]
                    else:
                        first[row, gain[u] + most] = after[u]
                    if after[u] >= 0:
                        before[after[u]] = before[u]
                    gain[u] += -2 * links[i] if side[u] == side[v] else 2 * links[i]
                    slot = gain[u] + most
                    before[u] = -1
                    after[u] = first[row, slot]
                    if after[u] >= 0:
                        before[after[u]] = u
                    first[row, slot] = u
                    top[row] = max(top[row], slot)
        for m in range(kept, moves):
            side[order[m]] = not side[order[m]]
        on_one = best_on_one if kept > 0 else start_on_one
        if kept == 0:
            break


MOST_WORK = 1 << 30
"""Steps that trying all sides may take: a second or two."""
MOST_SPECTRAL = 20_000
MOST_RANDOM = 4_000
RANDOM_STARTS = 6
PASSES = 20
KINDS = 32


def can_try_all(problem: CutProblem, most: int = MOST_WORK) -> bool:
    """Whether all sides can be tried in a number of steps; by default within a few seconds."""
    steps = len(problem.links) + len(problem.classes.at) + 2 * _widest(problem) + problem.switches
    return problem.switches <= 26 and steps << max(0, problem.switches - 1) <= most


def best_of_all(problem: CutProblem, progress: Progress) -> int:
    """The fewest links cut, by trying every side of every switch; hosts then lie where it costs least."""
    total = 1 << max(0, problem.switches - 1)  # the last switch stays: both sides are alike
    step = max(1, total // 64)
    found = []
    for first in range(0, total, step):
        progress.step(first, total, "bisection: every cut")
        found.append(every_side(problem.switches, first, min(total, first + step), *_arrays(problem)))
    progress.step(total, total, "bisection: every cut")
    return int(min(found))


def good_cut(
    network: Network,
    problem: CutProblem,
    progress: Progress,
    known: Bools | None = None,
    *,
    random_starts: int = RANDOM_STARTS,
    by_diffusion: bool = True,
) -> tuple[int, Bools]:
    """Links of the best balanced cut that several starts and their refinement lead to, and its sides.

    Parameters
    ----------
    known : (switches,) bool
        The sides of a cut that may be good, a start more.
    random_starts
        Starts at random, of networks that are not too large.
    by_diffusion
        Whether the slowest direction of diffusion is a start, too; it takes milliseconds.

    Returns
    -------
    int
        How many links are cut.
    (switches,) bool
        On which side each switch is.
    """
    graph = _Graph(problem)
    starts = list(_starts(network, problem, graph, random_starts, by_diffusion))
    if known is not None:
        starts.insert(0, np.concatenate([known, np.zeros(len(graph.weight) - len(known), np.bool_)]))
    found = []
    for number, side in enumerate(starts):
        progress.step(number, len(starts), "bisection: refining cuts")
        found.append(graph.refined(side))
    progress.step(1, 1, "bisection: refining cuts")
    return min(found, key=lambda one: one[0])


def cuts_from_random(problem: CutProblem, starts: int) -> tuple[int, NDArray[np.bool_]]:
    """The fewest links that refined random starts cut, and the sides of switches in each such cut found.

    Returns
    -------
    int
        How many links these cuts have.
    (cuts, switches) bool
        The sides, cut by cut; cuts may be the same.
    """
    graph = _Graph(problem)
    random = np.random.default_rng(1)
    found = [graph.refined(graph.halved(random.permutation(len(graph.weight)))) for _ in range(starts)]
    least = min(links for links, _ in found)
    return least, np.stack([side for links, side in found if links == least])


def _arrays(problem: CutProblem) -> tuple[Longs, Longs, Longs, Longs, Longs, Longs, int, int]:
    p, c = problem, problem.classes
    return p.pairs, p.links, c.start, c.at, c.by, c.count, p.hosts, _widest(p)


def _widest(problem: CutProblem) -> int:
    """Most links of a host."""
    return int(np.bincount(problem.classes.joined, problem.classes.by).max(initial=1))


class _Graph:
    """Switches, which hosts on one switch weigh down, and hosts on several as nodes of their own."""

    def __init__(self, problem: CutProblem) -> None:
        self.problem = problem
        classes = problem.classes
        ways = np.diff(classes.start)
        single = ways == 1
        first_of = classes.start[:-1]
        self.weight = np.zeros(problem.switches, np.int64)
        np.add.at(self.weight, classes.at[first_of[single]], classes.count[single])
        by = classes.by[first_of[single]]
        self.flip = int(by.min(initial=64)) if single.any() else int(ways.max(initial=1))
        several = np.flatnonzero(~single)
        per_host = np.repeat(several, classes.count[several])
        n = problem.switches
        tails = np.repeat(n + np.arange(len(per_host)), ways[per_host])
        first = np.repeat(first_of[per_host], ways[per_host])
        within = np.arange(len(tails)) - np.repeat(np.cumsum(ways[per_host]) - ways[per_host], ways[per_host])
        low = np.concatenate([problem.pairs[:, 0], classes.at[first + within]])
        high = np.concatenate([problem.pairs[:, 1], tails])
        links = np.concatenate([problem.links, classes.by[first + within]])
        self.weight = np.concatenate([self.weight, np.ones(len(per_host), np.int64)])
        size = len(self.weight)
        both = coo_array((np.tile(links, 2), (np.r_[low, high], np.r_[high, low])), shape=(size, size))
        self.matrix: csr_array = both.tocsr()
        _, kind = np.unique(self.weight, return_inverse=True)
        self.kind = np.minimum(kind, KINDS - 1).astype(np.int64)

    def refined(self, side: Bools) -> tuple[int, Bools]:
        """Links cut once a start was refined and hosts lie where it costs least, and the switches' sides."""
        problem, matrix = self.problem, self.matrix
        side = side.copy()
        refine(
            side,
            self.weight,
            self.kind,
            int(self.kind.max(initial=0)) + 1,
            matrix.indptr.astype(np.int64),
            matrix.indices.astype(np.int64),
            matrix.data.astype(np.int64),
            problem.hosts // 2,
            self.flip,
            PASSES,
        )
        switch_side = side[: problem.switches]
        classes, widest = problem.classes, _widest(problem)
        room = np.zeros(2 * widest + 1, np.int64)
        of_hosts = fewest_for(
            switch_side,
            classes.start,
            classes.at,
            classes.by,
            classes.count,
            problem.hosts,
            widest,
            room,
        )
        links = int(cut_of(switch_side, problem.pairs, problem.links)) + int(of_hosts)
        return links, switch_side.copy()

    def halved(self, order: Longs) -> Bools:
        """The first nodes of an order on side 1, until half of the weight is there."""
        weight = self.weight[order]
        side = np.zeros(len(order), np.bool_)
        side[order] = 2 * np.cumsum(weight) - weight < self.weight.sum()
        return side


def _starts(
    network: Network, problem: CutProblem, graph: _Graph, random_starts: int, by_diffusion: bool
) -> Iterator[Bools]:
    size = len(graph.weight)
    yield np.zeros(size, np.bool_)
    yield _by_number(network, problem, graph)
    if by_diffusion and 2 < size <= MOST_SPECTRAL:
        vector = _spectral(graph.matrix)
        if vector is not None:
            yield graph.halved(np.argsort(vector, kind="stable").astype(np.int64))
    random = np.random.default_rng(1)
    for _ in range(random_starts if size <= MOST_RANDOM else 0):
        yield graph.halved(random.permutation(size))


def _by_number(network: Network, problem: CutProblem, graph: _Graph) -> Bools:
    """Hosts of lower numbers on side 1, switches where most of what hangs beneath them is."""
    share = np.zeros(network.node_count)
    share[: network.hosts] = np.arange(network.hosts) < network.hosts // 2
    low, high = network.ends.T
    down = network.level[low] > network.level[high]  # channels out of a one-way network
    low, high = low[~down], high[~down]
    sides = np.zeros(network.node_count, np.bool_)
    sides[: network.hosts] = share[: network.hosts] > 0
    for level in range(1, int(network.level.max(initial=0)) + 1):
        here = (network.level[high] == level) & (network.level[low] < level)
        total = np.bincount(high[here], share[low[here]], minlength=network.node_count)
        count = np.bincount(high[here], minlength=network.node_count)
        nodes = np.flatnonzero(network.level == level)
        share[nodes] = total[nodes] / np.maximum(count[nodes], 1)
        even = np.abs(share[nodes] - 0.5) < 1e-9
        sides[nodes] = share[nodes] > 0.5
        sides[nodes[even]] = np.arange(int(even.sum())) < even.sum() // 2
    classes = problem.classes
    hosts = np.flatnonzero((np.diff(classes.start) != 1)[classes.of])
    order = hosts[np.argsort(classes.of[hosts], kind="stable")]
    found: Bools = np.concatenate([sides[network.hosts :], sides[order]])
    assert len(found) == len(graph.weight)
    return found


def _spectral(matrix: csr_array) -> NDArray[np.float64] | None:
    """Return the positions of nodes along the weakest direction of the network (Fiedler vector)."""
    degree = np.asarray(matrix.sum(axis=1)).ravel().astype(np.float64)
    scale = diags_array(1 / np.sqrt(np.maximum(degree, 1)))
    begin = np.random.default_rng(1).random(len(degree))
    try:
        # in a network of pieces it starts again from vectors that are drawn
        drawn = np.random.default_rng(1)
        _, vectors = eigsh(scale @ matrix.astype(np.float64) @ scale, k=2, which="LA", v0=begin, rng=drawn)
    except (ArpackError, ValueError):
        return None
    return np.asarray(np.round(vectors[:, 0] / np.sqrt(np.maximum(degree, 1)), 9))
