"""Ways through trays that a user drew, against shortest paths of networkx on a graph built in fractions."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.cabling.filling import fill_trays
from fatdesk.engine.cabling.laying import lay
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable, Ports, RackPart, StandardLength, Switch
from fatdesk.engine.floor.floor import Device, Floor, Rack, Tray
from fatdesk.engine.trays import shortest
from fatdesk.engine.trays.graph import tray_net
from fatdesk.engine.wiring.rows import WiringList, Writing
from tests.engine.cabling.networks import network
from tests.plain_rules import PLAIN

CATALOG = Catalog(
    [
        RackPart(id="common", height_u=42, height_mm=1991, first_u_mm=62.05, width_mm=600, depth_mm=1000),
        RackPart(id="broad", height_u=48, height_mm=2258, first_u_mm=62.2, width_mm=800, depth_mm=900),
        RackPart(id="low", height_u=10, height_mm=700, first_u_mm=100, width_mm=400, depth_mm=600),
        Switch(id="flat", height_u=0, ports=(Ports(count=64, connector="qsfp", rate_gbps=40.0),)),
        Switch(id="box-1", height_u=1, ports=(Ports(count=64, connector="qsfp", rate_gbps=40.0),)),
        Switch(id="box-3", height_u=3, ports=(Ports(count=64, connector="qsfp", rate_gbps=40.0),)),
        Cable(
            id="thin",
            medium="optical",
            connectors=("qsfp", "qsfp"),
            lengths=(StandardLength(m=20.0), StandardLength(m=1000.0)),
            diameter_mm=3.0,
        ),
    ]
)
RULES = PLAIN
U_MM = Fraction("44.45")


def um(millimetres):
    return Fraction(repr(millimetres)) * 1000


def tray(number, points, elevation):
    return Tray(
        id=f"tray-{number}", points_mm=tuple(points), elevation_mm=elevation, width_mm=100.0, depth_mm=50.0
    )


# -- the same graph in fractions --------------------------------------------------------------------


def lines_of(trays):
    return [
        ((um(a[0]), um(a[1])), (um(b[0]), um(b[1])), um(some.elevation_mm), some.id)
        for some in trays
        for a, b in pairwise(some.points_mm)
    ]


def part_of(line, point):
    """Where on a line a point is, 0 to 1; None: beside it."""
    (x1, y1), (x2, y2) = line[:2]
    dx, dy = x2 - x1, y2 - y1
    ex, ey = point[0] - x1, point[1] - y1
    if dx * ey != dy * ex:
        return None
    if not dx and not dy:
        return Fraction(0) if not ex and not ey else None
    t = ex / dx if dx else ey / dy
    return t if 0 <= t <= 1 else None


def meeting(a, b):
    """The points where two lines cross or touch."""
    found = [p for p in (*a[:2], *b[:2]) if part_of(a, p) is not None and part_of(b, p) is not None]
    (x1, y1), (x2, y2) = a[:2]
    (x3, y3), (x4, y4) = b[:2]
    cross = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3)
    if cross:
        s = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / cross
        point = (x1 + s * (x2 - x1), y1 + s * (y2 - y1))
        if part_of(a, point) is not None and part_of(b, point) is not None:
            found.append(point)
    return found


def over(rack, line):
    """The point of a line over a rack that is nearest to its middle, with the way there; None: nowhere."""
    part = CATALOG.rack(rack.part)
    half = (um(part.width_mm) / 2, um(part.depth_mm) / 2)
    centre = (um(rack.x_mm) + half[0], um(rack.y_mm) + half[1])
    first, last = Fraction(0), Fraction(1)
    start, end = line[:2]
    for axis in (0, 1):
        way = end[axis] - start[axis]
        low, high = centre[axis] - half[axis] - start[axis], centre[axis] + half[axis] - start[axis]
        if way:
            first, last = max(first, min(low / way, high / way)), min(last, max(low / way, high / way))
        elif low > 0 or high < 0:
            return None
    if first > last:
        return None
    way = (end[0] - start[0], end[1] - start[1])
    square = way[0] ** 2 + way[1] ** 2
    t = ((centre[0] - start[0]) * way[0] + (centre[1] - start[1]) * way[1]) / square if square else 0
    t = min(max(t, first), last)
    point = (start[0] + t * way[0], start[1] + t * way[1])
    return point, abs(point[0] - centre[0]) + abs(point[1] - centre[1])


def drop_of(rack, lines):
    """(way to the side, number of the line, point) where a rack's cables enter; None: no tray over it."""
    found = [(over(rack, line), n) for n, line in enumerate(lines)]
    return min(((way[1], n, way[0]) for way, n in found if way is not None), default=None)


