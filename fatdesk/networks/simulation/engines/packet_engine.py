"""Packets moved as wholes: the arrays of the packet engine, and what it counts."""

import numpy as np

from fatdesk.core.arrays import Bools, Ints
from fatdesk.networks.simulation.engines import packet_layout as layout
from fatdesk.networks.simulation.engines.counts import HOPS, Counts, counts_of, nothing_counted
from fatdesk.networks.simulation.engines.packet_kernel import advance
from fatdesk.networks.simulation.engines.packets import NEVER, Making
from fatdesk.networks.simulation.engines.tables import LATE_BOUND, Tables, Wiring, binding_of, with_singles
from fatdesk.networks.simulation.study import FLIT, HEAD, Switching, flight_cycles

LINE = 64
"""Bytes of a line of the cache."""


def _lines(count: int, width: int) -> Ints:
    """Zeros, ``count`` rows of ``width``; a line of the cache begins with them."""
    whole = np.zeros(count * width + LINE // 4, np.int32)
    skipped = -whole.ctypes.data % LINE // 4
    return whole[skipped : skipped + count * width].reshape(count, width)


def _runs(start: Ints, channel: Ints) -> Bools:
    """Mark the sets whose channels follow each other."""
    jumps = np.flatnonzero(np.diff(channel) != 1) + 1  # here another run of channels begins
    first = np.searchsorted(jumps, start[:-1], side="right")
    last = np.searchsorted(jumps, start[1:] - 1, side="right")
    followed: Bools = (first == last) | (np.diff(start) == 0)
    return followed


def _moving(
    tables: Tables, wiring: Wiring, original: Ints, slots: int, shift: int, wheel: int
) -> layout.Moving:
    """The arrays of an empty network; ``original`` are its channels by their tails."""
    hosts, nodes, channels = tables.network.hosts, tables.network.node_count, len(wiring.tail)
    place = np.empty(channels, np.int32)  # of each channel of the network
    place[original] = np.arange(channels, dtype=np.int32)
    sizes = np.diff(wiring.set_start)
    set_channel = place[wiring.set_channel]
    group = _lines(len(sizes), layout.SET)
    group[:, layout.BEGIN] = set_channel[np.minimum(wiring.set_start[:-1], len(set_channel) - 1)]
    group[:, layout.MANY], group[:, layout.WAITER] = sizes, -1
    group[:, layout.LIST] = np.where(_runs(wiring.set_start, set_channel), -1, wiring.set_start[:-1])
    in_sets = np.diff(wiring.of_start)
    first = wiring.of_set[np.minimum(wiring.of_start[:-1], len(wiring.of_set) - 1)]
    alone = (in_sets == 1) & (sizes[first] == 1)
    several = -1 - (wiring.of_start[:-1] + np.arange(channels))  # the sets of each channel end with -1
    free = np.where(wiring.after < 0, layout.MUCH, slots)[original]
    record = _lines(channels, 1 << shift)
    record[:, layout.STATE] = (wiring.in_port << layout.PORT | np.where(alone, layout.ALONE, 0))[original]
    record[:, layout.ROOM] = free
    record[:, layout.AFTER] = wiring.after[original]
    record[:, layout.HEAD] = wiring.head[original]
    record[:, layout.OF] = np.where(alone, -1, np.where(in_sets == 1, first, several))[original]
    lines = tables.lookup.lines.reshape(-1, 8)
    node = _lines(max(nodes, len(lines)), layout.NODE)
    node[:, : layout.INS] = -1
    node[:nodes, layout.INS] = wiring.ins
    node[: len(lines), layout.LINES :] = lines
    queue, most = 1 << channels.bit_length(), int(wiring.outs.max(initial=1))

    def empty(count: int) -> Ints:
        return np.full(count, -1, np.int32)

    return layout.Moving(
        record=record.reshape(-1),
        room=free.astype(np.int8),
        tail=wiring.tail[original],
        original=original,
        carried=np.zeros(channels, np.int32),
        node=node.reshape(-1),
        group=group.reshape(-1),
        set_channel=set_channel,
        of_set=np.insert(wiring.of_set, wiring.of_start[1:], -1),
        single=wiring.single[original],
        done=empty(2 * queue),
        ready=empty(queue),
        fresh=empty(queue),
        credit=empty(queue),
        ends=np.zeros(4 * wheel, np.int32),
        later=empty(wheel),
        source=empty(wheel),
        next_out=empty(channels),
        next_source=empty(hosts),
        blocked=np.zeros(hosts, np.int8),
        asking=empty(channels),
        switches=empty(nodes),
        senders=empty(hosts),
        order=empty(most),
        rank=np.zeros(most, np.int64),
        granted=empty(channels * layout.GRANT),
        going=np.zeros(layout.GOING, np.int64),
    )


class Packets:
    """The packet engine over its arrays.

    Parameters
    ----------
    making
        What makes the packets of all hosts; it goes on with the simulation.
    """

    def __init__(self, tables: Tables, switching: Switching, making: Making, seed: int) -> None:
        network = tables.network
        binding = binding_of(tables, switching)
        wiring = tables.wiring if binding == LATE_BOUND else with_singles(tables.wiring)
        hosts = network.hosts
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
                binding,
                switching.credits == FLIT,
                shift,
                wheel - 1,
                len(tables.lookup.lines) > 0,
                flight,
                last_flight,
                0,
            ],
            np.int64,
        )
        self._tables = tables
        self._making = making
        out_start, by_tail = network.outgoing
        self._original = by_tail.astype(np.int32)
        self._fixed[layout.FROM_HOSTS] = out_start[hosts]
        self._moving = _moving(tables, wiring, self._original, slots, shift, wheel)
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
        c.carried[self._original] = self._moving.carried
        self._moving.carried[:] = 0
        in_network = int(self._moving.going[layout.IN_NETWORK])
        return counts_of(c, cycles, int(c.numbers[HOPS]) * self._flits, in_network)
