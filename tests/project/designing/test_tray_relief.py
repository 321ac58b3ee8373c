"""Optical instead of copper in overfull trays: fill, metres and cost recomputed by other means, and undo."""

import itertools
import math
from collections import defaultdict
from decimal import Decimal

import pytest
from msgspec.structs import replace

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.commands.history import History, perform
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.building import is_untouched
from fatdesk.project.designing.designing import design_project
from fatdesk.project.designing.improving import held_devices
from fatdesk.project.designing.redesigning import changes, redesign
from fatdesk.project.designing.tray_relief import REASON, tray_relief, without_relief
from fatdesk.project.document.cable_records import CableRecord, CableRecords

CATALOG = load_shipped([])
WISH = """\
hosts: [{name: nodes, part: server-1u, count: 144}]
fabrics: [{name: ib, families: [two-level], blocking: 1, edge: [ib-36], core: [ib-36]}]
room: {rows: 2, racks_per_row: 3, improve_steps: 0, cross_tray_every: 2}
cabling: {tray_width_m: 0.08, tray_depth_m: 0.05, fill_max: 0.3}
"""


def designed(text=WISH):
    return design_project(parse_requirements(text.encode(), "wish.yaml", CATALOG), CATALOG, "wish")


@pytest.fixture(scope="module")
def narrow():
    return designed()


def without(project):
    """The project with copper where the rules choose it."""
    return replace(project, cables=without_relief(project.cables))


def crossing(one, other):
    """Where two straight trays along the axes meet: one of each direction."""
    along, across = (one, other) if is_level(one) else (other, one)
    return across.points_mm[0][0], along.points_mm[0][1]


def is_level(tray):
    return tray.points_mm[0][1] == tray.points_mm[-1][1]


def path_of(row, floor, catalog):
    """The corners of a cable over the trays: those by the names of its trays, the first and last at racks."""
    trays = [next(tray for tray in floor.trays if tray.id == name) for name in row.run]
    racks = {(rack.row, rack.position): rack for rack in floor.racks}

    def drop(end, tray):
        rack = racks[end.row, end.rack]
        part = catalog.rack(rack.part)
        x, y = rack.x_mm + part.width_mm / 2, rack.y_mm + part.depth_mm / 2
        return (x, tray.points_mm[0][1]) if is_level(tray) else (tray.points_mm[0][0], y)

    corners = [drop(row.a, trays[0])]
    corners += [crossing(one, other) for one, other in itertools.pairwise(trays)]
    corners.append(drop(row.b, trays[-1]))
    return [(tray.id, *ends) for tray, ends in zip(trays, itertools.pairwise(corners), strict=True)]


def fills(project):
    """Each tray's worst fill, by a sweep over the ends of the cables in it."""
    derived = Derived(project)
    events = defaultdict(list)
    for row in derived.rows:
        if not row.run:
            continue
        area = math.pi / 4 * derived.catalog[row.part].diameter_mm ** 2
        for tray, (x1, y1), (x2, y2) in path_of(row, project.floor, derived.catalog):
            low, high = sorted((round(x1 + y1, 6), round(x2 + y2, 6)))  # one of the two is the tray's own
            if high > low:
                events[tray] += [(low, 1, area), (high, 0, -area)]
    worst = {}
    for tray in project.floor.trays:
        area, most = 0.0, 0.0
        for _, _, change in sorted(events[tray.id]):
            area += change
            most = max(most, area)
        worst[tray.id] = most / (tray.width_mm * tray.depth_mm)
    return worst


def costs_and_metres(project):
    rows = Derived(project).rows
    assert not any(row.a.transceiver or row.b.transceiver for row in rows), "cables with their own plugs"
    return sum((row.cost for row in rows), Decimal(0)), sum(row.length.ordered_um for row in rows) / 1e6


def test_no_fixed_tray_of_a_design_is_overfull(narrow):
    project, relief = narrow.project, narrow.relief
    before, after = fills(without(project)), fills(project)
    assert relief.found.before == {
        tray: (pytest.approx(fill, abs=1e-6), False) for tray, fill in before.items()
    }
    assert relief.found.after == {
        tray: (pytest.approx(fill, abs=1e-6), False) for tray, fill in after.items()
    }
    assert max(before.values()) > 0.3 >= max(after.values())
    assert not [one for one in check(Derived(project)) if one.finding.rule == "tray-fill"]
    money, metres = zip(costs_and_metres(without(project)), costs_and_metres(project), strict=True)
    assert tuple(one.amount for one in relief.cost) == money
    assert relief.metres == pytest.approx(metres)
    assert money[1] > money[0]


