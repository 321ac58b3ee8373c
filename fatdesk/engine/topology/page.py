"""Pages of frames: drawings in pixels as display lists in millimetres, with the key to their colours."""

from typing import NamedTuple, Protocol

import numpy as np

from fatdesk.engine.drawing.display import Box, Item, Lines, Page, Pen, Text
from fatdesk.engine.drawing.faceplate import TEXT_SIZE
from fatdesk.engine.topology.frame import Anchor, View, width_of
from fatdesk.engine.topology.frame_style import Fill, Inks, Look, Stroke


class KeyRow(NamedTuple):
    """A colour with what it means and how many links have it."""

    code: int
    name: str
    links: int


class Key(NamedTuple):
    """Contents of the key."""

    title: str
    note: str
    rows: tuple[KeyRow, ...]
    notes: tuple[str, ...]
    left_out: tuple[str, ...]


class Swatches(Protocol):
    """Styles of the codes of a key."""

    def swatch(self, code: int) -> Stroke:
        """The style of a code, without lines."""


class Pixels(Protocol):
    """A surface that drawings in pixels are drawn on: a page, or the screen."""

    def box(self, x: float, y: float, wide: float, high: float, fill: Fill, radius: float = 0.0) -> None:
        """A rectangle."""

    def lines(self, stroke: Stroke) -> None:
        """Lines of one pen."""

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        ink: str,
        *,
        bold: bool = False,
        anchor: Anchor = "start",
    ) -> None:
        """A line of text around the middle of its height."""


MM = 25.4 / 96
"""Millimetres in a pixel."""
BASELINE = 0.36
"""From the middle of a text down to its baseline, in sizes."""
LINE, SWATCH, EDGE = 20.0, 24.0, 12.0
"""Of the key, in pixels."""


def picture(title: str, look: Look, view: View, key: Key) -> Page:
    """The page of a frame."""
    made = PixelPage(look.inks, view)
    draw_frame(made, look)
    made.key(key, look)
    return made.page(title)


def draw_frame(on: Pixels, look: Look) -> None:
    """Draw a frame from the ground up."""
    seen = look.seen
    for stroke in (*look.strands(), *look.stems()):
        on.lines(stroke)
    for squares, fill in look.hosts():
        for x, y, wide, high in squares.tolist():
            on.box(x, y, wide, high, fill)
    frames = [box for box in seen.boxes if box.what == "frame"]
    for box in frames:
        on.box(box.x, box.y, box.width, box.height, look.box(box), 4.0)
    on.lines(look.inner())
    for box in seen.boxes:
        if box.what != "frame":
            fill = look.box(box)
            if box.what == "group":
                on.box(box.x + 3, box.y - 3, box.width, box.height, fill, 4.0)
            on.box(box.x, box.y, box.width, box.height, fill, 4.0)
    _draw_ports(on, look)
    on.lines(look.dead())
    for pill in seen.pills:
        fill, ink = look.pill(pill)
        wide = max(36.0, width_of(pill.text, 12.0, True) + 16)
        on.box(pill.x - wide / 2, pill.y - 11, wide, 22, fill, 11.0)
        on.text(pill.x, pill.y, pill.text, 12.0, ink, bold=True, anchor="middle")
    for label in seen.labels:
        if label.plate:
            plate = Fill(look.inks.ground, "", 0.0)
            on.box(label.x - 4, label.y - 10, width_of(label.text, label.size) + 8, 20, plate)
        ink, anchor = look.ink(label), label.anchor
        on.text(label.x, label.y, label.text, label.size, ink, bold=label.bold, anchor=anchor)


def _draw_ports(on: Pixels, look: Look) -> None:
    """Draw the ports of boxes that are large enough."""
    for ports in look.seen.ports:
        for port in look.ports(ports):
            x, y, wide, high = port.square
            on.box(x, y, wide, high, Fill(port.fill, port.stroke, port.width, port.dash))
            if port.text:
                at = x + wide / 2, y + high / 2
                on.text(*at, port.text, TEXT_SIZE, port.ink, anchor="middle")


