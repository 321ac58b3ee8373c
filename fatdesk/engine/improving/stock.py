"""Devices of a floor that may move (block pieces, core switches), fixed devices, and free space of racks."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from fatdesk.core.units import HALF_U_UM
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import NodePart
from fatdesk.engine.floor.budget import UNPLUGGED, Plugged, budget, everything, figures, fixed_loads, load
from fatdesk.engine.floor.checks import ROUNDED
from fatdesk.engine.floor.facility import feeds_of, power_limit_w, supplies_of
from fatdesk.engine.floor.feeds import Corded, FeedLimits, corded_of
from fatdesk.engine.floor.floor import Device, Rack
from fatdesk.engine.floor.placement.blocks import Kind, Load, Run, kind_of, load_of
from fatdesk.engine.floor.placement.stacking import LIGHT, Level, level_of, stacked
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.improving.task import Task

INF = float("inf")


@dataclass(frozen=True)
class Frame:
    """Space of a rack for the devices that move.

    Attributes
    ----------
    gaps
        Runs of free units from the top down: how many units are above each, and how many it has.
    keeps
        Whether it holds a fixed device.
    """

    part: str
    height_u: int
    depth_mm: float
    gaps: tuple[tuple[int, int], ...]
    free_u: int
    mass_kg: float
    power_w: float
    switches: float
    cables: float
    keeps: bool
    feeds: FeedLimits | None = None
    """Limits of its feeds, with the cords of what stays; None: unknown, or none."""

    def middles(
        self, heights: Sequence[int], levels: Sequence[Level] = (), densities: Sequence[float] = ()
    ) -> list[int] | None:
        """Return the positions of devices of these heights by their levels; without levels from the top down.

        Micrometres from the top of the highest unit down to the middle of each; None when they do not fit.
        """
        above = stacked(self.gaps, heights, levels, densities)
        if above is None:
            return None
        return [(2 * units + height) * HALF_U_UM for units, height in zip(above, heights, strict=True)]


def frame_of(
    rack: Rack,
    moving: Collection[str],
    catalog: Catalog,
    room: RoomRequirement,
    kinds: Mapping[str, Kind],
    plugged: Plugged = UNPLUGGED,
) -> Frame:
    """The frame of a rack without the devices that move.

    Parameters
    ----------
    kinds
        The kind of each device that the networks need, by its id.
    """
    part = catalog.rack(rack.part)
    taken = [False] * (part.height_u + 1)
    fixed = fixed_loads(part)
    mass, power = sum(some.mass_kg for some in fixed), sum(some.power_w for some in fixed)
    limit_w = power_limit_w(rack, part, room)
    keeps = False
    switches = cables = 0
    feeds = FeedLimits.of(feeds_of(rack, room), part)
    staying: list[Corded] = []
    for device in rack.devices:
        if device.id in moving:
            continue
        keeps = True
        if device.id in kinds:
            switches += kinds[device.id].switches
            cables += kinds[device.id].cables
        height = figures(device, catalog)[0]
        for unit in range(device.u, device.u + (1 if height is None else height)):
            if unit <= part.height_u:
                taken[unit] = True
        watts = 0.0
        for some in everything(device):
            own = load(some, catalog, plugged)
            mass += own.mass_kg
            watts += own.power_w
        power += watts
        outer = catalog[device.part]
        if (cords := corded_of(outer, watts, supplies_of(outer))) is not None:
            staying.append(cords)
    for kept in rack.reserved:
        for unit in range(kept.u, min(kept.u + kept.height_u, part.height_u + 1)):
            taken[unit] = True
    gaps = () if part.holds else _gaps(taken, part.height_u)
    return Frame(
        part=rack.part,
        height_u=part.height_u,
        depth_mm=part.depth_mm,
        gaps=gaps,
        free_u=sum(size for _, size in gaps),
        mass_kg=INF if part.mass_limit_kg is None else part.mass_limit_kg - mass + ROUNDED,
        power_w=INF if limit_w is None else limit_w - power + ROUNDED,
        switches=INF if room.switches_per_rack is None else room.switches_per_rack - switches,
        cables=INF if room.cables_per_rack is None else room.cables_per_rack - cables,
        keeps=keeps,
        feeds=None if feeds is None else feeds._replace(fixed=(*feeds.fixed, *staying)),
    )


def _gaps(taken: list[bool], height_u: int) -> tuple[tuple[int, int], ...]:
    gaps: list[tuple[int, int]] = []
    unit = height_u
    while unit >= 1:
        if taken[unit]:
            unit -= 1
            continue
        top = unit
        while unit >= 1 and not taken[unit]:
            unit -= 1
        gaps.append((height_u - top, top - unit))
    return tuple(gaps)


NO_FABRIC = -1


@dataclass(frozen=True, eq=False)
class Piece:
    """Part of a block in one rack: edge switches and hosts, as indices of devices."""

    block: int
    edges: tuple[int, ...]
    hosts: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Content:
    """Movable devices of one rack: core switches, edge switches piece by piece, then hosts.

    ``devices`` are all of them in that order (from the top down but for heavy ones, which are lower), and
    ``middle_um`` runs from the top of the rack's highest unit down to the middle of each.
    """

    cores: tuple[int, ...]
    pieces: tuple[Piece, ...]
    devices: tuple[int, ...]
    middle_um: tuple[int, ...]


EMPTY = Content((), (), (), ())


@dataclass
class Stock:
    """The devices of a floor as lists, and the frames that hold them.

    Attributes
    ----------
    fabric_of_core
        For each device the fabric that it is a core switch of; NO_FABRIC for others.
    anchors
        Block, rack, and whether edge switches are there, of each piece that stays.
    largest_group
        For each fabric the largest number of core switches in one rack.
    big
        Blocks that no empty rack holds; they lie in consecutive racks.
    racks
        Blocks of a rack, of which no two are in one.
    rows
        Blocks whose edge switches are aside in a row, with the number of that row.
    """

    frames: list[Frame]
    start: list[Content] = field(default_factory=list)
    devices: list[Device] = field(default_factory=list)
    home: list[int] = field(default_factory=list)
    height_u: list[int] = field(default_factory=list)
    mass_kg: list[float] = field(default_factory=list)
    power_w: list[float] = field(default_factory=list)
    switches: list[int] = field(default_factory=list)
    cables: list[int] = field(default_factory=list)
    cords: list[Corded | None] = field(default_factory=list)
    level: list[Level] = field(default_factory=list)
    density: list[float] = field(default_factory=list)
    depth_mm: list[float] = field(default_factory=list)
    fabric_of_core: list[int] = field(default_factory=list)
    anchors: list[tuple[int, int, bool]] = field(default_factory=list)
    largest_group: list[int] = field(default_factory=list)
    big: set[int] = field(default_factory=set)
    racks: set[int] = field(default_factory=set)
    rows: dict[int, int] = field(default_factory=dict)
    row: list[int] = field(default_factory=list)
    """The row of each rack."""
    for_edges: set[int] = field(default_factory=set)
    """Racks that hold edge switches of a row and no block."""

    def content(self, rack: int, cores: Iterable[int], pieces: Iterable[Piece]) -> Content | None:
        """Return the contents of a rack stacked by the rules; None when they do not fit."""
        cores, pieces = tuple(cores), tuple(pieces)
        edges = [device for piece in pieces for device in piece.edges]
        hosts = [device for piece in pieces for device in piece.hosts]
        devices = (*cores, *edges, *hosts)
        frame = self.frames[rack]
        heights = [self.height_u[device] for device in devices]
        if sum(heights) > frame.free_u or self._over(frame, devices):
            return None
        levels = [self.level[device] for device in devices]
        low = max(levels, default=LIGHT) > LIGHT
        densities = [self.density[device] for device in devices] if low else ()
        middles = frame.middles(heights, levels if low else (), densities)
        return None if middles is None else Content(cores, pieces, devices, tuple(middles))

    def _over(self, frame: Frame, devices: Sequence[int]) -> bool:
        """Whether devices are more than a rack may hold, or deeper; what has no limit is not added up."""
        for limit, each in (
            (frame.mass_kg, self.mass_kg),
            (frame.power_w, self.power_w),
            (frame.switches, self.switches),
            (frame.cables, self.cables),
        ):
            if limit < INF and sum([each[device] for device in devices]) > limit:
                return True
        if frame.feeds is not None:
            every = (self.cords[device] for device in devices)
            if not frame.feeds.hold(Counter(one for one in every if one is not None)):
                return True
        return max([self.depth_mm[device] for device in devices], default=0.0) > frame.depth_mm


def stock_of(task: Task) -> Stock:
    """The devices of a task.

    Besides what the task names, these stay: what no network needs, what is not the part that the networks
    need, devices in a rack over its budget, and a piece of a block of which something stays.
    """
    load = load_of(task.fabrics, task.catalog, task.plugged)
    racks = task.floor.racks
    where = {device.id: number for number, rack in enumerate(racks) for device in rack.devices}
    staying = _staying(task, load)
    pieces, cores = _movable(load, where, staying)
    anchors = [(*key, bool(edges)) for key, (free, edges, _) in pieces.items() if not free]
    pieces = {key: piece for key, piece in pieces.items() if piece[0]}
    moving = {node for _, edges, hosts in pieces.values() for node in (*edges, *hosts)} | cores.keys()
    kinds = load.kinds
    frames = [frame_of(rack, moving, task.catalog, task.room, kinds, task.plugged) for rack in racks]
    stock = Stock(frames, anchors=anchors)
    index = _add_devices(stock, load, racks, moving, task.catalog)
    for node, fabric in cores.items():
        stock.fabric_of_core[index[node]] = fabric
    in_rack: list[list[Piece]] = [[] for _ in racks]
    for (block, rack), (_, edges, hosts) in pieces.items():
        piece = Piece(block, tuple(index[node] for node in edges), tuple(index[node] for node in hosts))
        in_rack[rack].append(piece)
    for some, here in zip(racks, in_rack, strict=True):
        stock.start.append(_present_content(stock, some, here, index, task.catalog))
    stock.big = _too_big(load, racks, task.catalog, task.room)
    stock.racks = {number for number, block in enumerate(load.blocks) if block.rack}
    stock.row = [rack.row for rack in racks]
    homes = {some.home: some.block for some in load.aside}
    row_of = {some.id: rack.row for rack in racks for device in rack.devices for some in everything(device)}
    stock.rows = {block: row_of[node] for node, block in homes.items() if node in row_of}
    kept = {where[node] for some in load.aside for node in _placed(some.edges, where)}
    stock.for_edges = {rack for rack in kept if not in_rack[rack] and all(at != rack for _, at, _ in anchors)}
    stock.largest_group = [_largest_group(runs, where) for runs in load.cores]
    return stock


def _largest_group(runs: Iterable[Run], where: dict[str, int]) -> int:
    return max(Counter(where[node] for node in _placed(runs, where)).values(), default=0)


def _staying(task: Task, load: Load) -> set[str]:
    wanted = load.kinds
    count = Counter(device.id for rack in task.floor.racks for device in rack.devices)
    staying = set(task.stays)
    heights: dict[NodePart, int] = {}
    for rack in task.floor.racks:
        left = budget(rack, task.catalog, task.plugged)
        limit_w = power_limit_w(rack, task.catalog.rack(rack.part), task.room)
        over = (left.mass_limit_kg is not None and left.mass_kg > left.mass_limit_kg + ROUNDED) or (
            limit_w is not None and left.power_w > limit_w + ROUNDED
        )
        made = bool(task.catalog.rack(rack.part).holds)
        for device in rack.devices:
            kind = wanted.get(device.id)
            part = NodePart(part=device.part, cards=device.cards, card=device.card)
            same = kind is not None and (kind.part, kind.cards, kind.card) == (
                part.part,
                part.cards,
                part.card,
            )
            if part not in heights:
                heights[part] = kind_of(task.catalog, part).height_u
            inside = any(inner.id in task.stays for inner in device.inside)
            if made or over or inside or not same or count[device.id] > 1 or not heights[part]:
                staying.add(device.id)
    return staying


Pieces = dict[tuple[int, int], tuple[bool, list[str], list[str]]]


def _movable(load: Load, where: dict[str, int], staying: set[str]) -> tuple[Pieces, dict[str, int]]:
    """Pieces by block and rack (whether they move, edge switches, hosts), and the core switches' fabrics."""
    pieces: Pieces = {}
    for number, block in enumerate(load.blocks):
        for runs, which in ((block.edges, 1), (block.hosts, 2)):
            for node in _placed(runs, where):
                key = number, where[node]
                free, edges, hosts = pieces.get(key, (True, [], []))
                (edges if which == 1 else hosts).append(node)
                pieces[key] = (free and node not in staying, edges, hosts)
    cores = {
        node: fabric
        for fabric, runs in enumerate(load.cores)
        for node in _placed(runs, where)
        if node not in staying
    }
    return pieces, cores


