"""Floor plan to scale with racks, trays and their fill, aisles and obstacles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, dist, radians, sin

import numpy as np

from fatdesk.core.arrays import Floats
from fatdesk.core.number_text import counted
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Item, Lines, Page, Pen, Picture, Point, Segment
from fatdesk.engine.drawing.floor_picture import (
    AISLE_NAMES,
    BINS,
    RACK_ROLES,
    AreaBox,
    FloorPicture,
    RackBox,
    RackMark,
    TrayBand,
    TrunkStretch,
    fill_edges,
    fill_figure,
    floor_picture,
    front_bar,
    metres,
    rack_mark,
    trunk_stretches,
    trunk_width,
    trunks_key,
)
from fatdesk.engine.drawing.palette import LIGHT, Palette, heat_bin
from fatdesk.engine.drawing.plan import Plan, Subjects
from fatdesk.engine.drawing.sheet import (
    EDGE,
    FOOT,
    STOCK_A4,
    Heading,
    Imprint,
    Paper,
    Stock,
    content_area,
    sheet,
)
from fatdesk.engine.drawing.sheets.floor_grid import draw_room_grid
from fatdesk.engine.drawing.sketch import Sketch, grown, overlap
from fatdesk.engine.drawing.text_width import text_width
from fatdesk.engine.floor.building import Underlay
from fatdesk.engine.floor.building_plan import BuildingPlan
from fatdesk.engine.floor.floor import Front

LEGEND_HEIGHT = 22.0
BIN = 11.0
METRES = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)


def draw_legend(
    sketch: Sketch, picture: FloorPicture, limit: float, scale: float, numbered: int, area: Bounds
) -> None:
    """Draw the legend into its area; ``limit`` of tray fill; ``numbered`` trays carry their number."""
    left, upper, right, _ = area
    sketch.line(left, upper, right, upper, sketch.pen(0.13, sketch.palette.faint))
    x = _fill_bins(sketch, fill_edges(limit), (len(picture.trays), numbered), left + 4, upper + 4)
    _bars(sketch, picture, x + 10, upper + 4)
    _scale_bar(sketch, scale, right - 4, upper + 4)
    if picture.north_deg is not None:
        _draw_north(sketch, picture.north_deg, right - 70, upper + 11)
    if picture.grid is not None:
        words = f"Grid of the room: cells of {metres(picture.grid.pitch_mm)}, from {picture.grid.first}"
        sketch.text(right - 4, upper + 17.4, words, font_sizes.SMALL, anchor="end")


def _fill_bins(sketch: Sketch, edges: list[str], count: tuple[int, int], x: float, y: float) -> float:
    """The six colours of tray fill with their bounds and the limit; ``count`` of trays, of numbered ones."""
    palette, (trays, numbered) = sketch.palette, count
    title = f"Tray fill, % of cross section, limit {edges[BINS]}"
    if numbered < trays:
        title += f" · {numbered} of {trays} trays numbered"
    sketch.text(x, y + 2.2, title, font_sizes.SUMMARY, bold=True, within=96.0)
    for i, colour in enumerate(palette.heat):
        box = (x + i * BIN, y + 4, x + (i + 1) * BIN, y + 8)
        sketch.box(box, pen=sketch.pen(0.13, palette.heat_outline), fill=colour)
        if i == 5:
            sketch.hatch(box, palette.ground, 2.0)
        if i < 5:
            sketch.text(box[0], y + 11.4, edges[i], font_sizes.SMALL, anchor="middle" if i else "start")
    sketch.line(x + 5 * BIN, y + 3.2, x + 5 * BIN, y + 8.8, sketch.pen(0.5))
    sketch.text(x + 5 * BIN, y + 11.4, edges[BINS], font_sizes.SMALL, bold=True, anchor="middle")
    sketch.text(x + 6 * BIN, y + 11.4, "over", font_sizes.SMALL, anchor="end")
    return x + 96.0


def _bars(sketch: Sketch, picture: FloorPicture, x: float, y: float) -> None:
    """Return the key of the bars on racks."""
    palette = sketch.palette
    sketch.text(x, y + 2.2, "Racks, bar at the front: units in use", font_sizes.SUMMARY, bold=True)
    for i, (word, colour) in enumerate(zip(RACK_ROLES[::-1], palette.bars[::-1], strict=True)):
        row = y + 4.4 + 3.6 * i
        sketch.box((x, row, x + 7, row + 1.4), fill=colour)
        sketch.text(x + 9, row + 1.5, word, font_sizes.SMALL)
    row = y + 4.1
    if picture.empty_racks:
        sketch.box((x + 40, row, x + 43, row + 2), pen=sketch.pen(0.18, palette.faint, (1.0, 0.8)))
        sketch.text(x + 45, row + 1.8, "empty rack", font_sizes.SMALL)
        row += 3.6
    roles = {area.role for area in picture.areas}
    if "solid" in roles:
        sketch.box((x + 40, row, x + 43, row + 2), fill=palette.frame)
        solid = ", ".join(sorted({area.kind for area in picture.areas if area.role == "solid"}))
        sketch.text(x + 45, row + 1.8, solid, font_sizes.SMALL)
        row += 3.6
    if "keep-out" in roles:
        sketch.box((x + 40, row, x + 43, row + 2), pen=sketch.pen(0.25, palette.frame, (1.5, 1.0)))
        sketch.text(x + 45, row + 1.8, "keep-out area", font_sizes.SMALL)


def _scale_bar(sketch: Sketch, scale: float, right: float, y: float) -> None:
    """A bar of a round number of metres, in four parts."""
    metres = max((m for m in METRES if m * 1000 / scale <= 50.0), default=METRES[0])
    length = metres * 1000 / scale
    x = right - length - 6
    sketch.text(x, y + 2.2, f"Scale 1 : {scale:.0f}", font_sizes.SUMMARY, bold=True)
    for i in range(4):
        part = (x + length * i / 4, y + 4, x + length * (i + 1) / 4, y + 6)
        sketch.box(part, pen=sketch.pen(0.18), fill="" if i % 2 else sketch.palette.frame)
    sketch.text(x, y + 9.4, "0", font_sizes.SMALL)
    sketch.text(x + length, y + 9.4, f"{metres:g} m", font_sizes.SMALL, anchor="middle")


LEFT, RIGHT, TOP = 34.0, 10.0, 14.0
"""Margins of the sheet left of and above the racks, for row names and dimensions."""

SHARES = [0.5 + sign * step * 0.05 for step in range(10) for sign in (1, -1)]
"""Places along a tray to try for its number, its middle first."""

EMPTY_ROOM = (0.0, 0.0, 1000.0, 1000.0)
"""Extent of a sheet without racks, trays and areas, in millimetres of the room."""


@dataclass(frozen=True)
class View:
    """From millimetres in the room to millimetres on the sheet."""

    scale: float
    x: float
    y: float

    def point(self, x_mm: float, y_mm: float) -> Point:
        """A point of the room on the sheet."""
        return (round(self.x + x_mm / self.scale, 4), round(self.y + y_mm / self.scale, 4))

    def bounds(self, room: Bounds) -> Bounds:
        """A rectangle of the room on the sheet."""
        return self.point(*room[:2]) + self.point(*room[2:])


def floor_plan(
    plan: Plan,
    palette: Palette = LIGHT,
    imprint: Imprint | None = None,
    stock: Stock = STOCK_A4,
    sheets: int = 1,
) -> Page:
    """Draw the room on one sheet, the first of ``sheets``, at the largest usual scale that fits."""
    subjects, picture = Subjects(plan), floor_picture(plan.floor, plan.catalog.find)
    room = picture.extent or EMPTY_ROOM
    paper, scale = _paper(room, stock)
    racks, trays = counted(len(plan.floor.racks), "rack"), counted(len(plan.floor.trays), "tray")
    heading = Heading(
        document="Floor plan",
        scope=f"{racks} · {trays} · seen from above",
        sheets=sheets,
        remark=f"1 : {scale}",
    )
    sketch = sheet(paper, palette, heading, imprint or Imprint(project=plan.title))
    left, upper, right, lower = content_area(paper)
    wide, deep = (room[2] - room[0]) / scale, (room[3] - room[1]) / scale
    spare_x = max(0.0, right - left - LEFT - RIGHT - wide) / 2
    spare_y = max(0.0, lower - upper - TOP - LEGEND_HEIGHT - deep) / 2
    view = View(scale, left + LEFT + spare_x - room[0] / scale, upper + TOP + spare_y - room[1] / scale)
    if not plan.floor.racks:
        sketch.text(
            paper.width / 2,
            paper.height / 2,
            "No racks in this room yet",
            font_sizes.HEADING,
            anchor="middle",
        )
    if plan.building is not None and plan.floor.plan.underlay is not None:
        frame = (left, upper, right, lower - LEGEND_HEIGHT)
        found = building_items(view, plan.building, plan.floor.plan.underlay, frame, palette)
        sketch.items[1:1] = found  # on the paper, below the frame
    if picture.grid is not None:
        frame = (left, upper, right, lower - LEGEND_HEIGHT)
        draw_room_grid(sketch, picture.grid, view.point, scale, room, frame)
    for area in picture.areas:
        _draw_area(sketch, view.bounds(area.bounds), area)
    _draw_walls(sketch, view, picture)
    _draw_doors(sketch, view, picture)
    marks = {rack.number: rack_mark(subjects.rack(rack)) for rack in plan.floor.racks}
    strips = [strip for tray in picture.trays for strip in _strips(view, tray)]
    for box in picture.racks.values():
        _draw_rack_box(sketch, view.bounds(box.bounds), box, marks[box.number])
    _draw_trays(sketch, view, plan, picture)
    trunks = [] if plan.structured is None else trunk_stretches(plan.structured)
    _draw_trunks(sketch, view, trunks)
    for box in picture.racks.values():
        _draw_rack_text(sketch, view.bounds(box.bounds), box, marks[box.number], strips)
    _draw_rows(sketch, view, picture, strips)
    shown = 0
    for tray in picture.trays:
        own = _strips(view, tray)
        shown += _number_tray(sketch, view, plan, tray, [strip for strip in strips if strip not in own])
    draw_legend(sketch, picture, plan.fill_max, scale, shown, (left, lower - LEGEND_HEIGHT, right, lower))
    if trunks:
        _key_of_trunks(sketch, trunks, left + 4, lower - LEGEND_HEIGHT + 19.6)
    _name_areas(sketch, view, picture)
    _name_walls(sketch, view, picture)
    return sketch.page(f"Floor plan of {plan.title}")


def _paper(room: Bounds, stock: Stock) -> tuple[Paper, int]:
    """The smallest sheet and the largest scale; a hall beyond the largest gets its own sheet at 1:100."""
    wide, deep = room[2] - room[0], room[3] - room[1]
    for paper, scales in stock.plans:
        left, upper, right, lower = content_area(paper)
        for scale in scales:
            if (
                wide / scale <= right - left - LEFT - RIGHT
                and deep / scale <= lower - upper - TOP - LEGEND_HEIGHT
            ):
                return paper, scale
    largest = stock.plans[-1][0]
    return (
        Paper(
            name="",
            width=max(largest.width, round(wide / 100 + 2 * EDGE + LEFT + RIGHT + 1)),
            height=max(largest.height, round(deep / 100 + 2 * EDGE + FOOT + TOP + LEGEND_HEIGHT + 1)),
        ),
        100,
    )


STRENGTH = 0.45
"""Of a picture of the building, so that what is planned is seen on it."""


def building_items(
    view: View, building: BuildingPlan, underlay: Underlay, frame: Bounds, palette: Palette
) -> list[Item]:
    """Return the building plan inside a frame, pale."""
    if building.picture is not None:
        x, y = view.point(underlay.x_mm, underlay.y_mm)
        one = underlay.mm_per_unit / view.scale
        picture = Picture(
            data=building.picture.data,
            kind=building.picture.kind,
            x=x,
            y=y,
            width=building.picture.width * one,
            height=building.picture.height * one,
            turned_deg=underlay.rotation_deg,
            strength=STRENGTH,
            clip=frame,
        )
        return [picture]
    if not building.lines:
        return []
    points = np.array([point for line in building.lines for point in line], float)
    cos, sin = underlay.turn
    room = points @ np.array([[cos, sin], [-sin, cos]]) + (underlay.x_mm, underlay.y_mm)
    placed = room / view.scale + (view.x, view.y)
    last = np.cumsum([len(line) for line in building.lines]) - 1
    starts = np.setdiff1d(np.arange(len(points)), last)
    kept = inside_frame(np.hstack([placed[starts], placed[starts + 1]]), frame).round(3)
    segments = tuple((a, b, c, d) for a, b, c, d in kept.tolist())
    return [Lines(segments=segments, pen=Pen(colour=palette.faint, width=0.18))] if segments else []


def inside_frame(segments: Floats, frame: Bounds) -> Floats:
    """Return the parts of segments (x1, y1, x2, y2) inside a rectangle; without those outside.

    >>> inside_frame(np.array([[-1.0, 1.0, 3.0, 1.0], [5.0, 5.0, 9.0, 9.0]]), (0, 0, 2, 2)).tolist()
    [[0.0, 1.0, 2.0, 1.0]]
    """
    start, way = segments[:, :2], segments[:, 2:] - segments[:, :2]
    enter, leave = np.zeros(len(segments)), np.ones(len(segments))
    kept = np.ones(len(segments), bool)
    for axis in (0, 1):
        low, high = frame[axis] - start[:, axis], frame[axis + 2] - start[:, axis]
        by = way[:, axis]
        still = by == 0
        kept &= ~still | ((low <= 0) & (high >= 0))
        safe = np.where(still, 1.0, by)
        near, far = np.minimum(low / safe, high / safe), np.maximum(low / safe, high / safe)
        enter = np.where(still, enter, np.maximum(enter, near))
        leave = np.where(still, leave, np.minimum(leave, far))
    kept &= enter < leave
    found: Floats = np.hstack([start + enter[:, None] * way, start + leave[:, None] * way])[kept]
    return found


def _draw_area(sketch: Sketch, bounds: Bounds, area: AreaBox) -> None:
    """Columns and walls solid, keep-out areas as a hatched outline."""
    palette = sketch.palette
    if area.role == "solid":
        sketch.box(bounds, fill=palette.frame)
        return
    sketch.box(bounds, pen=sketch.pen(0.25, palette.frame, (1.5, 1.0)))
    sketch.hatch(bounds, palette.faint, 2.0)


def _draw_walls(sketch: Sketch, view: View, picture: FloorPicture) -> None:
    """Walls solid, with the openings of doors left free."""
    for wall in picture.walls:
        width = max(0.35, wall.thickness / view.scale)
        pen = Pen(colour=sketch.palette.frame, width=width, square=True)
        for line in wall.lines:
            sketch.polyline([view.point(*point) for point in line], pen)


def _draw_doors(sketch: Sketch, view: View, picture: FloorPicture) -> None:
    """Open leaves, and the quarter circles that they need."""
    thin = Pen(colour=sketch.palette.frame, width=0.18)
    for door in picture.doors:
        for leaf in door.leaves:
            sketch.line(*view.point(*leaf.hinge), *view.point(*leaf.open_end), sketch.pen(0.35))
            sketch.polyline([view.point(*point) for point in leaf.arc], thin)


def _draw_north(sketch: Sketch, north_deg: float, x: float, y: float) -> None:
    """An arrow to north in a circle around a point, with the letter N at its head."""
    turn = radians(north_deg)
    ux, uy = sin(turn), -cos(turn)
    size = 4.0
    head, tail = (x + ux * size, y + uy * size), (x - ux * size, y - uy * size)
    sketch.line(*tail, *head, sketch.pen(0.35))
    for side in (1, -1):
        barb = (head[0] - ux * 2.4 + side * uy * 1.1, head[1] - uy * 2.4 - side * ux * 1.1)
        sketch.line(*head, *barb, sketch.pen(0.35))
    at = (x + ux * (size + 2.0), y + uy * (size + 2.0))
    sketch.text(at[0], at[1] + 1.0, "N", font_sizes.LABEL, bold=True, anchor="middle")


def _name_areas(sketch: Sketch, view: View, picture: FloorPicture) -> None:
    """Names inside, under or above the areas, where nothing else is written."""
    for area in picture.areas:
        left, upper, right, lower = view.bounds(area.bounds)
        name = area.label
        wide = max(right - left, 14.0)
        x = (left + right) / 2
        places = [(lower + 1.2 * font_sizes.SMALL, wide, ""), (upper - 0.6 * font_sizes.SMALL, wide, "")]
        if text_width(name, font_sizes.SMALL) <= right - left - 1 and lower - upper >= 1.4 * font_sizes.SMALL:
            ink = "#FFFFFF" if area.role == "solid" else ""
            places.insert(0, ((upper + lower) / 2 + font_sizes.SMALL * 0.36, wide, ink))
        for y, within, colour in places:
            space = (x - within / 2, y - font_sizes.SMALL, x + within / 2, y + font_sizes.SMALL * 0.3)
            if space[0] > 0 and sketch.spots.clear(space):
                sketch.text(x, y, name, font_sizes.SMALL, colour=colour, anchor="middle", within=within)
                break


def _name_walls(sketch: Sketch, view: View, picture: FloorPicture) -> None:
    """Names of walls next to their longest piece, and of doors next to their opening, where there is room."""
    named = [(door.label, (door.hinge, door.latch), 0.0) for door in picture.doors]
    for wall in picture.walls:
        pieces = [piece for line in wall.lines for piece in pairwise(line)]
        longest = max(pieces, key=lambda piece: dist(*piece), default=None)
        if longest is not None:
            named.append((wall.label, longest, wall.thickness))
    for name, (start, stop), thickness in named:
        x, y = view.point((start[0] + stop[0]) / 2, (start[1] + stop[1]) / 2)
        half, away = text_width(name, font_sizes.SMALL) / 2 + 0.5, thickness / 2 / view.scale
        lying = abs(stop[0] - start[0]) >= abs(stop[1] - start[1])
        for side in (1, -1):
            middle = (x, y + side * (away + 2.0)) if lying else (x + side * (away + half + 0.8), y)
            space = (middle[0] - half, middle[1] - 1.4, middle[0] + half, middle[1] + 1.4)
            if name and sketch.spots.clear(space):
                sketch.text(middle[0], middle[1] + 0.9, name, font_sizes.SMALL, anchor="middle")
                break


def _draw_rack_box(sketch: Sketch, bounds: Bounds, rack: RackBox, mark: RackMark) -> None:
    """The rack's outline, and along its front a bar of the units in use; empty racks have a line there."""
    palette = sketch.palette
    if not rack.occupied:
        sketch.box(bounds, pen=sketch.pen(0.18, palette.faint, (1.0, 0.8)), radius=0.4)
        sketch.box(front_bar(bounds, rack.front, 0.5, 0.5, 0.3), fill=palette.faint)
        return
    sketch.box(bounds, pen=sketch.pen(0.25), fill=palette.host.fill, radius=0.4)
    thick = _bar_thickness(bounds)
    bar = front_bar(bounds, rack.front, 0.5, 0.5, thick)
    sketch.box(bar, pen=sketch.pen(0.1, palette.faint), fill=palette.ground)
    sketch.box(front_bar(bounds, rack.front, 0.5, 0.5, thick, mark.share), fill=palette.bars[mark.role])


