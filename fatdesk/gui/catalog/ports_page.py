"""Ports of a part; of a modular switch the front, configurations, cards, boards and its inner network."""

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from fatdesk.core.formats.yaml_events import Tree
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog import configuration
from fatdesk.engine.catalog.configuration import Configuration, configurations, inner_tree
from fatdesk.engine.catalog.parts import (
    Adapter,
    AnyPart,
    Card,
    ModularSwitch,
    PowerUnit,
    Server,
    Switch,
    links_of,
)
from fatdesk.engine.catalog.port_names import SYSTEMS
from fatdesk.gui.catalog.record_tables import BOARDS, CARDS, NAMINGS, PORTS, SCROLLING, Commit, RecordTable
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import figure
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.layouts import ScrolledPage
from fatdesk.gui.widgets.numbers import UNKNOWN, money
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


def chips_of(tree: configuration.Tree) -> list[Chip]:
    """Return the line cards of an internal tree."""
    counts = _counts(tree)
    return [
        Chip(f"Card {n + 1}", tree.outward, tree.inward, int(row.min()), int(row.max()))
        for n, row in enumerate(counts)
    ]


def _counts(tree: configuration.Tree) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
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
        self._tree: configuration.Tree | None = None
        self.setFixedHeight(desk.theme.px(TALL))
        give_role(self, Role.Graphic)
        self.setObjectName("chips-inside")
        self.setAccessibleName("Chips inside")

    def show_tree(self, tree: configuration.Tree | None) -> None:
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
        fill, stroke, ink = colours
        roomy = bool(boxes) and boxes[0].width() >= px(56)
        painter.setFont(theme.strong(12 if roomy else 10))
        for number, box in enumerate(boxes, 1):
            painter.setPen(QPen(QColor(stroke), 1.2))
            painter.setBrush(QColor(fill))
            painter.drawRoundedRect(box, px(3), px(3))
            painter.setPen(QColor(ink))
            if box.width() >= px(18):
                text = f"{word} {number}" if roomy else str(number)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class InsidePage(ScrolledPage):
    """Tab with the internal network: drawing and table."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px, column = desk.theme.px, self.column
        column.setContentsMargins(px(20), px(14), px(20), px(16))
        column.setSpacing(px(10))
        self.drawing = InnerTree(desk)
        self.nothing = label(NONE, "text2")
        self.nothing.setWordWrap(True)
        self.model: RowsModel[Chip] = RowsModel(
            (
                Column("Chip", 120, lambda chip: chip.name, stretch=True),
                figure("Ports outward", 120, lambda chip: chip.outward),
                figure("Ports inward", 120, lambda chip: chip.inward),
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


ROW, LEAST, GAP, EDGE, BOARD = 24, 12, 3, 12, 36
MOST_PORTS = 72
"""Cards with more ports show their number only."""
ROOM = 460
"""Maximum height in pixels; rows shrink if there are many slots."""


class Chassis(QWidget):
    """Front of a modular switch: a row for each slot with its card, empty slots, and the boards."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._part: ModularSwitch | None = None
        self._card: Card | None = None
        self._fitted = 0
        give_role(self, Role.Graphic)
        self.setAccessibleName("Front of the chassis")

    def show_part(self, part: ModularSwitch, made: Configuration) -> None:
        """Show a configuration of a part."""
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
        """Return the size for all slots."""
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
        """Paint frame, slots and boards."""
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
        theme, px, colours = self._desk.theme, self._desk.theme.px, self._desk.theme.tokens.drawing.edge
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
        theme, px, colours = self._desk.theme, self._desk.theme.px, self._desk.theme.tokens.drawing.core
        names = [
            f"{board.name} {n}" + (f" to {board.count}" if n == 8 and board.count > 8 else "")
            for board in part.fixed
            for n in range(1, min(board.count, 8) + 1)
        ]
        if not names:
            return
        room = self.width() - 2 * px(EDGE)
        painter.setFont(theme.strong(12 if len(names) <= 4 else 10))
        letters = painter.fontMetrics()
        if max(map(letters.horizontalAdvance, names)) > room / len(names) - px(14):
            names = [board.name + (f" × {board.count}" if board.count > 1 else "") for board in part.fixed]
        left, wide = px(EDGE), room / len(names)
        for number, name in enumerate(names):
            space = QRectF(left + number * wide, top, wide - px(6), px(BOARD) - px(4))
            painter.setPen(QPen(QColor(colours.stroke), 1))
            painter.setBrush(QColor(colours.fill))
            painter.drawRoundedRect(space, px(3), px(3))
            painter.setPen(QColor(colours.text))
            words = f"{name} · built in"
            if letters.horizontalAdvance(words) > space.width() - px(8):
                words = letters.elidedText(name, Qt.TextElideMode.ElideRight, int(space.width() - 8))
            painter.drawText(space, Qt.AlignmentFlag.AlignCenter, words)

    def _write(self, painter: QPainter, space: QRectF, left: int, text: str) -> None:
        aside = space.adjusted(left, 0, 0, 0)
        painter.drawText(aside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)


