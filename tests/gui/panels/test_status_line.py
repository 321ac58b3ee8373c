"""Figures of the status line lead to where they come from, and say what in them is not known."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from fatdesk.gui.panels.status_line import NAMES, WORKSPACES
from fatdesk.project.commands.racks import TurnRacks
from fatdesk.project.document.ref import RACK, TRAY
from tests.gui.pages.status_line import StatusLine
from tests.tasks import errands

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)  # of tool tips
LEFT = Qt.MouseButton.LeftButton


def asked_for(widget):
    """The tool tip that somebody gets who waits over a widget."""
    spot = widget.rect().center()
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, spot, widget.mapToGlobal(spot)))
    QToolTip.hideText()
    return widget.toolTip()


def test_a_click_goes_there(desk, qtbot):
    for name in NAMES:
        for start in ("documents", WORKSPACES[name]):
            desk.show_workspace(start)
            desk.session.select([])
            qtbot.mouseClick(StatusLine(desk).figure_label(name), LEFT)
            assert desk.workspace_name == WORKSPACES[name]
        if name == "Worst tray":
            assert desk.session.selection == (TRAY(desk.session.figures.worst_tray),)


def test_a_click_on_the_bar_or_the_name_does_the_same(desk, qtbot):
    desk.show_workspace("documents")
    qtbot.mouseClick(desk.status.bar, LEFT, pos=QPoint(20, 5))
    assert desk.workspace_name == "floor"


def test_what_is_not_known_is_named(desk):
    values = desk.status.values
    assert "396 × server-1u has no price" in asked_for(values["Cost"]).splitlines()
    assert "396 × server-1u has no power" in asked_for(values["Power"]).splitlines()
    assert "40 × ib-36 has no mass" in asked_for(values["Mass"]).splitlines()
    assert asked_for(values["Worst tray"]).splitlines()[0] == desk.session.figures.worst_tray
    assert asked_for(values["Hosts"]) == "Click: Topology"


def test_cables_without_a_part_are_counted(desk):
    desk.session.select([TRAY("tray-1")])
    desk.show_workspace("floor")
    desk.perform_in_view("delete")
    stated = asked_for(StatusLine(desk).figure_label("Ordered"))
    assert stated.splitlines()[0].endswith("without a part that is long enough")


def test_without_a_project_nothing_is_told(window, qtbot):
    assert asked_for(StatusLine(window).figure_label("Cost")) == ""
    qtbot.mouseClick(StatusLine(window).figure_label("Cost"), LEFT)
    assert window.pages.currentWidget() is window.welcome


def test_a_refusal_goes_with_its_workspace(desk):
    desk.show_workspace("floor")
    desk.session.refused.emit("A09 would overlap A06.")
    assert StatusLine(desk).message == "A09 would overlap A06."
    desk.show_workspace("floor")
    assert StatusLine(desk).message == "A09 would overlap A06."
    desk.show_workspace("cables")
    assert StatusLine(desk).message != "A09 would overlap A06."


def test_a_refusal_goes_with_the_selection(desk):
    desk.session.select([RACK(1)])
    desk.session.refuse("A01 would overlap A06.")
    desk.session.select([RACK(1)])
    assert StatusLine(desk).message == "A01 would overlap A06."  # said while the selection was restored
    QApplication.processEvents()
    desk.session.select([RACK(2)])
    assert StatusLine(desk).message == "1 rack selected"
    desk.session.refuse("A01 would overlap A06.")
    QApplication.processEvents()
    StatusLine(desk).expire()
    desk.session.select([])
    assert StatusLine(desk).message == ""


def test_a_message_goes_with_the_next_edit(desk, qtbot):
    shown = StatusLine(desk)
    desk.session.said.emit("Wrote cables.csv.")
    desk.session.do(TurnRacks(racks=(1,), front="up"))
    assert shown.message == "Wrote cables.csv."  # said together with the edit
    QApplication.processEvents()
    desk.session.undo()
    assert shown.message == ""


def test_how_a_task_ended_is_shown_until_it_is_started_again(desk, qtbot):
    tasks = desk.desk.tasks
    task = tasks.start("Count", errands.count, 500, 0.02, done=lambda _: None)
    task.cancel()
    assert StatusLine(desk).message == "Count: cancelled"
    other = tasks.start("Add", errands.add, 1, 2, done=lambda _: None)
    assert StatusLine(desk).message == "Count: cancelled"
    again = tasks.start("Count", errands.count, 500, 0.02, done=lambda _: None)
    assert not StatusLine(desk).message.endswith("cancelled")
    again.cancel()
    qtbot.waitUntil(lambda: other.state == "done")


def test_the_word_on_a_design_goes_with_it(desk):
    """Of a project with placed cables it does not hold."""
    desk.session.select([RACK(1)])
    desk.status.show_instead({"Hosts": "60"}, "network alone, cables without a price until placed")
    assert StatusLine(desk).message.startswith("network alone")
    desk.status.show_instead(None, "")
    assert StatusLine(desk).message == "1 rack selected"
