"""Run saved jobs one after the other: made by workers, written by the desk, all files of a job or none."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.last_runs import Run, digest, written
from fatdesk.gui.files.exporting import others_there
from fatdesk.gui.files.file_names import may_replace
from fatdesk.gui.widgets.numbers import counted, in_sentence
from fatdesk.gui.widgets.plain_text import box
from fatdesk.paper.jobs import check_ready
from fatdesk.project.document.export_job import ExportJob, folder_of
from fatdesk.project.files.saver import save_all

if TYPE_CHECKING:
    from fatdesk.gui.session.jobs import Job
    from fatdesk.project.document.project import Project

NOT_RUN = "Not run"


class JobRunning(QObject):
    """The runs of one window.

    ``ran`` carries a job, the state that its files show, and what is remembered of them; ``waiting`` the
    work that the user is waiting for; ``rests`` tells that nothing is under way any more.
    """

    rests = Signal()

    ran = Signal(object, str, object)
    waiting = Signal(object)

    def __init__(self, desk: Desk, window: QWidget) -> None:
        super().__init__(window)
        self._desk, self._window = desk, window
        self._left: list[tuple[ExportJob, Path]] = []
        self._count = 0
        self._now: Job | None = None
        self._known: Mapping[tuple[bool, str], Run] = {}
        desk.session.opened.connect(self._left.clear)
        desk.jobs.ended.connect(self._look)

    @property
    def is_running(self) -> bool:
        """Whether jobs are under way."""
        return self._now is not None

    def run(self, jobs: Sequence[ExportJob], known: Mapping[tuple[bool, str], Run]) -> None:
        """Run jobs of the present project; what cannot be is told before anything is written."""
        session = self._desk.session
        if self.is_running or not jobs:
            return
        try:
            check_ready(jobs, session.derived)
            base = self._base()
            if base is None:
                return
            self._left = [(job, folder_of(job, base)) for job in jobs]
        except FatdeskError as error:
            box(self._window, NOT_RUN, f"{NOT_RUN}: nothing was written.", in_sentence(str(error))).exec()
            return
        self._count, self._known = len(jobs), known
        self._next()

    def _base(self) -> Path | None:
        """The folder of the project file; while there is none, one that the user names."""
        path = self._desk.session.path
        if path is not None:
            return path.resolve().parent
        title = "The project has no file yet: a folder in place of the project's"
        chosen = QFileDialog.getExistingDirectory(self._window, title, str(Path.home()))
        return Path(chosen) if chosen else None

    def _next(self) -> None:
        from fatdesk.tasks.exporting import job_files

        if not self._left:
            self.rests.emit()
            return
        session = self._desk.session
        job, folder = self._left.pop(0)
        number = self._count - len(self._left)
        which = f" ({number} of {self._count})" if self._count > 1 else ""
        state = session.derived.plan.state
        self._now = self._desk.jobs.start(
            f"Job {job.name}{which}",
            job_files,
            session.project,
            job,
            session.measured_for(job.documents),
            done=partial(self._made, session.project, job, folder, state),
            failed=partial(self._stop, job),
            whenever=True,
        )
        self.waiting.emit(self._now)

    def _look(self, ended: "Job") -> None:
        """What was cancelled takes the jobs after it along."""
        if ended is self._now and ended.state == "cancelled":
            self._forget()

    def _forget(self) -> None:
        left, self._now = len(self._left), None
        self._left.clear()
        self.rests.emit()
        if left:
            self._desk.session.said.emit(f"{counted(left, 'job')} not run.")

    def _stop(self, job: ExportJob, why: str) -> None:
        self._forget()
        box(self._window, NOT_RUN, f"The job {job.name} was not run.", in_sentence(why)).exec()

    def _made(
        self, project: "Project", job: ExportJob, folder: Path, state: str, files: dict[str, bytes]
    ) -> None:
        session = self._desk.session
        self._now = None
        if not files:
            self._stop(job, "nothing is measured of what it makes: run a study first")
            return
        others = self._strange(job, others_there(folder, files))
        more = "They are not as this job left them."
        if others and not may_replace(self._window, others, more):
            self._forget()
            session.said.emit(f"The job {job.name} was not run.")
            return
        try:
            save_all(folder, files)
        except FatdeskError as error:
            self._stop(job, str(error))
            return
        self.ran.emit(job, state, written(folder, files))
        told = f"The job {job.name} wrote {counted(len(files), 'file')} to {folder}."
        if not session.is_open or session.project is not project:
            told += " They show the project as it was when the job began."
        session.said.emit(told)
        if session.is_open:
            self._next()

    def _strange(self, job: ExportJob, others: list[Path]) -> list[Path]:
        """Files that hold something else than what the job left there."""
        run = self._known.get((True, job.name))
        ours = run.wrote if run else {}
        found = []
        for path in others:
            try:
                if ours.get(str(path.resolve())) != digest(path.read_bytes()):
                    found.append(path)
            except OSError:
                found.append(path)
        return found
