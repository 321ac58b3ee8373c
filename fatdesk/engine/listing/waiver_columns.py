"""Columns of waived findings: what was accepted, why, by whom and until when."""

from collections.abc import Iterator, Sequence

from fatdesk.core.finding import Waiver
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Column, Heading, Value, rows_of

COLUMNS: tuple[Column[Waiver], ...] = (
    Column("rule", "Rule", 16, value="rule"),
    Column("where", "Where", 18, value="where"),
    Column("accepted", "Accepted", 60, value="text"),
    Column("reason", "Reason", 50, value="comment"),
    Column("by", "By", 14, value="by"),
    Column("on", "On", 12, value="on"),
    Column("until", "Until", 12, value="until"),
    Column("until_revision", "Until revision", 12, value="until_revision"),
)
LAPSED = Heading("lapsed", "Lapsed", 30)


def waiver_table(plan: Plan) -> tuple[Sequence[Heading], Iterator[Sequence[Value]]]:
    """The columns, with why each does not count any more on the day of the plan, and the rows."""
    revisions = [one.name for one in plan.issues]
    rows = zip(plan.waivers, rows_of(COLUMNS, plan.waivers), strict=True)
    return (*COLUMNS, LAPSED), ((*row, one.ended(plan.day, revisions)) for one, row in rows)
