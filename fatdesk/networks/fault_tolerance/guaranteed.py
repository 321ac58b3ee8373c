"""Guaranteed fault tolerance: the most faults that are always tolerated, proved by cut or trial."""

from math import comb
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Bools, Ints
from fatdesk.core.compiled import compiled
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.fault_tolerance.connectivity.judging import (
    Combinations,
    first_bits,
    judges,
    possible,
    set_bits,
    things_of,
)
from fatdesk.networks.fault_tolerance.connectivity.path_programs import SURE, Program, program_of
from fatdesk.networks.fault_tolerance.results import AlwaysTolerated
from fatdesk.networks.fault_tolerance.units import FaultUnits
from fatdesk.networks.network import Network
from fatdesk.networks.routing import updown
from fatdesk.networks.routing.algorithm import RoutingAlgorithm

ENDLESS = 1 << 30
"""The capacity of what never fails."""


@compiled
def least_cut(
    tail: Ints, head: Ints, room: Ints, sources: Ints, target: int, best: int, side: Bools
) -> tuple[int, int]:
    """The least cut between one of the sources and the target.

    By augmenting paths (Ford and Fulkerson, 1956); a source is left as soon as it has as much flow as the
    least cut so far.

    Parameters
    ----------
    tail, head, room
        Arcs and how many elements are to fail so that each is gone; ENDLESS: it never is.
    best
        Only less is looked for.
    side : (nodes,)
        Changed when less is found: what is still reached from that source.

    Returns
    -------
    best, source
        The least cut, and its source; -1 when no less was found.
    """
    found = -1
    start, arc = _both_ways(tail, head, len(side))
    left = np.zeros(2 * len(tail), np.int32)  # 2 i: over arc i; 2 i + 1: back over it
    for i in range(len(tail)):
        left[2 * i] = room[i]
    came = np.full(len(side), -1, np.int32)
    reached, stack = np.empty(len(side), np.int32), np.empty(len(side), np.int32)
    at = np.empty(len(side), np.int32)
    fuller = np.zeros(len(tail), np.bool_)
    changed = np.empty(len(tail), np.int32)
    seen = 0
    for source in sources:
        flow = 0
        changes = 0
        while flow < best:
            for i in range(seen):  # what was reached before; all nodes would take longer than the search
                came[reached[i]] = -1
            seen = _search(source, target, start, arc, tail, head, left, came, reached, stack, at)
            if came[target] < 0:
                break
            least, changes = _push(source, target, tail, head, left, came, fuller, changed, changes)
            flow += least
        if flow < best:
            best, found = flow, source
            for node in range(len(side)):
                side[node] = False
            for i in range(seen):
                side[reached[i]] = True
        for i in range(changes):
            back = changed[i]
            left[2 * back], left[2 * back + 1] = room[back], 0
            fuller[back] = False
    return best, found


@compiled
def _both_ways(tail: Ints, head: Ints, nodes: int) -> tuple[Ints, Ints]:
    """Arcs out of each node, forwards and backwards, as (start, arc)."""
    start = np.zeros(nodes + 1, np.int32)
    for i in range(len(tail)):
        start[tail[i] + 1] += 1
        start[head[i] + 1] += 1
    for i in range(nodes):
        start[i + 1] += start[i]
    fill = start[:nodes].copy()
    arc = np.empty(2 * len(tail), np.int32)
    for i in range(len(tail)):
        arc[fill[tail[i]]] = 2 * i
        fill[tail[i]] += 1
        arc[fill[head[i]]] = 2 * i + 1
        fill[head[i]] += 1
    return start, arc


@compiled
def _search(
    source: int,
    target: int,
    start: Ints,
    arc: Ints,
    tail: Ints,
    head: Ints,
    left: Ints,
    came: Ints,
    reached: Ints,
    stack: Ints,
    at: Ints,
) -> int:
    """By which arc each node is reached, -1 if it is not; how many are, the first of ``reached``.

    Depth first, because it ends at the target, to which most nodes have a path.
    """
    came[source] = len(left)
    reached[0] = stack[0] = source
    at[source] = start[source]
    count, depth = 1, 1
    while depth > 0:
        node = stack[depth - 1]
        if at[node] == start[node + 1]:
            depth -= 1
            continue
        taken = arc[at[node]]
        at[node] += 1
        then = tail[taken >> 1] if taken & 1 else head[taken >> 1]
        if left[taken] > 0 and came[then] < 0:
            came[then] = taken
            reached[count] = then
            count += 1
            if then == target:
                break
            at[then] = start[then]
            stack[depth] = then
            depth += 1
    return count


