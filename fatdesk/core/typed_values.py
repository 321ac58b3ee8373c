"""Typed values: quantities with units, and dates, currencies, names and networks of addresses.

All editable fields of the window read quantities by :func:`typed_quantity`: numbers with units, and sums
such as ``=2*24 in + 5 cm``. A number without a unit is in the unit of the field. What cannot be understood,
or has another dimension, is an error that says what to type. Dates, currencies and names are read in the
forms that people use.
"""

import ipaddress
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.money import codes_meant
from fatdesk.core.number_text import (
    MisreadError,
    NoNumberError,
    Sign,
    figures_in_language,
    program_reading,
    typed_number,
)
from fatdesk.core.units import ratio

SHARE = "share"
"""The unit of a field that holds a share as such: 0.05 and 5 % are the same in it."""
LONGEST = 120
"""Characters of a typed quantity."""
PLACES = 6
"""Decimals, and least number of significant digits, of what is converted or calculated."""


class Unit(NamedTuple):
    """A unit: its dimension, and its size in the base unit of that dimension."""

    dimension: str
    size: Fraction


_SIZES: dict[str, dict[str, str]] = {
    "length": {
        "m": "1", "mm": "0.001", "cm": "0.01", "dm": "0.1", "km": "1000", "µm": "0.000001", "um": "0.000001",
        "in": "0.0254", "inch": "0.0254", "inches": "0.0254", '"': "0.0254", "″": "0.0254", "''": "0.0254",
        "ft": "0.3048", "foot": "0.3048", "feet": "0.3048", "'": "0.3048", "′": "0.3048", "’": "0.3048",
        "yd": "0.9144", "U": "0.04445",
    },
    "mass": {
        "kg": "1", "g": "0.001", "t": "1000", "lb": "0.45359237", "lbs": "0.45359237", "oz": "0.028349523125",
    },
    "power": {"W": "1", "kW": "1000", "MW": "1000000", "k": "1000"},
    "data rate": {
        "Gb/s": "1", "b/s": "0.000000001", "kb/s": "0.000001", "Mb/s": "0.001", "Tb/s": "1000",
        "Gbps": "1", "bps": "0.000000001", "kbps": "0.000001", "Mbps": "0.001", "Tbps": "1000",
        "Gbit/s": "1", "Mbit/s": "0.001", "Tbit/s": "1000", "G": "1", "M": "0.001", "T": "1000",
        "GB/s": "8", "MB/s": "0.008",
    },
    "time": {
        "h": "1", "s": "1/3600", "min": "1/60", "d": "24", "w": "168", "y": "8760", "hour": "1", "hours": "1",
        "day": "24", "days": "24", "week": "168", "weeks": "168", "year": "8760", "years": "8760",
        "yr": "8760", "kh": "1000", "Mh": "1000000",
    },
    "share": {SHARE: "1", "%": "0.01", "‰": "0.001", "percent": "0.01"},
    "amount of data": {
        "B": "1", "kB": "1000", "MB": "1000000", "GB": "1000000000", "KiB": "1024", "MiB": "1048576",
        "GiB": "1073741824", "byte": "1", "bytes": "1",
    },
}  # fmt: skip
UNITS: dict[str, Unit] = {
    name: Unit(dimension, Fraction(size))
    for dimension, sizes in _SIZES.items()
    for name, size in sizes.items()
}
"""All units, by the names that people type. A name means one unit."""
_EXAMPLES = {
    "length": "1.2 m or 24 in",
    "mass": "21.4 kg or 47 lb",
    "power": "2400 W or 2.4 kW",
    "time": "8 h",
    "data rate": "400 Gb/s",
    "share": "5 %",
    "amount of data": "4 MiB",
}
_EXAMPLES_OF_UNITS = {"U": "2 U"}
"""Instead of the example of the dimension."""
_CODE = re.compile(r"[A-Z]{3}")
_MONEY = re.compile(
    r"(?P<before>[^\W\d_]{3}(?![^\W\d_])|[€£¥₹$])?(?P<number>.*?)(?P<after>(?<![^\W\d_])[^\W\d_]{3}|[€£¥₹$])?",
    re.DOTALL,
)
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>(?:[0-9]|[.,](?=[0-9]))(?:[0-9.,]|['’](?=[0-9]{3}))*
        (?:[ \u00a0\u2007\u2009\u202f][0-9]{3}(?![0-9])[.,0-9]*)*)
    | (?P<sign>[-+*/()×·÷\u2212])
    | (?P<unit>[^\W\d_]+(?:/[a-zA-Z]+)?|[%‰"″′’']{1,2})
    )""",
    re.VERBOSE,
)  # fmt: skip
_ALIKE = str.maketrans({"×": "*", "·": "*", "÷": "/", "\u2212": "-"})


def dimension_of(unit: str) -> str:
    """Return the dimension of a field's unit; money and counts of something are dimensions of their own.

    >>> dimension_of("mm"), dimension_of("EUR"), dimension_of("links")
    ('length', 'money', 'links')
    """
    if unit in UNITS:
        return UNITS[unit].dimension
    return "money" if _CODE.fullmatch(unit) else unit


def size_of(unit: str) -> Decimal:
    """Return the size of a unit in the base unit of its dimension: metres, kilograms, watts, Gb/s, hours.

    >>> size_of("mm"), size_of("in")
    (Decimal('0.001'), Decimal('0.0254'))
    """
    size = UNITS[unit].size
    return Decimal(size.numerator) / size.denominator


def typed_quantity(text: str, unit: str = "", sign: Sign = ".", into: str = "") -> Decimal:
    """Return a typed quantity as a number in a unit.

    Parameters
    ----------
    text
        A number; one with a unit of the same dimension ("24 in", "3 ft 6 in"); or a calculation after "="
        ("=2*0.61", "=(3 + 1)*24 in").
    unit
        The unit of a number that has none: that of the field. A currency such as "EUR" may precede the
        number, and is not converted. ``SHARE`` is a share that may be typed in percent.
    sign
        The number language: the sign before fractions.
    into
        The unit of the result, if it is another than that of the field.

    Raises
    ------
    MisreadError
        With what to type instead.
    NoNumberError
        If it is no number, so that the field can say what it expects.

    >>> typed_quantity("24 in", "mm"), typed_quantity("2.4 kW", "W"), typed_quantity("5 %", SHARE)
    (Decimal('609.6'), Decimal('2400'), Decimal('0.05'))
    >>> typed_quantity("=2*0.61", "m"), typed_quantity("=1 m - 300 mm", "m")
    (Decimal('1.22'), Decimal('0.7'))
    >>> typed_quantity("21,4", "kg", ",")
    Decimal('21.4')
    """
    typed = text.strip()
    if len(typed) > LONGEST:
        raise MisreadError(f"“{typed[:40]}…” is too long for a number")
    bare = _without_currency(typed, unit) if _CODE.fullmatch(unit) else typed
    if not bare.startswith("="):
        number = _only_number(bare, unit)
        if number is not None:
            value = typed_number(number, sign)
            return _converted(Fraction(value), unit, into) if into and into != unit else value
    found = _Reader(bare, unit, sign).result()
    return _converted(found, unit, into or unit)


def typed_whole(text: str, unit: str = "", sign: Sign = ".") -> int:
    """Return a typed whole number, which may be calculated.

    A whole number has no fraction, so that "1,200", which the program shows for 1200, is that in every
    number language.

    Raises
    ------
    MisreadError
        With what to type instead.

    >>> typed_whole("1,200"), typed_whole("1,200", sign=","), typed_whole("=3*16")
    (1200, 1200, 48)
    """
    bare = text.strip()
    number = None if bare.startswith("=") else _only_number(bare, unit)
    if number is not None and (shown := program_reading(number)) is not None:
        return shown
    value = typed_quantity(text, unit, sign)
    if value != value.to_integral_value():
        raise NoNumberError(f"“{bare[:40]}” is not a whole number")
    return int(value)


def typed_ratio(text: str, sign: Sign = ".") -> Fraction:
    """Return a typed ratio: "3:1", "3 to 1", "3/2", a single number, or a calculation after "=".

    Raises
    ------
    MisreadError
        With what to type instead.
    NoNumberError
        If it is no ratio.

    >>> typed_ratio("3 : 1"), typed_ratio("3/2"), typed_ratio("1.5"), typed_ratio("=36/12")
    (Fraction(3, 1), Fraction(3, 2), Fraction(3, 2), Fraction(3, 1))
    """
    return ratio(text, lambda part: Fraction(typed_quantity(part, "", sign)))


def _only_number(text: str, unit: str) -> str | None:
    """The number of a text that is a number alone, or one followed by the unit of the field."""
    if unit and text.endswith(unit) and not text.endswith(f"/{unit}"):
        rest = text[: -len(unit)]
        if rest[-1:] == " " or not rest[-1:].isalpha():
            text = rest.rstrip()
    return None if re.search(r"[^\W\d_]|[%‰\"″′*/()=×·÷]|['’]\s*$|[0-9]\s*[-+\u2212]", text) else text


def _without_currency(text: str, unit: str) -> str:
    """An amount without the currency before or after it.

    Raises
    ------
    ValueError
        If it is another currency.
    """
    found = _MONEY.fullmatch(text)
    assert found is not None
    for name in filter(None, (found["before"], found["after"])):
        if unit not in codes_meant(name):
            raise MisreadError(f"The amount is in {unit}; type it without {name}")
    return found["number"].strip()


def _converted(value: Fraction, unit: str, into: str) -> Decimal:
    """A number of a unit in another unit of the same dimension, rounded where its digits do not end."""
    if unit != into:
        value = value * UNITS[unit].size / UNITS[into].size
    return rounded(value)


def rounded(value: Fraction) -> Decimal:
    """Return a calculated value with six decimals, or with six digits if that is more.

    >>> rounded(Fraction(1, 3)), rounded(Fraction(1, 8)), rounded(Fraction(1, 3_000_000_000))
    (Decimal('0.333333'), Decimal('0.125'), Decimal('3.33333E-10'))
    """
    if not value:
        return Decimal(0)
    places = PLACES
    while abs(value) * 10**places < 10 ** (PLACES - 1):
        places += 1
    digits = round(value * 10**places)
    while places and digits % 10 == 0:
        digits, places = digits // 10, places - 1
    return Decimal(f"{digits}e-{places}")


class _Value(NamedTuple):
    """A value in the base unit of its dimension; a number without a unit has none."""

    number: Fraction
    dimension: str = ""


class _Reader:
    """Reads a sum: terms with + and -, factors with * and /, parentheses, numbers with units."""

    def __init__(self, text: str, unit: str, sign: Sign) -> None:
        self._unit, self._sign = unit, sign
        self._calculates = text.startswith("=")
        self._text = text.removeprefix("=").strip()
        self._tokens = list(self._split())
        self._at = 0

    def result(self) -> Fraction:
        """Return the value in the unit of the field."""
        if not self._tokens:
            raise self._misread()
        found = self._sum() if self._calculates else self._compound()
        if self._at < len(self._tokens):
            if not self._calculates and any(kind == "sign" for kind, _ in self._tokens):
                raise MisreadError(
                    f"“{self._text[:40]}” is not a number; begin with = to calculate, such as =2*0.61"
                )
            raise self._misread()
        if found.dimension and found.dimension != dimension_of(self._unit):
            what = f"“{self._text[:40]}” is a {found.dimension}"
            raise MisreadError(f"{what}; {advice(self._unit, self._sign)}")
        return found.number / self._size(self._unit) if found.dimension else found.number

    def _split(self) -> Iterator[tuple[str, str]]:
        at = 0
        while at < len(self._text):
            found = _TOKEN.match(self._text, at)
            if found is None or not found.lastgroup:
                raise self._misread()
            yield found.lastgroup, found[found.lastgroup].translate(_ALIKE)
            at = found.end()

    def _misread(self) -> NoNumberError:
        kind = "calculation" if self._calculates else "number"
        return NoNumberError(f"“{self._text[:40]}” is not a {kind}")

    def _next(self, *wanted: str) -> str:
        """The next token if it is one of some signs; empty if it is not."""
        if self._at < len(self._tokens) and self._tokens[self._at][1] in wanted:
            self._at += 1
            return self._tokens[self._at - 1][1]
        return ""

    def _kind(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _sum(self) -> _Value:
        value = self._product()
        while operator := self._next("+", "-"):
            other = self._product()
            value, other = self._alike(value, other)
            change = other.number if operator == "+" else -other.number
            value = value._replace(number=value.number + change)
        return value

    def _alike(self, one: _Value, other: _Value) -> tuple[_Value, _Value]:
        """Two terms in one dimension: a number without a unit is in the unit of the field."""
        if one.dimension != other.dimension:
            one, other = self._in_unit(one), self._in_unit(other)
            if one.dimension != other.dimension:
                names = (some.dimension or "a number" for some in (one, other))
                raise MisreadError(f"“{self._text[:40]}” adds {' and '.join(names)}")
        return one, other

    def _in_unit(self, value: _Value) -> _Value:
        if value.dimension or not self._unit:
            return value
        return _Value(value.number * self._size(self._unit), dimension_of(self._unit))

    def _product(self) -> _Value:
        value = self._factor()
        while operator := self._next("*", "/"):
            other = self._factor()
            if operator == "/":
                value = self._quotient(value, other)
            elif value.dimension and other.dimension and "share" not in (value.dimension, other.dimension):
                raise MisreadError(f"“{self._text[:40]}” multiplies two units")
            else:
                value = _Value(value.number * other.number, self._of_product(value, other))
        return value

    def _of_product(self, value: _Value, other: _Value) -> str:
        """The dimension of a product, in which a share is a factor."""
        kept = other.dimension if value.dimension in ("", "share") else value.dimension
        is_factor = kept == "share" and dimension_of(self._unit) != "share"
        return "" if is_factor else kept

    def _quotient(self, value: _Value, other: _Value) -> _Value:
        if not other.number:
            raise MisreadError(f"“{self._text[:40]}” divides by 0")
        if other.dimension == value.dimension:
            return _Value(value.number / other.number)
        if other.dimension in ("", "share"):
            return value._replace(number=value.number / other.number)
        raise MisreadError(f"“{self._text[:40]}” divides by a unit")

    def _factor(self) -> _Value:
        if operator := self._next("+", "-"):
            value = self._factor()
            return value._replace(number=-value.number) if operator == "-" else value
        if self._next("("):
            value = self._sum()
            if not self._next(")"):
                raise self._misread()
            return self._measured(value.number) if self._kind() == "unit" and not value.dimension else value
        return self._compound()

    def _compound(self) -> _Value:
        """A number with its unit, or several of one dimension: 3 ft 6 in."""
        minus = not self._calculates and self._next("-", "+") == "-"
        value = self._number()
        while value.dimension and self._kind() == "number":
            other = self._number()
            if other.dimension != value.dimension:
                raise self._misread()
            value = value._replace(number=value.number + other.number)
        return value._replace(number=-value.number) if minus else value

    def _number(self) -> _Value:
        if self._kind() != "number":
            raise self._misread()
        number = Fraction(typed_number(self._tokens[self._at][1], self._sign))
        self._at += 1
        return self._measured(number) if self._kind() == "unit" else _Value(number)

    def _measured(self, number: Fraction) -> _Value:
        """A number with the unit that follows it."""
        name = self._tokens[self._at][1]
        self._at += 1
        unit = unit_called(name, self._unit, self._sign, of_any_dimension=self._calculates)
        return _Value(number * unit.size, unit.dimension)

    def _size(self, unit: str) -> Fraction:
        return UNITS[unit].size if unit in UNITS else Fraction(1)


def unit_called(name: str, field: str = "", sign: Sign = ".", *, of_any_dimension: bool = False) -> Unit:
    """Return the unit of a name typed into a field of some unit.

    Small and capital letters may be mixed where only one unit is meant. Within a calculation a unit may be
    ``of_any_dimension``, as in "=24 in / 12 in"; the field checks the result.

    Raises
    ------
    MisreadError
        With what to type instead.

    >>> unit_called("KG", "kg").size, unit_called("Mbps", "Gb/s").size
    (Fraction(1, 1), Fraction(1, 1000))
    """
    wanted = dimension_of(field)
    if field and field not in UNITS and _noun(name).startswith(_noun(field.partition(" ")[0])):
        return Unit(wanted, Fraction(1))
    found = _named(name, lambda unit: unit.dimension in (wanted, "share"))
    if found is not None:
        return found
    other = _named(name, lambda unit: True)
    if other is not None and of_any_dimension:
        return other
    what = "is not a known unit" if other is None else f"is a unit of {other.dimension}"
    raise MisreadError(f"“{name[:20]}” {what}; {advice(field, sign)}")


def advice(field: str, sign: Sign = ".") -> str:
    """Return what to type into a field of some unit, in a number language.

    >>> advice("mm"), advice("U"), advice("links")
    ('type a value such as 1.2 m or 24 in', 'type a value such as 2 U', 'type a number without a unit')
    """
    example = figures_in_language(
        _EXAMPLES_OF_UNITS.get(field) or _EXAMPLES.get(dimension_of(field), ""), sign
    )
    return f"type a value such as {example}" if example else "type a number without a unit"


def _named(name: str, fits: Callable[[Unit], bool]) -> Unit | None:
    exact = UNITS.get(name)
    if exact is not None and name != SHARE and fits(exact):
        return exact
    alike = {
        unit: one
        for one, unit in UNITS.items()
        if one.casefold() == name.casefold() and one != SHARE and fits(unit)
    }
    if len(alike) != 1:
        return None
    [(unit, one)] = alike.items()
    return unit if _is_same_size(name, one) else None


def _is_same_size(name: str, unit: str) -> bool:
    """Whether a unit in other letters is of the same size: milli is not mega, and a bit is not a byte.

    >>> _is_same_size("mW", "MW"), _is_same_size("MIN", "min"), _is_same_size("Gb", "GB")
    (False, True, False)
    """
    if unit.casefold() in ("m", "min") and unit[0] == "m":
        return True  # metres and minutes: no prefix
    return (name[0] == unit[0] or unit[0] not in "mM") and ("B" in name) == ("B" in unit)


def _noun(word: str) -> str:
    """A noun that counts something, in the singular and without its case."""
    return word.casefold().removesuffix("s")


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
_CURRENCY = re.compile(r"[A-Z]{3}")


def typed_date(text: str, today: date | None = None) -> str:
    """Return a typed date as files hold it: a year, a month or a day.

    Parameters
    ----------
    text
        Such as "2026-05-31", "May 2026", "31 May 2026", "31.5.2026", "5/2026"; an empty text is not a date.
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
    if not _CURRENCY.fullmatch(code):
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
        raise FatdeskError(f"{text.strip()[:60]} is not a network, write one such as 10.1.0.0/16") from None
    if "/" not in text:
        raise FatdeskError(f"{text.strip()[:60]} has no length, write one such as {text.strip()[:60]}/16")
    return found
