"""Deployability of placed networks: bundles and their types, items of cable, racks entered, hours of work."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.bill.making import installation
from fatdesk.engine.bill.rules import BillRules
from fatdesk.engine.cabling.filling import cells_of, load_of
from fatdesk.engine.cabling.laying import Cabling, FabricCabling
from fatdesk.engine.floor.floor import Rack

UNKNOWN = "unknown"


@dataclass(frozen=True)
class StepWork:
    """Work of the next growth step of some networks.

    Attributes
    ----------
    moves
        Cables that are there and get another port, rack or unit.
    stages
        Stages that keep the bandwidth that the step states; None: there are none.
    hours
        Hours of one installer for all moved, added and removed cables.
    """

    moves: int
    stages: int | None
    hours: Fraction

    def to_json(self) -> dict[str, Any]:
        """Return all figures by name."""
        return {"moves": self.moves, "stages": self.stages, "hours": round(float(self.hours), 2)}


@dataclass(frozen=True)
class Deployability:
    """Figures of the work to install placed networks, each by itself: there is no mixed grade.

    A splitter counts by its longest leg. Cables without an item (nothing fits or reaches) count in
    ``cables`` and by their racks, but not in bundles and items.

    Attributes
    ----------
    cables
        All cables.
    growth
        Work of the next growth step; None: there is none, or it was not worked out.
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
    panels
        Patch panels that links go over.
    hours
        Hours of installation at the rates of the bill (by default 20 cables an hour in a rack, 8 between
        racks, the rates of Mudigonda et al. 2011).
    no_item
        Cables without an item: figures of bundles and items are lower bounds while there are any.
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
    no_item: int = 0
    panels: int = 0
    growth: StepWork | None = None

    @property
    def in_rack_share(self) -> Fraction:
        """Share of the cables that stay in one rack; 0 without cables."""
        return Fraction(self.in_rack, self.cables or 1)

    @property
    def racks_per_100_cables(self) -> Fraction:
        """Racks that installers enter for 100 cables; 0 without cables."""
        return Fraction(100 * self.racks, self.cables or 1)

    def to_json(self) -> dict[str, Any]:
        """Return all figures by name."""
        return {
            "cables": self.cables,
            "in_rack": self.in_rack,
            "in_rack_share": round(float(self.in_rack_share), 6),
            "between_rows": self.between_rows,
            "unplaced": self.unplaced,
            "racks_entered": self.racks,
            "racks_per_100_cables": round(float(self.racks_per_100_cables), 4),
            "bundles": self.bundles,
            "bundle_types": self.bundle_types,
            "items": self.items,
            "fullest_tray": self.fullest_tray,
            "hours": round(float(self.hours), 2),
            "no_item": self.no_item,
            "patch_panels": self.panels,
            "growth": None if self.growth is None else self.growth.to_json(),
        }


class WorkFigure(NamedTuple):
    """A figure of deployability: a column, a limit and an objective.

    Attributes
    ----------
    key
        Its name in requirements.
    title, meaning
        What it is called, and its definition.
    value
        The exact figure; None: unknown.
    unit, digits
        Unit, and decimals that people read; ``%``: the value is a share.
    more
        Whether more of it is better.
    by_item
        Whether it counts items, so that cables without one make it a lower bound.
    """

    key: str
    title: str
    meaning: str
    value: Callable[[Deployability], Fraction | None]
    unit: str = ""
    digits: int = 0
    more: bool = False
    by_item: bool = False

    def is_bound(self, work: Deployability) -> bool:
        """Whether the figure is a lower bound."""
        return self.by_item and work.no_item > 0

    def text(self, work: Deployability, at_least: str = "≥ ") -> str:
        """Return the figure as people read it, without its unit; ``at_least`` marks a lower bound."""
        found = self.value(work)
        if found is None:
            return UNKNOWN
        value = float(found) * (100 if self.unit == "%" else 1)
        return f"{at_least * self.is_bound(work)}{value:,.{self.digits}f}"


