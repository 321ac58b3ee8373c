"""What a spreadsheet remembers, on a hidden sheet, of the state that it was made from."""

from collections.abc import Iterator

from msgspec.structs import fields

from fatdesk.engine.cabling.wiring_list import CableRow
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing import bill_columns, wiring_columns
from fatdesk.engine.listing.cells import Column, Value
from fatdesk.engine.listing.workbook import Sheet

STATE = Column("state", "State of the project", 20)
RECORDED = ("status", "remark", "phase", "tested_by", "result", "measured_m")
"""What people write down about cables; names of columns of the wiring list, and of fields of its rows."""
PRICED = ("unit_price", "currency", "price_date", "source", "alternative")
"""What people decide in lines of the bill; names of its columns, and of fields of its lines."""
SHEET = "As exported"


def wiring_as_exported(plan: Plan) -> Sheet:
    """The state, and what was recorded of cables of which anything was."""
    names = ("cable_id", *RECORDED)
    columns = {column.name: column for column in wiring_columns.COLUMNS}
    return Sheet(SHEET, (STATE, *(columns[name] for name in names)), _cables(plan), hidden=True)


def bill_as_exported(plan: Plan) -> Sheet:
    """The state, and the prices and alternatives of all lines."""
    names = ("part", "length_m", *PRICED)
    columns = {column.name: column for column in bill_columns.COLUMNS}
    return Sheet(SHEET, (STATE, *(columns[name] for name in names)), _lines(plan), hidden=True)


def _cables(plan: Plan) -> Iterator[tuple[Value, ...]]:
    yield (plan.state, *(None,) * (1 + len(RECORDED)))
    plain = tuple(_DEFAULTS[name] for name in RECORDED)
    for row in plan.cables:
        recorded = (row.status, row.remark, row.phase, row.tested_by, row.result, row.measured_m)
        if recorded != plain:
            yield (None, row.id, *recorded)


_DEFAULTS = {field.name: field.default for field in fields(CableRow)}


def _lines(plan: Plan) -> Iterator[tuple[Value, ...]]:
    yield (plan.state, *(None,) * (2 + len(PRICED)))
    place = {column.name: number for number, column in enumerate(bill_columns.COLUMNS)}
    for cells in bill_columns.bill_rows(plan.bill):
        yield (None, *(cells[place[name]] for name in ("part", "length_m", *PRICED)))
