"""Figures that are printed in the two-level design paper and in a public reference architecture."""

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest

from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.output import totals_json
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.families import build
from tests.engine.design.search_samples import PAPER, REFERENCE, wanted


def candidates(catalog: Catalog, hosts: int, part: str = "server-1u", **fabric: Any) -> list[Candidate]:
    requirements, one = wanted(hosts, part, **fabric)
    return list(search(requirements, one, catalog).candidates)


def counts(one: Candidate) -> tuple[int, int, int]:
    number = one.design.number
    return number("E"), number("C"), number("B")


@pytest.mark.parametrize(
    ("hosts", "blocking", "core", "expected", "ports"),
    [
        (60, "1", "ib-36", (4, 2, 9), (18, 18)),  # example 1 of section 3
        (1200, "2", "modular-108", (50, 6, 2), (24, 12)),  # example 2
        (280, "11", "ib-36", (9, 1, 3), (33, 3)),  # example 3
        (396, "1", "ib-36", (22, 18, 1), (18, 18)),  # section 6.3
    ],
)
def test_examples_of_the_paper(
    hosts: int, blocking: str, core: str, expected: tuple[int, int, int], ports: tuple[int, int]
) -> None:
    best = candidates(PAPER, hosts, blocking=blocking, edge=("ib-36",), core=(core,))[0]
    assert best.design.family == "two-level"
    assert counts(best) == expected
    assert (best.design.number("P_En"), best.design.number("P_Ec")) == ports
    assert str(best.blocking) == blocking


def test_sixty_hosts_have_132_cables_and_84_with_three_links_a_cable() -> None:
    families = ("two-level",)
    one = candidates(PAPER, 60, families=families, edge=("ib-36",), core=("ib-36",))[0]
    assert (one.links, one.cables, one.hosts_possible) == (132, 132, 72)
    more = {"cabling": CablingRules(bundle_cable="ib-12x")}
    requirements, fabric = wanted(60, families=families, edge=("ib-36",), core=("ib-36",), more=more)
    bundled = search(requirements, fabric, PAPER).best
    assert (bundled.links, bundled.cables) == (132, 84)


@pytest.mark.parametrize("hosts", [127, 128])
def test_spread_hosts_save_a_core_switch(hosts: int) -> None:
    first, second = candidates(PAPER, hosts, families=("two-level",), edge=("ib-36",), core=("ib-36",))
    assert (first.design.number("C"), first.design.number("spread")) == (4, 1)
    assert (second.design.number("C"), second.design.number("spread")) == (5, 0)
    filled = candidates(
        PAPER, hosts, families=("two-level",), edge=("ib-36",), core=("ib-36",), spread_hosts=False
    )
    assert [one.design.number("C") for one in filled] == [5]


def test_the_blade_cluster_of_section_5() -> None:
    requirements, fabric = wanted(
        224, "blade-2s", families=("two-level",), edge=("blade-ib-32",), core=("ib-36", "modular-108")
    )
    found = search(requirements, fabric, PAPER).candidates
    by_core = {(one.design.parts[1].part, one.design.parts[1].cards): one for one in found}
    assert len(by_core) == 7  # one 36-port switch, six configurations of the modular one
    small, reduced, full = by_core["ib-36", 0], by_core["modular-108", 5], by_core["modular-108", 6]
    assert found[0] is small
    assert [counts(one) for one in (small, reduced, full)] == [(14, 8, 2), (14, 3, 6), (14, 3, 7)]
    edges_and_cables = 14 * 11_000 + 224 * 80  # the paper prices the cables of uplinks
    assert [one.cost.amount - edges_and_cables for one in (small, reduced, full)] == [
        88_000,
        351_000,
        390_000,
    ]
    assert [int(one.cost.amount / 224) for one in (small, reduced)] == [1160, 2334]
    assert {one.cables for one in found} == {14 * 16}
    assert (reduced.hosts_possible, reduced.hosts_possible_full) == (240, 288)
    for one, amount in ((small, "2515320.00"), (reduced, "2778320.00")):
        whole = totals_json(requirements, {"compute": one}, PAPER)
        assert whole["cost"] == {"amount": amount, "currency": "USD", "at_least": False}
        assert whole["enclosures"] == 14


