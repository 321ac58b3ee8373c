"""Which sheet of a file is a list of ours, and where its columns stand: by names or titles, in any order."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from fatdesk.core.cell import Cell
from fatdesk.core.errors import InputError
from fatdesk.core.sheets import ReadSheet
from fatdesk.engine.listing import bill_columns, wiring_columns
from fatdesk.engine.listing.as_exported import STATE
from fatdesk.engine.listing.cells import Heading

ListKind = Literal["wiring", "bill"]
HIGHEST = 30
"""The head stands in one of so many first rows."""
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
    """A list of ours as it stands in a sheet.

    Attributes
    ----------
    head
        The line of its head, from 1.
    places
        Of our columns those that are there, by name: where in a row.
    foreign
        Titles of columns that are none of ours.
    doubled
        Names of our columns that stand there more than once: none of them is in ``places``.
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
        if _known(places := _places(row, kind), kind) and not _is_ours_alone(row)
    ]
    if not found:
        what = "has no head of a wiring list (Cable, Status, ...) or of a bill (Part, Unit price, ...)"
        raise InputError(file, 1, "file", f"{what}: keep the row of titles, or export the list anew")
    _, number, at, kind = max(found)
    chosen = sheets[-number]
    rows = {sheets[-other].name: sheets[-other].rows for _, other, *_ in found}
    others = tuple(name for name, cells in rows.items() if name != chosen.name and cells != chosen.rows)
    return replace(_table(chosen, -at, kind, file), others=others)


def find_as_exported(sheets: Sequence[ReadSheet]) -> ReadSheet | None:
    """The sheet that remembers the state from which the list was made."""
    return next((sheet for sheet in sheets if sheet.rows and _is_ours_alone(sheet.rows[0])), None)


def column_names(row: Sequence[Cell], kind: ListKind) -> dict[str, int]:
    """Where our columns stand in a head, by name; of equal ones the first."""
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


def _is_ours_alone(row: Sequence[Cell]) -> bool:
    return any(isinstance(cell, str) and plain_title(cell) == plain_title(STATE.title) for cell in row)


def _table(sheet: ReadSheet, at: int, kind: ListKind, file: str) -> Table:
    found = _places(sheet.rows[at], kind)
    key = KEYS[kind]
    if len(found[key]) > 1:
        title = next(column.title for column in _COLUMNS[kind] if column.name == key)
        what = f"the column {title} stands {len(found[key])} times, keep one"
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
