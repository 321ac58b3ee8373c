"""Model of a table: sorting, filtering and grouping of row numbers, so that long lists stay fast."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QWidget

from fatdesk.gui.tables.column import Cell, Column, Row
from fatdesk.gui.widgets.numbers import UNKNOWN, in_field
from fatdesk.gui.widgets.plain_text import tip
from fatdesk.gui.widgets.refusal import Refusal
from fatdesk.gui.widgets.sorting import Numbers, codes


class Groups(NamedTuple):
    """Titles in their order, and pairs of a row and its group.

    A row may be in several groups.
    """

    titles: list[str]
    row: Numbers
    group: Numbers


class Lines(NamedTuple):
    """Lines of a table: the number of a row, or ``-1 - g`` for the head of group g.

    ``members`` are the rows of all groups one after the other, open or not; those of the ``present`` group
    number i begin at ``starts[i]``.
    """

    line: Numbers
    members: Numbers
    present: Numbers
    starts: Numbers

    def of(self, group: int) -> Numbers:
        """The rows of a group, in their order."""
        at = int(np.searchsorted(self.present, group))
        if at == len(self.present) or self.present[at] != group:
            return self.members[:0]
        return self.members[self.starts[at] :][: int(np.diff(self.starts, append=len(self.members))[at])]


def ungrouped(order: Numbers) -> Lines:
    """Every row is a line."""
    none = np.empty(0, np.int64)
    return Lines(order, none, none, none)


def grouped(order: Numbers, count: int, groups: Groups, closed: NDArray[np.bool_]) -> Lines:
    """Lines of the rows in ``order`` (of ``count`` in all) under the heads of their groups.

    >>> groups = Groups(["a", "b"], np.array([0, 1, 1]), np.array([1, 1, 0]))
    >>> grouped(np.array([1, 0]), 2, groups, np.array([False, False])).line.tolist()
    [-1, 1, -2, 1, 0]
    """
    place = np.full(count, -1, np.int64)
    place[order] = np.arange(len(order))
    kept = place[groups.row] >= 0
    row, group = groups.row[kept], groups.group[kept]
    by = np.lexsort((place[row], group))
    row, group = row[by], group[by]
    present, starts, counts = np.unique(group, return_index=True, return_counts=True)
    shown = np.where(closed[present], 0, counts)
    heads = np.concatenate(([0], np.cumsum(shown)[:-1])) if len(present) else present
    line = np.insert(row[~closed[group]], heads, -1 - present)
    return Lines(line, row, present, starts)


Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Mask = NDArray[np.bool_]
NONE = np.empty(0, np.int64)


class RowsModel(QAbstractTableModel, Generic[Row]):
    """Rows, of which some are shown in some order, perhaps under the heads of groups.

    ``arranged`` is emitted when the same rows are in another order; ``head_cells`` says what the heads of
    groups show in columns besides their title, by the ids of columns.
    """

    arranged = Signal()

    def __init__(self, columns: Sequence[Column[Row]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self.rows: Sequence[Row] = ()
        self.lines: Lines = ungrouped(NONE)
        self.kept: Numbers = NONE
        """Numbers of the rows that pass the filter."""
        self.sorted_by: tuple[int, bool] | None = None
        self.is_group: Callable[[Row], bool] = lambda _: False
        self.groups: Groups | None = None
        self.closed: set[str] = set()
        self.head_cells: Callable[[Lines], list[dict[str, str]]] = lambda lines: [{}] * len(lines.present)
        self.head_links: frozenset[str] = frozenset()
        """Ids of the columns whose texts in heads of groups are links."""
        self.together: Callable[[int], list[int]] = lambda line: [line]
        """The lines that an edit of one is meant for."""
        self.titles: dict[str, str] = {}
        """Titles of columns that depend on the project, by their ids."""
        self._refused: dict[tuple[int, int], tuple[Refusal, object]] = {}
        """Refused texts by row number and column, kept while the value below them is the same."""
        self._heads: dict[int, dict[str, str]] = {}
        self._mask: Callable[[Sequence[Row]], Mask] | None = None
        self._make_groups: Callable[[Sequence[Row]], Groups] | None = None
        self._ranks: dict[int, Numbers] = {}

    # What is shown

    def show(self, rows: Sequence[Row]) -> None:
        """Show other rows, filtered, grouped and sorted as before."""
        self.beginResetModel()
        self.rows = rows
        self._ranks = {}
        self._take_groups()
        self._arrange()
        self.endResetModel()

    def follow(self, rows: Sequence[Row]) -> None:
        """Show the same rows with other values: what is selected, and where one is, stays."""
        if len(rows) != len(self.rows) or self.groups is not None or self._mask is not None:
            self.show(rows)
            return
        self.rows, self._ranks = rows, {}
        if self.sorted_by is not None:
            self._rearrange()
        elif rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self.columns) - 1))

    def filter(self, wanted: Callable[[Row], bool] | None) -> None:
        """Show only the rows that are wanted."""
        if wanted is None:
            self.filter_by(None)
            return
        test = wanted
        self.filter_by(lambda rows: np.fromiter(map(test, rows), np.bool_, len(rows)))

    def filter_by(self, mask: Callable[[Sequence[Row]], Mask] | None) -> None:
        """Show only the rows of a mask over all of them."""
        self._mask = mask
        self._rearrange()

    def group_by(self, make: Callable[[Sequence[Row]], Groups] | None) -> None:
        """Put rows under the heads of groups; None: no groups."""
        self._make_groups = make
        self.closed = set()
        self._take_groups()
        self._rearrange()

    def _take_groups(self) -> None:
        self.groups = None if self._make_groups is None else self._make_groups(self.rows)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; equals stay in their order."""
        self.sorted_by = (column, order == Qt.SortOrder.DescendingOrder) if column >= 0 else None
        self._rearrange()

    def _rearrange(self) -> None:
        self.beginResetModel()
        self._arrange()
        self.endResetModel()
        self.arranged.emit()

    def _arrange(self) -> None:
        mask, rows = self._mask, self.rows
        self.kept = np.arange(len(rows)) if mask is None else np.flatnonzero(mask(rows))
        order = self.kept
        if self.sorted_by is not None:
            column, down = self.sorted_by
            rank = self._rank(column)[order]
            order = order[np.argsort(-rank if down else rank, kind="stable")]
        self._lay(order)

    def _lay(self, order: Numbers) -> None:
        self._order = order
        groups = self.groups
        if groups is None:
            self.lines, self._heads = ungrouped(order), {}
            return
        closed = np.fromiter((title in self.closed for title in groups.titles), np.bool_, len(groups.titles))
        self.lines = grouped(order, len(self.rows), groups, closed)
        cells = self.head_cells(self.lines)
        self._heads = dict(zip(self.lines.present.tolist(), cells, strict=True))

    def _rank(self, number: int) -> Numbers:
        """Places of all rows by a column, worked out once."""
        if number not in self._ranks:
            column = self.columns[number]
            self._ranks[number] = codes(map(column.key or column.text, self.rows)).rank(column.order)
        return self._ranks[number]

    def set_open(self, groups: Sequence[int], is_open: bool) -> None:
        """Open or close groups."""
        assert self.groups is not None
        titles = {self.groups.titles[group] for group in groups}
        self.closed = self.closed - titles if is_open else self.closed | titles
        self.beginResetModel()
        self._lay(self._order)
        self.endResetModel()
        self.arranged.emit()

    # Rows and lines

    def head(self, line: int) -> int | None:
        """The group whose head a line is."""
        number = int(self.lines.line[line])
        return None if number >= 0 else -1 - number

    def row(self, line: int) -> Row:
        """The row at a line, which is no head."""
        return self.rows[int(self.lines.line[line])]

    def shown(self) -> list[Row]:
        """All rows that are shown, in their order; rows of closed groups are not."""
        return [self.rows[number] for number in self.lines.line.tolist() if number >= 0]

    def title(self, group: int) -> str:
        """The title of a group."""
        assert self.groups is not None
        return self.groups.titles[group]

    def note(self, group: int) -> str:
        """The text after the title of a group: the cell of the column without a name."""
        return self._heads[group].get("", "")

    def head_texts(self, column: int) -> list[str]:
        """The texts of a column in the heads of all groups."""
        return [cells.get(self.columns[column].id, "") for cells in self._heads.values()]

    def is_open(self, group: int) -> bool:
        """Whether the rows of a group are shown."""
        return self.title(group) not in self.closed

    def cell(self, line: int, column: int) -> Cell:
        """Return the contents of a cell."""
        group, spec = self.head(line), self.columns[column]
        if group is not None:
            text = self._heads[group].get(spec.id, "")
            tone = "accent_text" if spec.id in self.head_links else "warn" if text == UNKNOWN else "text"
            return Cell(text, tone, number=spec.number, group=True)
        row = self.row(line)
        found = spec.cell(row)
        if self._refused and (refusal := self.refusal(line, column)) is not None:
            found = found._replace(text=refusal.typed, tone="error", refusal=refusal.why)
        return found._replace(group=True) if self.is_group(row) else found

    def refusal(self, line: int, column: int) -> Refusal | None:
        """Return the refused text of a cell; None if there is none."""
        found = self._refused.get((int(self.lines.line[line]), column))
        if found is None:
            return None
        row = self.row(line)
        same = found[0].was == self.columns[column].text(row) and found[1] == self._identity(row)
        return found[0] if same else None

    def _identity(self, row: Row) -> object:
        """The first cells of a row, by which it differs from one that takes its place later."""
        return [column.text(row) for column in self.columns[:2]]

    def refuse(self, line: int, column: int, typed: str, why: str) -> None:
        """Keep a refused text in its cell with the reason; without a reason forget it."""
        key = (int(self.lines.line[line]), column)
        if why:
            row = self.row(line)
            self._refused[key] = Refusal(self.columns[column].text(row), typed, why), self._identity(row)
        elif self._refused.pop(key, None) is None:
            return
        index = self.index(line, column)
        self.dataChanged.emit(index, index)

    def forget_refusals(self) -> None:
        """Forget refused texts, for rows of something else."""
        self._refused.clear()

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        """Lines."""
        return 0 if parent.isValid() else len(self.lines.line)

    def columnCount(self, parent: Index = ROOT) -> int:
        """Columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Titles of the columns."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.titles.get(column.id, column.title)
        if role == Qt.ItemDataRole.AccessibleTextRole:  # narrow columns have no title
            return self.titles.get(column.id, column.title) or column.about or column.id
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(column.about) if column.about else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text of a cell, for editors and screen readers."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return None
        group = self.head(index.row())
        if group is not None and not index.column():
            return self.title(group)
        cell = self.cell(index.row(), index.column())
        return cell.shown if role == Qt.ItemDataRole.DisplayRole else cell.text

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Whether a cell can be selected or typed into."""
        if self.head(index.row()) is not None:
            return _FLAGS[False, False]
        row = self.row(index.row())
        return _FLAGS[not self.is_group(row), self.columns[index.column()].can_edit(row)]

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Apply typed text to all rows that it is meant for; unchanged text is no edit."""
        column, row = self.columns[index.column()], self.row(index.row())
        text = str(value).strip()
        now = column.text(row)
        unchanged = text in (now, in_field(now)) if column.number else text == now
        if role != Qt.ItemDataRole.EditRole or unchanged or not column.can_edit(row):
            return False
        if column.edit_all is None:
            return column.edit is not None and column.edit(row, text)
        lines = [line for line in self.together(index.row()) if self.head(line) is None]
        rows = {int(self.lines.line[line]): self.row(line) for line in lines}
        return column.edit_all([some for some in rows.values() if column.can_edit(some)], text)


_FLAGS = {
    (picked, typed): Qt.ItemFlag.ItemIsEnabled
    | (Qt.ItemFlag.ItemIsSelectable if picked else Qt.ItemFlag.NoItemFlags)
    | (Qt.ItemFlag.ItemIsEditable if typed else Qt.ItemFlag.NoItemFlags)
    for picked in (False, True)
    for typed in (False, True)
}
"""By whether a cell can be selected, and typed into."""
