"""All to all: every host has something for each of the others."""

import numpy as np

from fatdesk.networks.traffic.traffic import Asked, Draws, Kind, Traffic, all_pairs

NAME = "all-to-all"
RANDOM = False


def rates(asked: Asked) -> Traffic:
    """All pairs, each at one over the number of destinations."""
    asked.check_flows(asked.hosts**2, NAME)
    source, destination = all_pairs(asked.hosts, asked.itself)
    others = asked.hosts - (not asked.itself)
    return Traffic(asked.hosts, source, destination, np.full(len(source), 1 / max(others, 1)))


def messages(asked: Asked) -> Traffic:
    """All pairs, each with as many messages as a host was asked to send to one."""
    asked.check_flows(asked.hosts**2, NAME)
    source, destination = all_pairs(asked.hosts, asked.itself)
    return Traffic(asked.hosts, source, destination, np.full(len(source), float(asked.per_host)))


def draws(asked: Asked) -> Draws:
    """In phases: the packets of a host go to the next host, the one after it, and so on, round and round."""
    return Draws(Kind.IN_TURN, np.full(asked.hosts, float(asked.hosts > 1)))
