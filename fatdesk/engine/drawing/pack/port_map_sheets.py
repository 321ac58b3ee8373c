"""The port maps of all switches, several a sheet, for the wall beside the racks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.leaf import Leaf
from fatdesk.engine.drawing.pack.chosen import EVERYTHING, Chosen
from fatdesk.engine.drawing.pack.sheet_marks import code_top, draw_sheet_code
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.port_map import MOST_CAGES, draw_port_map, map_height
from fatdesk.engine.drawing.sheet import STOCK_A4, Heading, Imprint, Stock, field, sheet
from fatdesk.engine.drawing.sketch import counted
from fatdesk.engine.drawing.subjects import Subjects
from fatdesk.engine.drawing.switch_ports import Cage, SwitchPorts
from fatdesk.engine.floor.floor import Device, Rack, rack_label

AROUND = 20.0
"""The title above a map and its key below."""


@dataclass(frozen=True)
class _Map:
    """Up to a map's worth of cages of one switch."""

    rack: Rack
    device: Device
    cages: tuple[Cage, ...]
    part: tuple[int, int]


def port_map_leaves(
    plan: Plan,
    palette: Palette = PRINT,
    imprint: Imprint | None = None,
    stock: Stock = STOCK_A4,
    chosen: Chosen = EVERYTHING,
) -> Iterator[Leaf]:
    """The sheets of all switches, or of those of some racks, in the order of racks."""
    subjects, ports = Subjects(plan), SwitchPorts(plan)
    racks = sorted(plan.floor.racks, key=lambda rack: (rack.row, rack.x_mm, rack.number))
    maps = [
        some
        for rack in racks
        if not chosen.racks or rack_label(rack) in chosen.racks
        for some in _maps(rack, ports)
    ]
    _, upper, _, _ = field(stock.standing)
    block = AROUND + max((map_height(some.cages) for some in maps), default=0.0)
    most = int((code_top(stock.standing) - upper) / block)
    sheets = [maps[k : k + most] for k in range(0, len(maps), most)]
    made = imprint or Imprint(project=plan.title)
    for number, some in enumerate(sheets, start=1):
        names = list(dict.fromkeys(subjects.name(each.device) for each in some))
        told = " to ".join(dict.fromkeys((names[0], names[-1])))
        heading = Heading(document="Port maps", scope=f"switches {told}", number=number, sheets=len(sheets))
        yield Leaf(f"Switches {told}", partial(_draw, plan, subjects, some, heading, palette, made, stock))


def _maps(rack: Rack, ports: SwitchPorts) -> Iterator[_Map]:
    """The maps of the switches of a rack from its top, those in enclosures after these."""
    for outer in sorted(rack.devices, key=lambda device: -device.u):
        for device in (outer, *outer.inside):
            if ports.is_switch(device.id):
                cages = ports.cages(device.id)
                count = -(-len(cages) // MOST_CAGES)
                for n in range(count):
                    some = tuple(cages[n * MOST_CAGES : (n + 1) * MOST_CAGES])
                    yield _Map(rack, device, some, (n + 1, count))


def _draw(
    plan: Plan,
    subjects: Subjects,
    some: Sequence[_Map],
    heading: Heading,
    palette: Palette,
    imprint: Imprint,
    stock: Stock,
) -> Page:
    paper = stock.standing
    sketch = sheet(paper, palette, heading, imprint)
    left, upper, right, _ = field(paper)
    x, end = left + 4.0, right - 4.0
    y = upper
    for each in some:
        name = subjects.name(each.device)
        sketch.text(x, y + 9.0, name, 4.4, bold=True, within=60.0)
        place = f"rack {rack_label(each.rack)}"
        place += f" U{each.device.u}" if each.device in each.rack.devices else ", inside its enclosure"
        words = [place, subjects.part(each.device)]
        if each.part[1] > 1:
            words.append(f"ports {each.cages[0].port} to {each.cages[-1].port}")
        free = sum(not cage.plugged for cage in each.cages)
        words.append(
            f"{counted(len(each.cages), 'port')}, {free} free" if free else f"{len(each.cages)} ports"
        )
        sketch.text(end, y + 9.0, " · ".join(words), 2.6, colour=palette.text2, anchor="end", within=110.0)
        draw_port_map(sketch, each.cages, x, y + 11.0, end, name)
        y += AROUND + map_height(each.cages)
    sheet_of = f"port-maps {heading.number}/{heading.sheets}"
    draw_sheet_code(sketch, paper, sheet_of, imprint.state, heading.scope)
    return sketch.page(f"{heading.document}, {heading.scope}, {plan.title}")
