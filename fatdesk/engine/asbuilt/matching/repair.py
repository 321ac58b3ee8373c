"""The fewest moves that turn an installed fabric into the plan, from chains of planned and found links."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.engine.asbuilt.matching.plugs import Cage, Far, Parted, Splitter, Wired, assigned, parted

NONE = -1


@dataclass(frozen=True)
class Strand:
    """Sockets v0, v1, ... joined by links of plan and report by turns.

    Attributes
    ----------
    sockets
        In order; of a ring the first appears once.
    links
        For each neighbouring pair its link, a number of the plan's or the report's; of a ring also that of
        the last and the first.
    planned_first
        Whether the first link is one of the plan; the others alternate.
    ring
        Whether it closes; it then begins with a link of the plan.
    """

    sockets: tuple[int, ...]
    links: tuple[int, ...]
    planned_first: bool
    ring: bool = False


def mates(ends: Longs, count: int) -> tuple[Longs, Longs]:
    """For each socket the one it is joined with, and by which link; NONE where there is none."""
    mate = np.full(count, NONE, np.int64)
    link = np.full(count, NONE, np.int64)
    for side in (0, 1):
        mate[ends[:, side]] = ends[:, 1 - side]
        link[ends[:, side]] = np.arange(len(ends))
    return mate, link


def in_both(plan: Longs, report: Longs, count: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which planned links are in the report, and which reported links are planned."""
    there, _ = mates(report, count)
    wanted, _ = mates(plan, count)
    return there[plan[:, 0]] == plan[:, 1], wanted[report[:, 0]] == report[:, 1]


def strands(plan: Longs, report: Longs, count: int) -> tuple[int, list[Strand]]:
    """Return the number of links that agree, and the chains of all others in order of their sockets.

    Parameters
    ----------
    plan, report : (p, 2) and (r, 2) int64
        Sockets at the ends of links; in each of both a socket appears at most once.
    count
        How many sockets there are.

    >>> same, found = strands(np.array([[0, 1], [2, 3]]), np.array([[0, 3], [2, 1]]), 4)
    >>> same, found[0].ring, found[0].sockets
    (0, True, (0, 1, 2, 3))
    """
    wanted, wanted_link = mates(plan, count)
    there, there_link = mates(report, count)
    same = (wanted == there) & (wanted != NONE)
    open_ = np.flatnonzero(~same & ((wanted != NONE) | (there != NONE)))
    next_of = (wanted.tolist(), there.tolist())
    link_of = (wanted_link.tolist(), there_link.tolist())
    done = np.zeros(count, bool)
    found: list[Strand] = []
    ends = open_[(wanted[open_] == NONE) | (there[open_] == NONE)]
    for start in [*ends.tolist(), *open_.tolist()]:
        if done[start]:
            continue
        first = 0 if next_of[0][start] != NONE else 1
        turn, at = first, start
        sockets: list[int] = [start]
        links: list[int] = []
        done[start] = True
        while True:
            following = next_of[turn][at]
            if following == NONE:
                found.append(Strand(tuple(sockets), tuple(links), first == 0))
                break
            links.append(link_of[turn][at])
            if following == start:
                found.append(Strand(tuple(sockets), tuple(links), True, ring=True))
                break
            at, turn = following, 1 - turn
            done[at] = True
            sockets.append(at)
    return int(same.sum()) // 2, found


class Move(NamedTuple):
    """The plug of a link of the report that goes from one socket to another, so that it is one of the plan.

    ``stays`` is the socket of its other plug.
    """

    report: int
    plan: int
    origin: int
    target: int
    stays: int


class Mending(NamedTuple):
    """Steps that turn a chain into what is planned.

    Attributes
    ----------
    moves
        In an order in which each target is free when its turn comes; of a ring the first plug is pulled out
        before all others and put in last: it comes last here.
    missing, surplus
        The link of the plan that is left without a link of the report; that of the report that is not needed.
    """

    moves: tuple[Move, ...]
    missing: int | None = None
    surplus: int | None = None


"""Distance from one socket to another, in any unit."""


