"""Hot-spot: 15 % of the traffic goes to one random host, the rest is uniform (spec 3)."""

from dataclasses import replace

import numpy as np

from fatdesk.networks.traffic.traffic import (
    Asked,
    Draws,
    Traffic,
    all_pairs,
    drawn_destinations,
    uniform_draws,
)

NAME = "hotspot"
RANDOM = True
SHARE = 0.15


def hot_host(asked: Asked) -> int:
    """The host that everyone likes."""
    return int(asked.random.integers(asked.hosts))


def rates(asked: Asked) -> Traffic:
    """All pairs: 0.15 to the hot host, and 0.85 spread as uniform traffic is.

    The hot host itself sends uniform traffic, unless a host may send to itself.
    """
    asked.check_flows(asked.hosts**2, NAME)
    hot = hot_host(asked)
    source, destination = all_pairs(asked.hosts, asked.itself)
    likes = np.ones(len(source), bool) if asked.itself else source != hot
    others = max(asked.hosts - (not asked.itself), 1)
    weight = np.where(likes, 1 - SHARE, 1.0) / others
    weight[likes & (destination == hot)] += SHARE
    return Traffic(asked.hosts, source, destination, weight)


def messages(asked: Asked) -> Traffic:
    """Each message to the hot host with a chance of 0.15, else to one drawn as in uniform traffic."""
    asked.check_flows(asked.hosts * asked.per_host, NAME)
    random = asked.random
    hot = int(random.integers(asked.hosts))
    source = np.repeat(np.arange(asked.hosts), asked.per_host)
    destination = drawn_destinations(source, asked, random)
    liked = random.random(len(source)) < SHARE
    if not asked.itself:
        liked &= source != hot
    destination[liked] = hot
    return Traffic(asked.hosts, source, destination, np.ones(len(source)))


def draws(asked: Asked) -> Draws:
    """Each packet to the hot host with a chance of 0.15, else to a host drawn at random."""
    return replace(uniform_draws(asked.hosts, asked.itself), hot=hot_host(asked), share=SHARE)