def _bar_thickness(bounds: Bounds) -> float:
    """Thickness of the bar on a rack, in millimetres of the sheet."""
    return min(1.2, min(bounds[2] - bounds[0], bounds[3] - bounds[1]) / 8)


def _clear_of_bar(bounds: Bounds, front: Front) -> Bounds:
    """The part of a rack without its bar, for texts."""
    left, upper, right, lower = bounds
    away = _bar_thickness(bounds) + 0.7
    if front == "down":
        return (left, upper, right, lower - away)
    if front == "up":
        return (left, upper + away, right, lower)
    return (left + away, upper, right, lower) if front == "left" else (left, upper, right - away, lower)


MIDDLE, HIGHEST = 0.7, 3.0
"""Least share of a rack's width for its label, and lines that it moves up at most; or it has a plate."""


def _draw_rack_text(
    sketch: Sketch, bounds: Bounds, rack: RackBox, mark: RackMark, strips: list[Bounds]
) -> None:
    """Label and units in use, where no tray hides them; else on a plate over the tray."""
    left, upper, right, lower = _clear_of_bar(bounds, rack.front)
    over = [strip for strip in strips if overlap(strip, bounds)]
    words = [(rack.label, font_sizes.LABEL, True)]
    if rack.occupied:
        words.append((mark.text, font_sizes.SMALL, False))
    for text, preferred, bold in words:
        for size in (preferred, preferred * 0.8, preferred * 0.64):
            places = _places(left, upper, right, lower, size, over)
            if bold:  # in line with the names of its row, not in the corner that a crossing tray leaves
                places = [place for place in places if place[2] - place[1] >= MIDDLE * (right - left)]
                if places and places[0][0] < lower - HIGHEST * size:
                    places = []
            else:
                places.sort(key=lambda place: place[1] - place[2])  # as wide as can be, then lowest
            if _set_label(sketch, text, size, bold, places):
                break
        else:
            if bold:
                size = min(preferred, (lower - upper) / 4)
                _plate(sketch, (left + right) / 2, lower - size * 0.6, text, size, right - left - 0.2)


