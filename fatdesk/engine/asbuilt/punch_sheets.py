"""The punch list on paper: a line with a tick box for each step, differences kept together."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.comparing import AsBuilt, Identified
from fatdesk.engine.asbuilt.descriptions import ACTIONS, STAGE_WORK, unchecked_text
from fatdesk.engine.asbuilt.difference import Place
from fatdesk.engine.asbuilt.matching.matching import How
from fatdesk.engine.asbuilt.punch_list import NO_LABELS, Task, tasks
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.sheet import STOCK_A4, Heading, Imprint, Paper, Stock, content_area, sheet
from fatdesk.engine.drawing.sheets.checklists import Column, Row, draw_tick_table

HIGH = 4.9
TOP = 16.0
MARGIN = 6.0
WIDTH = 178.0
COLUMNS = (
    Column("step", 0.0, 8.0, right=True),
    Column("what", 11.0, 26.0),
    Column("do", 38.0, 26.0, bold=True),
    Column("from: rack, U, device", 66.0, 34.0),
    Column("port", 101.0, 13.0, bold=True),
    Column("to: rack, U, device", 117.0, 34.0),
    Column("port", 152.0, 13.0, bold=True),
)
DONE = (Column("done", 168.0, 10.0),)
KNOWN_BY = (
    Column("reported as", 0.0, 60.0),
    Column("device of the plan", 64.0, 40.0, bold=True),
    Column("identified by", 108.0, 60.0),
)
HOW = {How.NEIGHBOURS: "its neighbours alone", How.PLACE: "the port that it is plugged into"}


def punch_leaves(
    built: AsBuilt,
    palette: Palette = PRINT,
    imprint: Imprint | None = None,
    stock: Stock = STOCK_A4,
    done: Container[int] = frozenset(),
    labels: Mapping[str, str] = NO_LABELS,
) -> Iterator[Leaf]:
    """Yield the sheets of the list; without differences one sheet that says so.

    Parameters
    ----------
    done
        Numbers of the steps whose boxes are ticked.
    labels
        The number on the label of each cable, by the cable's id.
    """
    paper = stock.standing
    _, upper, _, lower = content_area(paper)
    room = int((lower - upper - TOP - 4.4 - 6.0) / HIGH)
    seen = replace(built, differences=built.checked)
    pages = _shared_out(list(tasks(seen, labels=labels)), room)
    doubtful = [one for one in built.identified if one.how in HOW]
    lists = [doubtful[at : at + room] for at in range(0, len(doubtful), room)]
    sheets = len(pages) + len(lists)
    for number, some in enumerate(pages, start=1):
        heading = Heading(
            document="Punch list",
            scope=f"{counted(len(seen.differences), 'difference')} · {counted(built.moves, 'move')}",
            number=number,
            sheets=sheets,
            remark="tick what is done",
        )
        yield Leaf(
            f"Punch list, sheet {number}",
            partial(_draw, built, some, done, palette, heading, imprint or Imprint(), paper),
        )
    for number, known in enumerate(lists, start=len(pages) + 1):
        heading = Heading(
            document="Punch list",
            scope=f"{counted(len(doubtful), 'device')} not identified by name",
            number=number,
            sheets=sheets,
            remark="check before any plug is moved",
        )
        yield Leaf(
            f"Punch list, sheet {number}",
            partial(_draw_known, built, known, palette, heading, imprint or Imprint(), paper),
        )


def _shared_out(every: Sequence[Task], room: int) -> list[list[Task]]:
    """Steps by sheet; a difference that fits on one sheet is not split."""
    groups: dict[int, list[Task]] = {}
    for task in every:
        groups.setdefault(task.difference, []).append(task)
    pages: list[list[Task]] = [[]]
    for group in groups.values():
        if pages[-1] and len(pages[-1]) + len(group) > room:
            pages.append([])
        for task in group:
            if len(pages[-1]) == room:
                pages.append([])
            pages[-1].append(task)
    return pages


def _draw(
    built: AsBuilt,
    some: Sequence[Task],
    done: Container[int],
    palette: Palette,
    heading: Heading,
    imprint: Imprint,
    paper: Paper,
) -> Page:
    left, upper, right, _ = content_area(paper)
    sketch = sheet(paper, palette, heading, imprint)
    x, wide = left + MARGIN, right - left - 2 * MARGIN
    scale = wide / WIDTH
    sketch.text(x, upper + 7, "Punch list", font_sizes.TITLE, bold=True, within=wide)
    reported = "pulled out plugs hang until they are plugged in · "
    reported += f"{built.matched:,} of {built.planned:,} cables are as planned"
    unchecked = unchecked_text(built)
    reported += f" · {unchecked}" if unchecked else ""
    reported += f" · {built.form}"
    reported += f" · {built.stage}" if built.stage else ""
    sketch.text(x, upper + 12.4, reported, font_sizes.SUMMARY, colour=palette.text2, within=wide)
    columns = [_scaled(column, scale) for column in COLUMNS]
    ticks = [_scaled(column, scale) for column in DONE]
    rows = [_row(task, some[at - 1] if at else None, task.number in done) for at, task in enumerate(some)]
    if rows:
        draw_tick_table(sketch, columns, ticks, rows, (x, upper + TOP), HIGH)
    else:
        words = "Everything that was seen is as planned"
        sketch.text(
            paper.width / 2, paper.height / 2, words, font_sizes.HEADING, anchor="middle", within=wide
        )
    return sketch.page(f"Punch list of {imprint.project}")


def _draw_known(
    built: AsBuilt,
    known: Sequence[Identified],
    palette: Palette,
    heading: Heading,
    imprint: Imprint,
    paper: Paper,
) -> Page:
    """Devices that were identified by something else than their name."""
    left, upper, right, _ = content_area(paper)
    sketch = sheet(paper, palette, heading, imprint)
    x, wide = left + MARGIN, right - left - 2 * MARGIN
    sketch.text(x, upper + 7, "Devices not identified by name", font_sizes.TITLE, bold=True, within=wide)
    reported = built.doubt or "what the report says of them holds only if they are these devices"
    sketch.text(x, upper + 12.4, reported, font_sizes.SUMMARY, colour=palette.text2, within=wide)
    columns = [_scaled(column, wide / WIDTH) for column in KNOWN_BY]
    rows = [Row((one.reported, one.device, HOW[one.how]), (), rule=True) for one in known]
    draw_tick_table(sketch, columns, [], rows, (x, upper + TOP), HIGH)
    return sketch.page(f"Punch list of {imprint.project}")


def _scaled(column: Column, scale: float) -> Column:
    return Column(column.head, column.x * scale, column.width * scale, column.bold, column.right)


def _row(task: Task, before: Task | None, done: bool) -> Row:
    step, first = task.step, before is None or before.difference != task.difference
    cells = (
        str(task.number),
        task.kind if first else "",
        ACTIONS[step.action],
        _where(step.origin),
        step.origin.port if step.origin else "",
        _where(step.target),
        step.target.port if step.target else "",
    )
    other = task.other_end
    notes = {
        1: _about(task, first),
        3: "" if other is None or step.origin is None else _other(other),
        5: "" if other is None or step.origin is not None else _other(other),
        4: step.origin.os_port if step.origin else "",
        6: step.target.os_port if step.target else "",
    }
    return Row(cells, (done,), rule=first, notes=notes)


def _about(task: Task, first: bool) -> str:
    """The cable of a step, and the stage that its difference belongs to."""
    stage = f"stage {task.work.stage}: {STAGE_WORK[task.work.later]}" if task.work and first else ""
    return ", ".join(words for words in (f"cable {task.label}" if task.label else "", stage) if words)


def _other(place: Place) -> str:
    return f"other end: {place.device} port {place.port}"


def _where(place: Place | None) -> str:
    if place is None:
        return "–"
    return f"{place.in_rack} {place.device}" if place.rack else place.device
