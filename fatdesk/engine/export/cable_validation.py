"""Links as forms for cable validation: two of UFM, its NDT plugin, the host-fabric form."""

from collections.abc import Callable

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export, Table
from fatdesk.engine.listing.cells import Heading, Value, csv_bytes
from fatdesk.engine.listing.point_to_point import BACKPLANE, HOST_PORTS, Joint, Point, joints
from fatdesk.engine.listing.wired import cable_facts
from fatdesk.engine.listing.workbook import Sheet, workbook

TYPE_COLUMNS = tuple(
    Heading(f"{side.lower()}_{key}", f"{side}-{title}", width)
    for side in "AZ"
    for key, title, width in (("node", "Node Name", 24), ("type", "Type", 8), ("port", "Port", 14))
)


def _by_type(plan: Plan) -> Table:
    """Columns and rows."""
    return TYPE_COLUMNS, (
        (j.a.device, j.a.kind, j.a.in_forms, j.b.device, j.b.kind, j.b.in_forms) for j in joints(plan)
    )


RACK_COLUMNS = (
    Heading("a_rack", "Rack", 8),
    Heading("a_u", "U", 6, "integer"),
    Heading("a_name", "Name", 24),
    Heading("a_port", "HCA/Port", 10),
    Heading("b_rack", "Rack", 8),
    Heading("b_u", "U", 6, "integer"),
    Heading("b_name", "Name", 24),
    Heading("b_port", "Port", 8),
)


def _by_rack(plan: Plan) -> Table:
    """Columns and rows; of a host and its switch the host comes first."""
    return RACK_COLUMNS, (
        (one.rack, one.u, one.device, one.in_forms, other.rack, other.u, other.device, other.in_forms)
        for a, b in ((joint.a, joint.b) for joint in joints(plan))
        for one, other in [(b, a) if b.kind == "Host" else (a, b)]
    )


ENDS = (("rack group", 11), ("rack", 8), ("name", 24), ("name-2", 24), ("port", 8), ("type", 8))
HOST_FABRIC_COLUMNS = (
    *(
        Heading(f"{side}_{name}", f"{side} {name}", width)
        for side in ("source", "destination")
        for name, width in ENDS
    ),
    Heading("cable_label", "cable label", 40),
    Heading("cable_length", "cable length", 12, "length"),
    Heading("cable_details", "cable details", 30),
    Heading("link_rate", "link rate", 10),
    Heading("link_mtu", "link MTU", 8, "integer"),
    Heading("link_details", "link details", 20),
)


def _host_fabric(plan: Plan) -> Table:
    """Columns and rows; the rack group is the row, the second name the model, the MTU stays empty."""
    return HOST_FABRIC_COLUMNS, map(_host_fabric_cells, joints(plan))


def _host_fabric_cells(joint: Joint) -> tuple[Value, ...]:
    cable = joint.cable
    label, part = ("", "") if cable is None else (cable.a.label, cable.part)
    rate = f"{joint.rate_gbps:g}G"
    part = BACKPLANE if joint.trace else part
    return (
        *_host_fabric_end(joint.a),
        *_host_fabric_end(joint.b),
        label,
        joint.ordered_m,
        part,
        rate,
        None,
        joint.fabric,
    )


def _host_fabric_end(point: Point) -> tuple[Value, ...]:
    return (point.row, point.rack, point.device, point.model, point.printed, point.kind)


DATA = "Data"
"""The type of links that carry traffic, as against management."""

TITLES = (
    "rack #", "U height", "StartDevice", "StartPort", "StartDeviceLocation", "EndDevice", "EndPort",
    "EndDeviceLocation", "U height", "LinkType", "Speed", "cable type", "Cable Length",
)  # fmt: skip
NDT_COLUMNS = tuple(Heading(title, title, 14) for title in TITLES)


def _ndt(plan: Plan) -> Table:
    """Columns and rows; a location is the label of a rack."""
    return NDT_COLUMNS, map(_ndt_cells, joints(plan))


def _left_out_of_ndt(plan: Plan) -> list[str]:
    """Return what the file cannot represent."""
    host_ports = "the printed ports of hosts: adapter n is mlx5_(n-1), as hosts report it by default"
    return [host_ports, *cable_facts(plan, places=True, lengths=True, parts=True)]