WORK_FIGURES = (
    WorkFigure(
        "install_hours",
        "Installation",
        "Hours of one installer for all cables, at the rates of the bill",
        lambda work: work.hours,
        "h",
        1,
    ),
    WorkFigure(
        "bundle_types",
        "Bundle types",
        "Distinct bundles between racks, by number of cables, ordered length and part: each type is "
        "prepared alike",
        lambda work: Fraction(work.bundle_types),
        by_item=True,
    ),
    WorkFigure(
        "bundles",
        "Bundles",
        "Cables of one part and ordered length between the same two racks are one bundle",
        lambda work: Fraction(work.bundles),
        by_item=True,
    ),
    WorkFigure(
        "cable_items",
        "Kinds of cable",
        "Distinct items of cable to order, by part and length",
        lambda work: Fraction(work.items),
        by_item=True,
    ),
    WorkFigure(
        "in_rack_share",
        "In one rack",
        "Share of the cables whose two ends are in the same rack",
        lambda work: work.in_rack_share,
        "%",
        1,
        more=True,
    ),
    WorkFigure(
        "racks_per_100_cables",
        "Racks per 100 cables",
        "Racks that installers enter for 100 cables",
        lambda work: work.racks_per_100_cables,
        digits=1,
    ),
    WorkFigure(
        "fullest_tray",
        "Fullest tray",
        "Cables in the fullest place of all trays",
        lambda work: Fraction(work.fullest_tray),
        "cables",
    ),
    WorkFigure(
        "patch_panels",
        "Patch panels",
        "Patch panels that links go over; 0: all cables go directly",
        lambda work: Fraction(work.panels),
    ),
    WorkFigure(
        "growth_moves",
        "Moves to grow",
        "Cables that the next growth step moves",
        lambda work: None if work.growth is None else Fraction(work.growth.moves),
        "cables",
    ),
    WorkFigure(
        "growth_stages",
        "Stages to grow",
        "Stages of the next growth step that keep the bandwidth that it states",
        lambda work: (
            None if work.growth is None or work.growth.stages is None else Fraction(work.growth.stages)
        ),
    ),
    WorkFigure(
        "growth_hours",
        "Hours to grow",
        "Hours of one installer for the next growth step: cables moved, added and removed",
        lambda work: None if work.growth is None else work.growth.hours,
        "h",
        1,
    ),
)
"""All figures, in the order of columns."""

GROWTH_KEYS = ("growth_moves", "growth_stages", "growth_hours")
"""Figures of the next growth step, which are known only where that is worked out."""


def known_figures(work: Deployability) -> list[WorkFigure]:
    """Return the figures that are known of some networks."""
    return [one for one in WORK_FIGURES if one.value(work) is not None]


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
    ends = np.concatenate([np.empty((0, 2), np.int64), *(one.laid.rack for one in chosen.fabrics)])
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
        no_item=sum(int((one < 0).sum()) for one in items),
        panels=len(_panels(chosen.fabrics)),
    )


def _panels(fabrics: Sequence[FabricCabling]) -> set[str]:
    """Names of the panels that cables of some networks go over."""
    ports = (port for fabric in fabrics for both in fabric.panels.values() for port in both)
    return {port.rpartition(" ")[0] for port in ports}


def _items(fabrics: Sequence[FabricCabling]) -> tuple[list[Longs], int]:
    """Number of the item of each cable of each network (-1: none), and how many items there are."""
    known: dict[tuple[str, int], int] = {}
    found = []
    for fabric in fabrics:
        laid = fabric.laid
        numbers = np.full(len(laid.choices) + 1, -1, np.int64)
        for at in laid.chosen:
            choice = laid.choices[at]
            numbers[at] = known.setdefault((choice.option.cable.id, choice.ordered_um), len(known))
        found.append(numbers[laid.choice])
    return found, len(known)


def _bundles(fabrics: Sequence[FabricCabling], items: Sequence[Longs]) -> Longs:
    """A row for each bundle: its two racks, the number of its cables, and that of its item."""
    rows = [np.empty((0, 3), np.int64)]
    for fabric, item in zip(fabrics, items, strict=True):
        ends = np.sort(fabric.laid.rack, axis=1).astype(np.int64)
        between = (ends[:, 0] >= 0) & (ends[:, 0] != ends[:, 1]) & (item >= 0)
        rows.append(np.column_stack([ends, item])[between])
    every = np.concatenate(rows)
    racks, items_there = (int(column.max(initial=0)) + 1 for column in (every[:, :2], every[:, 2]))
    found, count = np.unique(
        (every[:, 0] * racks + every[:, 1]) * items_there + every[:, 2], return_counts=True
    )
    ends, item = np.divmod(found, items_there)
    return np.column_stack([*np.divmod(ends, racks), count, item])
