"""Take-off of trays: the corners, tees, crosses and supports that they need, counted from their lines."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, ceil, degrees, dist
from typing import Literal

import numpy as np

from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.parts import Equipment
from fatdesk.engine.floor.floor import Tray
from fatdesk.engine.trays.graph import NOWHERE, tray_net

FittingKind = Literal["corner", "tee", "cross", "support"]
KINDS: tuple[FittingKind, ...] = ("corner", "tee", "cross", "support")
STRAIGHT = 180
LEAST_SUPPORTS = 2
"""Of a tray whose distance of supports is not known: one at each end."""


@dataclass(frozen=True)
class Fitting:
    """A number of fittings of one kind, for trays of a size.

    Attributes
    ----------
    open
        Trays whose distance of supports is not known: the number is a lower bound.
    """

    kind: FittingKind
    width_mm: float
    depth_mm: float
    count: int
    open: int = 0

    @property
    def part(self) -> str:
        """The name of its line in the bill, and of the part that its price makes."""
        return f"tray-{self.kind}-{self.width_mm:g}x{self.depth_mm:g}"

    @property
    def description(self) -> str:
        """Its line in words."""
        text = f"{self.kind} of cable trays {self.width_mm:g} x {self.depth_mm:g} mm"
        if not self.open:
            return text
        return f"{text}, at least: the distance of supports of {counted(self.open, 'tray')} is not known"


def take_off(trays: Sequence[Tray]) -> list[Fitting]:
    """Count the fittings of trays, by kind and size.

    Where trays of one height meet, the directions in which they go on decide: two that are not opposite make
    a corner, three a tee, more a cross, of the size of the widest. A tray has a support at its start, one at
    most every support distance, and one at its end.
    """
    found: Counter[tuple[FittingKind, float, float]] = Counter(_at_joints(trays))
    unknown: Counter[tuple[float, float]] = Counter()
    for tray in trays:
        size = tray.width_mm, tray.depth_mm
        if tray.support_mm is None:
            found["support", *size] += LEAST_SUPPORTS
            unknown[size] += 1
        else:
            length = sum(dist(a, b) for a, b in pairwise(tray.points_mm))
            found["support", *size] += ceil(round(length / tray.support_mm, 9)) + 1
    return [
        Fitting(kind, width, depth, count, unknown[width, depth] if kind == "support" else 0)
        for (kind, width, depth), count in sorted(
            found.items(), key=lambda one: (KINDS.index(one[0][0]), one[0][1:])
        )
    ]


def _at_joints(trays: Sequence[Tray]) -> Iterator[tuple[FittingKind, float, float]]:
    net = tray_net(trays)
    dx, dy = net.heading_um
    headings: dict[int, set[int]] = {}
    widest: dict[int, tuple[float, float]] = {}
    hung = np.flatnonzero(net.tray != NOWHERE)
    columns = (column[hung].tolist() for column in (net.u, net.v, net.tray, dx, dy))
    for u, v, number, x, y in zip(*columns, strict=True):
        there = round(degrees(atan2(y, x))) % 360
        size = trays[number].width_mm, trays[number].depth_mm
        for joint, heading in ((u, there), (v, (there + STRAIGHT) % 360)):
            headings.setdefault(joint, set()).add(heading)
            widest[joint] = max(size, widest.get(joint, size))
    for joint, directions in sorted(headings.items()):
        kind = _kind(sorted(directions))
        if kind is not None:
            yield (kind, *widest[joint])


def _kind(directions: Sequence[int]) -> FittingKind | None:
    """The fitting of some directions in degrees; None: an end, or a straight run."""
    if len(directions) < 2 or (len(directions) == 2 and directions[1] - directions[0] == STRAIGHT):
        return None
    return KINDS[min(len(directions), 4) - 2]


def missing_fitting(trays: Sequence[Tray], line_part: str) -> Equipment | None:
    """Return the part of a line of fittings that has none yet; None: another line."""
    found = next((one for one in take_off(trays) if one.part == line_part), None)
    return None if found is None else Equipment(id=line_part, what=found.description.partition(",")[0])
