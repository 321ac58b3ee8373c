"""Points of sampled measures: the quantities of random combinations of failures, and their means."""

from typing import Any

import numpy as np

from fatdesk.core.arrays import Ints
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.fault_tolerance.degradation import parallel_map
from fatdesk.networks.fault_tolerance.sampled.measure import Failed, SampledMeasure, SampledPoint
from fatdesk.networks.fault_tolerance.tolerance import random_combinations
from fatdesk.networks.fault_tolerance.units import FaultUnits, check_count, usable_without
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.simulation.point import half_width


def sampled_point(
    measure: SampledMeasure,
    parameters: Any,
    network: Network,
    scheme: RoutingAlgorithm,
    units: FaultUnits,
    faults: int,
    seed: int,
    progress: Progress = SILENT,
    *,
    workers: int = 1,
) -> SampledPoint:
    """Return the means of quantities over random combinations of failures, tolerated or not.

    Each combination has a seed of its own: ``seed``, ``seed`` + 1 and so on. There is one of no failures.

    Raises
    ------
    FatdeskError
        When there are fewer elements than faults, or a combination cannot be measured.
    Cancelled
        When ``progress`` was asked to stop.
    """
    values = measure.values
    assert values is not None  # the others have runners of their own
    failing = parameters.failing(faults, units.count)
    check_count(units, failing)
    elements: tuple[Ints, ...] = (np.zeros(0, np.int32),)
    if failing:
        elements = random_combinations(units, failing, parameters.samples, seed)

    def of(number: int, inside: Progress) -> tuple[float, ...]:
        usable = usable_without(network, units, elements[number])
        return values(Failed(network, scheme, usable, seed + number), parameters, inside)

    text = f"{failing:,} fault{'' if failing == 1 else 's'}"
    rows = np.array(parallel_map(of, len(elements), workers, progress, text), np.float64)
    found: dict[str, float | None] = {}
    for quantity, row in zip(measure.quantities, rows.T, strict=True):
        spread = (float(row.mean()), half_width(row, np.ones(len(row))), float(row.min()), float(row.max()))
        found.update(zip(quantity.fields, spread, strict=True))
    return measure.point(faults=faults, samples=len(elements), **found)
