"""What is left of a placed fabric when elements of it are lost, one or several at once."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.faults.bisection_left import BisectionLeft, can_cut
from fatdesk.engine.faults.boards import inner_links, opened, split
from fatdesk.engine.faults.elements import Lost, taken
from fatdesk.engine.faults.losing import Element, Left, Loss
from fatdesk.engine.faults.placed import Placed
from fatdesk.engine.faults.reach import Reach
from fatdesk.engine.faults.remarks import remark
from fatdesk.engine.forwarding.scheme import Scheme
from fatdesk.engine.network.network import Network

Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Losing:
    """A placed fabric under a scheme, of which elements may be lost.

    What takes time is prepared when it is first needed.
    """

    placed: Placed
    scheme: Scheme

    @cached_property
    def reach(self) -> Reach:
        """Who is cut off."""
        return Reach(self.placed.network, self.scheme)

    def loss(self, element: Element, bisection: bool = True) -> Loss:
        """What the loss of an element does.

        Parameters
        ----------
        bisection
            Whether what is left of the bisection is worked out, which takes some milliseconds.
        """
        lost = taken(self.placed, [element])
        share = self.bisection_left(lost) if bisection else None
        left, many = self.uplinks(lost) or (None, None)
        remains = self.left(lost)
        return Loss(element, remains, share, left, many, remark(self.placed, element, remains))

    def left(self, lost: Lost) -> Left:
        """Who is still connected."""
        apart = split(self.placed, lost.boards) if lost.boards else None
        if apart is None:
            return self.reach.left(lost.usable, lost.dead)
        dead = np.zeros(apart.node_count, np.bool_)
        dead[: len(lost.dead)] = lost.dead
        # a piece of a dead box has no channels left, for those of its links are out
        return Reach(apart, self.scheme).left(lost.usable, dead)

    def uplinks(self, lost: Lost) -> tuple[int, int] | None:
        """Links upwards that are left, and all of them, of the edge that keeps the smallest share."""
        of, alive = self._uplinks, ~lost.dead
        network = self.placed.network
        kept = lost.usable if network.one_way else lost.usable.reshape(-1, 2).all(axis=1)
        every = np.bincount(of[of >= 0], minlength=network.node_count)
        left = np.bincount(of[(of >= 0) & kept], minlength=network.node_count)
        edges = np.flatnonzero(alive & (every > 0))
        if not len(edges):
            return None
        worst = edges[np.argmin(left[edges] / every[edges])]
        return int(left[worst]), int(every[worst])

    def bisection_left(self, lost: Lost) -> float | None:
        """The share of the bisection between equal halves of all hosts that is left.

        Where fabric boards are lost, of the network of all chips. None for networks of more than 1,000
        switches.
        """
        network = self.placed.network
        if not can_cut(network):
            return None
        out = np.logical_not(lost.usable if network.one_way else lost.usable.reshape(-1, 2).all(axis=1))
        if not lost.boards:
            return self._bisection.share(out)
        whole, first = self._opened
        if not can_cut(whole):
            return None
        inside = inner_links(whole, first, lost.boards)
        inside[: len(out)] |= out
        return self._of_chips.share(inside)

    @cached_property
    def _uplinks(self) -> Longs:
        """For each link the switch with hosts from which it leads up; -1: none."""
        network = self.placed.network
        low, high = network.ends.astype(np.int64).T
        edge = np.zeros(network.node_count, np.bool_)
        edge[high[low < network.hosts]] = True
        rises = (low >= network.hosts) & edge[low] & (network.level[high] > network.level[low])
        return np.where(rises, low, -1)

    @cached_property
    def _bisection(self) -> BisectionLeft:
        return BisectionLeft(self.placed.network)

    @cached_property
    def _opened(self) -> tuple[Network, dict[int, int]]:
        return opened(self.placed)

    @cached_property
    def _of_chips(self) -> BisectionLeft:
        return BisectionLeft(self._opened[0])
