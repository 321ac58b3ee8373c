"""The warm-up: when a network that began empty has settled, so that what follows is counted.

The rule. Stretches of cycles follow each other, each twice as long as the one before; the first is four
times as long as a packet takes over sixteen switches when nobody else is there. The network has settled as
soon as the last two stretches agree in the traffic accepted and in the mean network latency: both differ by
no more than 2 %, or by no more than chance explains, which is told from eight parts of the longer stretch
(Student's t, 95 %). Stretches in which nothing was delivered agree with none. The warm-up ends unsettled
before a stretch that would make it longer than what is to be counted, but not before the second.

Latency from generation says nothing here: where less is accepted than offered it grows for ever.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from fatdesk.networks.simulation.counts import Counts
from fatdesk.networks.simulation.statistics import half_width
from fatdesk.networks.simulation.switching import Switching

Longs = NDArray[np.int64]

PARTS = 8
SHARE = 0.02
SWITCHES = 16


def first_stretch(switching: Switching) -> int:
    """Cycles of the first stretch, a multiple of PARTS.

    >>> first_stretch(Switching())
    960
    """
    hop = switching.routing + switching.crossbar + switching.link + switching.fly
    alone = switching.flits + SWITCHES * hop + (switching.long_fly or 0)
    return -(-4 * alone // PARTS) * PARTS


def warm_up(advance: Callable[[int], Counts], switching: Switching, cycles: int) -> tuple[int, bool]:
    """Advance until the network has settled.

    Parameters
    ----------
    advance
        Moves on by so many cycles and tells the counters.
    cycles
        How many are to be counted afterwards.

    Returns
    -------
    cycles, settled
        How many it took, and whether the network has settled by then.
    """
    length = first_stretch(switching)
    spent, before = 0, None
    while True:
        parts = [advance(length // PARTS) for _ in range(PARTS)]
        now = np.array([(part.cycles, part.delivered, part.network_sum) for part in parts], np.int64)
        spent += length
        if before is not None and agree(before, now):
            return spent, True
        if before is not None and spent + 2 * length > cycles:
            return spent, False
        before = now
        length *= 2


def agree(before: Longs, now: Longs) -> bool:
    """Whether two stretches agree; ``now`` is the longer one.

    Parameters
    ----------
    before, now : (parts, 3) int64
        Cycles, packets delivered, and the sum of their network latencies.
    """
    if not before[:, 1].any() or not now[:, 1].any():
        return False
    ratio = float(now[:, 0].sum() / before[:, 0].sum())
    for over, under in ((1, 0), (2, 1)):
        first, second = (float(rows[:, over].sum() / rows[:, under].sum()) for rows in (before, now))
        noise = half_width(now[:, over], now[:, under]) or 0.0
        if abs(first - second) > max(SHARE * second, noise * (1 + ratio) ** 0.5):
            return False
    return True
