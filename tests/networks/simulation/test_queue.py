"""One queue alone: how long packets wait at a source whose channel they need for a fixed time."""

import numpy as np
import pytest

from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Switching
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic.traffic import weighted_draws
from tests.networks.simulation.alone import pair_latency


def waiting(load, flits):
    """Mean wait in the discrete queue Geo/D/1: arrivals with a chance p a cycle, service of L cycles.

    p E[S (S - 1)] / (2 (1 - p E[S])), with S = L always (Meisling, Discrete-time queuing theory, 1958); for
    long packets this is that of M/D/1, load L / (2 (1 - load)).
    """
    return load * (flits - 1) / (2 * (1 - load))


@pytest.mark.parametrize("load", [0.2, 0.5, 0.8])
def test_the_wait_at_a_source_is_that_of_the_discrete_queue(load):
    """Within 3 % over 100,000 packets or more; nothing waits in the network, so the rest is zero load."""
    net = network_of("star:N=2")
    over = routing_algorithm("fta").routing_table(net)
    draws = weighted_draws(2, np.array([0]), np.array([1]), np.array([1.0]), itself=False)
    how = Switching(packet_bytes=8)
    counts = Simulation(tables_of(over), how, draws, load).advance(4_000_000)
    zero = pair_latency(over, how, 0, 1)
    assert counts.network_sum == counts.delivered * zero
    assert counts.latency_sum / counts.delivered - zero == pytest.approx(waiting(load, 8), rel=0.03)
    assert counts.delivered == pytest.approx(4_000_000 * load / 8, rel=0.01)
