"""Lists of cable trays: length, section, height, cables and fill of each."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.palette import LIGHT, Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import (
    STOCK_A4,
    Heading,
    Imprint,
    Stock,
    content_area,
    sheet,
)
from fatdesk.engine.drawing.sheets.checklists import Column, Row, draw_tick_table
from fatdesk.engine.floor.building import line_mm
from fatdesk.engine.floor.floor import Tray

COLUMNS = (
    Column("tray", 0.0, 30.0, bold=True),
    Column("length", 31.0, 18.0, right=True),
    Column("width", 50.0, 18.0, right=True),
    Column("depth", 69.0, 18.0, right=True),
    Column("above the floor", 88.0, 24.0, right=True),
    Column("cables", 113.0, 16.0, right=True),
    Column("fill at its worst place", 130.0, 32.0, right=True),
)
TICKS = (Column("laid", 166.0, 8.0),)
HIGH = 4.9


def tray_list_sheets(plan: Plan, stock: Stock) -> int:
    """Number of sheets the list takes."""
    return -(-len(plan.floor.trays) // _most(stock))


def _most(stock: Stock) -> int:
    """Trays on a sheet."""
    _, upper, _, lower = content_area(stock.standing)
    return int((lower - upper - 26.0) / HIGH)


def tray_leaves(
    plan: Plan,
    palette: Palette = LIGHT,
    imprint: Imprint | None = None,
    stock: Stock = STOCK_A4,
    before: int = 0,
    total: Callable[[], int] | None = None,
) -> Iterator[Leaf]:
    """Sheets of the list, numbered after the preceding sheets of a document (default: these alone)."""
    most, trays = _most(stock), plan.floor.trays
    if not trays:
        return
    cables = Counter(tray for row in plan.pieces for tray in dict.fromkeys(row.run))
    for number, i in enumerate(range(0, len(trays), most), start=1):
        some = trays[i : i + most]
        names = f"trays {some[0].id} to {some[-1].id}" if len(some) > 1 else f"tray {some[0].id}"
        yield Leaf(
            f"Cable {names}",
            partial(_draw, plan, some, cables, palette, imprint, stock, before + number, total),
        )


def _draw(
    plan: Plan,
    some: Sequence[Tray],
    cables: Mapping[str, int],
    palette: Palette,
    imprint: Imprint | None,
    stock: Stock,
    number: int,
    total: Callable[[], int] | None,
) -> Page:
    heading = Heading(
        document="Cable trays",
        scope=f"{some[0].id} to {some[-1].id} · fill in % of cross section",
        number=number,
        sheets=total() if total else tray_list_sheets(plan, stock),
    )
    left, upper, _, _ = content_area(stock.standing)
    sketch = sheet(stock.standing, palette, heading, imprint or Imprint(project=plan.title))
    sketch.text(left + 4, upper + 8, "Cable trays", font_sizes.TITLE, bold=True)
    summary = f"{counted(len(plan.floor.trays), 'tray')}, fill allowed {plan.fill_max * 100:.0f} %"
    sketch.text(left + 4, upper + 13.4, summary, font_sizes.SUMMARY, colour=palette.text2)
    rows = [Row(_cells(plan, tray, cables[tray.id]), (False,)) for tray in some]
    draw_tick_table(sketch, COLUMNS, TICKS, rows, (left + 4, upper + 16), HIGH)
    return sketch.page(f"Cable trays of {plan.title}")


def _cells(plan: Plan, tray: Tray, cables: int) -> tuple[str, ...]:
    fill, at_least = plan.tray_fill.get(tray.id, (0.0, True))
    fill_text = "unknown" if at_least and not fill else f"{'≥ ' if at_least else ''}{fill * 100:.1f} %"
    over = ", over" if fill > plan.fill_max else ""
    return (
        tray.id,
        f"{line_mm(tray.points_mm) / 1000:,.2f} m",
        f"{tray.width_mm:,.0f} mm",
        f"{tray.depth_mm:,.0f} mm",
        f"{tray.elevation_mm / 1000:,.2f} m",
        f"{cables:,}",
        fill_text + over,
    )
