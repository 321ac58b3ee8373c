"""Frames of a drawing: what a viewport shows, the key to colours, navigation by keys."""

from collections.abc import Sequence
from functools import cached_property
from math import inf

import numpy as np

from fatdesk.core.arrays import Bools, Floats, Longs
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.topology.drawing import Bundles, Drawing
from fatdesk.engine.topology.frame import (
    LEAST_BOX,
    LEAST_CHIP,
    LEAST_HOST,
    Emphasis,
    Pill,
    Seen,
    Strands,
    View,
    width_of,
)
from fatdesk.engine.topology.frame_style import (
    MOST_BUNDLES,
    MOST_CUT,
    MOST_PIECES,
    about,
    clip,
    sample,
    within_budget,
)
from fatdesk.engine.topology.layout import CELL_HIGH, CELL_WIDE, CHIP_HIGH, CHIP_WIDE, Kind
from fatdesk.engine.topology.link_colours import Colouring
from fatdesk.engine.topology.page import Key, KeyRow
from fatdesk.engine.topology.shapes import HOST_HIGH, HOST_WIDE, beyond_ends, draw_shapes

PILL_HIGH = 22.0
PLACES = (0.35, 0.5, 0.2, 0.65, 0.8)
"""Positions of the count on a bundle, from its lower end."""
MOST_PILLS = 24
"""Beyond this number of bundles only highlighted ones carry counts; the key shows those of the others."""
LEAST_PILLED = 70.0
"""Shorter pieces carry no count."""


