"""Placement of blocks into racks by the rules of the two-level paper (spec 1)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Literal

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import ceil_div
from fatdesk.engine.fabric.fabric import EdgePlace
from fatdesk.engine.floor.feeds import Corded, FeedLimits
from fatdesk.engine.floor.placement.blocks import Block, Kind, Load, Run
from fatdesk.engine.floor.placement.stacking import Gap, level_of, stacked
from fatdesk.engine.floor.room import Policy

INF = float("inf")


BUDGETS = ("units", "mass", "power", "switches", "cable ends")
"""Budgets of a rack, in the order of ``Kind.needs``."""
POWER = "power"
ROUNDING = 1e-9


@dataclass
class Space:
    """Remaining space of a rack while it is filled."""

    number: int
    left: list[float]
    x_mm: float = 0.0
    y_mm: float = 0.0
    row: int = 0
    position: int = 0
    whole: bool = False
    """Whether a block of a rack is in it."""
    here: frozenset[str] = frozenset()
    """Devices that were in it before."""
    made_for: frozenset[str] = frozenset()
    """Parts that it is made for; empty: any."""
    gaps: tuple[Gap, ...] = ()
    """Runs of free units before anything is placed."""
    feeds: FeedLimits | None = None
    """Limits of its feeds; None: unknown, or none."""
    cords: dict[Corded, int] = field(default_factory=dict)
    """Devices with power cords in it, where its feeds are known."""
    cores: list[Run] = field(default_factory=list)
    edges: list[Run] = field(default_factory=list)
    hosts: list[Run] = field(default_factory=list)

    @property
    def free_u(self) -> int:
        """Units that are left."""
        return int(self.left[0])

    @property
    def used(self) -> bool:
        """Whether a device is in it."""
        return bool(self.cores or self.edges or self.hosts)

    def room_for(self, kind: Kind) -> int:
        """Number of devices of a kind still fit into all budgets."""
        count = 1_000_000
        for left, need in zip(self.left, kind.needs, strict=True):
            if need and left < count * need:
                count = int(left / need + ROUNDING)
        count = max(count, 0)
        if self.feeds is not None and kind.cords is not None:
            while count and not self.feeds.hold(self._with([(kind, count)])):
                count -= 1
        return count

    def _with(self, more: Iterable[tuple[Kind, int]]) -> dict[Corded, int]:
        """The devices with power cords in it, and more of them."""
        cords = dict(self.cords)
        for kind, count in more:
            if kind.cords is not None:
                cords[kind.cords] = cords.get(kind.cords, 0) + count
        return cords

    def _feeds_hold(self, runs: Sequence[Run]) -> bool:
        """Whether its feeds carry all runs, too."""
        return self.feeds is None or self.feeds.hold(self._with((run.kind, len(run.ids)) for run in runs))

    def take(self, kind: Kind, count: int) -> None:
        """Lower the budgets by the needs of several devices."""
        for which, need in enumerate(kind.needs):
            self.left[which] -= need * count
        if self.feeds is not None:
            self.cords = self._with([(kind, count)])

    def short_of(self, runs: Sequence[Run]) -> list[str]:
        """The budgets that all runs together exceed."""
        sums = [0.0] * len(BUDGETS)
        for run in runs:
            count = len(run.ids)
            for which, need in enumerate(run.kind.needs):
                sums[which] += need * count
        pairs = zip(BUDGETS, sums, self.left, strict=True)
        short = [name for name, needed, left in pairs if needed > left + ROUNDING]
        if POWER not in short and not self._feeds_hold(runs):
            short = [name for name in BUDGETS if name in (*short, POWER)]
        return short

    def holds(self, runs: Sequence[Run]) -> bool:
        """Whether all runs fit together."""
        for which, left in enumerate(self.left):
            if left < INF:
                needed = 0.0
                for run in runs:
                    needed += run.kind.needs[which] * len(run.ids)
                if needed > left + ROUNDING:
                    return False
        return self._feeds_hold(runs)

    def put(self, runs: Sequence[Run], where: list[Run]) -> None:
        """Place runs whole."""
        for run in runs:
            self.take(run.kind, len(run.ids))
            where.append(run)

    def put_whole(self, block: Block) -> None:
        """Add a block of a rack: no other such block goes here."""
        self.put(block.edges, self.edges)
        self.put(block.hosts, self.hosts)
        self.whole = True


@dataclass(frozen=True)
class Unplaced:
    """Devices that found no place, and why."""

    what: Literal["core group", "block", "rack", "made", "row"]
    ids: tuple[str, ...]
    height_u: int
    why: str
    short_of: tuple[str, ...] = ()
    """The budgets that even an empty rack has too little of; empty where more racks would help."""

    named: bool = False
    """Whether these are core switches that do not fit into the rack named for them."""

    @property
    def hopeless(self) -> bool:
        """Whether more racks of these kinds would not help."""
        return bool(self.short_of)


@dataclass(frozen=True)
class CorePlace:
    """Places of core switches.

    Attributes
    ----------
    at
        In the middle of the racks in use, spread over the room, or in named racks.
    groups
        Number of groups of each fabric; None: as few as fit into a rack each.
    among
        The middle is that of the first racks, up to this many; None: of all racks.
    apart
        Whether the core switches of a fabric are divided between two racks at least.
    """

    at: Literal["centre", "spread"] | tuple[int, ...] = "centre"
    groups: int | None = None
    among: int | None = None
    apart: bool = False


@dataclass
class Filling:
    """The racks after placing, and what did not fit."""

    spaces: list[Space]
    unplaced: list[Unplaced]
    whole_blocks: int = 0
    spread_blocks: int = 0

    @property
    def rows_full(self) -> bool:
        """Whether switches of a row found no place in the racks kept for them."""
        return any(item.what == "row" for item in self.unplaced)


def place(
    load: Load,
    spaces: list[Space],
    policy: Policy,
    core: CorePlace,
    progress: Progress = SILENT,
    kept: int = 0,
) -> Filling:
    """Fill racks (in serpentine order) by the rules of spec 1.

    Core switches first, in indivisible groups; then block after block whole into a rack; a block that no
    empty rack holds lies in consecutive racks with its edge switches in the middle one; under the dense
    policy a block is spread over part-filled racks as soon as these hold one. Edge switches for the end or
    the middle of rows come last, in racks of each row that are kept for them.

    Parameters
    ----------
    kept
        Racks of a row that are kept, at its end and in its middle each.

    Raises
    ------
    FatdeskError
        When named racks for the core do not exist or are too few.
    """
    aside = _kept_racks(load, spaces, kept)
    numbers = {space.number for racks in aside.values() for space in racks}
    made = [space for space in spaces if space.made_for]
    others = [space for space in spaces if space.number not in numbers and not space.made_for]
    others = others or [space for space in spaces if not space.made_for]
    if made and not others:
        raise FatdeskError("all racks of the room are made for certain hosts (holds): add racks for switches")
    filling = Filling(spaces if isinstance(core.at, tuple) else others, [])
    roomiest = _roomiest(others)
    _place_cores(load, filling, roomiest, core)
    filling.spaces = others
    blocks = _place_in_made(load.blocks, made, filling)
    _place_blocks(_cut(blocks, roomiest), filling, roomiest, policy, progress)
    _place_aside(load, spaces, aside, filling)
    filling.spaces = spaces
    _place_beside(load, spaces)
    return filling


def _place_beside(load: Load, spaces: Sequence[Space]) -> None:
    """Deal hosts without height to the racks in use, evenly where they are more than required.

    Those of their group that are in a rack already count there.
    """
    for one in load.beside:
        ids, most = one.run.ids, one.per_rack
        group = ids[0].rpartition("/")[0] if ids else ""
        there = [sum(node.rpartition("/")[0] == group for node in space.here) for space in spaces]
        used = sorted(
            ((space, own) for space, own in zip(spaces, there, strict=True) if space.used or space.here),
            key=lambda pair: pair[0].number,
        )
        racks = [space for space, own in used if space.used or len(space.here) > own] or list(spaces[:1])
        known = {space.number: own for space, own in used}
        room = [max(0, most - known.get(space.number, 0)) if most is not None else 0 for space in racks]
        each, more = divmod(len(ids), len(racks))
        if len(ids) <= sum(room):
            starts = [min(start, len(ids)) for start in accumulate(room, initial=0)]
        else:
            starts = [number * each + min(number, more) for number in range(len(racks) + 1)]
        for space, (start, stop) in zip(racks, pairwise(starts), strict=True):
            if stop > start:
                space.put([Run(one.run.kind, ids[start:stop])], space.hosts)


# -- racks that are made for certain hosts ------------------------------------------------------------


def _place_in_made(blocks: Sequence[Block], made: Sequence[Space], filling: Filling) -> list[Block]:
    """Place blocks of hosts for which there are racks of their own; the others are returned."""
    served = {part for space in made for part in space.made_for}
    fitting_of: dict[frozenset[str], list[Space]] = {}
    full: Counter[frozenset[str]] = Counter()
    others = []
    for block in blocks:
        parts = frozenset().union(*(run.hosts for run in block.hosts))
        if not parts or not parts <= served:
            others.append(block)
            continue
        if parts not in fitting_of:
            fitting_of[parts] = [space for space in made if parts <= space.made_for]
        fitting = fitting_of[parts]
        while full[parts] < len(fitting) and fitting[full[parts]].whole:
            full[parts] += 1
        order = range(full[parts] if block.at is None else 0, len(fitting))
        at = next((fitting[n] for n in order if _stays_whole(fitting[n], block)), None)
        if at is not None:
            at.put_whole(block)
            filling.whole_blocks += 1
            continue
        ids = tuple(node for run in block.runs for node in run.ids)
        height = sum(run.height_u for run in block.runs)
        short = () if all(space.whole for space in fitting) else ("units",)
        what = " and ".join(sorted(parts))
        why = f"the racks made for {what} are full ({len(fitting):,} are there)"
        if short:
            why = f"{len(ids)} devices ({height} U) do not go into a rack made for {what}"
            why += "" if block.rack else ", and their group states no per_rack"
        filling.unplaced.append(Unplaced("rack" if block.rack else "made", ids, height, why, short))
    return others


def _stays_whole(space: Space, block: Block) -> bool:
    """Whether a block finds units in a rack, which holds no other such block."""
    if not _takes_rack(space, block):
        return False
    kinds = [(run.kind, level_of(run.kind, host=host)) for run, host in _with_roles(block) for _ in run.ids]
    heights = [kind.height_u for kind, _ in kinds]
    densities = [kind.density for kind, _ in kinds]
    return stacked(space.gaps, heights, [level for _, level in kinds], densities) is not None


def _takes_rack(space: Space, block: Block) -> bool:
    return (space.number == block.at if block.at is not None else not space.whole) and space.holds(block.runs)


def _with_roles(block: Block) -> list[tuple[Run, bool]]:
    return [*((run, False) for run in block.edges), *((run, True) for run in block.hosts)]


# -- switches in racks of their own -------------------------------------------------------------------


def _kept_racks(load: Load, spaces: Sequence[Space], kept: int) -> dict[tuple[EdgePlace, int], list[Space]]:
    """The racks that are kept in each row for edge switches, by their place in the row."""
    found: dict[tuple[EdgePlace, int], list[Space]] = {}
    rows: dict[int, list[Space]] = {}
    for space in spaces:
        rows.setdefault(space.row, []).append(space)
    for at in dict.fromkeys(some.at for some in load.aside):
        for row, racks in rows.items():
            middle = (min(s.position for s in racks) + max(s.position for s in racks)) / 2
            order = sorted(
                racks,
                key=lambda s: (abs(s.position - middle) if at == "middle-of-row" else 0, s.position),
            )
            found[at, row] = order[:kept]
    return found


def _place_aside(
    load: Load,
    spaces: Sequence[Space],
    kept: Mapping[tuple[EdgePlace, int], Sequence[Space]],
    filling: Filling,
) -> None:
    """Edge switches in the racks kept for them in the row of their hosts."""
    if not load.aside:
        return
    row_of = {node: space.row for space in spaces for node in space.here}
    row_of |= {node: space.row for space in spaces for run in space.hosts for node in run.every_id}
    for some in load.aside:
        row = row_of.get(some.home)
        if row is None:
            continue  # its hosts have no place, which is reported
        home = next((space for space in kept[some.at, row] if space.holds(some.edges)), None)
        if home is not None:
            home.put(some.edges, home.edges)
        else:
            height = sum(run.height_u for run in some.edges)
            ids = tuple(node for run in some.edges for node in run.ids)
            short = tuple(_roomiest(spaces).short_of(some.edges))
            why = f"{some.what} need {height} U, and no rack kept for them has that left"
            filling.unplaced.append(Unplaced("row", ids, height, why, short))


def _roomiest(spaces: Sequence[Space]) -> Space:
    """A rack with the largest of each budget, to see what fits no rack at all."""
    if not spaces:
        raise FatdeskError("the room has no rack: give it rows and racks_per_row")
    strongest = max(spaces, key=lambda space: space.left[BUDGETS.index(POWER)])
    most = [max(amounts) for amounts in zip(*(space.left for space in spaces), strict=True)]
    return Space(0, most, feeds=strongest.feeds, cords=dict(strongest.cords))


def _cut(blocks: Sequence[Block], roomiest: Space) -> list[Block]:
    """Blocks without hosts (switches between edge and core) in parts that a rack holds."""
    result: list[Block] = []
    for block in blocks:
        fit = min((roomiest.room_for(run.kind) for run in block.edges), default=0)
        if block.hosts or not fit or roomiest.holds(block.edges):
            result.append(block)
            continue
        for run in block.edges:
            cuts = range(0, len(run.ids), fit)
            result += [Block([Run(run.kind, run.ids[first : first + fit])]) for first in cuts]
    return result


# -- core switches ----------------------------------------------------------------------------------


def _place_cores(load: Load, filling: Filling, roomiest: Space, core: CorePlace) -> None:
    core_at = core.at
    groups = [
        (fabric, group)
        for fabric, runs in enumerate(load.cores)
        if runs
        for group in _core_groups(runs, core, roomiest)
    ]
    by_number = {space.number: space for space in filling.spaces}
    if isinstance(core_at, tuple):
        if len(groups) > len(core_at):
            raise FatdeskError(
                f"room.core_at names {len(core_at)} racks for {len(groups)} groups of core switches: "
                "name one rack a group, or fewer core_groups"
            )
        missing = [number for number in core_at if number not in by_number]
        if missing:
            raise FatdeskError(f"room.core_at: no rack {missing[0]}, the room has 1 to {len(by_number)}")
    centre = _Centre(_from_centre(filling.spaces, core.among) if groups and core_at == "centre" else [])
    for number, (fabric, group) in enumerate(groups, start=1):
        named: list[Space] = []
        if isinstance(core_at, tuple):
            named = [by_number[core_at[number - 1]]]
            home = named[0] if named[0].holds(group) else None
        elif core_at == "spread":
            choices = _nearest(filling.spaces, number * len(filling.spaces) // (len(groups) + 1))
            home = next((space for space in choices if space.holds(group)), None)
        else:
            home = centre.home(fabric, group)
        if home is None:
            filling.unplaced.append(_without_home(group, named, roomiest))
        else:
            home.put(group, home.cores)


class _Centre:
    """Racks from the middle outwards, for one group of core switches after the other.

    Two groups of one fabric share a rack only where no other has room. Racks only become fuller, so that
    one without room for a group has none for later groups of the same switches either.
    """

    def __init__(self, spaces: Sequence[Space]) -> None:
        self._spaces = spaces
        self._taken: set[tuple[int, int]] = set()
        self._next: dict[tuple[object, ...], int] = {}

    def home(self, fabric: int, group: Sequence[Run]) -> Space | None:
        """The rack for a group of a fabric; None: no rack holds it."""
        shape = _shape(group)
        home = self._first(fabric, group, (fabric, shape), alone=True) or self._first(
            fabric, group, (shape,), alone=False
        )
        if home is not None:
            self._taken.add((fabric, home.number))
        return home

    def _first(
        self, fabric: int, group: Sequence[Run], key: tuple[object, ...], *, alone: bool
    ) -> Space | None:
        """The first rack that holds a group; the search goes on where it ended for the same key."""
        for at in range(self._next.get(key, 0), len(self._spaces)):
            space = self._spaces[at]
            if not (alone and (fabric, space.number) in self._taken) and space.holds(group):
                self._next[key] = at
                return space
        self._next[key] = len(self._spaces)
        return None


def _shape(runs: Sequence[Run]) -> tuple[tuple[Kind, int], ...]:
    """Number of devices of each kind, one run after the other."""
    return tuple((run.kind, len(run.ids)) for run in runs)


def _without_home(group: list[Run], named: Sequence[Space], roomiest: Space) -> Unplaced:
    """A group of core switches that no rack holds, or not the one ``named`` for it."""
    ids = tuple(node for run in group for node in run.ids)
    height = sum(run.height_u for run in group)
    short = tuple(roomiest.short_of(group))
    need = "1 core switch needs" if len(ids) == 1 else f"{len(ids)} core switches need"
    in_named = bool(named) and not short
    if in_named:
        short = tuple(named[0].short_of(group))
        where = f"rack {named[0].number} has not enough {_and(short)} left"
    elif short:
        where = f"no empty rack has enough {_and(short)}"
    else:
        where = "no rack has that left"
    return Unplaced("core group", ids, height, f"{need} {height} U together, and {where}", short, in_named)


def _and(words: Sequence[str]) -> str:
    """Words in a row: ``units, mass and power``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _core_groups(runs: list[Run], core: CorePlace, roomiest: Space) -> list[list[Run]]:
    """Core switches in groups as even as possible; as few as fit into a rack each where none is wanted."""
    kinds = [(run.kind, run.ids) for run in runs]
    total = sum(len(ids) for _, ids in kinds)
    fit = min(max(1, roomiest.room_for(kind)) for kind, _ in kinds)
    groups = min(core.groups or max(ceil_div(total, fit), 1 + core.apart), total)
    flat = [(kind, node) for kind, ids in kinds for node in ids]
    base, extra = divmod(total, groups)
    result: list[list[Run]] = []
    start = 0
    for number in range(groups):
        size = base + (number < extra)
        group: list[Run] = []
        for kind, node in flat[start : start + size]:
            if not group or group[-1].kind is not kind:
                group.append(Run(kind, []))
            group[-1].ids.append(node)
        result.append(group)
        start += size
    return result


