"""The bisection on curves whose saturation is known."""

from dataclasses import replace

import numpy as np
import pytest

from fatdesk.networks.simulation.point import Latency, Point, between, bisection, throughput

NOTHING = Point(
    offered=1.0,
    accepted=1.0,
    accepted_ci95=0.0,
    latency=Latency(),
    network_latency=Latency(),
    packets=0,
    conflicts_per_cycle=0.0,
    received_per_cycle=0.0,
    flit_hops=0,
    warmup=0,
    cycles=1,
    settled=True,
    fairness=None,
    channel_load=np.zeros(0, np.float32),
    seeds=1,
    seconds=0.0,
)


def at(load, capacity, ci95=0.0):
    return replace(NOTHING, offered=load, accepted=min(load, capacity), accepted_ci95=ci95)


@pytest.mark.parametrize("capacity", [0.013, 0.5, 0.731, 1.9])
def test_the_bisection_comes_within_its_resolution(capacity):
    search = bisection(2.0)
    load, requested, found = next(search), 0, None
    while found is None:
        try:
            load = search.send(at(load, capacity))
        except StopIteration as end:
            found = end.value
        requested += 1
    assert requested <= 9
    assert found <= capacity / 0.98  # 2 % less accepted than offered is not saturated yet
    assert found >= capacity / 0.98 - 0.02


def test_what_takes_everything_does_not_saturate():
    search = bisection(1.0)
    assert next(search) == 1.0
    with pytest.raises(StopIteration) as ended:
        search.send(at(1.0, 1.0))
    assert ended.value.value == 1.0


def test_chance_is_no_saturation():
    assert not at(0.5, 0.48, ci95=0.015).saturated
    assert at(0.5, 0.46, ci95=0.015).saturated
    assert not at(0.5, 0.495).saturated


def test_saturation_between_points():
    loads = (0.1, 0.3, 0.5, 0.7)
    assert between([at(load, 0.4) for load in loads]) == 0.3
    assert between([at(load, 0.8) for load in loads]) is None
    assert between([at(load, 0.05) for load in loads]) is None
    assert between([]) is None
    assert throughput([at(load, 0.4) for load in loads]) == 0.4
    assert throughput([]) is None
