"""One frame of a drawing: the viewport that it shows, and its lines, boxes, hosts and labels in pixels."""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

import numpy as np

from fatdesk.core.arrays import Bools, Floats, Longs
from fatdesk.engine.drawing.text_width import text_width
from fatdesk.engine.fabric.fabric import Fabric


@dataclass(eq=False)
class Emphasis:
    """Highlighted items.

    Attributes
    ----------
    nodes, links : (n,) and (m,) bool
        Devices and links that are selected, or related to these.
    path : (m,) bool
        Links of the path that is shown.
    dead, cut : (n,) bool
        Devices that have failed; those that work and are cut off.
    out : (m,) bool
        Links that have failed, or end at what has.
    """

    nodes: Bools
    links: Bools
    path: Bools
    dead: Bools
    cut: Bools
    out: Bools

    @classmethod
    def none(cls, fabric: Fabric) -> "Emphasis":
        """No highlighted items."""
        nodes, links = fabric.node_count, len(fabric.ends)
        return cls(*(np.zeros(size, bool) for size in (nodes, links, links, nodes, nodes, links)))

    @cached_property
    def anything(self) -> bool:
        """Whether any item is highlighted."""
        return bool(self.links.any() or self.nodes.any() or self.path.any() or self.anything_out)

    @cached_property
    def anything_out(self) -> bool:
        """Whether anything has failed or is cut off."""
        return bool(self.out.any() or self.dead.any() or self.cut.any())


LEAST_BOX = 24.0
"""Narrower boxes are drawn as groups."""
LEAST_HOST = 6.0
"""Hosts nearer to each other than this are drawn as one block with their count."""
LEAST_CHIP = 14.0
"""Chips of opened switches narrower than this are not drawn."""
LEAST_HIGH, GROUP_HIGH = 24.0, 40.0


class View(NamedTuple):
    """Scale in pixels per unit of the layout, pixel of its zero point, and size of the window."""

    scale: float
    x: float
    y: float
    width: float
    height: float

    def lines(self, ends: Floats) -> Floats:
        """Lines (k, 4) of the layout in pixels."""
        moved: Floats = ends * self.scale + np.array([self.x, self.y, self.x, self.y])
        return moved

    def window(self, margin: float = 8.0) -> tuple[float, float, float, float]:
        """Left, right, upper and lower edge of the window in units of the layout."""
        left, top = (-margin - self.x) / self.scale, (-margin - self.y) / self.scale
        right, bottom = (
            (self.width + margin - self.x) / self.scale,
            (self.height + margin - self.y) / self.scale,
        )
        return left, right, top, bottom

    def across(self, x: float) -> float:
        """A place from left to right in pixels."""
        return x * self.scale + self.x

    def down(self, y: float) -> float:
        """A place from top to bottom in pixels."""
        return y * self.scale + self.y


MOST_LABELS = 500
WIDER, WIDER_BOLD = 1.1, 1.16
"""Letters on the screen are so much wider than those on paper."""
Anchor = Literal["start", "middle", "end"]
State = Literal["", "cut", "out"]
"""State of an element: normal; working but cut off; failed."""
Tone = Literal["text", "text2", "text3", "warn", "box", "accent"]


class Label(NamedTuple):
    """One line of text with the middle of its height at y."""

    x: float
    y: float
    text: str
    size: float
    tone: Tone
    bold: bool = False
    anchor: Anchor = "middle"
    level: int = 0
    """Of the box around a text."""
    plate: bool = False
    """Whether the ground shows behind it."""


class Box(NamedTuple):
    """A box: a switch, a chip, a group of switches, a bar of hosts."""

    x: float
    y: float
    width: float
    height: float
    level: int
    """0: hosts; else that of the switches."""
    row: int
    tier: int
    number: int
    """The box of the layout at tier 0 of a row, else the group; of hosts the group of the lowest row."""
    what: Literal["box", "frame", "group", "hosts"]
    code: int = -1
    """Its colour; −1: that of its level."""
    lit: bool = False
    dashed: bool = False
    state: State = ""


class Pill(NamedTuple):
    """The count on a bundle, in the middle of x and y."""

    x: float
    y: float
    text: str
    code: int
    lit: bool


class PortBoxes(NamedTuple):
    """The ports of a switch, or of one of its line cards, in a frame.

    Attributes
    ----------
    squares : (k, 4) float64
        Left, top, width and height of each port.
    ends, texts, cards, links
        As ``Face`` has them: what each leads to, its number, its line card, its link.
    lit, failed
        Ports whose cable is highlighted; ports whose link has failed.
    """

    node: int
    squares: Floats
    ends: tuple[tuple[int, int], ...]
    texts: tuple[str, ...]
    cards: Longs
    links: Longs
    lit: frozenset[int]
    failed: frozenset[int]


@dataclass(eq=False)
class Strands:
    """Bundles in one frame, those that matter most last.

    Attributes
    ----------
    lines : (k, 4) float64
        Their pieces in view.
    code, count : (k,) int64
    lit, path : (k,) bool
    pair : (k,) int64
        Index into ``Seen.pairs``.
    number : (k,) int64
        The bundle among those of its pair.
    out : (k,) int64
        Links of it that have failed.
    """

    lines: Floats
    code: Longs
    count: Longs
    lit: Bools
    path: Bools
    pair: Longs
    number: Longs
    out: Longs

    @property
    def bundles(self) -> int:
        """Number of bundles these are pieces of."""
        return len(np.unique(self.pair * (int(self.number.max(initial=0)) + 1) + self.number))


@dataclass(eq=False)
class Seen:
    """A frame.

    Attributes
    ----------
    tiers
        The tier at which each row is drawn; ``levels`` of switches there are.
    pairs
        Rows and tiers that bundles run between, as ``Wiring.between`` takes them.
    stems : (k, 4) float64
        Lines from edge switches to their hosts; ``stems_lit`` those that are emphasised.
    hosts : (k, 4) float64
        Squares: x, y, width, height; ``host_nodes`` their nodes, ``host_codes`` their colours;
        ``host_cut`` those that work and are cut off, ``host_dead`` those that have failed.
    free : (k, 4) float64
        Squares of free ports.
    inner : (k, 4) float64
        Links inside opened switches, from line cards up to boards.
    trimmed
        What is not drawn: ``2,000 of 61,440 bundles``.
    """

    levels: int
    tiers: tuple[int, ...]
    pairs: tuple[tuple[int, int, int, int], ...]
    strands: Strands
    stems: Floats
    stems_lit: Floats
    hosts: Floats
    host_nodes: Longs
    host_codes: Longs | None
    host_lit: Bools
    host_cut: Bools
    host_dead: Bools
    free: Floats
    inner: Floats
    boxes: list[Box] = field(default_factory=list)
    ports: list[PortBoxes] = field(default_factory=list)
    """Of boxes that are large enough."""
    layers: list[tuple[str, float]] = field(default_factory=list)
    """The name of each layer, and where its middle is from top to bottom, in view or not."""
    labels: list[Label] = field(default_factory=list)
    pills: list[Pill] = field(default_factory=list)
    brackets: list[tuple[float, float, float]] = field(default_factory=list)
    """Left, right and height of lines over groups."""
    trimmed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Further lines of the key."""
    dimmed: bool = False
    """Whether something is emphasised, and the rest steps back."""


@lru_cache(maxsize=65536)
def width_of(text: str, size: float, bold: bool = False) -> float:
    """Return the approximate width of a text, in pixels."""
    return text_width(text, size, bold=bold) * (WIDER_BOLD if bold else WIDER)
