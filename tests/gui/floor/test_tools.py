"""The floor's tools with real mouse and keys: draw, move, measure, align, undo to the byte."""

import math
from collections import Counter
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtWidgets import QApplication

from fatdesk.engine.floor.building import Wall
from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.engine.floor.floor import Zone, rack_label
from fatdesk.engine.floor.room import Area
from fatdesk.gui.floor.layers.racks import draw_labels
from fatdesk.gui.floor.tools import rack_tool
from fatdesk.gui.floor.tools import tool as tool_module
from fatdesk.gui.views import canvas as canvas_module
from fatdesk.gui.views import drag_card
from fatdesk.gui.views.drag_card import Line, figure_lines, trial_lines
from fatdesk.gui.widgets.numbers import choose_number_language
from fatdesk.project.commands.building import AddWall
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.commands.racks import MoveRack, SetRackPower, TurnRacks
from fatdesk.project.commands.room import AddColumn, AddTray, RemoveTray, SetZone
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import figures_of
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.document.ref import AISLE, CABLE, COLUMN, DOOR, RACK, TRAY, WALL, Between
from fatdesk.project.files.file_format import encode
from tests.gui.pages.floor import FloorPage
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.project_tree import ProjectTree
from tests.gui.pages.status_line import StatusLine

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def floor(desk):
    return FloorPage(desk)


def undo_all(desk):
    while desk.session.history.can_undo:
        desk.session.undo()


def rules(desk):
    return {checked.finding.rule for checked in desk.session.findings}


def trays(desk):
    return {tray.id: tray for tray in desk.session.project.floor.trays}


# Trays


def test_a_drawn_tray_takes_cables_and_without_it_they_have_no_way(desk, floor):
    before = encode(desk.session.project)
    # Without the tray of row A its racks connect to the cross trays alone.
    desk.session.select([TRAY("tray-1")])
    floor.key(Qt.Key.Key_Delete)
    assert "tray-1" not in trays(desk)
    assert "no-way" in rules(desk)
    ordered = desk.session.figures.metres

    floor.key(Qt.Key.Key_T)
    assert floor.tool_in_hand == "tray"
    # Clicks some pixels beside: the points snap to the middles of the racks.
    floor.click_on(floor.centre("A01") + QPoint(4, -3))
    floor.hover(floor.centre("A07") + QPoint(-3, 5))
    floor.rest()
    lines = floor.hand.lines()
    length = (floor.box("A07").center().x() - floor.box("A01").center().x()) / 1000
    assert lines[0].name == f"tray-5, {length:.2f} m"
    assert lines[1].name.startswith("Joins tray-3, tray-4")
    live = StatusLine(desk).figure("Ordered")
    assert live == f"{floor.hand.trial.figures.metres:,.0f} m"

    # On the way to another point the card shows the earlier figures as such, and those of the last point win.
    floor.hover(floor.centre("A05"))
    floor.hand.try_now()
    assert floor.hand.is_waiting
    waiting = floor.hand.lines()
    assert [line.name for line in waiting][1] == "Updating…"
    assert {line.tone for line in waiting[1:]} == {"text2"}
    assert [line.value for line in waiting[2:]] == [line.value for line in lines[2:]]
    floor.hover(floor.centre("A07") + QPoint(-3, 5))
    floor.rest()
    assert floor.hand.lines() == lines

    # What changes the project while figures are on their way leaves none of the project before.
    tray = floor.hand.tried
    floor.hover(floor.centre("A05"))
    floor.hand.try_now()
    desk.session.do(RemoveTray(id="tray-2"))
    assert floor.hand.trial is None
    floor.hover(floor.centre("A07") + QPoint(-3, 5))
    floor.rest()
    tried = AddTray(tray=tray).apply(desk.session.project)
    assert floor.hand.trial.figures == figures_of(Derived(tried))
    desk.session.undo()
    floor.rest()
    assert floor.hand.lines() == lines

    floor.click_on(floor.centre("A07") + QPoint(-3, 5))
    floor.key(Qt.Key.Key_Return)

    drawn = trays(desk)["tray-5"]
    ends = [floor.box(name).center() for name in ("A01", "A07")]
    assert drawn.points_mm == tuple((round(end.x(), 3), round(end.y(), 3)) for end in ends)
    assert desk.session.selection == (TRAY("tray-5"),)
    assert "no-way" not in rules(desk)
    assert desk.session.figures.metres > ordered
    assert any("tray-5" in row.run for row in desk.session.derived.rows)
    assert StatusLine(desk).figure("Ordered") == live
    assert Derived(desk.session.project).bill.total.amount == desk.session.figures.cost
    assert desk.actions_by_id["undo"].text() == "Undo add tray tray-5"

    undo_all(desk)
    assert encode(desk.session.project) == before
    floor.key(Qt.Key.Key_Escape)
    assert floor.has_pointer


def test_backspace_takes_a_point_back_and_escape_leaves(desk, floor):
    before = encode(desk.session.project)
    floor.key(Qt.Key.Key_T)
    for name in ("A01", "A03", "B03"):
        floor.click_on(floor.centre(name))
    assert len(floor.hand.points) == 3
    floor.key(Qt.Key.Key_Backspace)
    assert [p.point for p in floor.hand.points] == [
        (floor.box(name).center().x(), floor.box(name).center().y()) for name in ("A01", "A03")
    ]
    floor.key(Qt.Key.Key_Escape)
    assert not floor.hand.points
    floor.key(Qt.Key.Key_Escape)
    assert floor.has_pointer
    assert encode(desk.session.project) == before


def test_shift_draws_free_and_a_double_click_ends(desk, floor):
    floor.key(Qt.Key.Key_T)
    start, stop = floor.at(400, 1700), floor.at(2650, 2100)
    floor.click_on(start, SHIFT)
    floor.click_on(stop, SHIFT)
    floor.double_click(stop, SHIFT)
    drawn = trays(desk)["tray-5"]
    for found, pixel in zip(drawn.points_mm, (start, stop), strict=True):
        exact = floor.from_px(pixel)
        assert found == (round(exact.x(), -1), round(exact.y(), -1))
    floor.key(Qt.Key.Key_Escape)


