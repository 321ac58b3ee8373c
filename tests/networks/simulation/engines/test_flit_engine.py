"""The wormhole engine against cut-through, in deadlock, and on the networks of the mirrored tree's paper."""

import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Switching
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested, fixed_draws, uniform_draws
from tests.networks.routing.samples import ring


def counted(spec, name, switching, load, cycles=(3000, 15_000), traffic="uniform"):
    net = network_of(spec)
    draws = pattern(traffic).draws(Requested(net.hosts))
    run = Simulation(tables_of(routing_algorithm(name).routing_table(net)), switching, draws, load)
    run.advance(cycles[0])
    return run.advance(cycles[1])


@pytest.mark.parametrize("load", [0.3, 0.9])
@pytest.mark.parametrize(("spec", "name"), [("ruft:k=4,n=3", "ruft"), ("kary-tree:k=4,n=3", "destro")])
def test_without_a_choice_worms_in_whole_buffers_do_what_packets_with_credits_of_flits_do(spec, name, load):
    """A worm never rests on the way then: what it follows leaves a flit a cycle, as in cut-through."""
    packets = counted(spec, name, Switching(credits="flit", packet_bytes=32), load)
    worms = counted(spec, name, Switching(switching="wormhole", packet_bytes=32), load)
    assert np.array_equal(worms.carried, packets.carried)
    assert np.array_equal(worms.injected, packets.injected)
    assert worms.waits == packets.waits
    assert worms.delivered == pytest.approx(packets.delivered, rel=0.001)  # counted a packet's length later
    assert worms.network_sum / worms.delivered == pytest.approx(
        packets.network_sum / packets.delivered, rel=0.001
    )


@pytest.mark.parametrize("load", [0.3, 0.9])
@pytest.mark.parametrize(
    ("spec", "name"),
    [("kary-tree:k=4,n=3", "fta"), ("ruft-pl:k=4,n=3", "ruft"), ("ft-ruft-212:k=4,n=3", "ruft")],
)
def test_with_a_choice_they_agree_within_2_percent(spec, name, load):
    """They see room in flits, or in packets, and so do not always choose the same."""
    packets = counted(spec, name, Switching(credits="flit", packet_bytes=32), load)
    worms = counted(spec, name, Switching(switching="wormhole", packet_bytes=32), load)
    assert worms.delivered == pytest.approx(packets.delivered, rel=0.02)
    assert worms.network_sum / worms.delivered == pytest.approx(
        packets.network_sum / packets.delivered, rel=0.02
    )


@pytest.mark.parametrize("room", [1, 5, 40, None])
def test_packets_and_flits_are_conserved(room):
    how = Switching(switching="wormhole", packet_bytes=24, buffer_flits=room)
    net = network_of("kary-tree:k=4,n=2")
    run = Simulation(
        tables_of(routing_algorithm("fta").routing_table(net)), how, uniform_draws(16, itself=True), 0.8
    )
    whole = run.advance(1000)
    for _ in range(5):
        whole = whole + run.advance(1000)
        assert whole.injected.sum() - whole.delivered == whole.in_network
        assert whole.received.sum() == whole.delivered_of.sum() == whole.latency_bins.sum()
        assert 0 <= whole.hops * 24 - whole.flit_hops <= whole.in_network * 24 * 4
    assert whole.in_network <= 16 + net.link_count * 2 * (1 + (room or 48) // 24)
    assert not run.deadlocked


def test_smaller_buffers_accept_less():
    accepted = [
        counted(
            "kary-tree:k=4,n=2",
            "fta",
            Switching(switching="wormhole", packet_bytes=24, buffer_flits=room),
            1.0,
        )
        for room in (2, 8, 24, 48, 96)
    ]
    assert [one.delivered for one in accepted] == sorted(one.delivered for one in accepted)


def around(name):
    """Seven switches in a ring, each host sending to the third after it."""
    net = ring(7)
    how = Switching(switching="wormhole", packet_bytes=64, buffer_flits=4)
    draws = fixed_draws((np.arange(7) + 3) % 7, itself=False)
    return Simulation(tables_of(routing_algorithm(name).routing_table(net)), how, draws, 1.0)


def test_worms_around_a_ring_deadlock_and_that_is_told():
    run = around("minimal")
    assert not run.deadlocked
    run.advance(3000)
    assert run.deadlocked
    counts = run.advance(500)
    assert (counts.flit_hops, counts.delivered, counts.in_network) == (0, 0, 7)
    assert counts.waits == 7 * 500
    run = around("updown")
    assert run.advance(20_000).delivered > 500
    assert not run.deadlocked


@pytest.mark.parametrize(
    ("requested", "stated"),
    [
        ({"link": 4096, "packet_bytes": 1 << 16, "buffer_packets": 64}, "link, fly"),
        ({"packet_bytes": 1, "buffer_flits": 1 << 16}, "buffer_flits"),
    ],
)
def test_more_than_can_be_held_is_refused(requested, stated):
    net = network_of("kary-tree:k=16,n=3")
    how = Switching(switching="wormhole", **requested)
    with pytest.raises(FatdeskError, match=stated):
        Simulation(
            tables_of(routing_algorithm("fta").routing_table(net)),
            how,
            uniform_draws(4096, itself=False),
            0.5,
        )


def test_past_saturation_the_network_is_the_same_after_a_million_cycles():
    net = network_of("kary-tree:k=2,n=2")
    how = Switching(switching="wormhole", packet_bytes=4)
    run = Simulation(
        tables_of(routing_algorithm("fta").routing_table(net)), how, uniform_draws(4, itself=False), 1.0
    )
    early = run.advance(100_000)
    run.advance(800_000)
    late = run.advance(100_000)
    assert late.in_network <= 2 * net.link_count * (1 + how.buffer_packets)
    assert late.delivered == pytest.approx(early.delivered, rel=0.01)
    assert late.latency_sum / late.delivered > 5 * early.latency_sum / early.delivered  # since generation
    assert late.network_sum / late.delivered == pytest.approx(early.network_sum / early.delivered, rel=0.02)


MIRRORED = [(2, 3, "uniform"), (2, 4, "uniform"), (3, 3, "uniform"), (4, 3, "uniform"), (2, 4, "complement")]


@pytest.mark.parametrize(("k", "n", "traffic"), MIRRORED)
def test_mikant_against_clos(k, n, traffic):
    """Spec 4: latency is below, capacity about the same. Conflicts are below past saturation, else alike."""
    how = Switching(switching="wormhole", packet_bytes=32, flit_bytes=4)
    for load in (0.1, 1.0):
        mikant = counted(f"mikant:k={k},n={n}", "mikant", how, load, traffic=traffic)
        clos = counted(f"clos:k={k},n={n}", "destro", how, load, traffic=traffic)
        assert mikant.network_sum / mikant.delivered < 0.97 * clos.network_sum / clos.delivered
        assert mikant.delivered == pytest.approx(clos.delivered, rel=0.03)
        assert mikant.waits <= clos.waits * (1.05 if load < 1 else 1.0)
