"""Columns of the cut list: one row per phase, part and length."""

from collections.abc import Iterator

from fatdesk.engine.drawing.cut_list import Pieces, pieces_of
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Column, Value, metres, rows_of

COLUMNS: tuple[Column[Pieces], ...] = (
    Column("phase", "Phase", 8, value="phase"),
    Column("part", "Cable part", 30, value="part"),
    Column("kind", "Kind", 6, value="kind"),
    Column("how", "How", 9, value="how"),
    Column("length_m", "Length, m", 10, "length", value=lambda some: metres(some.length_um)),
    Column("pieces", "Pieces", 9, "integer", value="count"),
    Column("together_m", "Together, m", 12, "length", value=lambda some: metres(some.together_um)),
)


def cut_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`COLUMNS`; what is sold in its length is to pick, the rest to cut."""
    return rows_of(COLUMNS, pieces_of(plan.cables, plan.catalog))
