"""Columns and cells of lists, and CSV that spreadsheets do not read as formulas."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from operator import attrgetter, itemgetter
from typing import Any, Generic, Literal, TypeVar

from fatdesk.core.formats.cell import guarded

UNKNOWN = "unknown"
"""The word for an unknown figure; an empty cell means that it does not apply."""

Row = TypeVar("Row")
Kind = Literal["text", "integer", "length", "money", "number", "share"]
"""Content of a column; a share is from 0 to 1, and people read it in percent."""


@dataclass(frozen=True)
class Formula:
    """A formula with its value, for spreadsheets; other files have the value."""

    text: str
    value: float | str


Value = str | int | float | Decimal | Formula | None


@dataclass(frozen=True)
class Heading:
    """The head of a column of a file.

    Attributes
    ----------
    name
        In CSV.
    title
        For people.
    width
        In a spreadsheet, in characters; of text at most.
    detail
        Whether spreadsheets fold it until the user opens it.
    short
        Title in tables of the window, where room is short; empty: the title.
    digits
        Decimals of a number in tables of the window; None: those it has.
    """

    name: str
    title: str
    width: float = 10.0
    kind: Kind = "text"
    detail: bool = False
    short: str = ""
    digits: int | None = None


@dataclass(frozen=True, kw_only=True)
class Column(Heading, Generic[Row]):
    """A column of a list: its heading, and its value of a row.

    CSV, spreadsheets, printed lists and the tables of the window are made from it
    (docs/decisions/columns-of-lists.md).
    """

    name: str = field(kw_only=False)
    title: str = field(kw_only=False)
    width: float = field(default=10.0, kw_only=False)
    kind: Kind = field(default="text", kw_only=False)
    value: Callable[[Row], Value] | str
    """A function of the row, or the path of an attribute of it, such as ``cable.id``."""

    def of(self, row: Row) -> Value:
        """Its cell of a row."""
        if callable(self.value):
            return self.value(row)
        found: Value = attrgetter(self.value)(row)
        return found


def rows_of(columns: Sequence[Column[Row]], items: Iterable[Row]) -> Iterator[tuple[Value, ...]]:
    """Return the cells of each item in the order of the columns.

    Attributes are fetched by one call for a row, which long lists feel.
    """
    paths = [column.value for column in columns if isinstance(column.value, str)]
    values = [column.value for column in columns if callable(column.value)]
    places = iter(range(len(paths))), iter(range(len(paths), len(columns)))
    order = [next(places[callable(column.value)]) for column in columns]
    if len(order) < 2 or len(paths) < 2:
        for item in items:
            yield tuple([column.of(item) for column in columns])
        return
    fetch, arrange = attrgetter(*paths), itemgetter(*order)
    for item in items:
        yield arrange(fetch(item) + tuple([value(item) for value in values]))


def by_name(columns: Sequence[Column[Row]]) -> dict[str, Column[Row]]:
    """Return the columns by their names."""
    return {column.name: column for column in columns}


def known(value: Value) -> Value:
    """Return a figure rounded as lists have it; None is the word for unknown."""
    if value is None:
        return UNKNOWN
    return round(value, 6) if isinstance(value, float) else value


def yes_no(value: bool | None) -> str | None:
    """Return yes or no; None stays empty."""
    return None if value is None else "yes" if value else "no"


def metres(micrometres: int | None) -> float | str:
    """A length in metres, or the word for unknown."""
    return UNKNOWN if micrometres is None else micrometres / 1_000_000


def plain_number(value: float | Decimal) -> str:
    """A number with a decimal point and no exponent; money has two decimals or more.

    >>> plain_number(5.0), plain_number(1e-7), plain_number(Decimal("95")), plain_number(Decimal("0.125"))
    ('5', '0.0000001', '95.00', '0.125')
    """
    if isinstance(value, Decimal):
        exponent = value.as_tuple().exponent
        return f"{value:.2f}" if isinstance(exponent, int) and exponent > -2 else f"{value:f}"
    text = repr(value)
    if "e" in text:
        text = f"{Decimal(text):f}"
    return text.removesuffix(".0")


def csv_bytes(columns: Sequence[Heading], rows: Iterable[Sequence[Value]]) -> bytes:
    """RFC 4180 in UTF-8 with a head; text is :func:`guarded`."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow([column.name for column in columns])
    text = _CSV_TEXT
    writer.writerows([text[type(value)](value) for value in row] for row in rows)
    return stream.getvalue().encode("utf-8", "replace")


class _Texts(dict[type, Callable[[Any], str]]):
    """Text of a cell in CSV by the type of its value; looked up by type, because long lists have millions."""

    def __missing__(self, kind: type) -> Callable[[Any], str]:
        """Return and keep the function of the type that this one is derived from."""
        found = next(text for known, text in list(self.items()) if issubclass(kind, known))
        self[kind] = found
        return found


_CSV_TEXT: _Texts = _Texts(
    {
        str: guarded,
        type(None): lambda _: "",
        int: str,
        float: plain_number,
        Decimal: plain_number,
        Formula: lambda formula: _CSV_TEXT[type(formula.value)](formula.value),
    }
)
