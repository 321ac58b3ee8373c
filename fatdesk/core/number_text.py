"""Numbers as people write them, never read by a guess: thousands grouped or not, a decimal point or comma.

A text has at most two readings: "1,200" is 1200 where the comma groups thousands, and 1.2 where it is the
decimal sign. A cell of a list is read with the sign that its column proves (:func:`decimal_sign`), and two
readings that remain are an error; a single typed value with the sign of the user's number language
(:func:`typed_number`), in which fields are written, too (:func:`in_language`). Counts have their nouns
behind them (:func:`counted`).
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from math import floor, log10
from typing import Literal

from fatdesk.core.errors import FatdeskError

Sign = Literal[".", ","]
"""The sign before the fraction."""
SIGNS: tuple[Sign, Sign] = (".", ",")
Grouping = Literal["usual", "apostrophe", "lakh"]
"""Form of thousands: a comma with a decimal point and a narrow space with a decimal comma, an apostrophe
as in Switzerland, or commas after three digits and then after two each, as in India.
"""
_LAKHS = r"|[1-9][0-9]?(?:,[0-9]{2}){1,5},[0-9]{3}"
_SPACES = re.compile(r"[ \t\u00a0\u2007\u2009\u202f]+")
_QUOTES = str.maketrans({"’": "'", "\u2212": "-"})
_PATTERNS = {
    sign: re.compile(
        rf"([+-]?)([0-9]{{1,15}}|[1-9][0-9]{{0,2}}([{other}' ])[0-9]{{3}}(?:\3[0-9]{{3}}){{0,4}}"
        rf"{_LAKHS if sign == '.' else ''}|(?=[{sign}]))(?:[{sign}]([0-9]{{1,12}}))?"
    )
    for sign, other in zip(SIGNS, SIGNS[::-1], strict=True)
}
"""Of each sign: plus or minus, the whole part, what groups it, the fraction."""
_FIGURE = re.compile(
    r"(?<![\w.,])(?<!\w-)(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?(?![0-9]|[.,][0-9])"
)
"""A number of the program's own form that is no part of a name."""
_WHOLE = re.compile(r"[+-]?([0-9]{1,15}|[1-9][0-9]{0,2}(,[0-9]{3}){1,4})")


class NoNumberError(FatdeskError, ValueError):
    """A typed text that is no number at all, so that a field can say what it expects instead."""


class MisreadError(FatdeskError, ValueError):
    """A typed text that is nearly a value, with what to type in the message: "Use a decimal point: 21.4"."""


def readings(text: str) -> dict[Sign, Decimal]:
    """Return a number as read with a decimal point and with a decimal comma; empty if it is no number.

    Thousands are grouped by the other sign, by spaces or by apostrophes, in groups of three; with a decimal
    point also as in India.

    >>> readings("1,200"), readings("21,4"), readings("1.234,50"), readings("12 34")
    ({'.': Decimal('1200'), ',': Decimal('1.200')}, {',': Decimal('21.4')}, {',': Decimal('1234.50')}, {})
    >>> readings("12,34,567.5"), readings("1’234.5")
    ({'.': Decimal('1234567.5')}, {'.': Decimal('1234.5')})
    """
    return dict(_read(text))


@lru_cache(
    maxsize=10_000
)  # a cell of a list is read several times, to find the decimal sign and for its value
def _read(text: str) -> tuple[tuple[Sign, Decimal], ...]:
    text = _SPACES.sub(" ", text).strip().translate(_QUOTES)
    found: list[tuple[Sign, Decimal]] = []
    for sign in SIGNS:
        match = _PATTERNS[sign].fullmatch(text)
        if match is not None:
            fraction = f".{match[4]}" if match[4] else ""
            found.append((sign, Decimal(match[1] + re.sub("[^0-9]", "", match[2]) + fraction)))
    return tuple(found)


def decimal_sign(texts: Iterable[str], known: Iterable[tuple[str, Decimal]] = ()) -> Sign | None:
    """The decimal sign that the texts of a column prove; None without a proof, or when proofs contradict.

    Parameters
    ----------
    texts
        Numbers of a column. Those with a single reading are proofs, such as "4.200,00" and "87,5".
    known
        Texts with the value that each should have: a proof when only one reading is that value, which may
        be rounded to the digits that are shown.

    Examples
    --------
    >>> decimal_sign(["4.200", "87,5"]), decimal_sign(["4.200"])
    (',', None)
    >>> decimal_sign([], [("1,143", Decimal("1.143"))])
    ','
    """
    proofs = {sign for text in texts if (sign := _proved(readings(text))) is not None}
    for text, value in known:
        found = readings(text)
        fitting = [sign for sign, number in found.items() if is_shown_as(value, number)]
        if len(fitting) == 1 and len(set(found.values())) == 2:
            proofs.add(fitting[0])
    return proofs.pop() if len(proofs) == 1 else None


