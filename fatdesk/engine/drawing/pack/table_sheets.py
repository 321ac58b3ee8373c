"""A long table as sheets of standing paper, heads repeated, groups begun with a rule."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.leaf import Leaf
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.sheet import Heading, Imprint, Paper, field, sheet
from fatdesk.engine.drawing.tick_table import Column, Row, draw_tick_table

HIGH = 4.9
MARGIN = 4.0
TOP = 18.0
"""Above the table, for its title and what it is about."""
SPARE = 11.0
"""For the table's head and the sums under it."""


@dataclass(frozen=True)
class Listed:
    """A table for people.

    Attributes
    ----------
    title, told
        What it is, and a line about it.
    columns, ticks
        As ``draw_tick_table`` takes them, for a sheet 182 mm wide inside its margins.
    sums
        The line under the last row.
    """

    title: str
    told: str
    columns: Sequence[Column]
    ticks: Sequence[Column]
    rows: Sequence[Row]
    sums: str


def table_leaves(table: Listed, paper: Paper, palette: Palette, imprint: Imprint) -> Iterator[Leaf]:
    """The sheets; none where the table has no rows."""
    _, upper, _, lower = field(paper)
    most = int((lower - upper - TOP - SPARE) / HIGH)
    count = -(-len(table.rows) // most)
    for number in range(count):
        some = table.rows[number * most : (number + 1) * most]
        heading = Heading(
            document=table.title,
            scope=f"rows {number * most + 1:,} to {number * most + len(some):,} of {len(table.rows):,}",
            number=number + 1,
            sheets=count,
        )
        yield Leaf(
            f"{table.title}, sheet {number + 1} of {count}",
            partial(_draw, table, some, heading, paper, palette, imprint),
        )


def _draw(
    table: Listed, some: Sequence[Row], heading: Heading, paper: Paper, palette: Palette, imprint: Imprint
) -> Page:
    left, upper, right, _ = field(paper)
    sketch = sheet(paper, palette, heading, imprint)
    x, wide = left + MARGIN, right - left - 2 * MARGIN
    sketch.text(x, upper + 8, table.title, 5.0, bold=True, within=wide)
    sketch.text(x, upper + 13.4, table.told, 2.6, colour=palette.text2, within=wide)
    rows = [replace(some[0], rule=False), *some[1:]]
    y = draw_tick_table(sketch, table.columns, table.ticks, rows, (x, upper + TOP), HIGH)
    last = heading.number == heading.sheets
    sums = table.sums if last else "continued on the next sheet"
    sketch.text(x, y + 4.6, sums, 2.6, within=wide)
    return sketch.page(f"{table.title}, {imprint.project}")
