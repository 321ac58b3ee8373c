"""Frames of the floor while it is moved: pixels as drawn anew, and no work that grows with all racks."""

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtWidgets import QApplication

from fatdesk.gui.floor.layers import racks, trays
from fatdesk.project.document.ref import CABLE, RACK, TRAY
from tests.gui.pages.floor import FloorPage

MIDDLE = Qt.MouseButton.MiddleButton


@pytest.fixture
def floor(desk):
    return FloorPage(desk)


def pan(floor, steps):
    """Take the floor with the middle button and move it, painting each step."""
    at = QPoint(400, 300)
    floor.press(at, button=MIDDLE)
    for step in steps:
        at += step
        floor.move(at, buttons=MIDDLE)
        floor.repaint()
    floor.let_go(at, button=MIDDLE)


BY_NIGHT = [pytest.param(times, marks=pytest.mark.slow) for times in (1.7, 6.0)]


@pytest.mark.parametrize("times", [1.0, 3.1, *BY_NIGHT])
@pytest.mark.parametrize("chosen", ["nothing", "tray", "cable"])
def test_a_moved_floor_has_the_pixels_of_one_drawn_anew(desk, floor, monkeypatch, times, chosen):
    row = next(row for row in desk.session.derived.rows if row.run)
    elements = {"nothing": [], "tray": [TRAY(row.run[0])], "cable": [CABLE(row.id)]}
    desk.session.select(elements[chosen])
    floor.zoom(times)
    before = floor.image
    pan(floor, [QPoint(-31, 7), QPoint(-160, -43), QPoint(5, 120), QPoint(-77, -1)])
    moved = floor.image
    assert moved != before
    floor.forget_plates()
    monkeypatch.setattr(racks, "on_view", lambda view: QRectF(-1e9, -1e9, 2e9, 2e9))
    assert floor.image == moved


def test_numbers_on_trays_are_worked_out_again_only_for_another_scale_or_project(desk, floor, monkeypatch):
    counted, real = [], trays.tray_plates
    monkeypatch.setattr(trays, "tray_plates", lambda view: counted.append(1) or real(view))
    pan(floor, [QPoint(10, 3)] * 5)
    assert len(counted) <= 1
    counted.clear()
    floor.zoom(1.5)
    floor.repaint()
    assert len(counted) == 1
    floor.show_layer("trays", False)
    assert floor.plates == []
    floor.show_layer("trays", True)
    assert floor.plates
    counted.clear()
    empty = next(rack.number for rack in desk.session.project.floor.racks if not rack.devices)
    desk.session.select([RACK(empty)])
    desk.perform_in_view("delete")
    QApplication.processEvents()
    floor.repaint()
    assert counted


def test_the_legend_of_small_racks_looks_at_none_of_them(floor, monkeypatch):
    """Whether one is large enough for its bar follows from the widest, which is looked up once per change."""
    looked_at = []

    class Boxes(dict):
        def values(self):
            looked_at.append(len(self))
            return super().values()

    monkeypatch.setattr(floor.scene, "boxes", Boxes(floor.scene.boxes))
    floor.look(scale=0.02)
    assert any("trays per bin" in call.text for call in floor.drawn())
    assert not looked_at
