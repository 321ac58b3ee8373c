"""Fabric boards of modular switches: what is left inside the box, and the network of all chips."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from fatdesk.core.arrays import Bools, Longs
from fatdesk.engine.failures.placed_fabric import Placed
from fatdesk.networks.network import Network, network

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
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    tree = placed.trees[int(placed.fabric.part[node])]
    assert tree is not None
    chips, _ = tree.links()
    low, high = chips[~np.isin(chips[:, 1] - tree.cards, gone)].T
    graph = coo_array((np.ones(len(low), np.int8), (low, high)), shape=(tree.chips, tree.chips))
    _, of = connected_components(graph, directed=False)
    _, first, number = np.unique(of[: tree.cards], return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    found: Longs = rank[number.reshape(-1)].astype(np.int64)
    return found
