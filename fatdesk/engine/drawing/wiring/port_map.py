"""Port maps: cages of a switch as on its front, each with its number and far end."""

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from fatdesk.core.memory import collection_paused
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.mounting import port_side
from fatdesk.engine.catalog.plugs import PortTable, port_table
from fatdesk.engine.catalog.port_names import PortNames, common_head, shortened
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Leaf, Page
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import EVERYTHING, Chosen, Plan, Subjects
from fatdesk.engine.drawing.sheet import (
    STOCK_A4,
    Heading,
    Imprint,
    Stock,
    code_top,
    content_area,
    draw_sheet_code,
    sheet,
)
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.text_width import fit_whole
from fatdesk.engine.drawing.wiring.wiring_parts import without_prefix
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.fabric.fabric_ports import FabricPorts
from fatdesk.engine.floor.floor import Device, Rack, rack_label
from fatdesk.engine.wiring.ports import LinkSides
from fatdesk.engine.wiring.rows import outlines_of
from fatdesk.engine.wiring.wiring_list import CableRow, End

Way = Literal["host", "copper", "optical", "other"]
"""Destination of a plug: a host, or the kind of cable to a switch or out of the project."""

HOST = int(NodeKind.HOST)
"""Looked up once: it is compared with for every plug."""

_Ends = tuple[End, End, CableRow, str, str]
"""Near end, far end, cable, and what the operating systems call the ports there."""

WAYS: dict[str, Way] = {"DAC": "copper", "ACC": "copper", "AOC": "optical", "FIB": "optical"}


@dataclass(frozen=True)
class Plugged:
    """One far end of what is in a cage; a splitter has one for each leg."""

    port: str
    """As printed at the switch, after its card, ``2:17``."""
    device: str
    """At the far end."""
    way: Way
    near: End | None = None
    far: End | None = None
    cable: CableRow | None = None
    trace: bool = False
    os_port: str = ""
    """Name of the port in the operating system of the switch; empty where unknown."""
    far_os_port: str = ""
    """The same at the far end."""


@dataclass(frozen=True)
class Cage:
    """A hole for a plug; free when nothing is plugged."""

    slot: str
    name: str
    plugged: tuple[Plugged, ...]
    os_ports: str = ""
    """Names of its ports in the operating system, those of a split port together; empty if unknown."""
    system: str = ""
    """Common name of that operating system."""

    @property
    def port(self) -> str:
        """Its number, after its card where there are cards."""
        return f"{self.slot}:{self.name}" if self.slot else self.name


