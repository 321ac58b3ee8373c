"""The packets that the engines get, for the plain simulators; and what is compared of both."""

import numpy as np

from fatdesk.networks.simulation.engines.packets import NEVER, cycle_key, destination, lot, making_of, pause
from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.simulation import Simulation, pauses_of
from fatdesk.networks.simulation.study import VCT, Arrivals
from tests.networks.simulation.plain import PlainSimulation
from tests.networks.simulation.plain_wormhole import PlainWormhole


def packets_of(tables, draws, load, flits, arrivals, seed):
    """For each host an iterator of (cycle, destination)."""
    pauses = pauses_of(tables, draws, load, flits, arrivals)
    mk = making_of(draws, pauses.log_stay, pauses.burst_stay, pauses.gap, seed)

    def of(host):
        when, to = int(mk.when[host]), int(mk.to[host])
        while when < NEVER:
            yield when, to
            when += int(pause(host, mk.stream, mk.log_stay, mk.burst_stay, mk.gap, mk.left))
            numbers = (int(number) for number in mk.numbers)
            to = int(
                destination(
                    host,
                    mk.stream,
                    *numbers,
                    float(mk.share[0]),
                    mk.fixed,
                    mk.start,
                    mk.target,
                    mk.cumulative,
                    mk.made,
                )
            )

    return [of(host) for host in range(draws.hosts)]


def both(over, switching, draws, load, arrivals=Arrivals(), seed=1):  # noqa: B008  (frozen)
    """The engine and the plain simulator with the same packets."""
    tables = tables_of(over)
    packets = packets_of(tables, draws, load, switching.flits, arrivals, seed)
    plain = PlainSimulation if switching.switching == VCT else PlainWormhole

    def lots(cycle, channel):
        return int(lot(np.uint64(cycle_key(np.uint64(seed), cycle)), channel))

    engine = Simulation(tables, switching, draws, load, arrivals, seed)
    return engine, plain(over, switching, packets, lots)


def differing(one, other):
    """The fields of two counts that differ."""
    return [name for name, value in vars(one).items() if not np.array_equal(getattr(other, name), value)]
