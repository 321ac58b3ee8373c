"""Topology files in DOT, ``"leaf1":"swp1" -- "spine1":"swp3"``, as they are given to cable checkers."""

import re

from fatdesk.engine.asbuilt.discovered import Discovered, Report, Reported

FORM = "DOT topology"
_WORD = r'(?:"((?:[^"\\]|\\.)*)"|([\w./+-]+))'
_END = rf"{_WORD}\s*:\s*{_WORD}"
_LINK = re.compile(rf"\s*{_END}\s*-[->]\s*{_END}\s*(\[[^\]]*\])?\s*;?")
_ALONE = re.compile(_LINK.pattern + r"\s*(?:\}|//.*|#.*|/\*.*)?\s*\Z")
_NODE = re.compile(rf"\s*{_WORD}\s*\[([^\]]*)\]\s*;?\s*$")
_ROLE = re.compile(r'(?:function|role|type)\s*=\s*"?([\w-]+)')
_RATE = re.compile(r'(?:speed|rate)\s*=\s*"?([\w.]+)')
_SWITCHES = ("leaf", "spine", "core", "edge", "tor", "exit", "switch")
_HOSTS = ("host", "server", "node", "compute", "managed", "power_unit")


def looks_like(text: str) -> bool:
    """Whether a text is a graph with links between ports."""
    return any(map(_ALONE.match, text.splitlines()))


def read(text: str, file: str) -> Discovered:
    """The links of the graph; what it says of the role of a node is kept.

    Raises
    ------
    InputError
        When there is no link.
    """
    report = Report(file, FORM)
    roles: list[tuple[str, Reported, int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.split("//", 1)[0] if '"' not in line else line
        if not plain.strip() or plain.lstrip().startswith(("#", "//")):
            continue
        if link := _LINK.match(plain):
            a, port_a, b, port_b = (
                (link[i] if link[i] is not None else link[i + 1]).strip() for i in (1, 3, 5, 7)
            )
            if not all((a, port_a, b, port_b)):
                report.skip(number, "has a node or port without a name")
                continue
            rate = _RATE.search(link[9] or "")
            one = report.node(a.casefold(), a, line=number)
            other = report.node(b.casefold(), b, line=number)
            report.link(one, port_a, other, port_b, rate=rate[1] if rate else "", line=number)
        elif node := _NODE.match(plain):
            name = node[1] if node[1] is not None else node[2]
            role = _ROLE.search(node[3])
            if role:
                roles.append((name, _stated(role[1]), number))
        elif "--" in plain or "->" in plain:
            report.skip(number, 'is not a link between ports, written as "node":"port" -- "node":"port"')
    for name, reported, number in roles:
        report.node(name.casefold(), name, reported, line=number)
    return report.done()


def _stated(role: str) -> Reported:
    plain = role.lower()
    if any(word in plain for word in _SWITCHES):
        return Reported.SWITCH
    return Reported.HOST if any(word in plain for word in _HOSTS) else Reported.UNKNOWN
