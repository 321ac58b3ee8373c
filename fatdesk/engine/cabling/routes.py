"""Shortest routes through the trays between racks."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs, distinct
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.cabling.trays import TrayGraph, TrayNet

SOURCES_AT_ONCE = 256
FEW_JOINTS = 500
"""Most joints of a net whose distances need no SciPy."""
NO_JOINT = -1
UNREACHABLE = -1
FAR = 2**60
"""Longer than any way."""
SIDES = ((0, 0), (0, 1), (1, 0), (1, 1))
"""By which joint a way leaves the piece of its first rack, and by which it comes to that of its last."""


class Legs(NamedTuple):
    """Straight pieces of ways: the pair of racks, the piece of the net, and where it begins and ends."""

    pair: Longs
    piece: Longs
    begin_um: Longs
    end_um: Longs


@dataclass(frozen=True, eq=False)
class Runs:
    """Ways between p pairs of racks.

    Which of several shortest ways is taken depends on the trays and the two racks alone. The legs of the ways
    are found when they are asked for: what runs where is known without them.

    Attributes
    ----------
    a, b : (p,) int64
        The two racks of each pair.
    length_um : (p,) int64
        What lies in trays; UNREACHABLE where no tray leads there.
    side : (p,) int64
        How: 0 along one piece, 1 to 4 by ``SIDES``, UNREACHABLE.
    """

    a: Longs
    b: Longs
    length_um: Longs
    side: Longs
    graph: TrayGraph
    ways: "TrayRoutes"

    @property
    def start(self) -> Longs:
        """Legs of pair i are ``start[i]`` to ``start[i + 1]``, in order from a to b: (p + 1,) int64."""
        return self._legs[0]

    @property
    def piece(self) -> Longs:
        """The piece of the tray net of each leg."""
        return self._legs[1].piece

    @property
    def begin_um(self) -> Longs:
        """Start of each leg along the line of its piece."""
        return self._legs[1].begin_um

    @property
    def end_um(self) -> Longs:
        """End of each leg along the line of its piece."""
        return self._legs[1].end_um

    @cached_property
    def _joined(self) -> "_Joined":
        return _joined(self.graph, self.a, self.b, self.side)

    @cached_property
    def ends(self) -> tuple[Legs, Legs, Legs]:
        """The legs in which ways leave the rack a, come to the rack b, and go along one piece only."""
        graph, joined = self.graph, self._joined
        low, high = np.append(graph.net.low_um, 0), np.append(graph.net.high_um, 0)
        legs = []
        for racks, side, away in (
            (self.a, joined.leave, joined.away_a_um),
            (self.b, joined.come, joined.away_b_um),
        ):
            some = np.flatnonzero(away > 0)  # a rack at a lone joint has no piece, and no leg in it
            rack = racks[joined.pair[some]]
            piece = graph.drop_piece[rack]
            edge = np.where(side[some] == 0, low[piece], high[piece])
            legs.append(Legs(joined.pair[some], piece, graph.drop_at_um[rack], edge))
        at_a, at_b = graph.drop_at_um[self.a], graph.drop_at_um[self.b]
        along = np.flatnonzero((self.side == 0) & (at_a != at_b))
        out, back = legs
        return (
            out,
            Legs(back.pair, back.piece, back.end_um, back.begin_um),
            Legs(along, graph.drop_piece[self.a[along]], at_a[along], at_b[along]),
        )

    def through(self, weights: Sequence[Longs]) -> list[Longs]:
        """Return the load of each whole piece of the net for given weights of the pairs.

        Pairs that take the same way from joint to joint go it together.
        """
        pairs, pieces, (count, which, steps) = self._joined.pair, len(self.graph.net.u), self._together
        if not steps:
            return [np.zeros(pieces, np.int64) for _ in weights]
        way, across = (np.concatenate(some) for some in zip(*steps, strict=True))
        found = []
        for weight in weights:
            # whole numbers below 2^53, which the floats of bincount hold exactly
            together = np.bincount(which, weight[pairs], count)
            found.append(np.bincount(across, together[way], pieces).astype(np.int64))
        return found

    @cached_property
    def _together(self) -> "_Together":
        joined, ways = self._joined, self.ways
        joints = max(self.graph.net.joints, 1)
        between = joined.goal * joints + joined.joint
        key = distinct(between)
        steps = _walk(ways, np.arange(len(key)), key % joints, key // joints)
        walked = [(way, ways.between(joint, other)) for way, joint, other in steps]
        return _Together(len(key), np.searchsorted(key, between), walked)

    def turns(self, weights: Sequence[Longs]) -> "Turns":
        """Pieces of the net that follow each other on ways, with the largest weight of the pairs there.

        The same pieces may meet several times.
        """
        joined, (count, which, walked) = self._joined, self._together
        first, last = np.full(count, NO_JOINT, np.int64), np.full(count, NO_JOINT, np.int64)
        together = [_largest(which, weight[joined.pair], count) for weight in weights]
        steps: list[tuple[Longs, Longs, Longs]] = []
        for number, (way, piece) in enumerate(walked):
            if number:
                steps.append((last[way], piece, way))
            else:
                first[way] = piece
            last[way] = piece
        # the pieces over the two racks; where no whole piece is between them they meet each other
        pieces = np.append(self.graph.drop_piece, NO_JOINT)
        out = np.where(joined.away_a_um > 0, pieces[self.a[joined.pair]], NO_JOINT)
        back = np.where(joined.away_b_um > 0, pieces[self.b[joined.pair]], NO_JOINT)
        near, far = first[which], last[which]
        ends = []
        for one, following in ((out, np.where(near >= 0, near, back)), (far, back)):
            both = np.flatnonzero((one >= 0) & (following >= 0))
            ends.append((one[both], following[both], joined.pair[both]))
        inside = [np.concatenate(some) for some in zip(*steps, strict=True)] if steps else [which[:0]] * 3
        outside = [np.concatenate(some) for some in zip(*ends, strict=True)]
        return Turns(
            np.concatenate([inside[0], outside[0]]),
            np.concatenate([inside[1], outside[1]]),
            [
                np.concatenate([whole[inside[2]], weight[outside[2]]])
                for whole, weight in zip(together, weights, strict=True)
            ],
        )

    @cached_property
    def _legs(self) -> tuple[Longs, Legs]:
        """All legs in order: within the first piece, whole pieces from joint to joint, within the last."""
        net, joined, (out, back, along) = self.graph.net, self._joined, self.ends
        pairs = len(self.a)
        steps = _walk(self.ways, joined.pair, joined.joint, joined.goal)
        pair = np.concatenate([step[0] for step in steps]) if steps else out.pair[:0]
        count = sum(np.bincount(some, minlength=pairs) for some in (pair, out.pair, back.pair, along.pair))
        start = np.zeros(pairs + 1, np.int64)
        np.cumsum(count, out=start[1:])
        whose = np.repeat(np.arange(pairs), np.diff(start))
        legs = Legs(whose, *(np.empty(start[-1], np.int64) for _ in range(3)))

        def put(place: Longs, piece: Longs, begin_um: Longs, end_um: Longs) -> None:
            legs.piece[place], legs.begin_um[place], legs.end_um[place] = piece, begin_um, end_um

        put(start[along.pair], *along[1:])
        put(start[out.pair], *out[1:])
        put(start[back.pair + 1] - 1, *back[1:])
        if steps:
            first = start[:-1].copy()
            first[out.pair] += 1
            number = np.repeat(np.arange(len(steps)), [len(step[0]) for step in steps])
            joint, other = (np.concatenate([step[part] for step in steps]) for part in (1, 2))
            across = self.ways.between(joint, other)
            forward = net.u[across] == joint
            near = np.where(forward, net.low_um[across], net.high_um[across])
            far = np.where(forward, net.high_um[across], net.low_um[across])
            put(first[pair] + number, across, near, far)
        return start, legs


class Turns(NamedTuple):
    """Pieces of the net that follow each other on ways, and the largest of some weights of their pairs."""

    before: Longs
    after: Longs
    weights: list[Longs]


def _largest(group: Longs, weight: Longs, count: int) -> Longs:
    """The largest weight of each group; 0 of none."""
    found = np.zeros(count, np.int64)
    np.maximum.at(found, group, weight)
    return found


class _Together(NamedTuple):
    """Ways from joint to joint that pairs share: how many, which is each pair's, and the steps along them.

    A step is the ways that go on, and the piece that each goes along.
    """

    ways: int
    which: Longs
    steps: list[tuple[Longs, Longs]]


class _Joined(NamedTuple):
    """The pairs whose ways lead over joints: by which they leave and come, and how far those are."""

    pair: Longs
    leave: Longs
    come: Longs
    joint: Longs
    goal: Longs
    away_a_um: Longs
    away_b_um: Longs


def _joined(graph: TrayGraph, a: Longs, b: Longs, side: Longs) -> _Joined:
    pair = np.flatnonzero(side > 0)
    leave, come = np.array(SIDES, np.int64)[side[pair] - 1].reshape(-1, 2).T
    rack_a, rack_b = a[pair], b[pair]
    return _Joined(
        pair,
        leave,
        come,
        graph.drop_joint[rack_a, leave],
        graph.drop_joint[rack_b, come],
        graph.drop_away_um[rack_a, leave],
        graph.drop_away_um[rack_b, come],
    )


class TrayRoutes:
    """Shortest ways between all joints of a net, found when they are needed and kept."""

    def __init__(self, net: TrayNet) -> None:
        self.net = net
        self._known = np.zeros(net.joints, bool)
        self._distance = np.empty((net.joints, net.joints), np.int64)
        self._before = np.empty((net.joints, net.joints), np.int32)

    def to(self, joints: Longs, progress: Progress = SILENT) -> tuple[Longs, NDArray[np.int32]]:
        """Distances from (first index) and predecessors towards joints; good for the rows of these joints.

        Of several shortest ways the one whose last piece is the longest counts, then the one that comes from
        the joint of highest number.
        """
        wanted = np.zeros(self.net.joints, bool)
        wanted[joints[joints >= 0]] = True
        missing = np.flatnonzero(wanted & ~self._known)
        for first in range(0, len(missing), SOURCES_AT_ONCE):
            progress.step(first, len(missing), "routing through the trays")
            some = missing[first : first + SOURCES_AT_ONCE]
            self._distance[some] = found = self._distances(some)
            self._before[some] = self._last_joints(found)
            self._known[some] = True
        return self._distance, self._before

    def _distances(self, sources: Longs) -> Longs:
        """Distances from some joints to all, FAR where no tray leads: (sources, joints).

        Small nets are relaxed until nothing changes, without SciPy: importing its graphs takes 35 MB and
        more time than a thousand such nets. Its distances are sums of whole micrometres below 2^53, so
        floats hold them exactly.
        """
        arcs, joints = self._arcs, self.net.joints
        if joints > FEW_JOINTS:
            from scipy.sparse import csr_array
            from scipy.sparse.csgraph import dijkstra

            lengths = arcs.length_um.astype(np.float64)
            found = dijkstra(
                csr_array((lengths, (arcs.tail, arcs.head)), shape=(joints, joints)), indices=sources
            )
            return np.where(np.isfinite(found), found, FAR).astype(np.int64)
        distance = np.full((joints, len(sources)), FAR, np.int64)
        distance[sources, np.arange(len(sources))] = 0
        while len(arcs.tail):
            before = distance[arcs.heads]
            over = np.minimum.reduceat(distance[arcs.tail] + arcs.length_um[:, None], arcs.start)
            if (over >= before).all():
                break
            distance[arcs.heads] = np.minimum(over, before)
        return distance.T

    def _last_joints(self, distance: Longs) -> NDArray[np.int32]:
        """The joint before each on the way from the source of each row; NO_JOINT where there is none."""
        arcs = self._arcs
        found = np.full(distance.shape, NO_JOINT, np.int32)
        if len(arcs.tail):
            reached = distance[:, arcs.head]
            is_last = (distance[:, arcs.tail] + arcs.length_um == reached) & (reached < FAR)
            number = np.where(is_last, np.arange(len(arcs.tail)), len(arcs.tail))
            number = np.minimum.reduceat(number, arcs.start, axis=1)
            found[:, arcs.heads] = np.append(arcs.tail, NO_JOINT)[number]
        return found

    def between(self, joint: Longs, other: Longs) -> Longs:
        """The piece that joins two neighbours: the shortest, then the first tray's."""
        keys, piece = self._pieces
        key = np.minimum(joint, other) * self.net.joints + np.maximum(joint, other)
        found: Longs = piece[np.searchsorted(keys, key)]
        return found

    @cached_property
    def _pieces(self) -> tuple[Longs, Longs]:
        """The shortest piece between each two neighbours, by both joints: the keys, and the pieces."""
        net = self.net
        key = np.minimum(net.u, net.v) * net.joints + np.maximum(net.u, net.v)
        order = np.lexsort((net.tray, net.length_um, key))
        first = np.ones(len(order), bool)
        first[1:] = key[order][1:] != key[order][:-1]
        kept = order[first]
        return key[kept], kept

    @cached_property
    def _arcs(self) -> "_Arcs":
        net, (_, piece) = self.net, self._pieces
        tail = np.concatenate([net.u[piece], net.v[piece]])
        head = np.concatenate([net.v[piece], net.u[piece]])
        length = np.tile(net.length_um[piece], 2)
        order = np.lexsort((-tail, -length, head))
        heads, start = np.unique(head[order], return_index=True)
        return _Arcs(tail[order], head[order], length[order], heads, start)


