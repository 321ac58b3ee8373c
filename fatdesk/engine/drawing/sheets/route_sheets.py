"""Route sheets: routes of a rack's cables on a small floor plan, and the cables to pull."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from typing import NamedTuple

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Leaf, Page, Pen, Point, Text
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import EDGE, STOCK_A4, Heading, Imprint, Stock, content_area, sheet
from fatdesk.engine.drawing.sheets.checklists import Column, Row, draw_tick_table
from fatdesk.engine.drawing.sheets.floor_plan import SHARES
from fatdesk.engine.drawing.sketch import Sketch, grown, plain
from fatdesk.engine.drawing.text_width import text_width
from fatdesk.engine.floor.floor import Rack, letters, rack_footprint, rack_label

Line = Sequence[Point]


def route_points(run: Sequence[str], trays: Mapping[str, Line], first: Point, last: Point) -> list[Point]:
    """From near one point to near another along trays named in order; nothing where a tray is not there."""
    if not run or any(name not in trays for name in run):
        return []
    ways = [trays[name] for name in run]
    here = nearest(ways[0], first)
    line = [here]
    for way, following in pairwise(ways):
        there = meeting(way, following)
        line += along(way, here, there)
        here = there
    return line + along(ways[-1], here, nearest(ways[-1], last))


def _on(a: Point, b: Point, p: Point) -> Point:
    """The point of a straight piece that is nearest to another."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if not square else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return (a[0] + t * dx, a[1] + t * dy)


