"""Neighbours as NVUE gives them in JSON (Cumulus Linux, NVOS): ``nv show interface lldp -o json``.

Also ``nv show interface lldp-detail -o json``, ``nv show interface -o json``, and what its programming
interface answers to ``/nvue_v1/interface``.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from fatdesk.engine.asbuilt.discovered import Discovered, Report
from fatdesk.engine.asbuilt.readers.captures import (
    add_neighbour,
    announced_port,
    is_address,
    note_assumed,
    own_name,
)
from fatdesk.engine.asbuilt.readers.json_captures import documents, holds, text_at

FORM = "NVUE show interface lldp, JSON"
_WRAPPERS = frozenset(("interface", "interfaces", "result", "output", "stdout", "body", "data"))
"""Keys above the ports that are no name of a device."""


def looks_like(text: str) -> bool:
    """Whether a text is JSON in which ports have neighbours as NVUE lists them."""
    return holds(text, "neighbor") and holds(text, "lldp")


def read(text: str, file: str) -> Discovered:
    """The links to all neighbours.

    Raises
    ------
    InputError
        When it is no JSON, or there is no neighbour with a name and a port.
    """
    report, assumed = Report(file, FORM), False
    for document in documents(text, file, report):
        for owner, port, neighbours in _ports(document.tree, document.owner):
            assumed = assumed or not owner
            for key, one in neighbours.items():
                chassis, there = _part(one, "chassis"), _part(one, "port")
                name = text_at(chassis, "system-name") or _name(str(key))
                far = announced_port(text_at(there, "name"), text_at(there, "description"))
                add_neighbour(
                    report,
                    (owner or own_name(file), port),
                    (name, text_at(chassis, "chassis-id")),
                    far,
                    document.line,
                )
    note_assumed(report, assumed, file)
    return report.done()


def _part(one: Any, key: str) -> Any:
    return one.get(key) if isinstance(one, Mapping) else None


def _name(key: str) -> str:
    """The name of a neighbour by its key: a name, a name with a port, or a number that says nothing.

    >>> _name("spine01"), _name("spine01:swp3"), _name("1"), _name("48:b0:2d:76:ee:8e")
    ('spine01', 'spine01', '', '48:b0:2d:76:ee:8e')
    """
    if key.isdigit():
        return ""
    return key if is_address(key) else key.partition(":")[0]


def _ports(tree: Any, owner: str) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Every port with its neighbours, and the device: the nearest key above the ports that names one."""
    waiting: list[tuple[str, Any]] = [(owner, tree)]
    while waiting:
        owner, value = waiting.pop()
        if isinstance(value, list):
            waiting += [(owner, inner) for inner in reversed(value)]
        if not isinstance(value, Mapping):
            continue
        inside: list[tuple[str, Any]] = []
        for key, inner in value.items():
            neighbours = _part(_part(inner, "lldp"), "neighbor")
            if isinstance(neighbours, Mapping):
                yield owner, str(key), neighbours
            elif isinstance(inner, Mapping | list) and not _is_port(inner):
                inside.append((owner if str(key).lower() in _WRAPPERS else str(key), inner))
        waiting += reversed(inside)


def _is_port(value: Any) -> bool:
    """Whether a record is one of a port without neighbours."""
    return isinstance(value, Mapping) and ("lldp" in value or {"link", "type"} <= value.keys())
