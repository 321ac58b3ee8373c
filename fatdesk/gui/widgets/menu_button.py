"""Tool bar buttons that open a menu, to choose one item or to check several."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QActionGroup, QCursor, QMouseEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolButton, QWidget

from fatdesk.gui.theme.icons import icon, picture
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import menu_text, tip


class TickMenu(QMenu):
    """A menu that stays open while items are checked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._opened_at: QPoint | None = None
        """Position of the pointer when the menu opened, until the mouse is used in it."""

    def showEvent(self, event: QShowEvent) -> None:
        """Remember where the pointer is: a long menu may open under it."""
        self._opened_at = QCursor.pos()
        super().showEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """From now on a release is one of an item."""
        self._opened_at = None
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Toggle a checkable item without closing the menu; the click that opened it toggles none."""
        at, self._opened_at = self._opened_at, None
        moved = QPoint() if at is None else event.globalPosition().toPoint() - at
        if at is not None and moved.manhattanLength() < QApplication.startDragDistance():
            return
        under = self.actionAt(event.position().toPoint())
        boxes = [some for some in self.actions() if some is under and some.isCheckable()]
        if not boxes:
            super().mouseReleaseEvent(event)
        for box in boxes:
            box.trigger()


class MenuButton(QToolButton):
    """A button with icon, text and a drop-down menu."""

    def __init__(self, theme: Theme, picture: str, text: str, hint: str) -> None:
        super().__init__()
        self._theme = theme
        self.setText(text)
        self.setToolTip(tip(hint))
        self.setAccessibleName(hint)
        self.setProperty("kind", "menu")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFixedHeight(theme.px(28))
        self.setIcon(icon(theme, picture, theme.px(16)))

    def setMenu(self, menu: QMenu) -> None:
        """Open a menu; once it is closed the button is highlighted only while the pointer is over it."""
        super().setMenu(menu)
        menu.aboutToHide.connect(self._left, Qt.ConnectionType.QueuedConnection)

    def _left(self) -> None:
        """Learn that the pointer has left: Qt does not report it while a menu is open."""
        over = self.rect().contains(self.mapFromGlobal(QCursor.pos()))
        self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, over)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button, then the arrow in the colours of the theme."""
        super().paintEvent(event)
        px = self._theme.px
        painter = QPainter(self)
        arrow = picture(self._theme, "down", "text2", px(12))
        painter.drawPixmap(self.width() - px(18), (self.height() - px(12)) // 2, arrow)
        painter.end()


class ChoiceButton(MenuButton):
    """A button that shows the current choice, and offers all choices in its menu."""

    def __init__(
        self, theme: Theme, picture: str, hint: str, titles: Sequence[str], take: Callable[[int], object]
    ) -> None:
        super().__init__(theme, picture, titles[0], hint)
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
        """Select a choice and run the callback."""
        self.picks[number].setChecked(True)
        self.setText(self._titles[number])
        self._take(number)