class Looking:
    """Makes frames of one drawing; what does not depend on the window is kept between them."""

    def __init__(self, drawing: Drawing, colours: Colouring, emphasis: Emphasis | None = None) -> None:
        self.drawing, self.colours = drawing, colours
        self._codes = drawing.wiring.summed(colours.of_link, len(colours.names))
        self._occur = [code for code, count in enumerate(self.totals) if count] or [0]
        self._code: dict[tuple[int, int, int, int], Longs] = {}
        self._known: dict[tuple[int, int, int, int], tuple[Longs, Bools, Bools, Longs]] = {}
        self.emphasis = Emphasis.none(drawing.fabric)
        self.emphasise(emphasis or self.emphasis)

    @cached_property
    def totals(self) -> list[int]:
        """Number of links between boxes have each code."""
        found: list[int] = self._codes.sum(axis=0).tolist()
        return found

    def emphasise(self, emphasis: Emphasis) -> None:
        """Change the highlighted items."""
        self.emphasis = emphasis
        self._known.clear()
        self._lit, self._path = self._bundles(emphasis.links) > 0, self._bundles(emphasis.path) > 0
        self._out = self._bundles(emphasis.out)

    def _bundles(self, links: Bools) -> Longs:
        """Number of links that each bundle holds."""
        wiring = self.drawing.wiring
        if not links.any():
            return np.zeros(len(wiring.count), np.int64)
        return wiring.summed(links, 2)[:, 1].astype(np.int64)

    def warm(self) -> None:
        """Make everything that frames at any scale take, so that none of them waits."""
        drawing = self.drawing
        drawing.ports, drawing.free, drawing.rack_text, drawing.sides  # noqa: B018  # they are kept
        steps = {0.0}
        for row in drawing.wiring.tiers:
            steps |= {LEAST_BOX / most for tier in row if 0 < (most := max(tier.width, tier.room)) < inf}
        for scale in sorted(steps):
            tiers = self.tiers(scale * (1 + 1e-9))
            for low, high in drawing.wiring.row_pairs:
                pair = (low, tiers[low], high, tiers[high])
                drawing.wiring.between(*pair).bounds  # noqa: B018  # they are kept
                self._figures(pair)

    def tiers(self, scale: float) -> tuple[int, ...]:
        """Return the tier of each row at a scale: boxes are not narrower than allowed."""
        found = []
        for row in self.drawing.wiring.tiers:
            fits = [n for n, tier in enumerate(row) if max(tier.width, tier.room) * scale >= LEAST_BOX]
            found.append(fits[0] if fits else len(row) - 1)
        return tuple(found)

    def detail(self, scale: float) -> tuple[int | bool, ...]:
        """Return the detail at a scale: tiers of the rows, and whether hosts are drawn one by one."""
        tiers = self.tiers(scale)
        return (*tiers, not tiers[0] and CELL_WIDE * scale >= LEAST_HOST)

    def frame(self, view: View, *, names: bool = True) -> Seen:
        """Return the frame of a viewport; without ``names`` for one with the layers named at its edge."""
        tiers = self.tiers(view.scale)
        pairs = tuple((low, tiers[low], high, tiers[high]) for low, high in self.drawing.wiring.row_pairs)
        strands, stated, total = self._strands(view, pairs)
        nothing = np.zeros((0, 4))
        seen = Seen(
            levels=self.drawing.levels,
            tiers=tiers,
            pairs=pairs,
            strands=strands,
            stems=nothing,
            stems_lit=nothing,
            hosts=nothing,
            host_nodes=np.zeros(0, np.int64),
            host_codes=None,
            host_lit=np.zeros(0, bool),
            host_cut=np.zeros(0, bool),
            host_dead=np.zeros(0, bool),
            free=nothing,
            inner=self._inner(view, tiers),
            dimmed=self.emphasis.anything,
        )
        shown = strands.bundles
        if total > shown:
            seen.trimmed.append(f"{shown:,} of {stated} bundles")
        seen.notes += self.drawing.notes
        seen.notes += _outage_notes(self.emphasis)
        draw_shapes(self.drawing, view, self.colours, self.emphasis, seen, names=names)
        seen.pills = pills_on(strands)
        thick = strands.count[strands.count > 1]
        if len(thick) > MOST_PILLS:
            low, high = int(thick.min()), int(thick.max())
            each = f"{low:,}" if low == high else f"{low:,} to {high:,}"
            seen.notes.append(f"Thick lines: {each} links each")
        return seen

    def _inner(self, view: View, tiers: tuple[int, ...]) -> Floats:
        """Return the links between the chips of opened switches, where they are drawn."""
        layout, wiring = self.drawing.layout, self.drawing.wiring
        card, board, _ = layout.inner.T
        single = np.array([not tier for tier in tiers])[wiring.row_of_box[card]]
        card, board = card[single], board[single]
        if CHIP_WIDE * view.scale < LEAST_CHIP or not len(card):
            return np.zeros((0, 4))
        half = CHIP_HIGH / 2
        ends = np.stack(
            [layout.box_x[card], layout.box_y[card] - half, layout.box_x[board], layout.box_y[board] + half],
            axis=1,
        )
        _, lines = clip(view.lines(ends), view.width, view.height)
        kept = within_budget(
            lines, np.ones(len(lines), np.int64), np.zeros(len(lines), bool), np.arange(len(lines))
        )
        return lines[kept]

    def _figures(self, pair: tuple[int, int, int, int]) -> tuple[Longs, Bools, Bools, Longs]:
        """Code, emphasis, path and failed links of the bundles of a pair of rows."""
        if pair not in self._known:
            some = self.drawing.wiring.between(*pair)
            size = len(some.count)
            if pair not in self._code:
                weights = self.colours.weights or (1,) * len(self.colours.names)
                columns = [
                    np.bincount(some.of_base, self._codes[some.base, code] * weights[code], minlength=size)
                    for code in self._occur
                ]
                self._code[pair] = np.array(self._occur)[np.argmax(columns, axis=0)]
            lit = np.zeros(size, bool)
            lit[some.of_base[self._lit[some.base]]] = True
            path = np.zeros(size, bool)
            path[some.of_base[self._path[some.base]]] = True
            out = np.zeros(size, np.int64)
            np.add.at(out, some.of_base, self._out[some.base])
            self._known[pair] = (self._code[pair], lit, path, out)
        return self._known[pair]

    def _strands(self, view: View, pairs: tuple[tuple[int, int, int, int], ...]) -> tuple[Strands, str, int]:
        """The bundles in view, and how many there would be, in words and as a number."""
        parts, shares, arcs = [], [], False
        for number, pair in enumerate(pairs):
            some = self.drawing.wiring.between(*pair)
            code, lit, path, out = self._figures(pair)
            near = some.near(*view.window())
            kept = sample(near, some.piece_of, lit | path | (out > 0)) if len(near) > MOST_CUT else near
            shares.append(len(near) / max(1, len(kept)))
            arcs = arcs or len(some.ends) > len(some.low)
            of = some.piece_of[kept]
            own = np.full(len(of), number)
            lines = self._lines(view, pair, some, kept)
            parts.append((lines, code[of], some.count[of], lit[of], path[of], own, of, out[of]))
        if not parts:
            none = np.zeros(0, np.int64)
            return Strands(np.zeros((0, 4)), none, none, none > 0, none > 0, none, none, none), "0", 0
        here, lines = clip(np.concatenate([part[0] for part in parts]), view.width, view.height)
        code, count, pair_of, index, out = (
            np.concatenate([p[n] for p in parts])[here] for n in (1, 2, 5, 6, 7)
        )
        lit, path = (np.concatenate([p[n] for p in parts])[here] for n in (3, 4))
        total, exact = _counted(pair_of, index, shares, arcs), max(shares) == 1
        many = MOST_PIECES if arcs else MOST_BUNDLES
        kept = within_budget(lines, count, lit | path | (out > 0), index + pair_of * 7919, many)
        strands = Strands(
            lines[kept], code[kept], count[kept], lit[kept], path[kept], pair_of[kept], index[kept], out[kept]
        )
        return strands, f"{total:,}" if exact else f"about {total:,}", total

    def _lines(self, view: View, pair: tuple[int, int, int, int], some: Bundles, kept: Longs) -> Floats:
        """Some lines of bundles in pixels; those between rows end at the edges of the boxes."""
        low_row, low_tier, high_row, high_tier = pair
        lines = view.lines(some.ends[kept])
        if low_row != high_row and not self.drawing.layout.grid:
            of, scale = some.piece_of[kept], view.scale
            lines[:, 1] -= beyond_ends(self.drawing, scale, low_row, low_tier, some.low[of])
            lines[:, 3] += beyond_ends(self.drawing, scale, high_row, high_tier, some.high[of])
        return lines


