"""Candidates of an exploration as arrays and charts: quantities by name, series, Pareto front, limits."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats
from fatdesk.core.number_text import rounded_number
from fatdesk.core.units import UM_PER_M
from fatdesk.engine.charts import Axis, Chart, Series
from fatdesk.engine.exploring.building import blocking_of
from fatdesk.engine.exploring.egft import Egft
from fatdesk.engine.exploring.result import Candidate, on_front

Mask = NDArray[np.bool_]


class Measure(NamedTuple):
    """A quantity of candidates: name, title, axis, and whether more is better."""

    name: str
    title: str
    axis: Axis
    more_is_better: bool = False


def measures(currency: str = "USD") -> tuple[Measure, ...]:
    """Return the quantities for axes."""
    share = Axis("Bisection", unit="% of non-blocking")
    kinds = Axis("Kinds of cable (part and length)", whole=True)
    return (
        Measure("cost", "Cost", Axis("Cost with cables", unit=currency, scaled=True)),
        Measure("bisection", "Bisection", Axis("Bisection", unit="links", scaled=True), more_is_better=True),
        Measure("share", "Bisection, %", share, more_is_better=True),
        Measure("hops", "Hops", Axis("Hops", unit="links", whole=True)),
        Measure("switches", "Switches", Axis("Switches", scaled=True, counts=True)),
        Measure("cables", "Cables", Axis("Cables", scaled=True, counts=True)),
        Measure("power", "Power", Axis("Power of switches", unit="W", scaled=True)),
        Measure("skus", "Kinds of cable", kinds),
        Measure("excess", "Excess length", Axis("Mean excess length of a cable", unit="m")),
        Measure("wasted", "Wasted lanes", Axis("Wasted lanes of quad cables", scaled=True)),
    )


def _values(one: Candidate, ports: int) -> dict[str, float | None]:
    """Return the quantities of a candidate; ``ports``: host ports of the non-blocking reference."""
    bill = one.bill
    return {
        "cost": float(one.cost.amount),
        "bisection": float(one.bisection),
        "share": 200 * float(one.bisection) / ports if ports else None,
        "hops": one.hops,
        "switches": one.switches,
        "cables": one.cables,
        "power": one.power_w,
        "skus": None if bill is None else bill.skus,
        "excess": None if bill is None else bill.mean_excess_um / UM_PER_M,
        "wasted": None if bill is None else bill.wasted_lanes,
    }


NAMES = tuple(measure.name for measure in measures())


SERIES = ("Tree of 2 levels", "HyperX", "Tree of 3 levels", "Tree of 4 levels", "One switch")
"""Series in fixed order, for the same colours in every search."""
Key = tuple[str, tuple[tuple[str, str], ...], int, int]


def key_of(one: Candidate) -> Key:
    """Return a key that identifies a candidate across searches."""
    params = tuple((name, str(value)) for name, value in one.network.params().items())
    return one.family, params, one.radix, one.terminals


def family_text(one: Candidate) -> str:
    """Return the family, with the levels of trees."""
    if isinstance(one.network, Egft):
        levels = one.network.levels
        return "One switch" if levels == 1 else f"Tree of {levels} levels"
    return "HyperX"


def parameters_text(one: Candidate) -> str:
    """Return the parameters, as in ``16 × 64, tops 8, bundles 2`` or ``8 × 8, K 2-2, T 16``."""
    net = one.network
    if isinstance(net, Egft):
        candidate_text = "M " + "-".join(map(str, net.M))
        if net.levels > 1:
            candidate_text += "  C " + "-".join(map(str, net.C)) + "  K " + "-".join(map(str, net.K))
        return candidate_text
    return " × ".join(map(str, net.S)) + "  K " + "-".join(map(str, net.K)) + f"  T {net.T}"


def candidate_text(one: Candidate, currency: str, hosts: int) -> str:
    """Return a description of a candidate in several lines."""
    net = one.network
    places = net.ports - hosts
    cost = f"{'at least ' if one.cost.at_least else ''}{currency} {one.cost.amount:,.0f}"
    cables = f"{one.cables:,} cables, counting each bundle as one"
    if one.racks is not None:
        cables += f", {one.racks:,} racks"
    if places > 0:
        cables += f", {places:,} host ports remain free"
    switches = f"{one.switches:,} switches of {one.radix} ports, up to {one.terminals} hosts per switch"
    bisection = (
        f"bisection {rounded_number(float(one.bisection), 4)} links (blocking {blocking_text(one, hosts)})"
    )
    lines = [
        f"{family_text(one)}: {parameters_text(one)}",
        f"{switches}, {one.hops} hops",
        f"{cost}, {bisection}",
        cables,
    ]
    return "\n".join([*lines, *one.reasons])


def blocking_text(one: Candidate, hosts: int) -> str:
    """Return the blocking factor of the narrowest level.

    For lattices: half the hosts divided by the links of the bisection.
    """
    return f"{float(blocking_of(one.network, hosts)):.2f} : 1"


def is_over(one: Candidate, ports: int, required: Fraction | None) -> bool:
    """Whether a candidate blocks more than the requirements allow."""
    return required is not None and blocking_of(one.network, ports) > required


@dataclass(frozen=True, eq=False)
class PlottedPoints(ABC):
    """Points with their quantities as arrays of equal length.

    Attributes
    ----------
    series, names
        Series number of each point, and names of all series.
    front
        Mask of the Pareto front of the search.
    fits
        Mask of the points within all limits.
    figures
        Quantities by name; NaN is unknown.
    more
        Names of the quantities of which more is better.
    """

    hosts: int
    currency: str
    series: NDArray[np.int64]
    names: tuple[str, ...]
    front: Mask
    fits: Mask
    figures: dict[str, Floats]
    more: frozenset[str]

    @abstractmethod
    def text(self, number: int) -> str:
        """Return a description of a point in several lines."""

    @abstractmethod
    def label(self, number: int) -> str:
        """Return a short text that names a point."""

    @property
    def present(self) -> list[str]:
        """Names of the series with points."""
        there = set(self.series.tolist())
        return [name for number, name in enumerate(self.names) if number in there]

    def __len__(self) -> int:
        """Return the number of points."""
        return len(self.series)

    def line(self, x: str, y: str, among: Mask) -> NDArray[np.int64]:
        """Return the Pareto front in two quantities among some points, ordered by the first.

        Only the first of points with equal values is included.
        """
        known = among & np.isfinite(self.figures[x]) & np.isfinite(self.figures[y])
        numbers = np.flatnonzero(known)
        if not len(numbers):
            return numbers
        better = [-1.0 if name in self.more else 1.0 for name in (x, y)]
        pairs = np.column_stack([self.figures[x][numbers], self.figures[y][numbers]]) * better
        _, first = np.unique(pairs, axis=0, return_index=True)
        numbers, pairs = numbers[first], pairs[first]
        numbers = numbers[np.array(on_front(pairs), np.bool_)]
        return numbers[np.argsort(self.figures[x][numbers], kind="stable")]


@dataclass(frozen=True, eq=False)
class Points(PlottedPoints):
    """Candidates with their quantities; the front is in cost, bisection, hops, switches and cables."""

    candidates: tuple[Candidate, ...]

    @classmethod
    def of(cls, candidates: Sequence[Candidate], hosts: int, ports: int) -> "Points":
        """Return the arrays of candidates."""
        words = [family_text(one) for one in candidates]
        names = (*SERIES, *sorted(set(words) - set(SERIES)))
        number = {name: at for at, name in enumerate(names)}
        values = [_values(one, ports) for one in candidates]
        known = measures()
        return cls(
            hosts=hosts,
            currency=candidates[0].cost.currency if candidates else "USD",
            series=np.array([number[word] for word in words], np.int64),
            names=names,
            front=np.array([one.front for one in candidates], np.bool_),
            fits=np.array([not one.reasons for one in candidates], np.bool_),
            figures={
                name: np.array([np.nan if (value := one[name]) is None else value for one in values], float)
                for name in NAMES
            },
            more=frozenset(measure.name for measure in known if measure.more_is_better),
            candidates=tuple(candidates),
        )

    def text(self, number: int) -> str:
        """Return a description of a candidate in several lines."""
        return candidate_text(self.candidates[number], self.currency, self.hosts)

    def label(self, number: int) -> str:
        """Return the parameters of a candidate."""
        return parameters_text(self.candidates[number])


def title_of(x: Measure, y: Measure) -> str:
    """Return the title of a chart of two quantities."""
    return f"{y.title.split(',')[0]} against {x.title.split(',')[0].lower()}"


FRONT = "Pareto front of both"
"""The line through the candidates that no other equals or beats in both quantities of a chart."""


def points_chart(
    points: PlottedPoints, x: Measure, y: Measure, shown: Mask, axes: tuple[Axis, Axis] | None = None
) -> Chart:
    """Return some candidates as points by family, and their Pareto front as a line.

    Parameters
    ----------
    axes
        Visible ranges; those of the points by default.
    """
    across, up = points.figures[x.name], points.figures[y.name]
    series = []
    for number, name in enumerate(points.names):
        mine = shown & (points.series == number)
        if mine.any():
            series.append(Series(number, name, across[mine], up[mine], line=False))
    line = points.line(x.name, y.name, shown & points.fits)
    if len(line) > 1:
        series.append(Series(len(points.names), FRONT, across[line], up[line], markers=False))
    ranges = axes or (x.axis.over(across[shown]), y.axis.over(up[shown]))
    return Chart(title_of(x, y), *ranges, tuple(series))


class CandidateCurve(NamedTuple):
    """Candidates of one number of ports and of hosts on a switch that no other of these equals or beats.

    Attributes
    ----------
    numbers
        The candidates, from left to right.
    """

    name: str
    numbers: NDArray[np.int64]


def candidate_curves(
    points: Points, x: Measure, y: Measure, among: Mask, *, by_switches: bool = False
) -> list[CandidateCurve]:
    """Return the curves of some candidates, as in the paper's figures.

    Parameters
    ----------
    by_switches
        Whether lattices have a curve for each number of switches, too.
    """
    kinds: dict[tuple[str, int, int, int], list[int]] = {}
    for number, one in enumerate(points.candidates):
        tree = isinstance(one.network, Egft)
        switches = one.switches if by_switches and not tree else 0
        key = ("Tree" if tree else "HyperX", switches, one.radix, one.terminals)
        kinds.setdefault(key, []).append(number)
    found: list[CandidateCurve] = []
    families = {family for family, *_ in kinds}
    for (family, switches, radix, terminals), numbers in sorted(kinds.items()):
        mine = np.zeros(len(points), np.bool_)
        mine[numbers] = True
        line = points.line(x.name, y.name, mine & among & points.fits)
        if len(line):
            name = f"R = {radix}, T = {terminals}"
            name = f"S = {switches}, {name}" if switches else name
            found.append(CandidateCurve(f"{family}, {name}" if len(families) > 1 else name, line))
    return found


def curves_chart(
    points: Points,
    x: Measure,
    y: Measure,
    *,
    by_switches: bool = False,
    among: Mask | None = None,
) -> Chart:
    """Return a curve for each number of ports and of hosts on a switch, as in the paper's figures.

    A curve joins the candidates that no other of the same kind equals or beats in both quantities.

    Parameters
    ----------
    by_switches
        Whether lattices have a curve for each number of switches, too.
    among
        The candidates that count; None: all.
    """
    across, up = points.figures[x.name], points.figures[y.name]
    every = np.ones(len(points), np.bool_) if among is None else among
    curves = candidate_curves(points, x, y, every, by_switches=by_switches)
    series = [Series(n, one.name, across[one.numbers], up[one.numbers]) for n, one in enumerate(curves)]
    numbers = np.concatenate([np.empty(0, np.int64), *(one.numbers for one in curves)])
    return Chart(title_of(x, y), x.axis.over(across[numbers]), y.axis.over(up[numbers]), tuple(series))
