"""The cycle that is found in a dependency graph, against networkx on random graphs."""

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.networks.routing.check import Dependencies, cycle

NODE = st.integers(0, 7)


@given(st.sets(st.tuples(NODE, NODE).filter(lambda edge: edge[0] != edge[1]), max_size=16))
def test_the_shortest_cycle_through_the_lowest_channel_that_is_in_one(edges):
    known = nx.DiGraph()
    known.add_nodes_from(range(8))
    known.add_edges_from(edges)
    order = sorted(edges)
    start = np.searchsorted([a for a, _ in order], np.arange(9))
    found = cycle(Dependencies(start.astype(np.int64), np.array([b for _, b in order], np.int32)))
    cycles = list(nx.simple_cycles(known))
    assert bool(found) == bool(cycles)
    if cycles:
        lowest = min(channel for one in cycles for channel in one)
        assert found[0] == lowest
        assert all(known.has_edge(a, b) for a, b in zip(found, found[1:] + found[:1], strict=True))
        assert len(found) == min(len(one) for one in cycles if lowest in one)
