"""Graphs as reports: GraphML, node-link JSON of networkx, and edge lists, with what nodes and edges state."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any
from xml.parsers import expat

from fatdesk.core.errors import InputError
from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.discovered import Discovered, Report, Reported
from fatdesk.engine.asbuilt.readers.json_captures import whole

_KINDS = {"host": Reported.HOST, "switch": Reported.SWITCH}
_NAMES = ("name", "label")
_PORTS = {"a": ("a_port", "source_port", "sourceport"), "b": ("b_port", "target_port", "targetport")}
_RATES = ("gbps", "rate", "speed", "bandwidth")
_COMMENT = re.compile(r"\s(?:#|//).*|\{.*\}\s*$")
"""Comments, and the attributes that networkx writes after both nodes."""
LEFT_OUT = "external"
"""The kind of nodes outside, of which nothing is known but a port that leads to them."""


def looks_graphml(text: str) -> bool:
    """Whether a text is GraphML."""
    return "<graphml" in text[:4096]


def looks_json(text: str) -> bool:
    """Whether a text is a graph as ``networkx.node_link_data`` gives it."""
    start = text.lstrip()
    return start.startswith("{") and '"nodes"' in text and ('"links"' in text or '"edges"' in text)


class _Graph:
    """Nodes and edges as they are read; ports and rates by any of their usual names."""

    def __init__(self, file: str, form: str) -> None:
        self.report = Report(file, form)
        self._numbers: dict[str, int] = {}
        self._left_out: set[str] = set()
        self._first_left_out = 0

    def node(self, key: str, facts: Mapping[str, Any], line: int) -> None:
        """A node with its attributes."""
        kind = str(facts.get("kind", facts.get("type", ""))).strip().lower()
        if kind == LEFT_OUT:
            self._left_out.add(key)
            self._first_left_out = self._first_left_out or line
            return
        name = next((str(facts[word]) for word in _NAMES if facts.get(word)), key)
        model = str(facts.get("model", "") or "")
        self._numbers[key] = self.report.node(
            key, name.strip(), _KINDS.get(kind, Reported.UNKNOWN), model=model, line=line
        )

    def edge(self, a: str, b: str, facts: Mapping[str, Any], line: int) -> None:
        """An edge with its attributes; nodes that were not declared are made."""
        if a in self._left_out or b in self._left_out:
            return
        if a == b:
            self.report.note(line, f"{a[:80]} is joined with itself: left out")
            return
        for key in (a, b):
            if key not in self._numbers:
                self.node(key, {}, line)
        ports = [next((str(facts[word]) for word in _PORTS[end] if word in facts), "") for end in "ab"]
        if str(facts.get("a", "")) == b:  # a is the node of a_port
            ports.reverse()
        rate = next((str(facts[word]) for word in _RATES if facts.get(word)), "")
        if re.fullmatch(r"[0-9.]+", rate):
            rate += "G"
        self.report.link(self._numbers[a], ports[0], self._numbers[b], ports[1], rate=rate, line=line)

    def done(self) -> Discovered:
        """The report."""
        if self._left_out:
            what = f"{counted(len(self._left_out), 'node')} outside of the network: left out"
            self.report.note(self._first_left_out, what)
        return self.report.done()


def read_graphml(text: str, file: str) -> Discovered:
    """The network of a GraphML file.

    Raises
    ------
    InputError
        When it is no XML, declares a document type, or has no link.
    """
    for declared in ("<!DOCTYPE", "<!ENTITY"):
        if declared in text:
            line = text[: text.index(declared)].count("\n") + 1
            raise InputError(file, line, "file", "declares a document type, save it without one")
    found = _Elements()
    try:
        found.parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        what = f"is not XML from here on ({expat.ErrorString(error.code)}), repair the file"
        raise InputError(file, error.lineno, "file", what) from None
    graph = _Graph(file, "GraphML")
    names = found.keys
    for key, facts, line in found.nodes:
        graph.node(key, {names.get(word, word): value for word, value in facts.items()}, line)
    for a, b, facts, line in found.edges:
        if not a or not b:
            graph.report.skip(line, "edge has no source or target")
            continue
        graph.edge(a, b, {names.get(word, word): value for word, value in facts.items()}, line)
    return graph.done()


class _Elements:
    """Nodes and edges of a GraphML file with the line in which each begins."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._said
        self.keys: dict[str, str] = {}
        self.nodes: list[tuple[str, dict[str, str], int]] = []
        self.edges: list[tuple[str, str, dict[str, str], int]] = []
        self._facts: dict[str, str] = {}
        self._key: str | None = None
        self._text: list[str] = []

    def _begin(self, tag: str, facts: dict[str, str]) -> None:
        line, kind = self.parser.CurrentLineNumber, tag.rpartition(":")[2]
        if kind == "key":
            self.keys[facts.get("id", "")] = facts.get("attr.name", facts.get("id", ""))
        elif kind == "node":
            self._facts = {}
            self.nodes.append((facts.get("id", ""), self._facts, line))
        elif kind == "edge":
            self._facts = {word: facts[word] for word in ("sourceport", "targetport") if word in facts}
            self.edges.append((facts.get("source", ""), facts.get("target", ""), self._facts, line))
        elif kind == "data":
            self._key, self._text = facts.get("key", ""), []

    def _end(self, tag: str) -> None:
        if tag.rpartition(":")[2] == "data" and self._key is not None:
            self._facts[self._key] = "".join(self._text).strip()
            self._key = None

    def _said(self, text: str) -> None:
        self._text.append(text)


