"""Conditions of a filter as small buttons, each with a cross that takes it away."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.tables.filtering import Term
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.widgets.plain_text import menu_text, tip

LONGEST = 34


class Chips(QWidget):
    """The chips in a row; ``changed`` tells that one came or went."""

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.terms: list[Term] = []
        self.buttons: list[QToolButton] = []
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(desk.theme.px(6))
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
            self._line.removeWidget(button)
            button.deleteLater()
        px = self._desk.theme.px
        self.buttons = []
        for term in self.terms:
            button = QToolButton()
            told = term.told if len(term.told) <= LONGEST else f"{term.told[: LONGEST - 1]}…"
            button.setText(menu_text(told))
            button.setProperty("kind", "chip")
            button.setIcon(icon(self._desk.theme, "close", px(12)))
            button.setIconSize(QSize(px(12), px(12)))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            button.setToolTip(tip(f"{term.told}\nClick to take it away"))
            button.setAccessibleName(f"Take away {term.told}")
            button.clicked.connect(
                lambda _=False, term=term: self._take([some for some in self.terms if some != term])
            )
            self._line.addWidget(button)
            self.buttons.append(button)
        self.setVisible(bool(self.terms))
