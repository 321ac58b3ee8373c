"""Milliseconds to draw a growth stage of 20,000 cables: ``python -m tests.benchmarks.growth``.

A stage is all of it: colours, what is seen, painted, and the key, of topology and floor in a window of
1,600 by 1,000 pixels. Processor time, the least of some rounds for each stage; ``first`` is the first paint.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable
from math import inf

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.change_order.floor_drawing import FloorDrawing, FloorSwatches
from fatdesk.engine.change_order.marks import MarkedStep
from fatdesk.engine.change_order.network_drawing import ChangeLook, network_pictures
from fatdesk.engine.design.growth_target import HostTarget
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.topology.frame import View
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.topology.painting import Painting, PixelPainter, draw_legend, inks_of
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.growing.marking import marked_step
from fatdesk.project.growing.policies import policy_results

HOSTS, LATER = 5_120, 10_240
SIZE = 1206, 888
BOUND_MS = 50.0
ROUNDS = 3


def spent() -> float:
    """Processor time of this program in milliseconds."""
    return time.process_time() * 1e3


def steps() -> list[MarkedStep]:
    """The step by growth in place, and by a rebuild."""
    catalog = load_shipped([])
    requirements = Requirements(
        hosts=(HostGroup(name="nodes", part="server-1u", count=HOSTS),),
        fabrics=(FabricRequirement(name="compute", edge=("ib-36",), core=("ib-36", "modular-648")),),
        room=RoomRequirement(improve_steps=0),
    )
    project = design_project(requirements, catalog, "cluster").project
    assert project is not None
    growth = (GrowthStep(hosts=(HostTarget(name="nodes", count=LATER),)),)
    found = []
    for policy in ("in-place", "rebuild"):
        [made] = policy_results(project, growth, catalog, [(policy,)])
        assert not made.why_not, made.why_not
        start = spent()
        found.append(marked_step(made.works[0], policy))
        print(f"{policy}: marked in {spent() - start:,.0f} ms (beside the window)")
    return found


class Screen:
    """A window with the drawings of a step."""

    def __init__(self, theme: Theme, step: MarkedStep) -> None:
        self.theme, self.inks = theme, inks_of(theme)
        self.image = QImage(*SIZE, QImage.Format.Format_ARGB32_Premultiplied)
        self.painting, self.pixels = Painting(theme), PixelPainter(theme)
        start = spent()
        [self.picture] = network_pictures(step)
        self.floor = FloorDrawing(step)
        assert self.floor.extent is not None
        left, top, right, bottom = self.picture.drawing.layout.extent
        scale = min((SIZE[0] - 60) / (right - left), (SIZE[1] - 240) / (bottom - top))
        self.window = View(scale, 30 - left * scale, 50 - top * scale, *map(float, SIZE))
        self.laid_out_ms = spent() - start
        left, top, right, bottom = self.floor.extent
        scale = min((SIZE[0] - 80) / (right - left), (SIZE[1] - 200) / (bottom - top))
        self.room = View(scale, 60 - left * scale, 20 - top * scale, *map(float, SIZE))

    def topology(self, at: int) -> None:
        """Draw a stage of the network."""
        painter = QPainter(self.image)
        painter.fillRect(self.image.rect(), self.theme.colour("canvas"))
        seen = self.picture.frame(self.window, at)
        self.painting.paint(painter, seen, self.picture.looking(at).colours, look=ChangeLook)
        draw_legend(self.theme, painter, self.painting.look, self.picture.key(at, seen), SIZE[1])
        painter.end()

    def plan(self, at: int) -> None:
        """Draw a stage of the floor."""
        painter = QPainter(self.image)
        painter.fillRect(self.image.rect(), self.theme.colour("canvas"))
        self.pixels.begin(painter)
        self.floor.draw(self.pixels, self.room, at, self.inks)
        draw_legend(self.theme, painter, FloorSwatches(self.inks), self.floor.key(at), SIZE[1])
        painter.end()


def measured(title: str, step: MarkedStep, draw: Callable[[int], object], laid_out: float) -> float:
    """The longest stage; the first paint is with the layout, which is made for it."""
    start = spent()
    draw(0)
    first = spent() - start + laid_out
    stages = range(0, step.last + 1, max(1, step.last // 24))
    least = dict.fromkeys(stages, inf)
    for _ in range(ROUNDS):
        for at in stages:
            start = spent()
            draw(step.stage_at(at))
            least[at] = min(least[at], spent() - start)
    times = list(least.values())
    print(f"{title:>24} {first:>8.1f} {min(times):>7.1f} {statistics.median(times):>7.1f} {max(times):>7.1f}")
    return max(first, *times)


def main() -> int:
    """Print the figures; 1 when a stage takes longer than it may."""
    theme, worst = Theme(QApplication([]), "light"), 0.0
    for step in steps():
        counts = ", ".join(f"{count:,} {mark.name.lower()}" for mark, count in step.counts.items())
        print(f"{step.title}: {counts}; {len(step.stages)} stages, {len(step.floor.racks)} racks")
        screen = Screen(theme, step)
        print(f"{'ms a stage':>24} {'first':>8} {'min':>7} {'median':>7} {'most':>7}")
        for title, draw in (("topology", screen.topology), ("floor", screen.plan)):
            worst = max(worst, measured(title, step, draw, screen.laid_out_ms))
    print(f"allowed {BOUND_MS:g} ms for the worst stage and the first paint")
    return int(worst > BOUND_MS)


if __name__ == "__main__":
    sys.exit(main())
