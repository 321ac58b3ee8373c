"""Typed dates, currencies and names: forms of people become values of files, ambiguous ones are refused."""

import re
from datetime import date

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.core.struct import Currency, Date
from fatdesk.core.typed_values import name_meant, typed_currency, typed_date

FORMS = ["%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%d %B %Y", "%B %d, %Y", "%d. %b %Y", "%d-%b-%Y"]


@given(st.dates(date(1000, 1, 1)), st.sampled_from(FORMS))
def test_every_form_of_a_day_is_that_day(day, form):
    assert typed_date(day.strftime(form)) == day.isoformat()


@given(st.dates(date(1000, 1, 1)), st.sampled_from(["%Y-%m", "%m/%Y", "%B %Y", "%b %Y", "%m.%Y"]))
def test_every_form_of_a_month_is_that_month(day, form):
    assert typed_date(day.strftime(form)) == day.isoformat()[:7]


@given(st.dates(date(1000, 1, 1)), st.sampled_from(["%d/%m/%Y", "%m/%d/%Y"]))
def test_an_order_that_cannot_be_seen_is_refused(day, form):
    if day.day <= 12 and day.day != day.month:
        with pytest.raises(FatdeskError, match="may be"):
            typed_date(day.strftime(form))
    else:
        assert typed_date(day.strftime(form)) == day.isoformat()


@given(st.text(alphabet="0123456789-./ maytoctfe,", max_size=14))
def test_what_is_read_is_a_date_that_files_may_hold(text):
    try:
        found = typed_date(text)
    except FatdeskError:
        return
    msgspec.convert(found, Date)


def test_months_of_german_lists_and_today():
    assert [typed_date(text) for text in ("Mai 2026", "31. Mai 2026", "3. Dez. 2025", "März 2026", "")] == [
        "2026-05", "2026-05-31", "2025-12-03", "2026-03", "",
    ]  # fmt: skip
    assert typed_date("today", date(2026, 5, 31)) == "2026-05-31"


@pytest.mark.parametrize(
    "text", ["31 Feb 2026", "2026-13", "May", "31 May", "May May 2026", "soon", "1.2.3", "2026 5"]
)
def test_other_texts_are_refused_with_an_example(text):
    with pytest.raises(FatdeskError, match=re.escape("type one such as 2026-05-31, May 2026 or 2026")):
        typed_date(text)


def test_currencies():
    for text, code in (("eur", "EUR"), ("€", "EUR"), ("Chf", "CHF"), ("Fr.", "CHF"), ("us$", "USD")):
        assert typed_currency(text) == msgspec.convert(code, Currency)
    for text in ("", "¥", "$", "eu", "12"):
        with pytest.raises(FatdeskError, match="three letters such as"):
            typed_currency(text)


@given(st.lists(st.from_regex(r"[a-z]{1,2}0{0,3}[1-9][0-9]{0,2}", fullmatch=True), min_size=1, unique=True))
def test_a_name_that_is_exact_means_itself(names):
    assert [name_meant(name, names) for name in names] == names


def test_names_by_number_and_without_zeros():
    hosts = [f"n{number:04}" for number in range(1, 1201)]
    assert name_meant("257", hosts) == "n0257"
    assert name_meant("N257", hosts) == "n0257"
    assert name_meant("1201", hosts) is None
    assert name_meant("a1", ["A01", "A1", "B01"]) is None, "two names fit"
    assert name_meant("A1", ["A01", "A1"]) == "A1"
