"""Lengths against Algorithm 4 of the Perseus paper, written here anew in exact fractions."""

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.cabling.laying import lay
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Ports, RackPart, Server, Switch
from fatdesk.engine.floor.floor import Device, Floor, Tray
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.engine.floor.room_layout import lay_out
from tests.engine.cabling.networks import network
from tests.plain_rules import PLAIN

INCH = Fraction(254, 10_000)
WIDTH, DEPTH, TRAY, UNIT = 24 * INCH, 36 * INCH, 24 * INCH, Fraction(175, 100) * INCH
AISLE = 48 * INCH
PORTS = (Ports(count=64, connector="qsfp", rate_gbps=40.0, lanes=4),)
CATALOG = Catalog(
    [
        RackPart(id="rack-42u", height_u=42),
        *(Switch(id=f"box-{h}", height_u=h, ports=PORTS) for h in (1, 2, 3, 7)),
        Server(id="server", height_u=1, ports=PORTS),
    ]
)


def algorithm_4(a: tuple[int, int, Fraction], b: tuple[int, int, Fraction], gap: int) -> Fraction:
    """The paper's pseudo-code, section 7.1: (row, rack, z from the top) of both ends; metres."""
    (x1, y1, z1), (x2, y2, z2) = a, b
    length = WIDTH
    if (x1, y1) == (x2, y2):
        return length + abs(z1 - z2)
    length += z1 + z2 + 2 * TRAY
    rows = abs(x1 - x2) * (DEPTH + AISLE)
    if x1 != x2 and y1 % gap > 0 and y2 % gap > 0 and y1 // gap == y2 // gap:
        first = WIDTH * (y1 % gap + y2 % gap)
        second = WIDTH * (2 * gap - (y1 % gap + y2 % gap))
        return length + rows + min(first, second)
    return length + rows + abs(y1 - y2) * WIDTH


@st.composite
def rooms(draw):
    rows, per_row, gap = draw(st.integers(1, 6)), draw(st.integers(1, 17)), draw(st.integers(1, 6))
    places = st.tuples(
        st.integers(0, rows - 1),
        st.integers(0, per_row - 1),
        st.sampled_from((1, 2, 3, 7)).flatmap(lambda h: st.tuples(st.just(h), st.integers(1, 42 - h + 1))),
    )
    return rows, per_row, gap, draw(st.lists(places, min_size=2, max_size=8))


def floor_with(rows, per_row, gap, seats):
    """The room with one device a seat; devices may overlap, lengths do not mind."""
    room = RoomRequirement(rows=rows, racks_per_row=per_row, cross_tray_every=gap, aisle_m=1.2192)
    floor = lay_out(room, CATALOG, TraySize())
    racks = []
    for rack in floor.racks:
        here = [
            Device(id=f"net/edge/{i + 1}", part=f"box-{h}", u=u)
            for i, (row, place, (h, u)) in enumerate(seats)
            if (row, place) == (rack.row, rack.position)
        ]
        racks.append(msgspec.structs.replace(rack, devices=tuple(here)))
    return msgspec.structs.replace(floor, racks=tuple(racks))


@given(rooms())
def test_router_is_algorithm_4_to_the_last_digit(case):
    rows, per_row, gap, seats = case
    floor = floor_with(rows, per_row, gap, seats)
    links = [(i, j) for i in range(len(seats)) for j in range(i + 1, len(seats))]
    net = network(links, [f"box-{h}" for _, _, (h, _) in seats])
    cabling = lay([net], ["any"], floor, PLAIN, CATALOG).fabrics[0]
    link_of = {int(cabling.links[cabling.start[i]]): i for i in range(cabling.count)}
    for number, (i, j) in enumerate(links):
        (row_a, rack_a, (h_a, u_a)), (row_b, rack_b, (h_b, u_b)) = seats[i], seats[j]
        z_a = (42 - (u_a - 1) - Fraction(h_a, 2)) * UNIT
        z_b = (42 - (u_b - 1) - Fraction(h_b, 2)) * UNIT
        expected = algorithm_4((row_a, rack_a, z_a), (row_b, rack_b, z_b), gap)
        spans, k = cabling.spans, link_of[number]
        assert Fraction(int(spans.computed_um[k]), 1_000_000) == expected
        parts = spans.route_um[k] + spans.vertical_um[k] + spans.side_um[k] + spans.tolerance_um[k]
        assert parts == spans.computed_um[k]
        straight = abs(rack_a - rack_b) * WIDTH + abs(row_a - row_b) * (DEPTH + AISLE)
        assert spans.computed_um[k] >= straight * 1_000_000


