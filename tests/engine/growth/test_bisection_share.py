"""Share of full bisection against every division of the hosts, and closed forms."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatdesk.core.arrays import connected_parts
from fatdesk.engine.growth.bisection_share import bisection_share
from tests.patience import few


def by_trying_all(cables: np.ndarray, hosts: np.ndarray, rate: Fraction) -> Fraction:
    """The least bandwidth over all numbers of hosts of each leaf on one side, over half of the hosts."""
    lowers, uppers = cables.shape
    part = connected_parts(lowers + uppers, *np.nonzero(cables) + np.array([[0], [lowers]]))[:lowers]
    half = int(hosts.sum()) // 2
    if len(set(part[hosts > 0].tolist())) > 1:
        return Fraction(0)
    best = None
    for split in product(*(range(count + 1) for count in hosts.tolist())):
        if sum(split) != half:
            continue
        for side in product((0, 1), repeat=lowers):
            cut = sum(
                Fraction(count - own if here else own)
                for own, here, count in zip(split, side, hosts, strict=True)
            )
            on = cables[np.array(side) == 1].sum(axis=0)
            cut += rate * int(np.minimum(on, cables.sum(axis=0) - on).sum())
            best = cut if best is None else min(best, cut)
    assert best is not None
    return best / half


@given(seed=st.integers(0, 10**6))
@settings(max_examples=few(12))
def test_bounds_hold(seed: int) -> None:
    random = np.random.default_rng(seed)
    lowers, uppers = random.integers(1, 5, 2)
    cables, hosts = random.integers(0, 4, (lowers, uppers)), random.integers(1, 4, lowers)
    if hosts.sum() < 2:
        return
    rate = Fraction(int(random.integers(1, 4)), int(random.integers(1, 3)))
    found = bisection_share(cables, hosts, rate)
    assert found.least <= by_trying_all(cables, hosts, rate) <= found.most


@pytest.mark.parametrize(
    ("leaves", "spines", "each", "hosts", "rate", "share"),
    [
        (16, 8, 4, 32, Fraction(1), Fraction(1)),
        (32, 16, 1, 32, Fraction(1), Fraction(1, 2)),
        (32, 16, 1, 32, Fraction(2), Fraction(1)),
        (12, 4, 6, 12, Fraction(1), Fraction(1)),
        (36, 18, 1, 27, Fraction(1), Fraction(2, 3)),
    ],
)
def test_equal_bundles(leaves, spines, each, hosts, rate, share) -> None:
    """The uplinks over the hosts, 1 at most."""
    found = bisection_share(np.full((leaves, spines), each), np.full(leaves, hosts), rate)
    assert found.exact
    assert found.least == share


def test_parts_that_do_not_reach_each_other() -> None:
    apart = np.kron(np.eye(2, dtype=np.int64), np.full((2, 2), 4))
    assert bisection_share(apart, np.full(4, 8)).most == 0
    assert bisection_share(np.zeros((1, 1), np.int64), np.array([4])).most == 1, "one switch joins its hosts"
