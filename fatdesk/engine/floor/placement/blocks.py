"""Blocks to place: hosts with their edge switches, middle switches, and core switches."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configuration
from fatdesk.engine.catalog.parts import Enclosure, ModularSwitch, Switch, in_enclosure
from fatdesk.engine.fabric.fabric import ROW_PLACES, Chassis, EdgePlace, Fabric, NodeKind, NodePart
from fatdesk.engine.floor.budget import NOTHING, UNPLUGGED, Extra, Plugged
from fatdesk.engine.floor.facility import supplies_of
from fatdesk.engine.floor.feeds import Corded, corded_of
from fatdesk.engine.floor.floor import Device

UNKNOWN_HEIGHT_U = 1
"""Height assumed for a device of unknown height, which is also a finding."""
DIRECTOR_U = 5
"""A modular switch of this height or more is placed at the bottom of its rack."""
HEAVY_KG_PER_U = 10.0
"""Devices of at least this mass per unit fill a rack from the bottom up; servers have about 15."""

TALL_U = 4
"""A device of unknown mass and this height or more counts as heavy."""


@dataclass(frozen=True)
class Kind:
    """Equal devices; an unknown mass or power takes nothing from a rack's budget (a finding says so).

    Attributes
    ----------
    switches, cables
        Switches that each device counts as, and the most cable ends that one of them has.
    full_kg
        Mass of a chassis with all its nodes, by which one that is filled in part is ordered as well.
    director
        Whether it is a tall modular switch.
    at
        Height in the rack at which an edge switch belongs.
    corded
        Its power cords; None: it has none, as power strips have.
    """

    part: str
    cards: int = 0
    card: str = ""
    height_u: int = UNKNOWN_HEIGHT_U
    mass_kg: float = 0.0
    power_w: float = 0.0
    switches: int = 0
    cables: int = 0
    full_kg: float = 0.0
    director: bool = False
    at: EdgePlace = "top"
    corded: Corded | None = None

    @cached_property
    def cords(self) -> Corded | None:
        """Power cords of a device with all that is in it; None: it draws nothing."""
        return self.corded._replace(watts=self.power_w) if self.corded and self.power_w else None

    @cached_property
    def needs(self) -> tuple[float, ...]:
        """Units, mass, power, switches and cable ends that one device takes from the budgets of a rack."""
        return self.height_u, self.mass_kg, self.power_w, self.switches, self.cables

    @cached_property
    def density(self) -> float:
        """Mass per unit in kilograms, of a chassis with all its nodes."""
        return max(self.mass_kg, self.full_kg) / max(self.height_u, 1)

    @cached_property
    def heavy(self) -> bool:
        """Whether such devices are placed from the bottom of the rack up; tall ones of unknown mass are."""
        tall = not self.mass_kg and self.height_u >= TALL_U
        return self.director or tall or self.density >= HEAVY_KG_PER_U


@dataclass
class Run:
    """Devices of one kind in order; ``inside`` holds the contents of each (enclosures)."""

    kind: Kind
    ids: list[str]
    inside: list[tuple[Device, ...]] = field(default_factory=list)

    @property
    def height_u(self) -> int:
        """Units of all of them."""
        return self.kind.height_u * len(self.ids)

    @property
    def every_id(self) -> list[str]:
        """The ids of all of them and of what is inside."""
        return [*self.ids, *(device.id for some in self.inside for device in some)]

    @property
    def hosts(self) -> frozenset[str]:
        """The parts of the hosts among them: of what is inside, else of themselves."""
        return frozenset(device.part for some in self.inside for device in some) or frozenset(
            {self.kind.part}
        )


@dataclass
class Block:
    """A building block: edge switches (kept together) and the hosts on them.

    One of a ``rack`` is in one rack, whole, and in that rack is no other such block.
    """

    edges: list[Run] = field(default_factory=list)
    hosts: list[Run] = field(default_factory=list)
    rack: bool = False
    at: int | None = None
    """Number of the rack that holds the rest of it already."""
    starts: bool = False
    """Whether it is the first of a group, of which nothing goes into the racks before it."""

    @property
    def runs(self) -> list[Run]:
        """Edge switches, then hosts."""
        return self.edges + self.hosts


@dataclass
class Aside:
    """Edge switches for racks of their own at the end or in the middle of a row.

    Their row is that of a host in the middle of theirs (``home``, in the block of that number).
    """

    edges: list[Run]
    at: EdgePlace
    home: str
    block: int

    @property
    def what(self) -> str:
        """Number and place of the switches in words."""
        count = sum(len(run.ids) for run in self.edges)
        where = "end" if self.at == "end-of-row" else "middle"
        return f"{count} edge switch{'es' if count > 1 else ''} at the {where} of the row"


@dataclass
class Beside:
    """Hosts that take no units, such as power units at the sides of racks: some in each rack in use."""

    run: Run
    per_rack: int | None
    """Hosts for each rack; None: the same for all."""


@dataclass
class Load:
    """All devices for the room; ``cores`` has the core switches of each fabric."""

    blocks: list[Block]
    cores: list[list[Run]]
    aside: list[Aside] = field(default_factory=list)
    beside: list[Beside] = field(default_factory=list)

    @property
    def kinds(self) -> dict[str, Kind]:
        """The kind of each device, by its id."""
        return {device: run.kind for run in self.runs() for device in run.ids}

    def runs(self) -> Iterator[Run]:
        """All runs, those of blocks before core switches."""
        for block in self.blocks:
            yield from block.runs
        for some in self.aside:
            yield from some.edges
        for core in self.cores:
            yield from core
        for one in self.beside:
            yield one.run


def kind_of(catalog: Catalog, node: NodePart, plugged: Extra = NOTHING) -> Kind:
    """The kind of device that a node's part is, with what is plugged into it."""
    part = catalog[node.part]
    switch = isinstance(part, Switch | ModularSwitch)
    if isinstance(part, Switch | ModularSwitch):
        chosen = configuration(part, node.cards, node.card)
        height, mass, power = chosen.height_u, chosen.mass_kg, chosen.power_w
    else:
        height, mass, power = part.height_u, part.mass_kg, part.power_w
    units = UNKNOWN_HEIGHT_U if height is None else height
    return Kind(
        part=node.part,
        cards=node.cards,
        card=node.card,
        height_u=units,
        mass_kg=(mass or 0.0) + plugged.mass_kg,
        power_w=(power or 0.0) + plugged.power_w,
        switches=int(switch),
        director=isinstance(part, ModularSwitch) and units >= DIRECTOR_U,
        corded=corded_of(part, power or 0.0, supplies_of(part)),
    )


