"""Paper sizes, the frame of a sheet with its title block, QR codes and signature lines."""

from collections.abc import Sequence

from msgspec import structs

from fatdesk import __version__
from fatdesk.core.errors import FatdeskError
from fatdesk.core.struct import Struct
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Boxes
from fatdesk.engine.drawing.issue import Issue, drawing_number
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.sketch import Sketch

EDGE = 10.0
FOOT = 14.0
CELLS = (0.0, 0.42, 0.66, 0.84, 1.0)
CELLS_WITH_DRAWN = (0.0, 0.35, 0.54, 0.72, 0.84, 1.0)
"""Edges of the cells of the title block as parts of its width; the second with who drew an issue."""


class Paper(Struct, frozen=True, kw_only=True):
    """A size of paper in mm, landscape or portrait."""

    name: str
    width: float
    height: float


A4 = Paper(name="A4", width=297.0, height=210.0)
A4_STANDING = Paper(name="A4", width=210.0, height=297.0)
A3 = Paper(name="A3", width=420.0, height=297.0)
A2 = Paper(name="A2", width=594.0, height=420.0)
A1 = Paper(name="A1", width=841.0, height=594.0)
A0 = Paper(name="A0", width=1189.0, height=841.0)
LETTER = Paper(name="Letter", width=279.4, height=215.9)
LETTER_STANDING = Paper(name="Letter", width=215.9, height=279.4)
TABLOID = Paper(name="Tabloid", width=431.8, height=279.4)
ANSI_C = Paper(name="ANSI C", width=558.8, height=431.8)
ANSI_D = Paper(name="ANSI D", width=863.6, height=558.8)
ANSI_E = Paper(name="ANSI E", width=1117.6, height=863.6)


class Stock(Struct, frozen=True, kw_only=True):
    """The papers that a printer has, and what is drawn on which of them.

    Attributes
    ----------
    standing
        For packets, which are carried in the hand.
    front
        For front views of racks.
    lying
        For diagrams: the first for small ones, the last for large ones. Sheets share out what does not fit.
    plans
        For floor plans, each with the scales to try on it, until one is large enough.
    """

    name: str
    standing: Paper
    front: Paper
    lying: tuple[Paper, ...]
    plans: tuple[tuple[Paper, tuple[int, ...]], ...]


_LARGE = ((A2, (50,)), (A1, (50,)), (A0, (50, 100)))
STOCK_A4 = Stock(
    name="A4",
    standing=A4_STANDING,
    front=A4_STANDING,
    lying=(A4,),
    plans=((A4, (10, 20, 25, 50)), (A3, (20, 25, 50)), *_LARGE),
)
STOCK_A3 = Stock(
    name="A3", standing=A4_STANDING, front=A3, lying=(A3,), plans=((A3, (10, 20, 25, 50)), *_LARGE)
)
STOCK_LETTER = Stock(
    name="Letter",
    standing=LETTER_STANDING,
    front=LETTER_STANDING,
    lying=(LETTER,),
    plans=(
        (LETTER, (10, 20, 25, 50)),
        (TABLOID, (20, 25, 50)),
        (ANSI_C, (50,)),
        (ANSI_D, (50,)),
        (ANSI_E, (50, 100)),
    ),
)
STOCK_DRAWINGS = structs.replace(STOCK_A4, lying=(A4, A3))
"""For drawings that are files of their own: as large as they need."""

STOCKS: dict[str, Stock] = {stock.name: stock for stock in (STOCK_A4, STOCK_A3, STOCK_LETTER)}


def paper_name(width: float, height: float) -> str:
    """Return the name of a paper by its size in millimetres; empty for other sizes.

    >>> paper_name(420.0, 297.0), paper_name(210.0, 297.0), paper_name(50.0, 25.0)
    ('A3', 'A4', '')
    """
    papers = [
        paper
        for stock in STOCKS.values()
        for paper in (stock.standing, stock.front, *stock.lying, *(plan for plan, _ in stock.plans))
    ]
    size = sorted((width, height))
    return next((paper.name for paper in papers if sorted((paper.width, paper.height)) == size), "")


