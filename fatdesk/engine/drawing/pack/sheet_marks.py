"""What sheets for installers have at their foot: a code that names the sheet, lines to sign on."""

from fatdesk.engine.drawing.pack.qr import QUIET, sheet_code
from fatdesk.engine.drawing.sheet import Paper, field
from fatdesk.engine.drawing.sketch import Sketch

CODE = 15.0
"""Width and height of the code."""

RIGHT_MARGIN = 13.0
"""From the edge of the paper to the code."""

NEXT_LINE = 8.0


def draw_sheet_code(sketch: Sketch, paper: Paper, *words: str) -> None:
    """Draw the code at the lower right, and what it is for beside it.

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
        2.2,
        colour=sketch.palette.text2,
        anchor="end",
    )


def code_top(paper: Paper) -> float:
    """Where the code begins; above it tables may be as wide as the sheet."""
    return field(paper)[3] - 2.0 - CODE


def draw_signatures(sketch: Sketch, paper: Paper, left: float, y: float, right: float) -> None:
    """Draw lines to sign on, the first at a baseline ``y``; beside the code they are shorter."""
    lines = (("Plugged by", "Tested by"), ("Date", "Remarks"))
    lowest = y + NEXT_LINE * (len(lines) - 1)
    if lowest > code_top(paper) - QUIET:
        right = min(right, paper.width - RIGHT_MARGIN - CODE - QUIET - 1.0)
    middle = (left + right) / 2
    for row, pair in enumerate(lines):
        base = y + NEXT_LINE * row
        for x, end, words in ((left, middle - 4, pair[0]), (middle, right, pair[1])):
            sketch.text(x, base, words, 2.6, colour=sketch.palette.text2)
            sketch.line(x + 17, base + 0.6, end, base + 0.6, sketch.pen(0.18))