def cable_ends(fabrics: Sequence[Fabric]) -> dict[NodePart, int]:
    """The most cable ends that a device of each part has: as a host, in all fabrics together."""
    most: dict[NodePart, int] = {}
    hosts: dict[NodePart, int] = {}
    for fabric in fabrics:
        ends = np.bincount(fabric.ends[~fabric.trace].ravel(), minlength=fabric.node_count)
        is_host = fabric.kind == NodeKind.HOST
        for number, part in enumerate(fabric.parts):
            here = fabric.part == number
            count = int(ends[here & ~is_host].max(initial=0))
            most[part] = max(most.get(part, 0), count)
            hosts[part] = hosts.get(part, 0) + int(ends[here & is_host].max(initial=0))
    return {part: count + hosts[part] for part, count in most.items()}


def load_of(fabrics: Sequence[Fabric], catalog: Catalog, plugged: Plugged = UNPLUGGED) -> Load:
    """Gather blocks and core switches of all fabrics of a project.

    Hosts that are placed rack by rack form a block for each rack; all others form the blocks of the first
    fabric that joins them. An edge switch of a further fabric goes to the block that holds the middle one of
    its own hosts; switches that it joins are placed with their own fabric. Switches between edge and core
    that lead to the same blocks form a block of their own, which follows the last of those.

    Parameters
    ----------
    plugged
        What is plugged into each device; equal devices of a fabric count with the most of any of them.
    """
    blocks: list[Block] = []
    between: list[tuple[int, Block]] = []
    cores: list[list[Run]] = []
    aside: list[Aside] = []
    block_of_host: dict[str, int] = {}
    in_chassis: dict[str, Chassis] = {}
    beside: list[Beside] = []
    joined: set[str] = set()
    ends = cable_ends(fabrics)
    for fabric in fabrics:
        most = _most(fabric, plugged)
        in_chassis |= {box.group: box for box in fabric.chassis}
        kinds = [
            replace(kind_of(catalog, part, extra), cables=ends[part])
            for part, extra in zip(fabric.parts, most, strict=True)
        ]
        of_core = [replace(kind, at=fabric.core_at) for kind in kinds]
        cores.append(_runs(fabric, core_switches(fabric), of_core))
        joined.update(fabric.ids[node] for node in fabric.outside_nodes())
        beside += _beside(fabric, kinds, joined, catalog)
        if fabric.enclosure:
            _add_enclosures(fabric, catalog, kinds, blocks, block_of_host)
        else:
            homes = _add_blocks(fabric, kinds, blocks, block_of_host, aside, between, joined)
            between += _between(fabric, kinds, homes, blocks)
            block_of_host.update((fabric.ids[node], block) for node, block in homes.items())
        joined.update(fabric.ids[node] for node in fabric.nodes(NodeKind.SWITCH).tolist())
    _gather_chassis(blocks, in_chassis, catalog)
    placed, numbered = _followed(blocks, between, aside)
    return Load(placed, cores, numbered, beside)


