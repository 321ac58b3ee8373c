"""Typed dates, currencies, names and networks of addresses: the forms that people use, as values."""

import ipaddress
import re
from collections.abc import Iterable
from datetime import date

from fatdesk.core.errors import FatdeskError
from fatdesk.core.money import codes_meant
from fatdesk.core.number_text import MisreadError

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january januar jänner", "february februar feber", "march märz maerz mrz", "april", "may mai",
            "june juni", "july juli", "august", "september sept", "october oktober okt", "november",
            "december dezember dez",
        ),
        start=1,
    )
    for whole in names.split()
    for name in (whole, whole[:3])
}  # fmt: skip
"""English and German names of months and their first three letters."""
_ISO = re.compile(r"([0-9]{4})(?:[-/.]([0-9]{1,2})(?:[-/.]([0-9]{1,2}))?)?")
_MONTH_AND_YEAR = re.compile(r"([0-9]{1,2})[-/.]([0-9]{4})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})([./-])\s*([0-9]{1,2})\2\s*([0-9]{4})")
_WORDS = re.compile(r"[0-9]+|[^\W\d_]+")
_ENDINGS = ("st", "nd", "rd", "th", "of")
_CODE = re.compile(r"[A-Z]{3}")


def typed_date(text: str, today: date | None = None) -> str:
    """Return a typed date as files hold it: a year, a month or a day.

    Parameters
    ----------
    text
        Such as "2026-05-31", "May 2026", "31 May 2026", "31.5.2026", "5/2026"; an empty text is no date.
    today
        What "today" means.

    Raises
    ------
    MisreadError
        With what to type instead: "5/6/2026" may be in May or in June.

    >>> typed_date("May 2026"), typed_date("31.5.2026"), typed_date("May 31, 2026"), typed_date("5/2026")
    ('2026-05', '2026-05-31', '2026-05-31', '2026-05')
    """
    typed = text.strip()
    if not typed:
        return ""
    if typed.casefold() in ("today", "heute") and today is not None:
        return today.isoformat()
    return _in_digits(typed) or _in_words(typed)


def _in_digits(typed: str) -> str:
    """The date of digits and signs alone; empty for other texts."""
    if found := _ISO.fullmatch(typed):
        return _date(typed, found[1], found[2], found[3])
    if found := _MONTH_AND_YEAR.fullmatch(typed):
        return _date(typed, found[2], found[1])
    if found := _DAY_FIRST.fullmatch(typed):
        first, second = int(found[1]), int(found[3])
        if found[2] != "." and first != second and first <= 12 and second <= 12:
            raise MisreadError(f"“{typed}” may be the {first}th or the {second}th; type {found[4]}-MM-DD")
        month_first = found[2] != "." and second > 12
        day, month = (found[3], found[1]) if month_first else (found[1], found[3])
        return _date(typed, found[4], month, day)
    return ""


def _in_words(typed: str) -> str:
    """The date with the name of its month."""
    words = [word for word in _WORDS.findall(typed.casefold()) if word not in _ENDINGS]
    months = [_MONTHS[word] for word in words if word in _MONTHS]
    years = [word for word in words if word.isdecimal() and len(word) == 4]
    days = [word for word in words if word.isdecimal() and len(word) <= 2]
    if len(months) != 1 or len(years) != 1 or len(days) > 1 or len(words) != 2 + len(days):
        raise _no_date(typed)
    return _date(typed, years[0], str(months[0]), *days)


def _date(typed: str, year: str, month: str | None = None, day: str | None = None) -> str:
    try:
        date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        raise _no_date(typed) from None
    parts = [year, *(f"{int(part):02}" for part in (month, day) if part)]
    return "-".join(parts)


def _no_date(typed: str) -> MisreadError:
    return MisreadError(f"“{typed[:40]}” is not a date; type one such as 2026-05-31, May 2026 or 2026")


def typed_currency(text: str) -> str:
    """Return the code of a typed currency.

    Raises
    ------
    MisreadError
        With what to type instead.

    >>> typed_currency("eur"), typed_currency("€"), typed_currency(" usd ")
    ('EUR', 'EUR', 'USD')
    """
    typed = text.strip()
    code, *others = codes_meant(typed)
    if others:
        known = ", ".join((code, *others))
        raise MisreadError(f"“{typed}” may be any of {known}; type three letters such as {code}")
    if not _CODE.fullmatch(code):
        raise MisreadError(f"“{typed[:40]}” is not a currency; type three letters such as EUR")
    return code


def name_meant(text: str, names: Iterable[str]) -> str | None:
    """Return the one name that a typed text means; None if none or several fit.

    Small and capital letters, and zeros before a number, may differ; a number alone means the name that ends
    with it, if that is the only one.

    >>> name_meant("a1", ["A01", "B01"]), name_meant("1", ["A01", "B01"]), name_meant("257", ["n0257"])
    ('A01', None, 'n0257')
    """
    typed = _folded(text)
    known = list(dict.fromkeys(names))
    if text.strip() in known:
        return text.strip()
    found = [name for name in known if _folded(name) == typed]
    if not found and typed.isdecimal():
        found = [name for name in known if re.sub(r"^\D+", "", _folded(name)) == typed]
    return found[0] if len(found) == 1 else None


def _folded(name: str) -> str:
    """A name without case and without zeros before its numbers."""
    return re.sub(r"(?<![0-9])0+(?=[0-9])", "", name.strip().casefold())


IpNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network
IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


def ip_network(text: str) -> IpNetwork:
    """The network that a text names; its first host address may be given in place of that of the network.

    >>> ip_network("10.1.0.0/16"), ip_network("10.1.0.1/16")
    (IPv4Network('10.1.0.0/16'), IPv4Network('10.1.0.0/16'))

    Raises
    ------
    FatdeskError
        When it is none.
    """
    try:
        found = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise FatdeskError(f"{text.strip()[:60]} is no network, write one such as 10.1.0.0/16") from None
    if "/" not in text:
        raise FatdeskError(f"{text.strip()[:60]} has no length, write one such as {text.strip()[:60]}/16")
    return found
