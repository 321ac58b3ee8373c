"""Page builder: adds items and keeps texts from overlapping."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import (
    Anchor,
    Bounds,
    Box,
    Item,
    Lines,
    Page,
    Pen,
    Point,
    Polyline,
    Segment,
    Text,
)
from fatdesk.engine.drawing.palette import DASHES, Palette
from fatdesk.engine.drawing.text_width import fit

CELL = 12.0


class Spots:
    """Rectangles on a sheet, found quickly by place."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Bounds]] = defaultdict(list)

    def take(self, bounds: Bounds) -> None:
        """Remember a rectangle as taken."""
        for cell in _cells(bounds):
            self._cells[cell].append(bounds)

    def clear(self, bounds: Bounds) -> bool:
        """Whether a rectangle is free."""
        return not any(
            overlap(bounds, other) for cell in _cells(bounds) for other in self._cells.get(cell, ())
        )


def overlap(first: Bounds, second: Bounds) -> bool:
    """Whether two rectangles share more than an edge."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def grown(bounds: Bounds, by: float) -> Bounds:
    """The rectangle with a margin around it."""
    return (bounds[0] - by, bounds[1] - by, bounds[2] + by, bounds[3] + by)


def _cells(bounds: Bounds) -> list[tuple[int, int]]:
    left, upper, right, lower = (int(value // CELL) for value in bounds)
    return [(x, y) for x in range(left, right + 1) for y in range(upper, lower + 1)]


HATCH_STEP = 1.2
HATCH_WIDTH = 0.13


class Sketch:
    """Items of a page in drawing order; every text's place is remembered in ``spots``."""

    def __init__(self, width: float, height: float, palette: Palette) -> None:
        self.width, self.height, self.palette = width, height, palette
        self.items: list[Item] = []
        self.spots = Spots()

    def page(self, title: str) -> Page:
        """The finished page."""
        return Page(title=plain(title), width=self.width, height=self.height, items=tuple(self.items))

    def pen(self, width: float, colour: str = "", dash: tuple[float, ...] = ()) -> Pen:
        """A pen, in the colour of frames by default."""
        return Pen(colour=colour or self.palette.frame, width=width, dash=dash)

    def line(self, x1: float, y1: float, x2: float, y2: float, pen: Pen) -> None:
        """Draw one line."""
        self.lines([(x1, y1, x2, y2)], pen)

    def lines(self, segments: Iterable[Segment], pen: Pen) -> None:
        """Draw lines of one pen."""
        found = tuple(segments)
        if found:
            self.items.append(Lines(segments=found, pen=pen))

    def polyline(
        self, points: Sequence[Point], pen: Pen | None, fill: str = "", closed: bool = False
    ) -> None:
        """Draw joined points."""
        self.items.append(Polyline(points=tuple(points), pen=pen, fill=fill, closed=closed))

    def box(self, bounds: Bounds, pen: Pen | None = None, fill: str = "", radius: float = 0.0) -> None:
        """Draw a rectangle."""
        left, upper, right, lower = bounds
        self.items.append(
            Box(x=left, y=upper, width=right - left, height=lower - upper, pen=pen, fill=fill, radius=radius)
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        colour: str = "",
        bold: bool = False,
        anchor: Anchor = "start",
        within: float | None = None,
        least: float = font_sizes.LEAST,
        turned: bool = False,
    ) -> Text | None:
        """Set a text with its baseline at ``y``; ``within`` a width it becomes narrower or shorter.

        Returns
        -------
        Text or None
            What was set; nothing when there is no text, or no room for any of it.
        """
        fitted = fit(plain(text), self.width if within is None else within, size, min(least, size), bold=bold)
        if not fitted.text:
            return None
        item = Text(
            x=x,
            y=y,
            text=fitted.text,
            size=fitted.size,
            colour=colour or self.palette.text,
            bold=bold,
            condensed=fitted.condensed,
            anchor=anchor,
            turned=turned,
        )
        self.items.append(item)
        self.spots.take(item.bounds)
        return item

    def hatch(self, bounds: Bounds, colour: str, step: float = HATCH_STEP) -> None:
        """Fill a rectangle with lines at 45 degrees."""
        left, upper, right, lower = bounds
        height = lower - upper
        segments = []
        x = left - height + step
        while x < right:
            x1, x2 = max(x, left), min(x + height, right)
            segments.append((x1, lower - (x1 - x), x2, lower - (x2 - x)))
            x += step
        self.lines(segments, Pen(colour=colour, width=HATCH_WIDTH))

    def cables(self, segments: Sequence[Segment], kind: str, width: float, casing: float = 0.0) -> None:
        """Draw lines in the colour and pattern of a cable kind, over a casing in the ground colour."""
        colour, ground = self.palette.kinds.get(kind, self.palette.text2), self.palette.ground
        if casing:
            self.lines(segments, Pen(colour=ground, width=width + 2 * casing))
        self.lines(segments, Pen(colour=colour, width=width, dash=dash_of(kind, width)))
        if kind == "AOC":
            self.lines(segments, Pen(colour=ground, width=width / 3))


def dash_of(kind: str, width: float) -> tuple[float, ...]:
    """Dashes and gaps of a cable kind in mm at a line width."""
    return tuple(round(part * width, 3) for part in DASHES.get(kind, ()))


def plain(text: str) -> str:
    """The text on one line, without control characters and halves of characters."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign == "\u200d" else " " if sign.isspace() else "" for sign in text
    )
