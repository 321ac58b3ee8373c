"""Growth plans against section 6.2 of the two-level design paper, and against designs of the search."""

from collections import Counter

import pytest
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.growth.plans import plans_by_racks
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.document.project import FabricDecision
from tests.engine.design.search_samples import PAPER, changed, wanted, with_parts

PARTS = {"families": ("two-level",), "edge": ("ib-36",), "core": ("ib-36",)}
REQUIREMENTS, FABRIC = wanted(60, **PARTS)
PLANS = plans_by_racks(REQUIREMENTS, FABRIC, PAPER, (2, 3))
IN_PLACE, ALL, NEEDED = PLANS


def bought(stage):
    return {use.role: use.count for use in stage.buy}


def test_figures_3_and_4():
    first, second = IN_PLACE.stages
    assert bought(first) == {"host": 76, "edge": 5, "core": 3}
    assert [(one.rack, one.role, one.count, one.units) for one in first.place] == [
        (1, "host", 42, "U1 to U42"),
        (2, "edge", 5, "U38 to U42"),
        (2, "core", 3, "U35 to U37"),
        (2, "host", 34, "U1 to U34"),
    ]
    assert bought(second) == {"host": 32, "edge": 1}
    assert second.on_spare_ports == 14
    assert [(one.rack, one.role, one.count, one.units) for one in second.place] == [
        (3, "edge", 1, "U42"),
        (3, "host", 32, "U1 to U32"),
    ]
    assert (IN_PLACE.hosts, IN_PLACE.stranded_u, IN_PLACE.stranded_ports) == (108, 9, 0)


def test_both_stage_plans_for_three_racks():
    assert [plan.design.number(key) for plan in (ALL, NEEDED) for key in ("E", "C")] == [7, 4, 7, 4]
    assert [[stage.hosts for stage in plan.stages] for plan in (ALL, NEEDED)] == [[73, 42], [75, 40]]
    assert bought(ALL.stages[0]) == {"host": 73, "edge": 7, "core": 4}
    assert bought(ALL.stages[1]) == {"host": 42}
    assert bought(NEEDED.stages[0]) == {"host": 75, "edge": 5, "core": 4}
    assert bought(NEEDED.stages[1]) == {"host": 40, "edge": 2}
    assert (ALL.stranded_u, NEEDED.stranded_u) == (0, 0)
    assert [plan.chosen for plan in PLANS] == [False, False, True]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.title)
def test_stages_add_up_to_the_network_for_all_hosts(plan):
    whole, fabric = wanted(plan.hosts, **PARTS)
    [best] = search(whole, fabric, PAPER, top=1).candidates
    total = Counter()
    for stage in plan.stages:
        total.update(bought(stage))
    assert total["edge"] == best.design.number("E")
    assert total["core"] == best.design.number("C")
    assert sum(stage.add_cables for stage in plan.stages) == best.cables
    ports = 36 * (total["edge"] + total["core"])
    assert plan.stranded_ports == ports - plan.hosts - 2 * 18 * total["edge"]
    cost = sum(stage.cost.amount for stage in plan.stages)
    assert cost == 11000 * (total["edge"] + total["core"]) + (FABRIC.cable_price or 0) * best.cables


@pytest.mark.parametrize("racks", [(1, 2), (2, 3), (2, 5), (3, 8)])
def test_nothing_overlaps_and_everything_has_a_place(racks):
    for plan in plans_by_racks(REQUIREMENTS, FABRIC, PAPER, racks):
        taken = set()
        for stage, most in zip(plan.stages, racks, strict=True):
            placed = Counter()
            for one in stage.place:
                units = {(one.rack, u) for u in range(one.lowest_u, one.highest_u + 1)}
                assert len(units) == one.count
                assert not units & taken
                assert all(1 <= rack <= most and 1 <= u <= 42 for rack, u in units)
                taken |= units
                placed[one.role] += one.count
            assert placed == bought(stage)
        assert plan.stranded_u == 42 * racks[1] - len(taken)


def uplinks_of(hosts, edges):
    """Links of the first edge switches to core switches, with their ports, in the network as it is built."""
    whole, fabric = wanted(hosts, **PARTS)
    [best] = search(whole, fabric, PAPER, top=1).candidates
    [built] = build_fabrics(whole.hosts, [FabricDecision(requirement=fabric, design=best.design)], PAPER)
    named = {node: built.ids[node] for node in built.nodes(NodeKind.SWITCH).tolist()}
    first = {f"{fabric.name}/edge/{number}" for number in range(1, edges + 1)}
    found = set()
    for ends, ports in zip(built.ends.tolist(), built.ports.tolist(), strict=True):
        plugs = frozenset((named.get(end, ""), port) for end, port in zip(ends, ports, strict=True))
        names = {name for name, _ in plugs}
        if names & first and all(name for name in names):
            found.add(plugs)
    return found


def test_in_place_no_cable_moves():
    edges = bought(IN_PLACE.stages[0])["edge"]
    before = uplinks_of(76, edges)
    assert len(before) == 18 * edges
    after = uplinks_of(108, edges)
    ends = [Counter(tuple(sorted(name for name, _ in plugs)) for plugs in links) for links in (before, after)]
    assert ends[0] == ends[1]


def test_the_network_in_service_while_a_stage_is_installed():
    assert IN_PLACE.stages[0].bisection_gbps is None
    assert IN_PLACE.stages[1].bisection_gbps == 76 * 40 / 2
    assert ALL.stages[1].bisection_gbps == 73 * 40 / 2


@pytest.mark.parametrize(
    ("numbers", "message"),
    [((3, 3), "more racks later"), ((0, 2), "at least 1 rack"), ((3, 2), "more racks later")],
)
def test_racks_that_do_not_grow_are_refused(numbers, message):
    with pytest.raises(FatdeskError, match=message):
        plans_by_racks(REQUIREMENTS, FABRIC, PAPER, numbers)


def test_what_cannot_be_planned_says_why():
    few, fabric = wanted(10, **PARTS)
    with pytest.raises(FatdeskError, match="two levels"):
        plans_by_racks(*wanted(10, edge=("ib-36",), core=("ib-36",)), PAPER, (1, 2))
    unknown = with_parts(PAPER, [changed(PAPER["ib-36"], height_u=None)])
    with pytest.raises(FatdeskError, match="height of a switch is unknown"):
        plans_by_racks(few, fabric, unknown, (2, 3))
    by_rack = replace(REQUIREMENTS, hosts=(replace(REQUIREMENTS.hosts[0], per_rack=18),))
    with pytest.raises(FatdeskError, match="leave per_rack of nodes out"):
        plans_by_racks(by_rack, FABRIC, PAPER, (2, 3))
    with pytest.raises(FatdeskError, match="leave edge_at of"):
        plans_by_racks(few, replace(fabric, edge_at="end-of-row"), PAPER, (2, 3))
