"""What simulations measured as CSV, one row a network and load."""

from collections.abc import Iterable, Sequence

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Heading, Value, csv_bytes
from fatdesk.engine.listing.study_columns import COLUMNS, study_rows

NAME = "simulations.csv"


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows."""
    return COLUMNS, study_rows(plan.studies)


def make(plan: Plan) -> dict[str, bytes]:
    """The file; none where nothing was measured."""
    return {NAME: csv_bytes(*table(plan))} if any(study.points for study in plan.studies) else {}
