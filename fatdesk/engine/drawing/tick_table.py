"""Tables for installers: rows of words between hairlines, with boxes to tick at their end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fatdesk.engine.drawing.display import Anchor
from fatdesk.engine.drawing.sketch import Sketch

TICK = 3.2
SIZE = 2.7
NOTED, NOTE = 2.4, 1.7
"""Sizes of the lines of a cell that has two."""

HEAD = 2.2


@dataclass(frozen=True)
class Column:
    """A column: its head, where it begins, how wide it is."""

    head: str
    x: float
    width: float
    bold: bool = False
    right: bool = False


@dataclass(frozen=True)
class Row:
    """Words for the columns, then for each box whether it is ticked; None: no box.

    ``rule`` draws a stronger line above. ``notes`` are small second lines by number of the column.
    """

    cells: tuple[str, ...]
    ticks: tuple[bool | None, ...] = ()
    rule: bool = False
    notes: Mapping[int, str] = field(default_factory=dict)


def draw_tick_table(
    sketch: Sketch,
    columns: Sequence[Column],
    ticks: Sequence[Column],
    rows: Sequence[Row],
    place: tuple[float, float],
    high: float,
    every: int = 1,
) -> float:
    """Draw head and rows, each ``high``, from an upper left corner; returns where the table ends.

    A hairline stands under each row, or only under each ``every``-th and the last.
    """
    left, top = place
    both = [*columns, *ticks]
    end = left + max(column.x + column.width for column in both)
    for column in both:
        x, anchor = _at(left, column)
        sketch.text(
            x, top + 3.0, column.head, HEAD, colour=sketch.palette.text2, anchor=anchor, within=column.width
        )
    y = top + 4.4
    sketch.line(left, y, end, y, sketch.pen(0.25))
    hairlines = []
    for number, row in enumerate(rows):
        if row.rule and number:
            sketch.line(left, y, end, y, sketch.pen(0.35))
        base = y + high / 2 + 0.36 * SIZE
        for at, (column, words) in enumerate(zip(columns, row.cells, strict=True)):
            x, anchor = _at(left, column)
            note = row.notes.get(at, "")
            line, size = (y + 2.35, NOTED) if note else (base, SIZE)
            sketch.text(x, line, words, size, bold=column.bold, anchor=anchor, within=column.width)
            sketch.text(x, y + 4.25, note, NOTE, anchor=anchor, within=column.width)
        for column, ticked in zip(ticks, row.ticks, strict=False):
            if ticked is not None:
                _draw_tick(sketch, left + column.x + 1.2, y + (high - TICK) / 2, ticked)
        y += high
        last = number + 1 == len(rows)
        if last or (not rows[number + 1].rule and (number + 1) % every == 0):
            hairlines.append((left, y, end, y))
    sketch.lines(hairlines, sketch.pen(0.1, sketch.palette.faint))
    return y


def _at(left: float, column: Column) -> tuple[float, Anchor]:
    return (left + column.x + column.width, "end") if column.right else (left + column.x, "start")


def _draw_tick(sketch: Sketch, x: float, y: float, ticked: bool) -> None:
    sketch.box((x, y, x + TICK, y + TICK), pen=sketch.pen(0.18))
    if ticked:
        sketch.polyline(
            [(x + 0.6, y + 1.7), (x + 1.3, y + 2.5), (x + 2.7, y + 0.7)], sketch.pen(0.35), closed=False
        )
