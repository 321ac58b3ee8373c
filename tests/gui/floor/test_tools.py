"""The floor's tools with real mouse and keys: draw, move, measure, align, undo to the byte."""

import math
from collections import Counter
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.canvas import canvas as canvas_module
from fatdesk.gui.canvas import drag_card
from fatdesk.gui.canvas.drag_card import Line, figure_lines, trial_lines
from fatdesk.gui.floor.layers.dimensions import aisle_plates
from fatdesk.gui.floor.layers.trays import shown_runs, tray_plates
from fatdesk.gui.floor.tools import rack_tool
from fatdesk.gui.floor.tools import tool as tool_module
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.document.ref import AISLE, CABLE, RACK, TRAY, Between
from fatdesk.project.files.file_format import encode
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.status_line import StatusLine

LEFT = Qt.MouseButton.LeftButton
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def view(desk):
    desk.show_workspace("floor")
    return desk.workspaces["floor"]


@pytest.fixture
def canvas(view):
    return view.canvas


def at(canvas, x_mm, y_mm):
    """The pixel of a point of the floor."""
    return canvas.to_px(x_mm, y_mm).toPoint()


def box(canvas, label):
    rack = next(r for r in canvas.scene.racks.values() if rack_label(r) == label)
    return canvas.scene.boxes[rack.number]


def element(canvas, label):
    rack = next(r for r in canvas.scene.racks.values() if rack_label(r) == label)
    return RACK(rack.number)


def centre(canvas, label):
    return canvas.rect_px(box(canvas, label)).center().toPoint()


def low(canvas, label):
    """A point of a rack that no tray runs over."""
    spot = box(canvas, label)
    return at(canvas, spot.center().x(), spot.bottom() - 60)


def drag(qtbot, canvas, start, stop, keys=NONE, release=True):
    port = canvas.viewport()
    qtbot.mousePress(port, LEFT, pos=start)
    for step in range(1, 7):
        spot = QPointF(start) + (QPointF(stop) - QPointF(start)) * step / 6
        send_move(port, spot.toPoint(), keys)
    if release:
        qtbot.mouseRelease(port, LEFT, pos=stop)


def send_move(port, pos, keys=NONE, buttons=LEFT):
    """A move of the mouse with keys held, which QTest cannot send."""
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QMouseEvent

    spot = QPointF(pos)
    event = QMouseEvent(
        QEvent.Type.MouseMove, spot, port.mapToGlobal(spot), Qt.MouseButton.NoButton, buttons, keys
    )
    QApplication.sendEvent(port, event)


def click(qtbot, canvas, pos, keys=NONE):
    send_move(canvas.viewport(), pos, keys, Qt.MouseButton.NoButton)
    qtbot.mouseClick(canvas.viewport(), LEFT, keys, pos=pos)


def key(qtbot, canvas, code, keys=NONE):
    qtbot.keyClick(canvas, code, keys)


def undo_all(desk):
    while desk.session.history.can_undo:
        desk.session.undo()


def rules(desk):
    return {checked.finding.rule for checked in desk.session.findings}


def trays(desk):
    return {tray.id: tray for tray in desk.session.project.floor.trays}


# Trays


def test_a_drawn_tray_takes_cables_and_without_it_they_have_no_way(desk, canvas, qtbot):
    before = encode(desk.session.project)
    # Without the tray of row A its racks connect to the cross trays alone.
    desk.session.select([TRAY("tray-1")])
    key(qtbot, canvas, Qt.Key.Key_Delete)
    assert "tray-1" not in trays(desk)
    assert "no-way" in rules(desk)
    ordered = desk.session.figures.metres

    key(qtbot, canvas, Qt.Key.Key_T)
    assert desk.workspaces["floor"].tools["tray"].isChecked()
    # Clicks some pixels beside: the points snap to the middles of the racks.
    click(qtbot, canvas, centre(canvas, "A01") + QPoint(4, -3))
    send_move(canvas.viewport(), centre(canvas, "A07") + QPoint(-3, 5), NONE, Qt.MouseButton.NoButton)
    canvas.tool.try_now()
    lines = canvas.tool.lines()
    length = (box(canvas, "A07").center().x() - box(canvas, "A01").center().x()) / 1000
    assert lines[0].name == f"tray-6, {length:.2f} m"
    assert lines[1].name.startswith("Joins tray-3, tray-4")
    live = StatusLine(desk).figure("Ordered")
    assert live == f"{canvas.tool.trial.figures.metres:,.0f} m"
    click(qtbot, canvas, centre(canvas, "A07") + QPoint(-3, 5))
    key(qtbot, canvas, Qt.Key.Key_Return)

    drawn = trays(desk)["tray-6"]
    ends = [box(canvas, name).center() for name in ("A01", "A07")]
    assert drawn.points_mm == tuple((round(end.x(), 3), round(end.y(), 3)) for end in ends)
    assert desk.session.selection == (TRAY("tray-6"),)
    assert "no-way" not in rules(desk)
    assert desk.session.figures.metres > ordered
    assert desk.session.figures == canvas.session.figures
    assert any("tray-6" in row.run for row in desk.session.derived.rows)
    assert StatusLine(desk).figure("Ordered") == live
    assert Derived(desk.session.project).cost == desk.session.figures.cost
    assert desk.actions_by_id["undo"].text() == "Undo add tray tray-6"

    undo_all(desk)
    assert encode(desk.session.project) == before
    key(qtbot, canvas, Qt.Key.Key_Escape)
    assert canvas.tool is canvas.pointer


