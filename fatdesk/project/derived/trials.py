"""Figures of a project with another floor, computed exactly from what moves; fast enough for drags.

What is prepared for the nodes that move serves for every place that they come by; other edits of the floor,
and all other edits, go the whole path. Links depend on each other through the groups that one cable may carry
and the cages that links share. All that depends on a link of a moved node is laid again, all else stays, so
both together are what laying everything would give.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.units import m_from_um
from fatdesk.engine.bill.counting import (
    Item,
    ItemKey,
    cable_items,
    equipment_items,
    merged,
    rack_items,
    tray_items,
)
from fatdesk.engine.bill.making import ordered, total_of
from fatdesk.engine.bill.rules import NO_TERMS, BillRules, TermsByLine, terms_by_line
from fatdesk.engine.cabling.bends import Bends, bends_of
from fatdesk.engine.cabling.by_hand import ByHand, with_wishes
from fatdesk.engine.cabling.choice.group_options import Formed, Share, share, whole
from fatdesk.engine.cabling.filling import Cells, Filling, Load, cells_of, load_of, worst_fills
from fatdesk.engine.cabling.laying import Cabling, FabricCabling, lay_shares, lays_all_together
from fatdesk.engine.cabling.positions import FloorPositions, moved_nodes, update_positions
from fatdesk.engine.cabling.rack_sides import (
    Halves,
    HungCables,
    RackRoom,
    RackSides,
    SideLoad,
    port_halves,
    side_load,
)
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.physical.tray_figures import InTrays, with_trays_known
from fatdesk.engine.rules.figures import Figure
from fatdesk.engine.rules.judging import judge
from fatdesk.engine.rules.rules import RuleInForce
from fatdesk.engine.trays.graph import TrayGraph
from fatdesk.engine.trays.routes import Runs
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import (
    Figures,
    Lengths,
    beyond,
    figures_of,
    lengths_of,
    limits_trays,
    worst_of,
)
from fatdesk.project.document.project import Project

CableDecisions = Mapping[int, ByHand]


@dataclass(frozen=True, eq=False)
class Moving:
    """For each fabric the groups that are laid again, and the cables that stay."""

    shares: tuple[Share, ...]
    staying: tuple[FabricCabling, ...]

    def lay(
        self,
        positions: FloorPositions,
        wishes: Sequence[CableDecisions],
        rules: CablingRules,
        catalog: Catalog,
    ) -> tuple[list[FabricCabling], Runs]:
        """Lay the changed cables at the present positions; ``wishes`` as of all cables."""
        made, runs = lay_shares(self.shares, positions, rules)
        decided = [with_wishes(one, wish, rules, catalog) for one, wish in zip(made, wishes, strict=True)]
        return decided, runs


def moving(formed: Sequence[Formed], cabling: Cabling, moved: Sequence[NDArray[np.bool_]]) -> Moving:
    """Part the cables of a project into those that change when some nodes move, and those that stay.

    Parameters
    ----------
    cabling
        All cables, decisions by hand included.
    moved
        Which nodes of each fabric move.
    """
    shares, staying = [], []
    for one, made, nodes in zip(formed, cabling.fabrics, moved, strict=True):
        groups = one.groups
        ends = one.fabric.ends
        touched: NDArray[np.bool_] = nodes[ends[:, 0]] | nodes[ends[:, 1]]
        group = np.repeat(np.arange(len(groups.need)), np.diff(groups.start))
        hit = np.zeros(len(groups.need), bool)
        hit[group[touched[groups.links]]] = True
        hung = one.hang >= 0
        hit[hung] |= np.isin(one.hang[hung], np.unique(one.hang[hung & hit]))
        # the plug at the near end of an external link depends on all cables of the fabric
        everything = bool(len(one.outside)) and bool(hit.any() or touched[one.outside].any())
        changes = np.zeros(len(ends), bool)
        changes[groups.links] = hit[group] | everything
        changes[one.outside] = everything
        shares.append(whole(one) if everything else share(one, np.flatnonzero(hit)))
        staying.append(made.take(np.flatnonzero(~changes[made.heads])))
    return Moving(tuple(shares), tuple(staying))


AT_ONCE = 1_000
"""Cables up to which all of them are laid again within a frame of a drag."""
SECTIONS = tuple(Project.__struct_fields__)


@dataclass(frozen=True, eq=False)
class _Prepared:
    """Values that stay when some nodes move."""

    moved: Sequence[NDArray[np.bool_]]
    moving: Moving
    lengths: Lengths
    items: dict[ItemKey, Item]
    cost: "_Cost"
    cells: Cells
    load: Load
    racks: list[Item]
    """Racks of the project in the bill."""
    rules: tuple[RuleInForce, ...]
    """Rules that ``beyond`` reports."""
    make_bends: Callable[[], Bends]
    """Bends of the cables that stay."""
    known: dict[str, Figure[InTrays]] = field(default_factory=dict)
    kept_sides: list[tuple[list[Halves], SideLoad]] = field(default_factory=list)
    """Load of the sides of racks by the cables that stay, once it was asked for."""

    def figures(self, state: InTrays) -> Mapping[str, Figure[InTrays]]:
        """The figures of trays, those of the trays alone worked out once: no trial moves trays."""
        if not self.known:
            self.known.update(with_trays_known(state))
        return self.known

    @cached_property
    def bends(self) -> Bends:
        """Bends of the cables that stay, worked out when a rule asks for them."""
        return self.make_bends()

    def sides(
        self,
        made: Sequence[FabricCabling],
        positions: FloorPositions,
        derived: Derived,
        rules: CablingRules,
    ) -> RackSides:
        """Return the load of the sides of racks with the cables that are laid again."""
        catalog, fabrics = derived.catalog, derived.fabrics
        if not self.kept_sides:
            halves = [port_halves(fabric, catalog) for fabric in fabrics]
            room = RackRoom.of(derived.positions, catalog, rules.depth)
            placed, at = derived.positions.placed, rules.excess_at
            columns = zip(self.moving.staying, placed, halves, strict=True)
            load = side_load([HungCables.of(*some, room) for some in columns], room, at)
            self.kept_sides.append((halves, load))
        halves, load = self.kept_sides[0]
        room = RackRoom.of(positions, catalog, rules.depth)
        columns = zip(made, positions.placed, halves, strict=True)
        moved = [HungCables.of(*some, room) for some in columns]
        return RackSides(room, load + side_load(moved, room, rules.excess_at))

    def serves(self, moved: Sequence[NDArray[np.bool_]]) -> bool:
        """Whether no other nodes move."""
        return not any((some & ~known).any() for some, known in zip(moved, self.moved, strict=True))


@dataclass(frozen=True)
class _Cost:
    """Cost of some lines, and the number of units without a price."""

    amount: Decimal
    unpriced: int

    def __add__(self, other: "_Cost") -> "_Cost":
        return _Cost(self.amount + other.amount, self.unpriced + other.unpriced)

    def __sub__(self, other: "_Cost") -> "_Cost":
        return _Cost(self.amount - other.amount, self.unpriced - other.unpriced)


class Tried(NamedTuple):
    """Result for a floor: figures, loads of the trays, their graph, and the project."""

    figures: Figures
    filling: Filling
    graph: TrayGraph
    project: Project
    make_sides: Callable[[], RackSides]
    """Works out the load of the sides of racks."""


class Trials:
    """Tries floors against a project.

    Examples
    --------
    >>> from fatdesk.project.commands.racks import AddRack, MoveRack
    >>> from fatdesk.engine.catalog.parts import RackPart
    >>> project = AddRack(part="r", row=0, position=0).apply(Project(parts=(RackPart(id="r", height_u=42),)))
    >>> trials = Trials(Derived(project))
    >>> trials.figures(MoveRack(rack=1, row=3, position=2).apply(project)).cables
    0
    """

    def __init__(self, derived: Derived) -> None:
        self.derived = derived
        self._prepared: _Prepared | None = None
        self._figures: Figures | None = None

    def figures(self, project: Project) -> Figures:
        """The figures of another project, equal to those that are worked out in full."""
        return self.tried(project).figures

    def moved(self, project: Project) -> Figures | None:
        """The figures of a project in which only racks and devices have moved; None of any other."""
        found = self._moved(project)
        return None if found is None else found.figures

    def tried(self, project: Project) -> Tried:
        """The figures of another project, and what would run in its trays."""
        found = self._moved(project)
        return self.in_full(project)() if found is None else found

    def begun(self, project: Project) -> Tried | Callable[[], Tried]:
        """Return the figures of another project where that is quick, else what works them out, as in_full."""
        found = self._moved(project)
        if found is not None:
            return found
        full = self.in_full(project)
        return full() if sum(made.count for made in self.derived.cabling.fabrics) <= AT_ONCE else full

    def in_full(self, project: Project) -> Callable[[], Tried]:
        """Return what works out another project without preparation; it may be called in another thread.

        It shares with this thread only values that are never changed, and stores that several threads may
        add to.
        """
        derived = Derived(project, self.derived)
        return lambda: _in_full(derived)

    def _moved(self, project: Project) -> Tried | None:
        derived, now = self.derived, self.derived.project
        if project is now:
            return Tried(
                self._present(), derived.filling, derived.positions.graph, now, lambda: derived.rack_sides
            )
        if lays_all_together(project.cabling, project.floor):
            return None
        if any(getattr(now, name) is not getattr(project, name) for name in SECTIONS if name != "floor"):
            return None
        racks, old = project.floor.racks, now.floor.racks
        if project.floor.trays is not now.floor.trays or len(racks) != len(old):
            return None
        before = derived.positions
        after, changed = update_positions(before, derived.fabrics, project.floor, derived.catalog)
        if after.ways is not before.ways:
            return None  # racks of other numbers
        moved = moved_nodes(before, after, changed)
        prepared = self._prepared
        if prepared is None or not prepared.serves(moved):
            prepared = self._prepared = _prepare(derived, moved)
        return self._sum(prepared, after, changed, project)

    def _present(self) -> Figures:
        if self._figures is None:
            self._figures = figures_of(self.derived)
        return self._figures

    def _sum(
        self, prepared: _Prepared, positions: FloorPositions, changed: NDArray[np.int64], project: Project
    ) -> Tried:
        derived, rules = self.derived, project.bill
        made, runs = prepared.moving.lay(positions, derived.wishes, project.cabling, derived.catalog)
        lengths = prepared.lengths + lengths_of(made)
        if _holding(project, changed) != _holding(derived.project, changed):
            racks = rack_items(project.floor, derived.catalog)
        else:
            racks = [replace(item, racks=set()) for item in prepared.racks]  # merged below, and counted on
        items = merged([*cable_items(made, derived.catalog), *racks])
        every = dict(prepared.items)
        cost, terms = prepared.cost, terms_by_line(project.terms)
        for item in items:
            known = prepared.items.get(item.key)
            if known is not None:
                cost -= _cost(known, rules, terms)
                item.count += known.count
            cost += _cost(item, rules, terms)
            every[item.key] = item
        power, power_bound = total_of(every.values(), "power_w")
        mass, mass_bound = total_of(every.values(), "mass_kg")
        cells = cells_of(positions.graph)
        load = prepared.load.take(prepared.cells.at(cells.piece, cells.low_um)) + load_of(made, runs, cells)
        trays = project.floor.trays
        fills = worst_fills(load, positions.graph.net.tray[cells.piece], trays)
        tray, worst = worst_of(fills)
        figures = replace(
            self._present(),
            cables=lengths.cables,
            metres=m_from_um(lengths.ordered_um),
            metres_bound=bool(lengths.unknown),
            cost=cost.amount,
            cost_bound=cost.unpriced > 0,
            power_w=power,
            power_bound=power_bound,
            mass_kg=mass,
            mass_bound=mass_bound,
            worst_tray=tray,
            worst_fill=worst[0],
            worst_bound=worst[1],
            longest_m=lengths.longest_um / 1e6,
            kinds=lengths.by_kind,
            unplaced=lengths.unplaced,
            no_route=lengths.no_route,
            no_cable=lengths.no_cable,
        )
        filling = Filling(cells, load, fills)
        if prepared.rules:
            bends = partial(_bends, prepared, made, runs, len(trays))
            state = InTrays(trays, derived.catalog, filling, positions.graph.net, bends)
            figures = replace(figures, beyond=beyond(judge(prepared.rules, prepared.figures(state), state)))
        sides = partial(prepared.sides, made, positions, derived, project.cabling)
        return Tried(figures, filling, positions.graph, project, sides)


def _in_full(derived: Derived) -> Tried:
    filling, graph = derived.filling, derived.positions.graph
    return Tried(figures_of(derived), filling, graph, derived.project, lambda: derived.rack_sides)


def _prepare(derived: Derived, moved: Sequence[NDArray[np.bool_]]) -> _Prepared:
    project, cabling, catalog = derived.project, derived.cabling, derived.catalog
    parted = moving(derived.formed, cabling, moved)
    hosts = {group.name: (group.part, group.count) for group in project.hosts if group.inside}
    equipment = equipment_items(hosts, derived.fabrics, {}, catalog)
    # trials do not move them
    trays = tray_items(project.floor, catalog, fittings=project.bill.tray_fittings)
    items = merged([*equipment, *trays, *cable_items(parted.staying, catalog)])
    terms = terms_by_line(project.terms)
    cost = sum((_cost(item, project.bill, terms) for item in items), _Cost(Decimal(0), 0))
    cells = derived.filling.cells
    return _Prepared(
        moved,
        parted,
        lengths_of(parted.staying),
        {item.key: item for item in items},
        cost,
        cells,
        load_of(parted.staying, cabling.runs, cells),
        rack_items(project.floor, catalog),
        tuple(one for one in project.in_force if limits_trays(one.rule)),
        lambda: bends_of(parted.staying, cabling.runs, len(project.floor.trays)),
    )


def _bends(prepared: _Prepared, made: Sequence[FabricCabling], runs: Runs, trays: int) -> Bends:
    return prepared.bends | bends_of(made, runs, trays)


def _holding(project: Project, racks: NDArray[np.int64]) -> list[tuple[str, bool]]:
    """The parts of some racks, and whether they hold anything: what the bill takes of them."""
    found = (project.floor.racks[index] for index in racks.tolist())
    return [(rack.part, bool(rack.devices)) for rack in found]


def _cost(item: Item, rules: BillRules, terms: TermsByLine) -> _Cost:
    price, count = ordered(item, rules, terms.get((item.part, item.length_m), NO_TERMS))
    return _Cost(Decimal(0), count) if price is None else _Cost(price * count, 0)
