"""A frame as a page for SVG: the same lines, boxes and labels, 96 pixels to the inch."""

import numpy as np

from fatdesk.engine.drawing.display import Box, Item, Lines, Page, Pen, Text
from fatdesk.engine.drawing.palette import DASHES
from fatdesk.engine.topology.frame import Anchor, width_of
from fatdesk.engine.topology.frame_style import Fill, Look, Stroke
from fatdesk.engine.topology.frames import Key
from fatdesk.engine.topology.view import View

MM = 25.4 / 96
"""Millimetres in a pixel."""
BASELINE = 0.36
"""From the middle of a text down to its baseline, in sizes."""
LINE, SWATCH, EDGE = 20.0, 24.0, 12.0
"""Of the key, in pixels."""


def picture(title: str, look: Look, view: View, key: Key) -> Page:
    """The page of a frame."""
    drawn = _Picture(look, view)
    drawn.frame()
    drawn.key(key)
    return Page(title=title, width=view.width * MM, height=view.height * MM, items=tuple(drawn.items))


class _Picture:
    def __init__(self, look: Look, view: View) -> None:
        self.look, self.view, self.inks = look, view, look.inks
        self.items: list[Item] = []

    def frame(self) -> None:
        """From the ground up."""
        look, seen = self.look, self.look.seen
        self.box(0, 0, self.view.width, self.view.height, Fill(self.inks.ground, "", 0.0))
        for stroke in (*look.strands(), *look.stems()):
            self.lines(stroke)
        for squares, fill in look.hosts():
            for x, y, wide, high in squares.tolist():
                self.box(x, y, wide, high, fill)
        frames = [box for box in seen.boxes if box.what == "frame"]
        for box in frames:
            self.box(box.x, box.y, box.width, box.height, look.box(box), 4.0)
        self.lines(look.inner())
        for box in seen.boxes:
            if box.what != "frame":
                fill = look.box(box)
                if box.what == "group":
                    self.box(box.x + 3, box.y - 3, box.width, box.height, fill, 4.0)
                self.box(box.x, box.y, box.width, box.height, fill, 4.0)
        self.lines(look.dead())
        for pill in seen.pills:
            fill, ink = look.pill(pill)
            wide = max(36.0, width_of(pill.text, 12.0, True) + 16)
            self.box(pill.x - wide / 2, pill.y - 11, wide, 22, fill, 11.0)
            self.text(pill.x, pill.y, pill.text, 12.0, ink, bold=True, anchor="middle")
        for label in seen.labels:
            if label.plate:
                plate = Fill(self.inks.ground, "", 0.0)
                self.box(label.x - 4, label.y - 10, width_of(label.text, label.size) + 8, 20, plate)
            ink, anchor = look.ink(label), label.anchor
            self.text(label.x, label.y, label.text, label.size, ink, bold=label.bold, anchor=anchor)

    def key(self, key: Key) -> None:
        """The key at the lower left."""
        words = [*key.notes, *key.left_out]
        head = width_of(key.title, 12.0, True) + 8
        number = max((width_of(f"{row.links:,}", 12.0) for row in key.rows), default=0.0)
        sizes = [head + width_of(key.note, 12.0), *(width_of(text, 12.0) for text in words)]
        sizes += [SWATCH + 26 + width_of(row.name, 12.0) + number for row in key.rows]
        wide, high = max(sizes) + 28, 36 + LINE * (len(key.rows) + len(words))
        x, y = EDGE, self.view.height - EDGE - high
        self.box(x, y, wide, high, Fill(self.inks.raised, self.inks.line2, 1.0), 6.0)
        at = y + 16
        self.text(x + 14, at, key.title, 12.0, self.inks.text, bold=True)
        self.text(x + 14 + head, at, key.note, 12.0, self.inks.text2)
        for row in key.rows:
            at += LINE
            kinds = self.look.colours.kinds
            dash = DASHES.get(kinds[row.code], ()) if kinds else ()
            swatch = np.array([[x + 14, at, x + 14 + SWATCH, at]])
            self.lines(Stroke(swatch, self.look.lines[row.code], 3.0, dash))
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
            x=x * MM, y=y * MM, width=wide * MM, height=high * MM, pen=pen, fill=fill.fill, radius=radius * MM
        )
        self.items.append(made)

    def lines(self, stroke: Stroke) -> None:
        """Lines of one pen."""
        if len(stroke.lines):
            a = (stroke.lines * MM).tolist()
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
                x=x * MM,
                y=(y + BASELINE * size) * MM,
                text=text,
                size=size * MM,
                colour=ink,
                bold=bold,
                anchor=anchor,
            )
        )
