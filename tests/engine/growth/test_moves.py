"""Fewest moved cables against integer programming, closed forms, and figures of networks for sale."""

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import Bounds, LinearConstraint, milp

from fatdesk.engine.growth.moves import GrowthError, Proof, Target, fewest_moves, lower_bound
from tests.patience import few

CASES = 600 if os.environ.get("FATDESK_LONG") else 30


def random_target(random: np.random.Generator, most: int) -> Target:
    """Switches of different sizes; the cables of today are as they came."""
    lowers, uppers = random.integers(1, most + 1, 2)
    old = int(random.integers(1, lowers + 1)), int(random.integers(1, uppers + 1))
    today = random.integers(0, 5, old) * (random.random(old) < 0.8)
    cables = random.integers(0, 3 * uppers, lowers)
    if random.random() < 0.7:
        cables[: old[0]] = np.maximum(cables[: old[0]], today.sum(axis=1))
    balance = ("balanced", "free", "equal")[int(random.choice(3, p=[0.5, 0.4, 0.1]))]
    if balance == "equal":
        cables -= cables % uppers
    ports = random.integers(0, 3, uppers) + -(-int(cables.sum()) // uppers)
    if random.random() < 0.3:
        ports = np.maximum(0, ports - random.integers(0, 4, uppers))
    return Target.of(today, cables, ports, balance)


def by_integer_programming(target: Target) -> int | None:
    """The fewest cables taken off, by HiGHS; None: there is no solution."""
    lowers, uppers = target.shape
    pairs = lowers * uppers
    before = target.before.ravel()
    if target.balance == "free":
        least, most = np.zeros(pairs), np.full(pairs, np.inf)
    else:
        least = np.repeat(np.floor(target.cables / uppers), uppers)
        most = np.repeat(np.ceil(target.cables / uppers), uppers)
    rows = np.kron(np.eye(lowers), np.ones(uppers))
    columns = np.kron(np.ones(lowers), np.eye(uppers))
    found = milp(
        np.concatenate([np.zeros(pairs), np.ones(pairs)]),
        constraints=[
            LinearConstraint(np.hstack([rows, 0 * rows]), target.cables, target.cables),
            LinearConstraint(np.hstack([columns, 0 * columns]), -np.inf, target.ports),
            LinearConstraint(np.hstack([np.eye(pairs), np.eye(pairs)]), before, np.inf),
        ],
        integrality=np.ones(2 * pairs),
        bounds=Bounds(
            np.concatenate([least, np.zeros(pairs)]), np.concatenate([most, np.full(pairs, np.inf)])
        ),
    )
    return None if found.x is None else round(found.fun)


def test_equal_to_integer_programming() -> None:
    random = np.random.default_rng(18)
    solved = 0
    for _ in range(CASES):
        target = random_target(random, 12)
        wanted = by_integer_programming(target)
        if wanted is None:
            with pytest.raises(GrowthError, match="short"):
                fewest_moves(target)
            continue
        found = fewest_moves(target)
        assert found.moved + found.removed == found.proof.bound == wanted
        assert (found.after.sum(axis=1) == target.cables).all()
        assert (found.after.sum(axis=0) <= target.ports).all()
        least, most = target.bounds
        assert ((least <= found.after) & (found.after <= most)).all()
        assert found.added - found.removed == target.cables.sum() - target.today.sum()
        solved += 1
    assert solved > CASES // 2


@given(seed=st.integers(0, 10**6))
@settings(max_examples=few(12))
def test_most_even_of_the_fewest(seed: int) -> None:
    """Squares of pairs and of upper switches, against HiGHS with a variable for each cable."""
    target = random_target(np.random.default_rng(seed), 4)
    if not target.cables.any() or by_integer_programming(target) is None:
        return
    found = fewest_moves(target)
    lowers, uppers = target.shape
    deep, total = int(target.cables.max(initial=0)), int(target.cables.sum())
    pairs = lowers * uppers
    least, most = (each.ravel() for each in target.bounds)
    # unit k of a pair, then unit k of an upper switch; costs rise with k, so units fill from below
    unit = np.tile(np.arange(deep), pairs)
    of_pair = np.repeat(np.arange(pairs), deep)
    units_above, of_upper = np.tile(np.arange(total), uppers), np.repeat(np.arange(uppers), total)
    cost = np.concatenate([2 * unit + 1, 2 * units_above + 1])
    low = np.concatenate([unit < least[of_pair], np.zeros(len(units_above))])
    high = np.concatenate([unit < most[of_pair], units_above < target.ports[of_upper]])
    own = np.zeros(len(units_above))
    rows = [np.concatenate([of_pair // uppers == lower, own]) for lower in range(lowers)]
    through = [
        np.concatenate([of_pair % uppers == upper, -1.0 * (of_upper == upper)]) for upper in range(uppers)
    ]
    keeps = np.concatenate([unit < target.before.ravel()[of_pair], own])
    kept = int(target.before.sum()) - found.moved - found.removed
    best = milp(
        cost,
        constraints=[
            LinearConstraint(np.array(rows, float), target.cables, target.cables),
            LinearConstraint(np.array(through, float), 0, 0),
            LinearConstraint(keeps.astype(float)[None, :], kept, np.inf),
        ],
        integrality=np.ones(len(cost)),
        bounds=Bounds(low, high),
    )
    squares = int((found.after**2).sum() + (found.after.sum(axis=0) ** 2).sum())
    assert squares == round(best.fun)


@given(
    edges=st.integers(1, 12),
    more=st.integers(0, 6),
    each=st.integers(1, 4),
    old=st.integers(1, 5),
    by=st.integers(1, 4),
)
@settings(max_examples=few(20))
def test_closed_form_of_even_bundles(edges: int, more: int, each: int, old: int, by: int) -> None:
    """E u (1 - c / C) cables move from c to C upper switches."""
    new, cables = old * by, old * by * each
    today = np.full((edges, old), cables // old)
    target = Target.of(today, np.full(edges + more, cables), np.full(new, (edges + more) * each), "equal")
    assert fewest_moves(target).moved == edges * cables * (new - old) // new
    balanced = Target.of(today, target.cables, target.ports, "balanced")
    assert fewest_moves(balanced).moved == fewest_moves(target).moved


@given(seed=st.integers(0, 10**6))
@settings(max_examples=few(20))
def test_any_numbers_prove_a_bound(seed: int) -> None:
    random = np.random.default_rng(seed)
    target = random_target(random, 6)
    if by_integer_programming(target) is None:
        return
    found = fewest_moves(target)
    for _ in range(5):
        lower = found.proof.lower + random.integers(-1, 2, len(target.cables))
        upper = np.maximum(0, found.proof.upper + random.integers(-1, 2, len(target.ports)))
        assert lower_bound(target, Proof(lower, upper, 0)) <= found.moved + found.removed


def test_the_same_again() -> None:
    target = random_target(np.random.default_rng(4), 12)
    assert (fewest_moves(target).after == fewest_moves(target).after).all()


def test_free_splits_and_says_so() -> None:
    today, cables, ports = np.full((16, 8), 4), np.full(24, 32), np.full(12, 64)
    free = fewest_moves(Target.of(today, cables, ports, "free"))
    assert (free.moved, free.splits) == (0, True)
    assert not fewest_moves(Target.of(today, cables, ports)).splits


def test_cables_that_go() -> None:
    fewer = fewest_moves(Target.of([[4, 4], [4, 4]], [4, 8, 8], [12, 12, 12]))
    assert (fewer.removed, fewer.added) == (4, 8)
    assert fewer.after.sum(axis=1).tolist() == [4, 8, 8]


@pytest.mark.parametrize(
    ("today", "cables", "ports", "balance", "message"),
    [
        (np.full((16, 8), 4), [32] * 12, [64] * 16, "equal", "leaf switches: 12 in the target, 16 today"),
        (np.full((16, 8), 4), [32] * 24, [64] * 4, "equal", "spine switches: 4 in the target, 8 today"),
        ([[1]], [-1], [1], "free", "cables of a leaf: -1 is negative"),
        ([[1]], [1], [1], "even", "balance 'even': use equal, balanced, free"),
        ([1, 2], [1], [1], "free", "a row for each leaf"),
        (
            np.full((16, 8), 4),
            [32] * 24,
            [63] * 12,
            "balanced",
            "768 cables go to 12 spine switches with 756",
        ),
        ([[1]], [5, 4], [5, 6], "equal", "leaf 1 has 5 cables, which 2 spine switches do not share equally"),
        ([[1]], [4, 4], [3, 6], "equal", "spine 1 has 3 ports for cables of leaf switches, 1 short"),
        (
            [[1, 1, 1]] * 2,
            [4, 4],
            [3, 1, 6],
            "balanced",
            "spine 2 has 1 ports .*, 1 short with the rule balanced",
        ),
    ],
)
def test_what_cannot_be_wired_is_one_line(today, cables, ports, balance, message) -> None:
    with pytest.raises(GrowthError, match=message) as caught:
        fewest_moves(Target.of(today, cables, ports, balance))
    assert "\n" not in str(caught.value)
