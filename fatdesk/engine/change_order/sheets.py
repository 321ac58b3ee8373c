"""The change order on paper: an overview of the stages, then the rows of each with boxes to tick."""

from collections.abc import Iterator, Sequence
from functools import partial

from fatdesk.core.number_text import counted
from fatdesk.engine.change_order.drawing_sheets import StepSheets
from fatdesk.engine.change_order.rows import Action, ChangeOrder, OrderRow
from fatdesk.engine.change_order.texts import counts_text, gate_text, residual_text, roll_back_text
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.sheet import STOCK_A4, Heading, Imprint, Paper, Stock, content_area, sheet
from fatdesk.engine.drawing.sheets.checklists import (
    Column,
    Listed,
    Row,
    draw_tick_table,
    metres_text,
    port_of,
    table_leaves,
)
from fatdesk.engine.growth.changes import Fate, WorkStage
from fatdesk.engine.wiring.wiring_list import End

HIGH = 4.9
TOP = 20.0
MARGIN = 4.0
HEAD = 4.4
"""For the heads of the columns."""
CONTINUED = 7.0
"""For the line under a table that goes on."""
FOOT = 16.0
"""For the gate of a stage, and how it is undone."""
COLUMNS = (
    Column("step", 0.0, 8.0, right=True),
    Column("do", 10.0, 13.0, bold=True),
    Column("label", 24.0, 16.0, bold=True),
    Column("from: rack, U, device", 41.0, 31.0),
    Column("port", 73.0, 12.0, bold=True),
    Column("to: rack, U, device", 87.0, 31.0),
    Column("port", 119.0, 12.0, bold=True),
    Column("part, length", 133.0, 38.0),
)
DONE = (Column("done", 173.0, 9.0),)
PASSED = (Column("passed", 173.0, 9.0),)
GATE = (Column("", 0.0, 170.0, bold=True),)
STAGES = (
    Column("stage", 0.0, 9.0, right=True),
    Column("network", 12.0, 24.0),
    Column("work at", 38.0, 24.0, bold=True),
    Column("moved", 63.0, 11.0, right=True),
    Column("added", 75.0, 11.0, right=True),
    Column("removed", 87.0, 12.0, right=True),
    Column("hours", 100.0, 11.0, right=True),
    Column("bandwidth that stays", 114.0, 32.0),
    Column("links that must work", 148.0, 24.0),
)


def order_leaves(
    order: ChangeOrder, palette: Palette = PRINT, imprint: Imprint | None = None, stock: Stock = STOCK_A4
) -> Iterator[Leaf]:
    """Yield the sheets: the overview, the whole step as drawings, then each stage: its drawings, its rows."""
    imprint = imprint or Imprint()
    yield from table_leaves(_overview(order), stock.standing, palette, imprint)
    drawings = None if order.drawings is None else StepSheets(order.drawings, palette, imprint, stock)
    if drawings is not None:
        yield from drawings.of_step()
    step = 0
    for number, stage in enumerate(order.stages, start=1):
        if drawings is not None:
            yield from drawings.of_stage(number)
        rows = [row._replace(step=step + at) for at, row in enumerate(order.rows_of(number), start=1)]
        step += len(rows)
        work = [row for row in rows if row.action not in (Action.VERIFY, Action.ROLL_BACK)]
        yield from _stage_leaves(order, number, stage, work, palette, imprint, stock.standing)


def _overview(order: ChangeOrder) -> Listed:
    """The stages in a table."""
    rows = []
    for number, stage in enumerate(order.stages, start=1):
        cells = (
            str(number),
            stage.fabric or "all",
            ", ".join(stage.domains) or "–",
            *(f"{stage.count(fate):,}" for fate in (Fate.MOVED, Fate.ADDED, Fate.REMOVED)),
            f"{float(stage.hours):,.1f}",
            residual_text(stage, brief=True),
            f"{stage.gate:,} of {stage.links:,}",
        )
        rows.append(Row(cells, (False,), rule=True))
    hours = float(sum(stage.hours for stage in order.stages))
    mounted = f", {counted(len(order.mount), 'device')} to mount in stage 1" if order.mount else ""
    return Listed(
        f"Change order of {order.title}",
        "begin a stage when the gate of the one before is passed · cables that are not listed stay",
        STAGES,
        DONE,
        rows,
        f"{counted(len(rows), 'stage')}, {hours:,.1f} hours of one pair of hands for cables{mounted}",
    )


