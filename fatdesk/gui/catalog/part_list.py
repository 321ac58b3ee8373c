"""List of parts by kind, with price and cable colour, and a filter."""

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QVBoxLayout, QWidget

from fatdesk.engine.cabling.choosing import CODES
from fatdesk.engine.catalog.descriptions import KINDS, price_range, what_it_is
from fatdesk.engine.catalog.parts import Cable
from fatdesk.gui.desk import Desk
from fatdesk.gui.libraries.library import Entry
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.grouping import Groups, Lines
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.widgets.numbers import UNKNOWN, counted, money
from fatdesk.gui.widgets.plain_text import tip

UNREAD = "Files that cannot be read"
TITLES = [*(several for several, _ in KINDS.values()), UNREAD]
NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


def price_text(entry: Entry) -> str:
    """Return the price of a part as shown in the list."""
    found = None if entry.part is None else price_range(entry.part)
    if found is None:
        return "" if entry.part is None else UNKNOWN
    if found.least == found.highest:
        return money(found.least)
    return f"{_short(found.least)}–{_short(found.highest)}"


def _short(amount: Decimal) -> str:
    return f"{amount:,.0f}" if amount == amount.to_integral_value() else f"{amount:,.2f}"


def _swatch(entry: Entry) -> str | None:
    return CODES.get(entry.part.medium) if isinstance(entry.part, Cable) else None


def first_key(entries: Sequence[Entry]) -> list[str]:
    """Return the key of the part that the list shows first, in a list; empty if there are no parts."""
    first = min(entries, key=_group, default=None)
    return [] if first is None else [first.key]


def _group(row: Entry) -> int:
    return len(TITLES) - 1 if row.part is None else NUMBERS[type(row.part)]


def _groups(rows: Sequence[Entry]) -> Groups:
    return Groups(TITLES, np.arange(len(rows)), np.fromiter(map(_group, rows), np.int64, len(rows)))


def _heads(lines: Lines) -> list[dict[str, str]]:
    return [{"Price": f"{len(lines.of(group)):,}"} for group in lines.present.tolist()]


class SearchTexts:
    """Text of each part that the filter searches, built once for the same parts."""

    def __init__(self) -> None:
        self._of: Sequence[Entry] | None = None
        self._words: list[str] = []

    def mask(self, rows: Sequence[Entry], typed: str) -> NDArray[np.bool_]:
        """Return a mask of the parts that contain every typed word."""
        if self._of is not rows:
            self._of, self._words = rows, [_search_text(row) for row in rows]
        wanted = typed.casefold().split()
        found = (all(word in text for word in wanted) for text in self._words)
        return np.fromiter(found, np.bool_, len(rows))


def _search_text(entry: Entry) -> str:
    part = entry.part
    if part is None:
        return entry.key.casefold()
    kind = KINDS[type(part)][1]
    return " ".join((part.id, part.name, part.vendor, part.part_number, kind, what_it_is(part))).casefold()


class PartList(QWidget):
    """Filter and list; ``chosen`` signals a change of the selection, ``adding`` a click on Add."""

    chosen = Signal()
    adding = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self._desk, self._words = desk, SearchTexts()
        self.setProperty("role", "base")
        self.setFixedWidth(px(300))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(px(8), px(8), px(8), px(8))
        self.filter = QLineEdit()
        self.filter.setObjectName("filter")
        self.filter.setAccessibleName("Filter parts")
        self.filter.setToolTip(tip("Searches id, name, vendor, part number, kind and ports"))
        self.filter.setClearButtonEnabled(True)
        self._glass = self.filter.addAction(
            icon(desk.theme, "search", px(16)), QLineEdit.ActionPosition.LeadingPosition
        )
        self.filter.textChanged.connect(lambda _: self._filter())
        self.filter.returnPressed.connect(self._enter)
        self.add = QToolButton()
        self.add.setObjectName("add-part")
        self.add.setToolTip(tip("Add a part"))
        self.add.setAccessibleName("Add a part")
        self.add.clicked.connect(self.adding)
        row.addWidget(self.filter, 1)
        row.addWidget(self.add)
        column.addLayout(row)
        self.model: RowsModel[Entry] = RowsModel(
            (
                Column(
                    "Part",
                    180,
                    lambda entry: entry.title,
                    swatch=_swatch,
                    stretch=True,
                    mark=lambda entry: "error" if entry.problems else "",
                    corner=lambda entry: bool(entry.own),
                ),
                Column(
                    "Price",
                    110,
                    price_text,
                    number=True,
                    tone=lambda entry: "warn" if price_text(entry) == UNKNOWN else "text",
                ),
            ),
            self,
        )
        self.model.head_cells = _heads
        self.model.group_by(_groups)
        self.table = Table(desk, self.model, "Parts of the catalog")
        self.table.setObjectName("table-parts")
        self.table.horizontalHeader().hide()
        self.table.chosen.connect(self.chosen)
        column.addWidget(self.table, 1)
        desk.theme.changed.connect(self.look)
        self.look()

    def look(self) -> None:
        """Update icons to the theme."""
        px = self._desk.theme.px
        self.add.setIcon(icon(self._desk.theme, "plus", px(18)))
        self._glass.setIcon(icon(self._desk.theme, "search", px(16)))

    def show_entries(self, entries: Sequence[Entry], keys: Sequence[str]) -> None:
        """Show parts, some of them selected."""
        self.filter.setPlaceholderText(f"Filter {counted(len(entries), 'part')}")
        self.model.show(entries)
        self._mark(keys, reveal=True)
        self._say()

    def _mark(self, keys: Sequence[str], *, reveal: bool) -> None:
        wanted = set(keys)
        self.table.mark_rows(lambda entry: entry.key in wanted, reveal)

    def choose(self, keys: Sequence[str]) -> None:
        """Select parts and emit ``chosen``."""
        if keys and not any(entry.key in keys for entry in self.model.shown()):
            self.filter.clear()
        self._mark(keys, reveal=True)
        self.chosen.emit()

    def keys(self) -> list[str]:
        """Return the selected keys in list order."""
        return [entry.key for entry in self.table.chosen_rows()]

    def _filter(self) -> None:
        typed = self.filter.text().strip()
        self.model.filter_by((lambda rows: self._words.mask(rows, typed)) if typed else None)
        self._say()

    def _enter(self) -> None:
        """Select the first match and focus the list."""
        shown = self.model.shown()
        if shown:
            self.choose([shown[0].key])
            self.table.setFocus()

    def _say(self) -> None:
        typed = bool(self.filter.text().strip())
        self.table.empty = "No matching parts" if typed else "No parts yet"