def _set_label(
    sketch: Sketch, text: str, size: float, bold: bool, places: list[tuple[float, float, float]]
) -> bool:
    """Write a text into the first of some stretches (top, x1, x2) where it fits."""
    for top, x1, x2 in places:
        wide = x2 - x1 - 0.6
        fits = text_width(text, max(font_sizes.LEAST, size * 0.8), bold=bold) <= wide
        if fits and sketch.spots.clear((x1, top, x2, top + size)):
            x = (x1 + x2) / 2
            sketch.text(x, top + size * 0.78, text, size, bold=bold, anchor="middle", within=wide)
            return True
    return False


def _places(
    left: float, upper: float, right: float, bottom: float, size: float, over: list[Bounds]
) -> list[tuple[float, float, float]]:
    """Free stretches (top, x1, x2) for a line of text, from the rack's lower edge upwards."""
    found = []
    top = bottom - size
    while top >= upper + 0.2:
        x1, x2 = left, right
        for strip in over:
            if strip[1] < top + size and strip[3] > top:
                if strip[0] - x1 >= x2 - strip[2]:
                    x2 = min(x2, strip[0])
                else:
                    x1 = max(x1, strip[2])
        if x2 - x1 > size:
            found.append((top, x1, x2))
        top -= 0.3
    return found


