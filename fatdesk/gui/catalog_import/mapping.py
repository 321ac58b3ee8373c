"""The columns of a price list: for each figure a list of heads to choose from."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from fatdesk.core.cell import column_letters
from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import Sign
from fatdesk.core.sheets import ReadSheet
from fatdesk.engine.catalog.amount_words import currency_of
from fatdesk.engine.catalog.price_list import (
    FIELDS,
    Columns,
    chosen_columns,
    columns_by_heads,
    date_of,
    guess_columns,
)
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import label, tip

TITLES = {
    "part_number": "Part number",
    "price": "Price",
    "currency": "Currency",
    "date": "Date",
    "source": "Source",
    "length_m": "Length, m",
}
NONE = "not in the list"
DECIMALS: Mapping[str, Sign | None] = {"As the list proves": None, "Point: 1.5": ".", "Comma: 1,5": ","}
NARROW = 14
"""Letters that a list shows at least."""
ROWS = 30
"""So many rows are offered as the row of heads."""


class ColumnChoice(QWidget):
    """The choices for a price list; ``changed`` is sent when one of them changes."""

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
        self.fields = {field: Combo(theme) for field in FIELDS}
        self.usual = {"currency": QLineEdit("USD"), "date": QLineEdit(), "source": QLineEdit(source)}
        self.usual["date"].setPlaceholderText("unknown")
        named: list[tuple[str, QWidget]] = [("Sheet", self.sheet), ("Row of heads", self.head)]
        named += [(TITLES[field], self.fields[field]) for field in FIELDS]
        named += [(f"{TITLES[field]}, where the list has none", self.usual[field]) for field in self.usual]
        named += [("Decimal sign", self.decimal)]
        for n, (title, widget) in enumerate(named):
            told = label(title, "text2")
            told.setBuddy(widget)
            widget.setAccessibleName(title)
            if isinstance(widget, Combo):  # all of one width, whatever they offer
                widget.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
                widget.setMinimumContentsLength(NARROW)
            grid.addWidget(told, n // 4 * 2, n % 4)
            grid.addWidget(widget, n // 4 * 2 + 1, n % 4)
            grid.setColumnStretch(n % 4, 1)
        self.sheet.addItems([some.name or "the list" for some in sheets])
        self.sheet.setEnabled(len(sheets) > 1)
        self.sheet.setCurrentIndex(self._columns.sheet)
        self._fill_heads()
        self._fill(self._columns.of)
        self.decimal.addItems(list(DECIMALS))
        self.decimal.setToolTip(
            tip(
                "What separates fractions in amounts. Rows with amounts such as 4.200 are left out while the "
                "list does not prove whether that is 4200 or 4.2."
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
        """What is chosen.

        Raises
        ------
        FatdeskError
            When part number or price have no column.
        """
        of = {field: at - 1 for field, box in self.fields.items() if (at := box.currentIndex()) > 0}
        for field in ("part_number", "price"):
            if field not in of:
                raise FatdeskError(f"Choose the column of the {TITLES[field].lower()}.")
        told = {field: f"={column_letters(at)}" for field, at in of.items()}
        sign = DECIMALS[self.decimal.currentText()]
        made = chosen_columns(self._sheets, told, self.sheet.currentIndex(), self.head.currentIndex(), sign)
        return Columns(made.sheet, made.head, of, made.decimal)

    def usual_values(self) -> tuple[str, str, str]:
        """Currency, date and source for rows that tell none.

        Raises
        ------
        FatdeskError
            When currency or date are none.
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
