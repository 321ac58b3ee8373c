"""Links for the NDT plugin of UFM: start and end device with their ports, rate, cable and length."""

from collections.abc import Iterable, Sequence

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Heading, Value, csv_bytes
from fatdesk.engine.listing.left_out import cable_facts
from fatdesk.engine.listing.point_to_point import BACKPLANE, Joint, Point, joints

NAME = "ndt.csv"
ASKED_ONLY = True  # for who has the plugin

DATA = "Data"
"""The type of links that carry traffic, as against management."""

TITLES = (
    "rack #", "U height", "StartDevice", "StartPort", "StartDeviceLocation", "EndDevice", "EndPort",
    "EndDeviceLocation", "U height", "LinkType", "Speed", "cable type", "Cable Length",
)  # fmt: skip
COLUMNS = tuple(Heading(title, title, 14) for title in TITLES)


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows; a location is the label of a rack."""
    return COLUMNS, map(_cells, joints(plan))


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {NAME: csv_bytes(*table(plan))}


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
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


def _cells(joint: Joint) -> tuple[Value, ...]:
    a, b, cable = joint.a, joint.b, joint.cable
    part = BACKPLANE if joint.trace else "" if cable is None else f"{cable.kind} {cable.part}".strip()
    start = (a.rack, _unit(a), device_of(a), port_of(a), a.rack)
    end = (device_of(b), port_of(b), b.rack, _unit(b))
    return (*start, *end, DATA, round(joint.rate_gbps * 1000), part, joint.ordered_m)


def _unit(point: Point) -> str:
    return "" if point.u is None else f"U{point.u}"
