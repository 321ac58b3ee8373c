"""Parallel map: the same work many times on some threads, results in the order of numbers."""

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import TypeVar

from fatdesk.core.errors import Cancelled
from fatdesk.core.progress import Progress

Made = TypeVar("Made")

LOOK_S = 0.05
"""Seconds between two checks whether to stop."""


@dataclass
class _Until:
    """Progress of one piece among others: all end together."""

    stop: list[bool] = field(default_factory=list)

    def step(self, done: int, total: int, text: str) -> None:
        """End the piece when all are to end."""
        if self.stop:
            raise Cancelled


def parallel_map(
    work: Callable[[int, Progress], Made], count: int, workers: int, progress: Progress, text: str
) -> tuple[Made, ...]:
    """``work(0, ...)`` to ``work(count - 1, ...)``, some at the same time.

    Parameters
    ----------
    work
        Makes a piece from its number; it has to let go of the interpreter to be any faster, as compiled loops
        do, and to call its progress often to be stopped.
    workers
        Threads; what comes out does not depend on how many.
    progress
        Called with the pieces that are done.

    Raises
    ------
    Exception
        What the first piece in order raises that cannot be made.
    Cancelled
        When ``progress`` was asked to stop.

    >>> from fatdesk.core.progress import SILENT
    >>> parallel_map(lambda number, progress: number**2, 4, 2, SILENT, "squares")
    (0, 1, 4, 9)
    """
    until = _Until()
    with ThreadPoolExecutor(workers, thread_name_prefix="parallel-map") as threads:
        futures = [threads.submit(work, number, until) for number in range(count)]
        pending: set[Future[Made]] = set(futures)
        try:
            while pending:
                progress.step(count - len(pending), count, text)
                _, pending = wait(pending, LOOK_S, FIRST_COMPLETED)
                _raise_first(futures)
            return tuple(future.result() for future in futures)
        finally:
            until.stop.append(True)
            threads.shutdown(wait=False, cancel_futures=True)


def _raise_first(futures: Sequence[Future[Made]]) -> None:
    """Raise what went wrong as soon as nothing before it can go wrong any more."""
    for future in futures:
        if not future.done():
            return
        future.result()
