"""Neighbours as switches give them in JSON.

``show lldp neighbors | json`` of Arista EOS and Cisco NX-OS, with and without ``detail``, and ``| display
json`` of Juniper Junos; also as their programming interfaces answer.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from fatdesk.engine.asbuilt.discovered import Discovered, Report
from fatdesk.engine.asbuilt.readers.captures import add_neighbour, announced_port, note_assumed, own_name
from fatdesk.engine.asbuilt.readers.json_captures import documents, holds, records, text_at, under
from fatdesk.engine.asbuilt.readers.neighbour_tables import SHORT_OF_NX_OS, in_full


class _Neighbour(NamedTuple):
    """A neighbour of a port; empty where something is not announced."""

    port: str
    name: str
    chassis: str
    far: str


def _eos(value: Any) -> Iterator[_Neighbour]:
    """Of ``lldpNeighbors``: a list, or with ``detail`` a record for each port."""
    if isinstance(value, Mapping):
        for port, one in value.items():
            for each in records(one.get("lldpNeighborInfo") if isinstance(one, Mapping) else one):
                there = each.get("neighborInterfaceInfo")
                far = text_at(there, "interfaceId_v2", "interfaceId") or text_at(each, "neighborPort")
                described = text_at(there, "interfaceDescription")
                name = text_at(each, "systemName", "neighborDevice")
                yield _Neighbour(str(port), name, text_at(each, "chassisId"), announced_port(far, described))
    for one in records(value) if isinstance(value, list) else ():
        far = announced_port(text_at(one, "neighborPort"), "")
        yield _Neighbour(text_at(one, "port"), text_at(one, "neighborDevice"), "", far)


def _nx_os(value: Any) -> Iterator[_Neighbour]:
    """Of ``ROW_nbor``: the name is where the chassis is."""
    for one in records(value):
        far = announced_port(text_at(one, "port_id"), text_at(one, "port_desc"))
        name = text_at(one, "sys_name", "device_id", "chassis_id")
        yield _Neighbour(text_at(one, "l_port_id", "local_intf"), name, text_at(one, "chassis_id"), far)


def _junos(value: Any) -> Iterator[_Neighbour]:
    """Of ``lldp-neighbor-information``."""
    for one in records(value):
        far = announced_port(
            text_at(one, "lldp-remote-port-id"), text_at(one, "lldp-remote-port-description")
        )
        port = text_at(one, "lldp-local-interface", "lldp-local-port-id")
        name, chassis = text_at(one, "lldp-remote-system-name"), text_at(one, "lldp-remote-chassis-id")
        yield _Neighbour(port.removesuffix(".0"), name, chassis, far.removesuffix(".0"))


_FORMS: Mapping[str, tuple[str, Callable[[Any], Iterator[_Neighbour]]]] = {
    "lldpNeighbors": ("EOS show lldp neighbors, JSON", _eos),
    "ROW_nbor": ("NX-OS show lldp neighbors, JSON", _nx_os),
    "ROW_nbor_detail": ("NX-OS show lldp neighbors detail, JSON", _nx_os),
    "lldp-neighbor-information": ("Junos show lldp neighbors, JSON", _junos),
}


def looks_like(text: str) -> bool:
    """Whether a text is JSON of one of the systems."""
    return holds(text, *_FORMS)


def read(text: str, file: str) -> Discovered:
    """The links to all neighbours.

    Raises
    ------
    InputError
        When it is no JSON, or there is no neighbour with a name and a port.
    """
    report, assumed = Report(file, ""), False
    for document in documents(text, file, report):
        for key, (form, neighbours) in _FORMS.items():
            for owner, value in under(document.tree, key, document.owner):
                report.form = report.form or form
                assumed = assumed or not owner
                for one in neighbours(value):
                    own = (owner or own_name(file), in_full(one.port, SHORT_OF_NX_OS))
                    add_neighbour(report, own, (one.name, one.chassis), in_full(one.far), document.line)
    report.form = report.form or "JSON of show lldp neighbors"
    note_assumed(report, assumed, file)
    return report.done()
