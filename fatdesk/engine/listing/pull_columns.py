"""Columns of the pull list: the cables of each tray in pulling order."""

from collections.abc import Iterator

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.pull_list import TrayPull, tray_pulls
from fatdesk.engine.listing.cells import Column, Value, metres, rows_of

COLUMNS: tuple[Column[TrayPull], ...] = (
    Column("tray", "Tray", 12, value="tray"),
    Column("fill", "Fill", 8, "number", value=lambda pull: round(pull.fill, 6)),
    Column("fill_at_least", "Fill is at least that", 8, value=lambda pull: "yes" if pull.at_least else ""),
    Column("phase", "Phase", 8, value="phase"),
    Column("order", "Order", 7, "integer", value="order"),
    Column("from_rack", "From rack", 10, value="start"),
    Column("to_rack", "To rack", 10, value="stop"),
    Column("cables", "Cables", 8, "integer", value="count"),
    Column("kind", "Kind", 6, value="kind"),
    Column("part", "Cable part", 30, value="part"),
    Column("each_m", "Each, m", 10, "length", value=lambda pull: metres(pull.ordered_um)),
    Column("together_m", "Together, m", 12, "length", value=lambda pull: metres(pull.together_um)),
    Column("way_m", "Way in trays, m", 12, "length", value=lambda pull: metres(pull.way_um)),
    Column("way", "Whole way", 40, value=lambda pull: " ".join(pull.run)),
)


def pull_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`COLUMNS`; fill is a part of the cross section, at the worst place."""
    return rows_of(COLUMNS, tray_pulls(plan))
