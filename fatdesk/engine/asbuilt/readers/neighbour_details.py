"""Neighbours in full, a block each, as switches print them with ``show lldp neighbors detail``.

The lines are those of the makers' public references and of captures that others have published: Arista EOS,
Cisco NX-OS and IOS, Dell OS10, Juniper Junos (``show lldp neighbors interface``), AOS-CX, Comware.
"""

import re
from collections.abc import Mapping

from fatdesk.engine.asbuilt.discovered import Discovered, Report
from fatdesk.engine.asbuilt.readers.captures import (
    add_neighbour,
    announced_port,
    lines_of_devices,
    note_assumed,
    own_name,
)
from fatdesk.engine.asbuilt.readers.neighbour_tables import SHORT_OF_NX_OS, in_full

FORM = "show lldp neighbors detail"
_LOCAL = ("local port id", "local intf", "local interface", "port")
_CHASSIS = ("chassis id", "remote chassis id", "neighbor chassis-id")
_FAR = ("port id", "remote port id", "neighbor port-id")
_DESCRIBED = ("port description", "remote port description", "neighbor port-desc")
_NODE = ("system name", "remote system name", "neighbor chassis-name")
_FACTS = {
    word: words[0] for words in (_LOCAL, _CHASSIS, _FAR, _DESCRIBED, _NODE) for word in words
}  # each spelling by the first
_LINE = re.compile(r"\s*(?:-\s+)?([A-Za-z][A-Za-z -]*?)\s*:(?:\s+(.*?))?\s*\Z")
_OWN_PORT = re.compile(
    r"\s*(?:Interface\s+(\S+)\s+detected\s+\d+\s+LLDP\s+neighbors?:"
    r"|LLDP neighbor-information of port \d+\s*\[(\S+?)\]:)",
    re.IGNORECASE,
)
"""The switch's own port above the blocks of its neighbours: EOS, Comware."""
_EOS_NEIGHBOUR = re.compile(r"\s*Neighbor\s+\S+/.*,\s+age\s")
_BEGINS = re.compile(r"\s*(?:-{20,}\s*\Z|LLDP Neighbor Information:)", re.IGNORECASE)


def looks_like(text: str) -> bool:
    """Whether a text has blocks of neighbours with the switch's own port in each."""
    facts = set()
    for _, line, _ in lines_of_devices(text):
        if _OWN_PORT.match(line):
            return True
        found = _LINE.match(line)
        if found is not None and (word := _FACTS.get(found[1].lower())):
            facts.add(word)
            if {_CHASSIS[0], _FAR[0]} <= facts or {_CHASSIS[0], _LOCAL[0]} <= facts:
                return True
    return False


def read(text: str, file: str) -> Discovered:
    """The links to all neighbours.

    A port that is announced as an address or as a bare number is known by its description, where that is the
    name of a port.

    Raises
    ------
    InputError
        When there is no neighbour with a name and a port.
    """
    report, assumed = Report(file, FORM), False
    facts: dict[str, str] = {}
    own_port, owner, first = "", "", 0

    def flush() -> None:
        nonlocal facts, assumed
        if _CHASSIS[0] in facts or _FAR[0] in facts:
            assumed = assumed or not owner
            _add(report, owner or own_name(file), facts, first)
        facts = {}

    for number, line, node in lines_of_devices(text):
        if node != owner:
            flush()
            owner, own_port = node, ""
        if begun := _OWN_PORT.match(line):
            flush()
            own_port = begun[1] or begun[2]
            facts, first = {_LOCAL[0]: own_port}, number
        elif _EOS_NEIGHBOUR.match(line):
            flush()
            facts, first = ({_LOCAL[0]: own_port} if own_port else {}), number
        elif _BEGINS.match(line):
            flush()
        elif (found := _LINE.match(line)) and (word := _FACTS.get(found[1].lower())):
            again = word == _LOCAL[0] and {word, _CHASSIS[0]} <= facts.keys()
            if again or (word == _CHASSIS[0] and word in facts):
                flush()
            if not facts:
                first = number
            facts.setdefault(word, (found[2] or "").strip('"'))
    flush()
    note_assumed(report, assumed, file)
    return report.done()


def _add(report: Report, owner: str, facts: Mapping[str, str], line: int) -> None:
    """The link of a block; a block that was cut off is left out with a note."""
    port = facts.get(_LOCAL[0], "")
    far = announced_port(facts.get(_FAR[0], ""), facts.get(_DESCRIBED[0], ""))
    if not port:
        report.skip(line, f"block names no port of {owner}, use the table of show lldp neighbors")
        return
    names = (facts.get(_NODE[0], ""), facts.get(_CHASSIS[0], ""))
    add_neighbour(report, (owner, in_full(port, SHORT_OF_NX_OS)), names, in_full(far), line)
