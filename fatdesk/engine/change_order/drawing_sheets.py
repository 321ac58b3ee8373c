"""Sheets with the drawings of a step: each of its networks, then the floor, with all stages at once."""

from collections.abc import Callable, Iterator
from functools import partial

from fatdesk.engine.change_order.floor_drawing import FloorDrawing, FloorSwatches
from fatdesk.engine.change_order.marks import WHOLE, MarkedStep
from fatdesk.engine.change_order.network_drawing import ChangeLook, NetworkPicture, network_pictures
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Leaf, Page
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.sheet import Heading, Imprint, Paper, Stock, content_area, sheet
from fatdesk.engine.topology.frame import View
from fatdesk.engine.topology.frame_style import Inks
from fatdesk.engine.topology.page import LINE, MM, Key, PixelPage, draw_frame

TITLE_HIGH = 17.0
MARGIN = 3.0
KEY_WIDE = 345.0
"""Room for the key at the right, in pixels."""
NAMES = 76.0
"""Room for the names of layers at the left, in pixels."""
KEY_EDGE = 76.0
"""Room for the edges of the key below a drawing, and for texts over it, in pixels."""
GROUP = "Drawings"


def drawing_leaves(step: MarkedStep, palette: Palette, imprint: Imprint, stock: Stock) -> Iterator[Leaf]:
    """Yield a sheet for each network and one for the floor."""
    pictures, floor, paper = network_pictures(step), FloorDrawing(step), stock.lying[-1]
    with_floor = floor.extent is not None
    total = len(pictures) + with_floor
    for number, picture in enumerate(pictures, start=1):
        name = picture.network.fabric.name
        heading = Heading(document="Change order", scope=f"Network {name}", number=number, sheets=total)
        draw = partial(_network, step, picture, palette, heading, imprint, paper)
        yield Leaf(f"Network {name}", draw, group=GROUP)
    if with_floor:
        heading = Heading(document="Change order", scope="Floor", number=total, sheets=total)
        yield Leaf("Floor", partial(_floor, step, floor, palette, heading, imprint, paper), group=GROUP)


def print_inks(palette: Palette) -> Inks:
    """The colours of frames on paper."""
    return Inks(
        ground=palette.ground,
        base=palette.ground,
        panel=palette.ground,
        raised=palette.ground,
        line2=palette.faint,
        text=palette.text,
        text2=palette.text2,
        text3=palette.text2,
        warn=palette.text,
        error=palette.text,
        error_tint=palette.ground,
        accent=palette.text,
        accent_text=palette.text,
        accent_tint=palette.ground,
        on_accent=palette.ground,
        dark=False,
        palette=palette,
    )


def _network(
    step: MarkedStep,
    picture: NetworkPicture,
    palette: Palette,
    heading: Heading,
    imprint: Imprint,
    paper: Paper,
) -> Page:
    left, top, right, bottom = picture.drawing.layout.extent
    wide, high = right - left, bottom - top
    extent = (left - 0.03 * wide, top - 0.06 * high - 30, right + 0.03 * wide, bottom + 0.06 * high + 40)
    inks = print_inks(palette)

    def draw(on: PixelPage, view: View) -> Key:
        seen = picture.frame(view, WHOLE)
        draw_frame(on, ChangeLook(seen, picture.looking(WHOLE).colours, inks))
        return picture.key(WHOLE, seen)

    rows = 3 + sum(map(bool, picture.network.counts.values()))
    title = f"{picture.network.fabric.name}: what is kept, moved, new and removed"
    return _sheet(step, title, (extent, rows + 1, NAMES), draw, inks, heading, imprint, paper)


def _floor(
    step: MarkedStep, floor: FloorDrawing, palette: Palette, heading: Heading, imprint: Imprint, paper: Paper
) -> Page:
    assert floor.extent is not None  # there is a floor
    left, upper, right, lower = floor.extent
    extent = (left - max(600.0, 0.1 * (right - left)), upper - 200, right + 200, lower + 200)
    inks = print_inks(palette)

    def draw(on: PixelPage, view: View) -> Key:
        floor.draw(on, view, WHOLE, inks)
        return floor.key(WHOLE)

    key = floor.key(WHOLE)
    title = "Floor: racks, devices and cables in trays"
    return _sheet(
        step, title, (extent, len(key.rows) + len(key.notes), 0.0), draw, inks, heading, imprint, paper
    )


def _sheet(
    step: MarkedStep,
    title: str,
    needs: tuple[Bounds, int, float],
    draw: Callable[[PixelPage, View], Key],
    inks: Inks,
    heading: Heading,
    imprint: Imprint,
    paper: Paper,
) -> Page:
    """A sheet with a drawing, and its key below or at its right.

    Parameters
    ----------
    needs
        Its extent, the rows of its key, and room at its left in pixels.
    """
    palette = inks.palette
    left, upper, right, lower = content_area(paper)
    sketch = sheet(paper, palette, heading, imprint)
    x, wide = left + 4, right - left - 8
    sketch.text(x, upper + 8, title, font_sizes.TITLE, bold=True, within=wide)
    work = step.position_text(step.last).removeprefix("After the step: ")
    summary = f"{step.title}: {work}"
    sketch.text(x, upper + 13.4, summary, font_sizes.SUMMARY, colour=palette.text2, within=wide)
    corner = left + MARGIN, upper + TITLE_HIGH
    size = (right - MARGIN - corner[0]) / MM, (lower - MARGIN - corner[1]) / MM
    extent, rows, names = needs
    view, aside = _view(extent, size, KEY_EDGE + LINE * rows, names)
    page = PixelPage(inks, view, *corner)
    page.key(draw(page, view), FloorSwatches(inks), at_right=aside)
    sketch.items += page.items
    return sketch.page(f"Change order of {step.title}")


def _view(extent: Bounds, size: tuple[float, float], foot: float, names: float) -> tuple[View, bool]:
    """The viewport in which an extent is largest with its key, in pixels; whether the key is at its right."""
    left, upper, right, lower = extent
    wide, high = right - left, lower - upper
    under = min((size[0] - names) / wide, (size[1] - foot) / high)
    aside = min((size[0] - names - KEY_WIDE) / wide, size[1] / high)
    scale, beside, below = (under, 0.0, foot) if under >= aside else (aside, KEY_WIDE, 0.0)
    x = names + (size[0] - names - beside - wide * scale) / 2 - left * scale
    y = (size[1] - below - high * scale) / 2 - upper * scale
    return View(scale, x, y, *size), aside > under
