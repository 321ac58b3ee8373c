"""Items of a page in millimetres (lines, boxes, texts, pictures), and pages that are drawn on demand."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Generic, Literal, TypeVar

from fatdesk.core.struct import Struct
from fatdesk.engine.drawing.text_width import ASCENT, DESCENT, text_width

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]
Segment = tuple[float, float, float, float]
Bounds = tuple[float, float, float, float]
"""Left, upper, right, lower."""


class Pen(Struct, frozen=True, kw_only=True):
    """Style of a line.

    ``dash`` has lengths of line and gap in mm; ``square`` ends reach half a width further.
    """

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    square: bool = False


class Lines(Struct, frozen=True, kw_only=True):
    """Separate straight lines (x1, y1, x2, y2) of one pen."""

    segments: tuple[Segment, ...]
    pen: Pen


class Polyline(Struct, frozen=True, kw_only=True):
    """Points joined by straight lines with mitred corners; ``closed`` ones may be filled."""

    points: tuple[Point, ...]
    pen: Pen | None = None
    fill: str = ""
    closed: bool = False


class Box(Struct, frozen=True, kw_only=True):
    """A rectangle, with round corners when it has a radius."""

    x: float
    y: float
    width: float
    height: float
    pen: Pen | None = None
    fill: str = ""
    radius: float = 0.0


class Boxes(Struct, frozen=True, kw_only=True):
    """Filled rectangles of one colour, by their corners, such as the dark parts of a code."""

    corners: tuple[Bounds, ...]
    fill: str


class Picture(Struct, frozen=True, kw_only=True):
    """A PNG or JPEG file, turned clockwise around its upper left corner, as far as it is inside ``clip``.

    ``strength`` from 0 (invisible) to 1 fades it towards the paper.
    """

    data: bytes
    kind: Literal["png", "jpeg"]
    x: float
    y: float
    width: float
    height: float
    turned_deg: float
    strength: float
    clip: Bounds


class Text(Struct, frozen=True, kw_only=True):
    """One line of plain text.

    ``x``, ``y`` is the point of its baseline that ``anchor`` names, ``size`` the em in mm. ``turned``
    text reads upwards, ``over`` text is upside down.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    condensed: bool = False
    anchor: Anchor = "start"
    turned: bool = False
    over: bool = False

    @property
    def width(self) -> float:
        """Approximate width of the line of text, rather too large than too small."""
        return text_width(self.text, self.size, bold=self.bold, condensed=self.condensed)

    @property
    def bounds(self) -> Bounds:
        """Bounds of the text."""
        before = self.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        after = self.width - before
        up, down = ASCENT * self.size, DESCENT * self.size
        if self.turned:
            return (self.x - up, self.y - after, self.x + down, self.y + before)
        if self.over:
            return (self.x - after, self.y - down, self.x + before, self.y + up)
        return (self.x - before, self.y - up, self.x + after, self.y + down)


Item = Lines | Polyline | Box | Boxes | Picture | Text


class Page(Struct, frozen=True, kw_only=True):
    """A sheet: painters draw the items in order, later ones over earlier ones."""

    title: str
    width: float
    height: float
    items: tuple[Item, ...]


T = TypeVar("T")


class Growing(Generic[T]):
    """Sequence that reads its source lazily and keeps the items read."""

    def __init__(self, source: Iterator[T]) -> None:
        self._source = source
        self._found: list[T] = []

    def __iter__(self) -> Iterator[T]:
        """Iterate from the first item, also while other iterators read on."""
        for i in count():
            while i >= len(self._found):
                following = next(self._source, None)
                if following is None:
                    return
                self._found.append(following)
            yield self._found[i]

    @property
    def all(self) -> list[T]:
        """All items; reads the source to its end."""
        self._found.extend(self._source)
        return self._found


@dataclass(frozen=True)
class Leaf:
    """One page of a document: what a list of pages calls it, and how it is drawn.

    Pages of one ``group`` (a rack, a fabric) are neighbours.
    """

    title: str
    draw: Callable[[], Page]
    group: str = ""
