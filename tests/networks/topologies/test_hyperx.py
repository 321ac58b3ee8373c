"""HyperX: every pair of switches that differs in one coordinate is linked, K times (spec 2)."""

import math
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import Params
from fatdesk.networks.topologies import network_of, read_spec
from fatdesk.networks.topologies.hyperx import TOPOLOGIES, widths

dimensions = st.lists(st.tuples(st.integers(2, 5), st.integers(1, 3)), min_size=1, max_size=3)


@given(dimensions, st.integers(1, 3))
def test_switches_that_differ_in_one_coordinate_are_linked(chosen: list[tuple[int, int]], T: int) -> None:
    S, K = zip(*chosen, strict=True)
    topology, params = read_spec(f"hyperx:S={'-'.join(map(str, S))},K={'-'.join(map(str, K))},T={T}")
    network = topology.network(params)
    points = [
        tuple(map(int, topology.address(network, node)[1:-1].split(",")))
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
    topology, params = read_spec("hyperx:S=6-6,K=1-1,T=8")
    closed = topology.closed(params)
    assert (closed.hosts, closed.switches, closed.links) == (288, 36, 288 + 180)
    assert (closed.diameter, closed.bisection_links, closed.radix) == (4, 54, 18)


@pytest.mark.parametrize(
    ("spec", "stated"),
    [
        ("hyperx:S=6-6,K=1,T=8", "not of one length"),
        ("hyperx:S=1-6,K=1-1,T=8", "out of range, use 2"),
        ("hyperx:S=4096-4096,K=1-1,T=8", "hosts are too many"),
    ],
)
def test_what_cannot_be_is_told(spec: str, stated: str) -> None:
    with pytest.raises(FatdeskError, match=stated):
        network_of(spec)


def plain_fitting(hosts: int, radix: int, blocking: Fraction) -> list[tuple[Params, Fraction]]:
    """Try every number of hosts on a switch, and stop at the first that fits."""
    found: list[tuple[Params, Fraction]] = []
    for dimensions in (1, 2):
        for T in range(min(hosts - 1, int(radix * blocking / (1 + blocking))), 0, -1):
            need = -(-hosts // T)
            pairs = [(need,)] if dimensions == 1 else [(-(-need // b), b) for b in range(1, need + 1)]
            pairs = [sides for sides in pairs if dimensions == 1 or (sides[1] - 1) ** 2 < need]
            S = min(pairs, key=lambda sides: (sum(sides), math.prod(sides)))
            K = widths(S, radix - T)
            if K is not None and blocking * min(K) >= T and min(S) > 1:
                found.append(({"S": S, "K": K, "T": T}, max(Fraction(1), Fraction(T, min(K)))))
                break
    return found


@given(st.integers(2, 2000), st.integers(2, 160), st.fractions(min_value=1, max_value=6, max_denominator=12))
def test_no_lattice_for_sale_is_missed(hosts: int, radix: int, blocking: Fraction) -> None:
    [topology] = TOPOLOGIES
    assert topology.fitting is not None
    found = [(fit.params, fit.blocking) for fit in topology.fitting(hosts, radix, blocking)]
    assert found == plain_fitting(hosts, radix, blocking)