def test_a_tray_with_keys_alone(desk, floor):
    desk.session.select([floor.rack("B01")])
    floor.focus()
    floor.key(Qt.Key.Key_T)
    floor.key(Qt.Key.Key_Right)  # the cross comes up at the selected rack
    floor.key(Qt.Key.Key_Return)
    for _ in range(2):
        floor.key(Qt.Key.Key_Right)
    floor.key(Qt.Key.Key_Return)
    floor.key(Qt.Key.Key_Up)
    floor.key(Qt.Key.Key_Return)
    floor.key(Qt.Key.Key_Return)  # not moved since: ends
    drawn = trays(desk)["tray-5"].points_mm
    b1, b3, a3 = (floor.box(name).center() for name in ("B01", "B03", "A03"))
    assert drawn == tuple((round(p.x(), 3), round(p.y(), 3)) for p in (b1, b3, a3))
    floor.key(Qt.Key.Key_Escape)
    floor.key(Qt.Key.Key_Delete)
    assert "tray-5" not in trays(desk)


def test_a_corner_is_dragged_and_a_double_click_adds_one(desk, floor):
    before = encode(desk.session.project)
    desk.session.select([TRAY("tray-3")])
    (x, y1), (_, y2) = trays(desk)["tray-3"].points_mm
    middle = floor.at(x, (y1 + y2) / 2)
    floor.tap(middle)
    floor.double_click(middle)
    assert len(trays(desk)["tray-3"].points_mm) == 3
    assert desk.session.selection == (TRAY("tray-3"),)
    corner = trays(desk)["tray-3"].points_mm[1]
    floor.drag(floor.at(*corner), floor.at(corner[0] + 1000, corner[1]), CTRL)
    moved = trays(desk)["tray-3"].points_mm
    assert (moved[0], moved[2]) == ((x, y1), (x, y2))
    assert moved[1][0] == pytest.approx(corner[0] + 1000, abs=25)
    assert desk.actions_by_id["undo"].text() == "Undo change the route of tray tray-3"
    longer = math.dist(moved[0], moved[1]) + math.dist(moved[1], moved[2]) - (y2 - y1)
    assert longer > 500
    undo_all(desk)
    assert encode(desk.session.project) == before


def test_a_tray_dragged_whole_loses_its_racks_and_cables_their_way(desk, floor):
    before = encode(desk.session.project)
    desk.session.select([TRAY("tray-2")])
    (x1, y1), (x2, _) = trays(desk)["tray-2"].points_mm
    start = floor.at((x1 + x2) / 2, y1)
    floor.drag(start, start + QPoint(0, 100), release=False)
    assert StatusLine(desk).changes.get("Ordered") or StatusLine(desk).message
    floor.let_go(start + QPoint(0, 100))
    after = trays(desk)["tray-2"].points_mm
    assert after[0][1] > y1
    assert after[1][1] - after[0][1] == 0
    assert "no-way" in rules(desk)
    assert desk.actions_by_id["undo"].text() == "Undo move tray tray-2"
    undo_all(desk)
    assert encode(desk.session.project) == before


def test_typed_values_of_a_tray(desk, floor):
    before, fill = encode(desk.session.project), desk.session.derived.filling.worst["tray-1"][0]
    desk.session.select([TRAY("tray-1")])
    Inspector(desk).enter("field-Width", "600 mm")
    assert trays(desk)["tray-1"].width_mm == 600
    assert desk.session.derived.filling.worst["tray-1"][0] == pytest.approx(fill / 2)
    Inspector(desk).enter("field-Elevation", "2.75")
    assert trays(desk)["tray-1"].elevation_mm == 2750
    Inspector(desk).enter("field-Point 2", "4.3, 0.5334")
    assert trays(desk)["tray-1"].points_mm[1] == (4300.0, 533.4)
    Inspector(desk).enter("field-Id", "row-a")
    assert desk.session.selection == (TRAY("row-a"),)
    assert "tray-1" not in trays(desk)
    Inspector(desk).enter("field-Depth", "deep")
    assert Inspector(desk).error("Depth").startswith("Type a length")
    undo_all(desk)
    assert encode(desk.session.project) == before


# Racks


def test_racks_are_put_up_and_deleted(desk, floor):
    before, racks = encode(desk.session.project), len(desk.session.project.floor.racks)
    floor.key(Qt.Key.Key_R)
    last = floor.box("A07")
    floor.click_on(floor.at(last.center().x() + last.width(), last.center().y()))
    assert len(desk.session.project.floor.racks) == racks + 1
    assert floor.box("A08").left() == pytest.approx(last.right())
    floor.hover(floor.low("A02"))
    assert "would overlap rack A02" in StatusLine(desk).message  # before the click
    floor.click_on(floor.low("A02"))
    assert len(desk.session.project.floor.racks) == racks + 1
    floor.key(Qt.Key.Key_Escape)
    assert desk.session.selection == (floor.rack("A08"),)
    floor.key(Qt.Key.Key_Delete)
    assert encode(desk.session.project) == before
    desk.session.select([floor.rack("A02")])
    assert desk.actions_by_id["delete"].isEnabled()
    desk.actions_by_id["delete"].trigger()
    assert encode(desk.session.project) == before
    assert StatusLine(desk).message.startswith("Rack A02 holds 42 devices")


def test_a_band_selects_racks_and_they_move_as_one_step(desk, floor):
    before = encode(desk.session.project)
    first, last = floor.box("B04"), floor.box("B07")
    floor.drag(
        floor.at(first.left() + 50, first.bottom() + 300),
        floor.at(last.right() - 50, last.bottom() - 100),
    )
    chosen = {floor.label(t.id) for t in desk.session.selection}
    assert chosen == {"B04", "B05", "B06", "B07"}
    numbers = [t.id for t in desk.session.selection]
    devices = {n: floor.scene.racks[n].devices for n in numbers}
    floor.drag_rack("B05", to="B02")
    after = floor.scene.racks
    assert {rack_label(after[n]) for n in numbers} == {"B01", "B02", "B03", "B04"}
    assert {n: after[n].devices for n in numbers} == devices
    # The empty racks that stood there took the places that became free.
    assert sorted(rack_label(r) for r in after.values() if not r.devices) == ["B05", "B06", "B07"]
    assert desk.actions_by_id["undo"].text() == "Undo move 4 racks"
    desk.session.undo()
    assert encode(desk.session.project) == before


