"""Contents of each delivery cycle of a schedule: messages, fullest channel, capacity in use."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.schedules.subtrees import NONE, TreeNetwork
from fatdesk.networks.schedules.traffic_result import TrafficResult


@dataclass(frozen=True, eq=False)
class CycleFigures:
    """Figures of each cycle.

    Attributes
    ----------
    messages : (c,) int64
    channel : (c,) int64
        The row of the subtree under the fullest channel (``TreeNetwork.node``); -1 where nothing moves.
    up : (c,) bool
        Whether that channel leads up.
    load : (c,) int64
        What crosses it.
    factor : (c,) float64
        Load over capacity of it, at most 1.
    used : (c,) float64
        Load of all channels together over their capacity.
    """

    messages: Longs
    channel: Longs
    up: NDArray[np.bool_]
    load: Longs
    factor: Floats
    used: Floats


def figures_of_cycles(about: TrafficResult, progress: Progress = SILENT) -> CycleFigures:
    """The figures of all cycles of a schedule; of what has none, none.

    Level by level from the root the messages of each channel and cycle are counted, so that the work does not
    grow with the number of cycles.
    """
    none = np.zeros(0, np.int64)
    if about.tree is None or about.made is None:
        return CycleFigures(none, none, none > 0, none, none / 1.0, none / 1.0)
    tree, made = about.tree.tree, about.made
    cycles, size = made.cycles, tree.size
    narrow = _narrowest(about.tree, 2 * size)
    best = np.zeros(cycles)
    node, up, load, crossed = (np.zeros(cycles, np.int64) for _ in range(4))
    from_leaf = about.tree.leaf[about.source] + size
    to_leaf = about.tree.leaf[about.destination] + size
    for step, shift in enumerate(range(tree.height - 1, -1, -1)):
        progress.step(step, tree.height, "filling the cycles")
        a, b = from_leaf >> shift, to_leaf >> shift
        crossing = np.flatnonzero(a != b)
        for way, ends, capacity in ((1, a, tree.up), (0, b, tree.down)):
            real = crossing[narrow[ends[crossing]] != NONE]
            if not len(real):
                continue
            keys, count = np.unique(made.cycle[real] * (2 * size) + ends[real], return_counts=True)
            of, at = keys // (2 * size), keys % (2 * size)
            np.add.at(crossed, of, count)
            factor = count / capacity[at]
            order = np.lexsort((at, -factor, of))
            first = order[np.append(True, of[order][1:] != of[order][:-1])]
            one, most, where = of[first], factor[first], at[first]
            # of equal ones the node that comes first, and of one node the channel up
            better = (most > best[one]) | ((most == best[one]) & (where < node[one]))
            one, first = one[better], first[better]
            best[one], node[one], load[one], up[one] = factor[first], at[first], count[first], way
    real_nodes = np.flatnonzero(narrow != NONE)
    room = int(tree.up[real_nodes].sum() + tree.down[real_nodes].sum())
    return CycleFigures(
        np.bincount(made.cycle, minlength=cycles).astype(np.int64),
        np.where(best > 0, narrow[node], NONE),
        up > 0,
        load,
        best,
        crossed / max(1, room),
    )


def _narrowest(tree: TreeNetwork, nodes: int) -> Longs:
    """For each node of the binary tree the row of its channel, the narrowest where it has several."""
    found = np.full(nodes, NONE, np.int64)
    order = np.argsort(-tree.links, kind="stable")
    found[tree.node[order]] = order
    return found
