"""Cable labels: texts, layout, stocks of sheets and rolls, and sheets of labels."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Annotated

from msgspec import Meta, structs

from fatdesk import __version__
from fatdesk.core.errors import FatdeskError, InputError
from fatdesk.core.finding import Finding, Severity
from fatdesk.core.formats.typed_records import convert
from fatdesk.core.formats.yaml_events import parse, read_bytes
from fatdesk.core.number_text import counted
from fatdesk.core.program import shipped
from fatdesk.core.schema import about
from fatdesk.core.struct import Struct
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Anchor, Box, Boxes, Item, Leaf, Lines, Page, Pen, Text
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import EVERYTHING, Chosen, Plan
from fatdesk.engine.drawing.sheet import GRID, LABEL_SIZE, QUIET, Imprint, Paper, label_code, on_grid
from fatdesk.engine.drawing.sheets.checklists import metres_text
from fatdesk.engine.drawing.sketch import plain
from fatdesk.engine.drawing.text_width import Fitted, fit, fit_whole, text_width
from fatdesk.engine.wiring.wiring_list import CableRow, End

Count = Annotated[int, Meta(ge=1, le=1000)]
Size = Annotated[float, Meta(gt=0, le=10_000)]
Offset = Annotated[float, Meta(ge=0, le=10_000)]
PLAIN = "a4-65"
"""Default stock."""

BLOCK_WIDTH, BLOCK_HEIGHT = 35.0, LABEL_SIZE + 2 * QUIET + GRID + 4.0
"""Least size of a label for a code with its quiet zone and texts, mm."""


class LabelStock(Struct, frozen=True, kw_only=True):
    """A stock of labels; sizes in mm.

    Attributes
    ----------
    left, top
        The upper left corner of the first label.
    pitch_x, pitch_y
        From one label to the next.
    radius
        Of a label's corners.
    twice
        Whether the text is printed twice, the second time upside down: for labels that go around a cable.
    told
        Whether the last label of a sheet says which sheet it is, instead of carrying a cable's.
    """

    title: str
    paper: Paper
    columns: Count
    rows: Count
    width: Size
    height: Size
    left: Offset
    top: Offset
    pitch_x: Size
    pitch_y: Size
    radius: Offset = 0.0
    twice: bool = False
    told: bool = True

    @property
    def count(self) -> int:
        """Labels of a sheet."""
        return self.columns * self.rows

    def corner(self, place: int) -> tuple[float, float]:
        """The upper left corner of a label, from 0, row by row."""
        row, column = divmod(place, self.columns)
        return self.left + column * self.pitch_x, self.top + row * self.pitch_y


@cache
def label_stocks() -> dict[str, LabelStock]:
    """The stocks that come with the program, by name.

    Raises
    ------
    InputError, InputErrors
        When a file is wrong.
    """
    files = sorted((shipped("resources") / "labels").glob("*.yaml"))
    return {file.stem: read_label_stock(read_bytes(file), str(file)) for file in files}


def label_stock(name: str) -> LabelStock:
    """A stock by name.

    Raises
    ------
    FatdeskError
        When there is none of that name.
    """
    stocks = label_stocks()
    if name not in stocks:
        raise FatdeskError(f"there are no labels {name!r}; known are {', '.join(stocks)}")
    return stocks[name]


def read_label_stock(data: bytes, file: str) -> LabelStock:
    """A stock from a YAML file.

    Raises
    ------
    InputError, InputErrors
        When it is none, its labels are too small for a code and texts, overlap or leave the paper.
    """
    stock: LabelStock = convert(parse(data, file), LabelStock, data, file)
    last_x, last_y = stock.corner(stock.count - 1)
    blocks = 2 if stock.twice else 1
    edge = 0.01
    wrong = {
        "width": (
            stock.width < BLOCK_WIDTH,
            f"at least {BLOCK_WIDTH:.1f} mm are needed for a code and texts",
        ),
        "height": (
            stock.height < blocks * BLOCK_HEIGHT,
            f"at least {blocks * BLOCK_HEIGHT:.1f} mm are needed for a code and texts",
        ),
        "pitch_x": (stock.columns > 1 and stock.pitch_x < stock.width - edge, "labels overlap"),
        "pitch_y": (stock.rows > 1 and stock.pitch_y < stock.height - edge, "labels overlap"),
        "left": (last_x + stock.width > stock.paper.width + edge, "the labels leave the paper at its right"),
        "top": (last_y + stock.height > stock.paper.height + edge, "the labels leave the paper below"),
        "told": (stock.told and stock.count < 2, "a sheet of one label has no room to say which it is"),
    }
    for name, (is_wrong, what) in wrong.items():
        if is_wrong:
            raise InputError(file, 1, name, what)
    return stock


@dataclass(frozen=True, slots=True)
class CableLabel:
    """The label of one end.

    Attributes
    ----------
    number
        Of the cable.
    end
        ``A``, ``B``, or ``B2`` for the second leg of a splitter.
    here, device
        This end: as the project's template makes it, and what that leaves out.
    there, far
        The other end in the same way; of a splitter's common end the first leg.
    kind, length
        What cable it is.
    """

    cable: CableRow
    number: str
    end: str
    here: str
    device: str
    there: str
    far: str
    kind: str
    length: str

    @property
    def code(self) -> str:
        """Contents of the QR code: number and end."""
        return self.number + self.end

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """The lines of the label: this end, its device, the far end, and kind with length."""
        far = " ".join(filter(None, ("to", self.there, self.far)))
        return (self.here, self.device, far, f"{self.kind} {self.length}")


def cable_labels(plan: Plan, chosen: Chosen = EVERYTHING) -> Iterator[CableLabel]:
    """The labels of all cables, or of some, in order of the wiring list, A before B."""
    numbers = plan.numbers
    for cable in chosen.of(plan.pieces):
        yield from labels_of(cable, numbers[cable.id])


def labels_of(cable: CableRow, number: str) -> Iterator[CableLabel]:
    """The labels of one cable."""
    legs = cable.legs or (cable.b,)
    here, there = cable.a.near, cable.a.far
    more = f" +{len(legs) - 1}" if len(legs) > 1 else ""
    far = _rest(legs[0], there, short=True) + more
    yield _label(cable, number, "A", (here, _rest(cable.a, here)), (there, far.strip()))
    for leg, end in enumerate(legs, start=1):
        here, there = end.near, end.far
        word = f"B{leg}" if len(legs) > 1 else "B"
        far = _rest(cable.a, there, short=True)
        yield _label(cable, number, word, (here, _rest(end, here)), (there, far))


def _label(cable: CableRow, number: str, end: str, near: tuple[str, str], far: tuple[str, str]) -> CableLabel:
    (here, device), (there, rest) = (tuple(map(plain, pair)) for pair in (near, far))
    ordered = cable.length.ordered_um
    kind, length = cable.kind or "none", ("? m" if ordered is None else metres_text(ordered))
    return CableLabel(cable, number, end, here, device, there, rest, kind, length)


def _rest(end: End, shown: str, *, short: bool = False) -> str:
    """Return what the template's text leaves out of an end: device and port, or its position.

    ``short`` leaves the port to the template.
    """
    if end.device not in shown:
        leg = f".{end.sub_port}" if end.sub_port else ""
        return end.device if short or not end.printed else f"{end.device} p{end.printed}{leg}"
    if end.rack_label and end.rack_label not in shown:
        return end.rack_label if end.u is None else f"{end.rack_label} U{end.u}"
    return ""


EDGE = 2.4
"""Margin inside the border of a label."""

LEFT = 15.6
"""Left edge of the texts next to the code."""

RULE = 15.3
TOO_LONG = "too long, see list"
Piece = Boxes | Lines | Text


@dataclass(frozen=True)
class _Line:
    """A text of a label, its place from the label's upper left corner, and its room."""

    text: str
    x: float
    base: float
    size: float
    wide: float
    bold: bool = False
    anchor: Anchor = "start"

    @property
    def fitted(self) -> Fitted | None:
        """As it can be set; nothing when it has no room."""
        return fit_whole(self.text, self.wide, self.size, font_sizes.DETAIL, bold=self.bold)


