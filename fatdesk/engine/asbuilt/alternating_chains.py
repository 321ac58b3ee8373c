"""Chains of alternately planned and found links, where the two differ."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs

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