def _placed(runs: Iterable[Run], where: dict[str, int]) -> Iterable[str]:
    return (node for run in runs for node in run.ids if node in where)


def _add_devices(
    stock: Stock, load: Load, racks: tuple[Rack, ...], moving: set[str], catalog: Catalog
) -> dict[str, int]:
    kinds = load.kinds
    hosts = {node for block in load.blocks for run in block.hosts for node in run.ids}
    index: dict[str, int] = {}
    for number, rack in enumerate(racks):
        for device in rack.devices:
            if device.id not in moving:
                continue
            kind = kinds[device.id]
            index[device.id] = len(stock.devices)
            stock.devices.append(device)
            stock.home.append(number)
            stock.height_u.append(kind.height_u)
            stock.mass_kg.append(kind.mass_kg)
            stock.power_w.append(kind.power_w)
            stock.switches.append(kind.switches)
            stock.cables.append(kind.cables)
            stock.cords.append(kind.cords)
            stock.level.append(level_of(kind, host=device.id in hosts))
            stock.density.append(kind.density)
            stock.depth_mm.append(_depth(device, rack, catalog))
            stock.fabric_of_core.append(NO_FABRIC)
    return index


def _depth(device: Device, rack: Rack, catalog: Catalog) -> float:
    """Rack depth that a device needs, at most that of its present rack (a finding reports the rest)."""
    return min(catalog[device.part].depth_mm or 0.0, catalog.rack(rack.part).depth_mm)


