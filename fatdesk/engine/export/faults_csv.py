"""What fault studies measured as CSV, one row a network and number of faults."""

from collections.abc import Iterable, Sequence

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Heading, Value, csv_bytes
from fatdesk.engine.listing.fault_columns import COLUMNS, fault_rows

NAME = "faults.csv"


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows."""
    return COLUMNS, fault_rows(plan.fault_studies)


def make(plan: Plan) -> dict[str, bytes]:
    """The file; none where nothing was measured."""
    measured = any(not study.nothing for study in plan.fault_studies)
    return {NAME: csv_bytes(*table(plan))} if measured else {}
