"""Walls, doors and obstacles of the floor as tables with cells to edit; sizes of trays."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

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

Item = TypeVar("Item")


class Numbered(NamedTuple, Generic[Item]):
    """A wall, door or obstacle, and its place in the list."""

    number: int
    item: Item


def _numbered(items: Iterable[Item]) -> list[Numbered[Item]]:
    return [Numbered(number, item) for number, item in enumerate(items)]


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


def _name(session: Session, put: Callable[..., Command]) -> Column[Numbered[Any]]:
    """The column of names; ``put`` makes the command that sets fields of a row."""
    return Column(
        "Name",
        160,
        lambda r: r.item.name,
        edit=lambda r, text: _do(session, lambda: put(r, name=text)),
        strong=True,
        stretch=True,
    )


def _place(
    session: Session,
    title: str,
    of: Callable[[Numbered[Any]], tuple[float, float]],
    move: Callable[[Numbered[Any], str], Command],
) -> Column[Numbered[Any]]:
    """The column of a point of each row; ``move`` makes the command that puts it where a text says."""
    return Column(
        f"{title}: x; y, m",
        140,
        lambda r: point_in_field(of(r)),
        of,
        edit=lambda r, text: _do(session, lambda: move(r, text)),
    )


def walls_table(session: Session) -> ViewTable[Numbered[Wall]]:
    """Return the table of the walls."""

    def put(row: Numbered[Wall], **values: Any) -> Command:
        wall = session.project.floor.walls[row.number]  # as an earlier cell of a pasted block left it
        return ChangeWall(index=row.number, wall=replace(wall, **values))

    def corner(row: Numbered[Wall], at: int, text: str) -> Command:
        points = [*session.project.floor.walls[row.number].points_mm]
        points[at] = point_mm(text)
        return put(row, points_mm=tuple(points))

    columns: tuple[Column[Numbered[Wall]], ...] = (
        figure("Wall", 64, lambda r: r.number + 1, "d"),
        _name(session, put),
        Column(
            "Thickness, mm",
            112,
            lambda r: shown_number(r.item.thickness_mm),
            lambda r: r.item.thickness_mm,
            number=True,
            edit=lambda r, text: _do(session, lambda: put(r, thickness_mm=_mm(text))),
        ),
        figure("Length, m", 96, lambda r: line_mm(r.item.points_mm) / 1000, ",.3f"),
        figure("Corners", 84, lambda r: len(r.item.points_mm)),
        _place(session, "Start", lambda r: r.item.points_mm[0], lambda r, text: corner(r, 0, text)),
        _place(session, "End", lambda r: r.item.points_mm[-1], lambda r, text: corner(r, -1, text)),
    )

    return ViewTable(
        "Walls",
        columns,
        lambda some: _numbered(some.project.floor.walls),
        lambda r: WALL(r.number),
        "There are no walls yet; W draws one.",
    )


def doors_table(session: Session) -> ViewTable[Numbered[Door]]:
    """Return the table of the doors."""

    def put(row: Numbered[Door], **values: Any) -> Command:
        return ChangeDoor(index=row.number, door=replace(session.project.floor.doors[row.number], **values))

    def leaves(text: str) -> int:
        count = whole(text)
        if count not in (1, 2):
            raise FatdeskError("type 1 or 2 leaves")
        return count

    def width(row: Numbered[Door], text: str) -> Command:
        door = session.project.floor.doors[row.number]
        return ChangeDoor(index=row.number, door=of_width(door, millimetres(text)))

    sides = dict(field_at(Door, "opens").choices)
    columns: tuple[Column[Numbered[Door]], ...] = (
        figure("Door", 64, lambda r: r.number + 1, "d"),
        _name(session, put),
        Column(
            "Width, m",
            96,
            lambda r: exact_metres(r.item.width_mm),
            lambda r: r.item.width_mm,
            number=True,
            edit=lambda r, text: _do(session, lambda: width(r, text)),
            about="From the hinge, which stays where it is",
        ),
        Column(
            "Opens to the",
            110,
            lambda r: sides[r.item.opens],
            edit=lambda r, text: _do(session, lambda: put(r, opens=_choice(Door, "opens", text))),
            choices=lambda _: _choices(Door, "opens"),
        ),
        figure(
            "Leaves",
            76,
            lambda r: r.item.leaves,
            edit=lambda r, text: _do(session, lambda: put(r, leaves=leaves(text))),
        ),
        _place(session, "Hinge", lambda r: r.item.hinge_mm, lambda r, text: put(r, hinge_mm=point_mm(text))),
        _place(session, "Latch", lambda r: r.item.latch_mm, lambda r, text: put(r, latch_mm=point_mm(text))),
    )

    return ViewTable(
        "Doors",
        columns,
        lambda some: _numbered(some.project.floor.doors),
        lambda r: DOOR(r.number),
        "There are no doors yet; D draws one.",
    )


def obstacles_table(session: Session) -> ViewTable[Numbered[Area]]:
    """Return the table of columns, boxes of wall and keep-out areas."""

    def put(row: Numbered[Area], **values: Any) -> Command:
        area = session.project.floor.columns[row.number]
        return ChangeColumn(index=row.number, column=replace(area, **values))

    kinds = dict(field_at(Area, "kind").choices)

    def length(key: str) -> Column[Numbered[Area]]:
        return Column(
            f"{field_at(Area, key).title}, m",
            96,
            lambda r: exact_metres(getattr(r.item, key) * 1000),
            lambda r: getattr(r.item, key),
            number=True,
            edit=lambda r, text: _do(session, lambda: put(r, **{key: millimetres(text) / 1000})),
        )

    columns: tuple[Column[Numbered[Area]], ...] = (
        figure("Obstacle", 84, lambda r: r.number + 1, "d"),
        _name(session, put),
        Column(
            "Kind",
            120,
            lambda r: kinds[r.item.kind],
            edit=lambda r, text: _do(session, lambda: put(r, kind=_choice(Area, "kind", text))),
            choices=lambda _: _choices(Area, "kind"),
        ),
        *(length(key) for key in ("x_m", "y_m", "width_m", "depth_m")),
    )

    return ViewTable(
        "Obstacles",
        columns,
        lambda some: _numbered(some.project.floor.columns),
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