def _present_content(
    stock: Stock, rack: Rack, pieces: list[Piece], index: dict[str, int], catalog: Catalog
) -> Content:
    """The content of a rack in the units where it is now."""
    unit = {index[device.id]: device.u for device in rack.devices if device.id in index}
    order = sorted(unit, key=lambda device: -unit[device])
    rank = {device: number for number, device in enumerate(order)}
    top = catalog.rack(rack.part).height_u
    pieces = sorted(pieces, key=lambda piece: min(rank[d] for d in piece.edges or piece.hosts))
    frame_um = [_middle(top, unit[device], stock.height_u[device]) for device in order]
    cores = tuple(device for device in order if stock.fabric_of_core[device] != NO_FABRIC)
    return Content(cores, tuple(pieces), tuple(order), tuple(frame_um))


def _middle(top: int, u: int, height_u: int) -> int:
    """Micrometres from the top of the highest unit down to the middle of a device."""
    return (2 * (top - u + 1) - height_u) * HALF_U_UM


def _too_big(load: Load, racks: tuple[Rack, ...], catalog: Catalog, room: RoomRequirement) -> set[int]:
    """Blocks that not even an empty rack with the largest of each budget holds."""
    inf = float("inf")
    units, mass, power = 0, 0.0, 0.0
    for rack in racks:
        part = catalog.rack(rack.part)
        units = max(units, part.height_u - sum(kept.height_u for kept in rack.reserved))
        mass = max(mass, inf if part.mass_limit_kg is None else part.mass_limit_kg)
        limit_w = power_limit_w(rack, part, room)
        power = max(power, inf if limit_w is None else limit_w)
    return {
        number
        for number, block in enumerate(load.blocks)
        if sum(run.height_u for run in block.runs) > units
        or sum(run.kind.mass_kg * len(run.ids) for run in block.runs) > mass + ROUNDED
        or sum(run.kind.power_w * len(run.ids) for run in block.runs) > power + ROUNDED
    }