class PixelPage:
    """A page of a viewport; one pixel is 1/96 of an inch.

    Parameters
    ----------
    left, upper
        Place of the corner of the viewport on the page, in millimetres.
    """

    def __init__(self, inks: Inks, view: View, left: float = 0.0, upper: float = 0.0) -> None:
        self.inks, self.view = inks, view
        self._left, self._upper = left, upper
        self.items: list[Item] = []
        self.box(0, 0, view.width, view.height, Fill(inks.ground, "", 0.0))

    def page(self, title: str) -> Page:
        """The page."""
        return Page(
            title=title, width=self.view.width * MM, height=self.view.height * MM, items=tuple(self.items)
        )

    def key(self, key: Key, swatches: Swatches, *, at_right: bool = False) -> None:
        """The key at the lower left, or right."""
        words = [*key.notes, *key.left_out]
        head = width_of(key.title, 12.0, True) + 8
        number = max((width_of(f"{row.links:,}", 12.0) for row in key.rows), default=0.0)
        sizes = [head + width_of(key.note, 12.0), *(width_of(text, 12.0) for text in words)]
        sizes += [SWATCH + 26 + width_of(row.name, 12.0) + number for row in key.rows]
        wide, high = max(sizes) + 28, 36 + LINE * (len(key.rows) + len(words))
        x = self.view.width - EDGE - wide if at_right else EDGE
        y = self.view.height - EDGE - high
        self.box(x, y, wide, high, Fill(self.inks.raised, self.inks.line2, 1.0), 6.0)
        at = y + 16
        self.text(x + 14, at, key.title, 12.0, self.inks.text, bold=True)
        self.text(x + 14 + head, at, key.note, 12.0, self.inks.text2)
        for row in key.rows:
            at += LINE
            swatch = np.array([[x + 14, at, x + 14 + SWATCH, at]])
            self.lines(swatches.swatch(row.code)._replace(lines=swatch))
            self.text(x + 24 + SWATCH, at, row.name, 12.0, self.inks.text)
            self.text(x + wide - 14, at, f"{row.links:,}", 12.0, self.inks.text2, anchor="end")
        for text in words:
            at += LINE
            self.text(x + 14, at, text, 12.0, self.inks.warn if text in key.left_out else self.inks.text2)

    # Shapes in pixels

    def box(self, x: float, y: float, wide: float, high: float, fill: Fill, radius: float = 0.0) -> None:
        """A rectangle."""
        pen = None
        if fill.stroke:
            dash = tuple(part * fill.width * MM for part in fill.dash)
            pen = Pen(colour=fill.stroke, width=fill.width * MM, dash=dash)
        made = Box(
            x=x * MM + self._left,
            y=y * MM + self._upper,
            width=wide * MM,
            height=high * MM,
            pen=pen,
            fill=fill.fill,
            radius=radius * MM,
        )
        self.items.append(made)

    def lines(self, stroke: Stroke) -> None:
        """Lines of one pen."""
        if len(stroke.lines):
            corner = np.array([self._left, self._upper, self._left, self._upper])
            a = (stroke.lines * MM + corner).tolist()
            dash = tuple(part * stroke.width * MM for part in stroke.dash)
            pen = Pen(colour=stroke.colour, width=stroke.width * MM, dash=dash)
            self.items.append(Lines(segments=tuple((x1, y1, x2, y2) for x1, y1, x2, y2 in a), pen=pen))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        ink: str,
        *,
        bold: bool = False,
        anchor: Anchor = "start",
    ) -> None:
        """A line of text around the middle of its height."""
        self.items.append(
            Text(
                x=x * MM + self._left,
                y=(y + BASELINE * size) * MM + self._upper,
                text=text,
                size=size * MM,
                colour=ink,
                bold=bold,
                anchor=anchor,
            )
        )
