"""Terms of purchase: whole packs and discounts against fractions, prices of single lengths."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.bill.rules import NO_TERMS, PurchaseTerms, can_be_priced, with_price
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Cable, Price

DISCOUNTS = st.decimals(0, 100, places=4)


@given(count=st.integers(0, 10**6), size=st.none() | st.integers(1, 10**6))
def test_pieces_are_the_least_multiple_of_the_pack_that_is_enough(count, size):
    pieces = PurchaseTerms(part="dac", pack_size=size).in_packs(count)
    assert pieces % (size or 1) == 0
    assert count <= pieces < count + (size or 1)


@given(price=st.decimals(0, 10**6, places=2), discount=st.none() | DISCOUNTS)
def test_a_discount_is_taken_off_exactly(price, discount):
    net = PurchaseTerms(part="dac", discount_percent=discount).net(price)
    assert Fraction(net) == Fraction(price) * (1 - Fraction(discount or 0) / 100)


@pytest.mark.parametrize("discount", ["-0.01", "100.01", "12.34567", "NaN", "Infinity"])
def test_what_is_no_percentage_is_refused(discount):
    with pytest.raises(ValueError, match="expected 0 to 100"):
        PurchaseTerms(part="dac", discount_percent=Decimal(discount))


def test_terms_without_agreement_are_empty():
    assert NO_TERMS.is_empty
    assert PurchaseTerms(part="dac").is_empty
    for agreed in ({"pack_size": 1}, {"discount_percent": Decimal(0)}, {"lead_time_days": 0}):
        assert not PurchaseTerms(part="dac", **agreed).is_empty, agreed


def test_a_price_of_a_cable_is_that_of_one_length():
    cable = next(part for part in load_shipped([]) if isinstance(part, Cable) and len(part.lengths) > 1)
    first, *others = cable.lengths
    price = Price(amount=Decimal("12.50"), currency="USD", date="2026-05", source="offer")
    changed = with_price(cable, first.m, price)
    assert changed.lengths[0].price == price
    assert list(changed.lengths[1:]) == others
    assert not can_be_priced(cable, None)
    with pytest.raises(ValueError, match="no price of its own"):
        with_price(cable, 987.0, price)
