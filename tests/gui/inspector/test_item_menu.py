"""Menus of things on the floor and in the elevations: with the right button, with the menu key, by hand."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from fatdesk.gui.inspector.kinds import BY_ID, VIEWS
from fatdesk.gui.menus.actions import ACTIONS
from fatdesk.project.document.ref import DEVICE, RACK, RESERVATION, TRAY
from fatdesk.project.files.file_format import encode
from tests.gui.hands import move

LEFT = Qt.MouseButton.LeftButton
TEXTS = {action.text for action in ACTIONS} | set(VIEWS.values())


pytestmark = pytest.mark.qt_log_ignore("plugin does not support")  # a menu without a screen is not raised


def ask(canvas, at=None):
    """The right button at a pixel, or the menu key; the menu that opens."""
    port = canvas.viewport()
    kind = QContextMenuEvent.Reason.Mouse if at is not None else QContextMenuEvent.Reason.Keyboard
    spot = at if at is not None else QPoint(1, 1)
    target = port if at is not None else canvas
    QApplication.sendEvent(target, QContextMenuEvent(kind, spot, port.mapToGlobal(spot)))
    shown = [menu for menu in canvas.parent().findChildren(QMenu) if menu.isVisible()]
    return shown[0] if shown else None


def texts(menu):
    return [action.text().split("\t")[0] for action in menu.actions() if not action.isSeparator()]


def choose(qtbot, menu, text):
    """Click a row, as hands do."""
    row = next(action for action in menu.actions() if action.text().split("\t")[0] == text)
    place = menu.actionGeometry(row).center()
    qtbot.mouseMove(menu, place)
    qtbot.mouseClick(menu, LEFT, pos=place)


@pytest.fixture
def floor(desk):
    desk.show_workspace("floor")
    return desk.workspaces["floor"].canvas


@pytest.fixture
def racks(desk):
    desk.show_workspace("racks")
    return desk.workspaces["racks"].canvas


def low(canvas, number):
    """A point of a rack that no tray runs over."""
    box = canvas.rect_px(canvas.scene.boxes[number])
    return QPoint(round(box.left() + 4), round(box.bottom() - 4))


def numbers(canvas):
    return [n for n, rack in canvas.scene.racks.items() if rack.devices]


def test_a_rack_on_the_floor_is_selected_and_shown_elsewhere(desk, floor, qtbot):
    number = numbers(floor)[0]
    menu = ask(floor, low(floor, number))
    assert desk.session.selection == (RACK(number),)
    found = texts(menu)
    assert {"Show in topology", "Show in cables"} <= set(found)
    assert "Show on the floor" not in found  # it is there already
    assert "Align left sides" not in found  # of one rack nothing can be aligned
    assert {"Delete", "Align to row", "Optimise placement…", "Zoom to selection"} <= set(found)
    choose(qtbot, menu, "Show in racks")
    assert desk.workspaces["racks"].isVisible()
    assert desk.session.selection == (RACK(number),)


def test_of_several_racks_all_stay_selected_and_one_step_does_all(desk, floor, qtbot):
    chosen = [n for n, rack in floor.scene.racks.items() if not rack.devices]
    assert len(chosen) == 3
    before = encode(desk.session.project)
    desk.session.select([RACK(number) for number in chosen])
    menu = ask(floor, low(floor, chosen[1]))
    assert len(desk.session.selection) == 3
    assert {"Align left sides", "Align fronts", "Distribute evenly"} <= set(texts(menu))
    choose(qtbot, menu, "Delete")
    assert encode(desk.session.project) != before
    assert not any(number in {r.number for r in desk.session.project.floor.racks} for number in chosen)
    desk.session.undo()
    assert encode(desk.session.project) == before


def test_the_menu_key_asks_for_what_is_selected(desk, floor, racks, qtbot):
    device = next(iter(racks.scene.devices))
    desk.session.select([DEVICE(device)])
    menu = ask(racks)
    assert "Select whole block" in texts(menu)
    assert [t for t in texts(menu) if t in VIEWS.values()] == [
        "Show in topology",
        "Show on the floor",
        "Show in cables",
    ]
    choose(qtbot, menu, "Select whole block")
    assert len(desk.session.ids(DEVICE)) > 1
    desk.session.select([])
    menu = ask(racks)
    assert texts(menu) == ["Zoom to fit"]
    menu.close()


def test_every_row_is_one_of_the_menus_and_can_be_run(desk, floor, racks):
    device, kept = next(iter(racks.scene.devices)), next(iter(racks.scene.kept))
    places = {
        "racks": [DEVICE(device), RESERVATION(kept), RACK(0)],
        "floor": [floor.scene.in_order()[0], TRAY(floor.scene.floor.trays[0].id), None],
    }
    for name, elements in places.items():
        desk.show_workspace(name)
        for element in elements:
            desk.session.select([] if element is None else [element])
            menu = ask(desk.workspaces[name].canvas)
            assert set(texts(menu)) <= TEXTS
            assert "Zoom to fit" in texts(menu)
            for what, action in BY_ID.items():
                if action.in_view and action.text in texts(menu):
                    assert not desk.refusal_in_view(what)
            menu.close()


def test_showing_a_tray_or_a_device_in_cables_selects_rows_there(desk, floor, racks, qtbot):
    desk.show_workspace("floor")
    tray = floor.scene.floor.trays[0].id
    desk.session.select([TRAY(tray)])
    choose(qtbot, ask(floor), "Show in cables")
    table = desk.workspaces["cables"].table
    assert table.isVisible()
    assert table.chosen_lines()


def test_with_a_tool_in_hand_or_on_the_way_there_is_no_menu(desk, floor, qtbot):
    number = numbers(floor)[0]
    at = low(floor, number)
    qtbot.mousePress(floor.viewport(), LEFT, pos=at)
    move(floor, at + QPoint(30, 30))
    assert ask(floor, at) is None
    floor.pointer.end_drag()
    qtbot.mouseRelease(floor.viewport(), LEFT, pos=at)
    desk.workspaces["floor"].take_tool("measure")
    assert ask(floor, at) is None
    desk.workspaces["floor"].take_tool("select")
