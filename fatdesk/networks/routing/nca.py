"""NCA: up through ports drawn at random to a nearest common ancestor, then down.

The paths are those of ``fta``, but the choice is oblivious: each switch on the way up draws one of its ports,
all with the same probability, without regard to traffic, and the packet waits for that one.

Source: Leiserson et al., The network architecture of the Connection Machine CM-5 (1992).
"""

from dataclasses import replace

from fatdesk.core.arrays import Bools
from fatdesk.networks.cards import RANDOM, Card
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingTable
from fatdesk.networks.routing.levels import IN_LEVELS, no_tree, up_then_down

NAME = "nca"
TITLE = "up at random to a nearest common ancestor, then down"
FITS = IN_LEVELS
SHORTEST, ADAPTIVE = True, False
CARD = Card(
    "Up through ports drawn at random to a nearest common ancestor, then down.",
    "Use it as the model of routers that hash or draw paths without regard to load.",
    RANDOM,
)
refusal = no_tree


def routing_table(network: Network, usable: Bools | None = None) -> RoutingTable:
    """The algorithm; where channels failed it draws among the ports that still lead to the destination."""
    return replace(up_then_down(network, usable), oblivious=True)
