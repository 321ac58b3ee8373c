"""Parsing of typed lengths, points and units, and one step that sets a value of several elements."""

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import NoNumberError
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.numbers import in_field, parse_number, parse_whole
from fatdesk.project.commands import Batch, Command

ALL = "Edits apply to all selected items"

T = TypeVar("T")


def shared(values: Iterable[T]) -> T | None:
    """The value that all have; None where they differ, and of nothing.

    >>> shared(["A", "A"]), shared(["A", "B"]), shared([])
    ('A', None, None)
    """
    found = list(values)
    return found[0] if found and all(value == found[0] for value in found) else None


def do_all(session: Session, name: str, commands: Sequence[Command]) -> bool:
    """Do some commands as one step; nothing to do is done well."""
    return not commands or session.do(Batch(name=name, commands=tuple(commands)))


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
    try:
        number = parse_whole(text)
    except FatdeskError:
        return None
    return number if 1 <= number < 10_000_000 else None


def millimetres(text: str) -> float:
    """Return a length typed in metres, or in the unit that is named.

    Raises
    ------
    FatdeskError
        With what to type instead.

    >>> millimetres("2.5"), millimetres("24 in"), millimetres("-300 mm"), millimetres("1,200 mm")
    (2500.0, 609.6, -300.0, 1200.0)
    >>> millimetres("3 ft 6 in"), millimetres("=2*0.61")
    (1066.8, 1220.0)
    """
    try:
        return round(float(parse_number(text, "m", "mm")), 3)
    except NoNumberError:
        raise FatdeskError(f"Type metres, such as {in_field('1.2')}, or 1200 mm, 4 ft, 24 in") from None


def metres_in_field(mm: float) -> str:
    """Return a length as a field of metres shows it: what :func:`millimetres` reads as the same length.

    Millimetres are always shown, micrometres where there are any.

    >>> metres_in_field(1200.0), metres_in_field(304.8), metres_in_field(-0.05)
    ('1.200', '0.3048', '-0.00005')
    """
    return in_field(exact_metres(mm).replace(",", ""))


def exact_metres(mm: float) -> str:
    """Return a length in metres as tables show one that can be typed: no digit of it is rounded away.

    >>> exact_metres(1_200_000.0), exact_metres(2590.8)
    ('1,200.000', '2.5908')
    """
    text = f"{mm / 1000:,.6f}"
    return text[:-3] + text[-3:].rstrip("0")


def point_in_field(point: tuple[float, float]) -> str:
    """Return a point as a field shows it: what :func:`point_mm` reads as the same point."""
    return "; ".join(map(metres_in_field, point))


def point_mm(text: str) -> tuple[float, float]:
    """Return a point typed as two lengths with a semicolon, a space, or a comma and a space between.

    Raises
    ------
    FatdeskError
        With what to type instead; "1,2" is refused, because it may be one length or two.

    >>> point_mm("1.2, 3"), point_mm("1.2 m; 300 mm"), point_mm("1.2 -3")
    ((1200.0, 3000.0), (1200.0, 300.0), (1200.0, -3000.0))
    """
    pattern = r"\s*;\s*" if ";" in text else r"\s*,\s+|(?<=\w)\s+(?=[-+.\d])"
    parts = re.split(pattern, text.strip())
    if len(parts) != 2:
        example = f"{in_field('1.2')}; {in_field('3.4')}"
        raise FatdeskError(f"Type x and y with a semicolon between, such as {example}")
    return millimetres(parts[0]), millimetres(parts[1])


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
