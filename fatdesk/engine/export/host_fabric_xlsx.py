"""Links with source and destination, cable and rate: the host-fabric form of large installations."""

from collections.abc import Iterable, Sequence

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Heading, Value
from fatdesk.engine.listing.left_out import cable_facts
from fatdesk.engine.listing.point_to_point import BACKPLANE, Joint, Point, joints
from fatdesk.engine.listing.workbook import Sheet, workbook

NAME = "host-fabric.xlsx"
ASKED_ONLY = True  # for who fills such a form

ENDS = (("rack group", 11), ("rack", 8), ("name", 24), ("name-2", 24), ("port", 8), ("type", 8))
COLUMNS = (
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


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows; the rack group is the row, the second name the model, the MTU stays empty."""
    return COLUMNS, map(_cells, joints(plan))


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {NAME: workbook(f"Links of {plan.title}", [Sheet("Links", *table(plan))])}


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    return ["units of racks", *cable_facts(plan, places=True, lengths=True, parts=True)]


def _cells(joint: Joint) -> tuple[Value, ...]:
    cable = joint.cable
    label, part = ("", "") if cable is None else (cable.a.label, cable.part)
    rate = f"{joint.rate_gbps:g}G"
    part = BACKPLANE if joint.trace else part
    return (*_end(joint.a), *_end(joint.b), label, joint.ordered_m, part, rate, None, joint.fabric)


def _end(point: Point) -> tuple[Value, ...]:
    return (point.row, point.rack, point.device, point.model, point.printed, point.kind)
