"""Sheets of structured cabling: trunks, ports of panels, tests of fibres, and designation strips at 1:1."""

from collections.abc import Iterator, Sequence
from functools import partial

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Leaf, Page
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import Heading, Imprint, Paper, content_area, sheet
from fatdesk.engine.drawing.sheets.checklists import MARGIN, Column, Listed, Row, metres_text
from fatdesk.engine.drawing.sheets.panel_lists import (
    PortLine,
    Strand,
    TrunkLine,
    panel_ports,
    strands,
    trunk_lines,
)
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.structured.structured import PlacedPanel

WHY_NONE = "no cable goes over panels: set panels in the rules of cabling"

TRUNK_COLUMNS = (
    Column("no.", 0.0, 13.0, bold=True),
    Column("trunk", 14.0, 44.0, bold=True),
    Column("fibres", 58.0, 10.0, right=True),
    Column("links", 69.0, 9.0, right=True),
    Column("lit", 79.0, 9.0, right=True),
    Column("panel A", 91.0, 17.0),
    Column("rear plugs", 109.0, 18.0),
    Column("panel B", 128.0, 16.0),
    Column("rear plugs", 145.0, 16.0),
    Column("each", 161.0, 11.0, right=True),
)
PULLED = (Column("pulled", 174.0, 8.0),)
PORT_COLUMNS = (
    Column("panel", 0.0, 17.0, bold=True),
    Column("port", 18.0, 9.0, bold=True),
    Column("device", 28.0, 27.0),
    Column("port", 56.0, 12.0),
    Column("trunk", 69.0, 42.0),
    Column("fibres", 112.0, 18.0),
    Column("far port", 131.0, 23.0, bold=True),
    Column("patch cord", 155.0, 17.0),
)
PLUGGED = (Column("ok", 175.0, 6.0),)
TEST_COLUMNS = (
    Column("trunk", 0.0, 38.0, bold=True),
    Column("fibre", 39.0, 8.0, bold=True, right=True),
    Column("port A", 49.0, 21.0),
    Column("port B", 71.0, 21.0),
    Column("length", 92.0, 13.0, right=True),
    Column("loss dB", 106.0, 12.0, right=True),
    Column("budget", 119.0, 11.0, right=True),
    Column("measured m", 132.0, 15.0),
    Column("dB", 147.0, 9.0),
    Column("initials", 163.0, 9.0),
    Column("date", 173.0, 9.0),
)
PASSED = (Column("pass", 156.0, 6.0),)


def trunk_table(plan: Plan) -> Listed:
    """The trunks to pull, with boxes to tick."""
    lines = list(trunk_lines(plan))
    lit, links = sum(line.lit for line in lines), sum(len(line.trunk.cables) for line in lines)
    return Listed(
        "Trunks",
        "Between panels, by network and racks; plugs are those at the rear of the panels, slot and number",
        TRUNK_COLUMNS,
        PULLED,
        [_trunk(line) for line in lines],
        f"{counted(len(lines), 'trunk')} with {counted(links, 'link')} and {lit:,} lit fibres",
    )


def _trunk(line: TrunkLine) -> Row:
    row, part = line.row, line.trunk.part
    return Row(
        (
            line.number,
            line.trunk.name,
            f"{part.fibres:,}",
            f"{len(line.trunk.cables):,}",
            f"{line.lit:,}",
            row.a.device,
            row.a.port,
            row.b.device,
            row.b.port,
            metres_text(row.length.ordered_um),
        ),
        (False,),
    )


def port_table(plan: Plan) -> Listed:
    """The ports of all panels, with boxes to tick."""
    lines = list(panel_ports(plan))
    used = sum(line.link is not None for line in lines)
    return Listed(
        "Ports of panels",
        "Slots and ports as printed; what is plugged in at the front, and the fibres at the rear",
        PORT_COLUMNS,
        PLUGGED,
        [_port(line, before) for before, line in zip([None, *lines], lines, strict=False)],
        f"{counted(len(lines), 'port')}, {used:,} in use",
    )


def _port(line: PortLine, before: PortLine | None) -> Row:
    new = before is None or before.panel is not line.panel
    named = new or (before is not None and before.slot != line.slot)
    return Row(
        (
            line.panel.name if named else "",
            f"{line.slot}/{line.port}",
            line.device or line.use,
            line.device_port,
            line.trunk,
            line.fibres,
            line.far,
            line.number,
        ),
        (False if line.link is not None else None,),
        rule=new,
    )


def fibre_table(plan: Plan) -> Listed:
    """Every fibre in use with what to expect, and room for what was measured."""
    lines = list(strands(plan))
    return Listed(
        "Tests of fibres",
        "Expected length and loss from device to device; measured values, initials and date by hand",
        TEST_COLUMNS,
        PASSED,
        [_strand(line, before) for before, line in zip([None, *lines], lines, strict=False)],
        f"{counted(len(lines), 'fibre')}. Loss: fibre and mated pairs, without plugs in transceivers",
    )


