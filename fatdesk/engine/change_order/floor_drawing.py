"""Drawing of the floor of a step: racks with the devices that come and go, and cables in the trays.

Cables of a mark run as a line of their own along the tray, in the ink and dash of the drawing of networks.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Bools, Longs
from fatdesk.core.number_text import counted
from fatdesk.engine.change_order.marks import (
    AFTER,
    LETTERS,
    WHOLE,
    Mark,
    MarkedStep,
    State,
    is_there,
    states,
)
from fatdesk.engine.change_order.network_drawing import (
    DASHES,
    KEPT_WIDE,
    LEGEND,
    STATE_NOTE,
    WIDTHS,
    cloud_lines,
    code_of,
    item_fill,
    mark_ink,
    pale_ink,
    swatch_of,
)
from fatdesk.engine.drawing.floor_picture import RackBox
from fatdesk.engine.drawing.palette import mixed
from fatdesk.engine.topology.frame import View, width_of
from fatdesk.engine.topology.frame_style import Fill, Inks, Stroke
from fatdesk.engine.topology.page import Key, KeyRow, Pixels

STEPS = (4, 32)
"""Cables from which on a line is wider."""
WIDER = 1.3
LANES = {Mark.NEW: -1.5, Mark.MOVED: -0.5, Mark.LEFT: 0.5, Mark.REMOVED: 1.5}
"""Places of the lines across a tray."""
LEAST_LANE, MOST_LANE = 4.0, 11.0
"""Between two lines, in pixels."""
MOST_PILLS = 30
LEAST_PILLED = 74.0
PLACES = (0.5, 0.35, 0.65, 0.2, 0.8)
"""Positions of a number along its line."""
LEAST_LABEL, LEAST_WORDS = 24.0, 34.0
"""Widths of racks with a name, and with counts, in pixels."""
Run = tuple[float, float, float, float]


class Line(NamedTuple):
    """A straight line of cables of one mark and state, in millimetres; ``cables`` at its fullest place."""

    mark: Mark
    state: State
    width: float
    run: Run
    cables: int


class FloorDrawing:
    """The floor of a step at any stage; what does not depend on the viewport is kept."""

    def __init__(self, step: MarkedStep) -> None:
        self.step, self.floor = step, step.floor
        self._lines: tuple[int, list[Line]] | None = None

    @property
    def extent(self) -> tuple[float, float, float, float] | None:
        """The rectangle around the floor in millimetres; None: it is empty."""
        return self.floor.picture.extent

    # Cables in trays

    def lines(self, at: int) -> list[Line]:
        """The lines of cables while a stage is worked on, joined where they run on."""
        if self._lines is None or self._lines[0] != at:
            self._lines = at, list(self._joined(at))
        return self._lines[1]

    def _joined(self, at: int) -> Iterator[Line]:
        flow, pieces = self.floor.flow, len(self.floor.pieces)
        state = states(flow[:, 2], at)
        there = is_there(flow[:, 1], state)
        key = (flow[there, 0] * len(Mark) + flow[there, 1]) * len(State) + state[there]
        counts = np.bincount(key, flow[there, 3], pieces * len(Mark) * len(State)).astype(np.int64)
        table = counts.reshape(pieces, len(Mark), len(State))
        done = table[..., State.DONE] >= table[..., State.TO_COME]
        best = np.where(done, State.DONE, State.TO_COME)
        best = np.where(table[..., State.NOW] > 0, State.NOW, best)
        cables = np.take_along_axis(table, best[..., None], axis=2)[..., 0]
        steps = np.searchsorted(STEPS, cables, side="left")
        for mark in Mark:
            for one in State:
                for step in range(len(STEPS) + 1):
                    some = (cables[:, mark] > 0) & (best[:, mark] == one) & (steps[:, mark] == step)
                    wide = KEPT_WIDE if mark is Mark.KEPT else WIDTHS[one] + WIDER * step
                    if some.any():
                        for run, most in self._runs(some, cables[:, mark]):
                            yield Line(mark, one, wide, run, most)

    @cached_property
    def _in_line(self) -> tuple[Longs, Bools]:
        """The pieces in order along their lines, and whether each goes on from the one before it."""
        x1, y1, x2, y2 = self.floor.pieces.round(3).T
        flat = y1 == y2
        place = np.where(flat, y1, x1)
        low, high = np.where(flat, np.minimum(x1, x2), np.minimum(y1, y2)), np.maximum(x1, x2)
        high = np.where(flat, high, np.maximum(y1, y2))
        order = np.lexsort((high, low, place, flat)).astype(np.int64)
        flat, place, low, high = (some[order] for some in (flat, place, low, high))
        straight = flat | (x1 == x2)[order]
        on = np.zeros(len(order), np.bool_)
        on[1:] = (
            straight[1:]
            & straight[:-1]
            & (flat[1:] == flat[:-1])
            & (place[1:] == place[:-1])
            & (low[1:] <= high[:-1] + 1e-3)
        )
        return order, on

    def _runs(self, some: Bools, cables: Longs) -> Iterator[tuple[Run, int]]:
        """Some pieces joined where one begins at the end of another, with the most cables of each."""
        order, on = self._in_line
        here = np.flatnonzero(some[order])
        first = np.ones(len(here), np.bool_)
        first[1:] = ~on[here[1:]] | (np.diff(here) > 1)
        starts = np.flatnonzero(first)
        ordered = self.floor.pieces[order[here]]
        low = np.minimum.reduceat(np.minimum(ordered[:, :2], ordered[:, 2:]), starts, axis=0)
        high = np.maximum.reduceat(np.maximum(ordered[:, :2], ordered[:, 2:]), starts, axis=0)
        most = np.maximum.reduceat(cables[order[here]], starts)
        aslant = (ordered[starts, 0] != ordered[starts, 2]) & (ordered[starts, 1] != ordered[starts, 3])
        runs = np.where(aslant[:, None], ordered[starts], np.concatenate([low, high], axis=1))
        yield from zip(runs.tolist(), most.tolist(), strict=True)

    # Racks

    def worked_on(self, at: int) -> dict[int, int]:
        """Plugs that are pulled or plugged in a stage, by the number of the rack."""
        plugs = self.floor.plugs
        some = plugs if at == WHOLE else plugs[plugs[:, 2] == at]
        found: Counter[int] = Counter()
        for rack, _, _, count in some.tolist():
            found[rack] += count
        return dict(found)

    def entered(self, at: int) -> frozenset[int]:
        """Racks with work in a stage; devices are mounted and dismounted in the first."""
        racks = set(self.worked_on(at))
        if at in (1, WHOLE):
            racks |= set(self.floor.mounted) | set(self.floor.dismounted)
        return frozenset(racks)

    def draw(self, on: Pixels, view: View, at: int, inks: Inks) -> None:
        """Draw the floor in a viewport."""
        self._building(on, view, inks)
        self._racks(on, view, at, inks)
        pills = self._cables(on, view, at, inks)
        if self.step.clouds:
            changed = {*self.entered(at), *(number for number, mark in self.floor.racks.items() if mark)}
            boxes = [_box(view, self.floor.picture.racks[number].bounds) for number in sorted(changed)]
            on.lines(cloud_lines(boxes)._replace(colour=inks.accent))
        words = self._words(on, view, at, inks)
        self._pills(on, pills, words, inks)

    def _building(self, on: Pixels, view: View, inks: Inks) -> None:
        """Draw walls, columns and areas, and the trays."""
        picture = self.floor.picture
        for area in picture.areas:
            x, y, wide, high = _box(view, area.bounds)
            solid = area.role == "solid"
            look = Fill(mixed(inks.text3, inks.ground, 0.5) if solid else "", inks.line2, 1.0, (3.0, 3.0))
            on.box(x, y, wide, high, look._replace(dash=()) if solid else look)
        for wall in picture.walls:
            lines = [(*a, *b) for line in wall.lines for a, b in pairwise(line)]
            width = max(1.0, wall.thickness * view.scale)
            on.lines(Stroke(view.lines(np.array(lines).reshape(-1, 4)), inks.text3, width))
        for tray in picture.trays:
            lines = [(*a, *b) for a, b in pairwise(tray.points)]
            width = max(2.0, tray.width * view.scale)
            pale = mixed(inks.line2, inks.ground, 0.6)
            on.lines(Stroke(view.lines(np.array(lines).reshape(-1, 4)), pale, width))

    def _racks(self, on: Pixels, view: View, at: int, inks: Inks) -> None:
        floor, entered = self.floor, self.entered(at)
        state = State(int(states(np.ones(1, np.int64), at)[0]))
        for number, rack in floor.picture.racks.items():
            x, y, wide, high = _box(view, rack.bounds)
            if not _in_view(view, x, y, wide, high):
                continue
            look = item_fill(floor.racks[number], state, inks)
            if number in entered:
                look = look._replace(stroke=look.stroke if floor.racks[number] else inks.text, width=2.6)
            elif not rack.occupied and floor.racks[number] is Mark.KEPT:
                look = Fill("", inks.line2, 1.0, (3.0, 2.0))
            inset = min(1.0, wide / 10)
            on.box(x + inset, y + inset, wide - 2 * inset, high - 2 * inset, look, min(3.0, wide / 8))

    def _cables(self, on: Pixels, view: View, at: int, inks: Inks) -> list[tuple[Run, Line]]:
        """Draw the lines of cables, kept ones first, worked on ones last; return those to number."""
        apart = self._apart(view)
        looks: dict[tuple[int, State, float], list[Run]] = defaultdict(list)
        pills: list[tuple[Run, Line]] = []
        now = any(line.state is State.NOW for line in self.lines(at))
        for line in self.lines(at):
            shift = LANES.get(line.mark, 0.0) * apart
            x1, y1, x2, y2 = view.lines(np.array(line.run)).tolist()
            lying = abs(x2 - x1) >= abs(y2 - y1)
            run = (x1, y1 + shift, x2, y2 + shift) if lying else (x1 + shift, y1, x2 + shift, y2)
            looks[line.mark, line.state, line.width].append(run)
            counted_here = line.mark is not Mark.KEPT and (line.state is State.NOW or not now)
            if counted_here and abs(x2 - x1) + abs(y2 - y1) >= LEAST_PILLED:
                pills.append((run, line))
        for (mark, state, width), runs in sorted(looks.items(), key=lambda one: _rank(*one[0])):
            ink = pale_ink(Mark(mark), state, inks.palette, dark=inks.dark)
            lines = np.array(runs)
            if state is State.NOW:
                on.lines(Stroke(lines, inks.ground, width + 2.0))
            on.lines(Stroke(lines, ink, width, DASHES.get(Mark(mark), ())))
        return pills

    def _pills(
        self,
        on: Pixels,
        pills: Sequence[tuple[Run, Line]],
        words: Sequence[tuple[float, float]],
        inks: Inks,
    ) -> None:
        """Draw numbers of cables, those of the most first, where they cover no other one and no text."""
        taken: list[tuple[float, float]] = []
        for (x1, y1, x2, y2), line in sorted(pills, key=lambda one: -one[1].cables)[:MOST_PILLS]:
            text = f"{LETTERS[line.mark]} {line.cables:,}"
            wide, ink = max(34.0, width_of(text, 11.0, True) + 14), mark_ink(line.mark, inks.palette)
            for share in PLACES:
                x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
                clear = all(abs(x - px) > 52 or abs(y - py) > 21 for px, py in taken)
                if clear and all(abs(x - px) > wide / 2 + 10 or abs(y - py) > 14 for px, py in words):
                    taken.append((x, y))
                    on.box(x - wide / 2, y - 9, wide, 18, Fill(inks.base, ink, 1.3), 9.0)
                    on.text(x, y, text, 11.0, ink, bold=True, anchor="middle")
                    break

    def _apart(self, view: View) -> float:
        """Distance of two lines in a tray, in pixels."""
        widths = [tray.width for tray in self.floor.picture.trays]
        wide = min(widths, default=300.0) * view.scale
        return max(LEAST_LANE, min(MOST_LANE, wide / 4))

    def _words(self, on: Pixels, view: View, at: int, inks: Inks) -> list[tuple[float, float]]:
        """Write names of racks and rows, and counts in racks; return the middles of the texts in racks."""
        plugs, floor = self.worked_on(at), self.floor
        placed: list[tuple[float, float]] = []
        for number, rack in floor.picture.racks.items():
            x, y, wide, high = _box(view, rack.bounds)
            if wide >= LEAST_LABEL and _in_view(view, x, y, wide, high):
                place = x, y, wide, high
                placed += self._rack_words(on, rack, place, at, plugs.get(number, 0), inks)
        if view.scale * 600 >= 6:
            for row in floor.picture.rows.values():
                left, upper, _, lower = row.span
                y = view.down((upper + lower) / 2)
                on.text(view.across(left) - 10, y, row.label, 12.0, inks.text2, bold=True, anchor="end")
        return placed

    def _rack_words(
        self,
        on: Pixels,
        rack: RackBox,
        place: tuple[float, float, float, float],
        at: int,
        plugs: int,
        inks: Inks,
    ) -> Iterator[tuple[float, float]]:
        """Write the name of a rack, devices that come and go, and plugs of the stage; yield their middles.

        Devices come and go in the first stage.
        """
        x, y, wide, high = place
        floor, middle = self.floor, x + wide / 2
        size = 12.0 if width_of(rack.label, 12.0, True) <= wide - 4 else 9.0
        mark = floor.racks[rack.number]
        name = f"{LETTERS[mark]} {rack.label}".strip() if wide >= 44 else rack.label
        ink = inks.text if mark is Mark.KEPT else mark_ink(mark, inks.palette)
        if width_of(name, size, True) > wide + 2:
            return
        foot = y + high - 10
        ground = item_fill(mark, State.DONE, inks).fill if mark is not Mark.REMOVED else inks.ground
        self._plate(on, middle, foot, min(wide - 7, width_of(name, size, True) + 6), ground)
        on.text(middle, foot, name, size, ink, bold=True, anchor="middle")
        yield middle, foot
        if wide < LEAST_WORDS or high < 56:
            return
        fates = inks.palette.fates
        moving = at in (0, 1, AFTER, WHOLE)
        come, go = (some.get(rack.number, 0) if moving else 0 for some in (floor.mounted, floor.dismounted))
        rows = [(y + 11.0, f"+{come:,}", fates.new)] * bool(come)
        rows += [(y + 11.0 + 13.0 * bool(come), f"−{go:,}", fates.removed)] * bool(go)
        rows += [(foot - 13.0, counted(plugs, "plug") if wide >= 60 else f"{plugs:,}", inks.text)] * bool(
            plugs
        )
        for row, words, colour in rows:
            if width_of(words, 10.0, True) <= wide - 4:
                self._plate(on, middle, row, width_of(words, 10.0, True) + 4, ground)
                on.text(middle, row, words, 10.0, colour, bold=True, anchor="middle")
                yield middle, row

    def _plate(self, on: Pixels, x: float, y: float, wide: float, ground: str) -> None:
        """Draw the ground behind a text."""
        on.box(x - wide / 2, y - 6.5, wide, 13.0, Fill(ground, "", 0.0), 2.0)

    def key(self, at: int) -> Key:
        """The key: cables of each mark, racks and devices."""
        step, floor = self.step, self.floor
        rows = []
        for mark in LEGEND:
            if total := step.counts[mark]:
                now = 0 if at == WHOLE else sum(one.cables(mark, at) for one in step.networks)
                name = f"{LETTERS[mark]}  {self.step.words.titles[mark]}".strip()
                more = f", {now:,} in this stage" if now else ""
                rows.append(KeyRow(code_of(mark, State.NOW), name + more, total))
        notes = [STATE_NOTE] * (at != WHOLE)
        if entered := len(self.entered(at)):
            notes.append(f"Bold frame: work in {counted(entered, 'rack')}; over the name: plugs")
        mounted, dismounted = sum(floor.mounted.values()), sum(floor.dismounted.values())
        new, gone = (sum(one is mark for one in floor.racks.values()) for mark in (Mark.NEW, Mark.REMOVED))
        coming = [f"+{mounted:,} mounted"] * bool(mounted) + [f"−{dismounted:,} dismounted"] * bool(
            dismounted
        )
        racks = [f"N {new:,} new"] * bool(new) + [f"R {gone:,} removed"] * bool(gone)
        parts = [f"Devices: {', '.join(coming)}"] * bool(coming) + [f"racks: {', '.join(racks)}"] * bool(
            racks
        )
        notes += ["; ".join(parts)] * bool(parts)
        return Key("Cables", "of all networks", tuple(rows), tuple(notes), ())


class FloorSwatches:
    """Styles of the key of a floor."""

    def __init__(self, inks: Inks) -> None:
        self._inks = inks

    def swatch(self, code: int) -> Stroke:
        """The style of a code, without lines."""
        return swatch_of(code, self._inks)


def _rank(mark: int, state: State, width: float) -> tuple[int, int, float]:
    """Order of drawing: kept lines, then by state."""
    return (0 if mark == Mark.KEPT else 1 + state, mark, width)


def _box(view: View, bounds: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Left, top, width and height of a rectangle of the room in pixels."""
    left, upper, right, lower = bounds
    return view.across(left), view.down(upper), (right - left) * view.scale, (lower - upper) * view.scale


def _in_view(view: View, x: float, y: float, wide: float, high: float) -> bool:
    return x + wide > -40 and x < view.width + 40 and y + high > -40 and y < view.height + 40
