"""Shortest ways between the joints of a net of trays, with stops that they pass and trays that they avoid."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.trays.graph import TrayNet

SOURCES_AT_ONCE = 256
FEW_JOINTS = 500
"""Most joints of a net whose distances need no SciPy."""
NO_JOINT = -1
FAR = 2**60
"""Longer than any way."""
NONE = -2
"""No tray, no joint."""
SHIFT = 1 - NO_JOINT
"""Added to a state, or NO_JOINT, to be larger than 0."""


class Stop(NamedTuple):
    """A tray or a joint that ways pass, by its index."""

    tray: int = NONE
    joint: int = NONE


class Restriction(NamedTuple):
    """Trays that the ways of a kind of cables avoid, by their indices, and stops that they pass in order."""

    avoid: tuple[int, ...] = ()
    via: tuple[Stop, ...] = ()

    def passed(self, stage: Longs, tray: Longs | None, joint: Longs | None = None) -> Longs:
        """Return how many stops are behind a way that had passed some, after a tray and then a joint."""
        trays, joints = [some.tray for some in self.via], [some.joint for some in self.via]
        for what, stops in ((tray, trays), (joint, joints)):
            if what is None:
                continue
            following = np.array([*stops, NONE], np.int64)
            for _ in self.via:
                stage = np.where(following[stage] == what, stage + 1, stage)
        return stage


FREE = Restriction()
"""Any tray, no stops."""


class Walk(NamedTuple):
    """Ways from joint to joint: for each step those that go on, and the piece that each goes along.

    ``way`` and ``piece`` are all steps one after the other.
    """

    steps: list[tuple[Longs, Longs]]
    way: Longs
    piece: Longs


class TrayRoutes:
    """Shortest ways between all joints of a net, found when they are needed and kept.

    A state is a joint and the number of stops that a way has passed there: ``stage * net.joints + joint``.
    Without stops states are joints. ``others`` are the ways of further kinds of cables.
    """

    def __init__(
        self, net: TrayNet, restriction: Restriction = FREE, others: "tuple[TrayRoutes, ...]" = ()
    ) -> None:
        self.net, self.restriction, self.others = net, restriction, others
        self.stages = len(restriction.via) + 1
        self.states = states = net.joints * self.stages
        self._known = np.zeros(states, bool)
        self._distance = np.empty((states, states), np.int64)
        # by goal and state, plus SHIFT, 0: not known yet; memory that no way needs is never touched
        self._following = np.zeros((states, states), np.int32)
        self._last_walk: tuple[Longs, Walk] | None = None

    def of_kind(self, kind: int) -> "TrayRoutes":
        """Return the ways of a kind of cables; 0: these."""
        return self.others[kind - 1] if kind else self

    def to(self, joints: Longs, progress: Progress = SILENT) -> Longs:
        """Distances from states, the first index; good for the rows of these states."""
        wanted = np.zeros(self.states, bool)
        wanted[joints[joints >= 0]] = True
        missing = np.flatnonzero(wanted & ~self._known)
        for first in range(0, len(missing), SOURCES_AT_ONCE):
            progress.step(first, len(missing), "routing through the trays")
            some = missing[first : first + SOURCES_AT_ONCE]
            self._distance[some] = self._distances(some)
            self._known[some] = True
        return self._distance

    def following(self, joint: Longs, goal: Longs) -> Longs:
        """The state after each on its way to a goal; the goal itself and what no tray joins to it have none.

        Of several shortest ways the one whose first piece is the longest counts, then the one that goes on to
        the joint of highest number. What was found is kept: ways of a drag lead over the same joints.
        """
        kept = self._following[goal, joint]
        if not kept.all():
            new = np.flatnonzero(kept == 0)
            kept[new] = self._following[goal[new], joint[new]] = self._next(joint[new], goal[new]) + SHIFT
        return kept.astype(np.int64) - SHIFT

    def walk(self, pair: Longs, joint: Longs, goal: Longs) -> list[tuple[Longs, Longs, Longs]]:
        """Go from states to goals, all pairs at once: each step has the pairs that go, and their two ends."""
        steps: list[tuple[Longs, Longs, Longs]] = []
        while True:
            going = np.flatnonzero(joint != goal)
            if not len(going):
                return steps
            if len(going) < len(joint):
                pair, joint, goal = pair[going], joint[going], goal[going]
            following = self.following(joint, goal)
            steps.append((pair, joint, following))
            joint = following

    def walk_together(self, key: Longs) -> Walk:
        """Return the ways between states, each ``goal * states + state``.

        The last ones are kept: over many places of a drag, racks leave and reach trays by the same joints.
        """
        kept = self._last_walk
        if kept is None or not np.array_equal(kept[0], key):
            kept = self._last_walk = key, self._walk_of(key)
        return kept[1]

    def _walk_of(self, key: Longs) -> Walk:
        states = max(self.states, 1)
        steps = self.walk(np.arange(len(key)), key % states, key // states)
        if not steps:
            return Walk([], key[:0], key[:0])
        way, joint, following = (np.concatenate(some) for some in zip(*steps, strict=True))
        piece = self.between(joint, following)
        ends = np.cumsum([len(step[0]) for step in steps[:-1]])
        return Walk(
            [(step[0], one) for step, one in zip(steps, np.split(piece, ends), strict=True)], way, piece
        )

    def _next(self, joint: Longs, goal: Longs) -> Longs:
        """Work out the state after each on its way to a goal."""
        distance, (tail, length) = self.to(goal), self._arcs_into
        tail, left = tail[joint], distance[goal, joint]
        over = distance[goal[:, None], tail] + length[joint]
        is_next = (over == left[:, None]) & (left < FAR)[:, None]
        first = np.argmax(is_next, axis=1)
        every = np.arange(len(joint))
        found: Longs = np.where(is_next[every, first], tail[every, first], NO_JOINT)
        return found

    def _distances(self, sources: Longs) -> Longs:
        """Distances to some states from all, FAR where no tray leads: (sources, states).

        Small nets are relaxed until nothing changes, without SciPy: importing its graphs takes 35 MB and
        more time than a thousand such nets. Its distances are sums of whole micrometres below 2^53, so
        floats hold them exactly.
        """
        arcs, joints = self._arcs, self.states
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

    def between(self, joint: Longs, other: Longs) -> Longs:
        """The piece that joins two neighbours: the shortest, then one of a stop, then the first tray's."""
        keys, piece = self._pieces
        joint, other = joint % self.net.joints, other % self.net.joints
        key = np.minimum(joint, other) * self.net.joints + np.maximum(joint, other)
        found: Longs = piece[np.searchsorted(keys, key)]
        return found

    @cached_property
    def _pieces(self) -> tuple[Longs, Longs]:
        """The shortest piece between each two neighbours, by both joints: the keys, and the pieces."""
        net, (avoid, via) = self.net, self.restriction
        key = np.minimum(net.u, net.v) * net.joints + np.maximum(net.u, net.v)
        if not via:
            order = np.lexsort((net.tray, net.length_um, key))
        else:
            no_stop = ~np.isin(net.tray, [some.tray for some in via])
            order = np.lexsort((net.tray, no_stop, net.length_um, key))
        if avoid:
            order = order[~np.isin(net.tray[order], avoid)]
        first = np.ones(len(order), bool)
        first[1:] = key[order][1:] != key[order][:-1]
        kept = order[first]
        return key[kept], kept

    @cached_property
    def _arcs(self) -> "_Arcs":
        net, (_, piece), one = self.net, self._pieces, self.restriction
        start = np.concatenate([net.v[piece], net.u[piece]])
        stop = np.concatenate([net.u[piece], net.v[piece]])
        tray, length = np.tile(net.tray[piece], 2), np.tile(net.length_um[piece], 2)
        # from the goal back: the tail of an arc is the state that its head goes on to
        stage = np.repeat(np.arange(self.stages), len(start))
        start, stop, tray, length = (np.tile(some, self.stages) for some in (start, stop, tray, length))
        head = stage * net.joints + start
        tail = one.passed(stage, tray, stop) * net.joints + stop
        order = np.lexsort((-tail, -length, head))
        heads, start = np.unique(head[order], return_index=True)
        return _Arcs(tail[order], head[order], length[order], heads, start)

    @cached_property
    def _arcs_into(self) -> tuple[Longs, Longs]:
        """Tails and lengths of the arcs into each state, longest first; FAR long where there are fewer."""
        arcs = self._arcs
        number = np.arange(len(arcs.head)) - np.repeat(arcs.start, np.diff([*arcs.start, len(arcs.head)]))
        shape = (self.states, int(number.max(initial=0)) + 1)
        tail, length = np.zeros(shape, np.int64), np.full(shape, FAR, np.int64)
        tail[arcs.head, number], length[arcs.head, number] = arcs.tail, arcs.length_um
        return tail, length


class _Arcs(NamedTuple):
    """Pieces in both directions by head, longest first; those into ``heads[i]`` from ``start[i]`` on."""

    tail: Longs
    head: Longs
    length_um: Longs
    heads: Longs
    start: Longs
