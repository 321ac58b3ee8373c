"""The network as tables: its nodes, and the bundles between them."""

from typing import NamedTuple

import numpy as np

from fatdesk.engine.catalog.parts import member_role
from fatdesk.engine.drawing.palette import KIND_NAMES
from fatdesk.engine.fabric.device_kinds import level_name
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.column import described, figure
from fatdesk.gui.tables.table_view import ViewTable
from fatdesk.gui.widgets.sorting import natural
from fatdesk.networks.network import Network
from fatdesk.networks.topologies import named_network
from fatdesk.project.document.project import NetworkUnderStudy
from fatdesk.project.document.ref import CABLE, DEVICE, NODE, NodeOf, Ref

MOST_ROWS = 100_000
"""Reference networks with more links are not in the tables."""


class NodeRow(NamedTuple):
    """A node with the nodes below it."""

    element: Ref
    name: str
    fabric: str
    level: str
    part: str
    rack: str
    links: int
    up: int
    down: int


class LinkRow(NamedTuple):
    """A cable between two devices."""

    element: Ref
    near: str
    far: str
    fabric: str
    bundle: str
    kind: str
    rack_near: str
    rack_far: str
    port_near: str
    port_far: str


def node_rows(session: Session) -> list[NodeRow]:
    """Switches from the top level down, then hosts, network by network; reference networks last."""
    derived, rows = session.derived, []
    labels = [rack_label(rack) for rack in session.project.floor.racks]
    for number, (fabric, names) in enumerate(zip(derived.fabrics, derived.names, strict=True)):
        racks = derived.positions.placed[number].rack.tolist()
        height = np.where(fabric.kind == NodeKind.SWITCH, fabric.level, 0)
        top = int(height.max(initial=1))
        a, b = fabric.ends.T
        up = np.bincount(a[height[b] > height[a]], minlength=fabric.node_count)
        up = up + np.bincount(b[height[a] > height[b]], minlength=fabric.node_count)
        links = np.bincount(a, minlength=fabric.node_count) + np.bincount(b, minlength=fabric.node_count)
        words = [level_name(level, top) for level in range(top + 1)]
        level = np.where(fabric.kind == NodeKind.EXTERNAL, -1, height)
        for node in np.lexsort((np.arange(fabric.node_count), -level)).tolist():
            part = fabric.parts[fabric.part[node]] if fabric.part[node] >= 0 else None
            rail = derived.rail(fabric.ids[node])
            role = member_role(None if part is None else derived.catalog.find(part.part))
            more = rail if level[node] or role == "Host" else role.lower()
            stated = "" if part is None else f"{part.part}, {part.cards} cards" if part.cards else part.part
            rows.append(
                NodeRow(
                    DEVICE(fabric.ids[node]),
                    names[node],
                    fabric.name,
                    "External" if level[node] < 0 else _with(words[level[node]], more),
                    stated,
                    labels[racks[node]] if racks[node] >= 0 else "",
                    int(links[node]),
                    int(up[node]),
                    int(links[node] - up[node]),
                )
            )
    for study in session.project.studies:
        rows += _nodes_of(session, study)
    return rows


def _with(level: str, rail: str) -> str:
    return f"{level}, {rail}" if rail else level


def _network(session: Session, study: NetworkUnderStudy) -> tuple[Network, list[str]] | None:
    """The network of a study with the names of its nodes; None where tables would not end."""
    known = named_network(study.spec)
    if known.closed is not None and known.closed.links > MOST_ROWS:
        return None
    network = session.derived.study(study.spec)
    if network.link_count > MOST_ROWS:
        return None
    return network, [known.address(network, node) for node in range(network.node_count)]


def _nodes_of(session: Session, study: NetworkUnderStudy) -> list[NodeRow]:
    """Switches from the top level down, then hosts."""
    found = _network(session, study)
    if found is None:
        return []
    network, names = found
    links = np.bincount(network.ends.ravel(), minlength=network.node_count)
    level = network.level[network.ends]
    rises, falls = level[:, 0] < level[:, 1], level[:, 0] > level[:, 1]
    lower = np.concatenate([network.ends[rises, 0], network.ends[falls, 1]])
    upper = np.concatenate([network.ends[rises, 1], network.ends[falls, 0]])
    up = np.bincount(lower, minlength=network.node_count)
    down = np.bincount(upper, minlength=network.node_count)
    rows = []
    for node in np.lexsort((np.arange(network.node_count), -network.level)).tolist():
        height = int(network.level[node])
        word = f"Level {height}" if height else "Host"
        counts = int(links[node]), int(up[node]), int(down[node])
        rows.append(NodeRow(NODE(NodeOf(study.name, node)), names[node], study.name, word, "", "", *counts))
    return rows


