"""Sheets of the bill of materials: one table for each group, price sources as footnotes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from itertools import groupby

from fatdesk.core.money import CENT
from fatdesk.core.number_text import counted
from fatdesk.engine.bill.making import Bill, BillLine
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import STOCK_A4, Heading, Imprint, Paper, Stock, content_area, sheet
from fatdesk.engine.drawing.sheets.checklists import Column, Row, draw_tick_table
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.text_width import fit_whole, wrapped

HIGH = 4.6
MARGIN = 4.0
TOP = 16.0
NOTE_HIGH = 3.8
WIDTH = 182.0
"""Of all columns; they widen with the paper."""

COLUMNS = (
    Column("part", 0.0, 36.0, bold=True),
    Column("description", 38.0, 50.0),
    Column("needed", 90.0, 13.0, right=True),
    Column("spares", 105.0, 11.0, right=True),
    Column("to order", 118.0, 13.0, right=True),
    Column("unit price", 133.0, 19.0, right=True),
    Column("extended", 153.0, 23.0, right=True),
    Column("note", 177.0, 5.0, right=True),
)


@dataclass(frozen=True)
class Entry:
    """A row: the head of a group (``head``) or a line; the number of its foot note is 0 for none."""

    row: Row
    note: int = 0
    head: bool = False


def bill_leaves(
    plan: Plan, palette: Palette = PRINT, imprint: Imprint | None = None, stock: Stock = STOCK_A4
) -> Iterator[Leaf]:
    """The sheets; the last one has the total."""
    bill = plan.bill
    notes = _notes(bill)
    parts = _shared_out(_groups(bill, notes), stock.standing)
    for number, some in enumerate(parts, start=1):
        heading = Heading(
            document="Bill of materials",
            scope=f"{counted(len(bill.lines), 'line')} · {total_text(bill)}",
            number=number,
            sheets=len(parts),
        )
        yield Leaf(
            f"Bill, sheet {number}",
            partial(_draw, plan, some, list(notes), palette, heading, imprint, stock.standing),
        )


def total_text(bill: Bill) -> str:
    """The total in words, at least that where a price is unknown; unknown when all are."""
    total = bill.total
    if total.at_least and not total.amount:
        return "unknown"
    return f"{'≥ ' if total.at_least else ''}{total.currency} {_money(total.amount)}"


def _money(amount: Decimal) -> str:
    return f"{amount.quantize(CENT):,}"


def _notes(bill: Bill) -> dict[str, int]:
    """Sources of prices and terms of purchase, numbered in the order of the lines."""
    found: dict[str, int] = {}
    for line in bill.lines:
        text = note_text(line)
        if text:
            found.setdefault(text, len(found) + 1)
    return found


def note_text(line: BillLine) -> str:
    """Return what a buyer must know of a line: the source of its price, and the terms of purchase."""
    parts = []
    if line.unit_price is not None:
        parts = [line.source, f"price of {line.price_date}" if line.price_date else ""]
    if line.discount_percent:
        parts.append(f"{line.discount_percent.normalize():f} % off the unit price")
    if line.pack_size is not None and line.pack_size > 1:
        parts.append(f"in packs of {line.pack_size:,}")
    if line.lead_time_days is not None:
        parts.append(f"lead time {counted(line.lead_time_days, 'day')}")
    if line.alternative:
        parts.append(f"or {line.alternative}")
    return ", ".join(filter(None, parts))


def _groups(bill: Bill, notes: dict[str, int]) -> list[list[Entry]]:
    """The lines by category under their heads."""
    groups = []
    for category, found in groupby(bill.lines, key=lambda line: line.category):
        lines = list(found)
        known = [line.extended for line in lines if line.extended is not None]
        least = "≥ " if len(known) < len(lines) else ""
        total = least + _money(sum(known, Decimal(0))) if known else "unknown"
        counts = [
            f"{sum(values):,}" for values in zip(*((n.needed, n.spares, n.order) for n in lines), strict=True)
        ]
        head = Entry(Row((category.capitalize(), "", *counts, "", total, ""), rule=True), head=True)
        groups.append([head, *(_entry(line, notes) for line in lines)])
    return groups


def _entry(line: BillLine, notes: dict[str, int]) -> Entry:
    length = f" {line.length_m:g} m" if line.length_m is not None else ""
    note = notes.get(note_text(line), 0)
    price = "unknown" if line.unit_price is None else _money(line.unit_price)
    extended = "unknown" if line.extended is None else _money(line.extended)
    description, more = _two_lines(line.description)
    return Entry(
        Row(
            (
                line.part + length,
                description,
                f"{line.needed:,}",
                f"{line.spares:,}" if line.spares else "–",
                f"{line.order:,}",
                price,
                extended,
                str(note or ""),
            ),
            notes={1: more},
        ),
        note,
    )


def _two_lines(description: str) -> tuple[str, str]:
    """A description, and what of it goes into a second line where one line would be too small to read."""
    wide = COLUMNS[1].width
    if not description or fit_whole(description, wide, font_sizes.CELL, font_sizes.DENSE):
        return description, ""
    first, *rest = wrapped(description, wide, font_sizes.NOTE)
    return first, " ".join(rest)


def _shared_out(groups: Sequence[Sequence[Entry]], paper: Paper) -> list[list[Entry]]:
    """Rows by sheet: a group that fits on one sheet is never broken, a longer one repeats its head."""
    _, upper, _, lower = content_area(paper)
    high = lower - upper - TOP - 4.4 - 14.0
    sheets: list[list[Entry]] = [[]]
    for group in groups:
        if sheets[-1] and not _fit([*sheets[-1], *group], high):
            sheets.append([])
        for entry in group:
            if sheets[-1] and not _fit([*sheets[-1], entry], high):
                head = group[0].row
                again = replace(head, cells=(f"{head.cells[0]}, continued", *head.cells[1:]))
                sheets.append([replace(group[0], row=again)])
            sheets[-1].append(entry)
    return [some for some in sheets if some]


def _fit(entries: Sequence[Entry], high: float) -> bool:
    """Whether rows and their foot notes go on one sheet."""
    notes = {entry.note for entry in entries if entry.note}
    return len(entries) * HIGH + len(notes) * NOTE_HIGH <= high


def _draw(
    plan: Plan,
    some: Sequence[Entry],
    notes: Sequence[str],
    palette: Palette,
    heading: Heading,
    imprint: Imprint | None,
    paper: Paper,
) -> Page:
    left, upper, right, lower = content_area(paper)
    sketch = sheet(paper, palette, heading, imprint or Imprint(project=plan.title))
    wide = right - left - 2 * MARGIN
    columns = [
        replace(column, x=column.x * wide / WIDTH, width=column.width * wide / WIDTH) for column in COLUMNS
    ]
    x, bill = left + MARGIN, plan.bill
    sketch.text(x, upper + 7, "Bill of materials", font_sizes.TITLE, bold=True, within=wide)
    rule = f"prices in {bill.total.currency}"
    rule += f" · spares: {bill.spares_rule}" if bill.spares_rule else ""
    if bill.lead_time_days is not None:
        days, at_least = bill.lead_time_days
        rule += f" · longest lead time {'≥ ' if at_least else ''}{counted(days, 'day')}"
    sketch.text(x, upper + 12.4, rule, font_sizes.SUMMARY, colour=palette.text2, within=wide)
    for number, entry in enumerate(some):
        if entry.head:
            y = upper + TOP + 4.4 + HIGH * number
            sketch.box((x, y, x + wide, y + HIGH), fill=palette.edge.fill)
    y = draw_tick_table(sketch, columns, (), [entry.row for entry in some], (x, upper + TOP), HIGH)
    if heading.number == heading.sheets:
        _draw_total(sketch, bill, (x, y + 7.4, x + wide))
    used = sorted({entry.note for entry in some if entry.note})
    base = lower - 3.0 - NOTE_HIGH * len(used)
    if used:
        sketch.line(x, base, x + 40.0, base, sketch.pen(0.18))
    for number in used:
        base += NOTE_HIGH
        sketch.text(x, base, str(number), font_sizes.NOTE, bold=True, within=6.0)
        sketch.text(x + 7.0, base, notes[number - 1], font_sizes.NOTE, within=wide - 7.0)
    return sketch.page(f"Bill of materials of {plan.title}")


def _draw_total(sketch: Sketch, bill: Bill, place: tuple[float, float, float]) -> None:
    """The total, and what it leaves out."""
    left, base, right = place
    unknown = sum(line.extended is None for line in bill.lines)
    total = sketch.text(
        right - 7.0, base, total_text(bill), font_sizes.HEADING, bold=True, anchor="end", within=90.0
    )
    words = "Total"
    if unknown:
        words += f", at least: {counted(unknown, 'line')} without a price"
    rest = right - 7.0 - left - (total.width if total else 0.0) - 4.0
    sketch.text(left, base, words, font_sizes.NAME, bold=True, within=rest)
