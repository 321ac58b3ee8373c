"""Read amounts of money as people write them, with their currency; numbers as in ``core.number_text``."""

import re
from decimal import Decimal

from fatdesk.core.money import LARGEST
from fatdesk.core.number_text import Sign, read_number, typed_number

SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"}
_NO_CENTS = re.compile(r"(?<=[0-9])([.,])[-–—]{1,2}$")
_CURRENCY = re.compile(r"[A-Z]{3}")


def amount_of(cell: object, sign: Sign | None = ".") -> tuple[Decimal, str | None]:
    """An amount of a cell of a list, and the currency beside it.

    Parameters
    ----------
    cell
        A number, or text such as ``$ 1,234.50`` or ``1.234,50 EUR``.
    sign
        The sign before fractions in its column, see :func:`read_number`.

    Raises
    ------
    ValueError
        With why it is none.

    >>> amount_of("1,234.50 USD"), amount_of(0.1 + 0.2)
    ((Decimal('1234.50'), 'USD'), (Decimal('0.3'), None))
    """
    if isinstance(cell, bool) or cell in (None, ""):
        raise ValueError("the cell has no price")
    if isinstance(cell, int | float):
        return _in_range(_plain(round(Decimal(repr(cell)), 6)) if abs(cell) <= LARGEST else Decimal(-1)), None
    text, currency = bare_amount(str(cell))
    return _in_range(read_number(text, sign)), currency


def typed_amount(text: str, sign: Sign = ".") -> tuple[Decimal, str | None]:
    """An amount that a user typed into a field, and the currency where it was typed, too.

    Raises
    ------
    ValueError
        With what to type instead, see :func:`typed_number`.

    >>> typed_amount("10,500"), typed_amount("€ 99.50"), typed_amount("1,234.50 USD")
    ((Decimal('10500'), None), (Decimal('99.50'), 'EUR'), (Decimal('1234.50'), 'USD'))
    """
    bare, currency = bare_amount(text)
    return _in_range(typed_number(bare, sign)), currency


def bare_amount(text: str) -> tuple[str, str | None]:
    """The number of an amount without its currency, and the currency; a dash for no cents as zeros.

    >>> bare_amount("CHF 50.-"), bare_amount("12,50 €")
    (('50.00', 'CHF'), ('12,50', 'EUR'))
    """
    text = " ".join(text.split())
    currency = None
    for mark, word in SIGNS.items():
        if mark in text:
            text, currency = text.replace(mark, "", 1).strip(), word
            break
    code = re.match(r"([A-Z]{3})\b", text) or re.search(r"(?<![A-Z])([A-Z]{3})$", text)
    if code and (currency is None or currency == code[1]):
        text, currency = text.replace(code[1], "", 1).strip(), code[1]
    return _NO_CENTS.sub(r"\g<1>00", text), currency


def currency_of(cell: object) -> str | None:
    """The currency that a cell tells, by its three letters or its sign; None: none.

    >>> currency_of("eur"), currency_of("€"), currency_of("dollars")
    ('EUR', 'EUR', None)
    """
    text = str(cell).strip().upper()
    return SIGNS.get(text) or (text if _CURRENCY.fullmatch(text) else None)


def _plain(amount: Decimal) -> Decimal:
    """Without zeros at its end and without an exponent."""
    short = amount.normalize()
    return short.quantize(Decimal(1)) if short == short.to_integral_value() else short


def _in_range(amount: Decimal) -> Decimal:
    exponent = amount.as_tuple().exponent
    if not 0 <= amount <= LARGEST or (isinstance(exponent, int) and exponent < -6):
        raise ValueError(f"is not an amount from 0 to {LARGEST} with at most 6 decimals")
    return amount
