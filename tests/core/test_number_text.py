"""Numbers as people write them: each form of a value is read, a text with two readings is never guessed."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.number_text import (
    NoNumberError,
    decimal_sign,
    in_language,
    is_shown_as,
    read_number,
    readings,
    typed_number,
)

STYLES = [(",", "."), (".", ","), (" ", ","), ("\u202f", ","), ("'", "."), ("", "."), ("", ",")]
"""Group and decimal sign: English, German, French, French as Excel writes it, Swiss, ungrouped."""


def written(value: Decimal, places: int, group: str, sign: str) -> str:
    """A value as a spreadsheet of a country shows it, by Python's own formatting."""
    text = f"{value:,.{places}f}"
    return text.translate(str.maketrans({",": group, ".": sign}))


@given(st.integers(-(10**12), 10**12), st.integers(0, 6), st.sampled_from(STYLES))
def test_every_form_of_a_value_is_read_as_the_value_with_the_sign_of_its_country(units, places, style):
    value = Decimal(units).scaleb(-places)
    text = written(value, places, *style)
    assert readings(text)[style[1]] == value
    assert read_number(text, style[1]) == value


@given(
    st.lists(st.integers(0, 10**7), min_size=1, max_size=30),
    st.sampled_from([0, 2, 3]),
    st.sampled_from(STYLES),
)
def test_a_proof_is_never_wrong_and_without_one_a_text_with_two_readings_is_an_error(units, places, style):
    """Whatever a column holds, no text of it is read as another value than was written."""
    values = [Decimal(unit).scaleb(-places) for unit in units]
    texts = [written(value, places, *style) for value in values]
    sign = decimal_sign(texts)
    assert sign in (None, style[1])
    for text, value in zip(texts, values, strict=True):
        if sign is None and len(set(readings(text).values())) == 2:
            with pytest.raises(ValueError, match=re.escape(f"{value.normalize():f}")):
                read_number(text, sign)
        else:
            assert read_number(text, sign) == value


def test_the_column_of_a_german_bill_decides():
    column = ["4.200", "4.200,00", "87,5"]
    assert decimal_sign(column) == ","
    assert read_number("4.200", ",") == 4200
    assert decimal_sign(["4.200"]) is None
    with pytest.raises(ValueError, match=r"“4\.200” may be 4\.2 or 4200, type it without a separator"):
        read_number("4.200")
    with pytest.raises(ValueError, match=r"“87\.5” is not a number with “,” before its fraction"):
        read_number("87.5", ",")


def test_contradicting_proofs_prove_nothing():
    assert decimal_sign(["1.5", "2,5", "4.200"]) is None
    assert decimal_sign(["1.5", "2,5"], [("4.200", Decimal("4.2"))]) is None
    assert [read_number(text) for text in ("1.5", "2,5")] == [Decimal("1.5"), Decimal("2.5")]


@pytest.mark.parametrize(
    ("text", "value", "sign"),
    [
        ("1,143", "1.143", ","), ("1,143", "1143", "."), ("1.143", "1.1432", "."), ("1,143", "1.1432", ","),
        ("1,143", "7", None), ("12", "12", None), ("2,5", "9", None),
    ],
)  # fmt: skip
def test_a_known_value_is_a_proof(text, value, sign):
    assert decimal_sign([], [(text, Decimal(value))]) == sign


def test_rounded_to_the_digits_shown():
    assert is_shown_as(Decimal("0.125"), Decimal("0.13"))
    assert is_shown_as(Decimal("12.5"), Decimal(13))
    assert not is_shown_as(Decimal("0.125"), Decimal("0.14"))
    assert not is_shown_as(Decimal("1.143"), Decimal(1143))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("21.4", "21.4"), ("1,200", "1200"), ("1,200,000.5", "1200000.5"), ("1 200", "1200"), (" 7 ", "7"),
        (".5", "0.5"), ("-3", "-3"), ("\u22123", "-3"), ("+3", "3"), ("1.000", "1"), ("1'200", "1200"),
    ],
)  # fmt: skip
def test_typed_numbers(text, value):
    assert typed_number(text) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "sign", "what"),
    [
        ("21,4", ".", "Use a decimal point: 21.4"),
        ("0,125", ".", "Use a decimal point: 0.125"),
        ("1.200,50", ".", "Use a decimal point: 1200.50"),
        ("1,20,0", ".", "“1,20,0” is not a number"),
        ("12,00", ".", "Use a decimal point: 12.00"),
        *((text, sign, f"“{text.strip()}” is not a number") for sign in ".," for text in
          ("", "x", "1e3", "NaN", "inf", "1 2", "12 34", "1,2345.6", "1..2", "5 %", "3:1", "0x10", "1_000",
           "1.", "٣")),
    ],
)  # fmt: skip
def test_what_is_no_number_says_what_to_type(text, sign, what):
    with pytest.raises(ValueError, match=f"^{re.escape(what)}$"):
        typed_number(text, sign)


def test_a_decimal_comma_is_understood_where_the_locale_has_it():
    texts = {
        "21,4": "21.4",
        "21.4": "21.4",
        "1.200,5": "1200.5",
        "1,200.5": "1200.5",
        "1.200": "1200",
        "1,200": "1.2",
    }
    assert {text: typed_number(text, ",") for text in texts} == {
        text: Decimal(v) for text, v in texts.items()
    }


@given(st.integers(-(10**12), 10**12), st.integers(0, 6), st.sampled_from([".", ","]))
def test_what_a_field_writes_is_what_it_reads(units, places, sign):
    """The program's own form of a number, shown in a number language, is read as the same number."""
    value = Decimal(units).scaleb(-places)
    assert typed_number(in_language(f"{value:,.{places}f}", sign), sign) == value


def test_the_unit_of_a_number_may_follow_it():
    assert typed_number("21.4 m", unit="m") == typed_number("21.4m", unit="m") == Decimal("21.4")
    with pytest.raises(NoNumberError):
        typed_number("21.4 cm", unit="m")
