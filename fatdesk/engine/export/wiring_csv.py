"""The wiring list as CSV, one row a cable; of a splitter one row a leg."""

from collections.abc import Iterable, Sequence

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Heading, Value, csv_bytes
from fatdesk.engine.listing.wiring_columns import COLUMNS, wiring_rows

NAME = "wiring.csv"


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows."""
    return COLUMNS, wiring_rows(plan)


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {NAME: csv_bytes(*table(plan))}
