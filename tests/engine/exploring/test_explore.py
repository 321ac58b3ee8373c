"""Explorations whole: the front, figures that add up, limits, bandwidth out of the cluster."""

from decimal import Decimal
from fractions import Fraction

import pytest
from msgspec.structs import replace

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.core.program import shipped
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.design.requirements_file import parse_requirements, read_requirements
from fatdesk.engine.exploring.egft import recursion
from fatdesk.engine.exploring.explore import explore
from fatdesk.engine.exploring.pricing.grid import grid_of
from fatdesk.engine.exploring.pricing.placement import host_pieces, room_of, tree_pieces
from fatdesk.engine.exploring.pricing.tariff import Tariff
from tests.engine.exploring.trees_in_racks import tree_places

CATALOG = load_shipped([])
WISH = """\
hosts: [{name: servers, part: server-10gbe, count: 192}]
fabrics: [{name: pod}]
explore: {radix: [24, 32], terminals: [12, 16]}
"""


def wish(text=WISH):
    return parse_requirements(text.encode(), "wish.yaml", CATALOG)


@pytest.fixture(scope="module")
def found():
    return explore(wish(), CATALOG)


def figures(one):
    return one.cost.amount, -one.bisection, one.hops, one.switches, one.cables


def test_front_is_what_nothing_beats(found):
    everything = list(map(figures, found.candidates))
    for one in found.candidates:
        here = figures(one)
        beaten = any(
            other != here and all(a <= b for a, b in zip(other, here, strict=True)) for other in everything
        )
        assert one.front is not beaten
    assert {one.family for one in found.candidates} == {"egft", "hyperx"}
    assert sum(one.front for one in found.candidates) < len(found.candidates)


def test_no_tree_that_was_left_out_is_on_the_front(found):
    """Every tree of two levels placed and priced: none beats the front, and what equals it is on it."""
    front = {figures(one) for one in found.candidates if one.front}
    requirements = wish()
    tariff = Tariff(CATALOG, requirements.cabling, 10.0)
    grid = grid_of(None, requirements.cabling, CATALOG)
    count = 0
    for radix, T in ((24, 12), (32, 12), (32, 16)):
        for tree in recursion(192, radix, T, levels=2):
            places = tree_places(tree, 192, (1, 1), grid, "dense")
            room = room_of(grid, places)
            cables = tariff.bill(host_pieces(places, room).and_then(tree_pieces(tree, places, room)))
            cost = cables.cost + 500 * radix * tree.switches
            here = (
                cost,
                -Fraction(192) / (2 * tree.ratio),
                tree.hops,
                tree.switches,
                tree.cables - tree.ports + 192,
            )
            better = [some for some in front if all(a <= b for a, b in zip(some, here, strict=True))]
            assert better, tree
            count += 1
    assert count > 50


def test_figures_add_up(found):
    for one in found.candidates:
        assert one.cost.amount == one.switches * one.radix * 500 + one.bill.cost
        assert one.bill.count >= one.cables  # wide bundles are several cables
        assert one.bill.copper + one.bill.optical == one.bill.count
        assert one.network.radix <= one.radix
        assert not one.cost.at_least
    costs = [one.cost.amount for one in found.candidates]
    assert costs == sorted(costs)


def test_same_question_same_answer(found):
    again = explore(wish(), CATALOG)
    assert again.candidates == found.candidates
    assert again.searched == found.searched


def test_prices_of_ports_are_overridden(found):
    cheap = explore(wish(WISH.replace("radix:", "price_per_port: 100, radix:")), CATALOG)
    old = {(one.network, one.radix): one for one in found.candidates}
    both = [(old[one.network, one.radix], one) for one in cheap.candidates if (one.network, one.radix) in old]
    assert both
    for dear, one in both:
        assert dear.cost.amount - one.cost.amount == 400 * one.switches * one.radix


def in_euro(price):
    return None if price is None else replace(price, currency="EUR")


def with_cables_in_euro():
    """The shipped parts, but each price of a cable is that many euro."""

    def own(part):
        if not isinstance(part, Cable):
            return part
        lengths = tuple(replace(one, price=in_euro(one.price)) for one in part.lengths)
        return replace(
            part,
            lengths=lengths,
            per_metre=in_euro(part.per_metre),
            per_connector=in_euro(part.per_connector),
        )

    return Catalog([own(part) for part in CATALOG])


