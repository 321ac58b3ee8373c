"""Bisection of any network: exact where it can be, else what it is at least and at most."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network

Known = Literal["closed form", "every cut tried", "cut found that is proved least", "between bounds"]


@dataclass(frozen=True, slots=True)
class Bisection:
    """Links cut at least where the nodes are parted in two with half of the hosts each.

    Of an odd number of hosts one side has one more. A link counts once, whatever its direction; links of
    hosts may be cut too.

    Attributes
    ----------
    least, most
        No cut has fewer links than ``least``; a cut of ``most`` links is known.
    known
        How: by a closed form of the family, by trying all cuts, by a cut that meets the proved bound, or
        only that it lies between both figures.
    """

    least: Fraction
    most: Fraction
    known: Known

    @property
    def exact(self) -> bool:
        """Whether both figures are the same."""
        return self.least == self.most


def bisection(network: Network, progress: Progress = SILENT) -> Bisection:
    """The bisection of a network.

    Small ones are tried in full. Of others cuts are searched by number, by the slowest direction of
    diffusion and at random, each refined by moving nodes (Fiduccia and Mattheyses, 1982); the lower bound
    is the larger of what traffic to the top and uniform traffic over shortest paths prove.

    Raises
    ------
    FatdeskError
        When hosts are linked with each other.
    Cancelled
        When ``progress`` was asked to stop.
    """
    # Compiled loops are loaded where they are needed.
    from fatdesk.networks.measures.cut_bounds import by_uniform_traffic, by_upward_traffic
    from fatdesk.networks.measures.cut_search import best_of_all, can_try_all, good_cut
    from fatdesk.networks.measures.reduced_networks import cut_problem

    problem = cut_problem(network)
    if can_try_all(problem):
        links = Fraction(best_of_all(problem, progress))
        return Bisection(links, links, "every cut tried")
    most, _ = good_cut(network, problem, progress)
    least = by_upward_traffic(network)
    if least < most:
        least = max(least, by_uniform_traffic(network, progress))
    known: Known = "cut found that is proved least" if least == most else "between bounds"
    return Bisection(Fraction(least), Fraction(most), known)
