"""Columns of the lists of structured cabling: pieces of links, trunks, ports of panels, tests of fibres."""

from collections.abc import Iterator

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheets.panel_lists import (
    PortLine,
    Strand,
    TrunkLine,
    panel_ports,
    strands,
    trunk_lines,
)
from fatdesk.engine.listing.cells import Column, Value, known, metres, rows_of
from fatdesk.engine.structured.piece_rows import ChannelPiece


def _end_columns(side: str) -> tuple[Column[ChannelPiece], ...]:
    """The columns of one end of a piece."""
    up = side.upper()
    return (
        Column(f"{side}_rack", f"{up} rack", 8, value=f"{side}.rack_label"),
        Column(f"{side}_u", f"{up} U", 6, "integer", value=f"{side}.u"),
        Column(f"{side}_device", f"{up} device or panel", 24, value=f"{side}.device"),
        Column(f"{side}_port", f"{up} port", 10, value=f"{side}.printed"),
    )


PIECES: tuple[Column[ChannelPiece], ...] = (
    Column("piece_id", "Piece id", 32, value="id"),
    Column("cable_id", "Link", 30, value="link.id"),
    Column("piece", "Letter", 6, value="piece"),
    Column("fabric", "Fabric", 20, value="link.fabric"),
    *_end_columns("a"),
    *_end_columns("b"),
    Column("part", "Part", 30, value="part"),
    Column("trunk", "Trunk", 24, value="trunk"),
    Column("fibres", "Fibres", 12, value="fibres"),
    Column("ordered_m", "Ordered, m", 10, "length", value=lambda piece: metres(piece.length.ordered_um)),
    Column("computed_m", "Computed, m", 11, "length", value=lambda piece: metres(piece.length.computed_um)),
    Column("bundle", "Bundle", 24, value="link.bundle"),
    Column("phase", "Phase", 8, value="link.phase"),
    Column("status", "Status", 9, value="status"),
    Column("remark", "Remark", 40, value="remark"),
    Column("tested_by", "Tested by", 12, value="tested_by"),
    Column("result", "Result", 10, value="result"),
    Column("measured_m", "Measured, m", 11, "length", value="measured_m"),
)
RECORDED_OF_PIECES = ("status", "remark", "tested_by", "result", "measured_m")
"""Columns that people fill in; a list of pieces that is imported again brings them back."""


def piece_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`PIECES`: three rows for each link over panels."""
    return rows_of(PIECES, plan.make_pieces().pieces() if plan.make_pieces is not None else ())


TRUNKS: tuple[Column[TrunkLine], ...] = (
    Column("trunk", "Trunk", 26, value="trunk.name"),
    Column("number", "Number", 9, value="number"),
    Column("trunk_id", "Id", 30, detail=True, value="trunk.id"),
    Column("fabric", "Fabric", 20, value="row.fabric"),
    Column("part", "Part", 34, value="row.part"),
    Column("fibres", "Fibres", 8, "integer", value="trunk.part.fibres"),
    Column("plugs", "Plugs at each end", 8, "integer", value="trunk.plugs"),
    Column("a_rack", "A rack", 8, value="row.a.rack_label"),
    Column("a_panel", "A panel", 12, value="row.a.device"),
    Column("a_plugs", "A rear plugs", 18, value="row.a.port"),
    Column("b_rack", "B rack", 8, value="row.b.rack_label"),
    Column("b_panel", "B panel", 12, value="row.b.device"),
    Column("b_plugs", "B rear plugs", 18, value="row.b.port"),
    Column("links", "Links", 8, "integer", value=lambda line: len(line.trunk.cables)),
    Column("lit", "Lit fibres", 8, "integer", value="lit"),
    Column("dark", "Dark fibres", 8, "integer", value="dark"),
    Column("ordered_m", "Ordered, m", 10, "length", value=lambda line: metres(line.row.length.ordered_um)),
    Column("computed_m", "Computed, m", 11, "length", value=lambda line: metres(line.row.length.computed_um)),
    Column("route", "Route", 40, value=lambda line: " ".join(line.row.run)),
    Column("cost", "Cost", 10, "money", value=lambda line: known(line.row.cost)),
)


def trunk_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`TRUNKS`."""
    return rows_of(TRUNKS, trunk_lines(plan))


PANEL_PORTS: tuple[Column[PortLine], ...] = (
    Column("panel", "Panel", 12, value="panel.name"),
    Column("rack", "Rack", 8, value="rack"),
    Column("u", "U", 6, "integer", value="panel.u"),
    Column("side", "Side", 8, value="panel.side"),
    Column("slot", "Slot", 6, "integer", value="slot"),
    Column("cassette", "Cassette", 34, value="cassette"),
    Column("port", "Port", 6, "integer", value="port"),
    Column("rear_plug", "Rear plug", 8, "integer", value="rear"),
    Column("use", "Use", 8, value="use"),
    Column("device", "Device", 24, value="device"),
    Column("device_port", "Device port", 10, value="device_port"),
    Column("cord", "Patch cord", 32, value="cord"),
    Column("trunk", "Trunk", 26, value="trunk"),
    Column("fibres", "Fibres", 12, value="fibres"),
    Column("far_port", "Far panel port", 18, value="far"),
    Column("cable_id", "Link", 30, value=lambda line: line.link.id if line.link else ""),
    Column("bundle", "Bundle", 24, value=lambda line: line.link.bundle if line.link else ""),
)


def panel_port_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`PANEL_PORTS`."""
    return rows_of(PANEL_PORTS, panel_ports(plan))


TESTS: tuple[Column[Strand], ...] = (
    Column("trunk", "Trunk", 26, value="trunk"),
    Column("fibre", "Fibre", 7, "integer", value="fibre"),
    Column("near_port", "Panel port A", 18, value="near"),
    Column("far_port", "Panel port B", 18, value="far"),
    Column("cable_id", "Link", 30, value="link.id"),
    Column("length_m", "Expected length, m", 10, "length", value=lambda one: metres(one.loss.length_um)),
    Column("pairs", "Mated pairs", 8, "integer", value="loss.pairs"),
    Column("loss_db", "Expected loss, dB", 10, "number", value=lambda one: known(one.loss.loss_db)),
    Column("limit_db", "Loss budget, dB", 10, "number", value=lambda one: known(one.loss.limit_db)),
    Column("measured_m", "Measured, m", 11, value=lambda _: ""),
    Column("measured_db", "Measured, dB", 11, value=lambda _: ""),
    Column("passed", "Pass", 6, value=lambda _: ""),
    Column("initials", "Initials", 9, value=lambda _: ""),
    Column("date", "Date", 11, value=lambda _: ""),
)
LEFT_TO_PEOPLE = ("measured_m", "measured_db", "passed", "initials", "date")
"""Columns for handwriting."""


def strand_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`TESTS`."""
    return rows_of(TESTS, strands(plan))
