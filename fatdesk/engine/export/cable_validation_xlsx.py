"""Links for a vendor's cable validation: node, type and port of both ends."""

from collections.abc import Iterable, Sequence

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Heading, Value
from fatdesk.engine.listing.left_out import cable_facts
from fatdesk.engine.listing.point_to_point import HOST_PORTS, joints
from fatdesk.engine.listing.workbook import Sheet, workbook

NAME = "cable-validation.xlsx"
ASKED_ONLY = True  # for who has the vendor's tool

COLUMNS = tuple(
    Heading(f"{side.lower()}_{key}", f"{side}-{title}", width)
    for side in "AZ"
    for key, title, width in (("node", "Node Name", 24), ("type", "Type", 8), ("port", "Port", 14))
)


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows."""
    return COLUMNS, (
        (j.a.device, j.a.kind, j.a.in_forms, j.b.device, j.b.kind, j.b.in_forms) for j in joints(plan)
    )


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {NAME: workbook(f"Links of {plan.title}", [Sheet("Links", *table(plan))])}


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    return [*HOST_PORTS, *cable_facts(plan, places=False, lengths=False, parts=False)]