class LabelBlock:
    """Draws labels of one stock."""

    def __init__(self, stock: LabelStock, palette: Palette) -> None:
        self.stock, self.palette = stock, palette

    def pieces(self, label: CableLabel, x: float, y: float) -> list[Piece]:
        """Return the items of one label with its upper left corner at ``x``, ``y``."""
        block = list(self._block(label, x, y))
        if not self.stock.twice:
            return block
        middle = (x + self.stock.width / 2, y + self.stock.height / 2)
        return [*block, *(_turned_over(piece, *middle) for piece in block)]

    def too_long(self, label: CableLabel) -> list[str]:
        """The texts of a label that have no room on this stock."""
        return [line.text for line in self._lines(label) if line.fitted is None]

    def _lines(self, label: CableLabel) -> Iterator[_Line]:
        """The texts; the last line is shared by the far end and the kind of cable."""
        right = self.stock.width - EDGE
        here, device, far, kind = label.texts
        end = _Line(label.end, right, 5.2, 3.4, 6.0, bold=True, anchor="end")
        taken = end.fitted.width if end.fitted else end.wide
        yield _Line(label.number, LEFT, 6.1, 5.2, right - LEFT - taken - 1.0, bold=True)
        yield end
        yield _Line(here, LEFT, 9.6, 2.7, right - LEFT, bold=True)
        yield _Line(device, LEFT, 12.9, 2.7, right - LEFT, bold=True)
        last = _Line(kind, right, 18.1, 2.6, (right - EDGE) / 2, anchor="end")
        yield last
        taken = last.fitted.width if last.fitted else last.wide
        whole = _Line(far, EDGE, 18.1, 2.6, right - EDGE - taken - 1.0)
        yield whole if whole.fitted or not label.there else replace(whole, text=f"to {label.there}")

    def _block(self, label: CableLabel, x: float, y: float) -> Iterator[Piece]:
        palette, right = self.palette, x + self.stock.width - EDGE
        yield label_code(label.code, x + EDGE, y + EDGE, palette.text)
        yield Lines(
            segments=((x + EDGE, y + RULE, right, y + RULE),), pen=Pen(colour=palette.text, width=0.13)
        )
        for line in self._lines(label):
            fitted = line.fitted or fit_whole(TOO_LONG, line.wide, line.size, 1.0)
            if fitted is not None and fitted.text:
                yield Text(
                    x=x + line.x,
                    y=y + line.base,
                    text=fitted.text,
                    size=fitted.size,
                    colour=palette.text,
                    bold=line.bold,
                    condensed=fitted.condensed,
                    anchor=line.anchor,
                )


