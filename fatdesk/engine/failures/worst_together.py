"""Elements whose simultaneous failure does most harm: by all combinations, else by a search."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.failures.elements import Lost, taken
from fatdesk.engine.failures.impact import LossAnalysis
from fatdesk.networks.fault_tolerance.impact import Element, Left

MOST_TRIED = 20_000
KEPT = 10
BEAM = 8
"""Combinations that are enlarged by one element more."""
CANDIDATES = 150
"""Elements that are put into combinations: the most harmful alone, those that take most links, and feeds."""
ROUNDS = 6
"""Random combinations that are improved element by element."""
Score = tuple[float, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Together:
    """Elements that fail at once.

    Attributes
    ----------
    bisection_left, uplinks_left, uplinks
        As those of :class:`fatdesk.networks.fault_tolerance.impact.Loss`.
    """

    elements: tuple[Element, ...]
    left: Left
    bisection_left: float | None
    uplinks_left: int | None
    uplinks: int | None


@dataclass(frozen=True, eq=False, slots=True)
class Worst:
    """The combinations that do most harm, the worst first.

    Attributes
    ----------
    tried
        Combinations that were looked at.
    exhaustive
        Whether all combinations were tried; if not, a worse one may have been missed.
    """

    found: tuple[Together, ...]
    tried: int
    exhaustive: bool


def worst_together(
    losing: LossAnalysis,
    elements: Sequence[Element],
    count: int,
    progress: Progress = SILENT,
    *,
    most: int = MOST_TRIED,
    kept: int = KEPT,
    seed: int = 1,
) -> Worst:
    """The combinations of N elements that do most harm.

    Harm is the number of hosts cut off, then pairs cut, uplinks left at the worst edge, and links lost. All
    combinations are tried where there are not more than ``most``; beyond that the worst are enlarged element
    by element, and random ones improved by exchanging one element at a time, until nothing gets worse or
    ``most`` were tried; the same seed finds the same.

    Raises
    ------
    FatdeskError
        When there are fewer elements.
    Cancelled
        When ``progress`` was asked to stop.
    """
    if count > len(elements):
        raise FatdeskError(f"{count} elements cannot be lost, there are {len(elements)}: use fewer")
    search = _Search(losing, elements, most, progress)
    exhaustive = comb(len(elements), count) <= most
    if exhaustive:
        for combination in combinations(range(len(elements)), count):
            search.score(combination)
    else:
        search.enlarge(count)
        search.improve(count, np.random.default_rng(seed))
    best = sorted((score, some) for some, score in search.known.items() if len(some) == count)[:kept]
    tried = sum(len(some) == count for some in search.known)
    return Worst(tuple(_stated(losing, [elements[n] for n in some]) for _, some in best), tried, exhaustive)


class _Search:
    """Examined combinations with their scores: the lower, the more harm."""

    def __init__(
        self, losing: LossAnalysis, elements: Sequence[Element], most: int, progress: Progress
    ) -> None:
        self.losing, self.elements, self.most, self.progress = losing, elements, most, progress
        self.known: dict[tuple[int, ...], Score] = {}

    def known_enough(self) -> bool:
        """Whether as much was tried as may be."""
        return len(self.known) >= self.most

    def score(self, combination: tuple[int, ...]) -> Score:
        """Return the score of several elements lost together."""
        if combination not in self.known:
            self.progress.step(min(len(self.known), self.most), self.most, "losing several at once")
            lost = taken(self.losing.placed, [self.elements[n] for n in combination])
            self.known[combination] = self._harm(lost)
        return self.known[combination]

    def _harm(self, lost: Lost) -> Score:
        left = self.losing.left(lost)
        some = self.losing.uplinks(lost)
        return (
            -left.hosts_lost,
            left.pairs_connected,
            some[0] / some[1] if some else 1.0,
            -int(lost.out.sum()),
        )

    def enlarge(self, count: int) -> None:
        """Enlarge combinations from single elements to the requested number, keeping a beam of the worst."""
        candidates = self._candidates(count)
        beam: list[tuple[int, ...]] = [(number,) for number in candidates]
        for _ in range(count - 1):
            feeds = [some for some in beam if all(self.elements[n].feeds for n in some)][:BEAM]
            beam = [*sorted(beam, key=self.score)[:BEAM], *feeds]  # feeds hurt when the last is lost
            larger = {tuple(sorted((*some, n))) for some in beam for n in candidates if n not in some}
            beam = sorted(larger)
        for some in beam:
            self.score(some)

    def improve(self, count: int, random: np.random.Generator) -> None:
        """Exchange elements of random combinations while that does more harm."""
        candidates = self._candidates(count)
        for _ in range(ROUNDS):
            some = tuple(sorted(random.choice(candidates, count, replace=False).tolist()))
            before: tuple[int, ...] = ()
            while before != some:
                before = some
                for place in range(count):
                    if self.known_enough():
                        return
                    rest = some[:place] + some[place + 1 :]
                    others = [tuple(sorted((*rest, n))) for n in candidates if n not in rest]
                    some = min([some, *others], key=self.score)

    def _candidates(self, count: int) -> list[int]:
        """The elements most worth combining, at least ``count``."""
        every = range(len(self.elements))
        if len(every) <= CANDIDATES:
            return list(every)
        half = max(CANDIDATES // 2, count)
        by_links = sorted(every, key=lambda n: (-len(self.elements[n].links), n))[: 4 * half]
        by_harm = sorted(by_links, key=lambda n: (self.score((n,)), n))[:half]
        feeds = [n for n in every if self.elements[n].feeds]  # harmless alone where racks have two
        return sorted({*by_links[:half], *by_harm, *feeds})


def _stated(losing: LossAnalysis, some: Sequence[Element]) -> Together:
    lost = taken(losing.placed, some)
    left, many = losing.uplinks(lost) or (None, None)
    return Together(tuple(some), losing.left(lost), losing.bisection_left(lost), left, many)
