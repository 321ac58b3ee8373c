"""Rack packets: front view, port map and cable checklist of each switch, and the rack's devices."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Growing, Leaf, Page
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import Blocks, Plan, Subjects
from fatdesk.engine.drawing.rack_picture import rack_front
from fatdesk.engine.drawing.sheet import (
    STOCK_A4,
    Heading,
    Imprint,
    Stock,
    content_area,
    draw_sheet_code,
    draw_signatures,
    sheet,
)
from fatdesk.engine.drawing.sheets.checklists import (
    CABLE_COLUMNS,
    CABLE_TICKS,
    DEVICE_COLUMNS,
    DEVICE_TICKS,
    HOST_COLUMNS,
    DeviceRow,
    cable_rows,
    device_rows,
    draw_tick_table,
    host_rows,
    leaving,
)
from fatdesk.engine.drawing.sheets.elevation import draw_rack
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.wiring.port_map import (
    MOST_CAGES,
    Cage,
    Plugged,
    SwitchPorts,
    draw_port_map,
    map_height,
    side_text,
)
from fatdesk.engine.floor.floor import Device, Rack, letters, rack_label

MOST_ROWS = 36
UNIT = 5.55
ROW, ROW_LETTER = 4.9, 4.7
RACK_LEFT, RACK_RIGHT = 21.0, 65.5
RIGHT = 74.0
WIDE = 123.0
"""Position where the column of port map and tables begins, and how wide its tables are on any paper."""


TABLE_TOP, BETWEEN = 29.0, 52.0
"""Top of a table below its title; from the end of the first table to the next, with signatures and title."""


@dataclass(frozen=True)
class Sheet:
    """Contents of one sheet of a packet: cages of a switch, or plugs of hosts, devices, or both of these."""

    rack: Rack
    device: Device | None = None
    cages: tuple[Cage, ...] = ()
    part: tuple[int, int] = (1, 1)
    plugged: tuple[Plugged, ...] = ()
    rows: tuple[DeviceRow, ...] = ()


class Packets:
    """The sheets of all racks that hold something, or of some by label; known before they are drawn."""

    def __init__(
        self,
        plan: Plan,
        palette: Palette = PRINT,
        imprint: Imprint | None = None,
        stock: Stock = STOCK_A4,
        only: Collection[str] = (),
    ) -> None:
        self.plan, self.palette, self.stock = plan, palette, stock
        self.imprint = imprint or Imprint(project=plan.title)
        self._subjects, self._ports, self._blocks = Subjects(plan), SwitchPorts(plan), Blocks(plan)
        self._row = ROW if stock.standing.height >= 290 else ROW_LETTER
        racks = sorted(plan.floor.racks, key=lambda r: (r.row, r.x_mm, r.number))
        self._found = Growing(
            made
            for rack in racks
            if (rack.devices or rack.reserved) and (not only or rack_label(rack) in only)
            for made in self._of(rack)
        )

    @property
    def sheets(self) -> list[Sheet]:
        """All sheets."""
        return self._found.all

    def leaves(self) -> Iterator[Leaf]:
        """The pages by name; racks are looked at one after the other."""
        for i, made in enumerate(self._found):
            what = "devices"
            if made.device is not None:
                what = f"switch {self._subjects.name(made.device)}"
                if made.part[1] > 1:
                    what += f", {made.part[0]} of {made.part[1]}"
            elif made.plugged:
                what = "cables of hosts, devices" if made.rows else "cables of hosts"
            rack = f"Rack {rack_label(made.rack)}"
            yield Leaf(f"{rack}, {what}", partial(self.page, i), rack)

    def pages(self) -> Iterator[Page]:
        """The pages, each drawn on demand."""
        for i in range(len(self.sheets)):
            yield self.page(i)

    def page(self, i: int) -> Page:
        """One page, from 0."""
        sheets = self.sheets
        made = sheets[i]
        first, last = i, i
        while first and sheets[first - 1].rack is made.rack:
            first -= 1
        while last + 1 < len(sheets) and sheets[last + 1].rack is made.rack:
            last += 1
        label = rack_label(made.rack)
        what = "devices"
        if made.device is not None:
            what = f"port map of {self._subjects.name(made.device)}"
        elif made.plugged:
            what = "cables of hosts, devices" if made.rows else "cables of hosts"
        heading = Heading(
            document=f"Rack {label}, packet for the installer",
            scope=f"row {letters(made.rack.row)}, position {made.rack.position + 1} · front view and {what}",
            number=i - first + 1,
            sheets=last - first + 1,
            remark=f"page {i + 1} of {len(sheets)}",
        )
        sketch = sheet(self.stock.standing, self.palette, heading, self.imprint)
        self._draw_left(sketch, made)
        if made.device is not None:
            self._draw_switch(sketch, made, made.device)
        else:
            below = self._draw_hosts(sketch, made) if made.plugged else 0.0
            if made.rows:
                self._draw_devices(sketch, made, below)
        name = self._subjects.name(made.device) if made.device else ""
        sheet_of = f"packets {i + 1}/{len(sheets)}"
        draw_sheet_code(sketch, self.stock.standing, sheet_of, self.imprint.state, label, name)
        return sketch.page(f"{heading.document}, {self.plan.title}")

    def _of(self, rack: Rack) -> Iterator[Sheet]:
        """The sheets of one rack: its switches from the top, then its devices; those at its sides last."""
        devices = sorted(rack.devices, key=lambda some: (not self._subjects.height_u(some), -some.u))
        for device in (some for outer in devices for some in (outer, *outer.inside)):
            if self._ports.is_switch(device.id):
                parts = list(_shared_out(self._ports.cages(device.id)))
                for n, cages in enumerate(parts, 1):
                    yield Sheet(rack, device, cages, (n, len(parts)))
        out = leaving(self._subjects, self._ports, devices, rack_label(rack))
        rows = device_rows(self._subjects, self._ports, devices)
        _, _, _, lower = content_area(self.stock.standing)
        most = int((lower - 60.0) / self._row)
        last = len(out) % most or (most if out else 0)
        together = (last + len(rows)) * self._row <= lower - 70.0 - BETWEEN
        for k in range(0, len(out), most):
            with_rows = rows if together and k + most >= len(out) else ()
            yield Sheet(rack, plugged=tuple(out[k : k + most]), rows=tuple(with_rows))
        for k in range(0, 0 if out and together else len(rows), most):
            yield Sheet(rack, rows=tuple(rows[k : k + most]))

    def _draw_left(self, sketch: Sketch, made: Sheet) -> None:
        """Name and figures of the rack, and its front view."""
        rack, grey = made.rack, sketch.palette.text2
        figures = self._subjects.rack(rack)
        wide = RIGHT - 14.0 - 3
        sketch.text(
            14.0, 20.0, f"Rack {rack_label(rack)}", font_sizes.RACK_NAME, bold=True, within=wide, least=3.0
        )
        used = f"{figures.used_u} of {figures.total_u} U"
        if figures.reserved_u:
            used += f", {figures.reserved_u} reserved"
        words = f"{used} · {figures.power_text} · {figures.mass_text}"
        sketch.text(14.0, 25.4, words, font_sizes.TEXT, colour=grey, within=wide)
        if figures.left_text:
            sketch.text(14.0, 29.0, figures.left_text, font_sizes.NOTE, colour=grey, within=wide)
        _, _, _, lower = content_area(self.stock.standing)
        top = 31.0
        unit = min(UNIT, (lower - 5.0 - top) / figures.total_u)
        bounds = (RACK_LEFT, top, RACK_RIGHT, top + unit * figures.total_u)
        marked = made.device.id if made.device else ""
        draw_rack(sketch, self._subjects, rack_front(self._subjects, rack), bounds, marked, self._blocks)
        if any(self._blocks.is_spread(device.id) for device in rack.devices):
            strip = (RACK_LEFT, bounds[3] + 1.4, RACK_LEFT + 4.0, bounds[3] + 4.0)
            sketch.box(strip, pen=sketch.pen(0.13))
            sketch.hatch(strip, sketch.palette.frame)
            words = "of a block spread over several racks"
            sketch.text(strip[2] + 1.6, strip[3] - 0.5, words, font_sizes.SMALL, colour=grey, within=44.0)

    def _draw_switch(self, sketch: Sketch, made: Sheet, device: Device) -> None:
        """Port map, cables with boxes to tick, sums, and who did it."""
        grey = sketch.palette.text2
        end = self.stock.standing.width - 13.0
        title = f"Switch {self._subjects.name(device)}"
        if made.part[1] > 1:
            title += f", ports {made.cages[0].port} to {made.cages[-1].port}"
        sketch.text(RIGHT, 18.0, title, font_sizes.TITLE, bold=True, within=end - RIGHT)
        words = [self._subjects.part(device), f"{counted(len(made.cages), 'port')} on this sheet"]
        words.append(side_text(self.plan, device))
        words.insert(0, f"U{device.u}" if device in made.rack.devices else "inside its enclosure")
        if len(self.plan.fabrics) > 1:
            words.insert(0, f"fabric {self._ports.fabric(device.id)}")
        sketch.text(
            RIGHT,
            23.4,
            " · ".join([*words, "framed in the view"]),
            font_sizes.SUMMARY,
            colour=grey,
            within=end - RIGHT,
        )
        draw_port_map(sketch, made.cages, RIGHT, 26.6, end, self._subjects.name(device))
        top = 26.6 + map_height(made.cages) + 8.0
        plugged = [some for cage in made.cages for some in cage.plugged if not some.trace]
        rows = cable_rows(plugged, self.plan.numbers)
        y = top
        if rows:
            y = draw_tick_table(sketch, CABLE_COLUMNS, CABLE_TICKS, rows, (RIGHT, top), self._row)
        free = sum(not cage.plugged for cage in made.cages)
        summary = _sums([some for cage in made.cages for some in cage.plugged])
        summary += f" · {counted(free, 'free port')}" if free else ""
        summary += " · continued on the next sheet" if made.part[0] < made.part[1] else ""
        sketch.text(RIGHT, y + 4.6, summary, font_sizes.SUMMARY, within=end - RIGHT)
        if rows:
            draw_signatures(sketch, self.stock.standing, RIGHT, y + 13.0, RIGHT + WIDE)

    def _draw_hosts(self, sketch: Sketch, made: Sheet) -> float:
        """Cables of hosts to other racks, with boxes to tick; return how far below a table may follow."""
        end = self.stock.standing.width - 13.0
        sketch.text(
            RIGHT, 18.0, f"Cables that leave rack {rack_label(made.rack)}", font_sizes.TITLE, bold=True
        )
        words = "Of its hosts; cables inside the rack are on the sheets of its switches"
        sketch.text(RIGHT, 23.4, words, font_sizes.SUMMARY, colour=sketch.palette.text2, within=end - RIGHT)
        rows = host_rows(made.plugged, self.plan.numbers)
        y = draw_tick_table(sketch, HOST_COLUMNS, CABLE_TICKS, rows, (RIGHT, TABLE_TOP), self._row)
        sketch.text(RIGHT, y + 4.6, _sums(made.plugged), font_sizes.SUMMARY, within=end - RIGHT)
        draw_signatures(sketch, self.stock.standing, RIGHT, y + 13.0, RIGHT + WIDE)
        return y + BETWEEN - TABLE_TOP

    def _draw_devices(self, sketch: Sketch, made: Sheet, below: float) -> None:
        """Every device with its figures, where its cables go, and a box to tick."""
        end = self.stock.standing.width - 13.0
        sketch.text(
            RIGHT, below + 18.0, f"Devices of rack {rack_label(made.rack)}", font_sizes.TITLE, bold=True
        )
        words = "From the top; power and mass with what is plugged in"
        sketch.text(
            RIGHT, below + 23.4, words, font_sizes.SUMMARY, colour=sketch.palette.text2, within=end - RIGHT
        )
        y = draw_tick_table(
            sketch,
            DEVICE_COLUMNS,
            DEVICE_TICKS,
            [row.row for row in made.rows],
            (RIGHT, below + TABLE_TOP),
            self._row,
        )
        counts = Counter(row.part for row in made.rows)
        summary = ", ".join(f"{count} × {part}" for part, count in sorted(counts.items()))
        sketch.text(RIGHT, y + 4.6, f"On this sheet: {summary}", font_sizes.SUMMARY, within=end - RIGHT)


def _shared_out(cages: Sequence[Cage]) -> Iterator[tuple[Cage, ...]]:
    """Cages by sheet: no more than a map or a table holds, cards kept together where they fit."""
    some: list[Cage] = []
    rows = 0
    for i, cage in enumerate(cages):
        if some and (i == 0 or cages[i - 1].slot != cage.slot):
            card = [other for other in cages[i:] if other.slot == cage.slot]
            whole = len(some) + len(card) <= MOST_CAGES and rows + sum(map(_rows_of, card)) <= MOST_ROWS
        else:
            whole = True
        if some and (
            not whole or len(some) == MOST_CAGES or rows + min(_rows_of(cage), MOST_ROWS) > MOST_ROWS
        ):
            yield tuple(some)
            some, rows = [], 0
        some.append(cage)
        rows += _rows_of(cage)
    if some:
        yield tuple(some)


def _rows_of(cage: Cage) -> int:
    return sum(not plugged.trace for plugged in cage.plugged)


def _sums(plugged: Sequence[Plugged]) -> str:
    """Cables on a sheet by kind, metres, and what is no cable."""
    cables = list({some.cable.id: some.cable for some in plugged if some.cable}.values())
    kinds = Counter(cable.kind for cable in cables)
    summary = counted(len(cables), "cable")
    if kinds:
        summary += ": " + ", ".join(
            f"{count} × {kind or 'none chosen'}" for kind, count in sorted(kinds.items())
        )
    lengths = [cable.length.ordered_um for cable in cables]
    if cables:
        least = "≥ " if None in lengths else ""
        metres = sum(length for length in lengths if length is not None) / 1e6
        summary += f" · {least}{metres:,.2f} m" if metres or not least else " · lengths unknown"
    traces = sum(some.trace for some in plugged)
    if traces:
        summary += f" · {counted(traces, 'backplane trace')} to blades"
    return summary
