"""Points as a simulation gives them, made up, for views that show them."""

import numpy as np

from fatdesk.networks.simulation.point import Fairness, Latency, Point
from fatdesk.networks.simulation.results import MeasuredCurve, MeasuredOn


def point(load, capacity, base=150.0, channels=0, seeds=1):
    """What a network of some capacity would give at a load."""
    accepted = min(load, capacity)
    mean = base + 20 / (capacity - load) if load < capacity else 40 * base
    return Point(
        offered=load,
        accepted=accepted,
        accepted_ci95=0.004,
        latency=Latency(mean, mean / 50, mean * 0.9, mean * 3, int(mean * 5)),
        network_latency=Latency(mean / 2, mean / 100, mean * 0.45, mean, int(mean * 2)),
        packets=int(100_000 * accepted),
        conflicts_per_cycle=2 * accepted,
        received_per_cycle=accepted,
        flit_hops=1000,
        warmup=1000,
        cycles=100_000,
        settled=True,
        fairness=Fairness(0.98, 0.9, 1.1),
        channel_load=np.full(channels, accepted, np.float32),
        seeds=seeds,
        seconds=0.5,
    )


def points(loads, capacity, **more):
    """The same over loads."""
    return tuple(point(load, capacity, **more) for load in loads)


def curve(study, network, some):
    """Points as those of a network of a study."""
    on = MeasuredOn(
        network="0" * 64,
        spec=network.spec,
        hosts=4,
        channels=8,
        scheme=network.scheme,
        traffic=study.traffic,
        switching=study.switching,
        duration=study.duration,
        seeds=study.seeds,
        first_seed=study.first_seed,
    )
    return MeasuredCurve(on, tuple(some))