def _turned_over(piece: Piece, x: float, y: float) -> Piece:
    """A piece turned by half around a point."""
    if isinstance(piece, Boxes):
        x2, y2 = on_grid(2 * x), on_grid(2 * y)  # else dots of printers would be cut
        corners = tuple((x2 - c, y2 - d, x2 - a, y2 - b) for a, b, c, d in piece.corners)
        return structs.replace(piece, corners=corners)
    if isinstance(piece, Lines):
        segments = tuple((2 * x - a, 2 * y - b, 2 * x - c, 2 * y - d) for a, b, c, d in piece.segments)
        return structs.replace(piece, segments=segments)
    return structs.replace(piece, x=2 * x - piece.x, y=2 * y - piece.y, over=True)


KIND = "FIB 100 m"
"""The widest kind and length that a far end is expected to share its line with."""

ALIKE = bytes.maketrans(b"123456789", b"000000000")
"""All digits are equally wide, so texts that differ in digits alone are measured once."""


class LabelRoom:
    """Looks for texts of labels that do not fit at their least size; of texts of one shape one is kept."""

    def __init__(self) -> None:
        self._shapes: dict[bytes, tuple[str, str]] = {}

    def see(self, ends: Sequence[tuple[str, str]]) -> None:
        """Take note of the texts for the next ends, each with the device and port where it is."""
        texts = ["\n".join(end) for end in ends]
        shapes = "\0".join(texts).encode("utf-8", "surrogatepass").translate(ALIKE).split(b"\0")
        if len(shapes) != len(ends):  # a text with the separator in it
            shapes = [text.encode("utf-8", "surrogatepass").translate(ALIKE) for text in texts]
        if not self._shapes.keys() >= set(shapes):
            for shape, end in zip(shapes, ends, strict=True):
                self._shapes.setdefault(shape, end)

    def findings(self) -> list[Finding]:
        """A finding where the text of an end, or of a far end, does not fit."""
        return _without_room(self._shapes.values())


