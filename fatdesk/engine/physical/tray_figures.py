"""Figures of cable trays: fill by two rules, height and mass of the cables, bends, and what trays hold."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.engine.bill.counting import tray_part
from fatdesk.engine.cabling.bends import BENT, UNKNOWN, Bends
from fatdesk.engine.cabling.filling import MG_PER_KG, UM2_PER_MM2, Filling
from fatdesk.engine.cabling.rules import CIRCLES, SQUARES
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.tray_loads import safe_load
from fatdesk.engine.floor.floor import Tray
from fatdesk.engine.physical.placed import Placed
from fatdesk.engine.rules.figures import Figure, Values, registry
from fatdesk.engine.rules.rules import RuleInForce, Varying
from fatdesk.engine.trays.graph import TrayNet

SQUARE = 4 / math.pi
"""Area of the square around a circle, over that of the circle."""
NO_DIAMETER = "the diameter of some cables is not known"
NO_MASS = "the mass of some cables is not known"
NO_RADIUS = "the bend radius of some cables is not known"


class Fullest(NamedTuple):
    """The cell of each tray where a figure is largest (-1: the tray has none), and its value there."""

    cell: Longs
    value: Longs


@dataclass(frozen=True, eq=False)
class InTrays:
    """Cables in the trays of a floor: as placed, or while racks are dragged.

    Attributes
    ----------
    net
        The net of these trays, of which the cells are.
    """

    trays: Sequence[Tray]
    catalog: Catalog
    filling: Filling
    net: TrayNet
    make_bends: Callable[[], Bends]

    @classmethod
    def of(cls, placed: Placed) -> "InTrays":
        """Of a placed design."""
        net = placed.cabling.graph.net
        return cls(placed.floor.trays, placed.catalog, placed.filling, net, lambda: placed.bends)

    @cached_property
    def bends(self) -> Bends:
        """The radii that the cables need."""
        return self.make_bends()

    @cached_property
    def tray_of_cell(self) -> Longs:
        """The tray of each cell by its number; -1: a vertical way between trays."""
        found: Longs = self.net.tray[self.filling.cells.piece]
        return found

    @cached_property
    def by_area(self) -> Fullest:
        """Cells of the largest cross-section, square micrometres."""
        return self._fullest(self.filling.load.area_um2)

    @cached_property
    def by_mass(self) -> Fullest:
        """Cells of the largest mass, milligrams a metre."""
        return self._fullest(self.filling.load.mass_mg)

    def _fullest(self, column: Longs) -> Fullest:
        """The first of equals along the tray."""
        hung = np.flatnonzero(self.tray_of_cell >= 0)
        tray = self.tray_of_cell[hung]
        value, cell = np.zeros(len(self.trays), np.int64), np.full(len(self.trays), -1, np.int64)
        np.maximum.at(value, tray, column[hung])
        largest = np.flatnonzero(column[hung] == value[tray])[::-1]
        cell[tray[largest]] = hung[largest]
        return Fullest(cell, value)

    def some(self, column: Longs) -> NDArray[np.bool_]:
        """Whether a count is above 0 anywhere in each tray."""
        hung = self.tray_of_cell >= 0
        found: NDArray[np.bool_] = np.bincount(self.tray_of_cell[hung], column[hung] > 0, len(self.trays)) > 0
        return found

    def place(self, cell: int) -> str:
        """The middle of a cell in words; empty for -1."""
        if cell < 0:
            return ""
        cells, net, lines = self.filling.cells, self.net, self.net.lines
        line = int(np.searchsorted(net.first, cells.piece[cell], side="right")) - 1
        dx, dy = lines.x2[line] - lines.x1[line], lines.y2[line] - lines.y1[line]
        length = max(int(lines.along(np.array([line]), lines.x2[[line]], lines.y2[[line]])[0]), 1)
        share = (cells.low_um[cell] + cells.high_um[cell]) / 2 / length
        x, y = lines.x1[line] + dx * share, lines.y1[line] + dy * share
        return f"at x {x / 1e6:.2f} m, y {y / 1e6:.2f} m"

    def places(self, fullest: Fullest) -> Callable[[int], str]:
        """Return what words the fullest place of a tray by its number."""
        return lambda tray: self.place(int(fullest.cell[tray]))

    @property
    def names(self) -> list[str]:
        """Ids of the trays."""
        return [tray.id for tray in self.trays]


def _fills(some: InTrays, factor: float = 1.0) -> Values:
    """That diameters are not known is a finding of the cables' own."""
    full, trays = some.by_area, some.trays
    whole = np.array([tray.width_mm * tray.depth_mm for tray in trays], np.float64)
    bound = some.some(some.filling.load.unknown)
    return Values(some.names, full.value / UM2_PER_MM2 / whole * factor, bound, some.places(full))


