"""The wiring list as CSV, one row a cable; of a splitter one row a leg."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import csv_bytes
from fatdesk.engine.listing.wiring_columns import COLUMNS, wiring_rows

NAME = "wiring.csv"


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {NAME: csv_bytes(COLUMNS, wiring_rows(plan))}
