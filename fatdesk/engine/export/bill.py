"""The bill of materials as a spreadsheet with formulas, and as JSON."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

import msgspec

from fatdesk.core.money import known
from fatdesk.engine.bill.making import BillLine
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.floor.floor import letters
from fatdesk.engine.listing.bill_columns import COLUMNS, bill_rows
from fatdesk.engine.listing.cells import UNKNOWN, Formula, Heading, Value, plain_number
from fatdesk.engine.listing.workbook import A4, Sheet, bill_as_exported, workbook

PLACE = {column.name: i for i, column in enumerate(COLUMNS)}


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows."""
    return COLUMNS, bill_rows(plan.bill)


def _workbook(plan: Plan) -> dict[str, bytes]:
    """Return the spreadsheet, with what each line was exported with."""
    sheet = Sheet("Bill", COLUMNS, _priced_rows(plan), foot=[_total_row(plan)], frozen=3, paper=A4)
    return {"bill.xlsx": workbook(f"Bill of materials, {plan.title}", [sheet, bill_as_exported(plan)])}


def _letter(name: str) -> str:
    """The letter of a column of the sheet."""
    return letters(PLACE[name])


def _priced_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The lines, with what a line costs as a formula of quantity and price."""
    for row, cells in enumerate(bill_rows(plan.bill), start=2):
        order, price = f"{_letter('order')}{row}", f"{_letter('unit_price')}{row}"
        extended = cells[PLACE["extended"]]
        value = extended if isinstance(extended, str) else float(extended)  # type: ignore[arg-type]  # no text, so money
        less = f"*(1-{_letter('discount')}{row}/100)" if cells[PLACE["discount"]] else ""
        formula = Formula(f'=IF(ISNUMBER({price}),{order}*{price}{less},"{UNKNOWN}")', value)
        yield (*cells[: PLACE["extended"]], formula, *cells[PLACE["extended"] + 1 :])


def _total_row(plan: Plan) -> tuple[Value, ...]:
    """The total, which states when it is only a lower bound, and when nothing of it is known."""
    total, last = plan.bill.total, len(plan.bill.lines) + 1
    column = f"{_letter('extended')}2:{_letter('extended')}{max(last, 2)}"
    lacks, amount = f'COUNTIF({column},"{UNKNOWN}")>0', known(total.amount, total.at_least)
    words = "Total, at least" if total.at_least and amount else "Total"
    foot: list[Value] = [None] * len(COLUMNS)
    foot[PLACE["category"]] = Formula(f'=IF(AND({lacks},SUM({column})>0),"Total, at least","Total")', words)
    foot[PLACE["currency"]] = total.currency
    foot[PLACE["extended"]] = Formula(
        f'=IF(AND({lacks},SUM({column})=0),"{UNKNOWN}",SUM({column}))',
        UNKNOWN if amount is None else float(amount),
    )
    return tuple(foot)


def _json(plan: Plan) -> dict[str, bytes]:
    """Return the file, with one line of the bill per line; amounts are exact decimal text."""
    encoder = msgspec.json.Encoder()
    lines = b",\n".join(encoder.encode(_keys(line)) for line in plan.bill.lines)
    total = encoder.encode(plan.bill.total.to_json())
    return {"bill.json": b'{"lines": [\n' + lines + b'\n], "total": ' + total + b"}\n"}


def _keys(line: BillLine) -> dict[str, object]:
    keys: dict[str, object] = {
        "part": line.part,
        "category": line.category,
        "needed": line.needed,
        "spares": line.spares,
        "order": line.order,
        "unit_price": _amount(line.unit_price),
        "extended": _amount(line.extended),
        "price_date": line.price_date,
        "source": line.source,
    }
    if line.length_m is not None:
        keys["length_m"] = line.length_m
    terms = {
        "pack_size": line.pack_size,
        "discount": _amount(line.discount_percent),
        "lead_time": line.lead_time_days,
        "phases": list(line.phases) or None,
    }
    keys |= {name: value for name, value in terms.items() if value is not None}
    if line.alternative:
        keys["alternative"] = line.alternative
    return keys


def _amount(amount: Decimal | None) -> str | None:
    return None if amount is None else plain_number(amount)


XLSX = Export(
    "bill.xlsx",
    "The bill of materials as a spreadsheet that adds up when prices are typed in.",
    _workbook,
    table=lambda plan: (COLUMNS, bill_rows(plan.bill)),
)
JSON = Export("bill.json", "The bill of materials as JSON, with amounts as exact decimal text.", _json)