def test_backspace_takes_a_point_back_and_escape_leaves(desk, canvas, qtbot):
    before = encode(desk.session.project)
    key(qtbot, canvas, Qt.Key.Key_T)
    for name in ("A01", "A03", "B03"):
        click(qtbot, canvas, centre(canvas, name))
    assert len(canvas.tool.points) == 3
    key(qtbot, canvas, Qt.Key.Key_Backspace)
    assert [p.point for p in canvas.tool.points] == [
        (box(canvas, name).center().x(), box(canvas, name).center().y()) for name in ("A01", "A03")
    ]
    key(qtbot, canvas, Qt.Key.Key_Escape)
    assert not canvas.tool.points
    key(qtbot, canvas, Qt.Key.Key_Escape)
    assert canvas.tool is canvas.pointer
    assert encode(desk.session.project) == before


def test_shift_draws_free_and_a_double_click_ends(desk, canvas, qtbot):
    key(qtbot, canvas, Qt.Key.Key_T)
    start, stop = at(canvas, 400, 1700), at(canvas, 2650, 2100)
    click(qtbot, canvas, start, SHIFT)
    click(qtbot, canvas, stop, SHIFT)
    qtbot.mouseDClick(canvas.viewport(), LEFT, SHIFT, pos=stop)
    drawn = trays(desk)["tray-6"]
    for found, pixel in zip(drawn.points_mm, (start, stop), strict=True):
        exact = canvas.from_px(QPointF(pixel))
        assert found == (round(exact.x(), -1), round(exact.y(), -1))
    key(qtbot, canvas, Qt.Key.Key_Escape)


def test_a_tray_with_keys_alone(desk, canvas, qtbot):
    desk.session.select([element(canvas, "B01")])
    canvas.setFocus()
    key(qtbot, canvas, Qt.Key.Key_T)
    key(qtbot, canvas, Qt.Key.Key_Right)  # the cross comes up at the selected rack
    key(qtbot, canvas, Qt.Key.Key_Return)
    for _ in range(2):
        key(qtbot, canvas, Qt.Key.Key_Right)
    key(qtbot, canvas, Qt.Key.Key_Return)
    key(qtbot, canvas, Qt.Key.Key_Up)
    key(qtbot, canvas, Qt.Key.Key_Return)
    key(qtbot, canvas, Qt.Key.Key_Return)  # not moved since: ends
    drawn = trays(desk)["tray-6"].points_mm
    b1, b3, a3 = (box(canvas, name).center() for name in ("B01", "B03", "A03"))
    assert drawn == tuple((round(p.x(), 3), round(p.y(), 3)) for p in (b1, b3, a3))
    key(qtbot, canvas, Qt.Key.Key_Escape)
    key(qtbot, canvas, Qt.Key.Key_Delete)
    assert "tray-6" not in trays(desk)


def test_a_corner_is_dragged_and_a_double_click_adds_one(desk, canvas, qtbot):
    before = encode(desk.session.project)
    desk.session.select([TRAY("tray-3")])
    (x, y1), (_, y2) = trays(desk)["tray-3"].points_mm
    middle = at(canvas, x, (y1 + y2) / 2)
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=middle)
    qtbot.mouseDClick(canvas.viewport(), LEFT, pos=middle)
    assert len(trays(desk)["tray-3"].points_mm) == 3
    assert desk.session.selection == (TRAY("tray-3"),)
    corner = trays(desk)["tray-3"].points_mm[1]
    drag(qtbot, canvas, at(canvas, *corner), at(canvas, corner[0] + 1000, corner[1]), CTRL)
    moved = trays(desk)["tray-3"].points_mm
    assert (moved[0], moved[2]) == ((x, y1), (x, y2))
    assert moved[1][0] == pytest.approx(corner[0] + 1000, abs=25)
    assert desk.actions_by_id["undo"].text() == "Undo change the route of tray tray-3"
    longer = math.dist(moved[0], moved[1]) + math.dist(moved[1], moved[2]) - (y2 - y1)
    assert longer > 500
    undo_all(desk)
    assert encode(desk.session.project) == before


