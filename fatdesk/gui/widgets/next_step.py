"""Sentence and buttons in an empty drawing or list, for the first step."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import label

WIDEST = 520
"""Width at which the sentence is wrapped in pixels."""


class NextStep(QFrame):
    """A sentence and buttons over an empty view, no larger than they are; ``asked`` carries an action's id.

    Parameters
    ----------
    over
        The drawing, list or page in whose middle it is.
    buttons
        Text of each button with the id of its action; the first is the primary one.
    """

    asked = Signal(str)

    def __init__(self, theme: Theme, over: QWidget, buttons: Sequence[tuple[str, str]]) -> None:
        super().__init__(over)
        self._theme, self._over = theme, over
        self.setObjectName("next-step")
        self.setProperty("role", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        px, middle = theme.px, Qt.AlignmentFlag.AlignHCenter
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(16), px(20), px(16))
        column.setSpacing(px(12))
        self.words = label("", "text2")
        self.words.setFont(theme.font(14))
        self.words.setWordWrap(True)
        self.words.setAlignment(middle)
        column.addWidget(self.words)
        row = QHBoxLayout()
        row.setSpacing(px(8))
        row.addStretch(1)
        self.buttons: dict[str, QPushButton] = {}
        for text, action in buttons:
            button = self.buttons[action] = QPushButton(text)
            button.setObjectName(f"next-{action}")
            button.clicked.connect(lambda _=False, action=action: self.asked.emit(action))
            row.addWidget(button)
        row.addStretch(1)
        next(iter(self.buttons.values())).setProperty("kind", "primary")
        column.addLayout(row)
        self._watched = over.viewport() if isinstance(over, QAbstractScrollArea) else over
        self._watched.installEventFilter(self)
        self.hide()

    def show_words(self, words: str) -> None:
        """Show a sentence with the buttons; an empty one hides both."""
        self.words.setText(words)
        self.setAccessibleName(words)
        self.setVisible(bool(words))
        if words:
            self._place()
            self.raise_()

    def _place(self) -> None:
        room = self._watched.geometry() if self._watched is not self._over else self._over.rect()
        wide = min(room.width(), max(self._theme.px(WIDEST), self._column.minimumSize().width()))
        high = self._column.heightForWidth(wide)
        self.setGeometry(
            room.x() + (room.width() - wide) // 2,
            room.y() + max(0, (room.height() - high) // 2),
            wide,
            high,
        )

    def event(self, event: QEvent) -> bool:
        """Follow the size of texts and buttons."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self._place()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle."""
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return super().eventFilter(watched, event)
