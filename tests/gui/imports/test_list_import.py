"""The story of a list that comes back: dropped or asked for, looked through, taken, undone, calibrated."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from fatdesk.gui.files.drop_target import offer_for
from fatdesk.project.commands.bill import SetAlternative
from fatdesk.project.commands.cables import SetCables
from fatdesk.project.document.cable_records import CableRecord
from tests.gui.hands import press
from tests.gui.pages.bill import BillPage
from tests.gui.pages.cables import CablesPage
from tests.gui.pages.dropping import carrying, drop, over, stated
from tests.gui.pages.list_import import CalibrationPage, ListReport, WorkHoursPage, shows
from tests.project.commands import returned_lists as lists


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


def test_a_list_is_dropped_looked_through_taken_and_undone(placed, returned):
    assert over(placed, carrying(returned))
    assert stated(placed) == ("Import edited wiring.xlsx", "The changes are shown first.")
    drop(placed, carrying(returned))
    dialog = ListReport(placed)
    assert dialog.head == "80 changes can be applied · 1 error"
    assert dialog.apply_text == "Apply 80 changes"
    assert dialog.findings.line_count == 1
    first = lists.derived("plain").rows[0]
    table = dialog.changes
    assert table.data(0, 1) == f"{placed.session.wiring.numbers[first.id]}  {first.links[0]}", (
        "as on its labels"
    )
    # one state is not believed: its tick goes by the space bar
    table.focus()
    table.select(0)
    table.key(Qt.Key.Key_Space)
    assert dialog.apply_text == "Apply 79 changes"
    assert dialog.detail.startswith("wiring.xlsx:2: status: ")
    # and by a click on it
    table.click(2)
    assert dialog.apply_text == "Apply 78 changes"
    dialog.select_all()
    dialog.select_none()
    assert not dialog.can_apply
    dialog.select_all()
    table.click(0)
    session = placed.session
    dialog.apply()
    assert not dialog.is_visible
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
    dialog = ListReport(placed)
    before = placed.session.project
    dialog.cancel()
    assert not dialog.is_visible
    assert placed.session.project is before


@pytest.mark.parametrize("page", [CablesPage, BillPage])
def test_cables_and_bill_have_a_button_for_it(placed, page, monkeypatch):
    requested = []
    monkeypatch.setattr(
        QFileDialog, "getOpenFileNames", lambda *words: requested.append(words[1]) or ([], "")
    )
    page(placed).import_list()
    assert requested == ["Import edited wiring lists and bills"]
    assert not shows(placed, "list-report")


def test_slack_and_tolerance_are_set_from_what_was_measured(placed, returned, answer):
    texts = answer("OK")
    placed.actions_by_id["calibrate"].trigger()
    assert texts == ["The rules are unchanged."]
    placed.read_back([returned])
    ListReport(placed).apply()
    placed.actions_by_id["calibrate"].trigger()
    dialog = CalibrationPage(placed)
    assert dialog.head == "40 measured cables"
    assert dialog.figure(1, 1).startswith("0.40")
    at = dialog.place_of(5)
    number = placed.session.wiring.numbers[dialog.found.points[dialog.point_at(at)].cable]
    assert number in dialog.tip_at(at)
    assert any(texts[0].startswith(number) for texts in dialog.table.texts)
    dialog.click_point(at)
    (picked,) = dialog.table.selected_numbers
    assert dialog.marked == {picked}
    dialog.choose_share(4)
    assert dialog.found.covered == 40
    suggested = dialog.found.suggested_slack_m, dialog.found.suggested_tolerance
    dialog.set_rules()
    rules = placed.session.project.cabling
    assert (rules.slack_m, rules.tolerance) == suggested
    placed.actions_by_id["undo"].trigger()
    assert placed.session.project.cabling == lists.plain().cabling


def test_rates_are_set_from_the_hours_of_ticked_cables(placed, answer):
    texts = answer("OK")
    placed.actions_by_id["fit-rates"].trigger()
    assert texts == ["The rules are unchanged."]
    rows = placed.session.derived.rows
    records = [CableRecord(id=row.id, status="laid", phase="ab"[n % 2]) for n, row in enumerate(rows)]
    placed.session.do(SetCables(cables=tuple(records)))
    work = placed.session.derived.installation
    placed.actions_by_id["fit-rates"].trigger()
    dialog = WorkHoursPage(placed)
    assert not dialog.can_set
    dialog.type_hours(None, "x")
    assert dialog.error
    assert not dialog.can_set
    dialog.type_hours(None, f"{2 * float(work.hours)}")
    assert dialog.rate(1) == [f"{work.inside:,}", "10.00", "–", "20", "10"]
    assert dialog.rate(2) == [f"{work.between:,}", "4.00", "–", "8", "4"]
    assert "one factor" in dialog.remark
    dialog.set_rates()
    bill = placed.session.project.bill
    assert (bill.cables_per_hour_in_rack, bill.cables_per_hour_between_racks) == (10, 4)
    assert placed.session.derived.installation.hours == 2 * work.hours
    placed.actions_by_id["undo"].trigger()
    assert placed.session.derived.installation.hours == work.hours


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


def test_an_alternative_is_typed_in_the_bill(placed):
    table = BillPage(placed).table
    line = table.line_of(lambda _: True)
    assert table.put(line, "Alternative", "QX-36 of another")
    part = table.row(line).line.part
    assert [one.alternative for one in placed.session.project.alternatives] == ["QX-36 of another"]
    assert placed.session.undo_label == SetAlternative(part=part, alternative="x").step
    assert table.put(line, "Alternative", "")
    assert placed.session.project.alternatives == ()