class Imprint(Struct, frozen=True, kw_only=True):
    """Origin printed on every sheet; exported files have no date, so that they are reproducible.

    Attributes
    ----------
    state
        The digest of what the project held.
    printed
        When it was printed, in the user's words.
    revision
        What the user calls this issue; empty: ``issue`` says it.
    issue
        The issue that this state is; None: none is.
    issues
        All issues up to now, the latest last.
    drawing, document
        Template of drawing numbers, and the file of the document that they name; empty: sheets have none.
    """

    project: str = ""
    state: str = ""
    printed: str = ""
    revision: str = ""
    issue: Issue | None = None
    issues: tuple[Issue, ...] = ()
    drawing: str = ""
    document: str = ""

    @property
    def issued(self) -> Issue | None:
        """The issue that sheets are of; None: none, or the user calls it otherwise."""
        return None if self.revision else self.issue

    @property
    def called(self) -> str:
        """The revision in words: of this state, or the last one that it was changed after; empty: none."""
        if self.revision:
            return self.revision
        if self.issue is not None:
            return self.issue.name
        return f"changed after {self.issues[-1].name}" if self.issues else ""


class Heading(Struct, frozen=True, kw_only=True):
    """Heading of one sheet; ``remark`` follows the name of the paper."""

    document: str
    scope: str = ""
    number: int = 1
    sheets: int = 1
    remark: str = "do not scale"


def content_area(paper: Paper) -> Bounds:
    """The part of a sheet that is free for the drawing."""
    return (EDGE, EDGE, paper.width - EDGE, paper.height - EDGE - FOOT)


def sheet(paper: Paper, palette: Palette, heading: Heading, imprint: Imprint) -> Sketch:
    """An empty sheet with frame and title block."""
    sketch = Sketch(paper.width, paper.height, palette)
    sketch.box((0.0, 0.0, paper.width, paper.height), fill=palette.ground)
    left, upper, right, lower = EDGE, EDGE, paper.width - EDGE, paper.height - EDGE
    sketch.box((left, upper, right, lower), pen=sketch.pen(0.35))
    top = lower - FOOT
    sketch.line(left, top, right, top, sketch.pen(0.35))
    size = paper.name or f"{paper.width:.0f} × {paper.height:.0f} mm"
    cells = [
        ("Document", heading.document, heading.scope),
        ("Project", imprint.project, _state(imprint)),
        _origin(imprint),
        _numbered(imprint, heading, size),
    ]
    edges: Sequence[float] = CELLS
    if drawn := _drawn(imprint.issued):
        cells.insert(3, drawn)
        edges = CELLS_WITH_DRAWN
    for i, (caption, value, note) in enumerate(cells):
        x, end = (left + (right - left) * edges[i + k] for k in (0, 1))
        if i:
            sketch.line(x, top, x, lower, sketch.pen(0.18))
        wide = end - x - 4
        sketch.text(x + 2, top + 2.9, caption, font_sizes.DENSE, colour=palette.text2, within=wide)
        sketch.text(
            x + 2,
            top + 7.6,
            value,
            font_sizes.HEADING if i == 0 else font_sizes.LABEL,
            bold=True,
            within=wide,
            least=font_sizes.DENSE,
        )
        sketch.text(x + 2, top + 11.9, note, font_sizes.NOTE, colour=palette.text2, within=wide)
    return sketch


def _state(imprint: Imprint) -> str:
    """The note on the project: its state; also the version of the program where its cell has the revision."""
    state = f"state {imprint.state}" if imprint.state else ""
    made = f"fatdesk {__version__}" if imprint.issued else ""
    return " · ".join(filter(None, (state, made)))


def _origin(imprint: Imprint) -> tuple[str, str, str]:
    """The third cell: revision or date of printing, and the program's version."""
    made = f"fatdesk {__version__}"
    if imprint.issued:
        purpose = imprint.issued.issued_for
        stated = (imprint.issued.date, f"for {purpose}" if purpose else "")
        return "Revision", imprint.called, " · ".join(filter(None, stated))
    if imprint.called:
        return "Revision", imprint.called, " · ".join(filter(None, (imprint.printed, made)))
    return ("Printed", imprint.printed, made) if imprint.printed else ("Made with", made, "")


def _drawn(issue: Issue | None) -> tuple[str, str, str] | None:
    """The cell of who drew and checked an issue; None: it states neither."""
    if issue is None or not (issue.by or issue.checked_by):
        return None
    checked = f"checked {issue.checked_by}" if issue.checked_by else ""
    return "Drawn", issue.by or "–", checked


def _numbered(imprint: Imprint, heading: Heading, size: str) -> tuple[str, str, str]:
    """The last cell: the number of the drawing, if drawings have numbers, and that of the sheet."""
    sheet_of = f"{heading.number} of {heading.sheets}"
    if imprint.drawing and imprint.document:
        number = drawing_number(imprint.drawing, imprint.document, heading.number)
        return "Drawing", number, f"sheet {sheet_of} · {size} · {heading.remark}"
    return "Sheet", sheet_of, f"{size} · {heading.remark}"


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
    raise FatdeskError(f"the text {text[:40]!r} is too long for a code of 21 modules, shorten it")


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
