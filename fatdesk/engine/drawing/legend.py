"""Legend of cables: line pattern of each kind, legible in black and white, with counts and lengths."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from fatdesk.engine.cabling.wiring_list import CableRow
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.checklists import metres_text
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.palette import KIND_NAMES, PRINT, Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.port_map import WORDS, draw_way
from fatdesk.engine.drawing.sheet import STOCK_A4, Heading, Imprint, Stock, content_area, sheet
from fatdesk.engine.drawing.sketch import Sketch, counted
from fatdesk.engine.drawing.subjects import EVERYTHING, Chosen

HIGH = 11.0
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
        made = partial(_draw, cables, palette, imprint or Imprint(project=plan.title), stock)
        yield Leaf("Legend of cables", made)


def _draw(cables: Sequence[CableRow], palette: Palette, imprint: Imprint, stock: Stock) -> Page:
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
        summary = f"{counted(counts[kind], 'cable')} · {_metres([c for c in cables if c.kind == kind])}"
        sketch.text(right, y + 1.2, summary, font_sizes.TEXT, anchor="end", within=44.0)
        y += HIGH
    return y - HIGH + 4.0


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
        summary = f"{counted(len(by_phase[phase]), 'cable')} · {_metres(by_phase[phase])}"
        sketch.text(x + 44.0, y, summary, font_sizes.TEXT, within=wide - 44.0)
    if len(phases) > MOST_PHASES:
        y += 6.0
        sketch.text(x, y, f"and {len(phases) - MOST_PHASES:,} more phases", font_sizes.TEXT)
    return y


def _metres(cables: Sequence[CableRow]) -> str:
    """The ordered length of some cables, a lower bound where one is not known."""
    lengths = [cable.length.ordered_um for cable in cables]
    if all(length is None for length in lengths):
        return "lengths unknown"
    return ("≥ " if None in lengths else "") + metres_text(sum(length or 0 for length in lengths))
