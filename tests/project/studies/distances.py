"""A measure that the program does not have: distances between hosts when links have failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from fatdesk.core.progress import Progress
from fatdesk.core.schema import about
from fatdesk.networks.fault_tolerance.sampled.measure import (
    Failed,
    Quantity,
    SampledMeasure,
    SampledParameters,
)


class DistanceParameters(SampledParameters, frozen=True, kw_only=True):
    """Distances with faults: the mean over random combinations."""

    samples: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)],
        about("Samples", "Combinations for each number of faults"),
    ] = 50
    sources: Annotated[
        Annotated[int, Meta(ge=1, le=100_000)],
        about("Sources", "Hosts from which distances are counted"),
    ] = 1000


@dataclass(frozen=True, slots=True)
class DistancePoint:
    """Distances between hosts that still reach each other, and the longest of them."""

    faults: int
    samples: int
    distance: float
    ci95: float | None
    least: float
    most: float
    longest: float
    longest_ci95: float | None
    longest_least: float
    longest_most: float


def _values(failed: Failed, parameters: DistanceParameters, progress: Progress) -> tuple[float, ...]:
    network = failed.network
    tail, head = network.channels[failed.usable].T
    graph = csr_array((np.ones(len(tail)), (tail, head)), shape=(network.node_count,) * 2)
    sources: Sequence[int] = range(min(network.hosts, parameters.sources))
    progress.step(0, 1, "distances")
    found = dijkstra(graph, unweighted=True, indices=sources)[:, : network.hosts]
    reached = found[np.isfinite(found) & (found > 0)]
    return (float(reached.mean()), float(reached.max())) if len(reached) else (0.0, 0.0)


MEASURE = SampledMeasure(
    name="distances",
    title="Distances",
    help="measure distances between hosts instead",
    parameters=DistanceParameters,
    point=DistancePoint,
    quantities=(
        Quantity(
            key="distance",
            title="Distance",
            mean_title="Mean distance",
            help="Mean number of links between hosts that still reach each other.",
            unit="links",
            unit_key="links",
            kept="Distance, share",
            less_is_better=True,
        ),
        Quantity(
            key="longest",
            title="Longest",
            mean_title="Longest distance",
            help="Number of links between the hosts that are farthest from each other.",
            unit="links",
            unit_key="links",
            digits=1,
            first=False,
        ),
    ),
    values=_values,
)
