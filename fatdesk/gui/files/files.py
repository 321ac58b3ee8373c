"""File actions of the window: open, follow, design, save, export, and prompts before data is lost."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QLocale, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.core.program import shipped
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.exporting import Exporting, ask_name
from fatdesk.gui.files.new_window import start
from fatdesk.gui.files.recent import Recent, forget, remember
from fatdesk.gui.files.recovery import Autosave, Recovering
from fatdesk.gui.screens import place_of_another
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.icons import severity_mark
from fatdesk.gui.widgets.numbers import UNKNOWN, in_sentence, priced
from fatdesk.gui.widgets.plain_text import box
from fatdesk.project.files.saver import ChangedOnDisk, SaveError, save_all, save_bytes

if TYPE_CHECKING:
    from fatdesk.project.document.project import Project
    from fatdesk.project.files.recovery import Found

PROJECTS = "Projects (*.fatdesk)"
REQUIREMENTS = "Requirements (*.yaml *.yml)"
OPENABLE = "Projects and requirements (*.fatdesk *.yaml *.yml)"
DESIGNED_FROM = (".yaml", ".yml")
OPENED = (".fatdesk", *DESIGNED_FROM)
DISCARDED = "If you discard them, File > Recover… offers them until ten later copies replace them."
REPLACED = "The new project replaces it in this window."
"""Suffixes of files that can be opened."""


def kept_text(versions: int) -> str:
    """Return how many earlier versions of a file that cannot be read can be opened in its place.

    >>> kept_text(2), kept_text(0)
    ('2 earlier versions of this file can be opened.', 'This computer keeps no earlier version of this file.')
    """
    if not versions:
        return "This computer keeps no earlier version of this file."
    return f"{counted(versions, 'earlier version')} of this file can be opened."


@contextmanager
def waiting() -> Iterator[None]:
    """Show the wait cursor."""
    QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        yield
    finally:
        QApplication.restoreOverrideCursor()


class Files(QObject):
    """The file actions of a window.

    Signals: ``requirements_asked``: a requirements file to design from; ``waiting``: a task for which the
    user waits; ``exported``: names of written documents and the digest of the state they show; ``failed``: an
    error.
    """

    requirements_asked = Signal(Path)
    waiting = Signal(object)
    exported = Signal(object, str)
    failed = Signal(str)

    def __init__(self, window: QWidget, desk: Desk) -> None:
        super().__init__(window)
        self._window, self._desk = window, desk
        self.autosave = Autosave(desk.session, self)
        self.recovering = Recovering(window, desk.session, self.autosave)
        self.following = FileFollower(desk.session, self)
        self.exporting = Exporting(window, desk)
        self.exporting.waiting.connect(self.waiting)
        self.exporting.exported.connect(self.exported)
        self.exporting.failed.connect(self._export_failed)
        self.session = desk.session
        self.session.saved.connect(self.remember)
        desk.tasks.ask = self._wants
        self.may_drop_design: Callable[[], bool] = lambda: True
        """Asks whether a design in progress may be discarded; set by the design session."""

    # Opening

    def open(self, title: str = "Open") -> None:
        """Ask for a project or requirements file and open it."""
        name, _ = QFileDialog.getOpenFileName(self._window, title, str(self.folder()), OPENABLE)
        if name:
            self._desk.keep_folder(Path(name).parent)
            self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        """Open a project, or start a design from a requirements file."""
        if path.suffix.lower() in DESIGNED_FROM:
            self.requirements_asked.emit(path)
        elif self.may_leave() and (how := self.recovering.ask_before(path)) != "no":
            self._load(path, viewing=how == "look")

    def view_path(self, path: Path) -> None:
        """Show a project that another window has open: read-only, and as that window saves it."""
        self._load(path, viewing=True)

    def _load(self, path: Path, *, viewing: bool) -> None:
        try:
            with waiting():
                self.session.load(path, guarded=viewing)
        except FatdeskError as error:
            self._offer_version(path, str(error))
        else:
            self._desk.keep_folder(path.absolute().parent)
            self.remember()

    def open_in_window(self) -> None:
        """Ask for a project and open it in a new window."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, "Open in new window", str(self.folder()), PROJECTS
        )
        if name:
            self._desk.keep_folder(Path(name).parent)
            self.new_window(name)

    def new_window(self, *arguments: str) -> None:
        """Start another window of the program, as with these arguments of the command line."""
        problem = self._desk.settings.write(window=place_of_another(self._window)) or start(arguments)
        if problem:
            self.session.said.emit(problem)

    def _offer_version(self, path: Path, why: str) -> None:
        """Report why a project cannot be opened, and offer its latest earlier version if there is one."""
        from fatdesk.project.files.storing import kept_versions

        what = f"{path.name} could not be opened"
        versions = kept_versions(path)
        if not versions:
            self.report(what, f"{what}.", f"{why}\n\n{kept_text(0)}")
            return
        question = box(self._window, what, f"{what}.", f"{why}\n\n{kept_text(len(versions))}")
        version = question.addButton("Open the latest version", QMessageBox.ButtonRole.AcceptRole)
        question.addButton(QMessageBox.StandardButton.Close)
        question.exec()
        if question.clickedButton() is version:
            self.open_version(versions[0], path.name)

    def open_version(self, path: Path, name: str = "") -> None:
        """Open an earlier version as an unsaved copy; ``name``: of another file than the open project."""
        name = name or self.session.name
        if not self.may_leave():
            return
        from fatdesk.project.files.storing import load_project

        def load() -> None:
            self.session.begin(load_project(path).project)
            self.session.said.emit(f"Opened an earlier version of {name} as an unsaved copy.")

        self._try("The earlier version could not be opened", load)

    def recover(self, found: "Found") -> None:
        """Ask what to do with a recovery copy left after a crash."""
        if self.may_leave():
            self.recovering.offer(found)

    def design_example(self, name: str) -> None:
        """Design an example as an unsaved copy; closing it unchanged needs no confirmation."""
        self.design_path(shipped("resources") / "examples" / f"{name}.yaml", example=True)

    def design_path(self, path: Path, *, example: bool = False) -> None:
        """Design the network of a requirements file, and open the result."""
        if not self.may_leave():
            return
        from fatdesk.tasks.designing import design_file

        before = self.session.project if self.session.is_open else None
        what = f"Design from {path.name} failed"
        task = self._desk.tasks.start(
            f"Design {path.stem}",
            design_file,
            path,
            path.stem,
            done=partial(self._designed, before, example),
            failed=lambda why: self.show_error(what, f"{what}.", why),
        )
        self.waiting.emit(task)

    def _designed(self, before: "Project | None", example: bool, project: "Project") -> None:
        now = self.session.project if self.session.is_open else None
        if self.may_drop_design() and (now is before or self.may_leave_project()):
            self.session.begin(project, example=example)

    def _wants(self, task: BackgroundTask) -> bool:
        """Ask whether to use the result of a task although the project has changed since."""
        shown = box(
            self._window,
            "Project changed",
            f"{task.title} is done, but the project has changed since it was started.",
            "The result is based on the earlier state.",
        )
        take = shown.addButton("Use it anyway", QMessageBox.ButtonRole.AcceptRole)
        leave = shown.addButton("Discard", QMessageBox.ButtonRole.RejectRole)
        shown.setDefaultButton(leave)
        shown.exec()
        return shown.clickedButton() is take

    # Saving

    def save(self) -> bool:
        """Save, asking for a file name if needed; return whether the project is saved."""
        if self.session.path is None or self.session.read_only:
            return self.save_as()
        return self._save_in_place()

    def _save_in_place(self) -> bool:
        try:
            self.session.save()
        except ChangedOnDisk as error:
            return self._changed_on_disk(error)
        except FatdeskError as error:
            return self._not_saved(error, self._save_in_place)
        return True

    def _not_saved(self, error: FatdeskError, again: Callable[[], bool]) -> bool:
        """Report a failed save and offer alternatives; return whether the project is saved."""
        why = f"{error.path}: {error.details}" if isinstance(error, SaveError) else error
        text, more = f"Not saved: {why}", "Your changes are still open, and in the recovery copy."
        self.failed.emit(f"{text}\n{more}")
        shown = box(self._window, "Not saved", text, more)
        shown.setIconPixmap(severity_mark(self._desk.theme, "warning", self._desk.theme.px(32)))
        other = shown.addButton("Save as…", QMessageBox.ButtonRole.AcceptRole)
        retry = shown.addButton("Try again", QMessageBox.ButtonRole.ActionRole)
        shown.setDefaultButton(other)
        shown.setEscapeButton(shown.addButton(QMessageBox.StandardButton.Close))
        shown.exec()
        chosen = shown.clickedButton()
        if chosen is retry:
            return again()
        return chosen is other and self.save_as()

    def save_as(self) -> bool:
        """Save under another name; return whether the project is saved."""
        start = self.session.path or self.folder() / f"{self.session.project.name or 'project'}.fatdesk"
        if self.session.read_only:
            start = start.with_stem(f"{start.stem} copy")
        path = self._ask_name("Save as", start, PROJECTS, [".fatdesk"])
        if path is None:
            return False
        if self.session.path is not None and path.resolve() == self.session.path.resolve():
            return self._save_in_place()
        return self._save_under(path)

    def _save_under(self, path: Path) -> bool:
        try:
            self.session.save_as(path)
        except FatdeskError as error:
            return self._not_saved(error, partial(self._save_under, path))
        return True

    def _changed_on_disk(self, error: ChangedOnDisk) -> bool:
        shown = box(
            self._window,
            "Changed on disk",
            f"{self.session.name} was changed by another program since it was opened.",
            f"{error}\n\nReplacing it overwrites the changes of the other program; "
            "that file is kept as an earlier version.",
        )
        replace = shown.addButton("Replace", QMessageBox.ButtonRole.DestructiveRole)
        other = shown.addButton("Save as…", QMessageBox.ButtonRole.AcceptRole)
        shown.addButton(QMessageBox.StandardButton.Cancel)
        shown.setDefaultButton(other)
        shown.exec()
        if shown.clickedButton() is replace:
            path = self.session.path
            assert path is not None
            return self._try("The project could not be saved", lambda: self.session.save_as(path))
        return shown.clickedButton() is other and self.save_as()

    # Exporting

    def save_data(self, name: str, data: bytes) -> None:
        """Ask for a file name and save what a view made: a picture, a table, points or settings."""
        kind = Path(name).suffix
        kinds = f"{kind[1:].upper()} files (*{kind})"
        path = self._ask_name(f"Export as {kind[1:].upper()}", self.folder() / name, kinds, [kind])
        if path is not None and self._try(f"{path.name} could not be saved", lambda: save_bytes(path, data)):
            self.session.said.emit(f"Wrote {path}.")

    def save_guide(self) -> None:
        """Ask for a file name, and write the documentation as a PDF in the background."""
        from fatdesk.tasks.files import make_guide

        letter = QLocale().measurementSystem() == QLocale.MeasurementSystem.ImperialUSSystem
        start = self.folder() / "fatdesk-guide.pdf"
        path = self._ask_name("Save the guide as PDF", start, "PDF files (*.pdf)", [".pdf"])
        if path is None:
            return

        def done(data: bytes) -> None:
            if self._try(f"{path.name} could not be saved", lambda: save_bytes(path, data)):
                self.session.said.emit(f"Wrote {path}.")

        paper = "Letter" if letter else "A4"
        self._desk.tasks.start("Guide as PDF", make_guide, paper, done=done, whenever=True)

    # Closing

    def close_project(self) -> None:
        """Close the project and show the welcome page."""
        if self.may_leave():
            self.session.leave()

    def may_leave(self) -> bool:
        """Ask about a design in progress and about unsaved changes; return whether both may be closed."""
        return self.may_drop_design() and self.may_leave_project()

    def may_leave_project(self, why: str = "") -> bool:
        """Ask about unsaved changes; return whether the project may be closed.

        ``why`` states what closes it, where the user neither closed nor opened a project.
        """
        if not self.session.unsaved:
            return True
        shown = box(
            self._window,
            "Unsaved changes",
            f"Save changes to {self.session.name}?",
            " ".join(filter(None, (why, DISCARDED))),
        )
        keep = shown.addButton(QMessageBox.StandardButton.Save)
        discard = shown.addButton(QMessageBox.StandardButton.Discard)
        shown.addButton(QMessageBox.StandardButton.Cancel)
        shown.setDefaultButton(QMessageBox.StandardButton.Save)
        shown.exec()
        if shown.clickedButton() is keep:
            return self.save()
        if shown.clickedButton() is discard:
            self.autosave.discard()
        return shown.clickedButton() is discard

    def may_stop(self) -> bool:
        """Ask about running tasks; return whether the window may be closed."""
        running = self._desk.tasks.running
        if not running:
            return True
        shown = box(
            self._window,
            "Tasks are running",
            f"Stop {counted(len(running), 'running task')} and close?",
            "\n".join(task.title for task in running),
        )
        stop = shown.addButton("Stop and close", QMessageBox.ButtonRole.DestructiveRole)
        shown.setDefaultButton(shown.addButton(QMessageBox.StandardButton.Cancel))
        shown.exec()
        return shown.clickedButton() is stop

    # Messages

    def report(self, title: str, text: str, more: str) -> None:
        """Show and log an error."""
        self.failed.emit(f"{text}\n{more}")
        self.show_error(title, text, more)

    def show_error(self, title: str, text: str, more: str) -> None:
        """Show an error that is already logged."""
        shown = box(self._window, title, text, in_sentence(more))
        shown.setIconPixmap(severity_mark(self._desk.theme, "warning", self._desk.theme.px(32)))
        shown.exec()

    def _export_failed(self, title: str, text: str, more: str, logged: bool) -> None:
        if logged:
            self.show_error(title, text, more)
        else:
            self.report(title, text, more)

    def remember(self) -> None:
        """Add the open file to the recent projects."""
        path = self.session.path
        if path is None:
            return
        uses = [use for some in self.session.project.fabrics for use in some.parts]
        edge = sum(use.count for use in uses if use.role == "edge")
        core = sum(use.count for use in uses if use.role in {"middle", "core"})
        now = datetime.now().astimezone().replace(microsecond=0)
        problem = remember(Recent(str(path.resolve()), self._summary(), edge, core, now))
        if problem:
            self.session.said.emit(problem)

    def _summary(self) -> str:
        """Return a one-line summary of the project: hosts, switches, racks, cost."""
        figures = self.session.figures
        racks = sum(bool(rack.devices) for rack in self.session.project.floor.racks)
        cost = priced(figures.cost, figures.cost_bound, figures.currency)
        cost = "cost unknown" if cost == UNKNOWN else cost
        counts = (counted(figures.hosts, "host"), counted(figures.switches, "switch"), counted(racks, "rack"))
        return " · ".join((*counts, cost))

    def find_moved(self, entry: Recent) -> None:
        """Ask for the new location of a recent project, and open it."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, f"Find {Path(entry.path).name}", str(self.folder()), PROJECTS
        )
        if not name:
            return
        self.open_path(Path(name))
        if self.session.path == Path(name) and (problem := forget(entry.path)):
            self.session.said.emit(problem)

    def _try(self, what: str, work: Callable[[], object]) -> bool:
        try:
            with waiting():
                work()
        except FatdeskError as error:
            self.report(what, f"{what}.", str(error))
            return False
        return True

    def folder(self) -> Path:
        """Return the initial folder of file dialogs."""
        return self._desk.folder

    def _ask_name(self, title: str, start: Path, kinds: str, endings: Sequence[str]) -> Path | None:
        """Ask for a file name, and remember its folder for the next dialog."""
        found = ask_name(self._window, title, start, kinds, endings)
        if found is not None:
            self._desk.keep_folder(found.parent)
        return found

    def save_requirements(self, data: bytes, name: str) -> bool:
        """Ask for a file name and save requirements; return whether they are saved."""
        start = self.folder() / f"{name}.yaml"
        path = self._ask_name("Save requirements", start, REQUIREMENTS, DESIGNED_FROM)
        if path is None:
            return False
        what = f"{path.name} could not be saved"
        if not self._try(what, lambda: save_all(path.parent, {path.name: data})):
            return False
        self.session.said.emit(f"Requirements saved as {path.name}.")
        return True


class FileFollower(QObject):
    """Reads the file of a read-only project again when it is saved, while nothing was edited here."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._watcher: QFileSystemWatcher | None = None
        session.opened.connect(self._watch)
        session.saved.connect(self._watch)

    def _watch(self) -> None:
        """Watch the folder of a read-only project: files are replaced when they are saved."""
        if self._watcher is not None:
            self._watcher.deleteLater()
            self._watcher = None
        path = self._session.path
        if self._session.guarded and path is not None:
            self._watcher = QFileSystemWatcher([str(path.parent)], self)
            self._watcher.directoryChanged.connect(lambda _: self.look())

    def look(self) -> None:
        """Show what was saved since, unless something was edited here."""
        session = self._session
        path = session.path
        if not session.guarded or session.unsaved or path is None:
            return
        from fatdesk.project.files.file_lock import stamp_of
        from fatdesk.project.files.storing import load_project

        try:
            if session.stamp == stamp_of(path.read_bytes()):
                return
            opened = load_project(path)
        except (OSError, FatdeskError):
            return  # it is being replaced, or is gone: what was read stays on view
        session.follow_file(opened.project, opened.stamp)
        session.said.emit(f"{session.name} was saved by the other window.")
