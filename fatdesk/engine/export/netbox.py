"""Archives for NetBox: files numbered in the order of import.

The columns are those of ``netbox/dcim/forms/bulk_import.py`` of NetBox 4.6 (2026-08).
"""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fatdesk.core.formats.yaml_text import yaml_text
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import AnyPart, Cable, Enclosure, Part, PowerUnit, RackPart, Server
from fatdesk.engine.catalog.plugs import Plug, PortTable, port_table
from fatdesk.engine.catalog.port_names import naming_of, port_names
from fatdesk.engine.drawing.plan import UNKNOWN_HEIGHT_U, Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.export.netbox_panels import COLOUR as PANEL_COLOUR
from fatdesk.engine.export.netbox_panels import ROLE as PANEL_ROLE
from fatdesk.engine.export.netbox_panels import PanelTables, vendor_of
from fatdesk.engine.fabric.fabric import NodeKind, NodePart
from fatdesk.engine.floor.floor import Device, Rack, rack_label
from fatdesk.engine.floor.rack_cells import rack_cells
from fatdesk.engine.listing.cells import Heading, Value, csv_bytes
from fatdesk.engine.listing.point_to_point import Point, joints
from fatdesk.engine.listing.wired import backplanes, changed_names, external_links, plain_name, plain_names
from fatdesk.engine.wiring.wiring_list import CableRow

INFINIBAND = {
    10.0: "sdr", 20.0: "ddr", 40.0: "qdr", 56.0: "fdr",
    100.0: "edr", 200.0: "hdr", 400.0: "ndr", 800.0: "xdr",
}  # fmt: skip
"""Generations by the rate of four lanes in Gb/s."""
ETHERNET = {
    (1.0, "sfp"): "1000base-x-sfp",
    (10.0, "sfp"): "10gbase-x-sfpp",
    (25.0, "sfp"): "25gbase-x-sfp28",
    (50.0, "sfp"): "50gbase-x-sfp56",
    (40.0, "qsfp"): "40gbase-x-qsfpp",
    (100.0, "qsfp"): "100gbase-x-qsfp28",
    (200.0, "qsfp"): "200gbase-x-qsfp56",
    (400.0, "qsfp"): "400gbase-x-qsfp112",
    (100.0, "qsfpdd"): "100gbase-x-qsfpdd",
    (200.0, "qsfpdd"): "200gbase-x-qsfpdd",
    (400.0, "qsfpdd"): "400gbase-x-qsfpdd",
    (800.0, "qsfpdd"): "800gbase-x-qsfpdd",
    (400.0, "osfp"): "400gbase-x-osfp",
    (800.0, "osfp"): "800gbase-x-osfp",
    (0.1, "rj45"): "100base-tx",
    (1.0, "rj45"): "1000base-t",
    (2.5, "rj45"): "2.5gbase-t",
    (5.0, "rj45"): "5gbase-t",
    (10.0, "rj45"): "10gbase-t",
}
"""Types of ports by rate in Gb/s and cage, as dcim/choices.py of NetBox 4.6 has them."""
LEG_CAGES = {
    10.0: "sfp", 25.0: "sfp", 50.0: "sfp", 40.0: "qsfp", 100.0: "qsfp", 200.0: "qsfp", 400.0: "qsfp",
}  # fmt: skip
"""The type of cage that NetBox has for the rate of a leg in Gb/s."""
NAME = 64
"""Letters that the name of an interface may have."""
OTHER = "other"


@dataclass(frozen=True)
class Kind:
    """A device type: a part with its cards, the legs of each port that is split, in a bay or not."""

    part: NodePart
    splits: tuple[tuple[int, int], ...] = ()
    in_bay: bool = False
    bays: int = 0
    port_systems: tuple[str, ...] = ()
    """Operating systems by which its network names ports, where it names some."""


def port_type(plug: Plug, protocol: str | None, four_x: bool) -> str:
    """Return the NetBox type of a port.

    Parameters
    ----------
    protocol
        The protocol of ports that do not state one.
    four_x
        Whether the width is in the name (``infiniband-ndr-4x``), as from NetBox 4.7.3 on.

    >>> plug = Plug("osfp", 400.0, 4, 2, "infiniband")
    >>> port_type(plug, None, True), port_type(plug, None, False)
    ('infiniband-ndr-4x', 'infiniband-ndr')
    >>> port_type(Plug("qsfp", 40.0, 4, 1), "ethernet", True), port_type(Plug("qsfp", 40.0, 4, 1), None, True)
    ('40gbase-x-qsfpp', 'other')
    """
    spoken = plug.protocol or protocol
    if spoken == "infiniband":
        lanes = 2 if plug.lanes == 2 else 4
        generation = INFINIBAND.get(plug.rate_gbps * 4 / lanes)
        width = f"-{lanes}x" if four_x else ""
        return OTHER if generation is None else f"infiniband-{generation}{width}"
    if spoken == "ethernet":
        cage = plug.connector.replace("-", "").replace("+", "").lower()
        cage = next((known for known in ("qsfpdd", "qsfp", "osfp", "sfp") if cage.startswith(known)), cage)
        return ETHERNET.get((plug.rate_gbps, cage), OTHER)
    return OTHER


