"""The rows of the list of jobs and documents, as a model: what each is, and when it was made last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from fatdesk.gui.documents.document import GROUPS, HANDOUTS, Handout
from fatdesk.gui.documents.last_runs import Run, decided, told_when
from fatdesk.gui.widgets.numbers import counted
from fatdesk.gui.widgets.plain_text import tip
from fatdesk.project.document.export_job import ExportJob

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True)
class Head:
    """The title of a group, and how many it has."""

    title: str
    count: int


@dataclass(frozen=True)
class Hint:
    """Words where a group has nothing."""

    words: str


Row = Head | Hint | ExportJob | Handout
NO_JOBS = Hint(
    "None yet. New job keeps what is selected below, so that it is exported with the same settings each time."
)
NO_MATCH = Hint("No job or document matches.")


def rows_of(jobs: Sequence[ExportJob], wanted: str = "") -> list[Row]:
    """Saved jobs first, then the documents by group; of both those that hold all words."""
    words = wanted.casefold().split()

    def fits(*told: str) -> bool:
        return all(word in " ".join(told).casefold() for word in words)

    found: list[Row] = []
    shown = [job for job in jobs if fits(job.name, job.folder, *job.documents)]
    if shown or not words:
        found.append(Head("Saved jobs", len(shown)))
        found += shown or [NO_JOBS]
    for kind, title in GROUPS.items():
        some = [one for one in HANDOUTS if one.kind == kind and fits(one.name, one.told)]
        if some:
            found += [Head(title, len(some)), *some]
    return found or [NO_MATCH]


def told_scope(job: ExportJob) -> str:
    """What a job makes, for what, and where."""
    folder = f" → {job.folder}" if job.folder else ""
    racks = f" · racks {job.racks}" if job.racks.strip() else ""
    return f"{counted(len(job.documents), 'document')}{racks}{folder}"


class HandoutModel(QAbstractListModel):
    """Rows of the list, with what is known of their last run, and what is wrong with jobs."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[Row] = rows_of(())
        self.runs: Mapping[tuple[bool, str], Run] = {}
        self.wrong: Mapping[str, str] = {}
        """What keeps a job from being run, by its name."""
        self.state = ""

    def show(self, rows: list[Row]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def told_run(self, row: Handout | ExportJob) -> tuple[str, str]:
        """When a document or job was made last, and the tone in which that is said."""
        run = self.runs.get((isinstance(row, ExportJob), row.name))
        if run is None:
            return "not yet", "text3"
        when = told_when(run.when, datetime.now().astimezone())
        if run.state != self.state or (isinstance(row, ExportJob) and run.decided != decided(row)):
            return f"{when}, outdated", "warn"
        return when, "text2"

    def told(self, row: Handout | ExportJob) -> tuple[str, str]:
        """The second line of a row, and its tone."""
        if isinstance(row, Handout):
            return row.told, "text2"
        wrong = self.wrong.get(row.name, "")
        return (wrong, "warn") if wrong else (told_scope(row), "text2")

    def number_of(self, key: tuple[bool, str]) -> int | None:
        """The place of a job or document by its kind and name."""
        for number, row in enumerate(self.rows):
            if isinstance(row, ExportJob | Handout) and (isinstance(row, ExportJob), row.name) == key:
                return number
        return None

    def rowCount(self, parent: Index = ROOT) -> int:
        """All rows."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A row, and its words for readers of the screen."""
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, ExportJob | Handout):
            more = "\n" + ", ".join(row.documents) if isinstance(row, ExportJob) else ""
            return tip(f"{row.name}\n{self.told(row)[0]}{more}")
        return None

    def _words(self, row: Row) -> str:
        if isinstance(row, Head):
            return f"{row.title}, {row.count}"
        if isinstance(row, Hint):
            return row.words
        kind = "job" if isinstance(row, ExportJob) else ""
        return ", ".join(filter(None, [row.name, kind, self.told(row)[0], f"made: {self.told_run(row)[0]}"]))

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Titles and hints cannot be selected."""
        if isinstance(self.rows[index.row()], Head | Hint):
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