@compiled
def _push(
    source: int,
    target: int,
    tail: Ints,
    head: Ints,
    left: Ints,
    came: Ints,
    fuller: Bools,
    changed: Ints,
    changes: int,
) -> tuple[int, int]:
    """Send the maximum over the path that was found; what has no end is not sent, but returned."""
    least = ENDLESS
    node = target
    while node != source:
        taken = came[node]
        least = min(least, left[taken])
        node = head[taken >> 1] if taken & 1 else tail[taken >> 1]
    if least < ENDLESS:
        node = target
        while node != source:
            taken = came[node]
            left[taken] -= least
            left[taken ^ 1] += least
            if not fuller[taken >> 1]:
                fuller[taken >> 1] = True
                changed[changes] = taken >> 1
                changes += 1
            node = head[taken >> 1] if taken & 1 else tail[taken >> 1]
    return least, changes


MOST_TRIED = 1_000_000
"""Combinations of a number of faults that are tried one by one."""


def always_tolerated(
    network: Network, algorithm: RoutingAlgorithm, units: FaultUnits, progress: Progress = SILENT
) -> AlwaysTolerated:
    """The most faults of which no combination parts a pair of hosts.

    Links, counted in one direction or as whole cables, are a cut in the graph of a pair's paths: each
    direction of a link is one arc there. (Of the arcs that lead out of what a source still reaches, no two
    are the directions of one link; so the least cut is the same for whole cables.) Switches are a cut through
    nodes. Where a switch is in two states, as in ``updown``, and where paths are only known once something
    fails, every combination is tried, as long as there are no more than a million of a number of faults.

    Raises
    ------
    FatdeskError
        When hosts are parted even if nothing fails.
    Cancelled
        When ``progress`` was asked to stop.
    """
    over = possible(network, algorithm, units)
    if over is not None:
        program = program_of(over, units, progress)
        by_node = over.states == network.node_count
        if by_node or (algorithm.NAME == updown.NAME and units.requested.among != "switches"):
            return _by_cut(network, units, program, progress)
    return _by_trying(network, algorithm, units, progress)


class _Graph(NamedTuple):
    """The graph of all pairs with a destination of a class; node 0 is the destination.

    Attributes
    ----------
    tail, head, room : int32
        Arcs, and how many elements are to fail until they are gone.
    of : int32
        The group of channels of an arc, or the element where switches fail; -1: it never fails.
    nodes
        How many nodes.
    sources : int32
        The nodes of sources.
    """

    tail: Ints
    head: Ints
    room: Ints
    of: Ints
    nodes: int
    sources: Ints


def _by_cut(network: Network, units: FaultUnits, program: Program, progress: Progress) -> AlwaysTolerated:

    best = units.count + 1
    fatal: Ints | None = None
    for number in range(program.classes):
        progress.step(number, program.classes, "minimum cuts")
        made = _through_switches if units.requested.among == "switches" else _through_links
        graph = made(program, number, units, network)
        side = np.zeros(graph.nodes, np.bool_)
        found, source = least_cut(graph.tail, graph.head, graph.room, graph.sources, 0, best, side)
        if found == best:
            continue
        best = found
        cut = graph.of[side[graph.tail] & ~side[graph.head]]
        fatal = np.sort(cut) if units.requested.among == "switches" else _things(program, number, source, cut)
        if best == 0:
            raise _parted()
    return AlwaysTolerated(best - 1, "minimum cut", None if fatal is None else tuple(fatal.tolist()))


def _steps(program: Program, number: int) -> tuple[Ints, Ints, Ints]:
    """State, group and next state of each step of a class."""
    low, high = program.first_state[number], program.first_state[number + 1]
    begin, end = program.step_start[low], program.step_start[high]
    many = np.diff(program.step_start[low : high + 1])
    state = np.repeat(np.arange(1, high - low + 1, dtype=np.int32), many)
    return state, program.group[begin:end], program.onward[begin:end]


