"""The fewest moves, against a search through everything that hands can do to a few cables."""

from collections import deque

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.asbuilt.matching.repair import Mending, Strand, mend, strands

Pairs = tuple[tuple[int, int], ...]
LOOSE = -1


@st.composite
def joined(draw: st.DrawFn, count: int) -> Pairs:
    """Some of the sockets joined in pairs."""
    order = draw(st.permutations(range(count)))
    pairs = draw(st.integers(0, count // 2))
    some = zip(order[: 2 * pairs : 2], order[1 : 2 * pairs : 2], strict=True)
    return tuple(sorted((min(a, b), max(a, b)) for a, b in some))


def mended(plan: Pairs, report: Pairs, count: int, far=lambda a, b: 0) -> list[tuple[Strand, Mending]]:
    as_array = [np.array(pairs, np.int64).reshape(-1, 2) for pairs in (plan, report)]
    return [(strand, mend(strand, far)) for strand in strands(*as_array, count)[1]]


def fewest_by_search(plan: Pairs, report: Pairs, count: int) -> int:
    """Breadth first over all states: each step pulls one plug out, or puts a loose one into a free socket.

    There are as many new cables lying about as are planned; at the end those not needed lie loose.
    """
    spare = tuple((LOOSE, LOOSE) for _ in plan)
    start = tuple(sorted([*report, *spare]))
    goal = tuple(sorted([*plan, *((LOOSE, LOOSE) for _ in report)]))
    seen, queue = {start: 0}, deque([start])
    while queue:
        state = queue.popleft()
        if state == goal:
            return seen[state]
        taken = {socket for cable in state for socket in cable}
        for at, cable in enumerate(state):
            if at and state[at - 1] == cable:
                continue
            for side in (0, 1):
                others = [LOOSE] if cable[side] != LOOSE else [s for s in range(count) if s not in taken]
                for socket in others:
                    made = tuple(sorted((socket, cable[1 - side])))
                    then = tuple(sorted([*state[:at], made, *state[at + 1 :]]))
                    if then not in seen:
                        seen[then] = seen[state] + 1
                        queue.append(then)
    raise AssertionError("there is always a way")


@given(joined(6), joined(6))
def test_nothing_does_it_with_fewer(plan: Pairs, report: Pairs) -> None:
    """A move is a plug pulled out and put in again; a cable more or less is two plugs out or in."""
    ours = 0
    for _, mending in mended(plan, report, 6):
        ours += 2 * len(mending.moves)
        ours += 2 * (mending.missing is not None) + 2 * (mending.surplus is not None)
    assert ours == fewest_by_search(plan, report, 6)


@given(joined(14), joined(14), st.randoms(use_true_random=False))
def test_every_step_is_possible_and_ends_with_the_plan(plan: Pairs, report: Pairs, chance) -> None:
    ways = {(a, b): chance.randint(0, 3) for a in range(14) for b in range(14)}
    there = {number: set(pair) for number, pair in enumerate(report)}
    found = mended(plan, report, 14, lambda a, b: ways[a, b])
    for strand, mending in found:
        if mending.surplus is not None:
            del there[mending.surplus]
        moves = list(mending.moves)
        if strand.ring:
            there[moves[-1].report].remove(moves[-1].origin)
        for at, move in enumerate(moves):
            assert not any(move.target in ends for ends in there.values())
            if not (strand.ring and at == len(moves) - 1):
                there[move.report].remove(move.origin)
            assert there[move.report] == {move.stays}
            there[move.report].add(move.target)
            assert there[move.report] == set(plan[move.plan])
    missing = {mending.missing for _, mending in found} - {None}
    assert sorted(map(sorted, there.values())) == sorted(
        list(pair) for number, pair in enumerate(plan) if number not in missing
    )


@given(joined(12), joined(12), st.randoms(use_true_random=False))
def test_of_the_fewest_moves_the_shortest_are_taken(plan: Pairs, report: Pairs, chance) -> None:
    """Each strand by every choice of what is left over or which way round: none is shorter."""
    ways = {(a, b): chance.randint(0, 3) for a in range(12) for b in range(12)}
    for strand, mending in mended(plan, report, 12, lambda a, b: ways[a, b]):
        ours = sum(ways[move.origin, move.target] for move in mending.moves)
        assert ours == min(_every_way(strand, ways))


def _every_way(strand: Strand, ways: dict[tuple[int, int], int]):
    """The sums of all assignments of links found to neighbouring links planned that leave out the fewest."""
    v, n, count = strand.sockets, len(strand.sockets), len(strand.links)
    found = [at for at in range(count) if (at % 2 == 1) == strand.planned_first]

    def going(at: int, taken: frozenset[int], used: int, total: int):
        if at == len(found):
            planned = count - len(found)
            if used == min(planned, len(found)):
                yield total
            return
        link = found[at]
        yield from going(at + 1, taken, used, total)
        for step, origin, target in ((-1, link + 1, link - 1), (1, link, link + 2)):
            plan = (link + step) % count if strand.ring else link + step
            if 0 <= plan < count and plan not in taken:
                way = ways[v[origin % n], v[target % n]]
                yield from going(at + 1, taken | {plan}, used + 1, total + way)

    return going(0, frozenset(), 0, 0)
