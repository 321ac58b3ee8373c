"""The balanced decomposition of a network that is placed in a room: equal numbers of hosts in all parts.

Source: Theorems 5 and 8 of the universal fat-trees paper, with real places, surfaces and links.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.schedules.universal_trees.cutting import NONE, Parts, cut_box


def divide(black: Longs, strings: Longs) -> tuple[Longs, Longs]:
    """Two sets of at most two strings each.

    One set grows from the front of the long string; then pearl for pearl the short string takes the place
    of its end; then what it has of the long string moves on to that string's end. In the end it is the
    other half, and as each step changes the number of black pearls by one at most, some step has half of
    them. Odd numbers are split to within one.

    Parameters
    ----------
    black : (b,) int64
        Positions of all black pearls, rising.
    strings : (p, 4) int64
        For each pair: first and end of one string, first and end of the other; empty where they are equal.

    Returns
    -------
    (p, 4) int64, (p, 4) int64
        The two sets, as ``strings``; the first has the fewer pearls, and black pearls, of an odd number.

    Examples
    --------
    >>> one, other = divide(np.array([0, 1]), np.array([[0, 4, 0, 0]]))
    >>> one.tolist(), other.tolist()
    ([[1, 3, 0, 0]], [[0, 1, 3, 4]])
    """
    swap = strings[:, 1] - strings[:, 0] < strings[:, 3] - strings[:, 2]
    strings = np.where(swap[:, None], strings[:, [2, 3, 0, 1]], strings)
    length, short = strings[:, 1] - strings[:, 0], strings[:, 3] - strings[:, 2]
    half = (length + short) // 2
    wanted = _count(black, strings) // 2

    def excess(step: Longs) -> Longs:
        """Black pearls of the set at a step, less half of them all, rounded down."""
        one, _ = _at(strings, short, half, step)
        found: Longs = _count(black, one) - wanted
        return found

    low, high = np.zeros_like(length), length + 2 * short - half
    at_low, at_high = excess(low), excess(high)
    step = np.where(at_low == 0, low, high)
    looking = (at_low != 0) & (at_high != 0)
    while looking.any():
        middle = (low + high) // 2
        found = excess(middle)
        done = looking & (found == 0)
        step[done] = middle[done]
        looking &= ~done
        before = np.sign(found) == np.sign(at_low)
        low, high = np.where(before, middle, low), np.where(before, high, middle)
    return _at(strings, short, half, step)


def _at(strings: Longs, short: Longs, half: Longs, step: Longs) -> tuple[Longs, Longs]:
    """Both sets at a step: up to ``short`` the short string comes in, then the long one moves on."""
    first, end, other, last = strings.T
    coming = step < short
    taken, moved = np.minimum(step, short), np.maximum(step - short, 0)
    left, right = first + moved, first + moved + half - taken
    one = np.stack([left, right, other, other + taken], axis=1)
    rest = np.stack(
        [
            np.where(coming, right, first),
            np.where(coming, end, left),
            np.where(coming, other + taken, right),
            np.where(coming, last, end),
        ],
        axis=1,
    )
    return one, rest


def _count(black: Longs, strings: Longs) -> Longs:
    """Black pearls of each pair of strings."""
    at = np.searchsorted(black, strings)
    found: Longs = at[:, 1] - at[:, 0] + at[:, 3] - at[:, 2]
    return found


@dataclass(frozen=True, eq=False)
class Balanced:
    """A balanced decomposition tree of q parts, level by level.

    Attributes
    ----------
    level, parent, one, other : (q,) int64
        Distance from the whole; the part divided; its halves, -1 where there are none.
    strings : (q, 4) int64
        The leaves of the tree by planes that a part has: from and up to, twice; the second may be empty.
    hosts : (q,) int64
    crossing, crossing_links : (q,)
        Bandwidth and number of the links with one end in a part.
    sequence : (h,) int64
        Hosts in the order of the leaves.
    leaf : (h,) int64
        The leaf that each host of the sequence represents among the 2^depth leaves of a fat-tree: each part
        is the subtree of one of its nodes.
    depth
        Levels of divisions.
    """

    level: Longs
    parent: Longs
    one: Longs
    other: Longs
    strings: Longs
    hosts: Longs
    crossing: Floats
    crossing_links: Longs
    sequence: Longs
    leaf: Longs
    depth: int


@dataclass(frozen=True, eq=False)
class Decomposition:
    """A network in a box, cut by planes and then balanced.

    Attributes
    ----------
    parts
        What planes make of the box.
    balanced
        What the pearl argument makes of those parts.
    width : (r + 1,) float64
        w_i: the largest bandwidth out of a part by planes at level i.
    balanced_width, bound : (s + 1,) float64
        w'_i: the same of balanced parts; and 4 times the sum of w_k for k >= i, which it is never above.
    """

    parts: Parts
    balanced: Balanced
    width: Floats
    balanced_width: Floats
    bound: Floats


def decompose(
    where_m: Floats,
    host: NDArray[np.bool_],
    ends: NDArray[np.integer],
    bandwidth: Floats,
    box: Floats,
    progress: Progress = SILENT,
) -> Decomposition:
    """Cut a network in a box by planes, then balance the hosts.

    Parameters
    ----------
    where_m : (n, 3) float64
        x, y, z of each node in metres; nan: outside the box.
    host : (n,) bool
    ends : (m, 2) int
        Nodes of each link.
    bandwidth : (m,) float64
        Of each link, in any unit.
    box : (2, 3) float64
        Lowest and highest corner of the box, metres.

    Raises
    ------
    FatdeskError
        When a node lies outside the box.

    Examples
    --------
    >>> where = np.array([[0.0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]])
    >>> made = decompose(where, np.ones(4, bool), np.array([[0, 1], [1, 2], [2, 3]]), np.full(3, 100.0),
    ...     np.array([[0, 0, 0], [3, 1, 1.0]]))
    >>> made.balanced.sequence.tolist(), made.balanced_width.tolist(), made.parts.cut_links[0]
    ([0, 1, 2, 3], [0.0, 100.0, 200.0], np.int64(1))
    """
    links = np.asarray(ends, np.int64).reshape(-1, 2)
    parts = cut_box(where_m, host, links, bandwidth, box, progress)
    balanced = balance(parts, host, links, bandwidth, progress)
    width = parts.largest(parts.crossing)
    balanced_width = np.zeros(balanced.depth + 1)
    np.maximum.at(balanced_width, balanced.level, balanced.crossing)
    beneath = np.cumsum(width[::-1])[::-1]
    bound = 4 * beneath[: balanced.depth + 1]
    return Decomposition(parts, balanced, width, balanced_width, bound)


def balance(
    parts: Parts,
    host: NDArray[np.bool_],
    ends: Longs,
    bandwidth: Floats,
    progress: Progress = SILENT,
) -> Balanced:
    """Divide the leaves of a tree by planes until each set has one host at most.

    Leaves lie on a line, black where a host is; each set is two strings of that line at most and is divided
    as :func:`divide` does. Switches follow the leaf that they are in.
    """
    place = parts.place
    black = np.sort(place[host & (place != NONE)])
    here = np.where(place != NONE, 0, NONE)
    strings = np.array([[0, 1 << parts.depth, 0, 0]])
    levels: list[tuple[Any, ...]] = []
    below: list[tuple[Longs, Longs]] = []
    parent, first, path = np.array([NONE]), 0, np.zeros(len(place), np.int64)
    while True:
        count = len(strings)
        hosts = np.bincount(here[host & (here >= first)] - first, minlength=count)
        levels.append((parent, strings, hosts, *_leaving(here, ends, bandwidth, first, count)))
        going = np.flatnonzero(hosts > 1)
        one, other = np.full(count, NONE), np.full(count, NONE)
        below.append((one, other))
        path *= 2
        if not len(going):
            break
        progress.step(len(levels), parts.depth + 1, f"balancing level {len(levels)}")
        left, right = divide(black, strings[going])
        next_first = first + count
        one[going], other[going] = (
            next_first + 2 * np.arange(len(going)),
            next_first + 2 * np.arange(len(going)) + 1,
        )
        moving = here >= first
        moving[moving] = hosts[here[moving] - first] > 1
        part = here[moving] - first
        mine = left[np.searchsorted(going, part)]
        at = place[moving]
        in_left = ((at >= mine[:, 0]) & (at < mine[:, 1])) | ((at >= mine[:, 2]) & (at < mine[:, 3]))
        path[moving] += ~in_left
        here[moving] = np.where(in_left, one[part], other[part])
        parent, first = np.repeat(first + going, 2), next_first
        strings = np.stack([left, right], axis=1).reshape(-1, 4)
    joined = [np.concatenate(some) for some in zip(*levels, strict=True)]
    own = np.flatnonzero(host & (place != NONE))
    own = own[np.argsort(path[own], kind="stable")]
    return Balanced(
        level=np.concatenate([np.full(len(some[0]), level) for level, some in enumerate(levels)]),
        parent=joined[0],
        one=np.concatenate([some[0] for some in below]),
        other=np.concatenate([some[1] for some in below]),
        strings=joined[1],
        hosts=joined[2],
        crossing=joined[3],
        crossing_links=joined[4],
        sequence=own,
        leaf=path[own] >> 1,
        depth=len(levels) - 1,
    )


def node_of_part(balanced: Balanced) -> Longs:
    """The node of a fat-tree that each balanced part is the subtree of, numbered as in a heap."""
    node = np.ones(len(balanced.level), np.int64)
    for level in range(1, balanced.depth + 1):
        here = np.flatnonzero(balanced.level == level)
        above = balanced.parent[here]
        node[here] = 2 * node[above] + (balanced.other[above] == here)
    return node


def _leaving(here: Longs, ends: Longs, bandwidth: Floats, first: int, count: int) -> tuple[Floats, Longs]:
    """Bandwidth and number of the links that leave each part of a level."""
    apart = here[ends[:, 0]] != here[ends[:, 1]]
    width, links = np.zeros(count), np.zeros(count, np.int64)
    for end in (0, 1):
        part = here[ends[:, end]]
        leaves = apart & (part >= first)
        width += np.bincount(part[leaves] - first, bandwidth[leaves], count)
        links += np.bincount(part[leaves] - first, minlength=count)
    return width, links