def _nearest(spaces: Sequence[Space], target: int) -> Iterator[Space]:
    """Racks by how far their place in the order is from a target, below 0 to beyond the last."""
    below, above = min(target, len(spaces) - 1), max(target + 1, 0)
    while below >= 0 or above < len(spaces):
        if below >= 0 and (above >= len(spaces) or target - below <= above - target):
            yield spaces[below]
            below -= 1
        else:
            yield spaces[above]
            above += 1


def _from_centre(spaces: Sequence[Space], among: int | None) -> list[Space]:
    """Racks from the middle of the first ones outwards, those beyond them last.

    The middle is the rack with the least sum of distances, along rows and across them, to those racks.
    """
    near = spaces[:among]
    x = _sums([space.x_mm for space in near])
    y = _sums([space.y_mm for space in near])
    order = sorted(near, key=lambda s: (round(x[s.x_mm] + y[s.y_mm], 3), s.number))
    return [*order, *spaces[len(near) :]]


def _sums(places: Sequence[float]) -> dict[float, float]:
    """For each place the sum of its distances to all."""
    counts = Counter(places)
    return {here: sum(count * abs(here - there) for there, count in counts.items()) for here in counts}


# -- blocks -----------------------------------------------------------------------------------------


def _place_blocks(
    blocks: Sequence[Block], filling: Filling, roomiest: Space, policy: Policy, progress: Progress
) -> None:
    spaces = filling.spaces
    kinds = list(dict.fromkeys(run.kind for block in blocks for run in block.runs))
    pool = _Pool(kinds)
    numbers = {space.number: n for n, space in enumerate(spaces)}
    of_one = [roomiest.holds(block.runs) for block in blocks]
    sharing = [fits and not block.rack for fits, block in zip(of_one, blocks, strict=True)]
    here = 0
    todo = 0
    while todo < len(blocks) and here < len(spaces):
        progress.step(todo, len(blocks), "placing blocks")
        block = blocks[todo]
        if block.starts:
            pool = _Pool(kinds)
        if block.rack:
            at = None if block.at is None else numbers[block.at]
            after = _in_rack(block, spaces, here, at)
            if after is None:
                break
            pool.add(spaces[here:after])
            if at is not None:
                pool.refresh()
            here = after
            filling.whole_blocks += 1
            todo += 1
            continue
        if not of_one[todo]:
            after = _consecutive(block, spaces, here, fresh=policy != "dense")
            if after is None:
                break
            filling.whole_blocks += 1
            todo += 1
            here = after if policy == "dense" else after + 1
            continue
        space = spaces[here]
        while (
            todo < len(blocks)
            and sharing[todo]
            and space.holds(blocks[todo].runs)
            and not (blocks[todo].starts and (space.edges or space.hosts))
        ):
            space.put(blocks[todo].edges, space.edges)
            space.put(blocks[todo].hosts, space.hosts)
            filling.whole_blocks += 1
            todo += 1
            if policy == "scalable-unit":
                break
        here += 1
        if policy == "dense":
            pool.add([space])
            while (
                todo < len(blocks) and not blocks[todo].starts and sharing[todo] and pool.spread(blocks[todo])
            ):
                filling.spread_blocks += 1
                todo += 1
    filling.unplaced += _left_over(blocks[todo:], roomiest, policy)