def test_nothing_is_replaced_in_vain(narrow):
    """Any single cable that is turned back to copper overfills a tray again."""
    project = narrow.project
    replaced = [record for record in project.cables.values() if record.reason == REASON]
    assert len(replaced) == narrow.relief.count > 5
    rows = {row.id: row for row in Derived(project).rows}
    assert {rows[record.id].kind for record in replaced} == {"AOC"}
    assert {rows[record.id].reason for record in replaced} == {REASON}
    for record in replaced[:: max(1, len(replaced) // 5)]:
        kept = CableRecords(one for one in project.cables.values() if one.id != record.id)
        assert max(fills(replace(project, cables=kept)).values()) > 0.3


def test_it_is_one_step_of_an_existing_project_and_can_be_undone(narrow):
    history = History(without(narrow.project))
    relief = tray_relief(Derived(history.project))
    history.do(relief.command)
    assert history.project == narrow.project
    assert relief.command.step == f"Replace {relief.count} copper cables by optical"
    history.undo()
    assert history.project == without(narrow.project)
    again = tray_relief(Derived(narrow.project))
    assert again.command is None
    assert again.text == "No tray is fuller than 30%."


def test_cables_in_place_and_by_hand_stay(narrow):
    project = without(narrow.project)
    first, second, third = (one.id for one in list(narrow.project.cables.values())[:3])
    rows = {row.id: row for row in Derived(project).rows}
    for record in (
        CableRecord(id=first, status="installed"),
        CableRecord(id=second, part=rows[second].part),
        CableRecord(id=third, remark="keep me"),
    ):
        project = perform(project, SetCable(cable=record))
    changed = tray_relief(Derived(project)).command.cables
    assert not {first, second} & {one.id for one in changed}
    assert {one.remark for one in changed if one.id == third} <= {"keep me"}
    assert max(fills(perform(project, tray_relief(Derived(project)).command)).values()) <= 0.3


def test_copper_that_is_required_stays_and_the_tray_is_reported():
    found = designed(WISH.replace("blocking: 1,", "blocking: 1, media: copper,"))
    assert found.relief.count == 0
    assert found.relief.found.overfull
    assert {
        one.finding.where for one in check(Derived(found.project)) if one.finding.rule == "tray-fill"
    } == set(found.relief.found.overfull)
    assert "No copper cable in these trays can be replaced" in found.relief.text
    left = found.relief.found.left
    assert left == (0, 0, left.required, 0)
    assert f"Cables in them: {left.required:,} copper, which the network requires." in found.relief.text
    assert 0 < left.required <= sum(bool(row.run) for row in Derived(found.project).rows)


def test_cables_that_cannot_be_replaced_are_counted_by_reason(narrow):
    """All but three are installed: those of the trays that stay too full are counted, of the rest none."""
    project = without(narrow.project)
    rows = {row.id: row for row in Derived(project).rows if row.run}
    free = [one.id for one in list(narrow.project.cables.values())[:3]]
    records = [CableRecord(id=cable, status="installed") for cable in rows if cable not in free]
    some = Derived(replace(project, cables=CableRecords(records)))
    relief = tray_relief(some)
    full = set(relief.found.overfull)
    assert full
    assert relief.count == 3
    left = relief.found.left
    through = [cable for cable, row in rows.items() if full & set(row.run)]
    laser = {cable for cable in through if rows[cable].kind == "AOC"}
    assert 0 < left.held <= len(set(through) - laser - set(free))
    assert 0 < left.optical <= len(laser | set(free))
    assert (left.required, left.no_thinner) == (0, 0)
    assert f"{left.held:,} copper, and in place or decided by hand" in relief.text
    assert "on sale" not in relief.text


def test_trays_that_grow_need_no_replacement():
    assert designed(WISH.replace("tray_width_m: 0.08, tray_depth_m: 0.05, ", "")).relief is None


def test_a_redesign_has_what_its_trays_need_and_drops_what_the_former_needed(narrow):
    wide = designed(WISH.replace("0.08", "0.8").replace("144", "108")).project
    there = redesign(wide, narrow.project).apply(wide)
    assert there.cables == narrow.project.cables
    back = redesign(there, wide).apply(there)
    assert not back.cables


def test_a_part_chosen_by_a_person_has_no_reason_of_the_program(narrow):
    project = narrow.project
    record = next(iter(project.cables.values()))
    other = next(part.id for part in project.parts if part.id != record.part and hasattr(part, "lengths"))
    changed = perform(project, SetCable(cable=replace(record, part=other)))
    assert changed.cables[record.id].reason == ""
    assert perform(project, SetCable(cable=replace(record, remark="x"))).cables[record.id].reason == REASON


def test_parts_for_the_trays_hold_no_devices(narrow):
    """What the program chose is not decided by hand: the same choice of a person without a reason is."""
    project = narrow.project
    derived = Derived(project)
    assert not held_devices(derived)
    assert is_untouched(project, derived.catalog)
    smaller = designed(WISH.replace("144", "108")).project
    assert not [line for line in changes(project, redesign(project, smaller)) if "hand-set" in line]
    record = next(iter(project.cables.values()))
    by_hand = replace(
        project, cables=CableRecords([replace(record, reason=""), *list(project.cables.values())[1:]])
    )
    ends = {end.rsplit(":", 1)[0] for end in record.id.split("--")}
    assert held_devices(Derived(by_hand)) == ends
    assert not is_untouched(by_hand, derived.catalog)
    assert [line for line in changes(by_hand, redesign(by_hand, smaller)) if "hand-set" in line]
