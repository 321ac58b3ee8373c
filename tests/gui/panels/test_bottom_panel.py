"""Findings, jobs and log at the foot of the window, with real clicks and keys."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.panels.bottom_panel import TABS
from fatdesk.gui.session.log import MOST, Log
from fatdesk.gui.widgets.numbers import time_left
from fatdesk.gui.widgets.plain_text import ElidedLabel, tip_lines
from fatdesk.project.commands.project import Rename
from fatdesk.project.commands.racks import RenameRack
from tests.gui.pages.bottom_panel import BottomPanel
from tests.gui.pages.status_line import StatusLine
from tests.tasks import errands

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def test_ctrl_j_opens_and_closes_and_a_tab_opens_its_page(desk, qtbot):
    bottom = desk.bottom
    closed = bottom.height()
    assert not bottom.is_open
    qtbot.keyClick(desk, Qt.Key.Key_J, CONTROL)
    assert bottom.is_open
    assert bottom.findings.isVisible()
    assert bottom.height() > closed
    for name, _ in reversed(TABS):
        qtbot.mouseClick(bottom.tabs[name], LEFT)
        assert getattr(bottom, name).isVisible()
        assert [tab for tab, button in bottom.tabs.items() if button.isChecked()] == [name]
    qtbot.mouseClick(bottom.tabs["findings"], LEFT)
    assert not bottom.is_open
    qtbot.keyClick(desk, Qt.Key.Key_J, CONTROL)
    assert bottom.findings.isVisible()
    qtbot.keyClick(desk, Qt.Key.Key_J, CONTROL)
    assert bottom.height() == closed


def test_a_job_is_cancelled_in_its_row_and_stays_until_cleared(desk, qtbot):
    bottom, tasks = desk.bottom, desk.desk.tasks
    task = tasks.start("Count", errands.count, 500, 0.02, done=lambda _: None)
    other = tasks.start("Add", errands.add, 1, 2, done=lambda _: None)
    unlisted = tasks.start("Sleep", errands.sleep_on, 60, done=lambda _: None, quiet=True)
    qtbot.mouseClick(bottom.tabs["tasks"], LEFT)
    assert bottom.tabs["tasks"].text() == "Tasks (2)"
    row = bottom.tasks.rows[task]
    qtbot.waitUntil(lambda: row.bar.value() > 0 and other.state == "done")
    assert row.percent.text().endswith(" %")
    assert "Count" in StatusLine(desk).message
    qtbot.mouseClick(row.cancel, LEFT)
    assert task.state == "cancelled"
    assert not row.cancel.isVisible()
    assert row.text.text().startswith("Cancelled")
    assert bottom.tabs["tasks"].text() == "Tasks"
    assert list(bottom.tasks.rows) == [task, other]
    assert unlisted.state == "running"
    unlisted.cancel()
    qtbot.mouseClick(bottom.clear, LEFT)
    assert not bottom.tasks.rows
    assert bottom.tasks.none.isVisible()


def test_a_failed_job_stands_in_its_row_and_in_the_log_but_opens_nothing(desk, qtbot):
    task = desk.desk.tasks.start("Break", errands.break_down, done=lambda _: None)
    qtbot.waitUntil(lambda: task.state == "failed")
    assert not desk.bottom.is_open
    assert "KeyError" in desk.bottom.tasks.rows[task].text.text()
    [entry] = [entry for entry in desk.log.entries if entry.level == "error"]
    assert "Break failed" in entry.text
    assert "in break_down" in entry.detail


def test_the_log_tells_what_was_done_in_order(desk, qtbot, saved, monkeypatch, answer):
    rack = desk.session.project.floor.racks[0]
    desk.session.do(Rename(name="hall 2"))
    desk.session.undo()
    desk.session.redo()
    desk.session.do(RenameRack(rack=999, rack_label="X"))
    desk.files.save()
    desk.session.do(RenameRack(rack=rack.number, rack_label="X1"))

    def refuse(*_):
        raise FatdeskError("no space left on the disk")

    monkeypatch.setattr(desk.session, "save", refuse)
    answer("Close")
    desk.files.save()
    texts = [(entry.level, entry.text) for entry in desk.log.entries]
    wanted = [
        ("step", f"Opened {saved}"),
        ("step", "Rename to hall 2"),
        ("step", "Undone: Rename to hall 2"),
        ("step", "Redone: Rename to hall 2"),
        ("note", "999"),
        ("step", f"Saved {saved}"),
        ("step", "Rename rack 1"),
        ("error", "no space left on the disk"),
    ]
    assert [level for level, _ in texts] == [level for level, _ in wanted]
    assert all(part in text for (_, text), (_, part) in zip(texts, wanted, strict=True)), texts


def test_log_filters_and_copies(desk, qtbot, monkeypatch):
    desk.session.do(Rename(name="hall 2"))
    desk.session.undo()
    qtbot.mouseClick(desk.bottom.tabs["log"], LEFT)
    qtbot.keyClicks(BottomPanel(desk).filter, "UNDONE hall")
    assert [entry.text for entry in desk.bottom.log.model.shown()] == ["Undone: Rename to hall 2"]
    qtbot.mouseClick(desk.bottom.copy, LEFT)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "Time\tLevel\tWhat"
    assert lines[1].endswith("\tDone\tUndone: Rename to hall 2")
    assert len(lines) == 2
    BottomPanel(desk).filter.clear()
    assert len(desk.bottom.log.model.shown()) == len(desk.log.entries)


def test_findings_filter_is_kept_apart_from_the_logs(desk, qtbot):
    qtbot.mouseClick(desk.bottom.tabs["findings"], LEFT)
    every = len(BottomPanel(desk).finding_lines())
    qtbot.keyClicks(BottomPanel(desk).filter, "rack-42u")
    some = BottomPanel(desk).finding_lines()
    assert 0 < len(some) < every
    assert {c.finding.where for c in some} == {"rack-42u"}
    qtbot.mouseClick(desk.bottom.tabs["log"], LEFT)
    assert BottomPanel(desk).filter.text() == ""
    qtbot.mouseClick(desk.bottom.tabs["findings"], LEFT)
    assert BottomPanel(desk).filter.text() == "rack-42u"


def test_a_long_log_drops_its_oldest(desk):
    log = Log(desk.session, desk.desk.tasks)
    for number in range(MOST + 5):
        log.step(str(number))
    assert len(log.entries) == MOST
    assert log.entries[0].text == "5"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(None, ""), (0.2, "1 s left"), (59, "59 s left"), (90, "2 min left"), (5400, "1.5 h left")],
)
def test_time_left_in_words(seconds, text):
    assert time_left(seconds) == text


def test_a_line_keeps_its_text_and_gives_way(qtbot, theme):
    line = ElidedLabel("<b>a text that is longer than its room</b>")
    qtbot.addWidget(line)
    line.resize(60, 20)
    line.show()
    QApplication.processEvents()
    assert line.text().startswith("<b>")
    assert line.minimumSizeHint().width() == 0


def test_a_cut_line_shows_its_text_in_a_tooltip(qtbot, theme):
    line = ElidedLabel("<b>a text that is longer than its room</b>")
    qtbot.addWidget(line)
    line.resize(60, 20)
    line.show()
    asks = QHelpEvent(QEvent.Type.ToolTip, QPoint(5, 5), line.mapToGlobal(QPoint(5, 5)))
    assert QApplication.sendEvent(line, asks)
    assert QToolTip.text() == tip_lines("<b>a text that is longer than its room</b>")
    QToolTip.hideText()
    line.resize(1000, 20)
    assert not line.is_cut
