"""A simulation study: networks, traffic, offered loads and duration; decided, not measured."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core.errors import UnsoundError
from fatdesk.core.struct import Struct, Text
from fatdesk.networks.routing import USUAL, routing_algorithm
from fatdesk.networks.simulation.parameters import Arrivals, Duration
from fatdesk.networks.simulation.switching import Switching
from fatdesk.networks.topologies import canonical
from fatdesk.networks.topologies.spec import LONGEST

MOST_NETWORKS, MOST_LOADS = 64, 1000
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Load = Annotated[float, Meta(gt=0, le=64)]


class Loads(Struct, frozen=True, kw_only=True):
    """Offered loads, flits a cycle and host: from the first in steps while not beyond the last."""

    first: Load = 0.02
    last: Load = 1.0
    step: Annotated[float, Meta(ge=0.001, le=64)] = 0.07

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise UnsoundError(f"last: {self.last} is below the first load, take {self.first} or more")
        if (self.last - self.first) / self.step >= MOST_LOADS:
            raise UnsoundError(f"step: {self.step} makes more than {MOST_LOADS:,} loads, take a larger one")


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

    name: Name
    spec: Annotated[str, Meta(max_length=LONGEST)] = ""
    fabric: Annotated[str, Meta(max_length=60)] = ""
    scheme: Annotated[str, Meta(min_length=1, max_length=60)] = USUAL

    def __post_init__(self) -> None:
        if bool(self.spec) == bool(self.fabric):
            raise UnsoundError("spec: name either a network without parts here or a fabric, not both or none")


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

    name: Name
    networks: Annotated[tuple[Simulated, ...], Meta(max_length=MOST_NETWORKS)] = ()
    traffic: TrafficAsked = TrafficAsked()
    switching: Switching = Switching()
    loads: Loads = Loads()
    duration: Duration = Duration()
    seeds: Annotated[int, Meta(ge=1, le=1000)] = 1
    first_seed: Annotated[int, Meta(ge=0, le=1 << 31)] = 1

    def __post_init__(self) -> None:
        names = [network.name for network in self.networks]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise UnsoundError(f"networks: two are called {twice}, give one another name")


def sound(network: Simulated) -> Simulated:
    """The same with its spec in the one form in which it is written.

    Raises
    ------
    FatdeskError
        When there is no such family or routing algorithm, or the parameters are wrong.

    >>> sound(Simulated(name="tree", spec=" kary-tree: n=3, k=4")).spec
    'kary-tree:k=4,n=3'
    """
    if network.scheme != USUAL:
        routing_algorithm(network.scheme)
    spec = canonical(network.spec) if network.spec else ""
    return network if spec == network.spec else replace(network, spec=spec)


def loads_of(asked: Loads) -> tuple[float, ...]:
    """All loads that are requested, rounded to what can be typed.

    >>> loads_of(Loads(first=0.1, last=0.5, step=0.2))
    (0.1, 0.3, 0.5)
    """
    count = int((asked.last - asked.first) / asked.step + 1e-9) + 1
    return tuple(round(asked.first + number * asked.step, 6) for number in range(max(count, 0)))
