"""Distances by words of 64 searches are those of one plain search after the other."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from fatdesk.core.errors import Cancelled
from fatdesk.networks.measures.distances import distances
from fatdesk.networks.network import Network
from fatdesk.networks.topologies import TOPOLOGIES, network_of, read_spec
from fatdesk.networks.topologies.spec import example
from tests.networks.measures.random_networks import networks
from tests.networks.topologies import plain_search

ALIKE = [
    "kary-tree:k=3,n=3",
    "clos:k=3,n=3",
    "mikant:k=3,n=3",
    "mikant:k=4,n=4",
    "ruft:k=3,n=3",
    "ruft-pl:k=4,n=2",
    "ft-ruft-212:k=3,n=3",
    "ft-ruft-222:k=4,n=3",
    "egft:M=4-4-2,C=1-2-3,K=1-2-1",
    "hyperx:S=3-4,K=2-1,T=2",
    "dragonfly-plus:g=4,a=2,s=3,T=2,K=2",
    "slim-fly:q=5,T=3",
    "universal:n=64,w=16",
    "star:N=24",
]
OTHERS = [example(one) for one in TOPOLOGIES if one.name not in {spec.partition(":")[0] for spec in ALIKE}]
"""An example of each topology of which no network is known to have hosts that are alike."""


@given(networks())
def test_any_network(network: Network) -> None:
    expected: Counter[int] = Counter()
    for host in range(network.hosts):
        found = plain_search.distances(network, host)
        expected.update(found[other] for other in range(network.hosts) if other in found)
    measured = distances(network)
    assert dict(enumerate(measured.pairs)) == {d: expected[d] for d in range(len(measured.pairs))}
    assert measured.apart == network.hosts**2 - expected.total()
    if measured.apart:
        assert measured.average is measured.diameter is None


@pytest.mark.parametrize(
    "spec", [*ALIKE, "two-level:N=1100,PE=4,PC=600", "hyperx:S=5-5-5,K=1-2-1,T=7", *OTHERS]
)
def test_closed_forms(spec: str) -> None:
    """Also with more sources than fit one word, and one line of words."""
    topology, params = read_spec(spec)
    closed, found = topology.closed(params), distances(network_of(spec))
    assert (found.diameter, found.average) == (closed.diameter, closed.average_distance)


@pytest.mark.parametrize("spec", ALIKE)
def test_where_all_hosts_are_alike_one_search_tells_all(spec: str) -> None:
    network = network_of(spec)
    one, all_of_them = distances(network, sources=np.array([network.hosts // 3])), distances(network)
    assert tuple(network.hosts * count for count in one.pairs) == all_of_them.pairs
    assert one.average == all_of_them.average


def test_it_can_be_cancelled() -> None:
    class Stop:
        def step(self, done: int, total: int, text: str) -> None:
            raise Cancelled

    with pytest.raises(Cancelled):
        distances(network_of("kary-tree:k=4,n=3"), Stop())
