"""Designs that a network can grow to, and the links of step after step."""

from dataclasses import replace as replace_fields
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.core.money import Money
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.design.search import NoDesignError, search
from fatdesk.engine.fabric.fabric import NodeKind, NodePart
from fatdesk.engine.families.design import Design, HostGroup, PartUse, rails_and_planes
from fatdesk.engine.growth.designs import InstalledSwitches, designs_in_place
from fatdesk.engine.growth.wiring import rewired
from fatdesk.project.derived.fabrics import build_all
from fatdesk.project.document.project import FabricDecision
from tests.engine.growth.test_wiring import check
from tests.patience import few

CATALOG = load_shipped([])


def required(count, **fabric):
    group = HostGroup(name="nodes", part=fabric.pop("part", "server-1u"), count=count)
    wanted = {"name": "compute", "families": ("two-level",), "edge": ("ib-36",), "core": ("ib-36",), **fabric}
    return Requirements(hosts=(group,), fabrics=(FabricRequirement(**wanted),))


def built(requirements, design):
    decision = FabricDecision(requirement=requirements.fabrics[0], design=design)
    return build_all(requirements.hosts, [decision], CATALOG).fabrics[0]


def grow(count, *later, balance="balanced", **fabric):
    """The network of a number of hosts, and after growing to each of some numbers; with each rewiring."""
    wanted = required(count, **fabric)
    design = search(wanted, wanted.fabrics[0], CATALOG, top=1).candidates[0].design
    old, found = built(wanted, design), []
    for number in later:
        wanted = replace(wanted, hosts=(replace(wanted.hosts[0], count=number),))
        chosen = designs_in_place(wanted, wanted.fabrics[0], CATALOG, old)[0]
        target = built(wanted, chosen.candidate.design)
        rails, _ = rails_and_planes(chosen.candidate.design)
        made = rewired(old, target, CATALOG, balance, rails)
        check(made, target, CATALOG)
        found.append(made)
        old = made.after
    return found


@pytest.mark.parametrize(
    ("now", "later", "moved"),
    [
        (396, 648, 0),  # 18 core switches have ports for 36 edge switches
        (324, 648, 162),  # spec 10: 18 x 18 x (1 - 9 / 18)
        (60, 108, 24),  # 4 edge switches, 2 -> 3 core switches: 4 x 18 x (1 - 2 / 3)
        (648, 1296, 324),  # 36 edge switches in two pods of three levels: half of each one's cables
    ],
)
def test_moved_cables_are_those_of_the_closed_form(now, later, moved):
    [made] = grow(now, later)
    assert made.moved.sum() == moved == made.least_taken_off
    assert (made.origin < 0).sum() == len(made.after.ends) - len(np.unique(made.origin[made.origin >= 0]))


def test_scalable_units_on_eight_rails_move_half_of_their_uplinks():
    # NVIDIA DGX SuperPOD H100: 31 -> 63 hosts, 8 -> 16 leaf and 4 -> 8 spine switches (spec 10)
    wanted = {"part": "gpu-8rail", "rails": 8, "media": "optical", "edge": ("ndr-64",), "core": ("ndr-64",)}
    [one, two] = grow(31, 63, 127, extra_ports=1, **wanted)
    assert (one.moved.sum(), two.moved.sum()) == (128, 256)
    for made in (one, two):
        hosts = made.after.kind[made.after.ends[:, 1]] == NodeKind.HOST
        assert not made.moved[hosts].any()
        rail = made.after.ends[hosts, 0] - made.after.nodes(NodeKind.SWITCH)[0]
        assert (rail % 8 == made.after.ports[hosts, 1]).all()  # port r of each host stays on rail r


def test_pods_of_rails_stay_pods():
    wanted = {"part": "gpu-8rail", "rails": 8, "pods": "rail", "families": ("egft",), "hosts_per_edge": 5}
    [made] = grow(20, 35, edge=("ndr-64",), core=("ndr-64",), **wanted)
    hosts = made.after.kind[made.after.ends[:, 1]] == NodeKind.HOST
    assert not made.moved[hosts].any()
    assert made.parted == 0


