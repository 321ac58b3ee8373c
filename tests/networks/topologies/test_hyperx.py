"""HyperX: every pair of switches that differs in one coordinate is linked, K times (spec 2)."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
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


def plain_lattices(
    hosts: int, radix: int, blocking: Fraction, edges: int, dimensions: int
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Every lattice that fits with some number of hosts on a switch: its switches, its ports, its sides."""
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for sides in combinations_with_replacement(range(radix, 1, -1), dimensions):
        P, neighbours = math.prod(sides), sum(sides) - dimensions
        if neighbours >= radix or edges > P:
            continue
        for T in range(1, radix):
            if hosts <= T * P and T + math.ceil(Fraction(T) / blocking) * neighbours <= radix:
                found.append((P, neighbours, sides))
                break
    return found


@settings(deadline=None)
@given(
    st.integers(2, 400),
    st.integers(2, 24),
    st.fractions(min_value=Fraction(1, 8), max_value=6, max_denominator=12),
    st.integers(1, 60),
)
def test_the_smallest_lattice_of_each_number_of_dimensions_is_for_sale(
    hosts: int, radix: int, blocking: Fraction, edges: int
) -> None:
    """Of one and two dimensions; where there is none, one whose packets go by way of a random switch."""
    [topology] = TOPOLOGIES
    assert topology.fitting is not None
    found = {}
    plain = {
        dimensions: min(plain_lattices(hosts, radix, blocking, edges, dimensions), default=None)
        for dimensions in (1, 2)
    }
    for fit in topology.fitting(hosts, radix, blocking, edges):
        S, K, T = (fit.params[name] for name in "SKT")
        assert isinstance(S, tuple)
        assert isinstance(K, tuple)
        assert isinstance(T, int)
        found[len(S)] = (math.prod(S), sum(S) - len(S), S)
        assert math.prod(S) * T >= hosts
        assert T + sum((s - 1) * k for s, k in zip(S, K, strict=True)) <= radix
        least = min(blocking, Fraction(1))
        worst = Fraction(T, min(K))
        if not any(plain.values()):
            worst = max(Fraction(2 * T, s * k) for s, k in zip(S, K, strict=True))
        assert max(least, fit.blocking) == max(least, worst) <= blocking
    if not any(plain.values()):
        assert len(found) <= 1
        return
    for dimensions, wanted in plain.items():
        assert (found[dimensions][:2] if dimensions in found else None) == (wanted and wanted[:2])


@given(st.lists(st.integers(2, 6), min_size=1, max_size=2), st.integers(1, 24), st.integers(0, 4))
def test_widths_give_the_largest_bisection_of_all_that_have_the_least(
    sides: list[int], ports: int, least: int
) -> None:
    every = [
        K
        for K in product(range(max(1, least), ports + 1), repeat=len(sides))
        if sum((s - 1) * k for s, k in zip(sides, K, strict=True)) <= ports
    ]
    found = widths(tuple(sides), ports, least=least)
    assert (found is None) == (not every)
    if found is not None:
        assert found in every

        def cut(K: tuple[int, ...]) -> int:
            return min(s * k for s, k in zip(sides, K, strict=True))

        assert cut(found) == max(map(cut, every))


def test_lattices_of_little_blocking_are_refused_before_they_are_all_tried():
    fitting = read_spec("hyperx:S=2,K=1,T=1")[0].fitting
    assert fitting is not None
    # two switches of a host each need 1 + q ports
    [least] = fitting(2, 1_000_001, Fraction(1, 1_000_000))
    assert least.params == {"S": (2,), "K": (1_000_000,), "T": 1}
    assert not list(fitting(96, 1 << 21, Fraction(1, 1_000_000)))
