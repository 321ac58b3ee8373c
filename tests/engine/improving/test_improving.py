"""What the improver gives back keeps every rule, costs what it says, and is never worse than the start."""

from collections import Counter
from decimal import Decimal
from random import Random

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.parts import Cable, Price
from fatdesk.engine.floor.budget import budget
from fatdesk.engine.floor.floor import Floor, Reserved
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.improving.improve import Improved, improve
from fatdesk.engine.improving.placement import tariff
from fatdesk.engine.improving.stock import stock_of
from fatdesk.engine.improving.task import Worth
from fatdesk.engine.improving.wires import wires_of
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.improving import improve_project, rearrangement, task_of
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.project import Project
from tests.engine.improving.rooms import any_tree, tree
from tests.engine.improving.watching import Watcher

STEPS = 1_500


def improved(project: Project, seed: int = 1, steps: int = STEPS) -> tuple[Improved, Project]:
    found = improve_project(project, seed=seed, steps=steps, progress=Watcher())
    command = rearrangement(project.floor, found.floor)
    return found, project if command is None else perform(project, command)


def cables_cost(project: Project) -> Decimal:
    """What cables and transceivers come to on the bill."""
    lines = Derived(project).bill.lines
    wanted = (line for line in lines if line.category in ("cables", "transceivers"))
    return sum((line.extended or Decimal(0) for line in wanted), Decimal(0))


def ordered_m(project: Project) -> float:
    lines = Derived(project).bill.lines
    return sum((line.length_m or 0.0) * line.needed for line in lines if line.category == "cables")


def places(floor: Floor) -> dict[str, tuple[int, int]]:
    return {device.id: (rack.number, device.u) for rack in floor.racks for device in rack.devices}


def homes(project: Project) -> dict[int, set[int]]:
    """The racks of each block."""
    fabric = Derived(project).fabrics[0]
    block = dict(zip(fabric.ids, fabric.block.tolist(), strict=True))
    found: dict[int, set[int]] = {}
    for device, (rack, _) in places(project.floor).items():
        if block[device] >= 0:
            found.setdefault(block[device], set()).add(rack)
    return found


def problems(project: Project) -> Counter[tuple[str, str]]:
    found = (some.finding for some in check(Derived(project)))
    return Counter((f.severity, f.rule) for f in found if f.severity is not Severity.NOTE)


@given(st.integers(0, 10**6))
def test_any_room(seed: int) -> None:
    try:
        project = any_tree(Random(seed))
    except (AssertionError, FatdeskError):
        return  # the room is too small for what was drawn
    found, after = improved(project, seed)
    before_homes, after_homes = homes(project), homes(after)

    assert found.end <= found.start
    assert (found.start.cost, found.end.cost) == (cables_cost(project), cables_cost(after))
    assert found.end.ordered_um == round(ordered_m(after) * 1e6)
    if found.lower_bound is not None:
        assert found.lower_bound <= found.end.cost

    assert places(after.floor).keys() == places(project.floor).keys()
    assert not problems(after) - problems(project)
    for rack in after.floor.racks:
        left = budget(rack, Derived(after).catalog)
        assert left.free_u >= 0
        assert left.mass_limit_kg is None or left.mass_kg <= left.mass_limit_kg + 1e-6
    used = [sum(bool(rack.devices) for rack in some.floor.racks) for some in (project, after)]
    assert used[1] <= used[0]
    bare = [
        [msgspec.structs.replace(rack, devices=()) for rack in some.floor.racks] for some in (project, after)
    ]
    assert bare[0] == bare[1]
    assert project.floor.trays == after.floor.trays

    room = project.wishes.room
    assert room is not None
    # blocks may have other numbers now, but no more of them lie in several racks than before
    spread = [sorted(len(racks) for racks in some.values()) for some in (before_homes, after_homes)]
    assert all(now <= then for then, now in zip(*spread, strict=True))
    if room.policy == "scalable-unit":
        count = Counter(rack for racks in after_homes.values() for rack in racks)
        assert max(count.values()) == 1
    cores = [
        Counter(rack for device, (rack, _) in places(some.floor).items() if "/core/" in device)
        for some in (project, after)
    ]
    if room.core_at == "spread":
        assert cores[0] == cores[1]
    elif room.core_groups:
        assert sorted(cores[0].values()) == sorted(cores[1].values())
    elif room.core_groups is None and len(cores[0]) > 1:
        assert len(cores[1]) > 1, "all core switches in one rack"
    for rack in after.floor.racks:
        # core switches on top, then edge switches, then hosts
        kinds = [d.id.split("/")[1] for d in rack.devices]
        order = [{"core": 0, "edge": 1}.get(kind, 2) for kind in kinds]
        assert order == sorted(order)


