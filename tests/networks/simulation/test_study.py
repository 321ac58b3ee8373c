"""What hosts can inject, and loads beyond it."""

import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.simulation.study import Arrivals, check_load, highest_load
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic.traffic import Draws, Kind, uniform_draws

ONE_BY_ONE, BURSTS = Arrivals(), Arrivals(kind="bursty")


@pytest.mark.parametrize(
    ("spec", "flits", "arrivals", "highest"),
    [
        ("kary-tree:k=2,n=2", 128, ONE_BY_ONE, 1.0),
        ("ruft-pl:k=2,n=2", 128, ONE_BY_ONE, 2.0),  # two links a host
        ("ruft-pl:k=2,n=2", 1, ONE_BY_ONE, 1.0),  # one packet a cycle
        ("ruft-pl:k=2,n=2", 1, BURSTS, 2.0),
        ("ft-ruft-212:k=2,n=2", 8, BURSTS, 2.0),
    ],
)
def test_links_and_packets_bound_the_load(spec, flits, arrivals, highest):
    network = network_of(spec)
    assert highest_load(network, uniform_draws(network.hosts, itself=False), flits, arrivals) == highest


def test_the_busiest_host_bounds_the_mean():
    network = network_of("kary-tree:k=2,n=2")
    rate = np.array([3.0, 0.5, 0.5, 0.0])
    assert highest_load(network, Draws(Kind.UNIFORM, rate), 8, ONE_BY_ONE) == pytest.approx(1 / 3)
    assert highest_load(network, Draws(Kind.UNIFORM, np.zeros(4)), 8, ONE_BY_ONE) == 0.0


def test_loads_beyond_are_refused_with_the_highest():
    check_load(0.3, 0.3)
    for load in (0.0, -0.1, 0.31, float("nan"), float("inf")):
        with pytest.raises(
            FatdeskError, match=r"hosts cannot inject that, .* at most 0.3 flits per cycle and host"
        ):
            check_load(load, 0.3)
    with pytest.raises(FatdeskError, match="no host sends anything"):
        check_load(0.1, 0.0)
