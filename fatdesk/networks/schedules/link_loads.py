"""Load of each channel of any network under a routing algorithm; there is no schedule for what is no tree."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from fatdesk.core.arrays import Floats, Ints, Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress


@compiled
def reach(start: Ints, channel: Ints, after: Ints, inflow: Floats, waits: Ints) -> Ints:
    """The states that packets can be in; ``waits`` is filled with how many channels lead into each."""
    seen = inflow > 0
    queue = np.empty(len(waits), np.int32)
    count = 0
    for state in np.flatnonzero(seen):
        queue[count] = state
        count += 1
    done = 0
    while done < count:
        state = queue[done]
        done += 1
        for at in range(start[state], start[state + 1]):
            then = after[channel[at]]
            if then >= 0:
                waits[then] += 1
                if not seen[then]:
                    seen[then] = True
                    queue[count] = then
                    count += 1
    return queue[:count]


@compiled
def spread(start: Ints, channel: Ints, after: Ints, inflow: Floats, load: Floats) -> int:
    """Add what flows to one destination to the load of each channel; a state that comes back, or -1.

    Parameters
    ----------
    start, channel
        From state s a packet may take ``channel[start[s]:start[s + 1]]``.
    after : (c,) int32
        The state behind a channel; -1: arrived.
    inflow : (states,) float64
        What sets out in each state; it is used up, and what has no path stays.
    load : (c,) float64
        Added to.
    """
    waits = np.zeros(len(start) - 1, np.int32)
    reached = reach(start, channel, after, inflow, waits)
    queue = reached[waits[reached] == 0]
    queue = np.append(queue, np.zeros(len(reached) - len(queue), np.int32))
    count = (waits[reached] == 0).sum()
    done = 0
    while done < count:
        state = queue[done]
        done += 1
        choices = start[state + 1] - start[state]
        if choices == 0:
            continue
        share = inflow[state] / choices
        inflow[state] = 0
        for at in range(start[state], start[state + 1]):
            taken = channel[at]
            load[taken] += share
            then = after[taken]
            if then >= 0:
                inflow[then] += share
                waits[then] -= 1
                if waits[then] == 0:
                    queue[count] = then
                    count += 1
    left = reached[waits[reached] > 0]
    return int(left[0]) if len(left) else -1


class NextChannels(Protocol):
    """Next channels of packets to one destination: from state s ``channel[start[s]:start[s + 1]]``."""

    @property
    def start(self) -> Ints:
        """(states + 1,)."""

    @property
    def channel(self) -> Ints:
        """Channels, state after state."""


class RoutingTable(Protocol):
    """Interface of a routing algorithm: states 0 to hosts - 1 are packets at their sources."""

    @property
    def states(self) -> int:
        """Number of states."""

    @property
    def after(self) -> Ints:
        """(c,): the state of a packet that came by a channel; -1 for channels to hosts."""

    @property
    def next_channels(self) -> Callable[[int], NextChannels]:
        """The paths to a host."""


@dataclass(frozen=True, eq=False)
class ChannelLoads:
    """Load of each channel.

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
    routing_table: RoutingTable,
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
        When the routing algorithm has no path for some flow, or leads packets in a circle.
    """
    after = np.asarray(routing_table.after, np.int32)
    load = np.zeros(len(after))
    order = np.argsort(destination, kind="stable")
    order = order[(source[order] != destination[order]) & (weight[order] > 0)]
    if not len(order):
        return ChannelLoads(load, 0.0, -1)
    goals, begin = np.unique(destination[order], return_index=True)
    for number, (goal, flows) in enumerate(zip(goals.tolist(), np.split(order, begin[1:]), strict=True)):
        progress.step(number, len(goals), "loading the links")
        next_channels = routing_table.next_channels(goal)
        inflow = np.zeros(routing_table.states)
        np.add.at(inflow, source[flows], weight[flows])
        round_at = spread(next_channels.start, next_channels.channel, after, inflow, load)
        if round_at >= 0:
            raise FatdeskError(f"packets to host {goal} circulate: use another routing algorithm")
        if inflow.any():
            raise FatdeskError(
                f"there is no path for packets to host {goal}: use another routing algorithm, "
                "or repair the network"
            )
    return ChannelLoads(load, float(load.max()), int(load.argmax()))
