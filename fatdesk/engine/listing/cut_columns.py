"""The cut and pick list as rows of cells: a row for each phase, part and length."""

from collections.abc import Iterator

from fatdesk.engine.drawing.pack.cut_list import pieces_of
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Column, Value, metres

COLUMNS: tuple[Column, ...] = (
    Column("phase", "Phase", 8),
    Column("part", "Cable part", 30),
    Column("kind", "Kind", 6),
    Column("how", "How", 9),
    Column("length_m", "Length, m", 10, "length"),
    Column("pieces", "Pieces", 9, "integer"),
    Column("together_m", "Together, m", 12, "length"),
)


def cut_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`COLUMNS`; what is sold in its length is to pick, the rest to cut."""
    for some in pieces_of(plan.cables, plan.catalog):
        yield (
            some.phase,
            some.part,
            some.kind,
            some.how,
            metres(some.length_um),
            some.count,
            metres(some.together_um),
        )