def _links_of(session: Session, study: NetworkUnderStudy) -> list[LinkRow]:
    """All links by their ends, a row for each end."""
    found = _network(session, study)
    if found is None:
        return []
    network, names = found
    way = "One-way" if network.one_way else "Two-way"
    return [
        LinkRow(
            NODE(NodeOf(study.name, a)),
            names[a],
            names[b],
            study.name,
            "secondary" if lane else "",
            way,
            "",
            "",
            str(near),
            str(far),
        )
        for (a, b), (near, far), lane in zip(
            network.ends.tolist(), network.ports.tolist(), network.lane.tolist(), strict=True
        )
    ]


def link_rows(session: Session) -> list[LinkRow]:
    """All cables, by their ends and bundles; then the links of reference networks."""
    rows = [
        LinkRow(
            CABLE(row.id),
            row.a.device,
            row.b.device,
            row.fabric,
            row.bundle,
            KIND_NAMES.get(row.kind, row.kind),
            row.a.rack_label,
            row.b.rack_label,
            row.a.port,
            row.b.port,
        )
        for row in session.derived.rows
    ]
    for study in session.project.studies:
        rows += _links_of(session, study)
    return rows


_ABOUT_NODES = {
    "Node": "Host or switch.",
    "Network": "Fabric or reference network.",
    "Level": "Level of the network, from the hosts up.",
    "Part": "Part of the catalog.",
    "Rack": "Rack in which the device is placed.",
    "Links": "Links that are attached.",
    "Up": "Links to the level above.",
    "Down": "Links to the level below.",
}
_NODES: tuple[Column[NodeRow], ...] = described(
    (
        Column("Node", 130, lambda r: r.name, order=natural, strong=True),
        Column("Network", 110, lambda r: r.fabric, order=natural, tone=lambda _: "text2"),
        Column("Level", 130, lambda r: r.level, order=natural),
        Column("Part", 180, lambda r: r.part, order=natural, tone=lambda _: "text2", stretch=True),
        Column("Rack", 90, lambda r: r.rack, order=natural),
        figure("Links", 80, lambda r: r.links),
        figure("Up", 80, lambda r: r.up),
        figure("Down", 80, lambda r: r.down),
    ),
    _ABOUT_NODES,
)
_ABOUT_LINKS = {
    "From": "Device at the lower end.",
    "To": "Device at the upper end.",
    "Rack from": "Rack of the lower end.",
    "Rack to": "Rack of the upper end.",
    "Port from": "Port of the lower end.",
    "Port to": "Port of the upper end.",
    "Bundle": "Parallel links between the same two devices.",
    "Kind": "Kind of the cable.",
    "Network": "Fabric or reference network.",
}
_LINKS: tuple[Column[LinkRow], ...] = described(
    (
        Column("From", 130, lambda r: r.near, order=natural, strong=True),
        Column("Rack", 80, lambda r: r.rack_near, order=natural, name="Rack from"),
        Column("Port", 60, lambda r: r.port_near, order=natural, name="Port from"),
        Column("To", 130, lambda r: r.far, order=natural, strong=True),
        Column("Rack", 80, lambda r: r.rack_far, order=natural, name="Rack to"),
        Column("Port", 60, lambda r: r.port_far, order=natural, name="Port to"),
        Column("Bundle", 160, lambda r: r.bundle, order=natural, stretch=True),
        Column("Kind", 180, lambda r: r.kind, order=natural),
        Column("Network", 110, lambda r: r.fabric, order=natural, tone=lambda _: "text2"),
    ),
    _ABOUT_LINKS,
)

TOPOLOGY_TWINS = (
    ViewTable("Nodes", _NODES, node_rows, lambda r: r.element, "There is no network yet: design one."),
    ViewTable("Links", _LINKS, link_rows, lambda r: r.element, "There is no network yet: design one."),
)
