"""Page objects: what a test sees and does in a part of the window, found by the names of its controls.

A test says what it does through a page; where the window puts a control is known here alone.

Object names are short words with hyphens, unique inside their workspace, panel or dialog: a control by what
it does (``filter``, ``clear``, ``copy``, ``import-list``), a label by what it says (``count``, ``total``),
one of a kind by kind and name (``tool-tray``, ``field-Width``, ``figure-Cost``, ``table-wiring list``).
Kits name what is in all of them: ``foot``, ``columns``, ``chip``, ``banner-text``, ``accept``.
"""

import time

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QWidget

from tests.patience import PATIENCE_S

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


class Page:
    """A part of the window: the widget itself, or the one of that name inside."""

    NAME = ""

    def __init__(self, inside):
        self.widget = inside if inside.objectName() == self.NAME else self._named(inside, QWidget, self.NAME)

    @staticmethod
    def _named(inside, kind, name):
        found = inside.findChild(kind, name)
        assert found is not None, f"there is no {kind.__name__} named {name!r} in {inside.objectName()!r}"
        return found

    def find(self, kind, name):
        """The control of a name; the test fails where there is none."""
        return self._named(self.widget, kind, name)

    @property
    def is_visible(self):
        return self.widget.isVisible()

    def text(self, name):
        """What a label says."""
        return self.find(QLabel, name).text()

    def button(self, name):
        return self.find(QAbstractButton, name)

    def click(self, name, keys=NONE):
        """A click in the middle of a control."""
        control = self.find(QWidget, name)
        QTest.mouseClick(control, LEFT, keys, control.rect().center())

    def enter(self, name, text):
        """Replace what is in a field by keys, and press Enter."""
        field = self.find(QLineEdit, name)
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)


def until(holds):
    """Let the program work until a condition holds."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "the condition never held"
        QTest.qWait(5)


def control(kind, name):
    """A control by its name, as an attribute of a page; it is found again each time."""
    return property(lambda page: page.find(kind, name))


def press(widget, keys):
    """Press a shortcut as it is written: ``Ctrl+Z``."""
    QTest.keySequence(widget, QKeySequence(keys))


def middle_of(view, index):
    """The middle of a cell on view."""
    view.scrollTo(index)
    return QPoint(view.visualRect(index).center())