def test_a_tray_dragged_whole_loses_its_racks_and_cables_their_way(desk, canvas, qtbot):
    before = encode(desk.session.project)
    desk.session.select([TRAY("tray-2")])
    (x1, y1), (x2, _) = trays(desk)["tray-2"].points_mm
    start = at(canvas, (x1 + x2) / 2, y1)
    drag(qtbot, canvas, start, start + QPoint(0, 100), release=False)
    assert desk.status.changes["Ordered"].text() or StatusLine(desk).message
    qtbot.mouseRelease(canvas.viewport(), LEFT, pos=start + QPoint(0, 100))
    after = trays(desk)["tray-2"].points_mm
    assert after[0][1] > y1
    assert after[1][1] - after[0][1] == 0
    assert "no-way" in rules(desk)
    assert desk.actions_by_id["undo"].text() == "Undo move tray tray-2"
    undo_all(desk)
    assert encode(desk.session.project) == before


def typed(qtbot, desk, name, text):
    field = Inspector(desk).field(name)
    assert isinstance(field, QLineEdit)
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_typed_values_of_a_tray(desk, canvas, qtbot):
    before, fill = encode(desk.session.project), desk.session.derived.filling.worst["tray-1"][0]
    desk.session.select([TRAY("tray-1")])
    typed(qtbot, desk, "Width", "600 mm")
    assert trays(desk)["tray-1"].width_mm == 600
    assert desk.session.derived.filling.worst["tray-1"][0] == pytest.approx(fill / 2)
    typed(qtbot, desk, "Elevation", "2.75")
    assert trays(desk)["tray-1"].elevation_mm == 2750
    typed(qtbot, desk, "Point 2", "4.3, 0.5334")
    assert trays(desk)["tray-1"].points_mm[1] == (4300.0, 533.4)
    typed(qtbot, desk, "Id", "row-a")
    assert desk.session.selection == (TRAY("row-a"),)
    assert "tray-1" not in trays(desk)
    typed(qtbot, desk, "Depth", "deep")
    assert Inspector(desk).field("Depth").accessibleDescription().startswith("Type a length")
    undo_all(desk)
    assert encode(desk.session.project) == before


# Racks


def test_racks_are_put_up_and_deleted(desk, canvas, qtbot):
    before, racks = encode(desk.session.project), len(desk.session.project.floor.racks)
    key(qtbot, canvas, Qt.Key.Key_R)
    last = box(canvas, "A07")
    click(qtbot, canvas, at(canvas, last.center().x() + last.width(), last.center().y()))
    assert len(desk.session.project.floor.racks) == racks + 1
    assert box(canvas, "A08").left() == pytest.approx(last.right())
    send_move(canvas.viewport(), low(canvas, "A02"), NONE, Qt.MouseButton.NoButton)
    assert "would overlap rack A02" in StatusLine(desk).message  # before the click
    click(qtbot, canvas, low(canvas, "A02"))
    assert len(desk.session.project.floor.racks) == racks + 1
    key(qtbot, canvas, Qt.Key.Key_Escape)
    assert desk.session.selection == (element(canvas, "A08"),)
    key(qtbot, canvas, Qt.Key.Key_Delete)
    assert encode(desk.session.project) == before
    desk.session.select([element(canvas, "A02")])
    assert desk.actions_by_id["delete"].isEnabled()
    desk.actions_by_id["delete"].trigger()
    assert encode(desk.session.project) == before
    assert StatusLine(desk).message.startswith("Rack A02 holds 42 devices")


def test_a_band_selects_racks_and_they_move_as_one_step(desk, canvas, qtbot):
    before = encode(desk.session.project)
    first, last = box(canvas, "B04"), box(canvas, "B07")
    drag(
        qtbot,
        canvas,
        at(canvas, first.left() + 50, first.bottom() + 300),
        at(canvas, last.right() - 50, last.bottom() - 100),
    )
    chosen = {rack_label(canvas.scene.racks[t.id]) for t in desk.session.selection}
    assert chosen == {"B04", "B05", "B06", "B07"}
    numbers = [t.id for t in desk.session.selection]
    devices = {n: canvas.scene.racks[n].devices for n in numbers}
    drag(qtbot, canvas, low(canvas, "B05"), low(canvas, "B02"))
    after = canvas.scene.racks
    assert {rack_label(after[n]) for n in numbers} == {"B01", "B02", "B03", "B04"}
    assert {n: after[n].devices for n in numbers} == devices
    # The empty racks that stood there took the places that became free.
    assert sorted(rack_label(r) for r in after.values() if not r.devices) == ["B05", "B06", "B07"]
    assert desk.actions_by_id["undo"].text() == "Undo move 4 racks"
    desk.session.undo()
    assert encode(desk.session.project) == before


def test_shift_click_adds_and_a_click_on_one_of_them_means_that_one(desk, canvas, qtbot):
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=low(canvas, "A02"))
    qtbot.mouseClick(canvas.viewport(), LEFT, SHIFT, pos=low(canvas, "A03"))
    assert set(desk.session.selection) == {element(canvas, "A02"), element(canvas, "A03")}
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=low(canvas, "A03"))
    assert desk.session.selection == (element(canvas, "A03"),)


