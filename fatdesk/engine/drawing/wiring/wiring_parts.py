"""Parts of wiring diagrams: stations and bundles, and their boxes, lines, link counts and key."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot, log2

import numpy as np

from fatdesk.engine.catalog.plugs import PortTable, port_table
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Segment
from fatdesk.engine.drawing.palette import KIND_NAMES
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sketch import Sketch, grown
from fatdesk.engine.drawing.text_width import text_width
from fatdesk.engine.fabric.device_kinds import host_word
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.floor import Device, rack_label
from fatdesk.engine.wiring.rows import outlines_of
from fatdesk.engine.wiring.wiring_list import CableRow


@dataclass(frozen=True)
class Station:
    """A switch, or neighbouring ones of a level drawn as one box."""

    nodes: tuple[int, ...]
    name: str
    level: int
    part: str
    used: int
    """Ports with a link, of ``ports``."""
    ports: int
    hosts: int
    host_names: str
    """First and last host where they are in one run, else empty."""
    externals: int
    rack: str


@dataclass(frozen=True)
class Bundle:
    """Links between two stations, the lower first; ``kind`` is that of most of its cables."""

    low: int
    high: int
    links: int
    kind: str


class Network:
    """One fabric of a plan; a level with more than ``most`` switches becomes at most ``groups`` stations."""

    def __init__(self, plan: Plan, number: int, most: int = 40, groups: int = 20) -> None:
        self.plan = plan
        self.fabric: Fabric = plan.fabrics[number]
        self.names = plan.names[number]
        fabric = self.fabric
        self.host_word = host_word(fabric, plan.catalog)
        switches = fabric.nodes(NodeKind.SWITCH)
        self.levels = int(fabric.level[switches].max(initial=1))
        self._racks = _rack_of_devices(plan)
        self._count_ports()
        self.stations: list[Station] = []
        self.rows: list[list[int]] = []
        self.station_of = np.full(fabric.node_count, -1, dtype=np.int32)
        for level in range(1, self.levels + 1):
            nodes = fabric.nodes(NodeKind.SWITCH, level).tolist()
            size = -(-len(nodes) // groups) if len(nodes) > most else 1
            row = []
            for i in range(0, len(nodes), size):
                some = nodes[i : i + size]
                row.append(len(self.stations))
                self.station_of[some] = len(self.stations)
                self.stations.append(self._station(some, level))
            self.rows.append(row)

    @property
    def grouped(self) -> bool:
        """Whether a box may represent several switches."""
        return any(len(station.nodes) > 1 for station in self.stations)

    def _count_ports(self) -> None:
        """Links to hosts, to externals, and ports in use of every switch."""
        fabric = self.fabric
        count = fabric.node_count
        first, second = fabric.ends[:, 0], fabric.ends[:, 1]
        to_host = fabric.kind[second] == NodeKind.HOST
        to_external = fabric.kind[second] == NodeKind.EXTERNAL
        self._to_host = to_host
        self._hosts = np.bincount(first[to_host], minlength=count)
        self._externals = np.bincount(first[to_external], minlength=count)
        most = int(fabric.ports.max(initial=0)) + 1
        keys = np.unique(fabric.ends.astype(np.int64) * most + fabric.ports)
        self._used = np.bincount(keys // most, minlength=count)
        order = np.argsort(first[to_host], kind="stable")
        self._host_order = second[to_host][order]
        self._host_start = np.searchsorted(first[to_host][order], np.arange(count + 1))
        self._tables = [
            port_table(self.plan.catalog, part.part, part.cards, part.card) for part in fabric.parts
        ]

    @property
    def host_links(self) -> int:
        """Links to hosts, traces of backplanes included."""
        return int(self._to_host.sum())

    @property
    def to_hosts(self) -> str:
        """Number of links to hosts as text; those of blades are backplane traces."""
        where = "traces to blades" if self.fabric.trace.any() else f"to {self.host_word}s"
        return f"{self.host_links:,} {where}"

    def port_count(self, node: int) -> int:
        """Links that the ports of a switch carry, without management."""
        table: PortTable = self._tables[self.fabric.part[node]]
        return table.data

    def port_at(self, node: int, port: int) -> tuple[str, str]:
        """Card and name of a link-level port, as in the wiring list."""
        table = self._tables[self.fabric.part[node]]
        return table.slot(port), table.name(port)

    def port_name(self, node: int, port: int) -> str:
        """A link-level port as printed on the device, after its card where there are cards."""
        slot, name = self.port_at(node, port)
        return f"{slot}:{name}" if slot else name

    def place(self, node: int) -> str:
        """Part and rack of a switch as text."""
        part = self.fabric.parts[self.fabric.part[node]]
        words = f"{part.part}, {part.cards} cards" if part.cards else part.part
        rack = self._racks.get(self.fabric.ids[node], "")
        return f"{words} · rack {rack}" if rack else words

    def rack_of(self, name: str) -> str:
        """Label of the rack of a switch by its name; empty when it is not placed."""
        return self._rack_by_name.get(name, "")

    @cached_property
    def _rack_by_name(self) -> dict[str, str]:
        switches = self.fabric.nodes(NodeKind.SWITCH).tolist()
        return {self.names[node]: self._racks.get(self.fabric.ids[node], "") for node in switches}

    def hosts_of(self, node: int) -> list[int]:
        """Host nodes linked to a switch, in order of links."""
        return [int(h) for h in self._host_order[self._host_start[node] : self._host_start[node + 1]]]

    def _station(self, nodes: Sequence[int], level: int) -> Station:
        fabric = self.fabric
        hosts = sorted({host for node in nodes for host in self.hosts_of(node)})
        in_a_run = bool(hosts) and hosts[-1] - hosts[0] == len(hosts) - 1
        parts = {fabric.parts[fabric.part[node]] for node in nodes}
        part = next(iter(parts))
        name = self.names[nodes[0]]
        racks = {self._racks.get(fabric.ids[node], "") for node in nodes}
        return Station(
            nodes=tuple(nodes),
            name=name if len(nodes) == 1 else f"{name} … {self.names[nodes[-1]]}",
            level=level,
            part=(f"{part.part}, {part.cards} cards" if part.cards else part.part) if len(parts) == 1 else "",
            used=sum(int(self._used[node]) for node in nodes),
            ports=sum(self.port_count(node) for node in nodes),
            hosts=len(hosts),
            host_names=_first_to_last([self.names[host] for host in hosts]) if in_a_run else "",
            externals=sum(int(self._externals[node]) for node in nodes),
            rack=racks.pop() if len(racks) == 1 else "",
        )

    @cached_property
    def cables(self) -> list[CableRow]:
        """The cables of this fabric."""
        return [row for row in self.plan.cables if row.fabric == self.fabric.name]

    @cached_property
    def cable_at(self) -> dict[tuple[str, str, str], CableRow]:
        """Cables by device, card and port of either end."""
        return {
            (end.device, end.slot, end.port): row for row in self.cables for end in (row.a, row.b, *row.legs)
        }

    @cached_property
    def bundles(self) -> list[Bundle]:
        """Bundles between stations, in their order; the kind is that of most cables."""
        fabric = self.fabric
        ends = self.station_of[fabric.ends]
        ends = np.sort(ends[(ends >= 0).all(axis=1)], axis=1)
        pairs, counts = np.unique(ends, axis=0, return_counts=True)
        kinds: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
        switches = fabric.nodes(NodeKind.SWITCH).tolist()
        index = {self.names[node]: int(self.station_of[node]) for node in switches}
        for cable in outlines_of(self.plan.cables):
            if cable.fabric != fabric.name:
                continue
            a, b = (index.get(device) for device in cable.devices[:2])
            if a is not None and b is not None:
                kinds[min(a, b), max(a, b)][cable.kind] += 1
        return [
            Bundle(low, high, links, _most_common(kinds.get((low, high))))
            for (low, high), links in zip(pairs.tolist(), counts.tolist(), strict=True)
            if low != high
        ]


def _most_common(kinds: Counter[str] | None) -> str:
    if not kinds:
        return ""
    return min(kinds, key=lambda kind: (-kinds[kind], kind))


def _first_to_last(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"


def _rack_of_devices(plan: Plan) -> dict[str, str]:
    """Label of the rack of each device, those inside enclosures included."""
    found: dict[str, str] = {}

    def add(device: Device, label: str) -> None:
        found[device.id] = label
        for inner in device.inside:
            add(inner, label)

    for rack in plan.floor.racks:
        label = rack_label(rack)
        for device in rack.devices:
            add(device, label)
    return found


ALONG = [
    0.35 + sign * step * 0.03
    for step in range(16)
    for sign in (1, -1)
    if 0.14 <= 0.35 + sign * step * 0.03 <= 0.82
]
"""Places to try for a pill along its line, from the core end; the best known first."""


def bundle_width(links: int, dense: bool) -> float:
    """Return the line width of a bundle, in mm."""
    steps = min(4.0, log2(max(1, links)))
    return 0.22 + 0.08 * steps if dense else 0.4 + 0.2 * steps


def draw_switch(sketch: Sketch, network: Network, station: Station, bounds: Bounds, name: str = "") -> None:
    """A box with name, part and ports in use, as far as there is room."""
    look = sketch.palette.role(station.level, network.levels)
    left, upper, right, lower = bounds
    wide, high = right - left, lower - upper
    sketch.box(bounds, pen=sketch.pen(0.35, look.stroke), fill=look.fill, radius=0.6)
    x, inner = (left + right) / 2, wide - 1.2
    two = high >= 9
    size = min(font_sizes.TITLE if wide >= 30 else font_sizes.SECTION, wide * 0.4)
    base = upper + high * (0.46 if two else 0.64)
    sketch.text(
        x, base, name or station.name, size, colour=look.text, bold=True, anchor="middle", within=inner
    )
    if two:
        ports = f"{station.used} of {station.ports} ports"
        words = f"{station.part} · {ports}" if station.part else ports
        if text_width(words, font_sizes.DENSE) > inner:
            words = (
                ports if text_width(ports, font_sizes.DETAIL) <= inner else f"{station.used}/{station.ports}"
            )
        sketch.text(
            x, upper + high * 0.82, words, font_sizes.NOTE, colour=look.text, anchor="middle", within=inner
        )


def draw_bundles(sketch: Sketch, segments: Sequence[tuple[Segment, Bundle]], dense: bool) -> None:
    """Lines of bundles; sparse ones have a casing, so that crossings are seen."""
    if not dense:
        for segment, bundle in segments:
            sketch.cables([segment], bundle.kind, bundle_width(bundle.links, dense), casing=0.4)
        return
    groups: dict[tuple[str, int], list[Segment]] = {}
    for segment, bundle in segments:
        groups.setdefault((bundle.kind, bundle.links), []).append(segment)
    for (kind, links), lines in sorted(groups.items()):
        sketch.cables(lines, kind, bundle_width(links, dense))


def draw_pills(sketch: Sketch, segments: Sequence[tuple[Segment, str, str]]) -> int:
    """Plates on lines (line from the upper end, text, kind), clear of other lines where it can be.

    Returns
    -------
    int
        How many found a place free of other texts.
    """
    shown = 0
    for i, (line, words, kind) in enumerate(segments):
        size = font_sizes.CELL
        half_x, half_y = text_width(words, size, bold=True) / 2 + 1.6, 2.4
        others = [other for k, (other, _, _) in enumerate(segments) if k != i]
        best: tuple[float, Bounds] | None = None
        for rank, along in enumerate(ALONG):
            x, y = line[0] + (line[2] - line[0]) * along, line[1] + (line[3] - line[1]) * along
            plate = (x - half_x, y - half_y, x + half_x, y + half_y)
            if not sketch.spots.clear(grown(plate, 0.4)):
                continue
            gap = min((_distance(x, y, other) for other in others), default=99.0)
            score = min(gap, half_x + 1) - 0.06 * rank
            if best is None or score > best[0]:
                best = (score, plate)
        if best is None:
            continue
        shown += 1
        plate = best[1]
        colour = sketch.palette.kinds.get(kind, sketch.palette.text)
        sketch.spots.take(plate)
        sketch.box(plate, pen=sketch.pen(0.3, colour), fill=sketch.palette.ground, radius=1.2)
        x, y = (plate[0] + plate[2]) / 2, (plate[1] + plate[3]) / 2
        sketch.text(x, y + size * 0.36, words, size, bold=True, anchor="middle")
    return shown


def _distance(x: float, y: float, line: Segment) -> float:
    """From a point to a line."""
    x1, y1, x2, y2 = line
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    t = max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length)) if length else 0.0
    return hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1))


def draw_key(
    sketch: Sketch, kinds: Sequence[tuple[str, int]], x: float, y: float, step: float, columns: int = 1
) -> None:
    """The patterns of cable kinds that are on view, each with its count."""
    for i, (kind, count) in enumerate(kinds):
        row, column = divmod(i, columns)
        left, base = x + column * 58.0, y + row * step
        sketch.cables([(left, base - 0.9, left + 14, base - 0.9)], kind, 1.0)
        sketch.text(
            left + 17, base, f"{KIND_NAMES.get(kind, kind)} × {count:,}", font_sizes.NOTE, within=40.0
        )


def without_prefix(names: Sequence[str]) -> tuple[str, list[str]]:
    """Return the common prefix of all names up to a hyphen, and the rests; empty where a rest would be.

    >>> without_prefix(["compute-E01", "compute-E02"])
    ('compute-', ['E01', 'E02'])
    """
    if len(names) < 2:
        return "", list(names)
    first, last = min(names), max(names)
    same = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    cut = first.rfind("-", 0, same) + 1
    if not cut or any(len(name) == cut for name in names):
        return "", list(names)
    return first[:cut], [name[cut:] for name in names]


def draw_cable(
    sketch: Sketch, right: float, row: tuple[float, float], number: str, words: str, within: float
) -> None:
    """Draw the cable of a row of ports: its number, as on its labels, before or over kind and length."""
    upper, lower = row
    size = font_sizes.ROW_TEXT
    base = (upper + lower) / 2 + 0.36 * size
    wide = text_width(words, size) + 1.6
    if number and wide + text_width(number, size, bold=True) > within:
        sketch.text(right, upper + 1.75, number, font_sizes.DENSE, anchor="end", bold=True, within=within)
        sketch.text(right, lower - 0.4, words, font_sizes.LEAST, anchor="end", within=within)
        return
    sketch.text(right, base, words, size, anchor="end", within=within)
    if number:
        sketch.text(right - wide, base, number, size, anchor="end", bold=True, within=within - wide)
