"""Values of cells in an imported list, and whether they differ from the exported ones."""

import difflib
import re
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from fatdesk.core.cell import Cell, UnreadCell
from fatdesk.core.number_text import Sign, decimal_sign, is_shown_as, read_number, readings
from fatdesk.engine.listing.cells import Formula, Value, plain_number

LONGEST = 2000
"""Characters that a text of a project may have."""
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_SHOWN = re.compile(r"-?\d+\.\d{2,}")
"""Numbers that a spreadsheet may have rounded to the digits that it shows."""


def text_of(cell: Cell) -> str:
    """The text of a cell, without surrounding signs.

    >>> text_of(" laid "), text_of(7), text_of(True)
    ('laid', '7', 'TRUE')
    """
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, str):
        return cell.replace("_x000D_", "").replace("\r", "").strip()
    return str(cell) if isinstance(cell, int) else plain_number(cell)


def sound_text(cell: Cell) -> str:
    """The text of a cell as a project can hold it.

    Raises
    ------
    ValueError
        What is wrong with it, and what to do.
    """
    text = text_of(cell)
    if len(text) > LONGEST:
        raise ValueError(f"has {len(text):,} characters, {LONGEST:,} are the most: shorten it")
    if _CONTROL.search(text):
        raise ValueError("holds a control character, remove it")
    return text


def figure_of(cell: Cell, sign: Sign | None = None) -> Decimal | None:
    """The number of a cell, None where it is empty.

    Parameters
    ----------
    cell
        A number or a text, which may end in ``m``.
    sign
        The decimal sign of its column, see :func:`fatdesk.core.number_text.decimal_sign`.

    Examples
    --------
    >>> figure_of("1.234,50"), figure_of("1,234", "."), figure_of("2,5"), figure_of("3 m"), figure_of("")
    (Decimal('1234.50'), Decimal('1234'), Decimal('2.5'), Decimal('3'), None)

    Raises
    ------
    ValueError
        What is wrong with it, and what to do.
    """
    if isinstance(cell, UnreadCell):
        raise ValueError(cell.why)
    if isinstance(cell, bool):
        raise ValueError(f"“{text_of(cell)}” is not a number, type one or nothing")
    if not isinstance(cell, str):
        return Decimal(repr(cell))
    text = bare_number(cell)
    return read_number(text, sign) if text else None


def bare_number(cell: Cell) -> str:
    """The text of a cell without the unit of a length, where the rest ends in a digit.

    >>> bare_number("2,5 m"), bare_number("250 cm")
    ('2,5', '250 cm')
    """
    text = text_of(cell)
    bare = text.removesuffix("m").rstrip()
    return bare if bare[-1:].isdigit() else text


def is_as_it_was(cell: Cell, was: Value) -> bool:
    """Whether a cell says what the list would say now, but for what spreadsheets do to cells by themselves.

    These keep figures to the digits that are shown when they write CSV, lose zeros before digits, and
    take texts for dates and figures. A number with two readings is as it was when one of them is.

    >>> is_as_it_was(7, "07"), is_as_it_was("3.46", 3.456789), is_as_it_was("2026-02-12", "12/2")
    (True, True, True)
    """
    if isinstance(was, Formula):
        was = was.value
    if was is None or was == "":
        return cell == "" or text_of(cell) == ""
    if isinstance(was, str):
        return _same_text(cell, was)
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return abs(float(cell) - float(was)) <= 1e-9 * max(1.0, abs(float(was)))
    exact = Decimal(plain_number(was)) if isinstance(was, float | Decimal) else Decimal(was)
    return any(
        number == exact or (_SHOWN.fullmatch(str(number)) and is_shown_as(exact, number))
        for number in readings(bare_number(cell)).values()
    )