def _without_room(labels: Iterable[tuple[str, str]]) -> list[Finding]:
    width = label_stock(PLAIN).width
    beside = width - EDGE - LEFT
    below = width - 2 * EDGE - text_width(KIND, font_sizes.SUMMARY, condensed=True) - 1.0
    long = []
    for text, where in labels:
        device, _, port = where.rpartition(" port ")
        lines = [
            (text, beside, True),
            (f"{device} p{port}", beside, True),
            (f"to {text}", below, False),
        ]
        long += [
            line
            for line, wide, bold in lines
            if text_width(line, font_sizes.DETAIL, bold=bold, condensed=True) > wide
        ]
    if not long:
        return []
    text = f"texts as {max(long, key=len)!r} have no room on a label of {width:g} mm and are left out there"
    fix = "shorten the label template or the names, or take wider labels"
    return [Finding(Severity.WARNING, "label-room", "labels", text, fix)]


MOST_SHIFT = 20.0
MOST_LABELS = 10_000
"""Of a sheet."""
Shift = Annotated[float, Meta(ge=-MOST_SHIFT, le=MOST_SHIFT)]


class LabelPrinting(Struct, frozen=True, kw_only=True):
    """Options for printing labels."""

    stock: Annotated[str, about("Sheet or roll", "Sheet or roll of labels")] = PLAIN
    start: Annotated[
        Annotated[int, Meta(ge=1, le=MOST_LABELS)],
        about("Start at label", "First unused label on the first sheet, counted row by row"),
    ] = 1
    shift_x_mm: Annotated[Shift, about("Shift right", "Horizontal printer alignment offset", unit="mm")] = 0.0
    shift_y_mm: Annotated[Shift, about("Shift down", "Vertical printer alignment offset", unit="mm")] = 0.0
    outlines: Annotated[
        bool, about("Print label borders", "Print the borders of labels, for a test on plain paper")
    ] = False

    def checked(self) -> LabelStock:
        """The stock.

        Raises
        ------
        FatdeskError
            When there is no such stock, its sheets have fewer labels, or the shift is too large.
        """
        stock = label_stock(self.stock)
        room = stock.count - stock.told
        if not 1 <= self.start <= room:
            raise FatdeskError(
                f"labels {self.stock}: begin with label 1 to {room} of a sheet, not {self.start}"
            )
        if not all(abs(shift) <= MOST_SHIFT for shift in (self.shift_x_mm, self.shift_y_mm)):
            raise FatdeskError(f"labels can be shifted by at most {MOST_SHIFT:g} mm")
        return stock


@dataclass(frozen=True)
class _Sheet:
    """Labels of one sheet, the place of the first, and which of how many it is."""

    labels: Sequence[CableLabel]
    first: int
    number: int
    count: int


