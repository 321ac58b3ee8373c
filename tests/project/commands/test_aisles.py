"""Aisles and alignment: what moves, what stretches, what stays."""

import msgspec
import pytest

from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.floor import Floor, Rack, Tray, row_spans
from fatdesk.project.commands.aisles import (
    Way,
    aisles,
    align_fronts,
    align_left,
    align_to_rows,
    distribute,
    move_row,
    open_aisle,
    set_aisle,
    set_aisles,
)
from fatdesk.project.commands.history import perform
from fatdesk.project.document.project import Project

PART = RackPart(id="r", height_u=42, width_mm=600.0, depth_mm=1000.0)
DEEP = RackPart(id="deep", height_u=42, width_mm=800.0, depth_mm=1200.0)
PARTS = {"r": PART, "deep": DEEP}


def rack(number, row, position, x, y, part="r"):
    return Rack(number=number, part=part, row=row, position=position, x_mm=x, y_mm=y)


def tray(name, *points):
    return Tray(id=name, points_mm=points, elevation_mm=2500.0, width_mm=300.0, depth_mm=100.0)


def project(racks, trays=()):
    return Project(floor=Floor(racks=tuple(racks), trays=tuple(trays)), parts=(DEEP, PART))


TWO_ROWS = project(
    [
        rack(1, 0, 0, 0.0, 0.0),
        rack(2, 0, 1, 600.0, 0.0),
        rack(3, 1, 0, 0.0, 2200.0),
        rack(4, 2, 0, 0.0, 4400.0),
    ],
    [
        tray("along-a", (300.0, 500.0), (900.0, 500.0)),
        tray("along-b", (300.0, 2700.0), (900.0, 2700.0)),
        tray("cross", (300.0, 500.0), (300.0, 2700.0), (300.0, 4900.0)),
    ],
)


def ways(floor):
    return {some.id: some.points_mm for some in floor.trays}


def test_widths_are_the_gaps_between_rows():
    found = aisles(TWO_ROWS.floor, PARTS)
    assert [(a.before, a.after, a.width_mm) for a in found] == [(0, 1, 1200.0), (1, 2, 1200.0)]
    assert row_spans(TWO_ROWS.floor, PARTS.get)[0] == (0.0, 0.0, 1200.0, 1000.0)


def test_a_wider_aisle_moves_all_beyond_and_stretches_what_crosses():
    aisle = aisles(TWO_ROWS.floor, PARTS)[0]
    command = set_aisle(TWO_ROWS.floor, PARTS, aisle, 1500.0)
    after = perform(TWO_ROWS, command).floor
    assert [r.y_mm for r in after.racks] == [0.0, 0.0, 2500.0, 4700.0]
    assert ways(after) == {
        "along-a": ((300.0, 500.0), (900.0, 500.0)),
        "along-b": ((300.0, 3000.0), (900.0, 3000.0)),
        "cross": ((300.0, 500.0), (300.0, 3000.0), (300.0, 5200.0)),
    }
    assert [a.width_mm for a in aisles(after, PARTS)] == [1500.0, 1200.0]
    assert command.step == "Make an aisle 1.5 m wide"
    assert set_aisle(TWO_ROWS.floor, PARTS, aisle, 1200.0) is None
    back = set_aisle(after, PARTS, aisles(after, PARTS)[0], 1200.0)
    assert perform(msgspec.structs.replace(TWO_ROWS, floor=after), back) == TWO_ROWS


def test_a_row_takes_the_trays_over_it_along():
    after = perform(TWO_ROWS, move_row(TWO_ROWS.floor, PARTS, 1, "B", 600.0, -100.0)).floor
    assert [(r.x_mm, r.y_mm) for r in after.racks][2] == (600.0, 2100.0)
    assert ways(after)["along-b"] == ((900.0, 2600.0), (1500.0, 2600.0))
    assert ways(after)["along-a"] == ways(TWO_ROWS.floor)["along-a"]
    # What only crosses the row follows it across, and stays upright.
    assert ways(after)["cross"] == ((300.0, 500.0), (300.0, 2600.0), (300.0, 4900.0))
    assert move_row(TWO_ROWS.floor, PARTS, 1, "B", 0.0, 0.0) is None


