"""The window's side of a worker process: start it, receive its messages, end it, estimate what remains."""

import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import Any

from fatdesk.tasks import worker
from fatdesk.tasks.worker import LAST, Kind, kind_of, packed, value_of

SOONEST_S = 1.5
"""Before this a rate is a guess."""
LEAST = 0.02
"""Before this share is done a rate is a guess."""


class Pace:
    """The share of the present step, and its rest in seconds.

    A new step (another total, or fewer done than before) starts anew: what its pieces take is not known
    from the pieces of the step before.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._start = self._now = clock()
        self._first = self._done = self._total = 0

    def step(self, done: int, total: int) -> None:
        """Hear how far it is."""
        self._now = self._clock()
        if total != self._total or done < self._done:
            self._start, self._first, self._total = self._now, done, total
        self._done = done

    @property
    def fraction(self) -> float | None:
        """The share that is done; None while there is no saying."""
        if self._total <= 0:
            return None
        return min(1.0, max(0.0, self._done / self._total))

    @property
    def left_s(self) -> float | None:
        """Seconds until the step is done; None while there is no saying."""
        spent, done = self._now - self._start, self._done - self._first
        if self._total <= 0 or spent < SOONEST_S or done < max(1.0, LEAST * self._total):
            return None
        rest = max(0, self._total - self._done) * spent / done
        return max(0.0, rest - (self._clock() - self._now))


_SPAWN = get_context("spawn")
GRACE_S = 2.0
"""How long a worker that has nothing more to say may take to end by itself."""
LOOK_S = 0.01


@dataclass(frozen=True)
class Step:
    """How far it is."""

    done: int
    total: int
    text: str


@dataclass(frozen=True)
class Shown:
    """An intermediate result."""

    value: Any


@dataclass(frozen=True)
class Done:
    """The end: a result."""

    result: Any


@dataclass(frozen=True)
class Failed:
    """The end: what happened, and with ``detail`` a traceback where the program is to blame."""

    text: str
    detail: str = ""


@dataclass(frozen=True)
class Stopped:
    """The end: it was asked to stop."""


Event = Step | Shown | Done | Failed | Stopped


class Running:
    """A function at work in a process of its own.

    Everything that could wait (sending what it works on, hearing what it says, its end) is done by a
    thread, so that no method here waits for the worker.

    Parameters
    ----------
    work
        A function of a module; called as ``work(*args, progress=...)``.
    args
        Values that can be sent.
    """

    def __init__(self, work: Callable[..., object], args: tuple[Any, ...]) -> None:
        near, far = _SPAWN.Pipe()
        self._near = near
        self._lock = threading.Lock()
        self._heard: SimpleQueue[bytes | Failed] = SimpleQueue()
        self._process = _SPAWN.Process(target=worker.main, args=(far,), daemon=True, name="fatdesk job")
        self._process.start()
        far.close()
        self._thread = threading.Thread(target=self._talk, args=(work, args), daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        """The process at work."""
        pid = self._process.pid
        assert pid is not None  # it was started
        return pid

    def poll(self) -> list[Event]:
        """What was heard since the last call, in order; of steps and intermediate results the latest."""
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
                events.append(_last_word(kind, message))
        events = events[:1]
        if shown:
            events.insert(0, self._shown(shown[0]))
        if steps:
            events.insert(0, Step(*value_of(steps[0])))
        return events

    def _shown(self, message: bytes) -> Event:
        try:
            return Shown(value_of(message))
        except Exception as error:  # noqa: BLE001  (as with a result: a failed job, told)
            self.kill()
            return Failed(f"An intermediate result could not be read: {error}", repr(error))

    def kill(self) -> None:
        """End it now; it writes no files, so nothing can be left half done."""
        with self._lock:
            if self._process.exitcode is None:
                self._process.kill()

    def wait(self, seconds: float) -> bool:
        """Wait until it has ended; whether it has."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _talk(self, work: Callable[..., object], args: tuple[Any, ...]) -> None:
        end: bytes | Failed | None = None
        try:
            self._near.send_bytes(packed(Kind.STEP, (work, args)))
            while end is None:
                message = self._near.recv_bytes()
                if kind_of(message) in LAST:
                    end = message
                else:
                    self._heard.put(message)
        except (EOFError, OSError):
            pass  # it has died; its exit status tells how
        except Exception as error:  # noqa: BLE001  (what it should work on cannot be sent)
            end = Failed(f"The job could not be handed over: {error}", repr(error))
            self.kill()
        self._heard.put(end if end is not None else self._death())
        self._bury()

    def _death(self) -> Failed:
        self._bury()
        return Failed(death_in_words(self._process.exitcode))

    def _bury(self) -> None:
        """Wait for the end of a worker that has nothing more to say; not for ever."""
        deadline = monotonic() + GRACE_S
        while not self._has_ended() and monotonic() < deadline:
            sleep(LOOK_S)
        self.kill()
        while not self._has_ended():
            sleep(LOOK_S)
        self._near.close()

    def _has_ended(self) -> bool:
        with self._lock:
            return self._process.exitcode is not None


def _last_word(kind: Kind, message: bytes) -> Event:
    try:
        value = value_of(message)
    except Exception as error:  # noqa: BLE001  (a result that cannot be read is a failed job)
        return Failed(f"The result could not be read: {error}", repr(error))
    if kind is Kind.DONE:
        return Done(value)
    if kind is Kind.CANCELLED:
        return Stopped()
    if kind is Kind.REFUSED:
        return Failed(value)
    return Failed(f"Something went wrong in the job: {value[0]}", value[1])


def death_in_words(status: int | None) -> str:
    """How a worker ended that gave no answer.

    >>> death_in_words(3)
    'The worker ended unexpectedly with status 3.'
    """
    if status is None or status >= 0:
        return f"The worker ended unexpectedly with status {'unknown' if status is None else status}."
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    advice = " Most often the memory of the computer was used up." if name == "SIGKILL" else ""
    return f"The worker was ended by the system ({name}).{advice}"
