"""The probability that all hosts reach each other while things fail independently of each other."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb, exp, fsum

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.core.progress import SILENT, Progress
from fatdesk.engine.faults.failed_counts import FailedCounts
from fatdesk.engine.faults.interval import binomial_interval

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

Judge = Callable[[Longs, Ints, Progress], Bools]
"""Whether all hosts reach each other when the things ``thing[start[i]:start[i + 1]]`` are out, for each i."""

MOST_TRIED = 1 << 20
"""Combinations that are all tried; where there are more some are drawn."""
WORTH = 0.1
"""Numbers of failures are tried one after the other while each is this share of what is left."""
BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class Connected:
    """How likely all hosts that are up themselves reach each other.

    Attributes
    ----------
    lost
        The probability that some do not; ``1 - lost`` that all do.
    low, high
        Ends of its 95 % interval, both the same where it is exact.
    alone
        The probability that one of the things fails without which some host is cut off by itself.
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
        """That all hosts reach each other."""
        return 1 - self.lost

    @property
    def exact(self) -> bool:
        """Whether nothing was drawn."""
        return self.drawn == 0


def all_connected(
    failed: Floats, judge: Judge, samples: int, seed: int, progress: Progress = SILENT
) -> Connected:
    """The probability that all hosts reach each other.

    What cuts a host off by itself has to work, which is a plain product. Of the other things all combinations
    are tried where there are at most a million; else those with the fewest failures, exactly, as far as a
    million goes; and of those with more some are drawn, exactly as likely as they are, with the exact
    (Clopper-Pearson) interval of their share.

    Parameters
    ----------
    failed : (u,) float64
        The probability that each thing is out; they are independent.
    judge
        What is out has to harm at least as much as a part of it.
    samples
        Combinations that are drawn.

    Raises
    ------
    Cancelled
        When ``progress`` was asked to stop.
    """
    may = np.flatnonzero(failed > 0).astype(np.int32)
    if not _tolerated([()], may, judge, progress)[0]:
        return Connected(1.0, 1.0, 1.0, 1.0, 1, 0)
    single = _tolerated([(one,) for one in range(len(may))], may, judge, progress)
    series, rest = may[~single], may[single]
    with np.errstate(divide="ignore"):
        up = exp(float(np.log1p(-failed[series]).sum()))
        alone = 0.0 - float(np.expm1(np.log1p(-failed[series]).sum()))
    tried = 1 + len(may)
    if 1 << min(len(rest), 60) <= MOST_TRIED:
        more, parted = _all(failed[rest], rest, judge, progress)
        lost = alone + up * parted
        return Connected(lost, lost, lost, alone, tried + more, 0)

    counts = FailedCounts(failed[rest])
    share = counts.distribution
    parted, least, left = 0.0, 2, MOST_TRIED
    while (
        least < len(share)
        and comb(len(rest), least) <= left
        and share[least] >= WORTH * share[least:].sum()
        and failed[rest].max() < 1
    ):
        more, part = _with(least, failed[rest], rest, judge, progress)
        parted += part
        tried, left, least = tried + more, left - more, least + 1
    weight = float(share[least:].sum())
    if weight == 0.0:
        lost = alone + up * parted
        return Connected(lost, lost, lost, alone, tried, 0)
    cut = _drawn(counts, least, samples, rest, judge, seed, progress)
    low, high = binomial_interval(cut, samples)
    lost, low, high = (alone + up * (parted + weight * part) for part in (cut / samples, low, high))
    return Connected(lost, low, high, alone, tried, samples)


def _tolerated(chosen: list[tuple[int, ...]], things: Ints, judge: Judge, progress: Progress) -> Bools:
    """The judgement over combinations that are told by places in ``things``."""
    start = np.concatenate([[0], np.cumsum([len(one) for one in chosen])]).astype(np.int64)
    places = np.array([place for one in chosen for place in one], np.int64)
    return judge(start, things[places], progress)


def _all(failed: Floats, things: Ints, judge: Judge, progress: Progress) -> tuple[int, float]:
    """How many combinations there are, and the probability of those in which some hosts are cut off."""
    total = 1 << len(things)
    parts = []
    for begin in range(0, total, BLOCK):
        progress.step(begin, total, "combinations")
        numbers = np.arange(begin, min(begin + BLOCK, total))
        out = (numbers[:, None] >> np.arange(len(things))) & 1 > 0
        start = np.concatenate([[0], np.cumsum(out.sum(axis=1))]).astype(np.int64)
        fatal = ~judge(start, things[np.nonzero(out)[1]], progress)
        parts += np.where(out[fatal], failed, 1 - failed).prod(axis=1).tolist()
    return total, fsum(parts)


def _with(count: int, failed: Floats, things: Ints, judge: Judge, progress: Progress) -> tuple[int, float]:
    """The same over the combinations of exactly so many things, the others being up."""
    total, done = comb(len(things), count), 0
    odds = failed / (1 - failed)
    parts = []
    for chosen in _blocks(len(things), count):
        progress.step(done, total, "combinations")
        start = np.arange(0, chosen.size + 1, count)
        fatal = ~judge(start, things[chosen.reshape(-1)], progress)
        parts.append(float(odds[chosen[fatal]].prod(axis=1).sum()))
        done += len(chosen)
    return total, exp(float(np.log1p(-failed).sum())) * fsum(parts)


def _blocks(things: int, count: int) -> Iterator[Longs]:
    every = combinations(range(things), count)
    while block := list(islice(every, BLOCK)):
        yield np.array(block, np.int64)


def _drawn(
    counts: FailedCounts,
    least: int,
    samples: int,
    things: Ints,
    judge: Judge,
    seed: int,
    progress: Progress,
) -> int:
    """In how many of so many drawn combinations some hosts are cut off."""
    random = np.random.default_rng(seed)
    block = max(1, min(BLOCK, (1 << 22) // max(counts.most, 1)))
    cut = 0
    for begin in range(0, samples, block):
        progress.step(begin, samples, "random combinations")
        start, thing = counts.drawn(least, min(block, samples - begin), random)
        cut += int((~judge(start, things[thing], progress)).sum())
    return cut
