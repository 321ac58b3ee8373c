"""Lower bound on the cable cost of any placement, by relaxing each part of the cables.

Every placement that the search can reach keeps the capacity of racks, the racks in use, and (where the
user requested it) the racks of core switches. The cables are cut into three parts, and the least of each
is worked out alone; a placement pays all three, so their sum is below what it pays.

*Inside a block.* A block that stays whole stacks its hosts under its edge switches, so their distances
are known (heavy hosts, at the bottom of the rack, are no nearer); the j-th block of a rack has the hosts of
j - 1 blocks in between. No more racks are in use than at the start, so only a limited number of blocks are
the first of a rack: which comes where is an assignment. A host of a spread block is as near as stacked, or in
another rack.

*Between a core switch and blocks.* For a core switch at a given height of a given rack, the cheapest
seats for its blocks are an assignment again: a rack has as many seats as whole blocks fit by units, mass
and power, the j-th lower than those before it. Its cables cost no less than that, wherever the blocks
really are, and each core switch takes a seat of its own. This is the bound of Gilmore and Lawler for
quadratic assignment. Where core switches keep to their racks, all of them together see the same blocks,
so one assignment with the summed costs holds, which is tighter.

*All else* costs what the nearest seats for both ends cost.

A length represents the least that any cable of that length or a greater one costs, transceivers and
spares included. Cables that cannot be laid, or have no price although those of the start had one, make
a placement worse than the start whatever it costs, so such placements are left out.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import ROUND_FLOOR, Decimal
from functools import cache, cached_property

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.money import CENT
from fatdesk.core.units import HALF_U_UM
from fatdesk.engine.improving.placement import PER_UNIT, Tariff
from fatdesk.engine.improving.rules import Freedom
from fatdesk.engine.improving.stock import Piece, Stock
from fatdesk.engine.improving.wires import NO_WAY_UM, Ways, Wires


def in_seats(costs: Floats) -> float:
    """The least that rows cost when each takes a column of its own (more columns than rows).

    >>> in_seats(np.array([[1.0, 2.0, 9.0], [1.0, 5.0, 9.0]]))
    3.0
    """
    if not costs.size:
        return 0.0
    if (costs == costs[0]).all():
        return float(np.sort(costs[0])[: len(costs)].sum())
    from scipy.optimize import linear_sum_assignment  # 60 MB, for these cases only

    rows, columns = linear_sum_assignment(costs)
    return float(costs[rows, columns].sum())


@dataclass(frozen=True)
class Star:
    """Devices that a device in the middle is joined to.

    ``blocks`` are (block, need, height of the other device, links); ``fixed``, for devices that stay, are
    (need, rack, rise, links).
    """

    height_u: int
    blocks: tuple[tuple[int, int, int, int], ...]
    fixed: tuple[tuple[int, int, int, int], ...]

    @cached_property
    def columns(self) -> Longs:
        """The columns of ``fixed``, (4, n)."""
        return np.array(self.fixed, np.int64).T


class Seating:
    """Seats of a room: how many whole blocks each rack takes, and how high devices can be.

    Attributes
    ----------
    seats : (r,) int64
        Whole blocks that a rack takes by units, mass and power when nothing else is in it that moves.
    rack, order : (s,) int64
        The rack of each seat, and how many seats of the rack are above it.
    """

    def __init__(self, stock: Stock, ways: Ways, whole: Sequence[Piece]) -> None:
        self._frames, self._ways = stock.frames, ways
        self.side_um = int(np.diag(ways.between_um).min(initial=NO_WAY_UM))
        units, mass, power = (
            min((sum(of[d] for d in (*piece.edges, *piece.hosts)) for piece in whole), default=0)
            for of in (stock.height_u, stock.mass_kg, stock.power_w)
        )
        self.seats = np.zeros(ways.racks, np.int64)
        if whole:
            for number, frame in enumerate(stock.frames):
                most = [frame.free_u // int(units)]
                most += [int(frame.mass_kg // mass)] if mass and np.isfinite(frame.mass_kg) else []
                most += [int(frame.power_w // power)] if power and np.isfinite(frame.power_w) else []
                self.seats[number] = max(0, min(most))
        self._lowest_u = min((stock.height_u[d] for p in whole for d in (*p.edges, *p.hosts)), default=1)
        self.rack = np.repeat(np.arange(ways.racks), self.seats)
        firsts = np.cumsum(self.seats) - self.seats
        self.order = np.arange(len(self.rack)) - np.repeat(firsts, self.seats)
        self.rise = cache(self._rise)
        self.of_blocks = cache(self._of_blocks)
        self.tops = cache(self._tops)
        self.apart = cache(self._apart)

    def _rise(self, rack: int, above: int, above_u: int, height_u: int) -> int:
        """The least way up from a device below a number of others of some height."""
        frame = self._frames[rack]
        middles = frame.middles([above_u] * above + [height_u])
        middle = middles[-1] if middles else (2 * above * above_u + height_u) * HALF_U_UM
        # with the tray below the top a lower device may be nearer to it
        return max(0, int(self._ways.drop_um[rack]) + middle)

    def _of_blocks(self, height_u: int) -> Longs:
        """The least way up for a device of a whole block, by seat."""
        pairs = zip(self.rack.tolist(), self.order.tolist(), strict=True)
        return np.array([self.rise(r, j, self._lowest_u, height_u) for r, j in pairs], np.int64)

    def _tops(self, height_u: int) -> Longs:
        """Shortest way up for any device of a height, by rack; ``NO_WAY_UM`` where none can be placed."""
        return np.array(
            [
                self.rise(r, 0, 0, height_u) if f.free_u >= height_u else NO_WAY_UM
                for r, f in enumerate(self._frames)
            ],
            np.int64,
        )

    def _apart(self, a_u: int, b_u: int) -> int:
        """The least way between devices of some heights in two racks."""
        ways = self._ways.between_um + self.tops(a_u)[:, None] + self.tops(b_u)
        np.fill_diagonal(ways, 4 * NO_WAY_UM)
        return int(ways.min(initial=4 * NO_WAY_UM))

    def from_fixed(self, rack: int, rise_um: int, height_u: int) -> int:
        """The least way from a device that stays to one of some height, in any rack."""
        ways = self._ways.between_um[rack] + rise_um + self.tops(height_u)
        ways[rack] = self._ways.between_um[rack, rack] + height_u * HALF_U_UM
        return int(ways.min())


FIXED, CORE, WHOLE, SPREAD = range(4)


@dataclass
class _Parts:
    """Groups of links by what bounds them."""

    inside: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By block."""
    stars: dict[int, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    """By the device in the middle: group, and the device of a block at the other end."""
    others: list[int] = field(default_factory=list)


def lower_bound(
    stock: Stock, wires: Wires, ways: Ways, tariff: Tariff, cores: Freedom, *, fixed_count: bool = True
) -> Decimal:
    """The bound, rounded down to cents.

    Parameters
    ----------
    cores
        Whether core switches keep to their racks.
    fixed_count
        Whether cables between devices that stay cost what the tariff says; not where some were decided by
        hand.
    """
    return _Bound(stock, wires, ways, tariff, cores, fixed_count).amount()


class _Bound:
    def __init__(
        self, stock: Stock, wires: Wires, ways: Ways, tariff: Tariff, cores: Freedom, fixed_count: bool
    ) -> None:
        self.stock, self.wires, self.ways, self.tariff = stock, wires, ways, tariff
        self.cores, self.fixed_count = cores, fixed_count
        self._aside_um = int(np.abs(wires.shift_um).sum(axis=1).max(initial=0))
        devices = len(wires.rack)
        self.role = np.full(devices, FIXED)
        self.block = np.full(devices, -1)
        self.whole: dict[int, Piece] = {}
        self.edges: set[int] = set()
        racks_of: dict[int, list[Piece]] = defaultdict(list)
        anchored = {block for block, _, _ in stock.anchors}
        for content in stock.start:
            self.role[list(content.cores)] = CORE
            for piece in content.pieces:
                self.edges.update(piece.edges)
                racks_of[piece.block].append(piece)
        for block, pieces in racks_of.items():
            single = len(pieces) == 1 and block not in anchored and block not in stock.big
            if single:
                self.whole[block] = pieces[0]
            for piece in pieces:
                here = [*piece.edges, *piece.hosts]
                self.role[here] = WHOLE if single else SPREAD
                self.block[here] = block
        self.height = np.array([*stock.height_u, *[0] * (devices - len(stock.devices))])
        self.seating = Seating(stock, ways, list(self.whole.values()))

    def amount(self) -> Decimal:
        """The sum of the three parts."""
        parts = self._parts()
        total = self._inside(parts.inside) + self._stars(parts.stars) + self._others(parts.others)
        return (Decimal(int(total)) / PER_UNIT).quantize(CENT, ROUND_FLOOR)

    def _parts(self) -> _Parts:
        parts = _Parts()
        start, ends = self.wires.start.tolist(), self.wires.ends.tolist()
        for group in range(self.wires.count):
            links = ends[start[group] : start[group + 1]]
            a, b = links[0]
            blocks = {int(self.block[device]) for link in links for device in link}
            if len(blocks) == 1 and -1 not in blocks:
                parts.inside[blocks.pop()].append(group)
                continue
            if all(link == links[0] for link in links):
                star = next((pair for pair in ((a, b), (b, a)) if self._is_star(*pair)), None)
                if star:
                    parts.stars[star[0]].append((group, star[1]))
                    continue
            parts.others.append(group)
        return parts

    def _is_star(self, middle: int, other: int) -> bool:
        if self.block[middle] >= 0:
            return False
        return bool(self.block[other] >= 0 or (self.role[middle] == CORE and self.role[other] == FIXED))

    def _least(self, need: Longs | int, length: Longs) -> Floats:
        found = self.tariff.least[need, self.tariff.column(length)]
        return np.where(np.isinf(found), 0.0, found)

    # -- inside a block -----------------------------------------------------------------------------

    def _inside(self, inside: dict[int, list[int]]) -> float:
        levels = {self.stock.level[d] for piece in self.whole.values() for d in piece.hosts}
        hosts_u = min((self._units(piece.hosts) for piece in self.whole.values()), default=0)
        hosts_u = hosts_u if len(levels) == 1 else 0
        depth = int(self.seating.seats.max(initial=1)) or 1
        rows = []
        total = 0.0
        for block, groups in inside.items():
            if block in self.whole:
                rows.append([self._stacked(block, groups, j * hosts_u) for j in range(depth)])
            else:
                total += self._loose(groups)
        if not rows:
            return total
        in_use = sum(
            bool(c.devices) or f.keeps for c, f in zip(self.stock.start, self.stock.frames, strict=True)
        )
        columns = [j for j in range(depth) for _ in range(min(in_use, int((self.seating.seats > j).sum())))]
        return total + in_seats(np.array(rows)[:, columns])

    def _stacked(self, block: int, groups: list[int], between_u: int) -> float:
        """The cables of a whole block stacked by the rules, or as placed now."""
        piece = self.whole[block]
        level, density = self.stock.level, self.stock.density
        if any(level[d] for d in piece.edges) or len({(level[d], density[d]) for d in piece.hosts}) > 1:
            return sum(self._nearest(group) for group in groups)
        middle: dict[int, int] = {}
        above = 0
        for device in piece.edges:
            middle[device] = 2 * above + self.stock.height_u[device]
            above += self.stock.height_u[device]
        above += between_u
        for device in piece.hosts:
            middle[device] = 2 * above + self.stock.height_u[device]
            above += self.stock.height_u[device]
        side = int(np.diag(self.ways.between_um).min())
        now = stacked = 0.0
        for group in groups:
            links = self._links(group)
            apart = min(abs(middle[a] - middle[b]) for a, b in links) * HALF_U_UM
            here = np.abs(self.wires.middle_um[links[:, 0]] - self.wires.middle_um[links[:, 1]]).min()
            rack = int(self.wires.rack[links[0, 0]])
            need = int(self.wires.need[group])
            lengths = np.array([side + apart, self.ways.between_um[rack, rack] + here])
            both = self._least(need, self._ordered(lengths))
            stacked, now = stacked + float(both[0]), now + float(both[1])
        return min(stacked, now)

    def _loose(self, groups: list[int]) -> float:
        """The cables of a block that may be spread: stacked under its switch, or in other racks."""
        links = np.array([self._links(group)[0] for group in groups])
        edges = [device for device in np.unique(links).tolist() if device in self.edges]
        heights = np.unique(self.height[[d for d in np.unique(links).tolist() if d not in self.edges]])
        needs = np.unique(self.wires.need[groups])
        each = all(len(self._links(group)) == 1 for group in groups)
        if len(edges) != 1 or len(heights) != 1 or len(needs) != 1 or not each:
            return sum(self._nearest(group) for group in groups)
        # hosts of one height on one switch: whichever they are, one is nearest, the next a place on
        switch, host = int(self.height[edges[0]]), int(heights[0])
        apart = (switch + host + 2 * host * np.arange(len(groups))) * HALF_U_UM
        lengths = np.minimum(self.seating.side_um + apart, self.seating.apart(switch, host))
        stacked = self._least(int(needs[0]), self._ordered(lengths)).sum()
        now = self._least(self.wires.need[groups], self._length_now(links)).sum()
        return float(min(stacked, now))

    def _length_now(self, links: Longs) -> Longs:
        rack, middle = self.wires.rack[links], self.wires.middle_um[links]
        rise = self.ways.rise(rack, middle)
        apart = np.where(
            rack[:, 0] == rack[:, 1], np.abs(middle[:, 0] - middle[:, 1]), rise[:, 0] + rise[:, 1]
        )
        return self._ordered(self.ways.between_um[rack[:, 0], rack[:, 1]] + apart)

    def _ordered(self, plain: Longs) -> Longs:
        """Computed lengths of ways between devices, as far as their ports may be away from the middle."""
        return self.ways.ordered_for(np.maximum(plain - self._aside_um, 0) if self._aside_um else plain)

    # -- between a core switch and blocks -----------------------------------------------------------

    def _stars(self, stars: dict[int, list[tuple[int, int]]]) -> float:
        """Each core switch in a seat of its own, its blocks in the seats that are best for it."""
        total = 0.0
        moving: dict[Star, int] = defaultdict(int)
        for middle, groups in stars.items():
            star = self._star(middle, groups)
            if self.role[middle] == CORE:
                moving[star] += 1
            else:
                total += self._around(star, [(int(self.wires.rack[middle]), self._rise_now(middle))])
        kinds = list(moving)
        if not kinds:
            return total
        least = min(star.height_u for star in kinds)
        frames = self.stock.frames
        stay = self.cores == "racks"
        most = [
            len(c.cores) if stay else f.free_u // least for c, f in zip(self.stock.start, frames, strict=True)
        ]
        seats = [(rack, i) for rack, count in enumerate(most) for i in range(count)]
        rises = [[(r, self.seating.rise(r, i, least, star.height_u)) for r, i in seats] for star in kinds]
        if stay and len(kinds) == 1 and len(seats) == moving[kinds[0]]:
            return total + self._around(kinds[0], rises[0])
        costs = np.array(
            [[self._around(star, [seat]) for seat in of] for star, of in zip(kinds, rises, strict=True)]
        )
        return total + in_seats(np.repeat(costs, [moving[star] for star in kinds], axis=0))

    def _rise_now(self, device: int) -> int:
        return int(self.ways.rise(self.wires.rack[[device]], self.wires.middle_um[[device]])[0])

    def _star(self, middle: int, groups: list[tuple[int, int]]) -> Star:
        """Return the neighbours of a core switch, so that equal ones compare equal."""
        blocks: dict[tuple[int, int, int], int] = defaultdict(int)
        fixed: dict[tuple[int, int, int], int] = defaultdict(int)
        for group, other in groups:
            need, block = int(self.wires.need[group]), int(self.block[other])
            if block < 0:
                fixed[need, int(self.wires.rack[other]), self._rise_now(other)] += 1
            else:
                blocks[block, need, int(self.height[other])] += 1
        return Star(
            int(self.height[middle]),
            tuple((*key, count) for key, count in sorted(blocks.items())),
            tuple((*key, count) for key, count in sorted(fixed.items())),
        )

    def _around(self, star: Star, middles: list[tuple[int, int]]) -> float:
        """The least that equal stars cost together, their middles in these racks at these rises."""
        seating, between = self.seating, self.ways.between_um
        rows = {
            block: row
            for row, block in enumerate(dict.fromkeys(b for b, *_ in star.blocks if b in self.whole))
        }
        whole = np.zeros((len(rows), len(seating.rack)))
        spread: dict[int, Floats] = defaultdict(lambda: np.zeros(self.ways.racks))
        total = 0.0
        by_kind: dict[tuple[int, int], tuple[Floats, Floats]] = {}
        for block, need, height, count in star.blocks:
            if (need, height) not in by_kind:
                seats, racks = np.zeros(len(seating.rack)), np.zeros(self.ways.racks)
                touching = (star.height_u + height) * HALF_U_UM
                for rack, rise in middles:
                    away = between[rack, seating.rack] + rise + seating.of_blocks(height)
                    away[seating.rack == rack] = between[rack, rack] + touching
                    seats += self._least(need, self._ordered(away))
                    away = between[rack] + rise + seating.tops(height)
                    away[rack] = between[rack, rack] + touching
                    racks += self._least(need, self._ordered(away))
                by_kind[need, height] = seats, racks
            seats, racks = by_kind[need, height]
            if block in rows:
                whole[rows[block]] += count * seats
            else:
                spread[block] += count * racks
        if star.fixed:
            need_of, there, far, counts = star.columns
            for rack, rise in middles:
                away = np.where(there == rack, star.height_u * HALF_U_UM, rise + far)
                least = self._least(need_of, self._ordered(between[rack, there] + away))
                total += float((counts * least).sum())
        return total + in_seats(whole) + sum(float(some.min()) for some in spread.values())

    # -- all else -----------------------------------------------------------------------------------

    def _others(self, groups: list[int]) -> float:
        return sum(self._nearest(group) for group in groups)

    def _nearest(self, group: int) -> float:
        """Return the cost of a group with the best seat at each end."""
        links = self._links(group)
        if (self.role[links] == FIXED).all():
            if not self.fixed_count:
                return 0.0
            length = self._length_now(links).min(keepdims=True)
        else:
            plain = min(self._apart(a, b) for a, b in links.tolist())
            length = self._ordered(np.array([plain]))
        return float(self._least(int(self.wires.need[group]), length)[0])

    def _apart(self, a: int, b: int) -> int:
        if self.role[a] == FIXED:
            a, b = b, a
        height = int(self.height[a])
        if self.role[b] == FIXED:
            return self.seating.from_fixed(int(self.wires.rack[b]), self._rise_now(b), height)
        other = int(self.height[b])
        touching = 0 if a == b else (height + other) * HALF_U_UM
        return min(self.seating.side_um + touching, self.seating.apart(height, other))

    def _units(self, devices: tuple[int, ...]) -> int:
        return sum(self.stock.height_u[device] for device in devices)

    def _links(self, group: int) -> Longs:
        return self.wires.ends[self.wires.start[group] : self.wires.start[group + 1]]