def test_shift_click_adds_and_a_click_on_one_of_them_means_that_one(desk, floor):
    floor.tap(floor.low("A02"))
    floor.tap(floor.low("A03"), SHIFT)
    assert set(desk.session.selection) == {floor.rack("A02"), floor.rack("A03")}
    floor.tap(floor.low("A03"))
    assert desk.session.selection == (floor.rack("A03"),)


def test_a_refused_drop_says_why_and_what_would_work(desk, floor):
    before = encode(desk.session.project)
    floor.drag_rack("A02", to="A04", release=False)
    assert StatusLine(desk).message == "Rack A02 would overlap rack A04."
    assert floor.cursor == Qt.CursorShape.ForbiddenCursor
    said = floor.dragged.handle.advice(floor.dragged.place)
    assert said.startswith("The nearest free place is row")
    floor.let_go(floor.low("A04"))
    assert encode(desk.session.project) == before


def test_arrows_move_what_is_selected_and_tab_selects(desk, floor):
    floor.focus()
    desk.session.select([floor.rack("B04")])
    number = floor.rack("B04").id
    floor.key(Qt.Key.Key_Down)
    assert floor.label(number) == "C04"
    floor.key(Qt.Key.Key_Right, SHIFT)
    assert floor.label(number) == "C14"
    desk.session.undo()
    desk.session.undo()
    floor.key(Qt.Key.Key_S)  # without snapping: centimetres
    x, y = floor.scene.racks[number].x_mm, floor.scene.racks[number].y_mm
    floor.key(Qt.Key.Key_Down)
    floor.key(Qt.Key.Key_Down, SHIFT)
    floor.key(Qt.Key.Key_Left)
    assert "would overlap rack B03" in StatusLine(desk).message
    assert floor.scene.racks[number].x_mm == x
    assert floor.scene.racks[number].y_mm == pytest.approx(y + 110)
    undo_all(desk)
    desk.session.select([floor.rack("A01")])
    floor.key(Qt.Key.Key_Tab)
    assert desk.session.selection == (floor.rack("A02"),)
    floor.key(Qt.Key.Key_Escape)
    assert not desk.session.selection


def test_a_row_is_dragged_by_its_name(desk, floor):
    before = encode(desk.session.project)
    row_y, tray_y = floor.box("B01").top(), trays(desk)["tray-2"].points_mm[0][1]
    start = floor.row_names[1].center().toPoint()
    step = round(609.6 * floor.scale)
    floor.drag(start, start + QPoint(0, step))
    assert {thing_.kind for thing_ in desk.session.selection} == {RACK}
    assert floor.box("B01").top() == pytest.approx(row_y + 609.6)
    assert trays(desk)["tray-2"].points_mm[0][1] == pytest.approx(tray_y + 609.6)
    assert "no-way" not in rules(desk)
    assert desk.actions_by_id["undo"].text() == "Undo move row B"
    desk.session.undo()
    assert encode(desk.session.project) == before


def test_an_aisle_is_made_wider_by_typing(desk, floor):
    before = encode(desk.session.project)
    desk.session.select([AISLE(Between(0, 1))])
    Inspector(desk).enter("field-Width", "1.8")
    assert floor.box("B01").top() - floor.box("A01").bottom() == pytest.approx(1800)
    assert "no-way" not in rules(desk)
    assert desk.actions_by_id["undo"].text() == "Undo make an aisle 1.8 m wide"
    desk.session.undo()
    assert encode(desk.session.project) == before


def test_racks_are_put_in_line_from_the_menu(desk, floor):
    floor.stop_snapping()
    desk.session.select([floor.rack("B02")])
    floor.key(Qt.Key.Key_Down, SHIFT)
    crooked = encode(desk.session.project)
    assert not desk.actions_by_id["distribute"].isEnabled()
    assert desk.actions_by_id["align-rows"].isEnabled()
    desk.actions_by_id["align-rows"].trigger()
    assert floor.box("B02").top() == floor.box("B01").top()
    assert desk.actions_by_id["undo"].text() == "Undo align racks to their rows"
    desk.session.undo()
    assert encode(desk.session.project) == crooked


# Areas, measuring, heat


def test_a_keep_out_area_is_drawn_moved_resized_and_deleted(desk, floor):
    before = encode(desk.session.project)
    floor.key(Qt.Key.Key_K)
    floor.drag(floor.at(2438.4, 1300), floor.at(3048.0, 1900))
    (area,) = desk.session.project.floor.columns
    assert area.kind == "keep-out"
    assert (area.x_m, area.width_m) == (pytest.approx(2.4384), pytest.approx(0.6096))
    floor.key(Qt.Key.Key_Escape)
    floor.drag(floor.at(2700, 1600), floor.at(2000, 1600), CTRL)
    moved = desk.session.project.floor.columns[0]
    assert moved.x_m == pytest.approx(area.x_m - 0.7, abs=0.02)
    assert moved.width_m == area.width_m
    right = (moved.x_m + moved.width_m) * 1000
    middle = (moved.y_m + moved.depth_m / 2) * 1000
    floor.drag(floor.at(right, middle), floor.at(right + 300, middle), CTRL)
    assert desk.session.project.floor.columns[0].width_m == pytest.approx(moved.width_m + 0.3, abs=0.02)
    assert desk.actions_by_id["undo"].text() == "Undo resize keep-out area"
    Inspector(desk).enter("field-Depth", "0.25")
    assert desk.session.project.floor.columns[0].depth_m == 0.25
    Inspector(desk).enter("field-y", "0.5")
    assert "would overlap rack" in StatusLine(desk).message
    floor.key(Qt.Key.Key_Delete)
    assert encode(desk.session.project) == before
    undo_all(desk)
    assert encode(desk.session.project) == before


