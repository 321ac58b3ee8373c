"""List boxes: what is seen of a text that has no room, and where the whole of it is shown."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QSpinBox, QToolTip, QWidget

from fatdesk.gui.widgets.combo import MEANING, Combo, pass_wheel_on


def test_a_list_box_that_cuts_its_text_shows_that_and_all_of_it(window, qtbot, monkeypatch):
    stated = []
    monkeypatch.setattr(QToolTip, "showText", lambda _, text, *more: stated.append(text))
    combo = Combo(window.theme)
    qtbot.addWidget(combo)
    combo.addItems(["Filled, evenly if that saves a core switch", "Short"])
    combo.resize(120, 26)
    combo.show()
    assert combo.shown_text.endswith("…")
    assert combo.fontMetrics().horizontalAdvance(combo.shown_text) < 100
    at = combo.rect().center()
    for number, wanted in enumerate([combo.itemText(0), ""]):
        combo.setCurrentIndex(number)
        QApplication.sendEvent(combo, QHelpEvent(QEvent.Type.ToolTip, at, combo.mapToGlobal(at)))
        assert stated.pop() == wanted
    assert combo.shown_text == "Short"


def test_a_list_box_that_adjusts_to_its_contents_shows_each_of_them_whole(window, qtbot):
    combo = Combo(window.theme)
    qtbot.addWidget(combo)
    combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
    combo.addItems(["Every kind", "4 out, smallest"])
    for size in (combo.sizeHint(), combo.minimumSizeHint()):
        combo.resize(size)
        for number in range(combo.count()):
            combo.setCurrentIndex(number)
            assert combo.shown_text == combo.itemText(number)


@pytest.mark.qt_log_ignore("This plugin does not support")  # says the platform without a screen
@pytest.mark.parametrize("count", [2, 5, 12])
def test_the_list_of_a_focused_list_box_shows_every_row(window, qtbot, count):
    """No row is cut, and no scroll arrow takes the place of the last one."""
    combo = Combo(window.theme)
    combo.setParent(window)
    combo.addItems([f"Entry {number}" for number in range(count)])
    combo.setGeometry(20, 200, 200, 26)
    combo.show()
    combo.setFocus()
    qtbot.waitUntil(combo.hasFocus)
    combo.showPopup()
    view = combo.view()
    last = view.visualRect(combo.model().index(count - 1, 0))
    assert last.bottom() < view.viewport().height()
    shown = [some for some in view.window().children() if isinstance(some, QWidget) and some.isVisible()]
    assert shown == [view]
    combo.hidePopup()


def test_what_an_entry_means_is_in_the_list_and_not_in_the_box(window, qtbot):
    combo = Combo(window.theme)
    qtbot.addWidget(combo)
    combo.addItem("destro")
    combo.explain(0, "up by the digits of the destination, then down, on every network")
    combo.resize(90, 26)
    combo.move(window.screen().availableGeometry().right() - 90, 40)
    combo.show()
    assert combo.shown_text == "destro"
    combo.showPopup()
    place, screen = combo.view().window().geometry(), window.screen().availableGeometry()
    assert place.width() > combo.fontMetrics().horizontalAdvance(combo.itemData(0, MEANING)) > 200
    assert screen.left() <= place.left()
    assert place.right() <= screen.right()
    combo.hidePopup()


def test_the_wheel_over_a_control_changes_no_value_and_goes_on_to_the_form(window, qtbot):
    combo, number = Combo(window.theme), QSpinBox()
    pass_wheel_on(number)
    combo.addItems(["Made to measure", "Lengths on sale"])
    for control in (combo, number):
        qtbot.addWidget(control)
        control.show()
        control.setFocus()
        at = QPointF(control.rect().center())
        no_button, no_key = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
        turn = QWheelEvent(
            at, QPointF(control.mapToGlobal(at)), QPoint(), QPoint(0, -120), no_button, no_key,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(control, turn)
        assert (combo.currentText(), number.value()) == ("Made to measure", 0)
        assert not turn.isAccepted()
        assert control.focusPolicy() == Qt.FocusPolicy.StrongFocus
