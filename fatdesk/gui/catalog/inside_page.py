"""Internal network of a modular switch: chips of line cards and boards, and the links between them."""

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fatdesk.engine.catalog.configuration import Tree, inner_tree
from fatdesk.engine.catalog.parts import AnyPart, ModularSwitch
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.widgets.numbers import counted
from fatdesk.gui.widgets.plain_text import label

BOX, TALL, WIDEST = 34, 320, 120
NONE = (
    "The internal network is unknown or contradictory: enter the chips of cards and boards on the Part tab, "
    "and the boards on Ports and cards."
)


class Chip(NamedTuple):
    """A row of the table: a line card."""

    name: str
    outward: int
    inward: int
    least: int
    most: int
    """Minimum and maximum number of links to a board."""


def chips_of(tree: Tree) -> list[Chip]:
    """Return the line cards of an internal tree."""
    counts = _counts(tree)
    return [
        Chip(f"Card {n + 1}", tree.outward, tree.inward, int(row.min()), int(row.max()))
        for n, row in enumerate(counts)
    ]


def _counts(tree: Tree) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    """Return the number of links between each card and each board."""
    ends, _ = tree.links()
    made = np.zeros((tree.cards, tree.boards), np.int64)
    np.add.at(made, (ends[:, 0], ends[:, 1] - tree.cards), 1)
    return made


class InnerTree(QWidget):
    """Drawing of the internal network."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._tree: Tree | None = None
        self.setFixedHeight(desk.theme.px(TALL))
        self.setAccessibleName("Chips inside")

    def show_tree(self, tree: Tree | None) -> None:
        """Show a tree, or nothing."""
        self._tree = tree
        if tree is not None:
            self.setAccessibleDescription(
                f"{counted(tree.cards, 'card')} with {tree.outward} ports outward and {tree.inward} inward, "
                f"{counted(tree.boards, 'board')} of {tree.board_ports} ports"
            )
        self.update()

    def _boxes(self, count: int, top: float) -> list[QRectF]:
        px = self._desk.theme.px
        pitch = self.width() / count
        wide = min(px(WIDEST), pitch - px(6))
        return [QRectF((n + 0.5) * pitch - wide / 2, top, wide, px(BOX)) for n in range(count)]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint boards, cards, and a line for each connected pair with its number of links."""
        tree = self._tree
        if tree is None:
            return
        theme, px = self._desk.theme, self._desk.theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        boards = self._boxes(tree.boards, px(24))
        cards = self._boxes(tree.cards, self.height() - px(BOX) - px(40))
        counts = _counts(tree)
        for card, row in zip(cards, counts.tolist(), strict=True):
            for board, count in zip(boards, row, strict=True):
                if count:
                    painter.setPen(QPen(theme.colour("text3"), 1 + min(4.0, float(np.log2(count)))))
                    painter.drawLine(
                        QPointF(card.center().x(), card.top()), QPointF(board.center().x(), board.bottom())
                    )
        drawing = theme.tokens.drawing
        free = tree.board_ports - (tree.cards * tree.inward) // tree.boards
        self._paint(painter, boards, "Board", (drawing.core.fill, drawing.core.stroke, drawing.core.text))
        self._paint(painter, cards, "Card", (drawing.edge.fill, drawing.edge.stroke, drawing.edge.text))
        painter.setPen(theme.colour("text2"))
        painter.setFont(theme.font(12))
        each = sorted({count for row in counts.tolist() for count in row})
        spare = f", {free} free" if free else ""
        painter.drawText(
            QRectF(0, 0, self.width(), px(20)),
            Qt.AlignmentFlag.AlignCenter,
            f"{counted(tree.boards, 'board')} of {tree.board_ports} ports{spare}",
        )
        painter.drawText(
            QRectF(0, self.height() - px(34), self.width(), px(30)),
            Qt.AlignmentFlag.AlignCenter,
            f"{counted(tree.cards, 'card')}, each {tree.outward} ports outward and {tree.inward} inward: "
            f"{' or '.join(map(str, each))} to each board",
        )
        painter.end()

    def _paint(
        self, painter: QPainter, boxes: list[QRectF], word: str, colours: tuple[str, str, str]
    ) -> None:
        theme, px = self._desk.theme, self._desk.theme.px
        fill, stroke, text = colours
        roomy = bool(boxes) and boxes[0].width() >= px(56)
        painter.setFont(theme.strong(12 if roomy else 10))
        for number, box in enumerate(boxes, 1):
            painter.setPen(QPen(QColor(stroke), 1.2))
            painter.setBrush(QColor(fill))
            painter.drawRoundedRect(box, px(3), px(3))
            painter.setPen(QColor(text))
            if box.width() >= px(18):
                text = f"{word} {number}" if roomy else str(number)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class InsidePage(QWidget):
    """Tab with the internal network: drawing and table."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "base")
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(14), px(20), px(16))
        column.setSpacing(px(10))
        self.drawing = InnerTree(desk)
        self.nothing = label(NONE, "text2")
        self.nothing.setWordWrap(True)
        self.model: RowsModel[Chip] = RowsModel(
            (
                Column("Chip", 120, lambda chip: chip.name, stretch=True),
                Column("Ports outward", 120, lambda chip: str(chip.outward), number=True),
                Column("Ports inward", 120, lambda chip: str(chip.inward), number=True),
                Column(
                    "Links to each board",
                    150,
                    lambda chip: (
                        str(chip.most) if chip.least == chip.most else f"{chip.least} to {chip.most}"
                    ),
                    number=True,
                ),
            ),
            self,
        )
        self.table = Table(desk, self.model, "Chips inside")
        self.table.setObjectName("table-chips")
        for widget in (self.nothing, self.drawing):
            column.addWidget(widget)
        column.addWidget(self.table, 1)
        self.rest = QWidget()
        column.addWidget(self.rest, 1)

    def fits(self, part: AnyPart) -> bool:
        """Return whether a part has an internal network."""
        return isinstance(part, ModularSwitch)

    def title(self, part: AnyPart) -> str:
        """Return the title of the tab."""
        del part
        return "Inside"

    def show_part(self, part: AnyPart, *, read_only: bool) -> None:
        """Show the tree of the fully equipped switch."""
        del read_only
        assert isinstance(part, ModularSwitch)
        tree = inner_tree(part, part.slots, part.cards[0].name)
        self.drawing.show_tree(tree)
        self.model.show(chips_of(tree) if tree is not None else [])
        self.drawing.setVisible(tree is not None)
        self.table.setVisible(tree is not None)
        self.nothing.setVisible(tree is None)
        self.rest.setVisible(tree is None)