def read_json(text: str, file: str) -> Discovered:
    """The network of a JSON file as networkx writes it: ``nodes`` with ``id``, ``links`` or ``edges``.

    Raises
    ------
    InputError
        When it is no JSON, or there is no link.
    """
    try:
        tree = json.loads(text, parse_int=whole)
    except (json.JSONDecodeError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise InputError(file, line, "file", "is not JSON from here on, write it again") from None
    graph = _Graph(file, "node-link JSON")
    word = "links" if "links" in tree else "edges"
    edges = tree.get(word)
    if not isinstance(tree.get("nodes"), list) or not isinstance(edges, list):
        raise InputError(file, 1, "file", "needs lists of nodes and of links, write it with node_link_data")
    for number, node in enumerate(tree["nodes"]):
        if not isinstance(node, dict) or "id" not in node:
            graph.report.skip(0, f"nodes[{number}] has no id")
            continue
        graph.node(str(node["id"]), node, 0)
    for number, edge in enumerate(edges):
        if not isinstance(edge, dict) or not {"source", "target"} <= edge.keys():
            graph.report.skip(0, f"{word}[{number}] has no source or target")
            continue
        graph.edge(str(edge["source"]), str(edge["target"]), edge, 0)
    return graph.done()


def _without_arrow(words: Sequence[str]) -> list[str]:
    """Both names of a DOT edge, without what is stated in brackets; none: it is no edge between two nodes."""
    ends = [word.strip('"') for word in words[:3:2]]
    if len(ends) < 2 or words[1] not in ("--", "->") or (len(words) > 3 and not words[3].startswith("[")):
        return []
    return ends


def read_edge_list(text: str, file: str) -> Discovered:
    """The network of an edge list: two names a line, then optionally both ports, or a rate such as 100G.

    Edges of DOT graphs without ports, ``a -- b``, count, too. Lines that are no link are noted and left out.

    Raises
    ------
    InputError
        When no line is a link, or more are strange than are links.
    """
    graph = _Graph(file, "edge list")
    links = 0
    for number, line in enumerate(text.splitlines(), 1):
        words = _COMMENT.sub("", f" {line}").replace(",", " ").replace(";", " ").split()
        if not words or words[-1] in "{}":
            continue
        if "--" in words or "->" in words:
            words = _without_arrow(words)
        if len(words) in (2, 3):
            graph.edge(words[0], words[1], {"rate": words[2]} if len(words) == 3 else {}, number)
        elif len(words) == 4:
            graph.edge(words[0], words[1], {"a_port": words[2], "b_port": words[3]}, number)
        else:
            graph.report.skip(number, "is not a link")
            continue
        links += 1
    strange = graph.report.skipped
    if not links or len(strange) > links:
        what = "is not a link, write two node names, and both port numbers or none"
        raise InputError(file, strange[0].line if strange else 1, "link", what)
    return graph.done()
