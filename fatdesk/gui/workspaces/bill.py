"""The bill of materials: groups, prices with their sources, and what is not known."""

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

import msgspec
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from fatdesk.engine.bill.lines import BillLine
from fatdesk.engine.catalog.parts import AnyPart, Cable, Price
from fatdesk.gui.desk import Desk
from fatdesk.gui.plain import label
from fatdesk.gui.session import Session, Thing
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.theme.kinds import kind_colour
from fatdesk.gui.words import AT_LEAST, UNKNOWN, counted, money
from fatdesk.gui.workspaces.workspace import Workspace
from fatdesk.project.commands.parts import SetPart

TITLES = {
    "hosts": "Hosts",
    "enclosures": "Enclosures",
    "switches": "Switches",
    "cables": "Cables",
    "transceivers": "Transceivers",
    "racks": "Racks",
}
KINDS = {"copper": "DAC", "active-copper": "ACC", "optical": "AOC", "fibre": "FIB"}


@dataclass(frozen=True)
class Entry:
    """A line of the bill, or the head of a group with its sums (``line`` is None)."""

    title: str
    line: BillLine | None
    needed: int
    spares: int
    order: int
    extended: Decimal | None
    at_least: bool
    power_w: float | None
    mass_kg: float | None
    category: str
    kind: str | None = None


def entries(session: Session) -> list[Entry]:
    """The bill with a head before each group."""
    groups: dict[str, list[BillLine]] = defaultdict(list)
    for line in session.derived.bill.lines:
        groups[line.category].append(line)
    found = []
    for category, lines in groups.items():
        known = [line.extended for line in lines if line.extended is not None]
        found.append(
            Entry(
                TITLES.get(category, category.capitalize()),
                None,
                sum(line.needed for line in lines),
                sum(line.spares for line in lines),
                sum(line.order for line in lines),
                sum(known, Decimal(0)) if known else None,
                len(known) < len(lines),
                _sum([line.power_w for line in lines]),
                _sum([line.mass_kg for line in lines]),
                category,
            )
        )
        found += [_entry(session, line) for line in lines]
    return found


def _entry(session: Session, line: BillLine) -> Entry:
    title = line.part + (f"  {line.length_m:g} m" if line.length_m is not None else "")
    title += f"   {line.description}" if line.description else ""
    return Entry(
        title,
        line,
        line.needed,
        line.spares,
        line.order,
        line.extended,
        False,
        line.power_w,
        line.mass_kg,
        line.category,
        kind_of(session, line),
    )


def kind_of(session: Session, line: BillLine) -> str | None:
    """The cable kind of a line; None when it is no cable."""
    part = part_of(session, line.part)
    if not isinstance(part, Cable):
        return None
    return "SPL" if part.ends[0] != part.ends[1] else KINDS[part.medium]


