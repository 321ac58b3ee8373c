"""Results of an exploration: candidates with their figures, cable bill, and Pareto front."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.money import Money
from fatdesk.engine.exploring.egft import Egft
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.engine.families.reason import Reason


@dataclass(frozen=True, slots=True)
class Bill:
    """Cable bill of a candidate.

    ``cost`` is parts and labour; ``skus`` counts pairs of part and length, ``excess_um`` is what hangs over
    altogether, ``unreached`` how many cables nothing is long enough for (their cost is not in it).
    ``overfull`` counts segments of trays that stay too full, ``tray_fill`` is the fullest (None: not
    computed).
    """

    cost: Decimal
    count: int
    copper: int
    optical: int
    skus: int
    ordered_um: int
    excess_um: int
    wasted_lanes: int
    unreached: int
    overfull: int = 0
    tray_fill: float | None = None

    @property
    def mean_excess_um(self) -> float:
        """Mean of what hangs over."""
        return self.excess_um / self.count if self.count else 0.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A network with its figures.

    Attributes
    ----------
    radix, terminals
        Ports of each switch, and most hosts on one.
    cost
        Switches, cables and laying them.
    bisection
        Links cut (N / (2 O) of trees, N without ports that stay free; the paper's figure of lattices).
    cables
        A bundle as one (W' of spec 2); ``bill.count`` are those to buy.
    order
        The order of a lattice's dimensions in the racks, as sizes.
    reasons
        The limits that it does not keep; then it is not on the front.
    """

    network: Egft | HyperX
    radix: int
    terminals: int
    cost: Money
    bisection: Fraction
    hops: int
    switches: int
    cables: int
    bill: Bill | None
    racks: int | None
    power_w: float | None = None
    order: tuple[int, ...] = ()
    reasons: tuple[str, ...] = ()
    front: bool = False

    @property
    def family(self) -> str:
        """``egft`` or ``hyperx``."""
        return "egft" if isinstance(self.network, Egft) else "hyperx"

    def to_json(self) -> dict[str, object]:
        """The keys of spec 8, and more."""
        bill = self.bill
        return {
            "family": self.family,
            "params": self.network.params(),
            "radix": self.radix,
            "terminals": self.terminals,
            "cost": self.cost.to_json(),
            "bisection": float(self.bisection),
            "hops": self.hops,
            "switches": self.switches,
            "cables": self.cables,
            "power_w": self.power_w,
            "racks": self.racks,
            "order": list(self.order),
            "bought": None
            if bill is None
            else {
                "cables": bill.count,
                "copper": bill.copper,
                "optical": bill.optical,
                "skus": bill.skus,
                "mean_excess_m": round(bill.mean_excess_um / 1e6, 6),
                "wasted_lanes": bill.wasted_lanes,
                "worst_tray_fill": None if bill.tray_fill is None else round(bill.tray_fill, 4),
            },
            "reasons": list(self.reasons),
            "front": self.front,
        }


@dataclass(frozen=True, slots=True)
class Unsearched:
    """Trees of one radix that are too many to search for rivals of those that are listed.

    Attributes
    ----------
    saving
        A tree that is not listed costs at most this part less than a listed one that has no worse bisection,
        hops, switches and cables.
    """

    radix: int
    terminals: int
    saving: float

    @property
    def text(self) -> str:
        """The same as a sentence."""
        return (
            f"{self.radix} ports, {self.terminals} hosts per switch: too many trees to price each; one that "
            f"is not listed may cost up to {self.saving:.1%} less than a listed one with no worse "
            "bisection, hops, switches and cables"
        )


