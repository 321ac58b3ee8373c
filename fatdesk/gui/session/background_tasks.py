"""Background tasks of the window, in worker processes or threads: progress, cancel, errors, results."""

import re
from collections.abc import Callable, Hashable
from datetime import datetime
from time import monotonic
from typing import Any, Generic, Literal, Protocol, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from fatdesk.core.memo import Memo, same_inputs
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.tasks.running import Done, Event, Failed, RemainingTime, Running, RunningThread, Shown, Step

State = Literal["running", "done", "failed", "cancelled"]
LOOK_MS = 40
"""Polling interval of running tasks."""
FILE_NAME = re.compile(r"[\w-]+\.[a-z]")
"""A file name at the start of a step, which keeps its case."""
EARLIER = "Done for an earlier state of the project"
Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class Execution(Protocol):
    """A running function: in a process (``Running``) or a thread (``RunningThread``)."""

    def poll(self) -> list[Event]:
        """Return the events since the last call."""

    def kill(self) -> None:
        """Stop it, immediately or at its next step."""

    def wait(self, seconds: float) -> bool:
        """Wait for its end; return whether it has ended."""


class NotStarted:
    """The execution of a task that was requested after the window began to close: it has ended already."""

    def poll(self) -> list[Event]:
        """Return no events."""
        return []

    def kill(self) -> None:
        """Do nothing."""

    def wait(self, seconds: float) -> bool:
        """Return that it has ended."""
        return True


class BackgroundTask(QObject):
    """A background task with its progress and result.

    Attributes
    ----------
    text
        Description of the current step; at the end the result.
    detail
        Traceback of an unexpected error.
    began, took_s
        Start time, and duration in seconds after the end.
    """

    def __init__(
        self,
        title: str,
        running: Execution,
        began_with: object,
        parent: "BackgroundTasks",
        *,
        quiet: bool = False,
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
        self._tasks = parent
        self._start = monotonic()
        self._pace = RemainingTime()

    @property
    def fraction(self) -> float | None:
        """Fraction of the current step that is done; None if unknown."""
        return 1.0 if self.state == "done" else self._pace.fraction

    @property
    def left_s(self) -> float | None:
        """Estimated seconds until the end of the current step; None if unknown."""
        return self._pace.left_s if self.state == "running" else None

    def cancel(self) -> None:
        """Stop it; the project is not changed."""
        self._tasks.cancel(self)

    def finish(self, text: str) -> None:
        """Stop it as done, with what was kept: the caller uses an intermediate result."""
        self._tasks.cancel(self, "done", text)

    def move(self, step: Step) -> None:
        """Record the progress."""
        self._pace.step(step.done, step.total)
        first = step.text[:1] if FILE_NAME.match(step.text) else step.text[:1].upper()
        self.text = first + step.text[1:]

    def end(self, state: State, text: str, detail: str = "") -> None:
        """Record the end."""
        self.state, self.text, self.detail = state, text, detail
        self.took_s = monotonic() - self._start


class BackgroundTasks(QObject):
    """The background tasks of a window, including ended ones until they are cleared.

    ``started``, ``moved`` and ``ended`` carry the task, ``unheard`` a failed task that no list or view shows.
    ``ask`` decides whether the result of a task is used although the project has changed since its start; by
    default it is discarded. After :meth:`stop` new tasks are cancelled at once and start no worker:
    timers of views may still request some while the window closes.
    """

    started = Signal(object)
    moved = Signal(object)
    ended = Signal(object)
    unheard = Signal(object)
    cleared = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._calls: dict[BackgroundTask, _Calls] = {}
        self.all: list[BackgroundTask] = []
        self._leaving: list[BackgroundTask] = []
        self._is_stopped = False
        self.ask: Callable[[BackgroundTask], bool] = lambda _: False
        self.timer = QTimer(self)
        self.timer.setInterval(LOOK_MS)
        self.timer.timeout.connect(self.look)

    @property
    def running(self) -> list[BackgroundTask]:
        """The running tasks, oldest first."""
        return [task for task in self.all if task.state == "running"]

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
    ) -> BackgroundTask:
        """Run ``work(*args, progress=...)`` in a worker process.

        Parameters
        ----------
        work
            A module-level function; it writes no files.
        done
            Called with the result, unless the project has changed since and the user rejects it.
        failed, shown
            Called with an error message, and with each intermediate result.
        whenever
            Whether the result is valid regardless of changes of the project.
        quiet
            Whether the caller shows the progress; the task is not listed, and is forgotten at its end.
        """
        if self._is_stopped:
            return self._not_started(title)
        calls = _Calls(done, failed, shown, whenever)
        return self._started(title, Running(work, args), calls, quiet=quiet)

    def start_thread(
        self,
        title: str,
        work: Callable[..., object],
        *,
        done: Callable[[Any], object],
        failed: Callable[[str], object] | None = None,
    ) -> BackgroundTask:
        """Run ``work(progress=...)`` in a thread, for short work on values that are expensive to send.

        The task is quiet, and its result is delivered regardless of changes of the project; the caller checks
        its inputs.
        """
        if self._is_stopped:
            return self._not_started(title)
        return self._started(
            title, RunningThread(work, (), title), _Calls(done, failed, None, True), quiet=True
        )

    def _not_started(self, title: str) -> BackgroundTask:
        task = BackgroundTask(title, NotStarted(), None, self, quiet=True)
        task.end("cancelled", "Cancelled")
        return task

    def _started(self, title: str, running: Execution, calls: "_Calls", *, quiet: bool) -> BackgroundTask:
        task = BackgroundTask(title, running, self._present(), self, quiet=quiet)
        self._calls[task] = calls
        self.all.append(task)
        self.timer.start()
        if not quiet:
            self.started.emit(task)
        return task

    def cancel(self, task: BackgroundTask, state: State = "cancelled", text: str = "Cancelled") -> None:
        """Kill the worker of a task without waiting for its end; ``state`` and ``text`` are then its own."""
        if task.state == "running":
            task.running.kill()
            self._end(task, state, text)

    def stop(self) -> None:
        """Cancel all tasks, wait for their ends and start no others, before the window closes."""
        self._is_stopped = True
        going = self.running
        for task in going:
            task.cancel()
        for task in (*self.all, *self._leaving):
            task.running.wait(5.0)
        self.look()

    def clear(self) -> None:
        """Remove ended tasks."""
        for task in self.all:
            if task.state != "running":
                task.deleteLater()
        self.all = self.running
        self.cleared.emit()

    def look(self) -> None:
        """Process the events of the workers."""
        for task in [task for task in self._leaving if task.running.wait(0)]:
            self._leaving.remove(task)
            task.deleteLater()
        for task in self.running:
            for event in task.running.poll():
                if task.state == "running":
                    self._hear(task, event)
        for task in self.running:
            self.moved.emit(task)
        if not self.running and not self._leaving:
            self.timer.stop()

    def _present(self) -> object:
        return self._session.project if self._session.is_open else None

    def _hear(self, task: BackgroundTask, event: Event) -> None:
        calls = self._calls[task]
        if isinstance(event, Step):
            task.move(event)
        elif isinstance(event, Shown):
            if calls.shown is not None:
                calls.shown(event.value)
        elif isinstance(event, Done):
            late = not calls.whenever and self._present() is not task.began_with
            self._end(task, "done", EARLIER if late else "Done")
            if not late or self.ask(task):
                calls.done(event.result)
        elif isinstance(event, Failed):
            self._end(task, "failed", event.text, event.detail)
            if calls.failed is not None:
                calls.failed(event.text)
            elif task.quiet:
                self.unheard.emit(task)
        else:
            self._end(task, "cancelled", "Cancelled")

    def _end(self, task: BackgroundTask, state: State, text: str, detail: str = "") -> None:
        task.end(state, text, detail)
        del self._calls[task]
        task.began_with = None
        if task.quiet:
            self._leaving.append(task)
            self.all.remove(task)
            self.moved.emit(task)
        else:
            self.ended.emit(task)