@dataclass(frozen=True)
class Interface:
    """An interface of a device type: a port, or a leg of one that is split, and what it carries."""

    name: str
    port: int
    leg: int
    plug: Plug
    legs: int
    manages: bool = False


def interfaces(catalog: Catalog, kind: Kind) -> list[Interface]:
    """The interfaces of a kind: one a port, of a port that is split one a leg.

    Names are those of the operating system that the network chose, else of the first of the part, where it
    names all of them; else what is printed at the cage, behind its card, and the leg: ``12``, ``3/12``,
    ``12/2``.
    """
    described = catalog[kind.part.part]
    if isinstance(described, Enclosure) or (isinstance(described, PowerUnit) and not described.ports):
        return []
    table = port_table(catalog, kind.part.part, kind.part.cards, kind.part.card)
    count = len(table.cage)
    split = dict(kind.splits)
    legs = [split.get(port, 1) for port in range(count)]
    places = [(port, leg) for port in range(count) for leg in range(legs[port])]
    part = kind.part
    named = port_names(catalog, part.part, part.cards, part.card, systems=kind.port_systems, splits=legs)
    names = [] if named is None else [named.name(port, leg)[:NAME] for port, leg in places]
    names = [
        name or (table.name(port) if table.manages(port) else "")
        for name, (port, _) in zip(names, places, strict=False)
    ]
    if len(names) < len(places) or not all(names) or len(set(names)) < len(places):
        names = [_printed(table, port, leg if legs[port] > 1 else None) for port, leg in places]
    return [
        Interface(name, port, leg, table.plugs[plug], legs[port], table.manages(port))
        for name, (port, leg) in zip(names, places, strict=True)
        for plug in [int(table.plug[port])]
    ]


def _printed(table: PortTable, port: int, leg: int | None) -> str:
    slot, name = table.slot(port), table.name(port)
    whole = f"{slot}/{name}" if slot else name
    return whole if leg is None else f"{whole}/{leg + 1}"


