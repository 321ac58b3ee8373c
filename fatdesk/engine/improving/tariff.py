"""Cost of a group of links by length, from the same choice of cables as the bill."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.units import UM_PER_M, um_from_m
from fatdesk.engine.bill.rules import BillRules
from fatdesk.engine.cabling.choosing import NO_OPTION, Option, decide, module_count, order, thresholds
from fatdesk.engine.cabling.forming import PlugPair
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.parts import Cable, Price, Transceiver

PER_UNIT = 10_000
"""Costs are whole numbers of a hundredth of a cent, in floats that hold them exactly."""
UNPRICED = 2e8
"""Price assumed while searching for items without one: more than any cable costs."""
UNLAID = 1e11
"""Price assumed while searching for a cable that cannot be laid."""
FINE_UM = 10_000
"""Resolution of price lookups where each length has its own price (sold by the metre)."""


@dataclass(frozen=True, eq=False)
class Tariff:
    """Costs by need (row) and by length (column); column i holds for lengths up to ``edges[i]``.

    Attributes
    ----------
    score
        Cost in units of a hundredth of a cent, with UNPRICED and UNLAID added for what has no price or
        cannot be laid. Exact but for spares that are rounded up, cages that share a kind, and lengths
        between two steps of what is sold by the metre.
    ordered_um
        Metres ordered.
    least
        No cable for such a length or a greater one costs less than this, in the same units; infinite
        where nothing reaches. What has no price counts nothing, or with ``priced`` is not taken at all.
    """

    edges: Longs
    score: Floats
    ordered_um: Floats
    least: Floats

    def column(self, length_um: Longs) -> NDArray[np.intp]:
        """The column of each length."""
        return np.searchsorted(self.edges, length_um, side="left")


@dataclass(frozen=True)
class _Rules:
    rules: CablingRules
    bill: BillRules
    longest_um: int
    priced: bool


def tariff(
    needs: Sequence[tuple[PlugPair, tuple[Option, ...]]],
    rules: CablingRules,
    bill: BillRules,
    longest_um: int,
    *,
    priced: bool,
) -> Tariff:
    """The tariff of some needs, each with what could cable it."""
    given = _Rules(rules, bill, longest_um, priced)
    every = [edge for _, options in needs for option in options for edge in _steps(option, given)]
    edges = np.unique(np.array([*every, 0], np.int64))
    columns = len(edges) + 1
    score, ordered = np.empty((len(needs), columns)), np.zeros((len(needs), columns))
    least = np.empty((len(needs), columns))
    lengths = np.append(edges, edges[-1] + 1)
    for row, (need, some) in enumerate(needs):
        taken = decide(need, some, lengths, rules).option.tolist()
        for column, (number, length) in enumerate(zip(taken, lengths.tolist(), strict=True)):
            found = None if number == NO_OPTION else _cost(need, some[number], length, given)
            score[row, column], ordered[row, column] = (UNLAID, 0) if found is None else found[1:]
        least[row] = _least(need, some, lengths, given)
    return Tariff(edges, score, ordered, least)


def _steps(option: Option, given: _Rules) -> Sequence[int]:
    steps = thresholds(option, given.rules)
    if steps is not None:
        return steps
    step = um_from_m(given.rules.length_step_m) or (
        UM_PER_M if given.rules.lengths == "standard" else FINE_UM
    )
    most = min(option.reach_um, given.longest_um + step)
    return [*range(step, most, step), most]


def _cost(need: PlugPair, option: Option, length_um: int, given: _Rules) -> tuple[int, int, int] | None:
    """Known cost, the same with what is unknown counted, and metres; None where the option does not reach."""
    found = order(option, length_um, given.rules)
    if found is None:
        return None
    cables = need.links if option.each else 1
    stated = _stated(option.cable, found[0])
    known, unknown = _priced(found[1], stated, cables, "cables", given.bill)
    for plug, module, far in ((need.a, option.a, False), (need.b, option.b, True)):
        if module is not None:
            count = module_count(need, plug, far=far)
            more = _priced(_amount(module), module.price, Fraction(count), "transceivers", given.bill)
            known, unknown = known + more[0], unknown + more[1]
    return known, known + round(UNPRICED * float(unknown)), found[0] * cables


def _amount(module: Transceiver) -> Decimal | None:
    return None if module.price is None else module.price.amount


def _stated(cable: Cable, ordered_um: int) -> Price | None:
    listed = (length.price for length in cable.lengths if um_from_m(length.m) == ordered_um)
    return next(listed, cable.per_metre)


def _priced(
    amount: Decimal | None, stated: Price | None, count: Fraction | int, category: str, bill: BillRules
) -> tuple[int, Fraction]:
    """Cost of a number of items with their spares, rounded down, and how many have no price."""
    if amount is None or (stated is not None and stated.currency != bill.currency):
        return 0, Fraction(count)
    spares = 1 + Fraction(repr(bill.spares_percent.get(category, 0.0))) / 100
    return int(Fraction(amount) * count * spares * PER_UNIT), Fraction(0)


def _least(need: PlugPair, options: Sequence[Option], lengths: Longs, given: _Rules) -> Floats:
    """The least that any option costs at each length or a greater one, whichever is taken in the end.

    Within a column a cost stays or grows with the length, so the shortest length of each is sufficient.
    Infinite where nothing reaches.
    """
    costs = np.full(len(lengths), np.inf)
    shortest = [0, *(lengths[:-1] + 1).tolist()]
    for option in options:
        for column, length in enumerate(shortest):
            found = _cost(need, option, length, given)
            if found is not None and not (given.priced and found[1] > found[0]):
                costs[column] = min(costs[column], found[0])
    return np.minimum.accumulate(costs[::-1])[::-1]
