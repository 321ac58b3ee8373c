"""The hidden sheet that records the state from which a spreadsheet was exported."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing import bill_columns, wiring_columns
from fatdesk.engine.listing.cells import Formula, Heading, Value
from fatdesk.engine.listing.workbook import Sheet

STATE = Heading("state", "State of the project", 20)
RECORDED = ("status", "remark", "phase", "tested_by", "result", "measured_m")
"""Fields that people record about cables; columns of the wiring list, and fields of its rows."""
TERMS = ("pack_size", "discount", "lead_time")
"""Columns of the terms of purchase of a line of the bill."""
PRICED = ("unit_price", "currency", "price_date", "source", "alternative", *TERMS)
"""Columns of the bill that people decide."""
SHEET = "As exported"


DESIGN = Heading("as_designed", "As designed", 20)
"""The cells of a row that the design decides, as JSON; in the row of the state the names of their columns."""


def wiring_as_exported(plan: Plan) -> Sheet:
    """The state, what was recorded of each cable, and what the design says of each row."""
    columns = {column.name: column for column in wiring_columns.COLUMNS}
    names = ("cable_id", *RECORDED)
    return Sheet(SHEET, (STATE, *(columns[name] for name in names), DESIGN), _cables(plan), hidden=True)


def bill_as_exported(plan: Plan) -> Sheet:
    """The state, the prices and alternatives of all lines, and what the design says of them."""
    columns = {column.name: column for column in bill_columns.COLUMNS}
    names = ("part", "length_m", *PRICED)
    return Sheet(SHEET, (STATE, *(columns[name] for name in names), DESIGN), _lines(plan), hidden=True)


def _cables(plan: Plan) -> Iterator[tuple[Value, ...]]:
    return _rows(
        plan.state, wiring_columns.COLUMNS, ("cable_id", *RECORDED), wiring_columns.wiring_rows(plan)
    )


def _lines(plan: Plan) -> Iterator[tuple[Value, ...]]:
    names = ("part", "length_m", *PRICED)
    return _rows(plan.state, bill_columns.COLUMNS, names, bill_columns.bill_rows(plan.bill))


def _rows(
    state: str, columns: Sequence[Heading], names: Sequence[str], rows: Iterable[tuple[Value, ...]]
) -> Iterator[tuple[Value, ...]]:
    place = {column.name: number for number, column in enumerate(columns)}
    kept = [place[name] for name in names]
    designed = [number for name, number in place.items() if name not in names]
    encode = msgspec.json.Encoder(decimal_format="number").encode
    yield (state, *(None,) * len(names), encode([columns[number].name for number in designed]).decode())
    for cells in rows:
        design = [_plain(cells[number]) for number in designed]
        yield (None, *(cells[number] for number in kept), encode(design).decode())


def _plain(value: Value) -> Value:
    return value.value if isinstance(value, Formula) else value