ROOM = RoomRequirement(rack="rack", rows=2, racks_per_row=5, cross_tray_every=2)


@pytest.fixture(scope="module")
def project() -> Project:
    """Core switches far from the hosts, where the room does not ask for it."""
    far = tree(16, msgspec.structs.replace(ROOM, core_at=(10,), core_groups=1), down=2, rack_u=7)
    return msgspec.structs.replace(far, wishes=msgspec.structs.replace(far.wishes, room=ROOM))


def test_a_long_walk_finds_more_and_shows_each_gain(project: Project) -> None:
    watcher = Watcher()
    found = improve_project(project, steps=20_000, progress=watcher)
    assert found.end.cost < found.start.cost
    assert (found.steps, found.ended) == (20_000, "steps")
    costs = [some.end for some in watcher.shown]
    assert costs == sorted(costs, reverse=True)
    assert watcher.shown[-1].floor == found.floor
    assert [point.cost for point in found.curve] == [some.cost for some in costs]
    done = [done for done, total, _ in watcher.stated if total == 20_000]
    assert done == sorted(done)


def test_same_seed_same_floor_and_time_is_only_where_it_ends(project: Project) -> None:
    by_time = improve_project(project, 7, None, 0.3, progress=Watcher())
    by_steps = improve_project(project, 7, by_time.steps, progress=Watcher())
    assert by_time.ended == "seconds"
    assert by_time.floor == by_steps.floor
    other = improve_project(project, 8, by_time.steps, progress=Watcher())
    assert other.start == by_steps.start


def test_without_a_lower_bound_the_floor_is_the_same(project: Project) -> None:
    task = task_of(Derived(project))
    with_bound, without = (
        improve(task, Watcher(), steps=STEPS, bounded=bounded) for bounded in (True, False)
    )
    assert with_bound.lower_bound is not None
    assert without.lower_bound is None
    assert without.floor == with_bound.floor


def test_who_cancels_gets_the_best_so_far(project: Project) -> None:
    watcher = Watcher(most=60)
    found = improve_project(project, steps=10**9, progress=watcher)
    assert found.ended == "cancelled"
    assert found.end.cost < found.start.cost
    assert found.floor == watcher.shown[-1].floor


def test_what_was_laid_or_decided_by_hand_stays(project: Project) -> None:
    fabric_cable = "net/edge/1:3--net/core/1:1"
    known = {row.id for row in Derived(project).rows}
    assert fabric_cable in known
    for record in (
        CableRecord(id=fabric_cable, status="laid"),
        CableRecord(id=fabric_cable, length_m=5.0),
        CableRecord(id=fabric_cable, measured_m=2.2),
    ):
        held = msgspec.structs.replace(project, cables=CableRecords([record]))
        found, after = improved(held, steps=6_000)
        before = places(held.floor)
        now = places(after.floor)
        # the block of the edge switch is whole, so all of it stays with it
        block = ["net/edge/1", "net/core/1", "n/1", "n/2"]
        assert [now[device] for device in block] == [before[device] for device in block]
        assert found.moved > 0
        assert found.end.cost == cables_cost(after)
        assert found.lower_bound is not None
        assert found.lower_bound <= found.end.cost
    noted = CableRecords([CableRecord(id=fabric_cable, remark="mind the column")])
    assert improved(msgspec.structs.replace(project, cables=noted))[0].end == improved(project)[0].end


