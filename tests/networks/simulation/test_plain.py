"""The plain simulator by itself: cases small enough to be worked out by hand."""

import numpy as np
import pytest
from msgspec.structs import replace

from fatdesk.networks.network import network
from fatdesk.networks.routing import fitting
from fatdesk.networks.simulation.study import Switching
from fatdesk.networks.topologies import network_of
from tests.networks.simulation.plain import PlainSimulation

SHORT = Switching(packet_bytes=8)


def simulated(net, packets, switching=SHORT, scheme="usual", lot=lambda _cycle, channel: channel):
    """A simulation of packets as {host: [(cycle, destination), ...]}."""
    queues = [iter(packets.get(host, [])) for host in range(net.hosts)]
    return PlainSimulation(fitting(scheme, net).routing_table(net), switching, queues, lot)


def chain():
    """Two switches with hosts 0, 1 and 2, 3, and one link between."""
    ends = np.array([[0, 4], [1, 4], [2, 5], [3, 5], [4, 5]])
    ports = np.array([[0, 0], [0, 1], [0, 0], [0, 1], [2, 2]])
    return network(4, np.array([0, 0, 0, 0, 1, 1]), ends, ports)


def cycles_of(simulation, cycles, name, host):
    """In which cycles a host's count of packets went up."""
    counts = [getattr(simulation.advance(1), name)[host] for _ in range(cycles)]
    return [cycle for cycle, count in enumerate(counts) for _ in range(count)]


