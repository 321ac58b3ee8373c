"""Reliability of a network at assumed failure rates: failures per year, spares, connected hosts."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import expm1
from typing import Annotated, Literal

import msgspec
import numpy as np
from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.arrays import Bools, Ints, Longs
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.struct import Struct
from fatdesk.core.units import HOURS_A_YEAR
from fatdesk.networks.fault_tolerance.all_connected import Connected, all_connected
from fatdesk.networks.fault_tolerance.all_connected import Judge as JudgeSets
from fatdesk.networks.fault_tolerance.connectivity.judging import Judge, judges
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.fault_tolerance.units import FaultUnits, fault_units
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingAlgorithm

DAYS_A_YEAR = 365
Category = Literal["hosts", "switches", "transceivers", "cables"]
CATEGORIES: tuple[Category, ...] = ("hosts", "switches", "transceivers", "cables")
"""Categories of elements that fail, in the order of reports; hosts are separate from the network."""


class ReliabilityParameters(Struct, frozen=True, kw_only=True):
    """Parameters of the reliability of a network.

    Attributes
    ----------
    years
        How long nothing is repaired.
    mttr_h
        Hours until what fails is repaired, in the mean; None: it is not asked what holds with repair.
    delivery_days, confidence
        Spares last until more are delivered, with this probability.
    mtbf_h
        Mean hours between failures of one element of a kind whose part does not state one.
    samples
        Combinations that are drawn where not all can be tried.
    """

    years: Annotated[float, Meta(gt=0, le=100)] = 5.0
    mttr_h: ranges.RepairHours | None = None
    delivery_days: Annotated[float, Meta(gt=0, le=3650)] = 30.0
    confidence: Annotated[float, Meta(ge=0.5, le=0.999999)] = 0.95
    mtbf_h: dict[Category, ranges.Hours] = msgspec.field(default_factory=dict)
    samples: Annotated[int, Meta(ge=100, le=10_000_000)] = 100_000
    seed: Annotated[int, Meta(ge=0, le=1 << 31)] = 1


@dataclass(frozen=True, eq=False, slots=True)
class Fallible:
    """Elements of one part.

    Attributes
    ----------
    count
        How many there are.
    mtbf_h
        Mean hours between failures of one of them; None: unknown.
    assumed
        Whether that is what the user takes it to be, because the part does not state it.
    redundancy
        What the part says of itself.
    start, channel : (n + 1,), (x,) int32
        Element i removes ``channel[start[i]:start[i + 1]]``; n may be less than ``count`` where nothing in
        the network depends on the others.
    """

    category: Category
    part: str
    count: int
    mtbf_h: float | None
    assumed: bool
    redundancy: str
    start: Ints
    channel: Ints

    @property
    def failures_per_year(self) -> float | None:
        """Of all of them, when each is replaced as soon as it fails; None: unknown."""
        return None if self.mtbf_h is None else self.count * HOURS_A_YEAR / self.mtbf_h


def failed_by(mtbf_h: float, years: float) -> float:
    """The probability that something has failed within some years.

    >>> round(failed_by(87_600.0, 10.0), 6)
    0.632121
    """
    return -expm1(-years * HOURS_A_YEAR / mtbf_h)


def down(mtbf_h: float, mttr_h: float) -> float:
    """The probability that something is down at a moment when it is repaired each time.

    >>> down(9_999.0, 1.0)
    0.0001
    """
    return mttr_h / (mtbf_h + mttr_h)


def of_network(network: Network, requested: ReliabilityParameters) -> tuple[Fallible, ...]:
    """Switches and cables of a network without parts; they fail as the user takes it.

    A link that leads in both directions is one cable.
    """
    found = []
    both: tuple[tuple[Category, FaultUnits], ...] = (
        ("switches", fault_units(network, FaultParameters(among="switches"))),
        ("cables", fault_units(network, FaultParameters(among="all", whole=True))),
    )
    for category, units in both:
        mtbf_h = requested.mtbf_h.get(category)
        made = Fallible(category, "", units.count, mtbf_h, mtbf_h is not None, "", units.start, units.channel)
        found.append(made)
    return tuple(found)


def spares(failures_per_year: float, delivery_days: float, confidence: float) -> int:
    """The fewest spares that last, with this probability, until what failed has been replaced by an order.

    Failures come independently of each other and of age, so their number in that time is Poisson's.

    >>> spares(12.0, 30.0, 0.95)
    3
    """
    from scipy.special import pdtrc  # the probability of more than that

    mean = failures_per_year * delivery_days / DAYS_A_YEAR
    most = 10 + int(mean + 10 * mean**0.5)  # more than that have a probability below 1e-6 for any mean
    return bisect_left(range(most), True, key=lambda count: bool(pdtrc(count, mean) <= 1 - confidence))


class Verdicts:
    """Judges combinations of elements."""

    def __init__(
        self, network: Network, scheme: RoutingAlgorithm, units: FaultUnits, progress: Progress = SILENT
    ) -> None:
        from fatdesk.networks.fault_tolerance.connectivity.block_kernel import WORDS

        self._judge: Judge = judges(network, scheme, units, progress)()
        self._out = np.zeros((units.count, WORDS), np.uint64)

    def __call__(self, start: Longs, element: Ints, progress: Progress) -> Bools:
        """Whether all is well when ``thing[start[i]:start[i + 1]]`` are out, for each i."""
        block = 64 * self._out.shape[1]
        found = np.zeros(len(start) - 1, np.bool_)
        for first in range(0, len(found), block):
            many = min(block, len(found) - first)
            here = element[start[first] : start[first + many]]
            bit = np.repeat(np.arange(many), np.diff(start[first : first + many + 1]))
            np.bitwise_or.at(self._out, (here, bit >> 6), np.uint64(1) << (bit & 63).astype(np.uint64))

            def check(done: int = first) -> None:
                progress.step(done, len(found), "combinations")

            good = self._judge.judge(self._out, many, False, check).good
            self._out[here] = 0
            bits = np.unpackbits(good.astype("<u8").view(np.uint8), count=many, bitorder="little")
            found[first : first + many] = bits
        return found


def fatal_alone(network: Network, units: FaultUnits) -> Bools:
    """Elements without which some host has no link out, or none into it; others may be fatal as well."""
    owner = np.repeat(np.arange(units.count), np.diff(units.start))
    found = np.zeros(units.count, np.bool_)
    for side in (0, 1):
        host = network.channels[units.channel, side]
        at_host = host < network.hosts
        pairs, taken = np.unique(owner[at_host] * np.int64(network.hosts) + host[at_host], return_counts=True)
        has = np.bincount(network.channels[:, side], minlength=network.node_count)
        found[(pairs // network.hosts)[taken == has[pairs % network.hosts]]] = True
    return found if network.hosts > 1 else np.zeros(units.count, np.bool_)


def among(units: FaultUnits, elements: Ints) -> FaultUnits:
    """Some of the elements, in that order."""
    sizes = np.diff(units.start)[elements]
    start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    at = np.repeat(units.start[elements] - start[:-1], sizes) + np.arange(start[-1])
    return FaultUnits(units.requested, start, units.channel[at], units.of[elements])


@dataclass(frozen=True, slots=True)
class PartFailures:
    """Failure rate of the elements of one part; None is unknown.

    Attributes
    ----------
    assumed
        Whether ``mtbf_h`` is what the user takes it to be, because the part does not state it.
    spares
        To hold until more are delivered.
    """

    category: str
    part: str
    count: int
    mtbf_h: float | None
    assumed: bool
    redundancy: str
    failures_per_year: float | None
    spares: int | None


@dataclass(frozen=True, slots=True)
class FailuresPerYear:
    """Failures per year of several parts.

    Attributes
    ----------
    amount
        Of those that are known.
    unknown
        Names of the parts that are not; where there are some the amount is the least.
    """

    amount: float
    unknown: tuple[str, ...]

    @property
    def at_least(self) -> bool:
        """Whether something is unknown."""
        return bool(self.unknown)


@dataclass(frozen=True, slots=True)
class Reliability:
    """Reliability of a network.

    Attributes
    ----------
    parts
        What fails, by kind and part.
    network, hosts
        Failures per year of the network, and of its hosts.
    over_years
        Whether all hosts are connected all the time when nothing is repaired; None: no part of the network
        states how often it fails. Where some do not they count as never failing, so it is lost at least.
    at_any_time
        Whether they are at a moment, when everything is repaired; None: no time to repair was given, or as
        before.
    """

    requested: ReliabilityParameters
    parts: tuple[PartFailures, ...]
    network: FailuresPerYear
    hosts: FailuresPerYear
    over_years: Connected | None
    at_any_time: Connected | None


def reliability(
    network: Network,
    scheme: RoutingAlgorithm,
    fallible: Sequence[Fallible],
    requested: ReliabilityParameters,
    progress: Progress = SILENT,
) -> Reliability:
    """Return the reliability of a network under a routing algorithm.

    Elements fail independently of each other, of their age, and as often all the time.

    Parameters
    ----------
    fallible
        What may fail, see :func:`fatdesk.networks.fault_tolerance.reliability.of_network`.

    Raises
    ------
    Cancelled
        When ``progress`` was asked to stop.

    Examples
    --------
    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.fault_tolerance.reliability import of_network
    >>> from fatdesk.networks.routing import usual
    >>> star = network_of("star:N=4,E=1,Bl=1")
    >>> asked = ReliabilityParameters(years=1.0, mtbf_h={"switches": 87_600.0})
    >>> found = reliability(star, usual(star), of_network(star, asked), asked)
    >>> found.network.amount, found.network.unknown, round(found.over_years.probability, 6)
    (0.1, ('cables',), 0.904837)
    """
    parts = tuple(_part(one, requested) for one in fallible)
    known = [one for one in fallible if one.mtbf_h is not None and len(one.channel)]
    units = units_of(known) if known else None

    def connected(failed: Callable[[float], float]) -> Connected | None:
        if units is None:
            return None
        fatal = fatal_alone(network, units)
        probability = np.concatenate(
            [np.full(len(one.start) - 1, failed(one.mtbf_h)) for one in known if one.mtbf_h is not None]
        )

        def judge_among(elements: Ints) -> JudgeSets:
            return Verdicts(network, scheme, among(units, elements), progress)

        return all_connected(probability, fatal, judge_among, requested.samples, requested.seed, progress)

    mttr_h = requested.mttr_h
    return Reliability(
        requested=requested,
        parts=parts,
        network=_total(one for one in parts if one.category != "hosts"),
        hosts=_total(one for one in parts if one.category == "hosts"),
        over_years=connected(lambda mtbf_h: failed_by(mtbf_h, requested.years)),
        at_any_time=None if mttr_h is None else connected(lambda mtbf_h: down(mtbf_h, mttr_h)),
    )


def _part(one: Fallible, requested: ReliabilityParameters) -> PartFailures:
    rate = one.failures_per_year
    held = None if rate is None else spares(rate, requested.delivery_days, requested.confidence)
    return PartFailures(
        one.category, one.part, one.count, one.mtbf_h, one.assumed, one.redundancy, rate, held
    )


def _total(parts: Iterable[PartFailures]) -> FailuresPerYear:
    amount, unknown = 0.0, []
    for one in parts:
        if one.failures_per_year is None:
            unknown.append(one.part or one.category)
        else:
            amount += one.failures_per_year
    return FailuresPerYear(amount, tuple(unknown))


def units_of(fallible: Sequence[Fallible]) -> FaultUnits:
    """All elements with the channels that each removes."""
    sizes = np.concatenate([np.diff(one.start) for one in fallible])
    channel = np.concatenate([one.channel for one in fallible]).astype(np.int32)
    start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    numbers = np.arange(len(sizes), dtype=np.int32)
    return FaultUnits(FaultParameters(among="all", whole=True), start, channel, numbers)
