"""Routes under rules, against shortest paths of networkx over joints and stops passed."""

import math
from fractions import Fraction
from itertools import combinations, pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.core.errors import UnsoundError
from fatdesk.engine.cabling.filling import fill_trays
from fatdesk.engine.cabling.laying import lay
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.floor.floor import Device, Floor, Rack
from fatdesk.engine.floor.route_rules import RouteRule
from tests.engine.cabling.networks import network
from tests.engine.trays.test_trays import (
    CATALOG,
    RULES,
    hangs_together,
    height_of_device,
    lines_of,
    meeting,
    over,
    part_of,
    racks_of,
    tray,
    trays_of,
)


def laid(trays, racks, links, rules):
    floor = Floor(racks=racks, trays=trays, routes=tuple(rules))
    net = network(links, [rack.devices[0].part for rack in racks])
    return lay([net], ["any"], floor, RULES, CATALOG)


def point_of(stop):
    return tuple(round(Fraction(part) * 1_000_000) for part in stop.split(";"))


def stop_on(point, lines):
    """The place of a tray that a point stands for; None: none is near."""
    found = []
    for n, (a, b, *_) in enumerate(lines):
        way = (b[0] - a[0], b[1] - a[1])
        square = way[0] ** 2 + way[1] ** 2
        t = ((point[0] - a[0]) * way[0] + (point[1] - a[1]) * way[1]) / square if square else Fraction(0)
        t = min(max(t, Fraction(0)), Fraction(1))
        at = (a[0] + t * way[0], a[1] + t * way[1])
        found.append((abs(at[0] - point[0]) + abs(at[1] - point[1]), n, at))
    if not found:
        return None
    away, n, at = min(found)
    return None if away > 500_000 else (n, at)


def matches(end, rack):
    return end in ("", f"rack:{rack.number}", rack.devices[0].id, "net/edge", "net")


def demands(rules, first, second):
    """Trays to avoid, and stops in order from the first rack to the second."""
    held = []
    for rule in rules:
        forward = [x for x, y in rule.between if matches(x, first) and matches(y, second)]
        back = [x for x, y in rule.between if matches(x, second) and matches(y, first)]
        if forward or back:
            held.append((rule, bool(forward)))
    avoid = {one for rule, _ in held for one in rule.avoid}
    order = held if held and held[0][1] else held[::-1]
    return avoid, [stop for rule, along in order for stop in (rule.via if along else rule.via[::-1])]


