"""The shortest way through the trays for each pair of racks that a cable joins."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from fatdesk.engine.cabling.trays import TrayGraph
from fatdesk.engine.core.progress import SILENT, Progress

Longs = NDArray[np.int64]
SOURCES_AT_ONCE = 256
UNREACHABLE = -1


@dataclass(frozen=True, eq=False)
class Runs:
    """Ways between pairs of racks.

    Attributes
    ----------
    a, b : (p,) int64
        The two racks of each pair, a < b.
    length_um : (p,) int64
        What lies in trays; UNREACHABLE where no tray leads there.
    start : (p + 1,) int64
    pieces : int32
        Pieces of the tray graph from a to b: those of pair i are ``pieces[start[i]:start[i + 1]]``.
    """

    a: Longs
    b: Longs
    length_um: Longs
    start: Longs
    pieces: NDArray[np.int32]


def shortest_runs(graph: TrayGraph, a: Longs, b: Longs, progress: Progress = SILENT) -> Runs:
    """Shortest ways between racks a[i] and b[i] (a < b, each pair once), lengths exact.

    Distances are sums of whole micrometres below 2^53, so floats hold them exactly.
    """
    from_joint, to_joint, flipped = _sources(graph.drop_joint[a], graph.drop_joint[b])
    length = np.full(len(a), UNREACHABLE, np.int64)
    both = (from_joint >= 0) & (to_joint >= 0)
    matrix, keys, piece_of = _matrix(graph)
    sources = np.unique(from_joint[both])
    steps: list[NDArray[np.int64]] = []
    for first in range(0, len(sources), SOURCES_AT_ONCE):
        progress.step(first, len(sources), "routing through the trays")
        some = sources[first : first + SOURCES_AT_ONCE]
        distance, before = dijkstra(matrix, directed=False, indices=some, return_predecessors=True)
        pairs = np.flatnonzero(both & (from_joint >= some[0]) & (from_joint <= some[-1]))
        row = np.searchsorted(some, from_joint[pairs])
        found = distance[row, to_joint[pairs]]
        reached = np.isfinite(found)
        pairs, row = pairs[reached], row[reached]
        length[pairs] = found[reached].astype(np.int64)
        steps += _walk(before, row, pairs, to_joint[pairs], keys, piece_of, graph.joints)
    reachable = length >= 0
    length[reachable] += graph.stub_um[a[reachable]] + graph.stub_um[b[reachable]]
    start, pieces = _gather(steps, len(a), flipped)
    return Runs(a, b, length, start, pieces)


def _sources(joint_a: Longs, joint_b: Longs) -> tuple[Longs, Longs, NDArray[np.bool_]]:
    """Begin each way at that end which more pairs share: fewer searches are needed."""
    top = int(max(joint_a.max(initial=0), joint_b.max(initial=0))) + 2
    degree = np.bincount(joint_a + 1, minlength=top) + np.bincount(joint_b + 1, minlength=top)
    flip = degree[joint_b + 1] > degree[joint_a + 1]
    return np.where(flip, joint_b, joint_a), np.where(flip, joint_a, joint_b), flip


def _matrix(graph: TrayGraph) -> tuple[csr_array, Longs, NDArray[np.int32]]:
    """The graph as a sparse matrix; of parallel pieces only the shortest, then the first tray's, counts."""
    u, v = np.minimum(graph.u, graph.v), np.maximum(graph.u, graph.v)
    key = u * graph.joints + v
    order = np.lexsort((graph.tray, graph.length_um, key))
    first = np.ones(len(order), bool)
    first[1:] = key[order][1:] != key[order][:-1]
    kept = order[first]
    shape = (graph.joints, graph.joints)
    lengths = graph.length_um[kept].astype(np.float64)
    return csr_array((lengths, (u[kept], v[kept])), shape=shape), key[kept], kept.astype(np.int32)


def _walk(
    before: NDArray[np.int32],
    row: Longs,
    pair: Longs,
    joint: Longs,
    keys: Longs,
    piece_of: NDArray[np.int32],
    joints: int,
) -> list[NDArray[np.int64]]:
    """Go back from the far ends, all pairs at once; columns (pair, step, piece) for each step."""
    steps: list[NDArray[np.int64]] = []
    number = 0
    while True:
        previous = before[row, joint].astype(np.int64)
        going = previous >= 0
        if not going.any():
            return steps
        row, pair, joint, previous = row[going], pair[going], joint[going], previous[going]
        key = np.minimum(joint, previous) * joints + np.maximum(joint, previous)
        piece = piece_of[np.searchsorted(keys, key)].astype(np.int64)
        steps.append(np.stack([pair, np.full(len(pair), number, np.int64), piece]))
        joint = previous
        number += 1


def _gather(
    steps: list[NDArray[np.int64]], pairs: int, flipped: NDArray[np.bool_]
) -> tuple[Longs, NDArray[np.int32]]:
    """Pieces pair by pair, from rack a to rack b."""
    if not steps:
        return np.zeros(pairs + 1, np.int64), np.zeros(0, np.int32)
    pair, number, piece = np.concatenate(steps, axis=1)
    count = np.bincount(pair, minlength=pairs)
    start = np.zeros(pairs + 1, np.int64)
    np.cumsum(count, out=start[1:])
    # a walk goes from the far end back to its source: for a way that began at b that is a to b already
    place = start[pair] + np.where(flipped[pair], number, count[pair] - 1 - number)
    pieces = np.empty(len(pair), np.int32)
    pieces[place] = piece
    return start, pieces
