"""Links that run between the same two boxes, drawn once; and those between the same two groups."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.topology.layout import Layout
from fatdesk.engine.topology.tiers import Tier, tiers_of

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
MOST_PAIRS = 4_000_000
"""Up to so many pairs are numbered by a table; more are sorted."""


@dataclass(eq=False)
class Bundles:
    """What runs between two rows, or within one, at one coarseness.

    Attributes
    ----------
    low, high : (k,) int64
        The box, or the group of the row, at the lower and at the upper end.
    count : (k,) int64
        Links.
    ends : (k, 4) float64
        x and y at the lower end, then at the upper.
    of_base : (b,) int64
        The bundle of each of the bundles of single boxes between these rows; those are ``base``.
    """

    low: Longs
    high: Longs
    count: Longs
    ends: Floats
    base: Longs
    of_base: Longs

    @cached_property
    def bounds(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Left, right, upper and lower end of each."""
        x1, y1, x2, y2 = (np.ascontiguousarray(column) for column in self.ends.T)
        return np.minimum(x1, x2), np.maximum(x1, x2), np.minimum(y1, y2), np.maximum(y1, y2)

    def near(self, left: float, right: float, top: float, bottom: float) -> Longs:
        """Those whose bounds touch a rectangle."""
        low_x, high_x, low_y, high_y = self.bounds
        found: Longs = np.flatnonzero(
            (high_x >= left) & (low_x <= right) & (high_y >= top) & (low_y <= bottom)
        )
        return found


