"""Milliseconds of a frame, 200,704 hosts and 602,112 links: ``python -m tests.benchmarks.topology``.

A frame is all of it: what is seen, trimmed, and painted, while one pans and zooms from the whole network down
to single hosts. Processor time, the least of some rounds for each frame, so that others on the machine do not
count.
"""

import os
import resource
import statistics
import sys
import time
from math import inf

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from fatdesk.core.memory import LastingObjects
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.frame import Emphasis, View
from fatdesk.engine.topology.frames import Looking, key_of
from fatdesk.engine.topology.link_colours import KINDS, LinkFigures, colouring
from fatdesk.engine.topology.paths import Ground
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.topology.painting import Painting, draw_legend
from tests.engine.topology.trees import catalog, three_levels

PODS, EDGES, HOSTS, MIDDLES, CORES = 56, 64, 56, 56, 64
BOUND_MS, BOUND_MB = 16.0, 600
ROUNDS = 5
VIEWS = 270
"""Different frames."""
SIZE = 1206, 888
"""Of the drawing in a window of 1,600 by 1,000 pixels."""


def spent():
    """Processor time of this program in milliseconds."""
    return time.process_time() * 1e3


def views(drawing):
    """Windows from the whole network down to single hosts, and sideways on the way."""
    left, _, right, _ = drawing.layout.extent
    for scale in np.geomspace(900 / (right - left), 2.0, VIEWS // 3):
        for share, row in ((0.37, 0), (0.6, 1), (0.5, 0.5)):
            rows = drawing.layout.row_y
            at = rows[0] * (1 - row) + rows[-1] * row
            yield View(scale, 600 - scale * right * share, 480 - scale * at, *map(float, SIZE))


def main():
    """Print the figures; 1 when a frame takes longer or the program is larger than it may be."""
    application = QApplication.instance() or QApplication([])
    theme = Theme(application, "light")
    start = spent()
    fabric = three_levels(PODS, EDGES, HOSTS, MIDDLES, CORES)
    made = spent() - start
    names, racks = tuple(fabric.ids), np.arange(fabric.node_count, dtype=np.int32) // 60
    figures = LinkFigures(
        np.arange(len(fabric.ends)) % (len(KINDS) - 1),
        np.arange(len(fabric.ends)) % 30_000_000,
        np.arange(len(fabric.ends)),
    )
    start = spent()
    labels = [f"R{n}" for n in range(int(racks.max()) + 1)]
    drawing = Drawing(fabric, names, racks, labels, catalog(4096))
    looking = Looking(drawing, colouring("kind", fabric, figures, racks))
    laid = spent() - start
    start = spent()
    looking.warm()
    warmed = spent() - start
    print(f"{(fabric.kind == 0).sum():,} hosts, {len(fabric.ends):,} links; made in {made:.0f} ms")
    print(f"laid out in {laid:.0f} ms, all scales made ready in {warmed:.0f} ms (beside the window)")
    LastingObjects().keep()  # as the window does once a project is shown
    image = QImage(*SIZE, QImage.Format.Format_ARGB32_Premultiplied)
    painting = Painting(theme)
    emphasis = Emphasis.none(fabric)
    emphasis.nodes[fabric.ends[250_000]] = True
    emphasis.links |= emphasis.nodes[fabric.ends].any(axis=1)
    print(f"{'ms a frame':>34} {'min':>7} {'median':>7} {'p99':>7} {'most':>7} {'bundles':>8} {'trimmed':>8}")
    worst = 0.0
    for title, lit in (("nothing selected", None), ("an edge switch selected", emphasis)):
        looking.emphasise(lit or Emphasis.none(fabric))
        looking.warm()
        least, most, trimmed = {}, 0, 0
        for number, view in enumerate([*views(drawing)] * ROUNDS):
            start = spent()
            seen = looking.frame(view, names=False)
            painter = QPainter(image)
            painter.fillRect(image.rect(), theme.colour("canvas"))
            painting.paint(painter, seen, looking.colours, moving=True)
            draw_legend(theme, painter, painting.look, key_of(looking, seen), SIZE[1])
            painter.end()
            at = number % VIEWS
            least[at] = min(least.get(at, inf), spent() - start)
            most, trimmed = (
                max(most, len(seen.strands.lines)),
                trimmed + (number < VIEWS and bool(seen.trimmed)),
            )
        times = list(least.values())
        high = statistics.quantiles(times, n=100)[98]
        median = statistics.median(times)
        worst = max(worst, *times)
        stated = " ".join(f"{ms:>7.1f}" for ms in (min(times), median, high, max(times)))
        print(f"{title:>34} {stated} {most:>8,} {trimmed:>8}")
    start = spent()
    ground = Ground(fabric)
    first = spent() - start
    start = spent()
    ways = ground.ways(0, int((fabric.kind == 0).sum()) - 1)
    print(f"a way across: {first:.0f} ms once, {spent() - start:.0f} ms; {ways.link_ways:,} equal ones")
    start = spent()
    looking.frame(View(0.1, *(QPointF(0, 0).toTuple()), *map(float, SIZE)))
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"most memory {size:,.0f} MB; allowed {BOUND_MS:g} ms for the worst frame and {BOUND_MB:,} MB")
    return int(worst > BOUND_MS or size > BOUND_MB)


if __name__ == "__main__":
    sys.exit(main())
