"""Results of fault measurements: tolerated combinations, connected pairs, throughput with faults."""

from dataclasses import dataclass
from typing import Literal

Proof = Literal["every combination tried", "minimum cut", "not proved"]


@dataclass(frozen=True, slots=True)
class ToleranceRow:
    """Combinations of a number of faults.

    Attributes
    ----------
    combinations, tolerated
        How many were tried; in how many of them every host still reaches every other.
    exhaustive
        Whether these are all that there are.
    pairs_connected
        Share of ordered pairs of different hosts that still have a path, the mean over the combinations.
    fatal
        A combination that is not tolerated, by the numbers of its elements, the lowest first: the first that
        was found, in the order of numbers or of drawing. None: none was found.
    """

    faults: int
    combinations: int
    exhaustive: bool
    tolerated: int
    pairs_connected: float
    fatal: tuple[int, ...] | None

    @property
    def share(self) -> float:
        """Share of combinations that are tolerated."""
        return self.tolerated / self.combinations


@dataclass(frozen=True, slots=True)
class AlwaysTolerated:
    """The most faults of which every combination is tolerated.

    Attributes
    ----------
    proof
        Proof. ``not proved``: every combination of ``faults`` was found to be tolerated, but no
        fatal one with one more.
    fatal
        A combination of ``faults`` + 1 elements that is not tolerated; None where none is known, or where
        nothing is left to fail.
    """

    faults: int
    proof: Proof
    fatal: tuple[int, ...] | None


def binomial_interval(tolerated: int, combinations: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Clopper and Pearson (1934).

    Parameters
    ----------
    tolerated, combinations
        A count among random combinations; at least one was tried.

    >>> low, high = binomial_interval(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.3085)

    Raises
    ------
    ValueError
        When nothing was tried, or more were tolerated than tried.
    """
    from scipy.special import betaincinv

    if not 0 <= tolerated <= combinations or combinations < 1:
        raise ValueError(f"{tolerated} of {combinations} is no share")
    missed = combinations - tolerated
    low = float(betaincinv(tolerated, missed + 1, 0.025)) if tolerated else 0.0
    high = float(betaincinv(tolerated + 1, missed, 0.975)) if missed else 1.0
    return low, high


@dataclass(frozen=True, slots=True)
class DegradationPoint:
    """Mean throughput over random combinations of faults that are tolerated.

    Attributes
    ----------
    throughput
        Accepted traffic, flits per cycle and host that sends, the mean over the combinations.
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
