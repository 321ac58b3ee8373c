"""What stands out in a drawing, while the rest steps back."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from fatdesk.core.arrays import Bools
from fatdesk.engine.fabric.fabric import Fabric


@dataclass(eq=False)
class Emphasis:
    """What stands out.

    Attributes
    ----------
    nodes, links : (n,) and (m,) bool
        Devices and links that are selected, or hang together with what is.
    path : (m,) bool
        Links of the way that is shown.
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
        """Nothing stands out."""
        nodes, links = fabric.node_count, len(fabric.ends)
        return cls(*(np.zeros(size, bool) for size in (nodes, links, links, nodes, nodes, links)))

    @cached_property
    def anything(self) -> bool:
        """Whether anything stands out."""
        return bool(self.links.any() or self.nodes.any() or self.path.any() or self.anything_out)

    @cached_property
    def anything_out(self) -> bool:
        """Whether anything has failed or is cut off."""
        return bool(self.out.any() or self.dead.any() or self.cut.any())
