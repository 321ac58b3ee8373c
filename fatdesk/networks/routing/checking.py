"""Every scheme that fits the network of a SPEC, checked: one call for a worker."""

from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import Progress
from fatdesk.networks.routing import SCHEMES
from fatdesk.networks.routing.check import check
from fatdesk.networks.topologies import named_network

MOST_CHANNELS = 200_000
"""The dependencies of more channels are not looked through."""


class SchemeCheck(NamedTuple):
    """What was found of a scheme.

    ``longest`` is the most links of a path, ``cycle`` how many channels can wait for each other in turn.
    """

    scheme: str
    title: str
    delivers: bool
    longest: int
    cycle: int

    @property
    def words(self) -> str:
        """In a few words.

        >>> SchemeCheck("minimal", "all shortest ways", True, 4, 4).words
        'delivers in at most 4 links; 4 channels can wait for each other'
        """
        arrives = f"delivers in at most {self.longest} links" if self.delivers else "does not always deliver"
        blocks = f"{self.cycle:,} channels can wait for each other" if self.cycle else "free of deadlock"
        return f"{arrives}; {blocks}"


def check_schemes(spec: str, progress: Progress) -> tuple[SchemeCheck, ...]:
    """Check each scheme that fits.

    Raises
    ------
    FatdeskError
        When the network is too large to be looked through.
    Cancelled
        When ``progress`` was asked to stop.
    """
    asked = named_network(spec)
    _limit(spec, asked.closed.one_way_links if asked.closed else 0)
    network = asked.build()
    _limit(spec, len(network.channels))
    found = []
    for scheme in SCHEMES:
        if not scheme.refusal(network):
            verdict = check(scheme.forwarding(network), progress)
            found.append(
                SchemeCheck(scheme.NAME, scheme.TITLE, verdict.delivers, verdict.longest, len(verdict.cycle))
            )
    return tuple(found)


def _limit(spec: str, channels: int) -> None:
    if channels > MOST_CHANNELS:
        raise FatdeskError(
            f"{spec} has {channels:,} channels, at most {MOST_CHANNELS:,} can be checked:"
            " choose a smaller network"
        )
