"""FTA: adaptive up through any port to a nearest common ancestor, then down by the destination's digits.

Source: the fault-tolerant-indirect-topologies paper, as in spec 3. Here it fits every network in levels: an
ancestor is a switch from which the destination can be reached by going down, so that extended generalised
fat-trees, two-level networks and Clos networks are forwarded alike. Of parallel links down any is taken.
"""

from fatdesk.networks.cards import DETERMINISTIC, Card
from fatdesk.networks.routing.levels import IN_LEVELS, no_tree, up_then_down

NAME = "fta"
TITLE = "adaptive up to a nearest common ancestor, then down"
FITS = IN_LEVELS
SHORTEST, ADAPTIVE = True, True
CARD = Card(
    "Adaptive: up through the freest port to a nearest common ancestor, then down.",
    "Use it in fat-trees whose switches choose outputs by load; it suits changing traffic best.",
    DETERMINISTIC,
)
refusal, routing_table = no_tree, up_then_down
