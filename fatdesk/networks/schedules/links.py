"""Load of each channel of any network under a forwarding scheme; there is no schedule for what is no tree."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]


class Ways(Protocol):
    """Where packets to one destination may go: from state s ``channel[start[s]:start[s + 1]]``."""

    @property
    def start(self) -> Ints:
        """(states + 1,)."""

    @property
    def channel(self) -> Ints:
        """Channels, state after state."""


class Forwarding(Protocol):
    """What is asked of a forwarding scheme: states 0 to hosts - 1 are packets at their sources."""

    @property
    def states(self) -> int:
        """How many states there are."""

    @property
    def after(self) -> Ints:
        """(c,): the state of a packet that came by a channel; -1 for channels to hosts."""

    @property
    def ways(self) -> Callable[[int], Ways]:
        """The ways to a host."""


@dataclass(frozen=True, eq=False)
class ChannelLoads:
    """What crosses each channel.

    Attributes
    ----------
    load : (c,) float64
        In the unit of the weights; where a packet may take several channels, each takes an equal share.
    factor
        The largest of them, over a channel's capacity of 1.
    worst
        The first channel with it; -1 where nothing flows.
    """

    load: Floats
    factor: float
    worst: int


def channel_loads(
    forwarding: Forwarding,
    source: Longs,
    destination: Longs,
    weight: Floats,
    progress: Progress = SILENT,
) -> ChannelLoads:
    """Load of every channel, destination by destination.

    Parameters
    ----------
    source, destination, weight : (f,)
        Hosts of each flow and how much flows; what a host sends to itself crosses nothing.

    Raises
    ------
    FatdeskError
        When the scheme has no way for some flow, or leads packets round and round.
    """
    from fatdesk.networks.schedules.spreading import spread

    after = np.asarray(forwarding.after, np.int32)
    load = np.zeros(len(after))
    order = np.argsort(destination, kind="stable")
    order = order[(source[order] != destination[order]) & (weight[order] > 0)]
    if not len(order):
        return ChannelLoads(load, 0.0, -1)
    goals, begin = np.unique(destination[order], return_index=True)
    for number, (goal, flows) in enumerate(zip(goals.tolist(), np.split(order, begin[1:]), strict=True)):
        progress.step(number, len(goals), "loading the links")
        ways = forwarding.ways(goal)
        inflow = np.zeros(forwarding.states)
        np.add.at(inflow, source[flows], weight[flows])
        round_at = spread(ways.start, ways.channel, after, inflow, load)
        if round_at >= 0:
            raise FatdeskError(f"packets to host {goal} go round in circles: take another scheme")
        if inflow.any():
            raise FatdeskError(
                f"the scheme leaves packets to host {goal} without a way on: take another scheme, "
                "or mend the network"
            )
    return ChannelLoads(load, float(load.max()), int(load.argmax()))
