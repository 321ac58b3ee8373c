"""Verdicts on simulations of networks whose saturation has a closed form."""

from dataclasses import replace

import numpy as np
import pytest

from fatdesk.networks.network import Network
from fatdesk.networks.simulation.link_rate import LinkRate, figure_text
from fatdesk.networks.simulation.point import Point
from fatdesk.networks.simulation.study import Duration, SimulationStudy, Switching, TrafficParameters
from fatdesk.networks.simulation.sweep import curves_of, points_at, team
from fatdesk.networks.simulation.verdict import compared_verdict, simulation_verdict
from fatdesk.networks.simulation.workers import Threads
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.verdict import Verdict

RATE = LinkRate(400, 64)


def measured(
    spec: str, traffic: str, *loads: float, scheme: str = "usual"
) -> tuple[Network, tuple[Point, ...]]:
    study = SimulationStudy(
        name="x",
        networks=(StudyNetwork(name="net", spec=spec, scheme=scheme),),
        traffic=TrafficParameters(pattern=traffic),
        switching=Switching(packet_bytes=16),
        duration=Duration(cycles=10_000),
    )
    (curve,) = curves_of(study, {}, None)
    with team(study, [curve], Threads(1)) as made:
        found, _ = points_at(study, made, [(0, load) for load in loads])
    return curve.network, tuple(point for point in found if point is not None)


def judged(net: Network, points: tuple[Point, ...]) -> Verdict:
    names = [*map(str, range(net.hosts)), *(f"S{number}" for number in range(net.switch_count))]
    return simulation_verdict("net", points, 1.0, RATE, net, names)


def test_one_switch_carries_all_that_hosts_inject() -> None:
    verdict = judged(*measured("star:N=8,E=1,Bl=1", "complement", 0.5, 1.0))
    assert verdict.limit == "hosts"
    assert verdict.text == (
        "net accepts all that its hosts can inject, 1 = 400 Gb/s per host: host links limit this traffic; "
        "the fabric adds nothing."
    )


def test_bisection_of_two_switches() -> None:
    """Four hosts on each of two switches with one link between: a quarter of a flit per host."""
    net, points = measured("hyperx:S=2,K=1,T=4", "complement", 0.1, 0.24, 0.3)
    verdict = judged(net, points)
    assert points[-1].accepted == pytest.approx(1 / 4, rel=0.02)
    assert verdict.limit == "fabric"
    assert (
        "saturates between 0.24 and 0.3 = 96 and 120 Gb/s per host: links between switches limit"
        in verdict.text
    )
    assert "S0 to S1 and 1 other channel are full (2 of 2 channels between switches)" in verdict.text
    assert {tuple(net.channels[channel].tolist()) for channel in verdict.channels} == {(8, 9), (9, 8)}


def test_hot_spot() -> None:
    """The hot host of 8 receives 7 * 0.15 + 0.85 = 1.9 times the load, so its link is full at 0.526."""
    net, points = measured("kary-tree:k=2,n=3", "hotspot", 0.4, 0.5, 0.7)
    verdict = judged(net, points)
    assert verdict.limit == "hosts"
    assert "saturates between 0.5 and 0.7 = 200 and 280 Gb/s per host: host links limit" in verdict.text
    (channel,) = verdict.channels
    assert points[-1].channel_load[channel] == points[-1].channel_load.max()
    assert f"the link to host {net.channels[channel, 1]} is full" in verdict.text


def test_packets_that_wait_for_each_other() -> None:
    """Heads of buffers block uniform traffic before any link is full."""
    net, points = measured("kary-tree:k=4,n=3", "uniform", 0.5, 0.8)
    verdict = judged(net, points)
    busiest = float(points[-1].channel_load.max())
    assert busiest < 0.9
    assert verdict.limit == "contention"
    assert f"no link carries more than {figure_text(100 * busiest)} %" in verdict.text


def test_what_is_missing() -> None:
    net, points = measured("hyperx:S=2,K=1,T=4", "complement", 0.1, 0.3)
    assert "not measured yet" in simulation_verdict("net", ()).text
    assert simulation_verdict("net", points[:1], 1.0).text == (
        "net accepts every load that was measured, up to 0.1 flits per cycle and host. "
        "Measure higher loads to see where it saturates."
    )
    assert "saturates below 0.3, the lowest load" in judged(net, points[1:]).text
    lean = tuple(replace(point, channel_load=np.zeros(0, np.float32)) for point in points)
    assert simulation_verdict("net", lean, 1.0, None, net, ()).limit == "unknown"
    assert "their loads were not kept" in simulation_verdict("net", lean, 1.0, None, net, ()).text


def test_several_networks() -> None:
    """The one that saturates first, and the one that accepts most."""
    narrow = measured("hyperx:S=2,K=1,T=4", "complement", 0.1, 0.3)
    wide = measured("hyperx:S=2,K=2,T=4", "complement", 0.1, 0.6)
    rows = [
        ("wide", wide[1], judged(*wide)),
        ("narrow", narrow[1], judged(*narrow)),
        ("none", (), judged(*narrow)),
    ]
    verdict = compared_verdict(rows)
    assert verdict.channels == rows[1][2].channels
    most = max(point.accepted for point in wide[1])
    assert verdict.text == f"{rows[1][2].text} Of 2 networks wide accepts most, {figure_text(most)}."


def test_units() -> None:
    """A flit of 64 B takes 1.28 ns on 400 Gb/s; a link that always sends carries its rate."""
    assert RATE.cycle_ns == pytest.approx(64 * 8 / 400e9 * 1e9)
    assert RATE.us_of(1000) == pytest.approx(1.28)
    assert RATE.gbps_of(1.0) == 400
