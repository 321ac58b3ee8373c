"""Readings of throughput with faults: which throughput, which combinations, which host, which links."""

from itertools import product

import numpy as np
import pytest
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.fault_tolerance.degradation import connected_draws, degraded, intact_first
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.fault_tolerance.tolerance import random_combinations, random_tolerated
from fatdesk.networks.fault_tolerance.units import fault_units, usable_without
from fatdesk.networks.routing import fitting
from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Duration, Switching, TrafficParameters
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import PATTERNS, pattern
from fatdesk.networks.traffic.traffic import Requested, fixed_draws, weights_of

DURATION = Duration(warmup=500, cycles=1_500)
BASE = DegradationParameters(samples=4, duration=DURATION, switching=Switching(packet_bytes=16))
LINKS = FaultParameters()


def of(spec, requested, faults, seed=1, **more):
    net = network_of(spec)
    return degraded(net, fitting("usual", net), LINKS, requested, faults, seed, **more)


def accepted(net, out, draws, load, seed):
    """Accepted traffic per host that sends, by a run of its own."""
    units = fault_units(net, LINKS)
    tables = tables_of(fitting("usual", net).routing_table(net, usable_without(net, units, out)))
    run = Simulation(tables, BASE.switching, draws, load, seed=seed)
    run.advance(500)
    return run.advance(1_500).delivered * 16 / 1_500 / np.count_nonzero(draws.rate)


def test_the_most_is_the_most_of_ten_loads():
    net = network_of("ft-ruft-222:k=2,n=3")
    draws = pattern("uniform").draws(Requested(net.hosts, 1, 1, itself=False))
    drawn = random_tolerated(net, fitting("usual", net), fault_units(net, LINKS), 4, 4, 1)
    expected = [
        max(accepted(net, out, draws, 2 * part / 10, 1 + number) for part in range(1, 11))
        for number, out in enumerate(drawn)
    ]
    found = of("ft-ruft-222:k=2,n=3", replace(BASE, measured="most"), 4)
    assert found.throughput == pytest.approx(np.mean(expected), rel=1e-9)
    assert found.throughput >= of("ft-ruft-222:k=2,n=3", BASE, 4).throughput


def test_saturation_is_a_load_that_is_accepted_in_full():
    """Complement on RUFT has a path for each pair: all that is offered; a shared link halves that of two."""
    requested = replace(BASE, traffic=TrafficParameters(pattern="complement"), measured="saturation")
    assert of("ruft:k=2,n=3", requested, 0).throughput == pytest.approx(1, abs=0.03)
    # hosts 0 and 1 of a switch both send over one inner link: each of them gets half of it
    shared = of(
        "ruft:k=2,n=2",
        replace(requested, samples=1),
        0,
        draws=fixed_draws(np.array([2, 2, 0, 0]), itself=False),
    )
    assert shared.throughput == pytest.approx(0.5, abs=0.06)


def test_a_load_that_is_stated_is_the_highest_of_the_search():
    requested = replace(BASE, measured="saturation", load=0.2)
    assert of("ft-ruft-212:k=2,n=3", requested, 1).throughput == 0.2


