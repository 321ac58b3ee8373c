"""One simulation: packets over a network at a load, from cycle 0 on, as far as one asks."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.sim.asked import BURSTY, Arrivals
from fatdesk.engine.sim.counts import BINS, Counts
from fatdesk.engine.sim.switching import EARLY, FLIT, HEAD, WORMHOLE, Switching
from fatdesk.engine.sim.tables import Tables, with_singles
from fatdesk.engine.traffic.draws import Draws

Floats = NDArray[np.float64]
"""Bursts and pauses of hosts, see :func:`sources`."""


@dataclass(frozen=True, eq=False)
class Pauses:
    """How hosts pause between packets; see ``packets.pause`` for the arrays."""

    log_stay: Floats
    burst_stay: Floats
    gap: Floats


def highest_load(tables: Tables, draws: Draws) -> float:
    """The load at which the first host makes as much as its channels take, flits a cycle and host."""
    capacity = np.diff(tables.network.outgoing[0])[: draws.hosts]
    sending = draws.rate > 0
    return float((capacity[sending] / draws.rate[sending]).min()) if sending.any() else 0.0


def pauses_of(tables: Tables, draws: Draws, load: float, flits: int, arrivals: Arrivals) -> Pauses:
    """The pauses of all hosts at a load.

    Raises
    ------
    FatdeskError
        When the load is no load, or more than some host can inject.
    """
    hosts = draws.hosts
    most = highest_load(tables, draws)
    if most == 0.0:
        raise FatdeskError(
            "traffic: no host sends to another: take another pattern, or let hosts send to themselves"
        )
    if not load > 0:
        raise FatdeskError(f"load {load:g}: must be above 0, at most {most:g} flits a cycle and host")
    if load > most * (1 + 1e-9):
        raise FatdeskError(
            f"load {load:g}: is beyond what hosts can inject, take at most {most:g} flits a cycle and host"
        )
    capacity = np.diff(tables.network.outgoing[0])[:hosts].astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):  # hosts that send nothing
        mean = flits / (load * draws.rate)  # cycles a packet
        if arrivals.kind == BURSTY:
            gap = flits / capacity
            off = np.maximum(arrivals.burst_packets * (mean - gap), 0.0)
            stay = off / (1 + off)
            burst_stay = np.full(hosts, 1 - 1 / arrivals.burst_packets)
        else:
            if (mean[draws.rate > 0] < 1 - 1e-9).any():
                raise FatdeskError(
                    f"load {load:g}: is more than a packet a cycle, take less or longer packets"
                )
            gap, stay = np.zeros(hosts), np.maximum(1 - 1 / mean, 0.0)
            burst_stay = np.full(hosts, -1.0)
        log_stay = np.where(draws.rate > 0, np.log(stay), 1.0)
    return Pauses(log_stay, burst_stay, gap)


class _Engine(Protocol):
    """What both engines have in common."""

    @property
    def now(self) -> int: ...

    @property
    def deadlocked(self) -> bool: ...

    def advance(self, cycles: int) -> Counts: ...


class Simulation:
    """Packets over a network.

    Parameters
    ----------
    tables
        The network under a scheme.
    switching
        How switches and links work.
    draws
        Where packets go.
    load
        What hosts make, in the mean over those that send, flits a cycle.
    arrivals
        When they make it.
    seed
        Begins everything that is random.

    Raises
    ------
    FatdeskError
        When the load cannot be.

    Examples
    --------
    >>> from fatdesk.engine.families import network_of
    >>> from fatdesk.engine.forwarding import scheme
    >>> from fatdesk.engine.sim.tables import tables_of
    >>> from fatdesk.engine.traffic.draws import uniform_draws
    >>> network = network_of("kary-tree:k=4,n=3")
    >>> tables = tables_of(scheme("fta").forwarding(network))
    >>> run = Simulation(tables, Switching(), uniform_draws(64, itself=False), load=0.02)
    >>> counts = run.advance(20_000)
    >>> 150 < counts.latency_sum / counts.delivered < 170
    True
    """

    def __init__(
        self,
        tables: Tables,
        switching: Switching,
        draws: Draws,
        load: float,
        arrivals: Arrivals = Arrivals(),  # noqa: B008  (frozen)
        seed: int = 1,
    ) -> None:
        if draws.hosts != tables.network.hosts:
            raise ValueError(f"traffic of {draws.hosts} hosts on {tables.network.hosts}")
        pauses = pauses_of(tables, draws, load, switching.flits, arrivals)
        if switching.switching == WORMHOLE:
            from fatdesk.engine.sim.flits import Flits
            from fatdesk.engine.sim.making import making_of

            making = making_of(draws, pauses.log_stay, pauses.burst_stay, pauses.gap, seed)
            flights = flight_cycles(tables, switching)
            self._engine: _Engine = Flits(tables, switching, *flights, making, seed)
        else:
            self._engine = _Packets(tables, switching, draws, pauses, seed)

    @property
    def now(self) -> int:
        """Cycles so far."""
        return self._engine.now

    @property
    def deadlocked(self) -> bool:
        """Whether packets wait in the network and nothing moves any more."""
        return self._engine.deadlocked

    def advance(self, cycles: int) -> Counts:
        """Go on, and tell what was counted in these cycles."""
        return self._engine.advance(cycles)


def flight_cycles(tables: Tables, switching: Switching) -> tuple[int, int]:
    """Cycles from a grant to the head's arrival, without the crossbar: to switches, and to hosts."""
    network = tables.network
    last_fly = switching.fly
    if network.one_way:
        stages = int(network.level.max(initial=0))
        last_fly = stages + 1 if switching.long_fly is None else switching.long_fly
    return switching.link + switching.fly, switching.link + last_fly


