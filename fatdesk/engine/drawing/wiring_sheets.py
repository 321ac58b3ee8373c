"""Sheets of the wiring list: one row for each cable, or for each leg of a splitter cable."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from fatdesk.engine.cabling.rows import BETWEEN_ENDS
from fatdesk.engine.cabling.wiring_list import CableRow, End
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.checklists import Column, Row, draw_tick_table, port_of
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import STOCK_A4, Heading, Imprint, Paper, Stock, content_area, sheet
from fatdesk.engine.drawing.sketch import counted
from fatdesk.engine.drawing.subjects import EVERYTHING, Chosen

HIGH = 4.6
RULE_EVERY = 5
MARGIN = 4.0
TOP = 14.0
"""Above the table, for its title."""

WIDTH = 251.0
"""Of all columns; they widen with the paper."""

COLUMNS = (
    Column("cable", 0.0, 13.5, bold=True),
    Column("rack", 15.0, 9.0, bold=True),
    Column("U", 24.5, 5.0),
    Column("device", 30.0, 26.0, bold=True),
    Column("port", 57.0, 12.0),
    Column("label", 70.0, 25.0),
    Column("rack", 98.0, 11.0, bold=True),
    Column("U", 110.0, 5.0),
    Column("device", 116.0, 26.0, bold=True),
    Column("port", 143.0, 12.0),
    Column("label", 156.0, 25.0),
    Column("kind", 184.0, 9.0),
    Column("computed", 194.0, 12.0, right=True),
    Column("ordered", 207.0, 12.0, right=True),
    Column("part", 222.0, 29.0),
)


def wiring_leaves(
    plan: Plan,
    palette: Palette = PRINT,
    imprint: Imprint | None = None,
    stock: Stock = STOCK_A4,
    chosen: Chosen = EVERYTHING,
) -> Iterator[Leaf]:
    """The sheets of all fabrics, each beginning on a new one."""
    paper = stock.lying[0]
    most = _most(paper)
    parts: list[tuple[str, int, Sequence[tuple[int, CableRow]]]] = []
    cables = list(chosen.of(plan.cables))
    numbered = enumerate(cables, start=1)
    for fabric, found in groupby(numbered, key=lambda pair: pair[1].fabric):
        for some in _shared_out(list(found), most):
            parts.append((fabric, len(parts) + 1, some))
    for fabric, number, some in parts:
        heading = Heading(
            document=f"Wiring list, fabric {fabric}",
            scope=f"cables {some[0][0]:,} to {some[-1][0]:,} of {len(cables):,}",
            number=number,
            sheets=len(parts),
        )
        yield Leaf(
            f"{fabric}, cables {some[0][0]:,} to {some[-1][0]:,}",
            partial(_draw, plan, some, palette, heading, imprint or Imprint(project=plan.title), paper),
        )


def _most(paper: Paper) -> int:
    """Rows on a sheet; whole fives, so that rules are at the same rows on every sheet."""
    _, upper, _, lower = content_area(paper)
    rows = int((lower - upper - TOP - 10.0) / HIGH)
    return rows - rows % RULE_EVERY


def _shared_out(
    cables: Sequence[tuple[int, CableRow]], most: int
) -> Iterator[Sequence[tuple[int, CableRow]]]:
    """Cables by sheet; the legs of a splitter stay together unless they alone are too many."""
    start, rows = 0, 0
    for i, (_, cable) in enumerate(cables):
        own = min(most, max(1, len(cable.legs)))
        if rows + own > most:
            yield cables[start:i]
            start, rows = i, 0
        rows += own
    if rows:
        yield cables[start:]


def _draw(
    plan: Plan,
    some: Sequence[tuple[int, CableRow]],
    palette: Palette,
    heading: Heading,
    imprint: Imprint,
    paper: Paper,
) -> Page:
    left, upper, right, _ = content_area(paper)
    sketch = sheet(paper, palette, heading, imprint)
    wide = right - left - 2 * MARGIN
    columns = [
        replace(column, x=column.x * wide / WIDTH, width=column.width * wide / WIDTH) for column in COLUMNS
    ]
    sketch.text(left + MARGIN, upper + 6.4, heading.document, font_sizes.HEADING, bold=True, within=wide / 2)
    lengths = [cable.length.ordered_um for _, cable in some]
    metres = sum(length for length in lengths if length is not None) / 1e6
    summary = counted(len(some), "cable") + " on this sheet"
    if any(length is not None for length in lengths):
        summary += f", {'≥ ' if None in lengths else ''}{metres:,.2f} m"
    sketch.text(
        right - MARGIN,
        upper + 6.4,
        summary,
        font_sizes.SUMMARY,
        colour=palette.text2,
        anchor="end",
        within=wide / 2.2,
    )
    for words, at in (("end A", 1), ("end B", 6)):
        x = left + MARGIN + columns[at].x
        sketch.text(x, upper + 11.6, words, font_sizes.NOTE, bold=True)
    rows = [row for _, cable in some for row in _rows(plan.numbers[cable.id], cable)][: _most(paper)]
    draw_tick_table(sketch, columns, (), rows, (left + MARGIN, upper + TOP - 1), HIGH, RULE_EVERY)
    return sketch.page(f"{heading.document}, {plan.title}")


def _rows(number: str, cable: CableRow) -> Iterator[Row]:
    for leg, end in enumerate(cable.legs or (cable.b,)):
        first = leg == 0
        length = cable.length
        yield Row(
            (
                number if first else "",
                *_end(cable.a),
                *_end(end),
                (cable.kind or "none") if first else "",
                _metres(length.computed_um) if first else "",
                _metres(length.ordered_um) if first else "",
                (cable.part or "none chosen") if first else "same cable",
            )
        )


def _end(end: End) -> tuple[str, ...]:
    return (
        end.rack_label,
        "" if end.u is None else str(end.u),
        end.device,
        port_of(end),
        end.label.partition(BETWEEN_ENDS)[0],
    )


def _metres(micrometres: int | None) -> str:
    return "unknown" if micrometres is None else f"{micrometres / 1e6:.2f} m"
