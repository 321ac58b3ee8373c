"""Projects that grow: what stays where it is, recounted from the lists of cables before and after."""

import dataclasses
from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.bill.making import Bill
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.change_order.rows import Action
from fatdesk.engine.design.growth_target import HostTarget, Policy
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.budget import everything
from fatdesk.engine.floor.room import RackCount, RoomRequirement
from fatdesk.engine.growth.changes import Fate
from fatdesk.project.commands.history import History
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import Project
from fatdesk.project.files.file_format import decode, encode
from fatdesk.project.growing.policies import PolicyResult, best, check_steps, policy_results
from fatdesk.project.growing.work import Work

CATALOG = load_shipped([])
ROOM = RoomRequirement(improve_steps=0)


@cache
def project(hosts: int = 60, room: RoomRequirement = ROOM) -> Project:
    requirements = Requirements(
        hosts=(HostGroup(name="nodes", part="server-1u", count=hosts),),
        fabrics=(
            FabricRequirement(name="compute", families=("two-level",), edge=("ib-36",), core=("ib-36",)),
        ),
        room=room,
    )
    designed = design_project(requirements, CATALOG, "cluster").project
    assert designed is not None
    return designed


def steps(*counts: int) -> tuple[GrowthStep, ...]:
    return tuple(GrowthStep(hosts=(HostTarget(name="nodes", count=count),)) for count in counts)


def followed(one: Project, some: tuple[GrowthStep, ...], *policies: Policy) -> PolicyResult:
    """The steps by one policy, or by one each."""
    plan = policies if len(policies) > 1 else policies * len(some)
    [found] = policy_results(one, some, CATALOG, [plan])
    return found


@cache
def works(policy: Policy, *counts: int) -> tuple[Work, ...]:
    found = followed(project(), steps(*counts), policy)
    assert not found.why_not
    return found.works


def plugs(derived: Derived) -> dict[str, tuple[object, ...]]:
    """Each cable by its id: both plugs with rack and unit, part, ordered length."""
    return {
        row.id: (
            *((end.device, end.slot, end.port, end.rack_label, end.u) for end in (row.a, row.b)),
            row.part,
            row.length.ordered_um,
        )
        for row in derived.rows
    }


def seats(one: Project) -> dict[str, tuple[int, int]]:
    return {
        some.id: (rack.number, device.u)
        for rack in one.floor.racks
        for device in rack.devices
        for some in everything(device)
    }


@pytest.mark.parametrize("policy", ["in-place", "sized"])
def test_devices_stay_and_kept_cables_keep_ports_part_and_length(policy: Policy) -> None:
    for work in works(policy, 108, 150):
        before, after = seats(work.grown.before.project), seats(work.grown.project)
        assert before.items() <= after.items()
        was, now = plugs(work.grown.before), plugs(work.grown.after)
        changes = work.changes
        kept = {one.row.id for one in changes.of(Fate.KEPT)}
        assert kept == {key for key in was if was[key] == now.get(key)}
        assert changes.count(Fate.KEPT) + changes.count(Fate.MOVED) + changes.count(Fate.ADDED) == len(now)
        assert changes.count(Fate.KEPT) + changes.count(Fate.MOVED) + changes.count(Fate.REMOVED) == len(was)
        for one in changes.of(Fate.MOVED):
            assert one.before is not None
            assert one.after is not None
            if one.reused:
                assert len(one.pulled) == len(one.plugged) == 1
                assert one.before.part != ""
                assert one.before.length.ordered_um is not None
                assert one.after.part == one.before.part
                assert one.after.length.ordered_um == one.before.length.ordered_um
                assert (one.after.length.computed_um or 0) <= (one.before.length.ordered_um or 0)


def test_moves_equal_the_closed_form_and_the_proof() -> None:
    first, second = works("in-place", 108, 150)
    assert first.moved == 24  # 4 edge switches of 18 uplinks, 2 -> 3 core switches: 4 x 18 x (1 - 2 / 3)
    assert first.proof == {"value": 24, "lower_bound": 24}
    assert second.proof is not None
    assert second.proof["value"] == second.proof["lower_bound"] == second.moved