def _heights(some: InTrays) -> Values:
    """Each cable takes the square around it."""
    full = some.by_area
    width = np.array([tray.width_mm for tray in some.trays], np.float64)
    bound = some.some(some.filling.load.unknown)
    missing = [NO_DIAMETER if one else "" for one in bound.tolist()]
    amount = full.value / UM2_PER_MM2 * SQUARE / width
    return _with_cables(some, Values(some.names, amount, bound, some.places(full), missing))


def _masses(some: InTrays) -> Values:
    full = some.by_mass
    bound = some.some(some.filling.load.unweighed)
    missing = [NO_MASS if one else "" for one in bound.tolist()]
    return _with_cables(some, Values(some.names, full.value / MG_PER_KG, bound, some.places(full), missing))


def _with_cables(some: InTrays, values: Values) -> Values:
    """The trays in which cables run."""
    return values.take(np.flatnonzero(some.some(some.filling.load.cables)).tolist())


def _needs(some: InTrays, radius_um: Longs, state: Longs) -> Values:
    """The trays in which cables bend."""
    bound = state == UNKNOWN
    missing = [NO_RADIUS if one else "" for one in bound.tolist()]
    values = Values(some.names, radius_um / 1000, bound, (), missing)
    return values.take(np.flatnonzero(state >= BENT).tolist())


def _of_trays(some: InTrays, found: Iterable[tuple[float | None, str]]) -> Values:
    """A figure of each tray, and what is missing to know it."""
    amounts, missing = zip(*found, strict=True) if some.trays else ((), ())
    return Values.of(some.names, amounts, unknown=missing)


def _supports(some: InTrays) -> Values:
    """The wires of a mesh tray carry the cables from one to the next."""

    def distance(tray: Tray) -> tuple[float | None, str]:
        part = tray_part(some.catalog, tray.width_mm, tray.depth_mm)
        mesh = tray.mesh_mm if tray.mesh_mm is not None or part is None else part.mesh_mm
        found = tray.support_mm if mesh is None else mesh
        return found, "" if found is not None else "the distance of the supports is not known"

    return _of_trays(some, map(distance, some.trays))


def _load_limits(some: InTrays) -> Values:
    def limit(tray: Tray) -> tuple[float | None, str]:
        part = tray_part(some.catalog, tray.width_mm, tray.depth_mm)
        if tray.loads or tray.nema is not None or part is None:
            return safe_load(tray.loads, tray.nema, tray.support_mm)
        return safe_load(part.loads, part.nema, tray.support_mm)

    return _of_trays(some, map(limit, some.trays))


def _radii(some: InTrays, read: Callable[[Tray], float | None], missing: str) -> Values:
    radii = map(read, some.trays)
    return _of_trays(some, ((radius, missing if radius is None else "") for radius in radii))


