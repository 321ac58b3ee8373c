"""A design whose places are all taken is, link by link, the network that its parameters name."""

from collections import Counter

import numpy as np
import pytest

from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.families import build
from fatdesk.networks.network import Network
from fatdesk.networks.topologies import network_of
from tests.engine.design.search_samples import PAPER, REFERENCE, wanted


def as_links(fabric: Fabric) -> Counter[tuple[int, ...]]:
    """Ends of all links, hosts first."""
    own = fabric.ends.copy()
    to_host = fabric.kind[own[:, 1]] == 0
    own[to_host] = own[to_host, ::-1]
    return Counter(map(tuple, own.tolist()))


def by_level(network: Network) -> Counter[tuple[int, ...]]:
    """Ends of all links with switches numbered level by level."""
    order = np.argsort(network.level, kind="stable")
    number = np.empty(network.node_count, np.int64)
    number[order] = np.arange(network.node_count)
    return Counter(map(tuple, number[network.ends].tolist()))


@pytest.mark.parametrize("hosts", [36**3 // 4, 1944])
def test_three_levels_are_an_egft(hosts: int) -> None:
    requirements, fabric = wanted(
        hosts, edge=("ib-36",), core=("ib-36",), families=("egft",), equal_bundles=True
    )
    best = search(requirements, fabric, PAPER).best
    params = best.design.params
    network = network_of(f"egft:M={params['M']},C=1-{params['c']}-{params['C']},K={params['K']}")
    built = build(best.design, requirements.hosts, PAPER, "compute", best.host_ports)
    assert network.hosts == hosts
    assert as_links(built) == by_level(network)


@pytest.mark.parametrize(
    ("hosts", "family", "spec"),
    [
        (64, "kary-tree", "kary-tree:k=8,n=2"),
        (64, "kary-tree", "kary-tree:k=4,n=3"),
        (128, "clos", "clos:k=8,n=2"),
        (54, "clos", "clos:k=3,n=3"),
        (54, "mikant", "mikant:k=3,n=3"),
        (48, "hyperx", "hyperx:S=2-2,K=12-12,T=12"),
    ],
)
def test_networks_of_equal_switches_are_their_recipes(hosts: int, family: str, spec: str) -> None:
    blocking = 2 if family == "mikant" else 1
    requirements, fabric = wanted(
        hosts, edge=("ib-36",), core=("ib-36",), families=(family,), blocking=blocking
    )
    network = network_of(spec)
    wish = dict(part.split("=") for part in spec.partition(":")[2].split(","))
    [found] = [
        one
        for one in search(requirements, fabric, PAPER).candidates
        if all(str(one.design.params[key]) == value for key, value in wish.items())
    ]
    built = build(found.design, requirements.hosts, PAPER, "compute", found.host_ports)
    assert network.hosts == hosts
    assert built.node_count == network.node_count
    hosts_on = Counter(built.ends[built.kind[built.ends[:, 1]] == 0, 0].tolist())
    assert set(hosts_on.values()) == {network.hosts // len(hosts_on)}
    between = {pair: count for pair, count in as_links(built).items() if pair[0] >= hosts}
    assert between == {pair: count for pair, count in by_level(network).items() if pair[0] >= hosts}


def cages_in_use(fabric: Fabric, links: int) -> int:
    """Cages of switches that hold a link."""
    ends, ports = fabric.ends.ravel(), fabric.ports.ravel()
    switch = fabric.kind[ends] == NodeKind.SWITCH
    return len({*zip(ends[switch].tolist(), (ports[switch] // links).tolist(), strict=True)})


@pytest.mark.parametrize("family", ["kary-tree", "clos", "mikant", "hyperx"])
@pytest.mark.parametrize("hosts", [5, 33, 100, 130])
def test_each_cage_in_use_has_one_transceiver(family: str, hosts: int) -> None:
    requirements, fabric = wanted(
        hosts, edge=("ndr-64",), core=("ndr-64",), families=(family,), blocking=2, part="gpu-8rail"
    )
    found = search(requirements, fabric, REFERENCE).candidates
    for one in found:
        built = build(one.design, requirements.hosts, REFERENCE, "compute", one.host_ports)
        assert one.transceivers == hosts + cages_in_use(built, 2)
    assert found or hosts < 33


def test_networks_of_very_many_switches_are_counted_not_built() -> None:
    """Fourteen levels of switches with three ports up and down are 22 million switches for 20,000 hosts."""
    requirements, fabric = wanted(
        20_000, edge=("ndr-64",), core=("ndr-64",), families=("kary-tree",), part="gpu-8rail"
    )
    found = search(requirements, fabric, REFERENCE)
    assert found.best.design.params["n"] == 3
    largest = found.candidates[-1]
    assert largest.switches == 14 * 3**13
    assert found.found == len(found.candidates)
