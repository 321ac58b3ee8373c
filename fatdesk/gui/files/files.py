"""What is done with files: open, design, save, export, and asking before something is lost."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.shipped_data import shipped
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.autosave import Autosave
from fatdesk.gui.files.exporting import Exporting
from fatdesk.gui.files.file_names import ask_name
from fatdesk.gui.files.recent import Recent, forget, remember
from fatdesk.gui.files.recovery import Recovering
from fatdesk.gui.session.jobs import Job
from fatdesk.gui.widgets.numbers import AT_LEAST, counted
from fatdesk.gui.widgets.plain_text import box
from fatdesk.project.files.saver import ChangedOnDisk, save_all, save_bytes

if TYPE_CHECKING:
    from fatdesk.project.document.project import Project
    from fatdesk.project.files.recovery import Found

PROJECTS = "Projects (*.fatdesk)"
REQUIREMENTS = "Requirements (*.yaml *.yml)"
OPENABLE = "Projects and requirements (*.fatdesk *.yaml *.yml)"
DESIGNED_FROM = (".yaml", ".yml")
OPENED = (".fatdesk", *DESIGNED_FROM)
"""Endings of what can be opened."""


@contextmanager
def waiting() -> Iterator[None]:
    """Show by the pointer that something takes a moment."""
    QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        yield
    finally:
        QApplication.restoreOverrideCursor()


class Files(QObject):
    """The file actions of one window.

    ``requirements_asked`` carries a requirements file that shall be designed from,
    ``waiting`` carries a job that the user is waiting for, ``exported`` the names of documents that were
    written and the digest of the state that they show, ``failed`` what went wrong in words.
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
        self.exporting = Exporting(window, desk)
        self.exporting.waiting.connect(self.waiting)
        self.exporting.exported.connect(self.exported)
        self.exporting.failed.connect(self._export_failed)
        self.session = desk.session
        self.session.saved.connect(self.remember)
        desk.jobs.ask = self._wants
        self.may_drop_design: Callable[[], bool] = lambda: True
        """Asks about a design in the making; set by who makes designs."""

    # Opening

    def open(self) -> None:
        """Ask for a project or for requirements, and open it."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Open", str(self.folder()), OPENABLE)
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        """Open a project, or begin a design from a requirements file."""
        if path.suffix.lower() in DESIGNED_FROM:
            self.requirements_asked.emit(path)
        elif self.may_leave() and (how := self.recovering.ask_before(path)) != "no":
            what = f"{path.name} was not opened"
            if self._try(what, lambda: self.session.load(path, guarded=how == "look")):
                self.remember()

    def open_version(self, path: Path) -> None:
        """Open an earlier version of the open project as a copy that has no file yet."""
        name = self.session.name
        if not self.may_leave():
            return
        from fatdesk.project.files.storing import load_project

        def load() -> None:
            self.session.begin(load_project(path).project)
            self.session.said.emit(f"This is an earlier version of {name}; it has no file yet.")

        self._try("The earlier version was not opened", load)

    def recover(self, found: "Found") -> None:
        """Ask what to do with a copy that an earlier program left behind."""
        if self.may_leave():
            self.recovering.offer(found)

    def design_example(self, name: str) -> None:
        """Design an example: a copy without a file, with which nothing is lost until it is changed."""
        self.design_path(shipped("resources") / "examples" / f"{name}.yaml", example=True)

    def design_path(self, path: Path, *, example: bool = False) -> None:
        """Search, place and cable what a requirements file asks for, and open it."""
        if not self.may_leave():
            return
        from fatdesk.tasks.designing import design_file

        before = self.session.project if self.session.is_open else None
        what = f"{path.name} gave no project"
        job = self._desk.jobs.start(
            f"Design {path.stem}",
            design_file,
            path,
            path.stem,
            done=partial(self._designed, before, example),
            failed=lambda why: self.show_trouble(what, f"{what}.", why),
        )
        self.waiting.emit(job)

    def _designed(self, before: "Project | None", example: bool, project: "Project") -> None:
        now = self.session.project if self.session.is_open else None
        if now is before or self.may_leave():
            self.session.begin(project, example=example)

    def _wants(self, job: Job) -> bool:
        """Ask whether the result of a job is taken although the project has changed since."""
        shown = box(
            self._window,
            "An earlier project",
            f"{job.title} is done, but the project has changed since it was started.",
            "Its result belongs to the earlier project.",
        )
        take = shown.addButton("Use it anyway", QMessageBox.ButtonRole.AcceptRole)
        leave = shown.addButton("Do not use it", QMessageBox.ButtonRole.RejectRole)
        shown.setDefaultButton(leave)
        shown.exec()
        return shown.clickedButton() is take

    # Saving

    def save(self) -> bool:
        """Save, asking for a name where there is none; whether it is saved now."""
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
        """Tell that nothing was saved, and offer what can be done; whether it is saved now."""
        text, more = f"Not saved: {error}", "Your changes are here and in the recovery copy."
        self.failed.emit(f"{text}\n{more}")
        shown = box(self._window, "Not saved", text, more)
        shown.setIcon(QMessageBox.Icon.Warning)
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
        """Save under another name; whether it is saved now."""
        start = self.session.path or self.folder() / f"{self.session.project.name or 'project'}.fatdesk"
        path = ask_name(self._window, "Save as", start, PROJECTS, [".fatdesk"])
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
            f"{self.session.name} was changed by another program since it was opened here.",
            f"{error}\n\nReplacing it discards what the other program wrote; "
            "its version is kept among the earlier ones.",
        )
        replace = shown.addButton("Replace it", QMessageBox.ButtonRole.DestructiveRole)
        other = shown.addButton("Save as…", QMessageBox.ButtonRole.AcceptRole)
        shown.addButton(QMessageBox.StandardButton.Cancel)
        shown.setDefaultButton(other)
        shown.exec()
        if shown.clickedButton() is replace:
            path = self.session.path
            assert path is not None
            return self._try("It was not saved", lambda: self.session.save_as(path))
        return shown.clickedButton() is other and self.save_as()

    # Exporting

    def save_picture(self, name: str, data: bytes) -> None:
        """Ask where a picture goes, and write it."""
        kind = Path(name).suffix
        kinds = f"{kind[1:].upper()} pictures (*{kind})"
        path = ask_name(self._window, "Save what is seen", self.folder() / name, kinds, [kind])
        if path is not None and self._try(f"{path.name} was not saved", lambda: save_bytes(path, data)):
            self.session.said.emit(f"Wrote {path}.")

    def save_table(self, name: str, data: bytes) -> None:
        """Ask where a table goes, and write it."""
        kind = Path(name).suffix
        kinds = f"Tables (*{kind})"
        path = ask_name(self._window, "Export a table", self.folder() / name, kinds, [kind])
        if path is not None and self._try(f"{path.name} was not saved", lambda: save_bytes(path, data)):
            self.session.said.emit(f"Wrote {path}.")

    def save_of_study(self, name: str, data: bytes) -> None:
        """Ask where points, plots or settings of a study go, and write them."""
        kind = Path(name).suffix
        kinds = f"{kind[1:].upper()} (*{kind})"
        path = ask_name(self._window, "Export a study", self.folder() / name, kinds, [kind])
        if path is not None and self._try(f"{path.name} was not saved", lambda: save_bytes(path, data)):
            self.session.said.emit(f"Wrote {path}.")

    # Leaving

    def close_project(self) -> None:
        """Go back to the welcome page."""
        if self.may_leave():
            self.session.leave()

    def may_leave(self) -> bool:
        """Ask about a design in the making, then about unsaved changes; whether both may be left."""
        return self.may_drop_design() and self.may_leave_project()

    def may_leave_project(self) -> bool:
        """Ask about unsaved changes; whether the project may be left."""
        if not self.session.unsaved:
            return True
        shown = box(
            self._window,
            "Unsaved changes",
            f"Save the changes of {self.session.name}?",
            "If you do not save, your changes since the last save are lost.",
        )
        keep = shown.addButton(QMessageBox.StandardButton.Save)
        discard = shown.addButton(QMessageBox.StandardButton.Discard)
        shown.addButton(QMessageBox.StandardButton.Cancel)
        shown.setDefaultButton(QMessageBox.StandardButton.Save)
        shown.exec()
        if shown.clickedButton() is keep:
            return self.save()
        return shown.clickedButton() is discard

    def may_stop(self) -> bool:
        """Ask about running jobs; whether the window may be closed over them."""
        running = self._desk.jobs.running
        if not running:
            return True
        shown = box(
            self._window,
            "Jobs are running",
            f"Stop {counted(len(running), 'running job')} and close?",
            "\n".join(job.title for job in running),
        )
        stop = shown.addButton("Stop and close", QMessageBox.ButtonRole.DestructiveRole)
        shown.setDefaultButton(shown.addButton(QMessageBox.StandardButton.Cancel))
        shown.exec()
        return shown.clickedButton() is stop

    # Telling

    def tell(self, title: str, text: str, more: str) -> None:
        """Show what went wrong."""
        self.failed.emit(f"{text}\n{more}")
        self.show_trouble(title, text, more)

    def show_trouble(self, title: str, text: str, more: str) -> None:
        """Show what went wrong, which the log knows already."""
        shown = box(self._window, title, text, more)
        shown.setIcon(QMessageBox.Icon.Warning)
        shown.exec()

    def _export_failed(self, title: str, text: str, more: str, logged: bool) -> None:
        if logged:
            self.show_trouble(title, text, more)
        else:
            self.tell(title, text, more)

    def remember(self) -> None:
        """Put the open file on the list of recent projects."""
        path = self.session.path
        if path is None:
            return
        uses = [use for some in self.session.project.fabrics if some.design for use in some.design.parts]
        edge = sum(use.count for use in uses if use.role == "edge")
        core = sum(use.count for use in uses if use.role in {"middle", "core"})
        now = datetime.now().astimezone().replace(microsecond=0)
        problem = remember(Recent(str(path.resolve()), self._in_words(), edge, core, now))
        if problem:
            self.session.said.emit(problem)

    def _in_words(self) -> str:
        """The project in a line: hosts, switches, racks, cost."""
        figures = self.session.figures
        racks = sum(bool(rack.devices) for rack in self.session.project.floor.racks)
        cost = f"{AT_LEAST if figures.cost_bound else ''}{figures.currency} {figures.cost:,.0f}"
        told = (counted(figures.hosts, "host"), counted(figures.switches, "switch"), counted(racks, "rack"))
        return " · ".join((*told, cost))

    def find_moved(self, entry: Recent) -> None:
        """Ask where a project of the list is by now, and open it there."""
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
            self.tell(what, f"{what}.", str(error))
            return False
        return True

    def folder(self) -> Path:
        """Where file dialogs begin."""
        return self.session.path.parent if self.session.path else Path.home()

    def save_requirements(self, data: bytes, name: str) -> bool:
        """Ask for a name and write requirements there; whether they are written."""
        start = self.folder() / f"{name}.yaml"
        path = ask_name(self._window, "Save requirements", start, REQUIREMENTS, DESIGNED_FROM)
        if path is None:
            return False
        what = f"{path.name} was not saved"
        if not self._try(what, lambda: save_all(path.parent, {path.name: data})):
            return False
        self.session.said.emit(f"Requirements saved as {path.name}.")
        return True
