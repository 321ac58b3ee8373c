"""What every workspace is to the window."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.session import Thing


class Workspace(QWidget):
    """A view over the session: a tool bar above, its content below.

    Only what is on view is brought up to date; the rest waits until it is shown.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk, self.session, self.theme = desk, desk.session, desk.theme
        self._stale = True
        self.focus_first: QWidget | None = None
        px = desk.theme.px
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        bar = QWidget()
        bar.setProperty("role", "toolbar")
        bar.setFixedHeight(px(40))
        self.bar = QHBoxLayout(bar)
        self.bar.setContentsMargins(px(8), 0, px(8), 0)
        self.bar.setSpacing(px(8))
        self.column.addWidget(bar)
        self.session.opened.connect(self.outdate)
        self.session.changed.connect(self.outdate)
        self.session.selected.connect(self._selected)
        self.theme.changed.connect(self.repaint_all)

    def outdate(self, *_: object) -> None:
        """What is shown belongs to an earlier project; refresh now or when next shown."""
        self._stale = True
        if self.isVisible() and self.session.is_open:
            self.bring_up_to_date()

    def bring_up_to_date(self) -> None:
        """Refresh when something has changed since."""
        if self._stale and self.session.is_open:
            self._stale = False
            self.refresh()
            self.follow(self.session.selection)

    def _selected(self, things: tuple[Thing, ...]) -> None:
        if self.isVisible() and self.session.is_open and not self._stale:
            self.follow(things)

    def showEvent(self, event: object) -> None:  # noqa: N802
        """Come up to date when shown."""
        if self._stale:
            self.bring_up_to_date()
        elif self.session.is_open:
            self.follow(self.session.selection)

    def repaint_all(self) -> None:
        """Paint again in other colours."""
        self.update()
        for child in self.findChildren(QWidget):
            child.update()

    def refresh(self) -> None:
        """Show the present project."""
        raise NotImplementedError

    def follow(self, things: tuple[Thing, ...]) -> None:
        """Show what is selected."""
        raise NotImplementedError

    def find_in_view(self) -> None:
        """Put the cursor where one searches in this view."""

    def copy(self) -> None:
        """Copy the selection as a table."""
