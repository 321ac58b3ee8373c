"""What is drawn at a pixel: a host, a box, a group, a bundle."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF

from fatdesk.core.arrays import Longs
from fatdesk.engine.topology.frame import Box, Seen
from fatdesk.engine.topology.layout import NODES
from fatdesk.gui.topology.painting import point_in
from fatdesk.gui.topology.scene import Scene

REACH = 5.0
"""So near in pixels must the pointer come to a line."""


class Spot(NamedTuple):
    """What is there: nodes, or else links; and the box where it is one."""

    nodes: Longs
    links: Longs
    box: Box | None = None
    names: tuple[str, str] = ("", "")
    """Of a bundle what it runs between, from below."""


def spot_at(scene: Scene, seen: Seen, at: QPointF) -> Spot | None:
    """What is at a pixel; what is drawn last comes first."""
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
            ends.append(drawing.group_name(row, drawing.wiring.tiers[row][tier], int(at)))
    return Spot(scene.nothing, links, None, (ends[0], ends[1]))