def test_a_refused_drop_says_why_and_what_would_work(desk, canvas, qtbot):
    before = encode(desk.session.project)
    drag(qtbot, canvas, low(canvas, "A02"), low(canvas, "A04"), release=False)
    assert StatusLine(desk).message == "Rack A02 would overlap rack A04."
    assert canvas.viewport().cursor().shape() == Qt.CursorShape.ForbiddenCursor
    said = canvas.drag.handle.advice(canvas.drag.place)
    assert said.startswith("The nearest free place is row")
    qtbot.mouseRelease(canvas.viewport(), LEFT, pos=low(canvas, "A04"))
    assert encode(desk.session.project) == before


def test_arrows_move_what_is_selected_and_tab_selects(desk, canvas, qtbot):
    canvas.setFocus()
    desk.session.select([element(canvas, "B04")])
    number = element(canvas, "B04").id
    key(qtbot, canvas, Qt.Key.Key_Down)
    assert rack_label(canvas.scene.racks[number]) == "C04"
    key(qtbot, canvas, Qt.Key.Key_Right, SHIFT)
    assert rack_label(canvas.scene.racks[number]) == "C14"
    desk.session.undo()
    desk.session.undo()
    key(qtbot, canvas, Qt.Key.Key_S)  # without snapping: centimetres
    x, y = canvas.scene.racks[number].x_mm, canvas.scene.racks[number].y_mm
    key(qtbot, canvas, Qt.Key.Key_Down)
    key(qtbot, canvas, Qt.Key.Key_Down, SHIFT)
    key(qtbot, canvas, Qt.Key.Key_Left)
    assert "would overlap rack B03" in StatusLine(desk).message
    assert canvas.scene.racks[number].x_mm == x
    assert canvas.scene.racks[number].y_mm == pytest.approx(y + 110)
    undo_all(desk)
    desk.session.select([element(canvas, "A01")])
    key(qtbot, canvas, Qt.Key.Key_Tab)
    assert desk.session.selection == (element(canvas, "A02"),)
    key(qtbot, canvas, Qt.Key.Key_Escape)
    assert not desk.session.selection


def test_a_row_is_dragged_by_its_name(desk, canvas, qtbot):
    from fatdesk.gui.floor.layers.dimensions import row_names

    before = encode(desk.session.project)
    row_y, tray_y = box(canvas, "B01").top(), trays(desk)["tray-2"].points_mm[0][1]
    start = row_names(canvas)[1].center().toPoint()
    step = round(609.6 * canvas.scale)
    drag(qtbot, canvas, start, start + QPoint(0, step))
    assert {thing_.kind for thing_ in desk.session.selection} == {RACK}
    assert box(canvas, "B01").top() == pytest.approx(row_y + 609.6)
    assert trays(desk)["tray-2"].points_mm[0][1] == pytest.approx(tray_y + 609.6)
    assert "no-way" not in rules(desk)
    assert desk.actions_by_id["undo"].text() == "Undo move row B"
    desk.session.undo()
    assert encode(desk.session.project) == before


def test_an_aisle_is_made_wider_by_typing(desk, canvas, qtbot):
    before = encode(desk.session.project)
    desk.session.select([AISLE(Between(0, 1))])
    typed(qtbot, desk, "Width", "1.8")
    assert box(canvas, "B01").top() - box(canvas, "A01").bottom() == pytest.approx(1800)
    assert "no-way" not in rules(desk)
    assert desk.actions_by_id["undo"].text() == "Undo make an aisle 1.8 m wide"
    desk.session.undo()
    assert encode(desk.session.project) == before


def test_racks_are_put_in_line_from_the_menu(desk, canvas, qtbot):
    canvas.options.snap = False
    desk.session.select([element(canvas, "B02")])
    key(qtbot, canvas, Qt.Key.Key_Down, SHIFT)
    crooked = encode(desk.session.project)
    assert not desk.actions_by_id["distribute"].isEnabled()
    assert desk.actions_by_id["align-rows"].isEnabled()
    desk.actions_by_id["align-rows"].trigger()
    assert box(canvas, "B02").top() == box(canvas, "B01").top()
    assert desk.actions_by_id["undo"].text() == "Undo align racks to their rows"
    desk.session.undo()
    assert encode(desk.session.project) == crooked


# Areas, measuring, heat


