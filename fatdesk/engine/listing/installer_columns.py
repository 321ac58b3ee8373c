"""Columns of lists for installers: labels, cables to pull, cables to cut."""

from collections.abc import Iterator

from fatdesk.engine.drawing.cut_list import Pieces, pieces_of
from fatdesk.engine.drawing.labels import CableLabel, cable_labels
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.pull_list import TrayPull, tray_pulls
from fatdesk.engine.listing.cells import Column, Value, metres, rows_of

LABEL_COLUMNS: tuple[Column[CableLabel], ...] = (
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
    """The cells in order of :data:`LABEL_COLUMNS`; code is what the QR code of the label holds."""
    return rows_of(LABEL_COLUMNS, cable_labels(plan))


PULL_COLUMNS: tuple[Column[TrayPull], ...] = (
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
    """The cells in order of :data:`PULL_COLUMNS`; fill is a part of the cross section, at the worst place."""
    return rows_of(PULL_COLUMNS, tray_pulls(plan))


CUT_COLUMNS: tuple[Column[Pieces], ...] = (
    Column("phase", "Phase", 8, value="phase"),
    Column("part", "Cable part", 30, value="part"),
    Column("kind", "Kind", 6, value="kind"),
    Column("how", "How", 9, value="how"),
    Column("length_m", "Length, m", 10, "length", value=lambda some: metres(some.length_um)),
    Column("pieces", "Pieces", 9, "integer", value="count"),
    Column("together_m", "Together, m", 12, "length", value=lambda some: metres(some.together_um)),
)


def cut_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`CUT_COLUMNS`; what is sold in its length is to pick, the rest to cut."""
    return rows_of(CUT_COLUMNS, pieces_of(plan.cables, plan.catalog))