def _strand(line: Strand, before: Strand | None) -> Row:
    new = before is None or before.trunk != line.trunk
    named = new or (before is not None and before.link is not line.link)
    loss, limit = line.loss.loss_db, line.loss.limit_db
    return Row(
        (
            line.trunk if named else "",
            f"{line.fibre}",
            line.near,
            line.far,
            metres_text(line.loss.length_um),
            "?" if loss is None else f"{loss:.2f}",
            "?" if limit is None else f"{limit:.2f}",
            "",
            "",
            "",
            "",
        ),
        (False,),
        rule=new,
    )


OPENING_MM = 450.0
"""Width between the posts of a rack of 19 inches."""
STRIP_MM = 12.0
"""Height of a designation strip."""
GAP_MM = 9.0
SCALE_MM = 100.0
"""Length of the bar that shows whether a page was printed at 1:1."""


def _inside(paper: Paper) -> Bounds:
    left, upper, right, lower = content_area(paper)
    return left + MARGIN, upper + MARGIN, right - MARGIN, lower - MARGIN


def strip_leaves(plan: Plan, palette: Palette, imprint: Imprint, paper: Paper) -> Iterator[Leaf]:
    """Designation strips of all panels at 1:1, in pieces of whole cassettes that fit on a sheet."""
    if plan.structured is None:
        return
    ports: dict[str, dict[int, list[PortLine]]] = {}
    for line in panel_ports(plan):
        ports.setdefault(line.panel.id, {}).setdefault(line.slot, []).append(line)
    left, upper, right, lower = _inside(paper)
    strips = [
        strip for panel in plan.structured.panels for strip in _pieces(panel, ports[panel.id], right - left)
    ]
    most = int((lower - upper - 16.0) / (STRIP_MM + GAP_MM))
    sheets = -(-len(strips) // most)
    for number in range(sheets):
        some = strips[number * most : (number + 1) * most]
        names = list(dict.fromkeys(panel.name for panel, _, _ in some))
        scope = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
        remark = "1:1, print without scaling"
        place = {"number": number + 1, "sheets": sheets}
        heading = Heading(document="Designation strips", scope=scope, remark=remark, **place)
        yield Leaf(f"Strips of {scope}", partial(_draw_strips, some, palette, heading, imprint, paper))


_Strip = tuple[PlacedPanel, list[list[PortLine]], float]


def _pieces(panel: PlacedPanel, slots: dict[int, list[PortLine]], room: float) -> Iterator[_Strip]:
    """The cassettes of a panel in groups, and the width of each cassette."""
    wide = OPENING_MM / panel.part.slots
    each = max(1, int(room / wide))
    lines = [slots[slot] for slot in sorted(slots)]
    for begin in range(0, len(lines), each):
        yield panel, lines[begin : begin + each], min(wide, room)


def _draw_strips(
    strips: Sequence[_Strip], palette: Palette, heading: Heading, imprint: Imprint, paper: Paper
) -> Page:
    sketch = sheet(paper, palette, heading, imprint)
    left, upper, _, _ = _inside(paper)
    y = upper + 4.0
    sketch.line(left, y, left + SCALE_MM, y, sketch.pen(0.3))
    for x in (left, left + SCALE_MM):
        sketch.line(x, y - 1.5, x, y + 1.5, sketch.pen(0.3))
    words = f"{SCALE_MM:g} mm: print without scaling, cut along the frames"
    sketch.text(left + SCALE_MM + 3, y + 0.8, words, font_sizes.SMALL)
    y += 8.0
    for panel, cassettes, wide in strips:
        slots = f"slots {cassettes[0][0].slot} to {cassettes[-1][0].slot}"
        place = "no unit" if panel.u is None else f"U{panel.u} {panel.side}"
        words = f"{panel.name}, {place}, {slots}"
        sketch.text(left, y - 1.0, words, font_sizes.SMALL, within=wide * len(cassettes))
        for number, lines in enumerate(cassettes):
            _draw_cassette(sketch, lines, left + number * wide, y, wide)
        y += STRIP_MM + GAP_MM
    return sketch.page(f"{heading.document}, {heading.scope}")


def _draw_cassette(sketch: Sketch, lines: Sequence[PortLine], x: float, y: float, wide: float) -> None:
    """A cassette: its slot, then a cell for each port with the device and the port there."""
    sketch.box((x, y, x + wide, y + STRIP_MM), pen=sketch.pen(0.25))
    cell = wide / len(lines)
    trunks = list(dict.fromkeys(line.trunk for line in lines if line.trunk))
    head = f"{lines[0].slot}  {', '.join(trunks)}"
    sketch.text(x + 0.6, y + 2.4, head, font_sizes.SECOND_LINE, bold=True, within=wide - 1.2)
    sketch.line(x, y + 3.2, x + wide, y + 3.2, sketch.pen(0.12))
    for number, line in enumerate(lines):
        left = x + number * cell
        if number:
            sketch.line(left, y + 3.2, left, y + STRIP_MM, sketch.pen(0.12))
        middle, within = left + cell / 2, cell - 0.5
        for row, words in enumerate((f"{line.port}", line.device, line.device_port)):
            base = y + 5.8 + 2.6 * row
            size = font_sizes.FAR_END if row == 0 else font_sizes.LEAST
            sketch.text(middle, base, words, size, bold=row == 0, anchor="middle", within=within)
