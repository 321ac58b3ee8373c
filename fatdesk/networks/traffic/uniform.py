"""Uniform: every host sends to every other alike."""

import numpy as np

from fatdesk.networks.traffic.traffic import (
    Asked,
    Draws,
    Traffic,
    all_pairs,
    drawn_destinations,
    uniform_draws,
)

NAME = "uniform"
RANDOM = True


def rates(asked: Asked) -> Traffic:
    """All pairs, each at one over the number of destinations."""
    asked.check_flows(asked.hosts**2, NAME)
    source, destination = all_pairs(asked.hosts, asked.itself)
    others = asked.hosts - (not asked.itself)
    return Traffic(asked.hosts, source, destination, np.full(len(source), 1 / max(others, 1)))


def messages(asked: Asked) -> Traffic:
    """Each message to a host drawn at random."""
    asked.check_flows(asked.hosts * asked.per_host, NAME)
    source = np.repeat(np.arange(asked.hosts), asked.per_host)
    destination = drawn_destinations(source, asked, asked.random)
    return Traffic(asked.hosts, source, destination, np.ones(len(source)))


def draws(asked: Asked) -> Draws:
    """Each packet to a host drawn at random."""
    return uniform_draws(asked.hosts, asked.itself)
