"""JSON of NetQ (``netq show lldp json``, its topology graph) and of Suzieq (``lldp show``)."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fatdesk.engine.asbuilt.discovered import Discovered, Report, Reported
from fatdesk.engine.asbuilt.readers.captures import known
from fatdesk.engine.asbuilt.readers.json_captures import Document, documents, holds, records, text_at, under

FORM = "NetQ"
_PEER = ("peerHostname", "peer_hostname", "peerName")
_PEER_PORT = ("peerIfname", "peer_ifname", "peerInterface")
_LINKS, _NODES = "compounded_links", "compounded_nodes"
_KINDS = {"switch": Reported.SWITCH, "host": Reported.HOST, "server": Reported.HOST}


class _End(NamedTuple):
    device: str
    port: str


def looks_like(text: str) -> bool:
    """Whether a text is JSON with links of NetQ or Suzieq."""
    return holds(text, *_PEER, _LINKS)


def read(text: str, file: str) -> Discovered:
    """The links between all devices; each names both of its ends.

    Raises
    ------
    InputError
        When it is no JSON, or no link has two ends.
    """
    report = Report(file, FORM)
    for document in documents(text, file, report):
        _declare(report, document)
        for number, (a, b) in enumerate(_links(document), 1):
            if not (known(a.device) and a.port and known(b.device) and b.port):
                report.skip(document.line, f"link {number:,} has an end without a device or port")
                continue
            one, other = (
                report.node(end.device.casefold(), end.device, line=document.line) for end in (a, b)
            )
            report.link(one, a.port, other, b.port, line=document.line)
    return report.done()


def _links(document: Document) -> Iterator[tuple[_End, _End]]:
    for _, some in under(document.tree, _LINKS, ""):
        for one in records(some):
            ends = [
                _End(text_at(end, "node"), text_at(end, "interface"))
                for end in records(one.get("interfaces"))
            ]
            if len(ends) == 2:
                yield ends[0], ends[1]
    for row in _rows(document.tree):
        near = _End(text_at(row, "hostname"), text_at(row, "ifname"))
        yield near, _End(text_at(row, *_PEER), text_at(row, *_PEER_PORT))


def _rows(tree: Any) -> Iterator[Mapping[str, Any]]:
    """The records that name a peer, wherever they are listed."""
    waiting = [tree]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            if any(key in value for key in _PEER):
                yield value
            else:
                waiting += reversed(list(value.values()))
        elif isinstance(value, list):
            waiting += reversed(value)


def _declare(report: Report, document: Document) -> None:
    """Add the devices of a topology graph, which names them and says what they are apart from its links."""
    for _, some in under(document.tree, _NODES, ""):
        for one in records(some):
            key, kind = text_at(one, "id"), text_at(one, "device_type").lower()
            if key and text_at(one, "node_type") in {"", "device"}:
                name = text_at(one, "name") or key
                report.node(key.casefold(), name, _KINDS.get(kind, Reported.UNKNOWN), line=document.line)