def test_a_keep_out_area_is_drawn_moved_resized_and_deleted(desk, canvas, qtbot):
    before = encode(desk.session.project)
    key(qtbot, canvas, Qt.Key.Key_K)
    drag(qtbot, canvas, at(canvas, 2438.4, 1300), at(canvas, 3048.0, 1900))
    (area,) = desk.session.project.floor.columns
    assert area.kind == "keep-out"
    assert (area.x_m, area.width_m) == (pytest.approx(2.4384), pytest.approx(0.6096))
    key(qtbot, canvas, Qt.Key.Key_Escape)
    drag(qtbot, canvas, at(canvas, 2700, 1600), at(canvas, 2000, 1600), CTRL)
    moved = desk.session.project.floor.columns[0]
    assert moved.x_m == pytest.approx(area.x_m - 0.7, abs=0.02)
    assert moved.width_m == area.width_m
    right = (moved.x_m + moved.width_m) * 1000
    middle = (moved.y_m + moved.depth_m / 2) * 1000
    drag(qtbot, canvas, at(canvas, right, middle), at(canvas, right + 300, middle), CTRL)
    assert desk.session.project.floor.columns[0].width_m == pytest.approx(moved.width_m + 0.3, abs=0.02)
    assert desk.actions_by_id["undo"].text() == "Undo resize keep-out area"
    typed(qtbot, desk, "Depth", "0.25")
    assert desk.session.project.floor.columns[0].depth_m == 0.25
    typed(qtbot, desk, "y", "0.5")
    assert "would overlap rack" in StatusLine(desk).message
    key(qtbot, canvas, Qt.Key.Key_Delete)
    assert encode(desk.session.project) == before
    undo_all(desk)
    assert encode(desk.session.project) == before


def test_an_area_over_a_rack_is_refused_while_it_is_drawn(desk, canvas, qtbot):
    key(qtbot, canvas, Qt.Key.Key_W)
    drag(qtbot, canvas, at(canvas, 100, 1400), low(canvas, "A02"), release=False)
    assert "would overlap rack" in StatusLine(desk).message
    qtbot.mouseRelease(canvas.viewport(), LEFT, pos=low(canvas, "A02"))
    assert not desk.session.project.floor.columns
    key(qtbot, canvas, Qt.Key.Key_Escape)


def test_the_ruler_measures_and_stays_until_escape(desk, canvas, qtbot):
    key(qtbot, canvas, Qt.Key.Key_M)
    a, b = box(canvas, "A02").bottomLeft(), box(canvas, "B05").topRight()
    drag(qtbot, canvas, at(canvas, a.x(), a.y()) + QPoint(3, 2), at(canvas, b.x(), b.y()) + QPoint(-2, 3))
    found = canvas.tool.measure
    assert (found.dx_m, found.dy_m) == (pytest.approx((b.x() - a.x()) / 1000), pytest.approx(1.2192))
    assert found.length_m == pytest.approx(math.hypot(found.dx_m, found.dy_m))
    assert [line.value for line in canvas.tool.lines()][2] == "+1.219 m"
    send_move(canvas.viewport(), at(canvas, 0, 0), NONE, Qt.MouseButton.NoButton)
    assert canvas.tool.measure == found
    key(qtbot, canvas, Qt.Key.Key_Escape)
    assert canvas.tool.measure is None
    key(qtbot, canvas, Qt.Key.Key_Escape)
    assert canvas.tool is canvas.pointer


def test_the_status_line_tells_where_the_pointer_is(desk, canvas, qtbot):
    send_move(canvas.viewport(), at(canvas, 1000, 700), NONE, Qt.MouseButton.NoButton)
    spot = canvas.from_px(QPointF(at(canvas, 1000, 700)))
    assert StatusLine(desk).message == f"x {spot.x() / 1000:.2f} m   y {spot.y() / 1000:.2f} m   tile B2"


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
            "length": sum(mine),
            "mean-length": sum(mine) / len(mine) if mine else 0.0,
        }[name]
    return found


@pytest.mark.parametrize("name", ["fill", "power", "mass", "length", "mean-length"])
def test_heat_maps_equal_independent_sums(desk, view, name):
    view.colour.setCurrentIndex(view.colour.findData(name))
    heat, wanted = view.canvas.heat, independent(desk, name)
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
    view.grab()  # it can be drawn


def test_layers_are_left_out(desk, view):
    with_trays = view.canvas.grab().toImage()
    view.layer_actions["trays"].setChecked(False)
    assert view.canvas.grab().toImage() != with_trays
    view.layer_actions["trays"].setChecked(True)
    assert view.canvas.grab().toImage() == with_trays


def test_menu_and_tool_bar_have_the_same_keys(desk, view):
    for name, button in view.tools.items():
        assert f"({desk.actions_by_id[f'tool-{name}'].shortcut().toString()})" in button.toolTip()
    desk.actions_by_id["tool-measure"].trigger()
    assert view.tools["measure"].isChecked()
    desk.actions_by_id["tool-select"].trigger()
    assert view.canvas.tool is view.canvas.pointer


def test_fill_and_cable_choice_are_live_while_dragging(desk, canvas, qtbot):
    now = desk.session.figures
    still, worst = list(canvas.stretches), canvas.filling.worst["tray-1"]
    drag(qtbot, canvas, low(canvas, "A04"), low(canvas, "B01"), release=False)
    tried = canvas.drag.trial.tried
    assert canvas.filling is tried.filling
    assert canvas.filling.worst["tray-1"] != worst
    assert canvas.stretches != still
    lines = {line.name: line for line in trial_lines(now, canvas.drag.trial)}
    assert lines["Cable choice"].change not in ("", "same")
    moved = canvas.stretches
    qtbot.mouseRelease(canvas.viewport(), LEFT, pos=low(canvas, "B01"))
    assert canvas.stretches == moved  # dropped, all is as it was shown
    kinds = Counter(row.kind for row in desk.session.derived.rows)
    assert lines["Cable choice"].value == " · ".join(f"{n:,} {kind}" for kind, n in sorted(kinds.items()))
    undo_all(desk)
    assert canvas.stretches == still