def _packed(width: int, count: int, *columns: NDArray[np.int32] | int) -> NDArray[np.int32]:
    """Columns side by side, so that what is told of one thing lies together."""
    found = np.zeros((count, width), np.int32)
    for number, column in enumerate(columns):
        found[:, number] = column
    return found.reshape(-1)


class _Packets:
    """The packet engine over its arrays."""

    def __init__(self, tables: Tables, switching: Switching, draws: Draws, pauses: Pauses, seed: int) -> None:
        from fatdesk.engine.sim import packet_kernel as kernel
        from fatdesk.engine.sim.making import making_of

        self._kernel = kernel
        network = tables.network
        wiring = with_singles(tables.wiring) if switching.binding == EARLY else tables.wiring
        hosts, nodes, channels = network.hosts, network.node_count, len(wiring.tail)
        flits, slots = switching.flits, switching.buffer_packets
        shift = max(4, (kernel.FIRST_SLOT + slots * kernel.SLOT - 1).bit_length())
        flight, last_flight = flight_cycles(tables, switching)
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
        self._making = making_of(draws, pauses.log_stay, pauses.burst_stay, pauses.gap, seed)
        free = np.where(wiring.after < 0, kernel.ENDLESS, slots)
        record = np.zeros(channels << shift, np.int32)
        record[kernel.FREE :: 1 << shift] = free
        record[kernel.FROM :: 1 << shift] = -1
        record[kernel.AFTER :: 1 << shift] = wiring.after
        begin = wiring.of_start[:-1] + np.arange(channels)  # the sets of each channel end with -1
        first = wiring.of_set[np.minimum(wiring.of_start[:-1], len(wiring.of_set) - 1)]
        record[kernel.OF :: 1 << shift] = np.where(np.diff(wiring.of_start) == 1, first, -1 - begin)
        sets = len(wiring.set_start) - 1

        def empty(count: int) -> NDArray[np.int32]:
            return np.full(count, -1, np.int32)

        most = int(wiring.outs.max(initial=1))
        self._moving = kernel.Moving(
            channel=_packed(kernel.CHANNEL, channels, wiring.tail, wiring.head, wiring.in_port),
            record=record,
            room=np.minimum(free, kernel.MUCH).astype(np.int8),
            node=_packed(kernel.NODE, nodes, -1, -1, 0, wiring.ins),
            group=_packed(kernel.SET, sets, wiring.set_start[:-1], wiring.set_start[1:], -1),
            set_channel=wiring.set_channel,
            of_set=np.insert(wiring.of_set, wiring.of_start[1:], -1),
            single=wiring.single,
            done=empty(wheel),
            ready=empty(wheel),
            credit=empty(wheel),
            source=empty(wheel),
            next_done=empty(channels),
            next_ready=empty(channels),
            next_credit=empty(channels),
            next_source=empty(hosts),
            blocked=np.zeros(hosts, np.int8),
            asking=empty(channels),
            switches=empty(nodes),
            senders=empty(hosts),
            order=empty(most),
            rank=np.zeros(most, np.int64),
            going=np.zeros(7, np.int64),
        )
        for host in np.flatnonzero(self._making.when < (1 << 40)).tolist():
            at = min(int(self._making.when[host]), wheel - 1)
            self._moving.next_source[host] = self._moving.source[at]
            self._moving.source[at] = host

    @property
    def now(self) -> int:
        return int(self._moving.going[self._kernel.NOW])

    @property
    def deadlocked(self) -> bool:
        going = self._moving.going
        waits = going[self._kernel.WAITING] > 0
        return bool(waits and self.now - going[self._kernel.MOVED] > 2 * self._wheel)

    def advance(self, cycles: int) -> Counts:
        kernel, network = self._kernel, self._tables.network
        hosts, channels = network.hosts, len(self._tables.wiring.tail)

        def zeros(count: int) -> NDArray[np.int64]:
            return np.zeros(count, np.int64)

        c = kernel.Counting(
            zeros(6), zeros(hosts), zeros(hosts), zeros(hosts), zeros(BINS), zeros(BINS), zeros(channels)
        )
        kernel.advance(
            self.now + cycles,
            self._fixed,
            self._tables.lookup,
            self._making,
            self._moving,
            c,
        )
        latency, latency_most, through, through_most, waits, hops = c.numbers.tolist()
        return Counts(
            cycles=cycles,
            injected=c.injected,
            received=c.received,
            delivered_of=c.delivered_of,
            latency_sum=latency,
            latency_max=latency_most,
            network_sum=through,
            network_max=through_most,
            latency_bins=c.latency_bins,
            network_bins=c.network_bins,
            carried=c.carried,
            waits=waits,
            hops=hops,
            flit_hops=hops * self._flits,
            in_network=int(self._moving.going[kernel.IN_NETWORK]),
        )
