"""The bill of materials as a spreadsheet that adds up when prices are typed in."""

from collections.abc import Iterable, Iterator, Sequence

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.floor.floor import letters
from fatdesk.engine.listing.as_exported import bill_as_exported
from fatdesk.engine.listing.bill_columns import COLUMNS, bill_rows
from fatdesk.engine.listing.cells import UNKNOWN, Formula, Heading, Value
from fatdesk.engine.listing.workbook import A4, Sheet, workbook

NAME = "bill.xlsx"
PLACE = {column.name: i for i, column in enumerate(COLUMNS)}


def table(plan: Plan) -> tuple[Sequence[Heading], Iterable[Sequence[Value]]]:
    """Columns and rows."""
    return COLUMNS, bill_rows(plan.bill)


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    sheet = Sheet("Bill", COLUMNS, _rows(plan), foot=[_foot(plan)], frozen=3, paper=A4)
    return {NAME: workbook(f"Bill of materials, {plan.title}", [sheet, bill_as_exported(plan)])}


def _letter(name: str) -> str:
    """The letter of a column of the sheet."""
    return letters(PLACE[name])


def _rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The lines, with what a line costs as a formula of quantity and price."""
    for row, cells in enumerate(bill_rows(plan.bill), start=2):
        order, price = f"{_letter('order')}{row}", f"{_letter('unit_price')}{row}"
        extended = cells[PLACE["extended"]]
        value = extended if isinstance(extended, str) else float(extended)  # type: ignore[arg-type]  # no text, so money
        less = f"*(1-{_letter('discount')}{row}/100)" if cells[PLACE["discount"]] else ""
        formula = Formula(f'=IF(ISNUMBER({price}),{order}*{price}{less},"{UNKNOWN}")', value)
        yield (*cells[: PLACE["extended"]], formula, *cells[PLACE["extended"] + 1 :])


def _foot(plan: Plan) -> tuple[Value, ...]:
    """The total, which says when it is only a lower bound."""
    total, last = plan.bill.total, len(plan.bill.lines) + 1
    column = f"{_letter('extended')}2:{_letter('extended')}{max(last, 2)}"
    words = "Total, at least" if total.at_least else "Total"
    foot: list[Value] = [None] * len(COLUMNS)
    foot[PLACE["category"]] = Formula(
        f'=IF(COUNTIF({column},"{UNKNOWN}")>0,"Total, at least","Total")', words
    )
    foot[PLACE["currency"]] = total.currency
    foot[PLACE["extended"]] = Formula(f"=SUM({column})", float(total.amount))
    return tuple(foot)
