"""Ports of a device as squares in the order of the chassis: odd cages above, line cards in turn.

Management ports are apart, at the right.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.engine.catalog.plugs import CageGrid
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.text_width import text_width
from fatdesk.engine.wiring.ports import EXTERNAL_END, FREE_END, MANAGEMENT, PortMap

WIDEST = 21.0
"""Line cards are side by side up to this width in squares."""
GAP = 0.4
"""Between line cards, in squares."""
APART = 0.6
"""Between the ports of the network and those for management, in squares."""
NUMBER = 1.2
"""Room for the number of a line card at its left, in squares."""
WIDER = 1.1
"""Letters on the screen are that much wider than those on paper."""
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


@lru_cache(maxsize=256)
def faceplate(places: tuple[tuple[int, int], ...]) -> Faceplate:
    """The squares of ports by card and cage, both from 0, in rising order; of management ports at the end.

    >>> faceplate(((0, 0), (0, 1), (0, 1)))[:2]
    (2.0, 1.0)
    """
    apart = sum(card == MANAGEMENT for card, _ in places)
    if not apart:
        return _plate(places)
    main = _plate(places[: len(places) - apart])
    rows = 2 if main.high > 1 else 1
    column, row = np.divmod(np.array([cage for _, cage in places[-apart:]]), rows)
    left = main.wide + (APART if main.wide else 0.0)
    side = np.full(apart, 1 - 2 * INSET)
    squares = np.stack([left + column + INSET, row + INSET, side, side], axis=1)
    wide, high = left + float(column.max()) + 1, max(main.high, float(row.max()) + 1)
    return Faceplate(wide, high, np.concatenate([main.squares, squares]), main.cards)


def _plate(places: tuple[tuple[int, int], ...]) -> Faceplate:
    if not places:
        return Faceplate(0.0, 0.0, np.zeros((0, 4)), np.zeros((0, 2)))
    card, cage = (np.array(column, np.int64) for column in zip(*places, strict=True))
    cards, of_card = np.unique(card, return_inverse=True)
    first = np.array([int(cage[card == some].min()) for some in cards])
    cage = cage - first[of_card]
    most = int(cage.max()) + 1
    block, column, row, blocks, columns, rows = CageGrid.of(cage, most)
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
    """The number of ports in the cage of each port, and the place of the port among them."""
    key = card * (int(cage.max()) + 1) + cage
    _, first, of, counts = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    of = of.reshape(-1)
    lane: Longs = np.arange(len(key)) - first[of]
    return counts[of], lane


class PortInks(NamedTuple):
    """The colours of drawings that ports need besides those of the palette."""

    accent: str
    on_accent: str
    error: str
    error_tint: str


class DrawnPort(NamedTuple):
    """A port as it is drawn; an empty fill: none; an empty text: there is no room for it."""

    square: tuple[float, float, float, float]
    text: str
    fill: str
    stroke: str
    ink: str
    width: float = 1.0
    dash: tuple[float, ...] = ()


TEXT_SIZE = 10.0
"""Of numbers in squares, in pixels."""
NUMBERED = 13.0
"""Least height of a square with a number."""
DASH = (2.0, 2.0)


def drawn_ports(
    palette: Palette,
    inks: PortInks,
    squares: Floats,
    ends: Sequence[tuple[int, int]],
    texts: Sequence[str],
    lit: Collection[int] = (),
    failed: Collection[int] = (),
) -> Iterator[DrawnPort]:
    """Return ports as they are drawn, on the screen and in pictures.

    Each has the colours of what it leads to: a host, or a level of switches. A free port has a dashed outline
    alone, a port that leads out of the project a dashed one that is filled.

    Parameters
    ----------
    squares : (k, 4)
        Left, top, width and height in pixels.
    ends
        The level of what each leads to, and the number of levels of that network.
    lit, failed
        Ports whose cable is selected; ports whose link has failed.
    """
    for number, (square, end, text) in enumerate(zip(squares.tolist(), ends, texts, strict=True)):
        x, y, wide, high = square
        fits = high >= NUMBERED and text_width(text, TEXT_SIZE) * WIDER <= wide - 2
        shown, place = text if fits else "", (x, y, wide, high)
        if number in lit:
            yield DrawnPort(place, shown, inks.accent, inks.accent, inks.on_accent, 2.0)
        elif number in failed:
            yield DrawnPort(place, shown, inks.error_tint, inks.error, palette.text, 1.4, DASH)
        elif end[0] == FREE_END:
            yield DrawnPort(place, shown, "", palette.text2, palette.text2, 1.0, DASH)
        elif end[0] == EXTERNAL_END:
            kept = palette.reserved
            yield DrawnPort(place, shown, kept.fill, kept.stroke, kept.text, 1.4, DASH)
        else:
            role = palette.role(*end) if end[0] else palette.host
            yield DrawnPort(place, shown, role.fill, role.stroke, role.text)


def ports_at(squares: Floats, x: float, y: float) -> Sequence[int]:
    """The squares that hold a point."""
    left, top, wide, high = squares.T
    inside = (left <= x) & (x <= left + wide) & (top <= y) & (y <= top + high)
    found: list[int] = np.flatnonzero(inside).tolist()
    return found
