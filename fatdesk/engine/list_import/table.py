"""Find the list in a file and read its cells: sheet, columns by name or title, sum rows, repeated rows."""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import cache, lru_cache
from typing import Generic, Literal, TypeVar

from fatdesk.core.errors import InputError
from fatdesk.core.formats.cell import Cell, UnreadCell
from fatdesk.core.formats.sheets import ReadSheet
from fatdesk.core.number_text import Sign, decimal_sign, is_shown_as, read_number, readings
from fatdesk.engine.change_order import rows as order_rows
from fatdesk.engine.listing import bill_columns, structured_columns, wiring_columns
from fatdesk.engine.listing.cells import Formula, Heading, Value, plain_number
from fatdesk.engine.listing.workbook import STATE

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


T = TypeVar("T")


@dataclass(frozen=True)
class Said(Generic[T]):
    """Value of a field in a row; not ``new``: the project has it already."""

    line: int
    value: T
    words: str
    new: bool


def agreed(said: Sequence[Said[T]]) -> Said[T] | None:
    """The first that is new, when all rows say that.

    Raises
    ------
    ValueError
        With what two of them say, when they differ.

    Examples
    --------
    >>> agreed([Said(2, "laid", "laid", True), Said(3, "planned", "planned", False)])
    Traceback (most recent call last):
    ValueError: is laid in line 2 and planned in line 3, make all its rows the same
    """
    new = next((one for one in said if one.new), None)
    if new is None:
        return None
    other = next((one for one in said if one.value != new.value), None)
    if other is not None:
        words = [f"{one.words or 'nothing'} in line {one.line}" for one in (new, other)]
        raise ValueError(f"is {' and '.join(words)}, make all its rows the same")
    return new


WORDS = frozenset({
    "sum", "sums", "total", "totals", "subtotal", "count", "mean", "average", "min", "minimum", "max",
    "maximum", "summe", "gesamt", "gesamtsumme", "gesamtergebnis", "ergebnis", "zwischensumme",
    "anzahl", "mittelwert", "somme", "moyenne", "nombre", "suma", "cuenta", "promedio", "totale",
    "somma", "media", "totaal", "σ", "∑",
})  # fmt: skip
"""Words that label sum rows, in the languages of common spreadsheet programs."""


def is_sum_row(row: Sequence[Cell], decided: Iterable[int], below: bool) -> bool:
    """Whether a row that names nothing of a list is a sum: numbers, and a label at most.

    Parameters
    ----------
    row
        Its cells.
    decided
        Where the columns are that a project would accept: numbers there need a label that says sum, or a
        place below the list.
    below
        Whether the row is below the last row of the list.

    Examples
    --------
    >>> is_sum_row(["Sum", "", 12.5], [2], True), is_sum_row(["no-such-cable", "", 12.5], [2], True)
    (True, False)
    """
    labels = [text_of(cell) for cell in row if text_of(cell) and not _is_number(cell)]
    if len(labels) > 1:
        return False
    if labels and WORDS.intersection(re.findall(r"\w+|∑", labels[0].casefold())):
        return True
    numbers = any(at < len(row) and text_of(row[at]) for at in decided)
    return not numbers or (below and not labels)


def _is_number(cell: Cell) -> bool:
    return not isinstance(cell, str) or isinstance(cell, UnreadCell) or bool(readings(cell))


ListKind = Literal["wiring", "bill", "order", "pieces"]
HIGHEST = 30
"""Number of first rows in which the head is looked for."""
FEWEST = 2
"""Columns of ours that a head has at least, with the one that names the row."""
KEYS: Mapping[ListKind, str] = {
    "wiring": "cable_id",
    "bill": "part",
    "order": "step",
    "pieces": "piece_id",
}
IDENTIFIERS = ("identifier_a", "identifier_b")
"""Columns that name the cable of a row by both ends where its id is missing."""
_COLUMNS: Mapping[ListKind, Sequence[Heading]] = {
    "wiring": wiring_columns.COLUMNS,
    "bill": bill_columns.COLUMNS,
    "order": order_rows.COLUMNS,
    "pieces": structured_columns.PIECES,
}
_APART = re.compile(r"[\s_,.:-]+")


@dataclass(frozen=True)
class Table:
    """A list of ours in a sheet.

    Attributes
    ----------
    head
        The line of its head, from 1.
    places
        Of our columns those that are there, by name: where in a row.
    foreign
        Titles of columns that are none of ours.
    doubled
        Names of our columns that occur there more than once: none of them is in ``places``.
    rows, lines
        The rows below the head, and the number of each in the file.
    others
        Other sheets that are lists as well, by name; they are not read.
    """

    kind: ListKind
    sheet: str
    head: int
    places: Mapping[str, int]
    foreign: tuple[str, ...]
    doubled: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    lines: Sequence[int]
    others: tuple[str, ...] = ()


