"""The Bill workspace: groups, prices with their sources, unknown figures, shares of the known cost."""

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget

from fatdesk.core.number_text import counted
from fatdesk.core.units import m_from_um
from fatdesk.engine.bill.deployability import known_figures
from fatdesk.engine.bill.making import BillLine, Figure
from fatdesk.engine.listing.bill_columns import COLUMNS, BillRow
from fatdesk.engine.listing.cells import by_name
from fatdesk.gui.analysis.related import everything
from fatdesk.gui.desk import Desk
from fatdesk.gui.lists.bill_lines import (
    GROUPINGS,
    RULES,
    TITLES,
    Entry,
    can_price,
    groups_of,
    has_price,
    head_cells,
    part_of,
    set_alternative,
    set_origin,
    set_price,
    set_terms,
)
from fatdesk.gui.menus.actions import key_tip
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import figure, listed, others
from fatdesk.gui.tables.columns import ColumnsButton
from fatdesk.gui.tables.table import Foot
from fatdesk.gui.theme.icons import kind_colour
from fatdesk.gui.views.workspace import Handler, Workspace
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.menu_button import ChoiceButton
from fatdesk.gui.widgets.numbers import AT_LEAST, UNKNOWN, money, priced, to_read
from fatdesk.gui.widgets.plain_text import label, tip, tip_lines
from fatdesk.gui.widgets.sorting import unknown_first
from fatdesk.project.derived.figures import mean_cable_price
from fatdesk.project.document.ref import BILL_LINE, CABLE, DEVICE, PART, RACK, LineOf, Ref

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
        give_role(self, Role.Chart)
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
            "power units": theme.tokens.wall,
            "switches": drawing.core.stroke,
            "panels": drawing.reserved.stroke,
            "racks": theme.tokens.wall,
            "trays": drawing.heat_outline,
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
        texts = [to_read(text) for text in self.key_texts()]
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


__all__ = ["BillView", "can_price", "part_of", "set_price"]

FEW_RACKS = 3
"""No more racks than this are named in a cell."""


def _figure(entry: Entry, get: Figure) -> str:
    if not entry.needed:
        return "–"
    value = getattr(entry, get)
    if value is not None:
        return f"{value:,.1f}"
    return UNKNOWN if entry.counts_in(get) else "–"


NO_SOURCE = "no source"


def _source(entry: Entry) -> str:
    line = entry.line
    if line.unit_price is None:
        return "no price in the catalog"
    return line.source or NO_SOURCE


def _racks(entry: Entry) -> str:
    racks = entry.line.racks
    if len(racks) <= FEW_RACKS:
        return ", ".join(racks)
    return counted(len(racks), "rack")


def _figures(title: str, get: Figure) -> Column[Entry]:
    def text(entry: Entry) -> str:
        return _figure(entry, get)

    return Column(
        title,
        92,
        text,
        lambda e: getattr(e, get),
        order=unknown_first,
        number=True,
        tone=lambda e: "warn" if text(e) == UNKNOWN else "text",
        secondary=True,
    )


def _columns(session: Session) -> tuple[Column[Entry], ...]:
    def unknown(entry: Entry) -> bool:
        return entry.line.unit_price is None

    def item(entry: Entry) -> BillRow:
        return BillRow(0, entry.line, session.derived.bill.spares_rule)

    return (
        Column("Part", 260, lambda e: e.title, swatch=lambda e: e.kind, stretch=True),
        Column("Needed", 66, lambda e: f"{e.needed:,}" if e.needed else "–", lambda e: e.needed, number=True),
        Column(
            "Spares",
            64,
            lambda e: f"{e.spares:,}" if e.spares else "–",
            lambda e: e.spares,
            number=True,
            tone=lambda _: "text2",
            secondary=True,
        ),
        figure("To order", 72, lambda e: e.order, strong=True),
        Column(
            "Unit price",
            122,
            lambda e: money(e.line.unit_price),
            lambda e: e.line.unit_price,
            order=unknown_first,
            number=True,
            tone=lambda e: "warn" if unknown(e) else "text",
            mark=lambda e: "warning" if unknown(e) else "",
            edit=lambda e, text: set_price(session, e.line, text),
            editable=lambda e: can_price(session, e.line),
        ),
        Column(
            "Extended",
            124,
            lambda e: money(e.extended),
            lambda e: e.extended,
            order=unknown_first,
            tone=lambda e: "warn" if e.extended is None else "text",
            number=True,
            strong=True,
        ),
        Column(
            "Price date",
            120,
            lambda e: e.line.price_date if e.line.unit_price is not None else "",
            tone=lambda _: "text2",
            edit=lambda e, text: set_origin(session, e.line, "date", text),
            editable=lambda e: has_price(session, e.line),
            follows="Unit price",
            about="When the price was looked up: year-month-day",
            secondary=True,
        ),
        Column(
            "Source",
            160,
            _source,
            tone=lambda _: "text2",
            edit=lambda e, text: set_origin(session, e.line, "source", "" if text == NO_SOURCE else text),
            editable=lambda e: has_price(session, e.line),
            follows="Unit price",
            about="Offer, price list or document that states the price",
            secondary=True,
        ),
        _figures("Power, W", "power_w"),
        _figures("Mass, kg", "mass_kg"),
        Column("Goes to", 100, _racks, tone=lambda _: "text2", secondary=True),
        listed(
            LIST["alternative"],
            item,
            130,
            edit=lambda e, text: set_alternative(session, e.line, text),
            hidden=True,
        ),
        *(
            listed(
                LIST[name],
                item,
                edit=lambda e, text, field=field: set_terms(session, e.line, field, text),
                hidden=True,
            )
            for name, field in TERMS.items()
        ),
        *others(COLUMNS, item, (*SHOWN, *TERMS)),
    )


