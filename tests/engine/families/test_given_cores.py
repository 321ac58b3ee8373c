"""Core switches whose number is given: dealing against plain counting and flows, and clusters as built."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Card, ModularSwitch, Switch
from fatdesk.engine.design.requirements_file import contradictions
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.checks import check_fabrics
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.families import build
from tests.engine.design.search_samples import PAPER, RACK, REFERENCE, SERVER, price, qsfp, wanted
from tests.engine.families.test_networks_for_sale import cages_in_use


@given(
    hosts=st.integers(2, 120),
    ports=st.tuples(st.integers(2, 16), st.integers(2, 24)),
    cores=st.integers(1, 12),
    blocking=st.sampled_from([1, 2]),
)
def test_uplinks_are_dealt_as_evenly_as_they_can_be(hosts, ports, cores, blocking):
    """No port is used twice, bundles differ by a link at most, and edge switches share what is stated."""
    edge = Switch(id="edge", ports=(qsfp(ports[0]),), price=price(1), height_u=1)
    core = Switch(id="core", ports=(qsfp(ports[1]),), price=price(1), height_u=1)
    catalog = Catalog([edge, core, SERVER, RACK])
    requirements, fabric = wanted(
        hosts,
        edge=("edge",),
        core=("core",),
        families=("two-level",),
        blocking=blocking,
        core_count=cores,
    )
    P_En = ports[0] * blocking // (1 + blocking)
    E = -(-hosts // P_En) if P_En else 0
    U = min(ports[0] - P_En, cores * ports[1] // E) if E else 0
    try:
        found = search(requirements, fabric, catalog).best
    except FatdeskError:
        found = None
    assert (found is None) == (not P_En or cores > U)
    if found is None:
        return
    built = build(found.design, requirements.hosts, catalog, "f", found.host_ports)
    links = built.ends[built.level[built.ends[:, 1]] == 2]
    at = built.ports[built.level[built.ends[:, 1]] == 2]
    assert len(links) == E * U == found.links - hosts
    assert len({*zip(links[:, 1].tolist(), at[:, 1].tolist(), strict=True)}) == len(links)
    assert int(at[:, 1].max()) < ports[1]
    table = np.zeros((E, cores), np.int64)
    np.add.at(table, (links[:, 0] - hosts, links[:, 1] - hosts - E), 1)
    assert table.min() >= 1
    assert table.max() - table.min() <= 1
    assert (table.sum(axis=1) == U).all()
    shared = min(
        (int(np.minimum(one, other).sum()) for n, one in enumerate(table) for other in table[:n]), default=U
    )
    assert found.blocking == Fraction(P_En, shared)
    assert found.bisection_gbps == min(hosts, E * shared) * 40 / Fraction(2)
    halves = (np.arange(E) < E // 2, np.random.default_rng(hosts).permutation(E) < E // 2)
    for half in halves if E % 2 == 0 else ():
        cut = np.minimum(table[half].sum(axis=0), table[~half].sum(axis=0)).sum()
        assert cut >= E * shared // 2


@pytest.mark.parametrize(
    ("cores", "uplinks", "blocking"),
    [(16, 32, Fraction(1)), (12, 32, Fraction(32, 28)), (8, 21, Fraction(32, 18)), (32, 32, Fraction(1))],
)
def test_dgx_h100_with_other_numbers_of_spine_switches(cores, uplinks, blocking):
    """Three units of the H100 reference have 24 leaf switches and 16 spine switches of 64 ports."""
    requirements, fabric = wanted(
        96,
        "gpu-8rail",
        rails=8,
        edge=("ndr-64",),
        core=("ndr-64",),
        families=("two-level",),
        core_count=cores,
    )
    best = search(requirements, fabric, REFERENCE).best
    assert [use.count for use in best.design.switches] == [24, cores]
    assert (best.design.number("U"), best.blocking) == (uplinks, blocking)
    built = build(best.design, requirements.hosts, REFERENCE, "f", best.host_ports)
    assert best.transceivers == 96 * 4 + cages_in_use(built, 2)


def test_dgx_a100_as_built():
    """70 core switches instead of 28, which are enough: two links from each of eight pods to each."""
    box = Switch(id="hdr-40", ports=(qsfp(40),), price=price(1), height_u=1)
    host = SERVER.__class__(id="gpu", ports=(qsfp(8),), height_u=6)
    catalog = Catalog([box, host, RACK])
    for cores, links in ((28, 5), (70, 2)):
        requirements, fabric = wanted(
            140,
            "gpu",
            rails=8,
            hosts_per_edge=20,
            pods="rail",
            families=("egft",),
            edge=("hdr-40",),
            core=("hdr-40",),
            core_count=cores,
        )
        best = search(requirements, fabric, catalog).best
        assert [use.count for use in best.design.switches][::2] == [56, cores]
        assert best.blocking == 1
        built = build(best.design, requirements.hosts, catalog, "f", best.host_ports)
        up = built.ends[built.level[built.ends[:, 1]] == 3]
        middles = built.nodes(NodeKind.SWITCH, 2)
        pod = (up[:, 0] - middles[0]) // (len(middles) // 8)
        assert set(Counter(zip(pod.tolist(), up[:, 1].tolist(), strict=True)).values()) == {links}


def test_two_directors_have_the_cards_that_the_blocking_requires():
    """Lassen: 76 leaf switches of 18 hosts, bundles of 5 and 4 to two directors (22 cards: 76 x 5 ports).

    Fewer cards are cheaper, and more links would wait for the same ports.
    """
    card = Card(name="card-18", ports=(qsfp(18),), price=price(13000))
    director = ModularSwitch(id="director", slots=36, height_u=29, price=price(1), cards=(card,))
    edge = Switch(id="edr-36", ports=(qsfp(36),), price=price(1), height_u=1)
    catalog = Catalog([edge, director, SERVER, RACK])
    wish = {"edge": ("edr-36",), "core": ("director",), "families": ("two-level",), "core_count": 2}
    requirements, fabric = wanted(1368, blocking=2, hosts_per_edge=18, **wish)
    best = search(requirements, fabric, catalog).best
    assert [(use.count, use.cards) for use in best.design.switches] == [(76, 0), (2, 22)]
    built = build(best.design, requirements.hosts, catalog, "f", best.host_ports)
    links = built.ends[built.level[built.ends[:, 1]] == 2]
    assert Counter(Counter(map(tuple, links.tolist())).values()) == {5: 76, 4: 76}
    # where no number of cards is enough, the blocking is as low as it gets: 16 of 18 uplinks, 8 to each
    # director of 34 cards (76 x 8 ports); with 17 on 36 cards two switches have but 16 in common
    requirements, fabric = wanted(1368, **wish)
    best = search(requirements, fabric, catalog).best
    assert best.blocking == Fraction(18, 16)
    assert [(use.count, use.cards) for use in best.design.switches] == [(76, 0), (2, 34)]


def test_too_few_core_switches_of_three_levels_are_refused_with_the_ports_that_are_missing():
    requirements, fabric = wanted(1944, edge=("ib-36",), core=("ib-36",), families=("egft",), core_count=20)
    found = search(requirements, fabric, PAPER)
    assert not found.candidates
    assert any(str(one.reasons[0]).startswith("core ports: 36, needs ") for one in found.rejected)


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ({"planes": 2, "core_count": 3}, "a multiple of planes"),
        ({"families": ("star",), "core_count": 3}, "add one of them to families"),
        ({"families": ("star",), "edges_per_group": 3}, "groups are those of dragonfly-plus"),
    ],
)
def test_contradictions_are_found(more, what):
    requirements, _ = wanted(100, **more)
    assert any(what in problem.what for problem in contradictions(requirements, PAPER))


def test_rail_only():
    """Rails without a core: each plane joins 128 hosts over 4 and 2 switches of 64 ports; no host is lost."""
    requirements, fabric = wanted(
        128, "gpu-8rail", planes=8, families=("star", "two-level"), edge=("ndr-64",), core=("ndr-64",)
    )
    best = search(requirements, fabric, REFERENCE).best
    assert [use.count for use in best.design.switches] == [8 * 4, 8 * 2]
    built = build(best.design, requirements.hosts, REFERENCE, "f", best.host_ports)
    assert not [one for one in check_fabrics([built]) if one.rule == "unreachable"]
    switches = built.nodes(NodeKind.SWITCH)
    edge_of = built.ends[built.kind[built.ends[:, 1]] == NodeKind.HOST]
    assert Counter(edge_of[:, 1].tolist()) == dict.fromkeys(range(128), 8)
    between = built.ends[built.kind[built.ends[:, 1]] == NodeKind.SWITCH]
    plane = np.concatenate([np.repeat(np.arange(8), 4), np.repeat(np.arange(8), 2)])
    ends = plane[between - switches[0]]
    assert (ends[:, 0] == ends[:, 1]).all()
