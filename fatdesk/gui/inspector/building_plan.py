"""Inspector page of the plan of the room: north, its grid, and the building plan below it."""

from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtWidgets import QFileDialog

from fatdesk.core.errors import UnsoundError
from fatdesk.core.schema import field_at, fields_of
from fatdesk.engine.floor.building import PlanSettings, Underlay
from fatdesk.engine.floor.building_plan import PDF
from fatdesk.engine.floor.room_grid import RoomGrid
from fatdesk.gui.analysis.building_plans import (
    KINDS,
    WAITING,
    building_plans_of,
    drawing_of,
    show_building_plan,
)
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import Name
from fatdesk.project.commands import Batch
from fatdesk.project.commands.building import SetPlan


def show_plan(page: Page, _: str) -> None:
    """Show north, the grid of the room and the building plan."""
    session, plan = page.session, page.session.project.floor.plan
    page.title("Plan of the room", "North, grid and building plan")
    grid = page.section("North")
    page.decided(
        grid,
        field_at(PlanSettings, "north_deg"),
        [plan.north_deg],
        lambda degrees: session.do(SetPlan(north_deg=degrees)),
    )
    page.note("Clockwise from the top: 90 where north is at the right. Drawings show an arrow.")
    _show_grid(page, plan.grid)
    under = plan.underlay
    grid = page.section("Building plan")
    if under is None:
        page.note("None. A DXF drawing, a PDF page, or a PNG or JPEG picture is shown below the floor.")
        page.button("Choose building plan…", partial(_choose, page))
        return
    drawing = drawing_of(session, under).plan
    page.value(grid, "File", Name(Path(under.file).name))
    if drawing.problem == WAITING:
        page.note("The page is being drawn…")
        building_plans_of(session).when_drawn(page.again)
    elif drawing.problem:
        page.banner(f"{Path(under.file).name} {drawing.problem}. The floor is shown without it.")
    elif drawing.sha256 != under.sha256:
        page.banner("The file has changed since it was placed: check that it still fits the room.")
    keys = ["mm_per_unit", "x_mm", "y_mm", "rotation_deg"]
    if Path(under.file).suffix.lower() == PDF:
        keys.insert(0, "page")
        if drawing.pages > 1:
            page.value(grid, "Pages of the file", f"{drawing.pages:,}")
    for key in keys:
        page.decided(grid, field_at(Underlay, key), [getattr(under, key)], partial(_put, session, under, key))
    page.note("Place > Scale building plan by two points, and Move building plan by two points.")
    page.button("Choose another file…", partial(_choose, page))
    page.button("Remove building plan", lambda: session.do(SetPlan(underlay=None)))


def _show_grid(page: Page, cells: RoomGrid | None) -> None:
    """Show the grid of the room with its fields, or the button that adds one."""
    session = page.session
    grid = page.section("Grid of the room", "" if cells is None else f"from {cells.first}")
    if cells is None:
        page.note("None. Cells such as AJ05, by which racks are found, are drawn on the floor and in rulers.")
        page.button("Add grid", lambda: session.do(SetPlan(grid=RoomGrid())))
        return
    for key, field in fields_of(RoomGrid).items():
        page.decided(grid, field, [getattr(cells, key)], partial(_put_grid, session, cells, key))
    page.button("Remove grid", lambda: session.do(SetPlan(grid=None)))


def _put_grid(session: Session, cells: RoomGrid, key: str, value: object) -> bool | str:
    try:
        changed = replace(cells, **{key: value})
    except UnsoundError as error:
        return f"{str(error).partition(': ')[2]}."
    return session.do(SetPlan(grid=changed))


def _put(session: Session, under: Underlay, key: str, value: float) -> bool:
    return session.do(
        Batch(name="Change building plan", commands=(SetPlan(underlay=replace(under, **{key: value})),))
    )


def _choose(page: Page) -> None:
    """Ask for the file, and place it."""
    session = page.session
    folder = session.path.parent if session.path else Path.home()
    name, _ = QFileDialog.getOpenFileName(page, "Building plan", str(folder), KINDS)
    if name:
        show_building_plan(session, Path(name))
