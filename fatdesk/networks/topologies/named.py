"""The network that a SPEC names: a topology with its parameters, or a graph in a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.graph_files import read_graph
from fatdesk.networks.network import Network, Params
from fatdesk.networks.topologies.spec import LONGEST, parse, write
from fatdesk.networks.topologies.topology import Closed, Recipe

FILE = "file:"


@dataclass(frozen=True, slots=True)
class NamedNetwork:
    """A network by its SPEC, not built yet.

    Attributes
    ----------
    spec
        The SPEC in its canonical form.
    title
        The name of the topology, or of the file.
    topology, params
        None and empty for a file.
    """

    spec: str
    title: str
    topology: Recipe | None
    params: Params

    @property
    def closed(self) -> Closed | None:
        """Closed-form figures; None for a file."""
        return None if self.topology is None else self.topology.closed(self.params)

    def build(self) -> Network:
        """Return the network; a file is read each time.

        Raises
        ------
        FatdeskError
            When it has too many links, or the file holds no network.
        """
        if self.topology is None:
            return read_graph(path_of(self.spec))
        return self.topology.build(self.params)

    def address(self, network: Network, node: int) -> str:
        """Return the address of a node as the topology writes it, or its name in the file."""
        if self.topology is None:
            return network.names[node]
        return self.topology.address(network, node)


def named(text: str, topologies: Sequence[Recipe]) -> NamedNetwork:
    """Return the network that a SPEC names.

    Raises
    ------
    FatdeskError
        When it names none. Whether there is a file of that name shows when it is read.
    """
    if is_file(text):
        path = path_of(text)
        if len(text) > LONGEST or not path.name or "\0" in text:
            raise FatdeskError(f"network: {text[:60]!r} names no file: write file:PATH")
        return NamedNetwork(FILE + str(path), path.name, None, {})
    topology, params = parse(text, topologies)
    return NamedNetwork(write(topology, params), topology.title, topology, params)


def is_file(spec: str) -> bool:
    """Whether a SPEC names a file."""
    return spec.strip().startswith(FILE)


def path_of(spec: str) -> Path:
    """Return the path in a SPEC that names a file."""
    return Path(spec.strip().removeprefix(FILE))
