"""Hosts on edge switches, against dealing them one by one."""

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.families.edge_switches import cages_between, group_starts, host_cables, leaf_sizes


def dealt(positions: int, groups: int, size: int, spread: bool) -> list[int]:
    """Positions of each group: filled one after the other, or one more for each in turn."""
    held = [0] * groups
    for position in range(positions):
        held[position % groups if spread else position // size] += 1
    return held


@given(
    hosts=st.integers(0, 60),
    rails=st.integers(1, 4),
    extra=st.integers(0, 9),
    size=st.integers(1, 20),
    spread=st.booleans(),
)
def test_sizes_equal_dealing_one_by_one(hosts: int, rails: int, extra: int, size: int, spread: bool) -> None:
    on_rail = [hosts + sum(1 for port in range(extra) if port % rails == rail) for rail in range(rails)]
    most = max(on_rail)
    groups = max(1, -(-most // size))
    expected: Counter[int] = Counter()
    starts = group_starts(most, groups, size, spread=spread).tolist()
    assert [b - a for a, b in pairwise(starts)] == dealt(most, groups, size, spread)
    for positions in on_rail:
        for first, stop in pairwise(starts):
            expected[max(0, min(stop, positions) - first)] += 1
    del expected[0]
    by_rail = [(positions, count) for positions, count in sorted(Counter(on_rail).items(), reverse=True)]
    found: Counter[int] = Counter()
    for held, leaves in leaf_sizes(by_rail, groups, size, spread=spread):
        found[held] += leaves
    assert found == expected
    assert host_cables(expected.items(), 4) == sum(-(-held // 4) * n for held, n in expected.items())


@given(first=st.integers(0, 40), count=st.integers(0, 40), links=st.integers(1, 4))
def test_cages_between_two_ports(first: int, count: int, links: int) -> None:
    assert cages_between(first, first + count, links) == len(
        {p // links for p in range(first, first + count)}
    )
