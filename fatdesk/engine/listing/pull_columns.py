"""The pull list as rows of cells: for each tray what goes through it, in order of pulling."""

from collections.abc import Iterator

from fatdesk.engine.drawing.pack.pull_list import tray_pulls
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Column, Value, metres

COLUMNS: tuple[Column, ...] = (
    Column("tray", "Tray", 12),
    Column("fill", "Fill", 8, "number"),
    Column("fill_at_least", "Fill is at least that", 8),
    Column("phase", "Phase", 8),
    Column("order", "Order", 7, "integer"),
    Column("from_rack", "From rack", 10),
    Column("to_rack", "To rack", 10),
    Column("cables", "Cables", 8, "integer"),
    Column("kind", "Kind", 6),
    Column("part", "Cable part", 30),
    Column("each_m", "Each, m", 10, "length"),
    Column("together_m", "Together, m", 12, "length"),
    Column("way_m", "Way in trays, m", 12, "length"),
    Column("way", "Whole way", 40),
)


def pull_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`COLUMNS`; fill is a part of the cross section, at the worst place."""
    for pull in tray_pulls(plan):
        yield (
            pull.tray,
            round(pull.fill, 6),
            "yes" if pull.at_least else "",
            pull.phase,
            pull.order,
            pull.start,
            pull.stop,
            pull.count,
            pull.kind,
            pull.part,
            metres(pull.ordered_um),
            metres(pull.together_um),
            metres(pull.way_um),
            " ".join(pull.run),
        )