def test_sized_moves_nothing_after_the_first_step() -> None:
    first, second = works("sized", 108, 150)
    assert (first.moved > 0, second.moved) == (True, 0)


def bill_of(bill: Bill) -> Counter[tuple[str, float | None]]:
    return Counter({(line.part, line.length_m): line.needed for line in bill.lines})


def bought_by_stage(
    work: Work, stock: Counter[tuple[str, float | None]]
) -> Counter[tuple[str, float | None]]:
    """Cables bought where each stage uses what it pulls and what earlier ones left, by the change order.

    Parameters
    ----------
    stock
        Spares before the step; they become those after it.
    """
    bought: Counter[tuple[str, float | None]] = Counter()
    rows = list(work.order("step").rows())
    for stage in dict.fromkeys(row.stage for row in rows):
        own = [row for row in rows if row.stage == stage and row.cable is not None]
        spares = {row.label: row for row in own if row.action is Action.PULL and "spare" in row.note}
        stock.update((row.part, (row.length_um or 0) / 1e6) for row in spares.values())
        for row in {row.label: row for row in own if row.action is Action.ADD}.values():
            line = row.part, (row.length_um or 0) / 1e6
            if stock[line]:
                stock[line] -= 1
            else:
                bought[line] += 1
    return bought


@pytest.mark.parametrize("policy", ["in-place", "sized", "rebuild"])
def test_purchases_are_the_difference_of_the_bills(policy: Policy) -> None:
    for work in works(policy, 108, 150):
        before, after = (
            Counter({(item.part, item.length_m): item.count for item in one.items})
            for one in (work.grown.before, work.grown.after)
        )
        bought, over = bill_of(work.purchases), bill_of(work.left_over)
        for line in {**before, **after}:
            used = work.from_stock.get(line, 0)
            assert bought[line] + used - over[line] == after[line] - before[line]
            assert bought[line] + used >= after[line] - before[line]
            assert used <= work.stock.get(line, 0)


@pytest.mark.parametrize("policy", ["in-place", "sized"])
def test_spares_of_a_later_stage_do_not_serve_an_earlier_one(policy: Policy) -> None:
    late = 0
    stock: Counter[tuple[str, float | None]] = Counter()
    for work in works(policy, 108, 150):
        bought = bill_of(work.purchases)
        cables = {line: count for line, count in bought.items() if line[1] is not None}
        assert cables == dict(bought_by_stage(work, stock))
        late += sum((bought & bill_of(work.left_over)).values())
    if policy == "in-place":
        assert late, "no cable of the example comes too late"


def test_spares_of_an_earlier_step_serve_once_in_later_ones() -> None:
    """All that three steps buy of a cable is the most that was missing at any time; no spare counts twice."""
    stock: Counter[tuple[str, float | None]] = Counter()
    again = 0
    for number, work in enumerate(works("in-place", 108, 150, 200), start=1):
        assert work.stock == ({} if number == 1 else works("in-place", 108, 150, 200)[number - 2].spares)
        bought_by_stage(work, stock)
        after = {line: count for line, count in stock.items() if count}
        assert {line: count for line, count in work.spares.items() if line[1] is not None} == after
        rows = [row for row in work.order("step").rows() if "spare of an earlier step" in row.note]
        labels = Counter({row.label: (row.part, (row.length_um or 0) / 1e6) for row in rows}.values())
        used = {line: count for line, count in work.from_stock.items() if line[1] is not None}
        assert labels == used
        assert work.spares_text.startswith("spares of earlier steps serve again: ") is bool(used)
        again += sum(used.values())
    assert again > 5, "no spare of the example serves in two steps"


def test_errors_that_a_step_makes_are_stated() -> None:
    """The cables between racks of today are the limit; more racks exceed it."""
    before = project()
    most = before.wishes.limits
    limit = Derived(before).deployability.bundles
    limited = replace(before, wishes=replace(before.wishes, limits=replace(most, bundles=limit)))
    [work] = followed(limited, steps(108), "in-place").works
    [text] = work.new_errors
    assert text.startswith("after the step: ")
    assert "(over-limit)" in text
    assert work.remarks[-1] == text
    [first] = works("in-place", 108)
    assert first.new_errors == ()


