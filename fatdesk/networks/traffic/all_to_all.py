"""All to all: every host has something for each of the others."""

import numpy as np

from fatdesk.networks.traffic.traffic import Draws, Kind, Requested, Traffic, all_pairs

NAME = "all-to-all"
SUMMARY = "Each host sends to every other host in turn."
RANDOM = False


def rates(requested: Requested) -> Traffic:
    """All pairs, each at one over the number of destinations."""
    requested.check_flows(requested.hosts**2, NAME)
    source, destination = all_pairs(requested.hosts, requested.itself)
    others = requested.hosts - (not requested.itself)
    return Traffic(requested.hosts, source, destination, np.full(len(source), 1 / max(others, 1)))


def messages(requested: Requested) -> Traffic:
    """All pairs, each with as many messages as a host was asked to send to one."""
    requested.check_flows(requested.hosts**2, NAME)
    source, destination = all_pairs(requested.hosts, requested.itself)
    return Traffic(requested.hosts, source, destination, np.full(len(source), float(requested.per_host)))


def draws(requested: Requested) -> Draws:
    """In phases: the packets of a host go to the next host, the one after it, and so on, round and round."""
    return Draws(Kind.IN_TURN, np.full(requested.hosts, float(requested.hosts > 1)))
