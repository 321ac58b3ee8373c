"""List of export jobs and documents: name, description, last run; filter and button for new jobs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.number_text import counted
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.document import BY_NAME, DOCUMENTS, GROUPS, Document
from fatdesk.gui.documents.export_jobs import READY, Run, decided
from fatdesk.gui.menus.actions import BY_ID, JOBS, keys_in_view
from fatdesk.gui.widgets.dates import time_or_date
from fatdesk.gui.widgets.menu_button import MenuButton
from fatdesk.gui.widgets.plain_text import menu_text, tip
from fatdesk.project.document.export_job import ExportJob

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True)
class Head:
    """Heading of a group with the number of rows."""

    title: str
    count: int


@dataclass(frozen=True)
class Hint:
    """Hint in an empty group."""

    words: str


Row = Head | Hint | ExportJob | Document
NO_JOBS = Hint(
    "None yet. New job saves the selected documents and settings, to export them the same way again."
)
NO_MATCH = Hint("No matching jobs or documents.")
MAIN = ("wiring.pdf", "wiring.xlsx", "bill.pdf", "bill.xlsx", "diagrams.pdf", "floor.pdf", "elevations.pdf")
"""Documents that most users look for, in the order in which they are listed before all others."""


def rows_of(jobs: Sequence[ExportJob], wanted: str = "") -> list[Row]:
    """Return the export jobs, the main documents, then the others by group, that contain all filter words."""
    words = wanted.casefold().split()

    def fits(*texts: str) -> bool:
        return all(word in " ".join(texts).casefold() for word in words)

    found: list[Row] = []
    shown = [job for job in jobs if fits(job.name, job.folder, *job.documents)]
    if shown or not words:
        found.append(Head("Export jobs", len(shown)))
        found += shown or [NO_JOBS]
    groups = {"Main documents": [BY_NAME[name] for name in MAIN]}
    for kind, title in GROUPS.items():
        groups[title] = [one for one in DOCUMENTS if one.kind == kind and one.name not in MAIN]
    for title, inside in groups.items():
        some = [one for one in inside if fits(one.name, one.description)]
        if some:
            found += [Head(title, len(some)), *some]
    return found or [NO_MATCH]


def scope_text(job: ExportJob) -> str:
    """Return the scope of a job: number of documents, racks, folder."""
    folder = f" → {job.folder}" if job.folder else ""
    racks = f" · racks {job.racks}" if job.racks.strip() else ""
    return f"{counted(len(job.documents), 'document')}{racks}{folder}"


class DocumentModel(QAbstractListModel):
    """List model of rows with their last runs and the problems of jobs."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[Row] = rows_of(())
        self.runs: Mapping[tuple[bool, str], Run] = {}
        self.wrong: Mapping[str, str] = {}
        """Reason why a job cannot run, by job name."""
        self.state = ""

    def show(self, rows: list[Row]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def last_run_text(self, row: Document | ExportJob) -> tuple[str, str]:
        """Return the time of the last run of a row, and its colour."""
        run = self.runs.get((isinstance(row, ExportJob), row.name))
        if run is None:
            return "never", "text3"
        when = time_or_date(run.when, datetime.now().astimezone())
        if run.state != self.state or (isinstance(row, ExportJob) and run.decided != decided(row)):
            return f"{when}, outdated", "warn"
        return when, "text2"

    def second_line(self, row: Document | ExportJob) -> tuple[str, str]:
        """Return the second line of a row, and its colour."""
        if isinstance(row, Document):
            return row.description, "text2"
        wrong = self.wrong.get(row.name, "")
        return (wrong, "warn") if wrong else (scope_text(row), "text2")

    def number_of(self, key: tuple[bool, str]) -> int | None:
        """Return the row number of a job or document by kind and name."""
        for number, row in enumerate(self.rows):
            if isinstance(row, ExportJob | Document) and (isinstance(row, ExportJob), row.name) == key:
                return number
        return None

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a row, or its text for screen readers."""
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, ExportJob | Document):
            more = "\n" + ", ".join(row.documents) if isinstance(row, ExportJob) else ""
            return tip(f"{row.name}\n{self.second_line(row)[0]}{more}")
        return None

    def _words(self, row: Row) -> str:
        if isinstance(row, Head):
            return f"{row.title}, {row.count}"
        if isinstance(row, Hint):
            return row.words
        kind = "job" if isinstance(row, ExportJob) else ""
        return ", ".join(
            filter(
                None, [row.name, kind, self.second_line(row)[0], f"last run: {self.last_run_text(row)[0]}"]
            )
        )

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Make headings and hints unselectable."""
        if isinstance(self.rows[index.row()], Head | Hint):
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


KEYS = keys_in_view(*JOBS, BY_ID["duplicate"], BY_ID["delete"])
"""Keys handled by the list."""


WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)