@pytest.mark.parametrize(
    ("hosts", "leaves", "spines", "host_cables", "leaf_spine", "transceivers"),
    [(31, 8, 4, 252, 256, 508), (63, 16, 8, 508, 512, 1020)],  # one and two scalable units
)
def test_the_reference_installation(
    hosts: int, leaves: int, spines: int, host_cables: int, leaf_spine: int, transceivers: int
) -> None:
    best = candidates(
        REFERENCE,
        hosts,
        "gpu-8rail",
        rails=8,
        media="optical",
        families=("two-level",),
        edge=("ndr-64",),
        core=("ndr-64",),
        extra_ports=4,
        cable_price=None,
    )[0]
    assert (best.design.number("E"), best.design.number("C")) == (leaves, spines)
    assert best.cables == best.links == host_cables + leaf_spine
    assert best.transceivers == transceivers
    assert best.hosts_possible == hosts


def test_full_network_of_648_hosts() -> None:
    best = candidates(PAPER, 648, edge=("ib-36",), core=("ib-36",), cable_price=Decimal(0))[0]
    assert best.cost.amount == 594_000
    assert best.power_w == 54 * 152  # about 8.2 kW
    assert best.height_u == 54


@pytest.mark.parametrize(
    ("hosts", "most", "blocking", "rails", "expected", "ports"),
    [
        (1368, 18, "2", 1, (76, 9), (18, 9)),  # LLNL Lassen: 76 leaf switches with 18 hosts and 9 uplinks
        (1270, 23, "2", 1, (56, 12), (23, 12)),  # HLRN Lise: 56 leaf switches
        (144, 18, "1", 4, (32, 18), (18, 18)),  # a unit of GB200: a leaf switch a rack and rail
    ],
)
def test_hosts_per_edge_switch(
    hosts: int, most: int, blocking: str, rails: int, expected: tuple[int, int], ports: tuple[int, int]
) -> None:
    catalog, part, switch = (
        (PAPER, "server-1u", "ib-36") if rails == 1 else (REFERENCE, "gpu-8rail", "ndr-64")
    )
    core = "modular-108" if rails == 1 else switch
    found = candidates(
        catalog,
        hosts,
        part,
        families=("two-level",),
        edge=(switch,),
        core=(core,),
        blocking=blocking,
        rails=rails,
        hosts_per_edge=most,
    )
    for one in found:
        number = one.design.number
        assert (number("E"), number("U")) == expected
        assert (number("P_En"), number("P_Ec")) == ports


@pytest.mark.parametrize("family", ["star", "two-level", "egft", "kary-tree", "clos", "mikant", "hyperx"])
@pytest.mark.parametrize("most", [1, 3, 7, 18, 40])
def test_no_family_has_more_hosts_on_an_edge_switch(family: str, most: int) -> None:
    requirements, fabric = wanted(
        33, families=(family,), edge=("ib-36",), core=("ib-36",), blocking=2, hosts_per_edge=most
    )
    result = search(requirements, fabric, PAPER)
    for one in result.candidates:
        built = build(one.design, requirements.hosts, PAPER, "compute", one.host_ports)
        hosts = built.ends[built.kind[built.ends[:, 1]] == NodeKind.HOST, 0]
        assert max(Counter(hosts.tolist()).values()) <= most
    assert result.candidates or result.rejected


def test_extra_ports_count_as_hosts_of_an_edge_switch() -> None:
    wish = {"edge": ("ib-36",), "core": ("ib-36",), "extra_ports": 4}
    assert not candidates(PAPER, 33, families=("star",), hosts_per_edge=35, **wish)
    requirements, fabric = wanted(33, families=("star",), hosts_per_edge=35, **wish)
    [rejected] = search(requirements, fabric, PAPER).rejected
    assert str(rejected.reasons[0]) == "hosts_per_edge: needs 37, allowed 35"
    assert candidates(PAPER, 31, families=("star",), hosts_per_edge=35, **wish)[0].hosts_possible == 31


@pytest.mark.parametrize("most", [3, 7, 12])
def test_blades_on_a_switch_keep_the_limit(most: int) -> None:
    requirements, fabric = wanted(12, "blade-2s", hosts_per_edge=most)
    found = search(requirements, fabric, PAPER).candidates
    for one in found:
        built = build(one.design, requirements.hosts, PAPER, "compute", one.host_ports)
        hosts = built.ends[built.kind[built.ends[:, 1]] == NodeKind.HOST, 0]
        assert max(Counter(hosts.tolist()).values()) <= most
    assert found
