"""Output of ``lldpcli show neighbors -f keyvalue``, of one node or of many one after the other."""

import re
from pathlib import PurePath

from fatdesk.engine.asbuilt.discovered import Discovered, Report

FORM = "lldpcli"
_LINE = re.compile(
    r"\s*(?:([^\s:=]+):\s+)?lldp\.(.+?)\.(via|chassis\.(?:name|mac|id|local)|port\.\w+)\s*=\s*(.*?)\s*$"
)
_LOCAL = re.compile(r"\s*(?:[^\s:=]+:\s+)?local-chassis\.(?:chassis\.)?name\s*=\s*(\S+)\s*$")
_NAMES = ("chassis.name", "chassis.mac", "chassis.id", "chassis.local")
_PORTS = ("port.ifname", "port.local", "port.id", "port.descr", "port.mac")


def looks_like(text: str) -> bool:
    """Whether lldpcli wrote it."""
    return any(map(_LINE.match, text.splitlines()))


def read(text: str, file: str) -> Discovered:
    """The links to all neighbours.

    The node whose neighbours they are precedes each line as clush and pdsh put it there (``leaf1:
    lldp.swp1``), in a line ``local-chassis.name=`` above, or is the name of the file.

    Raises
    ------
    InputError
        When there is no neighbour with a name and a port.
    """
    report = Report(file, FORM)
    local, known = PurePath(file).stem, False
    reported: dict[str, str] = {}
    near: tuple[str, str] | None = None
    first = 0
    for number, line in enumerate(text.splitlines(), 1):
        if own := _LOCAL.match(line):
            _take(report, near, reported, first)
            local, known, reported, near = own[1], True, {}, None
        elif match := _LINE.match(line):
            node, port, key, value = match.groups()
            here = (node or local, port)
            if here != near or key == "via" or key in reported:
                _take(report, near, reported, first)
                reported, near, first = {}, here, number
                known = known or node is not None
            reported[key] = value
    _take(report, near, reported, first)
    if not known:
        report.note(1, f"the report does not name its own node: {local} is assumed, the name of the file")
    return report.done()


def _take(report: Report, near: tuple[str, str] | None, reported: dict[str, str], line: int) -> None:
    """Add the link of a reported neighbour."""
    if near is None or not reported:
        return
    name = next((reported[key] for key in _NAMES if reported.get(key)), "")
    port = next((reported[key] for key in _PORTS if reported.get(key)), "")
    if not name or not port:
        report.note(line, f"{near[0]} {near[1]} has a neighbour without name or port: left out")
        return
    a = report.node(near[0].casefold(), near[0], line=line)
    b = report.node(name.casefold(), name, line=line)
    report.link(a, near[1], b, port, line=line)
