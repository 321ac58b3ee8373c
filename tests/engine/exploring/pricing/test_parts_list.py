"""Priced parts of candidates: their sum, and lengths and prices against the paper by hand."""

from decimal import Decimal
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Ports
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.exploring.explore import every_lattice, explore, parts_list
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.engine.exploring.pricing.grid import grid_of
from fatdesk.engine.exploring.pricing.parts_list import LatticeSwitches
from fatdesk.engine.exploring.pricing.placement import host_pieces, lattice_pieces, lattice_places, room_of
from fatdesk.engine.exploring.pricing.tariff import FlatTariff, LinkTariff, Tariff
from fatdesk.engine.floor.room import RoomRequirement

CATALOG = load_shipped([])
WISH = """\
hosts: [{name: servers, part: server-10gbe, count: 192}]
fabrics: [{name: pod}]
explore: {radix: [24, 32], terminals: [16]}
"""
RACK_M, UNIT_M, TO_TRAY_M = 24 * 0.0254, 1.75 * 0.0254, 24 * 0.0254
"""Width of a rack, a unit, and the way from the top of a rack to the trays: section 7 of the paper."""


def wish(text):
    return parse_requirements(text.encode(), "wish.yaml", CATALOG)


@pytest.mark.parametrize(
    "text",
    [
        WISH,
        WISH + "cabling: {lengths: custom}\n",
        WISH + "room: {rows: 2, policy: dense}\ncabling: {fill_max: 0.01}\n",
        WISH.replace("server-10gbe", "server-1u").replace("[24, 32]", "[36], levels: 2"),
        WISH.replace("server-10gbe", "gpu-8rail")
        .replace("{name: pod}", "{name: pod, cable_price: 80}")
        .replace("count: 192", "count: 24")
        .replace("[24, 32], terminals: [16]", "[16], terminals: [4], levels: 2, price_per_port: 9"),
    ],
    ids=["standard", "custom", "trays", "whole-ports", "fabric-price"],
)
def test_parts_sum_up_to_the_cost(text):
    requirements = wish(text)
    found = explore(requirements, CATALOG).candidates
    step = max(1, len(found) // 12)
    for one in found[::step]:
        parts = parts_list(requirements, CATALOG, one)
        cables = parts.lines[1:]
        bought = [line for line in cables if line.links]
        assert parts.cost == one.cost.amount
        assert parts.lines[0].count == one.switches
        assert sum(line.count for line in bought) == one.bill.count
        assert sum(line.wasted_lanes for line in bought) == one.bill.wasted_lanes
        assert (parts.racks, parts.order) == (one.racks, one.order)


def test_lengths_and_prices_are_those_of_the_paper():
    """Six switches of 16 servers, two in a rack: Algorithm 4, Table 2 and section 4.2.1 by hand."""
    requirements = wish(
        "hosts: [{name: servers, part: server-10gbe, count: 96}]\n"
        "fabrics: [{name: pod, families: [hyperx]}]\n"
        "explore: {radix: [32], terminals: [16], switches: [6], price_per_port: 500}\n"
        "cabling: {slack_m: 0, depth: false}\n"
    )
    (one, _) = explore(requirements, CATALOG).candidates
    parts = parts_list(requirements, CATALOG, one)
    lines = {(line.what.partition(" ")[0], line.length_m): line for line in parts.lines}
    inside = [
        RACK_M + units * UNIT_M for units in range(1, 18)
    ]  # hosts 1 to 16, and the next switch 17 below
    z = (0.5 * UNIT_M, 17.5 * UNIT_M)  # the two switches of a rack, from its top
    near = RACK_M + 2 * TO_TRAY_M + RACK_M
    expected = {
        ("switch", None): (6, 0, "16000", None),
        ("SFP+", 1.0): (48, 0, "45", (inside[0], inside[7])),
        ("SFP+", 2.0): (48, 0, "52", (inside[8], inside[15])),
        ("QSFP", 2.0): (6, 0, "74", (inside[16], inside[16])),
        ("QSFP", 3.0): (0, 2, "87", (near + 2 * z[0], near + 2 * z[0])),
        ("QSFP", 5.0): (0, 4, "116", (near + 2 * z[0] + RACK_M, near + 2 * z[1] + RACK_M)),
    }
    for key, (within, between, price, needed) in expected.items():
        line = lines[key]
        assert (line.inside, line.between, line.price) == (within, between, Decimal(price))
        assert line.needed_m == (None if needed is None else pytest.approx(needed, abs=1e-5))
    laid = [(line.count, line.price) for line in parts.lines[-2:]]
    assert laid == [(102, Decimal("2.50")), (6, Decimal("6.25"))]


def test_lattices_are_all_factorisations():
    """P12: 31 switches join in no lattice of 48 ports, 32 in six of seven."""
    text = (
        "hosts: [{name: servers, part: server-10gbe, count: 744}]\n"
        "fabrics: [{name: pod, families: [hyperx]}]\n"
        "explore: {radix: [48], terminals: [24], switches: [31, 32]}\n"
    )
    found = every_lattice(wish(text), CATALOG)
    assert [(one.S, one.radix <= radix) for radix, one in found] == [
        ((31,), False),
        ((32,), False),
        ((16, 2), True),
        ((8, 4), True),
        ((8, 2, 2), True),
        ((4, 4, 2), True),
        ((4, 2, 2, 2), True),
        ((2, 2, 2, 2, 2), True),
    ]


QSFP = Ports(count=1, connector="qsfp", rate_gbps=40, lanes=4)
STANDARD, CUSTOM = CablingRules(), CablingRules(lengths="custom", length_step_m=0.5)
TARIFFS = {
    "standard": Tariff(CATALOG, STANDARD, 10.0),
    "custom": Tariff(CATALOG, CUSTOM, 10.0),
    "links": LinkTariff(CATALOG, STANDARD, QSFP),
    "links to measure": LinkTariff(CATALOG, CUSTOM, QSFP),
    "flat": FlatTariff(Decimal("80.10")),
}
LATTICES = (
    HyperX((6, 6), (1, 1), 8, 280),
    HyperX((4, 3, 2), (1, 2, 3), 20, 470),
    HyperX((7,), (6,), 33, 220),
    HyperX((4, 4, 2, 2), (1, 1, 4, 4), 3, 150),
    HyperX((4, 4, 2), (1, 5, 9), 3, 96),  # equal sides of different widths
    HyperX((60, 5), (1, 2), 1, 300),
    HyperX((1,), (1,), 9, 9),
)


def switches_of(lattice, tariff, per_row):
    grid = grid_of(RoomRequirement(rows=400, racks_per_row=per_row), STANDARD, CATALOG)
    places = lattice_places(lattice, lattice.hosts, (1, 1), grid, "prewired")
    room = room_of(grid, places)
    return places, room, LatticeSwitches(places, room, tariff, fills_trays=False)


@given(st.sampled_from(LATTICES), st.sampled_from(sorted(TARIFFS)), st.integers(1, 40))
def test_counted_by_dimension_is_counted_whole(lattice, name, per_row):
    tariff = TARIFFS[name]
    places, room, switches = switches_of(lattice, tariff, per_row)
    bills = []
    for order in permutations(zip(lattice.S, lattice.K, strict=True)):
        whole = host_pieces(places, room).and_then(lattice_pieces(order, places, room))
        bill = tariff.bill(whole)
        assert tariff.bill_of(switches.counted(order)) == bill
        bills.append((bill.unreached, bill.cost, order))
    assert switches.cheapest(lattice) == min(bills)[2]


def test_an_order_with_fewer_cables_that_are_too_long_comes_first():
    """One rack a row: between the first and the last there is no cable long enough."""
    lattice, tariff = HyperX((100, 3), (1, 2), 9, 2700), TARIFFS["standard"]
    places, room, switches = switches_of(lattice, tariff, 1)
    missing = {
        order: tariff.bill(lattice_pieces(order, places, room)).unreached
        for order in permutations(zip(lattice.S, lattice.K, strict=True))
    }
    best = missing.pop(switches.cheapest(lattice))
    assert [0 < best < other for other in missing.values()] == [True]
