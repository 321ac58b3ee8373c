"""Reports of ``iblinkinfo``: nodes with a line for each port, or with ``-l`` a line for each link."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from fatdesk.engine.asbuilt.discovered import Discovered, Report, Reported, plain_guid
from fatdesk.engine.asbuilt.readers.ibnetdiscover import AGGREGATION

FORM = "iblinkinfo"
_HEAD = re.compile(
    r"\s*(Switch|CA|Rt|Router)(?::\s+|\s+(?=0x))(?:(0x[0-9a-f]+)\s+)?(.*?):?\s*\Z", re.IGNORECASE
)
"""The line of a node; before 2010 without a colon behind its kind."""
_PORT = r'(?:(0x[0-9a-f]+)\s+)?(?:"([^"]*)"\s+)?(\d+)\s+(\d+)\s*\[[^\]]*\]'
_ROW = re.compile(rf"\s*{_PORT}\s*==\(\s*(.*?)\s*\)==>\s*(.*)\Z", re.IGNORECASE)
_FAR = re.compile(r'(?:(0x[0-9a-f]+)\s+)?(\d+)\s+(\d+)\s*\[[^\]]*\]\s*"([^"]*)"', re.IGNORECASE)
_RATE = re.compile(r"\s*(?:Active|Init\w*|Armed)?\s*/.*\Z", re.IGNORECASE)
_KINDS = {"switch": Reported.SWITCH, "ca": Reported.HOST}


class _Row(NamedTuple):
    """A port with a link: the node of the report, its port, and what is at the far end."""

    node: int
    port: str
    guid: str
    lid: str
    far_port: str
    name: str
    rate: str
    line: int


def looks_like(text: str) -> bool:
    """Whether iblinkinfo wrote it."""
    return any(map(_ROW.match, text.splitlines()))


def read(text: str, file: str) -> Discovered:
    """The links of all ports that are up.

    The far end of a link is known by its GUID (``-l``), else by its LID, which the lines of its own ports
    state where its name is no other, else by its name. A node without a line of its own (``iblinkinfo | grep
    Up``) has the name that its neighbours state. Ports that are down and aggregation nodes of switches are
    left out.

    Raises
    ------
    InputError
        When no port has a link.
    """
    report = Report(file, FORM, counts_ports=True)
    kind, head_guid, head_name = Reported.UNKNOWN, "", ""
    by_lid: dict[str, int] = {}
    rows: list[_Row] = []
    inside: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        row = _ROW.match(line)
        if row is None:
            if head := _HEAD.match(line):
                kind = _KINDS.get(head[1].lower(), Reported.UNKNOWN)
                head_guid, head_name = plain_guid(head[2] or ""), head[3].strip()
            elif "==(" in line:
                report.skip(number, "the line of a port is cut off or damaged")
            continue
        guid, quoted, lid, port, state, behind = row.groups()
        own_name, own_kind = (head_name, kind) if quoted is None else (quoted.strip(), Reported.UNKNOWN)
        own_guid = plain_guid(guid) if guid else head_guid
        if AGGREGATION in own_name.lower():
            inside.setdefault(own_name, number)
            continue
        key = own_guid or own_name.casefold() or f"lid {lid}"
        node = report.node(key, own_name, own_kind, guid=own_guid, line=number)
        by_lid.setdefault(lid, node)
        far = _FAR.match(behind)
        if far is None:
            if "active" in state.lower():
                report.skip(number, "the line of a port is cut off or damaged")
            continue  # nothing is plugged in, or the port is down
        far_guid, far_lid, far_port, far_name = far.groups()
        if AGGREGATION in far_name.lower():
            inside.setdefault(far_name, number)
            continue
        plain = plain_guid(far_guid) if far_guid else ""
        rate = " ".join(_RATE.sub("", state).split())
        rows.append(_Row(node, port, plain, far_lid, far_port, far_name.strip(), rate, number))
    for joined in rows:
        if not joined.guid and joined.lid in by_lid:
            report.node(report.nodes[by_lid[joined.lid]].key, joined.name, line=joined.line)
    for joined in rows:
        other = _far_node(report, joined, by_lid)
        report.link(joined.node, joined.port, other, joined.far_port, rate=joined.rate, line=joined.line)
    if inside:
        word = "node is" if len(inside) == 1 else "nodes are"
        what = f"{len(inside)} aggregation {word} inside switches, without a cable: left out"
        report.note(min(inside.values()), what)
    return report.done()


def _far_node(report: Report, joined: _Row, by_lid: Mapping[str, int]) -> int:
    """The node at the far end of a link."""
    if joined.guid:
        return report.node(joined.guid, joined.name, guid=joined.guid, line=joined.line)
    if joined.lid in by_lid and report.nodes[by_lid[joined.lid]].name in (joined.name, ""):
        return by_lid[joined.lid]
    return report.node(joined.name.casefold() or f"lid {joined.lid}", joined.name, line=joined.line)
