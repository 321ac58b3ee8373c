"""Impact of a failed element of a placed design: what fails with it, what is left, and its bisection."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Ints
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network

ElementKind = Literal[
    "rack",
    "tray",
    "trunk",
    "bundle",
    "cable",
    "switch",
    "line card",
    "fabric board",
    "power feed",
    "zone",
    "enclosure",
]


class Piece(NamedTuple):
    """A piece of a cable tray, with x and y of both ends in millimetres."""

    tray: str
    start: tuple[int, int]
    stop: tuple[int, int]


class Element(NamedTuple):
    """An element that can fail at once.

    Attributes
    ----------
    key
        Distinguishes it from all others, and stays when others come and go: ``rack/4``,
        ``switch/compute/edge/3``.
    name
        As people call it: ``A04``, ``tray-3: A6 to A7``, ``E03 card 2``.
    nodes
        Nodes of the network that are dead without it.
    links
        Links of the network that are out without it, those of its nodes included.
    cables
        Ids of the cables that are cut or end at a failed device.
    boards
        Fabric boards of modular switches that fail, as node and number of the board from 0.
    feeds
        Power feeds that fail: a rack with several dies with the last of them.
    piece
        The piece of a tray that fails; None: the element is something else.
    """

    kind: ElementKind
    key: str
    name: str
    nodes: Ints
    links: Ints
    cables: tuple[str, ...]
    boards: tuple[tuple[int, int], ...] = ()
    feeds: tuple[str, ...] = ()
    piece: Piece | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Left:
    """The remainder of a network after failures.

    Attributes
    ----------
    hosts
        How many hosts it has.
    cut
        Hosts that are dead, or no longer reach and are reached by the most-connected host (the lowest of
        equals), the lowest first; all where no two hosts reach each other.
    pairs_connected
        Ordered pairs of different hosts that still have a path under the routing algorithm.
    """

    hosts: int
    cut: Ints
    pairs_connected: int

    @property
    def pairs(self) -> int:
        """All ordered pairs of different hosts."""
        return self.hosts * (self.hosts - 1)

    @property
    def cut_off(self) -> Bools:
        """(hosts,): whether each host is cut off."""
        found = np.zeros(self.hosts, np.bool_)
        found[self.cut] = True
        return found

    @property
    def hosts_lost(self) -> int:
        """Number of isolated hosts."""
        return len(self.cut)


@dataclass(frozen=True, eq=False, slots=True)
class Loss:
    """Impact of losing an element.

    Attributes
    ----------
    bisection_left
        Share of the bisection between equal halves of all hosts that is left; None: not worked out.
    uplinks_left, uplinks
        Of the switch with hosts that keeps the smallest share of its links upwards: those that are left, and
        all it had. None where no such switch is left.
    remark
        What explains it, in words.
    """

    element: Element
    left: Left
    bisection_left: float | None
    uplinks_left: int | None
    uplinks: int | None
    remark: str


FEW_STEPS = 1 << 20
"""All cuts are tried where that takes so few steps, a millisecond or two."""
MOST_SWITCHES = 1_000
STARTS = 24
"""Random cuts that are refined: the best of the examples were found by the first four."""
SHARED_STARTS = 96
"""Random cuts of the whole that are refined once, to be looked at for each loss before any search."""


class BisectionLeft:
    """The bisection of what is left, as a share of that of the whole.

    Both are between halves of all hosts, so hosts that are dead may lie on either side. Of small networks all
    cuts are tried. Of others the same search looks at both, for what is left it begins with the best cut of
    the whole as well: what it finds is the bisection or more, so the share is at most this where that of the
    whole is exact. No loss of n links takes more than n links from a cut: where a smallest cut of the whole
    has all links that fail, nothing smaller can be left, and no search is made.

    Raises
    ------
    FatdeskError
        When hosts are linked with each other.
    Cancelled
        When ``progress`` was asked to stop.
    """

    def __init__(self, network: Network, progress: Progress = SILENT) -> None:
        self._network = network
        self._known: Bools | None = None
        self.searches = 0
        """The number of cuts that were searched for."""
        self._whole = self._cut(network, progress)

    def share(self, lost: Bools) -> float | None:
        """The share that is left without some links, (m,) bool; None where the whole has none."""
        if not self._whole:
            return None
        if not lost.any():
            return 1.0
        if self._all_in_one_cut(lost):
            return (self._whole - int(lost.sum())) / self._whole
        kept, network = ~lost, self._network
        left = replace(network, ends=network.ends[kept], ports=network.ports[kept], lane=network.lane[kept])
        return min(1.0, self._cut(left, SILENT) / self._whole)

    def _all_in_one_cut(self, lost: Bools) -> bool:
        """Whether some smallest cut of the whole has all lost links; links of hosts are not looked at."""
        ends = self._network.ends[lost]
        if (ends < self._network.hosts).any():
            return False
        low, high = ends.T - self._network.hosts
        sides = self._smallest_cuts
        return bool((sides[:, low] != sides[:, high]).all(axis=1).any())

    @cached_property
    def _smallest_cuts(self) -> NDArray[np.bool_]:
        """On which side each switch is, in cuts of the whole that are as small as the one that counts."""
        from fatdesk.networks.measures.cut_search import can_try_all, cuts_from_random
        from fatdesk.networks.measures.reduced_networks import cut_problem

        problem = cut_problem(self._network)
        none = np.zeros((0, problem.switches), np.bool_)
        if can_try_all(problem, FEW_STEPS):
            return none
        links, sides = cuts_from_random(problem, SHARED_STARTS)
        return sides if links == self._whole else none

    def _cut(self, network: Network, progress: Progress) -> int:
        # Compiled loops are loaded where they are needed.
        from fatdesk.networks.measures.cut_search import best_of_all, can_try_all, good_cut
        from fatdesk.networks.measures.reduced_networks import cut_problem

        self.searches += 1
        problem = cut_problem(network)
        if can_try_all(problem, FEW_STEPS):
            return best_of_all(problem, progress)
        links, side = good_cut(
            network, problem, progress, self._known, random_starts=STARTS, by_diffusion=False
        )
        if self._known is None:
            self._known = side
        return links


def can_cut(network: Network) -> bool:
    """Whether the search for cuts takes milliseconds, so that it can be made a thousand times."""
    joined = (network.ends < network.hosts).all(axis=1).any()
    return network.switch_count <= MOST_SWITCHES and not bool(joined) and network.hosts > 1