def graph_of(lines, drops):
    spots = [[*line[:2]] for line in lines]
    for a, b in combinations(range(len(lines)), 2):
        for point in meeting(lines[a], lines[b]):
            spots[a].append(point)
            spots[b].append(point)
    for drop in drops:
        if drop is not None:
            spots[drop[1]].append(drop[2])
    graph = nx.Graph()
    for line, points in zip(lines, spots, strict=True):
        way = (line[1][0] - line[0][0], line[1][1] - line[0][1])
        # a drop on a diagonal may lie a hair off the line: order by projection
        order = sorted(
            set(points), key=lambda p, w=way, q=line[0]: (p[0] - q[0]) * w[0] + (p[1] - q[1]) * w[1]
        )
        for point in order:
            graph.add_node((*point, line[2]))
        for p, q in pairwise(order):
            length = math.hypot(float(p[0] - q[0]), float(p[1] - q[1]))
            a, b = (*p, line[2]), (*q, line[2])
            if not graph.has_edge(a, b) or graph[a][b]["weight"] > length:
                graph.add_edge(a, b, weight=length)
    for a, b in combinations(sorted(graph.nodes), 2):
        if a[:2] == b[:2]:
            graph.add_edge(a, b, weight=float(b[2] - a[2]))
    return graph


# -- random rooms -----------------------------------------------------------------------------------

GRID = st.integers(0, 12).map(lambda n: n * 500.0)
ELEVATIONS = st.sampled_from([0.0, 400.0, 2400.0, 2400.0, 2700.0])


@st.composite
def trays_of(draw, *, diagonal):
    trays = []
    for number in range(1, draw(st.integers(1, 8)) + 1):
        point = (draw(GRID), draw(GRID))
        points = [point]
        for _ in range(draw(st.integers(1, 4))):
            turn = draw(st.sampled_from(["x", "y", "both"] if diagonal else ["x", "y"]))
            point = (draw(GRID) if turn != "y" else point[0], draw(GRID) if turn != "x" else point[1])
            points.append(point)
        if draw(st.booleans()):
            points.append(points[0] if diagonal else (points[0][0], points[-1][1]))
        trays.append(tray(number, points, draw(ELEVATIONS)))
    return tuple(trays)


@st.composite
def racks_of(draw):
    """Racks anywhere, one device each."""
    racks = []
    for number in range(1, draw(st.integers(2, 6)) + 1):
        part = draw(st.sampled_from(["common", "broad", "low"]))
        box = draw(st.sampled_from([("flat", 0), ("box-1", 1), ("box-3", 3)]))
        u = draw(st.integers(1, CATALOG.rack(part).height_u + 1 - max(box[1], 1)))
        racks.append(
            Rack(
                number=number,
                part=part,
                row=0,
                position=number - 1,
                x_mm=draw(st.integers(-5, 60)) * 100.0,
                y_mm=draw(st.integers(-5, 60)) * 100.0,
                devices=(Device(id=f"net/edge/{number}", part=box[0], u=u),),
            )
        )
    return tuple(racks)


def height_of_device(rack):
    part, device = CATALOG.rack(rack.part), rack.devices[0]
    height = CATALOG[device.part].height_u
    return um(part.first_u_mm) + (device.u - 1 + Fraction(height, 2)) * U_MM * 1000


