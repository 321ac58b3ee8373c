"""Style of a frame: strokes, fills and inks, the same on screen and in pictures."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Floats, Longs
from fatdesk.core.struct import Struct
from fatdesk.engine.drawing.faceplate import DrawnPort, PortInks, drawn_ports
from fatdesk.engine.drawing.palette import DASHES, Palette, RoleColours, mixed
from fatdesk.engine.topology.frame import Box, Label, Pill, PortBoxes, Seen
from fatdesk.engine.topology.link_colours import Colouring

MOST_BUNDLES = 2_000
MOST_PIECES = 8_000
"""Short lines that arcs are made of."""
MOST_PIXELS = 400_000
"""Of lines, their lengths times their widths."""
THICKEST = ((24, 4.0), (80, 2.0))
"""Extra line width in pixels of the thickest bundle, by the number of bundles."""
MOST_CUT = 8_000
"""Of more lines near the window a part is cut at its edges, and the rest counted by it."""
SPREAD = 2_654_435_761
"""Spreads neighbours far apart, so that what is left out is left out everywhere alike."""


def clip(lines: Floats, width: float, height: float, margin: float = 8.0) -> tuple[Longs, Floats]:
    """The lines that cross a rectangle from (0, 0), and their pieces inside it (Liang and Barsky 1984).

    Parameters
    ----------
    lines : (k, 4)
        x and y of both ends.
    """
    low_x, high_x, low_y, high_y = -margin, width + margin, -margin, height + margin
    x1, y1, x2, y2 = np.ascontiguousarray(lines.T)
    near = (np.maximum(x1, x2) >= low_x) & (np.minimum(x1, x2) <= high_x)
    near &= (np.maximum(y1, y2) >= low_y) & (np.minimum(y1, y2) <= high_y)
    here = np.flatnonzero(near)
    x, y = x1[here], y1[here]
    across, down = x2[here] - x, y2[here] - y
    enter, leave = np.zeros(len(here)), np.ones(len(here))
    with np.errstate(divide="ignore", invalid="ignore"):
        for start, step, low, high in ((x, across, low_x, high_x), (y, down, low_y, high_y)):
            first, second = (low - start) / step, (high - start) / step
            flat = step == 0
            enter = np.where(flat, enter, np.maximum(enter, np.minimum(first, second)))
            leave = np.where(flat, leave, np.minimum(leave, np.maximum(first, second)))
    seen = np.flatnonzero(enter <= leave)
    x, y, across, down, enter, leave = (some[seen] for some in (x, y, across, down, enter, leave))
    ends = x + across * enter, y + down * enter, x + across * leave, y + down * leave
    return here[seen], np.stack(ends, axis=1)


def scattered(numbers: Longs) -> NDArray[np.uint32]:
    """Numbers from 0 to 2³² − 1, far apart for neighbours."""
    return numbers.astype(np.uint32) * np.uint32(SPREAD)


def sample(near: Longs, of: Longs, first: Bools) -> Longs:
    """Some of very many lines, from everywhere alike, and all that go before others.

    Parameters
    ----------
    of
        For each line what it is a piece of; all pieces of an element are taken, or none.
    first
        For each of these elements whether it goes before others.
    """
    some = of[near]
    found: Longs = near[(scattered(some) < 2**32 * MOST_CUT / len(near)) | first[some]]
    return found


def about(count: float) -> int:
    """A number of which only the first two figures are known.

    >>> about(61_440.0), about(87.0)
    (61000, 87)
    """
    step = int(10.0 ** max(0, len(str(round(count))) - 2))
    return round(count / step) * step


def widths(count: Longs) -> Floats:
    """Return line widths of bundles: one pixel for a link, two for two, five for sixteen and more.

    Of many bundles none is so thick that it hides the others.
    """
    most = next((most for few, most in THICKEST if len(count) <= few), 1.0)
    return 1 + np.minimum(most, np.log2(np.maximum(count, 1)))


def within_budget(
    lines: Floats, count: Longs, first: Bools, number: Longs, most: int = MOST_BUNDLES
) -> Longs:
    """Return which lines are drawn, in their order: the most important come last.

    Parameters
    ----------
    first
        Lines that go before all others.
    number
        Keys that distinguish bundles and stay the same while panning.
    most
        How many lines.
    """
    order = np.lexsort((scattered(number), -count, ~first))
    size = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]) * widths(count)
    fits = (np.cumsum(size[order]) <= MOST_PIXELS) | first[order]
    fits[most:] = False
    return order[fits][::-1]


CASING = 5.0
"""Extra width of the halo of highlighted items in the colour of the ground."""
BACK, BACK_DARK = 0.75, 0.93
"""Share of the ground colour in items that are not highlighted, by theme."""
SINGLE, PATH, PATH_SINGLE = 2.2, 9.0, 6.0
MOST_CASED = 200
MOST_DASHED = 80
"""Of more bundles none is dashed: patterns would run into each other."""
OUT, OUT_DASH = 2.2, (3.0, 2.0)
"""Width and dash of what has failed."""
CROSS, CROSS_WIDE = 5.0, 2.0
"""Half the size of a cross, and the width of its lines."""
MOST_CROSSED = 400
PEN_FROM = 9.0
"""Smaller squares have no outline."""


class Inks(Struct, frozen=True, kw_only=True):
    """The colours of a frame."""

    ground: str
    base: str
    panel: str
    raised: str
    line2: str
    text: str
    text2: str
    text3: str
    warn: str
    error: str
    error_tint: str
    accent: str
    accent_text: str
    accent_tint: str
    on_accent: str
    dark: bool
    palette: Palette


class Stroke(NamedTuple):
    """Lines of one pen; the dash is in widths."""

    lines: Floats
    colour: str
    width: float
    dash: Sequence[float] = ()


class Fill(NamedTuple):
    """Fill and outline of a box."""

    fill: str
    stroke: str
    width: float
    dash: Sequence[float] = ()


class Look:
    """The look of one frame."""

    def __init__(self, seen: Seen, colours: Colouring, inks: Inks) -> None:
        self.seen, self.colours, self.inks = seen, colours, inks
        self.lines = colours.colours(inks.palette, dark=inks.dark)
        self.back = BACK_DARK if inks.dark else BACK
        codes = range(len(self.lines))
        self._boxes = [colours.box(inks.palette, code, dark=inks.dark) for code in codes]

    def _stepped_back(self, colour: str, share: float = 1.0) -> str:
        return mixed(colour, self.inks.ground, self.back * share)

    # Lines

    def strands(self) -> Iterator[Stroke]:
        """Dimmed bundles, then plain ones, then highlighted ones, then the path."""
        some, ground = self.seen.strands, self.inks.ground
        wide = widths(some.count)
        if self.colours.mode == "lane" and len(wide) <= MOST_DASHED:
            wide = wide + 1  # a pattern shows from two pixels on
        failed = (some.out > 0) & (some.out >= some.count)
        front = some.lit | some.path | failed
        back = np.full(len(front), self.seen.dimmed) & ~front & (some.out == 0)
        for behind, part in ((True, back), (False, ~front & ~back)):
            for code, width, here in _alike(some.code, np.floor(wide), part):
                colour = self.lines[code]
                stated = self._stepped_back(colour) if behind else colour
                yield Stroke(some.lines[here], stated, width, self._dash(code, width))
        thick = np.where(some.count > 1, np.maximum(wide, SINGLE), SINGLE)
        lit = some.lit & ~some.path & ~failed
        cased = int(lit.sum()) <= MOST_CASED
        for code, width, here in _alike(some.code, thick, lit):
            if cased:
                yield Stroke(some.lines[here], ground, width + CASING)
            yield Stroke(some.lines[here], self.lines[code], width, self._dash(code, width))
        single = some.count <= 1
        for flags, width in ((some.path & single, PATH_SINGLE), (some.path & ~single, PATH)):
            if flags.any():
                yield Stroke(some.lines[flags], ground, width + CASING)
                yield Stroke(some.lines[flags], self.inks.accent, width)
        for code, width, here in _alike(some.code, thick, some.path & ~failed):
            yield Stroke(some.lines[here], self.lines[code], width, self._dash(code, width))
        if failed.any():
            yield Stroke(some.lines[failed], ground, OUT + CASING)
            yield Stroke(some.lines[failed], self.inks.error, OUT, OUT_DASH)
        yield self._crosses(some.lines[some.out > 0][-MOST_CROSSED:])

    def _crosses(self, lines: Floats) -> Stroke:
        """A cross in the middle of each line."""
        x, y = (lines[:, 0] + lines[:, 2]) / 2, (lines[:, 1] + lines[:, 3]) / 2
        one = np.stack([x - CROSS, y - CROSS, x + CROSS, y + CROSS], axis=1)
        other = np.stack([x - CROSS, y + CROSS, x + CROSS, y - CROSS], axis=1)
        return Stroke(np.concatenate([one, other]), self.inks.error, CROSS_WIDE)

    def dead(self) -> Stroke:
        """Crosses over devices that have failed."""
        seen = self.seen
        boxes = [(b.x, b.y, b.width, b.height) for b in seen.boxes if b.state == "out"]
        both = np.concatenate([np.array(boxes, np.float64).reshape(-1, 4), seen.hosts[seen.host_dead]])
        x, y, wide, high = both[-MOST_CROSSED:].T
        size = np.minimum(np.minimum(wide, high) / 2, CROSS)
        x, y = x + wide - size / 2, y + size / 2  # at the corner, so that the name stays free
        one = np.stack([x - size, y - size, x + size, y + size], axis=1)
        other = np.stack([x - size, y + size, x + size, y - size], axis=1)
        return Stroke(np.concatenate([one, other]), self.inks.error, CROSS_WIDE)

    def _dash(self, code: int, width: float) -> Sequence[float]:
        kinds = self.colours.kinds
        few = len(self.seen.strands.count) <= MOST_DASHED
        return DASHES.get(kinds[code], ()) if kinds and width >= 2 and few else ()

    def swatch(self, code: int) -> Stroke:
        """The style of a code in the key, without lines."""
        kinds = self.colours.kinds
        dash = DASHES.get(kinds[code], ()) if kinds else ()
        return Stroke(np.zeros((0, 4)), self.lines[code], 3.0, dash)

    def stems(self) -> Iterator[Stroke]:
        """Lines down to hosts, and brackets over racks."""
        seen, inks = self.seen, self.inks
        plain = inks.palette.host.stroke
        yield Stroke(seen.stems, self._stepped_back(plain, 0.5) if seen.dimmed else plain, 1.0)
        yield Stroke(seen.stems_lit, inks.accent, 2.0)
        over = [(a, y, b, y) for a, b, y in seen.brackets]
        ticks = [(x, y, x, y + 5) for a, b, y in seen.brackets for x in (a, b)]
        yield Stroke(np.array([*over, *ticks]).reshape(-1, 4), inks.text3, 1.0)

    def inner(self) -> Stroke:
        """Links inside opened switches."""
        return Stroke(self.seen.inner, self._stepped_back(self.inks.palette.kinds["BPL"], 0.8), 1.0)

    # Boxes

    def role(self, level: int) -> RoleColours:
        """Colours of a level; 0: hosts."""
        palette = self.inks.palette
        return palette.role(level, self.seen.levels) if level else palette.host

    def box(self, box: Box) -> Fill:
        """Return the style of a box."""
        role = self.role(box.level)
        fill, stroke = (role.fill, role.stroke) if box.code < 0 else self._boxes[box.code]
        if box.what == "frame":
            fill = self.inks.panel
        dash = (3.0, 2.0) if box.dashed or box.state == "out" else ()
        if box.state:
            edge = self.inks.accent if box.lit else self.inks.error
            return Fill(self.inks.error_tint, edge, 2.5 if box.lit else 1.8, dash)
        return Fill(fill, self.inks.accent, 2.5, dash) if box.lit else Fill(fill, stroke, 1.2, dash)

    def hosts(self) -> Iterator[tuple[Floats, Fill]]:
        """Squares of hosts by what they look like; tiny ones are filled and not outlined."""
        seen, inks = self.seen, self.inks
        if len(seen.free):
            yield seen.free, Fill("", inks.line2, 1.0, (3.0, 3.0))
        if not len(seen.hosts):
            return
        codes = np.full(len(seen.hosts), -1) if seen.host_codes is None else seen.host_codes
        large = float(seen.hosts[0, 2]) >= PEN_FROM
        for code in np.unique(codes).tolist():
            host = inks.palette.host
            fill, stroke = (host.fill, host.stroke) if code < 0 else self._boxes[code]
            here = seen.hosts[(codes == code) & ~seen.host_lit & ~seen.host_cut & ~seen.host_dead]
            yield here, Fill(fill, stroke, 1.0) if large else Fill(mixed(fill, stroke, 0.5), "", 0.0)
        for part, dash in ((seen.host_cut & ~seen.host_dead, ()), (seen.host_dead, (3.0, 2.0))):
            if part.any():
                yield seen.hosts[part], Fill(inks.error_tint, inks.error, 1.4, dash)
        if seen.host_lit.any():
            yield seen.hosts[seen.host_lit], Fill(inks.accent_tint, inks.accent, 2.0)

    def ports(self, some: PortBoxes) -> Iterator[DrawnPort]:
        """The ports of a box as they are drawn."""
        inks = PortInks(self.inks.accent, self.inks.on_accent, self.inks.error, self.inks.error_tint)
        return drawn_ports(
            self.inks.palette, inks, some.squares, some.ends, some.texts, some.lit, some.failed
        )

    # Words

    def ink(self, label: Label) -> str:
        """The colour of a text."""
        if label.tone == "box":
            return self.role(label.level).text if self.colours.of_node is None else self.inks.text
        return str(getattr(self.inks, label.tone))

    def pill(self, pill: Pill) -> tuple[Fill, str]:
        """Return the style of a count on a bundle, and the colour of its text."""
        inks = self.inks
        if pill.lit:
            return Fill(inks.base, inks.accent, 2.0), inks.accent_text
        stroke = self.lines[pill.code]
        if self.seen.dimmed:
            return Fill(inks.base, self._stepped_back(stroke, 0.5), 1.4), inks.text3
        return Fill(inks.base, stroke, 1.4), inks.text


def _alike(code: Longs, width: Floats, part: Bools) -> Iterator[tuple[int, float, Longs]]:
    """Return the lines of each code and width that occur, in the order of codes, then of widths."""
    here = np.flatnonzero(part)
    order = here[np.lexsort((width[here], code[here]))]  # stable: lines stay in their order
    new = (np.diff(code[order]) != 0) | (np.diff(width[order]) != 0)
    for alike in np.split(order, np.flatnonzero(new) + 1):
        if len(alike):
            yield int(code[alike[0]]), float(width[alike[0]]), alike
