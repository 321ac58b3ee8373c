"""Figures 17 and 18: what failed links cost when packets are divided over the paths as well as can be.

A linear program over the paths that are left finds the most that all hosts together can send. No rule for
injection, for the choice of links or for buffers does better, so that throughput at full load falls at least
by what the program loses. docs/papers/fault-tolerant-indirect-topologies.md has its table.
"""

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import coo_array

from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.fault_tolerance.tolerance import random_tolerated
from fatdesk.networks.fault_tolerance.units import fault_units, usable_without
from fatdesk.networks.routing import usual
from fatdesk.networks.topologies import network_of

HOSTS, BITS, COMBINATIONS = 64, 6, 8
TO = {
    "complement": lambda host: HOSTS - 1 - host,
    "shuffle": lambda host: (host << 1) % HOSTS | host >> (BITS - 1),
}


def most(table, pattern):
    """The most flits per cycle of all hosts that do not send to themselves, on average."""
    rows: list[tuple[int, int, float]] = []
    channels: list[int] = []
    equations, sending = 0, []
    pairs = [(source, TO[pattern](source)) for source in range(HOSTS) if TO[pattern](source) != source]
    for source, destination in pairs:
        found = table.next_channels(destination)
        tail = np.repeat(np.arange(len(found.start) - 1), np.diff(found.start))
        first = len(channels)
        channels += found.channel.tolist()
        after = table.after[found.channel]
        for state in {*tail.tolist(), *after[after >= 0].tolist()} - {source}:
            entering = np.flatnonzero(after == state) if state >= HOSTS else []
            rows += [(equations, first + int(at), 1.0) for at in np.flatnonzero(tail == state)]
            rows += [(equations, first + int(at), -1.0) for at in entering]
            equations += 1
        sending += (first + np.flatnonzero(tail == source)).tolist()
    cost = np.zeros(len(channels))
    cost[sending] = -1 / len(pairs)
    equation, variable, value = zip(*rows, strict=True)
    load = coo_array(
        (np.ones(len(channels)), (channels, range(len(channels)))), shape=(len(table.after), len(channels))
    )
    kept = coo_array((value, (equation, variable)), shape=(equations, len(channels)))
    found = linprog(cost, load.tocsr(), np.ones(len(table.after)), kept.tocsr(), np.zeros(equations))
    return -found.fun


def left(spec, pattern, share):
    """The mean in percent of what can be sent without failures, over tolerated combinations of a share."""
    network = network_of(spec)
    scheme, units = usual(network), fault_units(network, FaultParameters())
    count = (2 * share * units.count + 100) // 200
    whole = most(scheme.routing_table(network), pattern)
    combinations = random_tolerated(network, scheme, units, count, COMBINATIONS, seed=1)
    usable = [usable_without(network, units, out) for out in combinations]
    return 100 * np.mean([most(scheme.routing_table(network, one), pattern) for one in usable]) / whole


@pytest.mark.parametrize("pattern", TO)
def test_without_failures_all_links_of_hosts_are_full(pattern):
    network = network_of("ft-ruft-222:k=4,n=3")
    assert most(usual(network).routing_table(network), pattern) == pytest.approx(2.0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("network", "pattern", "eight", "fifteen"),
    [
        ("ft-ruft-212", "complement", -15.0, -27.9),
        ("ruft-pl", "complement", -14.4, -24.8),
        ("ft-ruft-222", "complement", -14.3, -25.6),
        ("ft-ruft-212", "shuffle", -15.0, -25.8),
        ("ruft-pl", "shuffle", -13.5, -24.4),
        ("ft-ruft-222", "shuffle", -12.1, -22.2),
    ],
)
def test_what_no_division_of_packets_avoids(network, pattern, eight, fifteen):
    found = [left(f"{network}:k=4,n=3", pattern, share) - 100 for share in (8, 15)]
    assert np.round(found, 1).tolist() == [eight, fifteen]
