"""A scheme whose tables stay as they are when channels are out: packets avoid what leads nowhere."""

from collections.abc import Callable

import numpy as np

from fatdesk.engine.forwarding.scheme import Bools, Forwarding, Ints, Ways
from fatdesk.engine.network.network import Network


def surviving(
    network: Network, states: int, after: Ints, ways: Callable[[int], Ways], usable: Bools | None
) -> Forwarding:
    """The scheme with those candidates from which the destination can still be reached."""
    if usable is None:
        return Forwarding(network, states, after, ways)
    from fatdesk.engine.forwarding.searching import prune

    head = np.ascontiguousarray(network.channels[:, 1])

    def kept(destination: int) -> Ways:
        full = ways(destination)
        return Ways(destination, *prune(destination, full.start, full.channel, usable, head, after))

    return Forwarding(network, states, after, kept)
