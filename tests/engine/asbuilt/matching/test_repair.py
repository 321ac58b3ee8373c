"""Splitters and plain cables: the fewest moves, against all assignments and a search through all states."""

import itertools
from collections import deque
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.asbuilt.matching.plugs import Socket, Wired, parted
from fatdesk.engine.asbuilt.matching.repair import Group, repairs

CAGES = ("A", "B", "C")
LEGS = 2
PORTS = [Socket(cage, place, place > 0) for cage in CAGES for place in range(LEGS + 1)]
SWITCH = [Socket("x"), Socket("y")]
HOSTS = [Socket(f"h{number}") for number in range(6)]
EVERY = [*PORTS, *SWITCH, *HOSTS]
NUMBER = {(socket.cage, socket.place): number for number, socket in enumerate(EVERY)}

Splitter = tuple[str, tuple[str, ...]]
"""The cage of the root, and the hosts at the legs."""
Plain = frozenset[str]
PLAN: tuple[list[Splitter], list[Plain]] = (
    [("A", ("h0", "h1")), ("B", ("h2", "h3"))],
    [frozenset(("x", "h4")), frozenset(("y", "h5"))],
)


def links(splitters: list[Splitter], plain: list[Plain]) -> list[tuple[int, int]]:
    found = [
        (NUMBER[root, place], NUMBER[host, 0])
        for root, hosts in splitters
        for place, host in enumerate(hosts)
    ]
    return found + [tuple(sorted(NUMBER[end, 0] for end in pair)) for pair in plain]


def wired(splitters: list[Splitter], plain: list[Plain]) -> Wired:
    cables = [*[f"s{number // LEGS}" for number in range(LEGS * 2)], "p0", "p1"]
    return Wired(*(dict(enumerate(some)) for some in (EVERY, links(*PLAN), links(splitters, plain), cables)))


@st.composite
def built(draw: st.DrawFn) -> tuple[list[Splitter], list[Plain]]:
    """All cables plugged in somewhere: roots into cages, legs into hosts, plain ones anywhere else."""
    roots = draw(st.permutations(CAGES))
    ends = draw(st.permutations([f"h{number}" for number in range(6)]))
    splitters = [(roots[number], tuple(ends[number * LEGS : number * LEGS + LEGS])) for number in range(2)]
    rest = draw(st.permutations([*ends[2 * LEGS :], "x", "y"]))
    return splitters, [frozenset(rest[:2]), frozenset(rest[2:])]


def fewest(splitters: list[Splitter], plain: list[Plain]) -> int:
    """Plugs that are elsewhere, under the best of all assignments of cables found to cables planned."""
    best = [
        sum(
            (root != to) + sum(one != other for one, other in zip(hosts, wanted, strict=True))
            for (root, hosts), (to, wanted) in zip(order, PLAN[0], strict=True)
        )
        for order in itertools.permutations(splitters)
    ]
    pairs = min(
        sum(2 - len(found & wanted) for found, wanted in zip(order, PLAN[1], strict=True))
        for order in itertools.permutations(plain)
    )
    return min(best) + pairs


def plugs(some: Wired, group: Group) -> int:
    """Plugs that are pulled out or put in: twice for a move, once each for cables too many or too few."""
    parts = parted(some)

    def ends(all_links: Mapping[int, tuple[int, int]], cable: tuple[int, ...]) -> int:
        return len({parts.plug[end] for link in cable for end in all_links[link]})

    count = 2 * (len(group.every) + len(group.legs))
    count += sum(ends(some.plan, cable) for cable in group.missing)
    return count + sum(ends(some.report, cable) for cable in group.surplus)


@given(built())
def test_no_assignment_of_cables_does_it_with_fewer(there: tuple[list[Splitter], list[Plain]]) -> None:
    some = wired(*there)
    ours = sum(plugs(some, group) for group in repairs(some, lambda _a, _b: 0))
    assert ours == 2 * fewest(*there)


