"""Background tasks of the window, in worker processes or threads: progress, cancel, errors, results."""

from collections.abc import Callable, Hashable
from datetime import datetime
from time import monotonic
from typing import Any, Generic, Literal, Protocol, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from fatdesk.core.memo import Memo, same_inputs
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.tasks.running import Done, Event, Failed, Pace, Running, Shown, Step
from fatdesk.tasks.threads import RunningThread

State = Literal["running", "done", "failed", "cancelled"]
LOOK_MS = 40
"""How often running jobs are looked at."""
EARLIER = "Belongs to an earlier project"
Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class Execution(Protocol):
    """A function at work: in a process (``Running``), or in a thread (``RunningThread``)."""

    def poll(self) -> list[Event]:
        """What was reported since the last call."""

    def kill(self) -> None:
        """End it, at once or at its next step."""

    def wait(self, seconds: float) -> bool:
        """Wait until it has ended; whether it has."""


class Job(QObject):
    """One piece of work and what became of it.

    Attributes
    ----------
    text
        What is being done now; at the end what came of it.
    detail
        A traceback, when the program is to blame for a failure.
    began, took_s
        When it was started, and how long it took once it has ended.
    """

    def __init__(
        self, title: str, running: Execution, began_with: object, parent: "Jobs", *, quiet: bool = False
    ) -> None:
        super().__init__(parent)
        self.title, self.quiet = title, quiet
        self.state: State = "running"
        self.text = "Starting"
        self.detail = ""
        self.began = datetime.now().astimezone()
        self.took_s: float | None = None
        self.running = running
        self.began_with = began_with
        self._jobs = parent
        self._start = monotonic()
        self._pace = Pace()

    @property
    def fraction(self) -> float | None:
        """The share of the present step that is done; None while there is no saying."""
        return 1.0 if self.state == "done" else self._pace.fraction

    @property
    def left_s(self) -> float | None:
        """Seconds until the present step is done; None while there is no saying."""
        return self._pace.left_s if self.state == "running" else None

    def cancel(self) -> None:
        """Stop it now; the project stays as it is."""
        self._jobs.cancel(self)

    def move(self, step: Step) -> None:
        """Take note of how far it is."""
        self._pace.step(step.done, step.total)
        self.text = step.text[:1].upper() + step.text[1:]

    def end(self, state: State, text: str, detail: str = "") -> None:
        """Take note of how it ended."""
        self.state, self.text, self.detail = state, text, detail
        self.took_s = monotonic() - self._start


class Jobs(QObject):
    """All jobs of one window, those that have ended too until they are cleared.

    ``started``, ``moved`` and ``ended`` carry the job, ``unheard`` one that failed and that no list and no
    view shows. ``ask`` is what decides whether the result of a
    job is taken when the project is not the one it was started with; without it, it is not.
    """

    started = Signal(object)
    moved = Signal(object)
    ended = Signal(object)
    unheard = Signal(object)
    cleared = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._calls: dict[Job, _Calls] = {}
        self.all: list[Job] = []
        self._leaving: list[Job] = []
        self.ask: Callable[[Job], bool] = lambda _: False
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)

    @property
    def running(self) -> list[Job]:
        """Those that have not ended, the oldest first."""
        return [job for job in self.all if job.state == "running"]

    def start(
        self,
        title: str,
        work: Callable[..., object],
        *args: Any,
        done: Callable[[Any], object],
        failed: Callable[[str], object] | None = None,
        shown: Callable[[Any], object] | None = None,
        whenever: bool = False,
        quiet: bool = False,
    ) -> Job:
        """Run ``work(*args, progress=...)`` in a process of its own.

        Parameters
        ----------
        work
            A function of a module; it writes no files.
        done
            Is given the result; not when the project has changed since and the user does not want it.
        failed, shown
            Are given what went wrong, and each intermediate result that is worth a look.
        whenever
            The result is good whatever has become of the project.
        quiet
            Whoever started it shows how it goes; it stands on no list and is forgotten at its end.
        """
        calls = _Calls(done, failed, shown, whenever)
        return self._started(title, Running(work, args), calls, quiet=quiet)

    def start_thread(
        self,
        title: str,
        work: Callable[..., object],
        *,
        done: Callable[[Any], object],
        failed: Callable[[str], object] | None = None,
    ) -> Job:
        """Run ``work(progress=...)`` in a thread: short work on values that would take long to send.

        It is quiet, and its result is good whatever has become of the project: whoever asked for it keeps it
        by what it was made from.
        """
        return self._started(
            title, RunningThread(work, (), title), _Calls(done, failed, None, True), quiet=True
        )

    def _started(self, title: str, running: Execution, calls: "_Calls", *, quiet: bool) -> Job:
        job = Job(title, running, self._present(), self, quiet=quiet)
        self._calls[job] = calls
        self.all.append(job)
        self._timer.start()
        if not quiet:
            self.started.emit(job)
        return job

    def cancel(self, job: Job) -> None:
        """Kill the worker of a job; nothing waits for its end."""
        if job.state == "running":
            job.running.kill()
            self._end(job, "cancelled", "Cancelled")

    def stop(self) -> None:
        """Cancel everything, and wait for the ends: nothing goes on after the window is closed."""
        going = self.running
        for job in going:
            job.cancel()
        for job in (*self.all, *self._leaving):
            job.running.wait(5.0)
        self.look()

    def clear(self) -> None:
        """Forget what has ended."""
        for job in self.all:
            if job.state != "running":
                job.deleteLater()
        self.all = self.running
        self.cleared.emit()

    def look(self) -> None:
        """Hear what the workers say."""
        for job in [job for job in self._leaving if job.running.wait(0)]:
            self._leaving.remove(job)
            job.deleteLater()
        for job in self.running:
            for event in job.running.poll():
                if job.state == "running":
                    self._hear(job, event)
        for job in self.running:
            self.moved.emit(job)
        if not self.running and not self._leaving:
            self._timer.stop()

    def _present(self) -> object:
        return self._session.project if self._session.is_open else None

    def _hear(self, job: Job, event: Event) -> None:
        calls = self._calls[job]
        if isinstance(event, Step):
            job.move(event)
        elif isinstance(event, Shown):
            if calls.shown is not None:
                calls.shown(event.value)
        elif isinstance(event, Done):
            late = not calls.whenever and self._present() is not job.began_with
            self._end(job, "done", EARLIER if late else "Done")
            if not late or self.ask(job):
                calls.done(event.result)
        elif isinstance(event, Failed):
            self._end(job, "failed", event.text, event.detail)
            if calls.failed is not None:
                calls.failed(event.text)
            elif job.quiet:
                self.unheard.emit(job)
        else:
            self._end(job, "cancelled", "Cancelled")

    def _end(self, job: Job, state: State, text: str, detail: str = "") -> None:
        job.end(state, text, detail)
        del self._calls[job]
        job.began_with = None
        if job.quiet:
            self._leaving.append(job)
            self.all.remove(job)
            self.moved.emit(job)
        else:
            self.ended.emit(job)


