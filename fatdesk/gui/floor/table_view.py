"""The floor as tables: racks with their budgets, trays with their fill, the building, cuts of the room."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from fatdesk.core.number_text import shown_number
from fatdesk.engine.drawing.plan import Amount
from fatdesk.engine.floor.building import line_mm
from fatdesk.engine.floor.floor import letters, rack_cells, rack_label
from fatdesk.engine.physical.tray_figures import IN_TRAYS_BY_NAME, InTrays
from fatdesk.gui.analysis.cuts import STANDS, density, room_cuts
from fatdesk.gui.floor.building_tables import doors_table, obstacles_table, set_tray, walls_table
from fatdesk.gui.inspector.typed import exact_metres
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.column import figure
from fatdesk.gui.tables.table_view import ViewTable
from fatdesk.gui.widgets.numbers import bounded
from fatdesk.gui.widgets.sorting import natural
from fatdesk.networks.schedules.universal_trees.cutting import Plane
from fatdesk.project.document.ref import CUT, RACK, TRAY


class RackRow(NamedTuple):
    """A rack with its place and budgets."""

    number: int
    label: str
    cell: str
    identifier: str
    part: str
    row: int
    position: int
    x_m: float
    y_m: float
    devices: int
    used_u: int
    reserved_u: int
    total_u: int
    power_w: Amount
    mass_kg: Amount


class Judgement(NamedTuple):
    """A figure of a tray; ``over``: beyond a limit of the profile."""

    value: float
    at_least: bool
    over: bool


class TrayRow(NamedTuple):
    """A tray with its size and fill."""

    id: str
    length_m: float
    width_mm: float
    depth_mm: float
    elevation_m: float
    fill: float
    at_least: bool
    over: bool
    cables: int
    height: Judgement
    load: Judgement


class CutRow(NamedTuple):
    """A plane that halves a part of the room."""

    number: int
    plane: Plane
    holds: bool


def cut_rows(session: Session) -> list[CutRow]:
    """The planes of the last cut of the room, from the whole room on."""
    found = room_cuts(session)
    if found is None:
        return []
    return [CutRow(number, plane, found.holds) for number, plane in enumerate(found.planes)]


def _span(axis: int, row: CutRow) -> str:
    """From where to where a plane goes along an axis; nothing across itself."""
    if axis == row.plane.axis:
        return "–"
    return f"{row.plane.low_m[axis]:.2f} – {row.plane.high_m[axis]:.2f}"


def rack_rows(session: Session) -> list[RackRow]:
    """All racks of the floor, row by row."""
    rows = []
    cells = rack_cells(session.project.floor, session.derived.catalog.find)
    identifiers = session.derived.rack_identifiers
    for rack in sorted(session.project.floor.racks, key=lambda rack: (rack.row, rack.position)):
        figures = session.subjects.rack(rack)
        rows.append(
            RackRow(
                rack.number,
                rack_label(rack),
                cells.get(rack.number, ""),
                identifiers.get(rack.number, ""),
                rack.part,
                rack.row,
                rack.position,
                rack.x_mm / 1000,
                rack.y_mm / 1000,
                len(rack.devices),
                figures.used_u,
                figures.reserved_u,
                figures.total_u,
                figures.power_w,
                figures.mass_kg,
            )
        )
    return rows


JUDGED = ("tray-height", "tray-load")


def _judgements(session: Session, name: str) -> dict[str, Judgement]:
    """A figure of the trays in which cables run."""
    derived = session.derived
    over = {
        one.values.elements[index]
        for one in derived.judged
        if one.rule.figure == name
        for index in np.flatnonzero(one.exceeds).tolist()
    }
    values = IN_TRAYS_BY_NAME[name].values(derived.placed.kept(InTrays.of))
    amounts = zip(values.elements, values.amount.tolist(), values.at_least.tolist(), strict=True)
    return {tray: Judgement(amount, at_least, tray in over) for tray, amount, at_least in amounts}


def _judged(title: str, width: int, read: Callable[[TrayRow], Judgement], spec: str) -> Column[TrayRow]:
    """The column of a figure that rules may limit."""
    return Column(
        title,
        width,
        lambda t: bounded(read(t).value, read(t).at_least, spec),
        lambda t: read(t).value,
        number=True,
        tone=lambda t: (
            "error" if read(t).over else "warn" if read(t).at_least and not read(t).value else "text"
        ),
        mark=lambda t: "error" if read(t).over else "",
    )


def tray_rows(session: Session) -> list[TrayRow]:
    """All trays, with the cables that run through them."""
    judgements = {name: _judgements(session, name) for name in JUDGED}
    worst, limit = session.derived.filling.worst, session.project.cabling.fill_limit
    runs = session.wiring.codes("run")
    cables: Counter[str] = Counter()
    often = Counter(runs.code.tolist())
    for number, run in enumerate(runs.values):
        for tray in set(run):
            cables[tray] += often[number]
    rows = []
    for tray in session.project.floor.trays:
        fill, bound = worst.get(tray.id, (0.0, False))
        rows.append(
            TrayRow(
                tray.id,
                line_mm(tray.points_mm) / 1000,
                tray.width_mm,
                tray.depth_mm,
                tray.elevation_mm / 1000,
                fill,
                bound,
                fill > limit,
                cables[tray.id],
                *(judgements[name].get(tray.id, Judgement(0.0, False, False)) for name in JUDGED),
            )
        )
    return rows


def amount(value: Amount, factor: float, spec: str) -> str:
    """A sum that may be a lower bound."""
    return bounded(value.value * factor, value.at_least, spec)


def _tone(value: Amount) -> str:
    return "warn" if value.at_least and not value.value else "text"


_RACKS: tuple[Column[RackRow], ...] = (
    Column("Rack", 110, lambda r: r.label, order=natural, strong=True),
    Column("Row", 70, lambda r: letters(r.row), lambda r: r.row),
    figure("Position", 84, lambda r: r.position + 1),
    figure("Used, U", 84, lambda r: r.used_u),
    figure("Reserved, U", 98, lambda r: r.reserved_u),
    figure("Free, U", 80, lambda r: r.total_u - r.used_u - r.reserved_u),
    Column(
        "Power, kW",
        96,
        lambda r: amount(r.power_w, 0.001, ",.1f"),
        lambda r: r.power_w.value,
        number=True,
        tone=lambda r: _tone(r.power_w),
    ),
    Column(
        "Mass, kg",
        96,
        lambda r: amount(r.mass_kg, 1, ",.0f"),
        lambda r: r.mass_kg.value,
        number=True,
        tone=lambda r: _tone(r.mass_kg),
    ),
    figure("Devices", 84, lambda r: r.devices),
    Column("Cell", 76, lambda r: r.cell, order=natural, about="In the grid of the room"),
    Column("Identifier", 110, lambda r: r.identifier, order=natural, about="By the scheme of the project"),
    figure("x, m", 84, lambda r: r.x_m, ",.3f", tone=lambda _: "text2"),
    figure("y, m", 84, lambda r: r.y_m, ",.3f", tone=lambda _: "text2"),
    Column("Part", 150, lambda r: r.part, tone=lambda _: "text2", stretch=True),
)

_TRAYS: tuple[Column[TrayRow], ...] = (
    Column("Tray", 150, lambda t: t.id, order=natural, strong=True, stretch=True),
    figure("Length, m", 96, lambda t: t.length_m, ",.2f"),
    Column(
        "Fill, %",
        96,
        lambda t: bounded(t.fill * 100, t.at_least, ",.1f"),
        lambda t: t.fill,
        number=True,
        strong=True,
        tone=lambda t: "error" if t.over else "warn" if t.at_least and not t.fill else "text",
        mark=lambda t: "error" if t.over else "",
    ),
    figure("Cables", 84, lambda t: t.cables),
    _judged("Height of cables, mm", 150, lambda t: t.height, ",.1f"),
    _judged("Load, kg/m", 104, lambda t: t.load, ",.2f"),
    Column(
        "Elevation, m",
        104,
        lambda t: exact_metres(t.elevation_m * 1000),
        lambda t: t.elevation_m,
        number=True,
    ),
    Column("Width, mm", 96, lambda t: shown_number(t.width_mm), lambda t: t.width_mm, number=True),
    Column("Depth, mm", 96, lambda t: shown_number(t.depth_mm), lambda t: t.depth_mm, number=True),
)


def _spans(axis: int) -> Column[CutRow]:
    return Column(
        f"{'xyz'[axis]}, m",
        130,
        partial(_span, axis),
        lambda c: c.plane.low_m[axis],
        number=True,
        tone=lambda _: "text2",
    )


_CUTS: tuple[Column[CutRow], ...] = (
    figure("Level", 64, lambda c: c.plane.level),
    Column("Position", 150, lambda c: STANDS[c.plane.axis], stretch=True),
    Column(
        "At, m",
        84,
        lambda c: f"{'xyz'[c.plane.axis]} {c.plane.at_m:.3f}",
        lambda c: (c.plane.axis, c.plane.at_m),
        number=True,
    ),
    *(_spans(axis) for axis in range(3)),
    figure("Links", 76, lambda c: c.plane.links),
    figure("Bandwidth, Gb/s", 124, lambda c: c.plane.gbps, ",.0f"),
    figure("Area, m²", 84, lambda c: c.plane.area_m2, ".2f"),
    Column(
        "Gb/s/m²",
        90,
        lambda c: density(c.plane),
        lambda c: -1.0 if c.plane.gbps_per_m2 is None else c.plane.gbps_per_m2,
        number=True,
        strong=True,
    ),
    Column("State", 110, lambda c: "" if c.holds else "out of date", tone=lambda _: "warn"),
)


def _tray_columns(session: Session) -> tuple[Column[TrayRow], ...]:
    """Columns of trays; sizes can be typed."""
    keys = {"Elevation, m": "elevation_mm", "Width, mm": "width_mm", "Depth, mm": "depth_mm"}

    def typed(key: str, row: TrayRow, text: str) -> bool:
        return set_tray(session, row.id, key, text)

    return tuple(
        replace(column, edit=partial(typed, keys[column.title])) if column.title in keys else column
        for column in _TRAYS
    )


def floor_tables(session: Session) -> tuple[ViewTable[Any], ...]:
    """Return the tables of all that is drawn on the floor."""
    return (
        ViewTable("Racks", _RACKS, rack_rows, lambda r: RACK(r.number), "There are no racks yet."),
        ViewTable(
            "Trays", _tray_columns(session), tray_rows, lambda t: TRAY(t.id), "There are no trays yet."
        ),
        walls_table(session),
        doors_table(session),
        obstacles_table(session),
        ViewTable(
            "Cuts",
            _CUTS,
            cut_rows,
            lambda c: CUT(c.number),
            "Switch on the layer Cuts of the room, or measure traffic in Schedule.",
        ),
    )
