"""The box of a fat-tree node: wires between its components laid out in three dimensions (Lemma 3).

Source: Lemma 3 of the universal fat-trees paper, after Leighton, Rosenberg and Thompson. Terminals lie on one
face in a square of cells. A wire rises to a layer of its own row, runs along the row to the column of its
other end, then along that column, and comes down there; layers are the colours of a bipartite graph of rows
and columns. A box that is h times lower holds h layers in two planes, shifted against each other.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import isqrt

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.schedules.universal_trees.bit_serial import TRACKS, box_size


@dataclass(frozen=True, eq=False)
class Box:
    """Wires in a box, each a path through points of a grid that no other wire uses.

    Attributes
    ----------
    size
        Grid points along x, y and z.
    wires
        For each wire (p, 3): its points, next to each other one by one, the ends on the face z = 0.
    """

    size: tuple[int, int, int]
    wires: tuple[Longs, ...]


def wired(permutation: Longs, fold: int = 1) -> Box:
    """Wires from each terminal i of one set to ``permutation[i]`` of the other, on one face of a box."""
    count = len(permutation)
    side = isqrt(count - 1) + 1
    row, column = np.arange(count) // side, np.asarray(permutation) % side
    layer = coloured(row, column, side)
    wires = []
    for wire in range(count):
        x, y = wire % side * TRACKS, wire // side * TRACKS
        to_x, to_y = int(permutation[wire]) % side * TRACKS, int(permutation[wire]) // side * TRACKS
        z = 2 * int(layer[wire]) + 1
        turns = [
            (x, y, 0),
            (x, y, z),
            (x, y + 1, z),
            (to_x + 1, y + 1, z),
            (to_x + 1, y + 1, z + 1),
            (to_x + 1, to_y + 2, z + 1),
            (to_x + 2, to_y + 2, z + 1),
            (to_x + 2, to_y + 2, 0),
        ]
        wires.append(_points(turns if fold == 1 else _folded(_points(turns).tolist(), fold)))
    return Box(box_size(count, fold), tuple(wires))


def coloured(row: Longs, column: Longs, colours: int) -> Longs:
    """A colour for each edge of a bipartite graph, different at each node, by alternating paths (König).

    Parameters
    ----------
    row, column : (m,) int64
        The ends of each edge; no node has more edges than there are colours.
    """
    size = int(max(row.max(initial=0), column.max(initial=0))) + 1
    edge_at = np.full((2, size, colours), -1)
    colour = np.full(len(row), -1)
    ends = np.stack([row, column])
    for edge in range(len(row)):
        free = [int(np.flatnonzero(edge_at[side, ends[side, edge]] < 0)[0]) for side in (0, 1)]
        if free[0] != free[1]:  # the path of both colours from the column's node does not reach the row's
            side, node, path = 1, int(ends[1, edge]), []
            now, other = free
            while (met := int(edge_at[side, node, now])) >= 0:
                path.append(met)
                side, now, other = 1 - side, other, now
                node = int(ends[side, met])
            for one in path:
                for at in (0, 1):
                    edge_at[at, ends[at, one], colour[one]] = -1
            for one in path:
                colour[one] = free[1] if colour[one] == free[0] else free[0]
                for at in (0, 1):
                    edge_at[at, ends[at, one], colour[one]] = one
        colour[edge] = free[0]
        for at in (0, 1):
            edge_at[at, ends[at, edge], free[0]] = edge
    return colour


def _points(turns: list[tuple[int, int, int]]) -> Longs:
    """All grid points of a path of straight pieces."""
    found = [np.array(turns[:1])]
    for a, b in pairwise(turns):
        step = np.subtract(b, a)
        length = int(np.abs(step).max())
        found.append(np.array(a) + np.outer(np.arange(1, length + 1), np.sign(step)))
    return np.concatenate(found)


def _folded(points: list[list[int]], fold: int) -> list[tuple[int, int, int]]:
    """The turns of a path after each slice of ``fold`` layers has become a plane for x and a plane for y."""

    def shift(z: int) -> int:
        return z % fold if z // fold % 2 == 0 else fold - 1 - z % fold

    x, y, z = points[0]
    turns = [(x * fold, y * fold, 0)]
    for nx, ny, nz in points[1:]:
        at, plane = shift(z), 2 * (z // fold)
        here = (x * fold + at, y * fold + at)
        if nx != x:
            turns += [(*here, plane), (nx * fold + at, here[1], plane)]
        elif ny != y:
            turns += [(*here, plane + 1), (here[0], ny * fold + at, plane + 1)]
        elif nz // fold != z // fold:
            turns.append((*here, 2 * (nz // fold)))
        else:
            then = shift(nz)
            if then > at:
                turns += [(*here, plane + 1), (here[0], y * fold + then, plane + 1)]
                turns += [(here[0], y * fold + then, plane), (x * fold + then, y * fold + then, plane)]
            else:  # the same corner, passed from its other side
                turns += [(*here, plane), (x * fold + then, here[1], plane)]
                turns += [
                    (x * fold + then, here[1], plane + 1),
                    (x * fold + then, y * fold + then, plane + 1),
                ]
        x, y, z = nx, ny, nz
    turns.append((*turns[-1][:2], 0))
    return turns
