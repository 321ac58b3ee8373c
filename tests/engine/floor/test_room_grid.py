"""Cells of the grid of a room, and those of racks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import UnsoundError
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.building import PlanSettings
from fatdesk.engine.floor.floor import Floor, Rack, cell_findings, rack_cell, rack_cells
from fatdesk.engine.floor.room_grid import RoomGrid

PART = RackPart(id="r", height_u=42, width_mm=600.0, depth_mm=1200.0)


def rack(x_mm, y_mm, front="down", number=1):
    return Rack(number=number, part="r", row=0, position=number - 1, x_mm=x_mm, y_mm=y_mm, front=front)


def test_letters_and_numbers_count_from_the_first_cell():
    grid = RoomGrid()
    assert grid.cell_at(1, 1) == "AA01"
    assert grid.cell_at(25 * 600 + 1, 98 * 600 + 1) == "AZ99"
    assert grid.cell_at(26 * 600 + 1, 99 * 600 + 1) == "BA100"
    assert grid.cell_at(-1, 1) == grid.cell_at(1, -1) == ""


def test_letters_that_look_like_digits_may_be_left_out():
    grid = RoomGrid(first="A1", without_i_o=True)
    words = [grid.word("x", number) for number in range(24)]
    assert "".join(words) == "ABCDEFGHJKLMNPQRSTUVWXYZ"
    assert grid.word("x", 24) == "AA"
    assert grid.bounds("I1") is None
    with pytest.raises(UnsoundError, match="first: IA01 has a letter that is left out"):
        RoomGrid(first="IA01", without_i_o=True)


@pytest.mark.parametrize(
    ("corner", "letters", "cell"),
    [
        ("upper-left", "x", "C2"),
        ("upper-left", "y", "B3"),
        ("upper-right", "x", ""),
        ("lower-right", "x", ""),
    ],
)
def test_cells_count_from_a_corner_along_an_axis(corner, letters, cell):
    assert RoomGrid(first="A1", corner=corner, letters=letters).cell_at(1250, 650) == cell


def test_cells_count_to_the_left_and_upwards_from_the_lower_right():
    grid = RoomGrid(first="A1", corner="lower-right", x_m=6.0, y_m=3.0)
    assert grid.cell_at(5999, 2999) == "A1"
    assert grid.cell_at(5399, 2999) == "B1"
    assert grid.bounds("B3") == (4800.0, 1200.0, 5400.0, 1800.0)


@given(
    st.builds(
        RoomGrid,
        pitch_m=st.sampled_from([0.5, 0.6, 0.6096, 1.2]),
        x_m=st.integers(-50, 50).map(float),
        first=st.sampled_from(["AA01", "A1", "Z98", "ZY7"]),
        letters=st.sampled_from(["x", "y"]),
        corner=st.sampled_from(["upper-left", "upper-right", "lower-left", "lower-right"]),
        without_i_o=st.booleans(),
    ),
    st.integers(0, 500),
    st.integers(0, 500),
)
def test_each_cell_has_its_rectangle(grid, i, j):
    x, y = ((grid.line_mm(axis, n) + grid.line_mm(axis, n + 1)) / 2 for axis, n in (("x", i), ("y", j)))
    cell = grid.cell_at(x, y)
    left, upper, right, lower = grid.bounds(cell)
    assert left < x < right
    assert upper < y < lower
    assert right - left == pytest.approx(grid.pitch_mm)


@pytest.mark.parametrize(
    ("front", "front_left", "front_right", "rear_left"),
    [
        ("down", "AA02", "AA02", "AA01"),
        ("up", "AA01", "AA01", "AA02"),
        ("left", "AA01", "AA01", "AB01"),
        ("right", "AB01", "AB01", "AA01"),
    ],
)
def test_the_corner_of_a_rack_is_seen_from_its_front(front, front_left, front_right, rear_left):
    one = rack(0, 0, front)
    cells = [
        rack_cell(one, PART, RoomGrid(rack_corner=corner))
        for corner in ("front-left", "front-right", "rear-left")
    ]
    assert cells == [front_left, front_right, rear_left]


def test_left_and_right_of_a_wide_rack_are_those_of_a_person_in_front_of_it():
    wide = RackPart(id="w", height_u=42, width_mm=1200.0, depth_mm=600.0)
    for front, left, right in (
        ("down", "AA01", "AB01"),
        ("up", "AB01", "AA01"),
        ("left", "AA01", "AA02"),
        ("right", "AA02", "AA01"),
    ):
        cells = [
            rack_cell(rack(0, 0, front), wide, RoomGrid(rack_corner=corner))
            for corner in ("front-left", "front-right")
        ]
        assert cells == [left, right], front


def test_racks_in_one_cell_and_outside_of_the_grid_are_found():
    racks = (rack(0, 0), rack(100, 0, number=2), rack(-900, 0, number=3), rack(1200, 0, number=4))
    floor = Floor(racks=racks, plan=PlanSettings(grid=RoomGrid()))
    assert rack_cells(floor, lambda _: PART) == {1: "AA02", 2: "AA02", 3: "", 4: "AC02"}
    found = [(one.rule, one.where, one.text) for one in cell_findings(floor, lambda _: PART)]
    assert found == [
        ("cell-twice", "A01", "racks A01, A02 are in the cell AA02"),
        ("cell-none", "A03", "rack A03 is outside the grid of the room, without a cell"),
    ]
    assert list(cell_findings(Floor(racks=racks), lambda _: PART)) == []