def _plate(sketch: Sketch, x: float, y: float, text: str, size: float, most: float) -> None:
    """A text on a plate in the ground colour, around the point."""
    wide = min(most, text_width(text, size, bold=True) + 1)
    sketch.box(
        (x - wide / 2, y - size * 0.6, x + wide / 2, y + size * 0.6), fill=sketch.palette.ground, radius=0.5
    )
    sketch.text(x, y + size * 0.36, text, size, bold=True, anchor="middle", within=wide - 0.4)


def _strips(view: View, tray: TrayBand, width: float | None = None) -> list[Bounds]:
    """Return the area of each straight piece of a tray on the sheet, with its own or another width."""
    half = (tray.width / view.scale if width is None else width) / 2
    points = [view.point(x, y) for x, y in tray.points]
    return [
        grown((min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])), half)
        for a, b in pairwise(points)
    ]


def _fill(plan: Plan, tray: TrayBand) -> tuple[float, bool] | None:
    return plan.tray_fill.get(tray.id)


def _percent(fill: tuple[float, bool] | None) -> str:
    """Return the fill in percent, if known."""
    if fill is None or fill == (0.0, True):
        return "unknown"
    return f"{fill_figure(*fill)} %"


OUTLINE = 0.25
"""Line around trays in millimetres of the sheet."""


