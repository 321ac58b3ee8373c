"""Lists of cables by the identifiers or labels of both ends, without names of devices."""

from collections.abc import Sequence
from typing import NamedTuple

from fatdesk.core.formats.cell import Cell, UnreadCell
from fatdesk.core.formats.sheets import ReadSheet
from fatdesk.engine.asbuilt.discovered import Discovered, Report
from fatdesk.engine.asbuilt.readers.point_to_point_forms import heading

FORM = "list of identifiers"
MOST_ROWS_ABOVE = 20
_WORDS = ("identifier", "label", "end")
_SIDES = (("a", "near", "this", "from"), ("b", "far", "other", "to"))
_TITLES = tuple(
    frozenset(text for word in _WORDS for side in sides for text in (f"{side} {word}", f"{word} {side}"))
    for sides in _SIDES
)


class _Head(NamedTuple):
    """The row with the titles, from 0, and the columns of both ends."""

    row: int
    columns: tuple[int, int]


def _head(rows: Sequence[Sequence[Cell]]) -> _Head | None:
    for number, row in enumerate(rows[:MOST_ROWS_ABOVE]):
        words = [heading(cell) for cell in row]
        near, far = (next((at for at, word in enumerate(words) if word in some), -1) for some in _TITLES)
        if near >= 0 and far >= 0:
            return _Head(number, (near, far))
    return None


def is_list(sheets: Sequence[ReadSheet]) -> bool:
    """Whether a sheet has a column for each end: *A identifier*, *This end*, *Near end* and the like."""
    return any(_head(sheet.rows) is not None for sheet in sheets)


def read(sheets: Sequence[ReadSheet], file: str) -> Discovered:
    """Return the links, whose nodes and ports are both the text of an end.

    Raises
    ------
    InputError
        When there is no link.
    """
    report = Report(file, FORM)
    for sheet in sheets:
        head = _head(sheet.rows)
        if head is None:
            continue
        for row, line in zip(sheet.rows[head.row + 1 :], sheet.lines[head.row + 1 :], strict=True):
            cells = [row[at] if at < len(row) else "" for at in head.columns]
            unread = next((cell for cell in cells if isinstance(cell, UnreadCell)), None)
            texts = [str(cell).strip() for cell in cells]
            if unread is not None:
                report.skip(line, f"a cell {unread.why}")
            elif all(texts):
                a, b = (report.node(text.casefold(), text, line=line) for text in texts)
                report.link(a, texts[0], b, texts[1], line=line)
            elif any(texts):
                report.skip(line, "without identifier of one end")
    return report.done()
