"""Typed quantities: units and calculations, against an evaluation that does not know the reader's grammar."""

import re
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.typed_values import (
    LONGEST,
    PLACES,
    SHARE,
    UNITS,
    rounded,
    typed_quantity,
    typed_ratio,
    typed_whole,
)

KILOGRAMS = {"kg": 1.0, "g": 1e-3, "lb": 0.45359237, "oz": 0.45359237 / 16, "t": 1e3}
METRES = {"m": 1.0, "mm": 1e-3, "cm": 1e-2, "in": 0.0254, "ft": 0.3048, "yd": 0.9144, "U": 0.04445}
"""By the definition of each unit, independent of the table under test."""
WRITTEN = {".": (",", "."), ",": (".", ",")}
"""Separators of thousands and of fractions of the number languages."""


def number_in(value: Decimal, sign: str, grouped: bool) -> str:
    text = f"{value:,f}" if grouped else f"{value:f}"
    return text.translate(str.maketrans(dict(zip(",.", WRITTEN[sign], strict=True))))


@st.composite
def calculations(draw, sign, units):
    """A text and its value in metres or kilograms as a Fraction; lengths of nested sums and factors."""
    text, value = draw(quantities(sign, units))
    for _ in range(draw(st.integers(0, 3))):
        step = draw(st.sampled_from(["+", "-", "*", "/", "(", "neg"]))
        if step in "+-":
            other, more = draw(quantities(sign, units))
            text, value = f"{text} {step} {other}", value + more if step == "+" else value - more
            text = f"({text})"
        elif step in "*/":
            factor = draw(st.integers(1, 99))
            text, value = f"{text}{step}{factor}", value * factor if step == "*" else value / factor
        elif step == "(":
            text = f"( {text} )"
        else:
            text, value = f"-({text})", -value
            text = f"({text})"
    return text, value


@st.composite
def quantities(draw, sign, units):
    number = Decimal(draw(st.integers(0, 10**7))).scaleb(-draw(st.integers(0, 4)))
    unit = draw(st.sampled_from(list(units)))
    space = draw(st.sampled_from(["", " "]))
    text = f"{number_in(number, sign, draw(st.booleans()))}{space}{unit}"
    return text, Fraction(number) * Fraction(repr(units[unit]))


@given(st.data(), st.sampled_from(".,"), st.sampled_from([METRES, KILOGRAMS]))
def test_a_calculation_has_the_value_of_its_parts(data, sign, units):
    text, value = data.draw(calculations(sign, units))
    unit = data.draw(st.sampled_from(list(units)))
    expected = value / Fraction(repr(units[unit]))
    if len(text) >= LONGEST:
        with pytest.raises(ValueError, match="too long"):
            typed_quantity(f"={text}", unit, sign)
        return
    found = Fraction(typed_quantity(f"={text}", unit, sign))
    assert abs(found - expected) <= max(Fraction(1, 2 * 10**PLACES), 0) or found == expected
    assert (found == 0) == (expected == 0)


@given(st.data(), st.sampled_from(".,"))
def test_one_quantity_needs_no_sign_of_equality(data, sign):
    text, metres = data.draw(quantities(sign, METRES))
    assert abs(Fraction(typed_quantity(text, "mm", sign)) - metres * 1000) <= Fraction(1, 2 * 10**PLACES)
    assert typed_quantity(f"-{text}", "mm", sign) == -typed_quantity(text, "mm", sign)


@given(
    st.text(alphabet="0123456789.,'+-*/()= mkgin%€UxXe\u00a0", max_size=20),
    st.sampled_from(["m", "", "EUR", "%"]),
)
def test_whatever_is_typed_is_a_number_or_refused_with_words(text, unit):
    """Nothing else is raised, whatever the text."""
    for sign in (".", ","):
        with suppress(ValueError):
            assert typed_quantity(text, unit, sign).is_finite()