def _outline(strips: list[Bounds]) -> Iterator[Segment]:
    """Yield the stretches of the edges of rectangles that are inside none of the others."""
    every = np.array(strips, np.float64).reshape(-1, 4)
    for left, upper, right, lower in strips:
        near = every[
            (every[:, 0] < right + OUTLINE)
            & (every[:, 2] > left - OUTLINE)
            & (every[:, 1] < lower + OUTLINE)
            & (every[:, 3] > upper - OUTLINE)
        ]
        for along, across in ((0, 1), (1, 0)):
            first, last = (left, right) if along == 0 else (upper, lower)
            for level in (upper, lower) if along == 0 else (left, right):
                inside = near[(near[:, across] < level - 1e-6) & (near[:, across + 2] > level + 1e-6)]
                start = first
                for begin, end in sorted(inside[:, [along, along + 2]].tolist()):
                    if min(begin, last) > start:
                        yield _edge(along, level, start, min(begin, last))
                    start = max(start, end)
                if start < last:
                    yield _edge(along, level, start, last)


def _edge(along: int, level: float, start: float, stop: float) -> Segment:
    """Return a stretch of an edge."""
    return (start, level, stop, level) if along == 0 else (level, start, level, stop)


def _draw_trays(sketch: Sketch, view: View, plan: Plan, picture: FloorPicture) -> None:
    """Trays with their fill, joined without a line between them.

    Outlines of straight trays are lines of their own: of two wide lines on each other viewers show only one
    at low resolutions.
    """
    palette, straight = sketch.palette, list[Bounds]()
    for tray in picture.trays:
        width = max(0.6, tray.width / view.scale)
        if all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(tray.points)):
            straight += _strips(view, tray, width)
        else:
            pen = Pen(colour=palette.heat_outline, width=width + 2 * OUTLINE, square=True)
            sketch.polyline([view.point(x, y) for x, y in tray.points], pen)
    for tray in picture.trays:
        fill = _fill(plan, tray)
        colour = palette.ground if fill is None else palette.heat[heat_bin(fill[0], plan.fill_max)]
        pen = Pen(colour=colour, width=max(0.6, tray.width / view.scale), square=True)
        sketch.polyline([view.point(x, y) for x, y in tray.points], pen)
    sketch.lines(_outline(straight), Pen(colour=palette.heat_outline, width=OUTLINE, square=True))
    for tray in picture.trays:
        fill = _fill(plan, tray)
        if fill and heat_bin(fill[0], plan.fill_max) == 5:
            for strip in _strips(view, tray):
                sketch.hatch(strip, palette.ground, 2.0)


