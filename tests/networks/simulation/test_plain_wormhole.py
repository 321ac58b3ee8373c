"""The plain wormhole simulator by itself: cases small enough to be worked out by hand."""

import pytest
from msgspec.structs import replace

from fatdesk.networks.routing import fitting
from fatdesk.networks.simulation.study import Switching
from fatdesk.networks.topologies import network_of
from tests.networks.simulation.alone import pair_latency
from tests.networks.simulation.plain_wormhole import PlainWormhole
from tests.networks.simulation.test_plain import chain, cycles_of

WORM = Switching(switching="wormhole", packet_bytes=8)


def simulated(net, packets, switching=WORM):
    queues = [iter(packets.get(host, [])) for host in range(net.hosts)]
    over = fitting("usual", net).routing_table(net)
    return PlainWormhole(over, switching, queues, lambda _cycle, channel: channel)


@pytest.mark.parametrize("spec", ["star:N=2", "kary-tree:k=2,n=3", "ruft:k=2,n=3", "mikant:k=2,n=2"])
@pytest.mark.parametrize("room", [8, 16])
def test_a_packet_alone_takes_what_the_stages_take_where_buffers_cover_the_way_of_credits(spec, room):
    net = network_of(spec)
    how = replace(WORM, buffer_flits=room)
    counts = simulated(net, {0: [(3, net.hosts - 1)]}, how).advance(120)
    over = fitting("usual", net).routing_table(net)
    assert counts.latency_sum == pair_latency(over, WORM, 0, net.hosts - 1)
    assert counts.flit_hops == 8 * counts.hops
    assert counts.in_network == 0


def test_a_packet_alone_is_held_up_by_buffers_of_two_flits():
    """Flits leave host 0 in cycles 0 1 7 8 10 11 13 14 and the switch in 6 7 9 10 12 13 15 16."""
    counts = simulated(network_of("star:N=2"), {0: [(0, 1)]}, replace(WORM, buffer_flits=2)).advance(60)
    assert counts.latency_sum == 16 + 3
    simulation = simulated(network_of("star:N=2"), {0: [(0, 1)]}, replace(WORM, buffer_flits=2))
    crossed = [cycle for cycle in range(30) for _ in range(simulation.advance(1).flit_hops)]
    assert crossed == sorted([0, 1, 7, 8, 10, 11, 13, 14, 6, 7, 9, 10, 12, 13, 15, 16])


def test_packets_follow_without_a_gap():
    net = network_of("star:N=2")
    assert cycles_of(simulated(net, {0: [(0, 1)] * 3}), 60, "injected", 0) == [0, 8, 16]
    assert cycles_of(simulated(net, {0: [(0, 1)] * 3}), 60, "received", 1) == [13, 21, 29]


def test_a_worm_rests_over_several_buffers_and_holds_their_links():
    """Host 3 holds the link into host 2, so host 0's worm rests on the chain's; host 1 waits for it."""
    how = replace(WORM, packet_bytes=16, buffer_flits=4)
    packets = {3: [(0, 2), (0, 2)], 0: [(0, 2)], 1: [(10, 3)]}
    counts = [simulated(chain(), packets, how).advance(100)]
    alone = simulated(chain(), {1: [(10, 3)]}, how).advance(100)
    simulation = simulated(chain(), packets, how)
    received = cycles_of(simulation, 100, "received", 3)
    assert alone.latency_sum < 40
    assert received[0] > 45
    assert counts[0].in_network == 0


def test_a_packet_larger_than_all_buffers_gets_through():
    how = replace(WORM, packet_bytes=200, buffer_flits=1)
    counts = simulated(network_of("kary-tree:k=2,n=3"), {0: [(0, 7)], 7: [(0, 0)]}, how).advance(5000)
    assert counts.received.sum() == 2
    assert counts.flit_hops == 2 * 6 * 200
