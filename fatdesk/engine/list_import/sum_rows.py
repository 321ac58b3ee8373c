"""Sums, counts and means that people write below a list or between its rows: they are no rows of the list."""

import re
from collections.abc import Iterable, Sequence

from fatdesk.core.cell import Cell, UnreadCell
from fatdesk.core.number_text import readings
from fatdesk.engine.list_import.cells import text_of

WORDS = frozenset({
    "sum", "sums", "total", "totals", "subtotal", "count", "mean", "average", "min", "minimum", "max",
    "maximum", "summe", "gesamt", "gesamtsumme", "gesamtergebnis", "ergebnis", "zwischensumme",
    "anzahl", "mittelwert", "somme", "moyenne", "nombre", "suma", "cuenta", "promedio", "totale",
    "somma", "media", "totaal", "σ", "∑",
})  # fmt: skip
"""What the label of such a row has, in the languages of the common spreadsheet programs."""


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
