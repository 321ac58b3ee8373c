"""Lattices against graphs, factorisations and every K there is."""

from itertools import product
from math import prod

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.exploring.hyperx import HyperX, LatticeQuery, lattices, shapes, widths

SHAPE = st.lists(st.integers(2, 5), min_size=1, max_size=3).map(tuple)


def built(S, K):
    graph = nx.MultiGraph()
    points = list(product(*map(range, S)))
    graph.add_nodes_from(points)
    for a in points:
        for b in points:
            differ = [d for d in range(len(S)) if a[d] != b[d]]
            if a < b and len(differ) == 1:
                for _ in range(K[differ[0]]):
                    graph.add_edge(a, b)
    return graph


@given(
    SHAPE.flatmap(lambda S: st.tuples(st.just(S), st.tuples(*[st.integers(1, 3)] * len(S)))),
    st.integers(1, 4),
)
def test_counts_are_those_of_the_graph(case, T):
    S, K = case
    lattice, graph = HyperX(S, K, T), built(S, K)
    assert lattice.switches == graph.number_of_nodes()
    assert lattice.links == graph.number_of_edges()
    assert lattice.bundles == nx.Graph(graph).number_of_edges()
    assert lattice.hops == nx.diameter(graph) + 2
    assert {degree for _, degree in graph.degree()} == {lattice.radix - T}


@given(st.lists(st.sampled_from((2, 4)), min_size=1, max_size=3), st.data())
def test_bisection_of_even_sides_is_the_least_cut(S, data):
    K = [data.draw(st.integers(1, 3)) for _ in S]
    while prod(S) > 8:
        S, K = S[1:], K[1:]
    graph = built(S, K)
    points = list(graph)
    least = min(
        sum(1 for a, b in graph.edges() if (a in half) != (b in half))
        for bits in range(1 << (len(points) - 1))
        if bits.bit_count() == len(points) // 2
        for half in [{point for i, point in enumerate(points) if bits >> i & 1}]
    )
    assert HyperX(tuple(S), tuple(K), 1).bisection == least


def factorisations(number, largest):
    if number == 1:
        return {()}
    return {
        (side, *rest)
        for side in range(2, min(number, largest) + 1)
        if number % side == 0
        for rest in factorisations(number // side, side)
    }


@pytest.mark.parametrize("count", [*range(2, 130), 512, 1024, 960])
def test_shapes_are_all_factorisations(count):
    found = shapes(count)
    assert len(set(found)) == len(found)
    assert set(found) == factorisations(count, count)
    assert set(shapes(count, 2)) == {shape for shape in found if len(shape) <= 2}


@given(SHAPE, st.integers(0, 24), st.integers(1, 3))
def test_width_is_the_best_of_all(S, ports, lag):
    ranges = [range(lag, ports // (side - 1) + 1, lag) for side in S]
    every = [K for K in product(*ranges) if sum((s - 1) * k for s, k in zip(S, K, strict=True)) <= ports]
    found = widths(S, ports, lag)
    if not every:
        assert found is None
        return
    assert found in every
    assert min(map(prod, zip(S, found, strict=True))) == max(
        min(map(prod, zip(S, K, strict=True))) for K in every
    )


def fits(count, ports):
    return any(widths(shape, ports) for shape in shapes(count))


def test_facts_of_the_paper():
    """Section 6.1.1; the ports that 94 and 95 switches need are those of the formula (spec 2)."""
    assert shapes(31) == [(31,)]
    assert {(8, 4), (4, 4, 2)} < set(shapes(32))
    assert min(ports for ports in range(60) if fits(94, ports)) == 47
    assert min(ports for ports in range(60) if fits(95, ports)) == 22


def test_hosts_that_do_not_divide_are_dealt_evenly():
    found = lattices(LatticeQuery(hosts=1000, radix=48, terminals=16)).found
    assert {lattice.switches for lattice in found} <= set(range(63, 72))
    for lattice in found:
        assert lattice.hosts == 1000 <= lattice.ports < 1000 + lattice.switches
        assert lattice.radix <= 48
    assert lattices(LatticeQuery(hosts=1000, radix=48, terminals=16, switches=(62,))).found == ()


def test_limits():
    wish = LatticeQuery(hosts=256, radix=32, terminals=16, switches=(16,))
    assert {lattice.dimensions for lattice in lattices(wish).found} == {1, 2, 3, 4}
    two = LatticeQuery(hosts=256, radix=32, terminals=16, switches=(16,), hops=4)
    assert {lattice.hops for lattice in lattices(two).found} == {3, 4}
    few = LatticeQuery(hosts=256, radix=32, terminals=16, switches=(16,), plugs=4)
    assert [lattice.S for lattice in lattices(few).found] == [(2, 2, 2, 2)]
    assert lattices(LatticeQuery(hosts=8, radix=8, terminals=8, switches=(1,))).found == (
        HyperX((1,), (1,), 8, 8),
    )
