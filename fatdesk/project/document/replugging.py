"""Exchanged plugs of a project, and the resulting ids of cables."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import msgspec
import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.cabling.identity import port_names
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.project import Project, Replugged

Socket = tuple[int, int]
"""A node and its port, from 0."""


def exchanged(fabric: Fabric, pairs: Sequence[tuple[Socket, Socket]]) -> Fabric:
    """Exchange the plugs of each pair of ports in turn; one port of a pair may be free.

    Links between other switches than before join the bundle of these, or make one of their own.

    Raises
    ------
    FatdeskError
        When both ports of a pair are free, of nodes of different kinds or levels, or of a backplane.
    """
    ends, ports = fabric.ends.copy(), fabric.ports.copy()
    for (node, port), (other, far) in pairs:
        _check_alike(fabric, node, other)
        here = (ends == node) & (ports == port)
        there = (ends == other) & (ports == far)
        if not here.any() and not there.any():
            raise FatdeskError("nothing is plugged into either port")
        if fabric.trace[(here | there).any(axis=1)].any():
            raise FatdeskError("a backplane joins one of the ports")
        ends[here], ports[here] = other, far
        ends[there], ports[there] = node, port
    return replace(fabric, ends=ends, ports=ports, bundle=_bundles(fabric, ends))


def _check_alike(fabric: Fabric, node: int, other: int) -> None:
    if fabric.kind[node] != fabric.kind[other] or fabric.level[node] != fabric.level[other]:
        raise FatdeskError("the devices are of different kinds or levels")


def _bundles(fabric: Fabric, ends: np.ndarray) -> np.ndarray:
    """The bundle of each link: as before where it joins the same nodes."""
    bundle = fabric.bundle.copy()
    between = (fabric.kind[ends] == NodeKind.SWITCH).all(axis=1)
    changed = (ends != fabric.ends).any(axis=1)
    known = {
        (a, b): number
        for (a, b), number in zip(
            ends[between & ~changed].tolist(), bundle[between & ~changed].tolist(), strict=True
        )
    }
    following = int(bundle.max(initial=-1)) + 1
    for link in np.flatnonzero(changed & between).tolist():
        pair = (int(ends[link, 0]), int(ends[link, 1]))
        if pair not in known:
            known[pair] = following
            following += 1
        bundle[link] = known[pair]
    return bundle


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
