"""Conditions of a filter as small buttons with a cross to remove them."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.tables.filtering import Term
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.widgets.plain_text import menu_text, tip

LONGEST = 34
SIDE, GAP = 8, 6
"""Pixels at 100 %: at the sides, and between chips."""


class Chips(QWidget):
    """The chips in rows, as many as their width needs; ``changed`` states that one came or went."""

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.terms: list[Term] = []
        self.buttons: list[QToolButton] = []
        desk.theme.changed.connect(self._make)
        self.hide()

    def add(self, terms: Iterable[Term]) -> None:
        """Put conditions after those there are; one twice is one."""
        new = [term for term in dict.fromkeys(terms) if term not in self.terms]
        if new:
            self._take([*self.terms, *new])

    def clear(self) -> None:
        """Take all away."""
        if self.terms:
            self._take([])

    def _take(self, terms: list[Term]) -> None:
        self.terms = terms
        self._make()
        self.changed.emit()

    def _make(self) -> None:
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        px = self._desk.theme.px
        self.buttons = []
        for term in self.terms:
            button = QToolButton(self)
            told = term.told if len(term.told) <= LONGEST else f"{term.told[: LONGEST - 1]}…"
            button.setText(menu_text(told))
            button.setProperty("kind", "chip")
            button.setIcon(icon(self._desk.theme, "close", px(12)))
            button.setIconSize(QSize(px(12), px(12)))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            button.setToolTip(tip(f"{term.told}\nClick to remove it"))
            button.setAccessibleName(f"Remove {term.told}")
            button.clicked.connect(
                lambda _=False, term=term: self._take([some for some in self.terms if some != term])
            )
            button.show()
            self.buttons.append(button)
        self.setVisible(bool(self.terms))
        self._arrange()

    def _arrange(self) -> None:
        """Put each chip, at its full width, after the one before, or into the next row."""
        px = self._desk.theme.px
        x, y, high = px(SIDE), px(GAP), 0
        for button in self.buttons:
            size = button.sizeHint()
            if x > px(SIDE) and x + size.width() > self.width() - px(SIDE):
                x, y = px(SIDE), y + high + px(GAP)
            button.setGeometry(x, y, size.width(), size.height())
            x, high = x + size.width() + px(GAP), max(high, size.height())
        self.setFixedHeight(y + high + px(GAP))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the chips for the new width."""
        super().resizeEvent(event)
        self._arrange()
