"""Bisections against trying everything in plain Python, closed forms, and what the papers say."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT
from fatdesk.networks.measures.bisection import bisection, by_uniform_traffic, by_upward_traffic
from fatdesk.networks.measures.cut_search import best_of_all, good_cut
from fatdesk.networks.measures.reduced_networks import cut_problem
from fatdesk.networks.network import Network, network
from fatdesk.networks.topologies import network_of, read_spec
from tests.networks.measures.random_networks import networks
from tests.networks.topologies.plain_search import fewest_cut


@given(networks(most_switches=5, most_hosts=5))
def test_every_cut_of_any_small_network(small: Network) -> None:
    """And the search finds no fewer, and no bound lies above."""
    links = fewest_cut(small)
    problem = cut_problem(small)
    assert best_of_all(problem, SILENT) == links
    assert good_cut(small, problem, SILENT)[0] >= links
    assert by_upward_traffic(small) <= links
    assert by_uniform_traffic(small, SILENT) <= links


@pytest.mark.parametrize(
    ("spec", "links"),
    [
        ("clos:k=2,n=2", 4),  # spec 4 gives these three
        ("clos:k=4,n=2", 16),
        ("clos:k=2,n=3", 8),
        ("kary-tree:k=2,n=3", 4),  # k^n / 2
        ("kary-tree:k=4,n=2", 8),
        ("kary-tree:k=6,n=2", 18),
        ("mikant:k=2,n=3", 4),
        ("mikant:k=4,n=2", 8),
        ("mikant:k=6,n=2", 18),
        ("hyperx:S=4-4,K=1-1,T=8", 16),  # min S_d K_d P / 4
        ("hyperx:S=4-4,K=1-2,T=4", 16),
        ("hyperx:S=2-4,K=3-1,T=8", 8),
        ("hyperx:S=2-2-4,K=1-1-1,T=4", 8),
        ("hyperx:S=6,K=2,T=9", 18),
        ("hyperx:S=2-2-2-2,K=1-1-1-1,T=1", 8),
    ],
)
def test_small_networks_by_every_cut(spec: str, links: int) -> None:
    topology, params = read_spec(spec)
    assert topology.closed(params).bisection_links == links
    found = bisection(topology.network(params))
    assert (found.least, found.most, found.known) == (links, links, "every cut tried")


@st.composite
def specs(draw: st.DrawFn) -> str:
    """Small networks of the families with a closed form that holds only for some parameters."""
    few = st.integers(1, 3)
    family = draw(st.sampled_from(["egft", "two-level", "star", "kary-tree", "clos", "mikant"]))
    if family == "egft":
        depth = draw(few)
        M = [draw(st.integers(1, 4)) for _ in range(depth)]
        C, K = ([1, *(draw(few) for _ in range(depth - 1))] for _ in range(2))
        lists = (f"{name}={'-'.join(map(str, v))}" for name, v in (("M", M), ("C", C), ("K", K)))
        return f"egft:{','.join(lists)}"
    if family == "two-level":
        N, PE = draw(st.integers(1, 20)), draw(st.integers(2, 8))
        return f"two-level:N={N},PE={PE},PC={draw(st.integers(20, 30))},Bl={draw(few)}"
    if family == "star":
        return f"star:N={draw(st.integers(2, 9))},E={draw(st.integers(1, 2))},Bl={draw(few)}"
    return f"{family}:k={draw(st.integers(2, 4))},n=2"


@given(specs())
def test_closed_forms_are_the_fewest_of_every_cut(spec: str) -> None:
    try:
        topology, params = read_spec(spec)
    except FatdeskError:  # such ports do not make a two-level tree
        return
    closed = topology.closed(params).bisection_links
    problem = cut_problem(topology.network(params))
    if closed is not None and problem.switches <= 16:
        assert best_of_all(problem, SILENT) == closed


def test_nine_switches_in_a_square_are_cut_by_eight_links() -> None:
    """Spec 2: 3 x 3, where the formula gives 6.75, four switches from five; with halves of hosts 4 more."""
    topology, params = read_spec("hyperx:S=3-3,K=1-1,T=8")
    assert topology.closed(params).bisection_links is None
    square = topology.network(params)
    links = (square.ends[square.ends[:, 0] >= 72] - 72).tolist()
    halves = combinations(range(9), 4)
    assert min(sum((a in half) != (b in half) for a, b in links) for half in halves) == 8
    assert bisection(square).most == 8 + 4


@pytest.mark.parametrize(
    "spec",
    [
        "kary-tree:k=3,n=3",
        "kary-tree:k=4,n=4",
        "clos:k=3,n=3",
        "clos:k=4,n=4",
        "universal:n=256,w=64",
        "hyperx:S=6-6,K=1-1,T=8",
        "hyperx:S=8-8,K=1-2,T=8",
        "egft:M=16-4-4,C=1-8-16,K=1-1-1",
        "two-level:N=396,PE=36,PC=108",
    ],
)
def test_of_larger_ones_a_cut_meets_the_proved_bound_and_the_closed_form(spec: str) -> None:
    topology, params = read_spec(spec)
    found = bisection(topology.network(params))
    assert found.known == "cut found that is proved least"
    assert found.least == found.most == topology.closed(params).bisection_links


@pytest.mark.parametrize("spec", ["mikant:k=4,n=3", "mikant:k=2,n=4", "mikant:k=4,n=4"])
def test_a_closed_form_lies_between_the_bounds(spec: str) -> None:
    """k^n / 2 of the paper, which a cut meets though the bound is lower."""
    topology, params = read_spec(spec)
    found = bisection(topology.network(params))
    closed = topology.closed(params).bisection_links
    assert closed is not None
    assert found.least <= closed == found.most


def test_an_answer_between_bounds_says_so() -> None:
    found = bisection(network_of("ruft:k=4,n=3"))
    assert found.known == "between bounds"
    assert not found.exact
    assert 0 < found.least < found.most <= 64


def test_hosts_that_are_linked_with_each_other_are_told() -> None:
    pair = network(2, np.array([0, 0]), np.array([[0, 1]]), np.zeros((1, 2), int))
    with pytest.raises(FatdeskError, match="hosts are linked with each other"):
        bisection(pair)
