"""Run functions in worker processes or threads, receive their events, and estimate the remaining time."""

import signal
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.tasks import worker
from fatdesk.tasks.worker import LAST, Kind, kind_of, packed_message, value_of

SOONEST_S = 1.5
"""Minimum elapsed time for an estimate, in seconds."""
LEAST = 0.02
"""Minimum completed fraction for an estimate."""

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext


class RemainingTime:
    """Completed fraction of the current step, and estimate of its remaining time.

    A new step (another total, or fewer items done than before) resets the estimate.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._start = self._now = clock()
        self._first = self._done = self._total = 0

    def step(self, done: int, total: int) -> None:
        """Record the progress."""
        self._now = self._clock()
        if total != self._total or done < self._done:
            self._start, self._first, self._total = self._now, done, total
        self._done = done

    @property
    def fraction(self) -> float | None:
        """Completed fraction; None if unknown."""
        if self._total <= 0:
            return None
        return min(1.0, max(0.0, self._done / self._total))

    @property
    def left_s(self) -> float | None:
        """Estimated seconds until the end of the step; None if unknown."""
        spent, done = self._now - self._start, self._done - self._first
        if self._total <= 0 or spent < SOONEST_S or done < max(1.0, LEAST * self._total):
            return None
        rest = max(0, self._total - self._done) * spent / done
        return max(0.0, rest - (self._clock() - self._now))


_TASKS = [f"fatdesk.tasks.{name}" for name in ("designing", "failures", "files", "studies")]
_LIBRARIES = ["numba", "scipy.sparse.csgraph"]
"""Libraries that tasks import where they need them; loaded once, each saves half a second in each worker."""
GRACE_S = 2.0
"""Time for a worker to exit after its last message, in seconds."""
LOOK_S = 0.01
_PROCESSES = threading.Lock()
"""Held while a worker starts or its exit status is read: a start reads the status of all others as well."""


def _context() -> "ForkServerContext | SpawnContext":
    """Return how workers are started.

    A process that is started on its own (``spawn``) loads Python, NumPy and the program again, which takes
    more than half a second. Where the system can fork (not Windows), a server of one thread loads the modules
    of tasks and their libraries once, with the first task, and each worker is a copy of it.
    """
    import multiprocessing  # with the first worker, to open the window sooner

    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_TASKS + _LIBRARIES)
    return context


@dataclass(frozen=True)
class Step:
    """Event: progress."""

    done: int
    total: int
    text: str


@dataclass(frozen=True)
class Shown:
    """Event: an intermediate result."""

    value: Any


@dataclass(frozen=True)
class Done:
    """Final event: the result."""

    result: Any


@dataclass(frozen=True)
class Failed:
    """Final event: an error message; ``detail`` is the traceback of an unexpected error."""

    text: str
    detail: str = ""


@dataclass(frozen=True)
class Stopped:
    """Final event: cancelled."""


Event = Step | Shown | Done | Failed | Stopped


class Running:
    """A function running in a worker process.

    A thread sends the arguments, receives messages and waits for the exit, so that no method blocks.

    Parameters
    ----------
    work
        A module-level function; called as ``work(*args, progress=...)``.
    args
        Picklable values.
    """

    def __init__(self, work: Callable[..., object], args: tuple[Any, ...]) -> None:
        context = _context()
        self._near, self._far = context.Pipe()
        self._lock = threading.Lock()
        self._killed = False
        self._heard: SimpleQueue[bytes | Failed] = SimpleQueue()
        self._process = context.Process(
            target=worker.main, args=(self._far,), daemon=True, name="fatdesk task"
        )
        self._thread = threading.Thread(target=self._talk, args=(work, args), daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """Process id of the worker; None until it has started."""
        return self._process.pid

    def poll(self) -> list[Event]:
        """Return the events since the last call; of steps and intermediate results only the latest."""
        steps: list[bytes] = []
        shown: list[bytes] = []
        events: list[Event] = []
        while True:
            try:
                message = self._heard.get_nowait()
            except Empty:
                break
            if isinstance(message, Failed):
                events.append(message)
            elif (kind := kind_of(message)) is Kind.STEP:
                steps = [message]
            elif kind is Kind.SHOWN:
                shown = [message]
            else:
                events.append(_final_event(kind, message))
        events = events[:1]
        if shown:
            events.insert(0, self._shown(shown[0]))
        if steps:
            events.insert(0, Step(*value_of(steps[0])))
        return events

    def _shown(self, message: bytes) -> Event:
        try:
            return Shown(value_of(message))
        except Exception as error:  # noqa: BLE001  (reported as a failed task)
            self.kill()
            return Failed(f"An intermediate result could not be read: {error}", repr(error))

    def kill(self) -> None:
        """Kill the worker; it writes no files, so nothing is left incomplete."""
        with self._lock:
            self._killed = True
            if self._process.pid is not None:
                self._process.kill()

    def wait(self, seconds: float) -> bool:
        """Wait for its end; return whether it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _talk(self, work: Callable[..., object], args: tuple[Any, ...]) -> None:
        end: bytes | Failed | None = None
        try:
            self._start()
        except (OSError, EOFError) as error:  # too many processes or open files, or the server has died
            self._heard.put(Failed(f"The task could not be started: {error}", repr(error)))
            self._near.close()
            return
        try:
            self._near.send_bytes(packed_message(Kind.STEP, (work, args)))
            while end is None:
                message = self._near.recv_bytes()
                if kind_of(message) in LAST:
                    end = message
                else:
                    self._heard.put(message)
        except (EOFError, OSError):
            pass  # the worker has exited; see its exit status
        except Exception as error:  # noqa: BLE001  (the arguments cannot be pickled)
            end = Failed(f"The task could not be started: {error}", repr(error))
            self.kill()
        self._heard.put(end if end is not None else self._exit_event())
        self._wait_for_exit()

    def _start(self) -> None:
        """Start the worker; the first start of the program waits for the modules of tasks."""
        try:
            with _PROCESSES:
                self._process.start()
        finally:
            self._far.close()
        with self._lock:
            if self._killed:
                self._process.kill()

    def _exit_event(self) -> Failed:
        self._wait_for_exit()
        with _PROCESSES:
            return Failed(exit_message(self._process.exitcode))

    def _wait_for_exit(self) -> None:
        """Wait for the exit of a worker after its last message, for a limited time."""
        deadline = monotonic() + GRACE_S
        while not self._has_ended() and monotonic() < deadline:
            sleep(LOOK_S)
        self.kill()
        while not self._has_ended():
            sleep(LOOK_S)
        self._near.close()

    def _has_ended(self) -> bool:
        with _PROCESSES:
            return self._process.exitcode is not None