class Wiring:
    """The bundles of a layout at every coarseness; coarse ones are made when they are first seen."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tiers = tuple(tiers_of(layout, row) for row in range(len(layout.rows)))
        boxes = layout.link_box
        self._drawn = np.flatnonzero((boxes >= 0).all(axis=1))
        ends = boxes[self._drawn]
        row_of_slot = np.zeros(len(layout.slot_x), np.int64)
        place = np.zeros(len(layout.slot_x), np.int64)
        for row, slots in enumerate(layout.rows):
            row_of_slot[slots] = row
            place[slots] = np.arange(len(slots))
        self.place_in_row = place
        self.row_of_box = row_of_slot[layout.box_slot]
        rank = self.row_of_box * len(layout.box_slot) + np.arange(len(layout.box_slot))
        turned = rank[ends[:, 0]] > rank[ends[:, 1]]
        ends = np.where(turned[:, None], ends[:, ::-1], ends)
        key = ends[:, 0] * len(layout.box_slot) + ends[:, 1]
        keys, self._bundle, self.count = np.unique(key, return_inverse=True, return_counts=True)
        self.low, self.high = np.divmod(keys, max(1, len(layout.box_slot)))
        self.rows = self.row_of_box[self.low], self.row_of_box[self.high]
        self._known: dict[tuple[int, int, int, int], Bundles] = {}

    @property
    def links(self) -> int:
        """Links that run between boxes."""
        return len(self._drawn)

    @cached_property
    def bundle_of_link(self) -> Longs:
        """The bundle of each link; −1 where it hangs under its own edge switch."""
        found = np.full(len(self.layout.link_box), -1, np.int64)
        found[self._drawn] = self._bundle
        return found

    @cached_property
    def _by_bundle(self) -> tuple[Longs, Longs]:
        order = np.argsort(self._bundle, kind="stable")
        return self._drawn[order], np.concatenate([[0], np.cumsum(self.count)]).astype(np.int64)

    def links_of(self, bundle: int) -> Longs:
        """The links of a bundle of single boxes."""
        links, start = self._by_bundle
        return links[start[bundle] : start[bundle + 1]]

    @cached_property
    def row_pairs(self) -> tuple[tuple[int, int], ...]:
        """Rows that something runs between; a row with itself where neighbours are joined."""
        low, high = self.rows
        pairs = np.unique(np.stack([low, high], axis=1), axis=0)
        return tuple((int(a), int(b)) for a, b in pairs)

    def summed(self, per_link: Flags | Longs, codes: int) -> Longs:
        """How many links of each bundle of single boxes have each code, (b, codes)."""
        key = self._bundle * codes + per_link[self._drawn].astype(np.int64)
        return np.bincount(key, minlength=len(self.count) * codes).reshape(-1, codes)

    def between(self, low_row: int, low_tier: int, high_row: int, high_tier: int) -> Bundles:
        """The bundles between two rows at their tiers."""
        known = self._known.get((low_row, low_tier, high_row, high_tier))
        if known is None:
            known = self._gather(low_row, low_tier, high_row, high_tier)
            self._known[low_row, low_tier, high_row, high_tier] = known
        return known

    def _gather(self, low_row: int, low_tier: int, high_row: int, high_tier: int) -> Bundles:
        base = np.flatnonzero((self.rows[0] == low_row) & (self.rows[1] == high_row))
        low, low_xy = self._ends(self.low[base], low_row, low_tier, upper=False)
        high, high_xy = self._ends(self.high[base], high_row, high_tier, upper=True)
        if low_row == high_row:
            low, high = np.minimum(low, high), np.maximum(low, high)
        first, of_base = _pairs(low, high, single=not low_tier and not high_tier)
        ends = np.concatenate([low_xy[first], high_xy[first]], axis=1)
        if low_row == high_row:
            ends = self._level(low[first], high[first], low_row, low_tier)
        count = np.bincount(of_base, self.count[base], minlength=len(first)).astype(np.int64)
        return Bundles(low[first], high[first], count, ends, base, of_base.astype(np.int64))

    def _ends(self, boxes: Longs, row: int, tier: int, *, upper: bool) -> tuple[Longs, Floats]:
        """What bundles end at, a box or a group, and where: lower ends at its top, upper ones at its foot."""
        layout = self.layout
        if tier == 0:
            high = layout.box_high[boxes] / 2
            y = layout.box_y[boxes] + (high if upper else -high)
            return boxes, np.stack([layout.box_x[boxes], y], axis=1)
        some = self.tiers[row][tier]
        group = group_of(some, self.place_in_row[layout.box_slot[boxes]])
        x = (some.left[group] + some.right[group]) / 2
        return group, np.stack([x, np.full(len(x), layout.row_y[row])], axis=1)

    def _level(self, low: Longs, high: Longs, row: int, tier: int) -> Floats:
        """Ends of what runs between neighbours of one row: from side to side."""
        layout = self.layout
        if tier == 0:
            x, half, y = layout.box_x, layout.box_wide / 2, layout.box_y
            a, b = np.where(x[low] <= x[high], low, high), np.where(x[low] <= x[high], high, low)
            return np.stack([x[a] + half[a], y[a], x[b] - half[b], y[b]], axis=1)
        some = self.tiers[row][tier]
        y = np.full(len(low), layout.row_y[row])
        return np.stack([some.right[low], y, some.left[high], y], axis=1)


def _pairs(low: Longs, high: Longs, *, single: bool) -> tuple[Longs, Longs]:
    """The first of each pair that occurs, and for each which pair it is."""
    if single:
        return np.arange(len(low)), np.arange(len(low))
    least = int(high.min(initial=0))
    size = int(high.max(initial=0)) - least + 1
    keys = (low - low.min(initial=0)) * size + high - least
    if keys.max(initial=0) > MOST_PAIRS:
        _, first, of = np.unique(keys, return_index=True, return_inverse=True)
        return first.astype(np.int64), of.astype(np.int64)
    place = np.full(int(keys.max(initial=-1)) + 1, -1, np.int64)
    place[keys[::-1]] = np.arange(len(keys))[::-1]
    there = np.flatnonzero(place >= 0)
    first = place[there]
    place[there] = np.arange(len(there))
    return first, place[keys]


def group_of(tier: Tier, place: Longs) -> Longs:
    """The group of slots by their places in the row."""
    found: Longs = np.searchsorted(tier.start, place, side="right") - 1
    return found
