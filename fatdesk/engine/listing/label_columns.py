"""Columns of cable labels for label printers: one row per label, A before B."""

from collections.abc import Iterator

from fatdesk.engine.drawing.labels import CableLabel, cable_labels
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Column, Value, rows_of

COLUMNS: tuple[Column[CableLabel], ...] = (
    Column("code", "Code", 10, value="code"),
    Column("number", "Number", 9, value="number"),
    Column("end", "End", 5, value="end"),
    Column("this_end", "This end", 20, value="here"),
    Column("device", "Device", 20, value="device"),
    Column("far_end", "Far end", 20, value="there"),
    Column("far_device", "Far device", 20, value="far"),
    Column("kind", "Kind", 6, value="kind"),
    Column("length", "Length", 8, value="length"),
    Column("part", "Cable part", 30, value="cable.part"),
    Column("bundle", "Bundle", 24, value="cable.bundle"),
    Column("phase", "Phase", 8, value="cable.phase"),
    Column("cable_id", "Cable", 30, value="cable.id"),
)


def label_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`COLUMNS`; code is what the QR code of the label holds."""
    return rows_of(COLUMNS, cable_labels(plan))