class DocumentPainter(QStyledItemDelegate):
    """Paints a job or document: its name and last run, and its description in the lines that it needs."""

    def __init__(self, desk: Desk, parent: "DocumentList") -> None:
        super().__init__(parent)
        self._theme, self._list = desk.theme, parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row: entry, heading or hint."""
        px, row = self._theme.px, index.data(ROW)
        if isinstance(row, Head):
            return QSize(0, px(30))
        if isinstance(row, Hint):
            return QSize(0, self._height(row.words) + px(14))
        model = index.model()
        assert isinstance(model, DocumentModel)
        return QSize(0, px(27) + self._height(model.second_line(row)[0]))

    def _height(self, words: str) -> int:
        """Return the height of a wrapped text."""
        px = self._theme.px
        room = QRect(0, 0, max(px(100), self._list.viewport().width() - px(20)), 1000)
        return QFontMetrics(self._theme.font(12)).boundingRect(room, WRAPPED, words).height()

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
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, row: ExportJob | Document
    ) -> None:
        theme, rect, px = self._theme, option.rect, self._theme.px
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(rect, theme.colour("accent_tint" if chosen else "base"))
        painter.setPen(theme.colour("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if chosen:
            painter.fillRect(rect.left(), rect.top(), px(3), rect.height(), theme.colour("accent"))
        model = index.model()
        assert isinstance(model, DocumentModel)
        words, tone = model.second_line(row)
        left, wide = rect.left() + px(12), rect.width() - px(20)
        above = QRectF(left, rect.top() + px(3), wide, px(19))
        below = QRectF(left, rect.top() + px(22), wide, rect.height() - px(24))
        self._line(painter, above, (row.name, theme.strong(), "text"), model.last_run_text(row))
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour(tone))
        painter.drawText(below, WRAPPED, words)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def _line(
        self, painter: QPainter, line: QRectF, left: tuple[str, QFont, str], more: tuple[str, str]
    ) -> None:
        """Paint a line: text at the left, cut if needed, and text at the right."""
        theme, middle = self._theme, int(Qt.AlignmentFlag.AlignVCenter)
        (words, font, ink), (right, other) = left, more
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


class DocumentList(QListView):
    """List with a current row and a multiple selection; ``requested`` carries the id of an action."""

    chosen = Signal()
    requested = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.documents = DocumentModel(self)
        self.setObjectName("documents")
        self.setModel(self.documents)
        self.setItemDelegate(DocumentPainter(desk, self))
        self.setAccessibleName("Jobs and documents")
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self._jobs: Sequence[ExportJob] = ()
        self._wanted = ""
        self._telling = True
        self.selectionModel().selectionChanged.connect(self._tell)
        self.choose(DOCUMENTS[0].name)

    def show_rows(self, jobs: Sequence[ExportJob], wanted: str) -> None:
        """Show the jobs and documents that match a filter; the selection is kept."""
        if jobs == self._jobs and wanted == self._wanted:
            return
        self._jobs, self._wanted = tuple(jobs), wanted
        keys = [(isinstance(row, ExportJob), row.name) for row in self.chosen_rows()]
        current, before = self._current(), self.looked_at
        scrolled = self.verticalScrollBar().value()
        self._telling = False
        self.documents.show(rows_of(jobs, wanted))
        there = [key for key in keys if self.documents.number_of(key) is not None]
        self._select(there or self._first(), current)
        self._telling = True
        self.verticalScrollBar().setValue(scrolled)
        if self.looked_at != before:
            self.chosen.emit()

    def _tell(self, *_: object) -> None:
        if self._telling:
            self.chosen.emit()

    def _first(self) -> list[tuple[bool, str]]:
        rows = [row for row in self.documents.rows if isinstance(row, ExportJob | Document)]
        rows.sort(key=lambda row: isinstance(row, ExportJob))
        return [(isinstance(row, ExportJob), row.name) for row in rows[:1]]

    def _current(self) -> tuple[bool, str] | None:
        row = self.looked_at
        return None if row is None else (isinstance(row, ExportJob), row.name)

    def _select(self, keys: Sequence[tuple[bool, str]], current: tuple[bool, str] | None) -> None:
        numbers = [n for key in keys if (n := self.documents.number_of(key)) is not None]
        picked = QItemSelection()
        for number in numbers:
            index = self.documents.index(number)
            picked.select(index, index)
        at = self.documents.number_of(current) if current in keys and current is not None else None
        at = numbers[0] if at is None and numbers else at
        flags = QItemSelectionModel.SelectionFlag
        if at is not None:
            self.selectionModel().setCurrentIndex(self.documents.index(at), flags.NoUpdate)
        self.selectionModel().select(picked, flags.ClearAndSelect)

    def choose(self, name: str) -> None:
        """Select a document by file name."""
        self._choose((False, name))

    def choose_job(self, name: str) -> None:
        """Select a job."""
        self._choose((True, name))

    def _choose(self, key: tuple[bool, str]) -> None:
        self._select([key], key)
        number = self.documents.number_of(key)
        if number is not None:
            self.scrollTo(self.documents.index(number))

    def chosen_rows(self) -> list[ExportJob | Document]:
        """Return the selected rows in list order."""
        numbers = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        rows = [self.documents.rows[number] for number in numbers if number < len(self.documents.rows)]
        return [row for row in rows if isinstance(row, ExportJob | Document)]

    def chosen_documents(self) -> list[Document]:
        """Return the selected documents."""
        return [row for row in self.chosen_rows() if isinstance(row, Document)]

    def chosen_jobs(self) -> list[ExportJob]:
        """Return the selected jobs."""
        return [row for row in self.chosen_rows() if isinstance(row, ExportJob)]

    @property
    def looked_at(self) -> Document | ExportJob | None:
        """Return the row to preview: the current row if it is selected."""
        found = self.chosen_rows()
        at = self.currentIndex()
        row = self.documents.rows[at.row()] if at.isValid() and at.row() < len(self.documents.rows) else None
        if isinstance(row, ExportJob | Document) and row in found:
            return row
        return found[0] if found else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of job actions; others navigate."""
        what = KEYS.get(QKeySequence(event.keyCombination()).toString())
        if what is not None:
            self.requested.emit(what)
        else:
            super().keyPressEvent(event)


