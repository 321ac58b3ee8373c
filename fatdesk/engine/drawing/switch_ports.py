"""What is plugged into each cage of a switch: cables with their far ends, backplane traces, nothing."""

from array import array
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.gc_pause import collection_paused
from fatdesk.engine.cabling.rows import outlines_of
from fatdesk.engine.cabling.wiring_list import CableRow, End
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.catalog.port_names import PortNames, shortened
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.fabric.port_names import FabricPorts

Way = Literal["host", "copper", "optical", "other"]
"""What a plug leads to: a host, or by which kind of cable to a switch or out of the project."""

HOST = int(NodeKind.HOST)
"""Looked up once: it is compared with for every plug."""

_Ends = tuple[End, End, CableRow, str, str]
"""Near end, far end, cable, and what the operating systems call the ports there."""

WAYS: dict[str, Way] = {"DAC": "copper", "ACC": "copper", "AOC": "optical", "FIB": "optical"}


@dataclass(frozen=True)
class Plugged:
    """One far end of what is in a cage; a splitter has one for each leg."""

    port: str
    """As printed at the switch, after its card, ``2:17``."""
    device: str
    """At the far end."""
    way: Way
    near: End | None = None
    far: End | None = None
    cable: CableRow | None = None
    trace: bool = False
    os_port: str = ""
    """What the operating system of the switch calls the port; empty where that is not known."""
    far_os_port: str = ""
    """The same at the far end."""


@dataclass(frozen=True)
class Cage:
    """A hole for a plug; free when nothing is plugged."""

    slot: str
    name: str
    plugged: tuple[Plugged, ...]
    os_ports: str = ""
    """What the operating system calls its ports, those of a split port together; empty if not known."""
    system: str = ""
    """What people call that operating system."""

    @property
    def port(self) -> str:
        """Its number, after its card where there are cards."""
        return f"{self.slot}:{self.name}" if self.slot else self.name