def test_numbers_on_trays_make_room_for_a_run(desk, canvas):
    assert not any(plate.outside for plate in tray_plates(canvas))
    row = next(row for row in desk.session.wiring.rows if "tray-2" in row.run)
    desk.session.select([CABLE(row.id)])
    lines = [
        QRectF(canvas.to_px(*a), canvas.to_px(*b)).normalized().adjusted(-1, -1, 1, 1)
        for line in shown_runs(canvas).values()
        for a, b in pairwise(line)
    ]
    assert lines
    plates = tray_plates(canvas)
    assert any(plate.outside for plate in plates)
    assert not any(plate.box.intersects(line) for plate in plates for line in lines)


# Corners, aisles


def test_a_double_click_on_a_corner_takes_it_away(desk, canvas, qtbot):
    before = encode(desk.session.project)
    tray = trays(desk)["tray-4"]
    desk.session.select([TRAY("tray-4")])
    (x1, y1), (x2, y2) = tray.points_mm
    middle = at(canvas, (x1 + x2) / 2 + 10, (y1 + y2) / 2 + 20)
    click(qtbot, canvas, middle)
    qtbot.mouseDClick(canvas.viewport(), LEFT, pos=middle)
    assert len(trays(desk)["tray-4"].points_mm) == 3
    corner = at(canvas, *trays(desk)["tray-4"].points_mm[1])
    click(qtbot, canvas, corner)
    qtbot.mouseDClick(canvas.viewport(), LEFT, pos=corner)
    assert trays(desk)["tray-4"].points_mm == tray.points_mm
    assert desk.actions_by_id["undo"].text() == "Undo remove a corner of tray tray-4"
    said = []
    desk.session.said.connect(said.append)
    end = at(canvas, x1, y1)
    click(qtbot, canvas, end)
    qtbot.mouseDClick(canvas.viewport(), LEFT, pos=end)
    assert "Delete removes the tray" in said[-1]
    assert trays(desk)["tray-4"].points_mm == tray.points_mm
    undo_all(desk)
    assert encode(desk.session.project) == before


def test_points_of_a_tray_are_added_and_taken_away_by_typing(desk, canvas, qtbot):
    desk.session.select([TRAY("tray-1")])
    points = trays(desk)["tray-1"].points_mm
    field = Inspector(desk).field("Add point")
    qtbot.keyClicks(field, "6, 3")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert trays(desk)["tray-1"].points_mm == (*points, (6000.0, 3000.0))
    field = Inspector(desk).field("Point 3")
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert trays(desk)["tray-1"].points_mm == points


def aisle_plate(canvas):
    return aisle_plates(canvas)[Between(0, 1)][1].center().toPoint()


def test_an_aisle_is_dragged_wider_nudged_and_closed(desk, canvas, qtbot):
    before = encode(desk.session.project)
    width = canvas.scene.picture.aisles[0].width_mm
    down = QPoint(0, round(canvas.options.tile_mm * canvas.scale))
    drag(qtbot, canvas, aisle_plate(canvas), aisle_plate(canvas) + down, release=False)
    assert canvas.lifted == {n for n, rack in canvas.scene.racks.items() if rack.row == 1}
    assert canvas.drag.trial.figures.metres > desk.session.figures.metres
    qtbot.mouseRelease(canvas.viewport(), LEFT, pos=aisle_plate(canvas) + down)
    assert canvas.scene.picture.aisles[0].width_mm == pytest.approx(width + canvas.options.tile_mm, abs=0.01)
    assert desk.actions_by_id["undo"].text().startswith("Undo make an aisle 1.8288 m wide")
    assert desk.session.selection == (AISLE(Between(0, 1)),)
    key(qtbot, canvas, Qt.Key.Key_Down)
    assert canvas.scene.picture.aisles[0].width_mm == pytest.approx(
        width + 2 * canvas.options.tile_mm, abs=0.01
    )
    key(qtbot, canvas, Qt.Key.Key_Up)
    key(qtbot, canvas, Qt.Key.Key_Delete)
    assert not canvas.scene.picture.aisles
    assert desk.actions_by_id["undo"].text() == "Undo close an aisle"
    assert box(canvas, "B04").top() == pytest.approx(box(canvas, "A04").bottom())
    undo_all(desk)
    assert encode(desk.session.project) == before


