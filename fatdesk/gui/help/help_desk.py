"""F1 in every window and dialog: opens the page of the pane in focus."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from fatdesk.core.documentation import START, Place
from fatdesk.gui.desk import Desk
from fatdesk.gui.help.places import place_of
from fatdesk.gui.menus.actions import BY_ID

if TYPE_CHECKING:
    from fatdesk.gui.help.help_window import HelpWindow

_KNOWN = "help-key"
"""Property of the dialogs that have the key."""


class HelpDesk(QObject):
    """Opens the documentation for one window and its dialogs.

    Parameters
    ----------
    view
        Returns the pane that counts where the focus is on none, such as in a menu.
    """

    def __init__(self, window: QWidget, desk: Desk, view: Callable[[], QWidget | None]) -> None:
        super().__init__(window)
        self._window, self._desk, self._view = window, desk, view
        self._shown: HelpWindow | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    @property
    def place(self) -> Place:
        """The place of the pane in focus."""
        return place_of(QApplication.focusWidget()) or place_of(self._view()) or Place(START)

    def open_for_pane(self) -> None:
        """Show the page of the pane in focus."""
        self.open(self.place)

    def open(self, place: Place | None = None) -> "HelpWindow":
        """Show a page; none: the one that was shown last, or the first."""
        if self._shown is None:
            from fatdesk.gui.help.help_window import HelpWindow  # with the first page, to start sooner

            self._shown = HelpWindow(self._desk, self._window)
        self._shown.open(place)
        return self._shown

    def close(self) -> None:
        """Close the help window."""
        if self._shown is not None:
            self._shown.close()

    def _follow(self, _: QWidget | None, now: QWidget | None) -> None:
        """Give F1 to a dialog of the window that gets the focus for the first time."""
        if now is None or not isValid(self._window):
            return
        top = now.window()
        if top in (self._window, self._shown) or top.property(_KNOWN):
            return
        owner: QWidget | None = top
        while owner is not None and owner is not self._window:
            owner = owner.parentWidget()
        if owner is not None:
            top.setProperty(_KNOWN, True)
            QShortcut(QKeySequence(BY_ID["help"].shortcut), top).activated.connect(self.open_for_pane)
