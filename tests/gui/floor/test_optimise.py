"""Optimise placement on the floor: with clicks from the tool bar to one step that can be undone."""

import os
import signal
import time

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QApplication

from fatdesk.gui.floor.optimising import CostCurve
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.commands.project import Rename
from fatdesk.project.files.file_format import encode
from tests.patience import PATIENCE_S, judge_time

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
START = "138,263.00 USD"
"""Cables of the 396 hosts as the heuristics place them."""


@pytest.fixture
def floor(desk, qtbot):
    desk.show_workspace("floor")
    return desk.workspaces["floor"]


def click(qtbot, button):
    assert button.isVisible()
    qtbot.mouseClick(button, LEFT)


def searching(qtbot, view, gains=1):
    """From the tool bar to a search that has found something."""
    click(qtbot, view.optimise)
    assert view.card.time.isVisible()
    click(qtbot, view.card.start)
    qtbot.waitUntil(lambda: view.card.values["now"].text() not in ("", START))


def amount(text):
    return float(text.split()[0].replace(",", ""))


def test_stop_keeps_the_best_as_one_step(desk, floor, qtbot):
    session = desk.session
    before = encode(session.project)
    cost = session.figures.cost
    searching(qtbot, floor)
    card = floor.card
    assert card.values["start"].text() == START
    assert floor.canvas.viewport().rect().contains(card.geometry())
    bound = amount(card.values["bound"].text())
    assert bound < amount(card.values["now"].text()) < amount(START)
    assert encode(session.project) == before, "nothing is taken while it searches"
    assert desk.refusal_in_view("optimise")
    start = time.monotonic()
    click(qtbot, card.stop)
    judge_time(time.monotonic() - start, 0.2)
    qtbot.waitUntil(lambda: not card.stop.isVisible())
    saved = amount(START) - amount(card.values["now"].text())
    assert float(cost - session.figures.cost) == saved > 0
    assert session.history.undo_label == "Optimise placement"
    assert "devices moved; hosts and switches are numbered in order" in card.text.text()
    assert "Undo reverts this in one step." in card.text.text()
    after = encode(session.project)
    qtbot.keyClick(desk, Qt.Key.Key_Z, CTRL)
    assert encode(session.project) == before
    assert not session.history.can_undo
    qtbot.keyClick(
        desk, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert encode(session.project) == after
    click(qtbot, card.leave)
    assert not card.isVisible()


def test_when_time_is_up_it_is_taken(desk, floor, qtbot):
    desk.actions_by_id["optimise"].trigger()
    floor.card.time.setItemData(0, 2)
    floor.card.time.setCurrentIndex(0)
    click(qtbot, floor.card.start)
    qtbot.waitUntil(lambda: desk.session.history.can_undo)
    assert desk.session.history.undo_label == "Optimise placement"
    assert not floor.card.stop.isVisible()
    assert floor.optimising.possible


def test_an_edited_project_is_asked_with_words(desk, floor, qtbot):
    session = desk.session
    searching(qtbot, floor)
    host = next(d.id for d in session.project.floor.racks[10].devices if d.id.startswith("nodes/"))
    session.do(MoveDevice(id=host, rack=14, u=1))
    click(qtbot, floor.card.stop)
    qtbot.waitUntil(floor.card.take.isVisible)
    assert "edited during the search" in floor.card.text.text()
    assert session.history.undo_label == f"Move {host}"
    click(qtbot, floor.card.leave)
    assert not floor.card.isVisible()
    assert session.history.undo_label == f"Move {host}"


def test_what_is_offered_can_be_taken(desk, floor, qtbot):
    session = desk.session
    searching(qtbot, floor)
    session.do(Rename(name="another name"))
    click(qtbot, floor.card.stop)
    qtbot.waitUntil(floor.card.take.isVisible)
    click(qtbot, floor.card.take)
    assert session.history.undo_label == "Optimise placement"
    assert session.project.name == "another name"
    assert not floor.card.take.isVisible()


def test_a_dead_worker_is_told_and_the_best_offered(desk, floor, qtbot):
    before = encode(desk.session.project)
    searching(qtbot, floor)
    os.kill(floor.optimising.task.running.pid, signal.SIGKILL)
    qtbot.waitUntil(floor.card.take.isVisible)
    assert "Best result so far." in floor.card.text.text()
    assert encode(desk.session.project) == before


def test_another_project_ends_the_search(desk, floor, qtbot, saved):
    searching(qtbot, floor)
    task = floor.optimising.task
    desk.files.open_path(saved)
    assert task.state == "cancelled"
    QApplication.processEvents()
    assert not floor.card.isVisible()
    assert not desk.session.history.can_undo
    assert task.running.wait(PATIENCE_S)


def test_nothing_on_the_floor(window, qtbot):
    from fatdesk.project.document.project import Project

    window.session.begin(Project(name="empty"))
    window.show_workspace("floor")
    assert window.refusal_in_view("optimise")


def test_the_curve_goes_through_its_points(theme, qtbot):
    curve = CostCurve(theme)
    qtbot.addWidget(curve)
    curve.show_points([(0.0, 100.0), (1.0, 60.0), (3.0, 50.0)], 20.0, 4.0, "words")
    area = QRectF(0, 0, 400, 80)
    points = [(point.x(), point.y()) for point in curve.line(area)]
    # 100 is the top, the bound of 20 the foot: one unit is one pixel
    assert points == [(0, 0), (100, 0), (100, 40), (300, 40), (300, 50), (400, 50)]
    curve.resize(200, 72)
    assert not curve.grab().isNull()
    assert curve.accessibleName() == "words"
