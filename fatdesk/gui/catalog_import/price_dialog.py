"""The dialog that takes a price list: its columns, old and new prices side by side, and what is not taken."""

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.sheets import ReadSheet
from fatdesk.engine.catalog.parts import Price
from fatdesk.engine.catalog.price_list import PriceList, read_prices
from fatdesk.engine.catalog.price_match import Compared, PriceChange, compare
from fatdesk.gui.catalog_import.destination import Destination
from fatdesk.gui.catalog_import.mapping import ColumnChoice
from fatdesk.gui.catalog_import.place_choice import PlaceChoice
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.ticked import TickedTable
from fatdesk.gui.widgets.dialog_foot import Foot, trouble_line
from fatdesk.gui.widgets.number_text import UNKNOWN, counted, in_sentence
from fatdesk.gui.widgets.plain_text import label

MOST_TOLD = 1000
"""Rows that are not taken, as they are told one by one."""


def _amount(price: Price | None) -> str:
    return UNKNOWN if price is None or price.amount is None else f"{price.amount:,f} {price.currency}"


COLUMNS: tuple[Column[PriceChange], ...] = (
    Column("Part", 190, lambda c: c.part),
    Column("Name", 200, lambda c: c.name, stretch=True),
    Column("Price of", 130, lambda c: "the part" if c.place == "price" else c.place.removesuffix(".price")),
    Column("Old", 130, lambda c: _amount(c.old), number=True, tone=lambda c: "" if c.old else "warn"),
    Column("New", 130, lambda c: _amount(c.new), number=True, strong=True),
    Column("Date", 104, lambda c: c.new.date),
    Column("Line", 56, lambda c: str(c.line), number=True),
)


class PriceDialog(QDialog):
    """When it is accepted the prices have been taken; ``told`` says where."""

    def __init__(
        self,
        desk: Desk,
        file: str,
        sheets: Sequence[ReadSheet],
        places: Sequence[Destination],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        theme, px = desk.theme, desk.theme.px
        self._file, self._sheets = file, sheets
        self.compared = Compared((), 0, (), ())
        self.told = ""
        self.setWindowTitle(f"Prices of {file}")
        self.resize(px(1040), px(720))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(10))
        self.mapping = ColumnChoice(theme, sheets, file)
        self.mapping.changed.connect(self.look)
        column.addWidget(self.mapping)
        self.head = label()
        self.head.setFont(theme.strong())
        column.addWidget(self.head)
        self.table: TickedTable[PriceChange] = TickedTable(desk, COLUMNS, "Prices that change", "Take")
        self.table.empty = "No price changes"
        self.table.turned.connect(self._count)
        column.addWidget(self.table, 3)
        self.left_title = label("Not taken", "text2")
        column.addWidget(self.left_title)
        self.left = QPlainTextEdit()
        self.left.setReadOnly(True)
        self.left.setTabChangesFocus(True)
        self.left.setAccessibleName("What is not taken")
        column.addWidget(self.left, 1)
        column.addLayout(self._make_choices(desk, places))
        self.trouble = trouble_line()
        column.addWidget(self.trouble)
        self.buttons = Foot(self, self._take)
        self.take = self.buttons.yes
        column.addWidget(self.buttons)
        self.look()
        self.table.setFocus()

    def _make_choices(self, desk: Desk, places: Sequence[Destination]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(desk.theme.px(8))
        self.all, self.none = QPushButton("Take all"), QPushButton("Take none")
        self.all.clicked.connect(lambda _: self.table.set_all(True))
        self.none.clicked.connect(lambda _: self.table.set_all(False))
        row.addWidget(self.all)
        row.addWidget(self.none)
        row.addStretch(1)
        self.places = PlaceChoice(desk.theme, places)
        self.places.setAccessibleName("Parts of")
        self.places.moved.connect(self.look)
        row.addWidget(label("Parts of", "text2"))
        row.addWidget(self.places)
        return row

    def look(self) -> None:
        """Compare the list with the parts, as its columns are chosen."""
        place = self.places.place
        self.trouble.hide()
        prices, known = PriceList(self._file, ()), True
        try:
            currency, date, source = self.mapping.usual_values()
            columns = self.mapping.columns()
            prices = read_prices(self._sheets, self._file, columns, currency, date, source or self._file)
        except FatdeskError as error:
            known = False
            self._tell(str(error))
        self.compared = compare(prices, place.parts() if place is not None else ())
        changes = list(self.compared.changes)
        self.table.show_items(changes, [True] * len(changes))
        lines = [str(error) for error in prices.bad]
        lines += [f"line {row.line}: {row.part_number}: {row.why}" for row in self.compared.ambiguous]
        lines += [f"line {row.line}: {row.part_number}: {row.why}" for row in self.compared.unmatched]
        more = len(lines) - MOST_TOLD
        self.left.setPlainText("\n".join([*lines[:MOST_TOLD], *([f"and {more} more"] if more > 0 else [])]))
        fits = "Every row fits a part" if known else "Not taken"
        self.left_title.setText(f"Not taken: {counted(len(lines), 'row')}" if lines else fits)
        self._count()

    def _count(self) -> None:
        taken, changes = len(self.table.taken), len(self.compared.changes)
        verb = "changes" if changes == 1 else "change"
        self.head.setText(f"{counted(changes, 'price')} {verb} · {self.compared.same} are as they were")
        self.take.setText(f"Take {counted(taken, 'price')}" if taken else "Take")
        self.take.setEnabled(taken > 0 and self.places.place is not None)

    def _take(self) -> None:
        place = self.places.place
        changes = [self.table.items[n] for n in self.table.taken]
        if place is None or not changes:
            return
        try:
            self.told = place.price(changes)
        except FatdeskError as error:
            self._tell(in_sentence(str(error)))
            return
        self.accept()

    def _tell(self, text: str) -> None:
        self.trouble.setText(text)
        self.trouble.show()
