"""Amounts as people write them in lists: with currency, with commas or points between thousands."""

import re
from collections.abc import Iterable
from decimal import Decimal

from fatdesk.engine.core.money import LARGEST

SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"}
_AMOUNT = re.compile(r"[0-9]+|[0-9]{1,3}(?:([,.' ])[0-9]{3})(?:\1[0-9]{3})*")
_CURRENCY = re.compile(r"[A-Z]{3}")


def decimal_sign(texts: Iterable[str]) -> str:
    """The sign before the fractions of a column of amounts: a point, unless its texts tell a comma.

    >>> decimal_sign(["1.234,50", "99"]), decimal_sign(["1,234", "1,234.50"]), decimal_sign(["12,5"])
    (',', '.', ',')
    """
    points = commas = 0
    for text in texts:
        figure = re.sub(r"[^0-9.,]", "", text).rstrip(".,")
        last = max(figure.rfind("."), figure.rfind(","))
        if last < 0:
            continue
        sign, other = figure[last], "." if figure[last] == "," else ","
        sure = other in figure or (len(figure) - last - 1 != 3 and figure.count(sign) == 1)
        points += sure and sign == "."
        commas += sure and sign == ","
    return "," if commas > points else "."


def amount_of(cell: object, sign: str = ".") -> tuple[Decimal, str | None]:
    """An amount of a cell, and the currency that stands beside it.

    Parameters
    ----------
    cell
        A number, or text such as ``$ 1,234.50`` or ``1.234,50 EUR``.
    sign
        What stands before fractions in texts.

    Raises
    ------
    ValueError
        With why it is none.

    >>> amount_of("1,234.50 USD"), amount_of(0.1 + 0.2)
    ((Decimal('1234.50'), 'USD'), (Decimal('0.3'), None))
    """
    if isinstance(cell, bool) or cell in (None, ""):
        raise ValueError("no price stands there")
    if isinstance(cell, int | float):
        return _in_range(_plain(round(Decimal(repr(cell)), 6)) if abs(cell) <= LARGEST else Decimal(-1)), None
    text = str(cell).strip().replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'")
    currency = None
    for mark, word in SIGNS.items():
        if mark in text:
            text, currency = text.replace(mark, "", 1).strip(), word
            break
    code = re.match(r"([A-Z]{3})\b", text) or re.search(r"(?<![A-Z])([A-Z]{3})$", text)
    if code and (currency is None or currency == code[1]):
        text, currency = text.replace(code[1], "", 1).strip(), code[1]
    whole, _, fraction = text.partition(sign)
    grouped = _AMOUNT.fullmatch(whole)
    if grouped is None or grouped[1] == sign or not re.fullmatch(r"[0-9]{0,6}|-", fraction):
        raise ValueError(f"{text[:40]!r} is no amount")
    digits = re.sub(r"[^0-9]", "", whole)
    if len(digits) > 13:
        raise ValueError(f"{text[:40]!r} is above {LARGEST}")
    return _in_range(Decimal(f"{digits}.{fraction.strip('-')}" if fraction.strip("-") else digits)), currency


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
    if not 0 <= amount <= LARGEST:
        raise ValueError(f"is not an amount from 0 to {LARGEST}")
    return amount