def test_an_area_over_a_rack_is_refused_while_it_is_drawn(desk, floor):
    floor.key(Qt.Key.Key_W)
    floor.drag(floor.at(100, 1400), floor.low("A02"), release=False)
    assert "would overlap rack" in StatusLine(desk).message
    floor.let_go(floor.low("A02"))
    assert not desk.session.project.floor.columns
    floor.key(Qt.Key.Key_Escape)


def test_the_ruler_measures_and_stays_until_escape(desk, floor):
    floor.key(Qt.Key.Key_M)
    a, b = floor.box("A02").bottomLeft(), floor.box("B05").topRight()
    floor.drag(floor.at(a.x(), a.y()) + QPoint(3, 2), floor.at(b.x(), b.y()) + QPoint(-2, 3))
    found = floor.hand.measure
    assert (found.dx_m, found.dy_m) == (pytest.approx((b.x() - a.x()) / 1000), pytest.approx(1.2192))
    assert found.length_m == pytest.approx(math.hypot(found.dx_m, found.dy_m))
    assert [line.value for line in floor.hand.lines()][2] == "+1.219 m"
    floor.hover(floor.at(0, 0))
    assert floor.hand.measure == found
    floor.key(Qt.Key.Key_Escape)
    assert floor.hand.measure is None
    floor.key(Qt.Key.Key_Escape)
    assert floor.has_pointer


def test_the_status_line_tells_where_the_pointer_is(desk, floor):
    floor.hover(floor.at(1000, 700))
    spot = floor.from_px(floor.at(1000, 700))
    row = desk.session.derived.facility.rows[0]
    power = f"{'≥ ' * row.power_bound}{row.power_w / 1000:,.1f} kW"
    place = f"x {spot.x() / 1000:.2f} m   y {spot.y() / 1000:.2f} m   tile B2"
    assert StatusLine(desk).message == f"{place}   Row A {power}"
    choose_number_language(",")
    try:
        floor.hover(floor.at(-1000, 700))
        floor.hover(floor.at(1000, 700))
    finally:
        choose_number_language(None)
    assert StatusLine(desk).message == f"{place}   Row A {power}".replace(".", ",")


NONE = object()
"""A rack without cables has no mean length."""


def independent(desk, name):
    """The figure of each rack, summed up once more from parts and wiring rows."""
    parts = {part.id: part for part in desk.session.project.parts}
    rows = desk.session.derived.rows
    found = {}
    for rack in desk.session.project.floor.racks:
        label = rack_label(rack)
        mine = [row.length.computed_um / 1e6 for row in rows if label in (row.a.rack_label, row.b.rack_label)]
        known = [parts[d.part].power_w for d in rack.devices if parts[d.part].power_w is not None]
        found[rack.number] = {
            "fill": 100 * sum(parts[d.part].height_u for d in rack.devices) / parts[rack.part].height_u
            + 100 * sum(kept.height_u for kept in rack.reserved) / parts[rack.part].height_u,
            "power": sum(known) / 1000 if known or not rack.devices else None,
            "mass": 0.0 if not rack.devices else None,
            "feed-loss": None,  # the breakers are not known
            "air": sum(known) / 1000 if known or not rack.devices else None,
            "liquid": 0.0,
            "floor-load": None,  # the mass of the rack is not known
            "length": sum(mine),
            "mean-length": sum(mine) / len(mine) if mine else NONE,
        }[name]
    return {number: value for number, value in found.items() if value is not NONE}


MAPS = ["fill", "power", "feed-loss", "air", "liquid", "mass", "floor-load", "length", "mean-length"]


def test_heat_maps_equal_independent_sums(desk, floor):
    for name in MAPS:
        heat_map_equals(desk, floor, name)


def heat_map_equals(desk, floor, name):
    heat, wanted = floor.colour_by(name), independent(desk, name)
    assert set(heat.figures) == set(wanted)
    for number, value in wanted.items():
        figure = heat.figures[number]
        assert (figure is None) == (value is None)
        if value is not None:
            assert figure.value == pytest.approx(value)
    counts, unknown = heat.counts()
    assert unknown == sum(value is None for value in wanted.values())
    edges = heat.edges
    for number, count in enumerate(counts[:5]):
        low, high = edges[number], edges[number + 1]
        inside = [
            v
            for v in wanted.values()
            if v is not None and low <= v and (v < high or (number == 4 and v <= high))
        ]
        assert count == len(inside)
    assert counts[5] == 0
    assert not floor.image.isNull()  # it can be drawn


def test_layers_are_left_out(floor):
    with_trays = floor.image
    floor.show_layer("trays", False)
    assert floor.image != with_trays
    floor.show_layer("trays", True)
    assert floor.image == with_trays


def test_menu_and_tool_bar_have_the_same_keys(desk, floor):
    assert floor.tools
    for name in floor.tools:
        assert f"({desk.actions_by_id[f'tool-{name}'].shortcut().toString()})" in floor.tool_tip(name)
    desk.actions_by_id["tool-measure"].trigger()
    assert floor.tool_in_hand == "measure"
    desk.actions_by_id["tool-select"].trigger()
    assert floor.has_pointer


def test_fill_and_cable_choice_are_live_while_dragging(desk, floor):
    now = desk.session.figures
    still, worst = list(floor.stretches), floor.filling.worst["tray-1"]
    floor.drag_rack("A04", to="B01", release=False)
    tried = floor.dragged.trial.tried
    assert floor.filling is tried.filling
    assert floor.filling.worst["tray-1"] != worst
    assert floor.stretches != still
    lines = {line.name: line for line in trial_lines(now, floor.dragged.trial)}
    assert lines["Cable choice"].change not in ("", "same")
    moved = floor.stretches
    floor.let_go(floor.low("B01"))
    assert floor.stretches == moved  # dropped, all is as it was shown
    kinds = Counter(row.kind for row in desk.session.derived.rows)
    assert lines["Cable choice"].value == " · ".join(f"{n:,} {kind}" for kind, n in sorted(kinds.items()))
    undo_all(desk)
    assert floor.stretches == still


