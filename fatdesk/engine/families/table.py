"""Designs of one family as arrays."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from fatdesk.core.arrays import Bools, Longs
from fatdesk.engine.catalog.configuration import Configuration
from fatdesk.engine.catalog.parts import Enclosure
from fatdesk.engine.families.design import Design
from fatdesk.engine.families.problem import EdgeOption
from fatdesk.engine.families.reason import Reason


def column(values: ArrayLike) -> Longs:
    """Return a column of whole numbers, one per row."""
    return np.asarray(values, dtype=np.int64).reshape(-1, 1)


@dataclass(frozen=True, slots=True)
class Term:
    """``count`` pieces of ``item`` (an index into the items of the problem), design by design."""

    count: Longs
    item: Longs


@dataclass(frozen=True)
class Table:
    """Designs in rows (edge switches) and columns (core switches, or one).

    All arrays broadcast to ``shape``; counts are of all planes together.

    Attributes
    ----------
    exists
        Whether there is a design to judge at that place.
    fits
        Whether it has ports enough; where not, ``needs`` is more than ``has``.
    models
        Distinct parts among the switches.
    enclosures
        Enclosures of blades.
    hops
        Links from host to host at most.
    edges
        The edge switch of each row.
    blocking, bisection_gbps
        The blocking that results and the bandwidth between halves, of a row.
    hosts_possible
        Hosts at most without another core switch.
    hosts_possible_of
        The same of the design at a row and column; with True: with the card slots filled.
    design
        The design at a row and column.
    reasons
        Why it lacks ports.
    """

    family: str
    shape: tuple[int, int]
    exists: Bools
    fits: Bools
    needs: Longs
    has: Longs
    switches: Longs
    links: Longs
    cables: Longs
    transceivers: Longs
    models: Longs
    enclosures: Longs
    terms: tuple[Term, ...]
    hops: int
    edges: tuple[EdgeOption, ...]
    blocking: Callable[[int], Fraction]
    bisection_gbps: Callable[[int], Fraction]
    hosts_possible: Callable[[], Longs]
    hosts_possible_of: Callable[[int, int, bool], int]
    design: Callable[[int, int], Design]
    reasons: Callable[[int, int], list[Reason]]

    def at(self, array: Longs, i: int, j: int) -> int:
        """The number of one design in an array that broadcasts to the shape."""
        rows, columns = array.shape
        return int(array[i if rows > 1 else 0, j if columns > 1 else 0])

    def pieces(self, i: int, j: int) -> list[tuple[int, int]]:
        """Return the items of one design with their counts."""
        return [(self.at(term.item, i, j), self.at(term.count, i, j)) for term in self.terms]


@dataclass(frozen=True, slots=True)
class Refusal:
    """An edge switch that is of no use with any core switch."""

    configuration: Configuration
    reason: Reason
    enclosure: Enclosure | None = None