def test_any_combination_is_drawn_and_pairs_without_a_path_send_nothing():
    """Complement on RUFT: every pair has its own path, so that the others are as fast as before."""
    net, k, n, faults = network_of("ruft:k=2,n=4"), 2, 4, 5
    units = fault_units(net, LINKS)
    drawn = random_combinations(units, faults, 6, 1)
    ends = net.ends.tolist()
    cut = []
    for out in drawn:
        gone = {tuple(ends[units.of[element]]) for element in out.tolist()}
        alive = 0
        for source in range(net.hosts):
            target = net.hosts - 1 - source
            at, path = source // k, []
            for stage in range(n - 1):
                digit = target // k**stage % k
                onward = at + (digit - at // k**stage % k) * k**stage
                each = k ** (n - 1)
                path.append((net.hosts + stage * each + at, net.hosts + (stage + 1) * each + onward))
                at = onward
            alive += not gone.intersection(path)
        cut.append(alive / net.hosts)
    assert min(cut) < 1
    requested = replace(
        BASE, samples=6, drawn="any", traffic=TrafficParameters(pattern="complement"), load=0.9
    )
    found = of("ruft:k=2,n=4", requested, faults)
    assert found.throughput == pytest.approx(0.9 * np.mean(cut), rel=0.03)
    assert found.least == pytest.approx(0.9 * min(cut), rel=0.06)


def test_where_every_combination_is_tolerated_any_are_the_same():
    """3 faults of FT-RUFT-212: the combinations are the same, and so are the packets of a permutation."""
    requested = replace(BASE, traffic=TrafficParameters(pattern="complement"))
    one = of("ft-ruft-212:k=2,n=3", requested, 3)
    other = of("ft-ruft-212:k=2,n=3", replace(requested, drawn="any"), 3)
    assert other.throughput == pytest.approx(one.throughput, rel=0.05)
    net = network_of("ft-ruft-212:k=2,n=3")
    scheme, units = fitting("usual", net), fault_units(net, LINKS)
    for a, b in zip(
        random_combinations(units, 3, 70, 1), random_tolerated(net, scheme, units, 3, 70, 1), strict=True
    ):
        assert a.tolist() == b.tolist()


def test_tolerated_combinations_are_the_first_of_any():
    net = network_of("ft-ruft-212:k=2,n=3")
    scheme, units = fitting("usual", net), fault_units(net, LINKS)
    drawn = [tuple(out.tolist()) for out in random_combinations(units, 6, 100, 3)]
    assert len(drawn) == 100
    assert all(len(set(out)) == 6 for out in drawn)
    tolerated = [tuple(out.tolist()) for out in random_tolerated(net, scheme, units, 6, 10, 3)]
    assert tolerated == [out for out in drawn if out in set(tolerated)][:10]


@pytest.mark.parametrize(
    ("name", "itself"),
    [
        (one.NAME, itself)
        for one in PATTERNS
        for itself in (False, True)
        if one.NAME != "all-to-all" or not itself
    ],
)
def test_weights_are_the_rates_of_the_pattern(name, itself):
    requested = Requested(16, 1, 5, itself)
    flows, draws = pattern(name).rates(requested), pattern(name).draws(requested)
    expected = np.zeros((16, 16))
    np.add.at(expected, (flows.source, flows.destination), flows.weight)
    if not itself:
        np.fill_diagonal(expected, 0.0)
    sending = expected.sum(axis=1)
    expected *= (draws.rate > 0).sum() / max(sending.sum(), 1e-9)
    assert weights_of(draws) == pytest.approx(expected, abs=1e-9)


def test_hosts_send_on_to_those_that_they_still_reach_as_before():
    net = network_of("ruft:k=2,n=3")
    table = fitting("usual", net).routing_table(
        net, usable_without(net, fault_units(net, LINKS), np.array([0], np.int32))
    )
    draws, share = connected_draws(pattern("uniform").draws(Requested(8)), table)
    left = weights_of(draws) * share * 8 / np.count_nonzero(draws.rate)
    lost = left == 0
    np.fill_diagonal(lost, False)
    # the link of switch 0,00 by digit 0: hosts 0 and 1 to the hosts with an even number, themselves apart
    assert sorted(zip(*map(np.ndarray.tolist, np.nonzero(lost)), strict=True)) == [
        (source, target) for source, target in product((0, 1), (0, 2, 4, 6)) if source != target
    ]
    assert left[~lost & (left > 0)] == pytest.approx(1 / 7)


def test_the_hot_host_is_drawn_for_each_combination():
    requested = replace(BASE, traffic=TrafficParameters(pattern="hotspot"), redraw=True, samples=5)
    net = network_of("ft-ruft-212:k=2,n=3")
    drawn = random_tolerated(net, fitting("usual", net), fault_units(net, LINKS), 2, 5, 1)
    hot = [pattern("hotspot").draws(Requested(8, 1, 1 + number, itself=False)) for number in range(5)]
    assert len({draws.hot for draws in hot}) > 1
    expected = [
        accepted(net, out, draws, 2.0, 1 + number)
        for number, (out, draws) in enumerate(zip(drawn, hot, strict=True))
    ]
    assert of("ft-ruft-212:k=2,n=3", requested, 2).throughput == pytest.approx(np.mean(expected), rel=1e-9)


def walks(net, table, start, destination):
    """All channels of all paths that begin with a channel."""
    found, head = [], net.channels[:, 1]

    def follow(path):
        if head[path[-1]] == destination:
            found.append(path)
            return
        for channel in table.onward(int(head[path[-1]])).tolist():
            follow([*path, channel])

    follow([start])
    return found


@pytest.mark.parametrize(
    "spec", ["ft-ruft-212:k=2,n=3", "ft-ruft-222:k=2,n=3", "ruft-pl:k=2,n=2", "kary-tree:k=2,n=2"]
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_links_with_intact_paths_come_first(spec, seed):
    """Against every path walked channel by channel."""
    net = network_of(spec)
    scheme, units = fitting("usual", net), fault_units(net, FaultParameters(among="all"))
    (out,) = random_combinations(units, 4, 1, seed)
    usable = usable_without(net, units, out)
    full, cut = scheme.routing_table(net), scheme.routing_table(net, usable)
    found = intact_first(scheme, net, usable)
    for destination in range(net.hosts):
        every, left, kept = (one.next_channels(destination) for one in (full, cut, found))
        for source in range(net.node_count):
            before = left.onward(source).tolist()
            intact = [
                channel
                for channel in before
                if all(usable[path].all() for path in walks(net, every, channel, destination))
            ]
            expected = intact if intact and source < net.hosts else before
            assert kept.onward(source).tolist() == expected
    assert (
        intact_first(scheme, net, np.ones_like(usable)).next_channels(1).channel.tolist()
        == full.next_channels(1).channel.tolist()
    )


def test_percent_are_the_same_share_of_each_network():
    """FT-RUFT-212 has 16 links between switches as a 2-ary 3-tree, FT-RUFT-222 has 32: 25 % are 4 and 8."""
    share = replace(BASE, counted="percent")
    for spec, links in (("ft-ruft-212:k=2,n=3", 4), ("ft-ruft-222:k=2,n=3", 8)):
        of_share, of_number = of(spec, share, 25), of(spec, BASE, links)
        assert (of_share.faults, of_share.throughput) == (25, of_number.throughput)
    with pytest.raises(FatdeskError, match="101 % cannot fail"):
        of("ft-ruft-212:k=2,n=3", share, 101)
