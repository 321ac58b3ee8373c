"""Trunks as lines on the floor: the parts of trays that they run through, as thick as they have fibres."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from fatdesk.engine.cabling.filling import cell_lines_mm, cells_of
from fatdesk.engine.drawing.display import Point
from fatdesk.engine.structured.structured import Structured


class TrunkStretch(NamedTuple):
    """A straight part of a tray with the same trunks all along: their numbers, and their fibres together."""

    start: Point
    stop: Point
    fibres: int
    trunks: tuple[int, ...]


def trunk_stretches(structured: Structured) -> list[TrunkStretch]:
    """Return where trunks run, tray after tray; neighbours in one line with the same trunks are one."""
    cabling = structured.cabling
    runs, net, cells = cabling.runs, cabling.graph.net, cells_of(cabling.graph)
    of_pair: dict[int, list[int]] = {}
    for number, trunk in enumerate(structured.trunks):
        of_pair.setdefault(trunk.pair, []).append(number)
    of_cell: dict[int, list[int]] = {}
    for pair, numbers in sorted(of_pair.items()):
        here = slice(int(runs.start[pair]), int(runs.start[pair + 1]))
        piece, begin, end = runs.piece[here], runs.begin_um[here], runs.end_um[here]
        first, behind = cells.at(piece, np.minimum(begin, end)), cells.until(piece, np.maximum(begin, end))
        for low, high in zip(first.tolist(), behind.tolist(), strict=True):
            for cell in range(low, high):
                of_cell.setdefault(cell, []).extend(numbers)
    hung, lines = cell_lines_mm(cells, net)
    found: list[TrunkStretch] = []
    for cell, (x1, y1, x2, y2) in zip(hung.tolist(), lines.tolist(), strict=True):
        if cell not in of_cell:
            continue
        trunks = tuple(sorted(of_cell[cell]))
        fibres = sum(structured.trunks[number].part.fibres or 0 for number in trunks)
        one = TrunkStretch((x1, y1), (x2, y2), fibres, trunks)
        last = found[-1] if found else None
        if last is not None and last.trunks == trunks and last.stop == one.start and _in_line(last, one):
            found[-1] = last._replace(stop=one.stop)
        else:
            found.append(one)
    return found


def _in_line(one: TrunkStretch, other: TrunkStretch) -> bool:
    """Whether both run along the same axis; slanting ones are left apart."""
    (x1, y1), (x2, y2), (x3, y3) = one.start, one.stop, other.stop
    return x1 == x2 == x3 or y1 == y2 == y3


def trunk_width(fibres: int, stretches: Sequence[TrunkStretch], thinnest: float, thickest: float) -> float:
    """Return the width of a line for some fibres, as the root of their share in the most of a stretch.

    >>> some = [TrunkStretch((0, 0), (1, 0), 400, (0, 1))]
    >>> trunk_width(400, some, 1.0, 9.0), trunk_width(100, some, 1.0, 9.0)
    (9.0, 5.0)
    """
    most = max((one.fibres for one in stretches), default=0)
    return thinnest + (thickest - thinnest) * sqrt(fibres / most) if most else thinnest


def trunks_key(stretches: Sequence[TrunkStretch]) -> str:
    """Return the entry of legends: what the width of the lines is.

    >>> trunks_key([TrunkStretch((0, 0), (1, 0), 1440, ())])
    'Trunks: width by fibres, up to 1,440'
    """
    return f"Trunks: width by fibres, up to {max((one.fibres for one in stretches), default=0):,}"
