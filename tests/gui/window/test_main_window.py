"""The window with real clicks and keys: open, filter, edit, see the figures follow, undo, save, close."""

import os
import subprocess
import sys
from decimal import Decimal
from time import perf_counter

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLineEdit

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.files.recent import read_recent
from fatdesk.gui.menus.actions import ACTIONS, KEY_OF, WORKSPACES
from fatdesk.gui.panels.findings_panel import elements_at
from fatdesk.gui.window.panes import VIEWS
from fatdesk.paper import Printing
from fatdesk.project.commands.project import Rename
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.ref import CABLE, DEVICE, PART, RACK
from fatdesk.project.files.file_format import encode
from fatdesk.project.files.storing import load_project, save_project
from tests.gui.pages.bottom_panel import BottomPanel
from tests.gui.pages.header import Header
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.status_line import StatusLine
from tests.patience import judge_time

LEFT = Qt.MouseButton.LeftButton


def middle_of(canvas, number):
    return canvas.rect_px(canvas.scene.boxes[number]).center().toPoint()


def rack_named(desk, label):
    return next(rack for rack in desk.session.project.floor.racks if rack_label(rack) == label)


def drag(qtbot, canvas, start, stop, release=True):
    qtbot.mousePress(canvas.viewport(), LEFT, pos=start)
    for step in range(1, 11):
        qtbot.mouseMove(canvas.viewport(), start + (stop - start) * step / 10)
    if release:
        qtbot.mouseRelease(canvas.viewport(), LEFT, pos=stop)


def test_actions_are_told_apart():
    ids = [action.id for action in ACTIONS]
    shortcuts = [key for action in ACTIONS for key in (action.shortcut, action.also) if key]
    assert len(set(ids)) == len(ids)
    assert len(set(shortcuts)) == len(shortcuts)
    assert [name for name, _ in WORKSPACES] == list(VIEWS)


def test_opens_and_shows_the_figures(desk):
    derived = Derived(desk.session.project)
    assert StatusLine(desk).figure("Hosts") == "396"
    assert StatusLine(desk).figure("Cables") == str(sum(made.count for made in derived.cabling.fabrics))
    assert StatusLine(desk).figure("Cost") == f"≥ USD {derived.bill.total.amount:,.0f}"
    assert Header(desk).title == "nodes-396.fatdesk"
    assert Header(desk).state.startswith("Saved ")
    assert [entry.stated.partition(" ")[0] for entry in read_recent()][:1] == ["396"]


