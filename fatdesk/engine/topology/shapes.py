"""Boxes, hosts and labels of a frame, as far as there is room for them."""

from itertools import pairwise

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.number_text import counted
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.frame import (
    GROUP_HIGH,
    LEAST_CHIP,
    LEAST_HIGH,
    LEAST_HOST,
    MOST_LABELS,
    Box,
    Emphasis,
    Label,
    PortBoxes,
    Seen,
    State,
    Tone,
    View,
    width_of,
)
from fatdesk.engine.topology.layout import CELL_HIGH, CELL_WIDE, NODES, Kind, Layout, Tier
from fatdesk.engine.topology.link_colours import Colouring

HOST_WIDE, HOST_HIGH = 26.0, 24.0
BAR_HIGH, BAR_BELOW = 12.0, 12.0
MARGIN = 14.0
NAME_HIGH = 22.0
WIDEST_NAME = 200.0
"""No name of a row is wider, in pixels."""
"""Height in pixels that the name of a row takes."""
RAIL_HIGH = 38.0
"""Least height of edge switches that name their rail, in pixels."""
WIDENED = 76.0
"""Width in pixels of boxes where there is room, at any scale."""
BETWEEN = 4.0
"""Between neighbouring groups."""
LEAST_ROW, LEAST_SMALL, LEAST_TOLD = 2.0, 20.0, 13.0
"""Heights in pixels: of boxes in the densest rows, of hosts, and of boxes that have words."""
OVER = 6.0
"""Pixels by which a text under a column of hosts may be wider than the column."""
LEAST_FACE, FACE_TITLE, AROUND_FACE = 44.0, 22.0, 8.0
"""Of boxes that show their ports: least height, height of the title, room at the edges, in pixels."""
LEAST_PORT, MOST_PORT = 6.5, 40.0
"""Least and greatest size of a cage there."""
ROWS_APART = 0.7
"""Of rows that are near each other boxes are so high in parts of the path from one to the next."""
FAR = 1e9
Place = tuple[float, float, float, float]
"""Left, top, width and height."""


def draw_shapes(
    drawing: Drawing, view: View, colours: Colouring, emphasis: Emphasis, seen: Seen, *, names: bool
) -> None:
    """Add boxes, hosts and texts to a frame; with ``names`` those of the layers, where they cover nothing."""
    shapes = _Shapes(drawing, view, colours, emphasis, seen)
    for row in range(len(drawing.layout.rows) - 1, -1, -1):
        shapes.row(row)
    shapes.hosts()
    shapes.layers()
    if names:
        shapes.layer_names()
    if shapes.left_out:
        seen.trimmed.append(f"{len(seen.labels):,} of {len(seen.labels) + shapes.left_out:,} labels")


def most_high(layout: Layout, scale: float) -> float:
    """The greatest height of boxes and groups in pixels, so that rows with names of their own stay apart."""
    gap = float(-np.diff(layout.row_y).max(initial=-FAR))
    return max(LEAST_ROW, ROWS_APART * gap * scale) if layout.row_words else FAR


def _heights(drawing: Drawing, row: int, scale: float) -> tuple[float, float]:
    """The least and the greatest height of the single boxes of a row in pixels."""
    railed = row == 0 and bool(drawing.rails)
    least = RAIL_HIGH if railed else LEAST_HIGH
    return least if railed else LEAST_SMALL, min(max(least, 52.0 * scale), most_high(drawing.layout, scale))


def beyond_ends(drawing: Drawing, scale: float, row: int, tier: int, at: Longs) -> Floats:
    """Pixels from where bundles end in the layout out to the edges of the boxes as they are drawn.

    Boxes have a least and a greatest height on the screen; bundles of groups end at the middle of their row.

    Parameters
    ----------
    at
        The boxes of the row, or its groups where ``tier`` is not 0.
    """
    layout = drawing.layout
    if tier:
        return np.full(len(at), min(GROUP_HIGH, most_high(layout, scale)) / 2)
    small, high = _heights(drawing, row, scale)
    in_layout = layout.box_high[at] * scale
    beyond: Floats = (np.minimum(high, np.maximum(small, in_layout)) - in_layout) / 2
    if layout.opened:
        beyond[np.isin(layout.slot_node[layout.box_slot[at]], sorted(layout.opened))] = 0.0
    return beyond