def laid(trays, racks, links, rules=RULES):
    floor = Floor(racks=racks, trays=trays)
    net = network(links, [rack.devices[0].part for rack in racks])
    return lay([net], ["any"], floor, rules, CATALOG), floor


def expected_ways(trays, racks, links):
    """Route and vertical way of each link in micrometres; None: there is no way."""
    lines = lines_of(trays)
    drops = [drop_of(rack, lines) for rack in racks]
    graph = graph_of(lines, drops)
    result = []
    for a, b in links:
        ends = [(*drops[n][2], lines[drops[n][1]][2]) if drops[n] is not None else None for n in (a, b)]
        if None in ends or not nx.has_path(graph, *ends):
            result.append(None)
            continue
        route = nx.shortest_path_length(graph, *ends, weight="weight")
        side = drops[a][0] + drops[b][0]
        vertical = sum(abs(end[2] - height_of_device(racks[n])) for end, n in zip(ends, (a, b), strict=True))
        result.append((route + float(side), vertical))
    return result


def compare(trays, racks, tolerance_um):
    links = list(combinations(range(len(racks)), 2))
    cabling, _ = laid(trays, racks, links)
    spans = cabling.fabrics[0].spans
    for k, expected in enumerate(expected_ways(trays, racks, links)):
        if expected is None:
            assert spans.state[k] == State.UNREACHABLE
            assert spans.computed_um[k] == spans.route_um[k] == -1
            continue
        route, vertical = expected
        assert abs(spans.route_um[k] - route) <= tolerance_um
        assert spans.vertical_um[k] == vertical
    runs, graph = cabling.runs, cabling.graph
    for i in range(len(runs.a)):
        if runs.length_um[i] >= 0:
            hangs_together(graph, runs, i)


def hangs_together(graph, runs, i):
    """The legs of a way lead from the place of its first rack to that of its last, and add up."""
    legs = slice(runs.start[i], runs.start[i + 1])
    columns = (column[legs].tolist() for column in (runs.piece, runs.begin_um, runs.end_um))
    way = list(zip(*columns, strict=True))
    stubs = graph.stub_um[runs.a[i]] + graph.stub_um[runs.b[i]]
    assert sum(abs(end - begin) for _, begin, end in way) + stubs == runs.length_um[i]
    at = places(graph, runs.a[i])
    for piece, begin, end in way:
        assert at & {("on", piece, begin), *joints(graph.net, piece, begin)}
        at = {("on", piece, end), *joints(graph.net, piece, end)}
    assert at & places(graph, runs.b[i])


def joints(net, piece, um):
    """The joint of a piece at a place on its line, or none."""
    ends = ((net.low_um, net.u), (net.high_um, net.v))
    return {("joint", int(joint[piece])) for place, joint in ends if place[piece] == um}


def places(graph, rack):
    """Name of a place where a rack connects."""
    piece, at = int(graph.drop_piece[rack]), int(graph.drop_at_um[rack])
    if piece < 0:
        return {("joint", int(graph.drop_joint[rack, 0]))}
    return {("on", piece, at), *joints(graph.net, piece, at)}


@given(trays_of(diagonal=False), racks_of())
def test_straight_trays_give_the_shortest_way_to_the_last_digit(trays, racks):
    compare(trays, racks, 0)


@given(trays_of(diagonal=True), racks_of())
def test_slanting_trays_give_the_shortest_way(trays, racks):
    """Each joint and piece of a slanting tray is rounded to a micrometre."""
    compare(trays, racks, 200)