TERMS = {"pack_size": "pack_size", "discount": "discount_percent", "lead_time": "lead_time_days"}
"""Columns of the list that hold terms of purchase, and their fields."""
LIST = by_name(COLUMNS)
SHOWN = (
    "line", "part", "needed", "spares", "order", "unit_price", "price_date", "source", "extended", "power_w",
    "mass_kg", "alternative",
)  # fmt: skip
"""Columns of the list that the table shows in its own way: a row may be a part of a line."""


class BillView(Workspace):
    """The bill with shares, groups and total; prices can be typed."""

    offers = Workspace.offers | {"bill-rules"}

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        px = self.theme.px
        self._choosing = False
        self._make = GROUPINGS[0][1]
        self.rule = QPushButton()
        self.rule.setObjectName("spares-rule")
        self.rule.setProperty("kind", "link")
        self.rule.setToolTip(tip("Spares in percent by category, and the currency of the bill"))
        self.rule.setAccessibleName("Spares and currency of the bill")
        self.rule.clicked.connect(lambda: self.action_asked.emit("bill-rules"))
        self.model: RowsModel[Entry] = RowsModel(_columns(self.session), self)
        self.model.head_cells = lambda lines: head_cells(self.model.rows, lines)
        self.model.group_by(groups_of)
        self.table = Table(desk, self.model, "Bill of materials")
        self.table.make_rows_taller(px(4))
        self.table.make_sortable()
        self.nothing = self.next_step(self.table, "design", "show-catalog")
        self.table.chosen.connect(self._choose)
        self.table.head_chosen.connect(self._choose_group)
        self.table.opened.connect(self._go)
        self.model.arranged.connect(self._mark)
        self.focus_first = self.table
        self.grouping = ChoiceButton(
            desk.theme, "group", "Group the bill", [title for title, _ in GROUPINGS], self.group_by
        )
        self.grouping.setObjectName("group")
        self.columns = ColumnsButton(desk, self.table)
        self.copy_button = QPushButton("Copy as table")
        self.copy_button.setObjectName("copy")
        self.copy_button.clicked.connect(self.copy)
        self.back_button = QPushButton("Import list…")
        self.back_button.setObjectName("import-list")
        self.back_button.setToolTip(key_tip("read-back", "Apply edits made in an exported list"))
        self.back_button.clicked.connect(lambda: self.action_asked.emit("read-back"))
        self.lead_time = label("", "text2")
        self.lead_time.setObjectName("lead-time")
        self.bar.addWidget(self.rule)
        self.bar.addSpacing(px(16))
        self.bar.addWidget(self.lead_time)
        self.bar.addStretch(1)
        for button in (self.grouping, self.columns, self.back_button, self.copy_button):
            self.bar.addWidget(button)
        self.shares = Shares(desk)
        self.shares.setObjectName("shares")
        self.column.addWidget(self.shares)
        self.column.addWidget(self.table, 1)
        self._make_feet(desk)

    def _make_feet(self, desk: Desk) -> None:
        """Figures below the table: of the work to install the cables, then the total."""
        px = desk.theme.px
        self.work, self.foot = Foot(desk, px(34)), Foot(desk, px(46))
        self.work.setObjectName("work-figures")
        self.work.right.setObjectName("work-selected")
        self.work.setAccessibleName("Deployability: the work to install the cables")
        self.column.addWidget(self.work)
        self.total_title, self.total = label("Total without tax", "text2"), label("")
        self.total.setObjectName("total")
        self.foot.line.addSpacing(px(16))
        self.foot.line.addWidget(self.total_title)
        self.foot.line.addWidget(self.total)
        self.column.addWidget(self.foot)

    # What is shown

    def refresh(self) -> None:
        """Show the bill of the present project."""
        bill = self.session.derived.bill
        currency = bill.total.currency
        self.model.titles = {
            "Unit price": f"Unit price, {currency}",
            "Extended": f"Extended, {currency}",
        }
        self.model.show(self._make(self.session))
        none = "Nothing to buy yet. The bill lists the parts of a design; their prices are in Catalog."
        self.nothing.show_words("" if self.model.rows else none)
        self.shares.show_entries(self.model.rows, currency)
        self.rule.setText(f"{currency}, {bill.spares_rule or 'no spares'}")
        self.total.setFont(self.theme.strong(20))
        self.total.setText(to_read(priced(bill.total.amount, bill.total.at_least, currency, ",.2f")))
        needed, spares, unpriced = Decimal(0), Decimal(0), 0
        for line in bill.lines:
            price = line.net_price
            if price is None:
                unpriced += line.order
            else:
                needed += price * line.needed
                spares += price * line.spares
        spared = any(line.spares and line.unit_price is None for line in bill.lines)
        figures = [
            ("Parts needed", priced(needed, unpriced > 0, currency, ",.2f")),
            ("Spares", priced(spares, spared, currency, ",.2f")),
        ]
        mean = mean_cable_price(self.session.derived)
        stated = "" if mean is None else priced(mean, False, currency, ",.2f")
        if stated:
            figures.append(("Mean cable price", stated))
        self.shares.setToolTip(tip(f"Mean cable price: {stated}") if stated else "")
        lead = bill.lead_time_days
        self.lead_time.setVisible(lead is not None)
        if lead is not None:
            days, at_least = lead
            bound = AT_LEAST if at_least else ""
            self.lead_time.setText(f"Longest lead time {bound}{counted(days, 'day')}")
        self.foot.show_figures(figures)
        self._show_work()
        without = to_read(f"{counted(unpriced, 'unit')} without price")
        self.foot.show_selected(without if unpriced else "Every part has a price")

    def _show_work(self) -> None:
        """Show what it takes to install the cables of all networks."""
        work = self.session.derived.deployability
        self.work.setVisible(bool(work.cables))
        self.work.show_figures(
            [(one.title, f"{one.text(work)} {one.unit}".strip()) for one in known_figures(work)]
        )
        known = "\n".join(f"{one.title}: {one.meaning}." for one in known_figures(work))
        self.work.setToolTip(tip_lines(known))

    def group_by(self, number: int) -> None:
        """Group by one of ``GROUPINGS``."""
        self._make = GROUPINGS[number][1]
        self.model.closed = set()
        if self.session.is_open:
            self.refresh()
            self._mark()

    # Selection

    def follow(self, elements: tuple[Ref, ...]) -> None:
        """Select the lines of the selected parts, and of the parts of other selected elements."""
        self._mark(reveal=not self._choosing)

    def _parts(self) -> tuple[frozenset[str], frozenset[LineOf]]:
        """Selected parts and parts of selected elements; lines of cables in one length."""
        session = self.session
        found, lines = set(session.ids(PART)), set(session.ids(BILL_LINE))
        wiring = session.wiring
        for cable in session.ids(CABLE):
            if cable in wiring.number:
                row = wiring.rows[wiring.number[cable]]
                um = row.length.ordered_um
                if um is None:
                    found.add(row.part)
                else:
                    lines.add(LineOf(row.part, m_from_um(um)))
        devices = session.ids(DEVICE)
        if devices:
            wanted = session.derived.wanted
            found |= {wanted[device].part for device in devices if device in wanted}
        racks = session.ids(RACK)
        for rack in session.project.floor.racks if racks else ():
            if rack.number in racks:
                found |= {rack.part, *(some.part for device in rack.devices for some in everything(device))}
        return frozenset(found), frozenset(lines)

    def _mark(self, reveal: bool = False) -> None:
        if self._choosing or not self.session.is_open:
            return
        parts, lines = self._parts()
        found = [
            n
            for n, entry in enumerate(self.model.rows)
            if entry.line.part in parts or (entry.line.part, entry.line.length_m) in lines
        ]
        self.table.mark_numbers(found, reveal)

    def _choose(self) -> None:
        self._select([entry.line for entry in self.table.chosen_rows()])

    def _choose_group(self, group: int) -> None:
        self._select([self.model.rows[n].line for n in self.model.lines.of(group).tolist()])
        self._mark()

    def _select(self, lines: list[BillLine]) -> None:
        """Select the parts of lines; of cables, which have a line for each length, the length alone."""
        self._choosing = True
        self.session.select(
            [
                PART(line.part) if line.length_m is None else BILL_LINE(LineOf(line.part, line.length_m))
                for line in lines
            ]
        )
        self._choosing = False

    def _go(self, line: int) -> None:
        """Enter on a line of cables shows them in the wiring list, on others the racks."""
        if line >= 0 and self.model.head(line) is None:
            entry = self.model.row(line)
            self._select([entry.line])
            self.asked_for.emit({"cables": "cables", "trays": "floor"}.get(entry.line.category, "racks"))

    def offered(self) -> dict[str, Handler]:
        """Show the rules of the bill in the inspector."""
        return super().offered() | {"bill-rules": Handler(lambda: self.session.select([RULES]))}

    def copy(self) -> None:
        """Copy the selected lines, or all, as a table."""
        self.table.copy()
        count = len(self.table.chosen_lines()) or len(self.model.shown())
        self.session.said.emit(f"Copied {counted(count, 'line')} of the bill with titles.")
