"""Reports of lldpcli as plain text, JSON (``-f json``, ``-f json0``) and keys (``-f keyvalue``)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.discovered import Discovered, Report
from fatdesk.engine.asbuilt.readers.captures import is_address, note_assumed, own_name, owner_in

FORM = "lldpcli"
_PREFIX = re.compile(r"([^\s:={}\"']+): (.*)\Z")
_INTERFACE = re.compile(r"\s*Interface:\s*(\S+?)(?:,\s*via:.*)?\s*\Z")
_VIA = re.compile(r"\s*Interface:\s*\S+?,\s*via:")
_TITLE = re.compile(r"\s*LLDP neighbors:\s*\Z")
"""Above the neighbours; NVUE states no protocol behind their ports."""
_FACT = re.compile(r"\s*(ChassisID|SysName|PortID|PortDescr):\s*(.*?)\s*\Z")
_COMMAND = "give the output of lldpcli show neighbors -f keyvalue, -f json, or without -f"


class Neighbour(NamedTuple):
    """A neighbour of a port: names as reported, empty where they are not."""

    port: str
    node: str
    node_port: str
    line: int = 0


def looks_plain(text: str) -> bool:
    """Whether ``lldpcli show neighbors`` wrote a text, or ``nv show interface lldp-detail``.

    Names of nodes may be before each line.
    """
    return any(_VIA.match(line) or _TITLE.match(line) for _, line in _of_nodes(text, ""))


def looks_json(text: str) -> bool:
    """Whether a text is JSON of lldpcli, alone or behind names of nodes."""
    start = next((line.strip() for _, line in _of_nodes(text, "") if line.strip()), "")
    return start.startswith("{") and '"lldp"' in text


def _of_nodes(text: str, local: str) -> Iterator[tuple[str, str]]:
    """Each line with the node that precedes it, as clush and pdsh put it, else with ``local``."""
    for line in text.splitlines():
        found = _PREFIX.match(line)
        behind = found is not None and found[1] not in {"Interface", "Chassis", "Port"}
        if found is not None and behind and not line[:1].isspace():
            yield found[1], found[2]
        else:
            named = owner_in(line)
            local = named or local
            yield local, "" if named else line


def read_plain(text: str, file: str) -> Discovered:
    """The links to all neighbours.

    Raises
    ------
    InputError
        When there is no neighbour with a name and a port.
    """
    local = own_name(file)
    report, known = Report(file, FORM), True
    port, facts, node, first = "", dict[str, str](), local, 0
    for number, (name, line) in enumerate(_of_nodes(text, local), 1):
        if begin := _INTERFACE.match(line):
            _add(report, node, _plain(port, facts, first))
            port, facts, node, first = begin[1], {}, name, number
            known = known and name != local
        elif fact := _FACT.match(line):
            facts.setdefault(fact[1], fact[2])
    _add(report, node, _plain(port, facts, first))
    note_assumed(report, not known, file)
    return report.done()


def _plain(port: str, facts: Mapping[str, str], line: int) -> Neighbour:
    kind, _, reported = facts.get("PortID", "").partition(" ")
    return Neighbour(
        port,
        facts.get("SysName") or facts.get("ChassisID", "").partition(" ")[2],
        _port({"type": kind, "value": reported}, facts.get("PortDescr", "")),
        line,
    )


def _port(reported: Mapping[str, str], described: str) -> str:
    """The name of a port: its id, or what describes it where the id is an address."""
    value = reported.get("value", "")
    if reported.get("type") == "mac" or is_address(value):
        return described or value
    return value or described


def read_json(text: str, file: str) -> Discovered:
    """The links to all neighbours.

    Raises
    ------
    InputError
        When it is no JSON, or there is no neighbour with a name and a port.
    """
    local = own_name(file)
    report, known = Report(file, FORM), True
    texts: dict[str, list[str]] = {}
    for name, line in _of_nodes(text, local):
        texts.setdefault(name, []).append(line)
    if len(texts) > 1 and not "".join(texts.get(local, ())).strip():
        texts.pop(local, None)
    for name, lines in texts.items():
        known = known and name != local
        try:
            tree = msgspec.json.decode("\n".join(lines))
        except (msgspec.DecodeError, RecursionError) as error:
            raise InputError(file, 1, "file", f"is damaged JSON ({error}), {_COMMAND}") from None
        for node, lldp in _documents(tree, name):
            for interface in _interfaces(lldp):
                _add(report, node, interface)
    note_assumed(report, not known, file)
    return report.done()


def _documents(tree: Any, local: str) -> Iterator[tuple[str, Any]]:
    """The reports in a document: its own, or one under the name of each node."""
    if isinstance(tree, Mapping):
        if "lldp" in tree:
            yield local, tree["lldp"]
        else:
            for name, inner in tree.items():
                if isinstance(inner, Mapping) and "lldp" in inner:
                    yield str(name), inner["lldp"]


def _interfaces(lldp: Any) -> Iterator[Neighbour]:
    for part in _list(lldp):
        for one in _list(_at(part, "interface")):
            if isinstance(one, Mapping):
                if "chassis" in one:
                    yield _neighbour(_text(one.get("name")), one)
                else:
                    for port, inner in one.items():
                        for each in _list(inner):
                            yield _neighbour(str(port), each)


def _neighbour(port: str, one: Any) -> Neighbour:
    chassis = _first(_at(one, "chassis"))
    name = _text(_at(chassis, "name"))
    if not name and isinstance(chassis, Mapping) and "id" not in chassis:
        name, chassis = next(((str(key), inner) for key, inner in chassis.items()), ("", {}))
    reported = _first(_at(one, "port"))
    at = _first(_at(reported, "id"))
    ids = {key: _text(_at(at, key)) for key in ("type", "value")}
    node_id = _first(_at(chassis, "id"))
    return Neighbour(port, name or _text(_at(node_id, "value")), _port(ids, _text(_at(reported, "descr"))))


def _at(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, Mapping) else None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _first(value: Any) -> Any:
    return next(iter(_list(value)), None)


def _text(value: Any) -> str:
    """A text, which json0 wraps as ``[{"value": text}]``."""
    if isinstance(value, list):
        return _text(value[0]) if value else ""
    if isinstance(value, Mapping):
        return _text(value.get("value"))
    return str(value) if isinstance(value, str | int) else ""


def _add(report: Report, node: str, one: Neighbour) -> None:
    if not one.port:
        return
    if not one.node or not one.node_port:
        report.skip(one.line, f"{node} {one.port} has a neighbour without name or port")
        return
    a = report.node(node.casefold(), node, line=one.line)
    b = report.node(one.node.casefold(), one.node, line=one.line)
    report.link(a, one.port, b, one.node_port, line=one.line)


_KEY_VALUE = re.compile(
    r"\s*(?:([^\s:=]+):\s+)?lldp\.(.+?)\.(via|chassis\.(?:name|mac|id|local)|port\.\w+)\s*=\s*(.*?)\s*$"
)
_OWN_NAME = re.compile(r"\s*(?:[^\s:=]+:\s+)?local-chassis\.(?:chassis\.)?name\s*=\s*(\S+)\s*$")
_NODE_KEYS = ("chassis.name", "chassis.mac", "chassis.id", "chassis.local")
_PORT_KEYS = ("port.ifname", "port.local", "port.id", "port.descr", "port.mac")


def looks_keyvalue(text: str) -> bool:
    """Whether lldpcli wrote it."""
    return any(map(_KEY_VALUE.match, text.splitlines()))


def read_keyvalue(text: str, file: str) -> Discovered:
    """The links to all neighbours.

    The node whose neighbours they are precedes each line as clush and pdsh put it there (``leaf1:
    lldp.swp1``), in a line ``local-chassis.name=`` above, or is the name of the file.

    Raises
    ------
    InputError
        When there is no neighbour with a name and a port.
    """
    report = Report(file, FORM)
    local, known = own_name(file), False
    reported: dict[str, str] = {}
    near: tuple[str, str] | None = None
    first = 0
    for number, line in enumerate(text.splitlines(), 1):
        if own := owner_in(line) or _own(line):
            _link_to(report, near, reported, first)
            local, known, reported, near = own, True, {}, None
        elif match := _KEY_VALUE.match(line):
            node, port, key, value = match.groups()
            here = (node or local, port)
            if here != near or key == "via" or key in reported:
                _link_to(report, near, reported, first)
                reported, near, first = {}, here, number
                known = known or node is not None
            reported[key] = value
    _link_to(report, near, reported, first)
    note_assumed(report, not known, file)
    return report.done()


def _own(line: str) -> str:
    """The device whose neighbours follow, by its own line; empty where the line is none."""
    found = _OWN_NAME.match(line)
    return found[1] if found is not None else ""


def _link_to(report: Report, near: tuple[str, str] | None, reported: dict[str, str], line: int) -> None:
    """Add the link of a reported neighbour."""
    if near is None or not reported:
        return
    name = next((reported[key] for key in _NODE_KEYS if reported.get(key)), "")
    port = next((reported[key] for key in _PORT_KEYS if reported.get(key)), "")
    if not name or not port:
        report.skip(line, f"{near[0]} {near[1]} has a neighbour without name or port")
        return
    a = report.node(near[0].casefold(), near[0], line=line)
    b = report.node(name.casefold(), name, line=line)
    report.link(a, near[1], b, port, line=line)
