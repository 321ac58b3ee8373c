"""Cables to pull as CSV: for each tray what goes through it, in order."""

from collections.abc import Iterable, Sequence

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Heading, Value, csv_bytes
from fatdesk.engine.listing.pull_columns import COLUMNS, pull_rows

NAME = "pulls.csv"


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows."""
    return COLUMNS, pull_rows(plan)


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {NAME: csv_bytes(*table(plan))}
