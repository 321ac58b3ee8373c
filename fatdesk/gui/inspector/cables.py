"""Inspector page of cables: ends, length in parts, ordered part with the reason, route."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.list_import.table import STATUSES
from fatdesk.engine.wiring.wiring_list import CableRow, Length
from fatdesk.gui.inspector.panel_rules import show_panel_rules
from fatdesk.gui.inspector.routes import show_routes_of
from fatdesk.gui.inspector.typed import shared
from fatdesk.gui.lists.cable_columns import (
    LONGEST_TEXT,
    by_hand,
    metres_text,
    money_text,
    part_choices,
    record_of,
    set_back,
    set_lengths,
    set_records,
    set_status,
    spare_um,
)
from fatdesk.gui.tables import Choice
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.theme.tokens import Tokens
from fatdesk.gui.views.property_page import SEVERAL, Page
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.numbers import MINUS, UNKNOWN, Name, metres, money, to_read
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
"""The parts of a computed length, in the order in which they are shown."""


class LengthBar(QWidget):
    """One bar from 0 to the ordered length; of a cable that is too short, to the length that it needs."""

    def __init__(self, theme: Theme, length: Length) -> None:
        super().__init__()
        self._theme = theme
        self._parts = [(part, part.um(length) or 0) for part in PARTS]
        self.needed_um = sum(um for _, um in self._parts)
        self.ordered_um = length.ordered_um
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        give_role(self, Role.Chart)
        self.setAccessibleName("Length of the cable in parts")
        lines = [f"{part.title} {metres(um)} m" for part, um in self._parts if um]
        lines.append(self.words)
        self.setAccessibleDescription(to_read(", ".join(lines)))
        self.setToolTip(tip(to_read("\n".join(lines))))

    @property
    def left_um(self) -> int:
        """Ordered length that is left over; negative: missing length."""
        return 0 if self.ordered_um is None else self.ordered_um - self.needed_um

    @property
    def words(self) -> str:
        """Describe the ordered length and what is left over."""
        if self.ordered_um is None:
            return "no length ordered"
        stated = f"{metres(self.ordered_um)} m ordered"
        if self.left_um < 0:
            return f"{stated}, {metres(-self.left_um)} m too short"
        return f"{stated}, {metres(self.left_um)} m left over"

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
        painter.drawText(
            under, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), to_read(words)
        )
        painter.end()


class Swatch(QWidget):
    """A square in the colour of a part, next to its row."""

    def __init__(self, theme: Theme, colour: str) -> None:
        super().__init__()
        self._side, self.colour = theme.px(8), QColor(colour)
        self.setFixedSize(self._side, self._side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """All of it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.colour)
        painter.end()


def show_cable(page: Page, cable_id: str) -> None:
    """The page of one cable."""
    session = page.session
    row = session.cable(cable_id)
    if row is None:
        page.title(cable_id, "This cable no longer exists")
        return
    ends = f"{row.a.device} port {row.a.port} – {row.b.device} port {row.b.port}"
    page.title(f"Cable {session.wiring.numbers[row.id]}", ends)
    grid = page.section("Ends")
    for name, end in (("From", row.a), *(("To", leg) for leg in (row.legs or (row.b,)))):
        place = f"{end.rack_label} · U{end.u:02d} · " if end.u is not None else "not placed · "
        page.value(grid, name, Name(f"{place}{end.device} · port {end.port}"))
        names = list(dict.fromkeys(end.os_ports[:1] + end.os_ports[-1:]))
        titles = ("Port name",) if len(names) == 1 else ("First port name", "Last port name")
        for word, port in zip(titles, names, strict=False):
            page.value(grid, word, Name(port))
        if end.identifier:
            page.value(grid, "Identifier", Name(end.identifier))
    if row.bundle:
        page.value(grid, "Bundle", Name(row.bundle))
    length, grid = row.length, page.section("Length")
    if length.computed_um is not None:
        grid.addWidget(LengthBar(page.theme, length), grid.rowCount(), 0, 1, 3)
    for part in PARTS:
        um = part.um(length)
        mark = Swatch(page.theme, part.colour(page.theme.tokens)) if um else None
        page.value(grid, part.title, metres(um), "m", mark=mark)
    grid = page.rows()
    page.value(grid, "Computed", metres(length.computed_um), "m", strong=True)
    record = record_of(session, cable_id)
    _ordered(page, grid, [row])
    page.value(grid, "Left over", metres(spare_um(row)).replace("-", MINUS), "m")
    hands = {"part": record.part is not None, "length": record.length_m is not None}
    decided = " and ".join(name for name, hand in hands.items() if hand)
    grid = page.section("Part", f"{decided} by hand" if decided else "by rule")
    _part(page, grid, [row])
    page.value(grid, "Ordered part", Name(row.part or "none fits"))
    page.value(grid, "Kind", Name(row.kind or "none"))
    currency = session.project.bill.currency
    page.value(grid, "Price", UNKNOWN if row.cost is None else f"{currency} {money(row.cost)}")
    page.note(f"{row.reason[0].upper()}{row.reason[1:]}." if row.reason else "")
    _noted(page, [row])
    if row.run:
        page.section("Route", counted(len(row.run), "tray"))
        page.note("  →  ".join((row.a.rack_label, *row.run, row.b.rack_label)))
    show_routes_of(page, [row])
    _pieces(page, row)
    show_panel_rules(page)