class _Arcs(NamedTuple):
    """Pieces in both directions by head, longest first; those into ``heads[i]`` from ``start[i]`` on."""

    tail: Longs
    head: Longs
    length_um: Longs
    heads: Longs
    start: Longs


def shortest_runs(
    graph: TrayGraph, a: Longs, b: Longs, progress: Progress = SILENT, ways: TrayRoutes | None = None
) -> Runs:
    """Shortest ways between racks a[i] and b[i], lengths exact.

    Parameters
    ----------
    ways
        The ways of the graph's net where some are known already.
    """
    ways = ways or TrayRoutes(graph.net)
    length, side = _lengths(graph, a, b, ways, progress)
    reached = side > UNREACHABLE
    length = np.where(reached, length + graph.stub_um[a] + graph.stub_um[b], UNREACHABLE)
    return Runs(a, b, length, side, graph, ways)


def distances(graph: TrayGraph) -> Longs:
    """Return distances in trays between racks as an (r, r) array; UNREACHABLE where no tray leads."""
    count, ways = len(graph.drop_um), TrayRoutes(graph.net)
    result = np.empty((count, count), np.int64)
    every = np.arange(count)
    for rack in range(count):
        length, side = _lengths(graph, np.full(count, rack), every, ways, SILENT)
        stubs = graph.stub_um[rack] + graph.stub_um
        result[rack] = np.where(side > UNREACHABLE, length + stubs, UNREACHABLE)
    np.fill_diagonal(result, 0)
    return result