def _proved(found: dict[Sign, Decimal]) -> Sign | None:
    return next(iter(found)) if len(found) == 1 else None


def is_shown_as(value: Decimal, number: Decimal) -> bool:
    """Whether a number is a value rounded to the digits that the number has.

    >>> is_shown_as(Decimal("3.4567"), Decimal("3.46")), is_shown_as(Decimal("3.4567"), Decimal("3.45"))
    (True, False)
    """
    exponent = number.as_tuple().exponent
    return isinstance(exponent, int) and abs(value - number) <= Decimal((0, (5,), exponent - 1))


def read_number(text: str, sign: Sign | None = None) -> Decimal:
    """The number of a text in a list.

    Parameters
    ----------
    text
        With thousands grouped by the other sign, by spaces or by apostrophes, or not grouped.
    sign
        The decimal sign of its column; None: not known, then only a text with a single reading is a number.

    Raises
    ------
    ValueError
        With what is wrong and what to do.

    Examples
    --------
    >>> read_number("4.200", ","), read_number("4.200,5")
    (Decimal('4200'), Decimal('4200.5'))
    """
    found = readings(text)
    values = list(found.values())
    if sign is not None and sign in found:
        return found[sign]
    if sign is not None and found:
        raise ValueError(f"“{text.strip()[:40]}” is not a number with “{sign}” before its fraction")
    if not found:
        raise ValueError(f"“{text.strip()[:40]}” is not a number, type one such as 2.5")
    if len(set(values)) == 2:
        raise ValueError(two_readings(text, found))
    return values[0]


def two_readings(text: str, found: dict[Sign, Decimal]) -> str:
    """Return the message for a text that has two readings as a number."""
    point, comma = (f"{found[sign].normalize():f}" for sign in SIGNS)
    small, large = sorted((point, comma), key=Decimal)
    return f"“{text.strip()[:40]}” may be {small} or {large}, type it without a separator of thousands"


def typed_number(text: str, sign: Sign = ".", unit: str = "") -> Decimal:
    """One number that a user typed into a field.

    Parameters
    ----------
    text
        Such as "21.4", "1,200" or "1 200" (1200).
    sign
        The number language: the sign before fractions. With a comma "21,4" is 21.4, and so is "21.4", which
        has no other reading; "1.200" is 1200.
    unit
        The unit of the field, which may follow the number.

    Raises
    ------
    MisreadError
        With what to type instead, as in "Use a decimal point: 21.4".
    NoNumberError
        If it is no number in any language.

    Examples
    --------
    >>> typed_number("1,200"), typed_number("21,4", ","), typed_number("21.4 m", unit="m")
    (Decimal('1200'), Decimal('21.4'), Decimal('21.4'))
    >>> typed_number("1.200", ","), typed_number("21.4", ",")
    (Decimal('1200'), Decimal('21.4'))
    """
    bare = text.strip()
    if unit and bare.endswith(unit):
        bare = bare.removesuffix(unit).rstrip()
    found = readings(bare)
    if not found:
        raise NoNumberError(f"“{bare[:40]}” is not a number")
    if sign in found:
        return found[sign]
    if sign == ",":
        return found["."]
    raise MisreadError(f"Use a decimal point: {found[',']}")


def program_reading(text: str) -> int | None:
    """The whole number of a text that is grouped as the program itself shows numbers; None for others.

    >>> program_reading("1,200"), program_reading("12"), program_reading("1.200"), program_reading("-1,200")
    (1200, 12, None, -1200)
    """
    found = _WHOLE.fullmatch(text.strip().translate(_QUOTES))
    return None if found is None else int(found[0].replace(",", ""))


def in_language(text: str, sign: Sign) -> str:
    """Return a number of the program's own form in a number language, without separators of thousands.

    Other texts are unchanged. With a point nothing changes.

    >>> in_language("1,234.50", ","), in_language("1,234.50", "."), in_language("A01.2", ",")
    ('1234,50', '1,234.50', 'A01.2')
    """
    if sign == "." or "." not in readings(text):
        return text
    return text.replace(",", "").replace(".", ",")


