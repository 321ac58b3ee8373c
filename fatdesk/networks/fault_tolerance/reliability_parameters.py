"""What is asked of the reliability of a network: for how long, with which repair, and what is assumed."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.struct import Struct

DAYS_A_YEAR = 365
Category = Literal["hosts", "switches", "transceivers", "cables"]
CATEGORIES: tuple[Category, ...] = ("hosts", "switches", "transceivers", "cables")
"""What fails, in the order in which it is told; hosts are told apart from the network."""


class ReliabilityAsked(Struct, frozen=True, kw_only=True):
    """What is asked of the reliability of a network.

    Attributes
    ----------
    years
        How long nothing is repaired.
    mttr_h
        Hours until what fails is repaired, in the mean; None: it is not asked what holds with repair.
    delivery_days, confidence
        Spares last until more are delivered, with this probability.
    mtbf_h
        Mean hours between failures of one thing of a kind whose part does not tell any.
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
