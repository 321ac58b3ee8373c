"""Estimate of the time of an exploration, before it begins.

Lattices are counted, all shapes of all numbers of switches (beyond ``COUNTED`` numbers a sample of these),
and their time follows from their number, their switches and the orders of their dimensions, within a quarter
of what 119 explorations of 100 to 100,000 hosts took. How many trees are left to price is known only after
the search; their time is a regression over the same explorations, which nine of ten keep within 0.4 to 2.5
times. Both were measured on one machine; the speed of this one, with its present load, is measured by a short
sample.
"""

import math
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.exploring.explore import Search
from fatdesk.engine.exploring.hyperx import HyperX, LatticeQuery, lattice_counts, lattices
from fatdesk.networks.verdict import counted_text

COUNTED = 600
"""Numbers of switches whose lattices are listed; of more a sample of this size."""
LATTICE_S = (3.7e-5, 1.2e-6, 1.06e-9)
"""Seconds of a lattice, of a switch of it, and of a switch in an order of its dimensions."""
LATTICE_RANGE = (0.75, 1.3)
TREES = (-10.311, 1.512, -0.518, -1.643, 1.263)
"""Logarithm of the seconds of trees of two levels: constant, and powers of hosts, edge switches, ports of a
switch, and its uplinks."""
LEVELS = {1: 0.0, 2: 0.0, 3: 1.075, 4: 1.873}
"""Summand of the logarithm for more levels."""
MANY_LEVELS = 3.2
TREE_RANGE = (0.4, 2.5)
MOST_TREES_S = 30.0
"""A search for trees of one size ends about there, since they are too many."""
FEW = 12
"""Edge switches up to which trees take next to no time."""
SAMPLE_S = 0.00046
"""Time of the sample where the figures were measured, on a processor of its own."""
SAMPLED_S = 0.08
"""Time for which samples are taken: long enough to notice other work on the machine."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Estimated seconds of an exploration, with a range, and the candidates that are known before.

    Attributes
    ----------
    lattices
        Their number, or an estimate of it.
    tree_sizes
        Pairs of ports and hosts on a switch for which trees are searched.
    """

    seconds: float
    low: float
    high: float
    lattices: int
    tree_sizes: int

    @property
    def text(self) -> str:
        """A short text: about how long."""
        if self.high < 1:
            return "less than 1 s"
        return f"about {duration(self.seconds)} ({duration(self.low)} to {duration(self.high)})"

    @property
    def candidates_text(self) -> str:
        """A description of the candidates."""
        sizes = counted_text(self.tree_sizes, "size")
        found = [counted_text(self.lattices, "lattice")] if self.lattices else []
        return " and ".join([*found, *([f"trees of {sizes} of switches"] if self.tree_sizes else [])])

    def to_json(self) -> dict[str, Any]:
        """The keys of ``fatdesk explore --json``."""
        return {
            "seconds": round(self.seconds, 2),
            "low": round(self.low, 2),
            "high": round(self.high, 2),
            "lattices": self.lattices,
            "tree_sizes": self.tree_sizes,
        }


def duration(seconds: float) -> str:
    """Return a time in one or two digits.

    >>> duration(0.2), duration(7.4), duration(48), duration(200), duration(9000)
    ('1 s', '7 s', '50 s', '3 min', '150 min')
    """
    if seconds < 10:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds, -1):.0f} s" if seconds < 100 else f"{round(seconds / 60):.0f} min"


def estimate(
    requirements: Requirements,
    catalog: Catalog,
    speed: Callable[[], float] | None = None,
    counted: int = COUNTED,
) -> Estimate:
    """Estimate how long `explore` takes on this machine.

    Parameters
    ----------
    speed
        Speed of this machine compared with that of the figures; by default measured once.
    counted
        Numbers of switches whose lattices are listed; of more a sample of this size.

    Raises
    ------
    FatdeskError
        When the requirements cannot be explored.
    """
    search = Search(requirements, catalog)
    of_lattices = of_trees = 0.0
    count = sizes = 0
    for family, box, T in search.tasks():
        if family == "hyperx":
            number, seconds = _lattices(search.lattice_query(box, T), counted)
            count, of_lattices = count + number, of_lattices + seconds
        else:
            sizes += 1
            of_trees += tree_seconds(search.ports, box.radix, T, search.levels)
    rate = (speed or machine_speed)()
    parts = ((of_lattices / rate, LATTICE_RANGE), (of_trees / rate, TREE_RANGE))
    low, high = (sum(seconds * ends[side] for seconds, ends in parts) for side in (0, 1))
    return Estimate(sum(seconds for seconds, _ in parts), low, high, count, sizes)


def _lattices(query: LatticeQuery, most: int) -> tuple[int, float]:
    """Number of lattices and their seconds; from a sample of the numbers of switches where there are many."""
    counts = lattice_counts(query)
    if not counts:
        return 0, 0.0
    some = Random(0).sample(counts, min(len(counts), most))
    found = lattices(query, counts=some).found
    share = len(counts) / len(some)
    return round(len(found) * share), share * sum(map(lattice_seconds, found))


def lattice_seconds(lattice: HyperX) -> float:
    """Seconds of a lattice: in each order of its dimensions its cables are counted."""
    orders = math.factorial(lattice.dimensions)
    for same in Counter(zip(lattice.S, lattice.K, strict=True)).values():
        orders //= math.factorial(same)
    each, switch, order = LATTICE_S
    return each + lattice.switches * (switch + order * orders)


def tree_seconds(hosts: int, radix: int, terminals: int, levels: int) -> float:
    """Seconds of the trees of one size."""
    edges, up = ceil_div(hosts, terminals), radix - terminals
    if edges <= FEW or up < 1 or hosts > terminals * (radix - 1) ** max(0, levels - 2) * radix:
        return 0.0
    first, *powers = TREES
    logs = map(math.log, (hosts, edges, radix, up))
    total = first + sum(power * log for power, log in zip(powers, logs, strict=True))
    return min(MOST_TREES_S, math.exp(total + LEVELS.get(levels, MANY_LEVELS)))


@cache
def machine_speed() -> float:
    """Speed of this machine with its present load: that of the figures is 1."""
    start, taken, count = time.perf_counter(), 0.0, 0
    while taken < SAMPLED_S:
        lattices(LatticeQuery(hosts=2000, radix=36, terminals=16))
        taken, count = time.perf_counter() - start, count + 1
    return max(0.02, min(20.0, count * SAMPLE_S / taken))
