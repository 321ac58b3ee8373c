"""Zero-load latency: published distances, and packets of the plain simulator that meet nobody."""

from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.routing import fitting, routing_algorithm
from fatdesk.networks.simulation.engines.tables import tables_of, usable_without
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Switching
from fatdesk.networks.simulation.zero_load import (
    closed_mean_latency,
    known_mean_latency,
    latency,
    mean_latency,
)
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic.traffic import weighted_draws
from tests.networks.routing.samples import FITTING, NETWORKS, all_paths, case_id
from tests.networks.simulation.alone import pair_latency
from tests.networks.simulation.plain import PlainSimulation

SIZES = [8, 128, 256, 1024]
UNLIKE = Switching(routing=3, crossbar=2, link=4, fly=5, packet_bytes=33, flit_bytes=2)


@pytest.mark.parametrize(("spec", "one"), FITTING, ids=case_id)
def test_it_is_that_of_a_packet_alone(spec, one):
    net = NETWORKS[spec]
    over = one.routing_table(net)
    for how in (Switching(packet_bytes=128), UNLIKE):
        source, destination = how.flits % net.hosts, (how.flits + net.hosts // 2 + 1) % net.hosts
        packets = [iter([(1, destination)] if host == source else []) for host in range(net.hosts)]
        simulation = PlainSimulation(over, how, packets, lambda cycle, channel: (cycle + channel) % 7)
        taken = simulation.advance(250).latency_sum
        assert taken == pair_latency(over, how, source, destination)


@pytest.mark.parametrize("switching", ["vct", "wormhole"])
@pytest.mark.parametrize(("spec", "one"), FITTING, ids=case_id)
def test_the_engines_give_it_to_packets_that_come_one_by_one(spec, one, switching):
    net = NETWORKS[spec]
    over = one.routing_table(net)
    tables = tables_of(over)
    for how in (*(Switching(packet_bytes=size) for size in SIZES), UNLIKE):
        source, destination = how.flits % net.hosts, (how.flits + net.hosts // 2 + 1) % net.hosts
        flow = weighted_draws(
            net.hosts, *(np.array([end]) for end in (source, destination)), np.ones(1), True
        )
        run = Simulation(tables, replace(how, switching=switching), flow, 0.005)
        counts = run.advance(1000 * how.flits)
        while counts.in_network:
            counts = counts + run.advance(1)
        zero = pair_latency(over, how, source, destination)
        assert counts.delivered == counts.injected.sum() > 0
        assert counts.network_sum == counts.delivered * zero


@pytest.mark.parametrize(("spec", "one"), FITTING, ids=case_id)
def test_the_mean_is_that_of_all_paths(spec, one):
    net = NETWORKS[spec]
    over = one.routing_table(net)
    found = all_paths(over)
    lengths = {pair: {len(path) for path in ways} for pair, ways in found.items()}
    assert all(len(one) == 1 for one in lengths.values())
    mean = Fraction(sum(latency(net, UNLIKE, min(one)) for one in lengths.values()), len(lengths))
    assert mean_latency(over, UNLIKE) == mean
    closed = closed_mean_latency(net, UNLIKE)
    longer = not one.SHORTEST and (one.NAME != "updown" or net.family in {"mikant", "hyperx"})
    if closed is not None and not longer:
        assert closed == mean


def test_of_the_networks_in_the_paper():
    """Base latencies of spec 3 at load 0.02 lie within 3 % above zero load; 128 bytes."""
    published = {"kary-tree": 161, "ruft": 156, "ft-ruft-212": 154, "ft-ruft-222": 153}
    for family, base in published.items():
        net = network_of(f"{family}:k=4,n=3")
        zero = mean_latency(fitting("usual", net).routing_table(net), Switching())
        assert zero == closed_mean_latency(net, Switching())
        assert 0.93 * base < zero <= base


def test_a_host_sends_to_itself_over_its_switch():
    net = network_of("kary-tree:k=2,n=2")
    over = fitting("usual", net).routing_table(net)
    assert pair_latency(over, Switching(packet_bytes=8), 1, 1) == 16
    mean = mean_latency(over, Switching(packet_bytes=8), itself=True)
    assert mean == Fraction(2 * 16 + 2 * 30, 4)


def test_no_way_and_no_pair_are_told():
    net = network_of("kary-tree:k=2,n=2")
    usable = net.channels[:, 0] != 1
    over = routing_algorithm("minimal").routing_table(net, usable)
    with pytest.raises(FatdeskError, match="from host 1 to host 0"):
        mean_latency(over, Switching())
    alone = network_of("star:N=1")
    with pytest.raises(FatdeskError, match="nobody"):
        mean_latency(fitting("usual", alone).routing_table(alone), Switching())


@pytest.mark.parametrize(
    ("spec", "name", "known"),
    [
        ("kary-tree:k=4,n=3", "fta", True),
        ("mikant:k=2,n=3", "updown", True),
        ("mikant:k=4,n=5", "updown", False),
    ],
)
def test_the_mean_is_told_where_it_can_be(spec: str, name: str, known: bool) -> None:
    """By the closed form, else by all ways, else not at all; the same as over all pairs."""
    network, no_links = network_of(spec), np.zeros(0, np.int32)
    found = known_mean_latency(network, routing_algorithm(name), no_links, Switching())
    assert (found is not None) == known
    if found is not None:
        assert found == mean_latency(routing_algorithm(name).routing_table(network), Switching())
    small = Switching(switching="wormhole", buffer_flits=2)
    assert known_mean_latency(network, routing_algorithm(name), no_links, small) is None


def test_the_mean_with_links_out_is_of_the_ways_that_are_left() -> None:
    network = network_of("kary-tree:k=2,n=3")
    out = np.flatnonzero((network.ends >= network.hosts).all(axis=1))[:1].astype(np.int32)
    routing_table = routing_algorithm("fta").routing_table(network, usable_without(network, out))
    assert known_mean_latency(network, routing_algorithm("fta"), out, Switching()) == mean_latency(
        routing_table, Switching()
    )