NEW_PORTS: dict[str, Tree] = {"count": "1", "connector": "qsfp", "rate_gbps": "40"}
NEW_MANAGEMENT: dict[str, Tree] = {
    "count": "1",
    "connector": "rj45",
    "rate_gbps": "1",
    "protocol": "ethernet",
}
NEW_CARD: dict[str, Tree] = {"name": "line-card", "ports": [NEW_PORTS]}
NEW_BOARD: dict[str, Tree] = {"name": "fabric-board"}
NEW_NAMING: dict[str, Tree] = {"system": "cumulus"}


def _plain(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:,.0f}"


def _tone(value: object) -> str:
    return "warn" if value is None else "text"


def _each(made: Configuration) -> str:
    return UNKNOWN if made.price is None else f"{made.price / made.links:,.0f}"


def _used_by(session: Session, made: Configuration) -> str:
    """Return the fabrics of the open project that use a configuration."""
    if not session.is_open:
        return ""
    found = [
        fabric.requirement.name
        for fabric in session.project.fabrics
        for use in fabric.parts
        if use.part == made.part and use.cards == made.cards and use.card in ("", made.card)
    ]
    return ", ".join(dict.fromkeys(found))


class PortsPage(ScrolledPage):
    """Tab with ports, configurations, cards and boards."""

    def __init__(self, desk: Desk, commit: Commit) -> None:
        super().__init__()
        px, column = desk.theme.px, self.column
        self._desk = desk
        self._part: ModularSwitch | None = None
        column.setContentsMargins(px(20), px(14), px(20), px(16))
        column.setSpacing(px(10))
        self.chassis = Chassis(desk)
        self.chassis.setObjectName("chassis")
        self.chassis_title = label("The search considers every partial configuration")
        self.chassis_title.setFont(desk.theme.strong())
        self.model: RowsModel[Configuration] = RowsModel(
            (
                Column(
                    "Configuration",
                    160,
                    lambda c: f"{c.cards} × {c.card}" if self._kinds > 1 else counted(c.cards, "card"),
                    stretch=True,
                ),
                figure("Cards", 64, lambda c: c.cards),
                figure("Ports", 70, lambda c: c.links),
                Column("Price", 120, lambda c: money(c.price), number=True, tone=lambda c: _tone(c.price)),
                Column("Price per port", 110, _each, number=True, tone=lambda c: _tone(c.price)),
                Column(
                    "Power, W", 90, lambda c: _plain(c.power_w), number=True, tone=lambda c: _tone(c.power_w)
                ),
                Column(
                    "Mass, kg", 90, lambda c: _plain(c.mass_kg), number=True, tone=lambda c: _tone(c.mass_kg)
                ),
                Column("Used by", 130, lambda c: _used_by(desk.session, c), tone=lambda _: "accent"),
            ),
            self,
        )
        self._kinds = 1
        self.configurations = Table(desk, self.model, "Configurations")
        self.configurations.setObjectName("table-configurations")
        self.configurations.chosen.connect(self._chosen)
        self.cards = RecordTable(desk, "Line cards", CARDS, commit)
        self.cards.setObjectName("cards")
        self.boards = RecordTable(desk, "Built-in boards", BOARDS, commit)
        self.boards.setObjectName("boards")
        self.ports = RecordTable(desk, "Port groups", PORTS, commit)
        self.ports.setObjectName("ports")
        self.management = RecordTable(desk, "Management ports", PORTS, commit)
        self.management.setObjectName("management")
        names = "Port names by operating system, default first"
        self.names = RecordTable(desk, names, NAMINGS, commit, distinct=("system", tuple(SYSTEMS)))
        self.names.setObjectName("port-names")
        self.cards.table.chosen.connect(self._card_chosen)
        self._modular = (
            self.chassis,
            self.chassis_title,
            self.configurations,
            self.cards,
            self.boards,
        )
        for widget in (
            self.chassis,
            self.chassis_title,
            self.configurations,
            self.cards,
            self.ports,
            self.management,
            self.names,
            self.boards,
        ):
            column.addWidget(widget)
        column.addStretch(1)
        self._card = 0
        self._shown: Configuration | None = None
        self._read_only = True

    def fits(self, part: AnyPart) -> bool:
        """Return whether a part has ports."""
        return isinstance(part, ModularSwitch | Switch | Server | Adapter | PowerUnit)

    def title(self, part: AnyPart) -> str:
        """Return the title of the tab."""
        return "Ports and cards" if isinstance(part, ModularSwitch) else "Ports"

    def show_part(self, part: AnyPart, *, read_only: bool) -> None:
        """Show the ports of a part."""
        self._read_only = read_only
        modular, power = isinstance(part, ModularSwitch), isinstance(part, PowerUnit)
        self.names.setVisible(not power)
        if not power:
            self.names.show_part(part, ("port_names",), NEW_NAMING, read_only=read_only)
        managed = isinstance(part, ModularSwitch | Switch)
        self.management.setVisible(managed)
        if managed:
            self.management.show_part(part, ("management",), NEW_MANAGEMENT, read_only=read_only)
        for widget in self._modular:
            widget.setVisible(modular)
        if not isinstance(part, ModularSwitch):
            self._part = None
            self.ports.head.setText("Network ports" if power else "Port groups")
            fresh = NEW_MANAGEMENT if power else NEW_PORTS
            self.ports.show_part(part, ("ports",), fresh, read_only=read_only)
            return
        same = self._part is not None and self._part.id == part.id
        before = self._shown if same else None
        self._part, self._kinds = part, len(part.cards)
        made = configurations(part)
        self.model.titles = {
            "Price": f"Price, {made[0].currency}",
            "Price per port": f"{made[0].currency} per port",
        }
        self.model.show(made)
        self._shown = next(
            (c for c in made if before and (c.cards, c.card) == (before.cards, before.card)), made[-1]
        )
        px = self._desk.theme.px
        self.configurations.setFixedHeight(px(30) + self._desk.theme.row * min(8, len(made)) + px(SCROLLING))
        self.configurations.mark_numbers([made.index(self._shown)], reveal=True)
        self.chassis.show_part(part, self._shown)
        self._card = min(self._card if same else 0, len(part.cards) - 1)
        self.cards.show_part(part, ("cards",), NEW_CARD, read_only=read_only)
        self.boards.show_part(part, ("fixed",), NEW_BOARD, read_only=read_only)
        self._show_ports()

    def _show_ports(self) -> None:
        if self._part is not None:
            self.ports.head.setText(f"Port groups of {self._part.cards[self._card].name}")
            place = ("cards", self._card, "ports")
            self.ports.show_part(self._part, place, NEW_PORTS, read_only=self._read_only)

    def _chosen(self) -> None:
        rows = self.configurations.chosen_rows()
        if rows and self._part is not None:
            self._shown = rows[0]
            self.chassis.show_part(self._part, rows[0])

    def _card_chosen(self) -> None:
        rows = self.cards.table.chosen_rows()
        if rows and self._part is not None and rows[0].number < len(self._part.cards):
            self._card = rows[0].number
            self._show_ports()