def test_numbers_on_trays_make_room_for_a_run(desk, floor):
    assert not any(plate.outside for plate in floor.tray_plates)
    row = next(row for row in desk.session.wiring.rows if "tray-2" in row.run)
    desk.session.select([CABLE(row.id)])
    lines = [
        QRectF(floor.to_px(*a), floor.to_px(*b)).normalized().adjusted(-1, -1, 1, 1)
        for line in floor.runs
        for a, b in pairwise(line)
    ]
    assert lines
    plates = floor.tray_plates
    assert any(plate.outside for plate in plates)
    assert not any(plate.box.intersects(line) for plate in plates for line in lines)


def test_the_mark_of_a_finding_makes_room_for_the_name_of_an_end(desk, floor):
    desk.session.do(MoveRack(rack=2, row=1, position=9, x_mm=9_000, y_mm=2_133.6))
    box = floor.rect_px(floor.box("A01"))
    top = box.center().x(), box.top()
    assert floor.finding_at(QPointF(top[0], top[1] - floor.px(12))) == [floor.rack("A01")]
    ends = [(row.id, row.a.rack_label, row.b.rack_label) for row in desk.session.wiring.rows if row.run]
    desk.session.select([CABLE(next(one for one, a, b in ends if a == "A01" and b.startswith("B")))])
    plate = next(box for _, box in floor.end_plates if box.bottom() < top[1])
    assert plate.left() < top[0] < plate.right()
    marked = [y for y in range(60) if floor.finding_at(QPointF(top[0], top[1] - y))]
    assert marked
    assert min(marked) > top[1] - plate.top()


def test_of_too_many_numbers_on_trays_the_highest_are_shown(desk, floor, monkeypatch):
    """The trays of the last rows had none in a large room, whatever their fill."""
    every = [plate.fill for plate in floor.tray_plates]
    assert len(every) > 4
    monkeypatch.setattr("fatdesk.gui.floor.layers.trays.MOST_PLATES", 3)
    assert [plate.fill for plate in floor.tray_plates] == every[-3:]


# Corners, aisles


def test_a_double_click_on_a_corner_takes_it_away(desk, floor):
    before = encode(desk.session.project)
    tray = trays(desk)["tray-4"]
    desk.session.select([TRAY("tray-4")])
    (x1, y1), (x2, y2) = tray.points_mm
    middle = floor.at((x1 + x2) / 2 + 10, (y1 + y2) / 2 + 20)
    floor.click_on(middle)
    floor.double_click(middle)
    assert len(trays(desk)["tray-4"].points_mm) == 3
    corner = floor.at(*trays(desk)["tray-4"].points_mm[1])
    floor.click_on(corner)
    floor.double_click(corner)
    assert trays(desk)["tray-4"].points_mm == tray.points_mm
    assert desk.actions_by_id["undo"].text() == "Undo remove a corner of tray tray-4"
    said = []
    desk.session.said.connect(said.append)
    end = floor.at(x1, y1)
    floor.click_on(end)
    floor.double_click(end)
    assert "Delete removes the tray" in said[-1]
    assert trays(desk)["tray-4"].points_mm == tray.points_mm
    undo_all(desk)
    assert encode(desk.session.project) == before


def test_points_of_a_tray_are_added_and_taken_away_by_typing(desk, floor):
    desk.session.select([TRAY("tray-1")])
    points = trays(desk)["tray-1"].points_mm
    Inspector(desk).enter("field-Add point", "6, 3")
    assert trays(desk)["tray-1"].points_mm == (*points, (6000.0, 3000.0))
    Inspector(desk).empty("Point 3")
    assert trays(desk)["tray-1"].points_mm == points


def aisle_plate(floor):
    """The pixel in the middle of the width of the first aisle."""
    return floor.aisle_plates[Between(0, 1)].center().toPoint()


def test_an_aisle_is_dragged_wider_nudged_and_closed(desk, floor):
    before = encode(desk.session.project)
    width = floor.aisles[0].width_mm
    down = QPoint(0, round(floor.tile_mm * floor.scale))
    floor.drag(aisle_plate(floor), aisle_plate(floor) + down, release=False)
    assert floor.lifted == {n for n, rack in floor.scene.racks.items() if rack.row == 1}
    assert floor.dragged.trial.figures.metres > desk.session.figures.metres
    floor.let_go(aisle_plate(floor) + down)
    assert floor.aisles[0].width_mm == pytest.approx(width + floor.tile_mm, abs=0.01)
    assert desk.actions_by_id["undo"].text().startswith("Undo make an aisle 1.8288 m wide")
    assert desk.session.selection == (AISLE(Between(0, 1)),)
    floor.key(Qt.Key.Key_Down)
    assert floor.aisles[0].width_mm == pytest.approx(width + 2 * floor.tile_mm, abs=0.01)
    floor.key(Qt.Key.Key_Up)
    floor.key(Qt.Key.Key_Delete)
    assert not floor.aisles
    assert desk.actions_by_id["undo"].text() == "Undo close an aisle"
    assert floor.box("B04").top() == pytest.approx(floor.box("A04").bottom())
    undo_all(desk)
    assert encode(desk.session.project) == before


def test_an_aisle_is_opened_between_racks_and_between_rows(desk, floor):
    before, metres = encode(desk.session.project), desk.session.figures.metres
    places = {label: floor.box(label).topLeft() for label in ("A03", "A04", "B04", "B03")}
    floor.key(Qt.Key.Key_A)
    assert floor.tool_in_hand == "aisle"
    edge = floor.box("A04").left()
    start = floor.at(edge, -200)
    floor.drag(start, start + QPoint(round(900 * floor.scale), 0), release=False)
    assert floor.hand.way().across == "x"
    live = StatusLine(desk).figure("Ordered")
    floor.let_go(start + QPoint(round(900 * floor.scale), 0))
    moved = floor.box("A04").left() - edge
    assert moved == pytest.approx(900, abs=200)
    for label, there in places.items():
        aside = moved if there.x() >= edge - 1 else 0
        assert floor.box(label).topLeft() == there + QPointF(aside, 0)
    assert desk.session.figures.metres > metres
    assert StatusLine(desk).figure("Ordered") == live
    assert desk.actions_by_id["undo"].text().startswith("Undo open an aisle")
    assert "no-way" not in rules(desk)
    desk.session.undo()
    width = floor.aisles[0].width_mm
    start = floor.at(floor.box("A04").center().x(), floor.box("A04").bottom())
    floor.drag(start, start + QPoint(0, round(600 * floor.scale)))
    assert floor.aisles[0].width_mm > width + 400
    undo_all(desk)
    assert encode(desk.session.project) == before