EURO = WISH.replace("[12, 16]}", "[12, 16], price_per_port: 500}") + "currency: EUR\n"


def test_costs_count_in_the_required_currency(found):
    assert {one.cost.currency for one in found.candidates} == {"USD"}
    priced = explore(wish(EURO), with_cables_in_euro())
    assert [replace(one.cost, currency="USD") for one in priced.candidates] == [
        one.cost for one in found.candidates
    ]
    assert {one.cost.currency for one in priced.candidates} == {"EUR"}


def test_prices_in_another_currency_are_not_added():
    with pytest.raises(FatdeskError, match=r"with prices.*prices count in EUR only"):
        explore(wish(EURO), CATALOG)
    with pytest.raises(FatdeskError, match=r"explore.price_per_port: costs are in EUR"):
        explore(wish(WISH + "currency: EUR\n"), with_cables_in_euro())


def test_bandwidth_out_of_the_cluster_takes_ports_but_no_cables():
    more = explore(wish(WISH.replace("radix:", "external_gbps: 95, radix:")), CATALOG)
    for one in more.candidates:
        assert one.network.ports >= 192 + 10
        between = one.network.bundles if one.family == "hyperx" else one.network.cables - one.network.ports
        assert one.cables == 192 + between


def test_limits_are_told_and_keep_off_the_front():
    text = WISH + "limits: {cost: 260000, racks: 5, bisection_gbps: 300, hops: 4, blocking: 2}\n"
    some = explore(wish(text), CATALOG).candidates
    assert {reason.partition(":")[0] for one in some for reason in one.reasons} >= {"cost", "racks"}
    for one in some:
        outside = one.cost.amount > Decimal(260_000) or one.racks > 5 or one.bisection * 10 < 300
        assert bool(one.reasons) is outside
        assert not (one.front and outside)
        assert one.hops <= 4
        served = 192 if one.family == "egft" else one.network.ports
        assert Fraction(served, 2) / one.bisection <= 2


def test_in_a_room_copper_gives_way_where_trays_are_overfull():
    room = "room: {rows: 2, racks_per_row: 6, policy: dense}\n"
    wide = explore(wish(WISH + room), CATALOG)
    narrow = explore(wish(WISH + room + "cabling: {tray_width_m: 0.03, tray_depth_m: 0.03}\n"), CATALOG)
    both = {(one.network, one.radix): one for one in wide.candidates}
    changed = 0
    for one in narrow.candidates:
        other = both.get((one.network, one.radix))
        if other is None:  # a tree that is on the front by its cables in narrow trays alone
            continue
        if one.bill.tray_fill is None:  # more racks than the room has
            assert any("racks" in reason for reason in one.reasons)
            continue
        assert one.bill.tray_fill <= 0.5 or any("trays" in reason for reason in one.reasons)
        assert one.bill.optical >= other.bill.optical
        assert one.cost.amount >= other.cost.amount
        changed += one.bill.optical > other.bill.optical
    assert changed
    assert not any(one.bill.overfull for one in wide.candidates)


def test_what_cannot_be_explored_is_said():
    for old, new, message in (
        ("[{name: pod}]", "[{name: pod}, {name: more}]", "one network"),
        ("[{name: pod}]", "[{name: pod, families: [star]}]", "families"),
        ("explore:", "room: {aisle_m: [1, 2]}\nexplore:", "room.aisle_m"),
        ("explore:", "room: {rack: [{part: rack-42u, count: 2}]}\nexplore:", "room.rack"),
    ):
        with pytest.raises(FatdeskError, match=message):
            explore(wish(WISH.replace(old, new)), CATALOG)


def test_it_can_be_cancelled():
    class Stop:
        def step(self, done, total, text):
            raise Cancelled

    with pytest.raises(Cancelled):
        explore(wish(), CATALOG, Stop())


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_studies_of_the_paper_can_be_read(number):
    study = read_requirements(shipped("resources") / "studies" / f"figure-{number}.yaml", CATALOG)
    assert study.explore.price_per_port in (100, 500)
    assert study.hosts[0].count == (1024 if number == 1 else 8192)
