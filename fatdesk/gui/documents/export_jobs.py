"""Export jobs and prints: editing as undo steps, ready-made jobs, running them, last run of each document."""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.document import DOCUMENTS
from fatdesk.gui.files.exporting import Written, may_replace, not_written, others_there, sizes_of
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets import folder_dialog
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import box
from fatdesk.paper.jobs import check_ready
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.project import AddJob, ChangeJob, MoveJob, RemoveJob, RenameJob
from fatdesk.project.document.export_job import ExportJob, folder_of, folder_problem
from fatdesk.project.files.saver import save_all

if TYPE_CHECKING:
    from fatdesk.gui.session.background_tasks import BackgroundTask
    from fatdesk.project.document.project import Project
import hashlib
from datetime import datetime
from time import monotonic

import msgspec
import platformdirs
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QApplication, QProgressDialog

from fatdesk.core.errors import Cancelled
from fatdesk.engine.drawing.display import Leaf
from fatdesk.gui.documents.document import BY_NAME
from fatdesk.gui.widgets.plain_text import label
from fatdesk.paper.printer import print_leaves

MOST = 400
"""Maximum number of stored runs, of all projects."""


class Run(msgspec.Struct, frozen=True):
    """A run of a document or export job of a project file: time, and the state that its files show.

    Attributes
    ----------
    document
        Name of the document or job.
    decided
        Digest of the settings of a job when it ran.
    wrote
        Digests of the files that a job wrote, by path, to detect later changes.
    """

    project: str
    document: str
    when: datetime
    state: str
    printed: bool = False
    decided: str = ""
    wrote: dict[str, str] = {}

    @property
    def key(self) -> tuple[bool, str]:
        """Whether it is a job, and its name."""
        return bool(self.decided), self.document


def decided(job: ExportJob) -> str:
    """Return a digest of the settings of a job, without its name."""
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(job, name="."))).hexdigest()[:16]


def digest(data: bytes) -> str:
    """Return the digest of a file."""
    return hashlib.sha256(data).hexdigest()


