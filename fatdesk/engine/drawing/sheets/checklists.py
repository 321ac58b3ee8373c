"""Checklists for installers: cables of a switch, devices of a rack, and tables that span several sheets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Anchor, Leaf, Page
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.plan import Subjects
from fatdesk.engine.drawing.sheet import Heading, Imprint, Paper, content_area, sheet
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.wiring.port_map import Plugged, SwitchPorts
from fatdesk.engine.floor.floor import Device
from fatdesk.engine.wiring.wiring_list import CableRow, End

TICK = 3.2


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
    """Texts of the columns, then the state of each tick box; None: no box.

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

    A hairline is drawn under each row, or only under each ``every``-th and the last.
    """
    left, top = place
    both = [*columns, *ticks]
    end = left + max(column.x + column.width for column in both)
    for column in both:
        x, anchor = _at(left, column)
        sketch.text(
            x,
            top + 3.0,
            column.head,
            font_sizes.SMALL,
            colour=sketch.palette.text2,
            anchor=anchor,
            within=column.width,
        )
    y = top + 4.4
    sketch.line(left, y, end, y, sketch.pen(0.25))
    hairlines = []
    for number, row in enumerate(rows):
        if row.rule and number:
            sketch.line(left, y, end, y, sketch.pen(0.35))
        base = y + high / 2 + 0.36 * font_sizes.CELL
        for at, (column, words) in enumerate(zip(columns, row.cells, strict=True)):
            x, anchor = _at(left, column)
            note = row.notes.get(at, "")
            line, size = (y + 2.35, font_sizes.NOTE) if note else (base, font_sizes.CELL)
            sketch.text(x, line, words, size, bold=column.bold, anchor=anchor, within=column.width)
            sketch.text(x, y + 4.25, note, font_sizes.SECOND_LINE, anchor=anchor, within=column.width)
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


HIGH = 4.9
MARGIN = 4.0
TOP = 18.0
"""Above the table, for its title and description."""
SPARE = 11.0
"""For the table's head and the sums under it."""


@dataclass(frozen=True)
class Listed:
    """Table with title and summary.

    Attributes
    ----------
    title, summary
        Title and one-line summary.
    columns, ticks
        Columns as in ``draw_tick_table``, for a sheet 182 mm wide inside its margins.
    sums
        The line under the last row.
    """

    title: str
    summary: str
    columns: Sequence[Column]
    ticks: Sequence[Column]
    rows: Sequence[Row]
    sums: str


def _rows_a_sheet(paper: Paper) -> int:
    _, upper, _, lower = content_area(paper)
    return int((lower - upper - TOP - SPARE) / HIGH)


