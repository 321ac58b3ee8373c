"""The spot at a pixel (a host, a box, a group, a bundle), and its tooltip."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF

from fatdesk.core.arrays import Longs
from fatdesk.core.number_text import counted
from fatdesk.core.units import m_from_um
from fatdesk.engine.cabling.identity import port_names
from fatdesk.engine.drawing.faceplate import ports_at
from fatdesk.engine.drawing.palette import KIND_NAMES
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.topology.frame import Box, Seen
from fatdesk.engine.topology.layout import NODES
from fatdesk.engine.topology.link_colours import KINDS
from fatdesk.engine.topology.paths import AlgorithmPaths, Ways
from fatdesk.gui.topology.painting import point_in
from fatdesk.gui.topology.scene import Scene
from fatdesk.gui.views.port_map import port_lines
from fatdesk.gui.widgets.numbers import UNKNOWN
from fatdesk.networks.network import Network

REACH = 5.0
"""Largest distance of the pointer from a line that it picks, in pixels."""


class PortSpot(NamedTuple):
    """A picked port: its switch, the link there (−1: none), its line card from 0, its number there."""

    node: int
    link: int
    card: int
    number: str


class Spot(NamedTuple):
    """A picked spot: its nodes, or else its links; and its box, if it is one."""

    nodes: Longs
    links: Longs
    box: Box | None = None
    names: tuple[str, str] = ("", "")
    """Of a bundle what it runs between, from below."""
    port: PortSpot | None = None


def spot_at(scene: Scene, seen: Seen, at: QPointF) -> Spot | None:
    """The spot at a pixel; what is drawn last comes first."""
    if (port := _port_at(seen, at)) is not None:
        return port
    for box in reversed(seen.boxes):
        if point_in(box, at) and (spot := _of_box(scene, box)) is not None:
            return spot
    if len(seen.hosts):
        x, y, wide, high = seen.hosts.T
        inside = (x <= at.x()) & (at.x() <= x + wide) & (y <= at.y()) & (at.y() <= y + high)
        found = np.flatnonzero(inside)
        if len(found):
            return Spot(seen.host_nodes[found[:1]], scene.nothing)
    strand = nearest(seen.strands.lines, at.x(), at.y(), REACH)
    return None if strand is None else _of_strand(scene, seen, strand)


def _port_at(seen: Seen, at: QPointF) -> Spot | None:
    """The port at a pixel: its link, of a free one its switch."""
    for some in reversed(seen.ports):
        for number in ports_at(some.squares, at.x(), at.y()):
            link = int(some.links[number])
            node, links = np.array([some.node], np.int64), np.array([link], np.int64)
            port = PortSpot(some.node, link, int(some.cards[number]), some.texts[number])
            free = link < 0
            return Spot(node if free else links[:0], links[:0] if free else links, None, ("", ""), port)
    return None


def nearest(lines: NDArray[np.float64], x: float, y: float, reach: float) -> int | None:
    """The line nearest to a point, of equal ones the last; None where all are farther than a reach."""
    if not len(lines):
        return None
    start, step = lines[:, :2], lines[:, 2:] - lines[:, :2]
    size = np.maximum((step**2).sum(axis=1), 1e-9)
    share = np.clip(((np.array([x, y]) - start) * step).sum(axis=1) / size, 0, 1)
    gap = np.hypot(*(start + step * share[:, None] - np.array([x, y])).T)
    best = len(gap) - 1 - int(gap[::-1].argmin())
    return best if gap[best] <= reach else None


def _of_box(scene: Scene, box: Box) -> Spot | None:
    drawing = scene.drawing
    layout = drawing.layout
    tier = drawing.wiring.tiers[box.row][box.tier]
    if box.what == "hosts":
        return Spot(layout.hosts[drawing.hosts_below(tier, box.number)], scene.nothing, box)
    if box.what == "group":
        return Spot(drawing.nodes_of(box.row, tier, box.number), scene.nothing, box)
    slot = int(layout.box_slot[box.number])
    if layout.slot_kind[slot] in NODES:
        return Spot(layout.slot_node[slot : slot + 1], scene.nothing, box)
    links = np.flatnonzero((layout.link_box == box.number).any(axis=1))
    return Spot(scene.nothing, links, box) if len(links) else None


def _of_strand(scene: Scene, seen: Seen, strand: int) -> Spot:
    drawing, pair = scene.drawing, seen.pairs[int(seen.strands.pair[strand])]
    some, number = drawing.wiring.between(*pair), int(seen.strands.number[strand])
    bases = some.base[some.of_base == number]
    links = np.concatenate([drawing.wiring.links_of(base) for base in bases.tolist()])
    ends = []
    for row, tier, at in ((pair[0], pair[1], some.low[number]), (pair[2], pair[3], some.high[number])):
        if tier == 0:
            ends.append(drawing.slot_name(int(drawing.layout.box_slot[at])))
        else:
            tiers = drawing.wiring.tiers[row][tier]
            level = f", {drawing.row_name(row).lower()}" if tiers.pods is not None else ""
            ends.append(f"{drawing.group_name(row, tiers, int(at))}{level}")
    return Spot(scene.nothing, links, None, (ends[0], ends[1]))


def tooltip_of(scene: Scene, spot: Spot) -> str:
    """The tooltip of a spot: its name, its kind, and what is connected to it."""
    if spot.port is not None:
        return "\n".join(_port_words(scene, spot.port))
    if len(spot.nodes) == 1:
        return "\n".join(_node_lines(scene, int(spot.nodes[0])))
    if len(spot.nodes):
        return "\n".join(_group_lines(scene, spot))
    return "\n".join(_link_lines(scene, spot))


def _port_words(scene: Scene, spot: PortSpot) -> list[str]:
    """A port, its far end and its cable; in a reference network the far end alone."""
    node, link = spot.node, spot.link
    fabric, names = scene.fabric, scene.names
    if scene.study is None:
        ports = scene.session.derived.port_maps.of(fabric.ids[node])
        cable = scene.cables_of(np.array([link])) if link >= 0 else []
        wanted = cable[0].id if cable else ""
        for port in ports.ports if ports is not None else ():
            end = port.end
            same = end is None if link < 0 else end is not None and end.cable == wanted
            place = port.card, port.number
            if same and place == (spot.card, spot.number) and (end is None or end.fabric == fabric.name):
                return [names[node], *port_lines(scene.session, port)]
    if link < 0:
        return [names[node], f"Port {spot.number} is free"]
    side = 0 if fabric.ends[link, 0] == node else 1
    far, port_there = int(fabric.ends[link, 1 - side]), int(fabric.ports[link, 1 - side])
    return [f"{names[node]} port {spot.number} → {names[far]} port {port_there}"]


def place(scene: Scene, node: int) -> str:
    """The rack and unit of a device in words."""
    session = scene.session
    seat = session.derived.positions.seats.get(scene.fabric.ids[node])
    if seat is None:
        return "not placed"
    rack = f"rack {scene.drawing.rack_labels[seat.rack]}"
    return f"{rack} U{seat.u:02d}" if seat.height_u else f"at the side of {rack}"


def hops(scene: Scene, ways: Ways | AlgorithmPaths) -> list[str]:
    """For each node of a path its ports in and out."""
    fabric = scene.fabric
    names = None if scene.study is not None else port_names(fabric, scene.session.derived.catalog)
    found = []
    for number, node in enumerate(ways.nodes):
        words = []
        for word, hop in (("in", number - 1), ("out", number)):
            if 0 <= hop < len(ways.hops):
                links = ways.hops[hop]
                side = (fabric.ends[links, 1] == node).astype(np.int64)
                ports = fabric.ports[links, side].tolist()
                own = () if names is None else names[int(fabric.part[node])]
                counted_from = 0 if names is None else 1
                shown = [own[port] if port < len(own) else str(port + counted_from) for port in ports]
                words.append(f"{word} p{_runs(shown)}")
        found.append(" · ".join(words))
    return found


def _runs(ports: list[str]) -> str:
    """Ports in few letters: ``19–27``, ``3, 7``, ``1/4 and 8 more``."""
    if len(ports) == 1:
        return ports[0]
    if all(port.isdigit() for port in ports):
        numbers = [int(port) for port in ports]
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(ports) if len(ports) <= 3 else f"{ports[0]} and {len(ports) - 1} more"


def _node_lines(scene: Scene, node: int) -> list[str]:
    fabric, drawing = scene.fabric, scene.drawing
    if scene.studied is not None:
        level = "Host" if fabric.kind[node] == NodeKind.HOST else "Switch"
        return [f"{level} {scene.names[node]}", *links_of(scene.studied.network, node)]
    part = fabric.parts[int(fabric.part[node])] if fabric.part[node] >= 0 else None
    words = [scene.names[node]]
    if part is not None:
        part_text = f"{part.part}, {counted(part.cards, 'card')}" if part.cards else part.part
        words.append(f"{part_text} · {place(scene, node)}")
    rail = scene.session.derived.rail(fabric.ids[node])
    if rail:
        words.append(rail[0].upper() + rail[1:])
    used, have = drawing.ports
    words.append(f"{used[node]:,} of {counted(int(have[node]), 'port')} in use")
    if node in scene.modular:
        verb = "hide" if scene.is_open(node) else "show"
        words.append(f"Double-click to {verb} its chips")
    return words


def links_of(network: Network, node: int) -> list[str]:
    """The number of links of a node, in and out where they are one-way."""
    leads, arrives = (int((network.ends[:, side] == node).sum()) for side in (0, 1))
    if network.one_way:
        return [f"{counted(arrives, 'link')} in, {leads:,} out"]
    return [counted(leads + arrives, "link")]


def _group_lines(scene: Scene, spot: Spot) -> list[str]:
    fabric, nodes = scene.fabric, spot.nodes
    hosts = bool((fabric.kind[nodes] == NodeKind.HOST).all())
    first, last = scene.names[int(nodes[0])], scene.names[int(nodes[-1])]
    words = [f"{first} – {last}", counted(len(nodes), scene.drawing.host_word if hosts else "switch")]
    racks = scene.drawing.racks[nodes]
    if (racks >= 0).any():
        words.append(f"in {counted(len(np.unique(racks[racks >= 0])), 'rack')}")
    words.append("Double-click to zoom in")
    return words


def _link_lines(scene: Scene, spot: Spot) -> list[str]:
    links, fabric = spot.links, scene.fabric
    if spot.names[0]:
        words = [f"{spot.names[0]}  –  {spot.names[1]}"]
    else:
        number = 0 if spot.box is None else int(scene.drawing.layout.box_slot[spot.box.number])
        words = [scene.drawing.slot_name(number)]
        switch = int(scene.drawing.layout.slot_node[number])
        if scene.study is None and switch >= 0:
            table = port_names(fabric, scene.session.derived.catalog)[int(fabric.part[switch])]
            ports = [table[port] for port in fabric.ports[links, 0].tolist()]
            words.append(f"at {scene.names[switch]} port {_runs(ports)}")
    if scene.studied is not None:
        lanes = scene.studied.network.lane[links]
        second = f", {counted(int(lanes.sum()), 'secondary one')}" if lanes.any() else ""
        return [*words, counted(len(links), "link") + second]
    rates = np.unique(fabric.rate_gbps[links])
    rate = f"{rates[0]:g} Gb/s" if len(rates) == 1 else f"{rates[0]:g}–{rates[-1]:g} Gb/s"
    words.append(f"{counted(len(links), 'link')} of {rate}")
    if len(links) == 1:
        a, b = (int(node) for node in fabric.ends[links[0]])
        words.append(f"{place(scene, a)} – {place(scene, b)}")
    load = scene.load if scene.mode_now == "load" else None
    if load is not None:
        most = float(np.nan_to_num(load.factor[links]).max(initial=0.0))
        words.append(f"load factor {most:.3f}" + (" at most" if len(links) > 1 else ""))
    figures = scene.figures
    for kind in np.unique(figures.kind[links]).tolist():
        some = links[figures.kind[links] == kind]
        lengths = figures.length_um[some]
        known = lengths[lengths >= 0]
        length = f"{UNKNOWN} length"
        if len(known):
            low, high = (f"{m_from_um(int(um)):,.2f}" for um in (known.min(), known.max()))
            length = f"computed {low} m" if low == high else f"computed {low}–{high} m"
        words.append(f"{len(some):,} × {KIND_NAMES[KINDS[kind]]}, {length}")
    return [*words, *_panels(scene, links)]


MOST_PANELS = 6


def _panels(scene: Scene, links: Longs) -> list[str]:
    """The patch panels that links go over: with their ports where it is one link."""
    if scene.study is not None:
        return []
    made = scene.session.derived.cabling.fabrics[scene.number]
    cables = np.unique(scene.figures.cable[links]).tolist() if made.panels else []
    over = [made.panels[cable] for cable in cables if cable in made.panels]
    if len(over) == 1:
        return [f"over {' and '.join(over[0])}"]
    names = sorted({port.partition(" ")[0] for ports in over for port in ports})
    more = f" and {len(names) - MOST_PANELS} more" if len(names) > MOST_PANELS else ""
    return [f"over {', '.join(names[:MOST_PANELS])}{more}"] if names else []
