"""What was found when things fail: how many combinations are tolerated, who is connected, what is fatal."""

from dataclasses import dataclass
from typing import Literal

Proof = Literal["every combination tried", "minimum cut", "not proved"]


@dataclass(frozen=True, slots=True)
class ToleranceRow:
    """Combinations of so many faults.

    Attributes
    ----------
    combinations, tolerated
        How many were tried; in how many of them every host still reaches every other.
    exhaustive
        Whether these are all that there are.
    pairs_connected
        Share of ordered pairs of different hosts that still have a way, the mean over the combinations.
    fatal
        A combination that is not tolerated, by the numbers of its things, the lowest first: the first that
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
        How it is known. ``not proved``: every combination of ``faults`` was found to be tolerated, but no
        fatal one with one more.
    fatal
        A combination of ``faults`` + 1 things that is not tolerated; None where none is known, or where
        nothing is left to fail.
    """

    faults: int
    proof: Proof
    fatal: tuple[int, ...] | None
