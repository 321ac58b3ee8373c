"""The zoom keys of a drawing work wherever the focus is left, but never in a field."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from fatdesk.project.document.ref import RACK
from tests.gui.pages.inspector import Inspector

SHIFT = Qt.KeyboardModifier.ShiftModifier


def wheel(canvas, steps):
    """Turn the wheel over the middle of a drawing."""
    middle = QPointF(canvas.viewport().rect().center())
    turned = QWheelEvent(
        middle,
        canvas.viewport().mapToGlobal(middle),
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(canvas.viewport(), turned)


@pytest.mark.parametrize("name", ["floor", "topology"])
def test_shift_f_fits_after_the_wheel_with_the_focus_on_a_button(desk, qtbot, name):
    desk.show_workspace(name)
    canvas = desk.workspace.canvas
    canvas.fit()
    whole = canvas.scale
    button = desk.rail.buttons[name]
    button.setFocus()
    wheel(canvas, 5)
    assert canvas.scale > whole
    qtbot.keyClick(button, Qt.Key.Key_F, SHIFT)
    assert canvas.scale == pytest.approx(whole)


def test_in_a_field_f_is_a_letter(desk, qtbot):
    desk.show_workspace("floor")
    desk.session.select([RACK(1)])
    canvas = desk.workspace.canvas
    wheel(canvas, 5)
    before = canvas.scale
    field = Inspector(desk).field("x")
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_F, SHIFT)
    assert (field.text().upper(), canvas.scale) == ("F", before)


def test_a_ring_shows_that_the_keyboard_brought_the_focus(desk, qtbot):
    qtbot.waitUntil(desk.isActiveWindow)
    desk.show_workspace("floor")
    canvas = desk.workspaces["floor"].canvas
    accent = desk.theme.colour("accent").name()

    def edge():
        return canvas.viewport().grab().toImage().pixelColor(1, canvas.viewport().height() // 2).name()

    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert edge() != accent
    desk.header.search.setFocus()
    for _ in range(4):
        if not canvas.hasFocus():
            qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
    assert canvas.hasFocus()
    assert edge() == accent
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert edge() != accent
