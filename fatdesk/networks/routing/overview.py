"""All routing algorithms that fit a network: delivery, deadlock and switching elements of each."""

from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import Progress
from fatdesk.networks.routing import ROUTING_ALGORITHMS
from fatdesk.networks.routing.check import check
from fatdesk.networks.routing.complexity import Complexity, complexity
from fatdesk.networks.topologies import named_network

MOST_CHANNELS = 200_000
"""The dependencies of more channels are not looked through."""


class RoutingCheck(NamedTuple):
    """Results of checking a routing algorithm.

    ``longest`` is the most links of a path, ``cycle`` how many channels can wait for each other in turn,
    ``complexity`` what its switches need.
    """

    scheme: str
    title: str
    delivers: bool
    longest: int
    cycle: int
    complexity: Complexity = Complexity(())

    @property
    def words(self) -> str:
        """In a few words.

        >>> RoutingCheck("minimal", "all shortest paths", True, 4, 4).words
        'delivers in at most 4 links; 4 channels can wait for each other'
        """
        arrives = f"delivers in at most {self.longest} links" if self.delivers else "does not always deliver"
        blocks = f"{self.cycle:,} channels can wait for each other" if self.cycle else "free of deadlock"
        return f"{arrives}; {blocks}"


def check_routing(spec: str, progress: Progress) -> tuple[RoutingCheck, ...]:
    """Check each routing algorithm that fits.

    Raises
    ------
    FatdeskError
        When the network is too large to be looked through.
    Cancelled
        When ``progress`` was asked to stop.
    """
    requested = named_network(spec)
    _limit(spec, requested.closed.one_way_links if requested.closed else 0)
    network = requested.build()
    _limit(spec, len(network.channels))
    found = []
    for algorithm in ROUTING_ALGORITHMS:
        if not algorithm.refusal(network):
            verdict = check(algorithm.routing_table(network), progress)
            found.append(
                RoutingCheck(
                    algorithm.NAME,
                    algorithm.TITLE,
                    verdict.delivers,
                    verdict.longest,
                    len(verdict.cycle),
                    complexity(network, algorithm.NAME, verdict.dependencies),
                )
            )
    return tuple(found)


def _limit(spec: str, channels: int) -> None:
    if channels > MOST_CHANNELS:
        raise FatdeskError(
            f"{spec} has {channels:,} channels, at most {MOST_CHANNELS:,} can be checked:"
            " choose a smaller network"
        )