THINNEST, THICKEST = 0.3, 1.8
"""Lines of trunks in millimetres of the sheet."""


def _draw_trunks(sketch: Sketch, view: View, trunks: Sequence[TrunkStretch]) -> None:
    """Lines in the trays, as wide as the fibres there."""
    for one in trunks:
        width = trunk_width(one.fibres, trunks, THINNEST, THICKEST)
        pen = Pen(colour=sketch.palette.kinds["TRK"], width=width)
        sketch.polyline([view.point(*one.start), view.point(*one.stop)], pen)


def _key_of_trunks(sketch: Sketch, trunks: Sequence[TrunkStretch], x: float, y: float) -> None:
    """The entry of the legend for lines of trunks."""
    sketch.polyline([(x, y), (x + 7, y)], Pen(colour=sketch.palette.kinds["TRK"], width=THICKEST))
    sketch.text(x + 9, y + 0.8, trunks_key(trunks), font_sizes.SMALL)


def _number_tray(sketch: Sketch, view: View, plan: Plan, tray: TrayBand, others: list[Bounds]) -> bool:
    """Name and fill of a tray, near its middle, where nothing is written and no other tray crosses."""
    palette = sketch.palette
    fill = _fill(plan, tray)
    percent = _percent(fill)
    colour = palette.ground if fill is None else palette.heat[heat_bin(fill[0], plan.fill_max)]
    width = tray.width / view.scale
    points = [view.point(x, y) for x, y in tray.points]
    pieces = sorted(
        pairwise(points),
        key=lambda ends: -abs(ends[1][0] - ends[0][0]) - abs(ends[1][1] - ends[0][1]),
    )
    for a, b in pieces:
        lying = abs(b[0] - a[0]) >= abs(b[1] - a[1])
        lines = [f"{tray.id} · {percent}"] if lying else [tray.id, percent]
        size = max(font_sizes.DETAIL, min(font_sizes.SMALL, width * 0.7)) if lying else font_sizes.SMALL
        wide = max(text_width(line, size, bold=True) for line in lines) + 1.2
        high = size * 1.25 * len(lines) + 0.4
        for share in SHARES:
            x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            plate = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
            if not sketch.spots.clear(grown(plate, 0.3)) or any(overlap(plate, strip) for strip in others):
                continue
            over = fill is not None and heat_bin(fill[0], plan.fill_max) == 5
            pen = (
                None
                if (high if lying else wide) <= width and not over
                else sketch.pen(0.18, palette.heat_outline)
            )
            sketch.box(plate, pen=pen, fill=colour, radius=0.5 if pen else 0.0)
            sketch.spots.take(plate)
            for i, line in enumerate(lines):
                base = y - high / 2 + 0.2 + size * (0.98 + 1.25 * i)
                sketch.text(x, base, line, size, bold=True, colour=palette.ink_on(colour), anchor="middle")
            return True
    return False