@pytest.mark.parametrize(("size", "latency"), [(1, 9), (8, 16), (128, 136)])
def test_one_packet_takes_what_the_stages_take(size, latency):
    simulation = simulated(network_of("star:N=2"), {0: [(3, 1)]}, Switching(packet_bytes=size))
    counts = simulation.advance(200)
    assert (counts.latency_sum, counts.latency_max, counts.network_sum) == (latency, latency, latency)
    assert counts.injected.tolist() == counts.delivered_of.tolist() == [1, 0]
    assert counts.received.tolist() == [0, 1]
    assert (counts.hops, counts.flit_hops, counts.waits, counts.in_network) == (2, 2 * size, 0, 0)
    assert counts.latency_bins[min(latency, 64 + latency // 2)] == 1


def test_it_leaves_at_once_and_is_granted_its_last_link_when_it_is_forwarded():
    net = network_of("star:N=2")
    assert cycles_of(simulated(net, {0: [(3, 1)]}), 20, "injected", 0) == [3]
    assert cycles_of(simulated(net, {0: [(3, 1)]}), 20, "received", 1) == [3 + 2 + 4]


def test_a_one_way_tree_has_long_links_to_its_hosts():
    net = network_of("ruft:k=2,n=3")
    latency = simulated(net, {0: [(0, 5)]}).advance(100).latency_sum
    assert latency == 2 + 2 * (4 + 3) + (4 + 1 + 1 + 4) + 7
    short = simulated(net, {0: [(0, 5)]}, replace(SHORT, long_fly=1)).advance(100).latency_sum
    assert short == latency - 3


def test_two_packets_for_one_host_come_one_after_the_other():
    net = network_of("star:N=3")
    simulation = simulated(net, {0: [(0, 2)], 1: [(0, 2)]})
    counts = simulation.advance(40)
    assert counts.latency_sum == 16 + (16 + 8)
    assert counts.waits == 8
    assert counts.delivered_of.tolist() == [1, 1, 0]


def test_inputs_are_served_in_turn():
    net = network_of("star:N=3")
    simulation = simulated(net, {0: [(0, 2)] * 3, 1: [(0, 2)] * 3})
    assert cycles_of(simulation, 60, "received", 2) == [6, 14, 22, 30, 38, 46]
    simulation = simulated(net, {0: [(0, 2)] * 3, 1: [(0, 2)] * 3})
    assert cycles_of(simulation, 60, "delivered_of", 0) == [6, 22, 38]


@pytest.mark.parametrize(
    ("given", "room", "injected"),
    [("packet", 1, [0, 14, 28]), ("flit", 1, [0, 8, 16]), ("packet", 2, [0, 8, 16])],
)
def test_room_comes_back_with_the_last_flit_or_with_the_first(given, room, injected):
    how = replace(SHORT, credits=given, buffer_packets=room)
    simulation = simulated(network_of("star:N=2"), {0: [(0, 1)] * 3}, how)
    assert cycles_of(simulation, 60, "injected", 0) == injected


@pytest.mark.parametrize(("route_at", "received"), [("arrival", [6, 14, 22]), ("head", [6, 18, 30])])
def test_routing_table_begins_on_arrival_or_at_the_head_of_the_buffer(route_at, received):
    how = replace(SHORT, route_at=route_at)
    simulation = simulated(network_of("star:N=2"), {0: [(0, 1)] * 3}, how)
    assert cycles_of(simulation, 60, "received", 1) == received


def test_a_blocked_head_blocks_what_is_behind():
    """Hosts 1 and 0 both send over the link of the chain; behind host 0's packet waits one for host 1."""
    simulation = simulated(chain(), {1: [(0, 2)], 0: [(1, 3), (2, 1)]})
    assert cycles_of(simulation, 60, "received", 1) == [22]
    # host 1's packet holds the link in cycles 6 to 13; that of host 0 goes in 14, the one behind it in 22


def test_a_full_buffer_blocks_the_buffer_before_it():
    """Host 2 is asked for by 3 as well; with room for one packet the second of host 0 waits at its switch."""
    how = replace(SHORT, buffer_packets=1)
    simulation = simulated(chain(), {0: [(0, 2), (0, 2)], 3: [(0, 2), (0, 2)]}, how)
    # host 3's first holds the last link in 6 .. 13; host 0's first comes to the second switch in 6 + 3, is
    # forwarded in 13 and granted in 14. Its room comes back in 22. Host 0's second left in 14, asks in 20, is
    # granted in 22, asks for the last link in 29, when host 3's second, which left in 14 as well, holds it
    # since 22.
    counts = [simulation.advance(1) for _ in range(60)]
    received = [cycle for cycle, count in enumerate(counts) if count.received[2]]
    assert received == [6, 14, 22, 30]
    of_host_3 = [cycle for cycle, count in enumerate(counts) if count.delivered_of[3]]
    assert of_host_3 == [6, 22]
    requested = [cycle for cycle, count in enumerate(counts) for _ in range(count.waits)]
    assert requested == sorted([13, 20, 21, 20, 21, 29])


def test_of_outputs_with_the_same_room_the_one_with_the_lowest_lot_is_taken():
    net = network_of("kary-tree:k=2,n=2")
    up = [number for number, (tail, head) in enumerate(net.channels.tolist()) if tail == 4 and head > 5]
    for taken, other in (up, up[::-1]):
        simulation = simulated(net, {0: [(0, 3)]}, lot=lambda _cycle, channel, first=taken: channel != first)
        carried = simulation.advance(60).carried
        assert (carried[taken], carried[other]) == (1, 0)


def test_the_output_with_most_room_is_taken_whatever_its_lot():
    """While the first packet takes a way up, the second takes the other."""
    net = network_of("kary-tree:k=2,n=2")
    up = [number for number, (tail, head) in enumerate(net.channels.tolist()) if tail == 4 and head > 5]
    simulation = simulated(net, {0: [(0, 3)], 1: [(4, 2)]})
    assert simulation.advance(60).carried[up].tolist() == [1, 1]


def test_early_binding_may_choose_an_output_in_use():
    """Two hosts want the two links up of a switch in one cycle: early, both choose the same one."""
    net = network_of("kary-tree:k=2,n=2")
    packets = {0: [(0, 2)], 1: [(0, 3)]}
    late = simulated(net, packets).advance(80)
    early = simulated(net, packets, replace(SHORT, binding="early")).advance(80)
    assert (late.waits, early.waits) == (0, 8)
    assert late.latency_sum + 8 == early.latency_sum


def test_a_host_with_two_links_uses_both_at_once():
    simulation = simulated(network_of("ruft-pl:k=2,n=2"), {0: [(0, 3), (0, 2), (0, 1)]})
    assert cycles_of(simulation, 20, "injected", 0) == [0, 0, 8]


def test_what_a_host_sends_to_itself_goes_over_the_first_switch():
    assert simulated(network_of("star:N=2"), {0: [(0, 0)]}).advance(40).latency_sum == 16
    assert simulated(network_of("kary-tree:k=2,n=3"), {5: [(0, 5)]}).advance(40).latency_sum == 16
    assert simulated(network_of("ruft:k=2,n=2"), {1: [(0, 1)]}).advance(60).latency_sum == 2 + 7 + 9 + 7


def test_stretches_may_be_split_at_will():
    packets = {host: [(3 * j, (host + j) % 4) for j in range(20) if j % 4] for host in range(4)}
    whole = simulated(network_of("kary-tree:k=2,n=2"), packets).advance(100)
    parts = simulated(network_of("kary-tree:k=2,n=2"), packets)
    added = parts.advance(13) + parts.advance(1) + parts.advance(86)
    for name, value in vars(whole).items():
        assert np.array_equal(getattr(added, name), value), name
