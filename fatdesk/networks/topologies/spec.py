"""Networks as they are written on the command line: ``kary-tree:k=4,n=3``, or ``file:PATH`` of a graph."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import ratio
from fatdesk.networks.graph_files import read_graph
from fatdesk.networks.network import Network, Params, Value
from fatdesk.networks.topologies.topology import Closed, Parameter, Topology

LONGEST = 1000
KINDS = {"whole": "a whole number", "list": "whole numbers with - between", "ratio": "a number or a:b"}


def parse(text: str, topologies: Sequence[Topology]) -> tuple[Topology, Params]:
    """A family and its parameters.

    Raises
    ------
    FatdeskError
        With what is wrong, and what would be right.
    """
    if len(text) > LONGEST:
        raise FatdeskError(f"network: more than {LONGEST} characters: use a shorter one")
    word, _, rest = text.partition(":")
    topology = topology_of(word.strip(), topologies)
    given: dict[str, str] = {}
    for part in rest.split(",") if rest.strip() else []:
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not value:
            raise FatdeskError(f"network {word}: {part!r} is not NAME=VALUE: {usage(topology)}")
        if name in given:
            raise FatdeskError(f"network {word}: {name} is given twice: leave one of them out")
        given[name] = value
    return topology, read(topology, given)


def topology_of(word: str, topologies: Sequence[Topology]) -> Topology:
    """The topology of that name.

    Raises
    ------
    FatdeskError
        When there is none.
    """
    for topology in topologies:
        if topology.name == word:
            return topology
    known = ", ".join(topology.name for topology in topologies)
    raise FatdeskError(f"network: unknown family {word!r}: known are {known}")


def read(topology: Topology, given: Mapping[str, str]) -> Params:
    """Sound parameters out of text.

    Raises
    ------
    FatdeskError
        When one is missing, unknown, out of range, or they do not go together.
    """
    names = [parameter.name for parameter in topology.parameters]
    for name in given:
        if name not in names:
            raise FatdeskError(f"network {topology.name}: unknown parameter {name!r}: {usage(topology)}")
    params: dict[str, Value] = {}
    for parameter in topology.parameters:
        if parameter.name in given:
            params[parameter.name] = _value(topology, parameter, given[parameter.name])
        elif parameter.default is not None:
            params[parameter.name] = parameter.default
        else:
            raise FatdeskError(f"network {topology.name}: {parameter.name} is missing: {usage(topology)}")
    try:
        topology.check(params)
    except ValueError as error:
        raise FatdeskError(f"network {topology.name}: {error}") from None
    return params


def write(topology: Topology, params: Params) -> str:
    """The text that gives these parameters.

    >>> from fatdesk.networks.topologies import TOPOLOGIES
    >>> write(*parse("kary-tree: n=3, k=4", TOPOLOGIES))
    'kary-tree:k=4,n=3'
    """
    return topology.name + ":" + ",".join(f"{p.name}={words(params[p.name])}" for p in topology.parameters)


def words(value: Value) -> str:
    """A value as it is written.

    >>> words((16, 4)), words(Fraction(3, 2)), words(7)
    ('16-4', '3/2', '7')
    """
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def usage(topology: Topology) -> str:
    """Return the SPEC syntax of a topology."""
    meanings = "; ".join(f"{p.name}: {p.meaning}" for p in topology.parameters)
    return f"write {example(topology)} ({meanings})"


def example(topology: Topology) -> str:
    """Return a small network of a topology as a SPEC."""
    numbers = [(p, max(2, p.lowest)) for p in topology.parameters]
    values = (f"{p.name}={f'{p.lowest}-{number}' if p.kind == 'list' else number}" for p, number in numbers)
    return f"{topology.name}:{','.join(values)}"


def _value(topology: Topology, parameter: Parameter, text: str) -> Value:
    what = f"network {topology.name}: {parameter.name}={text if len(text) <= 40 else text[:40] + '...'}"
    if parameter.kind == "whole" and re.fullmatch("-[0-9]+|[0-9]{10,}", text):
        raise FatdeskError(
            f"{what}: is out of range, use {parameter.lowest} to {parameter.highest} ({parameter.meaning})"
        )
    try:
        if parameter.kind == "ratio":
            number = ratio(text)
            value: Value = number
            found: tuple[int | Fraction, ...] = (number,)
        elif parameter.kind == "list":
            value = tuple(_whole(piece) for piece in text.split("-"))
            found = value
        else:
            value = _whole(text)
            found = (value,)
    except (ValueError, ZeroDivisionError):
        raise FatdeskError(f"{what}: expected {KINDS[parameter.kind]} ({parameter.meaning})") from None
    for one in found:
        if not parameter.lowest <= one <= parameter.highest:
            raise FatdeskError(
                f"{what}: {one} is out of range, use {parameter.lowest} to {parameter.highest}"
                f" ({parameter.meaning})"
            )
    return value


def _whole(text: str) -> int:
    """A whole number written in plain digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ValueError(text)
    return int(text)


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
    topology: Topology | None
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


def named(text: str, topologies: Sequence[Topology]) -> NamedNetwork:
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