@given(st.fractions())
def test_rounding_keeps_six_decimals_or_six_digits(value):
    found = Fraction(rounded(value))
    assert abs(found - value) <= min(Fraction(1, 2 * 10**6), abs(value) / 10**5)


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("24 in", "m", "0.6096"), ('24"', "mm", "609.6"), ("3 ft", "m", "0.9144"), ("5' 6\"", "m", "1.6764"),
        ("3 ft 6 in", "in", "42"), ("-2 m 50 cm", "m", "-2.5"), ("2 U", "mm", "88.9"),
        ("2.4 kW", "W", "2400"),
        ("2.4k", "W", "2400"), ("47 lb", "kg", "21.318841"), ("47 lbs", "kg", "21.318841"),
        ("21 KG", "kg", "21"), ("3 M", "mm", "3000"), ("90 MIN", "h", "1.5"), ("2 KW", "W", "2000"),
        ("400G", "Gb/s", "400"), ("1.6 Tb/s", "Gb/s", "1600"), ("50 GB/s", "Gb/s", "400"),
        ("2 weeks", "days", "14"), ("2 w", "d", "14"), ("1 y", "h", "8760"), ("90 min", "h", "1.5"),
        ("5 %", SHARE, "0.05"), ("0.05", SHARE, "0.05"), ("5", "%", "5"), ("5%", "%", "5"),
        ("0.05", "%", "0.05"),
        ("4 MiB", "B", "4194304"), ("1,200", "", "1200"), ("12 links", "links", "12"),
        ("1 link", "links", "1"),
        ("100 cycles", "cyc", "100"), ("30 cables/h", "cables/h", "30"),
        ("EUR 12.50", "EUR", "12.50"), ("12.50 €", "EUR", "12.50"), ("€12", "EUR", "12"),
        ("$ 1,200", "USD", "1200"),
        ("=2*0.61", "m", "1.22"), ("=2*24 in", "m", "1.2192"), ("=(1+2)*24 in", "in", "72"),
        ("=1/3", "", "0.333333"),
        ("=24 in + 0.1", "m", "0.7096"), ("=100 EUR*3", "EUR", "300"), ("=3*99.5 EUR", "EUR", "298.5"),
        ("=1200 * 105 %", "W", "1260"), ("=2 × 3 ÷ 4", "", "1.5"), ("=10 − 4", "", "6"),
        ("=24 in / 12 in", "", "2"),
        ("=2*5 %", "%", "10"), ("=-(3)", "", "-3"), ("= 1 200 + 1", "", "1201"), ("=(2+3) m", "cm", "500"),
    ],
)  # fmt: skip
def test_what_engineers_type(text, unit, value):
    assert typed_quantity(text, unit) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "unit", "why"),
    [
        ("21 kg", "m", "“kg” is a unit of mass; type a value such as 1.2 m or 24 in"),
        ("500 mW", "W", "“mW” is not a known unit"),
        ("400 m", "Gb/s", "“m” is a unit of length"),
        ("4 Gb", "B", "“Gb” is not a known unit"),
        ("3 MM", "m", "“MM” is not a known unit"),
        ("3 parsec", "m", "“parsec” is not a known unit"),
        ("5 %", "m", "“5 %” is a share"),
        ("=100 + 5 %", "", "adds a number and share"),
        ("=2 m * 3 m", "m", "multiplies two units"),
        ("=2 / 3 m", "m", "divides by a unit"),
        ("=1/0", "", "divides by 0"),
        ("=1/(2 m - 2 m)", "m", "divides by 0"),
        ("2*0.61", "m", "begin with = to calculate"),
        ("3-4", "", "begin with = to calculate"),
        ("=2*", "m", "“2*” is not a calculation"),
        ("=(2", "m", "is not a calculation"),
        ("=__import__('os')", "m", "is not a calculation"),
        ("=2**9", "", "is not a calculation"),
        ("=9^9", "", "is not a calculation"),
        ("3 ft 2 kg", "m", "“kg” is a unit of mass"),
        ("=3 ft + 2 kg", "m", "adds length and mass"),
        ("=3 kg", "m", "“3 kg” is a mass; type a value such as 1.2 m"),
        ("21,4 kg", "kg", "Use a decimal point: 21.4"),
        ("=2*0,61", "m", "Use a decimal point: 0.61"),
        ("12 USD", "EUR", "The amount is in EUR; type it without USD"),
        ("12 $", "EUR", r"type it without $"),
        ("400 gb/s", "Gb/s", "“gb/s” is"),
        ("1e3", "m", "is not a known unit"),
        ("NaN", "m", "is not a number"),
        ("", "m", "is not a number"),
        ("=" + "(" * 200, "m", "too long"),
    ],
)
def test_what_is_refused_says_why(text, unit, why):
    with pytest.raises(ValueError, match=re.escape(why)):
        typed_quantity(text, unit)


@pytest.mark.parametrize("text", ["21 kg", "=3 kg", "2 bananas"])
def test_examples_are_in_the_number_language(text):
    with pytest.raises(ValueError, match="such as 1,2 m"):
        typed_quantity(text, "m", ",")


def test_the_number_language_decides_within_calculations_and_units():
    assert typed_quantity("21,4 kg", "kg", ",") == Decimal("21.4")
    assert typed_quantity("=2*0,61", "m", ",") == Decimal("1.22")
    assert typed_quantity("1.200 mm", "m", ",") == Decimal("1.2")
    assert typed_quantity("1,200 mm", "m", ".") == Decimal("1.2")
    assert typed_quantity("1,200 mm", "m", ",") == Decimal("0.0012")


def test_another_unit_of_display():
    """A field that shows feet reads a bare number as feet, and hands on metres."""
    assert typed_quantity("4", "ft", into="m") == Decimal("1.2192")
    assert typed_quantity("1.5 m", "ft", into="m") == Decimal("1.5")


def test_whole_numbers():
    assert [typed_whole(text, "U") for text in ("42", "42 U", "=2*21", "1,200")] == [42, 42, 42, 1200]
    assert [typed_whole(text, sign=",") for text in ("1,200", "1.200", "1 200")] == [1200, 1200, 1200]
    for text in ("1.5", "=3/2", "1.200"):
        with pytest.raises(ValueError, match="is not a whole number"):
            typed_whole(text)


def test_names_of_units_are_distinct_and_sizes_are_those_of_their_definitions():
    for name, size in (METRES | KILOGRAMS).items():
        assert UNITS[name].size == Fraction(repr(size))


def test_ratios():
    assert (
        typed_ratio("3:1")
        == typed_ratio("3 : 1")
        == typed_ratio("3 to 1")
        == typed_ratio("3")
        == typed_ratio("=9/3")
        == 3
    )
    assert typed_ratio("3/2") == typed_ratio("1.5") == typed_ratio("1,5", ",") == Fraction(3, 2)
    for text, what in (
        ("3:0", "must be above 0"),
        ("x", "“x” is not a ratio such as 3:1"),
        ("3:1:1", "is not a ratio"),
        ("1,5", r"Use a decimal point: 1\.5"),
    ):
        with pytest.raises(ValueError, match=what):
            typed_ratio(text)
