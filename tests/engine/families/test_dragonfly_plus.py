"""Dragonfly+ with parts: search against enumeration, blocking against flows, published machines."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Server, Switch
from fatdesk.engine.design.search import search
from fatdesk.engine.families import build
from fatdesk.networks.topologies import network_of
from tests.engine.design.search_samples import PAPER, RACK, SERVER, price, qsfp, wanted

FAMILY = ("dragonfly-plus",)


def plain(hosts: int, ports: int, blocking: Fraction, least: int) -> Iterator[tuple[int, int]]:
    """Switches and links between them of every network with links dealt evenly to the spine switches."""
    for a in range(1, ports):
        for g in range(max(2, -(-least // a)), hosts // a + 1):
            T = -(-hosts // (g * a))
            for s in range(1, ports):
                for L in range(1, (ports - 1) // a + 1):
                    if T + s * L > ports:
                        break
                    for K in range(1, s * (ports - a * L) // (g - 1) + 1):
                        leaf = Fraction(T if K % s == 0 else 2 * T, s * L)
                        if (g - 1) * K % s == 0 and max(leaf, Fraction(2 * a * T, g * K)) <= blocking:
                            yield g * (a + s), g * a * s * L + g * (g - 1) // 2 * K
                            break


@given(
    hosts=st.integers(2, 90),
    ports=st.integers(2, 10),
    blocking=st.sampled_from(["1", "2", "3/2", "1/2"]),
    per_edge=st.none() | st.integers(1, 6),
    prices=st.tuples(st.integers(1, 2_000), st.integers(1, 2_000)),
)
def test_the_cheapest_network_is_offered(hosts, ports, blocking, per_edge, prices):
    box = Switch(id="box", ports=(qsfp(ports),), price=price(prices[0]), height_u=1)
    requirements, fabric = wanted(
        hosts,
        edge=("box",),
        core=("box",),
        families=FAMILY,
        blocking=blocking,
        hosts_per_edge=per_edge,
        cable_price=Decimal(prices[1]),
    )
    least = -(-hosts // per_edge) if per_edge else 1
    costs = [
        prices[0] * switches + prices[1] * (links + hosts)
        for switches, links in plain(hosts, ports, Fraction(blocking), least)
    ]
    try:
        found = search(requirements, fabric, Catalog([box, SERVER, RACK])).candidates
    except FatdeskError:
        found = ()
    assert bool(found) == bool(costs)
    if found:
        assert found[0].cost.amount == min(costs)


def slowed(spec: str, target: list[int]) -> float:
    """How much an exchange is slowed down at best: the inverse of its largest concurrent flow.

    Each host sends to its target; flows of hosts on one leaf switch are one commodity, over any paths.
    """
    network = network_of(spec)
    N = network.hosts
    leaf = network.ends[network.ends[:, 0] < N, 1]
    between = network.ends[(network.ends >= N).all(axis=1)] - N
    arcs, links = np.unique(np.concatenate([between, between[:, ::-1]]), axis=0, return_counts=True)
    nodes, sources = network.switch_count, np.unique(leaf - N)
    m, k = len(arcs), len(sources)
    equal, share = np.zeros((k * nodes, k * m + 1)), np.zeros((m, k * m + 1))
    for number, source in enumerate(sources.tolist()):
        rows = slice(number * nodes, (number + 1) * nodes)
        for arc, (one, other) in enumerate(arcs.tolist()):
            equal[rows, number * m + arc][one] += 1
            equal[rows, number * m + arc][other] -= 1
            share[arc, number * m + arc] = 1
        for host in np.flatnonzero(leaf - N == source).tolist():
            equal[rows, -1][source] -= 1
            equal[rows, -1][leaf[target[host]] - N] += 1
    aim = np.zeros(k * m + 1)
    aim[-1] = -1
    found = linprog(aim, share, links, equal, np.zeros(k * nodes), bounds=(0, None))
    return float(1 / found.x[-1])


@pytest.mark.parametrize(
    ("shape", "blocking"),
    [
        ("g=4,a=2,s=2,T=2,K=2,L=1", Fraction(1)),
        ("g=4,a=2,s=1,T=2,K=1,L=1", Fraction(2)),
        ("g=5,a=1,s=2,T=2,K=1,L=1", Fraction(2)),
        ("g=3,a=2,s=1,T=2,K=1,L=2", Fraction(8, 3)),
    ],
)
def test_no_exchange_is_slowed_down_by_more_than_the_blocking(shape: str, blocking: Fraction) -> None:
    """Whole groups that send to the next one are the worst where spine switches are linked to all groups."""
    spec = f"dragonfly-plus:{shape}"
    network = network_of(spec)
    values = {key: int(str(network.params[key])) for key in "gasTKL"}
    g, a, s, T, K, L = values.values()
    leaf = Fraction(T if K % s == 0 else 2 * T, s * L)
    assert max(leaf, Fraction(2 * a * T, g * K)) == blocking
    hosts, random = network.hosts, np.random.default_rng(1)
    shift = [(host + a * T) % hosts for host in range(hosts)]
    for target in (shift, *(random.permutation(hosts).tolist() for _ in range(3))):
        assert slowed(spec, target) <= float(blocking) + 1e-6
    if K % s == 0 and 2 * a * T * s * L >= T * g * K:
        assert slowed(spec, shift) == pytest.approx(float(Fraction(2 * a * T, g * K)))


@pytest.mark.parametrize("spec", ["hyperx:S=3-2-2,K=2-3-3,T=3", "hyperx:S=4-2,K=1-2,T=2"])
def test_no_exchange_in_a_lattice_is_slowed_down_by_way_of_a_random_switch(spec: str) -> None:
    """2 T / (S_d K_d) = 1 in these; every switch may send all to the one at the far corner."""
    network = network_of(spec)
    T = int(str(network.params["T"]))
    hosts, random = network.hosts, np.random.default_rng(2)
    opposite = [(hosts // T - 1 - host // T) * T + host % T for host in range(hosts)]
    for target in (opposite, random.permutation(hosts).tolist()):
        assert slowed(spec, target) <= 1 + 1e-6


JUPITER = (
    "JUPITER, configuration, documentation of Jülich Supercomputing Centre: 27 groups, of the Booster each "
    "with 240 nodes of 4 NDR200 ports on 15 L1 switches, and 16 L2 switches"
)
NIAGARA = "Niagara, documentation of the Digital Research Alliance of Canada: 1,500 nodes, EDR, 4 wings"


def test_jupiter() -> None:
    """Two NDR200 ports share one of 400 Gb/s: 32 of a group's 480 are on each of its 15 leaf switches."""
    node = Server(id="port", ports=(qsfp(1, 400.0),))
    box = Switch(id="ndr-64", ports=(qsfp(64, 400.0),), price=price(20_000), height_u=1)
    requirements, fabric = wanted(
        27 * 480,
        "port",
        edge=("ndr-64",),
        core=("ndr-64",),
        families=FAMILY,
        blocking="9/4",
        hosts_per_edge=32,
        edges_per_group=15,
    )
    found = search(requirements, fabric, Catalog([node, box, RACK])).best
    assert {key: found.design.params[key] for key in "gasT"} == {"g": 27, "a": 15, "s": 16, "T": 32}, JUPITER
    assert [use.count for use in found.design.switches] == [27 * 15, 27 * 16]


