"""What is on sale for each need of a fabric, and what is taken and ordered for a length: worked out once."""

from collections.abc import Sequence
from decimal import Decimal

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.cabling.choosing import NO_OPTION, Choice, best
from fatdesk.engine.cabling.forming import PlugPair
from fatdesk.engine.cabling.options import Option, order, thresholds
from fatdesk.engine.cabling.rules import CablingRules

MOST = 100_000
"""So many lengths are remembered; where cables are sold by the metre every length is another."""


class Assortment:
    """The options of all needs of a fabric one after the other, with what was found out about them.

    Parameters
    ----------
    options
        For each need what could cable it.
    reasons
        Reasons that stand before those that are found here.
    """

    def __init__(
        self,
        needs: Sequence[PlugPair],
        options: Sequence[tuple[Option, ...]],
        rules: CablingRules,
        reasons: Sequence[str],
    ) -> None:
        self.needs, self.rules = needs, rules
        self.options = tuple(option for some in options for option in some)
        self.each = np.array([some.each for some in self.options] or [False], bool)
        self.reasons = list(reasons)
        self.of_need = options
        self._first = [sum(map(len, options[:number])) for number in range(len(options))]
        steps = [thresholds(option, rules) for option in self.options]
        self._steps = [None if step is None else _rising(step) for step in steps]
        self._edges = [
            None
            if any(steps[first + i] is None for i in range(len(some)))
            else _rising([um for i in range(len(some)) for um in steps[first + i] or ()])
            for first, some in zip(self._first, options, strict=True)
        ]
        self._taken: dict[tuple[int, int], tuple[int, int]] = {}
        self._ordered: dict[tuple[int, int], tuple[int, Decimal | None] | None] = {}
        self._numbers = {text: number for number, text in enumerate(self.reasons)}

    def edges(self, need: int) -> Longs | None:
        """Lengths at which the choice for a need may change; None: it may change at any length."""
        return self._edges[need]

    def take(self, need: int, lengths_um: Longs) -> tuple[Longs, Longs]:
        """The option (NO_OPTION: none) and the reason for each of some lengths."""
        edges = self._edges[need]
        keys, inverse = _buckets(edges, lengths_um)
        found = [self._take(need, key, edges) for key in keys.tolist()]
        pairs = np.array(found, np.int64).reshape(-1, 2)[inverse]
        return pairs[:, 0], pairs[:, 1]

    def _take(self, need: int, key: int, edges: Longs | None) -> tuple[int, int]:
        known = self._taken.get((need, key))
        if known is not None:
            return known
        number, why = best(self.needs[need], self.of_need[need], _length(edges, key), self.rules)
        option = NO_OPTION if number == NO_OPTION else self._first[need] + number
        reason = self._numbers.setdefault(why, len(self.reasons))
        if reason == len(self.reasons):
            self.reasons.append(why)
        if len(self._taken) > MOST:
            self._taken.clear()
        self._taken[need, key] = (option, reason)
        return option, reason

    def order(self, option: Longs, lengths_um: Longs) -> tuple[Longs, tuple[Choice, ...]]:
        """What is ordered for each cable: its own length of the option that was decided on."""
        choice = np.full(len(option), NO_OPTION, np.int64)
        made: dict[tuple[int, int], int] = {}
        found: list[Choice] = []
        for number in np.unique(option[option >= 0]).tolist():
            here = np.flatnonzero((option == number) & (lengths_um >= 0))
            edges = self._steps[number]
            keys, inverse = _buckets(edges, lengths_um[here])
            numbers = []
            for key in keys.tolist():
                ordered = self._order(number, key, edges)
                if ordered is None:
                    numbers.append(NO_OPTION)
                    continue
                at = made.setdefault((number, ordered[0]), len(found))
                if at == len(found):
                    found.append(Choice(self.options[number], *ordered))
                numbers.append(at)
            choice[here] = np.array(numbers, np.int64)[inverse]
        return choice, tuple(found)

    def _order(self, option: int, key: int, edges: Longs | None) -> tuple[int, Decimal | None] | None:
        if (option, key) not in self._ordered:
            if len(self._ordered) > MOST:
                self._ordered.clear()
            self._ordered[option, key] = order(self.options[option], _length(edges, key), self.rules)
        return self._ordered[option, key]


def _rising(lengths_um: Sequence[int]) -> Longs:
    return np.unique(np.array(lengths_um, np.int64))


def _buckets(edges: Longs | None, lengths_um: Longs) -> tuple[Longs, Longs]:
    """A few keys that stand for all lengths, and which one stands for each.

    Between two edges every length is the same; where there are none, every length is its own key.
    """
    keys = lengths_um if edges is None else np.searchsorted(edges, lengths_um, side="left")
    distinct, inverse = np.unique(keys, return_inverse=True)
    return distinct, inverse.reshape(-1)


def _length(edges: Longs | None, key: int) -> int:
    """A length that a key stands for; behind the last edge nothing reaches."""
    if edges is None:
        return key
    return int(edges[key]) if key < len(edges) else int(edges[-1]) + 1 if len(edges) else 0
