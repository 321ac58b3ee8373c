"""Inspector page of obstacles and keep-out areas, aisles, and cuts of the room."""

from msgspec.structs import replace
from PySide6.QtWidgets import QGridLayout

from fatdesk.core.errors import FatdeskError
from fatdesk.core.schema import field_at
from fatdesk.engine.floor.floor import letters
from fatdesk.engine.floor.room import Area
from fatdesk.engine.floor.rows import Aisle
from fatdesk.gui.analysis.cuts import STANDS, density, plane_of, room_cuts
from fatdesk.gui.inspector.typed import do_all, millimetres, shared
from fatdesk.gui.views.property_page import Page
from fatdesk.project.commands.aisles import aisles, set_aisles
from fatdesk.project.commands.floor_edits import parts_of
from fatdesk.project.commands.room import ChangeColumn
from fatdesk.project.document.ref import Between


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
    page.title(area.name or kind, f"{kind}: no rack may be placed here")
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


def show_aisle(page: Page, rows: Between) -> None:
    """The page of the way between two rows."""
    session = page.session
    floor, parts = session.project.floor, parts_of(session.project)
    found = [aisle for aisle in aisles(floor, parts) if (aisle.before, aisle.after) == rows]
    if not found:
        page.title("Aisle", "There is no aisle between these rows")
        return
    aisle = found[0]
    page.title(f"Aisle {letters(aisle.before)} – {letters(aisle.after)}", "Between two rows")
    _width(page, found)
    page.note(
        f"Row {letters(aisle.after)} and all rows beyond it move, and the trays above them are extended."
    )


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
            return "Type a width above 0, such as 1.2, or 48 in."
        command = set_aisles(session.project.floor, parts_of(session.project), chosen, width)
        return command is None or session.do(command)

    shown = shared(aisle.width_mm for aisle in chosen)
    page.field(grid, "Width", None if shown is None else f"{shown / 1000:.3f}", commit, "m")
