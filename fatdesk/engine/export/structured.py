"""Lists of structured cabling: pieces of links, trunks, ports of panels and tests of fibres."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheets.panel_lists import nothing
from fatdesk.engine.export.export import Export, csv_list
from fatdesk.engine.listing.structured_columns import (
    PANEL_PORTS,
    PIECES,
    TESTS,
    TRUNKS,
    panel_port_rows,
    piece_rows,
    strand_rows,
    trunk_rows,
)
from fatdesk.engine.listing.workbook import Sheet, workbook


def _workbook(plan: Plan) -> dict[str, bytes]:
    if nothing(plan):
        return {}
    sheets = [
        Sheet("Trunks", TRUNKS, trunk_rows(plan)),
        Sheet("Panel ports", PANEL_PORTS, panel_port_rows(plan)),
        Sheet("Pieces", PIECES, piece_rows(plan)),
        Sheet("Fibre tests", TESTS, strand_rows(plan)),
    ]
    return {"structured.xlsx": workbook(f"Structured cabling, {plan.title}", sheets)}


XLSX = Export(
    "structured.xlsx",
    "Structured cabling as a spreadsheet: trunks, ports of panels, pieces of links, tests of fibres.",
    _workbook,
    table=lambda plan: (TRUNKS, trunk_rows(plan)),
)
PIECES_CSV = csv_list(
    "pieces.csv",
    "Pieces of links over panels as CSV: patch cord, fibres of the trunk, patch cord.",
    lambda plan: (PIECES, piece_rows(plan)),
    nothing=nothing,
)
TRUNKS_CSV = csv_list(
    "trunks.csv",
    "Trunks between panels as CSV, with their plugs, lit and dark fibres, lengths and routes.",
    lambda plan: (TRUNKS, trunk_rows(plan)),
    nothing=nothing,
)
PORTS_CSV = csv_list(
    "panel-ports.csv",
    "Ports of panels as CSV: what is plugged in at the front and at the rear, and the far port.",
    lambda plan: (PANEL_PORTS, panel_port_rows(plan)),
    nothing=nothing,
)
TESTS_CSV = csv_list(
    "fibre-tests.csv",
    "Fibres to test as CSV: expected length and loss of each fibre in use, with columns for results.",
    lambda plan: (TESTS, strand_rows(plan)),
    nothing=nothing,
)
