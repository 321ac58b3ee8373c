"""HyperX: every pair of switches that differs in one coordinate is linked, K times (spec 2)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.topologies import network_of, read_spec

dimensions = st.lists(st.tuples(st.integers(2, 5), st.integers(1, 3)), min_size=1, max_size=3)


@given(dimensions, st.integers(1, 3))
def test_switches_that_differ_in_one_coordinate_are_linked(chosen: list[tuple[int, int]], T: int) -> None:
    S, K = zip(*chosen, strict=True)
    recipe, params = read_spec(f"hyperx:S={'-'.join(map(str, S))},K={'-'.join(map(str, K))},T={T}")
    network = recipe.network(params)
    points = [
        tuple(map(int, recipe.address(network, node)[1:-1].split(",")))
        for node in range(network.hosts, network.node_count)
    ]
    links = Counter(
        (points[a - network.hosts], points[b - network.hosts])
        for a, b in network.ends.tolist()
        if a >= network.hosts
    )
    expected = {}
    for a in points:
        for b in points:
            differing = [d for d in range(len(S)) if a[d] != b[d]]
            if a < b and len(differing) == 1:
                expected[a, b] = K[differing[0]]
    assert links == expected


def test_the_example_of_the_specification() -> None:
    recipe, params = read_spec("hyperx:S=6-6,K=1-1,T=8")
    closed = recipe.closed(params)
    assert (closed.hosts, closed.switches, closed.links) == (288, 36, 288 + 180)
    assert (closed.diameter, closed.bisection_links, closed.radix) == (4, 54, 18)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("hyperx:S=6-6,K=1,T=8", "not of one length"),
        ("hyperx:S=1-6,K=1-1,T=8", "out of range, use 2"),
        ("hyperx:S=4096-4096,K=1-1,T=8", "hosts are too many"),
    ],
)
def test_what_cannot_be_is_told(spec: str, told: str) -> None:
    with pytest.raises(FatdeskError, match=told):
        network_of(spec)
