"""How reliable a network is: failures a year, spares to hold, and whether all hosts stay connected."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.fault_tolerance.all_connected import Connected, Judge, all_connected
from fatdesk.networks.fault_tolerance.fallible import Fallible, down, failed_by
from fatdesk.networks.fault_tolerance.reliability_parameters import ReliabilityAsked
from fatdesk.networks.fault_tolerance.spares import spares
from fatdesk.networks.fault_tolerance.study import FaultsAsked
from fatdesk.networks.fault_tolerance.units import FaultUnits
from fatdesk.networks.fault_tolerance.verdicts import Verdicts, among, fatal_alone
from fatdesk.networks.network import Network
from fatdesk.networks.routing.scheme import Scheme

Ints = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class PartFailures:
    """How often things of one part fail; None is unknown.

    Attributes
    ----------
    assumed
        Whether ``mtbf_h`` is what the user takes it to be, because the part does not tell.
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
    """Failures a year of several parts.

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
    """How reliable a network is.

    Attributes
    ----------
    parts
        What fails, by kind and part.
    network, hosts
        Failures a year of the network, and of its hosts.
    over_years
        Whether all hosts are connected all the time when nothing is repaired; None: no part of the network
        tells how often it fails. Where some do not they count as never failing, so it is lost at least.
    at_any_time
        Whether they are at a moment, when everything is repaired; None: no time to repair was given, or as
        before.
    """

    asked: ReliabilityAsked
    parts: tuple[PartFailures, ...]
    network: FailuresPerYear
    hosts: FailuresPerYear
    over_years: Connected | None
    at_any_time: Connected | None


def reliability(
    network: Network,
    scheme: Scheme,
    fallible: Sequence[Fallible],
    asked: ReliabilityAsked,
    progress: Progress = SILENT,
) -> Reliability:
    """How reliable a network under a scheme is.

    Things fail independently of each other, of their age, and as often all the time.

    Parameters
    ----------
    fallible
        What may fail, see :func:`fatdesk.networks.fault_tolerance.fallible.of_network`.

    Raises
    ------
    Cancelled
        When ``progress`` was asked to stop.

    Examples
    --------
    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.fault_tolerance.fallible import of_network
    >>> from fatdesk.networks.routing import usual
    >>> star = network_of("star:N=4,E=1,Bl=1")
    >>> asked = ReliabilityAsked(years=1.0, mtbf_h={"switches": 87_600.0})
    >>> found = reliability(star, usual(star), of_network(star, asked), asked)
    >>> found.network.amount, found.network.unknown, round(found.over_years.probability, 6)
    (0.1, ('cables',), 0.904837)
    """
    parts = tuple(_part(one, asked) for one in fallible)
    known = [one for one in fallible if one.mtbf_h is not None and len(one.channel)]
    units = _units(known) if known else None

    def connected(failed: Callable[[float], float]) -> Connected | None:
        if units is None:
            return None
        fatal = fatal_alone(network, units)
        probability = np.concatenate(
            [np.full(len(one.start) - 1, failed(one.mtbf_h)) for one in known if one.mtbf_h is not None]
        )

        def judge_among(things: Ints) -> Judge:
            return Verdicts(network, scheme, among(units, things), progress)

        return all_connected(probability, fatal, judge_among, asked.samples, asked.seed, progress)

    mttr_h = asked.mttr_h
    return Reliability(
        asked=asked,
        parts=parts,
        network=_total(one for one in parts if one.category != "hosts"),
        hosts=_total(one for one in parts if one.category == "hosts"),
        over_years=connected(lambda mtbf_h: failed_by(mtbf_h, asked.years)),
        at_any_time=None if mttr_h is None else connected(lambda mtbf_h: down(mtbf_h, mttr_h)),
    )


def _part(one: Fallible, asked: ReliabilityAsked) -> PartFailures:
    rate = one.failures_per_year
    held = None if rate is None else spares(rate, asked.delivery_days, asked.confidence)
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


def _units(fallible: Sequence[Fallible]) -> FaultUnits:
    """All things with the channels that each takes out."""
    sizes = np.concatenate([np.diff(one.start) for one in fallible])
    channel = np.concatenate([one.channel for one in fallible]).astype(np.int32)
    start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    numbers = np.arange(len(sizes), dtype=np.int32)
    return FaultUnits(FaultsAsked(among="all", whole=True), start, channel, numbers)