def _beside(fabric: Fabric, kinds: list[Kind], joined: set[str], catalog: Catalog) -> list[Beside]:
    """Hosts without height that no fabric before has joined, group by group; they are noted in ``joined``."""
    flat = [
        number
        for number, kind in enumerate(kinds)
        if kind.height_u == 0 and not fabric.enclosure and not in_enclosure(catalog.find(kind.part))
    ]
    hosts = np.flatnonzero((fabric.kind == NodeKind.HOST) & np.isin(fabric.part, flat)).tolist()
    groups: dict[str, list[str]] = {}
    part_of: dict[str, int] = {}
    for node in hosts:
        group = fabric.ids[node].rpartition("/")[0]
        part_of[group] = int(fabric.part[node])
        if fabric.ids[node] not in joined:
            groups.setdefault(group, []).append(fabric.ids[node])
            joined.add(fabric.ids[node])
    per_rack = dict(fabric.per_rack)
    return [Beside(Run(kinds[part_of[name]], ids), per_rack.get(name)) for name, ids in groups.items()]


def _gather_chassis(blocks: Sequence[Block], chassis: Mapping[str, Chassis], catalog: Catalog) -> None:
    """Replace nodes of chassis by these: a chassis goes with the block of its first node."""
    if not chassis:
        return
    nodes: dict[str, list[tuple[str, Kind]]] = {}
    part_of: dict[str, str] = {}
    for run in (run for block in blocks for run in block.hosts):
        for node in run.ids:
            group, _, number = node.rpartition("/")
            if group in chassis:
                own = chassis[group].of(int(number))
                nodes.setdefault(own, []).append((node, run.kind))
                part_of[own] = chassis[group].part
    full = {own: _box(part_of[own], held, catalog) for own, held in nodes.items()}
    kinds: dict[Kind, Kind] = {}
    for block in blocks:
        runs: list[Run] = []
        for run in block.hosts:
            box = chassis.get(run.ids[0].rpartition("/")[0])
            if box is None:
                runs.append(run)
                continue
            for own in dict.fromkeys(box.of(int(node.rpartition("/")[2])) for node in run.ids):
                if own not in full:
                    continue  # it is in an earlier block
                kind, inside = full.pop(own)
                kind = kinds.setdefault(kind, kind)
                if not runs or runs[-1].kind is not kind:
                    runs.append(Run(kind, [], []))
                runs[-1].ids.append(own)
                runs[-1].inside.append(inside)
        block.hosts = runs


def _box(part: str, held: Sequence[tuple[str, Kind]], catalog: Catalog) -> tuple[Kind, tuple[Device, ...]]:
    """A chassis with its nodes, in the order of their numbers."""
    order = sorted(held, key=lambda pair: int(pair[0].rpartition("/")[2]))
    inside = tuple(Device(id=node, part=kind.part, u=1) for node, kind in order)
    return _enclosure(part, [kind for _, kind in order], catalog), inside


