"""Currencies: the codes that fields offer, and what signs and names of currencies may mean."""

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
