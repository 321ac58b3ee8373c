"""Which devices go into which rack: the placement rules of the two-level paper (spec 1)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.core.progress import SILENT, Progress
from fatdesk.engine.core.units import ceil_div
from fatdesk.engine.floor.blocks import Block, Kind, Load, Run
from fatdesk.engine.floor.room import Policy

INF = float("inf")


@dataclass
class Space:
    """What is left of a rack while it is being filled; ``tops`` come down from the top, then ``hosts``."""

    number: int
    free_u: int
    mass_kg: float = INF
    power_w: float = INF
    x_mm: float = 0.0
    y_mm: float = 0.0
    cores: list[Run] = field(default_factory=list)
    edges: list[Run] = field(default_factory=list)
    hosts: list[Run] = field(default_factory=list)

    def room_for(self, kind: Kind) -> int:
        """How many devices of a kind still fit into all three budgets."""
        count = self.free_u // kind.height_u if kind.height_u else 1_000_000
        if kind.mass_kg:
            count = int(min(count, self.mass_kg / kind.mass_kg + 1e-9))
        if kind.power_w:
            count = int(min(count, self.power_w / kind.power_w + 1e-9))
        return max(count, 0)

    def take(self, kind: Kind, count: int) -> None:
        """Lower the budgets by so many devices."""
        self.free_u -= kind.height_u * count
        self.mass_kg -= kind.mass_kg * count
        self.power_w -= kind.power_w * count

    def holds(self, runs: Sequence[Run]) -> bool:
        """Whether all runs fit together."""
        return (
            sum(run.height_u for run in runs) <= self.free_u
            and sum(run.kind.mass_kg * len(run.ids) for run in runs) <= self.mass_kg + 1e-9
            and sum(run.kind.power_w * len(run.ids) for run in runs) <= self.power_w + 1e-9
        )

    def put(self, runs: Sequence[Run], where: list[Run]) -> None:
        """Place runs whole."""
        for run in runs:
            self.take(run.kind, len(run.ids))
            where.append(run)


@dataclass(frozen=True)
class Unplaced:
    """Devices that found no place, and why."""

    what: Literal["core group", "block"]
    ids: tuple[str, ...]
    height_u: int
    why: str
    hopeless: bool = False
    """Whether no number of racks of these would do."""


@dataclass(frozen=True)
class CorePlace:
    """Where core switches go: the centre, spread, or named racks; in how many groups (None: few)."""

    at: Literal["centre", "spread"] | tuple[int, ...] = "centre"
    groups: int | None = None


@dataclass
class Filling:
    """The racks after placing, and what did not fit."""

    spaces: list[Space]
    unplaced: list[Unplaced]
    whole_blocks: int = 0
    spread_blocks: int = 0


def place(
    load: Load,
    spaces: list[Space],
    policy: Policy,
    core: CorePlace,
    progress: Progress = SILENT,
) -> Filling:
    """Fill racks (in serpentine order) by the rules of spec 1.

    Core switches first, in indivisible groups; then block after block whole into a rack; a block that no
    empty rack holds lies in consecutive racks with its edge switches in the middle one; under the dense
    policy a block is spread over part-filled racks as soon as these hold one.

    Raises
    ------
    FatdeskError
        When named racks for the core do not exist or are too few.
    """
    filling = Filling(spaces, [])
    roomiest = _roomiest(spaces)
    _place_cores(load, filling, roomiest, core)
    _place_blocks(load.blocks, filling, roomiest, policy, progress)
    return filling


def _roomiest(spaces: Sequence[Space]) -> Space:
    """A rack with the largest of each budget, to see what fits no rack at all."""
    if not spaces:
        raise FatdeskError("the room has no rack: give it rows and racks_per_row")
    return Space(
        0,
        max(space.free_u for space in spaces),
        max(space.mass_kg for space in spaces),
        max(space.power_w for space in spaces),
    )


# -- core switches ----------------------------------------------------------------------------------


def _place_cores(load: Load, filling: Filling, roomiest: Space, core: CorePlace) -> None:
    core_at = core.at
    groups = [group for runs in load.cores if runs for group in _core_groups(runs, core.groups, roomiest)]
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
    from_centre = _from_centre(filling.spaces) if groups and core_at == "centre" else []
    for number, group in enumerate(groups, start=1):
        if isinstance(core_at, tuple):
            choices = [by_number[core_at[number - 1]]]
        elif core_at == "spread":
            choices = _nearest(filling.spaces, number * len(filling.spaces) // (len(groups) + 1))
        else:
            choices = from_centre
        home = next((space for space in choices if space.holds(group)), None)
        if home is None:
            where = f"rack {choices[0].number} has not" if isinstance(core_at, tuple) else "no rack has"
            ids = tuple(node for run in group for node in run.ids)
            height = sum(run.height_u for run in group)
            never = isinstance(core_at, tuple) or not roomiest.holds(group)
            need = "1 core switch needs" if len(ids) == 1 else f"{len(ids)} core switches need"
            why = f"{need} {height} U together, which {where} left"
            filling.unplaced.append(Unplaced("core group", ids, height, why, never))
        else:
            home.put(group, home.cores)


def _core_groups(runs: list[Run], wanted: int | None, roomiest: Space) -> list[list[Run]]:
    """Core switches in groups as even as possible; as few as fit into a rack each where none is wanted."""
    kinds = [(run.kind, run.ids) for run in runs]
    total = sum(len(ids) for _, ids in kinds)
    fit = min(max(1, roomiest.room_for(kind)) for kind, _ in kinds)
    groups = min(wanted or ceil_div(total, fit), total)
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


def _nearest(spaces: Sequence[Space], target: int) -> list[Space]:
    """Racks by how far their place in the order is from a target."""
    return [spaces[i] for i in sorted(range(len(spaces)), key=lambda i: (abs(i - target), i))]


def _from_centre(spaces: Sequence[Space]) -> list[Space]:
    """Racks by their distance from the geometric centre of all."""
    x = (min(s.x_mm for s in spaces) + max(s.x_mm for s in spaces)) / 2
    y = (min(s.y_mm for s in spaces) + max(s.y_mm for s in spaces)) / 2
    return sorted(spaces, key=lambda s: (abs(s.x_mm - x) + abs(s.y_mm - y), s.number))


# -- blocks -----------------------------------------------------------------------------------------


def _place_blocks(
    blocks: Sequence[Block], filling: Filling, roomiest: Space, policy: Policy, progress: Progress
) -> None:
    spaces = filling.spaces
    kinds = sorted({run.kind for block in blocks for run in block.runs}, key=lambda kind: kind.part)
    pool: list[Space] = []
    here = 0
    todo = 0
    while todo < len(blocks) and here < len(spaces):
        progress.step(todo, len(blocks), "placing blocks")
        block = blocks[todo]
        if not roomiest.holds(block.runs):
            after = _consecutive(block, spaces, here, fresh=policy != "dense")
            if after is None:
                break
            filling.whole_blocks += 1
            todo += 1
            here = after if policy == "dense" else after + 1
            continue
        space = spaces[here]
        while todo < len(blocks) and roomiest.holds(blocks[todo].runs) and space.holds(blocks[todo].runs):
            space.put(blocks[todo].edges, space.edges)
            space.put(blocks[todo].hosts, space.hosts)
            filling.whole_blocks += 1
            todo += 1
            if policy == "scalable-unit":
                break
        here += 1
        if policy == "dense":
            pool = _with_room([*pool, space], kinds)
            while todo < len(blocks) and roomiest.holds(blocks[todo].runs) and _spread(blocks[todo], pool):
                filling.spread_blocks += 1
                todo += 1
                pool = _with_room(pool, kinds)
    for block in blocks[todo:]:
        ids = tuple(node for run in block.runs for node in run.ids)
        height = sum(run.height_u for run in block.runs)
        never = _never(block, roomiest)
        rule = "not to be spread" if policy != "dense" else "even when spread"
        why = never or f"a block of {height} U found no rack with space, mass and power left, {rule}"
        filling.unplaced.append(Unplaced("block", ids, height, why, hopeless=bool(never)))


def _with_room(pool: Sequence[Space], kinds: Sequence[Kind]) -> list[Space]:
    """The racks that still take at least one device of some kind."""
    return [space for space in pool if any(space.room_for(kind) for kind in kinds)]


def _never(block: Block, roomiest: Space) -> str:
    """Why a block would find no place in any number of racks; empty when it would."""
    for run in block.runs:
        kind = run.kind
        if not roomiest.room_for(kind):
            figures = f"{kind.height_u} U, {kind.mass_kg:g} kg, {kind.power_w:g} W"
            return f"one {kind.part} ({figures}) is more than any rack takes"
    if not roomiest.holds(block.edges):
        height = sum(run.height_u for run in block.edges)
        count = sum(len(run.ids) for run in block.edges)
        return f"its {count} edge switches ({height} U), kept together, are more than any rack takes"
    return ""


def _spread(block: Block, pool: Sequence[Space]) -> bool:
    """Spread a block over part-filled racks, the longest waiting first; False when they can't hold it.

    The edge switches go into the middle one of the racks that hold the block, or the next one to it
    where they fit.
    """
    height = sum(run.height_u for run in block.runs)
    free = 0
    for last, space in enumerate(pool, start=1):
        free += space.free_u
        if free < height:
            continue
        cover = pool[:last]
        if any(home.holds(block.edges) and _fill(block, cover, home) for home in _from_middle(cover)):
            return True
    return False


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
    height = sum(run.height_u for run in block.runs)
    free = 0
    for last in range(start + 1, len(spaces) + 1):
        free += spaces[last - 1].free_u
        if free < height:
            continue
        cover = spaces[start:last]
        if any(home.holds(block.edges) and _fill(block, cover, home) for home in _from_middle(cover)):
            return last - 1
    return None


def _from_middle(cover: Sequence[Space]) -> list[Space]:
    """The racks from the middle one outwards."""
    middle = (len(cover) - 1) / 2
    return [cover[i] for i in sorted(range(len(cover)), key=lambda i: (abs(i - middle), i))]


def _fill(block: Block, cover: Sequence[Space], home: Space) -> bool:
    """Put the edge switches into ``home`` and the hosts into ``cover`` in order, or nothing at all."""
    budgets = [(space.free_u, space.mass_kg, space.power_w) for space in cover]
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
            for space, (free_u, mass, power) in zip(cover, budgets, strict=True):
                space.free_u, space.mass_kg, space.power_w = free_u, mass, power
            return False
    home.edges.extend(block.edges)
    for space, run, first, end in shares:
        space.hosts.append(Run(run.kind, run.ids[first:end], run.inside[first:end]))
    return True
