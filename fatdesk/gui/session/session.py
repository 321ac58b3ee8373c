"""The open project: its history, what follows from it, its file, and what is selected."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.project.document.ref import Id, Kind, Ref

if TYPE_CHECKING:
    from fatdesk.engine.cabling.wiring_list import CableRow
    from fatdesk.engine.drawing.subjects import Subjects
    from fatdesk.gui.results.loads import Loads
    from fatdesk.gui.results.study_results import FaultResults, Simulations
    from fatdesk.gui.results.wiring import Wiring
    from fatdesk.gui.session.document import Document
    from fatdesk.networks.routing.check import SchemeCheck
    from fatdesk.networks.topologies.properties import Properties
    from fatdesk.project.commands import Command, RefusedError
    from fatdesk.project.commands.history import History
    from fatdesk.project.derived.check import Checked
    from fatdesk.project.derived.derived import Derived, MeasuredStudies
    from fatdesk.project.derived.figures import Figures
    from fatdesk.project.derived.trials import Tried
    from fatdesk.project.document.project import Project
    from fatdesk.project.files.stamp import Stamp


class Stepping(Protocol):
    """Something with steps of its own, saved by itself."""

    @property
    def can_undo(self) -> bool:
        """Whether something was done."""

    @property
    def can_redo(self) -> bool:
        """Whether something was undone."""

    @property
    def undo_label(self) -> str:
        """What undo takes back."""

    @property
    def redo_label(self) -> str:
        """What redo brings back."""

    def undo(self) -> None:
        """Take the last step back."""

    def redo(self) -> None:
        """Bring back what was undone last."""

    def save(self) -> object:
        """Save it."""


SLICE_S, PAUSE_MS = 0.012, 15
"""So long findings are looked for before events have their turn, and for how long at least."""


class Trial(NamedTuple):
    """What a command would lead to: figures, or why it is refused; ``tried`` knows what runs in the trays."""

    figures: "Figures | None"
    refused: str
    tried: "Tried | None" = None


CABLE = "--"
"""In every id of a cable."""
_WORD = re.compile(r"[^\s:,()]*/[^\s:,()]*")
"""What may be the id of a device."""
_IN_LABEL = re.compile(r"[^\s,()]*/[^\s,()]*")
"""What may be the id of a device or cable in the name of a step."""


class Session(QObject):
    """One open project, or none.

    ``opening`` tells that a project is about to be there where none was, ``opened`` of another project,
    ``changed`` of the sections that an edit touched, ``stepped`` what was done or undone in words,
    ``selected`` of another selection, ``saved`` that the file is up to date, ``said`` of something that the
    user should read: a refusal or a warning, ``pointing`` where the pointer is in a drawing (empty: in none),
    ``loaded`` that a result of traffic is there, or that another cycle or load of one is looked at,
    ``simulated`` that there are other results of simulations, ``faulted`` of fault studies or losses.
    """

    opening = Signal()
    opened = Signal()
    changed = Signal(object)
    selected = Signal(object)
    stepped = Signal(str)
    saved = Signal()
    said = Signal(str)
    trying = Signal(object)
    found = Signal()
    pointing = Signal(str)
    loaded = Signal()
    simulated = Signal()
    faulted = Signal()

    def __init__(self, parent: QObject | None = None, *, checks: bool = True) -> None:
        """Begin without a project; ``checks`` tells whether somebody wants to know its findings."""
        super().__init__(parent)
        self._checks = checks
        self._document: Document | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(PAUSE_MS)
        self._soon.timeout.connect(self._check)
        self.path: Path | None = None
        self.stamp: Stamp | None = None
        self.selection: tuple[Ref, ...] = ()
        self.properties: dict[str, Properties] = {}
        """Figures of networks under study by their specs, as far as somebody asked for them."""
        self.scheme_checks: dict[str, tuple[SchemeCheck, ...]] = {}
        """What was found of the forwarding schemes of networks under study, by their specs."""
        self.fresh = self.recovered = self.guarded = False

    # What is open

    @property
    def is_open(self) -> bool:
        """Whether there is a project."""
        return self._document is not None

    @property
    def document(self) -> "Document":
        """What is known of the open project."""
        assert self._document is not None, "no project is open"
        return self._document

    @property
    def history(self) -> "History":
        """Undo and redo of the open project."""
        return self.document.history

    @property
    def project(self) -> "Project":
        """The present project."""
        return self.history.project

    @property
    def derived(self) -> "Derived":
        """What follows from the present project."""
        return self.document.derived

    def measured_for(self, documents: Sequence[str]) -> "MeasuredStudies":
        """What studies measured, where one of these documents shows it."""
        from fatdesk.tasks.exporting import measured_for

        found = measured_for(self.derived, documents)
        lean = tuple(result.without_channel_loads() for result in found.simulations)
        return found._replace(simulations=lean)

    @property
    def name(self) -> str:
        """The name of the file, or of the project while it has none."""
        if self.path is not None:
            return self.path.name
        return self.project.name or "Unnamed"

    @property
    def unsaved(self) -> bool:
        """Whether something would be lost."""
        return self._document is not None and (self.fresh or self.history.unsaved)

    @property
    def read_only(self) -> bool:
        """Whether it must get another name: opened so, or written by a newer version."""
        return self.guarded or (self.stamp is not None and self.stamp.read_only)

    @property
    def findings(self) -> "list[Checked]":
        """Everything that is wrong or unknown, errors first."""
        return self.document.findings

    @property
    def findings_so_far(self) -> "list[Checked]":
        """The findings as ``found`` told them last; those of the present project may be on their way."""
        return self._document.findings_so_far if self._document is not None else []

    def _check(self) -> None:
        """Look for findings: at once in a small project, else between events."""
        if not self._checks:
            return
        document = self.document
        if document.is_small:
            document.findings  # noqa: B018  # they are kept
        if document.check_for(SLICE_S):
            self.found.emit()
        else:
            self._soon.start()

    @property
    def figures(self) -> "Figures":
        """The figures of the status line."""
        return self.document.figures

    @property
    def subjects(self) -> "Subjects":
        """Names, levels and sums of devices and racks."""
        return self.document.subjects

    @property
    def wiring(self) -> "Wiring":
        """The wiring list as arrays."""
        return self.document.wiring

    @property
    def loads(self) -> "Loads":
        """What was measured of the open project."""
        return self.document.loads

    @property
    def simulations(self) -> "Simulations":
        """What was simulated for the open project."""
        found = self.document.simulations
        found.folder = None if self.path is None else self.path.parent
        return found

    @property
    def faults(self) -> "FaultResults":
        """What was measured of networks that lose more and more."""
        found = self.document.faults
        found.folder = None if self.path is None else self.path.parent
        return found

    def cable(self, cable_id: str) -> "CableRow | None":
        """The row of a cable in the wiring list."""
        return self.document.cable(cable_id)

    @property
    def device_ids(self) -> dict[str, str]:
        """The id of each device by its name."""
        return self.document.device_ids

    # Files

    def begin(
        self,
        project: "Project",
        path: Path | None = None,
        stamp: "Stamp | None" = None,
        *,
        recovered: bool = False,
        guarded: bool = False,
        example: bool = False,
        like: "Derived | None" = None,
    ) -> None:
        """Take over a project: one from a file, or one without a file that nothing is lost of yet.

        Parameters
        ----------
        recovered
            It is not what the file holds, but what was kept when a program ended without closing it.
        guarded
            The file is not to be written: somebody else has it open.
        example
            It can be designed again at any time, so nothing is lost with it until it is changed.
        like
            What follows from a project that shares sections with this one: what holds for both is taken over.
        """
        from fatdesk.gui.session.document import Document
        from fatdesk.project.studies.results import Results

        if self._document is None:
            self.opening.emit()
        read_only = guarded or (stamp is not None and stamp.read_only)
        self._document = Document(project, Results(path, writing=not read_only), like)
        self.path, self.stamp = path, stamp
        self.fresh = (path is None and not example) or recovered
        self.recovered, self.guarded = recovered, guarded
        self.selection = ()
        self.opened.emit()
        self.selected.emit(self.selection)
        self._check()

    def leave(self) -> None:
        """Close the project; nothing is asked."""
        self._document = None
        self._soon.stop()
        self.path = self.stamp = None
        self.fresh = self.recovered = self.guarded = False
        self.selection = ()
        self.opened.emit()

    def load(self, path: Path, guarded: bool = False) -> None:
        """Open a file, or only look at it; nothing is written.

        Raises
        ------
        FatdeskError
            When it cannot be read.
        """
        from fatdesk.project.files.storing import load_project

        opened = load_project(path)
        self.begin(opened.project, path, opened.stamp, guarded=guarded)

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

    def _save(self, path: Path, stamp: "Stamp | None") -> None:
        from fatdesk.project.files.stamp import ABSENT
        from fatdesk.project.files.storing import save_project

        done = save_project(self.project, path, ABSENT if stamp is None and not path.exists() else stamp)
        self.path, self.stamp = path, done.stamp
        self.fresh = self.recovered = self.guarded = False
        self.history.mark_saved()
        self.saved.emit()
        for warning in filter(None, (done.warning, self.document.results.follow(path))):
            self.said.emit(warning)

    # Edits

    def do(self, command: "Command") -> bool:
        """Perform a command as one step; a refusal is said, and nothing has changed then."""
        from fatdesk.project.commands import RefusedError

        before = self.project
        try:
            self.history.do(command)
        except RefusedError as error:
            self.said.emit(self._told(error))
            return False
        self._follow(before)
        self.stepped.emit(self.undo_label)
        return True

    def trial(self, command: "Command") -> Trial:
        """What a command would lead to, without doing it."""
        from fatdesk.project.commands import RefusedError

        try:
            tried = self.document.trial(command)
            return Trial(tried.figures, "", tried)
        except RefusedError as error:
            return Trial(None, self._told(error))

    def _told(self, error: "RefusedError") -> str:
        """Why something is refused, as a sentence in which devices have their names."""
        names, found = self.derived.device_names, error.why
        told = _WORD.sub(lambda word: names.get(word[0], word[0]), found)
        first = _WORD.match(found)
        if first is not None and first[0] in names:
            return told if told.endswith((".", "?")) else f"{told}."
        return in_sentence(told)

    @property
    def can_undo(self) -> bool:
        """Whether something was done."""
        return self.history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether something was undone."""
        return self.history.can_redo

    @property
    def undo_label(self) -> str:
        """What undo takes back, with devices and cables by their names."""
        return self._with_names(self.history.undo_label)

    @property
    def redo_label(self) -> str:
        """What redo brings back, with devices and cables by their names."""
        return self._with_names(self.history.redo_label)

    def _with_names(self, label: str) -> str:
        if "/" not in label:
            return label
        names = self.derived.device_names

        def named(word: re.Match[str]) -> str:
            ends = (end.rpartition(":")[0] or end for end in word[0].split(CABLE))
            return " – ".join(names.get(end, end) for end in ends)

        return _IN_LABEL.sub(named, label)

    def undo(self) -> None:
        """Take the last step back."""
        before, label = self.project, self.undo_label
        self.history.undo()
        self._follow(before)
        self.stepped.emit(f"Undone: {label}")

    def redo(self) -> None:
        """Bring the step back that was undone last."""
        before, label = self.project, self.redo_label
        self.history.redo()
        self._follow(before)
        self.stepped.emit(f"Redone: {label}")

    def _follow(self, before: "Project") -> None:
        sections = self.document.follow(before)
        if sections:
            self.changed.emit(sections)
            self._check()

    # Selection

    def select(self, things: Sequence[Ref]) -> None:
        """Select in all views."""
        chosen = tuple(dict.fromkeys(things))
        if chosen != self.selection:
            self.selection = chosen
            self.selected.emit(chosen)

    def ids(self, kind: Kind[Id]) -> frozenset[Id]:
        """Ids of the selected things of a kind."""
        return frozenset(kind.ids(self.selection))