def test_an_aisle_with_keys_alone(desk, floor):
    desk.session.select([floor.rack("A04")])
    floor.key(Qt.Key.Key_A)
    floor.key(Qt.Key.Key_Down)  # the cross comes up
    floor.key(Qt.Key.Key_Return)
    for _ in range(2):
        floor.key(Qt.Key.Key_Down)
    way = floor.hand.way()
    assert way.across == "y"
    y = floor.box("B04").top()
    floor.key(Qt.Key.Key_Return)
    assert floor.box("B04").top() == pytest.approx(y + way.width_mm)
    floor.key(Qt.Key.Key_Escape)
    assert floor.has_pointer


def test_out_of_sight_nothing_stays_half_done(desk, floor):
    live = StatusLine(desk).figure("Ordered")
    floor.drag_rack("A04", to="B01", release=False)
    assert StatusLine(desk).figure("Ordered") != live
    desk.show_workspace("cables")
    assert floor.dragged is None
    assert StatusLine(desk).figure("Ordered") == live
    desk.show_workspace("floor")
    floor.key(Qt.Key.Key_R)
    floor.hover(floor.low("A04"))
    assert floor.hand.trial.figures is None
    desk.show_workspace("cables")
    assert "would overlap" not in StatusLine(desk).message


def test_names_of_steps_have_no_ids(desk, floor):
    device = desk.session.device_ids["n395"]
    desk.session.do(MoveDevice(id=device, rack=floor.rack("B02").id, u=3))
    assert desk.actions_by_id["undo"].text() == "Undo move n395"
    row = desk.session.wiring.rows[700]
    desk.session.do(SetCable(cable=CableRecord(id=row.id, length_m=9.0)))
    assert desk.actions_by_id["undo"].text() == f"Undo set cable {row.a.device} – {row.b.device}"
    desk.actions_by_id["undo"].trigger()
    assert desk.actions_by_id["redo"].text() == f"Redo set cable {row.a.device} – {row.b.device}"
    assert desk.actions_by_id["undo"].text() == "Undo move n395"


def test_the_drag_card_says_first_which_cables_would_have_no_tray(desk, floor):
    """Racks dragged to where no tray is: fewer metres and less cost are no gain, and nothing is green."""
    now = desk.session.figures
    chosen = [rack for rack in desk.session.project.floor.racks if rack_label(rack) in ("B05", "B06")]
    desk.session.select([RACK(rack.number) for rack in chosen])
    start = floor.low("B05")
    floor.drag(start, start + QPoint(0, round(3000 * floor.scale)), release=False)
    trial = floor.dragged.trial
    assert trial.figures is not None, trial.refused
    expected = sum(
        row.a.rack != row.b.rack and bool({row.a.rack_label, row.b.rack_label} & {"B05", "B06"})
        for row in desk.session.derived.rows
    )
    lines = trial_lines(now, trial, "racks")
    assert lines[0] == Line(f"{expected} cables would have no tray to run in", tone="error", strong=True)
    assert "ok" not in {line.tone for line in lines}
    assert trial.figures.metres < now.metres  # which would have been praised
    assert StatusLine(desk).message == lines[0].name
    assert "ok" not in StatusLine(desk).change_tones.values()
    floor.let_go(start + QPoint(0, round(3000 * floor.scale)))
    after = desk.session.figures
    assert after.no_route == expected
    assert after.no_route == sum(row.part == "" for row in desk.session.derived.rows)
    # and back: what gains a tray is not a loss, though it costs more
    desk.session.select([RACK(rack.number) for rack in chosen])
    undone = figure_lines(after, now)
    assert not {"warn", "error"} & {line.tone for line in undone}


# What the cards and drawings say


def drawn_texts(floor, monkeypatch):
    """The texts of the cards of the next paint."""
    shown = []
    for module in (canvas_module, tool_module, rack_tool):
        real = module.draw_card
        monkeypatch.setattr(
            module,
            "draw_card",
            lambda painter, theme, lines, *rest, _real=real, **named: (
                shown.extend(line.name for line in lines) or _real(painter, theme, lines, *rest, **named)
            ),
        )
    floor.repaint()
    return shown


def test_the_aisle_tool_states_the_width_that_the_aisle_will_have(desk, floor, monkeypatch):
    width = floor.aisles[0].width_mm
    floor.key(Qt.Key.Key_A)
    start = floor.at(floor.box("A04").center().x(), floor.box("A04").bottom() + 300)
    stop = start + QPoint(0, round(700 * floor.scale))
    floor.drag(start, stop, SHIFT, release=False)
    added = floor.hand.way().width_mm
    expected = f"to {round((width + added) / 1000, 3):g} m"
    assert any(expected in text for text in drawn_texts(floor, monkeypatch))
    floor.let_go(stop)
    assert floor.aisles[0].width_mm == pytest.approx(width + added)
    label = desk.actions_by_id["undo"].text()
    assert expected in label, label


