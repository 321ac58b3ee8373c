"""The labels of cables as rows of cells, for label printers: one row a label, A before B."""

from collections.abc import Iterator

from fatdesk.engine.drawing.pack.label_texts import cable_labels
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Column, Value

COLUMNS: tuple[Column, ...] = (
    Column("code", "Code", 10),
    Column("number", "Number", 9),
    Column("end", "End", 5),
    Column("this_end", "This end", 20),
    Column("device", "Device", 20),
    Column("far_end", "Far end", 20),
    Column("far_device", "Far device", 20),
    Column("kind", "Kind", 6),
    Column("length", "Length", 8),
    Column("part", "Cable part", 30),
    Column("bundle", "Bundle", 24),
    Column("phase", "Phase", 8),
    Column("cable_id", "Cable", 30),
)


def label_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`COLUMNS`; code is what the QR code of the label holds."""
    for label in cable_labels(plan):
        cable = label.cable
        yield (
            label.code,
            label.number,
            label.end,
            label.here,
            label.device,
            label.there,
            label.far,
            label.kind,
            label.length,
            cable.part,
            cable.bundle,
            cable.phase,
            cable.id,
        )
