"""Networks in files of other programs: GraphML and edge lists, with line and field of whatever is wrong."""

import io
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.parsers import expat

from fatdesk.core.errors import FatdeskError, InputError
from fatdesk.networks.network import GraphError, Network

MOST_BYTES = 1 << 28
"""Larger files are refused before they are read."""
_TYPES: dict[str, tuple[Callable[[str], object], str]] = {
    "int": (int, "a whole number"),
    "long": (int, "a whole number"),
    "float": (float, "a number"),
    "double": (float, "a number"),
}
"""Types of attributes of GraphML that not every text is a value of."""


def read_graph(path: Path) -> Network:
    """Return the network in a file; what nodes and edges may say is in :meth:`.Network.from_networkx`.

    A name that ends in ``.graphml`` or ``.xml`` means GraphML. Everything else is an edge list: one line for
    each link with the names of both nodes, separated by blanks or a comma, and optionally the numbers of
    both ports. The rest of a line after ``#`` is a comment.

    Raises
    ------
    InputError
        ``FILE:LINE: FIELD: what, what to do``; the field is an attribute such as ``kind``, or ``link``,
        ``port`` or ``file``.
    FatdeskError
        When there is no such file.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FatdeskError(f"{path}: is larger than {MOST_BYTES >> 20} MiB: split the network")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FatdeskError(f"{path}: {reason}: name a GraphML file or an edge list") from None
    if path.suffix.lower() in (".graphml", ".xml"):
        return _graphml(str(path), data)
    return _edge_list(str(path), data)


def _graphml(file: str, data: bytes) -> Network:
    import networkx as nx  # takes 0.2 s, so only where graphs are exchanged

    for declared in (b"<!DOCTYPE", b"<!ENTITY"):
        if declared in data:
            line = data[: data.index(declared)].count(b"\n") + 1
            raise InputError(file, line, "file", "declares a document type, save it without one")
    places = _Places(file)
    places.read(data)
    # Edges of undirected graphs lose their first node in networkx, and with it which port is whose.
    undirected = b'edgedefault="undirected"' in data or b"edgedefault='undirected'" in data
    kept = data.replace(b"undirected", b"directed", 1) if undirected else data
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # a key without a type is text, as it should be
            graph = nx.read_graphml(io.BytesIO(kept), force_multigraph=True)
    except (nx.NetworkXError, SyntaxError, KeyError, TypeError, ValueError, LookupError) as error:
        what = f"is not GraphML that can be read ({str(error)[:200]}), export it again"
        raise InputError(file, 1, "file", what) from None
    return _network(graph, file, places.line_of, one_way=False if undirected else None)


def _network(graph: Any, file: str, line_of: Callable[[str], int], *, one_way: bool | None) -> Network:
    try:
        return Network.from_networkx(graph, one_way=one_way)
    except GraphError as error:
        line = 1 if error.node is None else line_of(str(error.node))
        raise InputError(file, line, error.field, str(error)) from None


class _Places:
    """The lines of a GraphML file in which nodes begin; values are checked against the type of their key."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.parser = expat.ParserCreate()
        self.nodes: dict[str, int] = {}
        self.ends: dict[str, int] = {}
        self.keys: dict[str, tuple[str, str]] = {}
        self.key: str | None = None
        self.text: list[str] = []
        self.values: list[tuple[int, str, str]] = []

    def read(self, data: bytes) -> None:
        """Read the file.

        Raises
        ------
        InputError
            When it is no XML, a value has no key or is not of its type, or a link joins a node to itself.
        """
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self.text.append
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as error:
            what = f"is not XML from here on ({expat.ErrorString(error.code)}), repair the file"
            raise InputError(self.file, error.lineno, "file", what) from None
        except (ValueError, LookupError) as error:
            what = f"its encoding cannot be read ({str(error)[:80]}), save it as UTF-8"
            raise InputError(self.file, 1, "file", what) from None
        for line, key, value in self.values:  # keys may be declared below the graph
            self._check(line, key, value)

    def line_of(self, node: str) -> int:
        """Return the line where a node begins, or else its first edge."""
        return self.nodes.get(node, self.ends.get(node, 1))

    def _begin(self, tag: str, facts: dict[str, str]) -> None:
        line, kind = self.parser.CurrentLineNumber, tag.rpartition(":")[2]
        if kind == "node":
            self.nodes.setdefault(facts.get("id", ""), line)
        elif kind == "edge":
            ends = facts.get("source", ""), facts.get("target", "")
            if ends[0] == ends[1]:
                what = f"node {ends[0][:80]} is linked with itself, remove that link"
                raise InputError(self.file, line, "link", what)
            for end in ends:
                self.ends.setdefault(end, line)
        elif kind == "key":
            key = facts.get("id", "")
            self.keys[key] = facts.get("attr.name", key), facts.get("attr.type", "string")
        elif kind == "data":
            self.key = facts.get("key", "")
            self.text.clear()

    def _end(self, tag: str) -> None:
        if tag.rpartition(":")[2] == "data" and self.key is not None:
            self.values.append((self.parser.CurrentLineNumber, self.key, "".join(self.text).strip()))
            self.key = None

    def _check(self, line: int, key: str, value: str) -> None:
        """Refuse a value that is not of the type of its key."""
        name, kind = self.keys.get(key, (key, None))
        convert, words = _TYPES.get(kind or "", (str, ""))
        what = f"there is no key {name[:40]!r}, declare it or leave the value out" if kind is None else ""
        try:
            convert(value or "0")  # without text there is no value
        except ValueError:
            what = f"{value[:40]!r} is not {words}, correct it or the type of its key"
        if what:
            raise InputError(self.file, line, " ".join(name.split())[:40] or "key", what)


def _edge_list(file: str, data: bytes) -> Network:
    import networkx as nx  # takes 0.2 s, so only where graphs are exchanged

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        what = "is not text in UTF-8, name a GraphML file or an edge list"
        raise InputError(file, line, "file", what) from None
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    first: dict[str, int] = {}
    for number, line_text in enumerate(text.splitlines(), 1):
        words = line_text.partition("#")[0].replace(",", " ").split()
        if not words:
            continue
        if len(words) not in (2, 4):
            what = f"{line_text.strip()[:60]!r} is not a link, write two node names and two ports or none"
            raise InputError(file, number, "link", what)
        a, b, *ports = words
        for port in ports:
            if not _is_port(port):
                what = f"{port[:40]!r} is not the number of a port, write a whole number below 1,000,000"
                raise InputError(file, number, "port", what)
        if a == b:
            raise InputError(file, number, "link", f"node {a[:80]} is linked with itself, remove that link")
        for node in (a, b):
            first.setdefault(node, number)
        facts = {"a_port": int(ports[0]), "b_port": int(ports[1])} if ports else {}
        graph.add_edge(a, b, **facts)
    return _network(graph, file, lambda node: first.get(node, 1), one_way=False)


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6
