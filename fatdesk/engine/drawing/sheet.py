"""The frame of a sheet of paper with its title block."""

from fatdesk import __version__
from fatdesk.engine.catalog.parts import Struct
from fatdesk.engine.drawing.display import Bounds
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.sketch import Sketch

EDGE = 10.0
FOOT = 14.0
CELLS = (0.0, 0.42, 0.66, 0.84, 1.0)


class Paper(Struct, frozen=True, kw_only=True):
    """A size of paper in mm, lying or standing."""

    name: str
    width: float
    height: float


A4 = Paper(name="A4", width=297.0, height=210.0)
A4_STANDING = Paper(name="A4", width=210.0, height=297.0)
A3 = Paper(name="A3", width=420.0, height=297.0)
A2 = Paper(name="A2", width=594.0, height=420.0)
A1 = Paper(name="A1", width=841.0, height=594.0)
A0 = Paper(name="A0", width=1189.0, height=841.0)


class Imprint(Struct, frozen=True, kw_only=True):
    """What every sheet says of its origin; an exported file has no date, so that it is always the same."""

    project: str = ""
    state: str = ""
    printed: str = ""


class Heading(Struct, frozen=True, kw_only=True):
    """What one sheet says of itself; ``remark`` stands beside the paper's name."""

    document: str
    scope: str = ""
    number: int = 1
    sheets: int = 1
    remark: str = "do not scale"


def field(paper: Paper) -> Bounds:
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
    made = f"fatdesk {__version__}"
    cells = (
        ("Document", heading.document, heading.scope),
        ("Project", imprint.project, f"state {imprint.state}" if imprint.state else ""),
        ("Printed", imprint.printed, made) if imprint.printed else ("Made with", made, ""),
        ("Sheet", f"{heading.number} of {heading.sheets}", f"{size} · {heading.remark}"),
    )
    for i, (caption, value, note) in enumerate(cells):
        x, end = (left + (right - left) * CELLS[i + k] for k in (0, 1))
        if i:
            sketch.line(x, top, x, lower, sketch.pen(0.18))
        wide = end - x - 4
        sketch.text(x + 2, top + 2.9, caption, 2.0, colour=palette.text2, within=wide)
        sketch.text(x + 2, top + 7.6, value, 4.0 if i == 0 else 3.2, bold=True, within=wide, least=2.0)
        sketch.text(x + 2, top + 11.9, note, 2.4, colour=palette.text2, within=wide)
    return sketch
