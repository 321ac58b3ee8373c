"""Shortest routes through the trays between racks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs, distinct
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.trays.graph import TrayGraph
from fatdesk.engine.trays.shortest import FAR, NO_JOINT, TrayRoutes, Walk

UNREACHABLE = -1
SIDES = ((0, 0), (0, 1), (1, 0), (1, 1))
"""By which joint a way leaves the piece of its first rack, and by which it comes to that of its last."""


class Legs(NamedTuple):
    """Straight pieces of ways: the pair of racks, the piece of the net, and where it begins and ends."""

    pair: Longs
    piece: Longs
    begin_um: Longs
    end_um: Longs


@dataclass(frozen=True, eq=False)
class RunsOfKind:
    """Ways of one kind of cables between p pairs of racks.

    Which of several shortest ways is taken depends on the trays, the kind and the two racks alone. The legs
    of the ways are found when they are asked for: what runs where is known without them.

    Attributes
    ----------
    a, b : (p,) int64
        The two racks of each pair.
    length_um : (p,) int64
        What lies in trays; UNREACHABLE where no tray leads there.
    side : (p,) int64
        How: 0 along one piece, 1 to 4 by ``SIDES``, and 4 more for each stop behind it at the piece of the
        last rack; UNREACHABLE.
    """

    a: Longs
    b: Longs
    length_um: Longs
    side: Longs
    graph: TrayGraph
    ways: TrayRoutes

    @cached_property
    def _joined(self) -> "_Joined":
        return _joined(self.graph, self.ways, self.a, self.b, self.side)

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
        pairs, pieces, (count, which, walk) = self._joined.pair, len(self.graph.net.u), self._together
        found = []
        for weight in weights:
            # whole numbers below 2^53, which the floats of bincount hold exactly
            together = np.bincount(which, weight[pairs], count)
            found.append(np.bincount(walk.piece, together[walk.way], pieces).astype(np.int64))
        return found

    @cached_property
    def _together(self) -> "_Together":
        joined, ways = self._joined, self.ways
        between = joined.goal * ways.states + joined.joint
        key = distinct(between)
        return _Together(len(key), np.searchsorted(key, between), ways.walk_together(key))

    def turns(self, weights: Sequence[Longs]) -> "Turns":
        """Pieces of the net that follow each other on ways, with the largest weight of the pairs there.

        The same pieces may meet several times.
        """
        joined, (count, which, walk) = self._joined, self._together
        first, last = np.full(count, NO_JOINT, np.int64), np.full(count, NO_JOINT, np.int64)
        together = [_largest(which, weight[joined.pair], count) for weight in weights]
        steps: list[tuple[Longs, Longs, Longs]] = []
        for number, (way, piece) in enumerate(walk.steps):
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
    def legs(self) -> tuple[Longs, Legs]:
        """All legs in order: within the first piece, whole pieces from joint to joint, within the last.

        Those of pair i are from the first array's i to the next.
        """
        net, joined, (out, back, along) = self.graph.net, self._joined, self.ends
        pairs = len(self.a)
        steps = self.ways.walk(joined.pair, joined.joint, joined.goal)
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
            forward = net.u[across] == joint % net.joints
            near = np.where(forward, net.low_um[across], net.high_um[across])
            far = np.where(forward, net.high_um[across], net.low_um[across])
            put(first[pair] + number, across, near, far)
        return start, legs


@dataclass(frozen=True, eq=False)
class Runs:
    """Ways between pairs of racks, kind after kind; of each kind there is one way between two racks."""

    kinds: tuple[RunsOfKind, ...]
    kind: Longs
    """Of each pair: the number of its kind."""

    @cached_property
    def a(self) -> Longs:
        """The first rack of each pair."""
        return _one_after_the_other([some.a for some in self.kinds])

    @cached_property
    def b(self) -> Longs:
        """The second rack of each pair."""
        return _one_after_the_other([some.b for some in self.kinds])

    @cached_property
    def length_um(self) -> Longs:
        """Length in trays; UNREACHABLE where no tray leads there."""
        return _one_after_the_other([some.length_um for some in self.kinds])

    @cached_property
    def side(self) -> Longs:
        """The way in which pairs are joined, as in :class:`RunsOfKind`."""
        return _one_after_the_other([some.side for some in self.kinds])

    @property
    def graph(self) -> TrayGraph:
        """The trays, and where racks connect to them."""
        return self.kinds[0].graph

    def trays(self, pair: int) -> list[int]:
        """The trays that the way of a pair follows, in order from its first rack."""
        trays = self.graph.net.tray[self.piece[self.start[pair] : self.start[pair + 1]]].tolist()
        return [tray for at, tray in enumerate(trays) if tray >= 0 and (at == 0 or trays[at - 1] != tray)]

    @property
    def drop_pieces(self) -> tuple[Longs, Longs]:
        """The pieces over the first and the second rack of each pair."""
        first = [some.graph.drop_piece[some.a] for some in self.kinds]
        second = [some.graph.drop_piece[some.b] for some in self.kinds]
        return _one_after_the_other(first), _one_after_the_other(second)

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
    def _first(self) -> list[int]:
        """The first pair of each kind, and behind them the number of all."""
        return [0, *accumulate(len(some.a) for some in self.kinds)]

    def _of_pairs(self, legs: Sequence[Legs]) -> Legs:
        """Legs of each kind as legs of all pairs."""
        if len(legs) == 1:
            return legs[0]
        shifted = [
            some._replace(pair=some.pair + first) for some, first in zip(legs, self._first, strict=False)
        ]
        return Legs(*(np.concatenate(parts) for parts in zip(*shifted, strict=True)))

    @cached_property
    def _legs(self) -> tuple[Longs, Legs]:
        starts, legs = zip(*(some.legs for some in self.kinds), strict=True)
        if len(legs) == 1:
            return starts[0], legs[0]
        sizes = np.concatenate([np.diff(some) for some in starts])
        start = np.zeros(len(sizes) + 1, np.int64)
        np.cumsum(sizes, out=start[1:])
        return start, self._of_pairs(legs)

    @cached_property
    def ends(self) -> tuple[Legs, Legs, Legs]:
        """The legs in which ways leave the rack a, come to the rack b, and go along one piece only."""
        out, back, along = (self._of_pairs(legs) for legs in zip(*(k.ends for k in self.kinds), strict=True))
        return out, back, along

    def _parted(self, weights: Sequence[Longs]) -> Iterator[tuple[RunsOfKind, list[Longs]]]:
        for number, some in enumerate(self.kinds):
            here = slice(self._first[number], self._first[number + 1])
            yield some, [weight[here] for weight in weights]

    def through(self, weights: Sequence[Longs]) -> list[Longs]:
        """Return the load of each whole piece of the net for given weights of the pairs."""
        loads = [some.through(own) for some, own in self._parted(weights)]
        return (
            loads[0] if len(loads) == 1 else [sum(parts[1:], parts[0]) for parts in zip(*loads, strict=True)]
        )

    def turns(self, weights: Sequence[Longs]) -> "Turns":
        """Pieces of the net that follow each other on ways, with the largest weight of the pairs there.

        The same pieces may meet several times.
        """
        turns = [some.turns(own) for some, own in self._parted(weights)]
        if len(turns) == 1:
            return turns[0]
        heaviest = zip(*(some.weights for some in turns), strict=True)
        return Turns(
            np.concatenate([some.before for some in turns]),
            np.concatenate([some.after for some in turns]),
            [np.concatenate(parts) for parts in heaviest],
        )


def _one_after_the_other(parts: Sequence[Longs]) -> Longs:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


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
    """Ways from joint to joint that pairs share: how many, which is each pair's, and where they lead."""

    ways: int
    which: Longs
    walk: Walk