def test_an_aisle_is_opened_between_racks_and_between_rows(desk, canvas, qtbot):
    before, metres = encode(desk.session.project), desk.session.figures.metres
    places = {label: box(canvas, label).topLeft() for label in ("A03", "A04", "B04", "B03")}
    key(qtbot, canvas, Qt.Key.Key_A)
    assert desk.workspaces["floor"].tools["aisle"].isChecked()
    edge = box(canvas, "A04").left()
    start = at(canvas, edge, -200)
    drag(qtbot, canvas, start, start + QPoint(round(900 * canvas.scale), 0), release=False)
    assert canvas.tool.way().across == "x"
    live = StatusLine(desk).figure("Ordered")
    qtbot.mouseRelease(canvas.viewport(), LEFT, pos=start + QPoint(round(900 * canvas.scale), 0))
    moved = box(canvas, "A04").left() - edge
    assert moved == pytest.approx(900, abs=200)
    for label, there in places.items():
        aside = moved if there.x() >= edge - 1 else 0
        assert box(canvas, label).topLeft() == there + QPointF(aside, 0)
    assert desk.session.figures.metres > metres
    assert StatusLine(desk).figure("Ordered") == live
    assert desk.actions_by_id["undo"].text().startswith("Undo open an aisle")
    assert "no-way" not in rules(desk)
    desk.session.undo()
    width = canvas.scene.picture.aisles[0].width_mm
    start = at(canvas, box(canvas, "A04").center().x(), box(canvas, "A04").bottom())
    drag(qtbot, canvas, start, start + QPoint(0, round(600 * canvas.scale)))
    assert canvas.scene.picture.aisles[0].width_mm > width + 400
    undo_all(desk)
    assert encode(desk.session.project) == before


def test_an_aisle_with_keys_alone(desk, canvas, qtbot):
    desk.session.select([element(canvas, "A04")])
    key(qtbot, canvas, Qt.Key.Key_A)
    key(qtbot, canvas, Qt.Key.Key_Down)  # the cross comes up
    key(qtbot, canvas, Qt.Key.Key_Return)
    for _ in range(2):
        key(qtbot, canvas, Qt.Key.Key_Down)
    way = canvas.tool.way()
    assert way.across == "y"
    y = box(canvas, "B04").top()
    key(qtbot, canvas, Qt.Key.Key_Return)
    assert box(canvas, "B04").top() == pytest.approx(y + way.width_mm)
    key(qtbot, canvas, Qt.Key.Key_Escape)
    assert canvas.tool is canvas.pointer


def test_out_of_sight_nothing_stays_half_done(desk, canvas, qtbot):
    live = StatusLine(desk).figure("Ordered")
    drag(qtbot, canvas, low(canvas, "A04"), low(canvas, "B01"), release=False)
    assert StatusLine(desk).figure("Ordered") != live
    desk.show_workspace("cables")
    assert canvas.drag is None
    assert StatusLine(desk).figure("Ordered") == live
    desk.show_workspace("floor")
    key(qtbot, canvas, Qt.Key.Key_R)
    send_move(canvas.viewport(), low(canvas, "A04"), NONE, Qt.MouseButton.NoButton)
    assert canvas.tool.trial.figures is None
    desk.show_workspace("cables")
    assert "would overlap" not in StatusLine(desk).message


def test_names_of_steps_have_no_ids(desk, canvas, qtbot):
    device = desk.session.device_ids["n395"]
    rack = next(r for r in canvas.scene.racks.values() if rack_label(r) == "B02")
    desk.session.do(MoveDevice(id=device, rack=rack.number, u=3))
    assert desk.actions_by_id["undo"].text() == "Undo move n395"
    row = desk.session.wiring.rows[700]
    desk.session.do(SetCable(cable=CableRecord(id=row.id, length_m=9.0)))
    assert desk.actions_by_id["undo"].text() == f"Undo set cable {row.a.device} – {row.b.device}"
    desk.actions_by_id["undo"].trigger()
    assert desk.actions_by_id["redo"].text() == f"Redo set cable {row.a.device} – {row.b.device}"
    assert desk.actions_by_id["undo"].text() == "Undo move n395"


def test_the_drag_card_says_first_which_cables_would_have_no_tray(desk, canvas, qtbot):
    """Racks dragged to where no tray is: fewer metres and less cost are no gain, and nothing is green."""
    now = desk.session.figures
    chosen = [rack for rack in desk.session.project.floor.racks if rack_label(rack) in ("B05", "B06")]
    desk.session.select([RACK(rack.number) for rack in chosen])
    start = low(canvas, "B05")
    drag(qtbot, canvas, start, start + QPoint(0, round(3000 * canvas.scale)), release=False)
    trial = canvas.drag.trial
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
    for label in desk.status.changes.values():
        assert label.property("tone") != "ok"
    qtbot.mouseRelease(canvas.viewport(), LEFT, pos=start + QPoint(0, round(3000 * canvas.scale)))
    after = desk.session.figures
    assert after.no_route == expected
    assert after.no_route == sum(row.part == "" for row in desk.session.derived.rows)
    # and back: what gains a tray is no loss, though it costs more
    desk.session.select([RACK(rack.number) for rack in chosen])
    undone = figure_lines(after, now)
    assert not {"warn", "error"} & {line.tone for line in undone}