@pytest.mark.parametrize("policy", ["in-place", "rebuild"])
def test_the_order_names_the_spares_that_are_laid_again(policy: Policy) -> None:
    """Each added cable is bought or is a spare with its label, part and length, pulled by then."""
    again = 0
    for work in works(policy, 108, 150):
        made = work.order("step")
        pulled: dict[str, tuple[str, int | None]] = {}
        bought: Counter[tuple[str, float | None]] = Counter()
        for row in made.rows():
            if row.action is Action.PULL and "spare" in row.note:
                pulled[row.label] = row.part, row.length_um
            elif row.action is Action.ADD and "laid again" in row.note:
                if "of an earlier step" in row.note:
                    continue
                label = row.note.split("the spare ")[1].split(" ")[0]
                assert pulled.pop(label) == (row.part, row.length_um)
                again += 1
            elif row.action is Action.ADD:
                bought[row.part, (row.length_um or 0) / 1e6] += 1
        cables = {line: count for line, count in bill_of(work.purchases).items() if line[1] is not None}
        assert cables == dict(bought)
    assert again, "no spare of the example is laid again"


def test_a_rebuild_buys_nothing_that_it_leaves_over() -> None:
    for work in works("rebuild", 108, 150):
        assert not bill_of(work.purchases) & bill_of(work.left_over)


@pytest.mark.parametrize("policy", ["in-place", "sized", "rebuild"])
def test_changes_have_the_rows_of_the_wiring_list_after_the_step(policy: Policy) -> None:
    for work in works(policy, 108, 150):
        rows = [one.after for one in work.changes.cables if one.after is not None]
        assert rows == list(work.grown.after.rows)


def changed(work: Work) -> list[str]:
    return sorted(one.row.id for one in work.changes.cables if one.fate is not Fate.KEPT)


@pytest.mark.parametrize("policy", ["in-place", "sized", "rebuild"])
def test_stages_share_out_all_work(policy: Policy) -> None:
    for work in works(policy, 108, 150):
        assert sorted(one.row.id for stage in work.stages for one in stage.changes) == changed(work)
        assert sum(stage.hours for stage in work.stages) == work.hours
        for stage in work.stages:
            plugged = [one.after.links for one in stage.changes if one.after is not None]
            assert stage.links == sum(map(len, plugged))
            assert stage.links * 0.9 <= stage.gate < stage.links * 0.9 + 1


def test_every_edge_switch_keeps_the_floor_recounted_from_the_lists() -> None:
    """Plugs of edge switches in core switches that are out in a stage, over those of today."""
    [work] = works("in-place", 108)
    up = Counter(row.a.device for row in work.grown.before.rows if "core" in row.id)
    down = Counter(row.a.device for row in work.grown.before.rows if "core" not in row.id)
    for stage in work.stages:
        out = Counter(one.before.a.device for one in stage.changes if one.before is not None)
        share = {name: (up[name] - count) / min(up[name], down[name]) for name, count in out.items()}
        assert min(share.values(), default=1) == pytest.approx(float(stage.residual or 0))
        assert not share or min(share, key=lambda name: (share[name], name)) == stage.worst
    assert [stage.domains for stage in work.stages] == [(), ("C01",), ("C02",)]
    assert work.bisection_during("compute") == (1080, 1080)  # 30 links of 40 Gb/s, 9 / 10 of them


def test_a_floor_that_cannot_be_kept_has_a_reason() -> None:
    [step] = steps(108)
    found = followed(project(), (replace(step, floor=0.96),), "in-place")
    [work] = found.works
    assert work.why_no_stages == (
        "E01: with 1 of its 18 cables out it keeps 94.4 % of its bandwidth, the floor is 96 %: "
        "give a lower floor"
    )
    assert work.bisection_during("compute") is None


def test_used_and_free_ports_are_all_ports() -> None:
    work = works("in-place", 108)[0]
    after = work.grown.after
    switches = sum(1 for row in seats(work.grown.project) if row.startswith("compute/"))
    ends = sum(row.count("compute/") for row in plugs(after))
    assert work.stranded_ports == 36 * switches - ends


