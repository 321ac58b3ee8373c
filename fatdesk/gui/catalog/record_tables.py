"""Editable tables for the lists in a part: ports, line cards, boards; lengths with their price curve."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple, get_args

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fatdesk.core.arrays import Floats
from fatdesk.core.formats.yaml_events import Place, Tree, parse
from fatdesk.core.money import CENT
from fatdesk.core.number_text import MisreadError
from fatdesk.core.units import um_from_m
from fatdesk.engine.cabling.choice.choosing import metre_price
from fatdesk.engine.catalog.part_files import part_yaml
from fatdesk.engine.catalog.parts import AnyPart, Cable, Price, Protocol, StandardLength
from fatdesk.engine.charts import Axis, Chart, Series
from fatdesk.gui.catalog.part_fields import TIMES, file_value, names_in
from fatdesk.gui.charts.curves_view import ChartKey, CurvesView
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Choice, Column, RowsModel, Table
from fatdesk.gui.widgets.layouts import ScrolledPage
from fatdesk.gui.widgets.numbers import UNKNOWN, in_sentence, money, within_sentence
from fatdesk.gui.widgets.plain_text import label

Commit = Callable[[Place, Tree, str], str]


class Cell(NamedTuple):
    """A column: path of its value in a record, title, width, and input format.

    ``empty`` is the meaning of an empty cell, ``several`` marks a list separated by commas.
    """

    place: Place
    title: str
    width: int
    number: bool = True
    empty: str = ""
    several: bool = False
    choices: tuple[str, ...] = ()
    stretch: bool = False


CONNECTOR: Place = ("connector",)
PORTS = (
    Cell(("count",), "Cages", 70),
    Cell(("links",), "Links per cage", 110, empty="1"),
    Cell(CONNECTOR, "Connector", 110, number=False),
    Cell(("rate_gbps",), "Link, Gb/s", 88),
    Cell(("lanes",), "Lanes per link", 104, empty="1"),
    Cell(("breakout",), "Breakout", 120, number=False, empty="1", several=True),
    Cell(("protocol",), "Protocol", 110, number=False, empty="any", choices=get_args(Protocol), stretch=True),
)
NAMINGS = (
    Cell(("system",), "System", 100, number=False),
    Cell(("port",), "Port", 110, number=False, empty="system default"),
    Cell(("split",), "Split port", 130, number=False, empty="system default"),
    Cell(("twin",), "Twin port", 110, number=False, empty="system default"),
    Cell(("twin_split",), "Split twin port", 120, number=False, empty="system default"),
    Cell(("one_lane",), "Single-lane port", 110, number=False, empty="system default"),
    Cell(("step",), "Numbers per cage", 124, empty="its lanes"),
    Cell(("names",), "Explicit names", 150, number=False, empty="by template", several=True, stretch=True),
    Cell(("management",), "Management ports", 130, number=False, empty="system default", several=True),
)
_PRICED = (
    Cell(("price", "amount"), "Price", 100, empty=UNKNOWN),
    Cell(("price", "currency"), "Currency", 76, number=False, empty="USD"),
)
_SOURCED = (
    Cell(("price", "date"), "Date", 100, number=False),
    Cell(("price", "source"), "Price source", 170, number=False, stretch=True),
)
_WEIGHED = (
    Cell(("power_w",), "Power, W", 84, empty=UNKNOWN),
    Cell(("mass_kg",), "Mass, kg", 84, empty=UNKNOWN),
)
LENGTHS = (Cell(("m",), "Length, m", 90), *_PRICED, *_SOURCED)
CARDS = (Cell(("name",), "Name", 130, number=False), *_PRICED, *_WEIGHED, *_SOURCED)
BOARDS = (
    Cell(("name",), "Name", 130, number=False),
    Cell(("count",), "Count", 64, empty="1"),
    *_PRICED,
    *_WEIGHED,
    *_SOURCED,
)

SCROLLING = 12
"""Height for the horizontal scroll bar in pixels."""


class Record(NamedTuple):
    """An item of a list, as in the file."""

    number: int
    tree: dict[str, Any]


class RecordCells(Table):
    """The table of a list; ``row_asked`` signals Tab in the last cell, ``pasted`` carries a pasted block."""

    row_asked = Signal()
    pasted = Signal(list)

    def edit_next(self, step: int) -> bool:
        """Edit the next cell; from the last one go on to a new row."""
        found = super().edit_next(step)
        if not found and step > 0:
            self.row_asked.emit()
        return found

    def paste_block(self, block: list[list[str]]) -> bool:
        """Paste cells of a spreadsheet, with new rows where the table has too few."""
        self.pasted.emit(block)
        return True


class RecordTable(QWidget):
    """A list of a part as a table with a title, and buttons to add and remove rows."""

    def __init__(
        self,
        desk: Desk,
        title: str,
        cells: Sequence[Cell],
        commit: Commit,
        *,
        distinct: tuple[str, Sequence[str]] | None = None,
        blank: bool = False,
    ) -> None:
        """``distinct``: a key with unique values, and its common values.

        ``blank``: a new row is empty, and not a record before its first cell is typed.
        """
        super().__init__()
        self._distinct, self._blank, self._records = distinct, blank, 0
        px = desk.theme.px
        self._desk, self._cells, self._commit = desk, cells, commit
        self._what = within_sentence(title)
        self._place: Place = ()
        self._shown: tuple[str, Place] = ("", ())
        self._fresh: dict[str, Tree] = {}
        self._most = 1
        self.setProperty("role", "base")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(4))
        row = QHBoxLayout()
        self.head = label(title)
        self.head.setFont(desk.theme.strong())
        row.addWidget(self.head)
        row.addStretch(1)
        self.add, self.remove = QPushButton("Add row"), QPushButton("Remove rows")
        self.add.setObjectName("add-row")
        self.remove.setObjectName("remove-rows")
        for button, run in ((self.add, self.add_row), (self.remove, self.remove_rows)):
            button.setProperty("kind", "link")
            button.clicked.connect(lambda _=False, run=run: run())
            row.addWidget(button)
        column.addLayout(row)
        self.model: RowsModel[Record] = RowsModel([self._column(cell) for cell in cells], self)
        self.table = RecordCells(desk, self.model, title)
        self.table.row_asked.connect(self.add_row, Qt.ConnectionType.QueuedConnection)
        self.table.pasted.connect(self.paste)
        self.table.setObjectName("table-records")
        self.table.empty = "None"
        self._read_only = True
        column.addWidget(self.table, 1)

    def _column(self, cell: Cell) -> Column[Record]:
        return Column(
            cell.title,
            cell.width,
            lambda record: _shown(record.tree, cell.place) or cell.empty,
            number=cell.number,
            stretch=cell.stretch,
            tone=lambda record: _tone(_text(record.tree, cell.place), cell),
            edit=partial(self._edit, cell),
            editable=lambda _: not self._read_only,
            choices=(lambda _: _choices(cell)) if cell.choices else None,
            words=(lambda: self._desk.libraries.current.connectors) if cell.place == CONNECTOR else None,
        )

    def show_part(
        self, part: AnyPart, place: Place, fresh: dict[str, Tree], *, read_only: bool, most: int = 12
    ) -> None:
        """Show a list of a part; ``fresh``: template of new rows, ``most``: most visible rows."""
        found: Any = parse(part_yaml(part), part.id)
        for step in place:
            found = found[step] if isinstance(step, int) else found.get(step, {})
        if (part.id, place) != self._shown:
            self.model.forget_refusals()
        self._shown = (part.id, place)
        self._place, self._fresh, self._read_only = place, fresh, read_only
        self._most, self._records = most, len(found or [])
        self._follow([Record(number, tree) for number, tree in enumerate(found or [])])
        self.add.setVisible(not read_only)
        self.remove.setVisible(not read_only)

    def _follow(self, rows: list[Record]) -> None:
        self.model.follow(rows)
        px, lines = self._desk.theme.px, max(1, min(self._most, len(rows)))
        self.table.setFixedHeight(px(30) + self._desk.theme.row * lines + px(SCROLLING))

    def _edit(self, cell: Cell, record: Record, text: str) -> bool:
        wrong, first = "", self._cells[0]
        if record.number == self._records and cell is not first:
            self._desk.session.refuse(f"Fill in “{first.title}” of the new row first")
            return False
        try:
            value = _value(cell, text)
        except MisreadError as error:
            value, wrong = "", str(error)
        place: Place = (*self._place, record.number, *cell.place)
        if record.number == self._records and not wrong:
            place, value = place[: -len(cell.place)], {str(cell.place[0]): value} if value else ""
            if not value:
                return True
        wrong = wrong or self._commit(place, value, self._what)
        if wrong:
            self._desk.session.refuse(in_sentence(f"{cell.title}: {wrong}"))
        return not wrong

    def paste(self, block: list[list[str]]) -> bool:
        """Write the cells of a spreadsheet from the current cell on, as one undo step.

        Rows are appended where the table has too few; a first line with the titles of the columns is skipped.
        """
        lines, columns = self.table.block_columns(block)
        at = self.table.currentIndex()
        cells = [self._cells[column] for column in columns]
        if self._read_only or not lines:
            return False
        rows = self.model.rows
        trees: list[Any] = [deepcopy(record.tree) for record in rows]
        places = [self.model.row(line).number for line in range(max(0, at.row()), len(rows))]
        for number, pieces in enumerate(lines):
            if number >= len(places):
                places.append(len(trees))
                trees.append({key: value for key, value in self._fresh.items() if key != "price"})
            if len(pieces) > len(cells):
                return self._refuse_paste(number, "", f"has {len(pieces)} cells for {len(cells)} columns")
            for cell, piece in zip(cells, pieces, strict=False):
                try:
                    _put(trees[places[number]], cell.place, _value(cell, piece.strip()))
                except MisreadError as error:
                    return self._refuse_paste(number, f"{cell.title}: ", str(error))
        wrong = self._commit(self._place, [tree for tree in trees if tree], self._what)
        if wrong:
            self.table.refuse_block(in_sentence(f"nothing was pasted: {wrong}"))
        else:
            self.table.say_doubtful()
        return not wrong

    def _refuse_paste(self, number: int, title: str, why: str) -> bool:
        return self.table.refuse_block(in_sentence(f"nothing was pasted: row {number + 1}: {title}{why}"))

    def add_row(self) -> None:
        """Append a row, and edit its first cell.

        It is a copy of the last row without its price, which is an offer for that row alone. A unique key
        gets the next unused value. An empty row is shown alone: its first cell makes it a record.
        """
        rows = self.model.rows
        if self._blank:
            self._follow([*rows[: self._records], Record(self._records, {})])
            self._edit_row(self._records)
            return
        fresh, wrong = dict(rows[-1].tree) if rows else dict(self._fresh), ""
        fresh.pop("price", None)
        if self._distinct is not None:
            key, usual = self._distinct
            used = {record.tree[key] for record in rows}
            free = next((value for value in usual if value not in used), None)
            fresh = {**self._fresh, key: free} if free else {}
            wrong = "" if free else f"{self._what}: {', '.join(usual)} are already listed; edit a row instead"
        number = len(rows)
        wrong = wrong or self._commit((*self._place, number), fresh, self._what)
        if wrong:
            self._desk.session.refuse(in_sentence(wrong))
        elif len(self.model.rows) > number:
            self._edit_row(number)

    def _edit_row(self, number: int) -> None:
        self.table.setFocus()
        index = self.model.index(number, 0)
        self.table.setCurrentIndex(index)
        self.table.edit(index)

    def remove_rows(self) -> None:
        """Remove the selected rows as one undo step."""
        gone = {record.number for record in self.table.chosen_rows()}
        kept = list(self.model.rows[: self._records])
        if gone == {self._records}:
            self._follow(kept)
        elif gone:
            left: list[Tree] = [record.tree for record in kept if record.number not in gone]
            wrong = self._commit(self._place, left, self._what)
            if wrong:
                self._desk.session.refuse(in_sentence(wrong))


def _value(cell: Cell, text: str) -> Tree:
    """Return the text of a cell as in a file; raise MisreadError if a number is ambiguous."""
    if text in (cell.empty, UNKNOWN):
        return ""
    if cell.several:
        return names_in(text)
    _, comma, unit = cell.title.rpartition(", ")
    whole = TIMES if cell.place[-1] in ("count", "links", "lanes") else ""
    return file_value(text, cell.place, (unit if comma else whole) if cell.number else None)


def _put(tree: dict[str, Any], place: Place, value: Tree) -> None:
    """Set a value of a record; an empty one is left out."""
    *parents, last = place
    for step in parents:
        if not isinstance(tree.get(str(step)), dict):
            tree[str(step)] = {}
        tree = tree[str(step)]
    if value:
        tree[str(last)] = value
    else:
        tree.pop(str(last), None)


def _text(tree: Any, place: Place) -> str:
    found: Any = tree
    for step in place:
        found = found.get(step) if isinstance(found, dict) else None
    if isinstance(found, list):
        return ", ".join(map(str, found))
    return "" if found is None or isinstance(found, dict) else str(found)


def _shown(tree: Any, place: Place) -> str:
    """Return a value as its column shows it: amounts of money with cents, or with all decimals they have."""
    text = _text(tree, place)
    if place[-1] != "amount" or not text:
        return text
    amount = Decimal(text)
    return money(amount) if amount == amount.quantize(CENT) else f"{amount:,}"


def _tone(text: str, cell: Cell) -> str:
    if text:
        return "text"
    return "warn" if cell.empty == UNKNOWN else "text3"


def _choices(cell: Cell) -> list[Choice]:
    return [Choice(cell.empty, ""), *(Choice(choice, choice) for choice in cell.choices)]


NEW_LENGTH: dict[str, Tree] = {"m": "1"}


@dataclass(frozen=True)
class PriceCurve:
    """The priced lengths of a cable, shortest first, as a curve."""

    number: int
    name: str
    points: tuple[StandardLength, ...]
    state: str = ""
    share: float | None = None

    @property
    def metres(self) -> Floats:
        """Lengths in metres."""
        return np.array([point.m for point in self.points], np.float64)

    @property
    def prices(self) -> Floats:
        """Prices in the currency of the plot."""
        return np.array([float(point.price.amount or 0) for point in self.points if point.price], np.float64)


def price_curves(cable: Cable) -> list[PriceCurve]:
    """Return the list prices by length, and the prices calculated from metres and connectors."""
    sold = sorted(cable.lengths, key=lambda length: length.m)
    known = [length for length in sold if length.price and length.price.amount is not None]
    found = [PriceCurve(0, "As sold", tuple(known))] if known else []
    metres = [length.m for length in sold] or [1.0, cable.reach_m or 10.0]
    made = [(m, metre_price(cable, um_from_m(m), custom=False)) for m in sorted(set(metres))]
    priced = tuple(
        StandardLength(m=m, price=Price(amount=price, currency=cable.per_metre.currency))
        for m, price in made
        if price is not None and cable.per_metre is not None
    )
    if priced:
        found.append(PriceCurve(len(found), "By metre and connectors", priced))
    return found


class PricePlot(CurvesView[PriceCurve]):
    """Plot of price over length."""

    currency = "USD"
    indent = 0  # its title begins where those of the tables do

    def chart_of(self, curves: Sequence[PriceCurve]) -> Chart:
        """Return the chart of price over length; both axes start at 0."""
        series = tuple(Series(one.number, one.name, one.metres, one.prices) for one in curves)
        across, up = Axis("Length", unit="m"), Axis("Price", unit=self.currency)
        if series:
            across = across.over(np.concatenate([*(one.x for one in series), [0.0]]))
            up = up.over(np.concatenate([*(one.y for one in series), [0.0]]))
        return Chart("Price over length", across, up, series)

    def words_of(self, curve: PriceCurve, point: int) -> str:
        """Return length and price of a point."""
        length = curve.points[point]
        return f"{length.m:g} m: {self.currency} {money(length.price.amount if length.price else None)}"


class LengthsPage(ScrolledPage):
    """Tab with lengths and prices of a cable."""

    def __init__(self, desk: Desk, commit: Commit) -> None:
        super().__init__()
        px, column = desk.theme.px, self.column
        column.setContentsMargins(px(20), px(14), px(20), px(16))
        column.setSpacing(px(10))
        self.lengths = RecordTable(desk, "Lengths on sale", LENGTHS, commit, blank=True)
        self.lengths.setObjectName("lengths")
        self.plot = PricePlot(desk, "Price over length")
        self.plot.setObjectName("price-chart")
        column.addWidget(self.lengths)
        column.addWidget(self.plot, 1)
        self.key = ChartKey(desk)
        column.addWidget(self.key)

    def fits(self, part: AnyPart) -> bool:
        """Return whether a part is sold in lengths."""
        return isinstance(part, Cable)

    def title(self, part: AnyPart) -> str:
        """Return the title of the tab."""
        del part
        return "Lengths and prices"

    def show_part(self, part: AnyPart, *, read_only: bool) -> None:
        """Show the lengths of a cable."""
        assert isinstance(part, Cable)
        self.lengths.show_part(part, ("lengths",), NEW_LENGTH, read_only=read_only, most=10)
        prices = (*(length.price for length in part.lengths), part.per_metre)
        self.plot.currency = next((price.currency for price in prices if price is not None), "USD")
        curves = price_curves(part)
        self.plot.empty = "" if curves else "No length has a price yet"
        self.plot.belong_to(part.id)
        self.plot.show_curves(curves)
        self.key.show_curves(curves)
