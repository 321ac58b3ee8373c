"""The probability that all hosts reach each other while elements fail independently."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from math import ceil, comb, exp, expm1, fsum, inf

import numpy as np

from fatdesk.core.arrays import Bools, Floats, Ints, Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.fault_tolerance.results import binomial_interval
from fatdesk.networks.simulation.engines.packets import GOLDEN, stream, unit


@compiled
def pick(shares: Ints, start: Longs, sizes: Longs, order: Ints, seed: int) -> Ints:
    """Of kind k, ``order[sizes[k]:sizes[k + 1]]``, pick ``shares[i, k]`` elements for combination i.

    The first steps of a shuffle (Durstenfeld, 1964), which is undone for the next combination.
    """
    found = np.empty(start[-1], np.int32)
    deck = order.copy()
    swapped = np.empty(len(order), np.int64)
    for number in range(len(shares)):
        state = stream(seed, number)
        at = start[number]
        for kind in range(shares.shape[1]):
            first, end = sizes[kind], sizes[kind + 1]
            wanted = shares[number, kind]
            for step in range(wanted):
                here = first + step
                other = here + int(unit(state) * (end - here))
                state += GOLDEN
                swapped[step] = other
                deck[here], deck[other] = deck[other], deck[here]
                found[at] = deck[here]
                at += 1
            for step in range(wanted - 1, -1, -1):
                here, other = first + step, swapped[step]
                deck[here], deck[other] = deck[other], deck[here]
    return found


@dataclass(frozen=True, eq=False)
class FailedCounts:
    """Independent elements, each failed with a probability of its own.

    Elements that fail alike are taken together, so the work is small where there are few kinds.

    Attributes
    ----------
    probability : (u,) float64
    """

    probability: Floats

    @cached_property
    def _kinds(self) -> tuple[Floats, tuple[Ints, ...]]:
        """Distinct probabilities, and the elements that have each."""
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
        """For each kind the probabilities that 0, 1, ... of its elements fail."""
        from scipy.special import gammaln, xlog1py, xlogy

        found = []
        levels, elements = self._kinds
        for p, which in zip(levels.tolist(), elements, strict=True):
            n = len(which)
            j = np.arange(min(n, self.most) + 1)
            choose = gammaln(n + 1) - gammaln(j + 1) - gammaln(n - j + 1)
            found.append(np.exp(choose + xlogy(j, p) + xlog1py(n - j, -p)))
        return tuple(found)

    @cached_property
    def _from(self) -> tuple[Floats, ...]:
        """For each kind the probabilities that 0, 1, ... elements of it and those after it fail."""
        found = [np.ones(1)]
        for each in reversed(self._each):
            found.append(np.convolve(each, found[-1])[: self.most + 1])
        return tuple(reversed(found))

    @property
    def distribution(self) -> Floats:
        """Probabilities of 0, 1, ... failures, without subtractions, so that small ones are exact too."""
        return self._from[0]

    def drawn(self, least: int, count: int, random: np.random.Generator) -> tuple[Longs, Ints]:
        """Combinations of at least N failed elements, as likely as they are given that.

        Returns
        -------
        start, thing : (count + 1,) int64, int32
            Of combination i failed ``thing[start[i]:start[i + 1]]``, in no order.
        """
        weights = np.cumsum(self.distribution[least:])
        left = least + np.searchsorted(weights, random.random(count) * weights[-1], side="right")
        left = np.minimum(left, least + len(weights) - 1)
        _, elements = self._kinds
        shares = np.zeros((count, len(elements)), np.int32)
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
        sizes = np.concatenate([[0], np.cumsum([len(which) for which in elements])])
        order = np.concatenate([*elements, np.zeros(0, np.int32)])
        seed = int(random.integers(1 << 62))
        return start, pick(shares, start, sizes, order, seed)


Judge = Callable[[Longs, Ints, Progress], Bools]
"""Whether all hosts reach each other when the elements ``thing[start[i]:start[i + 1]]`` are out."""

MOST_TRIED = 1 << 20
"""Combinations that are all tried; where there are more some are drawn."""
PRECISE = 0.01
"""The interval need not be narrower than this share of the lesser of what is lost and what is connected."""
RARE = 1e-4
"""To be connected less likely than this needs no precision."""
BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class Connected:
    """Probability that all working hosts reach each other.

    Attributes
    ----------
    lost
        The probability that some do not; ``1 - lost`` that all do.
    low, high
        Ends of its 95 % interval, both the same where it is exact.
    alone
        The probability that one of the elements fails without which some host is cut off by itself.
    tried, drawn
        Combinations that were all tried, and that were drawn.
    """

    lost: float
    low: float
    high: float
    alone: float
    tried: int
    drawn: int

    @property
    def probability(self) -> float:
        """Probability that all hosts reach each other."""
        return 1 - self.lost

    @property
    def exact(self) -> bool:
        """Whether nothing was drawn."""
        return self.drawn == 0


def all_connected(
    failed: Floats,
    fatal: Bools,
    judge_among: Callable[[Ints], Judge],
    samples: int,
    seed: int,
    progress: Progress = SILENT,
) -> Connected:
    """The probability that all hosts reach each other.

    What cuts a host off by itself has to work, which is a plain product. Of the other elements all
    combinations are tried where there are at most a million; else those with the fewest failures, exactly, as
    far as a million goes and it costs less than to draw; and of those with more some are drawn, exactly as
    likely as they are, with the exact (Clopper-Pearson) interval of their share.

    Parameters
    ----------
    failed : (u,) float64
        The probability that each element is out; they are independent.
    fatal : (u,) bool
        Elements that are known to cut hosts off by themselves; not all of them need be.
    judge_among
        Makes a judge of combinations of some elements, given by their places among these. All together
        must do no less harm than some of them.
    samples
        Combinations that are drawn at most.

    Raises
    ------
    Cancelled
        When ``progress`` was asked to stop.
    """
    known, others = np.flatnonzero((failed > 0) & fatal), np.flatnonzero((failed > 0) & ~fatal)
    judge = judge_among(others.astype(np.int32))
    one_each = np.arange(len(others), dtype=np.int32)
    if not judge(np.zeros(2, np.int64), one_each[:0], progress)[0]:
        return Connected(1.0, 1.0, 1.0, 1.0, 1, 0)
    single = judge(np.arange(len(others) + 1), one_each, progress)
    rest = others[single]
    if len(rest) < len(others):
        judge = judge_among(rest.astype(np.int32))
    with np.errstate(divide="ignore"):
        works = float(np.log1p(-failed[known]).sum() + np.log1p(-failed[others[~single]]).sum())
    up, alone = exp(works), 0.0 - expm1(works)
    tried = 1 + len(others)
    if 1 << min(len(rest), 60) <= MOST_TRIED:
        more, parted = _all(failed[rest], judge, progress)
        lost = alone + up * parted
        return Connected(lost, lost, lost, alone, tried + more, 0)

    counts = FailedCounts(failed[rest])
    share = counts.distribution
    parted, least = 0.0, 2
    while (weight := float(share[least:].sum())) > 0:
        draws = _enough(up * weight, alone + up * parted, up * (float(share[:least].sum()) - parted))
        every = comb(len(rest), least)
        if every > min(draws, MOST_TRIED - tried) or failed[rest].max() == 1:
            break
        parted += _with(least, failed[rest], judge, progress)
        tried, least = tried + every, least + 1
    if weight == 0:
        lost = alone + up * parted
        return Connected(lost, lost, lost, alone, tried, 0)
    drawn = int(min(samples, draws))
    cut = _drawn(counts, least, drawn, judge, seed, progress)
    low, high = binomial_interval(cut, drawn)
    lost, low, high = (alone + up * (parted + weight * part) for part in (cut / drawn, low, high))
    return Connected(lost, low, high, alone, tried, drawn)


def _enough(weight: float, lost: float, connected: float) -> float:
    """Return the number of combinations to draw for a given accuracy and confidence.

    The interval of a share is at most 1.96 divided by the square root of that wide.
    """
    wide = PRECISE * min(lost, max(connected, RARE))
    return max(100.0, ceil((1.96 * weight / wide) ** 2)) if wide > 1.96e-9 * weight else inf


def _all(failed: Floats, judge: Judge, progress: Progress) -> tuple[int, float]:
    """Return the number of combinations, and the probability of those that isolate hosts."""
    total = 1 << len(failed)
    parts = []
    for begin in range(0, total, BLOCK):
        progress.step(begin, total, "combinations")
        numbers = np.arange(begin, min(begin + BLOCK, total))
        out = (numbers[:, None] >> np.arange(len(failed))) & 1 > 0
        start = np.concatenate([[0], np.cumsum(out.sum(axis=1))]).astype(np.int64)
        fatal = ~judge(start, np.nonzero(out)[1].astype(np.int32), progress)
        parts += np.where(out[fatal], failed, 1 - failed).prod(axis=1).tolist()
    return total, fsum(parts)


def _with(count: int, failed: Floats, judge: Judge, progress: Progress) -> float:
    """The probability that exactly N elements are out, and some hosts are cut off."""
    total, done = comb(len(failed), count), 0
    odds = failed / (1 - failed)
    parts = []
    for chosen in _blocks(len(failed), count):
        progress.step(done, total, "combinations")
        start = np.arange(0, chosen.size + 1, count)
        fatal = ~judge(start, chosen.reshape(-1), progress)
        parts.append(float(odds[chosen[fatal]].prod(axis=1).sum()))
        done += len(chosen)
    return exp(float(np.log1p(-failed).sum())) * fsum(parts)


def _blocks(elements: int, count: int) -> Iterator[Ints]:
    every = combinations(range(elements), count)
    while block := list(islice(every, BLOCK)):
        yield np.array(block, np.int32)


def _drawn(
    counts: FailedCounts, least: int, samples: int, judge: Judge, seed: int, progress: Progress
) -> int:
    """In how many of the drawn combinations some hosts are cut off."""
    random = np.random.default_rng(seed)
    block = max(1, min(BLOCK, (1 << 22) // max(counts.most, 1)))
    cut = 0
    for begin in range(0, samples, block):
        progress.step(begin, samples, "random combinations")
        start, element = counts.drawn(least, min(block, samples - begin), random)
        cut += int((~judge(start, element, progress)).sum())
    return cut