IN_TRAYS: tuple[Figure[InTrays], ...] = (
    Figure(
        CIRCLES,
        "tray",
        "Tray fill",
        "%",
        "Circle areas of the cables over width times depth, at the fullest place.",
        _fills,
    ),
    Figure(
        SQUARES,
        "tray",
        "Tray fill by squares",
        "%",
        "Squares around the cables over width times depth, at the fullest place: 4/pi of the circles.",
        lambda some: _fills(some, SQUARE),
    ),
    Figure(
        "tray-height",
        "tray",
        "Stacking height",
        "mm",
        "Squares around the cables over the width of the tray, at the fullest place.",
        _heights,
    ),
    Figure(
        "tray-support",
        "tray",
        "Distance of supports",
        "mm",
        "From one support to the next; in a mesh tray from one wire across it to the next.",
        _supports,
        0,
    ),
    Figure(
        "tray-load",
        "tray",
        "Load",
        "kg/m",
        "Mass of a metre of all cables in the tray, at the heaviest place.",
        _masses,
        2,
    ),
    Figure(
        "tray-load-limit",
        "tray",
        "Safe working load",
        "kg/m",
        "What the tray carries at the distance of its supports: stated loads of the tray or its part, or"
        " its NEMA class.",
        _load_limits,
        2,
    ),
    Figure(
        "tray-corner-bend",
        "tray",
        "Bend radius needed at corners",
        "mm",
        "Largest minimum bend radius of the installed cables that turn in the tray.",
        lambda some: _needs(some, some.bends.corner_um, some.bends.corner),
        short="Bend at corners",
    ),
    Figure(
        "tray-corner-pull",
        "tray",
        "Bend radius needed at corners in pulling",
        "mm",
        "Largest minimum bend radius, while they are pulled in, of the cables that turn in the tray.",
        lambda some: _needs(some, some.bends.pull_um, some.bends.pull),
        short="Bend in pulling",
    ),
    Figure(
        "tray-corner",
        "tray",
        "Inner radius of corners",
        "mm",
        "Inner radius of the corners and tees of the tray.",
        lambda some: _radii(some, lambda tray: tray.corner_mm, "the radius of the corners is not known"),
        0,
    ),
    Figure(
        "tray-drop-bend",
        "tray",
        "Bend radius needed at drops",
        "mm",
        "Largest minimum bend radius of the installed cables that leave the tray down to a rack.",
        lambda some: _needs(some, some.bends.drop_um, some.bends.drop),
        short="Bend at drops",
    ),
    Figure(
        "tray-drop",
        "tray",
        "Radius of drops",
        "mm",
        "Radius over which cables leave the tray down to a rack.",
        lambda some: _radii(some, lambda tray: tray.drop_mm, "the radius of the drops is not known"),
        0,
    ),
)
"""All figures of trays."""
IN_TRAYS_BY_NAME = registry(IN_TRAYS)


def tray_limits(some: InTrays, rules: Iterable[RuleInForce], figure: str) -> Floats:
    """The smallest limit of a figure for each tray, whatever runs in it; NaN: none, or it is not known."""
    names, found = some.names, np.full(len(some.trays), np.nan)
    for rule, _ in rules:
        if rule.figure != figure or rule.op not in ("<=", "<"):
            continue
        limits = np.full(len(names), np.nan)
        if isinstance(rule.limit, Varying):
            by = IN_TRAYS_BY_NAME[rule.limit.by].values(some)
            amounts = dict(zip(by.elements, by.amount.tolist(), strict=True))
            limits[:] = [rule.limit.at(amounts.get(name, np.nan)) for name in names]
        else:
            limits[:] = rule.limit
        limits[[not rule.covers(name) for name in names]] = np.nan
        found = np.fmin(found, limits)
    return found


OF_TRAYS_ALONE = ("tray-support", "tray-load-limit", "tray-corner", "tray-drop")
"""Figures that do not depend on what runs in the trays."""


def with_trays_known(some: InTrays) -> Mapping[str, Figure[InTrays]]:
    """Return the figures for the same trays with other cables: those of the trays alone are worked out."""

    def known(name: str) -> Figure[InTrays]:
        values = IN_TRAYS_BY_NAME[name].values(some)
        return replace(IN_TRAYS_BY_NAME[name], values=lambda _: values)

    return {**IN_TRAYS_BY_NAME, **{name: known(name) for name in OF_TRAYS_ALONE}}


def _placed(figure: Figure[InTrays]) -> Figure[Placed]:
    fields = (figure.name, figure.of, figure.title, figure.unit, figure.help)
    return Figure(*fields, lambda placed: figure.values(placed.kept(InTrays.of)), figure.digits, figure.short)


FIGURES = tuple(map(_placed, IN_TRAYS))
"""The same of a placed design."""
