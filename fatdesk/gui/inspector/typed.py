"""What was typed into a field, as a value."""

import re


def row_number(text: str) -> int | None:
    """The row of its letters, from 0.

    >>> row_number("A"), row_number("AA"), row_number("3")
    (0, 26, None)
    """
    found = text.strip().upper()
    if not found or len(found) > 3 or not all("A" <= sign <= "Z" for sign in found):
        return None
    number = 0
    for sign in found:
        number = number * 26 + ord(sign) - 64
    return number - 1


def whole(text: str) -> int | None:
    """A whole number of 1 or more."""
    text = text.strip()
    return int(text) if text.isdecimal() and 1 <= len(text) <= 7 and int(text) >= 1 else None


UNITS_MM = {"": 1000.0, "m": 1000.0, "cm": 10.0, "mm": 1.0, "in": 25.4, "ft": 304.8}
_LENGTH = re.compile(r"\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+))\s*(m|cm|mm|in|ft)?\s*")


def millimetres(text: str) -> float | None:
    """A length in metres, or in the unit that is named.

    >>> millimetres("2.5"), millimetres("24 in"), millimetres("-300 mm"), millimetres("far")
    (2500.0, 609.6, -300.0, None)
    """
    found = _LENGTH.fullmatch(text.replace("\u2212", "-").replace(",", ""))
    if found is None or len(text) > 20:
        return None
    return round(float(found[1]) * UNITS_MM[found[2] or ""], 3)


def point_mm(text: str) -> tuple[float, float] | None:
    """A point as two lengths with a comma, semicolon or space between.

    >>> point_mm("1.2, 3"), point_mm("1.2 m; 300 mm"), point_mm("1.2")
    ((1200.0, 3000.0), (1200.0, 300.0), None)
    """
    parts = re.split(r"\s*[;,]\s*|(?<=\d)\s+(?=[-+.\d])", text.strip())
    lengths = [millimetres(part) for part in parts]
    if len(lengths) != 2 or lengths[0] is None or lengths[1] is None:
        return None
    return lengths[0], lengths[1]


def unit_range(text: str) -> tuple[int, int] | None:
    """The lowest of some units and how many, from one number or two.

    >>> unit_range("3"), unit_range("U5-U8"), unit_range("8–5"), unit_range("x")
    ((3, 1), (5, 4), (5, 4), None)
    """
    found = re.fullmatch(r"\s*U?\s*(\d{1,3})\s*(?:[-\u2013]\s*U?\s*(\d{1,3}))?\s*", text, re.IGNORECASE)
    if found is None:
        return None
    first, last = sorted((int(found[1]), int(found[2] or found[1])))
    return (first, last - first + 1) if first >= 1 and last <= 100 else None
