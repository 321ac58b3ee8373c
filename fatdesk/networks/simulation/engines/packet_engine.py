"""Packets moved as wholes: the arrays of the packet engine, and what it counts."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.networks.simulation.engines import packet_layout as layout
from fatdesk.networks.simulation.engines.counts import HOPS, Counts, counts_of, nothing_counted
from fatdesk.networks.simulation.engines.packet_kernel import advance
from fatdesk.networks.simulation.engines.packets import NEVER, Making
from fatdesk.networks.simulation.engines.tables import Tables, with_singles
from fatdesk.networks.simulation.study import EARLY, FLIT, HEAD, Switching, flight_cycles


def _packed(width: int, count: int, *columns: NDArray[np.int32] | int) -> NDArray[np.int32]:
    """Columns side by side, so that the record of one element lies together."""
    found = np.zeros((count, width), np.int32)
    for number, column in enumerate(columns):
        found[:, number] = column
    return found.reshape(-1)


class Packets:
    """The packet engine over its arrays.

    Parameters
    ----------
    making
        What makes the packets of all hosts; it goes on with the simulation.
    """

    def __init__(self, tables: Tables, switching: Switching, making: Making, seed: int) -> None:
        network = tables.network
        wiring = with_singles(tables.wiring) if switching.binding == EARLY else tables.wiring
        hosts, nodes, channels = network.hosts, network.node_count, len(wiring.tail)
        flits, slots = switching.flits, switching.buffer_packets
        shift = max(4, (layout.FIRST_SLOT + slots * layout.SLOT - 1).bit_length())
        flight, last_flight = flight_cycles(network, switching)
        longest = max(flits, flight + switching.crossbar + switching.routing) + 2
        wheel = 1 << max(longest - 1, 1).bit_length()
        self._flits = flits
        self._wheel = wheel
        self._fixed = np.array(
            [
                seed,
                flits,
                switching.crossbar,
                switching.routing,
                switching.route_at == HEAD,
                switching.binding == EARLY,
                switching.credits == FLIT,
                shift,
                wheel - 1,
                len(tables.lookup.lines) > 0,
                flight,
                last_flight,
            ],
            np.int64,
        )
        self._tables = tables
        self._making = making
        free = np.where(wiring.after < 0, layout.ENDLESS, slots)
        record = np.zeros(channels << shift, np.int32)
        record[layout.FREE :: 1 << shift] = free
        record[layout.FROM :: 1 << shift] = -1
        record[layout.AFTER :: 1 << shift] = wiring.after
        begin = wiring.of_start[:-1] + np.arange(channels)  # the sets of each channel end with -1
        first = wiring.of_set[np.minimum(wiring.of_start[:-1], len(wiring.of_set) - 1)]
        record[layout.OF :: 1 << shift] = np.where(np.diff(wiring.of_start) == 1, first, -1 - begin)
        sets = len(wiring.set_start) - 1
        queue = 1 << channels.bit_length()

        def empty(count: int) -> NDArray[np.int32]:
            return np.full(count, -1, np.int32)

        most = int(wiring.outs.max(initial=1))
        self._moving = layout.Moving(
            channel=_packed(layout.CHANNEL, channels, wiring.tail, wiring.head, wiring.in_port),
            record=record,
            room=np.minimum(free, layout.MUCH).astype(np.int8),
            node=_packed(layout.NODE, nodes, -1, -1, 0, wiring.ins),
            group=_packed(layout.SET, sets, wiring.set_start[:-1], wiring.set_start[1:], -1),
            set_channel=wiring.set_channel,
            of_set=np.insert(wiring.of_set, wiring.of_start[1:], -1),
            single=wiring.single,
            done=empty(queue),
            ready=empty(queue),
            credit=empty(queue),
            ends=np.zeros(3 * wheel, np.int32),
            later=empty(wheel),
            source=empty(wheel),
            next_out=empty(channels),
            next_waiting=empty(channels),
            next_source=empty(hosts),
            blocked=np.zeros(hosts, np.int8),
            asking=empty(channels),
            switches=empty(nodes),
            senders=empty(hosts),
            order=empty(most),
            rank=np.zeros(most, np.int64),
            granted=empty(channels * layout.GRANT),
            going=np.zeros(13, np.int64),
        )
        for host in np.flatnonzero(self._making.when < NEVER).tolist():
            at = min(int(self._making.when[host]), wheel - 1)
            self._moving.next_source[host] = self._moving.source[at]
            self._moving.source[at] = host

    @property
    def now(self) -> int:
        """Cycles so far."""
        return int(self._moving.going[layout.NOW])

    @property
    def deadlocked(self) -> bool:
        """Whether packets wait in the network and nothing there will ever move again."""
        going = self._moving.going
        waits = going[layout.WAITING] > 0
        return bool(waits and self.now - going[layout.MOVED] > 2 * self._wheel)

    def advance(self, cycles: int) -> Counts:
        """Continue, and return the counts of these cycles."""
        network = self._tables.network
        hosts, channels = network.hosts, len(self._tables.wiring.tail)

        c = nothing_counted(hosts, channels)
        advance(
            self.now + cycles,
            self._fixed,
            self._tables.lookup,
            self._making,
            self._moving,
            c,
        )
        in_network = int(self._moving.going[layout.IN_NETWORK])
        return counts_of(c, cycles, int(c.numbers[HOPS]) * self._flits, in_network)
