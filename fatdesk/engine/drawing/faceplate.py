"""Ports of a device as squares in the order of the chassis: odd cages above, line cards in turn."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.engine.cabling.ports import EXTERNAL_END, FREE_END, Lanes, PortMap
from fatdesk.engine.drawing.palette import Palette

ONE_ROW = 4
"""Up to this number of cages a card or device has one row of them, more have two."""
MOST_COLUMNS = 18
"""Of more columns a card has further rows below, as on printed port maps."""
WIDEST = 21.0
"""Line cards are side by side up to this width in squares."""
GAP = 0.4
"""Between line cards, in squares."""
NUMBER = 1.2
"""Room for the number of a line card at its left, in squares."""
INSET = 0.07
"""Half the gap between neighbouring cages, in squares."""


class Faceplate(NamedTuple):
    """The squares of a device, in units of one cage.

    Attributes
    ----------
    wide, high
        Size of all of it.
    squares : (k, 4) float64
        Left, top, width and height of each port; the ports of a cage share its square.
    cards : (c, 2) float64
        Where the numbers of line cards are: right edge and middle; empty where there are none.
    """

    wide: float
    high: float
    squares: Floats
    cards: Floats

    def scale(self, width: float, height: float, most: float) -> float:
        """The size of a cage so that all fit into a room, at most ``most``."""
        return min(most, width / max(self.wide, 1e-9), height / max(self.high, 1e-9))

    def placed(self, left: float, top: float, size: float) -> Floats:
        """The squares with cages of a size, from a corner."""
        found: Floats = self.squares * size + np.array([left, top, 0.0, 0.0])
        return found


def faceplate_of(ports: PortMap) -> Faceplate:
    """The faceplate of a device."""
    return faceplate(tuple((port.card, port.cage) for port in ports.ports))


def faceplate_of_lanes(lanes: Lanes) -> Faceplate:
    """The same from the lanes of a node."""
    return faceplate(tuple(zip(lanes.card.tolist(), lanes.cage.tolist(), strict=True)))


@lru_cache(maxsize=256)
def faceplate(places: tuple[tuple[int, int], ...]) -> Faceplate:
    """The squares of ports by card and cage, both from 0, in rising order.

    >>> faceplate(((0, 0), (0, 1), (0, 1)))[:2]
    (2.0, 1.0)
    """
    if not places:
        return Faceplate(0.0, 0.0, np.zeros((0, 4)), np.zeros((0, 2)))
    card, cage = (np.array(column, np.int64) for column in zip(*places, strict=True))
    cards, of_card = np.unique(card, return_inverse=True)
    first = np.array([int(cage[card == some].min()) for some in cards])
    cage = cage - first[of_card]
    most = int(cage.max()) + 1
    rows = 1 if most <= ONE_ROW else 2
    columns = ceil(most / rows)
    blocks = ceil(columns / MOST_COLUMNS)
    columns = ceil(columns / blocks)
    block, place = np.divmod(cage, rows * columns)
    column, row = np.divmod(place, rows)
    number = NUMBER if len(cards) > 1 else 0.0
    across = max(1, int((WIDEST + GAP) / (columns + number + GAP))) if number else 1
    wide, tall = columns + number + GAP, blocks * rows + (blocks - 1) * GAP / 2
    high = tall + GAP
    down, aside = np.divmod(of_card.reshape(-1), across)
    x = aside * wide + number + column
    y = down * high + block * (rows + GAP / 2) + row
    lanes, lane = _lanes(card, cage)
    inner = (1 - 2 * INSET) / lanes
    squares = np.stack([x + INSET + lane * inner, y + INSET, inner, np.full(len(x), 1 - 2 * INSET)], axis=1)
    numbers = np.zeros((0, 2))
    if number:
        at_down, at_side = np.divmod(np.arange(len(cards)), across)
        numbers = np.stack([at_side * wide + number - 0.3, at_down * high + tall / 2], axis=1)
    across = min(across, len(cards))
    last = int(down.max())
    return Faceplate(across * (columns + number) + (across - 1) * GAP, last * high + tall, squares, numbers)


def _lanes(card: Longs, cage: Longs) -> tuple[Longs, Longs]:
    """How many ports share the cage of each port, and which of them it is."""
    key = card * (int(cage.max()) + 1) + cage
    _, first, of, counts = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    of = of.reshape(-1)
    lane: Longs = np.arange(len(key)) - first[of]
    return counts[of], lane


class PortLook(NamedTuple):
    """Fill, outline and ink of a port; empty fill: none."""

    fill: str
    stroke: str
    ink: str
    dashed: bool = False


def port_look(palette: Palette, level: int, levels: int) -> PortLook:
    """The look of a port by what it leads to: the colours of a host or of a level of switches.

    A free port has a dashed outline alone, a port that leads out of the project a dashed one that is filled.
    """
    if level == FREE_END:
        return PortLook("", palette.faint, palette.text2, dashed=True)
    if level == EXTERNAL_END:
        return PortLook(palette.reserved.fill, palette.reserved.stroke, palette.reserved.text, dashed=True)
    role = palette.role(level, levels) if level else palette.host
    return PortLook(role.fill, role.stroke, role.text)


def ports_at(squares: Floats, x: float, y: float) -> Sequence[int]:
    """The squares that hold a point."""
    left, top, wide, high = squares.T
    inside = (left <= x) & (x <= left + wide) & (top <= y) & (y <= top + high)
    found: list[int] = np.flatnonzero(inside).tolist()
    return found
