"""Recovery copies of unsaved changes: written automatically, offered after a crash."""

from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QMessageBox, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import Progress
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.dates import clock_text, date_text
from fatdesk.gui.widgets.plain_text import box
from fatdesk.tasks.running import Done, Failed, RunningThread

if TYPE_CHECKING:
    from fatdesk.project.document.project import Project
    from fatdesk.project.files.recovery import Found, Keeper


PAUSE_MS = 2000
"""Delay between an edit and the recovery copy."""
LONGEST_MS = 8000
"""Maximum delay; with the time to write, a crash loses at most ten seconds."""


class Autosave(QObject):
    """Writes recovery copies in a thread; its timer runs only while there are unsaved changes."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._keeper: Keeper | None = None
        self._writing: RunningThread | None = None
        self.kept: Project | None = None
        self._reported = ""
        self._took_s = 0.0
        self.pause_ms = PAUSE_MS
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.timeout.connect(self.tick)
        session.opened.connect(self._opened)
        session.changed.connect(self._changed)
        session.saved.connect(self._saved)

    @property
    def keeper(self) -> "Keeper | None":
        """The recovery copy of the open project; None without a project, or if it cannot be kept."""
        return self._keeper

    def flush(self) -> bool:
        """Write the copy now and wait for it; return whether it is on disk."""
        self.tick()
        self._join()
        return self.kept is self._session.project

    def close(self) -> None:
        """Delete the copy of a project that is closed normally."""
        self.timer.stop()
        self._join()
        if self._keeper is not None:
            self._keeper.close()
        self._keeper = self.kept = None

    def discard(self) -> None:
        """Set unsaved changes aside that the user discards."""
        from fatdesk.project.files.recovery import set_aside

        try:
            set_aside(self._session.project, self._session.name)
        except (OSError, FatdeskError) as error:
            self._session.said.emit(f"Discarded changes could not be set aside: {error}")

    def _opened(self) -> None:
        self.close()
        if not self._session.is_open:
            return
        from fatdesk.project.files.recovery import Keeper  # imports the project and its arrays

        try:
            self._keeper = Keeper(self._session.path, self._session.stamp, viewing=self._session.guarded)
        except (OSError, FatdeskError) as error:
            self._tell(str(error))
        if self._session.unsaved:
            self.tick()

    def _changed(self, _: object) -> None:
        if not self.timer.isActive():
            self.timer.start(max(self.pause_ms, min(LONGEST_MS, round(10_000 * self._took_s))))

    def _saved(self) -> None:
        self.timer.stop()
        self._join()
        if self._keeper is not None:
            try:
                self._keeper.follow(self._session.path, self._session.stamp)
                self._keeper.drop()
            except FatdeskError as error:
                self._tell(str(error))
        self.kept = None

    def tick(self) -> None:
        """Write the recovery copy if there are unsaved changes."""
        keeper, session = self._keeper, self._session
        if keeper is None or not session.is_open:
            return
        if self._writing is not None and not self._writing.wait(0):
            self.timer.start(self.pause_ms)
            return
        self._join()
        if not session.unsaved:  # undone to the saved state
            keeper.drop()
            self.kept = None
        elif session.project is not self.kept:
            args = (keeper, session.project, session.name)
            self._writing = RunningThread(_keep, args, "recovery copy")
            self.timer.start(self.pause_ms)

    def _join(self) -> None:
        """Wait for the copy being written, and record its result."""
        if self._writing is None:
            return
        self._writing.wait(None)
        for event in self._writing.poll():
            if isinstance(event, Done):
                self.kept, self._took_s = event.result
                self._tell("")
            elif isinstance(event, Failed):
                self._tell(event.text)
        self._writing = None

    def _tell(self, problem: str) -> None:
        """Report a problem once, and again when it changes."""
        if problem and problem != self._reported:
            self._session.said.emit(f"Unsaved changes are not protected, save them: {problem}")
        self._reported = problem


def _keep(keeper: "Keeper", project: "Project", name: str, progress: Progress) -> "tuple[Project, float]":
    """Write the copy; the project is immutable, and no other thread writes the copy."""
    progress.step(0, 0, "writing the recovery copy")
    start = monotonic()
    try:
        keeper.keep(project, name)
    except OSError as error:
        raise FatdeskError(str(error)) from None
    return project, monotonic() - start


Opening = Literal["open", "look", "no"]
"""Open a file, open it read-only, or do not open it (also if its copy was opened instead)."""

_FILE = {
    "none": "The project was never saved.",
    "same": "The file has not changed since.",
    "changed": "The file has changed since; recovering does not overwrite it.",
    "missing": "The file no longer exists.",
    "unreadable": "The file cannot be read as a project; recovering does not overwrite it.",
}


def time_text(found: "Found") -> str:
    """Return when a copy was made; without the date if it is today."""
    taken = found.taken
    if taken is None:
        return "at an unknown time"
    today = taken.date() == datetime.now().astimezone().date()
    if today:
        return f"at {clock_text(taken, seconds=True)}"
    return f"on {date_text(taken.date())} at {clock_text(taken)}"


def described(found: "Found") -> str:
    """Return a description of a copy and of its differences from the file."""
    if found.project is None:
        return f"The recovery copy cannot be read.\n{found.problem}"
    lines = [f"A copy of unsaved changes was made {time_text(found)}.", _FILE[found.state]]
    if found.saved is not None:
        from fatdesk.project.document.record_kinds import differences

        sections = differences(found.saved, found.project)
        lines.append(f"Differences from the file: {', '.join(sections)}.")
    return "\n".join(lines)


class Recovering(QObject):
    """Prompts before a project is opened, and for recovery copies left after a crash."""

    def __init__(self, window: QWidget, session: Session, autosave: Autosave) -> None:
        super().__init__(window)
        self._window, self._session, self._autosave = window, session, autosave

    def ask_before(self, path: Path) -> Opening:
        """Ask how to open a file; its recovery copy may be opened instead."""
        from fatdesk.project.files.recovery import left_behind_of, open_elsewhere

        keeper = self._autosave.keeper
        how: Opening = "open"
        if open_elsewhere(path, keeper.folder if keeper else None):
            how = self._ask_of_another(path)
            if how == "no":
                return how
        for found in left_behind_of(path):
            if self.offer(found):
                return "no"
        return how

    def offer(self, found: "Found") -> bool:
        """Ask what to do with a copy; return whether it was opened."""
        shown = box(
            self._window, "Unsaved changes", f"{found.name} was not closed properly.", described(found)
        )
        recover = None
        if found.project is not None:
            recover = shown.addButton("Recover", QMessageBox.ButtonRole.AcceptRole)
            shown.setDefaultButton(recover)
        keeps = found.saved is not None
        aside = shown.addButton(
            "Keep the file" if keeps else "Move aside", QMessageBox.ButtonRole.DestructiveRole
        )
        later = shown.addButton("Later", QMessageBox.ButtonRole.RejectRole)
        shown.setEscapeButton(later)
        shown.exec()
        chosen = shown.clickedButton()
        if chosen is aside:
            self._set_aside(found)
        return recover is not None and chosen is recover and self._recover(found)

    def _recover(self, found: "Found") -> bool:
        taken = found.take()
        if taken is None:
            self._gone(found)
            return False
        assert found.project is not None  # copies without a project are not offered
        assert found.label is not None
        self._session.begin(found.project, found.path, found.label.stamp, recovered=True)
        if self._autosave.flush():
            taken.remove()
        else:
            taken.leave()
        return True

    def _set_aside(self, found: "Found") -> None:
        taken = found.take()
        if taken is None:
            self._gone(found)
            return
        try:
            place = taken.set_aside()
        except (OSError, FatdeskError) as error:
            taken.leave()
            self._session.said.emit(f"The copy could not be moved: {error}")
        else:
            self._session.said.emit(f"The copy was moved to {place}.")

    def _gone(self, found: "Found") -> None:
        self._session.said.emit(f"Another window has just opened the copy of {found.name}.")

    def _ask_of_another(self, path: Path) -> Opening:
        shown = box(
            self._window,
            "Open in another window",
            f"{path.name} is open in another window of fatdesk.",
            "Open it read-only to view it. If both windows save, the second one "
            "asks before it overwrites anything.",
        )
        look = shown.addButton("Open read-only", QMessageBox.ButtonRole.AcceptRole)
        both = shown.addButton("Open anyway", QMessageBox.ButtonRole.DestructiveRole)
        shown.addButton(QMessageBox.StandardButton.Cancel)
        shown.setDefaultButton(look)
        shown.exec()
        chosen = shown.clickedButton()
        return "look" if chosen is look else "open" if chosen is both else "no"
