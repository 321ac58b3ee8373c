"""The same for NetBox before 4.7.3, whose types of InfiniBand ports do not tell their width."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.netbox import Bundle, Table, left_out

NAME = "netbox-older.zip"
ASKED_ONLY = True  # for who keeps his machine room in an older NetBox

__all__ = ["ASKED_ONLY", "NAME", "left_out", "make", "table"]


def table(plan: Plan) -> Table:
    """The files in it."""
    return Bundle(plan, four_x=False).table()


def make(plan: Plan) -> dict[str, bytes]:
    """The archive."""
    return {NAME: Bundle(plan, four_x=False).packed()}
