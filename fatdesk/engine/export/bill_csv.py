"""The bill of materials as CSV, one row a line."""

from collections.abc import Iterable, Sequence

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.bill_columns import COLUMNS, bill_rows
from fatdesk.engine.listing.cells import Heading, Value, csv_bytes

NAME = "bill.csv"


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows."""
    return COLUMNS, bill_rows(plan.bill)


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {NAME: csv_bytes(*table(plan))}
