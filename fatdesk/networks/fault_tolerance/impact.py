"""Impact of the failure of one element of a placed design: what fails with it, and what is left."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from fatdesk.core.arrays import Bools, Ints

ElementKind = Literal[
    "rack", "tray", "bundle", "cable", "switch", "line card", "fabric board", "power feed", "zone"
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
