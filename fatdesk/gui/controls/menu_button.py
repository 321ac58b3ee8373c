"""A button of a tool bar that opens a menu: one of several, or several to tick."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QToolButton

from fatdesk.gui.desk import Desk
from fatdesk.gui.theme.icons import icon, picture
from fatdesk.gui.widgets.plain_text import menu_text, tip


class TickMenu(QMenu):
    """A menu that stays open while boxes are ticked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A box is ticked, anything else closes."""
        under = self.actionAt(event.position().toPoint())
        boxes = [some for some in self.actions() if some is under and some.isCheckable()]
        if not boxes:
            super().mouseReleaseEvent(event)
        for box in boxes:
            box.trigger()


class MenuButton(QToolButton):
    """Icon, text, and a menu below."""

    def __init__(self, desk: Desk, picture: str, text: str, hint: str) -> None:
        super().__init__()
        self._desk, self._picture = desk, picture
        self.setText(text)
        self.setToolTip(tip(hint))
        self.setAccessibleName(hint)
        self.setProperty("kind", "menu")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFixedHeight(desk.theme.px(28))
        desk.theme.changed.connect(self.look)
        self.look()

    def look(self) -> None:
        """Take the icon from the theme."""
        self.setIcon(icon(self._desk.theme, self._picture, self._desk.theme.px(16)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The button, then an arrow in the colours of the theme."""
        super().paintEvent(event)
        px = self._desk.theme.px
        painter = QPainter(self)
        arrow = picture(self._desk.theme, "down", "text2", px(12))
        painter.drawPixmap(self.width() - px(18), (self.height() - px(12)) // 2, arrow)
        painter.end()


class OneOf(MenuButton):
    """Says which of several is taken, and lets another be taken."""

    def __init__(
        self, desk: Desk, picture: str, hint: str, titles: Sequence[str], take: Callable[[int], object]
    ) -> None:
        super().__init__(desk, picture, titles[0], hint)
        self._take, self._titles = take, tuple(titles)
        self.choices = QMenu(self)
        group = QActionGroup(self.choices)
        self.picks: list[QAction] = []
        for number, title in enumerate(titles):
            action = self.choices.addAction(menu_text(title))
            action.setCheckable(True)
            action.setChecked(not number)
            action.triggered.connect(lambda _=False, number=number: self.pick(number))
            group.addAction(action)
            self.picks.append(action)
        self.setMenu(self.choices)

    def pick(self, number: int) -> None:
        """Take one."""
        self.picks[number].setChecked(True)
        self.setText(self._titles[number])
        self._take(number)
