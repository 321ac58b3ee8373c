"""Find the list in a file: its sheet, its columns by name or title, sum rows, repeated rows."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeVar

from fatdesk.core.cell import Cell, UnreadCell
from fatdesk.core.errors import InputError
from fatdesk.core.number_text import readings
from fatdesk.core.sheets import ReadSheet
from fatdesk.engine.list_import.cells import text_of
from fatdesk.engine.listing import bill_columns, wiring_columns
from fatdesk.engine.listing.cells import Heading
from fatdesk.engine.listing.workbook import STATE

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
    ValueError: is laid in line 2 and planned in line 3, let all rows of it say the same
    """
    new = next((one for one in said if one.new), None)
    if new is None:
        return None
    other = next((one for one in said if one.value != new.value), None)
    if other is not None:
        words = [f"{one.words or 'nothing'} in line {one.line}" for one in (new, other)]
        raise ValueError(f"is {' and '.join(words)}, let all rows of it say the same")
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


ListKind = Literal["wiring", "bill"]
HIGHEST = 30
"""Number of first rows in which the head is looked for."""
FEWEST = 2
"""Columns of ours that a head has at least, with the one that names the row."""
KEYS: Mapping[ListKind, str] = {"wiring": "cable_id", "bill": "part"}
_COLUMNS: Mapping[ListKind, Sequence[Heading]] = {
    "wiring": wiring_columns.COLUMNS,
    "bill": bill_columns.COLUMNS,
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
        for kind in KEYS
        if _known(places := _places(row, kind), kind) and not _is_unedited_state(row)
    ]
    if not found:
        what = "has no head of a wiring list (Cable, Status, ...) or of a bill (Part, Unit price, ...)"
        raise InputError(file, 1, "file", f"{what}: keep the row of titles, or export the list again")
    _, number, at, kind = max(found)
    chosen = sheets[-number]
    rows = {sheets[-other].name: sheets[-other].rows for _, other, *_ in found}
    others = tuple(name for name, cells in rows.items() if name != chosen.name and cells != chosen.rows)
    return replace(_table(chosen, -at, kind, file), others=others)


def find_as_exported(sheets: Sequence[ReadSheet]) -> ReadSheet | None:
    """The sheet that remembers the state from which the list was made."""
    return next((sheet for sheet in sheets if sheet.rows and _is_unedited_state(sheet.rows[0])), None)


def column_names(row: Sequence[Cell], kind: ListKind) -> dict[str, int]:
    """Return our columns in a head by name; of equal ones the first."""
    return {name: places[0] for name, places in _places(row, kind).items()}


def plain_title(text: str) -> str:
    """A title as titles are compared.

    >>> plain_title("Ordered, m") == plain_title("ordered_m")
    True
    """
    return _APART.sub(" ", text.casefold()).strip()


def _places(row: Sequence[Cell], kind: ListKind) -> dict[str, list[int]]:
    names = _names(kind)
    found: dict[str, list[int]] = {}
    for at, cell in enumerate(row):
        if isinstance(cell, str) and cell and (name := names.get(plain_title(cell))):
            found.setdefault(name, []).append(at)
    return found


def _names(kind: ListKind) -> dict[str, str]:
    return {
        plain_title(word): column.name for column in _COLUMNS[kind] for word in (column.title, column.name)
    }


def _known(places: Mapping[str, Sequence[int]], kind: ListKind) -> bool:
    # a wiring list has parts as well, a bill no cables
    return KEYS[kind] in places and len(places) >= FEWEST and (kind == "wiring" or "a_device" not in places)


def _is_unedited_state(row: Sequence[Cell]) -> bool:
    return any(isinstance(cell, str) and plain_title(cell) == plain_title(STATE.title) for cell in row)


def _table(sheet: ReadSheet, at: int, kind: ListKind, file: str) -> Table:
    found = _places(sheet.rows[at], kind)
    key = KEYS[kind]
    if len(found[key]) > 1:
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
