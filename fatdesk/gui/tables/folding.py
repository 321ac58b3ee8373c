"""A table view that sizes its columns, and folds secondary ones while there is no room for them."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QItemSelectionModel
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.tables.model import RowsModel
from fatdesk.gui.tables.pinned import PinnedTable
from fatdesk.gui.theme.theme import BODY

HEAD, PADDING, LEEWAY, HEAD_LEEWAY = 12, 16, 3, 2
"""Size of the titles of columns, and the space at both sides of one with the line between them,
and what other digits may need more, in pixels."""


class FoldingTable(PinnedTable):
    """A table view whose secondary columns fold, the rightmost first, until the others fit without scrolling.

    Attributes
    ----------
    folded
        Columns that are out of view for want of room; they come back in a wider window.
    kept
        Secondary columns that somebody chose to see, where there is no room for them either.
    """

    def __init__(self, desk: Desk, model: RowsModel[Any], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = model
        self._desk = desk
        self.folded: set[int] = set()
        self.kept: set[int] = set()
        self._widths: dict[int, int] = {}
        self._widened: dict[int, int] = {}

    def keep(self, number: int, on: bool) -> None:
        """Keep a column in view, or let it be folded."""
        (self.kept.add if on else self.kept.discard)(number)

    def wanted_columns(self) -> list[int]:
        """The columns that are in view where there is room, from left to right."""
        head = self.horizontalHeader()
        places = map(head.logicalIndex, range(head.count()))
        return [c for c in places if c in self.folded or not head.isSectionHidden(c)]

    def fit(self) -> None:
        """Fold and unfold columns by the room that there is."""
        wanted = self.wanted_columns()
        needed, room = sum(map(self.needed_width, wanted)), self.viewport().width()
        folded = set()
        for number in reversed(wanted):
            if needed <= room:
                break
            if self.rows.columns[number].secondary and number not in self.kept:
                folded.add(number)
                needed -= self.needed_width(number)
        changed, self.folded = folded ^ self.folded, folded
        for number in sorted(changed):
            self.hide_column(number, number in folded)
        if changed:
            self.updateGeometries()  # else the range of scrolling is that of the columns before
        if self.currentIndex().column() in folded:  # the current cell is one in view
            index = self.currentIndex().siblingAtColumn(self.first_column())
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    def unfold(self) -> None:
        """Show the folded columns, before they are arranged."""
        folded, self.folded = self.folded, set()
        for number in sorted(folded):
            self.hide_column(number, False)

    def shown_columns(self) -> list[int]:
        """The columns that are not hidden, from left to right."""
        head = self.horizontalHeader()
        return [c for c in map(head.logicalIndex, range(head.count())) if not head.isSectionHidden(c)]

    def show_column(self, number: int, on: bool) -> None:
        """Show or hide a column; a secondary one stays folded while there is no room for it."""
        if not on or number not in self.folded:
            self.folded.discard(number)
            self.hide_column(number, not on)
        self.fit()

    def hide_column(self, number: int, hidden: bool) -> None:
        """Hide a column, or show it with the width that it had."""
        if hidden and not self.isColumnHidden(number):
            self._widths[number] = self.columnWidth(number)
        self.setColumnHidden(number, hidden)
        self.stretch()

    def needed_width(self, number: int) -> int:
        """Return the width that a column takes in view: the least one of a column that stretches."""
        if self.rows.columns[number].stretch:
            return self._desk.theme.text_px(self.rows.columns[number].width)
        return self.hidden_width(number) if self.isColumnHidden(number) else self.columnWidth(number)

    def first_width(self, number: int) -> int:
        """Return the width with which a column begins: that of its design, or more for a longer title."""
        theme = self._desk.theme
        title = QFontMetrics(theme.strong(HEAD)).horizontalAdvance(self.title_of(number))
        return max(theme.text_px(self.rows.columns[number].width), title + theme.px(PADDING))

    def widen(self, number: int, texts: Iterable[str], heads: Iterable[str] = ()) -> None:
        """Make a column that nobody resized wide enough for some texts, up to three times its width.

        ``heads`` are in the bold letters of the heads of groups.
        """
        first, theme = self.first_width(number), self._desk.theme
        if self.columnWidth(number) in (first, self._widened.get(number)):
            metrics, bold = QFontMetrics(theme.font(BODY)), QFontMetrics(theme.strong(BODY))
            widest = max(map(metrics.horizontalAdvance, texts), default=0) + theme.px(LEEWAY)
            strong = max(map(bold.horizontalAdvance, heads), default=0) + theme.px(HEAD_LEEWAY)
            need = max(widest, strong) + theme.px(PADDING)
            self._widened[number] = min(max(first, need), 3 * first)
            self.setColumnWidth(number, self._widened[number])

    def hidden_width(self, number: int) -> int:
        """Return the width of a hidden column."""
        return self._widths.get(number) or self.first_width(number)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share what is left among the columns that stretch; none gets less than its own width."""
        super().resizeEvent(event)
        self.fit()
        self.stretch()

    def stretch(self) -> None:
        """Share what is left among the columns that stretch."""
        columns = enumerate(self.rows.columns)
        wide = [number for number, one in columns if one.stretch and not self.isColumnHidden(number)]
        least = [self._desk.theme.text_px(self.rows.columns[number].width) for number in wide]
        others = self.horizontalHeader().length() - sum(map(self.columnWidth, wide))
        left = max(0, self.viewport().width() - others - sum(least))
        for at, (number, width) in enumerate(zip(wide, least, strict=True)):
            self.setColumnWidth(number, width + left * (at + 1) // len(wide) - left * at // len(wide))

    def title_of(self, number: int) -> str:
        """Return the title of a column, with its unit."""
        column = self.rows.columns[number]
        return self.rows.titles.get(column.id, column.title)