class _Joined(NamedTuple):
    """The pairs whose ways lead over joints: by which they leave and come, and how far those are."""

    pair: Longs
    leave: Longs
    come: Longs
    joint: Longs
    goal: Longs
    away_a_um: Longs
    away_b_um: Longs


def _joined(graph: TrayGraph, ways: TrayRoutes, a: Longs, b: Longs, side: Longs) -> _Joined:
    pair = np.flatnonzero(side > 0)
    behind, how = np.divmod(side[pair] - 1, len(SIDES))
    leave, come = np.array(SIDES, np.int64)[how].reshape(-1, 2).T
    rack_a, rack_b = a[pair], b[pair]
    return _Joined(
        pair,
        leave,
        come,
        _leaving(graph, ways, rack_a, leave),
        graph.drop_joint[rack_b, come] + behind * graph.net.joints,
        graph.drop_away_um[rack_a, leave],
        graph.drop_away_um[rack_b, come],
    )


def _leaving(graph: TrayGraph, ways: TrayRoutes, rack: Longs, side: Longs | int) -> Longs:
    """The state in which a way leaves the piece over a rack at one of its joints."""
    joint: Longs = graph.drop_joint[rack, side]
    if ways.stages == 1:
        return joint
    stage = ways.restriction.passed(np.zeros(len(rack), np.int64), _tray_over(graph, rack), joint)
    return joint + stage * graph.net.joints