def _left_over(blocks: Sequence[Block], roomiest: Space, policy: Policy) -> Iterator[Unplaced]:
    """Return why blocks found no place."""
    for block in blocks:
        ids = tuple(node for run in block.runs for node in run.ids)
        height = sum(run.height_u for run in block.runs)
        why, short = _never(block, roomiest)
        rule = "not to be spread" if policy != "dense" else "even when spread"
        if block.rack and not why:
            why = f"no rack is left for a rack's hosts and edge switches ({height} U)"
        why = why or f"a block of {height} U found no rack with enough left, {rule}"
        yield Unplaced("rack" if block.rack else "block", ids, height, why, short)


def _in_rack(block: Block, spaces: Sequence[Space], start: int, known: int | None) -> int | None:
    """Put a block of a rack into the next that holds no other such block; its place, None: there is none.

    What is left of a block goes to the part of it that is there already, in the rack of the place ``known``.
    """
    found = range(start, len(spaces)) if known is None else (known,)
    at = next((n for n in found if (n == known or not spaces[n].whole) and spaces[n].holds(block.runs)), None)
    if at is None:
        return None
    spaces[at].put_whole(block)
    return at if known is None else start


def _never(block: Block, roomiest: Space) -> tuple[str, tuple[str, ...]]:
    """Why a block would find no place in any number of racks, and which budgets are to blame."""
    for run in block.runs:
        kind = run.kind
        short = tuple(roomiest.short_of([Run(kind, run.ids[:1])]))
        if short:
            figures = f"{kind.height_u} U, {kind.mass_kg:g} kg, {kind.power_w:g} W, {kind.cables} cable ends"
            return f"one {kind.part} ({figures}) needs more {_and(short)} than any empty rack has", short
    if block.rack and (short := tuple(roomiest.short_of(block.runs))):
        hosts, edges = (sum(len(run.ids) for run in runs) for runs in (block.hosts, block.edges))
        height = sum(run.height_u for run in block.runs)
        switches = f" and {edges} edge switch{'es' if edges > 1 else ''}" if edges else ""
        why = f"the {hosts} hosts{switches} of a rack ({height} U)"
        return f"{why} need more {_and(short)} than any empty rack has", short
    short = tuple(roomiest.short_of(block.edges))
    if short:
        height = sum(run.height_u for run in block.edges)
        count = sum(len(run.ids) for run in block.edges)
        why = f"its {count} edge switches ({height} U) are kept together, and no empty rack has enough"
        return f"{why} {_and(short)}", short
    return "", ()


