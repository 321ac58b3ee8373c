"""The wiring list as a spreadsheet with totals, and as JSON."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import Decimal

import msgspec

from fatdesk.core.money import known
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.listing.cells import UNKNOWN, Heading, Value, metres, plain_number
from fatdesk.engine.listing.structured_columns import PIECES, piece_rows
from fatdesk.engine.listing.wiring_columns import COLUMNS, wiring_rows
from fatdesk.engine.listing.workbook import A4, Sheet, wiring_as_exported, workbook
from fatdesk.engine.structured.piece_rows import ChannelPiece
from fatdesk.engine.wiring.wiring_list import CableRow, End, Length

TOTALS = (
    Heading("part", "Cable part", 28),
    Heading("kind", "Kind", 8),
    Heading("ordered_m", "Ordered, m", 12, "length"),
    Heading("cables", "Cables", 10, "integer"),
    Heading("metres", "Metres", 12, "length"),
    Heading("cost", "Cost", 14, "money"),
)


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows."""
    return COLUMNS, wiring_rows(plan)


def _workbook(plan: Plan) -> dict[str, bytes]:
    """Return the spreadsheet, with what each cable was exported with."""
    totals, foot = _totals(plan)
    sheets = [
        Sheet("Wiring list", COLUMNS, wiring_rows(plan)),
        Sheet("Totals", TOTALS, totals, foot=[foot], paper=A4),
        wiring_as_exported(plan),
    ]
    if plan.structured is not None:
        sheets.insert(1, Sheet("Pieces", PIECES, piece_rows(plan)))
    return {"wiring.xlsx": workbook(f"Wiring list, {plan.title}", sheets)}


def _totals(plan: Plan) -> tuple[list[tuple[Value, ...]], tuple[Value, ...]]:
    """Cables, metres and cost by part and ordered length, and of all together."""
    counts: dict[tuple[str, str, int | None], int] = defaultdict(int)
    costs: dict[tuple[str, str, int | None], list[Decimal | None]] = defaultdict(list)
    for cable in plan.pieces:
        key = (cable.part, cable.kind, cable.length.ordered_um)
        counts[key] += 1
        costs[key].append(cable.cost)
    rows: list[tuple[Value, ...]] = []
    for key in sorted(counts, key=lambda k: (k[0], k[1], k[2] is None, k[2] or 0)):
        part, kind, ordered = key
        laid = metres(None if ordered is None else ordered * counts[key])
        rows.append((part, kind, metres(ordered), counts[key], laid, _sum(costs[key])))
    laid_um = sum((ordered or 0) * count for (_, _, ordered), count in counts.items())
    spent = sum((cost for some in costs.values() for cost in some if cost is not None), Decimal(0))
    lacks_cost = any(cost is None for some in costs.values() for cost in some)
    lacks_length = any(ordered is None for _, _, ordered in counts)
    length, cost = known(laid_um / 1_000_000, lacks_length), known(spent, lacks_cost)
    words = "Total, at least" if (lacks_cost and cost) or (lacks_length and length) else "Total"
    every = sum(counts.values())
    return rows, (words, None, None, every, *(UNKNOWN if one is None else one for one in (length, cost)))


def _sum(costs: list[Decimal | None]) -> Value:
    known = [cost for cost in costs if cost is not None]
    return sum(known, Decimal(0)) if len(known) == len(costs) else UNKNOWN


def _json(plan: Plan) -> dict[str, bytes]:
    """Return the file, with one cable per line, so that versions compare well."""
    encoder = msgspec.json.Encoder()
    lines = b",\n".join(encoder.encode(_cable(cable)) for cable in plan.cables)
    if plan.make_pieces is None:
        return {"wiring.json": b'{"cables": [\n' + lines + b"\n]}\n"}
    pieces = b",\n".join(encoder.encode(_piece(piece)) for piece in plan.make_pieces().pieces())
    return {"wiring.json": b'{"cables": [\n' + lines + b'\n], "pieces": [\n' + pieces + b"\n]}\n"}


def _piece(piece: ChannelPiece) -> dict[str, object]:
    return {
        "id": piece.id,
        "cable": piece.link.id,
        "part": piece.part,
        "a": _end(piece.a),
        "b": _end(piece.b),
        "length": _length(piece.length),
        "trunk": piece.trunk,
        "fibres": piece.fibres,
    }


def _cable(cable: CableRow) -> dict[str, object]:
    keys: dict[str, object] = {
        "id": cable.id,
        "label_a": cable.a.label,
        "label_b": cable.b.label,
        "fabric": cable.fabric,
        "part": cable.part,
        "kind": cable.kind,
        "bundle": cable.bundle,
        "links": cable.links,
        "a": _end(cable.a),
        "b": _end(cable.b),
        "length": _length(cable.length),
        "run": cable.run,
        "reason": cable.reason,
        "cost": _amount(cable.cost),
    }
    if len(cable.legs) > 1:
        keys["legs"] = [_end(leg) for leg in cable.legs]
    return keys


def _end(end: End) -> dict[str, object]:
    return {
        "row": end.row,
        "rack": end.rack,
        "rack_label": end.rack_label,
        "u": end.u,
        "height_u": end.height_u,
        "device": end.device,
        "model": end.model,
        "slot": end.slot,
        "port": end.port,
        "transceiver": end.transceiver,
        "os_ports": end.os_ports,
        "identifier": end.identifier or None,
    }


def _length(length: Length) -> dict[str, float | None]:
    return {
        "route_m": _json_metres(length.route_um),
        "vertical_m": _json_metres(length.vertical_um),
        "side_m": _json_metres(length.side_um),
        "depth_m": _json_metres(length.depth_um),
        "slack_m": _json_metres(length.slack_um),
        "tolerance_m": _json_metres(length.tolerance_um),
        "computed_m": _json_metres(length.computed_um),
        "ordered_m": _json_metres(length.ordered_um),
    }


def _json_metres(micrometres: int | None) -> float | None:
    return None if micrometres is None else micrometres / 1_000_000


def _amount(amount: Decimal | None) -> str | None:
    return None if amount is None else plain_number(amount)


XLSX = Export(
    "wiring.xlsx",
    "The wiring list as a spreadsheet, with totals by cable part and length.",
    _workbook,
    table=lambda plan: (COLUMNS, wiring_rows(plan)),
)
JSON = Export(
    "wiring.json",
    "The wiring list as JSON: every cable with its ends, length in parts, route, and reason.",
    _json,
)
