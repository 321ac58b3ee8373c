"""Card of a topology or routing algorithm: what it is, when to use it, its paper."""

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


INDIRECT = "A Family of Fault-Tolerant Efficient Indirect Topologies (2016)"
MIRRORED = "Mirrored k-ary n-tree (IEEE ScalCom 2018)"
TWO_LAYER = "Solnushkin, Automated Design of Two-Layer Fat-Tree Networks (2013)"
CABLES = (
    "Mudigonda, Yalagandula and Mogul, Taming the Flying Cable Monster: A Topology Design and Optimization "
    "Framework for Data-Center Networks (2011)"
)
DETERMINISTIC = "Gómez et al., Deterministic versus Adaptive Routing in Fat-Trees (2007)"
RANDOM = "Valiant, A Scheme for Fast Parallel Communication (1982)"
DRAGONFLY_PLUS = "Shpiner et al., Dragonfly+: Low Cost Topology for Scaling Datacenters (2017)"