def mend(strand: Strand, far: Far) -> Mending:
    """The fewest moves; of equals those that keep plugs nearest to where they are.

    Parameters
    ----------
    far
        How far a plug goes that moves from one socket to another.
    """
    if strand.ring:
        return _ring(strand, far)
    count = len(strand.links)
    if count % 2 == 0:
        forward = strand if strand.planned_first else _reversed(strand)
        moves = [_take(forward, at, back=True) for at in range(1, count, 2)]
        return Mending(tuple(moves))
    if strand.planned_first:
        left = _best(strand, 0, far)
        before = [_take(strand, at, back=True) for at in range(1, left, 2)]
        after = [_take(strand, at, back=False) for at in range(count - 2, left, -2)]
        return Mending((*before, *after), missing=strand.links[left])
    left = _best(strand, 0, far)
    before = [_take(strand, at, back=False) for at in range(left - 2, -1, -2)]
    after = [_take(strand, at, back=True) for at in range(left + 2, count, 2)]
    return Mending((*before, *after), surplus=strand.links[left])


def _take(strand: Strand, at: int, *, back: bool) -> Move:
    """The link of the report at a place of the chain becomes the one of the plan before or behind it."""
    sockets, links = strand.sockets, strand.links
    n = len(sockets)
    if back:
        return Move(links[at], links[at - 1], sockets[(at + 1) % n], sockets[at - 1], sockets[at])
    return Move(
        links[at], links[(at + 1) % len(links)], sockets[at], sockets[(at + 2) % n], sockets[(at + 1) % n]
    )


def _ring(strand: Strand, far: Far) -> Mending:
    """One of both directions."""
    odd = range(1, len(strand.links), 2)
    back = [_take(strand, at, back=True) for at in odd]
    on = [_take(strand, at, back=False) for at in reversed(odd)]
    moves = back if _way(back, far) <= _way(on, far) else on
    return Mending(tuple(moves))


def _way(moves: list[Move], far: Far) -> int:
    return sum(far(move.origin, move.target) for move in moves)


def _best(strand: Strand, first: int, far: Far) -> int:
    """Return the surplus link of the longer side: the others then have the shortest total distance.

    Links before the one that is left over move in one direction, those after it in the other.
    """
    planned = strand.planned_first
    count = len(strand.links)
    reports = range(1, count, 2) if planned else range(0, count, 2)
    ways = {
        (at, back): far(move.origin, move.target)
        for at in reports
        for back in (True, False)
        if 0 <= at + (-1 if back else 1) < count
        for move in (_take(strand, at, back=back),)
    }
    candidates = range(first, count, 2)
    total = sum(ways.get((at, not planned), 0) for at in reports if at > first)
    best, least = first, total
    for left in candidates[1:]:
        if planned:  # the link of the report before ``left`` goes back instead of on
            total += ways[left - 1, True] - ways[left - 1, False]
        else:  # ``left`` needs no place; the one before it goes on
            total += ways[left - 2, False] - ways[left, True]
        if total < least:
            best, least = left, total
    return best


def _reversed(strand: Strand) -> Strand:
    return Strand(strand.sockets[::-1], strand.links[::-1], not strand.planned_first)


class PlugMove(NamedTuple):
    """A plug that goes from one place to another.

    Attributes
    ----------
    report, plan
        The links that it carries, and those of the plan that they become.
    origin, target
        A socket where it is, and one where it belongs; of a plug with several links the first.
    stays
        The socket of the other plug, or of another plug, of its cable.
    whole
        Whether it fills its cage: a plug of several links, or one that changes places with such a plug.
    """

    report: tuple[int, ...]
    plan: tuple[int, ...]
    origin: int
    target: int
    stays: int
    whole: bool = False


class WrongLeg(NamedTuple):
    """A leg of a splitter is plugged in where another leg of it belongs, which hangs."""

    report: int
    plan: int
    found: int
    wanted: int
    at: int


@dataclass
class Group:
    """Moves of one group: each needs a place that another one leaves, or they are of one chain.

    Attributes
    ----------
    moves
        In an order in which each target is free when its turn comes; the plugs of ``rings`` go round.
    rings
        The moves of each ring: the last one is pulled out before all others and put in last.
    missing, surplus
        Cables of the plan that no cable found becomes, and links found that are not needed: links of each.
    legs
        Legs that are plugged in in place of others of their splitter.
    """

    moves: list[PlugMove] = field(default_factory=list)
    rings: list[list[PlugMove]] = field(default_factory=list)
    missing: list[tuple[int, ...]] = field(default_factory=list)
    surplus: list[tuple[int, ...]] = field(default_factory=list)
    legs: list[WrongLeg] = field(default_factory=list)

    @property
    def every(self) -> list[PlugMove]:
        """All moves."""
        return [*self.moves, *(move for ring in self.rings for move in ring)]


