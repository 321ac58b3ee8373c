"""Walls, doors, obstacles and trays as tables whose cells can be typed; each edit is one step."""

import pytest
from msgspec.structs import replace

from fatdesk.engine.floor.building import Door, Wall
from fatdesk.engine.floor.room import Area
from fatdesk.gui.floor.table_view import floor_tables
from fatdesk.gui.inspector.typed import point_mm
from fatdesk.gui.tables import RowsModel
from fatdesk.project.commands import Batch
from fatdesk.project.commands.building import AddDoor, AddWall, ChangeWall
from fatdesk.project.commands.room import AddColumn
from fatdesk.project.document.ref import COLUMN, DOOR, WALL
from fatdesk.project.files.file_format import encode

WALLS = (Wall(points_mm=((-4000.0, -4000.0), (-4000.0, 9000.0)), name="west"),)
DOORS = (Door(hinge_mm=(-4000.0, 0.0), latch_mm=(-4000.0, 900.0)),)
AREA = Area(x_m=-9.0, y_m=-9.0, width_m=0.5, depth_m=0.25)


@pytest.fixture
def session(desk):
    found = desk.session
    commands = (AddWall(wall=WALLS[0]), AddDoor(door=DOORS[0]), AddColumn(column=AREA))
    assert found.do(Batch(name="Building", commands=commands))
    return found


def cells(session, title):
    """The texts of the first row of a table by column, and what types into one of them."""
    table = next(table for table in floor_tables(session) if table.title == title)
    row = table.rows(session)[0]
    by_title = {column.title: column for column in table.columns}

    def type_(column, text):
        return by_title[column].edit(row, text)

    return {name: column.text(row) for name, column in by_title.items()}, type_, table.element(row)


def test_walls_doors_and_obstacles_are_listed_and_typed_into(session):
    texts, type_, ref = cells(session, "Walls")
    assert ref == WALL(0)
    assert (texts["Name"], texts["Thickness, mm"], texts["Length, m"]) == ("west", "100", "13.000")
    assert type_("Thickness, mm", "20 cm")
    assert session.project.floor.walls[0] == replace(WALLS[0], thickness_mm=200.0)
    session.undo()
    assert type_("End: x; y, m", "-4; 8")
    assert session.project.floor.walls[0].points_mm[1] == (-4000.0, 8000.0)
    texts, type_, ref = cells(session, "Doors")
    assert ref == DOOR(0)
    assert (texts["Width, m"], texts["Opens to the"], texts["Leaves"]) == ("0.900", "Left", "1")
    assert type_("Width, m", "1.2 m")
    assert session.project.floor.doors[0].latch_mm == (-4000.0, 1200.0)
    session.undo()
    assert type_("Opens to the", "right")
    assert type_("Leaves", "2")
    assert (session.project.floor.doors[0].opens, session.project.floor.doors[0].leaves) == ("right", 2)
    texts, type_, ref = cells(session, "Obstacles")
    assert ref == COLUMN(0)
    assert (texts["Kind"], texts["x, m"], texts["Depth, m"]) == ("Column", "-9.000", "0.250")
    assert type_("Kind", "Keep-out area")
    assert type_("Width, m", "800 mm")
    assert session.project.floor.columns[0] == replace(AREA, kind="keep-out", width_m=0.8)


def test_walls_sort_by_the_number_of_corners_and_not_by_its_text(session):
    walls = [Wall(points_mm=tuple((-5000.0, 100.0 * at) for at in range(corners))) for corners in (9, 10)]
    assert session.do(Batch(name="Walls", commands=tuple(AddWall(wall=wall) for wall in walls)))
    table = next(table for table in floor_tables(session) if table.title == "Walls")
    model = RowsModel(table.columns)
    model.show(table.rows(session))
    model.sort([column.title for column in table.columns].index("Corners"))
    assert [len(row.item.points_mm) for row in model.shown()] == [2, 9, 10]


def test_what_cannot_be_typed_is_refused_and_changes_nothing(session):
    before, said = encode(session.project), []
    session.refused.connect(said.append)
    for title, column, text in (
        ("Walls", "Thickness, mm", "thick"),
        ("Walls", "Thickness, mm", "9 m"),
        ("Walls", "Start: x; y, m", "4"),
        ("Doors", "Leaves", "3"),
        ("Doors", "Width, m", "1 mm"),
        ("Doors", "Opens to the", "up"),
        ("Obstacles", "Kind", "tree"),
        ("Obstacles", "Width, m", "-1"),
        ("Trays", "Width, mm", "0"),
    ):
        said.clear()
        assert not cells(session, title)[1](column, text), (title, column)
        assert len(said) == 1, (title, column, said)
        assert said[0][0].isupper() or said[0][0] == "“"
        assert said[0].endswith(".")
    assert encode(session.project) == before


def test_sizes_of_trays_are_typed_in_the_list(session):
    _, type_, _ = cells(session, "Trays")
    assert type_("Width, mm", "12 in")
    assert type_("Elevation, m", "2.8")
    tray = session.project.floor.trays[0]
    assert (tray.width_mm, tray.elevation_mm) == (pytest.approx(304.8), 2800.0)


def test_cells_that_can_be_typed_show_all_digits_in_the_number_language(session, decimal_comma):
    wall = replace(WALLS[0], thickness_mm=12.7, points_mm=((-4000.0, 1234.5), (-4000.0, 9000.0)))
    assert session.do(ChangeWall(index=0, wall=wall))
    shown = {}
    for table in floor_tables(session):
        model = RowsModel(table.columns)
        model.show(table.rows(session))
        for number, column in enumerate(table.columns):
            if column.edit is not None and model.rowCount():
                shown[table.title, column.title] = model.data(model.index(0, number))
                assert not column.edit(model.row(0), "no number") or column.title == "Name"
    assert shown["Walls", "Thickness, mm"] == "12,7"
    assert shown["Walls", "Start: x; y, m"] == "-4,000; 1,2345"
    assert shown["Doors", "Hinge: x; y, m"] == "-4,000; 0,000"
    assert shown["Obstacles", "Width, m"] == "0,500"
    assert point_mm(shown["Walls", "Start: x; y, m"]) == wall.points_mm[0]


def test_a_door_is_not_turned_by_a_negative_width(session):
    said = []
    session.refused.connect(said.append)
    assert not cells(session, "Doors")[1]("Width, m", "-1")
    assert said == ["Type a width above 0."]
    assert session.project.floor.doors == DOORS