def test_walls_and_doors_are_drawn_as_lines(desk, floor, monkeypatch):
    """A straight drag makes a wall; a drag along it a door to the side of the pointer; all is undone."""
    before = encode(desk.session.project)
    start = floor.at(0, -700)
    stop = start + QPoint(round(3000 * floor.scale), 0)
    floor.take_tool("wall")
    floor.drag(start, stop)
    (wall,) = desk.session.project.floor.walls
    (x1, y1), (x2, y2) = wall.points_mm
    assert (x2 - x1, y2 - y1, wall.thickness_mm) == (pytest.approx(3000, abs=200), 0.0, 100.0)
    floor.take_tool("door")
    hinge = floor.at(x1 + 500, y1)
    floor.press(hinge)
    floor.move(floor.at(x1 + 1500, y1) + QPoint(0, 40))
    floor.let_go(floor.at(x1 + 1500, y1) + QPoint(0, 40))
    (door,) = desk.session.project.floor.doors
    assert door.opens == "right"
    assert {door.hinge_mm[1], door.latch_mm[1]} == {y1}
    assert door.width_mm == pytest.approx(1000, abs=60)
    assert list(desk.session.selection) == [DOOR(0)]
    floor.key(Qt.Key.Key_Escape)
    floor.drag(floor.at(x2, y2), floor.at(x2, y2) - QPoint(round(1220 * floor.scale), 0))  # a corner of it
    assert floor.scene.floor.walls[0].points_mm[1][0] < x2 - 1000
    assert "door-blocked" in rules(desk)
    desk.session.select([DOOR(0), WALL(0)])
    floor.key(Qt.Key.Key_Delete)
    assert not desk.session.project.floor.walls + desk.session.project.floor.doors
    undo_all(desk)
    assert encode(desk.session.project) == before
    floor.take_tool("keep-out")
    floor.drag(start, stop, release=False)
    assert any("corner to corner" in text for text in drawn_texts(floor, monkeypatch))


def test_the_floor_below_a_tool_follows_every_change(desk, floor):
    """It is painted once while a tool is used, and again with each edit, selection and layer."""
    floor.take_tool("measure")
    seen = [floor.image]
    for change in (
        lambda: desk.session.do(AddColumn(column=Area(x_m=1.0, y_m=1.2, width_m=0.5, depth_m=0.4))),
        lambda: desk.session.select([COLUMN(0)]),
        lambda: floor.show_layer("trays", False),
        lambda: floor.zoom(1.5),
        desk.session.undo,
    ):
        change()
        floor.repaint()
        assert floor.image != seen[-1]
        seen.append(floor.image)
    floor.key(Qt.Key.Key_Escape)
    floor.repaint()
    low = QRect(0, 160, 900, 600)  # without the hint of the tool
    assert floor.image.copy(low) == seen[-1].copy(low)


def test_racks_and_rows_are_turned(desk, floor):
    before = encode(desk.session.project)
    desk.session.select([floor.rack("A03")])
    floor.key(Qt.Key.Key_U)
    assert floor.scene.racks[RACK.id_of(floor.rack("A03"))].front == "up"
    assert "turn rack A03" in desk.actions_by_id["undo"].text()
    desk.session.undo()
    desk.perform_in_view("face-rows")
    assert {(rack.row, rack.front) for rack in floor.scene.racks.values()} == {(0, "down"), (1, "up")}
    assert [aisle.kind for aisle in floor.aisles] == ["cold"]
    undo_all(desk)
    assert encode(desk.session.project) == before


def test_the_card_says_that_a_rack_is_renamed(desk, floor, monkeypatch):
    start = floor.low("A07")
    floor.drag(start, start + QPoint(round(610 * floor.scale), 0), release=False)
    assert any("A07 becomes A08" in text for text in drawn_texts(floor, monkeypatch))
    assert "A08" in [words for _, words in floor.dragged.ghost.boxes]


def test_a_drag_that_snaps_back_says_so(desk, floor, monkeypatch):
    start = floor.low("B06")
    floor.drag(start, start + QPoint(0, round(700 * floor.scale)), release=False)
    assert any("Ctrl" in text for text in drawn_texts(floor, monkeypatch))


def test_cards_of_racks_that_snap_to_rows_say_how_to_leave_them(desk, floor, monkeypatch):
    start = floor.low("B06")
    further = start + QPoint(0, round(1400 * floor.scale))
    floor.drag(start, further, release=False)
    texts = drawn_texts(floor, monkeypatch)
    assert any("B06 becomes C06" in text for text in texts)
    assert texts[-1] == "Hold Ctrl to place it anywhere"
    floor.key(Qt.Key.Key_Escape)
    floor.drag(start, further, CTRL, release=False)
    assert not any("Ctrl" in text for text in drawn_texts(floor, monkeypatch))
    floor.key(Qt.Key.Key_Escape)
    floor.key(Qt.Key.Key_R)
    floor.hover(further)
    assert "Hold Ctrl to place it anywhere" in drawn_texts(floor, monkeypatch)


def test_no_drop_or_undo_moves_the_view(desk, floor):
    """Only zoom, pan and fit move it once something was clicked, whatever panels open beside."""
    floor.click_on(floor.low("A04"))
    before = floor.scale, floor.origin
    floor.drag_rack("A07", to=floor.low("A07") + QPoint(round(610 * floor.scale), 0))
    Inspector(desk).hide()
    desk.session.undo()
    wide = floor.room.width()
    QApplication.processEvents()
    assert floor.room.width() > wide
    assert (floor.scale, floor.origin) == before


def test_fill_bars_are_over_the_trays(floor):
    """The bar of a rack under a tray has the colour of the bar over all its width."""
    assert floor.scene.floor.trays
    image = floor.image
    spot = floor.rect_px(floor.box("A05"))
    y = round(spot.bottom() - floor.px(6))
    colours = {
        image.pixelColor(round(x), y).name() for x in range(round(spot.left()) + 8, round(spot.right()) - 8)
    }
    assert len(colours) == 1, colours


def test_what_an_undo_removes_is_no_longer_selected(desk, floor):
    floor.key(Qt.Key.Key_R)
    floor.click_on(floor.at(5000, 500))
    assert len(desk.session.selection) == 1
    desk.session.undo()
    assert desk.session.selection == ()


def test_the_card_of_a_drag_keeps_clear_of_the_legend(desk, floor, monkeypatch):
    """A rack at the lower left is dragged: the card is next to it, and the legend can be read."""
    floor.repaint()
    cards = []
    real = drag_card.placed
    monkeypatch.setattr(drag_card, "placed", lambda *given: cards.append(real(*given)) or cards[-1])
    above = QPointF(-100, floor.legend.top() - 60 - floor.rect_px(floor.box("B04")).bottom())
    floor.look(origin=floor.origin + above)
    floor.drag_rack("B04", to="B03", release=False)
    floor.repaint()
    assert floor.legend is not None
    assert cards
    assert not cards[-1].intersects(floor.legend)