@given(trays_of(diagonal=False), racks_of())
def test_the_trays_of_a_run_lead_from_a_to_b(trays, racks):
    pairs = list(combinations(range(len(racks)), 2))
    links = pairs + [(b, a) for a, b in pairs]
    cabling, floor = laid(trays, racks, links)
    writing = Writing([[r.devices[0].id for r in racks]], "{label}-U{u}-P{port}", floor, CATALOG)
    rows = WiringList(cabling, writing)
    lines = lines_of(trays)
    by_tray = {}
    for line in lines:
        by_tray.setdefault(line[3], []).append(line)
    for (a, b), row in zip(links, rows, strict=True):
        assert (row.a.device, row.b.device) == (racks[a].devices[0].id, racks[b].devices[0].id)
        if not row.run:
            continue
        for name, rack in ((row.run[0], racks[a]), (row.run[-1], racks[b])):
            drop = drop_of(rack, lines)
            here = [meeting(lines[drop[1]], line) for line in by_tray[name]]
            assert any(here), "the first and last are at the racks"
        for first, second in pairwise(row.run):
            assert first != second
            # a riser may lead through the height of a third tray, but stays at one place
            assert any(meeting(p, q) for p in by_tray[first] for q in by_tray[second])
    for there, back in zip(rows[: len(pairs)], rows[len(pairs) :], strict=True):
        assert there.run == back.run[::-1]
        assert there.length == back.length


def cells_under(cells, runs, pair):
    """The cells that lie within the legs of a way."""
    found = []
    for leg in range(runs.start[pair], runs.start[pair + 1]):
        low, high = sorted((runs.begin_um[leg], runs.end_um[leg]))
        here = (cells.piece == runs.piece[leg]) & (cells.low_um >= low) & (cells.high_um <= high)
        part = np.flatnonzero(here & (cells.high_um > cells.low_um))
        assert (cells.high_um - cells.low_um)[part].sum() == high - low
        found += part.tolist()
    return found


@given(trays_of(diagonal=False), racks_of(), st.integers(1, 4))
def test_fill_is_the_sum_over_all_cables(trays, racks, times):
    links = list(combinations(range(len(racks)), 2)) * times
    cabling, _ = laid(trays, racks, links)
    filling = fill_trays(cabling, trays)
    made, runs, cells = cabling.fabrics[0], cabling.runs, filling.cells
    cables = Counter()
    for k in range(made.count):
        pair = int(made.spans.pair[k])
        if made.choice[k] >= 0 and pair >= 0:
            cables.update(cells_under(cells, runs, pair))
    tray_of = cabling.graph.net.tray[cells.piece]
    for cell, tray_number in enumerate(tray_of.tolist()):
        assert filling.cables[cell] == cables[cell]
        assert filling.area_mm2[cell] == pytest.approx(cables[cell] * math.pi / 4 * 9)
        if tray_number >= 0:
            most = filling.worst[trays[tray_number].id][0]
            assert cables[cell] * math.pi / 4 * 9 / 5000 <= most + 1e-9
    for number, some in enumerate(trays):
        top = max((cables[cell] for cell in np.flatnonzero(tray_of == number).tolist()), default=0)
        assert filling.worst[some.id][0] == pytest.approx(top * math.pi / 4 * 9 / 5000)


@given(trays_of(diagonal=True), racks_of())
def test_the_same_room_gives_the_same_runs_however_large_nets_are_searched(trays, racks):
    links = list(combinations(range(len(racks)), 2))
    first = laid(trays, racks, links)[0].runs
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shortest, "FEW_JOINTS", 0)
        second = laid(trays, racks, links)[0].runs
    assert (first.graph.net.length_um > 0).all()
    assert first.piece.tolist() == second.piece.tolist()
    assert first.length_um.tolist() == second.length_um.tolist()


@given(
    trays_of(diagonal=True),
    racks_of(),
    st.sampled_from([0.0, 0.5, 0.123456]),
    st.sampled_from([0.0, 0.05, 1 / 3, 10.0]),
)
def test_the_parts_of_a_length_add_up(trays, racks, slack, tolerance):
    rules = CablingRules(slack_m=slack, tolerance=tolerance)
    cabling, _ = laid(trays, racks, list(combinations(range(len(racks)), 2)), rules)
    spans = cabling.fabrics[0].spans
    for k in np.flatnonzero(spans.computed_um >= 0).tolist():
        plain = int(spans.route_um[k] + spans.vertical_um[k] + spans.side_um[k] + spans.depth_um[k])
        share = Fraction(round(tolerance * 1_000_000), 1_000_000)
        assert spans.tolerance_um[k] == math.floor(plain * share + Fraction(1, 2))
        assert spans.computed_um[k] == plain + spans.tolerance_um[k] + round(slack * 1_000_000)