@dataclass(frozen=True, slots=True)
class Refused:
    """A number of hosts on a switch that no switch of the exploration has ports for, with the reason."""

    terminals: int
    reason: Reason

    @property
    def text(self) -> str:
        """The same as a sentence."""
        return f"{self.terminals} hosts per switch: {self.reason}"


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Networks of one family, radix and number of hosts on a switch that were not searched to the end.

    Attributes
    ----------
    why
        The reason: the time is up, or there are too many.
    """

    family: str
    radix: int
    terminals: int
    why: Literal["time", "too many"] = "time"

    @property
    def text(self) -> str:
        """The same in words."""
        return f"{self.family} of {self.radix} ports with {self.terminals} hosts per switch"


@dataclass(frozen=True, slots=True)
class Exploration:
    """Candidates by cost, how many networks were searched, and how long that took.

    Attributes
    ----------
    unsearched
        The trees of which the front need not be complete in cost; empty: it is complete.
    refused
        Numbers of hosts on a switch for which nothing could be searched.
    unfinished
        What was not searched, or not to its end, because time was up or the trees are too many.
    """

    candidates: tuple[Candidate, ...]
    searched: int
    seconds: float
    unsearched: tuple[Unsearched, ...] = ()
    refused: tuple[Refused, ...] = ()
    unfinished: tuple[Unfinished, ...] = ()
    ports: int = 0
    """N: hosts, and hosts that represent external bandwidth."""
    rules_left: tuple[tuple[str, str], ...] = ()
    """Rules that are not judged, or not in full, each with the reason."""

    @property
    def late(self) -> tuple[Unfinished, ...]:
        """Networks that the time was too short for."""
        return tuple(one for one in self.unfinished if one.why == "time")

    @property
    def too_many(self) -> tuple[Unfinished, ...]:
        """Networks that are too many to be searched, however long it may take."""
        return tuple(one for one in self.unfinished if one.why == "too many")

    @property
    def too_many_text(self) -> str:
        """Note on trees that are too many to be searched; empty: there are none."""
        if not self.too_many:
            return ""
        sizes = "; ".join(f"{one.radix} ports, {one.terminals} hosts per switch" for one in self.too_many)
        trees = sum(one.family == "egft" for one in self.candidates)
        listed = f"the best {trees:,} found until then are listed" if trees else "none is listed"
        return (
            f"there are too many trees to search all ({sizes}): {listed}; "
            "allow fewer levels (explore.levels), or switches with more ports"
        )

    def to_json(self) -> dict[str, object]:
        """The keys of spec 8."""
        return {
            "candidates": [one.to_json() for one in self.candidates],
            "searched": self.searched,
            "seconds": round(self.seconds, 3),
            "complete": not self.unsearched and not self.unfinished,
            "unsearched": [
                {"radix": one.radix, "terminals": one.terminals, "saving_at_most": round(one.saving, 4)}
                for one in self.unsearched
            ],
            "refused": [{"terminals": one.terminals, "reason": str(one.reason)} for one in self.refused],
            "unfinished": [
                {"family": one.family, "radix": one.radix, "terminals": one.terminals, "why": one.why}
                for one in self.unfinished
            ],
            **({} if not self.rules_left else {"rules_not_judged": not_judged_json(self.rules_left)}),
        }


def not_judged_json(rules: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    """Return rules that are not judged with the reasons, as JSON has them."""
    return [{"rule": rule, "why": why} for rule, why in rules]


def on_front(figures: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> list[bool]:
    """Rows that no other row dominates (smaller is better).

    >>> on_front(np.array([[1.0, 2.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0]]))
    [True, True, False, True]
    """
    order = np.lexsort(figures.T[::-1])
    return _best(np.ascontiguousarray(figures, np.float64), order).tolist()


@compiled
def _best(
    figures: np.ndarray[tuple[int, int], np.dtype[np.float64]], order: Longs
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Mark the rows on the front; in this order a row is only dominated by earlier ones."""
    rows, width = figures.shape
    best = np.zeros(rows, np.bool_)
    kept = np.empty((rows, width))
    count = 0
    for row in order:
        dominated = False
        for i in range(count):
            worse = better = False
            for j in range(width):
                worse |= kept[i, j] > figures[row, j]
                better |= kept[i, j] < figures[row, j]
            if better and not worse:
                dominated = True
                if i > 0:  # what dominates one dominates many: nearer to the front
                    for j in range(width):
                        kept[i, j], kept[i // 2, j] = kept[i // 2, j], kept[i, j]
                break
        if not dominated:
            best[row] = True
            for j in range(width):
                kept[count, j] = figures[row, j]
            count += 1
    return best
