"""What was measured of a network with so many faults: the traffic that it still accepts."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DegradationPoint:
    """Mean throughput over random combinations of faults that are tolerated.

    Attributes
    ----------
    throughput
        Accepted traffic, flits a cycle and host that sends, the mean over the combinations.
    ci95
        Half the width of its 95 % interval (Student's t over the combinations); None with fewer than two.
    least, most
        Of one combination.
    samples
        Combinations that were measured.
    """

    faults: int
    throughput: float
    ci95: float | None
    least: float
    most: float
    samples: int