def _stage_leaves(
    order: ChangeOrder,
    number: int,
    stage: WorkStage,
    rows: Sequence[OrderRow],
    palette: Palette,
    imprint: Imprint,
    paper: Paper,
) -> Iterator[Leaf]:
    """The sheets of a stage; the last one has its gate."""
    _, upper, _, lower = content_area(paper)
    room = int((lower - upper - TOP - HEAD - CONTINUED) / HIGH)
    with_foot = int((lower - upper - TOP - HEAD - FOOT) / HIGH)
    pages = [rows[at : at + room] for at in range(0, len(rows), room)] or [[]]
    if len(pages[-1]) > with_foot:
        pages[-1:] = [pages[-1][:with_foot], pages[-1][with_foot:]]
    title = f"Stage {number} of {len(order.stages)}"
    for at, some in enumerate(pages, start=1):
        heading = Heading(
            document="Change order",
            scope=f"{title} · {counts_text(stage)}",
            number=at,
            sheets=len(pages),
            remark="tick what is done",
        )
        last = at == len(pages)
        yield Leaf(
            f"{title}, sheet {at} of {len(pages)}",
            partial(_draw, order, title, stage, some, palette, heading, imprint, paper, last=last),
            group=title,
        )


def _draw(
    order: ChangeOrder,
    title: str,
    stage: WorkStage,
    some: Sequence[OrderRow],
    palette: Palette,
    heading: Heading,
    imprint: Imprint,
    paper: Paper,
    *,
    last: bool,
) -> Page:
    left, upper, right, _ = content_area(paper)
    sketch = sheet(paper, palette, heading, imprint)
    x, wide = left + MARGIN, right - left - 2 * MARGIN
    at = f" at {', '.join(stage.domains)}" if stage.domains else ""
    sketch.text(x, upper + 8, f"{title}{at}", font_sizes.TITLE, bold=True, within=wide)
    facts = (stage.fabric, counts_text(stage), f"{float(stage.hours):,.1f} h", residual_text(stage))
    summary = " · ".join(words for words in facts if words)
    sketch.text(x, upper + 13.4, summary, font_sizes.SUMMARY, colour=palette.text2, within=wide)
    how = "pull all plugs of the stage first · label: the number on the cable until it gets a new label"
    sketch.text(x, upper + 17.4, how, font_sizes.NOTE, colour=palette.text2, within=wide)
    rows = [_row(row, at == 0 or some[at - 1].action is not row.action) for at, row in enumerate(some)]
    y = draw_tick_table(sketch, COLUMNS, DONE, rows, (x, upper + TOP), HIGH)
    if last:
        gate = Row((f"Gate: {gate_text(stage)}",), (False,))
        draw_tick_table(sketch, GATE, PASSED, [gate], (x, y), HIGH)
        undo = roll_back_text(stage)
        sketch.text(
            x, y + 13.4, undo[:1].upper() + undo[1:], font_sizes.SUMMARY, within=wide, least=font_sizes.DENSE
        )
    else:
        sketch.text(x, y + 4.6, "continued on the next sheet", font_sizes.SUMMARY, within=wide)
    return sketch.page(f"Change order of {order.title}")


def _row(row: OrderRow, first: bool) -> Row:
    """A line of the table with its small second lines."""
    length = metres_text(row.length_um) if row.cable else ""
    cable = ", ".join(words for words in (row.part, length) if words)
    note = row.note
    if row.action is Action.MOVE:
        needs = f"needs {metres_text(row.needed_um)}: " if row.needed_um is not None else ""
        note = f"{needs}reaches" if row.reaches else note
    if row.action is Action.RELABEL:
        cable, note = f"new label {row.new_label}", "on both ends"
    cells = (
        str(row.step),
        str(row.action),
        row.label,
        _where(row.origin),
        port_of(row.origin),
        _where(row.target),
        port_of(row.target),
        cable,
    )
    notes = {4: _os(row.origin), 6: _os(row.target), 7: note}
    return Row(cells, (False,), rule=first, notes=notes)


def _os(end: End | None) -> str:
    return " ".join(end.os_ports) if end else ""


def _where(end: End | None) -> str:
    """Rack, unit and device."""
    if end is None:
        return "–"
    unit = f"U{end.u}" if end.u else ""
    return " ".join(words for words in (end.rack_label, unit, end.device) if words)