def expected(trays, racks, rules, a, b):
    """Length in trays and to the sides, and the vertical way; None: there is no route."""
    avoid, via = demands(rules, racks[a], racks[b])
    lines = lines_of(trays)
    allowed = [n for n, line in enumerate(lines) if line[3] not in avoid]
    drops = []
    for rack in (racks[a], racks[b]):
        found = [(over(rack, lines[n]), n) for n in allowed]
        drops.append(min(((way[1], n, way[0]) for way, n in found if way is not None), default=None))
    if None in drops:
        return None
    spots = [list(line[:2]) for line in lines]
    for i, j in combinations(range(len(lines)), 2):
        for point in meeting(lines[i], lines[j]):
            spots[i].append(point)
            spots[j].append(point)
    stops = []
    for stop in via:
        if ";" not in stop:
            stops.append(("tray", stop))
        elif (found := stop_on(point_of(stop), lines)) is not None:
            stops.append(("point", (*found[1], lines[found[0]][2])))
    for rule in rules:
        for stop in rule.via:
            if ";" in stop and (found := stop_on(point_of(stop), lines)) is not None:
                spots[found[0]].append(found[1])
    order = [
        sorted(set(points), key=lambda p, line=line: part_of(line, p))
        for line, points in zip(lines, spots, strict=True)
    ]
    graph, count = nx.DiGraph(), len(stops)

    def after(stage, kind, what):
        """All numbers of stops that may be passed after a tray or a point."""
        yield stage
        while stage < count and stops[stage] == (kind, what):
            stage += 1
            yield stage

    def add(p, q, name, length):
        for here, there in ((p, q), (q, p)):
            for stage in range(count + 1):
                for middle in after(stage, "tray", name):
                    for last in after(middle, "point", there):
                        edge = ((here, stage), (there, last))
                        if not graph.has_edge(*edge) or graph.edges[edge]["weight"] > length:
                            graph.add_edge(*edge, weight=length)

    for n in allowed:
        for p, q in pairwise(order[n]):
            add(
                (*p, lines[n][2]),
                (*q, lines[n][2]),
                lines[n][3],
                math.hypot(float(p[0] - q[0]), float(p[1] - q[1])),
            )
    every = sorted({(*p, line[2]) for line, points in zip(lines, order, strict=True) for p in points})
    for p, q in pairwise(every):
        if p[:2] == q[:2]:
            add(p, q, None, float(q[2] - p[2]))
    # the pieces over the two racks: from the drop to the joints around it
    around = []
    for which, (_, n, at) in enumerate(drops):
        t, z, name = part_of(lines[n], at), lines[n][2], lines[n][3]
        before = max(p for p in enumerate(order[n]) if part_of(lines[n], p[1]) <= t)[0]
        before = min(before, max(len(order[n]) - 2, 0))
        piece = order[n][before : before + 2]
        around.append((n, before, at))
        for joint in piece:
            length = math.hypot(float(at[0] - joint[0]), float(at[1] - joint[1]))
            if which == 0:
                for stage in after(0, "tray", name):
                    for last in after(stage, "point", (*joint, z)):
                        graph.add_edge("a", ((*joint, z), last), weight=length)
            else:
                for stage in range(count + 1):
                    if count in after(stage, "tray", name):
                        graph.add_edge(((*joint, z), stage), "b", weight=length)
    lengths = []
    (n, one, p), (m, other, q) = around
    if (n, one) == (m, other) and len(order[n]) > 1 and count in after(0, "tray", lines[n][3]):
        lengths.append(math.hypot(float(p[0] - q[0]), float(p[1] - q[1])))
    if graph.has_node("a") and graph.has_node("b") and nx.has_path(graph, "a", "b"):
        lengths.append(nx.shortest_path_length(graph, "a", "b", weight="weight"))
    if not lengths:
        return None
    heights = (lines[n][2], lines[m][2])
    vertical = sum(abs(z - height_of_device(racks[k])) for z, k in zip(heights, (a, b), strict=True))
    return min(lengths) + float(drops[0][0] + drops[1][0]), vertical


def with_lengths(trays):
    """Trays without points that are repeated; those that have one alone are left out."""
    kept = []
    for one in trays:
        points = [p for p, before in zip(one.points_mm, (None, *one.points_mm), strict=False) if p != before]
        if len(points) > 1:
            kept.append(replace(one, points_mm=tuple(points)))
    return tuple(kept)


@st.composite
def rules_of(draw, trays, racks):
    ends = st.sampled_from(
        ["", "net/edge", *(f"rack:{rack.number}" for rack in racks), *(rack.devices[0].id for rack in racks)]
    )
    names = [one.id for one in trays]
    metres = st.integers(0, 12).map(lambda n: n / 2)
    point = st.builds(lambda x, y: f"{x};{y}", metres, metres)
    rules = []
    for number in range(draw(st.integers(1, 3))):
        avoid = draw(st.lists(st.sampled_from(names), max_size=2, unique=True))
        stops = st.one_of(
            point, st.sampled_from([one for one in names if one not in avoid] or names[:0] or ["0;0"])
        )
        via = draw(st.lists(stops, max_size=2, unique=True, min_size=0 if avoid else 1))
        between = draw(st.lists(st.tuples(ends, ends), min_size=1, max_size=2))
        rules.append(
            RouteRule(name=f"rule {number}", between=tuple(between), via=tuple(via), avoid=tuple(avoid))
        )
    return rules


