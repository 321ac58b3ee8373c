"""Read numbers typed into any field of the window, with the decimal sign of the user's locale."""

import re
from decimal import Decimal
from fractions import Fraction

from PySide6.QtCore import QLocale

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import Sign, readings, typed_number, typed_ratio

_PARTS = re.compile(r"\s*;\s*|\s*,\s+|\s+")
"""Between several numbers: a semicolon, spaces, or a comma with a space after it."""


class MisreadError(FatdeskError):
    """A number with another decimal sign than the locale's, or with two readings."""


def locale_sign() -> Sign:
    """Return the decimal sign of the user's locale."""
    return "," if QLocale.system().decimalPoint() == "," else "."


def parse_number(text: str, unit: str = "") -> Decimal:
    """Return a typed number, which its unit may follow.

    Raises
    ------
    MisreadError
        With what to type instead, as in "Use a decimal point: 21.4".
    FatdeskError
        When it is no number at all.
    """
    try:
        return typed_number(text, locale_sign(), unit)
    except ValueError as error:
        bare = text.strip().removesuffix(unit) if unit else text
        raise (MisreadError if readings(bare) else FatdeskError)(str(error)) from None


def parse_whole(text: str) -> int:
    """Return a typed whole number.

    Raises
    ------
    FatdeskError
        When it is none, or has a fraction.
    """
    value = parse_number(text)
    if value != value.to_integral_value():
        raise FatdeskError(f"“{text.strip()[:40]}” is not a whole number")
    return int(value)


def parse_ratio(text: str) -> Fraction:
    """Return a typed ratio: "3:1", "3/2" or a number.

    Raises
    ------
    FatdeskError
        With what to type instead.
    """
    try:
        return typed_ratio(text, locale_sign())
    except ValueError as error:
        raise FatdeskError(str(error)) from None


def split_numbers(text: str) -> list[str]:
    """Return the texts of several numbers, separated by semicolons or spaces.

    A comma separates only with a space after it: "1,5" is one text, which is a number or is refused.

    >>> split_numbers("1.2; 1.5"), split_numbers("1.2 1.5"), split_numbers("1.2, 1.5"), split_numbers("1,5")
    (['1.2', '1.5'], ['1.2', '1.5'], ['1.2', '1.5'], ['1,5'])
    """
    return [part for part in _PARTS.split(text.strip().strip(";")) if part]


def plain(value: Decimal) -> str:
    """Return a number as files have it: no exponent, no thousands separators, no trailing zeros.

    >>> plain(Decimal("1200")), plain(Decimal("21.40")), plain(Decimal("1E+3"))
    ('1200', '21.4', '1000')
    """
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
