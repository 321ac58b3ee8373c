"""Every drawing has tables that show the same, and what is selected in one is selected in the other."""

import csv
import io

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication

from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.views.canvas import Canvas
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.document.ref import CABLE, DEVICE, PART, RACK, TRAY
from tests.gui.pages.floor import FloorPage

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def toggle(desk, qtbot):
    qtbot.waitUntil(desk.isActiveWindow)
    qtbot.keyClick(desk, Qt.Key.Key_T, CONTROL)


@pytest.fixture
def floor(desk, qtbot):
    desk.show_workspace("floor")
    toggle(desk, qtbot)
    return desk.workspaces["floor"]


@pytest.fixture
def racks(desk, qtbot):
    desk.show_workspace("racks")
    toggle(desk, qtbot)
    return desk.workspaces["racks"]


def column(table, name):
    return next(n for n, c in enumerate(table.rows.columns) if c.id == name)


def click(qtbot, table, line):
    table.executeDelayedItemsLayout()
    place = table.visualRect(table.rows.index(line, table.first_column())).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=place)


def test_every_drawing_has_a_twin(desk):
    for view in desk.workspaces.values():
        if isinstance(getattr(view, "canvas", None), Canvas):
            assert view.has_table_view, type(view).__name__


def test_ctrl_t_there_and_back(desk, floor, qtbot):
    assert floor.shows_table_view
    assert not floor.canvas.isVisible()
    assert floor.twin.table.hasFocus()
    toggle(desk, qtbot)
    assert not floor.shows_table_view
    assert floor.canvas.isVisible()
    assert desk.theme.mode == "light"
    desk.show_workspace("cables")
    assert not desk.actions_by_id["twin"].isEnabled()


def test_all_that_is_selected_stays_so_in_the_table(desk, qtbot):
    """The drawing took its own disappearance for Tab, and selected the next rack alone."""
    page = FloorPage(desk)
    page.focus()
    chosen = tuple(page.rack(label) for label in ("A01", "A02", "A03"))
    desk.session.select(chosen)
    toggle(desk, qtbot)
    assert page.shows_table_view
    assert desk.session.selection == chosen


def test_racks_of_the_floor_with_their_budgets(desk, floor):
    rows = floor.twin.table.rows.shown()
    standing = sorted(desk.session.project.floor.racks, key=lambda rack: (rack.row, rack.position))
    assert [row.label for row in rows] == [rack_label(rack) for rack in standing]
    assert [row.devices for row in rows] == [len(rack.devices) for rack in standing]
    assert sum(row.used_u for row in rows) == 396 + 40
    for row in rows:
        assert row.used_u + row.reserved_u <= row.total_u
    power = column(floor.twin.table, "Power, kW")
    switches = sum(device.part == "ib-36" for device in standing[0].devices)
    assert floor.twin.table.rows.cell(0, power).text == f"≥ {switches * 0.152:.1f}"


def test_trays_with_their_cables(desk, floor):
    floor.twin.bring(1)
    rows = desk.session.derived.rows
    for tray in floor.twin.table.rows.shown():
        assert tray.cables == sum(tray.id in row.run for row in rows)
        assert tray.fill == desk.session.derived.filling.worst[tray.id][0]
    points = desk.session.project.floor.trays[0].points_mm
    assert floor.twin.table.rows.row(0).length_m * 1000 == pytest.approx(abs(points[1][0] - points[0][0]))


def test_selection_goes_both_ways(desk, floor, qtbot):
    click(qtbot, floor.twin.table, 2)
    rack = floor.twin.table.rows.row(2)
    assert desk.session.selection == (RACK(rack.number),)
    desk.session.select([TRAY("tray-2")])
    assert floor.twin.stack.currentIndex() == 1
    assert [row.id for row in floor.twin.table.chosen_rows()] == ["tray-2"]
    cable = next(row for row in desk.session.derived.rows if len(row.run) > 1)
    desk.session.select([CABLE(cable.id)])
    racks, trays = floor.twin.tables[:2]
    assert {row.label for row in racks.chosen_rows()} == {cable.a.rack_label, cable.b.rack_label}
    assert {row.id for row in trays.chosen_rows()} == set(cable.run)


def test_devices_of_racks(desk, racks, qtbot):
    table = racks.twin.table
    rows = table.rows.shown()
    assert len(rows) == 396 + 40
    edge = next(row for row in rows if row.name == "E03")
    hosts = [row for row in rows if row.block == "E03" and row.name != "E03"]
    linked = {row.b.device for row in desk.session.derived.rows if row.a.device == "E03"}
    assert {row.name for row in hosts} <= linked
    assert len(hosts) == 18
    table.sortByColumn(column(table, "Device"), Qt.SortOrder.AscendingOrder)
    names = [row.name for row in table.rows.shown()]
    assert names.index("E9" if "E9" in names else "E09") < names.index("E10")
    desk.session.select([DEVICE(edge.id)])
    assert [row.name for row in table.chosen_rows()] == ["E03"]
    desk.session.select([PART("ib-36")])
    assert len(table.chosen_rows()) == 40
    rack = next(r for r in desk.session.project.floor.racks if rack_label(r) == edge.rack)
    desk.session.select([RACK(rack.number)])
    assert {row.id for row in table.chosen_rows()} == {device.id for device in rack.devices}


def test_an_edit_is_followed(desk, racks):
    free = next(r for r in desk.session.project.floor.racks if rack_label(r) == "B04")
    assert desk.session.do(MoveDevice(id="compute/edge/20", rack=free.number, u=6))
    row = next(row for row in racks.twin.table.rows.shown() if row.id == "compute/edge/20")
    assert (row.rack, row.u) == ("B04", 6)


def test_a_twin_is_copied_also_while_the_drawing_is_shown(desk, racks, qtbot):
    toggle(desk, qtbot)
    desk.session.select([RACK(1)])
    desk.actions_by_id["copy"].trigger()
    lines = list(csv.reader(io.StringIO(QGuiApplication.clipboard().text()), delimiter="\t"))
    head, *cells = lines
    rack = desk.session.project.floor.racks[0]
    assert {line[head.index("Device")] for line in cells} == {
        desk.session.derived.device_names[device.id] for device in rack.devices
    }
    assert {int(line[head.index("U")]) for line in cells} == {device.u for device in rack.devices}


def test_the_button_stands_at_the_end_of_the_bar(desk, floor, qtbot):
    button = floor._twin_button
    assert button.isChecked()
    qtbot.mouseClick(button, LEFT, pos=QPoint(5, 5))
    assert not floor.shows_table_view
