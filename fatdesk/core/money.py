"""Money: exact amounts in one currency, totals that say when something was unknown; codes of currencies."""

from collections.abc import Iterable
from decimal import Context, Decimal, Inexact
from typing import TypeVar

import msgspec

CURRENCIES = (
    "AUD", "BRL", "CAD", "CHF", "CNY", "EUR", "GBP", "HKD", "INR", "JPY", "KRW",
    "NOK", "NZD", "SEK", "SGD", "USD",
)  # fmt: skip
"""Codes offered while a currency is typed; others can be typed, too."""
MEANINGS: dict[str, tuple[str, ...]] = {
    "€": ("EUR",),
    "£": ("GBP",),
    "₹": ("INR",),
    "¥": ("JPY", "CNY"),
    "$": ("USD", "AUD", "CAD", "HKD", "NZD", "SGD"),
    "us$": ("USD",),
    "euro": ("EUR",),
    "euros": ("EUR",),
    "fr": ("CHF",),
}
"""Codes that a sign or a name, in small letters, may mean; the most usual one first."""


def codes_meant(text: str) -> tuple[str, ...]:
    """Return the codes that a sign, a name or a code of a currency may mean.

    >>> codes_meant("€"), codes_meant("Fr."), codes_meant("usd"), codes_meant("¥")
    (('EUR',), ('CHF',), ('USD',), ('JPY', 'CNY'))
    """
    typed = text.strip()
    return MEANINGS.get(typed.casefold().rstrip("."), (typed.upper(),))


Figure = TypeVar("Figure", Decimal, float)

CENT = Decimal("0.01")
LARGEST = Decimal(10) ** 12
EXACT = Context(prec=100, traps=[Inexact])
"""Arithmetic of prices, counts and discounts: the usual 28 digits do not hold the largest ones."""


def in_range(amount: Decimal | None, field: str) -> None:
    """Refuse an amount that a sum could not hold exactly.

    Raises
    ------
    ValueError
        When it is negative, not finite, above 10^12, or has more than six decimals; the text starts
        with the field.

    >>> in_range(Decimal("2.50"), "price")
    """
    if amount is None:
        return
    exponent = amount.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -6 or not 0 <= amount <= LARGEST:
        raise ValueError(f"{field}: expected an amount from 0 to {LARGEST} with at most 6 decimals")


class Money(msgspec.Struct, frozen=True):
    """An amount, and whether it is only a lower bound because something in it has no price.

    >>> Money(Decimal("5"), unpriced=2).at_least
    True
    """

    amount: Decimal
    currency: str = "USD"
    unpriced: int = 0
    """Number of units in this total without a known price."""

    @property
    def at_least(self) -> bool:
        """Whether the true amount is this or more."""
        return self.unpriced > 0

    def per(self, count: int) -> "Money":
        """The share of one of ``count``, to a cent.

        >>> str(Money(Decimal(259920)).per(224))
        'USD 1,160.36'
        """
        return Money((self.amount / max(1, count)).quantize(CENT), self.currency, self.unpriced)

    def __str__(self) -> str:
        """Currency first, thousands by comma, two decimals, ``>=`` before a lower bound."""
        return f"{'>= ' if self.at_least else ''}{self.currency} {self.amount.quantize(CENT):,}"

    def to_json(self) -> dict[str, object]:
        """The keys of spec 8: amount as text with two decimals, currency, at_least.

        >>> Money(Decimal(0), unpriced=2).to_json()
        {'amount': None, 'currency': 'USD', 'at_least': True}
        """
        amount = known(self.amount, self.at_least)
        return {
            "amount": None if amount is None else str(amount.quantize(CENT)),
            "currency": self.currency,
            "at_least": self.at_least,
        }


def known(figure: Figure, at_least: bool) -> Figure | None:
    """A sum as far as it is known; None where it is a lower bound of zero, which states nothing.

    >>> known(2.5, True), known(0.0, True), known(0.0, False)
    (2.5, None, 0.0)
    """
    return None if at_least and not figure else figure


def total(items: Iterable[tuple[Decimal | None, int]], currency: str = "USD") -> Money:
    """Sum of unit prices times counts; an unknown price (None) counts its units as unpriced.

    >>> total([(Decimal("2.50"), 3), (None, 4)])
    Money(amount=Decimal('7.50'), currency='USD', unpriced=4)
    """
    amount = Decimal(0)
    unpriced = 0
    for price, count in items:
        if price is None:
            unpriced += count
        else:
            amount = EXACT.add(amount, EXACT.multiply(price, Decimal(count)))
    return Money(amount, currency, unpriced)
