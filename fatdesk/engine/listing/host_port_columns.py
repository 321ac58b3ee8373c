"""Columns of host ports: which port of which hosts leads to which fabric, plane and rail."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fatdesk.core.arrays import Longs, distinct
from fatdesk.engine.catalog.parts import ModularSwitch, Switch
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.fabric.fabric_ports import FabricPorts
from fatdesk.engine.listing.cells import Column, Value, rows_of


@dataclass(frozen=True)
class HostPort:
    """A port of the hosts of a group, or of switches that another fabric joins, and where it leads.

    Attributes
    ----------
    group, part, hosts
        The group (``compute/edge`` of switches), its part, and how many hosts it has.
    port, system_name
        As it is printed, and as the operating system names it; empty: not known.
    fabric, plane, rail
        Empty where no fabric has it, or its design has one plane or rail only; of hosts that are dealt to
        the rails in turn all of these.
    joined
        Hosts whose port is in use there; None, as the next ones: it leads nowhere.
    shared_by
        Hosts that share the port of the switch.
    switches, first, last
        The switches at the far ends: how many, and the first and last of them by name.
    """

    group: str
    part: str
    hosts: int
    port: str
    system_name: str
    rate_gbps: float
    connector: str
    fabric: str = ""
    plane: str = ""
    rail: str = ""
    joined: int | None = None
    shared_by: int | None = None
    switches: int | None = None
    first: str = ""
    last: str = ""


COLUMNS: tuple[Column[HostPort], ...] = (
    Column("group", "Group", 18, value="group"),
    Column("part", "Part", 28, value="part"),
    Column("hosts", "Hosts", 8, "integer", value="hosts"),
    Column("port", "Port", 8, value="port"),
    Column("port_name", "Port name", 14, value="system_name"),
    Column("rate_gbps", "Rate, Gb/s", 10, "number", short="Gb/s", value="rate_gbps"),
    Column("connector", "Connector", 12, value="connector"),
    Column("fabric", "Fabric", 14, value="fabric"),
    Column("plane", "Plane", 8, value="plane"),
    Column("rail", "Rail", 10, value="rail"),
    Column("joined", "Joined hosts", 12, "integer", short="Joined", value="joined"),
    Column("shared_by", "Hosts per switch port", 18, "integer", short="Share", value="shared_by"),
    Column("switches", "Switches", 9, "integer", value="switches"),
    Column("first_switch", "First switch", 16, value="first"),
    Column("last_switch", "Last switch", 16, value="last"),
)


def host_ports(plan: Plan) -> list[HostPort]:
    """Return all ports of hosts by group and port, free ones too.

    Groups are in the order in which the fabrics have them. A port that leads to several fabrics (after plugs
    were exchanged) has a row for each.
    """
    ports: dict[str, list[HostPort]] = {}
    used: dict[tuple[str, int], list[HostPort]] = {}
    first: dict[str, int] = {}
    for number, fabric in enumerate(plan.fabrics):
        names = FabricPorts(fabric, plan.catalog)
        groups = _groups(fabric)
        for name, nodes in groups.items():
            if name not in ports:
                first[name], ports[name] = _ports(plan, fabric, names, name, nodes)
        order = list(groups)
        for at, port, links in _by_port(fabric, list(groups.values())):
            row = ports[order[at]][port - first[order[at]]]
            used.setdefault((row.group, port), []).append(_joined(plan, number, row, links))
    return [
        row
        for name, rows in ports.items()
        for port, free in enumerate(rows, start=first[name])
        for row in used.get((name, port), [free])
    ]


def _groups(fabric: Fabric) -> dict[str, Longs]:
    """The hosts of a fabric by group; switches that it joins are groups of their own."""
    found: dict[str, list[int]] = {}
    for node in fabric.nodes(NodeKind.HOST).tolist():
        found.setdefault(fabric.ids[node].rpartition("/")[0], []).append(node)
    return {name: np.array(nodes, np.int64) for name, nodes in found.items()}


def _ports(
    plan: Plan, fabric: Fabric, names: FabricPorts, group: str, nodes: Longs
) -> tuple[int, list[HostPort]]:
    """The first port of a group that may lead to a switch, and all from there on as free ones."""
    node = int(nodes[0])
    part = fabric.parts[fabric.part[node]]
    table = port_table(plan.catalog, part.part, part.cards, part.card)
    first = table.data if isinstance(plan.catalog[part.part], Switch | ModularSwitch) else 0
    rows = []
    for port in range(first, len(table.cage)):
        plug = table.plugs[table.plug[port]]
        text, name = table.text(port), names.name(node, port)
        rows.append(HostPort(group, part.part, len(nodes), text, name, plug.rate_gbps, plug.connector))
    return first, rows


def _by_port(fabric: Fabric, groups: Sequence[Longs]) -> Iterator[tuple[int, int, Longs]]:
    """Number of the group, port, and the links of hosts of that group at that port."""
    group_of = np.full(fabric.node_count, -1, np.int64)
    for number, nodes in enumerate(groups):
        group_of[nodes] = number
    links = np.flatnonzero(fabric.kind[fabric.ends[:, 1]] == NodeKind.HOST)
    if not len(links):
        return
    ports = fabric.ports[links, 1].astype(np.int64)
    most = int(ports.max()) + 1
    key = group_of[fabric.ends[links, 1]] * most + ports
    order = np.argsort(key, kind="stable")
    starts = np.flatnonzero(np.diff(key[order], prepend=-1))
    for some in np.split(order, starts[1:]):
        number, port = divmod(int(key[some[0]]), most)
        yield number, port, links[some]


def _joined(plan: Plan, number: int, row: HostPort, links: Longs) -> HostPort:
    """A port with what it leads to."""
    fabric, names = plan.fabrics[number], plan.names[number]
    rails, planes = plan.rails_and_planes[number] if plan.rails_and_planes else (1, 1)
    edges = distinct(fabric.ends[links, 0].astype(np.int64))
    level = fabric.level[edges[0]]
    each = max(1, int((fabric.level == level).sum()) // planes)
    plane, within = np.divmod(fabric.index[edges].astype(np.int64), each)
    return replace(
        row,
        fabric=fabric.name,
        plane=_ranges(distinct(plane + 1).tolist()) if planes > 1 else "",
        rail=_ranges(distinct(within % rails + 1).tolist()) if rails > 1 else "",
        joined=len(distinct(fabric.ends[links, 1].astype(np.int64))),
        shared_by=int(fabric.splits[links].max()),
        switches=len(edges),
        first=names[int(edges[0])],
        last=names[int(edges[-1])],
    )


def _ranges(numbers: Sequence[int]) -> str:
    """Rising numbers in short.

    >>> _ranges([1]), _ranges([1, 2, 3, 5, 6])
    ('1', '1-3, 5-6')
    """
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(one[0]) if len(one) == 1 else f"{one[0]}-{one[-1]}" for one in parts)


def host_port_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells of the ports of hosts in order of :data:`COLUMNS`."""
    return rows_of(COLUMNS, host_ports(plan))