MOST_ROW_NAME = 22.0
"""Room for the name of a row in millimetres of the sheet."""


def _draw_rows(sketch: Sketch, view: View, picture: FloorPicture, strips: list[Bounds]) -> None:
    """Row names, next to their rows where there is room, widths of the aisles, and the length of all rows."""
    rows = [(row.label, view.bounds(row.span)) for row in picture.rows.values()]
    if not rows:
        return
    left, right = min(bounds[0] for _, bounds in rows), max(bounds[2] for _, bounds in rows)
    ends = [view.point(x, y) for tray in picture.trays for x, y in tray.points]
    edge = min([left, *(x - 2 for x, _ in ends)])
    taken = [*strips, *(view.bounds(box.bounds) for box in picture.racks.values())]
    for label, (own, upper, _, lower) in rows:
        size, y = min(font_sizes.LABEL, (lower - upper) / 2), (upper + lower) / 2
        wide = min(text_width(label, size, bold=True), MOST_ROW_NAME)
        plate = (own - 3 - wide, y - size / 2, own - 3, y + size / 2)
        is_clear = sketch.spots.clear(plate) and not any(overlap(plate, some) for some in taken)
        at = own if is_clear else edge
        sketch.text(at - 3, y + size * 0.36, label, size, bold=True, anchor="end", within=MOST_ROW_NAME)
    for aisle in picture.aisles:
        (_, above), (_, below) = view.point(0, aisle.near), view.point(0, aisle.far)
        _dimension(sketch, (edge - 5, above), (edge - 5, below), metres(aisle.width_mm))
        if aisle.kind:
            _name_aisle(
                sketch, view.bounds((aisle.left, aisle.near, aisle.right, aisle.far)), aisle.kind, strips
            )
    highest = min([*(bounds[1] for _, bounds in rows), *(y for _, y in ends)])
    long = max(row.span.right for row in picture.rows.values()) - min(
        row.span.left for row in picture.rows.values()
    )
    _dimension(sketch, (left, highest - 5), (right, highest - 5), metres(long))