def _lengths(
    graph: TrayGraph, a: Longs, b: Longs, ways: TrayRoutes, progress: Progress
) -> tuple[Longs, NDArray[np.int64]]:
    """Length in trays, and how: 0 along one piece, 1 to 4 by ``SIDES``, UNREACHABLE."""
    joint_a, joint_b = graph.drop_joint[a], graph.drop_joint[b]
    away_a, away_b = graph.drop_away_um[a], graph.drop_away_um[b]
    piece = graph.drop_piece[a]
    along = (piece >= 0) & (piece == graph.drop_piece[b])
    found = np.full((5, len(a)), FAR, np.int64)
    found[0, along] = np.abs(graph.drop_at_um[a] - graph.drop_at_um[b])[along]
    distance, _ = ways.to(joint_b, progress)
    both = (joint_a[:, 0] >= 0) & (joint_b[:, 0] >= 0)
    for number, (i, j) in enumerate(SIDES, start=1):
        between = distance[joint_b[both, j], joint_a[both, i]]
        found[number, both] = away_a[both, i] + between + away_b[both, j]
    side = np.argmin(found, axis=0)
    length = found[side, np.arange(len(a))]
    return length, np.where(length < FAR, side, UNREACHABLE)


def _walk(ways: TrayRoutes, pair: Longs, joint: Longs, goal: Longs) -> list[tuple[Longs, Longs, Longs]]:
    """Go from joints to goals, all pairs at once; for each step the pairs that go, from where, to where."""
    _, before = ways.to(goal)
    steps: list[tuple[Longs, Longs, Longs]] = []
    while True:
        going = joint != goal
        if not going.any():
            return steps
        pair, joint, goal = pair[going], joint[going], goal[going]
        following = before[goal, joint].astype(np.int64)
        steps.append((pair, joint, following))
        joint = following
