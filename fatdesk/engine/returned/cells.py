"""What a cell of a list that came back says, however a spreadsheet wrote it, and whether it is as it was."""

import re
from datetime import date
from decimal import Decimal

from fatdesk.engine.core.sheets import Cell
from fatdesk.engine.listing.cells import Formula, Value, plain_number

LONGEST = 2000
"""Characters that a text of a project may have."""
_FIGURE = re.compile(r"[+-]?\d{1,15}(\.\d{0,12})?")
_SPACES = re.compile(r"[\s\u00a0\u2007\u202f']")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_THOUSANDS = re.compile(r"\d{1,3}([.,]\d{3})+")
_TWO_PLACES = re.compile(r"-?\d+\.\d\d")


def text_of(cell: Cell) -> str:
    """The text of a cell, without what stands around it.

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


def figure_of(cell: Cell) -> Decimal | None:
    """The figure of a cell, None where it is empty; thousands may be parted, and a comma may be the point.

    >>> figure_of("1.234,50"), figure_of("1,234.5"), figure_of("2,5"), figure_of("3 m"), figure_of("")
    (Decimal('1234.50'), Decimal('1234.5'), Decimal('2.5'), Decimal('3'), None)

    Raises
    ------
    ValueError
        What is wrong with it, and what to do.
    """
    if isinstance(cell, bool):
        raise ValueError(f"{text_of(cell)} is no figure, type one or nothing")
    text = _SPACES.sub("", text_of(cell)).removesuffix("m")
    if not text:
        return None
    shown = text_of(cell)[:40]
    comma, point = text.rfind(","), text.rfind(".")
    if comma >= 0 and point >= 0:
        thousands = "," if comma < point else "."
        text = text.replace(thousands, "").replace(",", ".")
    elif text.count(",") > 1:
        text = text.replace(",", "")
    elif comma >= 0:
        whole, _, rest = text.lstrip("+-").partition(",")
        if len(rest) == 3 and whole.isdecimal() and 1 <= len(whole) <= 3 and whole != "0":
            raise ValueError(f"{shown} may be {whole}.{rest} or {whole}{rest}, write it with a point")
        text = text.replace(",", ".")
    if not _FIGURE.fullmatch(text):
        raise ValueError(f"“{shown}” is no figure, type one such as 2.5 or nothing")
    return Decimal(text)


def is_as_it_was(cell: Cell, was: Value) -> bool:
    """Whether a cell says what the list would say now, but for what spreadsheets do to cells by themselves.

    These keep figures to the digits that are shown when they write CSV, lose zeros before digits, and
    take texts for dates and figures.

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
    text = text_of(cell)
    if isinstance(was, int) and _THOUSANDS.fullmatch(text):
        return re.sub("[.,]", "", text) == str(was)
    try:
        figure = figure_of(cell)
    except ValueError:
        return False
    if figure is None:
        return False
    return figure == exact or bool(
        _TWO_PLACES.fullmatch(str(figure)) and abs(figure - exact) <= Decimal("0.005")
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