@given(built())
def test_every_step_is_possible_and_ends_with_the_plan(there: tuple[list[Splitter], list[Plain]]) -> None:
    some = wired(*there)
    plug = parted(some).plug
    taken = {plug[end] for pair in some.report.values() for end in pair}
    groups = repairs(some, lambda _a, _b: 0)
    for group in groups:
        for cable in group.surplus:
            taken -= {plug[end] for link in cable for end in some.report[link]}
        for moves, ring in [(group.moves, False), *((one, True) for one in group.rings)]:
            if ring:
                taken.remove(plug[moves[-1].origin])
            for move in moves:
                if not (ring and move is moves[-1]):
                    taken.remove(plug[move.origin])
                assert plug[move.target] not in taken
                taken.add(plug[move.target])
        for cable in group.missing:
            fresh = {plug[end] for link in cable for end in some.plan[link]}
            assert not fresh & taken
            taken |= fresh
    assert taken == {plug[end] for pair in some.plan.values() for end in pair}


State = tuple[tuple[str, tuple[str, ...]], ...]
LOOSE = ""


def by_search(start: State, goal: State, hosts: list[str]) -> int:
    """Breadth first over all states of two splitters: each step pulls a plug out, or puts a loose one in."""
    first, last = tuple(sorted(start)), tuple(sorted(goal))
    seen, queue = {first: 0}, deque([first])
    while queue:
        state = queue.popleft()
        if state == last:
            return seen[state]
        roots, ends = {root for root, _ in state}, {end for _, legs in state for end in legs}
        for at, (root, legs) in enumerate(state):
            made = [(to, legs) for to in ([LOOSE] if root else [c for c in CAGES if c not in roots])]
            for leg, end in enumerate(legs):
                free = [LOOSE] if end else [host for host in hosts if host not in ends]
                made += [(root, (*legs[:leg], to, *legs[leg + 1 :])) for to in free]
            for one in made:
                then = tuple(sorted((*state[:at], one, *state[at + 1 :])))
                if then not in seen:
                    seen[then] = seen[state] + 1
                    queue.append(then)
    raise AssertionError("there is always a way")


@pytest.mark.parametrize("roots", [("A", "B"), ("B", "A"), ("A", "C"), ("C", "B")])
def test_a_search_through_all_states_agrees(roots: tuple[str, str]) -> None:
    hosts = ["h0", "h1", "h2", "h3"]
    for order in itertools.permutations(hosts):
        there = [(roots[0], order[:2]), (roots[1], order[2:])]
        some = wired(there, PLAN[1])
        ours = sum(plugs(some, group) for group in repairs(some, lambda _a, _b: 0))
        assert ours == by_search(tuple(there), tuple(PLAN[0]), hosts), there


def test_legs_moved_at_their_hosts_and_whole_plugs() -> None:
    def moves(splitters: list[Splitter]) -> list[tuple[str, str, bool]]:
        groups = repairs(wired(splitters, PLAN[1]), lambda _a, _b: 0)
        assert not any(group.missing or group.surplus for group in groups)
        return sorted(
            (EVERY[move.origin].cage, EVERY[move.target].cage, move.whole)
            for group in groups
            for move in group.every
        )

    a, b = PLAN[0]
    assert moves([("A", ("h1", "h0")), b]) == [("h0", "h1", False), ("h1", "h0", False)]
    assert moves([("A", ("h2", "h1")), ("B", ("h0", "h3"))]) == [("h0", "h2", False), ("h2", "h0", False)]
    assert moves([("B", a[1]), ("A", b[1])]) == [("A", "B", True), ("B", "A", True)]
    assert moves([("C", a[1]), b]) == [("C", "A", True)]
    assert moves([("C", ("h0", "h2")), ("B", ("h1", "h3"))]) == [
        ("C", "A", True), ("h1", "h2", False), ("h2", "h1", False),
    ]  # fmt: skip


def test_a_leg_that_the_plan_leaves_free_in_the_place_of_another() -> None:
    plan = [
        (NUMBER["A", 0], NUMBER["h0", 0]),
        (NUMBER["B", 0], NUMBER["h2", 0]),
        (NUMBER["B", 1], NUMBER["h3", 0]),
    ]
    plan.append((NUMBER["A", 2], NUMBER["h1", 0]))
    report = [(NUMBER["A", 1], NUMBER["h0", 0]), *plan[1:]]
    some = Wired(*(dict(enumerate(some)) for some in (EVERY, plan, report, ["a", "b", "b", "a"])))
    groups = repairs(some, lambda _a, _b: 0)
    (leg,) = [leg for group in groups for leg in group.legs]
    assert (EVERY[leg.found].place, EVERY[leg.wanted].place, EVERY[leg.at].cage) == (1, 0, "h0")
    assert sum(len(group.every) + len(group.legs) for group in groups) == 1
    assert not any(group.missing or group.surplus for group in groups)