def _final_event(kind: Kind, message: bytes) -> Event:
    try:
        value = value_of(message)
    except Exception as error:  # noqa: BLE001  (reported as a failed task)
        return Failed(f"The result could not be read: {error}", repr(error))
    if kind is Kind.DONE:
        return Done(value)
    if kind is Kind.CANCELLED:
        return Stopped()
    if kind is Kind.REFUSED:
        return Failed(value)
    return Failed(f"Unexpected error in the task: {value[0]}", value[1])


def exit_message(status: int | None) -> str:
    """Return the error message for a worker that exited without a result.

    >>> exit_message(3)
    'The worker ended unexpectedly with status 3.'
    """
    if status is None or status >= 0:
        return f"The worker ended unexpectedly with status {'unknown' if status is None else status}."
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    advice = " The usual cause is insufficient memory." if name == "SIGKILL" else ""
    return f"The worker was killed by the system ({name}).{advice}"


class RunningThread:
    """A function running in a thread of this process, for short work without copying its arguments.

    It reads immutable values. A thread cannot be killed: when cancelled it ends at its next step, and later
    events are discarded.

    Parameters
    ----------
    work
        Called as ``work(*args, progress=...)``.
    """

    def __init__(self, work: Callable[..., object], args: tuple[Any, ...], name: str = "") -> None:
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._stopped = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(work, args), name=f"fatdesk {name}".strip(), daemon=True
        )
        self._thread.start()

    def poll(self) -> list[Event]:
        """Return the events since the last call; of steps and intermediate results only the latest."""
        latest: dict[type[Event], Event] = {}
        while True:
            try:
                event = self._events.get_nowait()
            except Empty:
                break
            latest[type(event)] = event
        order = (Step, Shown, Done, Failed, Stopped)
        return [latest[kind] for kind in order if kind in latest]

    def kill(self) -> None:
        """Request cancellation."""
        self._stopped.set()

    def wait(self, seconds: float | None) -> bool:
        """Wait for its end; return whether it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    # Progress interface for the function

    def step(self, done: int, total: int, text: str) -> None:
        """Report that ``done`` of ``total`` items are done.

        Raises
        ------
        Cancelled
            If the task was cancelled.
        """
        if self._stopped.is_set():
            raise Cancelled
        self._events.put(Step(done, total, text))

    def show(self, value: object) -> None:
        """Report an intermediate result."""
        self._events.put(Shown(value))

    def _run(self, work: Callable[..., object], args: tuple[Any, ...]) -> None:
        try:
            end: Event = Done(work(*args, progress=self))
        except Cancelled:
            end = Stopped()
        except FatdeskError as error:
            end = Failed(str(error))
        except BaseException as error:  # noqa: BLE001  (reported where the task ends)
            end = Failed(f"Unexpected error: {error!r}", traceback.format_exc())
        self._events.put(end)
