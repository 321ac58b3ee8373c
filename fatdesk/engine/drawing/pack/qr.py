"""QR codes that printers and readers can take: modules of whole printer dots, with white around."""

from collections.abc import Sequence

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.drawing.display import Boxes

GRID = 25.4 / 100
"""Where modules begin and end, mm: whole dots at 100, 200, 300, 400 and 600 dots an inch."""

MODULE = 2 * GRID
"""6 dots at 300 dpi; smaller ones that are no whole dots are misread (zbarimg at 200 to 600 dpi)."""

QUIET = 4 * MODULE
"""White around a code, as its standard asks."""

LABEL_SIZE = 21 * MODULE
LEVELS = {"h": 10, "q": 16, "m": 20, "l": 25}
"""How many signs (digits, capitals) a code of 21 modules holds by its level of error correction."""

MASK = 3
"""One of eight patterns is as good as another for a few signs; trying all takes five times as long."""

SHEET_BYTES = 42
"""So much a code of 29 modules holds, which is the largest in 15 mm."""


def label_code(text: str, x: float, y: float, colour: str) -> Boxes:
    """A code of 21 modules, its upper left corner at ``x``, ``y`` or half a step of the grid beside it.

    The strongest error correction that holds the text is taken.

    Raises
    ------
    FatdeskError
        When the text is too long for 21 modules.
    """
    import segno

    for error, most in LEVELS.items():
        if len(text) <= most:
            code = segno.make_qr(
                text, error=error, version=1, mode="alphanumeric", mask=MASK, boost_error=False
            )
            return _boxes(code.matrix, x, y, colour)
    raise FatdeskError(f"the text {text[:40]!r} is too long for a code of 21 modules")


def sheet_code(text: str, right: float, lower: float, colour: str) -> Boxes:
    """A code at a lower right corner, at most 15 mm wide; what is too long for that is left out."""
    import segno

    held = text.encode("ascii", "replace")[:SHEET_BYTES]
    code = segno.make_qr(held, error="m", mode="byte", mask=MASK, boost_error=False)
    size = len(code.matrix) * MODULE
    return _boxes(code.matrix, right - size, lower - size, colour)


def on_grid(length: float) -> float:
    """The place of the grid nearest to a length, mm."""
    return round(length / GRID) * GRID


def _boxes(matrix: Sequence[bytearray], x: float, y: float, colour: str) -> Boxes:
    """The dark runs of each row."""
    left, upper = on_grid(x), on_grid(y)
    corners = []
    for row, modules in enumerate(matrix):
        top, bottom = upper + row * MODULE, upper + (row + 1) * MODULE
        start = -1
        for column, dark in enumerate((*modules, 0)):
            if dark and start < 0:
                start = column
            elif not dark and start >= 0:
                corners.append((left + start * MODULE, top, left + column * MODULE, bottom))
                start = -1
    return Boxes(corners=tuple(corners), fill=colour)