def _same_text(cell: Cell, was: str) -> bool:
    text, was = text_of(cell), text_of(was)
    if text == was:
        return True
    if isinstance(cell, bool):
        return was.upper() == text
    if text.isdecimal() and was.isdecimal():
        return text.lstrip("0") == was.lstrip("0")
    if isinstance(cell, int | float):
        try:
            return float(was) == float(cell)
        except ValueError:
            return False
    day, mark, month = was.partition("/")
    if mark and day.isdecimal() and month.isdecimal():
        try:
            found = date.fromisoformat(text[:10])
        except ValueError:
            return False
        return {found.day, found.month} == {int(day), int(month)}
    return False


def column_signs(known: Mapping[str, Sequence[tuple[Cell, Value]]]) -> Mapping[str, Sign | None]:
    """The decimal sign of each column of numbers: what its own cells prove, or else those of the others.

    Parameters
    ----------
    known
        By column cells, each with the value that the list would have now.
    """
    every: list[tuple[str, Decimal | None]] = []
    signs: dict[str, Sign | None] = {}
    for name, cells in known.items():
        pairs = [(bare_number(cell), _exact(was)) for cell, was in cells if isinstance(cell, str) and cell]
        signs[name] = _sign(pairs)
        every += pairs
    shared = _sign(every) if every else None
    return {name: sign or shared for name, sign in signs.items()}


def _sign(pairs: Sequence[tuple[str, Decimal | None]]) -> Sign | None:
    return decimal_sign((text for text, _ in pairs), [(text, was) for text, was in pairs if was is not None])


def _exact(was: Value) -> Decimal | None:
    if isinstance(was, Formula):
        was = was.value
    return (
        None
        if was is None or isinstance(was, str | bool)
        else Decimal(plain_number(was) if not isinstance(was, int) else was)
    )


LONGEST_M = 100_000
TIMES = 3
"""A measured length is at most this many times the planned one, and at least that share of it..."""
ABOUT_M = 10.0
"""...give or take this, metres."""


def sold(cell: Cell, sign: Sign | None) -> float | None:
    """A length to order, metres, None for an empty cell.

    Raises
    ------
    ValueError
        What is wrong with it, and what to do.
    """
    length = figure_of(cell, sign)
    if length is None:
        return None
    if not 0 < length <= LONGEST_M:
        raise ValueError(f"is {text_of(cell)[:40]}, a length is above 0 and at most {LONGEST_M:,} m")
    return float(length)


def measured(cell: Cell, sign: Sign | None, planned: Value) -> float | None:
    """A measured length, metres, None for an empty cell.

    Parameters
    ----------
    cell, sign
        As it was read, and the decimal sign of its column.
    planned
        The length that the cable has in the plan, where it is known.

    Raises
    ------
    ValueError
        What is wrong with it, and what to do.

    Examples
    --------
    >>> measured("1,3", None, 2.0)
    1.3
    """
    length = sold(cell, sign)
    if length is None or not isinstance(planned, int | float):
        return length
    if not planned / TIMES - ABOUT_M <= length <= planned * TIMES + ABOUT_M:
        what = f"is {length:,g} m, which cannot be the length of a cable of {plain_number(planned)} m"
        raise ValueError(f"{what}: correct it, or set it in the project if it is right")
    return length


STATUSES = (
    "planned", "ordered", "delivered", "cut", "labelled", "pulled", "laid", "plugged", "connected",
    "installed", "tested", "failed", "repaired", "removed",
)  # fmt: skip
LIKE = 0.75
"""Similarity to a known word from which on a status counts as misspelled, 0 to 1."""


def known_status(text: str) -> str:
    """A status as a project keeps it: known words in lower case, other words as they are.

    Raises
    ------
    ValueError
        When it is probably a known word misspelled.

    Examples
    --------
    >>> known_status("Installed"), known_status("abgenommen")
    ('installed', 'abgenommen')
    """
    word = text.casefold()
    if word in STATUSES:
        return word
    like = difflib.get_close_matches(word, STATUSES, 1, LIKE)
    if like:
        raise ValueError(f"“{text[:40]}” is not a known status, did you mean “{like[0]}”?")
    return text
