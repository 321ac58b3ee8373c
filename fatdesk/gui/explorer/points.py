"""What was found, as arrays: figures by name, series, which are the front, which fall."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats
from fatdesk.engine.charts.axis import Axis
from fatdesk.engine.exploring.building import blocking_of
from fatdesk.engine.exploring.egft import Egft
from fatdesk.engine.exploring.result import Candidate, on_front

Mask = NDArray[np.bool_]


class Measure(NamedTuple):
    """A figure of candidates: its name, its axis, and whether more of it is better."""

    name: str
    title: str
    axis: Axis
    value: Callable[[Candidate], float | None]
    more_is_better: bool = False


def measures(currency: str = "USD", ports: int = 0) -> tuple[Measure, ...]:
    """All figures that can be an axis; ``ports`` of the hosts make the share of a non-blocking network."""
    half = ports / 2
    return (
        Measure(
            "cost",
            "Cost",
            Axis("Cost with cables", unit=currency, scaled=True),
            lambda one: float(one.cost.amount),
        ),
        Measure(
            "bisection",
            "Bisection",
            Axis("Bisection", unit="links", scaled=True),
            lambda one: float(one.bisection),
            more_is_better=True,
        ),
        Measure(
            "share",
            "Bisection, %",
            Axis("Bisection", unit="% of non-blocking"),
            lambda one: 100 * float(one.bisection) / half if half else None,
            more_is_better=True,
        ),
        Measure("hops", "Hops", Axis("Hops", unit="links", whole=True), lambda one: one.hops),
        Measure("switches", "Switches", Axis("Switches", scaled=True), lambda one: one.switches),
        Measure("cables", "Cables", Axis("Cables", scaled=True), lambda one: one.cables),
        Measure(
            "power",
            "Power",
            Axis("Power of switches", unit="W", scaled=True),
            lambda one: one.power_w,
        ),
    )


SERIES = ("Tree of 2 levels", "HyperX", "Tree of 3 levels", "Tree of 4 levels", "One switch")
"""Series in the order of their looks, the same in every search."""
Key = tuple[str, tuple[tuple[str, str], ...], int, int]


def key_of(one: Candidate) -> Key:
    """What a candidate is known by in another search."""
    params = tuple((name, str(value)) for name, value in one.network.params().items())
    return one.family, params, one.radix, one.terminals


def family_words(one: Candidate) -> str:
    """Its family, of trees with their levels."""
    if isinstance(one.network, Egft):
        levels = one.network.levels
        return "One switch" if levels == 1 else f"Tree of {levels} levels"
    return "HyperX"


def short_words(one: Candidate) -> str:
    """Its parameters in a few signs: ``16 × 64, tops 8, bundles 2`` or ``8 × 8, K 2-2, T 16``."""
    net = one.network
    if isinstance(net, Egft):
        told = "M " + "-".join(map(str, net.M))
        if net.levels > 1:
            told += "  C " + "-".join(map(str, net.C)) + "  K " + "-".join(map(str, net.K))
        return told
    return " × ".join(map(str, net.S)) + "  K " + "-".join(map(str, net.K)) + f"  T {net.T}"


def told(one: Candidate, currency: str, hosts: int) -> str:
    """Everything of a candidate in a few lines."""
    net = one.network
    places = net.ports - hosts
    cost = f"{'at least ' if one.cost.at_least else ''}{one.cost.amount:,.0f} {currency}"
    cables = f"{one.cables:,} cables with each bundle as one"
    if one.racks is not None:
        cables += f", {one.racks:,} racks"
    if places > 0:
        cables += f", {places:,} ports for hosts stay free"
    switches = f"{one.switches:,} switches of {one.radix} ports, up to {one.terminals} hosts on each"
    bisection = f"bisection {float(one.bisection):,.4g} links (blocking {blocking_words(one, hosts)})"
    lines = [
        f"{family_words(one)}: {short_words(one)}",
        f"{switches}, {one.hops} hops",
        f"{cost}, {bisection}",
        cables,
    ]
    return "\n".join([*lines, *one.reasons])


def blocking_words(one: Candidate, hosts: int) -> str:
    """How much the narrowest level blocks.

    Of lattices it is half the hosts over the links of the bisection.
    """
    return f"{float(blocking_of(one.network, hosts)):.2f} : 1"


@dataclass(frozen=True, eq=False)
class Points:
    """Candidates with their figures as arrays of one length.

    Attributes
    ----------
    series, names
        The series of each candidate, and what series are called, with those that have none here.
    front
        The front of the search: cost, bisection, hops, switches and cables together.
    fits
        Which keep all limits.
    """

    candidates: tuple[Candidate, ...]
    hosts: int
    currency: str
    series: NDArray[np.int64]
    names: tuple[str, ...]
    front: Mask
    fits: Mask
    figures: dict[str, Floats]

    @classmethod
    def of(cls, candidates: Sequence[Candidate], hosts: int, ports: int) -> "Points":
        """The arrays of some candidates."""
        currency = candidates[0].cost.currency if candidates else "USD"
        words = [family_words(one) for one in candidates]
        names = (*SERIES, *sorted(set(words) - set(SERIES)))
        number = {name: at for at, name in enumerate(names)}
        return cls(
            tuple(candidates),
            hosts,
            currency,
            np.array([number[word] for word in words], np.int64),
            names,
            np.array([one.front for one in candidates], np.bool_),
            np.array([not one.reasons for one in candidates], np.bool_),
            {
                one.name: np.array([np.nan if (v := one.value(c)) is None else v for c in candidates], float)
                for one in measures(currency, ports)
            },
        )

    @property
    def present(self) -> list[str]:
        """Names of the series that there are."""
        there = set(self.series.tolist())
        return [name for number, name in enumerate(self.names) if number in there]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.candidates)

    def line(self, x: str, y: str, among: Mask) -> NDArray[np.int64]:
        """The front of two figures among some candidates, in order of the first.

        Of candidates that are equal in both the first one stands for all.
        """
        better = {one.name: -1.0 if one.more_is_better else 1.0 for one in measures()}
        known = among & np.isfinite(self.figures[x]) & np.isfinite(self.figures[y])
        numbers = np.flatnonzero(known)
        if not len(numbers):
            return numbers
        pairs = np.column_stack([self.figures[name][numbers] * better[name] for name in (x, y)])
        _, first = np.unique(pairs, axis=0, return_index=True)
        numbers, pairs = numbers[first], pairs[first]
        numbers = numbers[np.array(on_front(pairs), np.bool_)]
        return numbers[np.argsort(self.figures[x][numbers], kind="stable")]