def _far(a: Point, b: Point) -> float:
    return float((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def nearest(way: Line, p: Point) -> Point:
    """The point of a tray that is nearest to another.

    >>> nearest(((0.0, 0.0), (10.0, 0.0)), (4.0, 3.0))
    (4.0, 0.0)
    """
    return min((_on(a, b, p) for a, b in pairwise(way)), key=lambda found: _far(found, p))


def meeting(one: Line, other: Line) -> Point:
    """Return the points where two trays touch or cross.

    >>> meeting(((0.0, 0.0), (10.0, 0.0)), ((5.0, -2.0), (5.0, 2.0)))
    (5.0, 0.0)
    """
    found = [cross for a in pairwise(one) for b in pairwise(other) if (cross := _crossing(a, b)) is not None]
    found += [nearest(one, point) for point in other] + list(one)
    return min(
        found,
        key=lambda point: round(_far(point, nearest(other, point)) + _far(point, nearest(one, point)), 3),
    )


def _crossing(one: tuple[Point, Point], other: tuple[Point, Point]) -> Point | None:
    (x1, y1), (x2, y2) = one
    (x3, y3), (x4, y4) = other
    area = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3)
    if not area:
        return None
    t = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / area
    u = ((x3 - x1) * (y2 - y1) - (y3 - y1) * (x2 - x1)) / area
    if not (-1e-9 <= t <= 1 + 1e-9 and -1e-9 <= u <= 1 + 1e-9):
        return None
    return (x1 + t * (x2 - x1), y1 + t * (y2 - y1))


def along(way: Line, start: Point, stop: Point) -> list[Point]:
    """The corners of a tray between two of its points, and the second point.

    >>> along(((0.0, 0.0), (5.0, 0.0), (5.0, 5.0)), (1.0, 0.0), (5.0, 2.0))
    [(5.0, 0.0), (5.0, 2.0)]
    """
    places = [_piece(way, start), _piece(way, stop)]
    if places[0] <= places[1]:
        corners = list(way[places[0] + 1 : places[1] + 1])
    else:
        corners = list(way[places[1] + 1 : places[0] + 1])[::-1]
    return [*corners, stop]


def _piece(way: Line, p: Point) -> int:
    pieces = list(pairwise(way))
    return min(range(len(pieces)), key=lambda i: _far(_on(*pieces[i], p), p))


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
    ways = [route_points(run, trays, middle[mine], middle[label]) for label, run in ends]
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
    _draw_routes(sketch, [[view.point(point) for point in way] for way in ways])
    for label in (mine, *far):
        sketch.box(boxes[label], pen=sketch.pen(0.5))
    lowest = _draw_text(sketch, mine, boxes, far)
    for tray in plan.floor.trays:
        _name_tray(sketch, tray.id, pieces[tray.id], tray.width_mm * view.share)
    _name_rows(sketch, racks, boxes, area[0])
    base = max(view.point((0.0, view.shown[3]))[1] + 4.6, lowest + 0.9 * font_sizes.SMALL)
    words = "Black: this rack and its routes · framed: where they lead, with the number of cables"
    words += "" if whole else " · part of the floor"
    sketch.text(area[0], base, words, font_sizes.SMALL, colour=palette.text2, within=area[2] - area[0])
    return base + 0.6


def _box(plan: Plan, rack: Rack) -> Bounds:
    return rack_footprint(rack, plan.catalog.rack(rack.part))


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
    """Return the visible part of the floor, as large as possible, and whether it is the whole floor."""
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


def _draw_routes(sketch: Sketch, ways: Sequence[Sequence[Point]]) -> None:
    """Draw each route once with a ring at its end; texts keep clear of them."""
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
        y, size = (span[1] + span[3]) / 2, min(font_sizes.SUMMARY, span[3] - span[1])
        words = f"Row {letters(row)}"
        spot = (left, y - size / 2, left + text_width(words, size, bold=True), y + size / 2)
        if sketch.spots.clear(spot):
            sketch.text(left, y + size * 0.36, words, size, bold=True, within=NAMES - 2)


def _draw_text(sketch: Sketch, mine: str, boxes: Mapping[str, Bounds], far: Mapping[str, int]) -> float:
    """Labels of the racks, and the number of cables, on plates with room for them; returns where they end."""
    palette, lowest = sketch.palette, 0.0
    order = [mine, *far, *(label for label in boxes if label not in far)]
    for label in dict.fromkeys(order):
        if label not in boxes:
            continue
        left, upper, right, lower = boxes[label]
        wide = right - left - 0.6
        lines = [label, f"× {far[label]:,}"] if label in far else [label]
        bold = label in far or label == mine
        ink = palette.text if bold else palette.text2
        size = min(font_sizes.SUMMARY, (lower - upper) / (1.4 * len(lines)))
        while size >= font_sizes.LEAST and max(text_width(line, size, bold=bold) for line in lines) > wide:
            size -= 0.1
        if size < font_sizes.LEAST:
            if not bold:
                continue
            size, ink = font_sizes.DETAIL, palette.text
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
            lowest = max(lowest, top + high)
            break
    return lowest


def _name_tray(sketch: Sketch, name: str, pieces: Sequence[Bounds], width: float) -> None:
    """The name of a tray on its left or upper half, next to the routes, clear of other texts."""
    size = min(font_sizes.SMALL, width * 0.42)
    if size < font_sizes.LEAST:
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
    """Candidate positions of the texts of a rack: bottom, top, below, above."""
    if high <= lower - upper:
        yield lower - high - 0.3
        yield upper + 0.3
    yield lower + 0.4
    yield upper - high - 0.4


MARGIN = 4.0
TOP = 17.0
"""Above the small floor, for the title."""

FLOOR_HIGH, FLOOR_MOST = 92.0, 150.0
"""Height of the small floor: at least, and at most where the table leaves room."""

SHARED_MOST = 74.0
"""Most height of the small floor where two racks share a sheet."""

HIGH = 4.9
HEAD = 4.4
"""Of the table."""

SPARE = 10.0
"""Under the table, for its sums."""

COLUMNS = (
    Column("to rack", 0.0, 15.0, bold=True),
    Column("cables", 16.0, 11.0, right=True),
    Column("kind", 30.0, 9.0),
    Column("each", 40.0, 15.0, right=True),
    Column("part", 58.0, 32.0),
    Column("route through the trays", 92.0, 60.0),
    Column("", 154.0, 16.0),
)
TICKS = (Column("pulled", 172.0, 8.0),)


Pulls = Mapping[str, Mapping[Pull, int]]


def pulls_by_rack(plan: Plan) -> Pulls:
    """Number of cables of each sort leave each rack; a cable is counted at both of its racks."""
    alike = Counter(
        (cable.a.rack_label, far, cable.run, cable.kind, cable.part, cable.length.ordered_um)
        for cable in plan.pieces
        for far in dict.fromkeys([end.rack_label for end in cable.legs] or [cable.b.rack_label])
    )
    found: dict[str, Counter[Pull]] = defaultdict(Counter)
    for (near, far, run, kind, part, length), count in alike.items():
        if near and far and near != far:
            found[near][Pull(far, run, kind, part, length)] += count
            found[far][Pull(near, run[::-1], kind, part, length)] += count
    return found


class _Routes(NamedTuple):
    """A rack, its pulls on a sheet, and which of how many sheets of the rack that is."""

    rack: Rack
    pulls: Sequence[tuple[Pull, int]]
    part: tuple[int, int]

    @property
    def needed(self) -> float:
        """Height on a sheet that two racks share."""
        return TOP + SHARED_MOST + HEAD + HIGH * len(self.pulls) + SPARE


def _title(routes: Sequence[_Routes]) -> str:
    labels = " and ".join(rack_label(some.rack) for some in routes)
    return f"Routes of {'rack' if len(routes) == 1 else 'racks'} {labels}"


class RunSheets:
    """The sheets of all racks that cables leave, or of some by label."""

    def __init__(
        self,
        plan: Plan,
        palette: Palette = PRINT,
        imprint: Imprint | None = None,
        stock: Stock = STOCK_A4,
        only: Collection[str] = (),
    ) -> None:
        self.plan, self.palette, self.stock = plan, palette, stock
        self.imprint = imprint or Imprint(project=plan.title)
        self._only = only
        self._racks = sorted(plan.floor.racks, key=lambda rack: (rack.row, rack.x_mm, rack.number))
        self._order = {rack_label(rack): place for place, rack in enumerate(self._racks)}

    @cached_property
    def _pulls(self) -> Pulls:
        return pulls_by_rack(self.plan)

    @cached_property
    def sheets(self) -> list[tuple["_Routes", ...]]:
        """Routes by sheet: those of two neighbouring racks share one where both are whole on it."""
        _, upper, _, lower = content_area(self.stock.standing)
        found: list[tuple[_Routes, ...]] = []
        for routes in self._routes():
            before = found[-1] if found else ()
            both = (*before, routes)
            needed = sum(some.needed for some in both)
            if len(before) == 1 and all(some.part == (1, 1) for some in both) and needed <= lower - upper:
                found[-1] = both
            else:
                found.append((routes,))
        return found

    def _routes(self) -> Iterator["_Routes"]:
        """Routes of each rack in order, in as many parts as it needs sheets."""
        for rack in self._racks:
            label = rack_label(rack)
            if label in self._pulls and (not self._only or label in self._only):
                parts = list(self._parts(label))
                yield from (_Routes(rack, some, (i, len(parts))) for i, some in enumerate(parts, start=1))

    def _parts(self, label: str) -> Iterator[Sequence[tuple[Pull, int]]]:
        """The pulls of a rack by sheet, in the order of the racks they lead to."""
        _, upper, _, lower = content_area(self.stock.standing)
        high = lower - upper - TOP - HEAD - SPARE
        first, other = int((high - FLOOR_HIGH) / HIGH), int(high / HIGH)
        pulls = sorted(
            self._pulls[label].items(),
            key=lambda item: (
                self._order.get(item[0].far, 0),
                item[0].run,
                item[0].kind,
                item[0].ordered_um or 0,
                item[0].part,
            ),
        )
        if len(pulls) > first:  # a second sheet there is, so the floor may be large
            first = int((high - FLOOR_MOST) / HIGH)
        yield pulls[:first]
        for i in range(first, len(pulls), other):
            yield pulls[i : i + other]

    def leaves(self, before: int = 0) -> Iterator[Leaf]:
        """Sheets at the end of a document, numbered after the preceding ones."""
        for i, routes in enumerate(self.sheets):
            title, part = _title(routes), routes[0].part
            if part[1] > 1:
                title += f", {part[0]} of {part[1]}"
            yield Leaf(title, partial(self.page, i, before), "Routes")

    def page(self, i: int, before: int = 0) -> Page:
        """One sheet."""
        routes, paper = self.sheets[i], self.stock.standing
        title, part = _title(routes), routes[0].part
        heading = Heading(
            document=title,
            scope=f"{'its' if len(routes) == 1 else 'their'} cables to other racks"
            + (f" · sheet {part[0]} of {part[1]}" if part[1] > 1 else ""),
            number=before + i + 1,
            sheets=before + len(self.sheets),
        )
        sketch = sheet(paper, self.palette, heading, self.imprint)
        _, upper, _, lower = content_area(paper)
        rest = (lower - upper - sum(some.needed for some in routes)) / len(routes)
        for some in routes:
            self._draw(sketch, some, upper, upper + some.needed + rest)
            upper += some.needed + rest
        return sketch.page(f"{title}, {self.plan.title}")

    def _draw(self, sketch: Sketch, routes: "_Routes", upper: float, lower: float) -> None:
        """Draw the routes of a rack between two heights: the small floor, and the cables to pull."""
        label, pulls = rack_label(routes.rack), routes.pulls
        left, _, right, _ = content_area(self.stock.standing)
        x, wide = left + MARGIN, right - left - 2 * MARGIN
        sketch.text(x, upper + 8, f"Routes of rack {label}", font_sizes.TITLE, bold=True, within=wide)
        place = f"row {letters(routes.rack.row)}, position {routes.rack.position + 1}"
        summary = f"{place} · {self._summary(label)}"
        sketch.text(x, upper + 13.4, summary, font_sizes.SUMMARY, colour=self.palette.text2, within=wide)
        y = upper + TOP
        if routes.part[0] == 1:
            room = lower - y - HEAD - SPARE - HIGH * len(pulls)
            high = min(FLOOR_MOST, max(min(FLOOR_HIGH, SHARED_MOST), room))
            area = (x, y, right - MARGIN, y + high - 4.0)
            y = draw_run_map(sketch, self.plan, label, self._pulls[label], area) + 4.0
        stretch = wide / 182.0
        columns = [self._wider(column, stretch) for column in COLUMNS]
        ticks = [self._wider(column, stretch) for column in TICKS]
        rows = [self._row(label, pull, count) for pull, count in pulls]
        end = draw_tick_table(sketch, columns, ticks, rows, (x, y), HIGH)
        here = sum(count for pull, count in pulls if self._first(label, pull))
        words = f"{counted(here, 'cable') if here else 'Nothing'} to pull"
        if here < sum(count for _, count in pulls):
            rest = "the others" if here else "its cables"
            words += f"; {rest} are ticked with the racks named in their rows"
        sketch.text(x, end + 4.6, words, font_sizes.SUMMARY, within=wide)

    @staticmethod
    def _wider(column: Column, by: float) -> Column:
        return Column(column.head, column.x * by, column.width * by, column.bold, column.right)

    def _summary(self, label: str) -> str:
        """Sums of all that leaves a rack."""
        pulls = self._pulls[label]
        lengths = [pull.ordered_um for pull in pulls]
        metres = sum((pull.ordered_um or 0) * count for pull, count in pulls.items()) / 1e6
        summary = f"{counted(sum(pulls.values()), 'cable')} to {counted(len({p.far for p in pulls}), 'rack')}"
        if any(length is not None for length in lengths):
            summary += f", {'≥ ' if None in lengths else ''}{metres:,.2f} m"
        return summary

    def _first(self, label: str, pull: Pull) -> bool:
        """Whether a pull is ticked here and not on the sheet of its other rack."""
        return self._order.get(label, 0) < self._order.get(pull.far, 0)

    def _row(self, label: str, pull: Pull, count: int) -> Row:
        length = pull.ordered_um
        here = self._first(label, pull)
        cells = (
            pull.far,
            f"{count:,}",
            pull.kind or "none",
            "unknown" if length is None else f"{length / 1e6:.2f} m",
            pull.part or "none chosen",
            " · ".join(pull.run) or "no route",
            "" if here else f"see {pull.far}",
        )
        return Row(cells, (False if here else None,))
