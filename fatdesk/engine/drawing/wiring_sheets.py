"""Sheets of the wiring list, one row for each cable or leg of a splitter, and the legend of its cables."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from fatdesk.engine.cabling.rows import BETWEEN_ENDS
from fatdesk.engine.cabling.wiring_list import CableRow, End
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.checklists import Column, Row, draw_tick_table, metres_text, port_of
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.palette import KIND_NAMES, PRINT, Palette
from fatdesk.engine.drawing.plan import EVERYTHING, Chosen, Plan
from fatdesk.engine.drawing.port_map import WORDS, draw_way
from fatdesk.engine.drawing.sheet import STOCK_A4, Heading, Imprint, Paper, Stock, content_area, sheet
from fatdesk.engine.drawing.sketch import Sketch, counted

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


ROW_HIGH = 11.0
PATTERN = 40.0
MOST_PARTS = 3
MOST_PHASES = 12


def legend_leaves(
    plan: Plan,
    palette: Palette = PRINT,
    imprint: Imprint | None = None,
    stock: Stock = STOCK_A4,
    chosen: Chosen = EVERYTHING,
) -> Iterator[Leaf]:
    """The one sheet; none where there are no cables."""
    cables = list(chosen.of(plan.cables))
    if cables:
        made = partial(_draw_legend, cables, palette, imprint or Imprint(project=plan.title), stock)
        yield Leaf("Legend of cables", made)


def _draw_legend(cables: Sequence[CableRow], palette: Palette, imprint: Imprint, stock: Stock) -> Page:
    paper = stock.standing
    heading = Heading(document="Legend of cables", scope=counted(len(cables), "cable"))
    sketch = sheet(paper, palette, heading, imprint)
    left, upper, right, _ = content_area(paper)
    x, wide = left + 4.0, right - left - 8.0
    sketch.text(x, upper + 8, "Legend of cables", font_sizes.TITLE, bold=True)
    summary = "Patterns and codes as in all drawings and lists; they differ without colours as well"
    sketch.text(x, upper + 13.4, summary, font_sizes.SUMMARY, colour=palette.text2, within=wide)
    y = _draw_kinds(sketch, cables, x, upper + 22.0, x + wide)
    y = _draw_phases(sketch, cables, x, y + 10.0, wide)
    sketch.text(x, y + 10.0, "Ports on the maps of switches", font_sizes.LABEL, bold=True)
    y += 16.0
    for way, words in WORDS.items():
        draw_way(sketch, way, (x, y, x + 9.0, y + 5.4))
        sketch.text(x + 12.0, y + 3.7, words, font_sizes.TEXT)
        y += 8.0
    return sketch.page(f"Legend of cables, {imprint.project}")


def _draw_kinds(sketch: Sketch, cables: Sequence[CableRow], x: float, y: float, right: float) -> float:
    """A line for each kind that is there; returns where they end."""
    counts = Counter(cable.kind for cable in cables)
    parts: dict[str, Counter[str]] = defaultdict(Counter)
    for cable in cables:
        parts[cable.kind][cable.part] += 1
    grey = sketch.palette.text2
    for kind in sorted(
        counts, key=lambda kind: (list(KIND_NAMES).index(kind) if kind in KIND_NAMES else 99, kind)
    ):
        sketch.cables([(x, y, x + PATTERN, y)], kind, 1.1)
        sketch.text(
            x + PATTERN + 6.0, y + 1.2, kind or "none", font_sizes.LEGEND_HEADING, bold=True, within=16.0
        )
        names = [part for part, _ in parts[kind].most_common(MOST_PARTS) if part]
        more = len(parts[kind]) - len(names) if names else 0
        words = ", ".join(names) + (f" and {more} more" if more > 0 else "")
        sketch.text(x + PATTERN + 24.0, y - 0.6, KIND_NAMES.get(kind, kind), font_sizes.NAME, within=70.0)
        sketch.text(x + PATTERN + 24.0, y + 3.4, words, font_sizes.ROW_TEXT, colour=grey, within=70.0)
        summary = f"{counted(counts[kind], 'cable')} · {_total_metres([c for c in cables if c.kind == kind])}"
        sketch.text(right, y + 1.2, summary, font_sizes.TEXT, anchor="end", within=44.0)
        y += ROW_HIGH
    return y - ROW_HIGH + 4.0


def _draw_phases(sketch: Sketch, cables: Sequence[CableRow], x: float, y: float, wide: float) -> float:
    """Cables of each phase, where there are phases; returns where they end."""
    by_phase: dict[str, list[CableRow]] = defaultdict(list)
    for cable in cables:
        by_phase[cable.phase].append(cable)
    if list(by_phase) == [""]:
        return y - 10.0
    sketch.text(x, y, "Phases", font_sizes.LABEL, bold=True)
    phases = sorted(by_phase)
    for phase in phases[:MOST_PHASES]:
        y += 6.0
        sketch.text(x, y, phase or "none", font_sizes.TEXT, bold=True, within=40.0)
        summary = f"{counted(len(by_phase[phase]), 'cable')} · {_total_metres(by_phase[phase])}"
        sketch.text(x + 44.0, y, summary, font_sizes.TEXT, within=wide - 44.0)
    if len(phases) > MOST_PHASES:
        y += 6.0
        sketch.text(x, y, f"and {len(phases) - MOST_PHASES:,} more phases", font_sizes.TEXT)
    return y


def _total_metres(cables: Sequence[CableRow]) -> str:
    """The ordered length of some cables, a lower bound where one is not known."""
    lengths = [cable.length.ordered_um for cable in cables]
    if all(length is None for length in lengths):
        return "lengths unknown"
    return ("≥ " if None in lengths else "") + metres_text(sum(length or 0 for length in lengths))
