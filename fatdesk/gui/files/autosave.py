"""Keep what is unsaved as a recovery copy, so that a crash costs some seconds and not the work."""

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import Progress
from fatdesk.gui.session.session import Session
from fatdesk.tasks.running import Done, Failed
from fatdesk.tasks.threads import RunningThread

if TYPE_CHECKING:
    from fatdesk.project.document.project import Project
    from fatdesk.project.files.recovery_copies import Keeper

PAUSE_MS = 2000
"""How long after an edit the copy is written."""
LONGEST_MS = 8000
"""How long at most: a crash loses no more than ten seconds, the writing included."""


class Autosave(QObject):
    """Writes the copy in a thread while something is unsaved; the timer runs only then."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._keeper: Keeper | None = None
        self._writing: RunningThread | None = None
        self._kept: Project | None = None
        self._told = ""
        self._took_s = 0.0
        self.pause_ms = PAUSE_MS
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.tick)
        session.opened.connect(self._opened)
        session.changed.connect(self._changed)
        session.saved.connect(self._saved)

    @property
    def keeper(self) -> "Keeper | None":
        """What keeps the copy of the open project; None without one, or when it cannot be kept."""
        return self._keeper

    def flush(self) -> bool:
        """Write the copy now, and wait for it; whether it is on disk."""
        self.tick()
        self._join()
        return self._kept is self._session.project

    def close(self) -> None:
        """The project is closed as it should be: nothing is left of the copy."""
        self._timer.stop()
        self._join()
        if self._keeper is not None:
            self._keeper.close()
        self._keeper = self._kept = None

    def _opened(self) -> None:
        self.close()
        if not self._session.is_open:
            return
        from fatdesk.project.files.recovery_copies import Keeper  # with it come the project and its arrays

        try:
            self._keeper = Keeper(self._session.path, self._session.stamp)
        except (OSError, FatdeskError) as error:
            self._tell(str(error))
        if self._session.unsaved:
            self.tick()

    def _changed(self, _: object) -> None:
        if not self._timer.isActive():
            self._timer.start(max(self.pause_ms, min(LONGEST_MS, round(10_000 * self._took_s))))

    def _saved(self) -> None:
        self._timer.stop()
        self._join()
        if self._keeper is not None:
            try:
                self._keeper.follow(self._session.path, self._session.stamp)
                self._keeper.drop()
            except FatdeskError as error:
                self._tell(str(error))
        self._kept = None

    def tick(self) -> None:
        """Write the recovery copy, if there is something unsaved."""
        keeper, session = self._keeper, self._session
        if keeper is None or not session.is_open:
            return
        if self._writing is not None and not self._writing.wait(0):
            self._timer.start(self.pause_ms)
            return
        self._join()
        if not session.unsaved:  # undone back to what the file holds
            keeper.drop()
            self._kept = None
        elif session.project is not self._kept:
            args = (keeper, session.project, session.name)
            self._writing = RunningThread(_keep, args, "recovery copy")
            self._timer.start(self.pause_ms)

    def _join(self) -> None:
        """Wait for the copy that is being written, and take note of what came of it."""
        if self._writing is None:
            return
        self._writing.wait(None)
        for event in self._writing.poll():
            if isinstance(event, Done):
                self._kept, self._took_s = event.result
                self._tell("")
            elif isinstance(event, Failed):
                self._tell(event.text)
        self._writing = None

    def _tell(self, problem: str) -> None:
        """Say once what is wrong, and again when it is something else."""
        if problem and problem != self._told:
            self._session.said.emit(f"A crash would lose your changes, save them: {problem}")
        self._told = problem


def _keep(keeper: "Keeper", project: "Project", name: str, progress: Progress) -> "tuple[Project, float]":
    """Write the copy: the project never changes, and nobody else touches the copy meanwhile."""
    progress.step(0, 0, "writing the recovery copy")
    start = monotonic()
    try:
        keeper.keep(project, name)
    except OSError as error:
        raise FatdeskError(str(error)) from None
    return project, monotonic() - start
