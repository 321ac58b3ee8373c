"""The wormhole engine over its arrays."""

import numpy as np

from fatdesk.core.arrays import Ints
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.simulation.engines import flit_kernel as kernel
from fatdesk.networks.simulation.engines.counts import Counts, counts_of, nothing_counted
from fatdesk.networks.simulation.engines.packets import NEVER, Making
from fatdesk.networks.simulation.engines.tables import LATE_BOUND, Tables, binding_of, with_singles
from fatdesk.networks.simulation.study import HEAD, Switching, flight_cycles

WHEEL = 1 << 10
"""Cycles in which sources are looked up; what is later is looked at again."""
MOST_NUMBERS = 1 << 26
"""More packets in buffers, or flits on their way, are refused before memory is allocated."""


class Flits:
    """Packets as worms of flits, from cycle 0 on.

    Parameters
    ----------
    making
        What makes the packets, the first of each host made.

    Raises
    ------
    FatdeskError
        When more packets could be in buffers, or flits on their way, than can be held.
    """

    def __init__(self, tables: Tables, switching: Switching, making: Making, seed: int) -> None:
        network = tables.network
        binding = binding_of(tables, switching)
        wiring = tables.wiring if binding == LATE_BOUND else with_singles(tables.wiring)
        hosts, nodes, channels = network.hosts, network.node_count, len(wiring.tail)
        flits, room = switching.flits, switching.room_flits
        slots = room // flits + 2
        width = -(-(kernel.SLOTS_AT + slots * kernel.SLOT) // 16) * 16
        if channels * width > MOST_NUMBERS:
            raise FatdeskError(
                f"buffer_flits: {slots:,} packets in each of {channels:,} buffers are too many: "
                "use smaller buffers, or longer packets"
            )
        flight, last_flight = flight_cycles(network, switching)
        inside = flight + switching.crossbar
        self._fixed = np.array(
            [
                seed,
                flits,
                switching.routing,
                switching.route_at == HEAD,
                binding,
                width,
                slots,
                WHEEL - 1,
                len(tables.lookup.lines) > 0,
                flight,
                inside,
                last_flight + switching.crossbar,
                switching.allocation,
            ],
            np.int64,
        )
        self._tables, self._wiring = tables, wiring
        self._making = making
        record = np.zeros(channels * width, np.int32)
        record[kernel.ROOM :: width] = np.where(wiring.after < 0, kernel.ENDLESS, room)
        record[kernel.FROM :: width] = -1
        record[kernel.WAY_OUT :: width] = -1
        sets = len(wiring.set_start) - 1

        def empty(count: int) -> Ints:
            return np.full(count, -1, np.int32)

        forwarded = min(slots, switching.routing // flits + 2) * channels
        most = int(wiring.outs.max(initial=1))
        out_of_hosts = int(wiring.outs[:hosts].sum())
        self._worms = kernel.Worms(
            record=record,
            active=empty(channels),
            gone=empty(channels),
            ended=empty(channels),
            first=_queue(flight, room, out_of_hosts),
            inner=_queue(inside, room, channels - out_of_hosts),
            ready=empty(forwarded),
            ready_when=np.zeros(forwarded, np.int64),
            starting=empty(channels),
            starting_when=np.zeros(channels, np.int64),
            source=empty(WHEEL),
            next_source=empty(hosts),
            waiting=empty(sets),
            listed=empty(nodes),
            blocked=np.zeros(hosts, np.int8),
            asking=empty(channels),
            switches=empty(nodes),
            senders=empty(hosts),
            order=empty(most),
            rank=np.zeros(most, np.int64),
            going=np.zeros(12, np.int64),
        )
        for host in np.flatnonzero(making.when < NEVER).tolist():
            at = min(int(making.when[host]), WHEEL - 1)
            self._worms.next_source[host] = self._worms.source[at]
            self._worms.source[at] = host

    @property
    def now(self) -> int:
        """Cycles so far."""
        return int(self._worms.going[kernel.NOW])

    @property
    def deadlocked(self) -> bool:
        """Whether packets are in the network and nothing there will ever move again."""
        going = self._worms.going
        moving = (kernel.ACTIVE, kernel.GONE, kernel.ENDED, kernel.FLYING, kernel.READY, kernel.STARTING)
        return bool(going[kernel.IN_NETWORK] > 0 and not going[list(moving)].any())

    def advance(self, cycles: int) -> Counts:
        """Continue, and return the counts of these cycles."""
        hosts, channels = self._tables.network.hosts, len(self._wiring.tail)

        c = nothing_counted(hosts, channels)
        crossed = int(self._worms.going[kernel.CROSSED])
        kernel.advance(
            self.now + cycles,
            self._fixed,
            self._wiring,
            self._tables.lookup,
            self._making,
            self._worms,
            c,
        )
        in_network = int(self._worms.going[kernel.IN_NETWORK])
        return counts_of(c, cycles, int(self._worms.going[kernel.CROSSED]) - crossed, in_network)


def _queue(delay: int, room: int, channels: int) -> kernel.Queue:
    """A queue for what can be on its way at once: a flit a cycle, and no more than buffers have room for."""
    flying = max(min(delay, room) * channels, 1)
    if flying > MOST_NUMBERS:
        raise FatdeskError(
            f"link, fly: {flying:,} flits can be on their way over {channels:,} channels, use fewer cycles"
        )
    return kernel.Queue(np.empty(flying, np.int32), np.zeros(delay + 1, np.int64), np.zeros(2, np.int64))
