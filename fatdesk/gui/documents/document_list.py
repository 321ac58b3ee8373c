"""The list of saved jobs and documents: name, what it is, and when it was made last."""

from collections.abc import Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.document import HANDOUTS, Handout
from fatdesk.gui.documents.document_rows import ROW, HandoutModel, Head, Hint, Index, rows_of
from fatdesk.gui.menus.actions import BY_ID, JOBS, keys_in_view
from fatdesk.project.document.export_job import ExportJob

KEYS = keys_in_view(*JOBS, BY_ID["delete"])
"""Keys that the list hears."""


class HandoutPainter(QStyledItemDelegate):
    """Two lines a job or document."""

    def __init__(self, desk: Desk, parent: "HandoutList") -> None:
        super().__init__(parent)
        self._theme, self._list = desk.theme, parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Titles are lower, hints as high as their words."""
        px, row = self._theme.px, index.data(ROW)
        if isinstance(row, Head):
            return QSize(0, px(30))
        if isinstance(row, Hint):
            wide = max(px(100), self._list.viewport().width() - px(24))
            metrics = QFontMetrics(self._theme.font(12))
            wrap = int(Qt.TextFlag.TextWordWrap)
            return QSize(0, metrics.boundingRect(QRect(0, 0, wide, 1000), wrap, row.words).height() + px(14))
        return QSize(0, px(44))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        theme, rect, row = self._theme, option.rect, index.data(ROW)
        px = theme.px
        line = QRectF(rect.left() + px(12), rect.top(), rect.width() - px(20), rect.height())
        painter.save()
        if isinstance(row, Head):
            painter.fillRect(rect, theme.colour("panel"))
            self._line(painter, line, (row.title, theme.strong(12), "text2"), (f"{row.count:,}", "text3"))
        elif isinstance(row, Hint):
            painter.fillRect(rect, theme.colour("base"))
            painter.setPen(theme.colour("text2"))
            painter.setFont(theme.font(12))
            words = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter)
            painter.drawText(line, words, row.words)
        else:
            self._paint_one(painter, option, index, row)
        painter.restore()

    def _paint_one(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, row: ExportJob | Handout
    ) -> None:
        theme, rect, px = self._theme, option.rect, self._theme.px
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(rect, theme.colour("accent_tint" if chosen else "base"))
        painter.setPen(theme.colour("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if chosen:
            painter.fillRect(rect.left(), rect.top(), px(3), rect.height(), theme.colour("accent"))
        model = index.model()
        assert isinstance(model, HandoutModel)
        words, tone = model.told(row)
        left, wide = rect.left() + px(12), rect.width() - px(20)
        above = QRectF(left, rect.top() + px(3), wide, px(19))
        below = QRectF(left, rect.top() + px(21), wide, px(19))
        self._line(painter, above, (row.name, theme.strong(), "text"), model.told_run(row))
        self._line(painter, below, (words, theme.font(12), tone), ("", ""))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def _line(
        self, painter: QPainter, line: QRectF, told: tuple[str, QFont, str], more: tuple[str, str]
    ) -> None:
        """Words at the left, which give way to those at the right."""
        theme, middle = self._theme, int(Qt.AlignmentFlag.AlignVCenter)
        (words, font, ink), (right, other) = told, more
        small = theme.font(12)
        taken = QFontMetrics(small).horizontalAdvance(right) + theme.px(8) if right else 0
        painter.setFont(font)
        painter.setPen(theme.colour(ink))
        wide = int(line.width() - taken)
        painter.drawText(
            line, middle, QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, wide)
        )
        if right:
            painter.setFont(small)
            painter.setPen(theme.colour(other))
            painter.drawText(line, middle | int(Qt.AlignmentFlag.AlignRight), right)


class HandoutList(QListView):
    """One job or document is looked at, several can be selected; ``asked`` carries the id of an action."""

    chosen = Signal()
    asked = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.handouts = HandoutModel(self)
        self.setModel(self.handouts)
        self.setItemDelegate(HandoutPainter(desk, self))
        self.setAccessibleName("Jobs and documents")
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self._jobs: Sequence[ExportJob] = ()
        self._wanted = ""
        self._telling = True
        self.selectionModel().selectionChanged.connect(self._tell)
        self.choose(HANDOUTS[0].name)

    def show_rows(self, jobs: Sequence[ExportJob], wanted: str) -> None:
        """Show jobs and documents that hold what is wanted; what was selected stays so where it is there."""
        if jobs == self._jobs and wanted == self._wanted:
            return
        self._jobs, self._wanted = tuple(jobs), wanted
        keys = [(isinstance(row, ExportJob), row.name) for row in self.chosen_rows()]
        current, before = self._current(), self.looked_at
        scrolled = self.verticalScrollBar().value()
        self._telling = False
        self.handouts.show(rows_of(jobs, wanted))
        there = [key for key in keys if self.handouts.number_of(key) is not None]
        self._select(there or self._first(), current)
        self._telling = True
        self.verticalScrollBar().setValue(scrolled)
        if self.looked_at != before:
            self.chosen.emit()

    def _tell(self, *_: object) -> None:
        if self._telling:
            self.chosen.emit()

    def _first(self) -> list[tuple[bool, str]]:
        rows = [row for row in self.handouts.rows if isinstance(row, ExportJob | Handout)]
        rows.sort(key=lambda row: isinstance(row, ExportJob))
        return [(isinstance(row, ExportJob), row.name) for row in rows[:1]]

    def _current(self) -> tuple[bool, str] | None:
        row = self.looked_at
        return None if row is None else (isinstance(row, ExportJob), row.name)

    def _select(self, keys: Sequence[tuple[bool, str]], current: tuple[bool, str] | None) -> None:
        numbers = [n for key in keys if (n := self.handouts.number_of(key)) is not None]
        picked = QItemSelection()
        for number in numbers:
            index = self.handouts.index(number)
            picked.select(index, index)
        at = self.handouts.number_of(current) if current in keys and current is not None else None
        at = numbers[0] if at is None and numbers else at
        flags = QItemSelectionModel.SelectionFlag
        if at is not None:
            self.selectionModel().setCurrentIndex(self.handouts.index(at), flags.NoUpdate)
        self.selectionModel().select(picked, flags.ClearAndSelect)

    def choose(self, name: str) -> None:
        """Select one document by the name of its file."""
        self._choose((False, name))

    def choose_job(self, name: str) -> None:
        """Select one job."""
        self._choose((True, name))

    def _choose(self, key: tuple[bool, str]) -> None:
        self._select([key], key)
        number = self.handouts.number_of(key)
        if number is not None:
            self.scrollTo(self.handouts.index(number))

    def chosen_rows(self) -> list[ExportJob | Handout]:
        """What is selected, in the order of the list."""
        numbers = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        rows = [self.handouts.rows[number] for number in numbers if number < len(self.handouts.rows)]
        return [row for row in rows if isinstance(row, ExportJob | Handout)]

    def chosen_handouts(self) -> list[Handout]:
        """The documents that are selected."""
        return [row for row in self.chosen_rows() if isinstance(row, Handout)]

    def chosen_jobs(self) -> list[ExportJob]:
        """The jobs that are selected."""
        return [row for row in self.chosen_rows() if isinstance(row, ExportJob)]

    @property
    def looked_at(self) -> Handout | ExportJob | None:
        """What is previewed: the current row while it is selected."""
        found = self.chosen_rows()
        at = self.currentIndex()
        row = self.handouts.rows[at.row()] if at.isValid() and at.row() < len(self.handouts.rows) else None
        if isinstance(row, ExportJob | Handout) and row in found:
            return row
        return found[0] if found else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of jobs; the rest moves through the list."""
        what = KEYS.get(QKeySequence(event.keyCombination()).toString())
        if what is not None:
            self.asked.emit(what)
        else:
            super().keyPressEvent(event)
