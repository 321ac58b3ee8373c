"""P22: money is exact: random bills with discounts, spares and packs equal their sums of fractions."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fatdesk.core.money import LARGEST
from fatdesk.engine.bill.counting import Item
from fatdesk.engine.bill.making import make_bill
from fatdesk.engine.bill.rules import BillRules, PurchaseTerms
from fatdesk.engine.catalog.catalog import Catalog
from tests.trust.promises import Promise

CATEGORIES = st.sampled_from(["hosts", "switches", "cables", "transceivers", "racks"])
PRICES = st.none() | st.decimals(0, LARGEST, places=6) | st.decimals(0, 1000, places=2)
COUNTS = st.integers(1, 10**7) | st.integers(1, 100)
TERMS = st.tuples(
    st.none() | st.integers(1, 1000), st.none() | st.decimals(0, 100, places=4) | st.just(Decimal("12.5"))
)
LINES = st.lists(st.tuples(CATEGORIES, PRICES, COUNTS, TERMS), min_size=1, max_size=12)
Drawn = tuple[str, Decimal | None, int, tuple[int | None, Decimal | None]]
"""Category, price, count, pack and discount."""
SPARES = st.dictionaries(CATEGORIES, st.sampled_from([0.0, 2.5, 5.0, 33.3]), max_size=3)


def rounded_up(value: Fraction) -> int:
    return -(-value.numerator // value.denominator)


@pytest.mark.promise("P22")
def test_random_bills_equal_their_sums_of_fractions(promise: Promise) -> None:
    bills = 0

    @given(LINES, SPARES)
    @example([("cables", Decimal("999999999999.999999"), 9_999_991, (None, Decimal("33.3333")))], {})
    def one_bill(lines: list[Drawn], spares: dict[str, float]) -> None:
        nonlocal bills
        bills += 1
        items, terms, exact, unpriced = [], {}, [], 0
        for number, (category, price, count, (pack, discount)) in enumerate(lines):
            part = f"p-{number}"
            items.append(Item(category, part, count, price=price))
            terms[part, None] = PurchaseTerms(part=part, pack_size=pack, discount_percent=discount)
            share = Fraction(repr(spares.get(category, 0.0))) / 100
            order = count + rounded_up(count * share)
            order = rounded_up(Fraction(order, pack or 1)) * (pack or 1)
            unpriced += order if price is None else 0
            net = Fraction(price or 0) * (100 - Fraction(discount or 0)) / 100
            exact.append(None if price is None else net * order)
        made = make_bill(items, (), Catalog([]), BillRules(spares_percent=spares), terms=terms)
        assert [None if line.extended is None else Fraction(line.extended) for line in made.lines] == exact
        assert Fraction(made.total.amount) == sum(filter(None, exact))
        assert made.total.unpriced == unpriced

    one_bill()
    promise("{trials:,} bills equal their sums of fractions", trials=bills)
