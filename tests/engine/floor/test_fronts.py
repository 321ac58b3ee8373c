"""Fronts of racks: rows that face each other, turned racks, and what turning does to lengths of cables."""

from itertools import product

import pytest
from msgspec.structs import replace

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.floor.floor import (
    QUARTERS,
    Rack,
    aisles_between,
    footprint_mm,
    fronts_of_rows,
    rack_centre_mm,
    row_spans,
    turned,
)
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.engine.floor.room_layout import lay_out
from fatdesk.project.commands.racks import AddRack, MoveRack, TurnRacks
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.project import Project

CATALOG = load_shipped([])
REQUIREMENTS = """
hosts: [{name: nodes, part: server-1u, count: 60}]
fabrics: [{name: compute, families: [two-level], edge: [ib-36], core: [ib-36]}]
room: {rows: 2, racks_per_row: 2}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Two rows of racks with devices and cables between them."""
    file = tmp_path_factory.mktemp("room") / "room.yaml"
    file.write_text(REQUIREMENTS)
    return design_project(read_requirements(file, CATALOG), CATALOG, "room").project


def test_rows_that_face_each_other_have_cold_and_hot_aisles_in_turn() -> None:
    room = RoomRequirement(rows=5, racks_per_row=2, rows_face="each-other")
    floor = lay_out(room, CATALOG, TraySize())
    fronts = fronts_of_rows(floor.racks)
    assert [fronts[row] for row in range(5)] == ["down", "up", "down", "up", "down"]
    kinds = [aisle.kind for aisle in aisles_between(row_spans(floor, CATALOG.find), fronts)]
    assert kinds == ["cold", "hot", "cold", "hot"]
    same = lay_out(replace(room, rows_face="same"), CATALOG, TraySize())
    assert {rack.front for rack in same.racks} == {"down"}
    assert [replace(rack, front="down") for rack in floor.racks] == list(same.racks)
    assert floor.trays == same.trays


def test_four_quarters_are_a_whole_turn() -> None:
    """The centre stays; a side that faces along x is as long as the rack is deep."""
    part = CATALOG.rack("rack-42u")
    rack = start = Rack(number=1, part=part.id, row=0, position=0, x_mm=100.0, y_mm=50.0)
    for front in (*QUARTERS[1:], QUARTERS[0]):
        before = rack_centre_mm(rack, CATALOG)
        rack = turned(rack, part, front)
        assert rack_centre_mm(rack, CATALOG) == pytest.approx(before)
        across = front in ("left", "right")
        assert footprint_mm(rack, part) == (
            (part.depth_mm, part.width_mm) if across else (part.width_mm, part.depth_mm)
        )
    assert rack == start


def test_turning_leaves_lengths_as_they_are(project: Project) -> None:
    """Cables are measured from the middle of a rack to its tray, which turning does not move."""
    numbers = tuple(rack.number for rack in project.floor.racks if rack.row == 1)
    other = TurnRacks(racks=numbers, front="up").apply(project)
    lengths = [(row.id, row.length.computed_um) for row in Derived(project).rows]
    assert [(row.id, row.length.computed_um) for row in Derived(other).rows] == lengths


def test_racks_face_as_the_row_that_they_join(project: Project) -> None:
    row = tuple(rack.number for rack in project.floor.racks if rack.row == 1)
    project = TurnRacks(racks=row, front="up").apply(project)
    end = 1 + max(rack.position for rack in project.floor.racks)
    part = project.floor.racks[0].part
    added = AddRack(part=part, row=1, position=end).apply(project).floor.racks[-1]
    assert added.front == "up"
    first = project.floor.racks[0].number
    moved = MoveRack(rack=first, row=1, position=end).apply(project).floor.racks[0]
    assert moved.front == "up"
    assert moved.y_mm == added.y_mm
    odd = TurnRacks(racks=(first,), front="up").apply(project)
    back = MoveRack(rack=first, row=2, position=0).apply(odd).floor.racks[0]
    assert back.front == "up"  # it was turned by hand, and stays so


@pytest.mark.parametrize(("before", "after"), [*product(("down", "up", "left", "right"), repeat=2)])
def test_kinds_of_aisles(before, after) -> None:
    """Cold: both fronts look at the aisle; hot: neither, with the rears to it."""
    floor = lay_out(RoomRequirement(rows=2, racks_per_row=1), CATALOG, TraySize())
    racks = tuple(replace(rack, front=(before, after)[rack.row]) for rack in floor.racks)
    (aisle,) = aisles_between(row_spans(floor, CATALOG.find), fronts_of_rows(racks))
    looks = (before == "down", after == "up")
    turns = (before == "up", after == "down")
    assert aisle.kind == ("cold" if all(looks) else "hot" if all(turns) else "")