@given(rooms(), st.floats(0, 5), st.floats(0, 5), st.floats(0, 0.5))
def test_more_slack_or_tolerance_is_never_shorter(case, slack, more, tolerance):
    floor = floor_with(*case)
    seats = case[3]
    net = network([(0, i) for i in range(1, len(seats))], [f"box-{h}" for _, _, (h, _) in seats])
    low = lay([net], ["any"], floor, CablingRules(slack_m=slack), CATALOG).fabrics[0]
    rules = CablingRules(slack_m=slack + more, tolerance=tolerance)
    high = lay([net], ["any"], floor, rules, CATALOG).fabrics[0]
    assert (high.spans.computed_um >= low.spans.computed_um).all()


def two_racks(trays, x=(0.0, 2000.0), y=(0.0, 0.0)):
    from fatdesk.engine.floor.floor import Rack

    racks = tuple(
        Rack(
            number=i + 1,
            part="rack-42u",
            row=0,
            position=i,
            x_mm=x[i],
            y_mm=y[i],
            devices=(Device(id=f"net/edge/{i + 1}", part="box-1", u=42),),
        )
        for i in range(2)
    )
    floor = Floor(racks=racks, trays=trays)
    made = lay([network([(0, 1)], ["box-1", "box-1"])], ["any"], floor, PLAIN, CATALOG)
    return made, made.fabrics[0].spans


def tray(name, *points, elevation=2590.8):
    return Tray(id=name, points_mm=points, elevation_mm=elevation, width_mm=300.0, depth_mm=100.0)


def test_a_bent_tray_is_followed():
    made, spans = two_racks((tray("t", (304.8, 457.2), (304.8, 3000.0), (2304.8, 3000.0), (2304.8, 457.2)),))
    assert spans.route_um[0] == 2 * 2_542_800 + 2_000_000
    assert len(made.runs.piece) == 3


def test_a_tray_beside_the_middle_of_a_rack_costs_the_way_there():
    _, spans = two_racks((tray("t", (0.0, 557.2), (3000.0, 557.2)),))
    assert spans.route_um[0] == 2_000_000 + 2 * 100_000


def test_trays_at_two_heights_cost_the_way_between_them():
    """Each row's tray at its own height, joined by a cross tray at the upper height."""
    _, spans = two_racks(
        (
            tray("a", (304.8, 457.2), (1304.8, 457.2)),
            tray("b", (1304.8, 457.2), (2304.8, 457.2), elevation=2890.8),
        )
    )
    assert spans.route_um[0] == 2_000_000 + 300_000
    assert spans.vertical_um[0] == 2 * 22_225 + 609_600 + 909_600


def test_a_tray_under_the_floor_is_reached_downwards():
    _, spans = two_racks((tray("t", (0.0, 457.2), (3000.0, 457.2), elevation=0.0),))
    middle = 114_300 + 41 * 44_450 + 22_225
    assert spans.vertical_um[0] == 2 * middle


@pytest.mark.parametrize("trays", [(), (tray("t", (0.0, 457.2), (900.0, 457.2)),)])
def test_no_tray_no_way(trays):
    _, spans = two_racks(trays)
    assert spans.state[0] == State.UNREACHABLE
    assert spans.computed_um[0] == -1
