"""The segments of trays between joints and racks: where they lie, and what people call them."""

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.cabling.filling import Cells
from fatdesk.engine.cabling.trays import TrayGraph
from fatdesk.engine.floor.floor import Floor, rack_label

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
UM_PER_MM = 1000


class Segments(NamedTuple):
    """Segments of trays; vertical ways between trays are none.

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
    """What each is called: its tray, and the racks nearest to its ends, ``tray-3: A06 to A07``."""
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