def _enclosure(part: str, inside: Sequence[Kind], catalog: Catalog) -> Kind:
    """The kind of an enclosure with what is inside."""
    box = kind_of(catalog, NodePart(part=part))
    return Kind(
        part=part,
        height_u=box.height_u,
        mass_kg=box.mass_kg + sum(kind.mass_kg for kind in inside),
        power_w=box.power_w + sum(kind.power_w for kind in inside),
        cables=sum(kind.cables for kind in inside),
        corded=box.corded,
        full_kg=box.mass_kg + catalog.get(part, Enclosure).blades * max(kind.mass_kg for kind in inside),
    )


def _most(fabric: Fabric, plugged: Plugged) -> list[Extra]:
    """For each part of a fabric the most that is plugged into one of its nodes."""
    most = [NOTHING] * len(fabric.parts)
    if plugged:
        for node_id, part in zip(fabric.ids, fabric.part.tolist(), strict=True):
            extra = plugged.get(node_id)
            if extra is not None and part >= 0:
                known = most[part]
                most[part] = Extra(
                    max(known.power_w, extra.power_w), mass_kg=max(known.mass_kg, extra.mass_kg)
                )
    return most


def core_switches(fabric: Fabric) -> list[int]:
    """The switches of the highest level, unless that is the edge or they belong to groups."""
    if fabric.grouped:
        return []
    switches = fabric.nodes(NodeKind.SWITCH)
    top = int(fabric.level[switches].max(initial=1))
    cores: list[int] = switches[(fabric.block[switches] < 0) & (fabric.level[switches] == top)].tolist()
    return cores


def _between(
    fabric: Fabric, kinds: list[Kind], homes: dict[int, int], blocks: list[Block]
) -> list[tuple[int, Block]]:
    """The switches between edge and core, with the last block that they lead to.

    Those of groups are with the middle block of their group, whose first block is marked.
    """
    switches = fabric.nodes(NodeKind.SWITCH)
    top = int(fabric.level[switches].max(initial=1))
    last = np.full(fabric.node_count, -1, np.int64)
    last[list(homes)] = list(homes.values())
    first = np.where(last < 0, len(last), last)
    found = []
    for level in range(2, top + fabric.grouped):
        up = (fabric.level[fabric.ends[:, 1]] == level) & (fabric.level[fabric.ends[:, 0]] == level - 1)
        np.maximum.at(last, fabric.ends[up, 1], last[fabric.ends[up, 0]])
        np.minimum.at(first, fabric.ends[up, 1], first[fabric.ends[up, 0]])
        nodes = fabric.nodes(NodeKind.SWITCH, level)
        after = (first[nodes] + last[nodes]) // 2 if fabric.grouped else last[nodes]
        if fabric.grouped:
            for block in np.unique(first[nodes]).tolist():
                blocks[block].starts = True
        for block in np.unique(after).tolist():
            some = nodes[after == block].tolist()
            found.append((block, Block(_runs(fabric, some, kinds), [])))
    return found


def _followed(
    blocks: list[Block], between: list[tuple[int, Block]], aside: list[Aside]
) -> tuple[list[Block], list[Aside]]:
    """Blocks, each with those that follow it, and the switches aside by the numbers that blocks then have."""
    order = sorted(between, key=lambda pair: pair[0])
    result: list[Block] = []
    numbers = []
    taken = 0
    for place, block in enumerate(blocks):
        numbers.append(len(result))
        result.append(block)
        while taken < len(order) and order[taken][0] <= place:
            result.append(order[taken][1])
            taken += 1
    return result, [replace(some, block=numbers[some.block]) for some in aside]


def _members(fabric: Fabric) -> list[list[int]]:
    """Nodes of each block, in node order: hosts, then edge switches."""
    inside = np.flatnonzero(fabric.block >= 0)
    order = inside[np.argsort(fabric.block[inside], kind="stable")]
    starts = np.searchsorted(fabric.block[order], np.arange(1, int(fabric.block.max(initial=-1)) + 1))
    return [part.tolist() for part in np.split(order, starts)] if len(order) else []


