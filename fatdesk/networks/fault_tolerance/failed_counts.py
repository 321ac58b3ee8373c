"""How many of some independent things fail, and combinations of them, exactly as likely as they are."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class FailedCounts:
    """Independent things, each failed with a probability of its own.

    Things that fail alike are taken together, so the work is small where there are few kinds.

    Attributes
    ----------
    probability : (u,) float64
    """

    probability: Floats

    @cached_property
    def _kinds(self) -> tuple[Floats, tuple[Ints, ...]]:
        """Distinct probabilities, and the things that have each."""
        levels, kind = np.unique(self.probability, return_inverse=True)
        order = np.argsort(kind, kind="stable").astype(np.int32)
        ends = np.cumsum(np.bincount(kind, minlength=len(levels)))[:-1]
        return levels, tuple(np.split(order, ends))

    @cached_property
    def most(self) -> int:
        """More fail with a probability below 1e-30 (Chernoff's bound, the sum being nearly Poisson's)."""
        mean = float(self.probability.sum())
        return min(len(self.probability), int(mean + 12 * mean**0.5 + 60))

    @cached_property
    def _each(self) -> tuple[Floats, ...]:
        """For each kind the probabilities that 0, 1, ... of its things fail."""
        from scipy.special import gammaln, xlog1py, xlogy

        found = []
        levels, things = self._kinds
        for p, which in zip(levels.tolist(), things, strict=True):
            n = len(which)
            j = np.arange(min(n, self.most) + 1)
            choose = gammaln(n + 1) - gammaln(j + 1) - gammaln(n - j + 1)
            found.append(np.exp(choose + xlogy(j, p) + xlog1py(n - j, -p)))
        return tuple(found)

    @cached_property
    def _from(self) -> tuple[Floats, ...]:
        """For each kind the probabilities that 0, 1, ... things of it and those after it fail."""
        found = [np.ones(1)]
        for each in reversed(self._each):
            found.append(np.convolve(each, found[-1])[: self.most + 1])
        return tuple(reversed(found))

    @property
    def distribution(self) -> Floats:
        """The probabilities that 0, 1, ... things fail; nothing is subtracted, so small ones are as exact."""
        return self._from[0]

    def drawn(self, least: int, count: int, random: np.random.Generator) -> tuple[Longs, Ints]:
        """Combinations of at least so many failed things, as likely as they are given that.

        Returns
        -------
        start, thing : (count + 1,) int64, int32
            Of combination i failed ``thing[start[i]:start[i + 1]]``, in no order.
        """
        from fatdesk.networks.fault_tolerance.picking import pick

        weights = np.cumsum(self.distribution[least:])
        left = least + np.searchsorted(weights, random.random(count) * weights[-1], side="right")
        left = np.minimum(left, least + len(weights) - 1)
        _, things = self._kinds
        shares = np.zeros((count, len(things)), np.int32)
        for kind, each in enumerate(self._each):
            after = self._from[kind + 1]
            lots = random.random(count)
            for rest in np.unique(left).tolist():
                here = np.flatnonzero(left == rest)
                low, high = max(0, rest - len(after) + 1), min(rest, len(each) - 1)
                ways = np.cumsum(each[low : high + 1] * after[rest - np.arange(low, high + 1)])
                taken = low + np.searchsorted(ways, lots[here] * ways[-1], side="right")
                shares[here, kind] = np.minimum(taken, high)
            left = left - shares[:, kind]
        start = np.concatenate([[0], np.cumsum(shares.sum(axis=1, dtype=np.int64))])
        sizes = np.concatenate([[0], np.cumsum([len(which) for which in things])])
        order = np.concatenate([*things, np.zeros(0, np.int32)])
        seed = int(random.integers(1 << 62))
        return start, pick(shares, start, sizes, order, seed)
