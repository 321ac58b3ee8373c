"""A drawing of a network: its layout, and bundles of links drawn once, with names, ports and racks."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from math import inf
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Floats, Longs
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.plugs import PortTable, port_table
from fatdesk.engine.drawing.faceplate import Faceplate, faceplate
from fatdesk.engine.fabric.device_kinds import host_word, level_name
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.topology.cluster_layout import lay_out
from fatdesk.engine.topology.layout import GRID_ROW, IS_NODE, ROOMY, Kind, Layout, Tier, tiers_of
from fatdesk.engine.wiring.ports import MANAGEMENT, LinkSides, far_ends, lanes_of

FEWEST_PIECES, MOST_PIECES = 12, 48
"""Straight lines of an arc, of many arcs and of few, which look round at any size."""
PIECES_OF_ALL = 6_000
"""Straight lines that all arcs of a drawing are made of, as long as each has the fewest."""
AWAY = 0.86
"""Share of the room between boxes that arcs occupy."""
PANEL, OUTSIDE = int(Kind.PANEL), int(Kind.OUTSIDE)
"""Numbers, because frames compare them thousands of times."""


def pieces_of(bundles: int) -> int:
    """Return the number of straight lines that each arc of a drawing is made of.

    >>> pieces_of(48), pieces_of(200), pieces_of(100_000)
    (48, 30, 12)
    """
    return max(FEWEST_PIECES, min(MOST_PIECES, PIECES_OF_ALL // max(1, bundles)))


class Ends(NamedTuple):
    """Ends of links: middle, half width and height, and index from the left and from the top."""

    x: Floats
    y: Floats
    half: Floats
    tall: Floats
    column: Longs
    row: Longs


INSIDE = 0.5
"""Half of the width of the arc of links inside a group, in halves of its width."""


def in_rows(a: Ends, b: Ends, room: float, most: int, pieces: int) -> tuple[Floats, Longs]:
    """Lines (p, 4) between boxes side by side, a left of b, and the link of each line.

    Neighbours are joined from side to side; others by arcs over the boxes, the farther the higher. Links
    inside a group are a low arc over it.

    Parameters
    ----------
    room
        Between the rows.
    most
        The greatest distance in places.
    pieces
        Straight lines of an arc.
    """
    steps = b.column - a.column
    next_to = steps == 1
    share = np.maximum(steps - 1, 0) / max(1, most - 1)
    out = a.half * np.where(steps == 0, -INSIDE, 0.85 - 0.7 * share)
    into = b.half * np.where(steps == 0, -INSIDE, 0.85 - 0.7 * share)
    high = room * AWAY * (0.25 + 0.75 * share)
    flat = np.stack([a.x + a.half, a.y, b.x - b.half, b.y], axis=1)
    arcs = _arcs(a.x + out, b.x - into, a.y - a.tall, high, pieces)
    return _together(flat, arcs, next_to)


def in_columns(a: Ends, b: Ends, room: float, most: int, pieces: int) -> tuple[Floats, Longs]:
    """Lines between boxes over each other, a above b; arcs go along the right side."""
    steps = b.row - a.row
    next_to = steps <= 1
    share = (steps - 1) / max(1, most - 1)
    out, into = a.tall * (0.8 - 0.7 * share), b.tall * (0.8 - 0.7 * share)
    far = room * AWAY * (0.25 + 0.75 * share)
    flat = np.stack([a.x, a.y + a.tall, b.x, b.y - b.tall], axis=1)
    turned = _arcs(a.y + out, b.y - into, -(a.x + a.half), far, pieces)
    arcs = np.stack([-turned[..., 1], turned[..., 0], -turned[..., 3], turned[..., 2]], axis=-1)
    return _together(flat, arcs, next_to)


def below(a: Ends, b: Ends, room: float, most: float, pieces: int) -> tuple[Floats, Longs]:
    """Arcs under the boxes, from grid to grid."""
    share = (b.x - a.x) / max(1.0, most)
    turned = _arcs(a.x, b.x, -(a.y + a.tall), room * AWAY * (0.3 + 0.7 * share), pieces)
    arcs = turned * np.array([1.0, -1.0, 1.0, -1.0])
    return _together(np.zeros((len(a.x), 4)), arcs, np.zeros(len(a.x), bool))


def _arcs(left: Floats, right: Floats, foot: Floats, high: Floats, pieces: int) -> Floats:
    """Half ellipses over two points of one height as (k, pieces, 4)."""
    turn = np.linspace(0, np.pi, pieces + 1)
    x = left[:, None] + (right - left)[:, None] * (0.5 - 0.5 * np.cos(turn))
    y = foot[:, None] - high[:, None] * np.sin(turn)
    return np.stack([x[:, :-1], y[:, :-1], x[:, 1:], y[:, 1:]], axis=-1)


def _together(flat: Floats, arcs: Floats, straight: Bools) -> tuple[Floats, Longs]:
    """One line of each straight link, all lines of the others."""
    number = np.arange(len(flat))
    lines = np.concatenate([flat[straight], arcs[~straight].reshape(-1, 4)])
    of = np.concatenate([number[straight], np.repeat(number[~straight], arcs.shape[1])])
    return lines, of


MOST_PAIRS = 4_000_000
"""Limit of pairs numbered by a table; more are sorted."""
LANES = 0.12
"""Between the links of two lanes, in widths of what they end at."""


@dataclass(eq=False)
class Bundles:
    """Bundles between two rows, or within one, at one level of detail.

    Attributes
    ----------
    low, high : (k,) int64
        The box, or the group of the row, at the lower and at the upper end.
    count : (k,) int64
        Links.
    ends : (p, 4) float64
        x and y at the lower end, then at the upper; of one that is drawn as an arc of each piece.
    piece_of : (p,) int64
        The bundle of each of these lines.
    of_base : (b,) int64
        The bundle of each of the bundles of single boxes between these rows; those are ``base``.
    """

    low: Longs
    high: Longs
    count: Longs
    ends: Floats
    base: Longs
    of_base: Longs
    piece_of: Longs

    @cached_property
    def bounds(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Left, right, upper and lower end of each line."""
        x1, y1, x2, y2 = (np.ascontiguousarray(column) for column in self.ends.T)
        return np.minimum(x1, x2), np.maximum(x1, x2), np.minimum(y1, y2), np.maximum(y1, y2)

    def near(self, left: float, right: float, top: float, bottom: float) -> Longs:
        """Lines whose bounds touch a rectangle."""
        low_x, high_x, low_y, high_y = self.bounds
        near = high_x >= left
        near &= low_x <= right
        least, most = self._heights  # lines from row to row are in view, or out of it, all alike
        if least < top or most > bottom:
            near &= high_y >= top
            near &= low_y <= bottom
        found: Longs = np.flatnonzero(near)
        return found

    @cached_property
    def _heights(self) -> tuple[float, float]:
        """The least lower end of all lines, and the greatest upper end."""
        _, _, low_y, high_y = self.bounds
        return float(high_y.min(initial=inf)), float(low_y.max(initial=-inf))


