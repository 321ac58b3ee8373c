"""One simulation: packets over a network at an offered load, from cycle 0 on."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from fatdesk.core.arrays import Floats
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.simulation.engines.counts import Counts
from fatdesk.networks.simulation.engines.tables import Tables
from fatdesk.networks.simulation.study import (
    BURSTY,
    WORMHOLE,
    Arrivals,
    Switching,
    check_load,
    highest_load,
)
from fatdesk.networks.traffic.traffic import Draws

if TYPE_CHECKING:
    from fatdesk.networks.simulation.engines.packets import Making


@dataclass(frozen=True, eq=False)
class Pauses:
    """Pauses of hosts between packets; see ``packets.pause`` for the arrays."""

    log_stay: Floats
    burst_stay: Floats
    gap: Floats


def pauses_of(tables: Tables, draws: Draws, load: float, flits: int, arrivals: Arrivals) -> Pauses:
    """The pauses of all hosts at a load.

    Raises
    ------
    FatdeskError
        When the load is no load, or more than some host can inject.
    """
    hosts = draws.hosts
    check_load(load, highest_load(tables.network, draws, flits, arrivals))
    capacity = np.diff(tables.network.outgoing[0])[:hosts].astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):  # hosts that send nothing
        mean = flits / (load * draws.rate)  # cycles a packet
        if arrivals.kind == BURSTY:
            gap = flits / capacity
            off = np.maximum(arrivals.burst_packets * (mean - gap), 0.0)
            stay = off / (1 + off)
            burst_stay = np.full(hosts, 1 - 1 / arrivals.burst_packets)
        else:
            gap, stay = np.zeros(hosts), np.maximum(1 - 1 / mean, 0.0)
            burst_stay = np.full(hosts, -1.0)
        log_stay = np.where(draws.rate > 0, np.log(stay), 1.0)
    return Pauses(log_stay, burst_stay, gap)


class _Engine(Protocol):
    """Shared part of both engines."""

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
        The network under a routing algorithm.
    switching
        How switches and links work.
    draws
        Where packets go.
    load
        What hosts make, in the mean over those that send, flits per cycle.
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
    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.routing import routing_algorithm
    >>> from fatdesk.networks.simulation.engines.tables import tables_of
    >>> from fatdesk.networks.traffic.traffic import uniform_draws
    >>> network = network_of("kary-tree:k=4,n=3")
    >>> tables = tables_of(routing_algorithm("fta").routing_table(network))
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
        own = np.diff(tables.wiring.set_start)[tables.lookup.itself]
        if draws.itself and (own[draws.rate > 0] == 0).any():
            host = int(np.flatnonzero((own == 0) & (draws.rate > 0))[0])
            raise FatdeskError(
                f"host {host} has no path back to itself: use traffic without it, or fewer faults"
            )
        from fatdesk.networks.simulation.engines.packets import making_of

        pauses = pauses_of(tables, draws, load, switching.flits, arrivals)
        making = making_of(draws, pauses.log_stay, pauses.burst_stay, pauses.gap, seed)
        self._engine = _engine(tables, switching, making, seed)

    @property
    def now(self) -> int:
        """Cycles so far."""
        return self._engine.now

    @property
    def deadlocked(self) -> bool:
        """Whether packets wait in the network and nothing moves any more."""
        return self._engine.deadlocked

    def advance(self, cycles: int) -> Counts:
        """Continue, and return the counts of these cycles."""
        return self._engine.advance(cycles)


def _engine(tables: Tables, switching: Switching, making: "Making", seed: int) -> _Engine:
    if switching.switching == WORMHOLE:
        from fatdesk.networks.simulation.engines.flit_engine import Flits

        return Flits(tables, switching, making, seed)
    from fatdesk.networks.simulation.engines.packet_engine import Packets

    return Packets(tables, switching, making, seed)
