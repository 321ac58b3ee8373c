"""Cards of topologies and routing algorithms: what each one is, when to use it, and its paper."""

from typing import NamedTuple


class Card(NamedTuple):
    """Two sentences for somebody who has not read the paper.

    Attributes
    ----------
    what
        One sentence on what it is.
    use
        One sentence that begins with "Use it".
    paper
        Authors and title of the paper that describes it; empty where it needs none.
    """

    what: str
    use: str
    paper: str = ""

    @property
    def text(self) -> str:
        """The card as lines of text, the paper last."""
        return "\n".join(filter(None, (self.what, self.use, self.paper and f"Paper: {self.paper}.")))


K_ARY = (
    "Petrini and Vanneschi, k-ary n-trees: High Performance Networks for Massively Parallel Architectures "
    "(1997)"
)
INDIRECT = "A Family of Fault-Tolerant Efficient Indirect Topologies (2016)"
MIRRORED = "Mirrored k-ary n-tree (IEEE ScalCom 2018)"
TWO_LAYER = "Solnushkin, Automated Design of Two-Layer Fat-Tree Networks (2013)"
CABLES = (
    "Mudigonda, Yalagandula and Mogul, Taming the Flying Cable Monster: A Topology Design and Optimization "
    "Framework for Data-Center Networks (2011)"
)
FAT_TREES = "Leiserson, Fat-Trees: Universal Networks for Hardware-Efficient Supercomputing (1985)"
DETERMINISTIC = "Gómez et al., Deterministic versus Adaptive Routing in Fat-Trees (2007)"
RANDOM = "Valiant, A Scheme for Fast Parallel Communication (1982)"
AUTONET = (
    "Schroeder et al., Autonet: A High-Speed, Self-Configuring Local Area Network Using Point-to-Point Links "
    "(1991)"
)
DRAGONFLY_PLUS = "Shpiner et al., Dragonfly+: Low Cost Topology for Scaling Datacenters (2017)"

TOPOLOGY_CARDS = {
    "star": Card(
        "One switch with all hosts, or two switches that are joined.",
        "Use it when one chassis has enough ports: it is the cheapest network with the shortest paths.",
        TWO_LAYER,
    ),
    "two-level": Card(
        "Edge switches with hosts, each linked to all core switches, alike or not in the number of links.",
        "Use it for up to some thousand hosts: few hops, any blocking, and two sizes of switches.",
        TWO_LAYER,
    ),
    "kary-tree": Card(
        "A fat-tree of n levels of equal switches with k ports down and k up, and k^n hosts.",
        "Use it when all switches are alike and every permutation should run at full rate.",
        K_ARY,
    ),
    "clos": Card(
        "Two equal groups of a fat-tree that meet in middle switches.",
        "Use it as the baseline for MiKANT: full bandwidth between any two hosts, more switches.",
        MIRRORED,
    ),
    "mikant": Card(
        "Two equal groups of a fat-tree whose top switches are linked to each other directly (mirrored).",
        "Use it to save the middle switches of a Clos network where latency at low load matters most.",
        MIRRORED,
    ),
    "ruft": Card(
        "A fat-tree of one-way links: packets climb only, and the last stage sends back to the hosts.",
        "Use it where switches should be as simple as possible; it has one path for each pair of hosts.",
        INDIRECT,
    ),
    "ruft-pl": Card(
        "RUFT with two parallel links everywhere.",
        "Use it for twice the bandwidth of RUFT, and to survive a failed link between switches.",
        INDIRECT,
    ),
    "ft-ruft-212": Card(
        "RUFT whose hosts have two links in and two out, at different switches; one link between switches.",
        "Use it to survive failures of links and switches at the least cost of this family.",
        INDIRECT,
    ),
    "ft-ruft-222": Card(
        "RUFT with two links in and out at different switches, and two between switches as well.",
        "Use it to survive the most failures of this family, at the cost of twice the links.",
        INDIRECT,
    ),
    "egft": Card(
        "A fat-tree of any number of levels, each with its own number of subtrees, top switches and links.",
        "Use it to search all trees that connect given hosts, oversubscribed or not, by cost.",
        CABLES,
    ),
    "hyperx": Card(
        "Switches on a lattice, each with hosts and linked to every switch in the same row or column.",
        "Use it for few hops without core switches; it suits uniform traffic, not fixed pairs of switches.",
        CABLES,
    ),
    "dragonfly-plus": Card(
        "Groups of leaf and spine switches; spine switches join every two groups directly, without a core.",
        "Use it for very many hosts with few long cables; it needs routing that avoids crowded groups.",
        DRAGONFLY_PLUS,
    ),
    "universal": Card(
        "A binary fat-tree whose links grow towards the root no faster than its volume allows.",
        "Use it to compare a real network with the best that fits into the same space.",
        FAT_TREES,
    ),
}
"""By the name of the topology."""

ROUTING_CARDS = {
    "fta": Card(
        "Adaptive: up through the freest port to a nearest common ancestor, then down.",
        "Use it in fat-trees whose switches choose outputs by load; it suits changing traffic best.",
        DETERMINISTIC,
    ),
    "destro": Card(
        "One path for each destination: up through the port that the destination's digit names, then down.",
        "Use it in fat-trees with fixed routing tables (InfiniBand); it keeps packets in order.",
        DETERMINISTIC,
    ),
    "nca": Card(
        "Up through ports drawn at random to a nearest common ancestor, then down.",
        "Use it as the model of routers that hash or draw paths without regard to load.",
        RANDOM,
    ),
    "valiant": Card(
        "Up to a random switch of the top level, whatever the destination, then down.",
        "Use it against bad permutations: it makes all traffic look uniform, at the cost of longer paths.",
        RANDOM,
    ),
    "fir": Card(
        "As fta; where links have failed, each port upwards excludes one interval of destinations.",
        "Use it as the model of switches that keep excluded destinations as one interval for each port.",
        INDIRECT,
    ),
    "ruft": Card(
        "At each stage the port that the destination's digit names; of two parallel links either.",
        "Use it in the networks of the RUFT family.",
        INDIRECT,
    ),
    "ruft-static": Card(
        "As ruft, but the destination also fixes which of two parallel links is taken between switches.",
        "Use it where switches of RUFT-PL and FT-RUFT-222 cannot choose between two links.",
        INDIRECT,
    ),
    "mikant": Card(
        "One path for each destination in MiKANT, hop by hop by the digits of the destination.",
        "Use it in MiKANT with fixed routing tables.",
        MIRRORED,
    ),
    "mikant-adaptive": Card(
        "In MiKANT any port up inside a group, then across and down by the destination's digits.",
        "Use it in MiKANT where switches choose outputs by load.",
        MIRRORED,
    ),
    "across": Card(
        "Up in a group, over one link to the group of the destination, then down, chosen by load.",
        "Use it in Dragonfly+: it cannot deadlock; two groups that send only to each other share few links.",
        DRAGONFLY_PLUS,
    ),
    "updown": Card(
        "A shortest of the paths that go up first and then only down, in any network.",
        "Use it where nothing else fits: it cannot deadlock, but it loads links near the root most.",
        AUTONET,
    ),
    "minimal": Card(
        "Any shortest path, chosen by load at each switch.",
        "Use it in HyperX; in networks with rings it can deadlock without virtual channels.",
    ),
}
"""By the name of the routing algorithm."""