class SwitchPorts:
    """Lookups over a plan, made once for a document."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._node: dict[str, tuple[int, int]] = {}
        self._kind: list[dict[str, int]] = []
        for number, fabric in enumerate(plan.fabrics):
            kinds = fabric.kind.tolist()
            self._kind.append(dict(zip(plan.names[number], kinds, strict=True)))
            for node in fabric.nodes(NodeKind.SWITCH).tolist():
                self._node[fabric.ids[node]] = (number, node)
        self._hosts: list[dict[str, str]] = [
            {
                fabric.ids[node]: plan.names[number][node]
                for node in fabric.nodes(NodeKind.HOST).tolist()
                if fabric.ids[node] in self._node
            }
            for number, fabric in enumerate(plan.fabrics)
        ]
        """Names of the switches that a network joins by their management ports, by device."""
        with collection_paused():
            self._cables = self._by_device()
        self._sides = [LinkSides(fabric) for fabric in plan.fabrics]
        self._ports = [FabricPorts(fabric, plan.catalog) for fabric in plan.fabrics]

    def _by_device(self) -> dict[tuple[str, str], "array[int]"]:
        """The numbers of the cables at each device, by fabric and device."""
        found: dict[tuple[str, str], array[int]] = {}
        for number, cable in enumerate(outlines_of(self.plan.cables)):
            for device in cable.devices:
                key = (cable.fabric, device)
                known = found.get(key)
                if known is None:
                    found[key] = array("i", (number,))
                elif known[-1] != number:  # not twice where several ends are at one device
                    known.append(number)
        return found

    def _ends_at(self, fabric: str, device: str) -> Iterator[_Ends]:
        """The ends of cables at a device, in order of the wiring list."""
        cables = self.plan.cables
        for cable in self._cables.get((fabric, device), ()):
            row = cables[cable]
            for number, leg in enumerate(row.legs or (row.b,)):
                names = row.a.os_ports[number : number + 1] if row.legs else row.a.os_ports
                a, b = shortened(names), shortened(leg.os_ports)
                if row.a.device == device:
                    yield row.a, leg, row, a, b
                if leg.device == device:
                    yield leg, row.a, row, b, a

    @staticmethod
    def _names_by_cage(names: PortNames | None) -> dict[int, str]:
        """Return the port names of each cage of a switch in its operating system."""
        found: dict[int, list[str]] = defaultdict(list)
        if names is not None:
            for name, port, _ in names.all():
                found[int(names.table.cage[port])].append(name)
        return {cage: shortened(some) for cage, some in found.items()}

    def _links_of(self, number: int, node: int) -> list[tuple[int, int, bool]]:
        """Port, far node, and whether it is a trace, of each link of a switch."""
        fabric = self.plan.fabrics[number]
        links, side = self._sides[number].at(node)
        ports = fabric.ports[links, side].tolist()
        far = fabric.ends[links, 1 - side].tolist()
        return list(zip(ports, far, fabric.trace[links].tolist(), strict=True))

    def is_switch(self, device_id: str) -> bool:
        """Whether a device is a switch of a fabric."""
        return device_id in self._node

    def fabric(self, device_id: str) -> str:
        """The name of the fabric of a switch."""
        return self.plan.fabrics[self._node[device_id][0]].name

    def ends_of(self, device: str) -> list[Plugged]:
        """Return the plugs in a device other than a switch, in order of the wiring list."""
        return [
            Plugged(_place(near, False)[2], far.device, "other", near, far, row, os_port=own, far_os_port=at)
            for fabric in self.plan.fabrics
            for near, far, row, own, at in self._ends_at(fabric.name, device)
        ]

    def cages(self, device_id: str) -> list[Cage]:
        """The cages of a switch in order of their numbers, then its management ports with a cable."""
        number, node = self._node[device_id]
        fabric, names = self.plan.fabrics[number], self.plan.names[number]
        part = fabric.parts[fabric.part[node]]
        table = port_table(self.plan.catalog, part.part, part.cards, part.card)
        carded = bool(table.cages_per_card)
        cabled: dict[tuple[str, str], list[Plugged]] = defaultdict(list)
        for near, far, row, own, at in self._ends_at(fabric.name, names[node]):
            slot, cage, port = _place(near, carded)
            to_host = self._kind[number].get(far.device) == HOST
            way: Way = "host" if to_host else WAYS.get(row.kind, "other")
            plugged = Plugged(port, far.device, way, near, far, row, os_port=own, far_os_port=at)
            cabled[slot, cage].append(plugged)
        linked: dict[tuple[str, str], list[Plugged]] = defaultdict(list)
        for index, other, trace in sorted(self._links_of(number, node)):
            slot, name = table.slot(index), table.name(index)
            way = "host" if fabric.kind[other] == HOST else "other"
            port_text = f"{slot}:{name}" if slot else name
            linked[slot, name.partition("/")[0]].append(Plugged(port_text, names[other], way, trace=trace))
        cages = {
            (table.slot(port), table.name(port).partition("/")[0]): int(table.cage[port])
            for port in range(table.data)
        }
        managed = [
            Cage("", name, tuple(plugged)) for name, plugged in self._management(device_id, table).items()
        ]
        own_names = self._ports[number].names(node)
        os_ports, system = self._names_by_cage(own_names), own_names.title if own_names is not None else ""
        return [
            Cage(
                slot,
                name,
                tuple(cabled.get((slot, name)) or linked[slot, name]),
                os_ports.get(cage, ""),
                system if cage in os_ports else "",
            )
            for (slot, name), cage in cages.items()
        ] + managed

    def _management(self, device_id: str, table: PortTable) -> dict[str, list[Plugged]]:
        """Plugs in the management ports of a switch, which other networks join."""
        ports = [table.name(port) for port in range(table.data, len(table.cage))]
        found: dict[str, list[Plugged]] = {}
        for number, fabric in enumerate(self.plan.fabrics if ports else ()):
            name = self._hosts[number].get(device_id)
            for near, far, row, own, at in self._ends_at(fabric.name, name) if name is not None else ():
                if not near.slot and near.port in ports:
                    way = WAYS.get(row.kind, "other")
                    plugged = Plugged(near.port, far.device, way, near, far, row, os_port=own, far_os_port=at)
                    found.setdefault(near.port, []).append(plugged)
        return {name: found[name] for name in ports if name in found}


def side_text(plan: Plan, device: Device) -> str:
    """Return the side of the rack where the ports of a device are, as its map shows them."""
    return f"ports at the {port_side(plan.catalog[device.part])}"


def _place(end: End, carded: bool) -> tuple[str, str, str]:
    """Card, cage and port in words of a plug; a plug in several cages counts at the first."""
    first = end.port.partition(",")[0].strip()
    slot = end.slot if carded else ""
    if carded and not slot:
        slot, _, first = first.partition("/")
    port = f"{slot}:{end.port}" if slot and end.slot else end.port
    return slot, first.partition("/")[0], f"{port}.{end.sub_port}" if end.sub_port else port


COLUMNS = 18
ROW, ROW_NAMED = 8.0, 9.6
"""Height of a cage, and of one with the name that the operating system gives to its port."""

EDGE = 0.9
MOST_CAGES = 2 * COLUMNS
WORDS: dict[Way, str] = {
    "host": "to hosts",
    "copper": "to switches, copper",
    "optical": "to switches, optical",
    "other": "to switches, other or unknown cable",
}


def map_height(cages: Sequence[Cage]) -> float:
    """Height of the frame of a map: more where ports have names."""
    return 2 * (ROW_NAMED if any(cage.os_ports for cage in cages) else ROW) + 2 * EDGE


def draw_port_map(
    sketch: Sketch, cages: Sequence[Cage], left: float, top: float, right: float, own: str = ""
) -> None:
    """Draw two rows of cages, odd ones above, in a frame ``map_height`` high, and the key below it.

    Names of ports are in each cage, below its number, without what they have in common where they would
    not fit; the key states that.

    Parameters
    ----------
    cages
        At most ``MOST_CAGES``.
    own
        Name of the switch: what it shares with the names of other switches need not be repeated.
    """
    lower = top + map_height(cages)
    high = (lower - top - 2 * EDGE) / 2
    wide = (right - left - 2 * EDGE) / COLUMNS
    columns = min(COLUMNS, -(-len(cages) // 2))
    sketch.box((left, top, left + columns * wide + 2 * EDGE, lower), pen=sketch.pen(0.5))
    names, prefixes = _short_names(cages, own)
    os_ports, head = _port_names(cages, wide - 0.8)
    for i, cage in enumerate(cages):
        column, row = divmod(i, 2)
        x, y = left + EDGE + column * wide, top + EDGE + row * high
        bounds = (x + 0.15, y + 0.15, x + wide - 0.15, y + high - 0.15)
        _draw_cage(sketch, cage, names, os_ports.get(i), bounds)
    _draw_key(sketch, cages, " and ".join(prefixes), left, lower + 4.0, right)
    system = next((cage.system for cage in cages if cage.os_ports), "")
    if system:
        words = f"port names in {system}: {head} and the cage number"
        if os_ports:
            words = f"below the cage number: port name in {system}"
            words += f", without {head}" if head else ""
        sketch.text(
            left, lower + 7.0, words, font_sizes.SMALL, colour=sketch.palette.text2, within=right - left
        )


def _port_names(cages: Sequence[Cage], wide: float) -> tuple[dict[int, str], str]:
    """Names of ports by place of their cage, and what was left out before all of them so that they fit.

    None where only the cage numbers would be left.
    """
    full = {i: cage.os_ports for i, cage in enumerate(cages) if cage.os_ports}
    if all(fit_whole(name, wide, font_sizes.LEAST, font_sizes.LEAST) for name in full.values()):
        return full, ""
    head = common_head(list(full.values())) if len(full) > 1 else ""
    if head in full.values():
        head = ""
    short = {i: name[len(head) :] for i, name in full.items()}
    if head and all(name == cages[i].name for i, name in short.items()):
        return {}, head
    return short, head


EXTERNAL = "external-"
"""The beginning of names of external ends, which a cage is too narrow for."""


def _short_names(cages: Sequence[Cage], own: str) -> tuple[dict[str, str], list[str]]:
    """Names of far ends without what those of hosts, and those of switches, have in common."""
    names: dict[str, str] = {}
    prefixes = []
    for host in (True, False):
        found = {some.device for cage in cages for some in cage.plugged if (some.way == "host") == host}
        known = sorted(found if host or not own else {*found, own})
        prefix, short = without_prefix(known)
        if found and prefix:
            prefixes.append(prefix)
        names |= {name: words for name, words in zip(known, short, strict=True) if name in found}
    return {name: words.replace(EXTERNAL, "ext. ") for name, words in names.items()}, prefixes


def _look(palette: Palette, way: Way) -> tuple[str, str]:
    """Fill and ink of a cage."""
    if way == "copper":
        return palette.edge.fill, palette.edge.text
    if way == "optical":
        return palette.core.fill, palette.core.text
    return palette.ground, palette.text


def draw_way(sketch: Sketch, way: Way, bounds: Bounds) -> None:
    """Draw the sign of what a cage leads to, for keys."""
    left, _, right, lower = bounds
    sketch.box(bounds, pen=sketch.pen(0.13), fill=_look(sketch.palette, way)[0])
    if way == "other":
        sketch.line(left, lower - 0.4, right, lower - 0.4, sketch.pen(0.5))


def _draw_cage(
    sketch: Sketch, cage: Cage, names: dict[str, str], os_port: str | None, bounds: Bounds
) -> None:
    palette = sketch.palette
    left, upper, right, lower = bounds
    x, wide = (left + right) / 2, right - left - 0.5
    number = 3.3 if os_port is None else 3.0
    if not cage.plugged:
        sketch.box(bounds, pen=sketch.pen(0.13, palette.faint, (0.8, 0.6)))
        sketch.text(
            x,
            upper + number,
            cage.port,
            font_sizes.PORT_NUMBER,
            colour=palette.text2,
            anchor="middle",
            within=wide,
        )
        sketch.text(
            x,
            upper + 4.9,
            os_port or "",
            font_sizes.LEAST,
            colour=palette.text2,
            anchor="middle",
            within=wide,
        )
        return
    fill, ink = _look(palette, cage.plugged[0].way)
    other = cage.plugged[0].way == "other"
    sketch.box(bounds, pen=sketch.pen(0.13), fill=fill)
    if other:
        sketch.line(left, lower - 0.5, right, lower - 0.5, sketch.pen(0.5))
    sketch.text(
        x,
        upper + number,
        cage.port,
        font_sizes.PORT_NUMBER,
        colour=ink,
        bold=True,
        anchor="middle",
        within=wide,
    )
    sketch.text(x, upper + 4.9, os_port or "", font_sizes.LEAST, colour=ink, anchor="middle", within=wide)
    far = list(dict.fromkeys(names[plugged.device] for plugged in cage.plugged))
    lines = far if len(far) <= 2 else [far[0], f"+ {len(far) - 1}"]
    shift = (lower - upper - (ROW - 0.3)) / (2 if os_port is None else 1)
    for base, words in zip((5.5, 7.3) if len(lines) == 2 else (6.3,), lines, strict=True):
        size = font_sizes.FAR_END if len(lines) == 1 else font_sizes.SECOND_LINE
        sketch.text(x, upper + shift + base, words, size, colour=ink, anchor="middle", within=wide)


def _draw_key(
    sketch: Sketch, cages: Sequence[Cage], prefix: str, left: float, base: float, right: float
) -> None:
    """Draw the key of the boxes that occur, on one line."""
    palette = sketch.palette
    there = {cage.plugged[0].way for cage in cages if cage.plugged}
    x = left
    for way, words in WORDS.items():
        if way in there:
            draw_way(sketch, way, (x, base - 1.8, x + 3.2, base + 0.2))
            x = _word(sketch, x + 4.2, base, words, right)
    if any(not cage.plugged for cage in cages):
        sketch.box((x, base - 1.8, x + 3.2, base + 0.2), pen=sketch.pen(0.13, palette.faint, (0.8, 0.6)))
        x = _word(sketch, x + 4.2, base, "free", right)
    x = _word(sketch, x, base, "odd above, even below", right)
    if prefix:
        _word(sketch, x, base, f"names without {prefix}", right)


def _word(sketch: Sketch, x: float, base: float, words: str, right: float) -> float:
    """A text of the key; where the next may begin."""
    item = sketch.text(x, base, words, font_sizes.SMALL, colour=sketch.palette.text2, within=right - x)
    return x + (item.width if item else 0.0) + 4.0


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
    _, upper, _, _ = content_area(stock.standing)
    block = AROUND + max((map_height(some.cages) for some in maps), default=0.0)
    most = int((code_top(stock.standing) - upper) / block)
    sheets = [maps[k : k + most] for k in range(0, len(maps), most)]
    made = imprint or Imprint(project=plan.title)
    for number, some in enumerate(sheets, start=1):
        names = list(dict.fromkeys(subjects.name(each.device) for each in some))
        span = " to ".join(dict.fromkeys((names[0], names[-1])))
        heading = Heading(document="Port maps", scope=f"switches {span}", number=number, sheets=len(sheets))
        yield Leaf(f"Switches {span}", partial(_draw, plan, subjects, some, heading, palette, made, stock))


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
    left, upper, right, _ = content_area(paper)
    x, end = left + 4.0, right - 4.0
    y = upper
    for each in some:
        name = subjects.name(each.device)
        sketch.text(x, y + 9.0, name, font_sizes.SWITCH_TITLE, bold=True, within=60.0)
        place = f"rack {rack_label(each.rack)}"
        place += f" U{each.device.u}" if each.device in each.rack.devices else ", inside its enclosure"
        words = [place, subjects.part(each.device), side_text(plan, each.device)]
        if each.part[1] > 1:
            words.append(f"ports {each.cages[0].port} to {each.cages[-1].port}")
        free = sum(not cage.plugged for cage in each.cages)
        words.append(
            f"{counted(len(each.cages), 'port')}, {free} free" if free else f"{len(each.cages)} ports"
        )
        sketch.text(
            end,
            y + 9.0,
            " · ".join(words),
            font_sizes.SUMMARY,
            colour=palette.text2,
            anchor="end",
            within=110.0,
        )
        draw_port_map(sketch, each.cages, x, y + 11.0, end, name)
        y += AROUND + map_height(each.cages)
    sheet_of = f"port-maps {heading.number}/{heading.sheets}"
    draw_sheet_code(sketch, paper, sheet_of, imprint.state, heading.scope)
    return sketch.page(f"{heading.document}, {heading.scope}, {plan.title}")
