"""The length of a cable as one bar: its parts on the length that is ordered, hatched what is left over."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from fatdesk.engine.cabling.wiring_list import Length
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.theme.tokens import Tokens
from fatdesk.gui.widgets.numbers import metres
from fatdesk.gui.widgets.plain_text import tip

BAR, CAPTION = 10, 18
"""Heights in pixels."""


class Part(NamedTuple):
    """A part of a length: its name, the figure, and its colour in a theme."""

    title: str
    um: Callable[[Length], int | None]
    colour: Callable[[Tokens], str]


PARTS = (
    Part("Route in trays", lambda length: length.route_um, lambda tokens: tokens.accent),
    Part("Vertical, both ends", lambda length: length.vertical_um, lambda tokens: tokens.drawing.core.stroke),
    Part("To rack sides", lambda length: length.side_um, lambda tokens: tokens.drawing.edge.stroke),
    Part("To ports, in depth", lambda length: length.depth_um, lambda tokens: tokens.drawing.host.stroke),
    Part("Slack", lambda length: length.slack_um, lambda tokens: tokens.warn_fill),
    Part("Tolerance", lambda length: length.tolerance_um, lambda tokens: tokens.wall),
)
"""What a computed length is the sum of, in the order in which it is told."""


class LengthBar(QWidget):
    """One bar from 0 to the ordered length; of a cable that is too short, to the length that it needs."""

    def __init__(self, theme: Theme, length: Length) -> None:
        super().__init__()
        self._theme = theme
        self._parts = [(part, part.um(length) or 0) for part in PARTS]
        self.needed_um = sum(um for _, um in self._parts)
        self.ordered_um = length.ordered_um
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Length of the cable in parts")
        lines = [f"{part.title} {metres(um)} m" for part, um in self._parts if um]
        lines.append(self.words)
        self.setAccessibleDescription(", ".join(lines))
        self.setToolTip(tip("\n".join(lines)))

    @property
    def left_um(self) -> int:
        """What is left over; below zero what is missing."""
        return 0 if self.ordered_um is None else self.ordered_um - self.needed_um

    @property
    def words(self) -> str:
        """What is ordered, and what comes of it."""
        if self.ordered_um is None:
            return "no length ordered"
        told = f"{metres(self.ordered_um)} m ordered"
        if self.left_um < 0:
            return f"{told}, {metres(-self.left_um)} m too short"
        return f"{told}, {metres(self.left_um)} m left over"

    def sizeHint(self) -> QSize:
        """The bar, and the words under it."""
        return QSize(self._theme.px(200), self._theme.px(BAR + CAPTION))

    def pieces(self) -> list[tuple[str, QRectF]]:
        """Titles and places of all parts that there are, with what is left over or missing last."""
        whole = max(self.needed_um, self.ordered_um or 0)
        if not whole:
            return []
        per_um, high = self.width() / whole, self._theme.px(BAR)
        found, x = [], 0.0
        for part, um in self._parts:
            if um:
                found.append((part.title, QRectF(x, 0, um * per_um, high)))
                x += um * per_um
        if self.left_um > 0:
            found.append(("Left over", QRectF(x, 0, self.width() - x, high)))
        elif self.left_um < 0:
            short = -self.left_um * per_um
            found.append(("Too short", QRectF(self.width() - short, 0, short, high)))
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """The parts, a hair apart, then 0 and the ordered length."""
        theme, px = self._theme, self._theme.px
        colours = {part.title: part.colour(theme.tokens) for part in PARTS}
        painter = QPainter(self)
        for title, place in self.pieces():
            inner = place.adjusted(0, 0, -1, 0) if place.width() > px(3) else place
            if title in colours:
                painter.fillRect(inner, QColor(colours[title]))
                continue
            ink = theme.colour("field" if title == "Left over" else "error")
            painter.fillRect(inner, theme.colour("base"))
            painter.fillRect(inner, QBrush(ink, Qt.BrushStyle.BDiagPattern))
            painter.setPen(QPen(ink, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(inner.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setFont(theme.font(11))
        under = QRectF(0, px(BAR), self.width(), px(CAPTION))
        painter.setPen(theme.colour("text3"))
        painter.drawText(under, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), "0 m")
        painter.setPen(theme.colour("error" if self.left_um < 0 else "text3"))
        words = self.words.split(", ")[-1] if self.left_um < 0 else self.words.split(", ")[0]
        painter.drawText(under, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), words)
        painter.end()


class Swatch(QWidget):
    """A square in the colour of a part, beside its row."""

    def __init__(self, theme: Theme, colour: str) -> None:
        super().__init__()
        self._side, self.colour = theme.px(8), QColor(colour)
        self.setFixedSize(self._side, self._side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """All of it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.colour)
        painter.end()