def label_leaves(
    plan: Plan,
    palette: Palette = PRINT,
    imprint: Imprint | None = None,
    printing: LabelPrinting | None = None,
    chosen: Chosen = EVERYTHING,
) -> Iterator[Leaf]:
    """The sheets, drawn on demand.

    Raises
    ------
    FatdeskError
        As ``LabelPrinting.checked``.
    """
    how = printing or LabelPrinting()
    stock, labels = how.checked(), list(cable_labels(plan, chosen))
    room, first = stock.count - stock.told, how.start - 1
    count = -(-(len(labels) + first) // room)
    for number in range(count):
        begin = max(0, number * room - first)
        some = labels[begin : (number + 1) * room - first]
        if some:
            made = _Sheet(some, first if number == 0 else 0, number + 1, count)
            yield Leaf(_range(some), partial(_page, plan, made, how, palette, imprint))


def without_room(plan: Plan, printing: LabelPrinting, chosen: Chosen = EVERYTHING) -> list[str]:
    """Describe texts that do not fit on the labels of a stock and are left out; empty if all fit."""
    block = LabelBlock(printing.checked(), PRINT)
    long = [text for label in cable_labels(plan, chosen) for text in block.too_long(label)]
    if not long:
        return []
    summary = f"{counted(len(long), 'text')} on labels {printing.stock}, such as {min(long, key=len)!r}"
    return [f"{summary}; use wider labels or shorter names"]


def _range(labels: Sequence[CableLabel]) -> str:
    """From which to which label."""
    first, last = labels[0], labels[-1]
    both = dict.fromkeys(f"{label.number} {label.end}" for label in (first, last))
    return " – ".join(both)


def _page(plan: Plan, made: _Sheet, how: LabelPrinting, palette: Palette, imprint: Imprint | None) -> Page:
    stock = how.checked()
    block, paper = LabelBlock(stock, palette), stock.paper
    corners = [
        (x + how.shift_x_mm, y + how.shift_y_mm) for x, y in (stock.corner(k) for k in range(stock.count))
    ]
    items: list[Item] = [Box(x=0.0, y=0.0, width=paper.width, height=paper.height, fill=palette.ground)]
    if how.outlines:
        pen = Pen(colour=palette.faint, width=0.05)
        items += [
            Box(x=x, y=y, width=stock.width, height=stock.height, pen=pen, radius=stock.radius)
            for x, y in corners
        ]
    for label, corner in zip(made.labels, corners[made.first :], strict=False):
        items += block.pieces(label, *corner)
    if stock.told:
        items += _draw_sheet_label(made, stock, corners[-1], palette, imprint or Imprint(project=plan.title))
    title = f"Labels, sheet {made.number} of {made.count}, {plan.title}"
    return Page(title=plain(title), width=paper.width, height=paper.height, items=tuple(items))


def _draw_sheet_label(
    made: _Sheet, stock: LabelStock, corner: tuple[float, float], palette: Palette, imprint: Imprint
) -> Iterator[Item]:
    """The label that says which sheet this is, of which state of which project."""
    x, y = corner
    state = f"state {imprint.state}" if imprint.state else ""
    issue = " · ".join(filter(None, (imprint.called, imprint.printed, f"fatdesk {__version__}")))
    lines = (
        (6.2, f"sheet {made.number} of {made.count}", 3.0, True),
        (9.6, imprint.project, 2.3, False),
        (12.6, _range(made.labels), 2.3, False),
        (15.6, state, 2.3, False),
        (18.6, issue, 2.3, False),
    )
    for base, words, size, bold in lines:
        fitted = fit(plain(words), stock.width - 2 * EDGE, size, font_sizes.LEAST, bold=bold)
        if fitted.text:
            yield Text(
                x=x + stock.width / 2,
                y=y + base,
                text=fitted.text,
                size=fitted.size,
                colour=palette.text if bold else palette.text2,
                bold=bold,
                condensed=fitted.condensed,
                anchor="middle",
            )