def _runs(fabric: Fabric, nodes: list[int], kinds: list[Kind]) -> list[Run]:
    runs: list[Run] = []
    part = fabric.part
    for node in nodes:
        kind = kinds[part[node]]
        if not runs or runs[-1].kind is not kind:
            runs.append(Run(kind, []))
        runs[-1].ids.append(fabric.ids[node])
    return runs


def _add_blocks(
    fabric: Fabric,
    kinds: list[Kind],
    blocks: list[Block],
    block_of_host: dict[str, int],
    aside: list[Aside],
    between: list[tuple[int, Block]],
    joined: set[str],
) -> dict[int, int]:
    """Add blocks and switches aside; gives the block of each edge switch.

    Edge switches that also have hosts of other racks form a block that follows the rack of their hosts.

    Parameters
    ----------
    joined
        Members that have a place already: switches of other fabrics, and hosts without height.
    """
    homes: dict[int, int] = {}
    is_host = fabric.kind == NodeKind.HOST
    kinds_of_edges = kinds if fabric.edge_at == "top" else [replace(k, at=fabric.edge_at) for k in kinds]
    _add_racks(fabric, kinds, blocks, block_of_host, joined)
    for members in _members(fabric):
        hosts = [node for node in members if is_host[node]]
        switches = [node for node in members if not is_host[node]]
        edges = _runs(fabric, switches, kinds_of_edges)
        unknown = [node for node in hosts if fabric.ids[node] not in block_of_host]
        new = [node for node in unknown if fabric.ids[node] not in joined]
        block_of_host.update((fabric.ids[node], len(blocks)) for node in new)
        settled = [node for node in hosts if fabric.ids[node] in block_of_host]
        if new or not settled:
            blocks.append(Block([], _runs(fabric, new, kinds)))
        home = block_of_host[fabric.ids[settled[len(settled) // 2]]] if settled else len(blocks) - 1
        if fabric.edge_at in ROW_PLACES and settled:
            aside.append(Aside(edges, fabric.edge_at, fabric.ids[settled[len(settled) // 2]], home))
        elif blocks[home].rack and not fabric.by_rack:
            between.append((home, Block(edges)))
        else:
            blocks[home].edges += edges
        homes.update(dict.fromkeys(switches, home))
    return homes


def _add_racks(
    fabric: Fabric,
    kinds: list[Kind],
    blocks: list[Block],
    block_of_host: dict[str, int],
    joined: set[str],
) -> None:
    """Add a block for each rack of the hosts that are placed rack by rack."""
    per_rack = dict(fabric.per_rack)
    if not per_rack:
        return
    shares: dict[tuple[str, int], list[int]] = {}
    for node in fabric.nodes(NodeKind.HOST).tolist():
        group, _, number = fabric.ids[node].rpartition("/")
        if group in per_rack and fabric.ids[node] not in block_of_host and fabric.ids[node] not in joined:
            shares.setdefault((group, (int(number) - 1) // per_rack[group]), []).append(node)
    for nodes in shares.values():
        block_of_host.update((fabric.ids[node], len(blocks)) for node in nodes)
        blocks.append(Block([], _runs(fabric, nodes, kinds), rack=True))


def _add_enclosures(
    fabric: Fabric, catalog: Catalog, kinds: list[Kind], blocks: list[Block], block_of_host: dict[str, int]
) -> None:
    """A block of blades is one enclosure with the blades and the switch inside."""
    for number, members in enumerate(_members(fabric), start=1):
        inside = tuple(
            Device(id=fabric.ids[node], part=kinds[fabric.part[node]].part, u=1)
            for node in members
            if fabric.ids[node] not in block_of_host
        )
        block_of_host.update((device.id, len(blocks)) for device in inside)
        kind = _enclosure(fabric.enclosure, [kinds[fabric.part[node]] for node in members], catalog)
        blocks.append(Block([], [Run(kind, [f"{fabric.name}/enclosure/{number}"], [inside])]))