def test_the_hint_of_each_tool_is_whole_in_a_small_window(desk, floor):
    desk.resize(1280, 720)
    if not ProjectTree(desk).is_visible:
        desk.toggle_tree()
    for name in ("rack", "tray", "column", "wall", "door", "keep-out", "aisle", "measure"):
        desk.perform_in_view(f"tool-{name}")
        QApplication.processEvents()
        assert floor.hint_is_whole, name


def test_the_hint_gives_way_and_the_cross_leaves_with_the_pointer(desk, floor):
    floor.take_tool("wall")
    top = floor.hint_at
    floor.hover(top.center())
    low = floor.hint_at
    assert low.top() > top.bottom()
    assert low.bottom() < floor.legend.top()
    floor.hover(low.center())
    assert floor.hint_at == top
    cross = floor.image
    floor.leave()
    assert floor.image != cross
    floor.take_tool("rack")
    floor.hover(top.center())
    assert floor.hint_at.top() == top.top(), "its part can be chosen"
    assert floor.hand.place is not None
    floor.leave()
    assert floor.hand.place is None
    floor.key(Qt.Key.Key_Right)
    floor.leave()
    assert floor.hand.place is not None, "by the keyboard"
    floor.key(Qt.Key.Key_Escape)


def test_a_free_drag_keeps_the_axis_that_it_does_not_move_along(desk, floor):
    number, before = 2, floor.scene.racks[2]
    start = floor.low(floor.label(number))
    down = QPoint(0, round(1100 * floor.scale))
    floor.drag(start, start + down, CTRL, release=False)
    floor.let_go(start + down, CTRL)
    after = desk.session.project.floor.racks[1]
    assert after.y_mm > 1000
    assert (after.x_mm, after.y_mm % 10) == (before.x_mm, 0)
    assert after.x_mm % 10
    desk.session.undo()


def test_names_of_racks_are_whole_or_left_out_at_any_scale(floor):
    labels = {floor.label(number) for number in floor.scene.racks}
    for scale, are_named in ((0.03, False), (0.041, True), (0.045, True), (0.05, True), (0.06, True)):
        floor.look(scale)
        shown = {call.text for call in floor.drawn(draw_labels) if call.name == "text"}
        assert not {text for text in shown if text.endswith("…")}, scale
        assert (labels <= shown) == are_named, scale


def test_the_name_of_a_rack_turned_by_a_quarter_is_at_its_front_like_the_others(desk, floor):
    """The longer side decided, so that it alone was inside, in larger letters, over the tray."""
    floor.look(0.07)
    others = [call for call in floor.drawn(draw_labels) if call.name == "rounded"]
    desk.session.do(MoveRack(rack=7, x_mm=4_500))
    for front in ("right", "left"):
        desk.session.do(TurnRacks(racks=(7,), front=front))
        label, box = floor.label(7), floor.rect_px(floor.scene.boxes[7])
        calls = floor.drawn(draw_labels)
        at = next(number for number, call in enumerate(calls) if call.text == label)
        plate = calls[at - 1].rect
        assert plate.height() == others[0].rect.height()
        assert not plate.intersects(box)
        assert box.top() < plate.center().y() < box.bottom()
        assert (plate.left() > box.center().x()) == (front == "right")


def test_the_name_of_a_row_leaves_room_for_those_of_racks_that_face_left(desk, floor):
    desk.session.do(MoveRack(rack=1, x_mm=-600))
    desk.session.do(TurnRacks(racks=(1,), front="left"))
    floor.look(0.07)
    floor.look_at(floor.scene.boxes[1])
    calls, label = floor.drawn(draw_labels), floor.label(1)
    at = next(number for number, call in enumerate(calls) if call.text == label)
    assert floor.row_names[0].right() <= calls[at - 1].rect.left()


def test_the_size_of_tiles_in_use_is_ticked(desk, floor):
    sizes = floor.tile_choices
    assert [one.isChecked() for one in sizes] == [True, False, False]
    for size in sizes[::-1]:
        size.trigger()
        assert [one.text() for one in sizes if one.isChecked()] == [size.text()]
    assert f"{floor.tile_mm / 1000:.3f}" in sizes[0].text()


def test_a_rack_over_on_one_phase_alone_is_coloured_as_over(desk, floor):
    """A breaker between the mean current of the phases and that of the worst one."""
    some = max(desk.session.derived.facility.racks, key=lambda one: len(one.corded) % 3)
    currents = some.loads.lost_a[0]
    mean = sum(currents) / 3
    assert max(currents) > mean
    feeds = PowerFeeds(breaker_a=(mean + max(currents)) / 2)
    assert desk.session.do(SetRackPower(racks=(some.rack.number,), power=feeds))
    heat = floor.colour_by("feed-loss")
    assert heat.figures[some.rack.number].value == pytest.approx(100 * max(currents) / feeds.breaker_a)
    counts, unknown = heat.counts()
    assert counts == [0, 0, 0, 0, 0, 1]
    assert unknown == len(heat.figures) - 1


def test_names_of_zones_are_clear_of_walls(desk, floor):
    box = floor.box("A01").united(floor.box("A03"))
    sides = (box.left(), box.top(), box.width(), box.height())
    x, y, width, depth = (round(value / 1000, 4) for value in sides)
    zone = Zone(name="Zone 1", x_m=x, y_m=y, width_m=width, depth_m=depth)
    desk.session.do(SetZone(zone=zone))
    area = floor.rect_px(box)
    assert floor.zone_name_at("Zone 1").bottom() <= area.top()
    y = box.top() - 100
    wall = Wall(points_mm=((box.left() - 1000, y), (box.right() + 4000, y)), thickness_mm=100)
    desk.session.do(AddWall(wall=wall))
    assert floor.zone_name_at("Zone 1").top() >= area.bottom()
