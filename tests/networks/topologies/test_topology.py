"""Networks of every family against their closed forms and plain search."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from fatdesk.networks.topologies import TOPOLOGIES, network_of, read_spec
from fatdesk.networks.topologies.spec import example
from fatdesk.networks.topologies.topology import Closed
from tests.networks.topologies.plain_search import diameter_and_average, fewest_cut, radix

SMALL = [
    *(f"kary-tree:k={k},n={n}" for k, n in [(2, 1), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (5, 2)]),
    *(f"clos:k={k},n={n}" for n, k in [(1, 2), (1, 3), (2, 2), (3, 2), (3, 3), (4, 2), (2, 5)]),
    *(f"mikant:k={k},n={n}" for n, k in [(2, 2), (3, 2), (3, 3), (4, 2), (2, 5)]),
    *(
        f"{name}:k={k},n={n}"
        for name in ("ruft", "ruft-pl", "ft-ruft-212", "ft-ruft-222")
        for k, n in [(2, 1), (3, 1), (2, 2), (2, 3), (3, 2), (4, 2), (3, 3), (6, 2)]
    ),
    "egft:M=1,C=1,K=1",
    "egft:M=5,C=1,K=1",
    "egft:M=4-3,C=1-2,K=1-2",
    "egft:M=4-4-2,C=1-2-3,K=1-2-1",
    "egft:M=3-2-2-3,C=1-4-1-5,K=1-1-3-2",
    "egft:M=2-1-3,C=1-2-4,K=1-1-1",
    "hyperx:S=5,K=1,T=3",
    "hyperx:S=3-4,K=2-1,T=2",
    "hyperx:S=2-2-2-2,K=1-1-1-1,T=1",
    "hyperx:S=2-3-4,K=3-1-2,T=1",
    "dragonfly-plus:g=1,a=1,s=2,T=3",
    "dragonfly-plus:g=1,a=3,s=2,T=2",
    "dragonfly-plus:g=3,a=2,s=2,T=2,K=1",
    "dragonfly-plus:g=4,a=2,s=3,T=1,K=2",
    "dragonfly-plus:g=5,a=4,s=4,T=4,K=4",
    "dragonfly-plus:g=3,a=2,s=2,T=3,K=3,L=2",
    *(f"slim-fly:q={q},T={T}" for q, T in [(3, 1), (3, 2), (4, 2), (5, 4), (7, 1), (8, 2), (9, 1)]),
    "universal:n=2,w=2",
    "universal:n=8,w=4",
    "universal:n=64,w=16",
    "universal:n=64,w=64",
    "star:N=1",
    "star:N=24",
    "star:N=9,E=2",
    "star:N=2,E=2",
    "star:N=20,E=2,Bl=3/2",
    "two-level:N=60,PE=36,PC=36,Bl=1",
    "two-level:N=59,PE=36,PC=9,Bl=2",
    "two-level:N=7,PE=36,PC=36",
    "two-level:N=40,PE=7,PC=45,Bl=1/2",
    *map(example, TOPOLOGIES),
]
"""Those of a topology that is not named here are its example alone."""


def closed_of(spec: str) -> Closed:
    topology, params = read_spec(spec)
    return topology.closed(params)


@pytest.mark.parametrize("spec", SMALL)
def test_closed_forms_are_those_of_the_network(spec: str) -> None:
    closed, network = closed_of(spec), network_of(spec)
    assert closed.hosts == network.hosts
    assert closed.switches == network.switch_count
    assert closed.links == network.link_count
    assert closed.one_way_links == len(network.channels)
    assert closed.radix == radix(network)
    assert (closed.diameter, closed.average_distance) == diameter_and_average(network)


@pytest.mark.parametrize("spec", SMALL)
def test_oversubscription_is_hosts_over_links_of_a_level(spec: str) -> None:
    closed, network = closed_of(spec), network_of(spec)
    low, high = network.level[network.ends].T
    for level, ratio in enumerate(closed.oversubscription, start=1):
        links = int(np.count_nonzero((low == level - 1) & (high == level)))
        assert ratio == Fraction(network.hosts, links)


@pytest.mark.parametrize("spec", SMALL)
def test_each_port_is_used_once_and_none_is_left_between(spec: str) -> None:
    network = network_of(spec)
    for ends in (0, 1) if network.one_way else (slice(None),):
        nodes, ports = network.ends[:, ends].ravel(), network.ports[:, ends].ravel()
        order = np.lexsort((ports, nodes))
        nodes, ports = nodes[order], ports[order]
        first = np.searchsorted(nodes, nodes)
        used = np.arange(len(nodes)) - first
        assert len({*zip(nodes.tolist(), ports.tolist(), strict=True)}) == len(nodes)
        if not spec.startswith(("star", "two-level")):  # their edge switches may have places free
            assert ports.tolist() == used.tolist()


FOR_SALE = [spec for spec in SMALL if read_spec(spec)[0].fitting]


def test_recipes_with_networks_for_sale_state_their_ports() -> None:
    assert all((topology.fitting is None) == (topology.port_use is None) for topology in TOPOLOGIES)


@pytest.mark.parametrize("spec", FOR_SALE)
def test_ports_in_use_are_those_of_the_network(spec: str) -> None:
    topology, params = read_spec(spec)
    assert topology.port_use is not None
    use, network = topology.port_use(params), network_of(spec)
    found: dict[int, list[tuple[list[int], list[int]]]] = {}
    for node in range(network.hosts, network.node_count):
        here = network.ends == node
        far = network.ends[:, ::-1][here]
        ports = network.ports[here]
        of_hosts, others = ports[far < network.hosts], ports[far >= network.hosts]
        found.setdefault(int(network.level[node]), []).append(
            (sorted(of_hosts.tolist()), sorted(others.tolist()))
        )
    assert len(found) == len(use.levels)
    for number, level in enumerate(use.levels, start=1):
        expected = (list(range(level.hosts)), list(range(level.first, level.stop)))
        assert found[number] == [expected] * level.switches
    between = network.ends[(network.ends >= network.hosts).all(axis=1)]
    _, sizes = np.unique(np.sort(between, axis=1), axis=0, return_counts=True)
    stated = Counter[int]()
    for count, size in use.bundles:
        stated[size] += count
    assert stated == Counter(sizes.tolist())


@pytest.mark.parametrize("spec", SMALL)
def test_addresses_are_unique(spec: str) -> None:
    topology, _ = read_spec(spec)
    network = network_of(spec)
    hosts, total = network.hosts, network.node_count
    assert len({topology.address(network, node) for node in range(hosts)}) == hosts
    assert len({topology.address(network, node) for node in range(hosts, total)}) == total - hosts


@pytest.mark.parametrize("spec", SMALL)
def test_levels_and_lanes(spec: str) -> None:
    network = network_of(spec)
    assert (network.level[: network.hosts] == 0).all()
    assert (network.level[network.hosts :] > 0).all()
    if not network.one_way:
        low, high = network.level[network.ends].T
        assert (low <= high).all()
        assert not network.lane.any()


@pytest.mark.parametrize(
    ("spec", "links"),
    [
        ("kary-tree:k=2,n=2", 2),
        ("kary-tree:k=3,n=2", 4),
        ("clos:k=2,n=2", 4),
        ("mikant:k=2,n=2", 2),
        ("egft:M=3-2,C=1-1,K=1-1", 1),
        ("egft:M=2-4,C=1-1,K=1-1", 2),
        ("egft:M=2-2-2,C=1-2-2,K=1-1-1", 2),
        ("egft:M=3-2,C=1-2,K=1-2", 3),
        ("egft:M=4-2,C=1-2,K=1-1", 2),
        ("universal:n=8,w=4", 3),
        ("universal:n=4,w=4", 2),
        ("star:N=9", 4),
        ("star:N=9,E=2,Bl=2", 3),
        ("star:N=8,E=2,Bl=4", 1),
        ("two-level:N=6,PE=4,PC=3", 3),
        ("two-level:N=8,PE=5,PC=3,Bl=4", 1),
    ],
)
def test_bisection_is_the_fewest_links_that_can_be_cut(spec: str, links: int) -> None:
    closed = closed_of(spec)
    assert closed.bisection_links in (None, links)
    assert fewest_cut(network_of(spec)) == links


def test_a_large_network_of_each_family_is_as_its_closed_form_says() -> None:
    for spec in (
        "kary-tree:k=16,n=4",
        "clos:k=8,n=5",
        "mikant:k=8,n=5",
        "ft-ruft-222:k=8,n=5",
        "egft:M=24-16-12,C=1-9-32,K=1-2-1",
        "hyperx:S=16-16-16,K=1-2-1,T=8",
        "universal:n=16384,w=1024",
        "two-level:N=20000,PE=648,PC=648",
        "star:N=50000",
    ):
        closed, network = closed_of(spec), network_of(spec)
        assert (closed.hosts, closed.switches, closed.links) == (
            network.hosts,
            network.switch_count,
            network.link_count,
        )
        degrees = np.bincount(network.ends.ravel(), minlength=network.node_count)
        assert closed.radix == degrees[network.hosts :].max()
