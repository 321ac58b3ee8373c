"""QR codes of labels and sheets, and signature lines at the foot of sheets."""

from collections.abc import Sequence

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Boxes
from fatdesk.engine.drawing.sheet import Paper, content_area
from fatdesk.engine.drawing.sketch import Sketch

GRID = 25.4 / 100
"""Grid of modules, mm: whole dots at 100, 200, 300, 400 and 600 dots per inch."""

MODULE = 2 * GRID
"""6 dots at 300 dpi; smaller ones that are no whole dots are misread (zbarimg at 200 to 600 dpi)."""

QUIET = 4 * MODULE
"""Quiet zone around a code, as required by the standard."""

LABEL_SIZE = 21 * MODULE
LEVELS = {"h": 10, "q": 16, "m": 20, "l": 25}
"""Number of signs (digits, capitals) a code of 21 modules holds by its level of error correction."""

MASK = 3
"""One of eight patterns is as good as another for a few signs; trying all takes five times as long."""

SHEET_BYTES = 42
"""Capacity of a code of 29 modules, the largest in 15 mm."""


def label_code(text: str, x: float, y: float, colour: str) -> Boxes:
    """A code of 21 modules, its upper left corner at ``x``, ``y`` or up to half a grid step away.

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


CODE = 15.0
"""Width and height of the code."""

RIGHT_MARGIN = 13.0
"""From the edge of the paper to the code."""

NEXT_LINE = 8.0


def draw_sheet_code(sketch: Sketch, paper: Paper, *words: str) -> None:
    """Draw the code at the lower right, and its purpose next to it.

    Parameters
    ----------
    words
        Document with number of the sheet, state of the project, what the sheet is about; some may be empty.
    """
    lower, right = code_top(paper) + CODE, paper.width - RIGHT_MARGIN
    sketch.items.append(sheet_code(" ".join(filter(None, words)), right, lower, sketch.palette.text))
    sketch.text(
        right - CODE - QUIET - 1.0,
        lower - 0.6,
        "the code names this sheet",
        font_sizes.SMALL,
        colour=sketch.palette.text2,
        anchor="end",
    )


def code_top(paper: Paper) -> float:
    """Position where the code begins; above it tables may be as wide as the sheet."""
    return content_area(paper)[3] - 2.0 - CODE


def draw_signatures(sketch: Sketch, paper: Paper, left: float, y: float, right: float) -> None:
    """Draw lines to sign on, the first at a baseline ``y``; next to the code they are shorter."""
    lines = (("Plugged by", "Tested by"), ("Date", "Remarks"))
    lowest = y + NEXT_LINE * (len(lines) - 1)
    if lowest > code_top(paper) - QUIET:
        right = min(right, paper.width - RIGHT_MARGIN - CODE - QUIET - 1.0)
    middle = (left + right) / 2
    for row, pair in enumerate(lines):
        base = y + NEXT_LINE * row
        for x, end, words in ((left, middle - 4, pair[0]), (middle, right, pair[1])):
            sketch.text(x, base, words, font_sizes.SUMMARY, colour=sketch.palette.text2)
            sketch.line(x + 17, base + 0.6, end, base + 0.6, sketch.pen(0.18))
