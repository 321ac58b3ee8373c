"""Empty views: a placeholder with the purpose, and a card with buttons for the first step."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import label


class EmptyPage(QWidget):
    """Title, text and buttons, the first of which is the primary one.

    The text is wrapped at ``widest`` pixels. An optional picture is above the title where there is room for
    it, optional widgets with further explanation are below the buttons.
    """

    def __init__(
        self,
        theme: Theme,
        title: str,
        words: str,
        buttons: Sequence[QPushButton],
        *,
        widest: int,
        picture: QWidget | None = None,
        below: Sequence[QWidget] = (),
    ) -> None:
        super().__init__()
        px, middle = theme.px, Qt.AlignmentFlag.AlignHCenter
        self.setProperty("role", "base")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = self._column = QVBoxLayout(self)
        self._picture = picture
        column.setContentsMargins(px(20), px(12), px(20), px(12))
        column.setSpacing(px(12))
        column.addStretch(2)
        if picture is not None:
            column.addWidget(picture, 0, middle)
        head, text = label(title), label(words, "text2")
        head.setFont(theme.strong(20))
        text.setFont(theme.font(14))
        text.setWordWrap(True)
        text.setMaximumWidth(px(widest))
        head.setAlignment(middle)
        text.setAlignment(middle)
        column.addWidget(head)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(text, 8)
        line.addStretch(1)
        column.addLayout(line)
        row = QHBoxLayout()
        row.setSpacing(px(8))
        row.addStretch(1)
        for button in buttons:
            row.addWidget(button)
        row.addStretch(1)
        buttons[0].setProperty("kind", "primary")
        column.addLayout(row)
        for widget in below:
            column.addWidget(widget, 0, middle)
        column.addStretch(3)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the picture where there is room for it."""
        super().resizeEvent(event)
        if self._picture is None:
            return
        high = max(self._picture.minimumHeight(), self._picture.sizeHint().height())
        own = high + self._column.spacing()
        needed = self._column.minimumHeightForWidth(self.width())
        rest = needed if self._picture.isHidden() else needed - own
        self._picture.setVisible(rest + own <= self.height())


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
        high = self.heightForWidth(wide)  # with the border
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
