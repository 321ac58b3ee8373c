"""Delivery without a schedule: everything sets out, full channels let some pass, the rest tries again."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.schedules.load import check_leaves
from fatdesk.networks.schedules.tree import FatTree

Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Delivery:
    """In which cycle each message came through.

    Attributes
    ----------
    cycle : (m,) int64
        From 0.
    cycles
        How many there were.
    sent
        How often messages set out in all; what is above their number was lost on the way.
    """

    cycle: Longs
    cycles: int
    sent: int


def deliver(
    tree: FatTree, source: Longs, destination: Longs, seed: int = 1, progress: Progress = SILENT
) -> Delivery:
    """Deliver all messages on line.

    At each channel ``cap`` messages drawn at random go on; lost ones set out again in the next cycle, as
    the paper's acknowledgments make them do. At least one arrives in every cycle.

    Parameters
    ----------
    source, destination : (m,) int64
        Leaves of each message.
    seed
        Equal seeds give equal deliveries.

    Raises
    ------
    FatdeskError
        When a leaf is not in the tree.

    Examples
    --------
    >>> from fatdesk.networks.schedules.tree import fat_tree
    >>> made = deliver(fat_tree(4, [1, 1, 1]), np.array([0, 1, 2]), np.array([3, 3, 3]))
    >>> sorted(made.cycle.tolist()), made.cycles, made.sent
    ([0, 1, 2], 3, 6)
    """
    from fatdesk.networks.schedules.contending import contend

    if seed < 0:
        raise FatdeskError(f"seed {seed} is negative, take 0 or more")
    source, destination = np.asarray(source, np.int64), np.asarray(destination, np.int64)
    check_leaves(tree, source, destination)
    state = np.random.SeedSequence(seed).generate_state(1, np.uint64) | np.uint64(1)
    cycle = np.where(source == destination, 0, -1)  # what stays on its leaf waits for nobody
    waiting = np.argsort(source, kind="stable")
    waiting = waiting[cycle[waiting] < 0]
    count_of = np.bincount(source[waiting], minlength=tree.size)
    begin = np.cumsum(count_of) - count_of
    left, sent, now = len(waiting), len(source) - len(waiting), 0
    while left:
        sent += left
        left -= contend(waiting, begin, count_of, source, destination, tree.up, tree.down, state, cycle, now)
        now += 1
        progress.step(len(source) - left, len(source), "delivering on line")
    now = max(now, min(1, len(source)))
    return Delivery(cycle, now, sent)
