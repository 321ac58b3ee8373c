"""A study: which networks are simulated under which traffic, and how long; decided, not measured."""

from typing import Annotated, NamedTuple

from msgspec import Meta

from fatdesk.engine.catalog.parts import Struct, Text
from fatdesk.engine.families.spec import LONGEST
from fatdesk.engine.sim.asked import Arrivals, Duration
from fatdesk.engine.sim.switching import Switching

Load = Annotated[float, Meta(gt=0, le=64)]


class Loads(Struct, frozen=True, kw_only=True):
    """Offered loads, flits a cycle and host: from the first in steps while not beyond the last."""

    first: Load = 0.02
    last: Load = 1.0
    step: Annotated[float, Meta(ge=0.001, le=64)] = 0.07


class Simulated(Struct, frozen=True, kw_only=True):
    """A network of a study.

    Attributes
    ----------
    name
        What curves and tables call it.
    spec
        Family and parameters of a network without parts; empty for a fabric of the project.
    fabric
        Name of a fabric of the project; empty where there is a spec.
    scheme
        How packets are forwarded; ``usual``: as is usual in the network.
    """

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    spec: Annotated[str, Meta(max_length=LONGEST)] = ""
    fabric: Annotated[str, Meta(max_length=60)] = ""
    scheme: Annotated[str, Meta(min_length=1, max_length=60)] = "usual"


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


class SimulationStudy(Struct, frozen=True, kw_only=True):
    """Networks under the same traffic, over the same loads.

    Attributes
    ----------
    seeds, first_seed
        How many independent runs a point is made of, and the seed of the first; the others follow.
    """

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    networks: tuple[Simulated, ...] = ()
    traffic: TrafficAsked = TrafficAsked()
    switching: Switching = Switching()
    loads: Loads = Loads()
    duration: Duration = Duration()
    seeds: Annotated[int, Meta(ge=1, le=1000)] = 1
    first_seed: Annotated[int, Meta(ge=0, le=1 << 31)] = 1


class Task(NamedTuple):
    """One run of a study: a network at a load with a seed; what a worker is given."""

    network: int
    load: float
    seed: int


def loads_of(asked: Loads) -> tuple[float, ...]:
    """All loads that are asked for, rounded to what can be typed.

    >>> loads_of(Loads(first=0.1, last=0.5, step=0.2))
    (0.1, 0.3, 0.5)
    """
    count = int((asked.last - asked.first) / asked.step + 1e-9) + 1
    return tuple(round(asked.first + number * asked.step, 6) for number in range(max(count, 0)))


def tasks_of(study: SimulationStudy) -> tuple[Task, ...]:
    """All runs, network by network, the loads of each from the lowest up."""
    seeds = range(study.first_seed, study.first_seed + study.seeds)
    return tuple(
        Task(network, load, seed)
        for network in range(len(study.networks))
        for load in loads_of(study.loads)
        for seed in seeds
    )
