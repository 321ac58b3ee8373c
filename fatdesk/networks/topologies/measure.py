"""All figures of the network that a SPEC names: one call for a worker."""

from fatdesk.core.progress import Progress
from fatdesk.networks.topologies import named_network
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
    asked = named_network(spec)
    progress.step(0, 1, "building the network")
    return properties(asked.build(), asked.closed, progress)


def check_graph(spec: str, progress: Progress) -> tuple[int, int, int]:
    """Return hosts, switches and links of a SPEC that names a file, once it has been read.

    Raises
    ------
    FatdeskError
        When the file holds no network.
    """
    progress.step(0, 1, "reading the graph")
    network = named_network(spec).build()
    return network.hosts, network.switch_count, network.link_count