class _Cover:
    """Racks in a row that may hold a block together, one more after the other.

    The edge switches go into the middle one of the racks that hold the block, or the next one to it
    where they fit.
    """

    def __init__(self, block: Block) -> None:
        self._spaces: list[Space] = []
        self._homes: list[int] = []
        self._height = sum(run.height_u for run in block.runs)
        self._hosts: dict[Kind, int] = {}
        for run in block.hosts:
            self._hosts[run.kind] = self._hosts.get(run.kind, 0) + len(run.ids)
        self._free = 0

    @property
    def count(self) -> int:
        """Number of racks."""
        return len(self._spaces)

    def holds(self, space: Space, block: Block) -> bool:
        """Add a rack, and put the block into all racks together if they have room for it."""
        if space.holds(block.edges):
            self._homes.append(len(self._spaces))
        self._spaces.append(space)
        self._free += space.free_u
        for kind in self._hosts:
            self._hosts[kind] -= space.room_for(kind)
        if self._free < self._height or any(lacking > 0 for lacking in self._hosts.values()):
            return False
        middle = (len(self._spaces) - 1) / 2
        homes = sorted(self._homes, key=lambda i: (abs(i - middle), i))
        return any(_fill(block, self._spaces, self._spaces[home]) for home in homes)


class _Pool:
    """Part-filled racks that still take a device, the longest waiting first.

    What was learned for a block that they do not hold is kept for the next one of its kind, until a block
    is spread.
    """

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self._kinds = kinds
        self._spaces: list[Space] = []
        self._tried: dict[tuple[object, ...], _Cover] = {}

    def add(self, spaces: Sequence[Space]) -> None:
        """Add racks."""
        self._spaces += (space for space in spaces if self._has_room(space))

    def refresh(self) -> None:
        """Forget what was learned: a rack has become fuller."""
        self._spaces = [space for space in self._spaces if self._has_room(space)]
        self._tried.clear()

    def spread(self, block: Block) -> bool:
        """Spread a block over the racks; False when they cannot hold it."""
        shape = (_shape(block.edges), _shape(block.hosts))
        cover = self._tried.setdefault(shape, _Cover(block))
        for last in range(cover.count, len(self._spaces)):
            if cover.holds(self._spaces[last], block):
                kept = [space for space in self._spaces[: last + 1] if self._has_room(space)]
                self._spaces[: last + 1] = kept
                self._tried.clear()
                return True
        return False

    def _has_room(self, space: Space) -> bool:
        return any(space.room_for(kind) for kind in self._kinds)


