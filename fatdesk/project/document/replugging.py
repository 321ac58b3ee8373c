"""Exchanged plugs of a project, and the resulting ids of cables."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.cabling.identity import port_names
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.fabric.replugging import Socket, exchanged
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.project import Project, Replugged

RULE = "replugged"
BETWEEN = "--"
"""Between both ends in the id of a cable."""


class Applied(NamedTuple):
    """Networks with their plugs exchanged, and why some exchanges do not fit, by their number."""

    fabrics: tuple[Fabric, ...]
    misfits: dict[int, str]


def with_replugged(fabrics: Sequence[Fabric], records: Sequence[Replugged], catalog: Catalog) -> Applied:
    """Exchange plugs, one pair after the other; what does not fit is left out and reported."""
    found = list(fabrics)
    misfits: dict[int, str] = {}
    if not records:
        return Applied(tuple(found), misfits)
    sockets = [_Sockets(fabric, catalog) for fabric in fabrics]
    for number, record in enumerate(records):
        why = "no network has both ports: the design has changed since"
        done = False
        for at, known in enumerate(sockets):
            a, b = known.of(record.a), known.of(record.b)
            if a is None or b is None:
                continue
            try:
                found[at] = exchanged(found[at], [(a, b)])
                done = True
            except FatdeskError as error:
                why = str(error)
        if not done:
            misfits[number] = why
    return Applied(tuple(found), misfits)


def replugged_findings(records: Sequence[Replugged], misfits: dict[int, str]) -> list[Finding]:
    """A warning for each exchange that does not fit."""
    return [
        Finding(
            Severity.WARNING,
            RULE,
            f"{records[number].a} and {records[number].b}",
            f"the plugs of these ports are not exchanged: {why}",
            "forget it (forget-replug), or undo what changed the design",
        )
        for number, why in misfits.items()
    ]


class _Sockets:
    """The ports of a network by what ids of cables call them, looked up on demand."""

    def __init__(self, fabric: Fabric, catalog: Catalog) -> None:
        self._fabric = fabric
        self._node = {node_id: node for node, node_id in enumerate(fabric.ids)}
        names = port_names(fabric, catalog)
        self._port = [{name: port for port, name in enumerate(some)} for some in names]

    def of(self, text: str) -> Socket | None:
        """Node and port of ``compute/edge/3:19``."""
        device, _, port = text.rpartition(":")
        node = self._node.get(device)
        if node is None:
            return None
        part = int(self._fabric.part[node])
        number = self._port[part].get(port) if part >= 0 else None
        return None if number is None else (node, number)


def moved_to(socket: str, records: Sequence[Replugged], *, back: bool = False) -> str:
    """Return the port of a plug after the exchanges; ``back``: the reverse."""
    for record in reversed(records) if back else records:
        if socket == record.a:
            socket = record.b
        elif socket == record.b:
            socket = record.a
    return socket


def with_records_moved(
    project: Project, before: Sequence[Replugged], after: Sequence[Replugged]
) -> CableRecords:
    """The records of cables under the ids that these have after another list of exchanges.

    An id is made of both ends, so it changes when a plug is elsewhere; a record stays with its cable.
    """
    records = CableRecords.of(project.cables)
    moved: list[CableRecord] = []
    changed = False
    for record in records.in_order():
        ends = record.id.split(BETWEEN)
        name = record.id
        if len(ends) == 2:
            name = BETWEEN.join(moved_to(moved_to(one, before, back=True), after) for one in ends)
        changed |= name != record.id
        moved.append(record if name == record.id else msgspec.structs.replace(record, id=name))
    return CableRecords(moved) if changed else records
