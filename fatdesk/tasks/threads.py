"""Short work in a thread of this process: no copies of what it works on, and events as those of a worker."""

import threading
import traceback
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.tasks.running import Done, Event, Failed, Shown, Step, Stopped


class RunningThread:
    """A function at work in a thread.

    It reads values of this process that never change. A thread cannot be killed: one that is asked to stop
    ends at its next step, and what it reports after that is dropped.

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
        """What was reported since the last call, in order; of steps and intermediate results the latest."""
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
        """Ask it to stop."""
        self._stopped.set()

    def wait(self, seconds: float | None) -> bool:
        """Wait until it has ended; whether it has."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    # As progress of the work

    def step(self, done: int, total: int, text: str) -> None:
        """Report that ``done`` of ``total`` are done.

        Raises
        ------
        Cancelled
            When it was asked to stop.
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
            end = Failed(f"Something went wrong: {error!r}", traceback.format_exc())
        self._events.put(end)
