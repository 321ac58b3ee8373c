"""EGFT: the formulas of the network-design-space paper (spec 2) hold for what is built."""

from collections import Counter
from fractions import Fraction
from math import ceil, prod

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.topologies import network_of, read_spec
from tests.networks.topologies.plain_search import diameter_and_average

Level = tuple[int, int, int]
levels = st.lists(st.tuples(st.integers(2, 5), st.integers(1, 4), st.integers(1, 3)), min_size=1, max_size=4)


def written(tuples: list[Level]) -> str:
    M, C, K = zip(*tuples, strict=True)
    return ",".join(f"{name}={'-'.join(map(str, v))}" for name, v in (("M", M), ("C", C), ("K", K)))


@given(levels)
def test_formulas_of_the_paper(chosen: list[Level]) -> None:
    chosen = [(chosen[0][0], 1, 1), *chosen[1:]]
    spec = "egft:" + written(chosen)
    network = network_of(spec)
    topology, params = read_spec(spec)
    closed = topology.closed(params)
    M, C, K = zip(*chosen, strict=True)
    L, N = len(M), prod(M)
    S = C[0]
    W = C[0] * M[0] * K[0]
    for m, c, k in chosen[1:]:
        S, W = c + m * S, c * m * k + m * W
    assert (network.hosts, network.switch_count, network.link_count) == (N, S, W)
    O = [Fraction(prod(M[: i + 1]), C[i] * M[i] * K[i]) for i in range(L)]  # noqa: E741 (the paper's letter)
    assert closed.oversubscription == tuple(O)
    if closed.bisection_links is not None and max(O) > 1:
        assert closed.bisection_links == Fraction(N) / (2 * max(O))
    degree = np.bincount(network.ends.ravel(), minlength=network.node_count)
    for level in range(1, L + 1):
        up = ceil(Fraction(C[level] * K[level], C[level - 1])) if level < L else 0
        assert degree[network.level == level].max() == M[level - 1] * K[level - 1] + up
    if N <= 60:
        diameter, average = diameter_and_average(network)
        assert diameter == 2 * L
        assert average == closed.average_distance


@pytest.mark.parametrize(("k", "n"), [(2, 3), (3, 3), (4, 2)])
def test_the_k_ary_tree_is_one(k: int, n: int) -> None:
    C = "-".join(str(k**level) for level in range(n))
    own = network_of(f"egft:M={'-'.join([str(k)] * n)},C={C},K={'-'.join(['1'] * n)}")
    tree = network_of(f"kary-tree:k={k},n={n}")
    graphs = []
    for network in (own, tree):
        graph = nx.Graph(network.ends.tolist())
        nx.set_node_attributes(graph, dict(enumerate(network.level.tolist())), "level")
        graphs.append(graph)
    assert nx.is_isomorphic(*graphs, node_match=lambda a, b: a["level"] == b["level"])


def test_uplinks_are_dealt_in_runs() -> None:
    """Three top switches with two links to each tree, whose two top switches have three uplinks each."""
    topology, params = read_spec("egft:M=2-2-2,C=1-2-3,K=1-1-2")
    network = topology.network(params)
    joined = Counter(
        (topology.address(network, a), topology.address(network, b))
        for a, b in network.ends.tolist()
        if network.level[a] == 2
    )
    runs = {(0, 0): 2, (0, 1): 1, (1, 1): 1, (1, 2): 2}
    assert joined == {
        (f"2,{tree},{low}", f"3,*,{top}"): links for tree in (0, 1) for (low, top), links in runs.items()
    }


@pytest.mark.parametrize(
    ("spec", "stated"),
    [
        ("egft:M=4-4,C=1,K=1-1", "not of one length"),
        ("egft:M=4-4,C=2-1,K=1-1", "level 1 is one switch"),
        ("egft:M=4-4,C=1-1,K=2-1", "level 1 is one switch"),
        ("egft:M=4-0,C=1-1,K=1-1", "out of range"),
        ("egft:M=4096-8192,C=1-1,K=1-1", "hosts are too many"),
        ("egft:M=4096-4096,C=1-64,K=1-4096", "can be built: use less"),
    ],
)
def test_what_cannot_be_is_told(spec: str, stated: str) -> None:
    with pytest.raises(FatdeskError, match=stated):
        network_of(spec)
