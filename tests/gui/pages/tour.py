"""The cards of the tour."""

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from tests.gui.pages.page import Page


class Tour(Page):
    """The card in view."""

    NAME = "tour"

    def __init__(self, window):
        super().__init__(window)
        self._window = window

    @property
    def title(self):
        return self.text("tour-title")

    @property
    def count(self):
        return self.text("tour-count")

    @property
    def box(self):
        """Where the card is in the window."""
        return QRect(self.widget.mapTo(self._window, QPoint(0, 0)), self.widget.size())

    def place(self, name):
        """Where a part of the card is in the window."""
        part = self._named(self.widget, QWidget, name)
        return QRect(part.mapTo(self._window, QPoint(0, 0)), part.size())

    @property
    def ring(self):
        """Where the frame around the control is in the window."""
        return self._named(self._window, QWidget, "tour-ring").geometry()

    @property
    def is_waiting(self):
        """Whether the card is about to follow its control."""
        return self.widget._later.isActive()

    @property
    def has_keys(self):
        return self.widget.isAncestorOf(QApplication.focusWidget())

    def is_around(self, control):
        """Whether the frame is just around a control."""
        return self.ring.contains(QRect(control.mapTo(self._window, QPoint(0, 0)), control.size()))
