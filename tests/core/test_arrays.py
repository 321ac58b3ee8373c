"""Arrays: the connected parts of graphs, against networkx."""

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.arrays import connected_parts


@st.composite
def graphs(draw):
    count = draw(st.integers(1, 40))
    vertices = st.integers(0, count - 1)
    return count, draw(st.lists(st.tuples(vertices, vertices), max_size=60))


@given(graphs())
def test_connected_parts_are_those_of_networkx_numbered_by_their_lowest_vertices(graph):
    count, edges = graph
    oracle = nx.Graph(edges)
    oracle.add_nodes_from(range(count))
    number = {}
    for part, vertices in enumerate(sorted(nx.connected_components(oracle), key=min)):
        number |= dict.fromkeys(vertices, part)
    found = connected_parts(count, *np.array(edges, np.int64).reshape(-1, 2).T)
    assert found.tolist() == [number[vertex] for vertex in range(count)]


def test_a_path_in_any_order_is_one_part():
    order = np.random.default_rng(7).permutation(10_000)
    assert not connected_parts(len(order), order[:-1], order[1:]).any()
    assert connected_parts(0, [], []).tolist() == []
