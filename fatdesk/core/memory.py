"""Memory of the process: hold the garbage collector off, spare it lasting objects, release source lines."""

import gc
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class _Pauses:
    """The pauses of the collector that overlap, in one thread or in several."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._was_on = False

    def begin(self) -> None:
        """Turn the collector off; the first pause notes whether it was on."""
        with self._lock:
            if not self._count:
                self._was_on = gc.isenabled()
                gc.disable()
            self._count += 1

    def end(self) -> None:
        """Turn the collector on again at the end of the last pause, if it was on before."""
        with self._lock:
            self._count -= 1
            if not self._count and self._was_on:
                gc.enable()


_PAUSES = _Pauses()


@contextmanager
def collection_paused() -> Iterator[None]:
    """Keep the collector from looking through values over and over while they pile up.

    The collector stays off until the last of the pauses that overlap has ended.
    """
    _PAUSES.begin()
    try:
        yield
    finally:
        _PAUSES.end()


def free_memory() -> int | None:
    """Bytes that programs can still take without swapping; None where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")), None)


SLOW_S = 0.004
"""Processor time of a pass of the collector that would be noticed in a drawing that moves, in seconds."""


APART_S = 60.0
"""Least time between two collections of what was kept, in seconds."""


def young_passes() -> int:
    """The number of passes of the collector through the youngest objects."""
    return int(gc.get_stats()[0]["collections"])


class LastingObjects:
    """Spares the collector the objects that stay for as long as a project is open.

    A pass through the 190,000 objects of a project with 20,000 hosts takes 85 ms, in the middle of whatever
    moves. After a pass that was slow, what survived it is no longer looked through; ``release`` ends that.
    What becomes garbage meanwhile is collected while nothing happens: whoever owns this calls ``look`` every
    few seconds.
    """

    def __init__(self) -> None:
        self._begun: float | None = None
        self._young = self._collected_at = young_passes()
        self._last = time.monotonic()
        gc.callbacks.append(self._passed)

    def _passed(self, phase: str, info: dict[str, int]) -> None:
        if info["generation"] < 2:
            return
        if phase == "start":
            self._begun = time.process_time()
        elif self._begun is not None and time.process_time() - self._begun >= SLOW_S:
            gc.freeze()

    def keep(self) -> None:
        """Spare the collector everything that is there now."""
        gc.freeze()

    def release(self) -> None:
        """Collect what was kept and is no longer used."""
        gc.unfreeze()
        gc.collect()

    def look(self) -> bool:
        """Collect what was kept and is no longer used, if nothing happens; whether that was done.

        Objects that are made start young passes of the collector. When there was none since the last call,
        nothing is drawn or computed; when there was none since the last collection, there is no new garbage.
        """
        young = young_passes()
        still, self._young = young == self._young, young
        if not still or young == self._collected_at or time.monotonic() - self._last < APART_S:
            return False
        self.release()
        gc.freeze()
        self._young = self._collected_at = young_passes()
        self._last = time.monotonic()
        return True

    def end(self) -> None:
        """Leave the collector as it was."""
        gc.callbacks.remove(self._passed)
        gc.unfreeze()
