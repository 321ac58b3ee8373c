"""Uniform: every host sends to every other alike."""

import numpy as np

from fatdesk.networks.traffic.traffic import (
    Draws,
    Requested,
    Traffic,
    all_pairs,
    drawn_destinations,
    uniform_draws,
)

NAME = "uniform"
SUMMARY = "Every host sends to all others alike, at random."
RANDOM = True


def rates(requested: Requested) -> Traffic:
    """All pairs, each at one over the number of destinations."""
    requested.check_flows(requested.hosts**2, NAME)
    source, destination = all_pairs(requested.hosts, requested.itself)
    others = requested.hosts - (not requested.itself)
    return Traffic(requested.hosts, source, destination, np.full(len(source), 1 / max(others, 1)))


def messages(requested: Requested) -> Traffic:
    """Each message to a host drawn at random."""
    requested.check_flows(requested.hosts * requested.per_host, NAME)
    source = np.repeat(np.arange(requested.hosts), requested.per_host)
    destination = drawn_destinations(source, requested, requested.random)
    return Traffic(requested.hosts, source, destination, np.ones(len(source)))


def draws(requested: Requested) -> Draws:
    """Each packet to a host drawn at random."""
    return uniform_draws(requested.hosts, requested.itself)
