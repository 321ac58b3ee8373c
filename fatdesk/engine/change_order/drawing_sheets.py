"""Sheets with the drawings of a step: each of its networks, then the floor, of all stages or of one."""

from collections.abc import Callable, Sequence
from functools import partial

from fatdesk.engine.change_order.floor_drawing import FloorDrawing, FloorSwatches
from fatdesk.engine.change_order.marks import WHOLE, MarkedStep
from fatdesk.engine.change_order.network_drawing import ChangeLook, NetworkPicture, network_pictures
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Leaf, Page
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.sheet import Heading, Imprint, Stock, content_area, sheet
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
GROUP = "Whole step"


class StepSheets:
    """Sheets with the drawings of a step, with all stages at once or of one stage; layouts are made once."""

    def __init__(self, step: MarkedStep, palette: Palette, imprint: Imprint, stock: Stock) -> None:
        self._step, self._imprint, self._paper = step, imprint, stock.lying[-1]
        self._inks = print_inks(palette)
        self._pictures = network_pictures(step)
        self._floor = FloorDrawing(step)

    def of_stage(self, number: int) -> list[Leaf]:
        """The networks that are worked on in a stage, from 1, and the floor where racks are entered in it."""
        pictures = [one for one in self._pictures if one.network.is_worked_on(number)]
        with_floor = self._floor.extent is not None and bool(self._floor.entered(number))
        title = f"Stage {number} of {len(self._step.stages)}"
        return self._leaves(pictures, number, title, title, with_floor=with_floor)

    def of_step(self) -> list[Leaf]:
        """All networks and the floor, with all stages at once."""
        with_floor = self._floor.extent is not None
        return self._leaves(list(self._pictures), WHOLE, GROUP, "", with_floor=with_floor)

    def _leaves(
        self, pictures: Sequence[NetworkPicture], at: int, group: str, scope: str, *, with_floor: bool
    ) -> list[Leaf]:
        names = [f"network {one.network.fabric.name}" for one in pictures] + ["floor"] * with_floor
        found = []
        for number, name in enumerate(names):
            title = f"{scope}, {name}" if scope else f"{name[0].upper()}{name[1:]}"
            words = f"{scope} · {name}" if scope else title
            heading = Heading(
                document=self._step.words.document, scope=words, number=number + 1, sheets=len(names)
            )
            if number < len(pictures):
                draw = partial(self._network, pictures[number], at, title, heading)
            else:
                draw = partial(self._on_floor, at, title, heading)
            found.append(Leaf(title.replace(f" of {len(self._step.stages)},", ","), draw, group=group))
        return found

    def _network(self, picture: NetworkPicture, at: int, title: str, heading: Heading) -> Page:
        left, top, right, bottom = picture.drawing.layout.extent
        wide, high = right - left, bottom - top
        extent = (left - 0.03 * wide, top - 0.06 * high - 30, right + 0.03 * wide, bottom + 0.06 * high + 40)

        def draw(on: PixelPage, view: View) -> Key:
            seen = picture.frame(view, at)
            draw_frame(on, ChangeLook(seen, picture.looking(at).colours, self._inks))
            if self._step.clouds:
                on.lines(picture.clouds(seen)._replace(colour=self._inks.accent))
            return picture.key(at, seen)

        rows = 3 + sum(map(bool, picture.network.counts.values())) + (at != WHOLE)
        title += f": {self._step.words.shows}"
        return self._sheet(title, at, (extent, rows + 1, NAMES), draw, heading)

    def _on_floor(self, at: int, title: str, heading: Heading) -> Page:
        assert self._floor.extent is not None  # there is a floor
        left, upper, right, lower = self._floor.extent
        extent = (left - max(600.0, 0.1 * (right - left)), upper - 200, right + 200, lower + 200)

        def draw(on: PixelPage, view: View) -> Key:
            self._floor.draw(on, view, at, self._inks)
            return self._floor.key(at)

        key = self._floor.key(at)
        title += ": racks, devices and cables in trays"
        return self._sheet(title, at, (extent, len(key.rows) + len(key.notes), 0.0), draw, heading)

    def _sheet(
        self,
        title: str,
        at: int,
        needs: tuple[Bounds, int, float],
        draw: Callable[[PixelPage, View], Key],
        heading: Heading,
    ) -> Page:
        """A sheet with a drawing, and its key below or at its right.

        Parameters
        ----------
        needs
            Its extent, the rows of its key, and room at its left in pixels.
        """
        step, inks, paper = self._step, self._inks, self._paper
        palette = inks.palette
        left, upper, right, lower = content_area(paper)
        sketch = sheet(paper, palette, heading, self._imprint)
        x, wide = left + 4, right - left - 8
        sketch.text(x, upper + 8, title, font_sizes.TITLE, bold=True, within=wide)
        position = step.position_text(step.last if at == WHOLE else at).removeprefix("After the step: ")
        summary = f"{step.title}: {position[0].lower()}{position[1:]}"
        sketch.text(x, upper + 13.4, summary, font_sizes.SUMMARY, colour=palette.text2, within=wide)
        corner = left + MARGIN, upper + TITLE_HIGH
        size = (right - MARGIN - corner[0]) / MM, (lower - MARGIN - corner[1]) / MM
        extent, rows, names = needs
        view, aside = _view(extent, size, KEY_EDGE + LINE * rows, names)
        page = PixelPage(inks, view, *corner)
        page.key(draw(page, view), FloorSwatches(inks), at_right=aside)
        sketch.items += page.items
        return sketch.page(f"{step.words.document} of {step.title}")


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