class _Calls:
    """Callbacks of a task."""

    def __init__(
        self,
        done: Callable[[Any], object],
        failed: Callable[[str], object] | None,
        shown: Callable[[Any], object] | None,
        whenever: bool,
    ) -> None:
        self.done, self.failed, self.shown, self.whenever = done, failed, shown, whenever


def background_tasks_of(session: Session) -> BackgroundTasks:
    """Return the background tasks of the window with that session."""
    return session.findChild(BackgroundTasks) or BackgroundTasks(session)


class BackgroundMemo(Generic[Key]):
    """A memo whose large values are computed in a thread.

    Parameters
    ----------
    changed
        Called when a value has arrived or failed.
    failed
        Called with the error message.
    """

    def __init__(
        self,
        session: Session,
        changed: Callable[[], object],
        failed: Callable[[str], object] | None = None,
    ) -> None:
        self._session, self._changed, self._failed = session, changed, failed
        self._memo = Memo[Key]()
        self._under_way: dict[Key, tuple[tuple[object, ...], BackgroundTask]] = {}

    @property
    def waiting(self) -> bool:
        """Whether a value is being computed."""
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
        """Return the value of a key; None while it is being computed, or if it failed.

        Parameters
        ----------
        at_once
            Compute the value immediately, without a thread, because it is fast.
        """
        if at_once or self._memo.holds(key, inputs):
            return self._memo.keep(key, inputs, make)
        begun = self._under_way.get(key)
        if begun is not None and same_inputs(begun[0], inputs):
            return None

        def done(value: Made | None) -> None:
            begun = self._under_way.get(key)
            if begun is not None and begun[1] is task:
                del self._under_way[key]
                self._memo.put(key, inputs, value)
                self._changed()

        def failed(why: str) -> None:
            if self._failed is not None:
                self._failed(why)
            else:
                self._session.said.emit(in_sentence(why))
                tasks.unheard.emit(task)
            done(None)

        tasks = background_tasks_of(self._session)
        task = tasks.start_thread(title or str(key), lambda progress: make(), done=done, failed=failed)
        self._under_way[key] = inputs, task
        return None

    def clear(self) -> None:
        """Discard all values, and cancel running computations."""
        for _, task in self._under_way.values():
            task.cancel()
        self._under_way.clear()
        self._memo.clear()
