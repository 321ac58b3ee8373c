"""Rows and points of networks with faults that nobody measured."""

from fatdesk.networks.fault_tolerance.results import AlwaysTolerated, FaultsOn, MeasuredFaults, ToleranceRow
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters, DegradationPoint
from fatdesk.networks.fault_tolerance.study import FaultParameters


def row(faults: int, share: float = 0.9, combinations: int = 1000) -> ToleranceRow:
    """A row with such a share tolerated; where that is not all, the lowest things are fatal."""
    tolerated = round(share * combinations)
    fatal = None if tolerated == combinations else tuple(range(faults))
    return ToleranceRow(faults, combinations, faults < 3, tolerated, 1 - (1 - share) / 10, fatal)


def point(faults: int, throughput: float = 0.5, samples: int = 50) -> DegradationPoint:
    """A point of such a mean."""
    ci95 = None if samples < 2 else 0.01
    return DegradationPoint(faults, throughput, ci95, throughput - 0.02, throughput + 0.02, samples)


def faults_on(network: str = "0", **more: object) -> FaultsOn:
    """A state of a network."""
    stated = {
        "spec": "kary-tree:k=4,n=3",
        "hosts": 64,
        "channels": 384,
        "scheme": "fta",
        "faults": FaultParameters(),
        "combinations": 1000,
        "seed": 1,
    }
    return FaultsOn(network=network[0] * 64, **{**stated, **more})


def tolerance(*counts: int, share: float = 0.9, **on: object) -> MeasuredFaults:
    """Tolerated failures with so many faults; 3 always are."""
    always = AlwaysTolerated(3, "minimum cut", (0, 2, 5, 9))
    rows = tuple(row(count, 1.0 if count < 4 else share) for count in counts)
    return MeasuredFaults(faults_on(**on), rows=rows, always=always, program="0.1.0")


def degradation(*counts: int, samples: int = 50, **on: object) -> MeasuredFaults:
    """Throughput with so many faults."""
    requested = DegradationParameters(samples=samples)
    tag = faults_on(combinations=None, degradation=requested, simulation_model=1, **on)
    points = tuple(point(count, 0.6 - count / 1000, samples) for count in counts)
    return MeasuredFaults(tag, points=points, program="0.1.0")