# What the cards and drawings say


def drawn_texts(canvas, monkeypatch):
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
    canvas.viewport().repaint()
    return shown


def test_the_aisle_tool_states_the_width_that_the_aisle_will_have(desk, canvas, qtbot, monkeypatch):
    width = canvas.scene.picture.aisles[0].width_mm
    key(qtbot, canvas, Qt.Key.Key_A)
    start = at(canvas, box(canvas, "A04").center().x(), box(canvas, "A04").bottom() + 300)
    stop = start + QPoint(0, round(700 * canvas.scale))
    drag(qtbot, canvas, start, stop, SHIFT, release=False)
    added = canvas.tool.way().width_mm
    expected = f"to {round((width + added) / 1000, 3):g} m"
    assert any(expected in text for text in drawn_texts(canvas, monkeypatch))
    qtbot.mouseRelease(canvas.viewport(), LEFT, pos=stop)
    assert canvas.scene.picture.aisles[0].width_mm == pytest.approx(width + added)
    label = desk.actions_by_id["undo"].text()
    assert expected in label, label


def test_a_wall_is_drawn_as_a_line(desk, canvas, qtbot, monkeypatch):
    """A straight drag makes a wall of the usual thickness; of other areas the card says what is missing."""
    start = at(canvas, 0, -700)
    stop = start + QPoint(round(3000 * canvas.scale), 0)
    desk.workspaces["floor"].take_tool("wall")
    drag(qtbot, canvas, start, stop)
    (wall,) = desk.session.project.floor.columns
    assert wall.kind == "wall"
    assert (wall.width_m, wall.depth_m) == (pytest.approx(3, abs=0.2), pytest.approx(0.1))
    desk.session.undo()
    desk.workspaces["floor"].take_tool("keep-out")
    drag(qtbot, canvas, start, stop, release=False)
    assert any("corner to corner" in text for text in drawn_texts(canvas, monkeypatch))


def test_the_card_says_that_a_rack_is_renamed(desk, canvas, qtbot, monkeypatch):
    start = low(canvas, "A07")
    drag(qtbot, canvas, start, start + QPoint(round(610 * canvas.scale), 0), release=False)
    assert any("A07 becomes A08" in text for text in drawn_texts(canvas, monkeypatch))
    assert "A08" in [words for _, words in canvas.drag.ghost.boxes]


def test_a_drag_that_snaps_back_says_so(desk, canvas, qtbot, monkeypatch):
    start = low(canvas, "B06")
    drag(qtbot, canvas, start, start + QPoint(0, round(700 * canvas.scale)), release=False)
    assert any("Ctrl" in text for text in drawn_texts(canvas, monkeypatch))


def test_no_drop_or_undo_moves_the_view(desk, canvas, qtbot):
    """Only zoom, pan and fit move it once something was clicked, whatever panels open beside."""
    click(qtbot, canvas, low(canvas, "A04"))
    before = canvas.scale, canvas.origin
    drag(qtbot, canvas, low(canvas, "A07"), low(canvas, "A07") + QPoint(round(610 * canvas.scale), 0))
    desk.inspector.hide()
    desk.session.undo()
    wide = canvas.viewport().width()
    QApplication.processEvents()
    assert canvas.viewport().width() > wide
    assert (canvas.scale, canvas.origin) == before


def test_fill_bars_are_over_the_trays(canvas):
    """The bar of a rack under a tray has the colour of the bar over all its width."""
    assert canvas.scene.floor.trays
    image = canvas.viewport().grab().toImage()
    spot = canvas.rect_px(box(canvas, "A05"))
    y = round(spot.bottom() - canvas.theme.px(6))
    colours = {
        image.pixelColor(round(x), y).name() for x in range(round(spot.left()) + 8, round(spot.right()) - 8)
    }
    assert len(colours) == 1, colours


def test_what_an_undo_removes_is_no_longer_selected(desk, canvas, qtbot):
    key(qtbot, canvas, Qt.Key.Key_R)
    click(qtbot, canvas, at(canvas, 5000, 500))
    assert len(desk.session.selection) == 1
    desk.session.undo()
    assert desk.session.selection == ()


def test_the_card_of_a_drag_keeps_clear_of_the_legend(desk, canvas, qtbot, monkeypatch):
    """A rack at the lower left is dragged: the card is next to it, and the legend can be read."""
    canvas.viewport().repaint()
    cards = []
    real = drag_card.placed
    monkeypatch.setattr(drag_card, "placed", lambda *given: cards.append(real(*given)) or cards[-1])
    canvas.origin += QPointF(-100, canvas.legend.top() - 60 - canvas.rect_px(box(canvas, "B04")).bottom())
    drag(qtbot, canvas, low(canvas, "B04"), low(canvas, "B03"), release=False)
    canvas.viewport().repaint()
    assert canvas.legend is not None
    assert cards
    assert not cards[-1].intersects(canvas.legend)
