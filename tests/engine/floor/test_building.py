"""Walls, doors and the underlay, against points of the figures that are tried one by one."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.floor.building import Door, Wall, door_leaves, overlaps, wall_pieces, wall_quads
from fatdesk.engine.floor.checks import check_doors
from fatdesk.engine.floor.floor import Floor, Rack
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.engine.floor.room_layout import lay_out

CATALOG = load_shipped([])
PLACE = st.integers(-3000, 3000)
POINT = st.tuples(PLACE, PLACE)


def inside(point: tuple[float, float], figure, margin: float) -> bool:
    """Whether a point is in a convex figure, at least a margin from all its edges, on the same side."""
    sides = []
    for (x1, y1), (x2, y2) in zip(figure, [*figure[1:], figure[0]], strict=True):
        length = math.dist((x1, y1), (x2, y2))
        if length:
            sides.append(((x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)) / length)
    return all(side > margin for side in sides) or all(side < -margin for side in sides)


@given(start=POINT, stop=POINT, thickness=st.integers(50, 600), x=PLACE, y=PLACE)
def test_a_point_in_both_is_an_overlap(start, stop, thickness, x, y) -> None:
    """A grid of points of a rack: one inside the wall is enough; an overlap is never far from all of them."""
    if start == stop:
        return
    (quad,) = wall_quads(Wall(points_mm=(start, stop), thickness_mm=thickness))
    assert math.dist(quad[0], quad[3]) == pytest.approx(thickness)
    assert math.dist(quad[0], quad[1]) == pytest.approx(math.dist(start, stop) + thickness)
    box = (x, y, x + 600, y + 1000)
    grid = [(x + 20 * i, y + 20 * j) for i in range(1, 30) for j in range(1, 50)]
    if any(inside(point, quad, 1) for point in grid):
        assert overlaps(quad, box)
    elif overlaps(quad, box):
        grown = (x - 20, y - 20, x + 620, y + 1020)
        assert overlaps(quad, grown)
        near = [(x + 5 * i, y + 5 * j) for i in range(121) for j in range(201)]
        corners = [c for c in quad if x <= c[0] <= x + 600 and y <= c[1] <= y + 1000]
        assert corners or any(inside(point, quad, -6) for point in near)


@pytest.mark.parametrize("opens", ["left", "right"])
@pytest.mark.parametrize("leaves", [1, 2])
@given(hinge=POINT, latch=POINT)
def test_leaves_swing_over_a_quarter_circle(opens, leaves, hinge, latch) -> None:
    if math.dist(hinge, latch) < 100:
        return
    door = Door(hinge_mm=hinge, latch_mm=latch, opens=opens, leaves=leaves)
    for leaf in door_leaves(door):
        length = door.width_mm / leaves
        assert all(math.dist(leaf.hinge, point) == pytest.approx(length, abs=0.01) for point in leaf.arc)
        closed = leaf.arc[0]
        across = (leaf.open_end[0] - leaf.hinge[0]) * (closed[0] - leaf.hinge[0])
        across += (leaf.open_end[1] - leaf.hinge[1]) * (closed[1] - leaf.hinge[1])
        assert across == pytest.approx(0, abs=0.01 * length)
    sides = {
        ((latch[0] - hinge[0]) * (leaf.open_end[1] - hinge[1]))
        - ((latch[1] - hinge[1]) * (leaf.open_end[0] - hinge[0]))
        < 0
        for leaf in door_leaves(door)
    }
    assert sides == {opens == "left"}  # y grows downwards: left of the way is where the product is negative


@given(ends=st.lists(st.tuples(st.integers(0, 9000), st.integers(150, 2000)), max_size=4))
def test_openings_are_cut_out_of_a_wall(ends) -> None:
    """What is left of the wall, measured millimetre by millimetre."""
    wall = Wall(points_mm=((0.0, 500.0), (10000.0, 500.0)))
    doors = [Door(hinge_mm=(x, 500.0), latch_mm=(x + wide, 500.0)) for x, wide in ends]
    pieces = wall_pieces(wall, doors)
    open_mm = {at for x, wide in ends for at in range(x, min(10000, x + wide))}
    assert sum(b[0] - a[0] for a, b in pieces) == pytest.approx(10000 - len(open_mm))
    elsewhere = Door(hinge_mm=(0.0, 0.0), latch_mm=(1000.0, 0.0))
    assert wall_pieces(wall, [elsewhere]) == [(wall.points_mm[0], wall.points_mm[1])]


def test_racks_are_laid_out_clear_of_walls_and_doors_need_their_floor() -> None:
    room = RoomRequirement(rows=1, racks_per_row=6)
    wall = Wall(points_mm=((1000.0, -500.0), (1000.0, 2500.0)))
    plain, floor = (lay_out(room, CATALOG, TraySize(), walls=walls) for walls in ((), (wall,)))
    assert len(plain.racks) == 6
    part = CATALOG.rack("rack-42u")
    boxes = [(r.x_mm, r.y_mm, r.x_mm + part.width_mm, r.y_mm + part.depth_mm) for r in plain.racks]
    free = [not (box[0] < 1050 and box[2] > 950) for box in boxes]
    assert [rack.position for rack in floor.racks] == [n for n, ok in enumerate(free) if ok]
    rack = Rack(number=1, part=part.id, row=0, position=0, x_mm=0.0, y_mm=0.0)
    door = Door(hinge_mm=(-50.0, 1500.0), latch_mm=(-50.0, 500.0), opens="right", name="D1")
    (found,) = check_doors(Floor(racks=(rack,), doors=(door,)), CATALOG)
    assert (found.rule, found.where) == ("door-blocked", "D1")
    assert "rack A01" in found.text
    other = Door(hinge_mm=(-50.0, 1500.0), latch_mm=(-50.0, 500.0), opens="left")
    assert not check_doors(Floor(racks=(rack,), doors=(other,)), CATALOG)
