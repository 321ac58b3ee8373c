"""Trees in racks, in the order of the exploration."""

import numpy as np

from fatdesk.engine.exploring.egft import Egft
from fatdesk.engine.exploring.pricing.grid import Grid
from fatdesk.engine.exploring.pricing.placement import Places, place
from fatdesk.engine.floor.room import Policy


def tree_places(
    tree: Egft, hosts: int, heights: tuple[int, int], grid: Grid, policy: Policy
) -> Places | None:
    """The places of a tree; hosts fill edge switch after edge switch; ``heights``: a switch's, a host's."""
    terminals, edges = tree.M[0], tree.modules(1)
    hosts_of = np.clip(hosts - terminals * np.arange(edges), 0, terminals)
    return place(hosts_of, terminals, tree.switches - edges, *heights, grid.units, policy)