def repairs(wired: Wired, far: Far, parts: Parted | None = None) -> list[Group]:
    """The fewest moves, in groups whose order matters.

    Parameters
    ----------
    far
        How far a plug goes that moves from one socket to another.
    parts
        Splitters and other cables, where they are known.
    """
    parts = parts or parted(wired)
    loose = _Loose(wired, parts)
    loose.splitters(far)
    loose.pairs(far)
    return loose.grouped()


class _Loose:
    """Moves, and what is missing or too much, before they are put together."""

    def __init__(self, wired: Wired, parts: Parted) -> None:
        self.wired, self.parts = wired, parts
        self.moves: list[tuple[PlugMove, int]] = []
        self.missing: list[tuple[tuple[int, ...], int]] = []
        self.surplus: list[tuple[tuple[int, ...], int]] = []
        self.legs: list[WrongLeg] = []
        self.strand = 0

    def splitters(self, far: Far) -> None:
        """Moves of splitters."""
        first: dict[Cage, int] = {}
        for number, socket in self.wired.sockets.items():
            first.setdefault(socket.cage, number)
        pairs = assigned(self.parts, far, lambda one, other: far(first[one], first[other]))
        for found, planned in pairs:
            self._splitter(self.parts.found[found], self.parts.planned[planned])
        kept = {found for found, _ in pairs}
        self._left([one for number, one in enumerate(self.parts.found) if number not in kept], self.surplus)
        made = {planned for _, planned in pairs}
        self._left([one for number, one in enumerate(self.parts.planned) if number not in made], self.missing)

    def _left(self, some: Sequence[Splitter], to: list[tuple[tuple[int, ...], int]]) -> None:
        to.extend(
            (tuple(link for _, (link, _) in sorted(splitter.legs.items())), self._next()) for splitter in some
        )

    def _next(self) -> int:
        self.strand += 1
        return self.strand

    def _splitter(self, found: Splitter, planned: Splitter) -> None:
        """Return the steps that turn a splitter into the planned one."""
        plug, wired = self.parts.plug, self.wired
        both = sorted(set(found.legs) & set(planned.legs))
        if found.root != planned.root:
            stays = next(at for at in both if plug[found.legs[at][1]] == plug[planned.legs[at][1]])
            ends = [self._root(links, some) for links, some in ((wired.report, found), (wired.plan, planned))]
            move = PlugMove(
                tuple(found.legs[at][0] for at in both),
                tuple(planned.legs[at][0] for at in both),
                ends[0],
                ends[1],
                planned.legs[stays][1],
                whole=True,
            )
            self.moves.append((move, self._next()))
        for place in both:
            (link, origin), (wanted, target) = found.legs[place], planned.legs[place]
            if plug[origin] != plug[target]:
                near = next(end for end in wired.plan[wanted] if end != target)
                self.moves.append((PlugMove((link,), (wanted,), origin, target, near), self._next()))
        wanted_at = {plug[far]: place for place, (_, far) in planned.legs.items() if place not in found.legs}
        for place, (link, origin) in sorted(found.legs.items()):
            if place in planned.legs:
                continue
            other = wanted_at.pop(plug[origin], None)
            if other is None:
                self.surplus.append(((link,), self._next()))
            else:
                wanted, at = planned.legs[other]
                ends = [
                    next(end for end in wired.report[link] if end != origin),
                    next(end for end in wired.plan[wanted] if end != at),
                ]
                self.legs.append(WrongLeg(link, wanted, ends[0], ends[1], at))
        for place in sorted(wanted_at.values()):
            self.missing.append(((planned.legs[place][0],), self._next()))

    @staticmethod
    def _root(links: Mapping[int, tuple[int, int]], splitter: Splitter) -> int:
        """The socket of the first leg at the plug that all legs share."""
        link, far = splitter.legs[min(splitter.legs)]
        return next(end for end in links[link] if end != far)

    def pairs(self, far: Far) -> None:
        """Moves of cables with two plugs."""
        parts, wired = self.parts, self.wired
        count = max(parts.plug.values(), default=-1) + 1
        socket: dict[int, int] = {}
        for number, plug in parts.plug.items():
            socket.setdefault(plug, number)
        several = {plug for one, other, links in parts.plan if len(links) > 1 for plug in (one, other)}
        ends = [
            np.array([(one, other) for one, other, _ in some], np.int64).reshape(-1, 2)
            for some in (parts.plan, parts.report)
        ]
        for strand in strands(ends[0], ends[1], count)[1]:
            mending = mend(strand, lambda one, other: far(socket[one], socket[other]))
            number = self._next()
            for move in mending.moves:
                report, plan = parts.report[move.report][2], parts.plan[move.plan][2]
                at = [socket[plug] for plug in (move.origin, move.target, move.stays)]
                at = [
                    self._at(wired.report, report, move.origin, at[0]),
                    self._at(wired.plan, plan, move.target, at[1]),
                    self._at(wired.plan, plan, move.stays, at[2]),
                ]
                whole = len(plan) > 1 and {move.origin, move.target} <= several
                whole = whole or not parts.filled.isdisjoint((move.origin, move.target))
                self.moves.append((PlugMove(report, plan, at[0], at[1], at[2], whole), number))
            if mending.missing is not None:
                self.missing.append((parts.plan[mending.missing][2], number))
            if mending.surplus is not None:
                self.surplus.append((parts.report[mending.surplus][2], number))

    def _at(self, ends: Mapping[int, tuple[int, int]], links: Sequence[int], plug: int, default: int) -> int:
        """The socket of a plug at the first of some links."""
        return next((end for link in links for end in ends[link] if self.parts.plug[end] == plug), default)

    def grouped(self) -> list[Group]:
        """Return all steps, each group in an order that is possible."""
        plug = self.parts.plug
        leader: dict[int, int] = {}

        def top(item: int) -> int:
            while leader.setdefault(item, item) != item:
                leader[item] = leader[leader[item]]
                item = leader[item]
            return item

        holder: dict[int, int] = {}
        for move, strand in self.moves:
            holder[plug[move.origin]] = strand
        for links, strand in self.surplus:
            for link in links:
                for end in self.wired.report[link]:
                    holder.setdefault(plug[end], strand)
        for move, strand in self.moves:
            if plug[move.target] in holder:
                leader[top(strand)] = top(holder[plug[move.target]])
        for links, strand in self.missing:
            for at in {plug[end] for link in links for end in self.wired.plan[link]} & holder.keys():
                leader[top(strand)] = top(holder[at])
        groups: dict[int, Group] = defaultdict(Group)
        lists: dict[int, list[PlugMove]] = defaultdict(list)
        for move, strand in self.moves:
            lists[top(strand)].append(move)
        for number, moves in lists.items():
            groups[number].moves, groups[number].rings = in_order(moves, plug)
        for links, strand in self.missing:
            groups[top(strand)].missing.append(links)
        for links, strand in self.surplus:
            groups[top(strand)].surplus.append(links)
        return [*groups.values(), *(Group(legs=[leg]) for leg in self.legs)]


def in_order(
    moves: Sequence[PlugMove], plug: Mapping[int, int]
) -> tuple[list[PlugMove], list[list[PlugMove]]]:
    """Moves into places that are free or get free, and those that go round.

    Parameters
    ----------
    plug
        For each socket its plug.
    """
    into = {plug[move.target]: move for move in moves}
    origins = {plug[move.origin] for move in moves}
    chains = [
        one for move in moves if plug[move.target] not in origins for one in _following(move, into, plug)
    ]
    done = {move.origin for move in chains}
    rings: list[list[PlugMove]] = []
    for move in reversed(moves):
        if move.origin not in done:
            last, *others = _following(move, into, plug)
            done |= {one.origin for one in (last, *others)}
            rings.append([*others, last])
    return chains, rings[::-1]


def _following(first: PlugMove, into: dict[int, PlugMove], plug: Mapping[int, int]) -> Iterator[PlugMove]:
    """A move, then the one into the place that it leaves, and so on."""
    move: PlugMove | None = first
    while move is not None:
        yield move
        move = into.get(plug[move.origin])
        if move == first:
            return
