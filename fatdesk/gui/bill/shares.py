"""Shares of the known cost as one bar with its key; unpriced items are hatched."""

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from fatdesk.gui.bill.lines import TITLES, Entry
from fatdesk.gui.desk import Desk
from fatdesk.gui.theme.kinds import kind_colour
from fatdesk.gui.widgets.numbers import counted

NAMES = {
    "DAC": "Passive copper",
    "ACC": "Active copper",
    "AOC": "Active optical",
    "FIB": "Fibre",
    "SPL": "Splitters",
}


class Shares(QWidget):
    """Shares of the known prices as one bar with its key."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.parts: list[tuple[str, Decimal, str]] = []
        self.unpriced = 0
        self.currency = ""
        self.setFixedHeight(desk.theme.px(62))
        self.setAccessibleName("Shares of the cost")

    def show_entries(self, found: Sequence[Entry], currency: str) -> None:
        """Show the groups of a bill; cables by kind."""
        self.currency = currency
        sums: dict[tuple[str, str], Decimal] = defaultdict(Decimal)
        for entry in found:
            if entry.extended is None:
                continue
            title = NAMES[entry.kind] if entry.kind else TITLES.get(entry.line.category, entry.line.category)
            sums[title, entry.kind or entry.line.category] += entry.extended
        self.parts = [(title, amount, key) for (title, key), amount in sums.items() if amount]
        self.unpriced = len({entry.line.part for entry in found if entry.line.unit_price is None})
        self.update()

    def key_texts(self) -> list[str]:
        """Return the texts of the key: with amounts where there is room, else shares alone.

        The last one is that of the items without a price, where there are any.
        """
        total = sum((amount for _, amount, _ in self.parts), Decimal(0))
        shares = [(title, amount, f"{100 * amount / total:.0f} %") for title, amount, _ in self.parts]
        last = [f"{counted(self.unpriced, 'part')} without price"] if self.unpriced else []
        whole = [
            f"{title}   {self.currency} {amount:,.0f}   {share}" for title, amount, share in shares
        ] + last
        return whole if self._width(whole) <= self.width() else [f"{a}   {c}" for a, _, c in shares] + last

    def _width(self, texts: Sequence[str]) -> int:
        px, metrics = self._desk.theme.px, QFontMetrics(self._desk.theme.font(12))
        return px(16) + sum(px(15) + metrics.horizontalAdvance(text) + px(24) for text in texts)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Bar above, key below."""
        theme, px = self._desk.theme, self._desk.theme.px
        drawing = theme.tokens.drawing
        look = {
            "hosts": drawing.host.stroke,
            "enclosures": drawing.reserved.stroke,
            "switches": drawing.core.stroke,
            "racks": theme.tokens.wall,
            "transceivers": drawing.edge.stroke,
        }
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("base"))
        painter.setPen(theme.colour("line"))
        painter.drawLine(self.rect().bottomLeft(), self.rect().bottomRight())
        total = sum((amount for _, amount, _ in self.parts), Decimal(0))
        left, wide = float(px(16)), float(self.width() - px(32))
        hatch = wide * 0.1 if self.unpriced else 0.0
        x, key_x, key_y = left, left, px(46)
        painter.setFont(theme.font(12))
        texts = self.key_texts()
        for text, (_, amount, key) in zip(texts, self.parts, strict=False):
            colour = kind_colour(theme, key) if key.isupper() else look.get(key, drawing.host.stroke)
            share = float(amount / total)
            painter.fillRect(QRectF(x, px(12), max(1.0, share * (wide - hatch) - 1), px(11)), QBrush(colour))
            x += share * (wide - hatch)
            painter.fillRect(QRectF(key_x, key_y - px(8), px(9), px(9)), QBrush(colour))
            painter.setPen(theme.colour("text2"))
            painter.drawText(int(key_x) + px(15), key_y, text)
            key_x += px(15) + painter.fontMetrics().horizontalAdvance(text) + px(24)
        if self.unpriced:
            brush = QBrush(theme.colour("field"), Qt.BrushStyle.BDiagPattern)
            painter.fillRect(QRectF(x, px(12), left + wide - x, px(11)), brush)
            painter.fillRect(QRectF(key_x, key_y - px(8), px(9), px(9)), brush)
            painter.setPen(theme.colour("warn"))
            painter.drawText(int(key_x) + px(15), key_y, texts[-1])
        painter.end()