def tables_leaves(
    tables: Sequence[Listed], paper: Paper, palette: Palette, imprint: Imprint
) -> Iterator[Leaf]:
    """The sheets of several tables, which are numbered together."""
    counts = [-(-len(table.rows) // _rows_a_sheet(paper)) for table in tables]
    for n, table in enumerate(tables):
        yield from table_leaves(table, paper, palette, imprint, sum(counts[:n]), sum(counts))


def table_leaves(
    table: Listed,
    paper: Paper,
    palette: Palette,
    imprint: Imprint,
    before: int = 0,
    sheets: int | None = None,
) -> Iterator[Leaf]:
    """The sheets; none where the table has no rows.

    Parameters
    ----------
    before, sheets
        Number of sheets of the document before these, and of all of it; None: these are all.
    """
    most = _rows_a_sheet(paper)
    count = -(-len(table.rows) // most)
    for number in range(count):
        some = table.rows[number * most : (number + 1) * most]
        heading = Heading(
            document=table.title,
            scope=f"rows {number * most + 1:,} to {number * most + len(some):,} of {len(table.rows):,}",
            number=before + number + 1,
            sheets=sheets or count,
        )
        words = table.sums if number + 1 == count else "continued on the next sheet"
        yield Leaf(
            f"{table.title}, sheet {number + 1} of {count}",
            partial(_draw, table, some, words, heading, paper, palette, imprint),
        )


def _draw(
    table: Listed,
    some: Sequence[Row],
    words: str,
    heading: Heading,
    paper: Paper,
    palette: Palette,
    imprint: Imprint,
) -> Page:
    left, upper, right, _ = content_area(paper)
    sketch = sheet(paper, palette, heading, imprint)
    x, wide = left + MARGIN, right - left - 2 * MARGIN
    sketch.text(x, upper + 8, table.title, font_sizes.TITLE, bold=True, within=wide)
    sketch.text(x, upper + 13.4, table.summary, font_sizes.SUMMARY, colour=palette.text2, within=wide)
    rows = [replace(some[0], rule=False), *some[1:]]
    y = draw_tick_table(sketch, table.columns, table.ticks, rows, (x, upper + TOP), HIGH)
    sketch.text(x, y + 4.6, words, font_sizes.SUMMARY, within=wide)
    return sketch.page(f"{table.title}, {imprint.project}")


CABLE_COLUMNS = (
    Column("port", 0.0, 13.0),
    Column("cable", 14.0, 14.5, bold=True),
    Column("to rack", 29.5, 11.5),
    Column("U", 42.5, 5.0),
    Column("device", 48.5, 18.0, bold=True),
    Column("port", 67.5, 12.5),
    Column("kind", 81.0, 7.5),
    Column("length", 88.5, 12.0, right=True),
)
CABLE_TICKS = (Column("plugged", 105.0, 8.5), Column("tested", 115.0, 8.0))
HOST_COLUMNS = (
    Column("device", 0.0, 14.5, bold=True),
    Column("port", 15.5, 9.5),
    Column("cable", 26.0, 14.5, bold=True),
    Column("to rack", 41.5, 9.5),
    Column("U", 52.0, 4.5),
    Column("device", 57.5, 15.0, bold=True),
    Column("port", 73.0, 12.5),
    Column("kind", 86.5, 7.5),
    Column("length", 93.0, 10.0, right=True),
)
DEVICE_COLUMNS = (
    Column("U", 0.0, 6.0),
    Column("device", 7.0, 21.0, bold=True),
    Column("part", 29.0, 24.5),
    Column("height", 54.0, 7.5, right=True),
    Column("power", 62.5, 12.0, right=True),
    Column("mass", 75.5, 12.0, right=True),
    Column("cables to", 91.0, 21.0),
)
DEVICE_TICKS = (Column("mounted", 114.0, 9.0),)
PLUGGED = frozenset({"plugged", "connected", "installed", "tested"})
"""Cable statuses that mean it is installed."""


@dataclass(frozen=True)
class DeviceRow:
    """A row of the device list, and the part it counts as."""

    part: str
    row: Row


def cable_rows(plugged: Sequence[Plugged], numbers: Mapping[str, str]) -> list[Row]:
    """A row for each plug, of a splitter for each leg; a rule where hosts end and switches begin."""
    rows = []
    for i, some in enumerate(plugged):
        rule = i > 0 and (some.way == "host") != (plugged[i - 1].way == "host")
        notes = {0: some.os_port, 5: some.far_os_port}
        rows.append(Row((some.port, *_cells(some, numbers)), ticks_of(some.cable), rule, notes))
    return rows


def host_rows(plugged: Sequence[Plugged], numbers: Mapping[str, str]) -> list[Row]:
    """A row for each plug in a device that is no switch; a rule between devices."""
    rows = []
    for i, some in enumerate(plugged):
        name = some.near.device if some.near else ""
        before = plugged[i - 1].near if i else None
        first = before is None or before.device != name
        notes = {1: some.os_port, 6: some.far_os_port}
        rows.append(Row((name, some.port, *_cells(some, numbers)), ticks_of(some.cable), first, notes))
    return rows


def _cells(some: Plugged, numbers: Mapping[str, str]) -> tuple[str, ...]:
    """Number, far end, kind and length."""
    far, cable = some.far, some.cable
    return (
        numbers[cable.id] if cable else "no cable",
        far.rack_label if far else "",
        str(far.u) if far and far.u is not None else "",
        some.device,
        port_of(far),
        cable.kind or "none" if cable else "",
        metres_text(cable.length.ordered_um) if cable else "",
    )


def ticks_of(cable: CableRow | None) -> tuple[bool, bool]:
    """Whether a cable is plugged, and tested."""
    tested = cable is not None and (cable.status == "tested" or bool(cable.tested_by))
    return tested or (cable is not None and cable.status in PLUGGED), tested


def port_of(end: End | None) -> str:
    """The port of an end after its card, with the leg of a splitter."""
    if end is None:
        return ""
    port = f"{end.slot}:{end.port}" if end.slot else end.port
    return f"{port}.{end.sub_port}" if end.sub_port else port


def metres_text(length_um: int | None) -> str:
    """Length in metres as text.

    >>> metres_text(1_234_500_000), metres_text(None)
    ('1,234.5 m', 'unknown')
    """
    return "unknown" if length_um is None else f"{length_um / 1e6:,.2f}".rstrip("0").rstrip(".") + " m"


def device_rows(subjects: Subjects, ports: SwitchPorts, devices: Sequence[Device]) -> list[DeviceRow]:
    """The devices of a rack from the top, those inside enclosures after them."""
    rows = []
    for outer in devices:
        for device in (outer, *outer.inside):
            figures = subjects.device(device)
            own = ports.is_switch(device.id)
            leads, names = ("own sheet", "") if own else _cables_of(subjects, ports, device)
            height = f"{figures.height_u} U" if device is outer else ""
            mounted = device is outer and figures.height_u
            cells = (
                str(device.u) if mounted else "side" if device is outer else "",
                subjects.name(device),
                subjects.part(device),
                height,
                figures.power_w.text("W", "kW") or "unknown",
                figures.mass_kg.text("kg", "") or "unknown",
                "backplane" if device is not outer and not leads else leads,
            )
            rows.append(DeviceRow(device.part, Row(cells, (False,), notes={6: names})))
    return rows


def _cables_of(subjects: Subjects, ports: SwitchPorts, device: Device) -> tuple[str, str]:
    """Far end of the only cable of a device, or the number of its cables and their far ends."""
    ends = ports.ends_of(subjects.name(device))
    if not ends:
        return "", ""
    first, last = ends[0], ends[-1]
    if len(ends) == 1:
        return f"{first.device} p{port_of(first.far)}", ""
    names = first.device if first.device == last.device else f"{first.device} … {last.device}"
    return f"{len(ends)} cables", names


def leaving(subjects: Subjects, ports: SwitchPorts, devices: Sequence[Device], label: str) -> list[Plugged]:
    """Return the plugs of a rack's hosts whose cables go to other racks; others are on sheets of switches."""
    names = [
        subjects.name(device)
        for outer in devices
        for device in (outer, *outer.inside)
        if not ports.is_switch(device.id)
    ]
    ends = [some for name in names for some in ports.ends_of(name)]
    return [some for some in ends if some.far is not None and some.far.rack_label != label]
