"""All figures of the network that a SPEC names: one call for a worker."""

from fatdesk.core.progress import Progress
from fatdesk.networks.topologies import read_spec
from fatdesk.networks.topologies.properties import Properties, properties


def measure(spec: str, progress: Progress) -> Properties:
    """The figures of a network, by closed forms where there are some, else measured.

    Raises
    ------
    FatdeskError
        When the SPEC names none, or one that is too large.
    Cancelled
        When ``progress`` was asked to stop.
    """
    recipe, params = read_spec(spec)
    progress.step(0, 1, "building the network")
    return properties(recipe.build(params), recipe.closed(params), progress)
