"""FTA: adaptive up through any port to a nearest common ancestor, then down by the destination's digits.

Source: the fault-tolerant-indirect-topologies paper, as in spec 3. Here it fits every network in levels: an
ancestor is a switch from which the destination can be reached by going down, so that extended generalised
fat-trees, two-level networks and Clos networks are forwarded alike. Of parallel links down any is taken.
"""

from fatdesk.networks.routing.levels import no_tree, up_then_down

NAME = "fta"
TITLE = "adaptive up to a nearest common ancestor, then down"
refusal, routing_table = no_tree, up_then_down
