"""Rows of a plan in each table of NetBox, and its device types."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from fatdesk.engine.catalog.parts import AnyPart, Cable, Enclosure, Part, PowerUnit, RackPart, Server
from fatdesk.engine.catalog.port_names import naming_of
from fatdesk.engine.dcim.device_types import (
    Kind,
    bay_name,
    cages,
    interfaces,
    model_names,
    type_documents,
)
from fatdesk.engine.dcim.panels import COLOUR as PANEL_COLOUR
from fatdesk.engine.dcim.panels import ROLE as PANEL_ROLE
from fatdesk.engine.dcim.panels import End, PanelTables, vendor_of
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import NodePart
from fatdesk.engine.floor.floor import Device, Rack, rack_cells, rack_label
from fatdesk.engine.listing.cells import Value
from fatdesk.engine.listing.point_to_point import Joint, Point, joints
from fatdesk.engine.listing.wired import plain_name, plain_names
from fatdesk.engine.wiring.wiring_list import CableRow

CABLES = {"copper": "dac-passive", "active-copper": "dac-active", "optical": "aoc"}
"""Types of cables there by medium; of fibres the type follows from the mode."""
_MODE = re.compile(r"\b(OM[1-5]|OS[12])\b|\b(multi|single)-?mode", re.IGNORECASE)
_CATEGORY = re.compile(r"\b(?:cat|category) ?(5e|6a|7a|[3-8])\b", re.IGNORECASE)
COLOURS = {"host": "4caf50", "enclosure": "9e9e9e"}
SWITCH_COLOUR = "2196f3"
RACK_FIELDS = "site name status rack_type"
STATUS = "planned"
LABEL = 100
"""Letters that a label may have."""
INTERFACE = "dcim.interface"
PROFILES = {legs: f"breakout-1c{legs}p-{legs}c1p" for legs in (2, 4, 6, 8)}
"""Profiles of splitters by the number of legs, as dcim/choices.py of NetBox 4.7 has them."""

Rows = Sequence[Sequence[Value]]
Table = tuple[str, Rows]
"""Names of columns, and rows."""


class Wire(NamedTuple):
    """A cable: the ends of both sides, its type and label, its length in metres, and its profile."""

    a: tuple[End, ...]
    b: tuple[End, ...]
    kind: str
    label: str
    length_m: float | None
    profile: str = ""


@dataclass(frozen=True)
class Placed:
    """A device with the place that it has."""

    device: Device
    rack: Rack
    box: Device | None = None
    """The enclosure that it is in, and its bay there from 0."""
    bay: int = 0


class Content:
    """Contents of a plan for NetBox.

    Parameters
    ----------
    four_x
        Whether types of InfiniBand ports state their width, as from NetBox 4.7.3 on.
    channels
        Whether a splitter is one cable with a breakout profile, where all splitters of the plan can be: its
        port of the switch has channels.
    """

    def __init__(self, plan: Plan, *, four_x: bool, channels: bool = False) -> None:
        self._plan, self._four_x = plan, four_x
        self._placed = list(placed_devices(plan.floor.racks))
        self._names = dict(
            zip(
                [one.device.id for one in self._placed],
                plain_names([plan.device_names.get(one.device.id, one.device.id) for one in self._placed]),
                strict=True,
            )
        )
        labels = plain_names([rack_label(rack) for rack in plan.floor.racks])
        self._labels = dict(zip([rack.number for rack in plan.floor.racks], labels, strict=True))
        self.site = plain_name(plan.title)
        self._splits = _splits(plan)
        self._systems = {
            node: fabric.port_systems for fabric in plan.fabrics if fabric.port_systems for node in fabric.ids
        }
        self._panels = None if plan.structured is None else PanelTables(plan, plan.structured)
        self.channels = channels and breakouts_fit(plan)
        self._kinds = {one.device.id: self._kind(one) for one in self._placed}
        kinds = dict.fromkeys(self._kinds.values())
        self._models = model_names(plan.catalog, kinds)
        self._interfaces = {
            kind: {(one.port, one.leg): one.name for one in interfaces(plan.catalog, kind)} for kind in kinds
        }
        self._cages = {kind: cages(plan.catalog, kind) for kind in kinds}

    @cached_property
    def tables(self) -> dict[str, Table]:
        """The columns and rows of everything but device types, by what it is, in order of import."""
        plan = self._plan
        return {
            "sites": ("name slug status", [(self.site, slug_of(self.site), STATUS)]),
            "manufacturers": ("name slug", self._manufacturers()),
            "device-roles": ("name slug color vm_role", self._roles()),
            "rack-types": (
                "manufacturer model slug form_factor width u_height outer_width outer_depth outer_unit",
                self._rack_types(),
            ),
            "racks": (RACK_FIELDS + (" facility_id" if plan.floor.plan.grid else ""), self._racks()),
            "devices": (
                "name role manufacturer device_type status site rack position face", self._devices()
            ),
            "devices-in-bays": (
                "name role manufacturer device_type status site parent device_bay", self._in_bays()
            ),
        }  # fmt: skip

    def rows(self, table: str) -> list[dict[str, Value]]:
        """The rows of a table by column."""
        columns, rows = self.tables[table]
        return [dict(zip(columns.split(), row, strict=True)) for row in rows]

    @cached_property
    def device_types(self) -> list[dict[str, Any]]:
        """The device types, a document each as in a library of types."""
        models = type_documents(self._plan.catalog, self._models, self._protocol, four_x=self._four_x)
        return models if self._panels is None else [*models, *self._panels.type_documents()]

    @cached_property
    def _protocol(self) -> str | None:
        """The protocol of the network, where some part of it states one."""
        stated = {
            group.protocol
            for fabric in self._plan.fabrics
            for node in fabric.parts
            for group in getattr(self._plan.catalog[node.part], "ports", ())
            if group.protocol
        }
        return stated.pop() if len(stated) == 1 else None

    def _kind(self, one: Placed) -> Kind:
        device = one.device
        part = NodePart(part=device.part, cards=device.cards, card=device.card)
        box = self._plan.catalog[device.part]
        bays = 0
        if isinstance(box, Enclosure):
            bays = len(device.inside) if box.switch else box.blades
        splits, catalog = self._splits.get(device.id, ()), self._plan.catalog
        naming = naming_of(catalog, device.part, self._systems.get(device.id, ()))
        other = naming is not None and naming != naming_of(catalog, device.part)
        systems = (naming.system,) if naming is not None and other else ()
        return Kind(
            part,
            splits,
            in_bay=one.box is not None,
            bays=bays,
            port_systems=systems,
            channels=self.channels and bool(splits),
        )

    def _part(self, one: Placed) -> Part:
        return self._plan.catalog[one.device.part]

    def _role(self, one: Placed) -> str:
        part = self._part(one)
        if isinstance(part, Enclosure):
            return "enclosure"
        if isinstance(part, PowerUnit):
            return "pdu"
        return "host" if isinstance(part, Server) else "switch"

    def _rack_parts(self) -> list[RackPart]:
        return [
            self._plan.catalog.rack(part) for part in dict.fromkeys(r.part for r in self._plan.floor.racks)
        ]

    def _manufacturers(self) -> Rows:
        parts: list[Part] = [*self._rack_parts(), *map(self._part, self._placed)]
        parts += [] if self._panels is None else self._panels.parts
        vendors = sorted({vendor_of(part) for part in parts})
        slugs = plain_names(vendors)
        return [(vendor, slug_of(slug)) for vendor, slug in zip(vendors, slugs, strict=True)]

    def _roles(self) -> Rows:
        roles = dict.fromkeys(map(self._role, self._placed))
        panels = [] if self._panels is None else [(PANEL_ROLE, PANEL_ROLE, PANEL_COLOUR, "false")]
        return [*((role, role, COLOURS.get(role, SWITCH_COLOUR), "false") for role in roles), *panels]

    def _rack_types(self) -> Rows:
        parts = self._rack_parts()
        return [
            (
                vendor_of(part), part.id, slug_of(slug), "4-post-cabinet", 19, part.height_u,
                round(part.width_mm), round(part.depth_mm), "mm",
            )
            for part, slug in zip(parts, plain_names(part.id for part in parts), strict=True)
        ]  # fmt: skip

    def _racks(self) -> Rows:
        """Racks; where the room has a grid with the cell of each that has one alone, as its facility id."""
        floor = self._plan.floor
        cells = rack_cells(floor, self._plan.catalog.find)
        shared = Counter(cells.values())
        rows: list[tuple[Value, ...]] = []
        for rack in floor.racks:
            row = (self.site, self._labels[rack.number], STATUS, rack.part)
            cell = cells.get(rack.number, "")
            rows.append((*row, cell if shared[cell] == 1 else "") if cells else row)
        return rows

    def _device(self, one: Placed) -> tuple[Value, ...]:
        model = self._models[self._kinds[one.device.id]]
        return (
            self._names[one.device.id],
            self._role(one),
            vendor_of(self._part(one)),
            model,
            STATUS,
            self.site,
        )

    def _devices(self) -> Rows:
        """Devices in racks, then panels; the position is the lowest unit, counted from the bottom."""
        devices: list[tuple[Value, ...]] = [
            (*self._device(one), self._labels[one.rack.number], *self._position(one))
            for one in self._placed
            if one.box is None
        ]
        if self._panels is not None:
            labels = [self._labels[rack.number] for rack in self._plan.floor.racks]
            devices += self._panels.devices(self.site, labels, STATUS)
        return devices

    def _position(self, one: Placed) -> tuple[int | str, str]:
        """Lowest unit and face; NetBox refuses both for a device without height."""
        return ("", "") if self._part(one).height_u == 0 else (one.device.u, "front")

    def _in_bays(self) -> Rows:
        return [
            (*self._device(one), self._names[one.box.id], bay_name(one.bay))
            for one in self._placed
            if one.box is not None
        ]

    def _interface(self, point: Point) -> str:
        """The interface of a port, or of its leg where it is split."""
        kind, port = self._kinds[point.id], point.number - 1
        leg = int(point.port[-1]) - 1 if dict(kind.splits).get(port, 1) > 1 else 0
        return self._interfaces[kind][port, leg]

    def cables(self) -> Iterator[Wire]:
        """A cable for each link with both ends placed; of a splitter one a leg, unless ports have channels.

        A link over panels is two patch cords; the plugs of trunks follow all links.
        """
        splitters: dict[str, list[Joint]] = {}
        for joint in joints(self._plan):
            ends = [self._names.get(point.id, "") for point in (joint.a, joint.b)]
            if joint.trace or not all(ends):
                continue
            cable = joint.cable
            if self.channels and cable is not None and self._legs(joint.a) > 1:
                splitters.setdefault(cable.id, []).append(joint)
                continue
            a, b = (self._end(point) for point in (joint.a, joint.b))
            if cable is not None and self._panels is not None and cable.id in self._panels.through:
                yield from self._cords(cable, (a, b) if cable.a.device == joint.a.device else (b, a))
                continue
            yield self._wire(joint, (a,), (b,))
        for some in splitters.values():
            yield self._splitter(some)
        if self._panels is not None:
            for near, far, part, label, ordered in self._panels.trunks(self.site):
                kind = cable_type(self._plan.catalog.find(part))
                yield Wire((near,), (far,), kind, label[:LABEL], ordered)

    def _legs(self, point: Point) -> int:
        """The legs that a port of a placed device is split into."""
        return dict(self._kinds[point.id].splits).get(point.number - 1, 1)

    def _end(self, point: Point) -> End:
        return End(self.site, self._names[point.id], INTERFACE, self._interface(point))

    def _wire(self, joint: Joint, a: tuple[End, ...], b: tuple[End, ...], profile: str = "") -> Wire:
        length = joint.ordered_m if isinstance(joint.ordered_m, float) else None
        cable = joint.cable
        if cable is None:
            return Wire(a, b, "", "", length, profile)
        kind = cable_type(self._plan.catalog.find(cable.part))
        return Wire(a, b, kind, cable.id[:LABEL], length, profile)

    def _splitter(self, legs: list[Joint]) -> Wire:
        """A splitter as one cable: its port with channels, and the far ends in the order of legs."""
        ordered = sorted(legs, key=lambda joint: joint.a.port)
        point = ordered[0].a
        cage = self._cages[self._kinds[point.id]][point.number - 1]
        whole = End(self.site, self._names[point.id], INTERFACE, cage)
        far = tuple(self._end(joint.b) for joint in ordered)
        return self._wire(ordered[0], (whole,), far, PROFILES[self._legs(point)])

    def _cords(self, cable: CableRow, ends: tuple[End, End]) -> Iterator[Wire]:
        """The patch cords of a link; ends in the order of the wiring list."""
        assert self._panels is not None
        kind = cable_type(self._plan.catalog.find(cable.part))
        for near, far, label, length in self._panels.cords(cable.id, self.site, ends, self._panels.lengths):
            yield Wire((near,), (far,), kind, label[-LABEL:], length)


def breakouts_fit(plan: Plan) -> bool:
    """Whether each splitter of a plan can be one cable with a breakout profile.

    It must end at one port of a switch, with legs from the first on without a gap, and at no panel.
    """
    legs: dict[str, list[Joint]] = {}
    split = _splits(plan)
    for joint in joints(plan):
        count = dict(split.get(joint.a.id, ())).get(joint.a.number - 1, 1)
        if count == 1 or joint.trace:
            continue
        if joint.cable is None or count not in PROFILES:
            return False
        legs.setdefault(joint.cable.id, []).append(joint)
    for some in legs.values():
        ports = {(joint.a.id, joint.a.number) for joint in some}
        numbers = sorted(int(joint.a.port[-1]) for joint in some)
        if len(ports) > 1 or numbers != list(range(1, len(some) + 1)):
            return False
    return not legs or plan.structured is None


def placed_devices(racks: Sequence[Rack]) -> Iterator[Placed]:
    """All devices in racks; those in bays follow their enclosure."""
    for rack in racks:
        for device in rack.devices:
            yield Placed(device, rack)
            yield from (Placed(inner, rack, device, bay) for bay, inner in enumerate(device.inside))


def _splits(plan: Plan) -> dict[str, tuple[tuple[int, int], ...]]:
    """The ports that each device splits, where it does, with their legs."""
    found: dict[str, dict[int, int]] = {}
    for fabric in plan.fabrics:
        split = fabric.splits > 1
        columns = (fabric.ends[split, 0], fabric.ports[split, 0], fabric.splits[split])
        for node, port, legs in zip(*(column.tolist() for column in columns), strict=True):
            found.setdefault(fabric.ids[node], {})[port] = legs
    return {key: tuple(sorted(ports.items())) for key, ports in found.items()}


def cable_type(part: AnyPart | None) -> str:
    """The type of a cable there; empty where it is not known, as of fibres that do not state their mode.

    Cables of twisted pair have a category.
    """
    if not isinstance(part, Cable):
        return ""
    if part.connectors == ("rj45", "rj45"):
        category = _CATEGORY.search(f"{part.id} {part.name}")
        return f"cat{category[1].lower()}" if category else ""
    if part.medium != "fibre":
        return CABLES[part.medium]
    found = _MODE.search(f"{part.id} {part.name}")
    if found is None:
        return ""
    if found[1]:
        return f"{'mmf' if found[1].upper().startswith('OM') else 'smf'}-{found[1].lower()}"
    return "mmf" if found[2].lower() == "multi" else "smf"


def slug_of(plain: str) -> str:
    """The slug of a plain name."""
    return plain.lower().replace(".", "-")