def written(folder: Path, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the digests by path of files written to a folder."""
    return {str(folder.resolve() / name): digest(data) for name, data in sorted(files.items())}


def _file() -> Path:
    return platformdirs.user_state_path("fatdesk", appauthor=False) / "runs.json"


def read_runs(project: str) -> dict[tuple[bool, str], Run]:
    """Return the last runs by document and job; none if the list cannot be read."""
    return {run.key: run for run in _read() if run.project == project}


def _read() -> list[Run]:
    try:
        return msgspec.json.decode(_file().read_bytes(), type=list[Run])
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return []


def remember_runs(runs: list[Run]) -> str:
    """Store runs; return an error message or an empty text."""
    now = {(run.project, run.key) for run in runs}
    found = [run for run in _read() if (run.project, run.key) not in now] + runs
    try:
        save_all(_file().parent, {_file().name: msgspec.json.encode(found[-MOST:])})
    except (OSError, FatdeskError) as error:
        return f"The list of exported documents could not be kept: {error}"
    return ""


NOT_RUN = "Export job failed"


class JobRunner(QObject):
    """Runs export jobs one after the other; the files of a job are written all or none.

    Signals: ``ran`` carries a job, the digest of the state its files show, and digests of the files;
    ``wrote`` the list of what the jobs that run together wrote so far (:class:`Written`); ``waiting`` the
    background task for which the user waits; ``rests``: all runs have ended.
    """

    rests = Signal()

    ran = Signal(object, str, object)
    wrote = Signal(object)
    waiting = Signal(object)

    def __init__(self, desk: Desk, window: QWidget) -> None:
        super().__init__(window)
        self._desk, self._window = desk, window
        self._left: list[tuple[ExportJob, Path]] = []
        self._count = 0
        self._written: list[Written] = []
        self._now: BackgroundTask | None = None
        self._known: Mapping[tuple[bool, str], Run] = {}
        desk.session.opened.connect(self._left.clear)
        desk.tasks.ended.connect(self._look)

    @property
    def is_running(self) -> bool:
        """Whether jobs are running."""
        return self._now is not None

    def run(self, jobs: Sequence[ExportJob], known: Mapping[tuple[bool, str], Run]) -> None:
        """Run jobs of the current project; report problems before anything is written."""
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
            box(self._window, NOT_RUN, "No files were written.", in_sentence(str(error))).exec()
            return
        self._count, self._known, self._written = len(jobs), known, []
        self._next()

    def _base(self) -> Path | None:
        """Return the folder of the project file; ask for a folder if the project is not saved."""
        path = self._desk.session.path
        if path is not None:
            return path.resolve().parent
        title = "Choose a folder (the project is not saved yet)"
        chosen = folder_dialog.ask_folder(self._window, title, self._desk.folder, "Run")
        if chosen is not None:
            self._desk.keep_folder(chosen)
        return chosen

    def _next(self) -> None:
        from fatdesk.tasks.files import job_files

        if not self._left:
            self.rests.emit()
            return
        session = self._desk.session
        job, folder = self._left.pop(0)
        number = self._count - len(self._left)
        which = f" ({number} of {self._count})" if self._count > 1 else ""
        state = session.derived.plan.state
        self._now = self._desk.tasks.start(
            f"Job {job.name}{which}",
            job_files,
            session.project,
            job,
            session.measured_for(job.documents),
            session.folder,
            done=partial(self._made, session.project, job, folder, state),
            failed=partial(self._stop, job),
            whenever=True,
        )
        self.waiting.emit(self._now)

    def _look(self, ended: "BackgroundTask") -> None:
        """Cancel the remaining jobs when one is cancelled."""
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
        box(self._window, NOT_RUN, f"The job {job.name} could not be run.", in_sentence(why)).exec()

    def _made(
        self, project: "Project", job: ExportJob, folder: Path, state: str, files: dict[str, bytes]
    ) -> None:
        session = self._desk.session
        self._now = None
        if not files:
            self._stop(job, "there are no measurements for its documents; run a study first")
            return
        others = self._strange(job, others_there(folder, files))
        more = f"{'It was' if len(others) == 1 else 'They were'} changed since the last run of this job."
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
        notes = not_written(job.documents, files)
        if not session.is_open or session.project is not project:
            notes.append("The files show the state of the project when the job started.")
        session.said.emit(
            " ".join([f"The job {job.name} wrote {counted(len(files), 'file')} to {folder}.", *notes])
        )
        self._written.append(Written(folder, sizes_of(files), tuple(notes), job.name))
        self.wrote.emit(self._written)
        if session.is_open:
            self._next()

    def _strange(self, job: ExportJob, others: list[Path]) -> list[Path]:
        """Return the existing files that differ from what the job wrote last."""
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


LONGEST_NAME = 60
_BUILD = (
    "diagrams.pdf", "floor.pdf", "elevations.pdf", "packets.pdf", "wiring.pdf", "wiring.xlsx",
)  # fmt: skip


def _documents() -> dict[str, Sequence[str]]:
    known = [some.name for some in DOCUMENTS]
    return {
        "Issue for build": [name for name in _BUILD if name in known],
        "Installers' pack": [some.name for some in DOCUMENTS if some.kind == "pack"],
        "Purchase": [name for name in known if name.partition(".")[0] == "bill" and name != "bill.json"],
        "Networks for other programs": [
            some.name for some in DOCUMENTS if some.kind == "data" and some.usual and "fabric" in some.name
        ],
    }


READY: dict[str, tuple[str, ...]] = {title: tuple(names) for title, names in _documents().items()}
"""Document names of each ready-made job."""


def new_job(wanted: str, documents: Sequence[str], taken: Collection[str], like: ExportJob) -> ExportJob:
    """Return a job with a unique name, a folder of that name, and the settings of another job."""
    name = free_name(wanted, taken)
    return replace(like, name=name, documents=tuple(documents), folder=folder_for(name))


def free_name(wanted: str, taken: Collection[str]) -> str:
    """Return a name, with the first number that makes it unique.

    >>> free_name("Job", ["Job", "Job 2"])
    'Job 3'
    """
    number, name = 1, wanted[:LONGEST_NAME]
    while name in taken:
        number += 1
        name = f"{wanted[: LONGEST_NAME - len(str(number)) - 1]} {number}"
    return name


def folder_for(name: str) -> str:
    """Return the default folder of a job with a name.

    >>> folder_for("Issue for build: rows A & B")
    'issue-for-build-rows-a-b'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    folder = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "job"
    return folder if not folder_problem(folder) else f"job-{folder}"


class JobEdits:
    """Edits the export jobs of the open project; errors are reported by the session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def names(self) -> list[str]:
        """Names of the jobs in order."""
        return [job.name for job in self._session.project.jobs]

    def add(self, wanted: str, documents: Sequence[str], like: ExportJob) -> str:
        """Add a job; return its name, made unique, or an empty text if it was rejected."""
        job = new_job(wanted, documents, self.names, like)
        return job.name if self._session.do(AddJob(job=job)) else ""

    def duplicate(self, job: ExportJob) -> str:
        """Add a copy after a job, with its own folder; return its name."""
        name = free_name(job.name, self.names)
        made = replace(job, name=name, folder=folder_for(name))
        names = self.names
        after = names[names.index(job.name) + 1 :]
        commands: tuple[Command, ...] = (AddJob(job=made),)
        if after:
            commands += (MoveJob(name=name, before=after[0]),)
        done = self._session.do(Batch(name=f"Duplicate export job {job.name}", commands=commands))
        return name if done else ""

    def change(self, job: ExportJob) -> bool:
        """Replace the settings of a job."""
        return self._session.do(ChangeJob(job=job))

    def call(self, job: ExportJob, name: str) -> bool:
        """Rename a job, and its folder if it has the same name."""
        step: Command = RenameJob(name=job.name, to=name)
        if job.folder and job.folder == folder_for(job.name) != folder_for(name):
            moved = ChangeJob(job=replace(job, name=name, folder=folder_for(name)))
            step = Batch(name=step.step, commands=(step, moved))
        return self._session.do(step)

    def remove(self, jobs: Sequence[ExportJob]) -> bool:
        """Delete jobs."""
        steps = tuple(RemoveJob(name=job.name) for job in jobs)
        if not steps:
            return False
        return self._session.do(steps[0] if len(steps) == 1 else Batch(commands=steps))

    def can_move(self, job: ExportJob, step: int) -> bool:
        """Return whether a job can move up (-1) or down (+1)."""
        names = self.names
        return job.name in names and 0 <= names.index(job.name) + step < len(names)

    def move(self, job: ExportJob, step: int) -> bool:
        """Move a job up (-1) or down (+1)."""
        if not self.can_move(job, step):
            return False
        others = [name for name in self.names if name != job.name]
        at = self.names.index(job.name) + step
        return self._session.do(MoveJob(name=job.name, before=others[at] if at < len(others) else ""))


STEP_S = 0.05


class ShownProgress:
    """Progress dialog; ``step`` raises ``Cancelled`` after Cancel was pressed."""

    def __init__(self, parent: QWidget, title: str) -> None:
        self._dialog = QProgressDialog(parent)
        words = label(title)
        self._dialog.setLabel(words)
        self._words = words
        self._dialog.setWindowTitle(title)
        self._dialog.setWindowModality(Qt.WindowModality.WindowModal)
        self._dialog.setMinimumDuration(400)
        self._dialog.setAutoClose(False)
        self._dialog.setAutoReset(False)
        self._last = 0.0

    def step(self, done: int, total: int, text: str) -> None:
        """Show the progress."""
        if monotonic() - self._last < STEP_S:
            return
        self._last = monotonic()
        self._dialog.setMaximum(max(1, total))
        self._dialog.setValue(min(done, max(1, total)))
        self._words.setText(text)
        QApplication.processEvents()
        if self._dialog.wasCanceled():
            raise Cancelled

    def done(self) -> None:
        """Close the dialog."""
        self._dialog.reset()
        self._dialog.close()
        self._dialog.deleteLater()


class Printer(QObject):
    """Prints documents and records runs; ``sent`` signals a printed or exported document."""

    sent = Signal()

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = desk.session
        self._window = parent
        self._here: list[Run] = []
        """Runs of a project without file."""
        desk.session.opened.connect(self._here.clear)

    def runs(self) -> dict[tuple[bool, str], Run]:
        """Return the last runs of the documents and jobs of the open project."""
        found = read_runs(self._project()) if self._project() else {}
        return found | {run.key: run for run in self._here}

    def _project(self) -> str:
        path = self._session.path
        return str(path.resolve()) if path else ""

    def remember(self, names: Sequence[str], state: str, printed: bool = False) -> None:
        """Record that documents were exported or printed in a state of the project."""
        now = datetime.now().astimezone()
        self._keep([Run(self._project(), name, now, state, printed) for name in names])

    def remember_job(self, job: ExportJob, state: str, wrote: dict[str, str]) -> None:
        """Record that a job was run in a state of the project."""
        now = datetime.now().astimezone()
        self._keep([Run(self._project(), job.name, now, state, decided=decided(job), wrote=wrote)])

    def call_job(self, name: str, to: str) -> None:
        """Move the record of a renamed job."""
        run = self.runs().get((True, name))
        if run is not None:
            self._keep([replace(run, document=to)])

    def _keep(self, runs: list[Run]) -> None:
        if self._project():
            problem = remember_runs(runs)
            if problem:
                self._session.said.emit(problem)
        else:
            self._here += runs
        self.sent.emit()

    def ask_and_print(self, name: str, leaves: Sequence[Leaf], at: int) -> None:
        """Show the print dialog and print; errors are shown."""
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(name)
        dialog = QPrintDialog(printer, self._window)
        dialog.setWindowTitle(f"Print {name}")
        dialog.setMinMax(1, len(leaves))
        dialog.setFromTo(at + 1, at + 1)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange, True)
        dialog.setPrintRange(QPrintDialog.PrintRange.AllPages)
        if dialog.exec() == QPrintDialog.DialogCode.Accepted:
            self.print(name, leaves, printer)
        dialog.deleteLater()

    def print(self, name: str, leaves: Sequence[Leaf], printer: QPrinter) -> None:
        """Print pages on a printer; errors are shown."""
        progress = ShownProgress(self._window, f"Printing {name}")
        try:
            count = print_leaves(printer, leaves, f"{name} of {self._session.name}", progress)
        except Cancelled:
            self._session.said.emit("Printing cancelled.")
            return
        except FatdeskError as error:
            box(
                self._window, "Printing failed", f"{name} could not be printed.", in_sentence(str(error))
            ).exec()
            return
        finally:
            progress.done()
        if name in BY_NAME:
            self.remember([name], self._session.derived.plan.state, printed=True)
        self._session.said.emit(f"Printed {counted(count, 'page')} of {name}.")
