"""Networks in files of other programs: GraphML and edge lists, with the line of whatever is wrong."""

import io
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError
from xml.parsers import expat

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import GraphError, Network

MOST_BYTES = 1 << 28
"""Larger files are refused before they are read."""


def read_graph(path: Path) -> Network:
    """Return the network in a file; what nodes and edges may say is in :meth:`.Network.from_networkx`.

    A name that ends in ``.graphml`` or ``.xml`` means GraphML. Everything else is an edge list: one line for
    each link with the names of both nodes, separated by blanks or a comma, and optionally the numbers of
    both ports. The rest of a line after ``#`` is a comment.

    Raises
    ------
    FatdeskError
        ``FILE:LINE: what, what to do``.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FatdeskError(f"{path}: is larger than {MOST_BYTES >> 20} MiB: split the network")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FatdeskError(f"{path}: {reason}: name a GraphML file or an edge list") from None
    if path.suffix.lower() in (".graphml", ".xml"):
        return _graphml(path, data)
    return _edge_list(path, data)


def _graphml(path: Path, data: bytes) -> Network:
    import networkx as nx  # takes 0.2 s, so only where graphs are exchanged

    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise FatdeskError(f"{path}: declares a document type: save it without one")
    # Edges of undirected graphs lose their first node in networkx, and with it which port is whose.
    undirected = b'edgedefault="undirected"' in data or b"edgedefault='undirected'" in data
    kept = data.replace(b"undirected", b"directed", 1) if undirected else data
    try:
        graph = nx.read_graphml(io.BytesIO(kept), force_multigraph=True)
    except ParseError as error:
        raise FatdeskError(f"{path}:{error.position[0]}: {error}: repair the file") from None
    except (nx.NetworkXError, KeyError, TypeError, ValueError, LookupError) as error:
        raise FatdeskError(f"{path}: is no GraphML that can be read ({error}): export it again") from None
    return _network(path, graph, data, one_way=False if undirected else None)


def _network(path: Path, graph: Any, data: bytes, *, one_way: bool | None) -> Network:
    try:
        return Network.from_networkx(graph, one_way=one_way)
    except GraphError as error:
        line = None if error.node is None else _line_of(data, str(error.node))
        raise FatdeskError(f"{path}{'' if line is None else f':{line}'}: {error}") from None


def _line_of(data: bytes, node: str) -> int | None:
    """The line of GraphML where a node begins."""
    found: list[int] = []
    parser = expat.ParserCreate()

    def begun(tag: str, facts: dict[str, str]) -> None:
        if tag.rpartition(":")[2] == "node" and facts.get("id") == node:
            found.append(parser.CurrentLineNumber)

    parser.StartElementHandler = begun
    parser.Parse(data, True)
    return found[0] if found else None


def _edge_list(path: Path, data: bytes) -> Network:
    import networkx as nx  # takes 0.2 s, so only where graphs are exchanged

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FatdeskError(f"{path}: is no text in UTF-8: name a GraphML file or an edge list") from None
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    first: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].replace(",", " ").split()
        if not words:
            continue
        a, b, *ports = words if len(words) > 1 else (*words, "")
        if not b or len(ports) not in (0, 2) or not all(_is_port(port) for port in ports):
            shown = line.strip()[:60]
            raise FatdeskError(
                f"{path}:{number}: {shown!r} is no link: write two node names, and two port numbers or none"
            )
        for node in (a, b):
            first.setdefault(node, number)
        facts = {"a_port": int(ports[0]), "b_port": int(ports[1])} if ports else {}
        graph.add_edge(a, b, **facts)
    try:
        return Network.from_networkx(graph, one_way=False)
    except GraphError as error:
        place = f":{first[str(error.node)]}" if str(error.node) in first else ""
        raise FatdeskError(f"{path}{place}: {error}") from None


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6
