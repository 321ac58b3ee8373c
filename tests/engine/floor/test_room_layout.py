"""Trays of a room: no longer than its rows where no cable would be longer by that."""

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.engine.floor.room_layout import lay_out

CATALOG = load_shipped([])
Line = tuple[tuple[float, float], tuple[float, float]]


def shortest_routes(lines: list[Line], centres: list[tuple[float, float]]) -> dict:
    """Shortest routes between the centres along straight trays, all of them upright or level."""
    points = {point for line in lines for point in line} | set(centres)
    graph = nx.Graph()
    graph.add_nodes_from(centres)
    for (x1, y1), (x2, y2) in lines:
        on = sorted(point for point in points if x1 <= point[0] <= x2 and y1 <= point[1] <= y2)
        for a, b in pairwise(on):
            graph.add_edge(a, b, weight=abs(a[0] - b[0]) + abs(a[1] - b[1]))
    found = dict(nx.all_pairs_dijkstra_path_length(graph))
    return {(a, b): round(found[a][b], 6) for a in centres for b in centres}


@given(rows=st.integers(1, 3), per_row=st.integers(1, 11), every=st.integers(1, 6))
def test_trays_end_at_the_last_rack_where_no_route_is_longer(rows, per_row, every):
    """Against all trays of spec 2: cross trays at 0, G, 2G, ... to the first at or past the last place."""
    room = RoomRequirement(rows=rows, racks_per_row=per_row, cross_tray_every=every)
    floor = lay_out(room, CATALOG, TraySize())
    part = CATALOG.rack("rack-42u")
    middle = (part.width_mm / 2, part.depth_mm / 2)
    centres = [(round(one.x_mm + middle[0], 3), round(one.y_mm + middle[1], 3)) for one in floor.racks]
    xs, ys = sorted({x for x, _ in centres}), sorted({y for _, y in centres})
    last = -(-(per_row - 1) // every) * every
    at = [round(xs[0] + place * part.width_mm, 3) for place in range(0, last + 1, every)]
    spec: list[Line] = [((xs[0], y), (at[-1], y)) for y in ys]
    spec += [((x, ys[0]), (x, ys[-1])) for x in at]
    lines = [tuple((round(x, 3), round(y, 3)) for x, y in tray.points_mm) for tray in floor.trays]
    assert shortest_routes(lines, centres) == pytest.approx(shortest_routes(spec, centres), abs=0.01)
    furthest = max((x for line in lines for x, _ in line), default=0)
    needed = rows > 1 and 2 * ((per_row - 1) % every) > every
    assert furthest <= (at[-1] if needed else xs[-1]) + 0.01


def test_the_example_of_396_hosts_has_no_tray_without_racks():
    room = RoomRequirement(rows=2, racks_per_row=7, cross_tray_every=4)
    floor = lay_out(room, CATALOG, TraySize())
    assert len(floor.trays) == 4
    assert (
        max(x for tray in floor.trays for x, _ in tray.points_mm)
        == max(rack.x_mm for rack in floor.racks) + 304.8
    )