def _tray_over(graph: TrayGraph, rack: Longs) -> Longs:
    """The tray that the cables of racks enter; -1: none."""
    found: Longs = np.append(graph.net.tray, -1)[graph.drop_piece[rack]]
    return found


def shortest_runs(
    graph: TrayGraph,
    a: Longs,
    b: Longs,
    progress: Progress = SILENT,
    ways: TrayRoutes | None = None,
    kind: Longs | None = None,
) -> Runs:
    """Shortest ways between racks a[i] and b[i], lengths exact.

    Parameters
    ----------
    ways
        The ways of the graph's net where some are known already.
    kind
        The kind of each pair, in rising order; None: all of the first.
    """
    ways = ways or TrayRoutes(graph.net)
    if kind is None or not len(kind) or not kind[-1]:
        return Runs((_runs_of_kind(graph, a, b, ways, progress),), np.zeros(len(a), np.int64))
    some = [0, *distinct(kind[kind > 0]).tolist()]
    first = [*np.searchsorted(kind, some).tolist(), len(kind)]
    return Runs(
        tuple(
            _runs_of_kind(graph.of_kind(one), a[start:stop], b[start:stop], ways.of_kind(one), progress)
            for one, start, stop in zip(some, first, first[1:], strict=False)
        ),
        kind,
    )


def _runs_of_kind(graph: TrayGraph, a: Longs, b: Longs, ways: TrayRoutes, progress: Progress) -> RunsOfKind:
    length, side = _lengths(graph, a, b, ways, progress)
    reached = side > UNREACHABLE
    length = np.where(reached, length + graph.stub_um[a] + graph.stub_um[b], UNREACHABLE)
    return RunsOfKind(a, b, length, side, graph, ways)


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
    """Length in trays, and how: 0 along one piece, 1 to 4 by ``SIDES`` and stage, UNREACHABLE."""
    joint_a, joint_b = graph.drop_joint[a], graph.drop_joint[b]
    away_a, away_b = graph.drop_away_um[a], graph.drop_away_um[b]
    piece, joints, stages = graph.drop_piece[a], graph.net.joints, ways.stages
    along = (piece >= 0) & (piece == graph.drop_piece[b])
    both = (joint_a[:, 0] >= 0) & (joint_b[:, 0] >= 0)
    arrives = [both]
    if stages > 1:
        stage = np.arange(stages)[:, None] + np.zeros(len(b), np.int64)
        arrives = list(both & (ways.restriction.passed(stage, _tray_over(graph, b)) == stages - 1))
        along &= ways.restriction.passed(stage[0], _tray_over(graph, a)) == stages - 1
    found = np.full((1 + len(SIDES) * stages, len(a)), FAR, np.int64)
    found[0, along] = np.abs(graph.drop_at_um[a] - graph.drop_at_um[b])[along]
    offset = np.arange(stages) * joints
    goals = np.where(joint_b[..., None] >= 0, joint_b[..., None] + offset, NO_JOINT)
    distance = ways.to(goals, progress)
    number = 0
    for behind, some in enumerate(arrives):
        for i, j in SIDES:
            number += 1
            start = _leaving(graph, ways, a[some], i)
            between = distance[joint_b[some, j] + offset[behind], start]
            found[number, some] = away_a[some, i] + between + away_b[some, j]
    side = np.argmin(found, axis=0)
    length = found[side, np.arange(len(a))]
    return length, np.where(length < FAR, side, UNREACHABLE)
