"""Drawing of a network of a step: kept, moved, new and removed links and devices, at each stage of the work.

Marks have their own ink, their own dash and their own letter, so that the drawing reads in black and white.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from fatdesk.core.arrays import Bools, Floats, Longs
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.change_order.marks import (
    GOES,
    LETTERS,
    TITLES,
    WHOLE,
    Mark,
    MarkedNetwork,
    MarkedStep,
    State,
    is_there,
    states,
)
from fatdesk.engine.drawing.clouds import Rect, clouds
from fatdesk.engine.drawing.palette import Palette, mixed
from fatdesk.engine.topology.cluster_layout import lay_out
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.frame import Box, Emphasis, Label, Pill, Seen, Strands, View, width_of
from fatdesk.engine.topology.frame_style import CROSS, CROSS_WIDE, Fill, Inks, Look, Stroke
from fatdesk.engine.topology.frames import Looking, pills_on
from fatdesk.engine.topology.link_colours import Colouring
from fatdesk.engine.topology.page import Key, KeyRow

STATES = len(State)
FIRST = 1_000_000
"""A link that is worked on decides the look of its bundle."""
DASHES: dict[Mark, tuple[float, ...]] = {
    Mark.MOVED: (5.0, 2.0),
    Mark.LEFT: (1.2, 1.8),
    Mark.REMOVED: (6.0, 1.6, 1.2, 1.6),
}
"""Patterns in line widths; kept and new ones are solid."""
WIDTHS = {State.TO_COME: 1.2, State.DONE: 1.5, State.NOW: 2.8}
PALE = {State.TO_COME: (0.55, 0.84), State.DONE: (0.25, 0.5), State.NOW: (0.0, 0.0)}
"""Share of the ground in the ink by state, on a light and on a dark ground."""
KEPT_PALE, KEPT_PALE_DARK, KEPT_WIDE = 0.55, 0.8, 1.0
CASING = 2.4
MOST_CASED = 300
MOST_CROSSED = 60
CROWDED = ((60, 1.0), (200, 0.65), (10**9, 0.45))
"""Width of lines that are worked on, by their number: many thick ones would hide the others."""
ORDER = (State.TO_COME, State.DONE, State.NOW)
"""Later ones over earlier ones."""
LEGEND = (Mark.NEW, Mark.MOVED, Mark.LEFT, Mark.REMOVED, Mark.KEPT)
BADGE = 11.0
STATE_NOTE = "Thick: in this stage; thin: done; pale: to come"


CLOUD_ROOM, SCALLOP, CLOUD_WIDE = 7.0, 14.0, 1.4
"""Room within clouds, length of their scallops and width of their lines, in pixels."""


def cloud_lines(boxes: Sequence[Rect]) -> Stroke:
    """Return clouds around what changes, without colour."""
    lines = clouds(boxes, CLOUD_ROOM, SCALLOP)
    return Stroke(np.array(lines, np.float64).reshape(-1, 4), "", CLOUD_WIDE)


def code_of(mark: int, state: int) -> int:
    """The code of a mark in a state."""
    return mark * STATES + state


def mark_ink(mark: Mark, palette: Palette) -> str:
    """The ink of a mark."""
    inks = palette.fates
    return {
        Mark.KEPT: palette.text2,
        Mark.MOVED: inks.moved,
        Mark.LEFT: inks.moved,
        Mark.NEW: inks.new,
        Mark.REMOVED: inks.removed,
    }[mark]


def pale_ink(mark: Mark, state: State, palette: Palette, *, dark: bool) -> str:
    """The ink of a mark in a state: pale where it is to come, or kept."""
    pale = PALE[state][dark]
    if mark is Mark.KEPT:
        pale = KEPT_PALE_DARK if dark else KEPT_PALE
    return mixed(mark_ink(mark, palette), palette.ground, pale)


def swatch_of(code: int, inks: Inks) -> Stroke:
    """The style of a code in a key, without lines."""
    mark, state = Mark(code // STATES), State(code % STATES)
    wide = KEPT_WIDE if mark is Mark.KEPT else WIDTHS[state]
    ink = pale_ink(mark, state, inks.palette, dark=inks.dark)
    return Stroke(np.zeros((0, 4)), ink, wide, DASHES.get(mark, ()))


def item_fill(mark: Mark, state: State, inks: Inks) -> Fill:
    """Fill and outline of a device or rack: kept pale, to come without fill, removed dashed."""
    if mark is Mark.KEPT:
        return Fill(inks.panel, mixed(inks.text3, inks.ground, 0.4), 1.0)
    ink = mark_ink(mark, inks.palette)
    wide = 2.4 if state is State.NOW else 1.6
    dash = tuple(part / 1.6 for part in DASHES.get(mark, ()))
    if mark is Mark.REMOVED:
        stroke = ink if state is not State.DONE else mixed(ink, inks.ground, 0.6)
        return Fill(inks.ground, stroke, wide, dash)
    if state is State.TO_COME:
        return Fill(inks.ground, mixed(ink, inks.ground, 0.35), 1.2, (2.0, 2.0))
    return Fill(mixed(inks.ground, ink, 0.06 if inks.dark else 0.16), ink, wide, dash)


@dataclass(frozen=True, eq=False)
class ChangeColouring(Colouring):
    """Links and boxes by mark and state."""

    def colours(self, palette: Palette, *, dark: bool) -> tuple[str, ...]:
        """The colour of each code."""
        return tuple(pale_ink(mark, state, palette, dark=dark) for mark in Mark for state in State)


def change_colouring(network: MarkedNetwork, state: Longs, node_state: Longs) -> ChangeColouring:
    """The colouring of a network in which links and devices are in some states."""
    nodes = network.node_mark * STATES + node_state
    return ChangeColouring(
        mode="level",
        title="",
        of_link=network.mark * STATES + state,
        names=tuple(f"{TITLES[mark]}, {state.name.lower()}" for mark in Mark for state in State),
        of_node=nodes,
        weights=tuple(_weight(mark, state) for mark in Mark for state in State),
    )


def _weight(mark: Mark, state: State) -> int:
    """Weight of a link in its bundle: that it is worked on decides, then that it is still there."""
    if state is State.NOW:
        return FIRST
    return 1_000 if mark in GOES and state is State.TO_COME else 1


class ChangeLook(Look):
    """The look of a frame of a step."""

    def __init__(self, seen: Seen, colours: Colouring, inks: Inks) -> None:
        super().__init__(seen, colours, inks)
        seen.dimmed = False
        self._thin = 1.0

    def strands(self) -> Iterator[Stroke]:
        """Kept links, then what is to come, what is done, and what is worked on."""
        some = self.seen.strands
        now = int((some.code % STATES == State.NOW).sum())
        self._thin = next(thin for most, thin in CROWDED if now <= most)
        more = np.minimum(1.6, np.log2(np.maximum(some.count, 1)) / 2.5) * self._thin
        kept = some.code // STATES == Mark.KEPT
        if kept.any():
            yield Stroke(some.lines[kept], self.lines[code_of(Mark.KEPT, State.DONE)], KEPT_WIDE)
        for state in ORDER:
            for mark in (Mark.NEW, Mark.MOVED, Mark.LEFT, Mark.REMOVED):  # dashed lines over solid ones
                here = some.code == code_of(mark, state)
                yield from self._alike(mark, state, some.lines[here], more[here])
        gone = some.code == code_of(Mark.REMOVED, State.NOW)
        yield self._marks_of(some.lines[gone][-MOST_CROSSED:])

    def _alike(self, mark: Mark, state: State, lines: Floats, more: Floats) -> Iterator[Stroke]:
        """Lines of one mark and state by width."""
        if not len(lines):
            return
        wide = WIDTHS[state] * (self._thin if state is State.NOW else 1.0) + np.round(more * 2) / 2
        cased = state is State.NOW and len(lines) <= MOST_CASED
        for width in np.unique(wide).tolist():
            here = lines[wide == width]
            if cased:
                yield Stroke(here, self.inks.ground, width + CASING)
            yield Stroke(here, self.lines[code_of(mark, state)], width, DASHES.get(mark, ()))

    def _marks_of(self, lines: Floats) -> Stroke:
        """A cross on each line that is pulled."""
        share = 0.35 + 0.1 * (np.arange(len(lines)) % 4)  # neighbours at different heights
        x, y = (
            lines[:, 0] + (lines[:, 2] - lines[:, 0]) * share,
            lines[:, 1] + (lines[:, 3] - lines[:, 1]) * share,
        )
        one = np.stack([x - CROSS, y - CROSS, x + CROSS, y + CROSS], axis=1)
        other = np.stack([x - CROSS, y + CROSS, x + CROSS, y - CROSS], axis=1)
        return Stroke(np.concatenate([one, other]), self.inks.palette.fates.removed, CROSS_WIDE)

    def swatch(self, code: int) -> Stroke:
        """The style of a code in the key, without lines."""
        return swatch_of(code, self.inks)

    def box(self, box: Box) -> Fill:
        """Kept devices pale, others in their ink; a device to come has no fill, one that goes is dashed."""
        if box.code < 0:
            return item_fill(Mark.KEPT, State.DONE, self.inks)
        return item_fill(Mark(box.code // STATES), State(box.code % STATES), self.inks)

    def hosts(self) -> Iterator[tuple[Floats, Fill]]:
        """Squares of hosts by mark."""
        seen = self.seen
        if not len(seen.hosts) or seen.host_codes is None:
            return
        large = float(seen.hosts[0, 2]) >= 9.0
        for code in np.unique(seen.host_codes).tolist():
            look = self.box(Box(0, 0, 0, 0, 0, 0, 0, 0, "box", code))
            if not large and look.fill != self.inks.ground:
                look = Fill(mixed(look.fill, look.stroke, 0.5), "", 0.0)
            yield seen.hosts[seen.host_codes == code], look

    def ink(self, label: Label) -> str:
        """The colour of a text; badges have that of their mark."""
        if label.tone == "box" and label.level < 0:
            return mark_ink(Mark(-label.level), self.inks.palette)
        return self.inks.text if label.tone == "box" else super().ink(label)

    def pill(self, pill: Pill) -> tuple[Fill, str]:
        """Return the style of a count on a bundle, and the colour of its text."""
        ink = mark_ink(Mark(pill.code // STATES), self.inks.palette)
        return Fill(self.inks.base, ink, 1.4), ink


class NetworkPicture:
    """Frames of one network of a step, at any stage; the layout is made once."""

    def __init__(
        self,
        network: MarkedNetwork,
        labels: Sequence[str],
        catalog: Catalog,
        titles: Mapping[Mark, str] = TITLES,
    ) -> None:
        self.network, self._labels, self._catalog, self._titles = network, labels, catalog, titles
        self._looking: tuple[int, Looking] | None = None
        self._now: Longs = np.zeros(0, np.int64)
        """Links of each bundle that are worked on."""

    @cached_property
    def drawing(self) -> Drawing:
        """Layout and bundles; links of different marks run side by side."""
        network = self.network
        layout = lay_out(network.fabric, self._catalog)
        layout = replace(layout, link_lane=network.mark.astype(np.int8))
        return Drawing(
            network.fabric, network.names, network.racks, self._labels, self._catalog, layout=layout
        )

    def looking(self, at: int) -> Looking:
        """The maker of frames while a stage is worked on."""
        if self._looking is None or self._looking[0] != at:
            network = self.network
            state = states(network.stage, at)
            node_state = states((network.node_mark != Mark.KEPT).astype(np.int64), at)
            emphasis = Emphasis.none(network.fabric)
            emphasis.links = is_there(network.mark, state) & (network.mark != Mark.KEPT)
            colours = change_colouring(network, state, node_state)
            self._looking = at, Looking(self.drawing, colours, emphasis)
            self._now = self.drawing.wiring.summed(state == State.NOW, 2)[:, 1].astype(np.int64)
        return self._looking[1]

    def frame(self, view: View, at: int, *, names: bool = True) -> Seen:
        """The frame of a viewport while a stage is worked on."""
        looking = self.looking(at)
        seen = looking.frame(view, names=names)
        seen.strands = self._shown(seen)
        seen.notes.clear()
        changed = _some(seen.strands, seen.strands.code // STATES != Mark.KEPT)
        now = _some(changed, changed.code % STATES == State.NOW)
        plain = len(seen.labels)
        self._mark_boxes(seen, at)
        badges = ((one, width_of(one.text, one.size, True) / 2) for one in seen.labels[plain:])
        texts = [(one.x + half, one.y, half + 2) for one, half in badges]
        seen.pills = [_lettered(pill) for pill in pills_on(now if len(now.code) else changed, texts)]
        return seen

    def _shown(self, seen: Seen) -> Strands:
        """The bundles whose links are there; of those worked on only the links of the stage count."""
        some = seen.strands
        count = some.count.copy()
        for number, pair in enumerate(seen.pairs):
            bundles = self.drawing.wiring.between(*pair)
            now = np.bincount(bundles.of_base, self._now[bundles.base], len(bundles.count)).astype(np.int64)
            here = (some.pair == number) & (some.code % STATES == State.NOW)
            count[here] = now[some.number[here]]
        mark, state = np.divmod(some.code, STATES)
        return _some(replace(some, count=count), is_there(mark, state))

    def _mark_boxes(self, seen: Seen, at: int) -> None:
        """Give groups the marks of their devices, and all boxes with changes their letters and counts."""
        drawing, marks = self.drawing, self.network.node_mark
        state = int(states(np.ones(1, np.int64), at)[0])
        found: list[Box] = []
        top = len(drawing.layout.rows) - 1
        for box in seen.boxes:
            if box.what == "box" and box.code >= 0:
                found.append(box)
                if box.code // STATES:
                    _badge(seen, box, Mark(box.code // STATES), "", below=box.row == top)
                continue
            if box.what not in ("group", "hosts"):
                found.append(box)
                continue
            tier = drawing.wiring.tiers[box.row][box.tier]
            if box.what == "group":
                nodes = drawing.nodes_of(box.row, tier, box.number)
            else:
                nodes = drawing.layout.hosts[drawing.hosts_below(tier, box.number)]
            counts = np.bincount(marks[nodes], minlength=len(Mark))
            found += _parts_of(box, counts, state)
            if box.what == "group":
                for mark in (Mark.NEW, Mark.MOVED, Mark.REMOVED):
                    if counts[mark]:
                        text = "" if counts[mark] == len(nodes) else f" {counts[mark]:,}"
                        _badge(seen, box, mark, text, below=box.row == top)
                        break
        seen.boxes[:] = found

    def clouds(self, seen: Seen) -> Stroke:
        """Return clouds around the devices of a frame that change, without colour."""
        changed = [box for box in seen.boxes if box.code >= STATES and box.what != "frame"]
        boxes = [(box.x, box.y, box.width, box.height) for box in changed]
        if seen.host_codes is not None:
            boxes += [
                (x, y, wide, high) for x, y, wide, high in seen.hosts[seen.host_codes >= STATES].tolist()
            ]
        return cloud_lines(boxes)

    def key(self, at: int, seen: Seen) -> Key:
        """The key of a frame, with the cables of each mark."""
        network = self.network
        rows = []
        for mark in LEGEND:
            if total := network.counts[mark]:
                now = 0 if at == WHOLE else network.cables(mark, at)
                name = f"{LETTERS[mark]}  {self._titles[mark]}".strip() + (
                    f", {now:,} in this stage" if now else ""
                )
                rows.append(KeyRow(code_of(mark, State.NOW), name, total))
        changes = any(network.counts[mark] for mark in LEGEND[:-1])
        notes = [STATE_NOTE] if changes and at != WHOLE else []
        words = ((Mark.NEW, "new"), (Mark.MOVED, "moved"), (Mark.REMOVED, "removed"))
        devices = [f"{count:,} {word}" for mark, word in words if (count := network.devices(mark))]
        if devices:
            notes.append(f"Devices: {', '.join(devices)}")
        left_out = tuple(f"{one} drawn" for one in seen.trimmed)
        return Key("Cables", network.fabric.name, tuple(rows), tuple(notes), left_out)


def _some(strands: Strands, here: Bools) -> Strands:
    """Some of the bundles."""
    columns = ("lines", "code", "count", "lit", "path", "pair", "number", "out")
    return Strands(**{name: getattr(strands, name)[here] for name in columns})


def _lettered(pill: Pill) -> Pill:
    """A count with the letter of its mark."""
    letter = LETTERS[Mark(pill.code // STATES)]
    return pill._replace(text=f"{letter} {pill.text.removeprefix('× ')}", lit=False)


def _badge(seen: Seen, box: Box, mark: Mark, text: str, *, below: bool) -> None:
    """Write the letter of a mark over the right end of a box, or below it where racks are named over it."""
    words = f"{LETTERS[mark]}{text}"
    x = box.x + box.width - width_of(words, BADGE, True) - 9
    y = box.y + box.height + 11 if below else box.y - 10
    plate = below or box.what == "box"
    seen.labels.append(Label(x, y, words, BADGE, "box", True, "start", -int(mark), plate=plate))


def _parts_of(box: Box, counts: Longs, state: int) -> Iterator[Box]:
    """A group with the mark that all of its devices have, or bars of hosts in parts by mark."""
    total = int(counts.sum())
    alike = int(counts.argmax())
    if box.what == "group" or not total or counts[alike] == total:
        code = code_of(alike, state) if total and counts[alike] == total else code_of(Mark.KEPT, State.DONE)
        yield box._replace(code=code)
        return
    x = box.x
    for mark in (Mark.KEPT, Mark.MOVED, Mark.NEW, Mark.REMOVED):
        if counts[mark]:
            wide = box.width * int(counts[mark]) / total
            yield box._replace(x=x, width=wide, code=code_of(mark, state))
            x += wide


def network_pictures(step: MarkedStep) -> tuple[NetworkPicture, ...]:
    """The pictures of the networks of a step."""
    return tuple(
        NetworkPicture(one, step.rack_labels, step.catalog, step.words.titles) for one in step.networks
    )