CROOKED = project(
    [
        rack(1, 0, 0, 0.0, 0.0),
        rack(2, 0, 1, 700.0, 40.0),
        rack(3, 0, 2, 1400.0, -30.0, "deep"),
        rack(4, 0, 3, 3000.0, 0.0),
    ]
)


def places(floor):
    return {r.number: (r.x_mm, r.y_mm) for r in floor.racks}


@pytest.mark.parametrize(
    ("align", "numbers", "wanted"),
    [
        (align_to_rows, [2, 3], {2: (700.0, 0.0), 3: (1400.0, 0.0)}),
        (align_to_rows, [1, 2, 3, 4], {2: (700.0, 0.0), 3: (1400.0, 0.0)}),
        (align_fronts, [1, 3], {1: (0.0, 170.0)}),
        (distribute, [1, 2, 3, 4], {2: (933.333, 40.0), 3: (1866.667, -30.0)}),
    ],
)
def test_alignments(align, numbers, wanted):
    racks = [r for r in CROOKED.floor.racks if r.number in numbers]
    after = perform(CROOKED, align(CROOKED.floor, PARTS, racks))
    assert places(after.floor) == {**places(CROOKED.floor), **wanted}
    racks = [r for r in after.floor.racks if r.number in numbers]
    assert align(after.floor, PARTS, racks) is None


def test_left_sides_meet_where_racks_stand_in_different_rows():
    moved = perform(TWO_ROWS, move_row(TWO_ROWS.floor, PARTS, 1, "B", 250.0, 0.0))
    racks = [r for r in moved.floor.racks if r.number in (3, 4)]
    after = perform(moved, align_left(moved.floor, PARTS, racks))
    assert [r.x_mm for r in after.floor.racks] == [0.0, 600.0, 0.0, 0.0]


def test_two_racks_have_nothing_to_distribute():
    assert distribute(CROOKED.floor, PARTS, CROOKED.floor.racks[:2]) is None


def test_several_aisles_at_once_are_one_after_the_other():
    found = aisles(TWO_ROWS.floor, PARTS)
    together = perform(TWO_ROWS, set_aisles(TWO_ROWS.floor, PARTS, found, 1500.0)).floor
    step = perform(TWO_ROWS, set_aisle(TWO_ROWS.floor, PARTS, found[0], 1500.0))
    second = aisles(step.floor, PARTS)[1]
    assert together == perform(step, set_aisle(step.floor, PARTS, second, 1500.0)).floor
    assert [aisle.width_mm for aisle in aisles(together, PARTS)] == [1500.0, 1500.0]


def test_an_aisle_opens_beyond_a_line_and_trays_stretch():
    after = perform(TWO_ROWS, open_aisle(TWO_ROWS.floor, PARTS, Way("x", 600.0, 900.0))).floor
    assert [rack.x_mm for rack in after.racks] == [0.0, 1500.0, 0.0, 0.0]
    assert ways(after)["along-a"] == ((300.0, 500.0), (1800.0, 500.0))
    assert ways(after)["cross"] == ways(TWO_ROWS.floor)["cross"]
    down = perform(TWO_ROWS, open_aisle(TWO_ROWS.floor, PARTS, Way("y", 2000.0, 300.0))).floor
    assert (
        down
        == perform(TWO_ROWS, set_aisle(TWO_ROWS.floor, PARTS, aisles(TWO_ROWS.floor, PARTS)[0], 1500.0)).floor
    )
    assert open_aisle(TWO_ROWS.floor, PARTS, Way("x", 5000.0, 300.0)) is None
