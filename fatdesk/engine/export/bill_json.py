"""The bill of materials as JSON, amounts as exact decimal text."""

from decimal import Decimal

import msgspec

from fatdesk.engine.bill.lines import BillLine
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import plain_number

NAME = "bill.json"


def make(plan: Plan) -> dict[str, bytes]:
    """The file; one line of the bill a line."""
    encoder = msgspec.json.Encoder()
    lines = b",\n".join(encoder.encode(_line(line)) for line in plan.bill.lines)
    total = encoder.encode(plan.bill.total.to_json())
    return {NAME: b'{"lines": [\n' + lines + b'\n], "total": ' + total + b"}\n"}


def _line(line: BillLine) -> dict[str, object]:
    keys: dict[str, object] = {
        "part": line.part,
        "category": line.category,
        "needed": line.needed,
        "spares": line.spares,
        "order": line.order,
        "unit_price": _money(line.unit_price),
        "extended": _money(line.extended),
        "price_date": line.price_date,
        "source": line.source,
    }
    if line.length_m is not None:
        keys["length_m"] = line.length_m
    terms = {
        "pack_size": line.pack_size,
        "discount": _money(line.discount_percent),
        "lead_time": line.lead_time_days,
        "phases": list(line.phases) or None,
    }
    keys |= {name: value for name, value in terms.items() if value is not None}
    if line.alternative:
        keys["alternative"] = line.alternative
    return keys


def _money(amount: Decimal | None) -> str | None:
    return None if amount is None else plain_number(amount)
