"""The story of a list that comes back: dropped or asked for, looked through, taken, undone, calibrated."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from fatdesk.gui.files.drop_target import offer_for
from fatdesk.project.commands.bill import SetAlternative
from tests.gui.files.test_drop_target import carrying, drop, over, stated
from tests.gui.hands import press
from tests.project.commands import returned_lists as lists

LEFT = Qt.MouseButton.LeftButton
CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def placed(window):
    """A window with 132 cables."""
    window.session.begin(lists.plain())
    return window


@pytest.fixture
def returned(tmp_path):
    """A list in which installers wrote states and lengths, and one port that is another."""
    of = lists.derived("plain")
    cells = {(60, "A port"): "99"}
    for number, row in enumerate(of.rows[:40]):
        length = row.length
        way = (length.route_um + length.vertical_um + length.side_um) / 1e6
        cells |= {(number + 2, "Status"): "laid", (number + 2, "Measured, m"): round(0.4 + 1.02 * way, 3)}
    path = tmp_path / "wiring.xlsx"
    path.write_bytes(lists.edited(lists.wiring_bytes(of), cells))
    return path


def report_of(qtbot, window):
    qtbot.waitUntil(lambda: window.list_imports.shown is not None)
    return window.list_imports.shown


def test_a_list_is_dropped_looked_through_taken_and_undone(qtbot, placed, returned):
    assert over(placed, carrying(returned))
    assert stated(placed) == ("Import edited wiring.xlsx", "The changes are shown first.")
    drop(placed, carrying(returned))
    dialog = report_of(qtbot, placed)
    assert dialog.head.text() == "80 changes can be applied · 1 error"
    assert dialog.take.text() == "Apply 80 changes"
    assert dialog.remarks_model.rowCount() == 1
    first = lists.derived("plain").rows[0]
    shown = dialog.changes.rows.index(0, 1).data()
    assert shown == f"{placed.session.wiring.numbers[first.id]}  {first.links[0]}", "as on its labels"
    # one state is not believed: its tick goes by the space bar
    table = dialog.changes
    table.setFocus()
    table.selectRow(0)
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert dialog.take.text() == "Apply 79 changes"
    assert dialog.detail.text().startswith("wiring.xlsx:2: status: ")
    # and by a click on it
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.rows.index(2, 0)).center())
    assert dialog.take.text() == "Apply 78 changes"
    qtbot.mouseClick(dialog.all_button, LEFT)
    qtbot.mouseClick(dialog.none_button, LEFT)
    assert not dialog.take.isEnabled()
    qtbot.mouseClick(dialog.all_button, LEFT)
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.rows.index(0, 0)).center())
    session = placed.session
    qtbot.mouseClick(dialog.take, LEFT)
    assert not dialog.isVisible()
    ids = [row.id for row in session.derived.rows]
    assert sorted(session.project.cables) == sorted(ids[:40])
    assert session.project.cables[ids[0]].status == "planned"
    assert {session.project.cables[cable].status for cable in ids[1:40]} == {"laid"}
    assert session.undo_label == "Apply 79 changes from wiring.xlsx"
    placed.actions_by_id["undo"].trigger()
    assert session.project == lists.plain()


def test_asked_for_and_cancelled_it_changes_nothing(qtbot, placed, returned, monkeypatch):
    requested = lambda *_: ([str(returned)], "")  # noqa: E731  # stands in for the dialog of the system
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", requested)
    press(
        qtbot, placed, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    dialog = report_of(qtbot, placed)
    before = placed.session.project
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert placed.session.project is before


@pytest.mark.parametrize("name", ["cables", "bill"])
def test_cables_and_bill_have_a_button_for_it(qtbot, placed, name, monkeypatch):
    requested = []
    monkeypatch.setattr(
        QFileDialog, "getOpenFileNames", lambda *words: requested.append(words[1]) or ([], "")
    )
    placed.show_workspace(name)
    qtbot.mouseClick(placed.workspaces[name].back_button, LEFT)
    assert requested == ["Import edited wiring lists and bills"]
    assert placed.list_imports.shown is None


def test_slack_and_tolerance_are_set_from_what_was_measured(qtbot, placed, returned, answer):
    texts = answer("OK")
    placed.actions_by_id["calibrate"].trigger()
    assert texts == ["The rules are unchanged."]
    placed.read_back([returned])
    qtbot.mouseClick(report_of(qtbot, placed).take, LEFT)
    placed.actions_by_id["calibrate"].trigger()
    dialog = placed.list_imports.calibrating
    assert dialog.head.text() == "40 measured cables"
    assert dialog.cells[1, 1].text().startswith("0.40")
    plot, found = dialog.plot, dialog.found
    x, y = plot.places(plot._way, plot._over)
    at = QPointF(x[5], y[5])
    assert found.points[plot.point_at(at)].cable in plot.words_at(at)
    qtbot.mouseClick(plot.viewport(), LEFT, pos=at.toPoint())
    (picked,) = dialog.table.chosen_numbers().tolist()
    assert plot.chosen == {picked}
    dialog.share.setCurrentIndex(4)
    dialog.share.activated.emit(4)
    assert dialog.found.covered == 40
    suggested = dialog.found.suggested_slack_m, dialog.found.suggested_tolerance
    qtbot.mouseClick(dialog.set_button, LEFT)
    rules = placed.session.project.cabling
    assert (rules.slack_m, rules.tolerance) == suggested
    placed.actions_by_id["undo"].trigger()
    assert placed.session.project.cabling == lists.plain().cabling


def test_what_is_no_list_is_told(qtbot, placed, tmp_path, answer):
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    texts = answer("OK")
    placed.read_back([path])
    qtbot.waitUntil(lambda: bool(texts))
    assert texts == ["Import failed."]


def test_without_a_project_a_list_stays_outside(window, tmp_path):
    path = tmp_path / "wiring.csv"
    assert not over(window, carrying(path))
    assert stated(window)[0] == "Importing wiring.csv needs an open project"
    assert offer_for([path], True).path == path
    QApplication.processEvents()


def test_an_alternative_is_typed_in_the_bill(qtbot, placed):
    placed.show_workspace("bill")
    view = placed.workspaces["bill"]
    number = next(n for n, column in enumerate(view.model.columns) if column.title == "Alternative")
    line = next(n for n in range(view.model.rowCount()) if view.model.head(n) is None)
    assert view.model.setData(view.model.index(line, number), "QX-36 of another")
    part = view.model.row(line).line.part
    assert [one.alternative for one in placed.session.project.alternatives] == ["QX-36 of another"]
    assert placed.session.undo_label == SetAlternative(part=part, alternative="x").label
    assert view.model.setData(view.model.index(line, number), "")
    assert placed.session.project.alternatives == ()
