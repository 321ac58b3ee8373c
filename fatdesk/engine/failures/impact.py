"""Impact of failed elements on a placed fabric: what is left of it, and why."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from fatdesk.core.arrays import Bools, Longs, connected_parts
from fatdesk.engine.fabric.device_kinds import level_name
from fatdesk.engine.failures.elements import Lost, taken
from fatdesk.engine.failures.placed_fabric import Placed
from fatdesk.networks.fault_tolerance.connectivity.reach import Reach
from fatdesk.networks.fault_tolerance.impact import BisectionLeft, Element, Left, Loss, can_cut
from fatdesk.networks.network import Network, network
from fatdesk.networks.routing.algorithm import RoutingAlgorithm

Board = tuple[int, int]
"""A node and the number of a board in it, from 0."""


def split(placed: Placed, boards: Iterable[Board]) -> Network | None:
    """The network with boxes in pieces where cards are apart; None where every box holds together.

    The boards that are left join the cards of a box over any number of chips. The first piece keeps the node
    of the box, further ones come behind all nodes.
    """
    whole = placed.network
    ends, level = whole.ends.copy(), list(whole.level)
    for node, gone in _by_node(boards):
        links = placed.links_of_node.at(node)
        piece = _pieces(placed, node, gone)
        of = piece[placed.card_of(node, placed.links_in(links))]
        for number in range(1, int(piece.max()) + 1):
            some = links[of == number]
            at = ends[some]
            at[at == node] = len(level)
            ends[some] = at
            level.append(level[node])
    if len(level) == whole.node_count:
        return None
    return replace(whole, ends=ends.astype(np.int32), level=np.array(level, np.int32), family="", params={})


def opened(placed: Placed) -> tuple[Network, dict[int, int]]:
    """The network with the chips of every box whose inside is known, and where the boards of each box begin.

    Links keep their numbers; those inside boxes come behind them, the links of a box in the order of
    :meth:`fatdesk.engine.catalog.configuration.Tree.links`. The node of a
    box is its first card; its other cards and its boards come behind all nodes.
    """
    whole = placed.network
    ends, level = whole.ends.copy(), list(whole.level)
    inner: list[Longs] = []
    boards: dict[int, int] = {}
    for node in range(whole.hosts, whole.node_count):
        tree = placed.trees[int(placed.fabric.part[node])]
        if tree is None:
            continue
        chips, own = len(level), np.arange(tree.chips)
        own = np.where(own == 0, node, chips + own - 1)
        level += [level[node]] * (tree.cards - 1) + [level[node] + 1] * tree.boards
        boards[node] = int(own[tree.cards])
        links = placed.links_of_node.at(node)
        card = placed.card_of(node, placed.links_in(links))
        ends[links] = np.where(ends[links] == node, own[card][:, None], ends[links])
        inner.append(own[tree.links()[0]])
    every = np.concatenate([ends, *inner])
    return network(whole.hosts, np.array(level), every, np.zeros_like(every)), boards


def inner_links(whole: Network, first: dict[int, int], boards: Iterable[Board]) -> Bools:
    """Return the links of an opened network that end at some boards."""
    lost = [first[node] + board for node, board in boards]
    one, other = np.isin(whole.ends, lost).T
    found: Bools = one | other
    return found


def _by_node(boards: Iterable[Board]) -> list[tuple[int, list[int]]]:
    found: dict[int, list[int]] = {}
    for node, board in boards:
        found.setdefault(node, []).append(board)
    return sorted(found.items())


def _pieces(placed: Placed, node: int, gone: list[int]) -> Longs:
    """The piece of its box that each card is in, from 0 by the lowest card."""
    tree = placed.trees[int(placed.fabric.part[node])]
    assert tree is not None
    chips, _ = tree.links()
    low, high = chips[~np.isin(chips[:, 1] - tree.cards, gone)].T
    of = connected_parts(tree.chips, low, high)
    _, first, number = np.unique(of[: tree.cards], return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    found: Longs = rank[number.reshape(-1)].astype(np.int64)
    return found


NAMED = 4
"""Most switches named; of more only the number is given."""


def remark(placed: Placed, element: Element, left: Left) -> str:
    """Return the explanation of a loss; empty where its figures suffice."""
    if element.boards:
        (node, _), *_ = element.boards
        tree = placed.trees[int(placed.fabric.part[node])]
        others = tree.boards - 1 if tree else 0
        return f"{others} other {'board joins' if others == 1 else 'boards join'} its cards"
    if element.kind == "power feed" and not len(element.nodes):
        return "no rack depends on it alone"
    if element.kind == "tray":
        return "cables cut, not rerouted"
    if element.kind == "switch":
        return _of_switch(placed, int(element.nodes[0]), left)
    return _holds(placed, element)


def _of_switch(placed: Placed, node: int, left: Left) -> str:
    network = placed.network
    ends = network.ends[placed.links_of_node.at(node)]
    own = np.unique(ends[ends < network.hosts])
    if not len(own) or not left.hosts_lost:
        return ""
    return "only its own hosts" if np.isin(left.cut, own).all() else "hosts of other switches, too"


def _holds(placed: Placed, element: Element) -> str:
    """The switches among dead nodes, level by level, the highest first."""
    network = placed.network
    switches = element.nodes[element.nodes >= network.hosts]
    highest = int(network.level.max())
    stated = []
    for level in sorted(set(network.level[switches].tolist()), reverse=True):
        some = switches[network.level[switches] == level]
        if len(some) <= NAMED:
            stated.append(", ".join(placed.names[node] for node in some.tolist()))
        else:
            every = int((network.level[network.hosts :] == level).sum())
            of = f"{level_name(level, highest).lower()} switches"
            stated.append(f"all {every} {of}" if len(some) == every else f"{len(some)} of {every} {of}")
    return "holds " + " and ".join(stated) if stated else ""


@dataclass(frozen=True, eq=False)
class LossAnalysis:
    """A placed fabric under a routing algorithm, of which elements may be lost.

    What takes time is prepared when it is first needed.
    """

    placed: Placed
    scheme: RoutingAlgorithm

    @cached_property
    def reach(self) -> Reach:
        """Return the connected hosts."""
        return Reach(self.placed.network, self.scheme)

    def loss(self, element: Element, bisection: bool = True) -> Loss:
        """Return the impact of losing an element.

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

    def with_bisection(self, loss: Loss) -> Loss:
        """The same with what is left of the bisection."""
        return replace(loss, bisection_left=self.bisection_left(taken(self.placed, [loss.element])))

    def left(self, lost: Lost) -> Left:
        """Return the hosts that stay connected."""
        apart = split(self.placed, lost.boards) if lost.boards else None
        if apart is None:
            return self.reach.left(lost.usable, lost.dead)
        dead = np.zeros(apart.node_count, np.bool_)
        dead[: len(lost.dead)] = lost.dead
        # a piece of a dead box has no channels left, for those of its links are out
        return Reach(apart, self.scheme).left(lost.usable, dead)

    def uplinks(self, lost: Lost) -> tuple[int, int] | None:
        """Links upwards that are left, and all of them, of the edge that keeps the smallest share."""
        of, every, edges = self._uplinks
        gone = of[np.flatnonzero(lost.out)]
        left = every - np.bincount(gone[gone >= 0], minlength=len(every))
        share = np.where(lost.dead[edges], np.inf, left[edges] / every[edges])
        worst = np.argmin(share) if len(edges) else 0
        if not len(edges) or share[worst] == np.inf:
            return None
        return int(left[edges[worst]]), int(every[edges[worst]])

    def bisection_left(self, lost: Lost) -> float | None:
        """The share of the bisection between equal halves of all hosts that is left.

        Where fabric boards are lost, of the network of all chips. None for networks of more than 1,000
        switches.
        """
        network = self.placed.network
        if not can_cut(network):
            return None
        if not lost.boards:
            return self._bisection.share(lost.out)
        whole, first = self._opened
        if not can_cut(whole):
            return None
        inside = inner_links(whole, first, lost.boards)
        inside[: len(lost.out)] |= lost.out
        return self._of_chips.share(inside)

    @cached_property
    def _uplinks(self) -> tuple[Longs, Longs, Longs]:
        """Of each link the switch with hosts below it (-1: none); the uplinks of each; these switches."""
        network = self.placed.network
        low, high = network.ends.astype(np.int64).T
        edge = np.zeros(network.node_count, np.bool_)
        edge[high[low < network.hosts]] = True
        rises = (low >= network.hosts) & edge[low] & (network.level[high] > network.level[low])
        every = np.bincount(low[rises], minlength=network.node_count)
        return np.where(rises, low, -1), every, np.flatnonzero(every)

    @cached_property
    def _bisection(self) -> BisectionLeft:
        return BisectionLeft(self.placed.network)

    @cached_property
    def _opened(self) -> tuple[Network, dict[int, int]]:
        return opened(self.placed)

    @cached_property
    def _of_chips(self) -> BisectionLeft:
        return BisectionLeft(self._opened[0])
