"""The best seats that a room has for blocks and core switches, whatever else stands where."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.units import HALF_U_UM
from fatdesk.engine.improving.stock import Piece, Stock
from fatdesk.engine.improving.wires import NO_WAY_UM, Ways


def in_seats(costs: Floats) -> float:
    """The least that rows cost when each takes a column of its own (more columns than rows).

    >>> in_seats(np.array([[1.0, 2.0, 9.0], [1.0, 5.0, 9.0]]))
    3.0
    """
    if not costs.size:
        return 0.0
    if (costs == costs[0]).all():
        return float(np.sort(costs[0])[: len(costs)].sum())
    from scipy.optimize import linear_sum_assignment  # 60 MB, for these cases only

    rows, columns = linear_sum_assignment(costs)
    return float(costs[rows, columns].sum())


@dataclass(frozen=True)
class Star:
    """What a device in the middle is joined to.

    ``blocks`` are (block, need, height of the other device, links); ``fixed``, for devices that stay, are
    (need, rack, rise, links).
    """

    height_u: int
    blocks: tuple[tuple[int, int, int, int], ...]
    fixed: tuple[tuple[int, int, int, int], ...]


class Seating:
    """Seats of a room: how many whole blocks each rack takes, and how high devices can be.

    Attributes
    ----------
    seats : (r,) int64
        Whole blocks that a rack takes by units, mass and power when nothing else is in it that moves.
    rack, order : (s,) int64
        The rack of each seat, and how many seats of the rack are above it.
    """

    def __init__(self, stock: Stock, ways: Ways, whole: Sequence[Piece]) -> None:
        self._frames, self._ways = stock.frames, ways
        self.side_um = int(np.diag(ways.between_um).min(initial=NO_WAY_UM))
        units, mass, power = (
            min((sum(of[d] for d in (*piece.edges, *piece.hosts)) for piece in whole), default=0)
            for of in (stock.height_u, stock.mass_kg, stock.power_w)
        )
        self.seats = np.zeros(ways.racks, np.int64)
        if whole:
            for number, frame in enumerate(stock.frames):
                most = [frame.free_u // int(units)]
                most += [int(frame.mass_kg // mass)] if mass and np.isfinite(frame.mass_kg) else []
                most += [int(frame.power_w // power)] if power and np.isfinite(frame.power_w) else []
                self.seats[number] = max(0, min(most))
        self._lowest_u = min((stock.height_u[d] for p in whole for d in (*p.edges, *p.hosts)), default=1)
        self.rack = np.repeat(np.arange(ways.racks), self.seats)
        firsts = np.cumsum(self.seats) - self.seats
        self.order = np.arange(len(self.rack)) - np.repeat(firsts, self.seats)
        self.rise = cache(self._rise)
        self.of_blocks = cache(self._of_blocks)
        self.tops = cache(self._tops)
        self.apart = cache(self._apart)

    def _rise(self, rack: int, above: int, above_u: int, height_u: int) -> int:
        """The least way up from a device that has so many others of some height above it."""
        frame = self._frames[rack]
        middles = frame.middles([above_u] * above + [height_u])
        middle = middles[-1] if middles else (2 * above * above_u + height_u) * HALF_U_UM
        # with the tray below the top a lower device may be nearer to it
        return max(0, int(self._ways.drop_um[rack]) + middle)

    def _of_blocks(self, height_u: int) -> Longs:
        """The least way up for a device of a whole block, by seat."""
        pairs = zip(self.rack.tolist(), self.order.tolist(), strict=True)
        return np.array([self.rise(r, j, self._lowest_u, height_u) for r, j in pairs], np.int64)

    def _tops(self, height_u: int) -> Longs:
        """The least way up for any device of some height, by rack; no way where nothing can stand."""
        return np.array(
            [
                self.rise(r, 0, 0, height_u) if f.free_u >= height_u else NO_WAY_UM
                for r, f in enumerate(self._frames)
            ],
            np.int64,
        )

    def _apart(self, a_u: int, b_u: int) -> int:
        """The least way between devices of some heights in two racks."""
        ways = self._ways.between_um + self.tops(a_u)[:, None] + self.tops(b_u)
        np.fill_diagonal(ways, 4 * NO_WAY_UM)
        return int(ways.min(initial=4 * NO_WAY_UM))

    def from_fixed(self, rack: int, rise_um: int, height_u: int) -> int:
        """The least way from a device that stays to one of some height, in any rack."""
        ways = self._ways.between_um[rack] + rise_um + self.tops(height_u)
        ways[rack] = self._ways.between_um[rack, rack] + height_u * HALF_U_UM
        return int(ways.min())
