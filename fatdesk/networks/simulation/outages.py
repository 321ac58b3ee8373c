"""Links that are out while packets move."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.networks.network import Network
from fatdesk.networks.routing.scheme import Bools

Ints = NDArray[np.int32]


def usable_without(network: Network, links: Ints) -> Bools:
    """(c,): the channels that are left without these links; of a two-way link both ways are out."""
    left = np.ones(network.link_count, bool)
    left[links] = False
    return left if network.one_way else np.repeat(left, 2)
