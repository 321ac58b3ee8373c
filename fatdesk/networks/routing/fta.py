"""FTA: adaptive up through any port to a nearest common ancestor, then down by the destination's digits.

Source: the fault-tolerant-indirect-topologies paper, as in spec 3. Here it fits every network in levels: an
ancestor is a switch from which the destination can be reached by going down, so that extended generalised
fat-trees, two-level networks and Clos networks are forwarded alike. Of parallel links down any is taken.
"""

from fatdesk.core.arrays import Bools
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingTable, state_by_node, surviving
from fatdesk.networks.routing.levels import no_tree, tree_channels, tree_formula

NAME = "fta"
TITLE = "adaptive up to a nearest common ancestor, then down"
refusal = no_tree


def routing_table(network: Network, usable: Bools | None = None) -> RoutingTable:
    """The algorithm; with channels out it goes to any nearest common ancestor that still has a path down."""
    return surviving(
        network,
        network.node_count,
        state_by_node(network),
        tree_channels(network),
        usable,
        by_switch=True,
        formula=lambda: tree_formula(network),
    )
