"""A fault study: networks, failing elements and what is measured; decided, not measured."""

from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core.errors import UnsoundError
from fatdesk.core.struct import Struct
from fatdesk.networks.simulation.parameters import Duration
from fatdesk.networks.simulation.study import Load, TrafficAsked
from fatdesk.networks.simulation.switching import Switching
from fatdesk.networks.study import Study

MOST_COUNTS = 200
MOST_COMBINATIONS = 1_000_000_000
Among = Literal["network", "ends", "all", "switches"]
"""What may fail: links between switches, links of hosts, all links, or switches with all their links."""
Seed = Annotated[int, Meta(ge=0, le=1 << 31)]


class FaultsAsked(Struct, frozen=True, kw_only=True):
    """What fails.

    Attributes
    ----------
    whole
        Whether a link between two switches or to a host fails in both directions at once, as a cable that is
        pulled; else each direction by itself. Links that lead in one direction only are the same either way.
    """

    among: Among = "network"
    whole: bool = False


class DegradationAsked(Struct, frozen=True, kw_only=True):
    """Throughput with faults: the mean over random combinations that the network tolerates.

    Attributes
    ----------
    load
        What hosts offer, flits a cycle and host; None: the most they can inject.
    samples
        Combinations a point.
    """

    traffic: TrafficAsked = TrafficAsked()
    switching: Switching = Switching()
    duration: Duration = Duration(cycles=20_000)
    load: Load | None = None
    samples: Annotated[int, Meta(ge=1, le=10_000)] = 50


class FaultStudy(Study, frozen=True, kw_only=True):
    """Networks that lose more and more.

    Attributes
    ----------
    counts
        How many elements are out at once, the fewest first; 0 only where throughput is measured.
    combinations
        All combinations are tried where there are not more of them, else that many at random.
    degradation
        None: it is measured what is tolerated and who is still connected; else the throughput.
    """

    faults: FaultsAsked = FaultsAsked()
    counts: Annotated[tuple[Annotated[int, Meta(ge=0, le=1 << 31)], ...], Meta(max_length=MOST_COUNTS)] = (
        1, 2, 5, 10, 20, 50, 100,
    )  # fmt: skip
    combinations: Annotated[int, Meta(ge=1, le=MOST_COMBINATIONS)] = 1_000_000
    seed: Seed = 1
    degradation: DegradationAsked | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(a >= b for a, b in zip(self.counts, self.counts[1:], strict=False)):
            raise UnsoundError("counts: they do not rise, write each once and the fewest first")
        if self.degradation is None and 0 in self.counts:
            raise UnsoundError("counts: nothing fails at 0, begin with 1")
