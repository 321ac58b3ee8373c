"""Hot-spot: 15 % of the traffic goes to one random host, the rest is uniform (spec 3)."""

from dataclasses import replace

import numpy as np

from fatdesk.networks.traffic.traffic import (
    Draws,
    Requested,
    Traffic,
    all_pairs,
    drawn_destinations,
    uniform_draws,
)

NAME = "hotspot"
SUMMARY = "15 % of all traffic goes to one host, drawn at random; the rest is uniform."
RANDOM = True
SHARE = 0.15


def hot_host(requested: Requested) -> int:
    """The host that everyone likes."""
    return int(requested.random.integers(requested.hosts))


def rates(requested: Requested) -> Traffic:
    """All pairs: 0.15 to the hot host, and 0.85 spread as uniform traffic is.

    The hot host itself sends uniform traffic, unless a host may send to itself.
    """
    requested.check_flows(requested.hosts**2, NAME)
    hot = hot_host(requested)
    source, destination = all_pairs(requested.hosts, requested.itself)
    likes = np.ones(len(source), bool) if requested.itself else source != hot
    others = max(requested.hosts - (not requested.itself), 1)
    weight = np.where(likes, 1 - SHARE, 1.0) / others
    weight[likes & (destination == hot)] += SHARE
    return Traffic(requested.hosts, source, destination, weight)


def messages(requested: Requested) -> Traffic:
    """Each message to the hot host with a chance of 0.15, else to one drawn as in uniform traffic."""
    requested.check_flows(requested.hosts * requested.per_host, NAME)
    random = requested.random
    hot = int(random.integers(requested.hosts))
    source = np.repeat(np.arange(requested.hosts), requested.per_host)
    destination = drawn_destinations(source, requested, random)
    liked = random.random(len(source)) < SHARE
    if not requested.itself:
        liked &= source != hot
    destination[liked] = hot
    return Traffic(requested.hosts, source, destination, np.ones(len(source)))


def draws(requested: Requested) -> Draws:
    """Each packet to the hot host with a chance of 0.15, else to a host drawn at random."""
    return replace(uniform_draws(requested.hosts, requested.itself), hot=hot_host(requested), share=SHARE)
