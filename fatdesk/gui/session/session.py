"""The session of a window: the open project with its file, edits and selection."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.project.document.ref import (
    COLUMN,
    DOOR,
    FAULT_STUDY,
    FEED,
    JOB,
    RACK,
    RESERVATION,
    ROUTE,
    SCHEDULE_STUDY,
    SIMULATION,
    STUDY,
    TRAY,
    WALL,
    ZONE,
    Id,
    Kind,
    Ref,
)

if TYPE_CHECKING:
    from fatdesk.engine.bill.deployability import StepWork
    from fatdesk.engine.design.growth_target import Policy
    from fatdesk.engine.drawing.plan import Subjects
    from fatdesk.engine.wiring.wiring_list import CableRow
    from fatdesk.gui.session.document import Document
    from fatdesk.gui.session.loads import Loads
    from fatdesk.gui.session.study_results import FaultResults, ScheduleResults, Simulations
    from fatdesk.gui.session.wiring import Wiring
    from fatdesk.networks.routing.overview import RoutingCheck
    from fatdesk.networks.topologies.properties import Properties
    from fatdesk.project.commands import Command, RefusedError
    from fatdesk.project.commands.history import History
    from fatdesk.project.derived.derived import Derived, MeasuredStudies
    from fatdesk.project.derived.figures import Figures
    from fatdesk.project.derived.trials import Tried
    from fatdesk.project.derived.waiving import Checked
    from fatdesk.project.document.project import Project
    from fatdesk.project.files.file_lock import Stamp


class Stepping(Protocol):
    """Something with its own undo history that can be saved."""

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""

    @property
    def undo_label(self) -> str:
        """Name of the step that Undo reverts."""

    @property
    def redo_label(self) -> str:
        """Name of the step that Redo repeats."""

    def undo(self) -> None:
        """Undo the last step."""

    def redo(self) -> None:
        """Redo the last undone step."""

    def save(self) -> object:
        """Save."""


class Named(Protocol):
    """An element of the project whose name is its id."""

    @property
    def name(self) -> str:
        """Its name."""


SLICE_S, PAUSE_MS = 0.012, 15
"""Time slice of checking between events, and its minimum, in seconds."""


class Trial(NamedTuple):
    """The effect of a command: figures, or the reason for its rejection; ``tried``: cables in trays."""

    figures: "Figures | None"
    refused: str
    tried: "Tried | None" = None


def accepted(tried: "Tried") -> Trial:
    """The effect of a command that is not refused."""
    return Trial(tried.figures, "", tried)


CABLE = "--"
"""Separator in cable ids."""
_WORD = re.compile(r"[^\s:,()]*/[^\s:,()]*")
"""Pattern of device ids."""
_IN_LABEL = re.compile(r"[^\s,()]*/[^\s,()]*")
"""Pattern of device and cable ids in the name of a step."""


class Session(QObject):
    """The open project, or none.

    Signals
    -------
    opening
        A project is about to be opened while none is open.
    opened
        Another project was opened, or the project was closed.
    changed
        An edit changed sections of the project.
    stepped
        Description of a step that was done or undone.
    selected
        The selection changed.
    saved
        The project was saved.
    said
        A message to the user: an error or a warning.
    refused
        The message about a value or an edit that was refused; ``said`` carries it, too.
    pointing
        Position of the pointer in a drawing, or an empty text.
    loaded
        Traffic results changed, or another cycle or load is shown.
    simulated, faulted, scheduled
        Results of simulations, of fault studies and failure impacts, or of schedule studies changed.
    """

    opening = Signal()
    opened = Signal()
    changed = Signal(object)
    selected = Signal(object)
    stepped = Signal(str)
    saved = Signal()
    said = Signal(str)
    refused = Signal(str)
    trying = Signal(object)
    found = Signal()
    pointing = Signal(str)
    loaded = Signal()
    simulated = Signal()
    faulted = Signal()
    scheduled = Signal()

    def __init__(self, parent: QObject | None = None, *, checks: bool = True) -> None:
        """Start without a project; ``checks``: whether projects are checked in the background."""
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
        """Measures of reference networks by spec, as far as computed."""
        self.scheme_checks: dict[str, tuple[RoutingCheck, ...]] = {}
        """Checks of routing algorithms of reference networks by spec."""
        self.tree_nodes: dict[str, dict[str, Any]] = {}
        """Output of the nodes of universal fat-trees by spec, as far as they were built."""
        self.fresh = self.recovered = self.guarded = False
        self._gathering = False
        """Whether edits are part of a step that is not made yet."""

    # Project

    @property
    def is_open(self) -> bool:
        """Whether a project is open."""
        return self._document is not None

    @property
    def document(self) -> "Document":
        """The open project with derived values."""
        assert self._document is not None, "no project is open"
        return self._document

    @property
    def history(self) -> "History":
        """The undo history of the open project."""
        return self.document.history

    @property
    def project(self) -> "Project":
        """The current project."""
        return self.history.project

    @property
    def derived(self) -> "Derived":
        """Values derived from the current project."""
        found = self.document.derived
        found.folder = self.folder
        return found

    @property
    def folder(self) -> Path | None:
        """The folder of the project file; None before it is saved."""
        return None if self.path is None else self.path.parent

    def measured_for(self, documents: Sequence[str]) -> "MeasuredStudies":
        """Return the study results that these documents show."""
        from fatdesk.tasks.files import measured_for

        found = measured_for(self.derived, documents)
        lean = tuple(result.without_channel_loads() for result in found.simulations)
        return found._replace(simulations=lean)

    @property
    def name(self) -> str:
        """The file name, or the name of an unsaved project."""
        if self.path is not None:
            return self.path.name
        return self.project.name or "Unnamed"

    @property
    def unsaved(self) -> bool:
        """Whether there are unsaved changes."""
        return self._document is not None and (self.fresh or self.history.unsaved)

    @property
    def read_only(self) -> bool:
        """Whether the file is read-only: opened so, or written by a newer version."""
        return self.guarded or (self.stamp is not None and self.stamp.read_only)

    @property
    def findings(self) -> "list[Checked]":
        """All findings, errors first."""
        return self.document.findings

    @property
    def findings_so_far(self) -> "list[Checked]":
        """The findings last reported by ``found``; the current project may not be checked yet."""
        return self._document.findings_so_far if self._document is not None else []

    def know_steps(self, inputs: str, works: "Mapping[Policy, StepWork | str]") -> None:
        """Take the work of the next growth step by policy, which limits are judged by."""
        self.document.know_steps(inputs, works)
        if not self.document.is_checked:
            self._check()

    def _check(self) -> None:
        """Check the project: a small one immediately, others between events."""
        if not self._checks:
            return
        document = self.document
        if document.is_small:
            document.findings  # noqa: B018  # cached
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
        """Names, levels and totals of devices and racks."""
        return self.document.subjects

    @property
    def wiring(self) -> "Wiring":
        """The wiring list as arrays."""
        return self.document.wiring

    @property
    def loads(self) -> "Loads":
        """Results of traffic on the open project."""
        return self.document.loads

    @property
    def simulations(self) -> "Simulations":
        """Simulation results of the open project."""
        found = self.document.simulations
        found.folder = None if self.path is None else self.path.parent
        return found

    @property
    def faults(self) -> "FaultResults":
        """Results of fault studies of the open project."""
        found = self.document.faults
        found.folder = None if self.path is None else self.path.parent
        return found

    @property
    def schedules(self) -> "ScheduleResults":
        """Results of schedule studies of the open project."""
        found = self.document.schedules
        found.folder = None if self.path is None else self.path.parent
        return found

    def cable(self, cable_id: str) -> "CableRow | None":
        """Return the row of a cable in the wiring list."""
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
        """Open a project, with or without a file.

        Parameters
        ----------
        recovered
            Whether it comes from a recovery copy and differs from the file.
        guarded
            Whether the file must not be written, because another window has it open.
        example
            Whether it is an example, which needs no confirmation to close until it is changed.
        like
            Derived values of a project that shares sections with this one, to be reused.
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
        """Close the project without confirmation."""
        self._document = None
        self._soon.stop()
        self.path = self.stamp = None
        self.fresh = self.recovered = self.guarded = False
        self.selection = ()
        self.opened.emit()

    def load(self, path: Path, guarded: bool = False) -> None:
        """Open a file, read-only if ``guarded``.

        Raises
        ------
        FatdeskError
            If it cannot be read.
        """
        from fatdesk.project.files.storing import load_project

        opened = load_project(path)
        self.begin(opened.project, path, opened.stamp, guarded=guarded)

    def follow_file(self, project: "Project", stamp: "Stamp") -> None:
        """Show the project as another window has saved it; selection and views stay as they are."""
        before = self.project
        new = {name: getattr(project, name) for name in before.__struct_fields__}
        changed = {name: value for name, value in new.items() if value != getattr(before, name)}
        after = replace(before, **changed) if changed else before  # the same sections stay the same objects
        self.stamp = stamp
        self.history.convert(lambda _: after)
        self.history.mark_saved()
        self._follow(before)

    def save(self) -> None:
        """Save to the file of the project.

        Raises
        ------
        ChangedOnDisk, SaveError
            If the file has changed since, or cannot be written.
        """
        assert self.path is not None
        self._save(self.path, self.stamp)

    def save_as(self, path: Path) -> None:
        """Save to another file, which becomes the file of the project; an existing file is replaced."""
        self._save(path, None)

    def _save(self, path: Path, stamp: "Stamp | None") -> None:
        from fatdesk.project.files.file_lock import ABSENT
        from fatdesk.project.files.storing import PlanPath, save_project

        before, old = self.project, Path.cwd() if self.path is None else self.path.parent
        expected = ABSENT if stamp is None and not path.exists() else stamp
        done = save_project(before, path, expected, folder=old)
        self.path, self.stamp = path, done.stamp
        self.fresh = self.recovered = self.guarded = False
        if done.project is not before:
            self.history.convert(PlanPath(old, path.parent))
        self.history.mark_saved()
        if self.project is not before:
            self._follow(before)
        self.saved.emit()
        for warning in filter(None, (done.warning, self.document.results.follow(path))):
            self.said.emit(warning)

    # Edits

    def do(self, command: "Command") -> bool:
        """Apply a command as one undo step; report an error and change nothing if it is invalid."""
        from fatdesk.project.commands import RefusedError

        before = self.project
        try:
            self.history.do(command)
        except RefusedError as error:
            self.refuse(self._message(error))
            return False
        if self._gathering:
            return True
        self._follow(before)
        self.stepped.emit(self.undo_label)
        return True

    def do_together(self, name: str, edits: Iterable[Callable[[], bool]]) -> bool:
        """Do several edits as one undo step: all of them, or none if one is refused.

        Each edit is made from the project after those before it, and returns whether it was done.
        """
        before, mark = self.project, self.history.mark()
        self._gathering = True
        try:
            done = all(edit() for edit in edits)
            after = self.project
        finally:
            self._gathering = False
            self.history.reset(mark)
        if not done or after is before:
            return done
        self.history.put(after, name)
        self._follow(before)
        self.stepped.emit(self.undo_label)
        return True

    def refuse(self, why: str) -> None:
        """Report why a value or an edit was refused; the message is dropped with the next edit."""
        self.said.emit(why)
        self.refused.emit(why)

    def trial(self, command: "Command") -> Trial:
        """Return the effect of a command without applying it."""
        from fatdesk.project.commands import RefusedError

        try:
            return accepted(self.document.trial(command))
        except RefusedError as error:
            return Trial(None, self._message(error))

    def begin_trial(self, command: "Command") -> "Trial | Callable[[], Tried]":
        """Return the effect of a command where that is quick, else what works it out in a thread."""
        from fatdesk.project.commands import RefusedError

        try:
            found = self.document.begin_trial(command)
        except RefusedError as error:
            return Trial(None, self._message(error))
        return found if callable(found) else accepted(found)

    def trial_in_full(self, command: "Command") -> "Trial | Callable[[], Tried]":
        """Return why a command is refused, or what works out its effect, which may take place in a thread."""
        from fatdesk.project.commands import RefusedError

        try:
            return self.document.trial_in_full(command)
        except RefusedError as error:
            return Trial(None, self._message(error))

    def _message(self, error: "RefusedError") -> str:
        """Return an error message with names instead of device ids."""
        names, found = self.derived.device_names, error.why
        stated = _WORD.sub(lambda word: names.get(word[0], word[0]), found)
        first = _WORD.match(found)
        if first is not None and first[0] in names:
            return stated if stated.endswith((".", "?")) else f"{stated}."
        return in_sentence(stated)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return self.history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return self.history.can_redo

    @property
    def undo_label(self) -> str:
        """Name of the step that Undo reverts, with names of devices and cables."""
        return self._with_names(self.history.undo_label)

    @property
    def redo_label(self) -> str:
        """Name of the step that Redo repeats, with names of devices and cables."""
        return self._with_names(self.history.redo_label)

    def _with_names(self, label: str) -> str:
        if "/" not in label:
            return label
        names = self.derived.device_names

        def named(word: re.Match[str]) -> str:
            ends = [end.rpartition(":")[0] or end for end in word[0].split(CABLE)]
            known = [names[end] for end in ends if end in names]
            return " – ".join(known) if len(known) == len(ends) else word[0]

        return _IN_LABEL.sub(named, label)

    def undo(self) -> None:
        """Undo the last step."""
        before, label = self.project, self.undo_label
        self.history.undo()
        self._follow(before, stepping=True)
        self.stepped.emit(f"Undone: {label}")

    def redo(self) -> None:
        """Redo the last undone step."""
        before, label = self.project, self.redo_label
        self.history.redo()
        self._follow(before, stepping=True)
        self.stepped.emit(f"Redone: {label}")

    def _follow(self, before: "Project", *, stepping: bool = False) -> None:
        sections = self.document.follow(before)
        if sections:
            kept = [ref for ref in self.selection if self._exists(ref, by_name=stepping)]
            self.changed.emit(sections)
            self._check()
            if len(kept) < len(self.selection):
                self.select(kept)

    def _exists(self, ref: Ref, *, by_name: bool) -> bool:
        """Return whether an element that the project decides exists; those that follow count as existing.

        Whoever renames or removes an element selects what is shown next; after Undo and Redo nobody does, so
        elements are also looked for ``by_name``.
        """
        project, floor = self.project, self.project.floor
        if (number := RACK.id_of(ref)) is not None:
            return any(rack.number == number for rack in floor.racks)
        if (tray_id := TRAY.id_of(ref)) is not None:
            return any(tray.id == tray_id for tray in floor.trays)
        if (at := RESERVATION.id_of(ref)) is not None:
            return any(
                rack.number == at.rack and any(some.u == at.u for some in rack.reserved)
                for rack in floor.racks
            )
        numbered: dict[Kind[Any], int] = {
            COLUMN: len(floor.columns),
            WALL: len(floor.walls),
            DOOR: len(floor.doors),
        }
        if ref.kind in numbered:
            return ref.id in range(numbered[ref.kind])
        named: dict[Kind[Any], Iterable[Named]] = {
            ZONE: floor.zones,
            FEED: floor.feeds,
            ROUTE: floor.routes,
            JOB: project.jobs,
            STUDY: project.studies,
            SIMULATION: project.simulations,
            FAULT_STUDY: project.faults,
            SCHEDULE_STUDY: project.schedules,
        }
        return not by_name or ref.kind not in named or any(one.name == ref.id for one in named[ref.kind])

    # Selection

    def select(self, refs: Sequence[Ref]) -> None:
        """Select in all views."""
        chosen = tuple(dict.fromkeys(refs))
        if chosen != self.selection:
            self.selection = chosen
            self.selected.emit(chosen)

    def ids(self, kind: Kind[Id]) -> frozenset[Id]:
        """Return the ids of the selected elements of a kind."""
        return frozenset(kind.ids(self.selection))
