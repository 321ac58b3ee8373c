"""What hands do to the window: drag, click, type into fields and cells, press keys."""

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QLineEdit

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


def move(canvas, pos, keys=NONE, buttons=LEFT):
    """Move the pointer, with keys held, which QTest cannot do."""
    port, spot = canvas.viewport(), QPointF(pos)
    event = QMouseEvent(
        QEvent.Type.MouseMove, spot, port.mapToGlobal(spot), Qt.MouseButton.NoButton, buttons, keys
    )
    QApplication.sendEvent(port, event)


def drag(qtbot, canvas, start, stop, keys=NONE):
    """Press, move in some steps, let go."""
    qtbot.mousePress(canvas.viewport(), LEFT, pos=start)
    for step in range(1, 9):
        move(canvas, (QPointF(start) + (QPointF(stop) - QPointF(start)) * step / 8).toPoint(), keys)
    qtbot.mouseRelease(canvas.viewport(), LEFT, keys, pos=stop)


def click(qtbot, canvas, pos):
    """Move there and click."""
    move(canvas, pos, buttons=Qt.MouseButton.NoButton)
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=pos)


def type_in(qtbot, field, text):
    """Another text in a field, and Enter."""
    assert isinstance(field, QLineEdit)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def type_in_cell(qtbot, table, index, text):
    """F2 in a cell of a table or a tree, another text, Enter."""
    table.setFocus()
    table.setCurrentIndex(index)
    qtbot.keyClick(table, Qt.Key.Key_F2)
    field = table.viewport().findChildren(QLineEdit)[-1]
    type_in(qtbot, field, text)
    qtbot.waitUntil(lambda: table.state() == table.State.NoState)


def press(qtbot, window, key, keys=Qt.KeyboardModifier.ControlModifier):
    """A shortcut of the window."""
    qtbot.keyClick(window, key, keys)


def click_line(qtbot, table, line, keys=NONE):
    """A click on a line of a table, in its first column."""
    table.executeDelayedItemsLayout()
    table.scrollTo(table.rows.index(line, 0))
    place = table.visualRect(table.rows.index(line, table.first_column())).center()
    qtbot.mouseClick(table.viewport(), LEFT, keys, place)


def choose(combo, text):
    """Choose an entry of a list by its text, as a user does."""
    choose_at(combo, combo.findText(text))


def choose_at(combo, number):
    """Choose an entry of a list by its place."""
    assert 0 <= number < combo.count()
    combo.setCurrentIndex(number)
    combo.activated.emit(number)
