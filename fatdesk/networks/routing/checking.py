"""Every scheme that fits the network of a SPEC, checked: one call for a worker."""

from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import Progress
from fatdesk.networks.routing import SCHEMES
from fatdesk.networks.routing.check import check
from fatdesk.networks.topologies import read_spec

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
    recipe, params = read_spec(spec)
    channels = recipe.closed(params).one_way_links
    if channels > MOST_CHANNELS:
        raise FatdeskError(
            f"{spec} has {channels:,} channels, at most {MOST_CHANNELS:,} can be checked: take less"
        )
    network = recipe.build(params)
    found = []
    for scheme in SCHEMES:
        if not scheme.refusal(network):
            verdict = check(scheme.forwarding(network), progress)
            found.append(
                SchemeCheck(scheme.NAME, scheme.TITLE, verdict.delivers, verdict.longest, len(verdict.cycle))
            )
    return tuple(found)