def test_a_step_is_one_edit_and_the_file_holds_it() -> None:
    work = works("in-place", 108)[0]
    grown = replace(project(), growth=steps(108, 150))
    history = History(grown)
    after = history.do(work.applied(steps(150)))
    assert after.growth == steps(150)
    assert plugs(Derived(after)) == plugs(work.grown.after)
    assert decode(encode(after), "p").project == after
    assert history.undo() == grown


def test_a_room_that_is_full_gets_rows_and_its_racks_stay() -> None:
    small = project(60, replace(ROOM, rows=1, racks_per_row=2))
    found = followed(small, steps(108), "in-place")
    [work] = found.works
    assert work.grown.remarks == ("the room gets 1 more row of 2 racks",)
    racks = {rack.number: (rack.x_mm, rack.y_mm) for rack in work.grown.project.floor.racks}
    assert {rack.number: (rack.x_mm, rack.y_mm) for rack in small.floor.racks}.items() <= racks.items()


def test_a_room_of_counted_racks_gets_more_of_them() -> None:
    small = project(60, replace(ROOM, rack=(RackCount(part="rack-42u", count=2),)))
    [work] = followed(small, steps(108), "in-place").works
    assert work.grown.remarks == ("the room gets 1 more rack of rack-42u",)


def test_a_family_that_is_full_becomes_a_tree_of_three_levels() -> None:
    whole = followed(project(648), steps(700), "in-place")
    [work] = whole.works
    assert work.grown.remarks == ("compute gets another family than is required",)
    assert work.proof == {"value": work.moved, "lower_bound": work.moved}
    least, most = work.bisection_during("compute") or (0, 0)
    assert (
        least > 0
    )  # switches that get a level above them are joined with it when they lose their edge switches
    assert most == 324 * 40 * 17 / 18


def test_a_mixed_plan_goes_on_from_where_its_first_step_leads() -> None:
    """Its second step is the only step of a plan from the project after the first one."""
    one, two = steps(72, 108)
    mixed = followed(project(), (one, two), "in-place", "rebuild")
    [first] = followed(project(), (one,), "in-place").works
    [second] = followed(first.grown.project, (two,), "rebuild").works
    assert [work.purchases for work in mixed.works] == [first.purchases, second.purchases]
    assert plugs(mixed.works[1].grown.after) == plugs(second.grown.after)
    assert mixed.cost_later(0) == second.purchases.total


def test_progress_names_the_plan_the_step_and_its_policy() -> None:
    told: list[tuple[int, int, str]] = []

    class Told:
        def step(self, done: int, total: int, text: str) -> None:
            told.append((done, total, text))

    plans: list[tuple[Policy, ...]] = [("in-place", "in-place"), ("sized", "rebuild")]
    policy_results(project(), steps(72, 108), CATALOG, plans, Told())
    assert [one for one in told if "step" in one[2]] == [
        (0, 2, "plan 1 of 2: step 1: grow in place"),
        (1, 2, "plan 1 of 2: step 2: grow in place"),
        (0, 2, "plan 2 of 2: step 1: sized for the last step"),
        (1, 2, "plan 2 of 2: step 2: rebuild"),
    ]
    told.clear()
    policy_results(project(), steps(72), CATALOG, [("rebuild",)], Told())
    assert (0, 1, "step 1: rebuild") in told


def test_the_choice_avoids_a_rebuild() -> None:
    found = [followed(project(), steps(108), policy) for policy in ("in-place", "sized", "rebuild")]
    chosen = best(found)
    assert chosen is not None
    assert set(chosen.policies) <= {"in-place", "sized"}
    assert best([dataclasses.replace(one, why_not="") for one in found[2:]]) == found[2]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ((50,), "step 1: hosts nodes: 50 are fewer than the 60 of today"),
        ((108, 100), "step 2: hosts nodes: 100 are fewer than the 108 of today"),
        ((60,), "step 1: the step adds no hosts"),
    ],
)
def test_steps_that_contradict(wanted: tuple[int, ...], said: str) -> None:
    with pytest.raises(FatdeskError, match=said):
        check_steps(project(), steps(*wanted))