def interface_type(interface: Interface, protocol: str | None, four_x: bool) -> str:
    """Return the NetBox type of an interface; of a leg, that of its own rate and lanes."""
    plug, legs = interface.plug, interface.legs
    if legs == 1:
        return port_type(plug, protocol, four_x)
    rate, lanes = plug.rate_gbps / legs, max(1, plug.lanes // legs)
    leg = Plug(LEG_CAGES.get(rate, plug.connector), rate, lanes, 1, plug.protocol)
    return port_type(leg, protocol, four_x)


def model_names(catalog: Catalog, kinds: Iterable[Kind]) -> dict[Kind, str]:
    """A name for each kind that no other of its vendor has."""
    every = list(kinds)
    wished = []
    for kind in every:
        part = catalog[kind.part.part]
        more = [f"{kind.part.cards} cards"] if kind.part.cards else []
        for legs, ports in sorted(Counter(legs for _, legs in kind.splits).items()):
            more.append(f"{counted(ports, 'port')} split in {legs}")
        wished.append(" ".join([part.name or part.id, *(f"({word})" for word in more)]))
    counts: dict[str, int] = {}
    found = {}
    for kind, name in zip(every, wished, strict=True):
        number = counts[name] = counts.get(name, 0) + 1
        found[kind] = name[:90] if number == 1 else f"{name[:90]} {number}"
    return found


def types_yaml(catalog: Catalog, models: Mapping[Kind, str], protocol: str | None, *, four_x: bool) -> bytes:
    """The device types, a YAML document each."""
    slugs = plain_names(models.values())
    documents = []
    for (kind, model), slug in zip(models.items(), slugs, strict=True):
        part = catalog[kind.part.part]
        stated: dict[str, Any] = {"manufacturer": vendor_of(part), "model": model}
        stated["slug"] = slug.lower().replace(".", "-")
        if part.part_number:
            stated["part_number"] = part.part_number[:50]
        stated["u_height"] = 0 if kind.in_bay else height_u(part)
        stated["is_full_depth"] = True
        if kind.bays or kind.in_bay:
            stated["subdevice_role"] = "parent" if kind.bays else "child"
        if part.airflow:
            stated["airflow"] = part.airflow
        if part.mass_kg:
            stated |= {"weight": part.mass_kg, "weight_unit": "kg"}
        stated["interfaces"] = [
            {"name": one.name, "type": interface_type(one, protocol, four_x)}
            | ({"mgmt_only": True} if one.manages else {})
            for one in interfaces(catalog, kind)
        ]
        stated["device-bays"] = [{"name": bay_name(i)} for i in range(kind.bays)]
        documents.append(yaml_text({key: value for key, value in stated.items() if value != []}))
    return b"---\n" + b"---\n".join(documents) if documents else b""


def bay_name(number: int) -> str:
    """A bay of an enclosure, from 0."""
    return f"Bay {number + 1}"


def height_u(part: Part) -> int:
    """Units that it takes; one where they are unknown."""
    return UNKNOWN_HEIGHT_U if part.height_u is None else part.height_u


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

README = """\
Import into NetBox 4.4 or later
===============================

Import the files in the order of their numbers (Organization > Sites > Import, and so on).
A file is imported as a whole or not at all. Skip files that have a heading and no row.

A NetBox that is in use
- 02 manufacturers, 03 device roles, 04 rack types: delete the rows whose name or model NetBox
  has already. Where nothing is left, skip the file.
- 06 device types: delete the documents whose model NetBox has already, and check that its type
  has interfaces of the names in 09. Types with split ports state so in their names.
- 07, 08, 09: devices belong to the site of 01, and cables name it at both ends, so devices of
  other sites may have the same names. Only for blades (08) NetBox searches the bay by the name of
  the enclosure over all sites: give enclosures names of their own in the naming of the project.
- A site of that name: delete the row of 01. Racks and devices need names that are free there.

A changed plan
- NetBox finds existing objects by its own ids alone, which these files do not know, so no row is
  an update. Delete the cables and devices of the site, export again, and import 07 to 09 again.
  Racks and types stay.
"""

COLUMNS = (Heading("file", "File", 30), Heading("bytes", "Bytes", 12, "integer"))

Rows = Sequence[Sequence[Value]]
Table = tuple[Sequence[Heading], Rows]


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
        self._systems = {
            node: fabric.port_systems for fabric in plan.fabrics if fabric.port_systems for node in fabric.ids
        }
        self._panels = None if plan.structured is None else PanelTables(plan, plan.structured)
        self._kinds = {one.device.id: self._kind(one) for one in self._placed}
        kinds = dict.fromkeys(self._kinds.values())
        self._models = model_names(plan.catalog, kinds)
        self._interfaces = {
            kind: {(one.port, one.leg): one.name for one in interfaces(plan.catalog, kind)} for kind in kinds
        }

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
        if self._panels is not None:
            models += b"".join(b"---\n" + some for some in self._panels.types_yaml())
        return {
            "00-README.txt": README.encode(),
            "01-sites.csv": _table("name slug status", [(self._site, _slug(self._site), STATUS)]),
            "02-manufacturers.csv": _table("name slug", self._manufacturers()),
            "03-device-roles.csv": _table("name slug color vm_role", self._roles()),
            "04-rack-types.csv": _table(
                "manufacturer model slug form_factor width u_height outer_width outer_depth outer_unit",
                self._rack_types(),
            ),
            "05-racks.csv": _table(
                RACK_FIELDS + (" facility_id" if self._plan.floor.plan.grid else ""), self._racks()
            ),
            "06-device-types.yaml": models,
            "07-devices.csv": _table(
                "name role manufacturer device_type status site rack position face", self._devices()
            ),
            "08-devices-in-bays.csv": _table(
                "name role manufacturer device_type status site parent device_bay", self._in_bays()
            ),
            "09-cables.csv": _table(
                "side_a_site side_a_device side_a_type side_a_name "
                "side_b_site side_b_device side_b_type side_b_name "
                "type status label color length length_unit",
                self._cables(),
            ),
        }

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
        return Kind(part, splits, in_bay=one.box is not None, bays=bays, port_systems=systems)

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
        return [(vendor, _slug(slug)) for vendor, slug in zip(vendors, slugs, strict=True)]

    def _roles(self) -> Rows:
        roles = dict.fromkeys(map(self._role, self._placed))
        panels = [] if self._panels is None else [(PANEL_ROLE, PANEL_ROLE, PANEL_COLOUR, "false")]
        return [*((role, role, COLOURS.get(role, SWITCH_COLOUR), "false") for role in roles), *panels]

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
        """Racks; where the room has a grid with the cell of each that has one alone, as its facility id."""
        floor = self._plan.floor
        cells = rack_cells(floor, self._plan.catalog.find)
        shared = Counter(cells.values())
        rows: list[tuple[Value, ...]] = []
        for rack in floor.racks:
            row = (self._site, self._labels[rack.number], STATUS, rack.part)
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
            self._site,
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
            devices += self._panels.devices(self._site, labels, STATUS)
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

    def _cables(self) -> Iterator[tuple[Value, ...]]:
        """A row for each link whose ends are both placed; each leg of a splitter is a cable there.

        A link over panels is two patch cords; the plugs of trunks follow all links.
        """
        for joint in joints(self._plan):
            ends = [self._names.get(point.id, "") for point in (joint.a, joint.b)]
            if joint.trace or not all(ends):
                continue
            a, b = (
                (self._site, name, "dcim.interface", self._interface(point))
                for name, point in zip(ends, (joint.a, joint.b), strict=True)
            )
            cable = joint.cable
            if cable is not None and self._panels is not None and cable.id in self._panels.through:
                yield from self._cords(cable, (a, b) if cable.a.device == joint.a.device else (b, a))
                continue
            length = joint.ordered_m if isinstance(joint.ordered_m, float) else None
            kind, label = (
                ("", "")
                if cable is None
                else (cable_type(self._plan.catalog.find(cable.part)), cable.id[:LABEL])
            )
            yield (*a, *b, kind, STATUS, label, "", length, None if length is None else "m")
        if self._panels is not None:
            for near, far, part, label, ordered in self._panels.trunks(self._site):
                kind = cable_type(self._plan.catalog.find(part))
                unit = None if ordered is None else "m"
                yield (*near, *far, kind, STATUS, label[:LABEL], "", ordered, unit)

    def _cords(
        self, cable: CableRow, ends: tuple[tuple[Value, ...], tuple[Value, ...]]
    ) -> Iterator[tuple[Value, ...]]:
        """The patch cords of a link; ends in the order of the wiring list."""
        assert self._panels is not None
        kind = cable_type(self._plan.catalog.find(cable.part))
        for near, far, label, length in self._panels.cords(cable.id, self._site, ends, self._panels.lengths):
            yield (*near, *far, kind, STATUS, label[-LABEL:], "", length, None if length is None else "m")


def left_out(plan: Plan) -> list[str]:
    """Return what NetBox cannot represent of a plan."""
    placed = {one.device.id for one in _placed(plan.floor.racks)}
    names = [plan.device_names[key] for key in plan.device_names if key in placed]
    nodes = {
        key
        for fabric in plan.fabrics
        for key, kind in zip(fabric.ids, fabric.kind.tolist(), strict=True)
        if kind != NodeKind.EXTERNAL
    }
    away = len(nodes - placed)
    stated = [f"{counted(away, 'device')} without a position, and their cables"] if away else []
    split = any(len(row.legs) > 1 for row in plan.cables)
    if split:
        stated.append(
            "which legs are one splitter: each is a cable of its own between interfaces; a breakout profile "
            "ends at one port of the switch with channels"
        )
    fibres = {row.part for row in plan.cables if row.part and not cable_type(plan.catalog.find(row.part))}
    stated += (
        [f"types of {counted(len(fibres), 'cable part')} that do not state their mode"] if fibres else []
    )
    long = sum(len(row.id) > LABEL for row in plan.cables)
    stated += [f"all of {counted(long, 'id')} of cables: {LABEL} letters stay"] if long else []
    cards = any(device.cards for rack in plan.floor.racks for device in rack.devices)
    stated += ["line cards as modules: a chassis with its cards is one device type"] if cards else []
    stated.append("trays, routes, prices, transceivers and parts of cables")
    return [
        *stated,
        *external_links(plan),
        *backplanes(plan),
        *changed_names([(n, p) for n, p in zip(names, plain_names(names), strict=True)]),
    ]


def _placed(racks: Sequence[Rack]) -> Iterator[Placed]:
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


def _table(columns: str, rows: Rows | Iterator[tuple[Value, ...]]) -> bytes:
    return csv_bytes([Heading(name, name) for name in columns.split()], rows)


def _slug(plain: str) -> str:
    return plain.lower().replace(".", "-")


def _archive(name: str, description: str, *, four_x: bool) -> Export:
    """Return the format of an archive; ``four_x``: types of InfiniBand ports state their width."""

    def make(plan: Plan) -> dict[str, bytes]:
        return {name: Bundle(plan, four_x=four_x).packed()}

    return Export(
        name,
        description,
        make,
        table=lambda plan: Bundle(plan, four_x=four_x).table(),
        asked_only=True,
        left_out=left_out,
    )


NETBOX = _archive(
    "netbox.zip",
    "Everything for NetBox 4.7.3 and later: racks, device types, devices, cables in order of import.",
    four_x=True,
)
OLDER = _archive(
    "netbox-older.zip",
    "The same for NetBox before 4.7.3, whose types of InfiniBand ports do not state their width.",
    four_x=False,
)