def test_niagara() -> None:
    """Four wings, in each as many uplinks as hosts; hosts are dealt evenly to leaf switches, not to wings."""
    node = Server(id="node", ports=(qsfp(1, 100.0),))
    box = Switch(id="edr-36", ports=(qsfp(36, 100.0),), price=price(1), height_u=1)
    requirements, fabric = wanted(
        1500,
        "node",
        edge=("edr-36",),
        core=("edr-36",),
        families=FAMILY,
        blocking="21/10",
        hosts_per_edge=18,
        edges_per_group=21,
    )
    found = search(requirements, fabric, Catalog([node, box, RACK])).best
    assert (found.design.params["g"], found.design.params["T"]) == (4, 18), NIAGARA
    assert found.design.number("s") * found.design.number("L") >= 18
    built = build(found.design, requirements.hosts, Catalog([node, box, RACK]), "f", found.host_ports)
    wing = built.block[:1500] // 21
    assert np.bincount(wing).tolist() == [378, 378, 378, 366]  # 375 in each, as published, with equal wings


def test_the_reason_names_the_ports_that_are_missing() -> None:
    requirements, fabric = wanted(
        500_000, edge=("ib-36",), core=("ib-36",), families=FAMILY, blocking=1, edges_per_group=4
    )
    reasons = [str(one.reasons[0]) for one in search(requirements, fabric, PAPER).rejected]
    assert any(reason.startswith("ports: 36, needs ") for reason in reasons)


def test_other_families_have_no_groups() -> None:
    requirements, fabric = wanted(
        40,
        edge=("ib-36",),
        core=("ib-36",),
        families=("hyperx", "dragonfly-plus"),
        blocking=1,
        edges_per_group=3,
    )
    found = search(requirements, fabric, PAPER)
    assert {one.design.family for one in found.candidates} == {"dragonfly-plus"}
    assert all(one.design.params["a"] == 3 for one in found.candidates)
    said = [str(one.reasons[0]) for one in found.rejected if one.family == "hyperx"]
    assert said == ["equal switches: it has no groups of edge switches (edges_per_group)"]
