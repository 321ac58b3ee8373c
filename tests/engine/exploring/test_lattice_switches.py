"""Lattices whose cables are counted dimension by dimension, against all of their cables in every order."""

from decimal import Decimal
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Ports
from fatdesk.engine.exploring.grid import grid_of
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.engine.exploring.lattice_switches import LatticeSwitches
from fatdesk.engine.exploring.placement import host_pieces, lattice_pieces, lattice_places, room_of
from fatdesk.engine.exploring.tariff import FlatTariff, LinkTariff, Tariff
from fatdesk.engine.floor.room import RoomRequirement

CATALOG = load_shipped([])
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