def _outage_notes(emphasis: Emphasis) -> list[str]:
    """Return the failed and isolated elements, for the key."""
    if not emphasis.anything_out:
        return []
    counts = ((emphasis.dead, "device"), (emphasis.out, "link"))
    failed = [f"{n:,} {word}{'s' * (n != 1)}" for some, word in counts if (n := int(some.sum()))]
    return [f"Red, dashed: {' and '.join(failed)} failed. Red ground: cut off"]


def _counted(pair_of: Longs, index: Longs, shares: list[float], arcs: bool) -> int:
    """Number of bundles in view; an estimate for pairs of rows that are drawn in part."""
    if arcs:  # of several lines
        size = int(index.max(initial=0)) + 1
        pair_of = np.unique(pair_of * size + index) // size
    counts = np.bincount(pair_of, minlength=len(shares)).tolist()
    return sum(n if share == 1 else about(n * share) for n, share in zip(counts, shares, strict=True))


def pills_on(strands: Strands, texts: Sequence[tuple[float, float, float]] = ()) -> list[Pill]:
    """Counts on bundles of several links, where they hide no other count; the most important first.

    Parameters
    ----------
    texts
        Middle and half of the width of each text that they are not to hide.
    """
    lines = strands.lines
    size = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    several = np.flatnonzero((strands.count > 1) & (size >= LEAST_PILLED))[::-1]
    if len(several) > MOST_PILLS:
        several = several[strands.lit[several] | strands.path[several] | (strands.out[several] > 0)]
    found: list[Pill] = []
    taken = list(texts)
    for strand in several[:MOST_PILLS].tolist():
        x1, y1, x2, y2 = lines[strand].tolist()
        text, out = f"× {int(strands.count[strand]):,}", int(strands.out[strand])
        if out:
            text += f", {out:,} failed"
        half = width_of(text, 12.0, True) / 2 + 10
        for share in PLACES:
            x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
            if all(abs(x - px) > half + ph + 3 or abs(y - py) > PILL_HIGH + 3 for px, py, ph in taken):
                taken.append((x, y, half))
                lit = bool(strands.lit[strand] or strands.path[strand])
                found.append(Pill(x, y, text, int(strands.code[strand]), lit))
                break
    return found


