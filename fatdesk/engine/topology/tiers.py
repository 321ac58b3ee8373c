"""Tiers of detail: boxes of a row gathered into ever larger groups."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, inf, log

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.engine.topology.layout import NONE, Kind, Layout

ROOMY = 0.86
MOST = 16
"""A group is drawn as one box when it has more than this number below; smaller ones get steps in between."""


@dataclass(frozen=True, eq=False)
class Tier:
    """The boxes of one row at one coarseness.

    Attributes
    ----------
    start : (g + 1,) int64
        Slots of group i are ``start[i]`` to ``start[i + 1]`` of the row, counted from the left.
    left, right : (g,) float64
    word
        What a group is called: ``pod`` or ``pods``; empty: switches, by the names of the first and last.
    pods : (g, 2) int64
        First and last pod of each group, where ``word`` names pods.
    """

    start: Longs
    left: Floats
    right: Floats
    word: str = ""
    pods: Longs | None = None

    @property
    def count(self) -> int:
        """Number of groups."""
        return len(self.left)

    @cached_property
    def width(self) -> float:
        """Mean width of a group."""
        return float((self.right - self.left).mean()) if len(self.left) else 0.0

    @cached_property
    def room(self) -> float:
        """Width at which all of them could be drawn without touching."""
        middles = (self.left + self.right) / 2
        return ROOMY * float(np.diff(middles).min()) if len(middles) > 1 else inf


def tiers_of(layout: Layout, row: int) -> tuple[Tier, ...]:
    """From each slot by itself to all of a row in a few groups."""
    slots = layout.rows[row]
    single = np.arange(len(slots) + 1)
    left = layout.slot_x[slots] - layout.slot_wide[slots] / 2
    right = layout.slot_x[slots] + layout.slot_wide[slots] / 2
    made = [Tier(single, left, right)]

    def add(start: Longs, word: str = "", pods: Longs | None = None) -> None:
        if len(start) < len(made[-1].start):
            made.append(Tier(start, left[start[:-1]], right[start[1:] - 1], word, pods))

    start = single
    for pod in _pods(layout, slots, row):
        ends = np.concatenate([[0], np.flatnonzero(np.diff(pod)) + 1, [len(slots)]])
        biggest = int(np.diff(np.searchsorted(start, ends)).max(initial=1))
        for size in _steps(biggest):
            add(_runs(start, ends, size))
        start = ends
        number = pod[ends[:-1]]
        add(ends, "pod", np.stack([number, number], axis=1))
    whole = np.array([0, len(slots)])
    pods_of = made[-1].pods
    for size in _steps(len(start) - 1):
        run = _runs(start, whole, size)
        if pods_of is not None:
            first = np.searchsorted(start, run[:-1])
            last = np.searchsorted(start, run[1:]) - 1
            add(run, "pods", np.stack([pods_of[first, 0], pods_of[last, 1]], axis=1))
        else:
            add(run)
    return tuple(made)


def _pods(layout: Layout, slots: Longs, row: int) -> Sequence[Longs]:
    """The pods of each slot of a row, smaller ones first."""
    columns = layout.columns
    if row == 0:
        column = layout.slot_column[slots]
        return [pods[column] for pods in columns.pods if len(np.unique(pods)) > 1]
    if 1 <= row < columns.levels - 1 and not (layout.slot_kind[slots] == Kind.OUTSIDE).any():
        own = columns.pod_of_node[layout.slot_node[slots]]
        if (own == NONE).any() or len(np.unique(own)) < 2:
            return []
        column_of = np.searchsorted(columns.pods[row - 1], own)
        return [pods[column_of] for pods in columns.pods[row - 1 :] if len(np.unique(pods)) > 1]
    return []


def _steps(count: int) -> list[int]:
    """Sizes of groups between single ones and ``count`` of them, each at most MOST times the last.

    >>> _steps(12), _steps(64), _steps(3584)
    ([], [8], [16, 256])
    """
    if count <= MOST:
        return []
    steps = ceil(log(count) / log(MOST))
    ratio = ceil(count ** (1 / steps))
    return [ratio**n for n in range(1, steps)]


def _runs(start: Longs, ends: Longs, size: int) -> Longs:
    """Groups of ``size`` neighbouring ones of ``start``, none over an end."""
    pieces = []
    low = np.searchsorted(start, ends)
    for a, b in zip(low[:-1].tolist(), low[1:].tolist(), strict=True):
        count = b - a
        groups = -(-count // size)
        pieces.append(a + np.arange(groups) * count // groups)
    return np.append(start[np.concatenate(pieces)], ends[-1]) if pieces else ends