class _Calls:
    """Whom the end of a job concerns."""

    def __init__(
        self,
        done: Callable[[Any], object],
        failed: Callable[[str], object] | None,
        shown: Callable[[Any], object] | None,
        whenever: bool,
    ) -> None:
        self.done, self.failed, self.shown, self.whenever = done, failed, shown, whenever


def jobs_of(session: Session) -> Jobs:
    """Return the background tasks of the window with that session."""
    return session.findChild(Jobs) or Jobs(session)


class BackgroundMemo(Generic[Key]):
    """A memo whose large values are made in a thread, while the window goes on.

    Parameters
    ----------
    changed
        Called when a value has arrived, or has failed.
    failed
        Is given what went wrong.
    """

    def __init__(
        self,
        session: Session,
        changed: Callable[[], object],
        failed: Callable[[str], object] | None = None,
    ) -> None:
        self._session, self._changed, self._failed = session, changed, failed
        self._memo = Memo[Key]()
        self._under_way: dict[Key, tuple[tuple[object, ...], Job]] = {}

    @property
    def waiting(self) -> bool:
        """Whether anything is being made."""
        return bool(self._under_way)

    def get(
        self,
        key: Key,
        inputs: tuple[object, ...],
        make: Callable[[], Made],
        *,
        at_once: bool,
        title: str = "",
    ) -> Made | None:
        """Return the value of a key; None: it is being made, or could not be.

        Parameters
        ----------
        at_once
            It is made before anybody notices, so there is no thread.
        """
        if at_once or self._memo.holds(key, inputs):
            return self._memo.keep(key, inputs, make)
        begun = self._under_way.get(key)
        if begun is not None and same_inputs(begun[0], inputs):
            return None

        def done(value: Made | None) -> None:
            begun = self._under_way.get(key)
            if begun is not None and begun[1] is job:
                del self._under_way[key]
                self._memo.put(key, inputs, value)
                self._changed()

        def failed(why: str) -> None:
            if self._failed is not None:
                self._failed(why)
            else:
                self._session.said.emit(in_sentence(why))
                jobs.unheard.emit(job)
            done(None)

        jobs = jobs_of(self._session)
        job = jobs.start_thread(title or str(key), lambda progress: make(), done=done, failed=failed)
        self._under_way[key] = inputs, job
        return None

    def clear(self) -> None:
        """Forget all; what is under way is dropped."""
        for _, job in self._under_way.values():
            job.cancel()
        self._under_way.clear()
        self._memo.clear()