def key_of(looking: Looking, seen: Seen) -> Key:
    """The key of a frame: only colours that occur in the network, with counts."""
    colours, totals = looking.colours, looking.totals
    total = sum(totals)
    layout = looking.drawing.layout
    outside = len(layout.rows) > looking.drawing.levels
    where = "links between switches" + (" and outside" if outside else "")
    if layout.row_words:
        where = "links" if 0 in layout.row_levels else "links between switches"
    on_hosts = set(colours.of_node.tolist()) if colours.mode == "load" and colours.of_node is not None else ()
    rows = [KeyRow(n, colours.names[n], count) for n, count in enumerate(totals) if count or n in on_hosts]
    if colours.mode == "rack" and rows:
        rows = [rows[0]._replace(name="Colour of the rack; neighbours differ", links=total)]
    return Key(
        colours.title,
        f"{total:,} {where}",
        tuple(rows),
        tuple([colours.note] * bool(colours.note) + seen.notes),
        tuple(f"{text} drawn" for text in seen.trimmed),
    )


STANDING = (int(Kind.SWITCH), int(Kind.HOST))
"""Boxes of nodes, each node once."""
Place = tuple[float, float, float, float]
"""Left, top, width and height in units of the layout."""


def row_of(drawing: Drawing, node: int) -> int:
    """The row of a switch; of a host that of its edge switch."""
    layout = drawing.layout
    slot = int(layout.slot_of_node[node])
    return 0 if slot < 0 else int(drawing.wiring.row_of_box[layout.slot_box[slot]])


def place_of(drawing: Drawing, node: int) -> Place | None:
    """Return the position of a drawn node; None for nodes outside."""
    layout = drawing.layout
    slot = int(layout.slot_of_node[node])
    if slot >= 0:
        wide, high = float(layout.slot_wide[slot]), float(layout.slot_high[slot])
        x, y = float(layout.slot_x[slot]), float(layout.row_y[row_of(drawing, node)])
        return x - wide / 2, y - high / 2, wide, high
    if drawing.fabric.kind[node] != NodeKind.HOST:
        return None
    column = int(layout.columns.of_node[node])
    some = layout.hosts[layout.host_start[column] : layout.host_start[column + 1]]
    down, across = divmod(int(np.flatnonzero(some == node)[0]), layout.cells)
    x = float(layout.column_x[column]) + (across - (layout.cells - 1) / 2) * CELL_WIDE
    return x - HOST_WIDE / 2, layout.host_y + down * CELL_HIGH, HOST_WIDE, HOST_HIGH


def least_scale(drawing: Drawing, node: int) -> float:
    """The scale from which on a node is drawn by itself, and not as one of a group."""
    tier = drawing.wiring.tiers[row_of(drawing, node)][0]
    widest = max(tier.width, tier.room) if tier.count > 1 else tier.width
    least = 1.02 * LEAST_BOX / max(1.0, widest)
    host = drawing.fabric.kind[node] == NodeKind.HOST
    return max(least, 1.05 * LEAST_HOST / CELL_WIDE) if host else least


def in_order(drawing: Drawing, most: int) -> Longs:
    """Switches row by row from the top, then hosts; of more than ``most`` nodes the first switches alone."""
    layout = drawing.layout
    slots = np.concatenate(layout.rows[::-1])
    nodes = layout.slot_node[slots[np.isin(layout.slot_kind[slots], STANDING)]]
    if len(nodes) + len(layout.hosts) <= most:
        nodes = np.concatenate([nodes, layout.hosts])
    found: Longs = nodes[:most]
    return found


def neighbour(drawing: Drawing, node: int, steps: int) -> int | None:
    """Node a number of places to the right in the same row, or the last of the row."""
    layout = drawing.layout
    some = layout.hosts
    if layout.slot_of_node[node] >= 0:
        slots = layout.rows[row_of(drawing, node)]
        some = layout.slot_node[slots[np.isin(layout.slot_kind[slots], STANDING)]]
    at = np.flatnonzero(some == node)
    return int(some[max(0, min(len(some) - 1, int(at[0]) + steps))]) if len(at) else None


def linked(drawing: Drawing, node: int, *, up: bool) -> int | None:
    """The first node above a node, or below it."""
    fabric = drawing.fabric
    here = (fabric.ends == node).any(axis=1)
    others = fabric.ends[here].sum(axis=1) - node
    level = np.where(fabric.kind == NodeKind.SWITCH, fabric.level, 0)
    others = others[fabric.kind[others] != NodeKind.EXTERNAL]
    wanted = others[level[others] > level[node]] if up else others[level[others] < level[node]]
    return int(wanted.min()) if len(wanted) else None
