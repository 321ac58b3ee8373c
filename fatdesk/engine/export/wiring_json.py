"""The wiring list as JSON: every cable with its ends, length in parts, run, and reason."""

from decimal import Decimal

import msgspec

from fatdesk.engine.cabling.wiring_list import CableRow, End, Length
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import plain_number

NAME = "wiring.json"


def make(plan: Plan) -> dict[str, bytes]:
    """The file; one cable a line, so that two of them compare well."""
    encoder = msgspec.json.Encoder()
    lines = b",\n".join(encoder.encode(_cable(cable)) for cable in plan.cables)
    return {NAME: b'{"cables": [\n' + lines + b"\n]}\n"}


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
        "cost": _money(cable.cost),
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
    }


def _length(length: Length) -> dict[str, float | None]:
    return {
        "route_m": _metres(length.route_um),
        "vertical_m": _metres(length.vertical_um),
        "side_m": _metres(length.side_um),
        "depth_m": _metres(length.depth_um),
        "slack_m": _metres(length.slack_um),
        "tolerance_m": _metres(length.tolerance_um),
        "computed_m": _metres(length.computed_um),
        "ordered_m": _metres(length.ordered_um),
    }


def _metres(micrometres: int | None) -> float | None:
    return None if micrometres is None else micrometres / 1_000_000


def _money(amount: Decimal | None) -> str | None:
    return None if amount is None else plain_number(amount)