def test_reserved_units_stay_free(project: Project) -> None:
    racks = tuple(
        msgspec.structs.replace(rack, reserved=(Reserved(u=7, height_u=1),))
        if not any(device.u == 7 for device in rack.devices)
        else rack
        for rack in project.floor.racks
    )
    kept = {rack.number for rack in racks if rack.reserved}
    assert kept
    floor = msgspec.structs.replace(project.floor, racks=racks)
    _, after = improved(msgspec.structs.replace(project, floor=floor), steps=6_000)
    for rack in after.floor.racks:
        if rack.number in kept:
            assert all(device.u < 7 for device in rack.devices)


def test_nothing_to_move() -> None:
    empty = Project()
    found = improve_project(empty, steps=10, progress=Watcher())
    assert (found.ended, found.moved, found.steps) == ("nothing", 0, 0)


def test_racks_over_their_budget_stay_as_they_are(project: Project) -> None:
    heavy = tuple(
        msgspec.structs.replace(part, mass_limit_kg=10.0) if part.id == "rack" else part
        for part in project.parts
    )
    _, after = improved(msgspec.structs.replace(project, parts=heavy))
    assert after.floor == project.floor


def short_and_dear(project: Project, most_m: float) -> Project:
    """The project with cables up to a length only, each at more than any other cable in the world costs."""
    made = [
        part
        if not isinstance(part, Cable)
        else msgspec.structs.replace(
            part,
            lengths=tuple(
                msgspec.structs.replace(one, price=Price(amount=Decimal(10**8) * round(one.m)))
                for one in part.lengths
                if one.m <= most_m
            ),
        )
        for part in project.parts
    ]
    return msgspec.structs.replace(project, parts=tuple(made))


def test_a_cable_that_no_part_fits_counts_more_than_all_others_can_save(project: Project) -> None:
    task = task_of(Derived(short_and_dear(project, 5.0)))
    wires = wires_of(task, stock_of(task))
    groups = np.bincount(wires.need, minlength=len(wires.needs))
    table = tariff(wires.needs, task.rules, task.bill, 10**8, groups, priced=True)
    unlaid = float(table.score[:, -1].min())
    laid = np.where(table.score < unlaid, table.score, 0.0).max(axis=1)
    assert unlaid > float(laid @ groups) > 0


@pytest.mark.parametrize("most_m", [4.0, 5.0, 7.0])
def test_no_saving_outweighs_a_cable_that_no_part_fits(project: Project, most_m: float) -> None:
    watcher = Watcher()
    found = improve_project(short_and_dear(project, most_m), steps=6_000, progress=watcher)
    unfit = [some.end.unlaid for some in watcher.shown]
    assert found.start.unlaid > found.end.unlaid
    assert unfit == sorted(unfit, reverse=True)
    assert found.worthwhile


@pytest.mark.parametrize(
    ("start", "end", "share", "worthwhile"),
    [
        (Worth(0, 0, Decimal(138_263), 9), Worth(0, 0, Decimal(138_250), 9), 13 / 138_263, False),
        (Worth(0, 0, Decimal(1_000), 9), Worth(0, 0, Decimal(995), 9), 0.005, True),
        (Worth(1, 0, Decimal(1_000), 9), Worth(0, 0, Decimal(1_001), 9), 0.0, True),
        (Worth(0, 2, Decimal(1_000), 9), Worth(0, 1, Decimal(1_400), 9), 0.0, True),
        (Worth(0, 4, Decimal(0), 1_000), Worth(0, 4, Decimal(0), 999), 0.001, False),
        (Worth(0, 4, Decimal(0), 1_000), Worth(0, 4, Decimal(0), 900), 0.1, True),
    ],
)
def test_a_gain_is_worth_the_moves_from_half_a_percent_on(start, end, share, worthwhile):
    found = Improved(Floor(), start, end, None, 1, 1.0, None, (), 580)
    assert found.better
    assert found.share == pytest.approx(share)
    assert found.worthwhile is worthwhile
