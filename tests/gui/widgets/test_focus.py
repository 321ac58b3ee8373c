"""The keys with real clicks: never on Undo after a control is gone, and Ctrl+Z works right after an edit."""

from shutil import copyfile

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QScrollArea, QVBoxLayout, QWidget

from fatdesk.gui.widgets.focus import FocusRing
from fatdesk.project.commands.racks import MoveRack
from fatdesk.project.document.ref import PART, RACK, ZONE
from tests.gui.hands import press, type_in
from tests.gui.pages.header import Header
from tests.gui.pages.inspector import Inspector

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def active(desk, qtbot):
    with qtbot.waitActive(desk):
        desk.activateWindow()
    return desk


def keys_are_on_the_view(desk):
    """Whether the view in front has the keys, and neither Undo nor another tool."""
    return QApplication.focusWidget() is desk.workspace.front


def space(qtbot, desk):
    """Space, to whatever has the keys; the project is as it was."""
    before = desk.session.project
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert desk.session.project is before


def click_link(qtbot, desk, name):
    link = Inspector(desk).field(name)
    link.setFocus()
    qtbot.mouseClick(link, LEFT)


def test_new_zone_around_this_rack(active, qtbot):
    session = active.session
    for workspace in ("floor", "racks"):
        active.show_workspace(workspace)
        session.select([RACK(1)])
        click_link(qtbot, active, "New zone around this rack")
        assert keys_are_on_the_view(active)
        space(qtbot, active)
    assert len(session.project.floor.zones) == 2
    session.select([ZONE("Zone 1")])
    click_link(qtbot, active, "Remove this zone")
    assert keys_are_on_the_view(active)
    space(qtbot, active)


@pytest.mark.parametrize("how", ["disabled", "hidden", "removed"])
def test_whatever_control_is_gone(active, qtbot, how):
    """The one mechanism: a button of a tool bar, a strip or the inspector that goes while it has the keys."""
    active.show_workspace("floor")
    active.session.do(MoveRack(rack=3, x_mm=9000.0, y_mm=9000.0))
    button = QPushButton("Work out")
    active.workspace.bar.addWidget(button)
    button.show()
    button.setFocus()
    assert QApplication.focusWidget() is button
    ways = {"disabled": lambda: button.setEnabled(False), "hidden": button.hide}
    ways.get(how, lambda: button.setParent(None))()
    assert keys_are_on_the_view(active)
    space(qtbot, active)
    button.deleteLater()


def test_a_field_that_is_gone_when_the_window_is_active_again(active, qtbot, tmp_path):
    """As after Discard, while a question was open: Qt went on to the command palette."""
    active.show_workspace("bill")
    active.session.select([PART("server-1u")])
    Inspector(active).field("Unit price").setFocus()
    other = tmp_path / "other.fatdesk"
    copyfile(active.session.path, other)
    question = QLineEdit()
    qtbot.addWidget(question)
    with qtbot.waitActive(question):
        question.show()
        question.activateWindow()
    active.files.open_path(other)
    Header(active).button("palette").setFocus()  # the next in the order of Tab
    with qtbot.waitActive(active):
        active.activateWindow()
    assert keys_are_on_the_view(active)


def test_a_button_on_the_drawing_that_is_gone_selects_nothing_else(active):
    """Qt asks the widgets around a hidden one for the next; only Tab goes on to the next element."""
    active.show_workspace("floor")
    active.session.select([RACK(1)])
    button = QPushButton("Start", active.workspace.front)
    button.show()
    button.setFocus()
    button.hide()
    assert active.session.selection == (RACK(1),)
    assert keys_are_on_the_view(active)
    button.deleteLater()


def test_undo_that_undid_everything_leaves_the_keys_to_the_view(active, qtbot):
    active.show_workspace("floor")
    active.session.do(MoveRack(rack=3, x_mm=9000.0, y_mm=9000.0))
    undo = active.header.undo
    active.workspace.front.setFocus()
    qtbot.mouseClick(undo, LEFT)
    assert keys_are_on_the_view(active), "a click on Undo takes no keys away"
    active.session.redo()
    undo.setFocus()  # by Tab
    qtbot.keyClick(undo, Qt.Key.Key_Space)
    assert not undo.isEnabled()
    assert keys_are_on_the_view(active)


def test_waive_leaves_the_keys_to_the_findings(active, qtbot):
    press(qtbot, active, Qt.Key.Key_J)
    findings = active.bottom.findings
    qtbot.waitUntil(lambda: findings.table.model().rowCount() > 0)
    findings.refresh()
    findings.table.setFocus()
    findings.table.selectRow(0)
    next(action for action in findings.row_menu(0).actions() if action.text() == "Waive…").trigger()
    entry = next(one for one in findings.findChildren(QLineEdit) if one.hasFocus())
    type_in(qtbot, entry, "known")
    assert active.session.project.waivers
    assert findings.isAncestorOf(QApplication.focusWidget())
    space(qtbot, active)


def test_tab_goes_on_as_ever(active, qtbot):
    active.show_workspace("cables")
    active.workspace.front.setFocus()
    first = QApplication.focusWidget()
    for _ in range(3):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is not first


def test_ctrl_z_right_after_an_edit_in_a_field(active, qtbot):
    session, before = active.session, active.session.project
    active.show_workspace("floor")
    session.select([RACK(1)])
    type_in(qtbot, Inspector(active).field("x"), "-15")
    assert session.project is not before
    entry = QApplication.focusWidget()
    assert isinstance(entry, QLineEdit), "the field keeps the keys"
    qtbot.keyClick(entry, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.project is before
    qtbot.keyClick(
        QApplication.focusWidget(),
        Qt.Key.Key_Z,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert session.project is not before


def test_what_is_typed_is_undone_in_the_field_first(active, qtbot):
    session = active.session
    active.show_workspace("floor")
    session.do(MoveRack(rack=3, x_mm=9000.0, y_mm=9000.0))
    moved = session.project
    session.select([RACK(1)])
    entry = Inspector(active).field("x")
    entry.setFocus()
    entry.selectAll()
    qtbot.keyClicks(entry, "77")
    qtbot.keyClick(entry, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.project is moved
    assert entry.text() != "77"


def test_ctrl_z_after_duplicate_and_in_the_yaml_tab(active, qtbot):
    active.show_workspace("catalog")
    view = active.workspace
    part = active.session.project.parts[0]
    active.session.select([PART(part.id)])
    view.follow(active.session.selection)
    before = active.session.project
    view.heading.duplicate.click()
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    assert len(active.session.project.parts) == len(before.parts) + 1
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert active.session.project is before
    active.session.redo()
    editor = view.text.editor
    view.turn(view.pages.index(view.text))
    editor.setFocus()
    qtbot.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert active.session.project is before


class Area(QScrollArea):
    """A class of our own, which is no longer valid while its base class is deleted."""


def test_an_area_that_is_deleted_with_the_focus_takes_its_ring_along(qtbot, qapp):
    """It loses the focus while it is deleted: an error there would end the program."""
    window = QWidget()
    page = QWidget(window)
    area = Area()
    QVBoxLayout(page).addWidget(area)
    window.show()
    area.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(area.hasFocus)
    gone = []
    FocusRing(area).destroyed.connect(lambda: gone.append(1))
    page.deleteLater()
    qapp.sendPostedEvents(None, 52)  # DeferredDelete
    assert gone == [1]
    window.close()