def figures_in_language(text: str, sign: Sign, grouping: Grouping = "usual") -> str:
    """Return a text of figures of the program's own form, such as "≥ 1,234.50 m", in a number language.

    With a comma, narrow spaces group thousands, which no reader takes for a decimal sign. Digits within names
    and versions are unchanged.

    >>> figures_in_language("≥ 1,234.50 m → 0.5 m", ","), figures_in_language("1,234.50", ".")
    ('≥ 1\u202f234,50 m → 0,5 m', '1,234.50')
    >>> figures_in_language("1,234,567.50 m", ".", "lakh")
    '12,34,567.50 m'
    >>> figures_in_language("1,234.50 m", ".", "apostrophe")
    '1’234.50 m'
    >>> figures_in_language("dac-1.5 10.0.0.1 v2.5", ",")
    'dac-1.5 10.0.0.1 v2.5'
    """
    if sign == "." and grouping == "usual":
        return text
    return _FIGURE.sub(lambda found: _written(found[0], sign, grouping), text)


def _written(figure: str, sign: Sign, grouping: Grouping) -> str:
    whole, point, fraction = figure.partition(".")
    if grouping == "apostrophe":
        whole = whole.replace(",", "’")
    elif grouping == "lakh" and "," in whole:
        rest, last = whole.replace(",", "")[:-3], whole[-3:]
        pairs = [rest[max(0, end - 2) : end] for end in range(len(rest), 0, -2)]
        whole = ",".join([*reversed(pairs), last])
    elif sign == ",":
        whole = whole.replace(",", "\u202f")
    return whole + (f"{sign}{fraction}" if point else "")


def shown_number(value: float) -> str:
    """Return a number as fields show it: thousands grouped, never with an exponent.

    >>> shown_number(2e6), shown_number(0.00005), shown_number(21.4), shown_number(100 * 0.07)
    ('2,000,000', '0.00005', '21.4', '7')
    """
    return _trimmed(f"{Decimal(f'{value:.12g}'):,f}")


def rounded_number(value: float, digits: int = 3) -> str:
    """Return a measured figure with some significant digits, but all digits before the point; no exponent.

    >>> rounded_number(1234567.8), rounded_number(3.504), rounded_number(0.0006187), rounded_number(0.0)
    ('1,234,568', '3.5', '0.000619', '0')
    """
    if not value:
        return "0"
    return _trimmed(f"{value:,.{max(0, digits - 1 - floor(log10(abs(value))))}f}")


def percentage(share: float, most_digits: int = 6) -> str:
    """Return a probability in percent, with two digits of what it lacks to 0 % or 100 %, whichever is nearer.

    What is neither certain nor impossible never looks so.

    >>> percentage(0.7584), percentage(0.99999938), percentage(1.0), percentage(1e-12)
    ('75.84 %', '99.999938 %', '100 %', '< 0.000001 %')
    """
    if share in (0.0, 1.0):
        return f"{100 * share:.0f} %"
    tail = 100 * min(share, 1 - share)
    least = 10**-most_digits
    if tail < least:
        return f"< {least:.{most_digits}f} %" if share < 0.5 else f"> {100 - least:.{most_digits}f} %"
    decimals = min(most_digits, max(2, 1 - floor(log10(tail))))
    return f"{_trimmed(f'{100 * share:.{decimals}f}')} %"


def share_percent(share: float) -> str:
    """Return a share in percent with two decimals; what is neither none nor all never looks so.

    >>> share_percent(0.7584), share_percent(0.5), share_percent(0.9999999), share_percent(1.0)
    ('75.84 %', '50.00 %', '> 99.99 %', '100 %')
    """
    if share in (0.0, 1.0):
        return f"{100 * share:.0f} %"
    if share < 0.0001:
        return "< 0.01 %"
    return "> 99.99 %" if share > 0.9999 else f"{100 * share:.2f} %"


def _trimmed(text: str) -> str:
    """A number without zeros at the end of its fraction."""
    return text.rstrip("0").rstrip(".") if "." in text else text


def counted(count: int, noun: str, several: str = "") -> str:
    """A count with its noun, singular or plural, thousands separated by commas.

    >>> counted(1, "rack"), counted(1200, "switch"), counted(2, "index", "indices")
    ('1 rack', '1,200 switches', '2 indices')
    """
    return f"{count:,} {noun if count == 1 else several or plural(noun)}"


def plural(noun: str) -> str:
    """The plural of a noun.

    >>> plural("rack"), plural("switch"), plural("study")
    ('racks', 'switches', 'studies')
    """
    if noun.endswith("dy"):
        return f"{noun[:-1]}ies"
    return noun + ("es" if noun.endswith(("ch", "s")) else "s")
