"""Columns and cells of lists, and CSV that no spreadsheet takes for formulas."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from fatdesk.core.cell import guarded, plain_cell

UNKNOWN = "unknown"
"""What stands in the place of a figure that nobody knows; an empty cell means: does not apply."""

Kind = Literal["text", "integer", "length", "money", "number"]


@dataclass(frozen=True)
class Formula:
    """A calculation of ours with its value, for spreadsheets; elsewhere the value stands."""

    text: str
    value: float | str


Value = str | int | float | Decimal | Formula | None


@dataclass(frozen=True)
class Column:
    """A column: its name in CSV, its heading for people, its width there in characters (at most, for text).

    A ``detail`` is folded away in spreadsheets until asked for.
    """

    name: str
    title: str
    width: float = 10.0
    kind: Kind = "text"
    detail: bool = False


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


def csv_bytes(columns: Sequence[Column], rows: Iterable[Sequence[Value]]) -> bytes:
    """RFC 4180 in UTF-8 with a head; text is :func:`guarded`."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow([column.name for column in columns])
    writer.writerows([_csv_cell(value) for value in row] for row in rows)
    return stream.getvalue().encode("utf-8", "replace")


def _csv_cell(value: Value) -> str:
    if isinstance(value, Formula):
        value = value.value
    if value is None:
        return ""
    if isinstance(value, str):
        return guarded(value)
    if isinstance(value, int):
        return str(value)
    return plain_number(value)


def read_csv(content: bytes) -> list[dict[str, str]]:
    """Rows of a CSV file by the names in its head, as text, with the guards taken off.

    Raises
    ------
    ValueError
        When it is not UTF-8, or a row is longer than the head; the text begins with the line number.
    """
    reader = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
    try:
        head = [plain_cell(cell) for cell in next(reader, [])]
        rows = []
        for cells in reader:
            if len(cells) > len(head):
                raise ValueError(f"{reader.line_num}: {len(cells)} cells, the head has {len(head)}")
            padded = [plain_cell(cell) for cell in cells] + [""] * (len(head) - len(cells))
            rows.append(dict(zip(head, padded, strict=True)))
    except csv.Error as error:
        raise ValueError(f"{reader.line_num}: {error}") from None
    return rows
