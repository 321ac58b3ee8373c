"""Both engines against plain simulators: every counter of every cycle, on networks of all families."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.routing import minimal, updown
from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Arrivals, Switching
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested, weighted_draws
from tests.networks.routing.samples import FITTING, NETWORKS, case_id, connected
from tests.networks.simulation.same_packets import both, differing
from tests.patience import few

CYCLES = 150
PATTERNS = ["uniform", "hotspot", "complement", "all-to-all"]


@st.composite
def switchings(draw, **fixed):
    few = st.integers(0, 5)
    requested = {
        "credits": draw(st.sampled_from(["packet", "flit"])),
        "route_at": draw(st.sampled_from(["arrival", "head"])),
        "binding": draw(st.sampled_from(["late", "early", "two"])),
        "packet_bytes": draw(st.integers(1, 12)),
        "buffer_packets": draw(st.integers(1, 3)),
        "routing": draw(few),
        "crossbar": draw(few),
        "link": draw(few),
        "fly": draw(st.integers(1, 4)),
        "long_fly": draw(st.none() | few),
    }
    return Switching(**(requested | fixed))


FREE = st.sampled_from([updown, minimal])
ARRIVALS = st.sampled_from([Arrivals(), Arrivals(), Arrivals(kind="bursty", burst_packets=4)])


@st.composite
def drawn(draw, hosts):
    """Destinations of a pattern, or of flows at random."""
    if draw(st.integers(0, 3)) == 0:
        flow = st.tuples(
            st.integers(0, hosts - 1), st.integers(0, hosts - 1), st.sampled_from([0.5, 1.0, 2.0])
        )
        source, destination, weight = zip(*draw(st.lists(flow, min_size=1, max_size=2 * hosts)), strict=True)
        whole = np.array(source), np.array(destination)
        return weighted_draws(hosts, *whole, np.array(weight), draw(st.booleans()))
    power = hosts & (hosts - 1) == 0
    name = draw(st.sampled_from([one for one in PATTERNS if power or one != "complement"]))
    return pattern(name).draws(Requested(hosts, itself=draw(st.booleans())))


def compare(over, data, switching):
    net = over.network
    draws = data.draw(drawn(net.hosts))
    sending = draws.rate > 0
    if not sending.any():
        return
    capacity = np.diff(net.outgoing[0])[: net.hosts]
    most = float((np.minimum(capacity, switching.flits)[sending] / draws.rate[sending]).min())
    load = data.draw(st.sampled_from([0.1, 0.4, 0.7, 1.0])) * most
    engine, plain = both(over, switching, draws, load, data.draw(ARRIVALS), data.draw(st.integers(1, 99)))
    for cycle in range(CYCLES):
        one, other = engine.advance(1), plain.advance(1)
        assert not differing(one, other), (cycle, differing(one, other))


@pytest.mark.parametrize(("spec", "one"), FITTING, ids=case_id)
@settings(max_examples=few(1))
@given(data=st.data())
def test_the_same_in_every_cycle(spec, one, data):
    compare(one.routing_table(NETWORKS[spec]), data, data.draw(switchings()))


@settings(max_examples=few(15))
@given(net=connected(), data=st.data())
def test_the_same_on_networks_at_random(net, data):
    compare(data.draw(FREE).routing_table(net), data, data.draw(switchings()))


WORMS = st.builds(
    replace,
    switchings(),
    switching=st.just("wormhole"),
    buffer_flits=st.none() | st.integers(1, 20),
    allocation=st.integers(0, 3),
)


@pytest.mark.parametrize(("spec", "one"), FITTING, ids=case_id)
@settings(max_examples=few(1))
@given(data=st.data())
def test_worms_do_the_same_in_every_cycle(spec, one, data):
    compare(one.routing_table(NETWORKS[spec]), data, data.draw(WORMS))


@settings(max_examples=few(15))
@given(net=connected(), data=st.data())
def test_worms_do_the_same_on_networks_at_random(net, data):
    compare(data.draw(FREE).routing_table(net), data, data.draw(WORMS))


WITH_SPARE = [
    (spec, one)
    for spec, one in FITTING
    if spec in {"kary-tree:k=2,n=3", "ruft-pl:k=2,n=2", "ft-ruft-212:k=2,n=3", "ft-ruft-222:k=2,n=2"}
]


@pytest.mark.parametrize(("spec", "one"), WITH_SPARE, ids=case_id)
@settings(max_examples=few(3))
@given(data=st.data())
def test_the_same_with_channels_out(spec, one, data):
    net = NETWORKS[spec]
    usable = np.ones(len(net.channels), bool)
    for channel in data.draw(st.lists(st.integers(0, len(usable) - 1), max_size=4)):
        usable[channel] = False
        over = one.routing_table(net, usable)
        try:
            tables_of(over)
        except FatdeskError:  # some pair has no way any more
            usable[channel] = True
    switching = data.draw(switchings() | WORMS)
    compare(one.routing_table(net, usable), data, switching)


@settings(max_examples=few(20))
@given(net=connected(), data=st.data())
def test_deadlock_is_when_packets_are_there_and_nothing_moves(net, data):
    how = data.draw(switchings(packet_bytes=6) | WORMS)
    draws = pattern("uniform").draws(Requested(net.hosts))
    run = Simulation(
        tables_of(minimal.routing_table(net)), how, draws, 1.0, seed=data.draw(st.integers(1, 99))
    )
    run.advance(3000)
    deadlocked = run.deadlocked
    counts = run.advance(500)
    assert deadlocked == (counts.in_network > 0 and counts.flit_hops == 0)
    assert run.deadlocked == deadlocked