def _consecutive(block: Block, spaces: Sequence[Space], start: int, fresh: bool) -> int | None:
    """Lay a block into consecutive racks from ``start`` on; the last one's place, None when they end.

    With ``fresh`` it starts in a rack that holds no block yet.
    """
    if fresh:
        while start < len(spaces) and (spaces[start].edges or spaces[start].hosts):
            start += 1
    first = block.hosts[0].kind if block.hosts else block.edges[0].kind
    while start < len(spaces) and not spaces[start].room_for(first):
        start += 1
    cover = _Cover(block)
    return next((last for last in range(start, len(spaces)) if cover.holds(spaces[last], block)), None)


def _fill(block: Block, cover: Sequence[Space], home: Space) -> bool:
    """Put the edge switches into ``home`` and the hosts into ``cover`` in order, or nothing at all."""
    budgets = [(list(space.left), space.cords) for space in cover]
    for run in block.edges:
        home.take(run.kind, len(run.ids))
    shares: list[tuple[Space, Run, int, int]] = []
    at = 0
    for run in block.hosts:
        done = 0
        while done < len(run.ids) and at < len(cover):
            count = min(cover[at].room_for(run.kind), len(run.ids) - done)
            if count:
                cover[at].take(run.kind, count)
                shares.append((cover[at], run, done, done + count))
                done += count
            if done < len(run.ids):
                at += 1
        if done < len(run.ids):
            for space, (left, cords) in zip(cover, budgets, strict=True):
                space.left, space.cords = left, cords
            return False
    home.edges.extend(block.edges)
    for space, run, first, end in shares:
        space.hosts.append(Run(run.kind, run.ids[first:end], run.inside[first:end]))
    return True
