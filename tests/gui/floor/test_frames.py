"""Frames of the floor while it is moved: pixels as drawn anew, and no work that grows with all racks."""

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtWidgets import QApplication

from fatdesk.gui.floor.layers import racks, trays
from fatdesk.gui.floor.layers.trays import Plates
from fatdesk.project.document.ref import CABLE, RACK, TRAY
from tests.gui.hands import move

MIDDLE = Qt.MouseButton.MiddleButton


@pytest.fixture
def canvas(desk):
    desk.show_workspace("floor")
    return desk.workspaces["floor"].canvas


def pan(qtbot, canvas, steps):
    """Take the floor with the middle button and move it, painting each step."""
    at = QPoint(400, 300)
    qtbot.mousePress(canvas.viewport(), MIDDLE, pos=at)
    for step in steps:
        at += step
        move(canvas, at, buttons=MIDDLE)
        canvas.viewport().repaint()
    qtbot.mouseRelease(canvas.viewport(), MIDDLE, pos=at)


@pytest.mark.parametrize("times", [1.0, 1.7, 3.1, 6.0])
@pytest.mark.parametrize("chosen", ["nothing", "tray", "cable"])
def test_a_moved_floor_has_the_pixels_of_one_drawn_anew(desk, canvas, qtbot, monkeypatch, times, chosen):
    row = next(row for row in desk.session.derived.rows if row.run)
    elements = {"nothing": [], "tray": [TRAY(row.run[0])], "cable": [CABLE(row.id)]}
    desk.session.select(elements[chosen])
    canvas.zoom(times)
    before = canvas.viewport().grab().toImage()
    pan(qtbot, canvas, [QPoint(-31, 7), QPoint(-160, -43), QPoint(5, 120), QPoint(-77, -1)])
    moved = canvas.viewport().grab().toImage()
    assert moved != before
    canvas.kept_plates = Plates()
    monkeypatch.setattr(racks, "on_view", lambda view: QRectF(-1e9, -1e9, 2e9, 2e9))
    assert canvas.viewport().grab().toImage() == moved


def test_numbers_on_trays_are_worked_out_again_only_for_another_scale_or_project(
    desk, canvas, qtbot, monkeypatch
):
    counted, real = [], trays.tray_plates
    monkeypatch.setattr(trays, "tray_plates", lambda view: counted.append(1) or real(view))
    pan(qtbot, canvas, [QPoint(10, 3)] * 5)
    assert len(counted) <= 1
    counted.clear()
    canvas.zoom(1.5)
    canvas.viewport().repaint()
    assert len(counted) == 1
    desk.workspaces["floor"].show_layer("trays", False)
    assert canvas.plates == []
    desk.workspaces["floor"].show_layer("trays", True)
    assert canvas.plates
    counted.clear()
    empty = next(rack.number for rack in desk.session.project.floor.racks if not rack.devices)
    desk.session.select([RACK(empty)])
    desk.perform_in_view("delete")
    QApplication.processEvents()
    canvas.viewport().repaint()
    assert counted