def _through_links(program: Program, number: int, _: FaultUnits, __: Network) -> _Graph:
    """Channels that several states may take are one arc, which all of them come to."""
    state, group, onward = _steps(program, number)
    states = int(program.first_state[number + 1] - program.first_state[number])
    sizes = np.diff(program.member_start, prepend=0)
    lasts = _lasts(program, number, 0)
    slot = group - program.groups
    real = group.copy()
    real[slot >= 0] = lasts[slot[slot >= 0]]
    room = np.where(group == SURE, np.int32(1 << 30), sizes[real])
    keys = group.astype(np.int64) * (states + 1) + onward
    _, first, alike, count = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    alike = alike.reshape(-1)
    shared = (count[alike] > 1) & (group != SURE)
    hub = np.cumsum(np.bincount(alike[shared], minlength=len(count)) > 0) + states
    joint = first[np.unique(alike[shared])]
    return _Graph(
        tail=np.concatenate([state, hub[alike[joint]]]).astype(np.int32),
        head=np.concatenate([np.where(shared, hub[alike], onward), onward[joint]]).astype(np.int32),
        room=np.concatenate([np.where(shared, np.int32(1 << 30), room), room[joint]]).astype(np.int32),
        of=np.concatenate([np.where(shared, SURE, group), group[joint]]).astype(np.int32),
        nodes=states + 1 + len(joint),
        sources=np.arange(program.first_source[number], states + 1, dtype=np.int32),
    )


def _through_switches(program: Program, number: int, units: FaultUnits, network: Network) -> _Graph:
    """Each switch is an arc from node 2 i to 2 i + 1."""
    state, _, onward = _steps(program, number)
    low = int(program.first_state[number])
    states = int(program.first_state[number + 1]) - low
    first_source = int(program.first_source[number])
    element = np.full(network.node_count, -1, np.int32)
    element[units.of] = np.arange(units.count, dtype=np.int32)
    switch = np.arange(1, first_source, dtype=np.int32)
    endless = np.full(len(state), 1 << 30, np.int32)
    return _Graph(
        tail=np.concatenate([2 * state + 1, 2 * switch]),
        head=np.concatenate([2 * onward, 2 * switch + 1]),
        room=np.concatenate([endless, np.ones(len(switch), np.int32)]),
        of=np.concatenate(
            [np.full(len(state), -1, np.int32), element[program.state[low : low + len(switch)]]]
        ),
        nodes=2 * states + 2,
        sources=np.arange(first_source, states + 1, dtype=np.int32) * np.int32(2) + np.int32(1),
    )


def _lasts(program: Program, number: int, host: int) -> Ints:
    """The groups of last channels of a host of a class, if they differ."""
    begin, many = program.last_start[number] + host * program.lasts[number], program.lasts[number]
    return program.last[begin : begin + many]


def _things(program: Program, number: int, source: int, groups: Ints) -> Ints:
    """The elements that remove all channels of some groups, from a source to a host of a class."""
    itself = program.own[program.own_start[number]] == source
    alone = program.weight[program.first_state[number] + source - 1] == 1
    lasts = _lasts(program, number, 1 if itself and alone else 0)
    real = groups.copy()
    real[groups >= program.groups] = lasts[groups[groups >= program.groups] - program.groups]
    ends = program.unit_start[program.member_start]
    found = [program.unit[ends[group - 1] : ends[group]] for group in real.tolist()]
    return np.sort(np.concatenate([*found, np.zeros(0, np.int32)]))


def _by_trying(
    network: Network, algorithm: RoutingAlgorithm, units: FaultUnits, progress: Progress
) -> AlwaysTolerated:
    judge = judges(network, algorithm, units, progress)()
    for faults in range(units.count + 1):
        if comb(units.count, faults) > MOST_TRIED:
            return AlwaysTolerated(faults - 1, "not proved", None)
        tried = Combinations.up_to(MOST_TRIED, units.count, faults, seed=0)
        out = tried.empty_block()
        for block in range(tried.blocks):

            def check(block: int = block, total: int = tried.blocks) -> None:
                progress.step(block, total, "combinations of faults")

            check()
            many = tried.fill(block, out)
            fatal = first_bits(many) & ~judge.judge(out, many, False, check).good
            if not fatal.any():
                continue
            if faults == 0:
                raise _parted()
            elements = tuple(things_of(out, set_bits(fatal)[0]).tolist())
            return AlwaysTolerated(faults - 1, "every combination tried", elements)
    return AlwaysTolerated(units.count, "every combination tried", None)


def _parted() -> FatdeskError:
    return FatdeskError(
        "some hosts are separated even if nothing fails: connect them, or use another routing algorithm"
    )
