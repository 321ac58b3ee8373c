"""Compare an edited bill with the present one: prices, alternatives, terms of purchase."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from typing import Any

import msgspec

from fatdesk.core.errors import UnsoundError
from fatdesk.core.finding import Severity
from fatdesk.core.formats.cell import Cell, UnreadCell
from fatdesk.core.money import LARGEST, in_range
from fatdesk.core.number_text import Sign
from fatdesk.engine.bill.counting import part_to_price
from fatdesk.engine.bill.making import BillLine
from fatdesk.engine.bill.rules import can_be_priced
from fatdesk.engine.catalog.parts import Price
from fatdesk.engine.catalog.price_list import bare_amount, currency_of, date_of
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.list_import.report import Change, LineKey, Report
from fatdesk.engine.list_import.state import Exported, Remarks, both_changed, few
from fatdesk.engine.list_import.table import (
    Said,
    Table,
    agreed,
    column_signs,
    figure_of,
    is_as_it_was,
    is_sum_row,
    sound_text,
    text_of,
)
from fatdesk.engine.listing.bill_columns import COLUMNS, bill_rows
from fatdesk.engine.listing.cells import UNKNOWN, Value, plain_number
from fatdesk.engine.listing.workbook import PRICED, TERMS

PLACE = {column.name: number for number, column in enumerate(COLUMNS)}
NUMBERS = tuple(column.name for column in COLUMNS if column.kind != "text")
PRICE = ("unit_price", "currency", "price_date", "source")
"""Columns that make a price."""
AMOUNTS = ("unit_price", "extended")
OF_SHEETS = ("line", "part", "length_m")
"""Columns that number and name the lines."""
OF_THE_FOOT = ("category", "currency", "extended")
NOT_KEPT = "phase"
"""Phases are recorded with cables."""
WEEKS = re.compile(r"\s*([\d.,]+)\s*(?:w|wk|week|weeks)\s*", re.IGNORECASE)
DECIDED = ("unit_price", "alternative", *TERMS)
LEAST = {"pack_size": 1, "discount": 0, "lead_time": 0}
MOST = {"pack_size": 1_000_000, "discount": 100, "lead_time": 3650}
AS_IT_IS = "as it is"
FIX = {
    "spares": "spares follow from the rules of the bill, change these",
    "spares_rule": "the rules of the bill say that, change these",
    "order": "it follows from what is needed and the spares",
    "needed": "the design needs this number",
}

Row = tuple[Cell, ...]
Cells = tuple[Value, ...]


class _WrongCellError(ValueError):
    """A cell of a price that cannot be used: its column, what is wrong and what to do."""

    def __init__(self, column: str, what: str) -> None:
        self.column = column
        super().__init__(what)


@dataclass
class _Line:
    """A line with its cells as the bill would have them now, and its rows as they came back."""

    key: LineKey
    line: BillLine
    cells: Cells
    several: bool = False
    """Another line has the same part and length, at another price."""
    rows: list[tuple[int, Row]] = field(default_factory=list)


def compare_bill(table: Table, exported: Exported | None, plan: Plan, file: str) -> Report:
    """Return the changes of a bill that can be applied, and the contradictions with the design."""
    return _Comparing(table, exported, plan, file).report()


class _Comparing:
    """One comparison: rows by line of the bill, then line by line."""

    def __init__(self, table: Table, exported: Exported | None, plan: Plan, file: str) -> None:
        self.currency = plan.bill.total.currency
        self.table = _without_currency(table, self.currency)
        self.exported, self.plan, self.file = exported, plan, file
        self.remarks = Remarks(file, table)
        self.changes: list[Change] = []
        self.stayed = 0
        self.price = [name for name in PRICE if name in table.places]
        taken = (*PRICED, *OF_SHEETS, NOT_KEPT)
        self.design = [(name, at) for name, at in table.places.items() if name not in taken]
        self.signs: Mapping[str, Sign | None] = {}

    def report(self) -> Report:
        self.signs = self._signs()
        lines = self._gathered()
        found = sorted((line for line in lines.values() if line.rows), key=lambda line: line.rows[0][0])
        for line in found:
            self._compare(line)
        missing = tuple(str(line.key) for line in lines.values() if not line.rows)
        if missing:
            what = f"{few(missing)} {'are' if len(missing) > 1 else 'is'} in the bill but not in the list"
            self.remarks.of_list("part", what, Severity.WARNING)
        self.remarks.of_table(self.exported, self.plan.state, self.stayed, DECIDED)
        rows = sum(len(line.rows) for line in found)
        return Report(((self.file, "bill"),), rows, tuple(self.changes), self.remarks.in_order(), missing)

    def _signs(self) -> Mapping[str, Sign | None]:
        """The decimal signs that the columns of numbers prove, with the bill as witness."""
        places = [(name, at) for name in NUMBERS if (at := self.table.places.get(name)) is not None]
        known: dict[str, list[tuple[Cell, Value]]] = {name: [] for name, _ in places}
        now: dict[str, Cells | None] = {}
        for cells in bill_rows(self.plan.bill):
            part = str(cells[PLACE["part"]])
            now[part] = None if part in now else cells  # of several lengths only the texts are witnesses
        for row in self.table.rows:
            line = now.get(self._text(row, "part"))
            for name, at in places:
                cell = _at(row, at)
                if isinstance(cell, str) and cell and not isinstance(cell, UnreadCell):
                    known[name].append((cell, None if line is None else line[PLACE[name]]))
        return column_signs(known)

    def _gathered(self) -> dict[LineKey, _Line]:
        lines: dict[LineKey, _Line] = {}
        for line, cells in zip(self.plan.bill.lines, bill_rows(self.plan.bill), strict=True):
            key = LineKey(line.part, line.length_m)
            if key in lines:
                lines[key].several = True
            else:
                lines[key] = _Line(key, line, cells)
        lengths: dict[str, list[LineKey]] = {}
        for key in lines:
            lengths.setdefault(key.part, []).append(key)
        rows = list(zip(self.table.lines, self.table.rows, strict=True))
        last = max((number for number, row in rows if self._text(row, "part") in lengths), default=0)
        decided = [at for name in PRICED if (at := self.table.places.get(name)) is not None]
        for number, row in rows:
            name = self._text(row, "part")
            if not name:
                if any(text_of(cell) for cell in row) and not self._is_total(row):
                    self.remarks.aside(number)
                continue
            part = _at(row, self.table.places["part"])
            if name not in lengths and is_sum_row(row, decided, number > last):
                self.remarks.aside(number)
                continue
            if isinstance(part, UnreadCell):
                self.remarks.say(number, "", "part", f"{part.why}; nothing of the row is applied")
                continue
            found = self._key(number, name, row, lengths)
            if found is not None:
                lines[found].rows.append((number, row))
        return lines

    def _key(
        self, number: int, name: str, row: Row, lengths: Mapping[str, Sequence[LineKey]]
    ) -> LineKey | None:
        """The line that a row is of; a row without a line is reported."""
        keys = lengths.get(name, ())
        what = "is in no line of this bill, remove the row or correct its part"
        if keys:
            at = self.table.places.get("length_m")
            if at is None:
                if len(keys) == 1:
                    return keys[0]
                what = "has several lengths in the bill and the list has no column length_m, keep that"
            else:
                same = [key for key in keys if is_as_it_was(_at(row, at), key.length_m)]
                if same:
                    return same[0]
                length = text_of(_at(row, at))[:40]
                what = f"has no length “{length}” in this bill, lengths follow from the design"
        self.remarks.say(number, name, "part", what)
        return None

    def _cell(self, row: Row, name: str) -> Cell:
        """A cell; of a column that the list has not, an empty one."""
        at = self.table.places.get(name)
        return "" if at is None else _at(row, at)

    def _is_total(self, row: Row) -> bool:
        """The foot of our own sheets; its formulas are empty where a program did not calculate them."""
        places = [at for name, at in self.table.places.items() if name not in OF_THE_FOOT]
        return not any(text_of(_at(row, at)) for at in places)

    def _text(self, row: Row, name: str) -> str:
        at = self.table.places.get(name)
        return "" if at is None else text_of(_at(row, at))

    def _compare(self, line: _Line) -> None:
        for number, _ in line.rows[1:]:
            what = f"is in line {line.rows[0][0]} already, keep one of both rows"
            self.remarks.say(number, str(line.key), "part", what, Severity.WARNING)
        if line.several:
            what = "is in two lines with two prices, set its prices in the catalog"
            self.remarks.say(line.rows[0][0], str(line.key), "unit_price", what, Severity.WARNING)
            return
        priced = self._take_price(line)
        self._take_text(line, "alternative", line.line.alternative, sound_text)
        for name in TERMS:
            now = text_of(_as_cell(line.cells[PLACE[name]]))
            self._take_text(line, name, now, partial(self._term, name))
        for number, row in line.rows:
            for name, at in self.design:
                cell, was = _at(row, at), line.cells[PLACE[name]]
                own_sum = name == "extended" and (priced or cell == "" or isinstance(cell, UnreadCell))
                if is_as_it_was(cell, was) or own_sum:
                    continue
                if isinstance(cell, UnreadCell):
                    self.remarks.not_compared(number)
                    continue
                before = {} if self.exported is None else self.exported.design_of(line.key, 0)
                if name in before and is_as_it_was(cell, before[name]):
                    self.remarks.outdated(number)
                    continue
                fix = FIX.get(name, "it follows from the design and the parts")
                what = f"is {_stated(cell)} here and {_stated(was)} in the bill: {fix}"
                self.remarks.say(number, str(line.key), name, what)

            if not is_as_it_was(self._cell(row, NOT_KEPT), line.cells[PLACE[NOT_KEPT]]):
                self.remarks.not_kept(NOT_KEPT, number)

    # Prices

    def _take_price(self, line: _Line) -> bool:
        """Another price, date or source; whether a row says anything else than the bill."""
        said: list[Said[Any]] = []
        differs = False
        for number, row in line.rows:
            new = [name for name in self.price if not self._same(row, line, name)]
            edited = [name for name in new if not self._was_so(row, line, name)]
            self.stayed += len(new) - len(edited)
            differs |= bool(new)
            if not edited:
                said.append(Said(number, AS_IT_IS, _price_text(line.line), False))
                continue
            try:
                price = self._price(row, line, edited)
            except _WrongCellError as error:
                self.remarks.say(number, str(line.key), error.column, str(error))
                return True
            if self._shows_as_now(price, line.line):
                said.append(Said(number, AS_IT_IS, _price_text(line.line), False))
                continue
            words = UNKNOWN if price is None else _words_of(price)
            said.append(Said(number, price, words, True))
        new_price = self._agree(line, "unit_price", said)
        if new_price is not None:
            why = self._why_not(line, new_price.value)
            if why:
                self.remarks.say(new_price.line, str(line.key), "unit_price", why)
            else:
                was = _price_text(line.line)
                self._change(line, new_price, "price", was)
        return differs

    def _same(self, row: Row, line: _Line, name: str) -> bool:
        cell, was = _at(row, self.table.places[name]), line.cells[PLACE[name]]
        return is_as_it_was(cell, was) or (name == "price_date" and _date(cell) == was)

    def _was_so(self, row: Row, line: _Line, name: str) -> bool:
        """Whether a cell is as the list was made, so that the project has changed since."""
        before = None if self.exported is None else self.exported.priced(line.key, name)
        if before is None:
            return False
        cell = _at(row, self.table.places[name])
        return is_as_it_was(cell, before) or (name == "price_date" and _date(cell) == before)

    def _price(self, row: Row, line: _Line, edited: Sequence[str]) -> Price | None:
        """The price that a row says.

        Raises
        ------
        _WrongCellError
            The first cell that is wrong.
        """
        for name in edited:
            cell = _at(row, self.table.places[name])
            if isinstance(cell, UnreadCell):
                raise _WrongCellError(name, cell.why)
            before = None if self.exported is None else self.exported.priced(line.key, name)
            if before is not None and not is_as_it_was(_as_cell(line.cells[PLACE[name]]), before):
                what = (
                    f"was {_stated(before)} when the list was made and is {_stated(line.cells[PLACE[name]])} "
                )
                raise _WrongCellError(name, f"{what}in the project by now: decide, and set it by hand")
        now = line.line
        new = "unit_price" in edited
        amount = self._amount(row) if new else now.unit_price
        if amount is None and edited == ["unit_price"]:
            return None
        stated_cells = {name: self._sound(row, name) for name in edited if name != "unit_price"}
        currency = stated_cells.get("currency", now.currency)
        currency = currency_of(currency) or currency
        if currency != self.currency:
            raise _WrongCellError("currency", self._other_currency(currency))
        source = stated_cells.get("source", self.file if new else now.source)
        try:
            date = date_of(_date(stated_cells.get("price_date", "" if new else now.price_date)))
        except ValueError as error:
            raise _WrongCellError("price_date", str(error)) from None
        try:
            price = Price(amount=amount, currency=currency, date=date, source=source)
            return msgspec.convert(msgspec.to_builtins(price), Price)
        except (UnsoundError, msgspec.ValidationError) as error:
            raise _WrongCellError(edited[0], f"cannot be a price ({error}), correct it") from None

    def _sound(self, row: Row, name: str) -> str:
        """The text in a column.

        Raises
        ------
        _WrongCellError
            What is wrong with it.
        """
        try:
            return sound_text(_at(row, self.table.places[name]))
        except ValueError as error:
            raise _WrongCellError(name, str(error)) from None

    def _amount(self, row: Row) -> Decimal | None:
        """The amount in a row; None where it is not known.

        Raises
        ------
        _WrongCellError
            What is wrong with it.
        """
        cell = _at(row, self.table.places["unit_price"])
        if text_of(cell) == UNKNOWN:
            return None
        _, stated = bare_amount(cell) if isinstance(cell, str) else ("", None)
        if stated is not None:  # that of the bill is removed already
            raise _WrongCellError("unit_price", self._other_currency(stated))
        try:
            amount = figure_of(cell, self.signs.get("unit_price"))
        except ValueError as error:
            raise _WrongCellError("unit_price", str(error)) from None
        if amount is not None and amount < 0:
            raise _WrongCellError("unit_price", f"is {plain_number(amount)}, a price is 0 or more")
        try:
            in_range(amount, "amount")
        except ValueError:
            what = f"is {text_of(cell)[:40]}, a price is at most {LARGEST:,f} and has at most 6 decimals"
            raise _WrongCellError("unit_price", what) from None
        return amount

    def _other_currency(self, currency: str) -> str:
        return f"is in {currency[:20]}, the bill is in {self.currency}: enter the price in that"

    def _shows_as_now(self, price: Price | None, now: BillLine) -> bool:
        """Whether the line would say the same: without a source of its own a price has its part's.

        A list that remembers no state, whose price was taken already, still has the source of before.
        """
        if price is None:
            return now.unit_price is None and not now.source
        if self.exported is None and now.source == self.file and price.amount == now.unit_price:
            return True
        part = self.plan.catalog.find(now.part)
        source = price.source or (part.source if part is not None and price.amount is not None else "")
        return (price.amount, price.date, source) == (now.unit_price, now.price_date, now.source)

    def _why_not(self, line: _Line, price: Price | None) -> str:
        part = part_to_price(self.plan.catalog.find(line.key.part), self.plan.floor, line.key.part)
        words = UNKNOWN if price is None else _words_of(price)
        if can_be_priced(part, line.key.length_m):
            return ""
        return f"becomes {words}, but that price is not of one part: set it in the catalog"

    # Alternatives and terms of purchase

    def _take_text(self, line: _Line, name: str, was: str, read: Callable[[Cell], str]) -> None:
        """Another text of a column; ``read`` returns the text of a cell, or raises ValueError."""
        at = self.table.places.get(name)
        if at is None:
            return
        said: list[Said[str]] = []
        for number, row in line.rows:
            cell = _at(row, at)
            try:
                if isinstance(cell, UnreadCell):
                    raise ValueError(cell.why)  # reported as the other errors of the cell
                text = read(cell)
            except ValueError as error:
                self.remarks.say(number, str(line.key), name, str(error))
                return
            before = None if self.exported is None else self.exported.priced(line.key, name)
            new = not is_as_it_was(cell, was)
            if new and before is not None:
                if is_as_it_was(cell, before):
                    self.stayed += 1
                    new = False
                elif not is_as_it_was(was, before):
                    self.remarks.say(number, str(line.key), name, both_changed(before, was, cell))
                    return
            said.append(Said(number, text if new else was, text if new else was, new))
        found = self._agree(line, name, said)
        if found is not None:
            self._change(line, found, name, was)

    def _term(self, name: str, cell: Cell) -> str:
        """A pack size, discount or lead time as text; empty: not known."""
        weeks = WEEKS.fullmatch(text_of(cell)) if name == "lead_time" else None
        value = figure_of(weeks[1] if weeks else cell, self.signs.get(name))
        if value is None:
            return ""
        if weeks:
            value *= 7
        whole = name != "discount"
        if not LEAST[name] <= value <= MOST[name] or (whole and value != value.to_integral_value()):
            kind = "a whole number" if whole else "percent"
            raise ValueError(
                f"is {plain_number(value)}, expected {kind} from {LEAST[name]} to {MOST[name]:,}"
            )
        return f"{value.normalize():f}"

    def _agree(self, line: _Line, name: str, said: Sequence[Said[Any]]) -> Said[Any] | None:
        try:
            return agreed(said)
        except ValueError as error:
            self.remarks.say(said[0].line, str(line.key), name, str(error))
            return None

    def _change(self, line: _Line, said: Said[Any], name: str, was: str) -> None:
        self.changes.append(Change(self.file, said.line, line.key, name, was, said.words, said.value))


def _without_currency(table: Table, currency: str) -> Table:
    """The table with amounts as plain numbers, where cells state the currency of the bill too."""
    places = [at for name in AMOUNTS if (at := table.places.get(name)) is not None]

    def bare(cell: Cell) -> Cell:
        if not isinstance(cell, str) or isinstance(cell, UnreadCell):
            return cell
        text, stated = bare_amount(cell)
        return text if stated == currency else cell

    rows = tuple(
        tuple(bare(cell) if at in places else cell for at, cell in enumerate(row)) for row in table.rows
    )
    return replace(table, rows=rows)


def _at(row: Row, place: int) -> Cell:
    """A cell; rows may be shorter than the head."""
    return row[place] if place < len(row) else ""


def _as_cell(value: Value) -> Cell:
    return "" if value is None else value if isinstance(value, str | int | float) else str(value)


def _date(cell: Cell) -> str:
    """A date without the time of day that spreadsheets put behind it."""
    return text_of(cell).removesuffix("T00:00:00")


def _stated(value: Value) -> str:
    words = "" if value is None else text_of(_as_cell(value))
    return f"“{words[:80]}”" if words else "nothing"


def _price_text(line: BillLine) -> str:
    if line.unit_price is None:
        return UNKNOWN
    return _words_of(
        Price(amount=line.unit_price, currency=line.currency, date=line.price_date, source=line.source)
    )


def _words_of(price: Price) -> str:
    amount = UNKNOWN if price.amount is None else f"{price.currency} {plain_number(price.amount)}"
    return ", ".join(word for word in (amount, price.date, price.source) if word)