def test_a_step_for_hosts_that_are_not_there() -> None:
    with pytest.raises(FatdeskError, match="hosts gpu: there is no such group, known: nodes"):
        check_steps(project(), (GrowthStep(hosts=(HostTarget(name="gpu", count=9),)),))


def test_a_cable_of_two_links_stays_or_moves_with_both() -> None:
    requirements = Requirements(
        hosts=(HostGroup(name="nodes", part="dell-r660-cx7", count=60),),
        fabrics=(
            FabricRequirement(
                name="compute",
                families=("two-level",),
                edge=("nvidia-qm9700",),
                core=("nvidia-qm9700",),
                blocking="2",
            ),
        ),
        room=RoomRequirement(improve_steps=0),
    )
    twin = design_project(requirements, CATALOG, "cluster").project
    assert twin is not None
    [work] = followed(twin, steps(90), "in-place").works
    was, now = plugs(work.grown.before), plugs(work.grown.after)
    origins = Counter(one.before.id for one in work.changes.cables if one.before)
    assert origins == Counter(was.keys())
    assert {one.row.id for one in work.changes.of(Fate.KEPT)} == {
        key for key in was if was[key] == now.get(key)
    }
    assert work.changes.count(Fate.REMOVED) > 0, "links of a cable lead to two switches after the step"


def test_a_room_of_one_rack_gets_a_tray_to_the_second() -> None:
    small = project(32)
    assert (len(small.floor.racks), small.floor.trays) == (1, ())
    [work] = followed(small, steps(65), "in-place").works
    assert len(work.grown.project.floor.racks) > 1
    assert all(row.part and row.length.ordered_um for row in work.grown.after.rows)


def test_switches_with_numbers_of_different_width_keep_their_names() -> None:
    """104 and 98 edge switches: compute-E001 and storage-E01; the second network grows past 99."""
    groups = tuple(
        HostGroup(name=name, part="server-1u", count=count) for name, count in (("a", 104), ("b", 98))
    )
    fabrics = tuple(
        FabricRequirement(
            name=name,
            hosts=(group.name,),
            families=("two-level",),
            edge=("ib-36",),
            core=("modular-108",),
            hosts_per_edge=1,
        )
        for name, group in zip(("compute", "storage"), groups, strict=True)
    )
    designed = design_project(
        Requirements(hosts=groups, fabrics=fabrics, room=ROOM), CATALOG, "cluster"
    ).project
    assert designed is not None
    found = followed(designed, (GrowthStep(hosts=(HostTarget(name="b", count=101),)),), "in-place")
    [work] = found.works
    before, after = Derived(designed).device_names, Derived(work.grown.project).device_names
    assert (before["compute/edge/1"], before["storage/edge/98"]) == ("compute-E001", "storage-E98")
    assert before.items() <= after.items()
    assert after["storage/edge/101"] == "storage-E101"
    assert not any("change their names" in remark for remark in work.grown.remarks)


def test_groups_with_numbers_of_different_width_keep_their_names() -> None:
    """120 and 98 hosts: n001 and n01; the second group grows past 99."""
    groups = (
        HostGroup(name="a", part="server-1u", count=120),
        HostGroup(name="b", part="server-1u", count=98),
    )
    fabric = FabricRequirement(name="compute", families=("two-level",), edge=("ib-36",), core=("ib-36",))
    wanted = Requirements(hosts=groups, fabrics=(fabric,), room=ROOM)
    designed = design_project(wanted, CATALOG, "cluster").project
    assert designed is not None
    found = followed(designed, (GrowthStep(hosts=(HostTarget(name="b", count=101),)),), "in-place")
    [work] = found.works
    before, after = Derived(designed).device_names, Derived(work.grown.project).device_names
    assert before.items() <= after.items()
    assert (after["b/98"], after["b/101"]) == ("b-n98", "b-n101")
    assert not any("change their names" in remark for remark in work.grown.remarks)