def _name_aisle(sketch: Sketch, bounds: Bounds, kind: str, strips: list[Bounds]) -> None:
    """Write the kind of an aisle near its middle, where nothing is written and no tray runs."""
    left, upper, right, lower = bounds
    text, size = AISLE_NAMES[kind], font_sizes.SMALL
    half, y = text_width(text, size) / 2 + 0.6, (upper + lower) / 2
    for share in SHARES:
        x = left + (right - left) * share
        plate = (x - half, y - size * 0.7, x + half, y + size * 0.7)
        inside = left <= plate[0] and plate[2] <= right and upper <= plate[1] and plate[3] <= lower
        if inside and sketch.spots.clear(plate) and not any(overlap(plate, strip) for strip in strips):
            sketch.text(x, y + size * 0.36, text, size, colour=sketch.palette.text2, anchor="middle")
            return


def _dimension(sketch: Sketch, start: Point, end: Point, length: str) -> None:
    """A dimension line with ticks, and its length next to or above it."""
    pen = sketch.pen(0.18, sketch.palette.text2)
    sketch.line(*start, *end, pen)
    lying = start[1] == end[1]
    for x, y in (start, end):
        sketch.line(*((x, y - 1.2, x, y + 1.2) if lying else (x - 1.2, y, x + 1.2, y)), pen)
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if lying:
        sketch.text(x, y - 1.2, length, font_sizes.SMALL + 0.3, colour=sketch.palette.text2, anchor="middle")
    elif abs(end[1] - start[1]) >= 2.4:
        sketch.text(
            x - 1.8, y + 0.8, length, font_sizes.SMALL + 0.3, colour=sketch.palette.text2, anchor="end"
        )
