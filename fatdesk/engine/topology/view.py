"""The viewport of a drawing, the smallest sizes drawn in it, and what is emphasised."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Bools, Floats
from fatdesk.engine.fabric.fabric import Fabric


@dataclass(eq=False)
class Emphasis:
    """Highlighted items.

    Attributes
    ----------
    nodes, links : (n,) and (m,) bool
        Devices and links that are selected, or related to these.
    path : (m,) bool
        Links of the path that is shown.
    dead, cut : (n,) bool
        Devices that have failed; those that work and are cut off.
    out : (m,) bool
        Links that have failed, or end at what has.
    """

    nodes: Bools
    links: Bools
    path: Bools
    dead: Bools
    cut: Bools
    out: Bools

    @classmethod
    def none(cls, fabric: Fabric) -> "Emphasis":
        """No highlighted items."""
        nodes, links = fabric.node_count, len(fabric.ends)
        return cls(*(np.zeros(size, bool) for size in (nodes, links, links, nodes, nodes, links)))

    @cached_property
    def anything(self) -> bool:
        """Whether any item is highlighted."""
        return bool(self.links.any() or self.nodes.any() or self.path.any() or self.anything_out)

    @cached_property
    def anything_out(self) -> bool:
        """Whether anything has failed or is cut off."""
        return bool(self.out.any() or self.dead.any() or self.cut.any())


LEAST_BOX = 24.0
"""Narrower boxes are drawn as groups."""
LEAST_HOST = 6.0
"""Hosts nearer to each other than this are drawn as one block with their count."""
LEAST_CHIP = 14.0
"""Chips of opened switches narrower than this are not drawn."""
LEAST_HIGH, GROUP_HIGH = 24.0, 40.0


class View(NamedTuple):
    """Scale in pixels per unit of the layout, pixel of its zero point, and size of the window."""

    scale: float
    x: float
    y: float
    width: float
    height: float

    def lines(self, ends: Floats) -> Floats:
        """Lines (k, 4) of the layout in pixels."""
        moved: Floats = ends * self.scale + np.array([self.x, self.y, self.x, self.y])
        return moved

    def window(self, margin: float = 8.0) -> tuple[float, float, float, float]:
        """Left, right, upper and lower edge of the window in units of the layout."""
        left, top = (-margin - self.x) / self.scale, (-margin - self.y) / self.scale
        right, bottom = (
            (self.width + margin - self.x) / self.scale,
            (self.height + margin - self.y) / self.scale,
        )
        return left, right, top, bottom

    def across(self, x: float) -> float:
        """A place from left to right in pixels."""
        return x * self.scale + self.x

    def down(self, y: float) -> float:
        """A place from top to bottom in pixels."""
        return y * self.scale + self.y
