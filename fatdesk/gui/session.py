"""The open project: its history, what follows from it, its file, and what is selected."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from fatdesk.engine.cabling.wiring_list import CableRow
from fatdesk.engine.drawing.subjects import Subjects
from fatdesk.gui.figures import Figures, figures_of
from fatdesk.gui.words import in_sentence
from fatdesk.project.check import Checked, check
from fatdesk.project.commands import Command, RefusedError
from fatdesk.project.commands.performing import perform
from fatdesk.project.derived import Derived
from fatdesk.project.history import History
from fatdesk.project.project import Project
from fatdesk.project.stamp import ABSENT, Stamp
from fatdesk.project.storing import load_project, save_project


class Thing(NamedTuple):
    """Something that can be selected: a kind (device, cable, rack, tray, part) and its id."""

    kind: str
    id: str


class Trial(NamedTuple):
    """What a command would lead to: figures, or why it is refused."""

    figures: Figures | None
    refused: str


SECTIONS = tuple(Project.__struct_fields__)


class Session(QObject):
    """One open project, or none.

    ``opened`` tells of another project, ``changed`` of the sections that an edit touched, ``selected``
    of another selection, ``saved`` that the file is up to date, ``said`` of something that the user
    should read: a refusal or a warning.
    """

    opened = Signal()
    changed = Signal(object)
    selected = Signal(object)
    saved = Signal()
    said = Signal(str)
    trying = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history: History | None = None
        self._derived = Derived(Project())
        self._checked: tuple[Project, list[Checked]] | None = None
        self._figures: tuple[Project, Figures] | None = None
        self._cables: tuple[list[CableRow], dict[str, CableRow]] | None = None
        self._subjects: tuple[Project, Subjects] | None = None
        self.path: Path | None = None
        self.stamp: Stamp | None = None
        self.selection: tuple[Thing, ...] = ()
        self.fresh = False

    # What is open

    @property
    def is_open(self) -> bool:
        """Whether there is a project."""
        return self._history is not None

    @property
    def history(self) -> History:
        """Undo and redo of the open project."""
        assert self._history is not None, "no project is open"
        return self._history

    @property
    def project(self) -> Project:
        """The present project."""
        return self.history.project

    @property
    def derived(self) -> Derived:
        """What follows from the present project."""
        return self._derived

    @property
    def name(self) -> str:
        """The name of the file, or of the project while it has none."""
        if self.path is not None:
            return self.path.name
        return self.project.name or "Unnamed"

    @property
    def unsaved(self) -> bool:
        """Whether something would be lost."""
        return self._history is not None and (self.fresh or self._history.unsaved)

    @property
    def read_only(self) -> bool:
        """Whether the file was written by a newer version and must get another name."""
        return self.stamp is not None and self.stamp.read_only

    @property
    def findings(self) -> list[Checked]:
        """Everything that is wrong or unknown, errors first."""
        if self._checked is None or self._checked[0] is not self.project:
            self._checked = (self.project, check(self._derived))
        return self._checked[1]

    @property
    def figures(self) -> Figures:
        """The figures of the status line."""
        if self._figures is None or self._figures[0] is not self.project:
            self._figures = (self.project, figures_of(self._derived))
        return self._figures[1]

    @property
    def subjects(self) -> Subjects:
        """Names, levels and sums of devices and racks."""
        if self._subjects is None or self._subjects[0] is not self.project:
            self._subjects = (self.project, Subjects(self._derived.plan))
        return self._subjects[1]

    def cable(self, cable_id: str) -> CableRow | None:
        """The row of a cable in the wiring list."""
        rows = self._derived.rows
        if self._cables is None or self._cables[0] is not rows:
            self._cables = (rows, {row.id: row for row in rows})
        return self._cables[1].get(cable_id)

    # Files

    def begin(self, project: Project, path: Path | None = None, stamp: Stamp | None = None) -> None:
        """Take over a project: one from a file, or one without a file that nothing is lost of yet."""
        self._history = History(project)
        self._derived = Derived(project)
        self.path, self.stamp = path, stamp
        self.fresh = path is None
        self.selection = ()
        self.opened.emit()
        self.selected.emit(self.selection)

    def leave(self) -> None:
        """Close the project; nothing is asked."""
        self._history = None
        self._derived = Derived(Project())
        self.path = self.stamp = None
        self.fresh = False
        self.selection = ()
        self.opened.emit()

    def load(self, path: Path) -> None:
        """Open a file; nothing is written.

        Raises
        ------
        FatdeskError
            When it cannot be read.
        """
        opened = load_project(path)
        self.begin(opened.project, path, opened.stamp)

    def save(self) -> None:
        """Save where it was opened.

        Raises
        ------
        ChangedOnDisk, SaveError
            When the file is another by now, or cannot be written.
        """
        assert self.path is not None
        self._save(self.path, self.stamp)

    def save_as(self, path: Path) -> None:
        """Save under a name that the user chose, replacing what is there; from now on that is the file."""
        self._save(path, None)

    def _save(self, path: Path, stamp: Stamp | None) -> None:
        done = save_project(self.project, path, ABSENT if stamp is None and not path.exists() else stamp)
        self.path, self.stamp, self.fresh = path, done.stamp, False
        self.history.mark_saved()
        self.saved.emit()
        if done.warning:
            self.said.emit(done.warning)

    # Edits

    def do(self, command: Command) -> bool:
        """Perform a command as one step; a refusal is said, and nothing has changed then."""
        before = self.project
        try:
            self.history.do(command)
        except RefusedError as error:
            self.said.emit(in_sentence(str(error)))
            return False
        self._follow(before)
        return True

    def trial(self, command: Command) -> Trial:
        """What a command would lead to, without doing it."""
        try:
            project = perform(self.project, command)
        except RefusedError as error:
            return Trial(None, in_sentence(str(error)))
        return Trial(figures_of(Derived(project, self._derived)), "")

    def undo(self) -> None:
        """Take the last step back."""
        before = self.project
        self.history.undo()
        self._follow(before)

    def redo(self) -> None:
        """Bring the step back that was undone last."""
        before = self.project
        self.history.redo()
        self._follow(before)

    def _follow(self, before: Project) -> None:
        now = self.project
        sections = frozenset(name for name in SECTIONS if getattr(before, name) is not getattr(now, name))
        if sections:
            self._derived = Derived(now, self._derived)
            self.changed.emit(sections)

    # Selection

    def select(self, things: Sequence[Thing]) -> None:
        """Select in all views."""
        chosen = tuple(dict.fromkeys(things))
        if chosen != self.selection:
            self.selection = chosen
            self.selected.emit(chosen)

    def ids(self, kind: str) -> frozenset[str]:
        """Ids of the selected things of a kind."""
        return frozenset(thing.id for thing in self.selection if thing.kind == kind)
