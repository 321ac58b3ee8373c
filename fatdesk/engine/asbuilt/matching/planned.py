"""The plan in the form of a report: switches, one adapter a host port, and the links between ports."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.asbuilt.matching.numbering import NodePorts
from fatdesk.engine.cabling.choice.link_groups import tables_of
from fatdesk.engine.cabling.identity import cable_ids
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.cabling.positions import Position
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.port_names import namings_of
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.fabric.fabric_ports import FabricPorts
from fatdesk.engine.floor.floor import Rack, rack_label
from fatdesk.engine.listing.subnets import Subnet, inner_links, opened, port_numbers, subnet_of

NOWHERE = -1


class Role(IntEnum):
    """Role of a node of the plan when it is looked for in a report."""

    SWITCH = 0
    ADAPTER = 1
    """One port of a host."""
    OUTSIDE = 2
    """The far end of an extra port, which the project does not know."""


class PlannedNode(NamedTuple):
    """A node of the plan.

    Attributes
    ----------
    name, device
        Name of the device, and its key in the project.
    fabric
        Number of the fabric.
    plug
        Of an adapter the port of its host, from 0.
    ports
        Highest number of a port.
    rack, rack_label, u
        Index of the rack on the floor (NOWHERE: not placed), its label, the lowest unit.
    """

    name: str
    device: str
    role: Role
    fabric: int
    plug: int = 0
    ports: int = 1
    rack: int = NOWHERE
    rack_label: str = ""
    u: int = 0


@dataclass(frozen=True, eq=False)
class Planned:
    """The plan of some fabrics.

    Attributes
    ----------
    ends, numbers : (m, 2) int64
        Nodes of each link, and the port there from 1, as ibnetdiscover counts them; 1 at adapters.
    cable
        Id of the cable that carries each link; empty for traces of backplanes and inside directors.
    a_side : (m,) int64
        Which end of the link is end a of its cable, 0 or 1.
    """

    fabrics: tuple[str, ...]
    nodes: tuple[PlannedNode, ...]
    ends: Longs
    numbers: Longs
    cable: tuple[str, ...]
    a_side: Longs
    printed: tuple[NodePorts, ...]

    def port_text(self, node: int, number: int) -> str:
        """A port as people find it: as printed on the device."""
        place = self.nodes[node]
        if place.role == Role.ADAPTER:
            return self.printed[node].text(place.plug + 1)
        return self.printed[node].text(number)

    def socket(self, node: int, number: int) -> str:
        """A port as ids of cables name it, ``compute/edge/3:19``; empty where they do not: of chips."""
        place, printed = self.nodes[node], self.printed[node]
        port = printed.port(place.plug + 1 if place.role == Role.ADAPTER else number)
        return "" if port is None or printed.table is None else f"{place.device}:{printed.table.text(port)}"

    def plug_text(self, node: int, number: int) -> str:
        """The cage of a port as people find it, where one plug fills it."""
        place = self.nodes[node]
        return self.printed[node].cage_text(place.plug + 1 if place.role == Role.ADAPTER else number)

    def os_port(self, node: int, number: int, system: str = "", *, whole: bool = False) -> str:
        """A port, or all of its cage, as an operating system names it; empty where that is not known."""
        place = self.nodes[node]
        own = place.plug + 1 if place.role == Role.ADAPTER else number
        return self.printed[node].os_port(own, system, whole=whole)

    def place(self, node: int, number: int) -> tuple[tuple[str, int], int, bool]:
        """The cage of a port and its place there; whether it is a further leg of a split port."""
        node_place = self.nodes[node]
        own = node_place.plug + 1 if node_place.role == Role.ADAPTER else number
        cage, place, leg = self.printed[node].place(own)
        return (self._box(node), cage), place, leg

    def _box(self, node: int) -> str:
        """Return the holder of a node's cages: its device; of chips of a director the chip."""
        place = self.nodes[node]
        return place.device if self.printed[node].table is not None else f"{place.device}#{node}"

    def cage(self, node: int, number: int) -> tuple[str, int]:
        """Return the device and cage of a port."""
        place = self.nodes[node]
        if place.role == Role.ADAPTER:
            return place.device, self.printed[node].cage(place.plug + 1)
        return place.device, self.printed[node].cage(number)


class CableOfLinks(NamedTuple):
    """The cable of each link of a fabric.

    Attributes
    ----------
    ids
        Its id; empty: the link is in no cable, such as traces of a backplane.
    side : (m,) int64
        Which end of the link is end a of the cable, the one with a single plug: 0, unless only side 1 is a
        single device's.
    """

    ids: tuple[str, ...]
    side: Longs