def find_table(sheets: Sequence[ReadSheet], file: str) -> Table:
    """The list of ours in a file: the head with most of our columns.

    Raises
    ------
    InputError
        When there is none.
    """
    found = [
        (len(places), -number, -at, kind)
        for number, sheet in enumerate(sheets)
        for at, row in enumerate(sheet.rows[:HIGHEST])
        if (titles := _titles(row)) and _UNEDITED not in titles.values()
        for kind in KEYS
        if _known(places := _places(titles, kind), kind)
    ]
    if not found:
        what = "has no head of a wiring list (Cable, Status, ...), a bill (Part, Unit price, ...) or a change"
        what += " order (Stage, Step, Do, ...)"
        raise InputError(file, 1, "file", f"{what}: keep the row of titles, or export the list again")
    count, number, at, kind = max(found)
    chosen = sheets[-number]
    of_order = _places(_titles(chosen.rows[-at]), "order")
    if kind != "order" and "action" in of_order and "step" not in of_order and len(of_order) > count:
        what = "the change order has no column Step: keep it, or export the order again"
        raise InputError(file, chosen.lines[-at], "step", what)
    rows = {sheets[-other].name: sheets[-other].rows for _, other, *_ in found}
    others = tuple(name for name, cells in rows.items() if name != chosen.name and cells != chosen.rows)
    return replace(_table(chosen, -at, kind, file), others=others)


def find_as_exported(sheets: Sequence[ReadSheet]) -> ReadSheet | None:
    """The sheet that remembers the state from which the list was made."""
    return next(
        (sheet for sheet in sheets if sheet.rows and _UNEDITED in _titles(sheet.rows[0]).values()), None
    )


def column_names(row: Sequence[Cell], kind: ListKind) -> dict[str, int]:
    """Return our columns in a head by name; of equal ones the first."""
    return {name: places[0] for name, places in _places(_titles(row), kind).items()}


@lru_cache(maxsize=10_000)
def plain_title(text: str) -> str:
    """A title as titles are compared.

    >>> plain_title("Ordered, m") == plain_title("ordered_m")
    True
    """
    return _APART.sub(" ", text.casefold()).strip()


_UNEDITED = plain_title(STATE.title)


def _titles(row: Sequence[Cell]) -> dict[int, str]:
    """The texts of a row as titles, by place."""
    return {at: plain_title(cell) for at, cell in enumerate(row) if isinstance(cell, str) and cell}


def _places(titles: Mapping[int, str], kind: ListKind) -> dict[str, list[int]]:
    names = _names(kind)
    found: dict[str, list[int]] = {}
    for at, title in titles.items():
        if name := names.get(title):
            found.setdefault(name, []).append(at)
    return found


@cache
def _names(kind: ListKind) -> Mapping[str, str]:
    return {
        plain_title(word): column.name for column in _COLUMNS[kind] for word in (column.title, column.name)
    }


def _known(places: Mapping[str, Sequence[int]], kind: ListKind) -> bool:
    if kind == "wiring" and KEYS[kind] not in places:
        return len(places) > len(IDENTIFIERS) and all(name in places for name in IDENTIFIERS)
    needed = (KEYS[kind], "action") if kind == "order" else (KEYS[kind],)
    return len(places) >= FEWEST and all(name in places for name in needed)


def _table(sheet: ReadSheet, at: int, kind: ListKind, file: str) -> Table:
    found = _places(_titles(sheet.rows[at]), kind)
    key = KEYS[kind]
    if len(found.get(key, ())) > 1:
        title = next(column.title for column in _COLUMNS[kind] if column.name == key)
        what = f"the column {title} occurs {len(found[key])} times, keep one"
        raise InputError(file, sheet.lines[at], key, what)
    known = {place for places in found.values() for place in places}
    foreign = [
        str(cell)[:80]
        for place, cell in enumerate(sheet.rows[at])
        if place not in known and isinstance(cell, str) and cell.strip()
    ]
    return Table(
        kind,
        sheet.name,
        sheet.lines[at],
        {name: places[0] for name, places in found.items() if len(places) == 1},
        tuple(foreign),
        tuple(name for name, places in found.items() if len(places) > 1),
        sheet.rows[at + 1 :],
        sheet.lines[at + 1 :],
    )