TEXTS = {action.id: action.text for action in JOBS} | {"delete": "Delete job"}
OF_ROWS = ("job-run", "job-new", "", "job-name", "job-duplicate", "job-up", "job-down", "", "delete")
"""Actions of the context menu; an empty id is a separator."""


class DocumentsSide(QWidget):
    """Filter, button for new jobs, and list.

    Signals: ``requested`` carries the id of an action, ``ready`` the title of a ready-made job; ``filtered``:
    the filter changed.
    """

    requested = Signal(str)
    ready = Signal(str)
    filtered = Signal()

    def __init__(self, desk: Desk, can: Callable[[str], bool]) -> None:
        super().__init__()
        px = desk.theme.px
        self._can = can
        self.setProperty("role", "panel")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(6), 0, 0)
        column.setSpacing(px(6))
        row = QHBoxLayout()
        row.setContentsMargins(px(8), 0, px(8), 0)
        row.setSpacing(px(6))
        self.filter = QLineEdit()
        self.filter.setObjectName("filter")
        self.filter.setPlaceholderText("Find a job or document")
        self.filter.setAccessibleName("Find a job or document")
        self.filter.setClearButtonEnabled(True)
        self.new = MenuButton(desk.theme, "plus", "New job", "Save documents and settings as an export job")
        self.new.setObjectName("new-job")
        self.choices = QMenu(self.new)
        self.choices.setToolTipsVisible(True)
        self.choices.addAction("From selected documents").triggered.connect(
            lambda _=False: self.requested.emit("job-new")
        )
        self.choices.addSeparator()
        for title, names in READY.items():
            entry = self.choices.addAction(menu_text(title))
            entry.setToolTip(tip(", ".join(names)))
            entry.triggered.connect(lambda _=False, title=title: self.ready.emit(title))
        self.new.setMenu(self.choices)
        row.addWidget(self.filter, 1)
        row.addWidget(self.new)
        column.addLayout(row)
        self.list = DocumentList(desk)
        column.addWidget(self.list, 1)
        self.setMinimumWidth(px(260))
        self.filter.textChanged.connect(lambda _: self.filtered.emit())
        self.filter.returnPressed.connect(self.list.setFocus)
        self.list.requested.connect(self.requested)

    def menu_of_rows(self) -> QMenu:
        """Return the context menu of the selection."""
        menu = QMenu(self)
        for what in OF_ROWS:
            if not what:
                menu.addSeparator()
            elif self._can(what):
                entry = menu.addAction(menu_text(TEXTS[what]))
                entry.triggered.connect(lambda _=False, what=what: self.requested.emit(what))
        return menu
