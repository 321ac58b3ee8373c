"""Random links that are out while packets move, such that every host still reaches every other."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.core.progress import SILENT, Progress
from fatdesk.engine.forwarding.scheme import Bools, Forwarding, Scheme
from fatdesk.engine.network.network import Network

Ints = NDArray[np.int32]

TRIES = 1000
"""Combinations that are drawn before one gives up."""
TEXT = "links that may be out"


def network_links(network: Network) -> Ints:
    """Links between switches, by number."""
    return np.flatnonzero((network.ends >= network.hosts).all(axis=1)).astype(np.int32)


def usable_without(network: Network, links: Ints) -> Bools:
    """(c,): the channels that are left without these links; of a two-way link both ways are out."""
    left = np.ones(network.link_count, bool)
    left[links] = False
    return left if network.one_way else np.repeat(left, 2)


def connects(forwarding: Forwarding, progress: Progress = SILENT) -> bool:
    """Whether every host has a way to every other."""
    hosts = forwarding.network.hosts
    for destination in range(hosts):
        if destination % 64 == 0:
            progress.step(destination, hosts, TEXT)
        open_ways = np.diff(forwarding.ways(destination).start[: hosts + 1]) > 0
        open_ways[destination] = True
        if not open_ways.all():
            return False
    return True


def random_outages(
    network: Network, scheme: Scheme, count: int, seed: int, progress: Progress = SILENT
) -> Ints:
    """So many links between switches, drawn until every pair of hosts is still connected under the scheme.

    All combinations that the scheme tolerates are equally likely.

    Returns
    -------
    (count,) int32
        Numbers of links, the lowest first.

    Raises
    ------
    FatdeskError
        When there are not so many links, or no combination was found in TRIES.
    Cancelled
        When ``progress`` was asked to stop.
    """
    links = network_links(network)
    many = f"{count:,} link{'s' if count > 1 else ''}"
    if count > len(links):
        raise FatdeskError(
            f"faults: {many} cannot be out, there are {len(links):,} between switches: take fewer"
        )
    random = np.random.default_rng(seed)
    for _ in range(TRIES):
        out: Ints = np.sort(random.choice(links, count, replace=False))
        if connects(scheme.forwarding(network, usable_without(network, out)), progress):
            return out
    family = network.family or "this network"
    raise FatdeskError(
        f"faults: with {many} out some hosts lost their way in each of {TRIES:,} random "
        f"combinations (scheme {scheme.NAME} on {family}): take fewer faults, or a scheme with more ways"
    )
