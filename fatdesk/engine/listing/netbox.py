"""A project as a bundle of files for NetBox, numbered in the order in which it imports them.

The columns are those of ``netbox/dcim/forms/bulk_import.py`` of NetBox 4.6 (2026-08).
"""

import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from fatdesk.engine.catalog.parts import Enclosure, Part, RackPart, Server
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sketch import counted
from fatdesk.engine.fabric.fabric import NodeKind, NodePart
from fatdesk.engine.floor.floor import Device, Rack, rack_label
from fatdesk.engine.listing.cells import Column, Value, csv_bytes
from fatdesk.engine.listing.left_out import backplanes, changed_names, external_links
from fatdesk.engine.listing.netbox_types import Kind, bay_name, model_names, types_yaml, vendor_of
from fatdesk.engine.listing.plain_names import plain_name, plain_names
from fatdesk.engine.listing.point_to_point import joints

CABLES = {"DAC": "dac-passive", "ACC": "dac-active", "AOC": "aoc"}
"""Types of cables there by our kinds; of fibres nobody told the mode."""
COLOURS = {"host": "4caf50", "enclosure": "9e9e9e"}
SWITCH_COLOUR = "2196f3"
STATUS = "planned"
LABEL = 100
"""Letters that a label may have."""

COLUMNS = (Column("file", "File", 30), Column("bytes", "Bytes", 12, "integer"))

Rows = Sequence[Sequence[Value]]
Table = tuple[Sequence[Column], Rows]


@dataclass(frozen=True)
class Placed:
    """A device with the place that it has."""

    device: Device
    rack: Rack
    box: Device | None = None
    """The enclosure that it is in, and its bay there from 0."""
    bay: int = 0


class Bundle:
    """The tables of a project."""

    def __init__(self, plan: Plan, *, four_x: bool) -> None:
        self._plan, self._four_x = plan, four_x
        self._placed = list(_placed(plan.floor.racks))
        self._names = dict(
            zip(
                [one.device.id for one in self._placed],
                plain_names([plan.device_names.get(one.device.id, one.device.id) for one in self._placed]),
                strict=True,
            )
        )
        labels = plain_names([rack_label(rack) for rack in plan.floor.racks])
        self._labels = dict(zip([rack.number for rack in plan.floor.racks], labels, strict=True))
        self._site = plain_name(plan.title)
        self._splits = _splits(plan)
        self._kinds = {one.device.id: self._kind(one) for one in self._placed}
        self._models = model_names(plan.catalog, dict.fromkeys(self._kinds.values()))

    def table(self) -> Table:
        """The files with their sizes, for who looks before he exports."""
        return COLUMNS, [(name, len(content)) for name, content in self.files().items()]

    def packed(self) -> bytes:
        """The files in one archive, always the same bytes for the same plan."""
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, content in self.files().items():
                entry = zipfile.ZipInfo(name)  # of 1980
                entry.compress_type = zipfile.ZIP_DEFLATED
                bundle.writestr(entry, content)
        return stream.getvalue()

    def files(self) -> dict[str, bytes]:
        """The files by name."""
        models = types_yaml(self._plan.catalog, self._models, self._protocol, four_x=self._four_x)
        return {
            "01-sites.csv": _table("name slug status", [(self._site, _slug(self._site), STATUS)]),
            "02-manufacturers.csv": _table("name slug", self._manufacturers()),
            "03-device-roles.csv": _table("name slug color vm_role", self._roles()),
            "04-rack-types.csv": _table(
                "manufacturer model slug form_factor width u_height outer_width outer_depth outer_unit",
                self._rack_types(),
            ),
            "05-racks.csv": _table("site name status rack_type", self._racks()),
            "06-device-types.yaml": models,
            "07-devices.csv": _table(
                "name role manufacturer device_type status site rack position face", self._devices()
            ),
            "08-devices-in-bays.csv": _table(
                "name role manufacturer device_type status site parent device_bay", self._in_bays()
            ),
            "09-cables.csv": _table(
                "side_a_device side_a_type side_a_name side_b_device side_b_type side_b_name "
                "type status label color length length_unit",
                self._cables(),
            ),
        }

    @cached_property
    def _protocol(self) -> str | None:
        """What the network speaks, where some part of it tells."""
        told = {
            group.protocol
            for fabric in self._plan.fabrics
            for node in fabric.parts
            for group in getattr(self._plan.catalog[node.part], "ports", ())
            if group.protocol
        }
        return told.pop() if len(told) == 1 else None

    def _kind(self, one: Placed) -> Kind:
        device = one.device
        part = NodePart(part=device.part, cards=device.cards, card=device.card)
        enclosure = isinstance(self._plan.catalog[device.part], Enclosure)
        bays = len(device.inside) if enclosure else 0
        return Kind(part, self._splits.get(device.id, 1), in_bay=one.box is not None, bays=bays)

    def _part(self, one: Placed) -> Part:
        return self._plan.catalog[one.device.part]

    def _role(self, one: Placed) -> str:
        part = self._part(one)
        if isinstance(part, Enclosure):
            return "enclosure"
        return "host" if isinstance(part, Server) else "switch"

    def _rack_parts(self) -> list[RackPart]:
        return [
            self._plan.catalog.rack(part) for part in dict.fromkeys(r.part for r in self._plan.floor.racks)
        ]

    def _manufacturers(self) -> Rows:
        parts: list[Part] = [*self._rack_parts(), *map(self._part, self._placed)]
        vendors = sorted({vendor_of(part) for part in parts})
        slugs = plain_names(vendors)
        return [(vendor, _slug(slug)) for vendor, slug in zip(vendors, slugs, strict=True)]

    def _roles(self) -> Rows:
        roles = dict.fromkeys(map(self._role, self._placed))
        return [(role, role, COLOURS.get(role, SWITCH_COLOUR), "false") for role in roles]

    def _rack_types(self) -> Rows:
        parts = self._rack_parts()
        return [
            (
                vendor_of(part), part.id, _slug(slug), "4-post-cabinet", 19, part.height_u,
                round(part.width_mm), round(part.depth_mm), "mm",
            )
            for part, slug in zip(parts, plain_names(part.id for part in parts), strict=True)
        ]  # fmt: skip

    def _racks(self) -> Rows:
        return [(self._site, self._labels[r.number], STATUS, r.part) for r in self._plan.floor.racks]

    def _device(self, one: Placed) -> tuple[Value, ...]:
        model = self._models[self._kinds[one.device.id]]
        return (
            self._names[one.device.id],
            self._role(one),
            vendor_of(self._part(one)),
            model,
            STATUS,
            self._site,
        )

    def _devices(self) -> Rows:
        """What stands in racks; its position is its lowest unit, counted from the bottom."""
        return [
            (*self._device(one), self._labels[one.rack.number], one.device.u, "front")
            for one in self._placed
            if one.box is None
        ]

    def _in_bays(self) -> Rows:
        return [
            (*self._device(one), self._names[one.box.id], bay_name(one.bay))
            for one in self._placed
            if one.box is not None
        ]

    def _cables(self) -> Iterator[tuple[Value, ...]]:
        """A row a link whose ends both stand somewhere; a leg of a splitter is a cable of its own there."""
        for joint in joints(self._plan):
            ends = [self._names.get(point.id, "") for point in (joint.a, joint.b)]
            if joint.trace or not all(ends):
                continue
            a, b = (
                (name, "dcim.interface", p.printed) for name, p in zip(ends, (joint.a, joint.b), strict=True)
            )
            cable = joint.cable
            length = joint.ordered_m if isinstance(joint.ordered_m, float) else None
            kind, label = ("", "") if cable is None else (CABLES.get(cable.kind, ""), cable.id[:LABEL])
            yield (*a, *b, kind, STATUS, label, "", length, None if length is None else "m")


