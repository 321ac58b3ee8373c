"""How a strand is mended with the fewest moves: which link found becomes which link planned, in what order.

A move pulls one plug out of its port and puts it into a free one; in a ring, where no port is free, the first
plug hangs loose until its own is. Cables are as good as each other: a link found may become any link planned.
Then a strand of k links found and k planned takes k moves, one a link, as each link planned that is not yet
there needs a plug put in; of a strand with one link more on one side that one is taken out, or looked after.
"""

from collections.abc import Callable
from typing import NamedTuple

from fatdesk.engine.asbuilt.strands import Strand


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
    """How a strand becomes what is planned.

    Attributes
    ----------
    moves
        In an order in which each target is free when its turn comes; of a ring the first plug is pulled out
        before all others and put in last: it stands last here.
    missing, surplus
        The link of the plan that is left without a link of the report; that of the report that is not needed.
    """

    moves: tuple[Move, ...]
    missing: int | None = None
    surplus: int | None = None


Far = Callable[[int, int], int]
"""How far it is from one socket to another, whatever the unit."""


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
    """The link of the report at a place of the strand becomes the one of the plan before or behind it."""
    sockets, links = strand.sockets, strand.links
    n = len(sockets)
    if back:
        return Move(links[at], links[at - 1], sockets[(at + 1) % n], sockets[at - 1], sockets[at])
    return Move(
        links[at], links[(at + 1) % len(links)], sockets[at], sockets[(at + 2) % n], sockets[(at + 1) % n]
    )


def _ring(strand: Strand, far: Far) -> Mending:
    """One of both ways round."""
    odd = range(1, len(strand.links), 2)
    back = [_take(strand, at, back=True) for at in odd]
    on = [_take(strand, at, back=False) for at in reversed(odd)]
    moves = back if _way(back, far) <= _way(on, far) else on
    return Mending(tuple(moves))


def _way(moves: list[Move], far: Far) -> int:
    return sum(far(move.origin, move.target) for move in moves)


def _best(strand: Strand, first: int, far: Far) -> int:
    """Which link of the side with one more is left over: where the others have the shortest way in sum.

    Links before the one that is left over go one way, those behind it the other.
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
