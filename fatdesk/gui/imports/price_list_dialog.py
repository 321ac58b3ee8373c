"""Dialog for the import of a price list: columns, old and new prices, skipped rows."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.cell import column_letters
from fatdesk.core.formats.sheets import ReadSheet
from fatdesk.core.number_text import Sign, counted
from fatdesk.engine.catalog.parts import Price
from fatdesk.engine.catalog.price_list import (
    FIELDS,
    Columns,
    PriceList,
    chosen_columns,
    columns_by_heads,
    currency_of,
    date_of,
    guess_columns,
    read_prices,
)
from fatdesk.engine.catalog.price_match import Compared, PriceChange, compare
from fatdesk.gui.desk import Desk
from fatdesk.gui.imports.destination import Destination, DestinationChoice
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.ticked import TickedTable
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import UNKNOWN, in_sentence
from fatdesk.gui.widgets.plain_text import DialogButtons, error_line, label, tip

TITLES = {
    "part_number": "Part number",
    "price": "Price",
    "currency": "Currency",
    "date": "Date",
    "source": "Source",
    "length_m": "Length, m",
    "price_per": "Price is for, pieces",
}
NONE = "not in the list"
DECIMALS: Mapping[str, Sign | None] = {"Detect automatically": None, "Point: 1.5": ".", "Comma: 1,5": ","}
NARROW = 14
"""Minimum width of a combo box in characters."""
ROWS = 30
"""Number of rows offered as the header row."""


class ColumnChoice(QWidget):
    """Sheet, header row, columns and defaults of a price list; ``changed`` signals another choice."""

    changed = Signal()

    def __init__(self, theme: Theme, sheets: Sequence[ReadSheet], source: str) -> None:
        super().__init__()
        self._sheets = sheets
        guess = guess_columns(sheets)
        self._columns = guess or Columns(0, 0, {})
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.px(10))
        grid.setVerticalSpacing(theme.px(4))
        self.sheet, self.head, self.decimal = Combo(theme), Combo(theme), Combo(theme)
        self.sheet.setObjectName("sheet")
        self.head.setObjectName("header-row")
        self.decimal.setObjectName("decimal-sign")
        self.fields = {field: Combo(theme) for field in FIELDS}
        for name, combo in self.fields.items():
            combo.setObjectName(f"column-{name}")
        self.usual = {"currency": QLineEdit("USD"), "date": QLineEdit(), "source": QLineEdit(source)}
        self.usual["date"].setPlaceholderText("unknown")
        named: list[tuple[str, QWidget]] = [("Sheet", self.sheet), ("Header row", self.head)]
        named += [(TITLES[field], self.fields[field]) for field in FIELDS]
        named += [(f"Default {TITLES[field].lower()}", self.usual[field]) for field in self.usual]
        named += [("Decimal sign", self.decimal)]
        for n, (title, widget) in enumerate(named):
            title_label = label(title, "text2")
            title_label.setBuddy(widget)
            widget.setAccessibleName(title)
            if isinstance(widget, Combo):  # equal widths, independent of their items
                widget.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
                widget.setMinimumContentsLength(NARROW)
            grid.addWidget(title_label, n // 4 * 2, n % 4)
            grid.addWidget(widget, n // 4 * 2 + 1, n % 4)
            grid.setColumnStretch(n % 4, 1)
        self.sheet.addItems([some.name or "Sheet" for some in sheets])
        self.sheet.setEnabled(len(sheets) > 1)
        self.sheet.setCurrentIndex(self._columns.sheet)
        self._fill_heads()
        self._fill(self._columns.of)
        self.decimal.addItems(list(DECIMALS))
        self.decimal.setToolTip(
            tip(
                "Decimal separator of amounts. If it cannot be detected, rows with ambiguous amounts, such "
                "as 4.200 (4200 or 4.2), are skipped."
            )
        )
        self.decimal.activated.connect(lambda _: self.changed.emit())
        self.sheet.activated.connect(self._other_sheet)
        self.head.activated.connect(self._other_head)
        for field in self.fields.values():
            field.activated.connect(lambda _: self.changed.emit())
        for line in self.usual.values():
            line.editingFinished.connect(self.changed.emit)

    def columns(self) -> Columns:
        """Return the chosen columns.

        Raises
        ------
        FatdeskError
            If there is no column for the part number or the price.
        """
        of = {field: at - 1 for field, box in self.fields.items() if (at := box.currentIndex()) > 0}
        for field in ("part_number", "price"):
            if field not in of:
                raise FatdeskError(f"Choose the column with the {TITLES[field].lower()}.")
        chosen = {field: f"={column_letters(at)}" for field, at in of.items()}
        sign = DECIMALS[self.decimal.currentText()]
        made = chosen_columns(self._sheets, chosen, self.sheet.currentIndex(), self.head.currentIndex(), sign)
        return Columns(made.sheet, made.head, of, made.decimal)

    def usual_values(self) -> tuple[str, str, str]:
        """Return the default currency, date and source.

        Raises
        ------
        FatdeskError
            If currency or date are invalid.
        """
        currency = currency_of(self.usual["currency"].text())
        if currency is None:
            raise FatdeskError(f"{self.usual['currency'].text()[:20]!r} is not a currency such as USD.")
        try:
            date = date_of(self.usual["date"].text())
        except ValueError as error:
            raise FatdeskError(f"{error}.") from None
        return currency, date, self.usual["source"].text().strip()[:2000]

    def _fill_heads(self) -> None:
        sheet = self._sheets[self.sheet.currentIndex()]
        self.head.clear()
        for line, row in list(zip(sheet.lines, sheet.rows, strict=True))[:ROWS]:
            words = ", ".join(str(cell) for cell in row if cell != "")
            self.head.addItem(f"{line}: {words[:60]}")
        self.head.setCurrentIndex(min(self._columns.head, self.head.count() - 1))

    def _fill(self, of: Mapping[str, int]) -> None:
        sheet = self._sheets[self.sheet.currentIndex()]
        at = self.head.currentIndex()
        row = sheet.rows[at] if 0 <= at < len(sheet.rows) else ()
        width = max((len(some) for some in sheet.rows[:ROWS]), default=0)
        heads = [
            str(row[n])[:40] if n < len(row) and row[n] != "" else f"column {column_letters(n)}"
            for n in range(width)
        ]
        for field, choice in self.fields.items():
            choice.clear()
            choice.addItems([NONE, *heads])
            choice.setCurrentIndex(of.get(field, -1) + 1)

    def _other_sheet(self, at: int) -> None:
        guess = guess_columns(self._sheets[at : at + 1])
        self._columns = Columns(at, guess.head if guess else 0, guess.of if guess else {})
        self._fill_heads()
        self._fill(self._columns.of)
        self.changed.emit()

    def _other_head(self, at: int) -> None:
        rows = self._sheets[self.sheet.currentIndex()].rows
        self._fill(columns_by_heads(rows[at]) if at < len(rows) else {})
        self.changed.emit()


MOST_LISTED = 1000
"""Maximum number of skipped rows that are listed."""


def _amount(price: Price | None) -> str:
    return UNKNOWN if price is None or price.amount is None else f"{price.currency} {price.amount:,f}"


def _price_of(change: PriceChange) -> str:
    """Return what the price is of: the part, one of its lengths, or another of its records."""
    if change.length_m is not None:
        return f"a length of {change.length_m:g} m"
    return "the part" if change.place == "price" else change.place.removesuffix(".price")


COLUMNS: tuple[Column[PriceChange], ...] = (
    Column("Part", 190, lambda c: c.part),
    Column("Name", 200, lambda c: c.name, stretch=True),
    Column("Price of", 130, _price_of),
    Column("Old", 130, lambda c: _amount(c.old), number=True, tone=lambda c: "" if c.old else "warn"),
    Column("New", 130, lambda c: _amount(c.new), number=True, strong=True),
    Column("Date", 104, lambda c: c.new.date),
    Column("Line", 56, lambda c: str(c.line), number=True),
)


class PriceDialog(QDialog):
    """Imports the prices when accepted; ``summary`` is a message for the status line."""

    def __init__(
        self,
        desk: Desk,
        file: str,
        sheets: Sequence[ReadSheet],
        destinations: Sequence[Destination],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        theme, px = desk.theme, desk.theme.px
        self._file, self._sheets = file, sheets
        self.compared = Compared((), 0, (), ())
        self.summary = ""
        self.setWindowTitle(f"Prices of {file}")
        self.setObjectName("price-dialog")
        self.resize(px(1040), px(640))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(10))
        self.mapping = ColumnChoice(theme, sheets, file)
        self.mapping.changed.connect(self.look)
        column.addWidget(self.mapping)
        self.head = label()
        self.head.setFont(theme.strong())
        column.addWidget(self.head)
        self.table: TickedTable[PriceChange] = TickedTable(desk, COLUMNS, "Changed prices", "Import")
        self.table.setObjectName("table-price-changes")
        self.table.empty = "No changed prices"
        self.table.turned.connect(self._count)
        column.addWidget(self.table, 3)
        self.left_title = label("Skipped", "text2")
        column.addWidget(self.left_title)
        self.left = QPlainTextEdit()
        self.left.setObjectName("skipped")
        self.left.setReadOnly(True)
        self.left.setTabChangesFocus(True)
        self.left.setAccessibleName("Skipped rows")
        column.addWidget(self.left, 1)
        column.addLayout(self._make_choices(desk, destinations))
        self.trouble = error_line()
        self.trouble.setObjectName("trouble")
        column.addWidget(self.trouble)
        self.buttons = DialogButtons(self, self._take)
        self.take = self.buttons.yes
        column.addWidget(self.buttons)
        self.look()
        self.table.setFocus()

    def _make_choices(self, desk: Desk, destinations: Sequence[Destination]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(desk.theme.px(8))
        self.all, self.none = QPushButton("Select all"), QPushButton("Select none")
        self.all.clicked.connect(lambda _: self.table.set_all(True))
        self.none.clicked.connect(lambda _: self.table.set_all(False))
        row.addWidget(self.all)
        row.addWidget(self.none)
        row.addStretch(1)
        self.destinations = DestinationChoice(desk.theme, destinations)
        self.destinations.setObjectName("destination")
        self.destinations.setAccessibleName("Import into")
        self.destinations.moved.connect(self.look)
        row.addWidget(label("Import into", "text2"))
        row.addWidget(self.destinations)
        return row

    def look(self) -> None:
        """Compare the list with the parts, using the chosen columns."""
        destination = self.destinations.chosen
        self.trouble.hide()
        prices, known = PriceList(self._file, ()), True
        try:
            currency, date, source = self.mapping.usual_values()
            columns = self.mapping.columns()
            prices = read_prices(self._sheets, self._file, columns, currency, date, source or self._file)
        except FatdeskError as error:
            known = False
            self._show_error(str(error))
        self.compared = compare(prices, destination.parts() if destination is not None else ())
        changes = list(self.compared.changes)
        self.table.show_items(changes, [True] * len(changes))
        lines = [str(error) for error in prices.bad]
        lines += [f"line {row.line}: {row.part_number}: {row.why}" for row in self.compared.ambiguous]
        lines += [f"line {row.line}: {row.part_number}: {row.why}" for row in self.compared.unmatched]
        more = len(lines) - MOST_LISTED
        self.left.setPlainText("\n".join([*lines[:MOST_LISTED], *([f"and {more} more"] if more > 0 else [])]))
        fits = "Every row matches a part" if known else "Skipped"
        self.left_title.setText(f"Skipped: {counted(len(lines), 'row')}" if lines else fits)
        self._count()

    def _count(self) -> None:
        taken, changes = len(self.table.taken), len(self.compared.changes)
        verb = "changes" if changes == 1 else "change"
        self.head.setText(f"{counted(changes, 'price')} {verb} · {self.compared.same} unchanged")
        self.take.setText(f"Import {counted(taken, 'price')}" if taken else "Import")
        self.take.setEnabled(taken > 0 and self.destinations.chosen is not None)

    def _take(self) -> None:
        destination = self.destinations.chosen
        changes = [self.table.items[n] for n in self.table.taken]
        if destination is None or not changes:
            return
        try:
            self.summary = destination.price(changes)
        except FatdeskError as error:
            self._show_error(in_sentence(str(error)))
            return
        self.accept()

    def _show_error(self, text: str) -> None:
        self.trouble.setText(text)
        self.trouble.show()
