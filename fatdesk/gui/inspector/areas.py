"""Inspector pages of areas: obstacles, keep-out areas, aisles, cuts, failure zones; and of power feeds."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtWidgets import QGridLayout

from fatdesk.core.errors import FatdeskError
from fatdesk.core.schema import field_at
from fatdesk.core.typed_values import name_meant
from fatdesk.engine.drawing.floor_picture import AISLE_NAMES
from fatdesk.engine.floor.building import Door, Wall, line_mm
from fatdesk.engine.floor.floor import (
    Aisle,
    Feed,
    Rack,
    Zone,
    letters,
    rack_label,
    racks_in_zone,
    zone_around,
)
from fatdesk.engine.floor.room import Area
from fatdesk.gui.analysis.cuts import STANDS, density, plane_of, room_cuts
from fatdesk.gui.inspector.typed import do_all, millimetres, point_in_field, point_mm, shared
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.property_page import LIST, Page
from fatdesk.gui.widgets.numbers import in_field
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.aisles import aisles, set_aisles
from fatdesk.project.commands.building import ChangeDoor, ChangeWall
from fatdesk.project.commands.floor_edits import parts_of
from fatdesk.project.commands.room import (
    ChangeColumn,
    RemoveFeed,
    RemoveZone,
    RenameFeed,
    RenameZone,
    SetFeed,
    SetZone,
)
from fatdesk.project.document.ref import FEED, ZONE, Between, Ref

MOST_POINTS = 12
"""Corners of a wall that its page shows."""
NO_RACK = "No rack may be placed here"


def show_cut(page: Page, number: int) -> None:
    """Show the position of a cut, and what crosses it."""
    plane, found = plane_of(page.session, number), room_cuts(page.session)
    if plane is None or found is None:
        page.title("Cut", "The room has been cut differently since then")
        return
    page.title(f"Cut of level {plane.level}", f"{STANDS[plane.axis]}, for {found.name}")
    if not found.holds:
        page.banner("Racks or devices have been moved since: it belongs to an earlier state of the project.")
    grid = page.section("Crossing")
    page.value(grid, "Links", f"{plane.links:,}", strong=True)
    page.value(grid, "Bandwidth", f"{plane.gbps:,.0f}", "Gb/s")
    page.value(grid, "Density", density(plane), "Gb/s/m²", strong=True)
    page.note("What must cross the room there, whatever carries it.", "text3")
    grid = page.section("Place")
    page.value(grid, f"At {'xyz'[plane.axis]}", f"{plane.at_m:.3f}", "m")
    for axis, name in enumerate("xyz"):
        if axis != plane.axis:
            page.value(grid, f"From {name}", f"{plane.low_m[axis]:.3f} – {plane.high_m[axis]:.3f}", "m")
    page.value(grid, "Area", f"{plane.area_m2:.2f}", "m²")


def show_column(page: Page, number: int) -> None:
    """The page of one area."""
    session = page.session
    areas = session.project.floor.columns
    if number >= len(areas):
        page.title("Column", "It was removed")
        return
    area = areas[number]
    kind = field_at(Area, "kind").write(area.kind)
    page.title(area.name or kind, f"{kind}: no rack may be placed here" if area.name else NO_RACK)
    _fields(page, {number: area})


def show_columns(page: Page, ids: list[int]) -> None:
    """Kind, name, place and size of several areas."""
    areas = page.session.project.floor.columns
    found = {number: areas[number] for number in sorted(ids) if number < len(areas)}
    if found:
        _fields(page, found)


def _fields(page: Page, areas: dict[int, Area]) -> None:
    session, several = page.session, len(areas) > 1
    which = f"{len(areas)} areas" if several else "an area"
    grid = page.section("Area")

    def to(key: str, value: object, word: str) -> bool:
        commands = [
            ChangeColumn(index=number, column=replace(area, **{key: value}))
            for number, area in areas.items()
            if getattr(area, key) != value
        ]
        return do_all(session, word, commands)

    def add(grid: QGridLayout, key: str, word: str) -> None:
        field, values = field_at(Area, key), [getattr(area, key) for area in areas.values()]
        page.decided(grid, field, values, lambda value: to(key, value, f"{word} {which}"))

    add(grid, "kind", "Change the kind of")
    add(grid, "name", "Rename")
    grid = page.section("Place and size")
    for key, word in (("x_m", "Move"), ("y_m", "Move"), ("width_m", "Resize"), ("depth_m", "Resize")):
        add(grid, key, word)


def show_wall(page: Page, number: int) -> None:
    """The page of one wall."""
    walls = page.session.project.floor.walls
    if number >= len(walls):
        page.title("Wall", "It was removed")
        return
    wall = walls[number]
    length = line_mm(wall.points_mm) / 1000
    page.title(wall.name or "Wall", f"{length:.2f} m long: no rack may be placed in it")
    _wall_fields(page, {number: wall})
    grid = page.section("Corners", f"{len(wall.points_mm)} points, x and y in m")
    for at, point in enumerate(wall.points_mm):
        if at >= MOST_POINTS:
            page.note(f"And {len(wall.points_mm) - MOST_POINTS} more.", "text3")
            break
        text, commit = point_in_field(point), partial(_to_point, page.session, number, at)
        page.field(grid, f"Point {at + 1}", text, commit, wide=LIST)


def _to_point(session: Session, number: int, at: int, text: str) -> bool | str:
    """Move a corner of a wall to a typed point."""
    try:
        point = point_mm(text)
    except FatdeskError as error:
        return f"{error}."
    wall = session.project.floor.walls[number]
    points = (*wall.points_mm[:at], point, *wall.points_mm[at + 1 :])
    return do_all(
        session,
        "Change the line of a wall",
        [ChangeWall(index=number, wall=replace(wall, points_mm=points))],
    )


def show_walls(page: Page, ids: list[int]) -> None:
    """Thickness and name of several walls."""
    walls = page.session.project.floor.walls
    found = {number: walls[number] for number in sorted(ids) if number < len(walls)}
    if found:
        _wall_fields(page, found)


def _wall_fields(page: Page, walls: dict[int, Wall]) -> None:
    session, which = page.session, f"{len(walls)} walls" if len(walls) > 1 else "a wall"
    grid = page.section("Wall")

    def to(key: str, word: str, value: object) -> bool:
        commands = [
            ChangeWall(index=number, wall=replace(wall, **{key: value}))
            for number, wall in walls.items()
            if getattr(wall, key) != value
        ]
        return do_all(session, f"{word} {which}", commands)

    for key, word in (("name", "Rename"), ("thickness_mm", "Change the thickness of")):
        values = [getattr(wall, key) for wall in walls.values()]
        page.decided(grid, field_at(Wall, key), values, partial(to, key, word))


def show_door(page: Page, number: int) -> None:
    """The page of one door."""
    doors = page.session.project.floor.doors
    if number >= len(doors):
        page.title("Door", "It was removed")
        return
    door = doors[number]
    page.title(door.name or "Door", f"{door.width_mm / 1000:.2f} m wide")
    _door_fields(page, {number: door})


def show_doors(page: Page, ids: list[int]) -> None:
    """Side, leaves and name of several doors."""
    doors = page.session.project.floor.doors
    found = {number: doors[number] for number in sorted(ids) if number < len(doors)}
    if found:
        _door_fields(page, found)


def _door_fields(page: Page, doors: dict[int, Door]) -> None:
    session, which = page.session, f"{len(doors)} doors" if len(doors) > 1 else "a door"
    grid = page.section("Door")

    def to(word: str, change: Callable[[Door], Door]) -> bool | str:
        try:
            changed = {number: change(door) for number, door in doors.items()}
        except FatdeskError as error:
            return f"{error}."
        commands = [
            ChangeDoor(index=number, door=door) for number, door in changed.items() if door != doors[number]
        ]
        return do_all(session, f"{word} {which}", commands)

    def put(key: str, word: str, value: object) -> bool | str:
        return to(word, lambda door: replace(door, **{key: value}))

    words = {"name": "Rename", "opens": "Change the side of", "leaves": "Change the leaves of"}
    for key, word in words.items():
        values = [getattr(door, key) for door in doors.values()]
        page.decided(grid, field_at(Door, key), values, partial(put, key, word))
    width = shared(door.width_mm for door in doors.values())

    def resize(text: str) -> bool | str:
        try:
            mm = millimetres(text)
        except FatdeskError as error:
            return f"{error}."
        return to("Resize", lambda door: of_width(door, mm))

    page.field(grid, "Width", None if width is None else f"{width / 1000:.3f}", resize, "m")
    page.note("The hinge stays where it is. A rack where the door swings is a finding.")


def of_width(door: Door, width_mm: float) -> Door:
    """Return a door of another width, from the same hinge.

    Raises
    ------
    FatdeskError
        When the width is not above 0: the door would be at the other side of its hinge.
    """
    if width_mm <= 0:
        raise FatdeskError("Type a width above 0")
    (x1, y1), (x2, y2) = door.hinge_mm, door.latch_mm
    share = width_mm / door.width_mm
    latch = (round(x1 + (x2 - x1) * share, 3), round(y1 + (y2 - y1) * share, 3))
    return replace(door, latch_mm=latch)


def show_aisle(page: Page, rows: Between) -> None:
    """The page of the way between two rows."""
    session = page.session
    floor, parts = session.project.floor, parts_of(session.project)
    found = [aisle for aisle in aisles(floor, parts) if (aisle.before, aisle.after) == rows]
    if not found:
        page.title("Aisle", "There is no aisle between these rows")
        return
    aisle = found[0]
    kind = AISLE_NAMES.get(aisle.kind, "Aisle")
    page.title(f"{kind} {letters(aisle.before)} – {letters(aisle.after)}", _SIDES[aisle.kind])
    _width(page, found)
    page.note(
        f"Row {letters(aisle.after)} and all rows beyond it move, and the trays above them are extended."
    )


_SIDES = {
    "cold": "Fronts of racks on both sides",
    "hot": "Rears of racks on both sides",
    "": "Between two rows",
}


def show_aisles(page: Page, ids: list[Between]) -> None:
    """The width of several aisles."""
    floor, parts = page.session.project.floor, parts_of(page.session.project)
    found = [aisle for aisle in aisles(floor, parts) if (aisle.before, aisle.after) in ids]
    if found:
        _width(page, found)
        page.note("The rows beyond each aisle move, and the trays above them are extended.")


def _width(page: Page, chosen: list[Aisle]) -> None:
    session = page.session
    grid = page.section("Width")

    def commit(text: str) -> bool | str:
        try:
            width = millimetres(text)
        except FatdeskError as error:
            return f"{error}."
        if width <= 0:
            return f"Type a width above 0, such as {in_field('1.2')}, or 48 in."
        command = set_aisles(session.project.floor, parts_of(session.project), chosen, width)
        return command is None or session.do(command)

    shown = shared(aisle.width_mm for aisle in chosen)
    page.field(grid, "Width", None if shown is None else f"{shown / 1000:.3f}", commit, "m")


LONGEST = 60
MOST_NAMED = 12
"""Racks that are named one by one where a zone is made or shown."""


def feeds_field(page: Page, racks: list[Rack]) -> None:
    """A section in which feeds of some racks are typed, and a zone around them is made."""
    session = page.session
    grid = page.section("Power feeds and zones", "for failures")
    numbers = [rack.number for rack in racks]
    found = [frozenset(feeds_of(session, number)) for number in numbers]
    text = ", ".join(feeds_of(session, numbers[0])) if len(set(found)) == 1 else None
    page.field(grid, "Power feeds", text, lambda typed: _assign_feeds(session, racks, typed), empty="none")
    which = "this rack" if len(racks) == 1 else "these racks"
    others = _between(session, racks)
    if others:
        which += f" and {_named(others)} between them"
    page.button(f"New zone around {which}", lambda: _zone(session, racks))


def feeds_of(session: Session, number: int) -> list[str]:
    """Names of the feeds that supply a rack."""
    return [feed.name for feed in session.project.floor.feeds if number in feed.racks]


def _listed(text: str) -> list[str]:
    """The names in a list with commas or semicolons, each once."""
    return list(dict.fromkeys(filter(None, (part.strip() for part in re.split("[,;]", text)))))


def _assign_feeds(session: Session, racks: Sequence[Rack], text: str) -> bool | str:
    """Hang racks on the feeds that are named, and on no others."""
    wanted = _listed(text)
    wrong = next((name for name in wanted if not _is_name(name)), None)
    if wrong is not None:
        return f"A name has 1 to {LONGEST} letters; separate several with commas."
    numbers = [rack.number for rack in racks]
    feeds = {feed.name: feed for feed in session.project.floor.feeds}
    for name in wanted:
        feeds.setdefault(name, Feed(name=name))
    commands: list[Command] = []
    for name, feed in feeds.items():
        kept = tuple(number for number in feed.racks if number not in numbers)
        now = (*kept, *numbers) if name in wanted else kept
        if set(now) != set(feed.racks) or (name in wanted and feed not in session.project.floor.feeds):
            commands.append(SetFeed(feed=Feed(name=name, racks=tuple(sorted(now)))))
    stated = rack_label(racks[0]) if len(racks) == 1 else f"{len(racks)} racks"
    return do_all(session, f"Power of {stated}", commands)


def _between(session: Session, racks: Sequence[Rack]) -> list[Rack]:
    """Racks that a zone around some others holds as well, because a zone is a rectangle."""
    floor, catalog = session.project.floor, session.derived.catalog
    chosen = {rack.number for rack in racks}
    held = racks_in_zone(floor, zone_around("around", tuple(racks), catalog), catalog)
    return [rack for rack in held if rack.number not in chosen]


def _named(racks: Sequence[Rack]) -> str:
    """Labels of racks, the first of many."""
    stated = ", ".join(rack_label(rack) for rack in racks[:MOST_NAMED])
    return stated if len(racks) <= MOST_NAMED else f"{stated} and {len(racks) - MOST_NAMED:,} more"


def _zone(session: Session, racks: Sequence[Rack]) -> None:
    """Put a zone around racks, and select it."""
    taken = {zone.name for zone in session.project.floor.zones}
    name = next(f"Zone {n}" for n in range(1, len(taken) + 2) if f"Zone {n}" not in taken)
    if session.do(SetZone(zone=zone_around(name, tuple(racks), session.derived.catalog))):
        session.select([ZONE(name)])


def show_feed(page: Page, name: str) -> None:
    """A power feed: its name and its racks."""
    session = page.session
    feed = next((some for some in session.project.floor.feeds if some.name == name), None)
    if feed is None:
        page.title(name, "It was removed")
        return
    page.title(name, "Power feed: its racks fail together")
    grid = page.section("Power feed")
    page.field(grid, "Name", name, lambda text: _rename(session, FEED(text), RenameFeed(name=name, to=text)))
    labels = {rack.number: rack_label(rack) for rack in session.project.floor.racks}
    text = ", ".join(labels.get(number, f"removed: {number}") for number in feed.racks)
    page.field(grid, "Racks", text, lambda typed: _racks(session, feed, typed), empty="none", wide=190)
    page.note("A rack with several feeds has power while one of them has.")
    page.button("Remove this power feed", lambda: _remove(session, RemoveFeed(name=name)))


def _racks(session: Session, feed: Feed, text: str) -> bool | str:
    numbers = {rack_label(rack): rack.number for rack in session.project.floor.racks}
    found = []
    for word in _listed(text):
        name = name_meant(word, numbers)
        if name is None:
            return f"There is no rack {word}. Type labels separated by commas, such as A01, A02."
        found.append(numbers[name])
    return session.do(SetFeed(feed=replace(feed, racks=tuple(sorted(dict.fromkeys(found))))))


def show_zone(page: Page, name: str) -> None:
    """A zone: its name, place and size."""
    session = page.session
    zone = next((some for some in session.project.floor.zones if some.name == name), None)
    if zone is None:
        page.title(name, "It was removed")
        return
    page.title(name, "Failure zone of the room")
    grid = page.section("Place and size")
    page.field(grid, "Name", name, lambda text: _rename(session, ZONE(text), RenameZone(name=name, to=text)))
    for key in ("x_m", "y_m", "width_m", "depth_m"):

        def put(value: float, key: str = key) -> bool:
            return session.do(SetZone(zone=replace(zone, **{key: value})))

        page.decided(grid, field_at(Zone, key), [getattr(zone, key)], put)
    held = racks_in_zone(session.project.floor, zone, session.derived.catalog)
    page.section("Racks", f"{len(held):,}")
    page.note(_named(held) if held else "No rack has its centre in this zone.")
    page.note(
        "A zone holds the racks whose centre is inside it. They fail together, with the cables through it."
    )
    page.button("Remove this zone", lambda: _remove(session, RemoveZone(name=name)))


def _rename(session: Session, renamed: Ref, command: RenameFeed | RenameZone) -> bool | str:
    if not _is_name(command.to):
        return f"Type a name of 1 to {LONGEST} characters."
    if not session.do(command):
        return False
    session.select([renamed])
    return True


def _remove(session: Session, command: Command) -> None:
    if session.do(Batch(commands=(command,), name=command.step)):
        session.select([])


def _is_name(text: str) -> bool:
    return 0 < len(text) <= LONGEST and text.isprintable()
