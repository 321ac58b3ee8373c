"""Cables to pick and to cut as CSV: pieces by phase, part and length."""

from collections.abc import Iterable, Sequence

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Heading, Value, csv_bytes
from fatdesk.engine.listing.cut_columns import COLUMNS, cut_rows

NAME = "cuts.csv"


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows."""
    return COLUMNS, cut_rows(plan)


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {NAME: csv_bytes(*table(plan))}