def show_cables(page: Page, ids: list[str]) -> None:
    """Part, length, state and remark of several cables, and what they come to."""
    session = page.session
    rows = [row for row in map(session.cable, ids) if row is not None]
    if not rows:
        page.note("These cables no longer exist.")
        return
    hand = sum(any(by_hand(session, row.id)) for row in rows)
    grid = page.section("Part and length", f"{hand:,} by hand" if hand else "by rule")
    _part(page, grid, rows)
    _ordered(page, grid, rows)
    if hand:
        page.button("Select by rule again", lambda: set_back(session, [row.id for row in rows]))
    _noted(page, rows)
    show_routes_of(page, rows)
    grid = page.section("Totals")
    sums = session.wiring.sums(np.array([session.wiring.number[row.id] for row in rows], np.int64))
    page.value(grid, "Computed", metres_text(sums.computed_um), "m")
    page.value(grid, "Ordered", metres_text(sums.ordered_um), "m")
    page.value(grid, "Longest", metres(max((row.length.computed_um or 0 for row in rows), default=0)), "m")
    page.value(grid, "Price", money_text(sums.cost), session.project.bill.currency)
    show_panel_rules(page)


def _pieces(page: Page, row: CableRow) -> None:
    """The pieces of a link over panels: patch cords, and the fibres of its trunk."""
    rows = page.session.derived.piece_rows
    if not row.panels or rows is None:
        return
    grid = page.section("Over panels", "patch cord, trunk, patch cord")
    for name, port in zip(("Panel at end A", "Panel at end B"), row.panels, strict=True):
        page.value(grid, name, Name(port))
    for piece in rows.of(row.id):
        metres_of = metres(piece.length.ordered_um)
        if piece.trunk:
            page.value(grid, "Trunk", Name(piece.trunk))
            page.value(grid, "Fibres", Name(piece.fibres))
        page.value(grid, f"Piece {piece.piece}, ordered", metres_of, "m")
    loss = rows.loss(row.id)
    if loss is not None:
        page.value(grid, "Mated pairs", str(loss.pairs))
        page.value(grid, "Loss", UNKNOWN if loss.loss_db is None else f"{loss.loss_db:.2f}", "dB")
        page.value(grid, "Loss budget", UNKNOWN if loss.limit_db is None else f"{loss.limit_db:g}", "dB")


def _ordered(page: Page, grid: QGridLayout, rows: list[CableRow]) -> None:
    """The length that is ordered; an empty field goes back to the rule."""
    lengths = {row.length.ordered_um for row in rows}
    um = next(iter(lengths))
    text = None if len(lengths) > 1 else "" if um is None else metres(um).replace(",", "")
    ids = [row.id for row in rows]
    page.field(grid, "Ordered", text, lambda typed: set_lengths(page.session, ids, typed), "m")


def _part(page: Page, grid: QGridLayout, rows: list[CableRow]) -> None:
    """The part by hand, of those that fit all of the cables."""
    session, ids = page.session, [row.id for row in rows]
    fitting: list[Choice] = []
    for number, row in enumerate({row.part: row for row in rows}.values()):
        found = part_choices(session, row)
        fitting = found if not number else [choice for choice in fitting if choice in found]
    decided = {record_of(session, cable).part for cable in ids}
    now = next(iter(decided)) if len(decided) == 1 else SEVERAL
    options: list[tuple[str, object]] = [(choice.title, choice.text or None) for choice in fitting]

    def choose(part: object) -> bool:
        assert part is None or isinstance(part, str)
        return set_records(session, ids, part=part)

    page.choice(grid, "Cable", options, now, choose)


def _noted(page: Page, rows: list[CableRow]) -> None:
    """Add the records of people about cables."""
    session, ids = page.session, [row.id for row in rows]
    grid = page.section("Work")

    def to(field: str, text: str) -> bool:
        return set_records(session, ids, **{field: text[:LONGEST_TEXT]})

    status = shared(row.status for row in rows)
    page.field(grid, "Status", status, partial(set_status, session, ids), words=STATUSES)
    page.field(grid, "Remark", shared(row.remark for row in rows), partial(to, "remark"), empty="none")
