"""RUFT: every packet leaves a stage by the port that its destination's digit names; of two links either.

Source: the fault-tolerant-indirect-topologies paper, sections 3 and 4, as in spec 3. With second channels out
at other switches (FT-RUFT-212 and 222) the channel out is chosen at the first stage.
"""

from fatdesk.core.arrays import Bools
from fatdesk.networks.cards import INDIRECT, Card
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingTable, by_port, chosen, state_by_node, surviving
from fatdesk.networks.routing.one_way_tree import by_digits, not_ruft, ruft_formula

NAME = "ruft"
TITLE = "by the destination's digit at each stage"
FITS = "the RUFT family"
SHORTEST, ADAPTIVE = True, True
CARD = Card(
    "At each stage the port that the destination's digit names; of two parallel links either.",
    "Use it in the networks of the RUFT family.",
    INDIRECT,
)
refusal = not_ruft


def routing_table(network: Network, usable: Bools | None = None) -> RoutingTable:
    """The algorithm; where channels failed it takes those links that still lead to the destination."""
    allowed, outgoing = by_digits(network), by_port(network)
    return surviving(
        network,
        network.node_count,
        state_by_node(network),
        lambda destination: chosen(destination, allowed(destination), outgoing),
        usable,
        by_switch=True,
        formula=lambda: ruft_formula(network),
    )
