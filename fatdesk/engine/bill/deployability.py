"""Deployability of placed networks: bundles and their types, items of cable, racks entered, hours of work."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.bill.making import installation
from fatdesk.engine.bill.rules import BillRules
from fatdesk.engine.cabling.filling import cells_of, load_of
from fatdesk.engine.cabling.laying import Cabling, FabricCabling
from fatdesk.engine.floor.floor import Rack


@dataclass(frozen=True)
class Deployability:
    """Figures of the work to install placed networks, each by itself: there is no mixed grade.

    A splitter counts by its longest leg. Cables without an item (nothing fits or reaches) count in
    ``cables`` and by their racks, but not in bundles and items.

    Attributes
    ----------
    cables
        All cables.
    in_rack
        Cables with both ends in one rack.
    between_rows
        Cables between racks of different rows.
    unplaced
        Cables with an end that is in no rack, or outside the project.
    racks
        Racks with an end of a cable.
    bundles
        Bundles: cables of one part and ordered length between the same two racks.
    bundle_types
        Distinct bundles by the number of their cables, ordered length and part: what can be
        prepared alike before it is installed.
    items
        Distinct items of cable to order (part and length).
    fullest_tray
        Cables in the fullest place of all trays.
    hours
        Hours of installation at the rates of the bill (by default 20 cables an hour in a rack, 8 between
        racks, the rates of Mudigonda et al. 2011).
    """

    cables: int
    in_rack: int
    between_rows: int
    unplaced: int
    racks: int
    bundles: int
    bundle_types: int
    items: int
    fullest_tray: int
    hours: Fraction

    @property
    def in_rack_share(self) -> float:
        """Share of the cables that stay in one rack; 0 without cables."""
        return self.in_rack / self.cables if self.cables else 0.0

    @property
    def racks_per_100_cables(self) -> float:
        """Racks that installers enter for 100 cables; 0 without cables."""
        return 100 * self.racks / self.cables if self.cables else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return all figures by name."""
        return {
            "cables": self.cables,
            "in_rack": self.in_rack,
            "in_rack_share": round(self.in_rack_share, 6),
            "between_rows": self.between_rows,
            "unplaced": self.unplaced,
            "racks_entered": self.racks,
            "racks_per_100_cables": round(self.racks_per_100_cables, 4),
            "bundles": self.bundles,
            "bundle_types": self.bundle_types,
            "items": self.items,
            "fullest_tray": self.fullest_tray,
            "hours": round(float(self.hours), 2),
        }


def deployability(
    cabling: Cabling, numbers: Sequence[int], racks: Sequence[Rack], rules: BillRules
) -> Deployability:
    """Return the deployability of some networks of a placed project, counted together.

    Parameters
    ----------
    numbers
        The networks, by their place in the cabling.
    racks
        The racks of the floor that the cabling was laid on.
    """
    chosen = replace(cabling, fabrics=tuple(cabling.fabrics[number] for number in numbers))
    work = installation(chosen, rules)
    ends = np.concatenate([np.empty((0, 2), np.int64), *(one.spans.rack for one in chosen.fabrics)])
    placed = (ends >= 0).all(axis=1)
    row = np.array([rack.row for rack in racks] + [-1], np.int64)[ends]
    items, count = _items(chosen.fabrics)
    bundles = _bundles(chosen.fabrics, items)
    load = load_of(chosen.fabrics, chosen.runs, cells_of(chosen.graph))
    return Deployability(
        cables=len(ends),
        in_rack=work.inside,
        between_rows=int((placed & (row[:, 0] != row[:, 1])).sum()),
        unplaced=int((~placed).sum()),
        racks=len(np.unique(ends[ends >= 0])),
        bundles=len(bundles),
        bundle_types=len(np.unique(bundles[:, 2:], axis=0)),
        items=count,
        fullest_tray=int(load.cables.max(initial=0)),
        hours=work.hours,
    )


def _items(fabrics: Sequence[FabricCabling]) -> tuple[list[Longs], int]:
    """Number of the item of each cable of each network (-1: none), and how many items there are."""
    known: dict[tuple[str, int], int] = {}
    found = []
    for fabric in fabrics:
        numbers = np.full(len(fabric.choices) + 1, -1, np.int64)
        for at in sorted(set(fabric.choice.tolist()) - {-1}):
            choice = fabric.choices[at]
            numbers[at] = known.setdefault((choice.option.cable.id, choice.ordered_um), len(known))
        found.append(numbers[fabric.choice])
    return found, len(known)


def _bundles(fabrics: Sequence[FabricCabling], items: Sequence[Longs]) -> Longs:
    """A row for each bundle: its two racks, the number of its cables, and that of its item."""
    rows = [np.empty((0, 3), np.int64)]
    for fabric, item in zip(fabrics, items, strict=True):
        ends = np.sort(fabric.spans.rack, axis=1).astype(np.int64)
        between = (ends[:, 0] >= 0) & (ends[:, 0] != ends[:, 1]) & (item >= 0)
        rows.append(np.column_stack([ends, item])[between])
    found, count = np.unique(np.concatenate(rows), axis=0, return_counts=True)
    return np.column_stack([found[:, :2], count, found[:, 2]])
