"""A simulation study: networks, traffic, offered loads and duration; decided, not measured."""

from typing import Annotated

from msgspec import Meta

from fatdesk.core.errors import UnsoundError
from fatdesk.core.struct import Struct, Text
from fatdesk.networks.simulation.parameters import Arrivals, Duration
from fatdesk.networks.simulation.switching import Switching
from fatdesk.networks.study import Study

MOST_LOADS = 1000
Load = Annotated[float, Meta(gt=0, le=64)]


class Loads(Struct, frozen=True, kw_only=True):
    """Offered loads, flits a cycle and host: from the first in steps while not beyond the last."""

    first: Load = 0.02
    last: Load = 1.0
    step: Annotated[float, Meta(ge=0.001, le=64)] = 0.07

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise UnsoundError(f"last: {self.last} is below the first load, use {self.first} or more")
        if (self.last - self.first) / self.step >= MOST_LOADS:
            raise UnsoundError(f"step: {self.step} makes more than {MOST_LOADS:,} loads, use a larger one")


class TrafficAsked(Struct, frozen=True, kw_only=True):
    """Who sends to whom, and when.

    Attributes
    ----------
    pattern
        The name of a pattern, or the path of a file of flows.
    itself
        Whether what a host has for itself is sent into the network as well.
    """

    pattern: Text = "uniform"
    itself: bool = False
    arrivals: Arrivals = Arrivals()


class SimulationStudy(Study, frozen=True, kw_only=True):
    """Networks under the same traffic, over the same loads.

    Attributes
    ----------
    seeds, first_seed
        How many independent runs a point is made of, and the seed of the first; the others follow.
    """

    traffic: TrafficAsked = TrafficAsked()
    switching: Switching = Switching()
    loads: Loads = Loads()
    duration: Duration = Duration()
    seeds: Annotated[int, Meta(ge=1, le=1000)] = 1
    first_seed: Annotated[int, Meta(ge=0, le=1 << 31)] = 1


def loads_of(asked: Loads) -> tuple[float, ...]:
    """All loads that are requested, rounded to what can be typed.

    >>> loads_of(Loads(first=0.1, last=0.5, step=0.2))
    (0.1, 0.3, 0.5)
    """
    count = int((asked.last - asked.first) / asked.step + 1e-9) + 1
    return tuple(round(asked.first + number * asked.step, 6) for number in range(max(count, 0)))
