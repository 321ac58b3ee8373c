"""Links for programs that check networks: ndt.csv, start and end device with rate, cable and length."""

from collections.abc import Iterable, Sequence

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Column, Value, csv_bytes
from fatdesk.engine.listing.left_out import cable_facts
from fatdesk.engine.listing.point_to_point import BACKPLANE, Joint, joints

NAME = "ndt.csv"
ASKED_ONLY = True  # for who has such a program

TITLES = (
    "rack #", "U height", "StartDevice", "StartPort", "StartDeviceLocation", "EndDevice", "EndPort",
    "EndDeviceLocation", "U height", "LinkType", "Speed", "cable type", "Cable Length",
)  # fmt: skip
COLUMNS = tuple(Column(title, title, 14) for title in TITLES)


def table(plan: Plan) -> tuple[Sequence[Column], Iterable[Sequence[Value]]]:
    """Columns and rows; a location is the label of a rack."""
    return COLUMNS, map(_cells, joints(plan))


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {NAME: csv_bytes(*table(plan))}


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    return cable_facts(plan, places=True, lengths=True, parts=True)


def _cells(joint: Joint) -> tuple[Value, ...]:
    a, b, cable = joint.a, joint.b, joint.cable
    kind = BACKPLANE if joint.trace else "" if cable is None else cable.kind
    part = "" if cable is None else cable.part
    start = (a.rack, a.u, a.device, a.printed, a.rack)
    end = (b.device, b.printed, b.rack, b.u)
    return (*start, *end, kind, f"{joint.rate_gbps:g}G", part, joint.ordered_m)
