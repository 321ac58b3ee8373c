"""Placeholder of an empty view: its purpose, and buttons for the first step."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

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
