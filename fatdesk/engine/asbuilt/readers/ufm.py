"""Links and ports as UFM gives them in JSON (``/ufmRest/resources/links``, ``/ufmRest/resources/ports``)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.discovered import Discovered, Report, Reported, plain_guid
from fatdesk.engine.asbuilt.readers.ibnetdiscover import AGGREGATION, MOST_DIGITS
from fatdesk.engine.asbuilt.readers.json_captures import documents, holds, records, text_at

FORM = "UFM"
_SWITCH_PORT = re.compile(r"(.+?):\s*(?:(\d+)(?:/\d+)*|((?:L|S)\d+/U\d+)(?:/\S*)?)\Z")
"""Name of a switch with its port behind it, or with its card and chip."""
_NAME = re.compile(r"([0-9a-f]{4,16})_(\d+)\Z", re.IGNORECASE)
"""The name of a port: its GUID and its number."""


class _End(NamedTuple):
    """An end of a link: GUID, port, and what its node is called."""

    guid: str
    port: str
    described: str
    printed: str
    switch: bool | None


def looks_like(text: str) -> bool:
    """Whether a text is JSON of UFM with links, or with ports and their peers."""
    return holds(text, "destination_guid", "peer_port_dname", "peer_node_description")


def read(text: str, file: str) -> Discovered:
    """The links; nodes are known by GUID. Aggregation nodes of switches are left out and noted.

    Raises
    ------
    InputError
        When it is no JSON, or nothing is joined.
    """
    report, inside = Report(file, FORM, counts_ports=True), 0
    for document in documents(text, file, report):
        for number, record in enumerate(_records(document.tree), 1):
            ends = _of_link(record) if "destination_guid" in record else _of_port(record)
            if ends is None:
                continue  # nothing is plugged in
            if any(AGGREGATION in end.described.lower() for end in ends):
                inside += 1
                continue
            if not all(end.guid and end.port for end in ends):
                report.skip(document.line, f"record {number:,} names no port at one of its ends")
                continue
            a, b = (_node(report, end, document.line) for end in ends)
            rate = f"{text_at(record, 'active_width', 'width')}{text_at(record, 'active_speed')}"
            report.link(a, ends[0].port, b, ends[1].port, rate=rate, line=document.line)
    if inside:
        what = f"{counted(inside, 'link')} to aggregation nodes inside switches, without a cable: left out"
        report.note(0, what)
    return report.done()


def _records(tree: Any) -> Iterator[Mapping[str, Any]]:
    """Links or ports, in a list or in one under a key such as ``data``."""
    if isinstance(tree, Mapping) and not {"destination_guid", "peer_guid", "guid"} & tree.keys():
        for value in tree.values():
            yield from records(value) if isinstance(value, list) else ()
    else:
        yield from records(tree)


def _of_link(record: Mapping[str, Any]) -> tuple[_End, _End]:
    ends = (
        _End(
            plain_guid(text_at(record, f"{side}_guid")) if text_at(record, f"{side}_guid") else "",
            text_at(record, f"{side}_port"),
            text_at(record, f"{side}_port_node_description"),
            text_at(record, f"{side}_port_dname"),
            None,
        )
        for side in ("source", "destination")
    )
    return next(ends), next(ends)


def _of_port(record: Mapping[str, Any]) -> tuple[_End, _End] | None:
    """A port and its peer; None where nothing is plugged in."""
    peer = _NAME.match(text_at(record, "peer"))
    guid, port = text_at(record, "peer_guid", "peer_node_guid"), text_at(record, "peer_port")
    if peer is not None:
        guid, port = peer.groups()
    if not guid and not text_at(record, "peer_node_description", "peer_node_name"):
        return None
    own = _NAME.match(text_at(record, "name"))
    own_guid, own_port = own.groups() if own else (text_at(record, "guid"), text_at(record, "number"))
    kind = text_at(record, "description").lower()
    near = _End(
        plain_guid(own_guid) if own_guid else "",
        own_port,
        text_at(record, "node_description", "system_name"),
        text_at(record, "dname"),
        True if kind.startswith("switch") else False if "computer" in kind else None,
    )
    far = _End(
        plain_guid(guid) if guid else "",
        port,
        text_at(record, "peer_node_description", "peer_node_name"),
        text_at(record, "peer_port_dname"),
        None,
    )
    return near, far


def _node(report: Report, end: _End, line: int) -> int:
    """The node of an end; its number printed at the cage is kept where it is another than the port's."""
    found = _SWITCH_PORT.match(end.described)
    name = end.described if found is None else found[1]
    slot = "" if found is None else found[3] or ""
    kind = Reported.UNKNOWN
    if found is not None or end.switch:
        kind = Reported.SWITCH
    elif end.switch is False or end.printed.upper().startswith("HCA"):
        kind = Reported.HOST
    number = report.node(end.guid, name, kind, guid=end.guid, line=line, slot=slot)
    numbered = end.printed.isdecimal() and len(end.printed) <= MOST_DIGITS
    if kind == Reported.SWITCH and numbered and end.printed != end.port:
        report.printed[number, end.port] = int(end.printed)
    return number
