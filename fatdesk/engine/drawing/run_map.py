"""A small floor with the runs of one rack: where they lie, and how many cables lead where."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from fatdesk.engine.drawing.display import Bounds, Pen, Point, Text
from fatdesk.engine.drawing.floor_plan import SHARES
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.run_ways import run_way
from fatdesk.engine.drawing.sheet import EDGE
from fatdesk.engine.drawing.sketch import Sketch, grown, plain
from fatdesk.engine.drawing.text_width import text_width
from fatdesk.engine.floor.floor import Rack, letters, rack_label

WIDEST = 30.0
"""Of a rack's label."""

NAMES = 14.0
"""Left of the racks, for the names of rows."""

LEAST_MM = 7_000.0
"""Of the floor across the sheet; nothing is drawn larger than that."""

AROUND_MM = 800.0
"""Of the floor around what is shown."""


class Pull(NamedTuple):
    """Cables that are pulled alike."""

    far: str
    run: tuple[str, ...]
    kind: str
    part: str
    ordered_um: int | None


@dataclass(frozen=True)
class _View:
    """From millimetres of the room to millimetres on the sheet, and what of the room is shown."""

    shown: Bounds
    share: float
    dx: float
    dy: float

    def point(self, at: Point) -> Point:
        """A point of the room on the sheet."""
        return (round(self.dx + at[0] * self.share, 3), round(self.dy + at[1] * self.share, 3))

    def box(self, bounds: Bounds) -> Bounds:
        """A rectangle of the room on the sheet."""
        return self.point(bounds[:2]) + self.point(bounds[2:])


def draw_run_map(sketch: Sketch, plan: Plan, mine: str, pulls: Mapping[Pull, int], area: Bounds) -> float:
    """Draw the part of the floor that a rack's cables cross; returns where the drawing ends.

    Parameters
    ----------
    mine
        Label of the rack.
    area
        No more of the sheet is taken.
    """
    palette = sketch.palette
    racks = {rack_label(rack): rack for rack in plan.floor.racks}
    boxes_mm = {label: _box(plan, rack) for label, rack in racks.items()}
    trays = {tray.id: tray.points_mm for tray in plan.floor.trays}
    far: Counter[str] = Counter()
    for pull, count in pulls.items():
        if pull.far in racks:
            far[pull.far] += count
    ends = sorted({(pull.far, pull.run) for pull in pulls if pull.far in racks})
    middle = {label: ((b[0] + b[2]) / 2, (b[1] + b[3]) / 2) for label, b in boxes_mm.items()}
    ways = [run_way(run, trays, middle[mine], middle[label]) for label, run in ends]
    points = [point for way in ways for point in way]
    view, whole = _view(plan, [boxes_mm[label] for label in (mine, *far)], points, area)
    boxes = {label: view.box(b) for label, b in boxes_mm.items() if _within(b, view.shown)}
    for label, box in boxes.items():
        fill = palette.core.fill if label == mine else ""
        sketch.box(box, pen=sketch.pen(0.13, palette.faint), fill=fill)
    pieces = {
        tray.id: [
            view.point(a) + view.point(b)
            for a, b in _clipped(tray.points_mm, grown(view.shown, -tray.width_mm / 2))
        ]
        for tray in plan.floor.trays
    }
    for tray in plan.floor.trays:
        width = max(0.8, tray.width_mm * view.share)
        for x1, y1, x2, y2 in pieces[tray.id]:
            sketch.polyline([(x1, y1), (x2, y2)], Pen(colour=palette.bars[0], width=width, square=True))
    _draw_ways(sketch, [[view.point(point) for point in way] for way in ways])
    for label in (mine, *far):
        sketch.box(boxes[label], pen=sketch.pen(0.5))
    _draw_words(sketch, mine, boxes, far)
    for tray in plan.floor.trays:
        _name_tray(sketch, tray.id, pieces[tray.id], tray.width_mm * view.share)
    _name_rows(sketch, racks, boxes, area[0])
    lower = view.point((0.0, view.shown[3]))[1]
    words = "Black: this rack and its runs · framed: where they lead, with the number of cables"
    words += "" if whole else " · a part of the floor"
    sketch.text(area[0], lower + 4.6, words, 2.2, colour=palette.text2, within=area[2] - area[0])
    return lower + 5.2


def _box(plan: Plan, rack: Rack) -> Bounds:
    part = plan.catalog.rack(rack.part)
    return (rack.x_mm, rack.y_mm, rack.x_mm + part.width_mm, rack.y_mm + part.depth_mm)


def _around(boxes: Sequence[Bounds]) -> Bounds:
    """The smallest rectangle around some."""
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def _within(inner: Bounds, outer: Bounds) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _view(plan: Plan, boxes: Sequence[Bounds], points: Sequence[Point], area: Bounds) -> tuple[_View, bool]:
    """What is shown, as large as it can be; and whether that is the whole floor."""
    every = [_box(plan, rack) for rack in plan.floor.racks]
    for tray in plan.floor.trays:
        every += [grown((x, y, x, y), tray.width_mm / 2) for x, y in tray.points_mm]
    room = grown(_around(every), AROUND_MM / 4)
    focus = grown(_around([*boxes, *((x, y, x, y) for x, y in points)]), AROUND_MM)
    left, upper, right, lower = area
    wide, high = right - left - NAMES, lower - upper - 6.0
    share = min(wide / (focus[2] - focus[0]), high / (focus[3] - focus[1]), wide / LEAST_MM)
    across, deep = wide / share, high / share
    x1, x2 = _stretch(focus[0], focus[2], across, room[0], room[2])
    y1, y2 = _stretch(focus[1], focus[3], deep, room[1], room[3])
    share = min(wide / (x2 - x1), high / (y2 - y1), wide / LEAST_MM)
    dx = left + NAMES + (wide - share * (x2 - x1)) / 2 - x1 * share
    shown = (x1, y1, x2, y2)
    return _View(shown, share, dx, upper - y1 * share), shown == room


