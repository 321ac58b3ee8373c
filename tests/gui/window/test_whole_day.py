"""A day of work in every view, with mouse and keys; then all of it taken back and done again, to the byte."""

from PySide6.QtCore import Qt

from fatdesk.engine.floor.floor import rack_label
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import figures_of
from fatdesk.project.document.ref import DEVICE, TRAY
from fatdesk.project.files.file_format import encode
from fatdesk.project.files.storing import load_project
from tests.gui.hands import click, drag, press, type_in, type_in_cell
from tests.gui.pages.header import Header
from tests.gui.pages.inspector import Inspector

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def rack(desk, label):
    return next(some for some in desk.session.project.floor.racks if rack_label(some) == label)


def column(model, title):
    return next(n for n, some in enumerate(model.columns) if some.title == title)


def floor_work(desk, qtbot):
    """A rack and a row moved, a tray drawn and deleted, a column put up, racks added and put in line."""
    press(qtbot, desk, Qt.Key.Key_1)
    desk.show_workspace("floor")
    canvas = desk.workspaces["floor"].canvas
    boxes = canvas.scene.boxes

    def front(label, dx=0.0):
        box = boxes[rack(desk, label).number]
        return canvas.to_px(box.center().x() + dx * box.width(), box.bottom() - 60).toPoint()

    drag(qtbot, canvas, front("B04"), front("B02"))
    yield "Move rack B04"
    type_in(qtbot, Inspector(desk).field("Row"), "C")
    yield "Move rack B02"
    qtbot.keyClick(canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    yield "Move rack C02"
    desk.session.select([TRAY("tray-4")])
    qtbot.keyClick(canvas, Qt.Key.Key_Delete)
    yield "Remove tray tray-4"
    canvas.fit()
    qtbot.keyClick(canvas, Qt.Key.Key_T)
    click(qtbot, canvas, canvas.to_px(2000, 4500).toPoint())
    click(qtbot, canvas, canvas.to_px(4000, 4500).toPoint())
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    yield "Add"
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    qtbot.keyClick(canvas, Qt.Key.Key_C)
    drag(qtbot, canvas, canvas.to_px(6200, 4400).toPoint(), canvas.to_px(6700, 4900).toPoint())
    yield "Add"
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    qtbot.keyClick(canvas, Qt.Key.Key_R)
    click(qtbot, canvas, front("A07", dx=1.0))
    yield "Add rack"
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)


def racks_work(desk, qtbot):
    """A device moved to another rack, two swapped, units kept free."""
    desk.show_workspace("racks")
    canvas = desk.workspaces["racks"].canvas

    def units(label, u, height=1):
        return canvas.rect_px(canvas.scene.units(rack(desk, label).number, u, height)).center().toPoint()

    home = rack(desk, "A02")
    (first,) = [device.id for device in home.devices if device.u == 3]
    free = next(some for some in desk.session.project.floor.racks if len(some.devices) == 30)
    drag(qtbot, canvas, units("A02", 3), units(rack_label(free), 8))
    yield "Move"
    assert desk.session.ids(DEVICE) == {first}
    drag(qtbot, canvas, units("A02", 10), units("A03", 20), Qt.KeyboardModifier.AltModifier)
    yield "Swap"
    qtbot.keyClick(canvas, Qt.Key.Key_E)
    drag(qtbot, canvas, units(rack_label(free), 2), units(rack_label(free), 4))
    yield "Reserve"
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)


def lists_work(desk, qtbot):
    """A length and a price typed into cells, a rack renamed in the tree, a finding waived."""
    desk.show_workspace("cables")
    view = desk.workspaces["cables"]
    line = next(n for n, row in enumerate(view.model.shown()) if row.length.ordered_um == 1_000_000)
    type_in_cell(qtbot, view.table, view.model.index(line, column(view.model, "Ordered, m")), "3")
    yield "Set"
    desk.show_workspace("bill")
    bill = desk.workspaces["bill"]
    lines = (n for n in range(bill.model.rowCount()) if bill.model.head(n) is None)
    line = next(n for n in lines if bill.model.row(n).line.part == "server-1u")
    title = next(some.title for some in bill.model.columns if some.title.startswith("Unit price"))
    type_in_cell(qtbot, bill.table, bill.model.index(line, column(bill.model, title)), "2,000.50")
    yield "Set"
    tree = desk.tree
    index = next(
        found for found in tree.model.match(tree.model.index(0, 0), Qt.ItemDataRole.DisplayRole, "nodes-396")
    )
    type_in_cell(qtbot, tree.view, index, "hall <b>2</b>")
    yield "Rename to hall"
    press(qtbot, desk, Qt.Key.Key_J)
    findings = desk.bottom.findings
    desk.session.findings  # noqa: B018
    findings.refresh()
    findings.table.setFocus()
    findings.table.selectRow(0)
    menu = findings.row_menu(0)
    next(action for action in menu.actions() if action.text() == "Waive…").trigger()
    type_in(qtbot, findings.bar.reason, "seen")
    yield "Waive"


def test_all_is_taken_back_and_done_again(desk, saved, qtbot):
    session, kept = desk.session, saved.read_bytes()
    texts = [encode(session.project)]
    for work in (floor_work, racks_work, lists_work):
        for label in work(desk, qtbot):
            text = encode(session.project)
            assert text != texts[-1], f"{label} did nothing"
            assert session.history.undo_label.startswith(label), session.history.undo_label
            assert session.figures == figures_of(Derived(session.project)), label
            texts.append(text)
    assert len(texts) == 15
    assert Header(desk).state == "Unsaved changes"
    for text in reversed(texts[:-1]):
        press(qtbot, desk, Qt.Key.Key_Z)
        assert encode(session.project) == text
    assert not desk.actions_by_id["undo"].isEnabled()
    assert Header(desk).state.startswith("Saved ")
    assert not session.unsaved
    assert saved.read_bytes() == texts[0] == kept
    for number, text in enumerate(texts[1:]):
        press(qtbot, desk, *((Qt.Key.Key_Y, CTRL) if number % 2 else (Qt.Key.Key_Z, CTRL | SHIFT)))
        assert encode(session.project) == text
    assert not desk.actions_by_id["redo"].isEnabled()
    press(qtbot, desk, Qt.Key.Key_S)
    assert saved.read_bytes() == texts[-1]
    assert encode(load_project(saved).project) == texts[-1]