class Wiring:
    """The bundles of a layout at every coarseness; coarse ones are made when they are first seen."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tiers = tuple(tiers_of(layout, row) for row in range(len(layout.rows)))
        boxes = layout.link_box
        self._drawn = np.flatnonzero((boxes >= 0).all(axis=1))
        ends = boxes[self._drawn]
        row_of_slot = np.zeros(len(layout.slot_x), np.int64)
        place = np.zeros(len(layout.slot_x), np.int64)
        for row, slots in enumerate(layout.rows):
            row_of_slot[slots] = row
            place[slots] = np.arange(len(slots))
        self.place_in_row = place
        self.row_of_box = row_of_slot[layout.box_slot]
        rank = self.row_of_box * len(layout.box_slot) + np.arange(len(layout.box_slot))
        turned = rank[ends[:, 0]] > rank[ends[:, 1]]
        ends = np.where(turned[:, None], ends[:, ::-1], ends)
        lane = np.zeros(len(ends), np.int64) if layout.link_lane is None else layout.link_lane[self._drawn]
        self._lanes = int(lane.max(initial=0)) + 1
        key = (ends[:, 0] * len(layout.box_slot) + ends[:, 1]) * self._lanes + lane
        keys, self._bundle, self.count = np.unique(key, return_inverse=True, return_counts=True)
        keys, self.lane = np.divmod(keys, self._lanes)
        self.low, self.high = np.divmod(keys, max(1, len(layout.box_slot)))
        self.rows = self.row_of_box[self.low], self.row_of_box[self.high]
        self._known: dict[tuple[int, int, int, int], Bundles] = {}

    @property
    def links(self) -> int:
        """Links that run between boxes."""
        return len(self._drawn)

    @cached_property
    def _by_bundle(self) -> tuple[Longs, Longs]:
        order = np.argsort(self._bundle, kind="stable")
        return self._drawn[order], np.concatenate([[0], np.cumsum(self.count)]).astype(np.int64)

    def links_of(self, bundle: int) -> Longs:
        """The links of a bundle of single boxes."""
        links, start = self._by_bundle
        return links[start[bundle] : start[bundle + 1]]

    @cached_property
    def row_pairs(self) -> tuple[tuple[int, int], ...]:
        """Rows that something runs between; a row with itself where neighbours are joined."""
        low, high = self.rows
        rows = int(high.max(initial=0)) + 1
        return tuple(divmod(pair, rows) for pair in np.unique(low.astype(np.int64) * rows + high).tolist())

    def summed(self, per_link: Bools | Longs, codes: int) -> Longs:
        """Number of links of each bundle of single boxes have each code, (b, codes)."""
        key = self._bundle * codes + per_link[self._drawn].astype(np.int64)
        return np.bincount(key, minlength=len(self.count) * codes).reshape(-1, codes)

    def between(self, low_row: int, low_tier: int, high_row: int, high_tier: int) -> Bundles:
        """The bundles between two rows at their tiers."""
        known = self._known.get((low_row, low_tier, high_row, high_tier))
        if known is None:
            known = self._gather(low_row, low_tier, high_row, high_tier)
            self._known[low_row, low_tier, high_row, high_tier] = known
        return known

    def _gather(self, low_row: int, low_tier: int, high_row: int, high_tier: int) -> Bundles:
        base = np.flatnonzero((self.rows[0] == low_row) & (self.rows[1] == high_row))
        low, low_xy = self._ends(self.low[base], low_row, low_tier, upper=False)
        high, high_xy = self._ends(self.high[base], high_row, high_tier, upper=True)
        if low_row == high_row:
            low, high = np.minimum(low, high), np.maximum(low, high)
        lane = self.lane[base]
        first, of_base = _pairs(low, high * self._lanes + lane, single=not low_tier and not high_tier)
        some = np.arange(len(first))
        if self.layout.grid:
            places = (low[first], low_row, low_tier), (high[first], high_row, high_tier)
            ends, some = self._on_grid(*places)
        elif low_row == high_row:
            ends, some = self._level(low[first], high[first], low_row, low_tier)
        else:
            ends = np.concatenate([low_xy[first], high_xy[first]], axis=1)
        if self._lanes > 1:
            joined = low[first] * (int(high.max(initial=0)) + 1) + high[first]
            _, pair, lanes = np.unique(joined, return_inverse=True, return_counts=True)
            widths = self.tiers[low_row][low_tier].width, self.tiers[high_row][high_tier].width
            ends = ends + self._beside(lane[first], lanes[pair] > 1, min(widths))[some]
        count = np.bincount(of_base, self.count[base], minlength=len(first)).astype(np.int64)
        return Bundles(low[first], high[first], count, ends, base, of_base.astype(np.int64), some)

    def _beside(self, lane: Longs, several: Bools, width: float) -> Floats:
        """Sideways distance of links at both ends, where ``several`` lanes join the same boxes."""
        side = (lane - (self._lanes - 1) / 2) * LANES * width * several
        return np.stack([side, side * 0, side, side * 0], axis=1)

    def _on_grid(self, low: tuple[Longs, int, int], high: tuple[Longs, int, int]) -> tuple[Floats, Longs]:
        """Lines between boxes, or groups, of a grid, and the bundle of each."""
        layout = self.layout
        a, b = self._places(*low), self._places(*high)
        turned = (a.x > b.x) if low[1] == high[1] else (a.y > b.y)
        a, b = _where(turned, b, a), _where(turned, a, b)
        pieces = pieces_of(len(self.count))
        box = float(layout.slot_high[0])
        gap_y = float(np.diff(layout.row_y[::-1]).min(initial=GRID_ROW + box)) - box
        if low[1] != high[1]:
            tier = self.tiers[low[1]][low[2]]
            room = min(tier.room / ROOMY - tier.width, 2 * tier.width)
            return in_columns(a, b, room, len(layout.rows) - 1, pieces)
        inside = np.floor(a.x / layout.grid) == np.floor(b.x / layout.grid)
        most = int((b.column - a.column)[inside].max(initial=1))
        sheets = len(np.unique(np.floor(layout.slot_x / layout.grid))) > 1
        room = gap_y / 2 if sheets else gap_y
        near, of_near = in_rows(_some(a, inside), _some(b, inside), room, most, pieces)
        far, of_far = below(_some(a, ~inside), _some(b, ~inside), room, layout.extent[2], pieces)
        number = np.arange(len(a.x))
        of = np.concatenate([number[inside][of_near], number[~inside][of_far]])
        return np.concatenate([near, far]), of

    def _places(self, at: Longs, row: int, tier: int) -> Ends:
        """Positions of the boxes or groups of a row."""
        layout = self.layout
        if tier == 0:
            slot = layout.box_slot[at]
            place = self.place_in_row[slot]
            half, tall = layout.box_wide[at] / 2, layout.box_high[at] / 2
            x = layout.box_x[at]
        else:
            some = self.tiers[row][tier]
            place, x, half = at, (some.left[at] + some.right[at]) / 2, (some.right[at] - some.left[at]) / 2
            tall = np.full(len(at), float(layout.slot_high[0]) / 2)
        rows = np.full(len(at), len(layout.rows) - 1 - row)
        return Ends(x, np.full(len(at), layout.row_y[row]), half, tall, place, rows)

    def _ends(self, boxes: Longs, row: int, tier: int, *, upper: bool) -> tuple[Longs, Floats]:
        """Return the ends of bundles, boxes or groups: lower ends at the top, upper ones at the foot."""
        layout = self.layout
        if tier == 0:
            high = layout.box_high[boxes] / 2
            y = layout.box_y[boxes] + (high if upper else -high)
            return boxes, np.stack([layout.box_x[boxes], y], axis=1)
        some = self.tiers[row][tier]
        group = group_of(some, self.place_in_row[layout.box_slot[boxes]])
        x = (some.left[group] + some.right[group]) / 2
        return group, np.stack([x, np.full(len(x), layout.row_y[row])], axis=1)

    def _level(self, low: Longs, high: Longs, row: int, tier: int) -> tuple[Floats, Longs]:
        """Lines of what runs within a row, from side to side or as arcs over it, and the bundle of each."""
        layout = self.layout
        a, b = self._places(low, row, tier), self._places(high, row, tier)
        turned = a.x > b.x
        a, b = _where(turned, b, a), _where(turned, a, b)
        room = layout.over
        if row < len(layout.rows) - 1:
            room = float(layout.row_y[row] - layout.row_y[row + 1] - layout.slot_high[layout.rows[row]].max())
        most = int((b.column - a.column).max(initial=1))
        return in_rows(a, b, room, most, pieces_of(len(self.count)))


def short_range(first: str, last: str) -> str:
    """Return a range of names that states what they have in common once.

    >>> short_range("core-01", "core-05"), short_range("E01", "E04"), short_range("a-E01", "b-C02")
    ('core-01–05', 'E01–04', 'a-E01–b-C02')
    """
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    common = "".join(sign for sign, _ in alike).rstrip("0123456789")
    return f"{first}–{last[len(common) :]}" if last else first


def _pairs(low: Longs, high: Longs, *, single: bool) -> tuple[Longs, Longs]:
    """The first of each pair that occurs, and for each which pair it is."""
    if single:
        return np.arange(len(low)), np.arange(len(low))
    least = int(high.min(initial=0))
    size = int(high.max(initial=0)) - least + 1
    keys = (low - low.min(initial=0)) * size + high - least
    if keys.max(initial=0) > MOST_PAIRS:
        _, first, of = np.unique(keys, return_index=True, return_inverse=True)
        return first.astype(np.int64), of.astype(np.int64)
    place = np.full(int(keys.max(initial=-1)) + 1, -1, np.int64)
    place[keys[::-1]] = np.arange(len(keys))[::-1]
    there = np.flatnonzero(place >= 0)
    first = place[there]
    place[there] = np.arange(len(there))
    return first, place[keys]


def group_of(tier: Tier, place: Longs) -> Longs:
    """The group of slots by their places in the row."""
    found: Longs = np.searchsorted(tier.start, place, side="right") - 1
    return found


def _some(ends: Ends, flags: Bools) -> Ends:
    x, y, half, tall, column, row = ends
    return Ends(x[flags], y[flags], half[flags], tall[flags], column[flags], row[flags])


def _where(flags: Bools, first: Ends, second: Ends) -> Ends:
    """Of some pairs the first where a flag is set, else the second."""
    floats = [np.where(flags, p, q) for p, q in zip(first[:4], second[:4], strict=True)]
    places = [np.where(flags, p, q) for p, q in zip(first[4:], second[4:], strict=True)]
    return Ends(floats[0], floats[1], floats[2], floats[3], places[0], places[1])


class Face(NamedTuple):
    """The ports of a switch, or of one of its line cards.

    Attributes
    ----------
    ends
        What each port leads to, and the number of levels of the network, as colours need them.
    texts
        Number of each port on its card.
    cards : (k,) int64
        The line card of each port, from 0; 0 where there are none.
    links : (k,) int64
        The link at each port; −1: it is free.
    """

    plate: Faceplate
    ends: tuple[tuple[int, int], ...]
    texts: tuple[str, ...]
    cards: Longs
    links: Longs


MOST_FACES = 512
"""Faces that are kept: more than fit on a screen."""


class Drawing:
    """One network.

    Parameters
    ----------
    names
        The name of each node.
    racks, rack_labels
        Index of the rack of each node (−1: in none), and what the racks are called.
    opened
        Modular switches that show their chips.
    layout
        Positions of all items, if not those of a fabric.
    notes
        What the key says besides.
    rails
        Rail and plane of switches, by node: ``rail 3, plane 1``.
    """

    def __init__(
        self,
        fabric: Fabric,
        names: Sequence[str],
        racks: NDArray[np.int32],
        rack_labels: Sequence[str],
        catalog: Catalog,
        opened: Collection[int] = (),
        layout: Layout | None = None,
        notes: Sequence[str] = (),
        rails: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self.fabric, self.names, self.catalog = fabric, names, catalog
        self.notes, self.rails = tuple(notes), rails
        self.racks, self.rack_labels = racks, tuple(rack_labels)
        self.layout = layout or lay_out(fabric, catalog, opened)
        self.wiring = Wiring(self.layout)
        self._faces: dict[tuple[int, int | None], Face] = {}

    def with_racks(self, racks: NDArray[np.int32], rack_labels: Sequence[str]) -> "Drawing":
        """The same drawing after elements were moved between racks."""
        made = object.__new__(Drawing)
        made.__dict__.update(self.__dict__)
        made.racks, made.rack_labels = racks, tuple(rack_labels)
        made.__dict__.pop("rack_text", None)
        return made

    @property
    def levels(self) -> int:
        """Levels of switches."""
        return self.layout.columns.levels

    @cached_property
    def pod_spans(self) -> list[tuple[Floats, Floats]]:
        """Left and right ends of pods by number, of small pods first; none where all are in one pod."""
        layout, found = self.layout, []
        for pods in layout.columns.pods:
            count = int(pods.max(initial=-1)) + 1
            if count > 1:
                left, right = np.full(count, np.inf), np.full(count, -np.inf)
                np.minimum.at(left, pods, layout.column_x - layout.column_wide / 2)
                np.maximum.at(right, pods, layout.column_x + layout.column_wide / 2)
                found.append((left, right))
        return found

    @cached_property
    def host_word(self) -> str:
        """``host``, or ``device`` where switches or power units are among the hosts."""
        return host_word(self.fabric, self.catalog)

    @property
    def hosts_name(self) -> str:
        """The name of the row of hosts."""
        return f"{self.host_word.capitalize()}s"

    def row_name(self, row: int) -> str:
        """Return the name of the switches of a row."""
        if self.layout.row_words:
            return self.layout.row_words[row]
        if row >= self.levels:
            return "External"
        return level_name(row + 1, self.levels)

    def level_of(self, row: int) -> int:
        """The level of switches in a row; 0: hosts."""
        words = self.layout.row_levels
        return words[row] if words else min(row + 1, self.levels)

    def rack_of(self, node: int) -> str:
        """Label of the rack of a node; empty where it is in none."""
        number = int(self.racks[node])
        return self.rack_labels[number] if number >= 0 else ""

    @cached_property
    def sides(self) -> LinkSides:
        """The ends of links by node."""
        return LinkSides(self.fabric)

    @cached_property
    def _tables(self) -> list[PortTable]:
        return [port_table(self.catalog, some.part, some.cards, some.card) for some in self.fabric.parts]

    def cages(self, node: int) -> int:
        """Number of cages of a switch, without management; 0 where its part is not known."""
        part = int(self.fabric.part[node])
        table = self._tables[part] if part >= 0 else None
        return int(table.cage[table.data - 1]) + 1 if table is not None and table.data else 0

    def face(self, node: int, card: int | None = None) -> Face:
        """The ports of a switch, or of one of its line cards from 0."""
        known = self._faces.get((node, card))
        if known is None:
            if len(self._faces) >= MOST_FACES:
                self._faces.clear()
            known = self._faces[node, card] = self._face(node, card)
        return known

    def _face(self, node: int, card: int | None) -> Face:
        part = int(self.fabric.part[node])
        table = self._tables[part] if part >= 0 else None
        lanes = lanes_of(self.fabric, self.sides, node, table)
        levels = far_ends(self.fabric, lanes)
        some = np.flatnonzero(lanes.card != MANAGEMENT if card is None else lanes.card == card)
        places = zip(lanes.card[some].tolist(), lanes.cage[some].tolist(), strict=True)
        texts = []
        for port, leg, legs in zip(*(lanes[n][some].tolist() for n in range(3)), strict=True):
            known = table is not None and port < len(table.cage)
            name = table.name(port) if table is not None and known else str(port + (part >= 0))
            texts.append(f"{name}.{leg + 1}" if legs > 1 else name)
        ends = tuple((level, self.levels) for level in levels[some].tolist())
        return Face(faceplate(tuple(places)), ends, tuple(texts), lanes.card[some], lanes.link[some])

    @cached_property
    def ports(self) -> tuple[Longs, Longs]:
        """Ports in use of each node, and how many its part has without management (0: not known)."""
        fabric = self.fabric
        ends, ports = fabric.ends.ravel(), fabric.ports.ravel().astype(np.int64)
        highest = np.full(fabric.node_count, -1, np.int64)
        np.maximum.at(highest, ends, ports)
        start = np.concatenate([[0], np.cumsum(highest + 1)])
        taken = np.zeros(int(start[-1]), np.int64)
        taken[start[ends] + ports] = 1
        used = np.diff(np.concatenate([[0], np.cumsum(taken)])[start])
        tables = [port_table(self.catalog, some.part, some.cards, some.card) for some in fabric.parts]
        counts = [0, *(table.data for table in tables)]
        return used.astype(np.int64), np.array(counts, np.int64)[fabric.part + 1]

    @cached_property
    def free(self) -> Longs:
        """Free ports of the edge switches of each column."""
        used, have = self.ports
        columns = self.layout.columns
        edges = np.flatnonzero((self.fabric.kind == NodeKind.SWITCH) & (columns.of_node >= 0))
        spare = np.maximum(have[edges] - used[edges], 0)
        return np.bincount(columns.of_node[edges], spare, minlength=columns.count).astype(np.int64)

    @cached_property
    def rack_text(self) -> tuple[list[str], Bools]:
        """For each column the rack of its edge switch (else of its hosts), and whether it is spread."""
        layout, racks = self.layout, self.racks.astype(np.int64)
        count = layout.columns.count
        low, top = np.full(count, np.iinfo(np.int64).max), np.full(count, -2)
        members = np.flatnonzero(layout.columns.of_node >= 0)
        column = layout.columns.of_node[members]
        np.minimum.at(low, column, racks[members])
        np.maximum.at(top, column, racks[members])
        lowest = layout.rows[0]
        first = lowest[np.searchsorted(layout.slot_column[lowest], np.arange(count))]
        node = layout.slot_node[first]
        own = np.where(node >= 0, racks[node], top)
        words = [self.rack_labels[rack] if rack >= 0 else "" for rack in own.tolist()]
        return words, low != top

    def slot_name(self, slot: int) -> str:
        """Return the name of the contents of a slot."""
        layout = self.layout
        kind, node = int(layout.slot_kind[slot]), int(layout.slot_node[slot])
        if kind == PANEL:
            return f"Panel {int(layout.slot_column[slot]) + 1}"
        if kind == OUTSIDE:
            far = self.outside[node]
            last = f" to {self.names[far[-1]]}" if len(far) > 1 else ""
            return f"{self.names[far[0]]}{last}"
        return self.names[node]

    @cached_property
    def outside(self) -> dict[int, list[int]]:
        """The external nodes at each switch that has some."""
        fabric, found = self.fabric, dict[int, list[int]]()
        leaves = fabric.ends[fabric.kind[fabric.ends[:, 1]] == NodeKind.EXTERNAL]
        for switch, far in leaves.tolist():
            found.setdefault(switch, []).append(far)
        return found

    def rail_texts(self, node: int) -> tuple[str, ...]:
        """Rail and plane of a switch, then shorter: ``rail 3, plane 1``, ``R3 P1``; none where unknown."""
        rail = self.rails.get(node, "")
        short = rail.replace("rail ", "R").replace("plane ", "P").replace(",", "")
        return (rail, short) if rail else ()

    def group_name(self, row: int, tier: Tier, group: int) -> str:
        """Return the name of a group of a row."""
        if tier.pods is not None:
            first, last = (int(n) + 1 for n in tier.pods[group])
            word = self.layout.columns.pod_word
            return f"{word} {first}" if first == last else f"{word}s {first}–{last}"
        slots = self.layout.rows[row]
        first, last = int(slots[tier.start[group]]), int(slots[tier.start[group + 1] - 1])
        name = self.slot_name(first)
        return name if first == last else f"{name}–{self.slot_name(last)}"

    def group_names(self, row: int, tier: Tier, group: int) -> tuple[str, ...]:
        """The name of a group, and shorter ones for where that has no room; none is a mere count."""
        name = self.group_name(row, tier, group)
        if tier.pods is not None:
            number = name.split(" ")[1]
            return name, f"{name[0]}{number}", number
        first, _, last = name.partition("–")
        return name, short_range(first, last), f"{first}…", ""

    def nodes_of(self, row: int, tier: Tier, group: int) -> Longs:
        """The switches of a group."""
        slots = self.layout.rows[row][tier.start[group] : tier.start[group + 1]]
        some = IS_NODE[self.layout.slot_kind[slots]]
        found: Longs = self.layout.slot_node[slots[some]]
        return found

    def hosts_below(self, tier: Tier, group: int) -> slice:
        """The hosts under a group of the lowest row, as a slice of ``layout.hosts``."""
        layout = self.layout
        slots = layout.rows[0]
        first = layout.slot_column[slots[tier.start[group]]]
        last = layout.slot_column[slots[tier.start[group + 1] - 1]]
        return slice(int(layout.host_start[first]), int(layout.host_start[last + 1]))
