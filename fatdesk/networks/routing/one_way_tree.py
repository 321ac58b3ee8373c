"""Channels of the RUFT family that lead to a destination by its digits."""

from collections.abc import Callable

import numpy as np

from fatdesk.core.arrays import Bools
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import Formula, by_port, lists_of
from fatdesk.networks.topologies.ruft import KINDS, second_way_out
from fatdesk.networks.topologies.topology import digit, whole

FAMILIES = {kind.name: kind for kind in KINDS}


def not_ruft(network: Network) -> str:
    """Why a network is not of the RUFT family; empty when it is."""
    return "" if network.family in FAMILIES else f"it is made for {', '.join(FAMILIES)}"


def by_digits(network: Network) -> Callable[[int], Bools]:
    """For each destination, whether a packet may take a channel at its tail.

    Into the network by any channel; at stage s < n - 1 ports with digit p_s of the destination, at the first
    of them also with the digit of its second channel out where that is at another switch; at the last stage
    the links to the destination.
    """
    k, n = whole(network.params, "k"), whole(network.params, "n")
    tail, head = network.channels.astype(np.int64).T
    stage = network.level[tail] - 1
    number = (head - network.hosts) % k ** (n - 1)
    set_digit = number // k ** np.clip(stage, 0, None) % k
    apart = FAMILIES[network.family].apart

    def allowed(destination: int) -> Bools:
        p = np.array([destination], np.int64)
        wanted = destination // k ** np.arange(n + 1) % k
        found: Bools = np.where(head < network.hosts, head == destination, set_digit == wanted[stage])
        found |= stage < 0
        if apart:
            second = int(digit(second_way_out(p, k), k, 0)[0])
            found |= (stage == 0) & (head >= network.hosts) & (set_digit == second)
        return found

    return allowed


def ruft_formula(network: Network) -> Formula | None:
    """The same paths as a formula: by digit s of the destination at stage s.

    At the last stage by its highest digit, and, where second channels out are at other switches, by its
    lowest.
    """
    k, n = whole(network.params, "k"), whole(network.params, "n")
    apart = FAMILIES[network.family].apart
    if apart and n == 1:
        return None
    _, order = by_port(network)
    tail, head = network.channels[order].astype(np.int64).T
    hosts, each = network.hosts, k ** (n - 1)
    stage = network.level[tail] - 1
    last = np.where(np.arange(network.node_count) >= hosts + (n - 1) * each, k if apart and n > 1 else 1, 1)
    count = np.where(np.arange(network.node_count) < hosts, 1, k * last)
    first = np.concatenate([[0], np.cumsum(count)])
    number = np.where(head < hosts, head // each, (head - hosts) % each // k ** np.clip(stage, 0, None) % k)
    number[stage < 0] = 0
    key = first[tail] + number * last[tail] + np.where(last[tail] > 1, head % k, 0)
    channel = order
    if apart:
        early = np.flatnonzero((stage == 0) & (head >= hosts))
        other = np.argsort(second_way_out(np.arange(k), k))[number[early]]
        key = np.concatenate([key, first[tail[early]] + other])
        channel = np.concatenate([order, order[early]])
        port = network.ports[channel, 0]
        again = np.lexsort((port, key))
        key, channel = key[again], channel[again]
    start, listed = lists_of(key, channel.astype(np.int32), int(first[-1]))
    lines = np.ones((network.node_count, 8), np.int32)
    lines[:, :2] = 0
    level = np.clip(network.level - 1, 0, None).astype(np.int64)
    lines[:, 4] = k**level
    lines[:, 5] = np.where(network.level > 0, k, 1)
    lines[:, 6] = last
    lines[:, 7] = first[:-1]
    return Formula(lines, start, listed)
