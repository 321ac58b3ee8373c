"""Progress of a step and its estimated remaining time, once it can be estimated."""

from collections.abc import Callable
from time import monotonic

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
