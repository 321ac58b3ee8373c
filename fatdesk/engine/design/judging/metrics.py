"""Cost, power, mass and other figures of designs: exact sums over tables, and objectives."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.units import HOURS_A_YEAR
from fatdesk.engine.catalog.matching import exact
from fatdesk.engine.design.requirements import Objective
from fatdesk.engine.families.problem import Item
from fatdesk.engine.families.table import Table

LARGEST = 2**62

Known = Decimal | Fraction | float | int
OF_ITEM: Mapping[str, Callable[[Item], Known | None]] = {
    "cost": lambda item: item.price,
    "power": lambda item: item.power_w,
    "mass": lambda item: item.mass_kg,
    "height": lambda item: item.height_u,
}


@dataclass(frozen=True)
class Sum:
    """A figure of each item, so that sums over designs are exact whole numbers.

    Attributes
    ----------
    known
        What is known of each item's figure.
    unknown
        Whether there is more to it.
    plugs
        Whether it is a cable or transceiver.
    """

    known: tuple[Fraction, ...]
    unknown: tuple[bool, ...]
    plugs: tuple[bool, ...]

    @cached_property
    def scale(self) -> int:
        """Divisor of the whole numbers."""
        return lcm(*{figure.denominator for figure in self.known})

    @cached_property
    def _whole(self) -> list[int]:
        return [figure.numerator * (self.scale // figure.denominator) for figure in self.known]

    @cached_property
    def _largest(self) -> int:
        return max(self._whole, default=0)

    @cached_property
    def _numbers(self) -> Longs:
        big = self._largest >= LARGEST
        return np.array(self._whole, dtype=np.object_ if big else np.int64)

    @cached_property
    def _unknown(self) -> Longs:
        return np.array(self.unknown, dtype=np.int64)

    @cached_property
    def _unknown_equipment(self) -> Longs:
        return self._unknown * ~np.array(self.plugs, dtype=np.bool_)

    def totals(self, table: Table) -> Longs:
        """Known part of the sum of each design, times the scale; Python's integers where 64 bits are few."""
        most = sum(int(term.count.max(initial=0)) for term in table.terms) * self._largest
        numbers: NDArray[Any] = self._numbers if most < LARGEST else self._numbers.astype(np.object_)
        return _summed(table, numbers)

    def unknowns(self, table: Table) -> Longs:
        """Return the number of pieces of each design without a known figure."""
        return _summed(table, self._unknown) if any(self.unknown) else np.zeros((1, 1), dtype=np.int64)

    def unknown_equipment(self, table: Table) -> Longs:
        """The same, without cables and transceivers."""
        if not self._unknown_equipment.any():
            return np.zeros((1, 1), dtype=np.int64)
        return _summed(table, self._unknown_equipment)

    def of(self, pieces: Sequence[tuple[int, int]]) -> tuple[Fraction, int]:
        """Known part of a sum over (item, count), and how many pieces are unknown."""
        known = sum((self.known[item] * count for item, count in pieces), Fraction(0))
        return known, sum(count for item, count in pieces if self.unknown[item])


def _summed(table: Table, numbers: NDArray[Any]) -> Longs:
    """Sum over the terms of a table; numbers may be Python's integers."""
    result: Longs = table.terms[0].count * numbers[table.terms[0].item]
    for term in table.terms[1:]:
        if numbers[term.item].any():
            result = result + term.count * numbers[term.item]
    return result


class Metrics:
    """The sums of a problem's items."""

    def __init__(self, items: Sequence[Item], objective: Objective) -> None:
        self._items, self._wanted = items, objective
        self._sums: dict[str, Sum] = {}

    def sum(self, metric: str) -> Sum:
        """The sum for ``cost``, ``power``, ``mass``, ``height``, ``cables``, ``tco`` or ``failures``."""
        if metric not in self._sums:
            self._sums[metric] = self._made(metric)
        return self._sums[metric]

    @cached_property
    def objective(self) -> Sum:
        """Return the objective: one metric, or a weighted sum of several, each in its own unit."""
        weights = {metric: weight for metric, weight in self._wanted.weights.items() if weight > 0}
        if not weights:
            return self.sum(self._wanted.metric or "cost")
        return _weighted([(exact(weight), self.sum(metric)) for metric, weight in weights.items()])

    def _made(self, metric: str) -> Sum:
        if metric == "tco":
            return _weighted([(Fraction(1), self.sum("cost")), (self._price_per_watt(), self.sum("power"))])
        if metric == "cables":
            figures: list[Known | None] = [int(n == 0) for n in range(len(self._items))]
        elif metric == "failures":
            figures = [_failures(item) for item in self._items]
        else:
            read = OF_ITEM[metric]
            figures = [read(item) for item in self._items]
        return self._of([_fraction(figure) for figure in figures])

    def _of(self, figures: Sequence[Fraction | None]) -> Sum:
        known = tuple(Fraction(0) if figure is None else figure for figure in figures)
        unknown = tuple(figure is None for figure in figures)
        return Sum(known, unknown, tuple(item.plugs for item in self._items))

    def _price_per_watt(self) -> Fraction:
        """Price of the energy for a watt, for all years together."""
        wanted = self._wanted
        energy = Fraction(HOURS_A_YEAR, 1000) * exact(wanted.years) * exact(wanted.pue)
        return energy * Fraction(wanted.price_per_kwh)


def _fraction(value: Known | None) -> Fraction | None:
    if value is None:
        return None
    return exact(value) if isinstance(value, float) else Fraction(value)


def _weighted(parts: Sequence[tuple[Fraction, Sum]]) -> Sum:
    """The weighted sum of some sums."""
    items = range(len(parts[0][1].known))
    known = (sum((factor * part.known[item] for factor, part in parts), Fraction(0)) for item in items)
    unknown = tuple(any(part.unknown[item] for _, part in parts) for item in items)
    return Sum(tuple(known), unknown, parts[0][1].plugs)


def _failures(item: Item) -> Fraction | None:
    """Failures of one piece in a year."""
    if not item.fails:
        return Fraction(0)
    return None if item.mtbf_h is None else HOURS_A_YEAR / exact(item.mtbf_h)