def _stretch(start: float, stop: float, size: float, least: float, most: float) -> tuple[float, float]:
    """A stretch around another, so long where the room goes on that far, and never beyond it."""
    spare = (size - (stop - start)) / 2
    start, stop = start - spare, stop + spare
    if start < least:
        start, stop = least, stop + least - start
    if stop > most:
        start, stop = start - (stop - most), most
    return max(least, start), min(most, stop)


def _clipped(points: Sequence[Point], shown: Bounds) -> Iterator[tuple[Point, Point]]:
    """The pieces of a line inside a rectangle."""
    for (x1, y1), (x2, y2) in pairwise(points):
        first, last = 0.0, 1.0
        for start, way, low, high in (
            (x1, x2 - x1, shown[0], shown[2]),
            (y1, y2 - y1, shown[1], shown[3]),
        ):
            if way:
                enter, leave = sorted(((low - start) / way, (high - start) / way))
                first, last = max(first, enter), min(last, leave)
            elif not low <= start <= high:
                last = -1.0
        if first < last:
            yield (
                (x1 + (x2 - x1) * first, y1 + (y2 - y1) * first),
                (x1 + (x2 - x1) * last, y1 + (y2 - y1) * last),
            )


def _draw_ways(sketch: Sketch, ways: Sequence[Sequence[Point]]) -> None:
    """Each way once, with a ring where it ends; words keep clear of them."""
    ends = set()
    for way in dict.fromkeys(map(tuple, ways)):
        if len(way) < 2:
            continue
        sketch.polyline(way, sketch.pen(0.7))
        ends |= {way[0], way[-1]}
        for a, b in pairwise(way):
            box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
            sketch.spots.take(grown(box, 0.35))
    for x, y in sorted(ends):
        ring = (x - 0.9, y - 0.9, x + 0.9, y + 0.9)
        sketch.box(ring, pen=sketch.pen(0.35), fill=sketch.palette.ground, radius=0.9)


def _name_rows(sketch: Sketch, racks: Mapping[str, Rack], boxes: Mapping[str, Bounds], left: float) -> None:
    """The names of the rows that are shown, at the left."""
    for row in sorted({racks[label].row for label in boxes}):
        span = _around([box for label, box in boxes.items() if racks[label].row == row])
        y, size = (span[1] + span[3]) / 2, min(2.6, span[3] - span[1])
        words = f"Row {letters(row)}"
        spot = (left, y - size / 2, left + text_width(words, size, bold=True), y + size / 2)
        if sketch.spots.clear(spot):
            sketch.text(left, y + size * 0.36, words, size, bold=True, within=NAMES - 2)


def _draw_words(sketch: Sketch, mine: str, boxes: Mapping[str, Bounds], far: Mapping[str, int]) -> None:
    """Labels of the racks, and the number of cables, on plates where there is room for them."""
    palette = sketch.palette
    order = [mine, *far, *(label for label in boxes if label not in far)]
    for label in dict.fromkeys(order):
        if label not in boxes:
            continue
        left, upper, right, lower = boxes[label]
        wide = right - left - 0.6
        lines = [label, f"× {far[label]:,}"] if label in far else [label]
        bold = label in far or label == mine
        ink = palette.text if bold else palette.text2
        size = min(2.6, (lower - upper) / (1.4 * len(lines)))
        while size >= 1.6 and max(text_width(line, size, bold=bold) for line in lines) > wide:
            size -= 0.1
        if size < 1.6:
            if not bold:
                continue
            size, ink = 1.8, palette.text
        high = 1.25 * size * len(lines)
        x = (left + right) / 2
        across = max(text_width(line, size, bold=bold) for line in lines) + 0.6
        across = min(across, WIDEST, 2 * (sketch.width - EDGE - x), 2 * (x - EDGE))
        for top in _tops(upper, lower, high):
            plate = (x - across / 2, top, x + across / 2, top + high)
            if not sketch.spots.clear(grown(plate, 0.1)):
                continue
            sketch.box(plate, fill=palette.ground)
            for i, line in enumerate(lines):
                base = top + size * (0.98 + 1.25 * i)
                sketch.text(x, base, line, size, colour=ink, bold=bold, anchor="middle", within=across)
            break


def _name_tray(sketch: Sketch, name: str, pieces: Sequence[Bounds], width: float) -> None:
    """The name of a tray on its left or upper half, beside the runs; where no words are."""
    size = min(2.2, width * 0.42)
    if size < 1.6:
        return
    for x1, y1, x2, y2 in sorted(pieces, key=lambda ends: -abs(ends[2] - ends[0]) - abs(ends[3] - ends[1])):
        a, b = (x1, y1), (x2, y2)
        lying = abs(b[0] - a[0]) >= abs(b[1] - a[1])
        for share in SHARES:
            x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            base = (x, y - 0.5 - 0.22 * size) if lying else (x - 0.5 - 0.22 * size, y)
            text = Text(
                x=base[0], y=base[1], text=plain(name), size=size, colour=sketch.palette.text,
                anchor="middle", turned=not lying,
            )  # fmt: skip
            if sketch.spots.clear(grown(text.bounds, 0.1)):
                sketch.text(*base, name, size, anchor="middle", turned=not lying, within=text.width)
                return


def _tops(upper: float, lower: float, high: float) -> Iterator[float]:
    """Where words of a rack may begin: low in it, high in it, under it, over it."""
    if high <= lower - upper:
        yield lower - high - 0.3
        yield upper + 0.3
    yield lower + 0.4
    yield upper - high - 0.4