def planned(
    fabrics: Sequence[Fabric],
    names: Sequence[Sequence[str]],
    catalog: Catalog,
    cables: Sequence[CableOfLinks],
    seats: Mapping[str, Position],
    racks: Sequence[Rack],
    *,
    chips: bool = False,
) -> Planned:
    """The plan in the form of a report.

    Parameters
    ----------
    names
        For each fabric the name of each of its nodes.
    cables
        Those of each fabric.
    seats
        The positions of devices, by their keys.
    chips
        Whether modular switches are their chips, as InfiniBand reports them, instead of one box.
    """
    labels = [rack_label(rack) for rack in racks]
    nodes: list[PlannedNode] = []
    printed: list[NodePorts] = []
    ends: list[Longs] = []
    numbers: list[Longs] = []
    of_links: list[str] = []
    sides: list[Longs] = []
    for number, fabric in enumerate(fabrics):
        one = _Part(fabric, names[number], catalog, chips)
        own = one.nodes(number)
        of_link, side = cables[number]
        nodes += [_seated(node, seats.get(node.device), labels) for node in own]
        printed += one.printed()
        links, at = one.links()
        ends.append(links + len(nodes) - len(own))
        numbers.append(at)
        inner, outer = np.flatnonzero(one.inner).tolist(), np.flatnonzero(~one.inner).tolist()
        inside = len(links) - len(inner) - len(outer)
        sides += [side[one.inner], np.zeros(inside, np.int64), side[~one.inner]]
        of_links += [of_link[link] for link in inner] + [""] * inside + [of_link[link] for link in outer]
    none = np.empty((0, 2), np.int64)
    return Planned(
        tuple(fabric.name for fabric in fabrics),
        tuple(nodes),
        np.concatenate([none, *ends]),
        np.concatenate([none, *numbers]),
        tuple(of_links),
        np.concatenate([np.empty(0, np.int64), *sides]),
        tuple(printed),
    )


def _seated(node: PlannedNode, seat: Position | None, labels: Sequence[str]) -> PlannedNode:
    """A node with its place."""
    if seat is None:
        return node
    return node._replace(rack=seat.rack, rack_label=labels[seat.rack], u=seat.u if seat.height_u else 0)


class _Part:
    """One fabric: its subnet, and behind it the links to external nodes."""

    def __init__(self, fabric: Fabric, names: Sequence[str], catalog: Catalog, chips: bool) -> None:
        self.fabric, self.names = fabric, names
        closed = subnet_of(fabric, names, catalog)
        self.subnet: Subnet = opened(closed, fabric, catalog) if chips else closed
        self.inner = inner_links(fabric)
        self.per_port, self.at = port_numbers(fabric)
        self.tables = tables_of(fabric, catalog)
        self.catalog, self.ports = catalog, FabricPorts(fabric, catalog)
        self.node = {node_id: node for node, node_id in enumerate(fabric.ids)}
        self.outside = fabric.nodes(NodeKind.EXTERNAL).tolist()

    def _device(self, number: int) -> tuple[str, int]:
        """The key of the device of a node of the subnet, and the port that an adapter is."""
        key = self.subnet.keys[number]
        if number < self.subnet.switches:
            return key.split("/card/")[0].split("/board/")[0], 0
        device, _, port = key.removeprefix(self.fabric.name + "/").rpartition("/")
        return device, int(port)

    def nodes(self, fabric: int) -> list[PlannedNode]:
        """Switches, adapters, external nodes."""
        found = []
        ports = self.subnet.ports.tolist()
        for number, name in enumerate(self.subnet.names):
            device, plug = self._device(number)
            if number < self.subnet.switches:
                found.append(PlannedNode(name, device, Role.SWITCH, fabric, ports=ports[number]))
            else:
                shown = self.names[self.node[device]]
                found.append(PlannedNode(shown, device, Role.ADAPTER, fabric, plug))
        return found + [
            PlannedNode(self.names[node], self.fabric.ids[node], Role.OUTSIDE, fabric)
            for node in self.outside
        ]

    def printed(self) -> list[NodePorts]:
        """Return the printed port names of each node; the chips of a director count their own."""
        found = []
        made: dict[tuple[int, int, tuple[int, ...]], NodePorts] = {}
        for number in range(len(self.subnet.keys)):
            device, _ = self._device(number)
            node = self.node[device]
            inside = number < self.subnet.switches and self.subnet.keys[number] != device
            part, per_port = int(self.fabric.part[node]), int(self.per_port[node])
            table = None if inside else self.tables[part]
            splits = tuple(self.ports.splits(node)) if number < self.subnet.switches else ()
            key = (-1 if inside else part, per_port, splits)
            if key not in made:
                namings = namings_of(self.catalog, self.fabric.parts[part].part)
                made[key] = NodePorts(table, per_port, splits, namings)
            found.append(made[key])
        return found + [NodePorts(None)] * len(self.outside)

    def links(self) -> tuple[Longs, Longs]:
        """Nodes and ports of all links: those of the subnet, then those to external nodes."""
        place = np.full(self.fabric.node_count, -1, np.int64)
        for number, key in enumerate(self.subnet.keys[: self.subnet.switches]):
            if key in self.node:
                place[self.node[key]] = number
        place[self.outside] = len(self.subnet.keys) + np.arange(len(self.outside))
        outer = np.flatnonzero(~self.inner)
        at = self.at[outer].copy()
        at[:, 1] = 1
        return (
            np.concatenate([self.subnet.ends, place[self.fabric.ends[outer]]]),
            np.concatenate([self.subnet.numbers, at]),
        )


def cable_of_links(made: FabricCabling, catalog: Catalog) -> CableOfLinks:
    """Return the cable of each link of a fabric."""
    ids = cable_ids(made, catalog)
    found = [""] * len(made.fabric.ends)
    sizes = np.diff(made.start)
    owner = np.repeat(np.arange(made.count), sizes)
    for link, cable in zip(made.links.tolist(), owner.tolist(), strict=True):
        found[link] = ids[cable]
    side = np.zeros(len(found), np.int64)
    near = made.fabric.ends[made.links, 0]
    other = near != near[made.start[:-1]][owner]
    turned = np.zeros(made.count, bool)
    turned[owner[other]] = True
    side[made.links] = turned[owner]
    return CableOfLinks(tuple(found), side)
