"""Elements of a placed, cabled design that can fail at once, tray segments included, with their impact."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Bools, Floats, Ints, Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.cabling.filling import Cells
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.failures.placed_fabric import NONE, Placed
from fatdesk.engine.floor.floor import Floor, Zone, rack_label, racks_in_zone
from fatdesk.engine.trays.graph import TrayGraph
from fatdesk.networks.fault_tolerance.impact import Element, Piece

UM_PER_MM = 1000


class Segments(NamedTuple):
    """Segments of trays; vertical paths between trays are none.

    Attributes
    ----------
    cell
        Which cell of the trays each is.
    tray
        Its tray, an index into the floor's.
    points_mm : (n, 2, 2)
        x and y of both ends.
    """

    cell: Longs
    tray: Longs
    points_mm: Floats


def segments_of(graph: TrayGraph, cells: Cells) -> Segments:
    """All segments, tray by tray."""
    net = graph.net
    hung = np.flatnonzero(net.tray[cells.piece] >= 0)
    line = np.searchsorted(net.first, cells.piece[hung], side="right") - 1
    along = np.stack([cells.low_um[hung], cells.high_um[hung]], axis=1)
    return Segments(hung, net.tray[cells.piece[hung]], _points_mm(graph, line[:, None], along))


def segment_names(floor: Floor, graph: TrayGraph, some: Segments) -> list[str]:
    """Return the name of each segment: its tray and the racks nearest its ends, ``tray-3: A06 to A07``."""
    on = np.flatnonzero(graph.drop_piece >= 0)
    if len(on):
        line = np.searchsorted(graph.net.first, graph.drop_piece[on], side="right") - 1
        drops = _points_mm(graph, line, graph.drop_at_um[on])
        away = np.square(some.points_mm[:, :, None] - drops).sum(axis=-1).round(3)
        labels = [rack_label(floor.racks[rack]) for rack in on.tolist()]
        ends = [(labels[a], labels[b]) for a, b in np.argmin(away, axis=2).tolist()]
    else:
        ends = [("", "")] * len(some.cell)
    names = []
    seen: Counter[str] = Counter()
    for tray, (a, b) in zip(some.tray.tolist(), ends, strict=True):
        name = f"{floor.trays[tray].id}: {a} to {b}" if a != b else f"{floor.trays[tray].id}: at {a}"
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return names


def _points_mm(graph: TrayGraph, line: Longs, along: Longs) -> Floats:
    """Places along lines as x and y."""
    lines = graph.net.lines
    dx, dy = lines.x2 - lines.x1, lines.y2 - lines.y1
    length = np.maximum(lines.along(np.arange(len(dx)), lines.x2, lines.y2), 1)
    share = along / length[line]
    x, y = lines.x1[line] + dx[line] * share, lines.y1[line] + dy[line] * share
    return np.stack([x, y], axis=-1) / UM_PER_MM


MM_PER_M = 1000
NOTHING = np.zeros(0, np.int32)


class Lost(NamedTuple):
    """Links, devices and cables lost with several elements.

    Attributes
    ----------
    dead : (nodes,) bool
        Nodes of the network.
    out : (m,) bool
        Links of the network, those of dead nodes included.
    usable : (c,) bool
        Channels that are left.
    boards
        Fabric boards, as node and number from 0.
    """

    dead: Bools
    out: Bools
    usable: Bools
    boards: tuple[tuple[int, int], ...]


def elements(placed: Placed) -> tuple[Element, ...]:
    """All elements: racks, enclosures, feeds, zones, trays, switches, cards, boards, trunks, bundles, cables.

    Tray segments are those in which a cable of this fabric runs, bundles those of several cables. Line cards
    are listed for modular switches, fabric boards only where the catalog states what is inside. An
    enclosure takes what is inside with it: blades with their switch, or the nodes of a chassis.
    """
    return tuple(
        element
        for some in (
            _racks,
            _enclosures,
            _feeds,
            _zones,
            _trays,
            _switches,
            _cards,
            _boards,
            _trunks,
            _bundles,
            _cables,
        )
        for element in some(placed)
    )


def named(elements: Sequence[Element], key: str) -> Element:
    """The element of a key.

    Raises
    ------
    FatdeskError
        When there is none.
    """
    found = next((element for element in elements if element.key == key), None)
    if found is None:
        kind = key.partition("/")[0]
        other = next((element.key for element in elements if element.key.startswith(f"{kind}/")), None)
        such = f"for one there is {other}" if other else "keys begin with " + ", ".join(_kinds(elements))
        raise FatdeskError(f"nothing is called {key!r} in this fabric: {such}")
    return found


def taken(placed: Placed, some: Iterable[Element]) -> Lost:
    """Return what several elements take with them; a rack fails with the last of its feeds."""
    network = placed.network
    dead = np.zeros(network.node_count, np.bool_)
    out = np.zeros(network.link_count, np.bool_)
    boards: list[tuple[int, int]] = []
    feeds: set[str] = set()
    for element in some:
        dead[element.nodes] = True
        out[element.links] = True
        boards += element.boards
        feeds |= set(element.feeds)
    if len(feeds) > 1:
        dead[_inside(placed, _racks_without(placed, feeds))] = True
    if dead.any():
        one, other = network.ends.T
        out |= dead[one] | dead[other]
    usable = ~out if network.one_way else np.repeat(~out, 2)
    return Lost(dead, out, usable, tuple(sorted(set(boards))))


def _kinds(elements: Sequence[Element]) -> list[str]:
    return list(dict.fromkeys(element.key.partition("/")[0] for element in elements))


def _of_nodes(placed: Placed, nodes: Longs, cables: Longs) -> tuple[Ints, Ints, tuple[str, ...]]:
    """Dead nodes with their links, cut cables with theirs, and the cables that end at a failed device."""
    own = nodes[nodes < placed.network.node_count]
    links = np.union1d(placed.links_of_node.at_all(own), placed.links_of_cable.at_all(cables))
    hanging = np.union1d(cables, placed.cables_of_node.at_all(nodes))
    ids = tuple(placed.ids[cable] for cable in hanging.tolist())
    return own.astype(np.int32), links.astype(np.int32), ids


def _of_links(placed: Placed, links: Longs) -> tuple[Ints, Ints, tuple[str, ...]]:
    """Some links of the fabric, and all that is in one cable with them."""
    cables = np.unique(placed.cable_of[links])
    return _of_nodes(placed, np.zeros(0, np.int64), cables[cables != NONE])


def _inside(placed: Placed, racks: Iterable[int]) -> Longs:
    """Return the nodes in some racks."""
    return np.flatnonzero(np.isin(placed.rack, list(racks)))


def _racks(placed: Placed) -> Iterator[Element]:
    none = np.zeros(0, np.int64)
    for index, rack in enumerate(placed.positions.floor.racks):
        nodes = np.flatnonzero(placed.rack == index)
        if len(nodes):
            yield Element("rack", f"rack/{rack.number}", rack_label(rack), *_of_nodes(placed, nodes, none))


def _enclosures(placed: Placed) -> Iterator[Element]:
    none = np.zeros(0, np.int64)
    number = {node_id: node for node, node_id in enumerate(placed.fabric.ids)}
    for rack in placed.positions.floor.racks:
        for device in rack.devices:
            nodes = [number[some.id] for some in device.inside if some.id in number]
            if nodes:
                taken = _of_nodes(placed, np.array(sorted(nodes)), none)
                yield Element(
                    "enclosure",
                    f"enclosure/{device.id}",
                    placed.device_names.get(device.id, device.id),
                    *taken,
                )


def _racks_without(placed: Placed, gone: set[str]) -> list[int]:
    """The racks, by index, all of whose feeds are gone; those without a feed live."""
    feeds = placed.positions.floor.feeds
    dark = {number for feed in feeds if feed.name in gone for number in feed.racks}
    lit = {number for feed in feeds if feed.name not in gone for number in feed.racks}
    racks = placed.positions.floor.racks
    return [index for index, rack in enumerate(racks) if rack.number in dark - lit]


def _feeds(placed: Placed) -> Iterator[Element]:
    none = np.zeros(0, np.int64)
    for feed in placed.positions.floor.feeds:
        nodes = _inside(placed, _racks_without(placed, {feed.name}))
        taken = _of_nodes(placed, nodes, none)
        yield Element("power feed", f"feed/{feed.name}", feed.name, *taken, feeds=(feed.name,))


def _zones(placed: Placed) -> Iterator[Element]:
    floor = placed.positions.floor
    segments = segments_of(placed.cabling.graph, placed.cells) if floor.zones else None
    for zone in floor.zones:
        assert segments is not None
        held = {rack.number for rack in racks_in_zone(floor, zone, placed.catalog)}
        racks = [index for index, rack in enumerate(floor.racks) if rack.number in held]
        cells = segments.cell[_crossing(segments, zone)]
        cables = placed.cables_of_cell.at_all(cells)
        taken = _of_nodes(placed, _inside(placed, racks), cables)
        yield Element("zone", f"zone/{zone.name}", zone.name, *taken)


def _crossing(segments: Segments, zone: Zone) -> Bools:
    """Return the segments with more than a point inside a zone, seen from above."""
    start, stop = segments.points_mm[:, 0], segments.points_mm[:, 1]
    low = np.array([zone.x_m, zone.y_m]) * MM_PER_M
    high = low + np.array([zone.width_m, zone.depth_m]) * MM_PER_M
    way = stop - start
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (low - start) / way, (high - start) / way
    level = way == 0
    between = (start > low) & (start < high)
    enters = np.where(level, np.where(between, 0.0, 2.0), np.minimum(one, other)).max(axis=1)
    leaves = np.where(level, 1.0, np.maximum(one, other)).min(axis=1)
    found: Bools = np.maximum(enters, 0.0) < np.minimum(leaves, 1.0)
    return found


def _trays(placed: Placed) -> Iterator[Element]:
    floor, graph = placed.positions.floor, placed.cabling.graph
    segments = segments_of(graph, placed.cells)
    names = segment_names(floor, graph, segments)
    none = np.zeros(0, np.int64)
    for cell, tray, points, name in zip(
        segments.cell.tolist(), segments.tray.tolist(), segments.points_mm, names, strict=True
    ):
        cables = placed.cables_of_cell.at(cell)
        if len(cables):
            (x1, y1), (x2, y2) = points.round().astype(int).tolist()
            piece = Piece(floor.trays[tray].id, (x1, y1), (x2, y2))
            key = f"tray/{piece.tray}/{x1},{y1}-{x2},{y2}"
            yield Element("tray", key, name, *_of_nodes(placed, none, cables), piece=piece)


def _switch_nodes(placed: Placed) -> list[int]:
    return list(map(int, placed.fabric.nodes(NodeKind.SWITCH)))


def _switches(placed: Placed) -> Iterator[Element]:
    none = np.zeros(0, np.int64)
    for node in _switch_nodes(placed):
        key = f"switch/{placed.fabric.ids[node]}"
        yield Element("switch", key, placed.names[node], *_of_nodes(placed, np.array([node]), none))


def _cards(placed: Placed) -> Iterator[Element]:
    for node in _switch_nodes(placed):
        cards = placed.fabric.parts[int(placed.fabric.part[node])].cards
        if not cards:
            continue
        links = np.flatnonzero((placed.fabric.ends == node).any(axis=1))
        of = placed.card_of(node, links)
        for card in range(cards):
            key, name = f"card/{placed.fabric.ids[node]}/{card + 1}", f"{placed.names[node]} card {card + 1}"
            yield Element("line card", key, name, *_of_links(placed, links[of == card]))


def _boards(placed: Placed) -> Iterator[Element]:
    for node in _switch_nodes(placed):
        tree = placed.trees[int(placed.fabric.part[node])]
        for board in range(tree.boards if tree else 0):
            key = f"board/{placed.fabric.ids[node]}/{board + 1}"
            name = f"{placed.names[node]} board {board + 1}"
            yield Element("fabric board", key, name, NOTHING, NOTHING, (), boards=((node, board),))


def _trunks(placed: Placed) -> Iterator[Element]:
    """Trunks between panels; one that is cut takes the links that it carries."""
    none = np.zeros(0, np.int64)
    for trunk in placed.trunks:
        if trunk.fabric == placed.number:
            cables = np.array(sorted(trunk.cables), np.int64)
            yield Element("trunk", f"trunk/{trunk.id}", trunk.name, *_of_nodes(placed, none, cables))


def _bundles(placed: Placed) -> Iterator[Element]:
    fabric, none = placed.fabric, np.zeros(0, np.int64)
    start = placed.cables_of_bundle.start
    for bundle in np.flatnonzero(np.diff(start) > 1).tolist():
        cables = placed.cables_of_bundle.at(bundle)
        a, b = fabric.ends[int(placed.made.heads[cables[0]])].tolist()
        key, name = f"bundle/{fabric.name}-B{bundle + 1}", f"{placed.names[a]} to {placed.names[b]}"
        yield Element("bundle", key, name, *_of_nodes(placed, none, cables))


def _cables(placed: Placed) -> Iterator[Element]:
    fabric, made, none = placed.fabric, placed.made, np.zeros(0, np.int64)
    heads = made.heads
    ends, ports = fabric.ends[heads].tolist(), fabric.ports[heads].tolist()
    part = fabric.part.tolist()
    outside = ["1"]
    for cable in range(made.count):
        stated = [
            f"{placed.names[node]}:{(placed.ports[part[node]] if part[node] >= 0 else outside)[port]}"
            for node, port in zip(ends[cable], ports[cable], strict=True)
            if part[node] >= 0
        ]
        key, name = (
            f"cable/{placed.ids[cable]}",
            " to ".join(stated if len(stated) > 1 else [*stated, "outside"]),
        )
        yield Element("cable", key, name, *_of_nodes(placed, none, np.array([cable])))
