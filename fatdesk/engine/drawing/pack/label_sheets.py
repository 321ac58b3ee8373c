"""Sheets of labels: two labels a cable, the last of a sheet says which sheet it is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from msgspec import Meta

from fatdesk import __version__
from fatdesk.core.errors import FatdeskError
from fatdesk.core.struct import Struct
from fatdesk.engine.drawing.display import Box, Item, Page, Pen, Text
from fatdesk.engine.drawing.leaf import Leaf
from fatdesk.engine.drawing.pack.chosen import EVERYTHING, Chosen
from fatdesk.engine.drawing.pack.label_block import EDGE, LabelBlock
from fatdesk.engine.drawing.pack.label_stock import PLAIN, LabelStock, label_stock
from fatdesk.engine.drawing.pack.label_texts import CableLabel, cable_labels
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import Imprint
from fatdesk.engine.drawing.sketch import counted, plain
from fatdesk.engine.drawing.text_width import fit

MOST_SHIFT = 20.0
MOST_LABELS = 10_000
"""Of a sheet."""
Shift = Annotated[float, Meta(ge=-MOST_SHIFT, le=MOST_SHIFT)]


class LabelPrinting(Struct, frozen=True, kw_only=True):
    """How labels are printed.

    Attributes
    ----------
    stock
        Name of a file in ``resources/labels``.
    start
        The first label of the first sheet that is still there, from 1, row by row.
    shift_x_mm, shift_y_mm
        What the printer is off, at most 20 mm: to the right and downwards.
    outlines
        Draw the borders of the labels, for a trial on plain paper.
    """

    stock: str = PLAIN
    start: Annotated[int, Meta(ge=1, le=MOST_LABELS)] = 1
    shift_x_mm: Shift = 0.0
    shift_y_mm: Shift = 0.0
    outlines: bool = False

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
    """The sheets, drawn when they are asked for.

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
    """What has no room on the labels of a stock and is left out there, in words; none where all fits."""
    block = LabelBlock(printing.checked(), PRINT)
    long = [text for label in cable_labels(plan, chosen) for text in block.too_long(label)]
    if not long:
        return []
    told = f"{counted(len(long), 'text')} on labels {printing.stock}, such as {min(long, key=len)!r}"
    return [f"{told}; use wider labels or shorter names"]


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
        items += _told(made, stock, corners[-1], palette, imprint or Imprint(project=plan.title))
    title = f"Labels, sheet {made.number} of {made.count}, {plan.title}"
    return Page(title=plain(title), width=paper.width, height=paper.height, items=tuple(items))


def _told(
    made: _Sheet, stock: LabelStock, corner: tuple[float, float], palette: Palette, imprint: Imprint
) -> Iterator[Item]:
    """The label that says which sheet this is, of which state of which project."""
    x, y = corner
    state = f"state {imprint.state}" if imprint.state else ""
    issue = " · ".join(filter(None, (imprint.revision, imprint.printed, f"fatdesk {__version__}")))
    lines = (
        (6.2, f"sheet {made.number} of {made.count}", 3.0, True),
        (9.6, imprint.project, 2.3, False),
        (12.6, _range(made.labels), 2.3, False),
        (15.6, state, 2.3, False),
        (18.6, issue, 2.3, False),
    )
    for base, words, size, bold in lines:
        fitted = fit(plain(words), stock.width - 2 * EDGE, size, 1.6, bold=bold)
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