@settings(max_examples=40)
@given(st.data(), trays_of(diagonal=False), racks_of())
def test_routes_are_the_shortest_that_keep_the_rules(data, trays, racks):
    trays = with_lengths(trays)
    assume(trays)
    rules = data.draw(rules_of(trays, racks))
    pairs = list(combinations(range(len(racks)), 2))
    links = [pair[:: data.draw(st.sampled_from([1, -1]))] for pair in pairs]
    cabling = laid(trays, racks, links, rules)
    spans, runs = cabling.fabrics[0].spans, cabling.runs
    for k, (a, b) in enumerate(pairs):
        wanted = expected(trays, racks, rules, a, b)
        if wanted is None:
            assert spans.state[k] == State.UNREACHABLE
            continue
        assert spans.state[k] == State.LAID
        assert spans.route_um[k] == pytest.approx(wanted[0], abs=3)
        assert spans.vertical_um[k] == wanted[1]
        avoid, _ = demands(rules, racks[a], racks[b])
        pair = int(spans.pair[k])
        legs = slice(runs.start[pair], runs.start[pair + 1])
        through = {trays[t].id for t in runs.graph.net.tray[runs.piece[legs]].tolist() if t >= 0}
        assert not through & avoid
    first = 0
    for kind in runs.kinds:
        for i in range(first, first + len(kind.a)):
            if runs.length_um[i] >= 0:
                hangs_together(kind.graph, runs, i)
        first += len(kind.a)
    # what runs where is the same by legs and by whole pieces
    filling = fill_trays(cabling, trays)
    cells = filling.cells
    load = np.zeros(len(cells.piece), np.int64)
    for pair in spans.pair[spans.state == State.LAID].tolist():
        for leg in range(runs.start[pair], runs.start[pair + 1]):
            low, high = sorted((int(runs.begin_um[leg]), int(runs.end_um[leg])))
            load += (cells.piece == runs.piece[leg]) & (cells.low_um >= low) & (cells.high_um <= high)
    assert load.tolist() == filling.cables.tolist()


def square():
    """Four trays around a square of 3 m, with racks below two corners."""
    corners = [(0, 0), (3000, 0), (3000, 3000), (0, 3000)]
    trays = tuple(
        tray(number, (a, b), 2400.0)
        for number, (a, b) in enumerate(zip(corners, [*corners[1:], corners[0]], strict=True), start=1)
    )
    racks = tuple(
        Rack(
            number=number,
            part="common",
            row=0,
            position=number - 1,
            x_mm=x,
            y_mm=-500.0,
            devices=(Device(id=f"net/edge/{number}", part="box-1", u=42),),
        )
        for number, x in ((1, 300.0), (2, 2100.0))
    )
    return trays, racks


def route_m(rules):
    trays, racks = square()
    spans = laid(trays, racks, [(0, 1), (0, 1)], rules).fabrics[0].spans
    return spans.route_um[0] / 1e6


def test_stops_and_avoided_trays_by_hand():
    """Racks 1.8 m apart below the first side: over the far side it is 10.2 m."""
    pair = (("rack:1", "rack:2"),)
    assert route_m([]) == 1.8
    assert route_m([RouteRule(name="a", between=pair, via=("tray-3",))]) == pytest.approx(10.2)
    assert route_m([RouteRule(name="a", between=pair, via=("1.5;3",))]) == pytest.approx(10.2)
    assert route_m([RouteRule(name="a", between=pair, via=("tray-1",))]) == 1.8
    # down one side and back is shorter than around; the stop is before the first rack
    assert route_m([RouteRule(name="a", between=pair, via=("0;0",))]) == pytest.approx(0.6 + 2.4)
    assert route_m([RouteRule(name="a", between=pair, avoid=("tray-1",))]) == pytest.approx(-1e-6)
    other = RouteRule(name="a", between=(("rack:7", ""),), via=("tray-3",))
    assert route_m([other]) == 1.8


def test_of_two_trays_above_each_other_the_allowed_one_is_entered():
    trays, racks = square()
    upper = replace(trays[0], id="tray-9", elevation_mm=2900.0)
    links = [(0, 1)]
    rules = [RouteRule(name="a", between=(("", ""),), avoid=("tray-1",))]
    before = laid((*trays, upper), racks, links, []).fabrics[0].spans
    after = laid((*trays, upper), racks, links, rules).fabrics[0].spans
    assert after.route_um[0] == before.route_um[0]
    assert after.vertical_um[0] - before.vertical_um[0] == 2 * 500_000
    worst = fill_trays(laid((*trays, upper), racks, links, rules), (*trays, upper)).worst
    assert worst["tray-1"][0] == 0 < worst["tray-9"][0]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({}, "name a tray or point to pass"),
        ({"via": ("a",), "avoid": ("a",)}, "among the trays to pass"),
        ({"via": ("1;",)}, "expected a point"),
        ({"via": ("1;nan",)}, "expected a point"),
        ({"via": ("1;2;3",)}, "expected a point"),
        ({"avoid": ("a",), "between": (("rack:x", ""),)}, "expected rack:"),
    ],
)
def test_unsound_rules_are_refused(fields, says):
    with pytest.raises(UnsoundError, match=says):
        RouteRule(**({"name": "a", "between": (("", ""),)} | fields))
