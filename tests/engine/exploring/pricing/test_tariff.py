"""Prices of cables against the table and the formulas of the paper (spec 2)."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Switch
from fatdesk.engine.exploring.pricing.placement import Pieces
from fatdesk.engine.exploring.pricing.tariff import FlatTariff, LinkTariff, Tariff


@pytest.fixture(scope="module")
def catalog():
    return load_shipped([])


def pieces(*some):
    """(metres, links, leaves its rack)."""
    um = np.array([round(m * 1_000_000) for m, _, _ in some])
    racks = np.array([[0] * len(some), [int(far) for _, _, far in some]])
    return Pieces(um, np.array([n for _, n, _ in some]), racks)


@pytest.mark.parametrize(
    ("metres", "links", "price", "wasted"),
    [
        (0.8, 1, 45, 0),
        (2.0, 1, 52, 0),
        (4.2, 1, 74, 0),
        (5.1, 1, 101, 0),
        (12, 1, 117, 0),
        (12.1, 1, 448, 3),  # no single channel is longer than 12 m: one quad optical
        (0.8, 2, 55, 2),
        (0.8, 4, 55, 0),
        (2.1, 6, 2 * 87, 2),
        (5, 4, 116, 0),
        (5.1, 4, 418, 0),
        (40, 9, 3 * 618, 3),
        (100, 4, 883, 0),
    ],
)
def test_standard_lengths(catalog, metres, links, price, wasted):
    tariff = Tariff(catalog, CablingRules(), 10.0)
    for far, labour in ((False, Decimal("2.50")), (True, Decimal("6.25"))):
        bill = tariff.bill(pieces((metres, links, far)))
        cables = 1 if links == 1 else -(-links // 4)
        assert (bill.cost, bill.count, bill.wasted_lanes) == (price + cables * labour, cables, wasted)
        assert (bill.unreached, bill.skus) == (0, 1)


@pytest.mark.parametrize(
    ("metres", "links", "price"),
    [
        (4, 1, Decimal("1.25") * (2 * 20 + 6 * 4)),
        (4, 4, Decimal("1.25") * (2 * 20 + 16 * 4)),
        (6, 5, 2 * Decimal("1.25") * (2 * 188 + 5 * 6)),
        (13, 1, Decimal("1.25") * (2 * 188 + 5 * 13)),
    ],
)
def test_custom_lengths(catalog, metres, links, price):
    tariff = Tariff(catalog, CablingRules(lengths="custom"), 10.0)
    bill = tariff.bill(pieces((metres, links, False)))
    assert bill.cost == price + Decimal("2.50") * bill.count
    assert bill.excess_um == 0


def test_steps_save_kinds_and_cost_excess(catalog):
    some = pieces((3.1, 1, True), (3.3, 1, True), (3.4, 1, True), (3.6, 1, True))
    exact = Tariff(catalog, CablingRules(lengths="custom"), 10.0).bill(some)
    half = Tariff(catalog, CablingRules(lengths="custom", length_step_m=0.5), 10.0).bill(some)
    assert (exact.skus, exact.excess_um) == (4, 0)
    assert (half.skus, half.excess_um) == (2, 1_100_000)
    assert half.ordered_um == exact.ordered_um + half.excess_um


def test_what_nothing_reaches_is_told(catalog):
    bill = Tariff(catalog, CablingRules(), 10.0).bill(pieces((101, 8, True), (1, 1, False)))
    assert (bill.unreached, bill.count) == (2, 3)


def test_least_is_below_any_bill(catalog):
    for rules in (CablingRules(), CablingRules(lengths="custom")):
        tariff = Tariff(catalog, rules, 10.0)
        least = tariff.least(40)
        assert least == sorted(least)
        for links in range(1, 41):
            for metres in (0.7, 3.0, 9.0, 30.0):
                whole = tariff.bill(pieces((metres, links, False))).cost
                assert least[links] <= whole
                for part in range(1, links):
                    split = tariff.bill(pieces((metres, part, False), (metres, links - part, True)))
                    assert least[links] <= split.cost


def test_a_rate_without_cables_is_an_error(catalog):
    with pytest.raises(FatdeskError, match="cable"):
        Tariff(catalog, CablingRules(), 12_345.0)


PIECE = st.tuples(st.integers(1, 120), st.integers(1, 12), st.booleans())


@pytest.mark.parametrize(
    "make",
    [
        lambda catalog: Tariff(catalog, CablingRules(), 10.0),
        lambda catalog: Tariff(catalog, CablingRules(lengths="custom", length_step_m=0.5), 10.0),
        lambda catalog: LinkTariff(catalog, CablingRules(), catalog.get("ib-36", Switch).ports[0]),
        lambda _: FlatTariff(Decimal(80)),
    ],
    ids=["standard", "custom", "links", "flat"],
)
@given(one=st.lists(PIECE, min_size=1), other=st.lists(PIECE, min_size=1))
def test_counts_of_two_sets_of_pieces_have_the_bill_of_all(catalog, make, one, other):
    tariff, some, more = make(catalog), pieces(*one), pieces(*other)
    assert tariff.bill_of(tariff.counted(some) + tariff.counted(more)) == tariff.bill(some.and_then(more))
