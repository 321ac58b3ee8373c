"""Walls, doors and obstacles of the floor as tables with cells to edit; sizes of trays."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import shown_number
from fatdesk.core.schema import field_at
from fatdesk.core.struct import Struct
from fatdesk.engine.floor.building import Door, Wall, line_mm
from fatdesk.engine.floor.floor import Tray
from fatdesk.engine.floor.room import Area
from fatdesk.gui.inspector.areas import of_width
from fatdesk.gui.inspector.typed import exact_metres, millimetres, point_in_field, point_mm, whole
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.column import Choice, figure
from fatdesk.gui.tables.table_view import ViewTable
from fatdesk.gui.widgets.numbers import in_sentence, parse_number
from fatdesk.project.commands import Command
from fatdesk.project.commands.building import ChangeDoor, ChangeWall
from fatdesk.project.commands.room import ChangeColumn, ChangeTray
from fatdesk.project.document.ref import COLUMN, DOOR, WALL


class WallRow(NamedTuple):
    """A wall and its place in the list."""

    number: int
    wall: Wall


class DoorRow(NamedTuple):
    """A door and its place in the list."""

    number: int
    door: Door


class AreaRow(NamedTuple):
    """An obstacle or keep-out area and its place in the list."""

    number: int
    area: Area


def _do(session: Session, make: Callable[[], Command]) -> bool:
    """Do a command made from a typed text; where it cannot be made, state what to type instead."""
    try:
        return session.do(make())
    except FatdeskError as error:
        session.refuse(in_sentence(str(error)))
        return False


def _choice(kind: type[Struct], key: str, text: str) -> str:
    """Return the value of a choice that a text names by its title or as files have it.

    Raises
    ------
    FatdeskError
        When it names none.
    """
    choices = dict(field_at(kind, key).choices)
    meant = text.strip().casefold()
    for value, title in choices.items():
        if meant in (str(value).casefold(), title.casefold()):
            return str(value)
    raise FatdeskError(f"type {' or '.join(choices.values())}")


def _choices(kind: type[Struct], key: str) -> tuple[Choice, ...]:
    return tuple(Choice(title, title) for title in dict(field_at(kind, key).choices).values())


def _mm(text: str) -> float:
    return round(float(parse_number(text, "mm", "mm")), 3)


def walls_table(session: Session) -> ViewTable[WallRow]:
    """Return the table of the walls."""

    def put(row: WallRow, **values: Any) -> Command:
        wall = session.project.floor.walls[row.number]  # as an earlier cell of a pasted block left it
        return ChangeWall(index=row.number, wall=replace(wall, **values))

    def corner(row: WallRow, at: int, text: str) -> Command:
        points = [*session.project.floor.walls[row.number].points_mm]
        points[at] = point_mm(text)
        return put(row, points_mm=tuple(points))

    columns: tuple[Column[WallRow], ...] = (
        Column("Wall", 64, lambda r: str(r.number + 1), lambda r: r.number, number=True),
        Column(
            "Name",
            160,
            lambda r: r.wall.name,
            edit=lambda r, text: _do(session, lambda: put(r, name=text)),
            strong=True,
            stretch=True,
        ),
        Column(
            "Thickness, mm",
            112,
            lambda r: shown_number(r.wall.thickness_mm),
            lambda r: r.wall.thickness_mm,
            number=True,
            edit=lambda r, text: _do(session, lambda: put(r, thickness_mm=_mm(text))),
        ),
        figure("Length, m", 96, lambda r: line_mm(r.wall.points_mm) / 1000, ",.3f"),
        figure("Corners", 84, lambda r: len(r.wall.points_mm)),
        Column(
            "Start: x; y, m",
            140,
            lambda r: point_in_field(r.wall.points_mm[0]),
            lambda r: r.wall.points_mm[0],
            edit=lambda r, text: _do(session, lambda: corner(r, 0, text)),
        ),
        Column(
            "End: x; y, m",
            140,
            lambda r: point_in_field(r.wall.points_mm[-1]),
            lambda r: r.wall.points_mm[-1],
            edit=lambda r, text: _do(session, lambda: corner(r, -1, text)),
        ),
    )

    def rows(some: Session) -> Sequence[WallRow]:
        return [WallRow(number, wall) for number, wall in enumerate(some.project.floor.walls)]

    return ViewTable("Walls", columns, rows, lambda r: WALL(r.number), "There are no walls yet; W draws one.")


def doors_table(session: Session) -> ViewTable[DoorRow]:
    """Return the table of the doors."""

    def put(row: DoorRow, **values: Any) -> Command:
        return ChangeDoor(index=row.number, door=replace(session.project.floor.doors[row.number], **values))

    def leaves(text: str) -> int:
        count = whole(text)
        if count not in (1, 2):
            raise FatdeskError("type 1 or 2 leaves")
        return count

    def width(row: DoorRow, text: str) -> Command:
        door = session.project.floor.doors[row.number]
        return ChangeDoor(index=row.number, door=of_width(door, millimetres(text)))

    sides = dict(field_at(Door, "opens").choices)
    columns: tuple[Column[DoorRow], ...] = (
        Column("Door", 64, lambda r: str(r.number + 1), lambda r: r.number, number=True),
        Column(
            "Name",
            160,
            lambda r: r.door.name,
            edit=lambda r, text: _do(session, lambda: put(r, name=text)),
            strong=True,
            stretch=True,
        ),
        Column(
            "Width, m",
            96,
            lambda r: exact_metres(r.door.width_mm),
            lambda r: r.door.width_mm,
            number=True,
            edit=lambda r, text: _do(session, lambda: width(r, text)),
            about="From the hinge, which stays where it is",
        ),
        Column(
            "Opens to the",
            110,
            lambda r: sides[r.door.opens],
            edit=lambda r, text: _do(session, lambda: put(r, opens=_choice(Door, "opens", text))),
            choices=lambda _: _choices(Door, "opens"),
        ),
        figure(
            "Leaves",
            76,
            lambda r: r.door.leaves,
            edit=lambda r, text: _do(session, lambda: put(r, leaves=leaves(text))),
        ),
        Column(
            "Hinge: x; y, m",
            140,
            lambda r: point_in_field(r.door.hinge_mm),
            lambda r: r.door.hinge_mm,
            edit=lambda r, text: _do(session, lambda: put(r, hinge_mm=point_mm(text))),
        ),
        Column(
            "Latch: x; y, m",
            140,
            lambda r: point_in_field(r.door.latch_mm),
            lambda r: r.door.latch_mm,
            edit=lambda r, text: _do(session, lambda: put(r, latch_mm=point_mm(text))),
        ),
    )

    def rows(some: Session) -> Sequence[DoorRow]:
        return [DoorRow(number, door) for number, door in enumerate(some.project.floor.doors)]

    return ViewTable("Doors", columns, rows, lambda r: DOOR(r.number), "There are no doors yet; D draws one.")


def obstacles_table(session: Session) -> ViewTable[AreaRow]:
    """Return the table of columns, boxes of wall and keep-out areas."""

    def put(row: AreaRow, key: str, value: object) -> Command:
        area = session.project.floor.columns[row.number]
        return ChangeColumn(index=row.number, column=replace(area, **{key: value}))

    kinds = dict(field_at(Area, "kind").choices)

    def length(key: str) -> Column[AreaRow]:
        return Column(
            f"{field_at(Area, key).title}, m",
            96,
            lambda r: exact_metres(getattr(r.area, key) * 1000),
            lambda r: getattr(r.area, key),
            number=True,
            edit=lambda r, text: _do(session, lambda: put(r, key, millimetres(text) / 1000)),
        )

    columns: tuple[Column[AreaRow], ...] = (
        Column("Obstacle", 84, lambda r: str(r.number + 1), lambda r: r.number, number=True),
        Column(
            "Name",
            160,
            lambda r: r.area.name,
            edit=lambda r, text: _do(session, lambda: put(r, "name", text)),
            strong=True,
            stretch=True,
        ),
        Column(
            "Kind",
            120,
            lambda r: kinds[r.area.kind],
            edit=lambda r, text: _do(session, lambda: put(r, "kind", _choice(Area, "kind", text))),
            choices=lambda _: _choices(Area, "kind"),
        ),
        *(length(key) for key in ("x_m", "y_m", "width_m", "depth_m")),
    )

    def rows(some: Session) -> Sequence[AreaRow]:
        return [AreaRow(number, area) for number, area in enumerate(some.project.floor.columns)]

    return ViewTable(
        "Obstacles",
        columns,
        rows,
        lambda r: COLUMN(r.number),
        "There are no obstacles yet.",
    )


def set_tray(session: Session, tray_id: str, key: str, text: str) -> bool:
    """Set the width, depth (mm) or elevation (m) of a tray to a typed length."""
    tray = next(tray for tray in session.project.floor.trays if tray.id == tray_id)

    def command() -> Command:
        mm = millimetres(text) if key == "elevation_mm" else _mm(text)
        changed: Tray = replace(tray, **{key: mm})
        return ChangeTray(tray=changed)

    return _do(session, command)