def _sum(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def part_of(session: Session, part_id: str) -> AnyPart | None:
    """The project's copy of a part."""
    return next((part for part in session.project.parts if part.id == part_id), None)


def can_price(session: Session, line: BillLine) -> bool:
    """Whether the price of a line stands in one place: a part, or a length of a cable."""
    part = part_of(session, line.part)
    if isinstance(part, Cable):
        return any(length.m == line.length_m for length in part.lengths)
    return part is not None and not getattr(part, "line_card", None)


def set_price(session: Session, line: BillLine, text: str) -> bool:
    """Take over a typed price; an empty one is unknown."""
    part = part_of(session, line.part)
    if part is None:
        return False
    try:
        amount = Decimal(text.replace(",", "")) if text and text != UNKNOWN else None
        price = (
            None if amount is None else Price(amount=amount, currency=line.currency, source="typed by hand")
        )
    except (InvalidOperation, ValueError):
        session.said.emit(
            f"“{text}” is no price: type an amount such as 1,250.00, or nothing if it is not known."
        )
        return False
    if isinstance(part, Cable):
        lengths = tuple(
            msgspec.structs.replace(length, price=price) if length.m == line.length_m else length
            for length in part.lengths
        )
        return session.do(SetPart(part=msgspec.structs.replace(part, lengths=lengths)))
    return session.do(SetPart(part=msgspec.structs.replace(part, price=price)))


def _figure(value: float | None, entry: Entry) -> str:
    if value is not None:
        return f"{value:,.1f}"
    return "–" if entry.category in ("cables", "racks") else UNKNOWN


def _source(entry: Entry) -> str:
    line = entry.line
    if line is None:
        return ""
    if line.unit_price is None:
        return "no price in the catalog"
    return ", ".join(word for word in (line.source, line.price_date) if word) or "no source"


def _columns(session: Session) -> tuple[Column[Entry], ...]:
    def unknown(entry: Entry) -> bool:
        return entry.line is not None and entry.line.unit_price is None

    return (
        Column("Part", 300, lambda e: e.title, swatch=lambda e: e.kind, stretch=True),
        Column("Needed", 76, lambda e: f"{e.needed:,}", number=True),
        Column(
            "Spares", 70, lambda e: f"{e.spares:,}" if e.spares else "–", number=True, tone=lambda _: "text2"
        ),
        Column("To order", 84, lambda e: f"{e.order:,}", number=True, strong=True),
        Column(
            "Unit price, USD",
            122,
            lambda e: money(e.line.unit_price) if e.line else "",
            number=True,
            tone=lambda e: "warn" if unknown(e) else "text",
            mark=lambda e: "warning" if unknown(e) else "",
            edit=lambda e, text: e.line is not None and set_price(session, e.line, text),
            editable=lambda e: e.line is not None and can_price(session, e.line),
        ),
        Column(
            "Extended, USD",
            124,
            lambda e: money(e.extended, e.at_least),
            tone=lambda e: "warn" if e.extended is None else "text",
            number=True,
            strong=True,
        ),
        Column("Price source, date", 190, _source, tone=lambda _: "text2"),
        Column(
            "Power, W",
            92,
            lambda e: _figure(e.power_w, e),
            number=True,
            tone=lambda e: "warn" if _figure(e.power_w, e) == UNKNOWN else "text",
        ),
        Column(
            "Mass, kg",
            92,
            lambda e: _figure(e.mass_kg, e),
            number=True,
            tone=lambda e: "warn" if _figure(e.mass_kg, e) == UNKNOWN else "text",
        ),
    )


class Shares(QWidget):
    """What the known prices go to, as one bar with its key."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.parts: list[tuple[str, Decimal, str]] = []
        self.unpriced = 0
        self.setFixedHeight(desk.theme.px(62))
        self.setAccessibleName("Shares of the cost")

    def show_entries(self, found: list[Entry]) -> None:
        """Take over the groups of a bill; cables by kind."""
        sums: dict[tuple[str, str], Decimal] = defaultdict(Decimal)
        names = {
            "DAC": "Passive copper",
            "ACC": "Active copper",
            "AOC": "Active optical",
            "FIB": "Fibre",
            "SPL": "Splitters",
        }
        for entry in found:
            if entry.line is None or entry.extended is None:
                continue
            title = names[entry.kind] if entry.kind else TITLES.get(entry.line.category, entry.line.category)
            sums[title, entry.kind or entry.line.category] += entry.extended
        self.parts = [(title, amount, key) for (title, key), amount in sums.items() if amount]
        self.unpriced = sum(entry.line is not None and entry.line.unit_price is None for entry in found)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
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
        for title, amount, key in self.parts:
            colour = kind_colour(theme, key) if key.isupper() else look.get(key, drawing.host.stroke)
            share = float(amount / total)
            painter.fillRect(QRectF(x, px(12), max(1.0, share * (wide - hatch) - 1), px(11)), QBrush(colour))
            x += share * (wide - hatch)
            painter.fillRect(QRectF(key_x, key_y - px(8), px(9), px(9)), QBrush(colour))
            painter.setPen(theme.colour("text2"))
            text = f"{title}   USD {amount:,.0f}   {share:.0%}"
            painter.drawText(int(key_x) + px(15), key_y, text)
            key_x += px(15) + painter.fontMetrics().horizontalAdvance(text) + px(24)
        if self.unpriced:
            brush = QBrush(theme.colour("field"), Qt.BrushStyle.BDiagPattern)
            painter.fillRect(QRectF(x, px(12), left + wide - x, px(11)), brush)
            painter.fillRect(QRectF(key_x, key_y - px(8), px(9), px(9)), brush)
            painter.setPen(theme.colour("warn"))
            painter.drawText(int(key_x) + px(15), key_y, f"{counted(self.unpriced, 'part')} without price")
        painter.end()


class BillView(Workspace):
    """The bill with shares, groups and total; prices can be typed."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        px = self.theme.px
        self.rule = label("", "text2")
        self.copy_button = QPushButton("Copy as table")
        self.copy_button.clicked.connect(self.copy)
        self.bar.addWidget(self.rule)
        self.bar.addStretch(1)
        self.bar.addWidget(self.copy_button)
        self.shares = Shares(desk)
        self.column.addWidget(self.shares)
        self.model: RowsModel[Entry] = RowsModel(_columns(self.session), self)
        self.model.is_group = lambda entry: entry.line is None
        self.table = Table(desk, self.model, "Bill of materials")
        self.table.verticalHeader().setDefaultSectionSize(px(29))
        self.table.chosen.connect(self._choose)
        self.focus_first = self.table
        self.column.addWidget(self.table, 1)
        foot = QWidget()
        foot.setProperty("role", "foot")
        foot.setFixedHeight(px(46))
        line = QHBoxLayout(foot)
        line.setContentsMargins(px(16), 0, px(16), 0)
        self.needed = label("")
        self.total = label("")
        self.total_title = label("Total without tax", "text2")
        line.addWidget(self.needed)
        line.addStretch(1)
        line.addWidget(self.total_title)
        line.addSpacing(px(12))
        line.addWidget(self.total)
        self.column.addWidget(foot)

    def refresh(self) -> None:
        """Show the bill of the present project."""
        bill = self.session.derived.bill
        found = entries(self.session)
        self.model.show(found)
        self.shares.show_entries(found)
        self.rule.setText(
            f"Spares: {bill.spares_rule or 'no spares'}".replace("Spares: no spares", "No spares")
        )
        self.total.setFont(self.theme.strong(20))
        bound = AT_LEAST if bill.total.at_least else ""
        self.total.setText(f"{bound}{bill.total.currency} {money(bill.total.amount)}")
        if bill.total.unpriced:
            self.needed.setText(
                f"{counted(bill.total.unpriced, 'unit')} without price: the total is at least this"
            )
        else:
            self.needed.setText("Every part has a price")

    def follow(self, things: tuple[Thing, ...]) -> None:
        """Select the lines of the selected parts."""
        parts = self.session.ids("part")
        lines = [e for e in self.model.shown() if e.line is not None and e.line.part in parts]
        if not parts or {e.line.part for e in self.table.chosen_rows()} != parts:
            self.table.mark_rows(lambda e: e in lines, reveal=bool(lines) and not self.table.hasFocus())

    def _choose(self) -> None:
        chosen = [entry.line.part for entry in self.table.chosen_rows() if entry.line is not None]
        self.session.select([Thing("part", part) for part in chosen])

    def copy(self) -> None:
        """Copy the selected lines, or all, as a table."""
        self.table.copy()
        self.session.said.emit("Copied the bill as a table.")
