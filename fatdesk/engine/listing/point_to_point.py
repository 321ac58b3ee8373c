"""Links from port to port with the positions of both ends, for vendors' forms."""

from collections.abc import Iterator
from typing import NamedTuple

from fatdesk.engine.cabling.positions import position_map
from fatdesk.engine.catalog.parts import member_role
from fatdesk.engine.catalog.plugs import port_table, port_text
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.fabric.fabric_ports import FabricPorts
from fatdesk.engine.floor.floor import letters, rack_label
from fatdesk.engine.listing.cells import Value, metres
from fatdesk.engine.listing.subnets import port_numbers
from fatdesk.engine.wiring.wiring_list import CableRow, link_name

BACKPLANE = "backplane"
"""In the column of the cable where a link is a trace on a board."""


HOST_PORTS = ("names of host ports: port n of a host is its adapter n, by default mlx5_(n-1)",)
"""Omissions about hosts in the vendor's forms for cable validation."""


class Point(NamedTuple):
    """A port and where it is.

    ``id`` is the key of its device, ``u`` the lowest unit of that, None where it is not placed;
    ``slot`` is the card of a modular switch; ``port`` the numbers of cage, link of the cage, and leg,
    of those that there are: only ports that are split have legs, as switches report them. ``kind`` is Host,
    Switch, also where another network joins it by a management port, Power unit or External.
    ``os_port`` is the name that the operating system of the device gives to the port; empty where that is not
    known. ``number`` counts the ports of the device from 1 through all of its cages,
    ``subnet_number`` as InfiniBand does, where all ports of a switch that splits some count as split.
    """

    id: str
    device: str
    kind: str
    level: int
    model: str
    row: str
    rack: str
    u: int | None
    slot: str
    port: tuple[str, ...]
    os_port: str = ""
    number: int = 1
    subnet_number: int = 1
    protocol: str | None = None

    @property
    def printed(self) -> str:
        """``12``, ``12/2``, ``3/12`` on card 3."""
        return "/".join((self.slot, *self.port) if self.slot else self.port)

    @property
    def in_forms(self) -> str:
        """The port as the vendor's cable validation names it.

        Of hosts the number of the adapter, which is 1 for ``mlx5_0``; of Ethernet switches the name that they
        report; of InfiniBand switches what is printed, or the name where the system is NVOS (``sw12p1``).
        """
        if self.kind == "Host":
            return str(self.number)
        reported = self.os_port and (self.protocol != "infiniband" or self.os_port.startswith("sw"))
        return self.os_port if reported else self.printed


class Joint(NamedTuple):
    """Two ports that a link joins, and the cable that carries it; none where it is a trace of a backplane."""

    fabric: str
    a: Point
    b: Point
    rate_gbps: float
    cable: CableRow | None
    trace: bool

    @property
    def ordered_m(self) -> Value:
        """Length of the cable in metres, the word for unknown, or empty where there is none."""
        return None if self.cable is None else metres(self.cable.length.ordered_um)


def joints(plan: Plan) -> Iterator[Joint]:
    """All links, fabric by fabric; end a is the switch, or the lower of two."""
    places = places_of(plan)
    cables = {(row.fabric, link): row for row in plan.cables for link in row.links}
    for fabric, names in zip(plan.fabrics, plan.names, strict=True):
        points, ports = _Points(plan, fabric, names, places), FabricPorts(fabric, plan.catalog)
        _, numbers = port_numbers(fabric)
        columns = (
            fabric.ends, fabric.ports, fabric.split, fabric.splits, fabric.rate_gbps, fabric.trace, numbers,
        )  # fmt: skip
        for (a, b), (p, q), leg, legs, rate, trace, (m, n) in zip(
            *(x.tolist() for x in columns), strict=True
        ):
            near, far = points.printed(a, p), points.printed(b, q)
            own = port_text(*near, str(leg + 1) if legs > 1 else "")
            cable = cables.get((fabric.name, link_name(names[a], own, names[b], port_text(*far))))
            one = points.point(a, p, str(leg + 1) if legs > 1 else "", ports.name(a, p, leg), m)
            other = points.point(b, q, "", ports.name(b, q), n)
            yield Joint(fabric.name, one, other, rate, cable, trace)


class _Points:
    """The ports of the nodes of one fabric."""

    def __init__(
        self,
        plan: Plan,
        fabric: Fabric,
        names: tuple[str, ...],
        places: dict[str, tuple[str, str, int | None]],
    ) -> None:
        self._fabric, self._names, self._places = fabric, names, places
        tables = [port_table(plan.catalog, part.part, part.cards, part.card) for part in fabric.parts]
        self._printed = [[(table.slot(p), table.name(p)) for p in range(len(table.cage))] for table in tables]
        self._protocol = [[table.plugs[plug].protocol for plug in table.plug.tolist()] for table in tables]
        self._kind, self._level = fabric.kind.tolist(), fabric.level.tolist()
        self._part: list[int] = fabric.part.tolist()
        self._roles: list[str] = [member_role(plan.catalog.find(part.part)) for part in fabric.parts]

    def _role(self, node: int) -> str:
        """Kind of a node by its part, where it has one."""
        if self._part[node] >= 0:
            return self._roles[self._part[node]]
        return "Switch" if self._kind[node] == NodeKind.SWITCH else "Host"

    def printed(self, node: int, port: int) -> tuple[str, str]:
        """Card and printed name of a port."""
        part = self._part[node]
        return self._printed[part][port] if part >= 0 else ("", str(port + 1))

    def point(self, node: int, number: int, leg: str, os_port: str, subnet_number: int) -> Point:
        """A port of a node with its place."""
        part = self._part[node]
        row, rack, u = self._places.get(self._fabric.ids[node], ("", "", None))
        slot, name = self.printed(node, number)
        protocol = self._protocol[part][number] if part >= 0 else None
        port = (*name.split("/"), leg) if leg else tuple(name.split("/"))
        model = self._fabric.parts[part].part if part >= 0 else ""
        kind = "External" if self._kind[node] == NodeKind.EXTERNAL else self._role(node)
        key, name, level = self._fabric.ids[node], self._names[node], self._level[node]
        place = (row, rack, u)
        numbers = (number + 1, subnet_number)
        return Point(key, name, kind, level, model, *place, slot, port, os_port, *numbers, protocol)


def places_of(plan: Plan) -> dict[str, tuple[str, str, int | None]]:
    """Row, rack and unit of each device by its id; blades have the place of their enclosure.

    Devices at the side of a rack have no unit.
    """
    racks = plan.floor.racks
    return {
        device: (
            letters(racks[seat.rack].row),
            rack_label(racks[seat.rack]),
            seat.u if seat.height_u else None,
        )
        for device, seat in position_map(racks, plan.catalog).items()
    }
