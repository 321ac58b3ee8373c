"""The engine against the reference program of the benchmarks: equal to the last packet."""

import pytest

from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Switching
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic.traffic import uniform_draws
from tests.benchmarks.packet_reference import Reference, compiler
from tests.networks.simulation.same_packets import differing

pytestmark = pytest.mark.skipif(
    compiler() is None, reason="g++ is not installed: the C++ program of the model is not built"
)


@pytest.mark.parametrize(
    ("spec", "scheme", "load", "cycles"),
    [
        ("kary-tree:k=2,n=3", "fta", 0.6, 20_000),
        ("kary-tree:k=4,n=3", "fta", 0.9, 20_000),
        ("kary-tree:k=4,n=3", "destro", 0.5, 20_000),
        ("kary-tree:k=8,n=3", "fta", 1.0, 3_000),
        ("ruft:k=4,n=3", "ruft", 0.7, 20_000),
        ("kary-tree:k=3,n=5", "fta", 0.5, 5_000),  # 2,430 channels
        ("kary-tree:k=16,n=3", "fta", 0.8, 700),  # beyond the channels from which lines are fetched before
    ],
)
@pytest.mark.parametrize("seed", [1, 7])
def test_equal_to_the_last_packet(spec, scheme, load, cycles, seed):
    network = network_of(spec)
    tables = tables_of(routing_algorithm(scheme).routing_table(network))
    draws = uniform_draws(network.hosts, itself=False)
    engine = Simulation(tables, Switching(), draws, load, seed=seed)
    reference = Reference(tables, Switching(), draws, load, seed=seed)
    for part in (cycles // 3, cycles - cycles // 3):
        ours, theirs = engine.advance(part), reference.advance(part)
        assert differing(ours, theirs) == []
    assert ours.delivered > 100


@pytest.mark.parametrize(
    "switching",
    [
        Switching(packet_bytes=8),
        Switching(packet_bytes=16, flit_bytes=4, routing=0, crossbar=0),
        Switching(packet_bytes=64, routing=9, fly=5),
    ],
)
def test_equal_for_other_switches(switching):
    tables = tables_of(routing_algorithm("fta").routing_table(network_of("kary-tree:k=4,n=3")))
    draws = uniform_draws(64, itself=False)
    engine, reference = (kind(tables, switching, draws, 0.7) for kind in (Simulation, Reference))
    assert differing(engine.advance(10_000), reference.advance(10_000)) == []
