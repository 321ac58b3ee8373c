"""MiKANT against the Clos network with deterministic routing: what differs is how two kinds of traffic mix.

Inside a group the tops of the other group do for MiKANT what middle switches do for the Clos network; between
groups MiKANT saves that switch. Only where both kinds meet at the tops do packets wait for others than in the
Clos network, and near saturation that costs more than the switch saves.
"""

from functools import cache

import numpy as np
import pytest

from fatdesk.core.arrays import Floats
from fatdesk.networks.network import Network
from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.routing.paths import paths
from fatdesk.networks.simulation.engines.counts import Counts
from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import WORMHOLE, Switching
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic.traffic import Draws, all_pairs, uniform_draws, weighted_draws

SWITCHING = Switching(switching=WORMHOLE, packet_bytes=32, flit_bytes=4)
OTHERS = (
    Switching(switching=WORMHOLE, packet_bytes=64, flit_bytes=4, buffer_flits=8),
    Switching(switching=WORMHOLE, packet_bytes=8, flit_bytes=4, buffer_flits=8, routing=1),
    Switching(packet_bytes=32, flit_bytes=4),
)
"""Longer and shorter packets, other buffers and switches, and virtual cut-through."""
NAMES = {"mikant": "mikant", "clos": "destro"}


def kinds(hosts: int) -> dict[str, Draws]:
    """Uniform traffic, and the two kinds that it consists of."""
    source, destination = all_pairs(hosts, itself=False)
    inside = source // (hosts // 2) == destination // (hosts // 2)
    made = {"uniform": uniform_draws(hosts, itself=False)}
    for name, kept in (("inside", inside), ("between", ~inside)):
        ones = np.ones(int(kept.sum()))
        made[name] = weighted_draws(hosts, source[kept], destination[kept], ones, itself=False)
    return made


@cache
def counted(name: str, size: str, kind: str, load: float, switching: Switching = SWITCHING) -> Counts:
    """What is counted after a warm-up."""
    network = network_of(f"{name}:{size}")
    tables = tables_of(routing_algorithm(NAMES[name]).routing_table(network))
    run = Simulation(tables, switching, kinds(network.hosts)[kind], load)
    run.advance(5_000)
    return run.advance(20_000)


CASES = [
    ("k=4,n=3", 0.15, SWITCHING),
    ("k=4,n=3", 0.2, SWITCHING),
    ("k=3,n=3", 0.25, SWITCHING),
    ("k=2,n=4", 0.3, SWITCHING),
    *(("k=4,n=3", load, other) for load, other in zip((0.13, 0.2, 0.2), OTHERS, strict=True)),
]


@pytest.mark.parametrize(("size", "load", "switching"), [*CASES, ("k=4,n=3", 0.4, SWITCHING)])
def test_inside_groups_both_do_the_same_in_every_cycle(size: str, load: float, switching: Switching) -> None:
    mikant, clos = (counted(name, size, "inside", load, switching) for name in NAMES)
    for figure in ("waits", "latency_sum", "latency_max", "network_sum", "hops", "in_network"):
        assert getattr(mikant, figure) == getattr(clos, figure)
    assert (mikant.received == clos.received).all()
    assert mikant.waits > 0


@pytest.mark.parametrize(("size", "load", "switching"), CASES)
def test_between_groups_mikant_saves_one_switch_and_nothing_else(
    size: str, load: float, switching: Switching
) -> None:
    """Packets are counted as they arrive, so those on the way at both ends of the count differ."""
    mikant, clos = (counted(name, size, "between", load, switching) for name in NAMES)
    saved = clos.latency_sum / clos.delivered - mikant.latency_sum / mikant.delivered
    one = switching.routing + switching.crossbar + switching.link + switching.fly
    assert saved == pytest.approx(one, abs=0.05)
    assert mikant.waits == pytest.approx(clos.waits, rel=2e-3)


def test_near_saturation_of_uniform_traffic_mikant_has_more_conflicts() -> None:
    low, high = ([counted(name, "k=4,n=3", "uniform", load) for name in NAMES] for load in (0.1, 0.205))
    assert low[0].waits == pytest.approx(low[1].waits, rel=0.02)
    assert high[0].waits > 1.02 * high[1].waits


def loads(network: Network, name: str) -> Floats:
    """Paths of all ordered pairs of different hosts over each channel, per host."""
    table = routing_algorithm(name).routing_table(network)
    found = np.zeros(len(network.channels))
    for destination in range(network.hosts):
        channels = table.next_channels(destination)
        for source in range(network.hosts):
            if source != destination:
                found[list(next(paths(table, channels, source)))] += 1
    return found / (network.hosts - 1)


@pytest.mark.parametrize("name", NAMES)
def test_deterministic_routing_uses_one_of_k_channels_down(name: str) -> None:
    """All digits are set on the way up, so a packet comes down through switches of its own digits only.

    Each of these carries the packets to k hosts: both networks accept at most 1/k.
    """
    k, n = 4, 3
    network = network_of(f"{name}:k={k},n={n}")
    found = loads(network, NAMES[name])
    tail, head = network.level[network.channels].T
    down = (tail > head) & (head > 0)
    assert (found[down] > 0).sum() * k == down.sum()
    hosts = network.hosts
    assert found.max() == pytest.approx(k * (hosts - k) / (hosts - 1))