def left_out(plan: Plan) -> list[str]:
    """What NetBox cannot take of a plan."""
    placed = {one.device.id for one in _placed(plan.floor.racks)}
    names = [plan.device_names[key] for key in plan.device_names if key in placed]
    nodes = {
        key
        for fabric in plan.fabrics
        for key, kind in zip(fabric.ids, fabric.kind.tolist(), strict=True)
        if kind != NodeKind.EXTERNAL
    }
    away = len(nodes - placed)
    told = [f"{counted(away, 'device')} that stand nowhere, and their cables"] if away else []
    split = any(len(row.legs) > 1 for row in plan.cables)
    told += ["which legs are one splitter: each is a cable of its own"] if split else []
    long = sum(len(row.id) > LABEL for row in plan.cables)
    told += [f"all of {counted(long, 'id')} of cables: {LABEL} letters stay"] if long else []
    cards = any(device.cards for rack in plan.floor.racks for device in rack.devices)
    told += ["line cards as modules: a chassis with its cards is one device type"] if cards else []
    told.append("trays, routes, prices, transceivers and parts of cables")
    return [
        *told,
        *external_links(plan),
        *backplanes(plan),
        *changed_names([(n, p) for n, p in zip(names, plain_names(names), strict=True)]),
    ]


def _placed(racks: Sequence[Rack]) -> Iterator[Placed]:
    """Everything that stands in racks, what is in a bay after its enclosure."""
    for rack in racks:
        for device in rack.devices:
            yield Placed(device, rack)
            yield from (Placed(inner, rack, device, bay) for bay, inner in enumerate(device.inside))


def _splits(plan: Plan) -> dict[str, int]:
    """Into how many each device splits its ports, at most, where it does."""
    found: dict[str, int] = {}
    for fabric in plan.fabrics:
        split = fabric.splits > 1
        pairs = zip(fabric.ends[split, 0].tolist(), fabric.splits[split].tolist(), strict=True)
        for node, splits in pairs:
            key = fabric.ids[node]
            found[key] = max(splits, found.get(key, 1))
    return found


def _table(columns: str, rows: Rows | Iterator[tuple[Value, ...]]) -> bytes:
    return csv_bytes([Column(name, name) for name in columns.split()], rows)


def _slug(plain: str) -> str:
    return plain.lower().replace(".", "-")
