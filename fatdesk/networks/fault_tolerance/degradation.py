"""Throughput with faults: the mean over random combinations that the network tolerates."""

from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Ints
from fatdesk.core.errors import FatdeskError
from fatdesk.core.parallel_map import parallel_map
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.fault_tolerance.results import DegradationPoint
from fatdesk.networks.fault_tolerance.study import DegradationParameters, FaultParameters
from fatdesk.networks.fault_tolerance.tolerance import random_tolerated
from fatdesk.networks.fault_tolerance.units import FaultUnits, check_count, fault_units, usable_without
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.one_run import Bench, measure, point_of
from fatdesk.networks.simulation.point import half_width
from fatdesk.networks.simulation.running import prepare
from fatdesk.networks.simulation.study import check_load, highest_load
from fatdesk.networks.simulation.sweep import draws_of
from fatdesk.networks.traffic.traffic import Draws


def degraded(
    network: Network,
    scheme: RoutingAlgorithm,
    faults_asked: FaultParameters,
    requested: DegradationParameters,
    faults: int,
    seed: int,
    progress: Progress = SILENT,
    *,
    workers: int = 1,
    draws: Draws | None = None,
) -> DegradationPoint:
    """Mean accepted traffic over random combinations of a number of faults, all of them tolerated.

    Each combination has one run with a seed of its own: ``seed``, ``seed`` + 1 and so on, the same for all
    numbers of faults and all networks. Where nothing fails the runs differ by their seeds alone. What hosts
    offer is the same for all numbers of faults; a link of a host that is out takes nothing from it.

    Parameters
    ----------
    requested
        What hosts send, how switches work, how long it is measured, and over how many combinations.
    seed
        Of the combinations, of what the pattern draws once, and of the first run.
    workers
        Threads; the result does not depend on how many.
    draws
        Where packets go; None: as in ``asked.traffic``, hosts being numbered in a file of flows.

    Raises
    ------
    FatdeskError
        When there are fewer elements than faults, tolerated combinations are too rare, the traffic cannot
        be, or packets wait for each other for ever in some combination: then there is no mean.
    Cancelled
        When ``progress`` was asked to stop.

    Examples
    --------
    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.routing import usual
    >>> network = network_of("ft-ruft-222:k=2,n=3")
    >>> asked = DegradationParameters(samples=5)
    >>> point = degraded(network, usual(network), FaultParameters(), asked, 3, seed=1)
    >>> point.samples, point.least <= point.throughput <= point.most
    (5, True)
    """
    units = fault_units(network, faults_asked)
    check_count(units, faults)
    if draws is None:
        draws = draws_of(requested.traffic, tuple(map(str, range(network.hosts))), seed)
    highest = highest_load(network, draws, requested.switching.flits, requested.traffic.arrivals)
    load = highest if requested.load is None else requested.load
    check_load(load, highest, requested.traffic.pattern)
    elements = (np.zeros(0, np.int32),) * requested.samples
    if faults:
        elements = random_tolerated(network, scheme, units, faults, requested.samples, seed, progress)
    prepare(requested.switching, progress)
    runs = _Runs(network, scheme, units, requested, draws, load, seed, elements)
    text = f"{faults:,} fault{'' if faults == 1 else 's'}"
    accepted = np.array(parallel_map(runs.accepted, len(elements), workers, progress, text))
    return DegradationPoint(
        faults=faults,
        throughput=float(accepted.mean()),
        ci95=half_width(accepted, np.ones(len(accepted))),
        least=float(accepted.min()),
        most=float(accepted.max()),
        samples=len(accepted),
    )


@dataclass(frozen=True, eq=False)
class _Runs:
    """Shared inputs of all runs of a point, and their combinations."""

    network: Network
    scheme: RoutingAlgorithm
    units: FaultUnits
    requested: DegradationParameters
    draws: Draws
    load: float
    seed: int
    elements: tuple[Ints, ...]

    def accepted(self, number: int, progress: Progress) -> float:
        """Accepted traffic with one of the combinations."""
        elements = self.elements[number]
        usable = usable_without(self.network, self.units, elements) if len(elements) else None
        requested = self.requested
        try:
            tables = tables_of(self.scheme.routing_table(self.network, usable), progress)
            arrivals = requested.traffic.arrivals
            bench = Bench(
                tables, self.scheme.NAME, requested.switching, self.draws, arrivals, requested.duration
            )
            return point_of([measure(bench, self.load, self.seed + number, progress)]).accepted
        except FatdeskError as error:
            out = ", ".join(map(str, elements.tolist()[:20]))
            raise FatdeskError(f"combination {number + 1} (out: {out or 'nothing'}): {error}") from None
