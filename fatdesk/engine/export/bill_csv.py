"""The bill of materials as CSV, one row a line."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.bill_columns import COLUMNS, bill_rows
from fatdesk.engine.listing.cells import csv_bytes

NAME = "bill.csv"


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {NAME: csv_bytes(COLUMNS, bill_rows(plan.bill))}
