"""A design whose places are all taken is, link by link, the network that its parameters name."""

from collections import Counter
from decimal import Decimal
from itertools import combinations_with_replacement
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Switch
from fatdesk.engine.design.requirements import Limits
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.families import build
from fatdesk.networks.network import Network
from fatdesk.networks.topologies import network_of
from tests.engine.design.search_samples import PAPER, RACK, REFERENCE, SERVER, price, qsfp, wanted


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
        (343, "kary-tree", "kary-tree:k=7,n=3"),
        (128, "clos", "clos:k=8,n=2"),
        (686, "clos", "clos:k=7,n=3"),
        (686, "mikant", "mikant:k=7,n=3"),
        (48, "hyperx", "hyperx:S=2-2,K=12-12,T=12"),
        (660, "dragonfly-plus", "dragonfly-plus:g=2,a=15,s=11,T=22,K=165,L=1"),
        (990, "dragonfly-plus", "dragonfly-plus:g=3,a=15,s=11,T=22,K=110,L=1"),
    ],
)
def test_networks_of_equal_switches_are_their_recipes(hosts: int, family: str, spec: str) -> None:
    blocking = 1 if family in ("kary-tree", "clos", "hyperx") else 2
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


@pytest.mark.parametrize("family", ["kary-tree", "clos", "mikant", "hyperx", "dragonfly-plus"])
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
    """Thirteen levels of switches with three ports up and down are seven million switches."""
    small = Catalog([*PAPER, Switch(id="six", ports=(qsfp(6),), price=price(100), height_u=1)])
    requirements, fabric = wanted(1_000_000, edge=("six",), core=("six",), families=("kary-tree",))
    found = search(requirements, fabric, small)
    assert found.best.design.params["n"] == 13
    assert found.best.switches == 13 * 3**12


def figures(family: str, k: int, n: int) -> tuple[int, int, int, int]:
    """Hosts, edge switches, switches, and links between switches: the mirrored tree paper's table."""
    if family == "kary-tree":
        return k**n, k ** (n - 1), n * k ** (n - 1), (n - 1) * k**n
    if family == "clos":
        return 2 * k**n, 2 * k ** (n - 1), (2 * n - 1) * k ** (n - 1), (2 * n - 2) * k**n
    return 2 * k**n, 2 * k ** (n - 1), (2 * n - 2) * k ** (n - 1), (2 * n - 3) * k**n


@pytest.mark.parametrize("family", ["kary-tree", "clos", "mikant"])
@given(
    hosts=st.integers(2, 30_000),
    ports=st.integers(4, 40),
    possible=st.none() | st.integers(1, 40_000),
    per_edge=st.none() | st.integers(1, 20),
    prices=st.tuples(st.integers(1, 2_000), st.integers(1, 2_000)),
)
def test_the_cheapest_network_is_offered_and_none_that_is_larger_in_every_way(
    family, hosts, ports, possible, per_edge, prices
):
    box = Switch(id="box", ports=(qsfp(ports),), price=price(prices[0]), height_u=1)
    limits = Limits(hosts_possible=possible)
    requirements, fabric = wanted(
        hosts,
        edge=("box",),
        core=("box",),
        families=(family,),
        blocking=2,
        hosts_per_edge=per_edge,
        cable_price=Decimal(prices[1]),
        more={"limits": limits},
    )
    plain = []
    for k in range(2, ports // 2 + 1):
        for n in range(2, 18):
            room, edges, switches, links = figures(family, k, n)
            held = -(-hosts // edges)
            if room >= max(hosts, possible or 0) and held <= (per_edge or hosts):
                plain.append((prices[0] * switches + prices[1] * (links + hosts), n, switches, links))
            if min(room / 40_000, edges / 30_000) > 1:
                break
    try:
        found = search(requirements, fabric, Catalog([box, SERVER, RACK])).candidates
    except FatdeskError:
        found = ()
    assert bool(found) == bool(plain)
    if found:
        assert found[0].cost.amount == min(plain)[0]
    sizes = [(one.hops, one.switches, one.links, -one.bisection_gbps) for one in found]
    for own in sizes:
        assert not any(all(x <= y for x, y in zip(one, own, strict=True)) for one in sizes if one != own)


@given(
    hosts=st.integers(2, 3_000),
    ports=st.integers(4, 40),
    possible=st.none() | st.integers(1, 4_000),
    per_edge=st.none() | st.integers(1, 20),
)
def test_the_smallest_hyperx_that_keeps_the_limits_is_offered(hosts, ports, possible, per_edge):
    """Against all lattices of one and two dimensions with every number of hosts on a switch.

    Where none fits, against all of two to four dimensions with traffic by way of a random switch.
    """
    box = Switch(id="box", ports=(qsfp(ports),), price=price(1), height_u=1)
    requirements, fabric = wanted(
        hosts,
        edge=("box",),
        core=("box",),
        families=("hyperx",),
        blocking=2,
        hosts_per_edge=per_edge,
        cable_price=Decimal(0),
        more={"limits": Limits(hosts_possible=possible)},
    )
    fitting = [
        a * b
        for a in range(2, ports + 1)
        for b in range(1, a + 1)
        for T in range(1, ports)
        if a * b * T >= max(hosts, possible or 0)
        and -(-hosts // (a * b)) <= (per_edge or hosts)
        and T + -(-T // 2) * (a + b - 2) <= ports
    ]
    places = max(hosts, possible or 0)
    fitting = fitting or [
        prod(sides)
        for dimensions in (2, 3, 4)
        for sides in combinations_with_replacement(range(2, ports + 1), dimensions)
        if sum(sides) - dimensions < ports
        and -(-hosts // (per_edge or hosts)) <= prod(sides) <= places
        and (T := -(-places // prod(sides)))
        and T + sum((side - 1) * -(-T // side) for side in sides) <= ports
    ]
    try:
        found = search(requirements, fabric, Catalog([box, SERVER, RACK])).candidates
    except FatdeskError:
        found = ()
    assert bool(found) == bool(fitting)
    if found:
        assert min(one.switches for one in found) == min(fitting)
