"""Zoom buttons with the scale, and Zoom to fit."""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QSize, Qt, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from fatdesk.gui.canvas.canvas import STEP
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import label, tip

SCALES = (0.00888, 0.0888, 0.888, 3.888)
"""Scales whose texts are as wide as any."""


class Zoomable(Protocol):
    """A view with a scale."""

    theme: Theme

    @property
    def scaled(self) -> SignalInstance:
        """Emitted with a new scale."""

    def zoom(self, factor: float) -> None:
        """Larger or smaller."""

    def fit(self) -> None:
        """Show everything."""


class ZoomBox(QWidget):
    """Zoom by clicks; shows the scale as a number."""

    def __init__(self, canvas: Zoomable, stated: Callable[[float], str]) -> None:
        super().__init__()
        self._canvas = canvas
        px = canvas.theme.px
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(px(2))
        self._buttons: dict[str, QToolButton] = {}
        self._text = label("", "text2")
        self._text.setObjectName("scale")
        metrics = self._text.fontMetrics()
        widest = max(metrics.horizontalAdvance(stated(scale)) for scale in SCALES)
        self._text.setMinimumWidth(widest + px(4))
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for name, words, run in (
            ("minus", "Zoom out (−)", lambda: canvas.zoom(1 / STEP)),
            ("plus", "Zoom in (+)", lambda: canvas.zoom(STEP)),
            ("fit", "Fit (F)", canvas.fit),
        ):
            button = QToolButton()
            button.setToolTip(tip(words))
            button.setAccessibleName(words)
            button.setIconSize(QSize(px(18), px(18)))
            button.clicked.connect(run)
            self._buttons[name] = button
        line.addWidget(self._buttons["minus"])
        line.addWidget(self._text)
        line.addWidget(self._buttons["plus"])
        line.addWidget(self._buttons["fit"])
        canvas.scaled.connect(lambda scale: self._text.setText(stated(scale)))
        canvas.theme.changed.connect(self._look)
        self._look()

    def _look(self) -> None:
        theme = self._canvas.theme
        for name, button in self._buttons.items():
            button.setIcon(icon(theme, name, theme.px(18)))
