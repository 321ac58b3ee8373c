"""Ports of switches by the names of an operating system, with what is plugged in: for its configuration."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.catalog.port_names import PortNames, namings_of
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.fabric.fabric_ports import FabricPorts

Peers = dict[tuple[int, int], tuple[str, str]]
"""By port and leg the device and port that a link leads to; the port is empty where it is not known."""


class PortUse(NamedTuple):
    """A data port of a switch, or a leg of one that is split.

    Attributes
    ----------
    name
        As the operating system calls it.
    whole
        Name of the port that it is a leg of, as far as it has one; its own name where it is not split.
    legs
        Number of legs; 1: it is not split.
    """

    name: str
    whole: str
    port: int
    leg: int
    legs: int
    rate_gbps: float
    alias: str
    peer: str
    peer_port: str


class SwitchUse(NamedTuple):
    """A switch with its ports in the order of the cages."""

    name: str
    ports: tuple[PortUse, ...]


def switches_of(plan: Plan, system: str, aliases: Sequence[str] = ()) -> list[SwitchUse]:
    """The switches whose part has names of ports of a system, by fabric and number.

    Parameters
    ----------
    aliases
        Systems that give the ports further names, of which the first that a part has counts.
    """
    return [one for number in range(len(plan.fabrics)) for one in _of_fabric(plan, number, system, aliases)]


def parts_without(plan: Plan, system: str) -> list[str]:
    """Parts of switches that have no names of ports of a system."""
    found: dict[str, None] = {}
    for fabric in plan.fabrics:
        for part in fabric.part[fabric.nodes(NodeKind.SWITCH)].tolist():
            name = fabric.parts[part].part
            if all(naming.system != system for naming in namings_of(plan.catalog, name)):
                found[name] = None
    return sorted(found)


def _of_fabric(plan: Plan, number: int, system: str, aliases: Sequence[str]) -> Iterator[SwitchUse]:
    fabric, names = plan.fabrics[number], plan.names[number]
    ports = FabricPorts(fabric, plan.catalog)
    peers = _peers(fabric, names, ports)
    for node in fabric.nodes(NodeKind.SWITCH).tolist():
        part = fabric.parts[fabric.part[node]]
        namings = {naming.system: naming for naming in namings_of(plan.catalog, part.part)}
        own = ports.names(node, namings[system]) if system in namings else None
        if own is None:
            continue
        alias = next((namings[one] for one in aliases if one in namings), None)
        table = port_table(plan.catalog, part.part, part.cards, part.card)
        announced = None if alias is None else PortNames(table, alias, ports.splits(node))
        whole = PortNames(table, namings[system])
        yield SwitchUse(names[node], tuple(_uses(own, whole, announced, peers.get(node, {}))))


def _peers(fabric: Fabric, names: Sequence[str], ports: FabricPorts) -> dict[int, Peers]:
    found: dict[int, Peers] = defaultdict(dict)
    columns = (fabric.ends, fabric.ports, fabric.split)
    for (a, b), (p, q), leg in zip(*(column.tolist() for column in columns), strict=True):
        found[a][p, leg] = (names[b], ports.name(b, q))
        found[b][q, 0] = (names[a], ports.name(a, p, leg))
    return found


def _uses(own: PortNames, whole: PortNames, announced: PortNames | None, peers: Peers) -> Iterator[PortUse]:
    table = own.table
    legs_of: Counter[int] = Counter(port for _, port, _ in own.all())
    for name, port, leg in own.all():
        if table.manages(port):
            continue
        plug, legs = table.plugs[table.plug[port]], legs_of[port]
        alias = announced.name(port, leg) if announced is not None else ""
        peer, peer_port = peers.get((port, leg), ("", ""))
        yield PortUse(
            name, whole.name(port, 0), port, leg, legs, plug.rate_gbps / legs, alias, peer, peer_port
        )