def device_of(point: Point) -> str:
    """A device as InfiniBand reports it: a switch by its name, a host with its adapter, ``n01 mlx5_0``."""
    return f"{point.device} mlx5_{point.number - 1}" if point.kind == "Host" else point.device


def port_of(point: Point) -> str:
    """``Port 12``, ``Port 12/2``, of line card 3 ``Blade 3_Port 1/12``; an adapter has one port.

    A line card counts as one chip, all of whose ports are numbered through.
    """
    if point.kind == "Host":
        return "Port 1"
    if not point.slot:
        return f"Port {point.printed}"
    return f"Blade {point.slot}_Port 1/{'/'.join(point.port)}"


def _ndt_cells(joint: Joint) -> tuple[Value, ...]:
    a, b, cable = joint.a, joint.b, joint.cable
    part = BACKPLANE if joint.trace else "" if cable is None else f"{cable.kind} {cable.part}".strip()
    start = (a.rack, _unit(a), device_of(a), port_of(a), a.rack)
    end = (device_of(b), port_of(b), b.rack, _unit(b))
    return (*start, *end, DATA, round(joint.rate_gbps * 1000), part, joint.ordered_m)


def _unit(point: Point) -> str:
    return "" if point.u is None else f"U{point.u}"


def _links(
    name: str, description: str, table: Callable[[Plan], Table], left_out: Callable[[Plan], list[str]]
) -> Export:
    """Return the format of a spreadsheet with one sheet of links."""

    def make(plan: Plan) -> dict[str, bytes]:
        return {name: workbook(f"Links of {plan.title}", [Sheet("Links", *table(plan))])}

    return Export(name, description, make, table=table, asked_only=True, left_out=left_out)


BY_TYPE = _links(
    "cable-validation.xlsx",
    "Links for a vendor's cable validation: node, type and port of both ends.",
    _by_type,
    lambda plan: [*HOST_PORTS, *cable_facts(plan, places=False, lengths=False, parts=False)],
)
BY_RACK = _links(
    "cable-validation-racks.xlsx",
    "Links for a vendor's cable validation: rack, unit, name and port of both ends.",
    _by_rack,
    lambda plan: [*HOST_PORTS, *cable_facts(plan, places=True, lengths=False, parts=False)],
)
MAPPING_COLUMNS = (Heading("port", "port", 6, "integer"), Heading("hca-name", "hca-name", 10))
"""Columns of the map of adapters: the port of a host in the form, and what the host calls its adapter."""


def _as_csv(plan: Plan) -> dict[str, bytes]:
    """The links, and the map of adapters that they are numbered by."""
    most = max(
        (one.number for joint in joints(plan) for one in (joint.a, joint.b) if one.kind == "Host"), default=0
    )
    rows = ((number, f"mlx5_{number - 1}") for number in range(1, most + 1))
    return {
        "cable-validation.csv": csv_bytes(
            [Heading(one.title, one.title) for one in TYPE_COLUMNS], _by_type(plan)[1]
        ),
        "cable-validation-hca-mapping.csv": csv_bytes(MAPPING_COLUMNS, rows),
    }


AS_CSV = Export(
    "cable-validation.csv",
    "Links for a vendor's cable validation as CSV, with the adapters of hosts by number.",
    _as_csv,
    table=_by_type,
    asked_only=True,
    left_out=lambda plan: [*HOST_PORTS, *cable_facts(plan, places=False, lengths=False, parts=False)],
    more_endings=("-hca-mapping.csv",),
)
HOST_FABRIC = _links(
    "host-fabric.xlsx",
    "Links with source and destination, cable and rate: the host-fabric form of large installations.",
    _host_fabric,
    lambda plan: ["units of racks", *cable_facts(plan, places=True, lengths=True, parts=True)],
)
NDT = Export(
    "ndt.csv",
    "Links for the NDT plugin of UFM: start and end device with their ports, rate, cable and length.",
    lambda plan: {"ndt.csv": csv_bytes(*_ndt(plan))},
    table=_ndt,
    asked_only=True,
    left_out=_left_out_of_ndt,
)
