"""Points and curves with figures that nobody measured."""

import numpy as np

from fatdesk.networks.simulation.point import Fairness, Latency, Point
from fatdesk.networks.simulation.results import MeasuredCurve, MeasuredOn
from fatdesk.networks.simulation.study import Duration, Switching, TrafficParameters


def point(load: float, channels: int = 6, highest: float = 0.55, seed: int = 1) -> Point:
    """A point of a network that accepts so much; its latency grows towards that."""
    random = np.random.default_rng([seed, int(load * 1e6)])
    accepted = min(load, highest)
    near = min(load / highest, 0.98)
    mean = 160 + 40 * near / (1 - near) + (5000 * (load - highest) if load > highest else 0)
    return Point(
        offered=load,
        accepted=accepted,
        accepted_ci95=0.001,
        latency=Latency(mean, 1.5, mean - 10.5, 2 * mean, int(3 * mean)),
        network_latency=Latency(mean - 20, None, mean - 30, mean + 100, int(2 * mean)),
        packets=int(accepted * 50_000),
        conflicts_per_cycle=4 * near,
        received_per_cycle=accepted * 64 / 128,
        flit_hops=int(accepted * 1e7),
        warmup=20_000,
        cycles=100_000,
        settled=load <= highest,
        fairness=None if load < 0.05 else Fairness(0.99, 0.9, 1.1),
        channel_load=random.random(channels).astype(np.float32),
        seeds=1,
        seconds=random.random(),
    )


def measured_on(network: str = "0", channels: int = 6, **more: object) -> MeasuredOn:
    """A state of a network."""
    stated = {
        "spec": "kary-tree:k=4,n=3",
        "hosts": 64,
        "scheme": "fta",
        "traffic": TrafficParameters(),
        "switching": Switching(),
        "duration": Duration(),
        "seeds": 1,
        "first_seed": 1,
    }
    return MeasuredOn(network=network[0] * 64, channels=channels, **{**stated, **more})


def curve(*loads: float, highest: float = 0.55, seed: int = 1, **on: object) -> MeasuredCurve:
    """A curve over these loads."""
    tag = measured_on(**on)
    return MeasuredCurve(tag, tuple(point(load, tag.channels, highest, seed) for load in loads), "0.1.0")