def test_keys_change_workspaces(desk, qtbot):
    for number, name in enumerate((name for name, _ in WORKSPACES if name not in KEY_OF), start=1):
        qtbot.keyClick(desk, Qt.Key(Qt.Key.Key_0 + number % 10), Qt.KeyboardModifier.ControlModifier)
        assert desk.workspace is desk.workspaces[name]
    qtbot.keyClick(
        desk, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert desk.workspace is desk.workspaces["faults"]


def test_filter_sort_and_copy(desk, qtbot):
    desk.show_workspace("cables")
    view = desk.workspaces["cables"]
    qtbot.keyClicks(view.filter, "kind:aoc length>5 rack:A02")
    qtbot.keyClick(view.filter, Qt.Key.Key_Return)
    rows = view.model.shown()
    wanted = [
        row
        for row in desk.session.derived.rows
        if row.kind == "AOC"
        and row.length.computed_um > 5_000_000
        and "A02" in (row.a.rack_label, row.b.rack_label)
    ]
    assert rows
    assert rows == wanted
    column = next(i for i, c in enumerate(view.model.columns) if c.title == "Computed, m")
    view.table.sortByColumn(column, Qt.SortOrder.DescendingOrder)
    lengths = [row.length.computed_um for row in view.model.shown()]
    assert lengths == sorted(lengths, reverse=True)
    view.table.selectRow(0)
    qtbot.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("Cable\tFrom\tU\tPort")
    assert desk.session.ids(CABLE) == {view.model.row(0).id}


def test_length_by_hand_moves_the_figures_and_undo_brings_all_back(desk, qtbot):
    before = encode(desk.session.project)
    row = next(row for row in desk.session.derived.rows if row.part == "qsfp-copper" and row.cost == 55)
    desk.show_workspace("cables")
    desk.session.select([CABLE(row.id)])
    cost, ordered = desk.session.figures.cost, desk.session.figures.metres
    field = Inspector(desk).field("Ordered")
    assert isinstance(field, QLineEdit)
    field.selectAll()
    qtbot.keyClicks(field, "5")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert desk.session.figures.metres == pytest.approx(ordered + 4)
    assert desk.session.figures.cost == cost + 116 - 55
    assert StatusLine(desk).figure("Cost") == f"≥ USD {cost + 61:,.0f}"
    assert Header(desk).state == "Unsaved changes"
    assert desk.actions_by_id["undo"].text().startswith("Undo set cable")
    again = desk.session.cable(row.id)
    assert again.length.ordered_um == 5_000_000
    part = Inspector(desk).field("Cable")
    assert isinstance(part, QComboBox)
    assert part.currentText() == "Chosen by rule"
    desk.actions_by_id["undo"].trigger()
    assert encode(desk.session.project) == before
    assert Header(desk).state.startswith("Saved ")


def test_wrong_length_is_said_and_nothing_happens(desk, qtbot):
    row = desk.session.derived.rows[0]
    desk.session.select([CABLE(row.id)])
    field = Inspector(desk).field("Ordered")
    field.selectAll()
    qtbot.keyClicks(field, "long")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert "is not a length" in StatusLine(desk).message
    assert not desk.session.unsaved


def test_price_typed_into_the_bill(desk, qtbot):
    desk.show_workspace("bill")
    view = desk.workspaces["bill"]
    lines = (n for n in range(view.model.rowCount()) if view.model.head(n) is None)
    number = next(n for n in lines if view.model.row(n).line.part == "server-1u")
    column = next(i for i, c in enumerate(view.model.columns) if c.title.startswith("Unit price"))
    cost = desk.session.figures.cost
    assert view.model.setData(view.model.index(number, column), "1,250.50")
    assert desk.session.figures.cost == cost + 396 * Decimal("1250.50")
    assert view.total.text() == f"≥ USD {cost + 396 * Decimal('1250.50'):,.2f}"
    assert not view.model.setData(view.model.index(number, column), "cheap")
    assert "is not a price" in StatusLine(desk).message


def test_drag_of_a_rack_changes_the_cost_while_it_is_in_the_air(desk, qtbot):
    canvas = desk.workspaces["floor"].canvas
    rack, target = rack_named(desk, "B04"), rack_named(desk, "B02")
    before, cost = encode(desk.session.project), StatusLine(desk).figure("Cost")
    drag(qtbot, canvas, middle_of(canvas, rack.number), middle_of(canvas, target.number), release=False)
    live = StatusLine(desk).figure("Cost")
    assert live != cost
    assert desk.status.changes["Cost"].text().startswith("+")
    assert encode(desk.session.project) == before
    qtbot.mouseRelease(canvas.viewport(), LEFT, pos=middle_of(canvas, target.number))
    assert rack_label(next(r for r in desk.session.project.floor.racks if r.number == rack.number)) == "B02"
    assert StatusLine(desk).figure("Cost") == live
    assert desk.session.figures.cost == Derived(desk.session.project).bill.total.amount
    assert desk.actions_by_id["undo"].text() == "Undo move rack B04"
    qtbot.keyClick(desk, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert encode(desk.session.project) == before


def test_refused_drop_says_why(desk, qtbot):
    canvas = desk.workspaces["floor"].canvas
    rack, target = rack_named(desk, "A02"), rack_named(desk, "A04")
    before = encode(desk.session.project)
    drag(qtbot, canvas, middle_of(canvas, rack.number), middle_of(canvas, target.number))
    assert encode(desk.session.project) == before
    assert "would overlap rack A04" in StatusLine(desk).message


def test_escape_leaves_a_drag(desk, qtbot):
    canvas = desk.workspaces["floor"].canvas
    rack, target = rack_named(desk, "B04"), rack_named(desk, "B02")
    cost = StatusLine(desk).figure("Cost")
    drag(qtbot, canvas, middle_of(canvas, rack.number), middle_of(canvas, target.number), release=False)
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    qtbot.mouseRelease(canvas.viewport(), LEFT, pos=middle_of(canvas, target.number))
    assert not desk.session.unsaved
    assert StatusLine(desk).figure("Cost") == cost


def test_drag_of_a_device_between_racks(desk, qtbot):
    desk.show_workspace("racks")
    canvas = desk.workspaces["racks"].canvas
    rack, device, place = canvas.scene.devices["compute/edge/20"]
    free = rack_named(desk, "B04")
    start = canvas.rect_px(place).center().toPoint()
    stop = canvas.rect_px(canvas.scene.units(free.number, 6, 1)).center().toPoint()
    drag(qtbot, canvas, start, stop)
    after, moved, _ = canvas.scene.devices["compute/edge/20"]
    assert (after.number, moved.u) == (free.number, 6)
    assert desk.session.ids(DEVICE) == {"compute/edge/20"}
    taken = canvas.rect_px(canvas.scene.units(rack.number, 20, 1)).center().toPoint()
    drag(qtbot, canvas, canvas.rect_px(canvas.scene.devices["compute/edge/20"][2]).center().toPoint(), taken)
    assert "is taken by" in StatusLine(desk).message
    desk.actions_by_id["undo"].trigger()
    assert canvas.scene.devices["compute/edge/20"][1].u == device.u


def test_typed_place_and_arrow_are_equals_of_a_drag(desk, qtbot):
    rack = rack_named(desk, "B04")
    desk.session.select([RACK(rack.number)])
    field = Inspector(desk).field("Row")
    field.selectAll()
    qtbot.keyClicks(field, "C")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert rack_named(desk, "C04").number == rack.number
    canvas = desk.workspaces["floor"].canvas
    qtbot.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert rack_named(desk, "C05").number == rack.number
    assert any(c.finding.rule == "no-way" for c in desk.session.findings)


def test_a_finding_selects_its_place(desk, qtbot):
    qtbot.keyClick(desk, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    table = BottomPanel(desk).findings
    number = next(i for i, c in enumerate(BottomPanel(desk).finding_lines()) if c.finding.where == "rack-42u")
    place = table.visualRect(desk.bottom.findings.model.index(number, 2)).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=place)
    assert desk.session.selection == (PART("rack-42u"),)
    rack = rack_named(desk, "A03")
    assert elements_at(desk.session, Finding(Severity.ERROR, "no-way", "A03", "")) == [RACK(rack.number)]
    assert (
        len(elements_at(desk.session, Finding(Severity.ERROR, "no-way", "A03-B04", "", "", ("A03", "B04"))))
        == 2
    )


def test_palette_runs_and_goes(desk, qtbot):
    qtbot.keyClick(desk, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(desk.palette_box.field, "bill")
    qtbot.keyClick(desk.palette_box.field, Qt.Key.Key_Return)
    assert desk.workspace is desk.workspaces["bill"]
    assert not desk.palette_box.isVisible()
    qtbot.keyClick(desk, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(desk.palette_box.field, "rack a03")
    qtbot.keyClick(desk.palette_box.field, Qt.Key.Key_Return)
    assert desk.session.selection == (RACK(rack_named(desk, "A03").number),)
    assert desk.workspace is desk.workspaces["floor"]


def test_close_asks_about_changes(desk, answer):
    desk.session.do(Rename(name="other"))
    requested = answer("Cancel")
    assert not desk.close()
    assert "nodes-396.fatdesk" in requested[0]
    answer("Discard")
    assert desk.close()


def test_save_and_save_by_another(desk, saved, answer):
    desk.session.do(Rename(name="mine"))
    assert desk.files.save()
    assert load_project(saved).project.name == "mine"
    save_project(msgspec.structs.replace(load_project(saved).project, name="theirs"), saved)
    desk.session.do(Rename(name="mine again"))
    requested = answer("Cancel")
    assert not desk.files.save()
    assert "changed by another program" in requested[0]
    assert load_project(saved).project.name == "theirs"
    answer("Replace")
    assert desk.files.save()
    assert load_project(saved).project.name == "mine again"


def test_unreadable_file_is_told(window, tmp_path, answer):
    path = tmp_path / "bad.fatdesk"
    path.write_text("no project\n")
    requested = answer("OK")
    window.files.open_path(path)
    assert requested == ["bad.fatdesk could not be opened."]
    assert not window.session.is_open


def test_example_opens_as_a_copy_without_a_file(window, qtbot):
    window.files.design_example("nodes-60")
    qtbot.waitUntil(lambda: window.session.is_open)
    assert window.session.path is None
    assert not window.session.unsaved, "it can be designed again at any time"
    assert StatusLine(window).figure("Hosts") == "60"
    window.session.leave()


def test_export_writes_everything(desk, tmp_path, qtbot):
    names = [export.name for export in desk.workspaces["documents"].wanted()]
    desk.files.exporting.into(tmp_path / "out", names, Printing())
    qtbot.waitUntil(lambda: not desk.desk.tasks.running)
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"bill.xlsx", "wiring.csv", "floor.svg"} <= names


def test_long_list_filters_at_once(desk):
    view = desk.workspaces["cables"]
    rows = list(desk.session.derived.rows)
    view.model.show(rows * (40_000 // len(rows)))
    start = perf_counter()
    view.model.sort(6, Qt.SortOrder.DescendingOrder)
    view.model.data(view.model.index(100, 3))
    judge_time(perf_counter() - start, 1.0)
    view.outdate()


def test_without_a_display_says_so():
    bare = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    if not sys.platform.startswith("linux"):
        pytest.skip("only X11 and Wayland can be missing")
    done = subprocess.run([sys.executable, "-m", "fatdesk"], env=bare, capture_output=True, text=True)
    assert done.returncode == 2
    assert "no display" in done.stderr


def test_middle_button_pans(desk, qtbot):
    canvas = desk.workspaces["floor"].canvas
    before = QPoint(canvas.origin.toPoint())
    qtbot.mousePress(canvas.viewport(), Qt.MouseButton.MiddleButton, pos=QPoint(300, 300))
    qtbot.mouseMove(canvas.viewport(), QPoint(340, 320))
    qtbot.mouseRelease(canvas.viewport(), Qt.MouseButton.MiddleButton, pos=QPoint(340, 320))
    assert canvas.origin.toPoint() - before in (QPoint(40, 20), QPoint(0, 0))


def test_small_window_keeps_the_names_of_parts(desk, qtbot):
    desk.resize(1280, 720)
    desk.show_workspace("bill")
    qtbot.wait(1)
    assert desk.workspaces["bill"].table.columnWidth(0) >= 300