class SwitchPorts:
    """Lookups over a plan, made once for a document."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._node: dict[str, tuple[int, int]] = {}
        self._kind: list[dict[str, int]] = []
        for number, fabric in enumerate(plan.fabrics):
            kinds = fabric.kind.tolist()
            self._kind.append(dict(zip(plan.names[number], kinds, strict=True)))
            for node in fabric.nodes(NodeKind.SWITCH).tolist():
                self._node[fabric.ids[node]] = (number, node)
        with collection_paused():
            self._cables = self._by_device()
        self._sides = [_sides_by_node(fabric) for fabric in plan.fabrics]
        self._ports = [FabricPorts(fabric, plan.catalog) for fabric in plan.fabrics]

    def _by_device(self) -> dict[tuple[str, str], "array[int]"]:
        """The numbers of the cables at each device, by fabric and device."""
        found: dict[tuple[str, str], array[int]] = {}
        for number, cable in enumerate(outlines_of(self.plan.cables)):
            for device in cable.devices:
                key = (cable.fabric, device)
                known = found.get(key)
                if known is None:
                    found[key] = array("i", (number,))
                elif known[-1] != number:  # not twice where several ends are at one device
                    known.append(number)
        return found

    def _ends_at(self, fabric: str, device: str) -> Iterator[_Ends]:
        """The ends of cables at a device, in order of the wiring list."""
        cables = self.plan.cables
        for cable in self._cables.get((fabric, device), ()):
            row = cables[cable]
            for number, leg in enumerate(row.legs or (row.b,)):
                names = row.a.os_ports[number : number + 1] if row.legs else row.a.os_ports
                a, b = shortened(names), shortened(leg.os_ports)
                if row.a.device == device:
                    yield row.a, leg, row, a, b
                if leg.device == device:
                    yield leg, row.a, row, b, a

    @staticmethod
    def _names_by_cage(names: PortNames | None) -> dict[int, str]:
        """What the operating system calls the ports of each cage of a switch."""
        found: dict[int, list[str]] = defaultdict(list)
        if names is not None:
            for name, port, _ in names.all():
                found[int(names.table.cage[port])].append(name)
        return {cage: shortened(some) for cage, some in found.items()}

    def _links_of(self, number: int, node: int) -> list[tuple[int, int, bool]]:
        """Port, far node, and whether it is a trace, of each link of a switch."""
        fabric, (order, start) = self.plan.fabrics[number], self._sides[number]
        sides = order[start[node] : start[node + 1]]
        links, side = sides // 2, sides % 2
        ports = fabric.ports[links, side].tolist()
        far = fabric.ends[links, 1 - side].tolist()
        return list(zip(ports, far, fabric.trace[links].tolist(), strict=True))

    def is_switch(self, device_id: str) -> bool:
        """Whether a device is a switch of a fabric."""
        return device_id in self._node

    def fabric(self, device_id: str) -> str:
        """The name of the fabric of a switch."""
        return self.plan.fabrics[self._node[device_id][0]].name

    def ends_of(self, device: str) -> list[Plugged]:
        """What is plugged into a device that is no switch, in order of the wiring list."""
        return [
            Plugged(_place(near, False)[2], far.device, "other", near, far, row, os_port=own, far_os_port=at)
            for fabric in self.plan.fabrics
            for near, far, row, own, at in self._ends_at(fabric.name, device)
        ]

    def cages(self, device_id: str) -> list[Cage]:
        """The cages of a switch in order of their numbers."""
        number, node = self._node[device_id]
        fabric, names = self.plan.fabrics[number], self.plan.names[number]
        part = fabric.parts[fabric.part[node]]
        table = port_table(self.plan.catalog, part.part, part.cards, part.card)
        carded = bool(table.cages_per_card)
        cabled: dict[tuple[str, str], list[Plugged]] = defaultdict(list)
        for near, far, row, own, at in self._ends_at(fabric.name, names[node]):
            slot, cage, port = _place(near, carded)
            to_host = self._kind[number].get(far.device) == HOST
            way: Way = "host" if to_host else WAYS.get(row.kind, "other")
            plugged = Plugged(port, far.device, way, near, far, row, os_port=own, far_os_port=at)
            cabled[slot, cage].append(plugged)
        linked: dict[tuple[str, str], list[Plugged]] = defaultdict(list)
        for index, other, trace in sorted(self._links_of(number, node)):
            slot, name = table.slot(index), table.name(index)
            way = "host" if fabric.kind[other] == HOST else "other"
            told = f"{slot}:{name}" if slot else name
            linked[slot, name.partition("/")[0]].append(Plugged(told, names[other], way, trace=trace))
        cages = {
            (table.slot(port), table.name(port).partition("/")[0]): int(table.cage[port])
            for port in range(len(table.cage))
        }
        own_names = self._ports[number].names(node)
        os_ports, system = self._names_by_cage(own_names), own_names.title if own_names is not None else ""
        return [
            Cage(
                slot,
                name,
                tuple(cabled.get((slot, name)) or linked[slot, name]),
                os_ports.get(cage, ""),
                system if cage in os_ports else "",
            )
            for (slot, name), cage in cages.items()
        ]


def _sides_by_node(fabric: Fabric) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sides of links (twice the link, plus the side) by the node there, and where each node begins."""
    nodes = fabric.ends.reshape(-1)
    order = np.argsort(nodes, kind="stable").astype(np.int64)
    return order, np.searchsorted(nodes[order], np.arange(fabric.node_count + 1)).astype(np.int64)


def _place(end: End, carded: bool) -> tuple[str, str, str]:
    """Card, cage and port in words of a plug; one that takes several cages counts at the first."""
    first = end.port.partition(",")[0].strip()
    slot = end.slot if carded else ""
    if carded and not slot:
        slot, _, first = first.partition("/")
    port = f"{slot}:{end.port}" if slot and end.slot else end.port
    return slot, first.partition("/")[0], f"{port}.{end.sub_port}" if end.sub_port else port
