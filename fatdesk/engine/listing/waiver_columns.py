"""Columns of waived findings: what was accepted, why, by whom and until when."""

from fatdesk.core.finding import Waiver
from fatdesk.engine.listing.cells import Column

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