class _Shapes:
    def __init__(
        self, drawing: Drawing, view: View, colours: Colouring, emphasis: Emphasis, seen: Seen
    ) -> None:
        self.drawing, self.view, self.colours, self.seen = drawing, view, colours, seen
        self.emphasis, self.lit = emphasis, emphasis.nodes
        self.layout = drawing.layout
        self.left_out = 0
        self.lowest_edge = 0.0
        self.most_high = most_high(self.layout, view.scale)

    def state(self, nodes: Longs) -> State:
        """Return the state of some devices: all failed, all cut off, or mixed."""
        if not self.emphasis.anything_out or not len(nodes):
            return ""
        if self.emphasis.dead[nodes].all():
            return "out"
        return "cut" if (self.emphasis.dead[nodes] | self.emphasis.cut[nodes]).any() else ""

    def say(self, x: float, y: float, text: str, size: float, tone: Tone, **more: object) -> None:
        """A label while there may be more of them."""
        if not text or not (-200 <= x <= self.view.width + 200 and -20 <= y <= self.view.height + 20):
            return
        if len(self.seen.labels) >= MOST_LABELS:
            self.left_out += 1
            return
        self.seen.labels.append(Label(x, y, text, size, tone, **more))  # type: ignore[arg-type]  # as Label has them

    # Rows

    def row(self, row: int) -> None:
        """The boxes of a row."""
        view, tier = self.view, self.drawing.wiring.tiers[row][self.seen.tiers[row]]
        y = view.down(float(self.layout.row_y[row]))
        if not -200 <= y <= view.height + 400:
            if row == 0:
                self.lowest_edge = y + LEAST_HIGH / 2
            return
        left, right = view.across(0) + tier.left * view.scale, view.across(0) + tier.right * view.scale
        first = int(np.searchsorted(right, -MARGIN))
        last = int(np.searchsorted(left, view.width + MARGIN, side="right"))
        if self.seen.tiers[row] == 0:
            self._single(row, first, last, y)
        else:
            self._groups(row, tier, first, last, y)
        if row == len(self.layout.rows) - 1 and self.seen.tiers[row] == 0 and row > 0:
            self._brackets(row, first, last, y)

    def _level(self, row: int) -> int:
        return self.drawing.level_of(row)

    def _single(self, row: int, first: int, last: int, y: float) -> None:
        """Switches by themselves, opened ones with their chips."""
        layout, scale = self.layout, self.view.scale
        slots = layout.rows[row][first:last]
        small, high = _heights(self.drawing, row, scale)
        if row == 0:
            self.lowest_edge = y + high / 2
        used, have = self.drawing.ports
        roomy = 0.0 if layout.grid else min(WIDENED, self.drawing.wiring.tiers[row][0].room * scale)
        for slot in slots.tolist():
            node, kind = int(layout.slot_node[slot]), int(layout.slot_kind[slot])
            wide = max(float(layout.slot_wide[slot]) * scale, roomy)
            x = self.view.across(float(layout.slot_x[slot])) - wide / 2
            switch = kind in NODES
            level = self._level(row) if switch else 0
            lit = switch and bool(self.lit[node])
            code = -1
            if self.colours.of_node is not None and switch:
                code = int(self.colours.of_node[node])
            name = self.drawing.slot_name(slot)
            if node in layout.opened and switch:
                self._opened(row, slot, y, level, code, lit, name)
                continue
            box = int(layout.slot_box[slot])
            tall = min(high, max(small, layout.slot_high[slot] * scale))
            dashed = not switch or kind == Kind.AGAIN
            state = self.state(np.array([node])) if switch else ""
            self.seen.boxes.append(
                Box(x, y - tall / 2, wide, tall, level, row, 0, box, "box", code, lit, dashed, state)
            )
            stated = ""
            if switch and have[node]:
                stated = f"{used[node]:,} of {have[node]:,} ports"
                if width_of(stated, 11.0) > wide - 8:
                    stated = f"{used[node]:,} of {have[node]:,}"
            elif kind == Kind.OUTSIDE:
                stated = f"at {self.drawing.names[node]}"
            elif layout.slot_hosts is not None:
                hosts = int(layout.slot_hosts[slot])
                stated = f"{hosts:,} hosts" if hosts != 1 else "1 host"
            if kind in (Kind.HOST, Kind.AGAIN) and width_of(name, 10.0, True) > wide - 2:
                name = name.rpartition(" ")[2]  # the row identifies the group
            if rail := self.drawing.rail_texts(node) if switch else ():
                forms = (f"{rail[0]} · {stated}", *rail)
                stated = next((some for some in forms if width_of(some, 11.0) <= wide - 6), "")
            place = x, y - tall / 2, wide, tall
            if not (switch and self._ports(node, None, place, name, stated, level)):
                self._in_box(name, stated, x + wide / 2, y, wide, high, level)

    def _ports(self, node: int, card: int | None, place: Place, name: str, stated: str, level: int) -> bool:
        """Draw the ports of a switch under its name, if they are large enough in its box."""
        x, y, wide, tall = place
        if tall < LEAST_FACE or self.drawing.fabric.kind[node] != NodeKind.SWITCH:
            return False
        if not (-wide < x < self.view.width and -tall < y < self.view.height):
            return False
        if self.drawing.cages(node) * LEAST_PORT**2 > wide * tall and card is None:
            return False
        face = self.drawing.face(node, card)
        size = face.plate.scale(wide - 2 * AROUND_FACE, tall - FACE_TITLE - AROUND_FACE, MOST_PORT)
        if size < LEAST_PORT or not len(face.links):
            return False
        left = x + (wide - face.plate.wide * size) / 2
        top = y + FACE_TITLE + (tall - FACE_TITLE - AROUND_FACE - face.plate.high * size) / 2
        used = face.links >= 0
        lit, out = (
            used & flags[face.links]
            for flags in (self.emphasis.links | self.emphasis.path, self.emphasis.out)
        )
        marked = () if lit.any() and lit.sum() == used.sum() > 1 else np.flatnonzero(lit).tolist()
        self.seen.ports.append(
            PortBoxes(
                node,
                face.plate.placed(left, top, size),
                face.ends,
                face.texts,
                face.cards,
                face.links,
                frozenset(marked),
                frozenset(np.flatnonzero(out).tolist()),
            )
        )
        self._face_title(place, top, name, stated, level)
        return True

    def _face_title(self, place: Place, ports: float, name: str, stated: str, level: int) -> None:
        """Name and ports in use over the ports of a box, in the part of it that is in view."""
        x, y, wide, _ = place
        left, right = max(x, 0.0), min(x + wide, self.view.width)
        middle = min(max(y, 0.0) + FACE_TITLE / 2 + 2, ports - FACE_TITLE / 2)
        self.say(left + AROUND_FACE, middle, name, 12.0, "box", bold=True, anchor="start", level=level)
        if width_of(name, 12.0, True) + width_of(stated, 11.0) + 3 * AROUND_FACE <= right - left:
            self.say(right - AROUND_FACE, middle, stated, 11.0, "box", anchor="end", level=level)

    def _in_box(
        self,
        name: str,
        stated: str,
        x: float,
        y: float,
        wide: float,
        high: float,
        level: int,
        largest: float = 12.0,
    ) -> None:
        """A name, and where there is room a line beneath."""
        if high < LEAST_TOLD:
            return
        size = largest if wide >= 34 else 10.0
        if width_of(name, size, True) > wide - 4:
            size = 10.0
        if width_of(name, size, True) > wide - 2:
            name = name[len(name.rstrip("0123456789")) :]  # the layer identifies the rest
            if not name or width_of(name, size, True) > wide - 2:
                return
        two = stated and high >= 36 and width_of(stated, 11.0) <= wide - 6
        self.say(x, y - 8 if two else y, name, size + (1.0 if two else 0.0), "box", bold=True, level=level)
        if two:
            self.say(x, y + 10, stated, 11.0, "box", level=level)

    def _opened(self, row: int, slot: int, y: float, level: int, code: int, lit: bool, name: str) -> None:
        """The frame of an opened switch with its chips."""
        layout, view = self.layout, self.view
        wide = float(layout.slot_wide[slot]) * view.scale
        high = max(LEAST_HIGH, float(layout.slot_high[slot]) * view.scale)
        x = view.across(float(layout.slot_x[slot])) - wide / 2
        boxes = np.flatnonzero(layout.box_slot == slot)
        state = self.state(layout.slot_node[slot : slot + 1])
        frame = Box(x, y - high / 2, wide, high, level, row, 0, int(boxes[0]), "frame", code, lit)
        frame = frame._replace(state=state)
        self.seen.boxes.append(frame)
        if row == 0:
            self.lowest_edge = max(self.lowest_edge, y + high / 2)
        chip = float(layout.box_wide[boxes[0]]) * view.scale
        if chip < LEAST_CHIP:
            self._in_box(name, "opened: zoom in to see its chips", x + wide / 2, y, wide, high, level)
            return
        self.say(x + 10, y - high / 2 + 12, name, 12.0, "box", bold=True, anchor="start", level=level)
        tall = float(layout.box_high[boxes[0]]) * view.scale
        for box in boxes.tolist():
            at_x = view.across(float(layout.box_x[box])) - chip / 2
            at_y = view.down(float(layout.box_y[box])) - tall / 2
            if not (-chip <= at_x <= view.width and -tall <= at_y <= view.height):
                continue
            kind, number = layout.box_kind[box], int(layout.box_chip[box]) + 1
            board = kind == Kind.BOARD
            at = level if board else max(1, level - 1)
            self.seen.boxes.append(Box(at_x, at_y, chip, tall, at, row, 0, box, "box", code))
            word = ("board" if board else "card") + f" {number}"
            place = at_x, at_y, chip, tall
            if not board and self._ports(int(layout.slot_node[slot]), number - 1, place, word, "", at):
                continue
            if width_of(word, 10.0) > chip - 2:
                word = f"{'B' if board else 'L'}{number}"
            if width_of(word, 10.0) > chip - 1:
                word = str(number)
            if width_of(word, 10.0) <= chip:
                self.say(at_x + chip / 2, at_y + tall / 2, word, 10.0, "box", level=at)

    def _groups(self, row: int, tier: Tier, first: int, last: int, y: float) -> None:
        """Groups with their names and how many they hold."""
        view, level = self.view, self._level(row)
        tall = min(GROUP_HIGH, self.most_high)
        if row == 0:
            self.lowest_edge = y + tall / 2
        names_of = [self.drawing.group_names(row, tier, group) for group in range(first, last)]
        form = self._form(names_of, tier, first, last)
        said = []
        for group in range(first, last):
            x = view.across(float(tier.left[group])) + BETWEEN / 2
            wide = float(tier.right[group] - tier.left[group]) * view.scale - BETWEEN
            nodes = self.drawing.nodes_of(row, tier, group)
            lit = bool(self.lit[nodes].any())
            box = Box(x, y - tall / 2, wide, tall, level, row, self.seen.tiers[row], group, "group")
            self.seen.boxes.append(box._replace(lit=lit, state=self.state(nodes)))
            if tall < LEAST_TOLD:
                continue
            count = int(tier.start[group + 1] - tier.start[group])
            low, high = max(x, 0.0), min(x + wide, view.width)
            stated, middle, room = f"× {count:,}", (low + high) / 2, high - low
            names = names_of[group - first][form:]
            name = next((some for some in names if width_of(some, 10.0, True) <= room - 2), "")
            said.append((name or stated, stated if name else "", middle, room, wide))
        fits = all(width_of(name, 12.0, True) <= wide - 4 for name, _, _, _, wide in said)
        for name, stated, middle, room, _ in said:
            self._in_box(name, stated, middle, y, room, tall, level, 12.0 if fits else 10.0)

    def _form(self, names_of: list[tuple[str, ...]], tier: Tier, first: int, last: int) -> int:
        """Return the form of names that fits in all groups in view, so that neighbours are named alike."""
        wide = ((tier.right[first:last] - tier.left[first:last]) * self.view.scale - BETWEEN).tolist()
        for form, names in enumerate(zip(*names_of, strict=True)):
            if all(width_of(n, 10.0, True) <= w - 2 for n, w in zip(names, wide, strict=True)):
                return form
        return 0

    def _brackets(self, row: int, first: int, last: int, y: float) -> None:
        """Lines over neighbouring switches of one rack, with its name."""
        layout, view = self.layout, self.view
        slots = layout.rows[row]
        node = layout.slot_node[slots]
        rack = np.where(layout.slot_kind[slots] == Kind.SWITCH, self.drawing.racks[node], -1)
        ends = np.concatenate([[0], np.flatnonzero(np.diff(rack)) + 1, [len(slots)]]).tolist()
        for a, b in pairwise(ends):
            if rack[a] < 0 or b <= first or a >= last:
                continue
            left = view.across(float(layout.slot_x[slots[a]] - layout.slot_wide[slots[a]] / 2))
            right = view.across(float(layout.slot_x[slots[b - 1]] + layout.slot_wide[slots[b - 1]] / 2))
            text = f"Rack {self.drawing.rack_labels[int(rack[a])]}"
            if width_of(text, 11.0) > right - left:
                text = self.drawing.rack_labels[int(rack[a])]
            high = max(LEAST_HIGH, float(layout.slot_high[slots[a:b]].max()) * view.scale)
            if width_of(text, 11.0) <= right - left:
                over = y - high / 2 - 10
                self.seen.brackets.append((left, right, over))
                self.say((left + right) / 2, over - 10, text, 11.0, "text2")

    # Hosts

    def hosts(self) -> None:
        """Squares, or bars where squares would be too small."""
        layout, view = self.layout, self.view
        pitch = CELL_WIDE * view.scale
        tier = self.drawing.wiring.tiers[0][self.seen.tiers[0]]
        if self.seen.tiers[0] == 0 and pitch >= LEAST_HOST:
            x = view.across(0) + layout.column_x * view.scale
            half = np.maximum(layout.column_wide * view.scale / 2, 1.0)
            first = int(np.searchsorted(x + half, -MARGIN))
            last = int(np.searchsorted(x - half, view.width + MARGIN, side="right"))
            if first < last:
                self._squares(first, last)
        else:
            self._bars(tier)

    def _squares(self, first: int, last: int) -> None:
        layout, view, scale = self.layout, self.view, self.view.scale
        some = np.arange(layout.host_start[first], layout.host_start[last])
        column, place = layout.host_column[some], layout.host_place[some]
        top = view.down(layout.host_y)
        self.seen.hosts = self._cells(column, place)
        visible = (self.seen.hosts[:, 1] > -30) & (self.seen.hosts[:, 1] < view.height)
        self.seen.hosts, some = self.seen.hosts[visible], some[visible]
        nodes = layout.hosts[some]
        self.seen.host_nodes, self.seen.host_lit = nodes, self.lit[nodes]
        self.seen.host_cut, self.seen.host_dead = self.emphasis.cut[nodes], self.emphasis.dead[nodes]
        if self.colours.of_node is not None:
            self.seen.host_codes = self.colours.of_node[nodes]
        self._free(first, last)
        self._stems(first, last, top)
        self._number(nodes)
        below = top + layout.cell_rows * CELL_HIGH * scale + 12
        for at in range(first, last):
            wide = float(layout.column_wide[at]) * scale
            self._count(at, at, view.across(float(layout.column_x[at])), wide, below)

    def _cells(self, column: Longs, place: Longs) -> Floats:
        """Squares in pixels."""
        layout, view, scale = self.layout, self.view, self.view.scale
        across, down = place % layout.cells, place // layout.cells
        x = layout.column_x[column] + (across - (layout.cells - 1) / 2) * CELL_WIDE - HOST_WIDE / 2
        y = layout.host_y + down * CELL_HIGH
        size = np.array([HOST_WIDE * scale, HOST_HIGH * scale])
        corner = np.stack([x, y], axis=1) * scale + np.array([view.x, view.y])
        return np.concatenate([corner, np.broadcast_to(size, corner.shape)], axis=1)

    def _free(self, first: int, last: int) -> None:
        """Dashed squares for free ports, as far as the grid of hosts reaches."""
        layout = self.layout
        if CELL_WIDE * self.view.scale < 12:
            return
        most = layout.cells * layout.cell_rows
        column: list[int] = []
        place: list[int] = []
        for at in range(first, last):
            count = int(layout.host_start[at + 1] - layout.host_start[at])
            free = min(int(self.drawing.free[at]), most - count)
            column += [at] * free
            place += range(count, count + free)
        if column:
            self.seen.free = self._cells(np.array(column, np.int64), np.array(place, np.int64))

    def _stems(self, first: int, last: int, top: float) -> None:
        """From each edge switch down to a line over its hosts."""
        layout, view, scale = self.layout, self.view, self.view.scale
        slots = layout.rows[0]
        column = layout.slot_column[slots]
        low, high = np.searchsorted(column, first), np.searchsorted(column, last - 1, side="right")
        some = slots[low:high]
        at = layout.slot_column[some]
        filled = layout.host_start[at + 1] > layout.host_start[at]
        some, at = some[filled], at[filled]
        x = view.across(0) + layout.slot_x[some] * scale
        comb = top - min(12.0, 8 * max(scale, 0.5))
        foot = view.down(float(layout.row_y[0])) + layout.slot_high[some] * scale / 2
        stem = np.stack([x, foot, x, np.full(len(x), comb)], axis=1)
        half = layout.cells * CELL_WIDE / 2 - 2
        left, right = layout.column_x - half, layout.column_x + half
        np.minimum.at(left, at, layout.slot_x[some])
        np.maximum.at(right, at, layout.slot_x[some])
        flat = np.full(len(x), comb)
        edges = view.across(0) + left[at] * scale, view.across(0) + right[at] * scale
        bar = np.stack([edges[0], flat, edges[1], flat], axis=1)
        node = layout.slot_node[some]
        lit = np.where(node >= 0, self.lit[node], False)
        if self.seen.host_lit.any():
            columns = np.unique(self.drawing.layout.columns.of_node[self.seen.host_nodes[self.seen.host_lit]])
            lit |= np.isin(at, columns)
        self.seen.stems = np.concatenate([stem, bar])
        self.seen.stems_lit = np.concatenate([stem[lit], bar[lit]])

    def _number(self, nodes: Longs) -> None:
        """Numbers in squares that are large enough, names where they fit."""
        if not len(nodes):
            return
        wide = float(self.seen.hosts[0, 2])
        if wide < 20:
            return
        names, fabric = self.drawing.names, self.drawing.fabric
        size = 10.0 if wide < 40 else 11.0
        index = fabric.index[nodes].tolist()
        for (x, y, w, h), node, number in zip(self.seen.hosts.tolist(), nodes.tolist(), index, strict=True):
            if x + w < 0 or x > self.view.width:
                continue
            name = names[node]
            short = str(number + 1) if fabric.parts else ""
            text = name if width_of(name, size) <= w - 4 else short
            if text and width_of(text, size) <= w - 1:
                self.say(x + w / 2, y + h / 2, text, size, "box", level=0)

    def _bars(self, tier: Tier) -> None:
        """One bar for all hosts under a box of the lowest row."""
        layout, view = self.layout, self.view
        left, right = view.across(0) + tier.left * view.scale, view.across(0) + tier.right * view.scale
        first = int(np.searchsorted(right, -MARGIN))
        last = int(np.searchsorted(left, view.width + MARGIN, side="right"))
        y = self.lowest_edge + BAR_BELOW
        single = self.seen.tiers[0] == 0
        slots = layout.rows[0]
        shown = -1
        stems = []
        below: list[tuple[Box, int, int]] = []
        for group in range(first, last):
            a = int(layout.slot_column[slots[tier.start[group]]])
            b = int(layout.slot_column[slots[tier.start[group + 1] - 1]])
            if a <= shown and single:
                continue
            shown = b
            some = self.drawing.hosts_below(tier, group)
            if some.start == some.stop:
                continue
            x, wide = float(left[group]) + BETWEEN / 2, float(right[group] - left[group]) - BETWEEN
            if single:
                wide = float(layout.column_wide[a]) * view.scale
                x = view.across(float(layout.column_x[a])) - wide / 2
            lit = bool(self.lit[layout.hosts[some]].any())
            box = Box(x, y, wide, BAR_HIGH, 0, 0, self.seen.tiers[0], group, "hosts", -1, lit)
            self.seen.boxes.append(box._replace(state=self.state(layout.hosts[some])))
            stems.append((x + wide / 2, self.lowest_edge, x + wide / 2, y))
            below.append((box, a, b))
        self._counts(below)
        if stems:
            self.seen.stems = np.array(stems)

    def _counts(self, below: list[tuple[Box, int, int]]) -> None:
        """State the number of hosts of each box, all in the short form where one has no room for more."""
        counts = [self._hosts_below(first, last) for _, first, last in below]
        stated = [counted(count, self.drawing.host_word) for count in counts]
        short = any(
            count and width_of(text, 11.0) > box.width - OVER
            for (box, _, _), count, text in zip(below, counts, stated, strict=True)
        )
        for box, first, last in below:
            low, high = max(box.x, 0.0), min(box.x + box.width, self.view.width)
            middle, room = (low + high) / 2, high - low - OVER
            self._count(first, last, middle, room, box.y + BAR_HIGH + 12, short=short)

    def _hosts_below(self, first: int, last: int) -> int:
        return int(self.layout.host_start[last + 1] - self.layout.host_start[first])

    def _count(self, first: int, last: int, x: float, wide: float, y: float, *, short: bool = False) -> None:
        """Number of hosts there are below, and in which rack."""
        count = self._hosts_below(first, last)
        if not count:
            return
        stated = counted(count, self.drawing.host_word)
        if short or width_of(stated, 11.0) > wide:
            stated = f"× {count:,}"
        if width_of(stated, 11.0) <= wide + OVER:
            self.say(x, y, stated, 11.0, "text2")
        words, spread = self.drawing.rack_text
        if first == last and words[first]:
            more, rack = bool(spread[first]), words[first]
            texts = (f"{rack} +", f"{rack}+", "+") if more else (rack,)
            text = next((some for some in texts if width_of(some, 11.0, more) <= wide + OVER), "")
            self.say(x, y + 15, text, 11.0, "warn" if more else "text2", bold=more)

    def layers(self) -> None:
        """Names and middles of the layers, hosts as a layer of their own."""
        view, layout, seen = self.view, self.layout, self.seen
        for row in range(len(layout.rows) - 1, -1, -1):
            if name := self.drawing.row_name(row):
                seen.layers.append((name, view.down(float(layout.row_y[row]))))
        if len(layout.hosts):
            bars = [box.y + box.height / 2 for box in seen.boxes if box.what == "hosts"]
            middle = view.down(layout.host_y + layout.cell_rows * CELL_HIGH / 2)
            seen.layers.append((self.drawing.hosts_name, bars[0] if bars else middle))

    def layer_names(self) -> None:
        """The names of the layers at the left edge, where they cover nothing; without room there is none."""
        view, seen = self.view, self.seen
        left = [box for box in seen.boxes if box.x < WIDEST_NAME and box.what != "frame"]
        squares = seen.hosts[seen.hosts[:, 0] < WIDEST_NAME] if len(seen.hosts) else seen.hosts
        hosts: list[Place] = [(x, y, wide, high) for x, y, wide, high in squares.tolist()]
        every = [_place(box) for box in left] + hosts
        last = -100.0
        for name, y in seen.layers:
            if not 8 <= y <= view.height - 8 or y - last <= NAME_HIGH - 6:
                continue
            own = [_place(box) for box in left if box.y <= y <= box.y + box.height]
            own += [place for place in hosts if place[1] <= y <= place[1] + place[3]]
            self._name_row(name, y, own, every)
            last = y

    def _name_row(self, name: str, y: float, row: list[Place], every: list[Place]) -> None:
        """Write the name of a row in its middle, or above or below what it would cover."""
        right = MARGIN + width_of(name, 12.0) + 4
        under = [(top, top + high) for x, top, wide, high in row if x < right and x + wide > 0]
        heights = [y]
        if under:
            top, foot = min(top for top, _ in under), max(foot for _, foot in under)
            heights += [top - NAME_HIGH / 2, foot + NAME_HIGH / 2]
        at = next((at for at in heights if self._is_clear(at, right, every)), None)
        if at is not None:
            self.say(MARGIN, at, name, 12.0, "text2", anchor="start", plate=True)

    def _is_clear(self, y: float, right: float, every: list[Place]) -> bool:
        """Whether a line at the left edge, up to ``right``, covers neither devices nor other names."""
        low, high = y - NAME_HIGH / 2, y + NAME_HIGH / 2
        for x, top, wide, tall in every:
            if x < right and x + wide > 0 and top < high and top + tall > low:
                return False
        return not any(label.plate and low < label.y < high for label in self.seen.labels)


def _place(box: Box) -> Place:
    return box.x, box.y, box.width, box.height
