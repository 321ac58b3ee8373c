"""RUFT where the destination also fixes which of two parallel links is taken between switches.

Source: the fault-tolerant-indirect-topologies paper, section 4.1.1, first criterion: the lowest bit of the
destination's digit for the next stage. Into and out of the network packets take either link.
"""

import numpy as np

from fatdesk.core.arrays import Bools
from fatdesk.networks.cards import INDIRECT, Card
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import (
    NextChannels,
    RoutingTable,
    by_port,
    chosen,
    state_by_node,
    surviving,
)
from fatdesk.networks.routing.one_way_tree import FAMILIES, by_digits, not_ruft
from fatdesk.networks.topologies.topology import whole

NAME = "ruft-static"
TITLE = "by the destination's digit, which also fixes the parallel link"
FITS = "RUFT-PL and FT-RUFT-222"
SHORTEST, ADAPTIVE = True, True
CARD = Card(
    "As ruft, but the destination also fixes which of two parallel links is taken between switches.",
    "Use it where switches of RUFT-PL and FT-RUFT-222 cannot choose between two links.",
    INDIRECT,
)


def refusal(network: Network) -> str:
    """Return a refusal where inner links are not doubled."""
    if not_ruft(network) or FAMILIES[network.family].inside == 1:
        doubled = " and ".join(kind.name for kind in FAMILIES.values() if kind.inside > 1)
        return f"it is made for the doubled links of {doubled}"
    return ""


def routing_table(network: Network, usable: Bools | None = None) -> RoutingTable:
    """The routing algorithm; between switches nothing replaces a link that is out."""
    k, n = whole(network.params, "k"), whole(network.params, "n")
    allowed, outgoing = by_digits(network), by_port(network)
    stage = network.level[network.channels[:, 0]] - 1
    inside = (network.channels >= network.hosts).all(axis=1)

    def next_channels(destination: int) -> NextChannels:
        lanes = destination // k ** np.arange(1, n + 2) % k & 1
        return chosen(
            destination, allowed(destination) & (~inside | (network.lane == lanes[stage])), outgoing
        )

    return surviving(network, network.node_count, state_by_node(network), next_channels, usable)
