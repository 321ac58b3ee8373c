"""The front of a modular switch: a row for each slot with the ports of its card, and the boards below."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from fatdesk.engine.catalog.configuration import Configuration
from fatdesk.engine.catalog.parts import Card, ModularSwitch, links_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.numbers import counted, money

ROW, LEAST, GAP, EDGE, BOARD = 24, 12, 3, 12, 36
MOST_PORTS = 72
"""More ports of a card are told by their number alone."""
ROOM = 460
"""No higher than this; with many slots their rows get lower."""


class Chassis(QWidget):
    """What is fitted in a configuration, and what another card would bring."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._part: ModularSwitch | None = None
        self._card: Card | None = None
        self._fitted = 0
        self.setAccessibleName("Front of the chassis")

    def show_part(self, part: ModularSwitch, made: Configuration) -> None:
        """Show a configuration."""
        self._part, self._fitted = part, made.cards
        self._card = next((card for card in part.cards if card.name == made.card), part.cards[0])
        ports = links_of(self._card.ports)
        boards = ", ".join(f"{board.count} x {board.name}" for board in part.fixed)
        self.setAccessibleDescription(
            f"{made.cards} of {part.slots} slots hold {made.card} with {ports} ports each; {boards}"
        )
        self.setFixedHeight(self._height())
        self.update()

    def sizeHint(self) -> QSize:
        """As high as its slots."""
        return QSize(self._desk.theme.px(560), self._height() if self._part else 0)

    def _row(self) -> int:
        assert self._part is not None
        px = self._desk.theme.px
        return max(px(LEAST), min(px(ROW), (px(ROOM) - px(BOARD)) // self._part.slots - px(GAP)))

    def _height(self) -> int:
        if self._part is None:
            return 0
        px = self._desk.theme.px
        below = px(BOARD) + px(GAP) if self._part.fixed else 0
        return 2 * px(EDGE) + self._part.slots * (self._row() + px(GAP)) + below

    def paintEvent(self, event: QPaintEvent) -> None:
        """The frame, the slots, the boards."""
        part, card = self._part, self._card
        if part is None or card is None:
            return
        theme, px = self._desk.theme, self._desk.theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("text2"), 1.5))
        painter.setBrush(theme.colour("panel"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), px(5), px(5))
        left, wide, high = px(EDGE), self.width() - 2 * px(EDGE), self._row()
        for slot in range(part.slots):
            space = QRectF(left, px(EDGE) + slot * (high + px(GAP)), wide, high)
            if slot < self._fitted:
                self._paint_card(painter, space, slot, card)
            else:
                self._paint_empty(painter, space, slot, card)
        self._paint_boards(painter, px(EDGE) + part.slots * (high + px(GAP)), part)
        painter.end()

    def _paint_card(self, painter: QPainter, space: QRectF, slot: int, card: Card) -> None:
        theme, px, colours = self._desk.theme, self._desk.theme.px, self._desk.theme.tokens.drawing.core
        painter.setPen(QPen(QColor(colours.stroke), 1.2))
        painter.setBrush(QColor(colours.fill))
        painter.drawRoundedRect(space, px(3), px(3))
        painter.setPen(QColor(colours.text))
        ports = links_of(card.ports)
        painter.setFont(theme.strong(12 if space.height() >= px(18) else 10))
        self._write(painter, space, px(8), f"Slot {slot + 1}")
        painter.setFont(theme.font(12 if space.height() >= px(18) else 10))
        self._write(painter, space, px(72), f"{ports} ports")
        cages = sum(group.count for group in card.ports)
        if cages > MOST_PORTS:
            return
        start, pitch = space.left() + px(150), (space.width() - px(162)) / cages
        painter.setBrush(theme.colour("base"))
        painter.setPen(QPen(QColor(colours.stroke), 1))
        tall = min(px(11), space.height() - px(6))
        for number in range(cages):
            at = start + number * pitch
            painter.drawRect(QRectF(at, space.center().y() - tall / 2, max(2.0, pitch - px(3)), tall))

    def _paint_empty(self, painter: QPainter, space: QRectF, slot: int, card: Card) -> None:
        theme, px = self._desk.theme, self._desk.theme.px
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("line2"), 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(space, px(3), px(3))
        painter.setPen(theme.colour("text3"))
        painter.setFont(theme.font(12 if space.height() >= px(18) else 10))
        price = card.price
        cost = "" if price is None or price.amount is None else f"{price.currency} {money(price.amount)} and "
        self._write(painter, space, px(8), f"Slot {slot + 1}")
        self._write(painter, space, px(72), f"empty · + {cost}{counted(links_of(card.ports), 'port')}")

    def _paint_boards(self, painter: QPainter, top: float, part: ModularSwitch) -> None:
        theme, px = self._desk.theme, self._desk.theme.px
        names = [
            (board.name, n, board.count) for board in part.fixed for n in range(1, min(board.count, 8) + 1)
        ]
        if not names:
            return
        left, wide = px(EDGE), (self.width() - 2 * px(EDGE)) / len(names)
        painter.setFont(theme.strong(12 if len(names) <= 4 else 10))
        for number, (name, n, count) in enumerate(names):
            space = QRectF(left + number * wide, top, wide - px(6), px(BOARD) - px(4))
            painter.setPen(QPen(theme.colour("line2"), 1))
            painter.setBrush(theme.colour("hover"))
            painter.drawRoundedRect(space, px(3), px(3))
            painter.setPen(theme.colour("text2"))
            words = f"{name} {n} · always fitted"
            if painter.fontMetrics().horizontalAdvance(words) > space.width() - px(8):
                words = f"{name} {n}"
            if n == 8 and count > 8:
                words = f"{name} 8 to {count}"
            words = painter.fontMetrics().elidedText(
                words, Qt.TextElideMode.ElideRight, int(space.width() - 8)
            )
            painter.drawText(space, Qt.AlignmentFlag.AlignCenter, words)

    def _write(self, painter: QPainter, space: QRectF, left: int, text: str) -> None:
        aside = space.adjusted(left, 0, 0, 0)
        painter.drawText(aside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