@settings(max_examples=few(12))
@given(st.data())
def test_networks_grow_step_by_step(data):
    now = data.draw(st.integers(20, 300))
    steps = sorted({now + data.draw(st.integers(1, 400)) for _ in range(2)})
    blocking = data.draw(st.sampled_from(["1", "2", "3"]))
    planes = data.draw(st.sampled_from([1, 2]))
    part, switch = {1: ("server-1u", "ib-36"), 2: ("gpu-8rail", "ndr-64")}[planes]
    balance = data.draw(st.sampled_from(["balanced", "free"]))
    wanted = {"part": part, "blocking": blocking, "planes": planes, "edge": (switch,), "core": (switch,)}
    try:
        found = grow(now, *steps, balance=balance, **wanted)
    except NoDesignError:
        return
    for made in found:
        hosts = made.after.kind[made.after.ends[:, 1]] == NodeKind.HOST
        assert not made.moved[hosts].any()


def with_cards(now, *cards, **fabric):
    """The network of a number of hosts with a director of each of some numbers of cards as core switches."""
    wanted = required(now, core=("modular-108",), core_count=len(cards), **fabric)
    design = search(wanted, wanted.fabrics[0], CATALOG, top=1).candidates[0].design
    found = built(wanted, design)
    directors = found.nodes(NodeKind.SWITCH, 2).tolist()
    parts = [*found.parts, *(NodePart(part="modular-108", cards=number) for number in cards)]
    part = found.part.copy()
    part[directors] = len(found.parts) + np.arange(len(cards))
    return wanted, replace_fields(found, parts=tuple(parts), part=part)


@pytest.mark.parametrize("blocking", ["1", "3"])
@pytest.mark.parametrize("cards", [(3, 3), (3, 6), (6, 6)])
def test_directors_keep_the_cards_that_they_have(cards, blocking):
    wanted, old = with_cards(72, *cards, blocking=blocking)
    wanted = replace(wanted, hosts=(replace(wanted.hosts[0], count=84),))
    [chosen, *_] = designs_in_place(wanted, wanted.fabrics[0], CATALOG, old)
    made = rewired(old, built(wanted, chosen.candidate.design), CATALOG)
    check(made, built(wanted, chosen.candidate.design), CATALOG)
    assert (chosen.remark, made.moved.sum()) == ("", 0)
    after = made.after
    held = [after.parts[after.part[node]].cards for node in after.nodes(NodeKind.SWITCH, 2).tolist()]
    assert held == list(cards)


def test_core_switches_beyond_the_need_stay():
    """Today's 4 core switches have more ports than 80 hosts need; the search alone proposes 3."""
    wanted = required(60, core_count=4)
    design = search(wanted, wanted.fabrics[0], CATALOG, top=1).candidates[0].design
    old = built(wanted, design)
    wanted = replace(wanted, hosts=(replace(wanted.hosts[0], count=80),))
    [chosen, *_] = designs_in_place(wanted, wanted.fabrics[0], CATALOG, old)
    assert (chosen.remark, chosen.candidate.design.family) == ("", "two-level")
    assert chosen.candidate.design.number("C") == 4


def test_a_director_more_is_compared_by_what_is_bought():
    """Cards that are there cost nothing: 2 directors with 6 cards, of which designs use different numbers."""
    wanted, old = with_cards(72, 6, 6)
    few, many = (
        Design(family="two-level", parts=(PartUse(role="edge", part="ib-36", count=4), core), params={})
        for core in (
            PartUse(role="core", part="modular-108", count=3, cards=1),
            PartUse(role="core", part="modular-108", count=2, cards=6),
        )
    )
    found = search(wanted, wanted.fabrics[0], CATALOG, top=1).candidates[0]
    there = InstalledSwitches.of(old)
    costs = {3: 3 * (25 + 27 + 13), 2: 2 * (25 + 27 + 6 * 13)}  # thousands, without edge switches
    both = [
        replace_fields(found, design=design, cost=Money(Decimal(1000 * costs[design.parts[1].count]), "USD"))
        for design in (few, many)
    ]
    assert [one.design.parts[1].count for one in there.by_price(both, CATALOG)] == [2, 3]