# -- single cases -----------------------------------------------------------------------------------


def rack(number, x, y=0.0, part="common", box="box-1"):
    device = Device(id=f"net/edge/{number}", part=box, u=1)
    return Rack(number=number, part=part, row=0, position=number - 1, x_mm=x, y_mm=y, devices=(device,))


def test_a_tray_beside_a_rack_does_not_hide_the_one_over_it():
    """450 mm behind the middle runs the rack's own tray, 310 mm beside it another that misses the rack."""
    racks = (rack(1, 0.0), rack(2, 3000.0))
    trays = (
        tray(1, [(0.0, 950.0), (3600.0, 950.0)], 2400.0),
        tray(2, [(610.0, 0.0), (610.0, 800.0)], 2400.0),
    )
    cabling, _ = laid(trays, racks, [(0, 1)])
    assert cabling.fabrics[0].spans.route_um[0] == 3_000_000 + 2 * 450_000


def test_a_slanting_tray_over_a_corner_of_a_rack_is_reached():
    """The nearest point of the tray lies beside the rack, another piece of it over the rack."""
    racks = (rack(1, 0.0), rack(2, 4000.0))
    trays = (
        tray(1, [(0.0, 1300.0), (1300.0, 0.0)], 2400.0),
        tray(2, [(550.0, 750.0), (4600.0, 750.0)], 2400.0),
    )
    cabling, _ = laid(trays[:1], racks, [(0, 1)])
    assert cabling.graph.drop_joint[0, 0] >= 0
    assert laid(trays, racks, [(0, 1)])[0].fabrics[0].spans.state[0] == State.LAID


def test_the_way_up_begins_at_the_units_not_at_the_roof():
    """Racks of 1991 mm whose 42nd unit ends 62.05 mm below the roof."""
    racks = (rack(1, 0.0), rack(2, 3000.0, part="broad"))
    cabling, _ = laid((tray(1, [(0.0, 500.0), (3600.0, 500.0)], 2400.0),), racks, [(0, 1)])
    middle = [62_050 + 22_225, 62_200 + 22_225]
    assert cabling.fabrics[0].spans.vertical_um[0] == sum(2_400_000 - z for z in middle)
    assert cabling.fabrics[0].spans.side_um[0] == 300_000 + 400_000


@pytest.mark.parametrize("far", [1e6, 1e7])
def test_trays_kilometres_long_still_cross(far):
    racks = (rack(1, 0.0), rack(2, 3000.0, 3000.0))
    trays = (
        tray(1, [(-far, 500.0), (far, 500.0)], 2400.0),
        tray(2, [(3300.0, -far), (3300.0, far)], 2400.0),
        tray(3, [(-far, -far), (far, far)], 3000.0),
    )
    cabling, _ = laid(trays, racks, [(0, 1)])
    along = 200_000 + 600_000 + round(2_800_000 * math.sqrt(2)) + 600_000 + 200_000
    assert abs(cabling.fabrics[0].spans.route_um[0] - along) <= 10, "up to the slanting tray and down again"


def test_ways_from_joint_to_joint_are_the_same_when_they_are_asked_for_again():
    trays = [
        tray(0, [(0, 0), (9000, 0), (9000, 6000)], 2500),
        tray(1, [(0, 0), (0, 6000), (9000, 6000)], 2500),
    ]
    net = tray_net([*trays, tray(2, [(4000, 0), (4000, 6000)], 2500)])
    ways, every = shortest.TrayRoutes(net), np.arange(net.joints)
    joint, goal = np.repeat(every, len(every)), np.tile(every, len(every))
    first = ways.following(joint[::3], goal[::3])
    again = ways.following(joint, goal)
    assert again[::3].tolist() == first.tolist()
    assert again.tolist() == shortest.TrayRoutes(net).following(joint, goal).tolist()
    assert (again[joint == goal] == shortest.NO_JOINT).all()
    assert (again[joint != goal] >= 0).all()
