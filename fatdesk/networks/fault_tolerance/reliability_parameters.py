"""Parameters of reliability: period, repair, assumed failure rates, and the elements that fail alike."""

from dataclasses import dataclass
from math import expm1
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.arrays import Ints
from fatdesk.core.struct import Struct
from fatdesk.core.units import HOURS_A_YEAR
from fatdesk.networks.fault_tolerance.study import FaultsAsked
from fatdesk.networks.fault_tolerance.units import FaultUnits, fault_units
from fatdesk.networks.network import Network

DAYS_A_YEAR = 365
Category = Literal["hosts", "switches", "transceivers", "cables"]
CATEGORIES: tuple[Category, ...] = ("hosts", "switches", "transceivers", "cables")
"""Categories of elements that fail, in the order of reports; hosts are separate from the network."""


class ReliabilityAsked(Struct, frozen=True, kw_only=True):
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


def of_network(network: Network, asked: ReliabilityAsked) -> tuple[Fallible, ...]:
    """Switches and cables of a network without parts; they fail as the user takes it.

    A link that leads in both directions is one cable.
    """
    found = []
    both: tuple[tuple[Category, FaultUnits], ...] = (
        ("switches", fault_units(network, FaultsAsked(among="switches"))),
        ("cables", fault_units(network, FaultsAsked(among="all", whole=True))),
    )
    for category, units in both:
        mtbf_h = asked.mtbf_h.get(category)
        made = Fallible(category, "", units.count, mtbf_h, mtbf_h is not None, "", units.start, units.channel)
        found.append(made)
    return tuple(found)
