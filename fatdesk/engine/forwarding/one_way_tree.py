"""Which channels of the RUFT family lead to a destination by its digits."""

from collections.abc import Callable

import numpy as np

from fatdesk.engine.families.digits import digit
from fatdesk.engine.families.recipe import whole
from fatdesk.engine.families.ruft import KINDS, second_way_out
from fatdesk.engine.forwarding.scheme import Bools
from fatdesk.engine.network.network import Network

FAMILIES = {kind.name: kind for kind in KINDS}


def not_ruft(network: Network) -> str:
    """Why a network is not of the RUFT family; empty when it is."""
    if network.family in FAMILIES:
        return ""
    return (
        f"it is made for {', '.join(FAMILIES)}: take {'minimal' if network.one_way else 'updown or minimal'}"
    )


def by_digits(network: Network) -> Callable[[int], Bools]:
    """For each destination, whether a packet may take a channel at its tail.

    Into the network any way; at stage s < n - 1 ports with digit p_s of the destination, at the first of
    them also with the digit of its second way out where that is at another switch; at the last stage the
    links to the destination.
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
