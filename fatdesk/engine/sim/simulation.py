"""One simulation: packets over a network at a load, from cycle 0 on, as far as one asks."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.sim.asked import BURSTY, Arrivals
from fatdesk.engine.sim.counts import BINS, Counts
from fatdesk.engine.sim.switching import EARLY, FLIT, HEAD, WORMHOLE, Switching
from fatdesk.engine.sim.tables import Tables
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
    with np.errstate(divide="ignore"):
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
            raise FatdeskError("switching wormhole: not yet")
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


def flight_cycles(tables: Tables, switching: Switching) -> NDArray[np.int32]:
    """Cycles from a grant to the head's arrival, without the crossbar, of each channel."""
    network = tables.network
    flight = np.full(len(tables.wiring.tail), switching.link + switching.fly, np.int32)
    if network.one_way:
        long_fly = switching.long_fly
        stages = int(network.level.max()) if len(network.level) else 0
        flight[tables.wiring.after < 0] = switching.link + (stages + 1 if long_fly is None else long_fly)
    return flight


class _Packets:
    """The packet engine over its arrays."""

    def __init__(self, tables: Tables, switching: Switching, draws: Draws, pauses: Pauses, seed: int) -> None:
        from fatdesk.engine.sim import packet_kernel as kernel
        from fatdesk.engine.sim.making import making_of

        self._kernel = kernel
        network, wiring = tables.network, tables.wiring
        hosts, nodes, channels = network.hosts, network.node_count, len(wiring.tail)
        flits, slots = switching.flits, switching.buffer_packets
        width = -(-(kernel.FIRST_SLOT + slots * kernel.SLOT) // 16) * 16
        flight = flight_cycles(tables, switching)
        longest = max(flits, int(flight.max(initial=0)) + switching.crossbar + switching.routing) + 2
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
                width,
                wheel - 1,
                len(tables.lookup.lines) > 0,
            ],
            np.int64,
        )
        self._tables = tables
        self._making = making_of(draws, pauses.log_stay, pauses.burst_stay, pauses.gap, seed)
        record = np.zeros(channels * width, np.int32)
        record[kernel.FREE :: width] = np.where(wiring.after < 0, kernel.ENDLESS, slots)
        record[kernel.FROM :: width] = -1
        sets = len(wiring.set_start) - 1

        def empty(count: int) -> NDArray[np.int32]:
            return np.full(count, -1, np.int32)

        most = int(wiring.outs.max(initial=1))
        self._moving = kernel.Moving(
            record=record,
            flight=flight,
            done=empty(wheel),
            ready=empty(wheel),
            credit=empty(wheel),
            source=empty(wheel),
            next_credit=empty(channels),
            next_source=empty(hosts),
            waiting=empty(sets),
            listed=empty(nodes),
            blocked=np.zeros(hosts, np.int8),
            asking=empty(channels),
            switches=empty(nodes),
            senders=empty(hosts),
            order=empty(most),
            rank=np.zeros(most, np.int64),
            going=np.zeros(4, np.int64),
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
            self._tables.wiring,
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
