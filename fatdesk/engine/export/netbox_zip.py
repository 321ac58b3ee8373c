"""Everything for NetBox 4.7.3 and later: racks, device types, devices, cables in order of import."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.netbox import Bundle, Table, left_out

NAME = "netbox.zip"
ASKED_ONLY = True  # for who keeps his machine room in NetBox

__all__ = ["ASKED_ONLY", "NAME", "left_out", "make", "table"]


def table(plan: Plan) -> Table:
    """The files in it."""
    return Bundle(plan, four_x=True).table()


def make(plan: Plan) -> dict[str, bytes]:
    """The archive."""
    return {NAME: Bundle(plan, four_x=True).packed()}
