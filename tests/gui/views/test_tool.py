"""The protocol of tools in all drawings: one is always in use; Esc drops what was begun, then the tool."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from fatdesk.gui.views.canvas import Canvas
from fatdesk.gui.views.tool import Tool

LEFT = Qt.MouseButton.LeftButton


def tools(desk):
    """Every drawing with the actions that take its tools, and how to take each."""
    floor, racks, topology = (desk.workspaces[name] for name in ("floor", "racks", "topology"))
    for view in (floor, racks):
        for name in view.tools:
            yield view, name, lambda view=view, name=name: view.take_tool(name)
    yield topology, "select", lambda: None
    yield topology, "fail", topology.fail_button.click


def test_a_drawing_always_has_one_tool(desk, qtbot):
    """Whatever is taken, pressed and left, Esc leads back to the pointer, and nothing is edited."""
    found = list(tools(desk))
    assert len(found) == 10 + 3 + 2
    for view, name, take in found:
        desk.show_workspace(next(key for key, some in desk.workspaces.items() if some is view))
        canvas = view.canvas
        assert isinstance(canvas, Canvas)
        take()
        assert isinstance(canvas.tool, Tool)
        assert canvas.tool.name == name
        assert canvas.tool.hint or canvas.tool is canvas.pointer
        middle = canvas.viewport().rect().center()
        qtbot.mouseMove(canvas.viewport(), middle)
        for _ in range(3):
            qtbot.keyClick(canvas, Qt.Key.Key_Escape)
        assert canvas.tool is canvas.pointer
        assert canvas.drag is None
        assert not desk.session.unsaved


@pytest.mark.parametrize("name", ["column", "wall", "door", "keep-out", "aisle", "measure", "tray"])
def test_escape_drops_what_was_begun_before_the_tool(desk, qtbot, name):
    desk.show_workspace("floor")
    view = desk.workspaces["floor"]
    view.take_tool(name)
    canvas = view.canvas
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=canvas.to_px(1000, 1500).toPoint())
    tool = canvas.tool
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.tool is tool
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.tool is canvas.pointer
    assert not desk.session.unsaved


@pytest.mark.parametrize("name", ["floor", "racks", "topology", "cables"])
def test_no_button_of_a_bar_covers_another(desk, name):
    """Also at 150 % on a screen of 1,600 pixels, which leaves 1,066."""
    desk.show_workspace(name)
    for wide in (1920, 1280, 1066):
        desk.resize(wide, 720)
        QApplication.processEvents()
        QApplication.processEvents()
        bar = desk.workspaces[name].bar
        shown = [bar.itemAt(number).widget() for number in range(bar.count())]
        shown = [some for some in shown if some is not None and some.isVisible()]
        assert len(shown) >= 4
        for left, right in pairwise(sorted(shown, key=lambda some: some.x())):
            assert left.geometry().right() <= right.x(), (wide, left.accessibleName(), right.accessibleName())
