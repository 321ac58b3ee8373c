"""The block of a label (code, number, ends, kind, length), and whether its texts fit on the plain stock."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from msgspec import structs

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.drawing.display import Anchor, Boxes, Lines, Pen, Text
from fatdesk.engine.drawing.pack.label_stock import PLAIN, LabelStock, label_stock
from fatdesk.engine.drawing.pack.label_texts import CableLabel
from fatdesk.engine.drawing.pack.qr import label_code, on_grid
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.text_width import Fitted, fit_whole, text_width

EDGE = 2.4
"""From the border of a label to what stands on it."""

LEFT = 15.6
"""Where the texts beside the code begin."""

RULE = 15.3
LEAST = 1.8
"""The smallest size of a text, mm; one that does not fit then is a finding."""

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
    grey: bool = False

    @property
    def fitted(self) -> Fitted | None:
        """As it can be set; nothing when it has no room."""
        return fit_whole(self.text, self.wide, self.size, LEAST, bold=self.bold)


class LabelBlock:
    """Draws labels of one stock."""

    def __init__(self, stock: LabelStock, palette: Palette) -> None:
        self.stock, self.palette = stock, palette

    def pieces(self, label: CableLabel, x: float, y: float) -> list[Piece]:
        """Everything of one label, whose upper left corner is at ``x``, ``y``."""
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
        end = _Line(label.end, right, 5.2, 3.4, 6.0, bold=True, anchor="end", grey=True)
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
                    colour=palette.text2 if line.grey else palette.text,
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

    def see(self, label: str, where: str) -> None:
        """Take note of the text for the next end, and of the device and port where it is."""
        shape = f"{label}\n{where}".encode("utf-8", "surrogatepass").translate(ALIKE)
        self._shapes.setdefault(shape, (label, where))

    def findings(self) -> list[Finding]:
        """A finding where the text of an end, or of a far end, does not fit."""
        return _without_room(self._shapes.values())


def _without_room(labels: Iterable[tuple[str, str]]) -> list[Finding]:
    width = label_stock(PLAIN).width
    beside = width - EDGE - LEFT
    below = width - 2 * EDGE - text_width(KIND, 2.6, condensed=True) - 1.0
    long = []
    for text, where in labels:
        device, _, port = where.rpartition(" port ")
        lines = [
            (text, beside, True),
            (f"{device} p{port}", beside, True),
            (f"to {text}", below, False),
        ]
        long += [
            line for line, wide, bold in lines if text_width(line, LEAST, bold=bold, condensed=True) > wide
        ]
    if not long:
        return []
    told = f"texts as {max(long, key=len)!r} have no room on a label of {width:g} mm and are left out there"
    fix = "shorten the label template or the names, or take wider labels"
    return [Finding(Severity.WARNING, "label-room", "labels", told, fix)]
