"""Links for a vendor's cable validation: rack, unit, name and port of both ends."""

from collections.abc import Iterable, Sequence

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Heading, Value
from fatdesk.engine.listing.left_out import cable_facts
from fatdesk.engine.listing.point_to_point import HOST_PORTS, joints
from fatdesk.engine.listing.workbook import Sheet, workbook

NAME = "cable-validation-racks.xlsx"
ASKED_ONLY = True  # for who has the vendor's tool

COLUMNS = (
    Heading("a_rack", "Rack", 8),
    Heading("a_u", "U", 6, "integer"),
    Heading("a_name", "Name", 24),
    Heading("a_port", "HCA/Port", 10),
    Heading("b_rack", "Rack", 8),
    Heading("b_u", "U", 6, "integer"),
    Heading("b_name", "Name", 24),
    Heading("b_port", "Port", 8),
)


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows; of a host and its switch the host comes first."""
    return COLUMNS, (
        (one.rack, one.u, one.device, one.in_forms, other.rack, other.u, other.device, other.in_forms)
        for a, b in ((joint.a, joint.b) for joint in joints(plan))
        for one, other in [(b, a) if b.kind == "Host" else (a, b)]
    )


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {NAME: workbook(f"Links of {plan.title}", [Sheet("Links", *table(plan))])}


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    return [*HOST_PORTS, *cable_facts(plan, places=True, lengths=False, parts=False)]
