"""The project after a growth step: hosts, networks link by link, new devices placed among the others."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.growth_target import Policy
from fatdesk.engine.design.host_ports import with_taken
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.design.search import NoDesignError
from fatdesk.engine.fabric.as_built import AsBuiltFabric, record_of
from fatdesk.engine.fabric.device_kinds import kind_of, kind_of_prefix
from fatdesk.engine.fabric.fabric import Fabric, NodeKind, NodePart
from fatdesk.engine.fabric.names import plain_templates
from fatdesk.engine.families.design import Design, rails_and_planes
from fatdesk.engine.families.problem import HostPorts
from fatdesk.engine.floor.budget import everything
from fatdesk.engine.floor.floor import Reserved
from fatdesk.engine.floor.room import RackCount, RoomRequirement
from fatdesk.engine.floor.room_layout import places
from fatdesk.engine.growth.designs import DesignToGrowTo, designs_in_place
from fatdesk.engine.growth.moves import GrowthError
from fatdesk.engine.growth.wiring import Rewiring, rewired
from fatdesk.engine.structured.placing import NOTE
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.fabrics import build_all
from fatdesk.project.designing.designing import (
    RoomTooSmallError,
    arranged,
    assembled,
    parts_in_use,
    place_fabrics,
    search_fabrics,
    steps_after,
    too_small,
)
from fatdesk.project.designing.redesigning import catalog_of, requirements_of
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import FabricDecision, Project

COMPARED, COMPARED_LARGE, LARGE = 8, 2, 20_000
"""Designs whose moves are counted; of networks with more links than that; links."""
MORE_ROWS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128)
"""Rows that a room may get beyond its own for a step."""


@dataclass(frozen=True)
class Grown:
    """A project after a step.

    Attributes
    ----------
    policy
        How the networks got there: that of the step, or another one that is compared with it.
    before, after
        Derived values of the project before and after it.
    rewired
        What became of the links of each network that grows, by its name; of ``rebuild`` none.
    remarks
        What had to be allowed beyond the requirements, in sentences.
    """

    step: GrowthStep
    policy: Policy
    before: Derived
    after: Derived
    rewired: Mapping[str, Rewiring]
    remarks: tuple[str, ...] = ()

    @property
    def project(self) -> Project:
        """The project after the step."""
        return self.after.project


def counts_after(project: Project, step: GrowthStep) -> dict[str, int]:
    """The hosts of each group after a step.

    Raises
    ------
    FatdeskError
        When a group is not there, or shrinks, or none grows.
    """
    counts = {group.name: group.count for group in project.hosts}
    for target in step.hosts:
        now = counts.get(target.name)
        if now is None:
            known = ", ".join(counts) or "none"
            raise FatdeskError(f"hosts {target.name}: there is no such group, known: {known}")
        if target.count < now:
            raise FatdeskError(
                f"hosts {target.name}: {target.count:,} are fewer than the {now:,} of today: "
                "growth adds hosts, give a larger number"
            )
        counts[target.name] = target.count
    if all(counts[group.name] == group.count for group in project.hosts):
        raise FatdeskError("the step adds no hosts: give a group more hosts than today")
    return counts


def grown(
    before: Derived,
    step: GrowthStep,
    catalog: Catalog,
    policy: Policy,
    later: Mapping[str, int] = MappingProxyType({}),
    progress: Progress = SILENT,
) -> Grown:
    """Return the project after a step by a policy.

    Parameters
    ----------
    later
        Hosts of each group after the last step; ``sized`` makes core switches and bundles for them.

    Raises
    ------
    NoDesignError
        When no design fits the policy.
    FatdeskError
        When the step contradicts the project.
    """
    project = before.project
    known = catalog_of(project, catalog)
    counts = counts_after(project, step)
    wanted = _wanted(project, step, counts)
    if policy == "rebuild":
        return _rebuilt(before, wanted, known, step, progress)
    more = {name: later.get(name, count) - count for name, count in counts.items()}
    return _Growing(before, wanted, known, more if policy == "sized" else {}, step, policy, progress).grown()


def _wanted(project: Project, step: GrowthStep, counts: Mapping[str, int]) -> Requirements:
    """The requirements of a project with the hosts and the switches of a step."""
    now = requirements_of(project)
    allowed = {
        name: value
        for name, value in (("families", step.families), ("edge", step.edge), ("core", step.core))
        if value
    }
    room = now.room
    if room is not None and step.rows is not None:
        room = replace(room, rows=step.rows)
    return replace(
        now,
        hosts=tuple(replace(group, count=counts[group.name]) for group in now.hosts),
        fabrics=tuple(replace(fabric, **allowed) for fabric in now.fabrics),
        room=room,
    )


def _rebuilt(
    before: Derived, wanted: Requirements, catalog: Catalog, step: GrowthStep, progress: Progress
) -> Grown:
    """The project designed from the start, in its room."""
    project = before.project
    remarks: list[str] = []
    searched = search_fabrics(_open_ended(wanted), catalog, progress=progress)
    if not searched.whole:
        last = searched.results[-1]
        wider = replace(wanted, fabrics=tuple(replace(one, families=()) for one in wanted.fabrics))
        searched = search_fabrics(_open_ended(wider), catalog, progress=progress)
        if not searched.whole:
            raise NoDesignError(f"{last.name}: {last.why_none()}")
        wanted = wider
        remarks.append(f"{last.name} gets another family than is required")
    made, why = None, ""
    for room, remark in _rooms(wanted.room):
        try:
            made = assembled(
                replace(wanted, room=room), searched.designs, catalog, project.name, progress, project
            )
        except RoomTooSmallError as error:
            why = str(error)
            continue
        remarks += [remark] if remark else []
        break
    if made is None:
        raise FatdeskError(why)
    after = replace(
        project,
        hosts=made.project.hosts,
        fabrics=made.project.fabrics,
        floor=made.project.floor,
        wishes=made.project.wishes,
        parts=made.project.parts,
        cables=made.project.cables,
        replugged=(),
    )
    return Grown(step, "rebuild", before, Derived(after, before), MappingProxyType({}), tuple(remarks))


def _open_ended(wanted: Requirements) -> Requirements:
    """Requirements whose room is made as large as needed, so that it limits no design."""
    room = wanted.room
    if room is None or places(room) is None or not isinstance(room.rack, str):
        return wanted
    return replace(
        wanted, room=replace(room, rows=None, racks_per_row=None, core_at="centre", core_groups=None)
    )


def _rooms(room: RoomRequirement | None) -> Iterator[tuple[RoomRequirement | None, str]]:
    """The room, then the room with more rows or racks, with a sentence about these."""
    yield room, ""
    if room is None or places(room) is None:
        return
    larger = replace(room, core_at="centre", core_groups=None)
    rows, per_row = room.rows or 1, room.racks_per_row
    if isinstance(room.rack, str):
        for more in MORE_ROWS:
            said = f"the room gets {counted(more, 'more row')} of {counted(per_row or 0, 'rack')}"
            yield _with_rows(larger, rows + more), said
        return
    kinds = list(dict.fromkeys(some.part for some in room.rack))
    for more in MORE_ROWS:
        count = sum(some.count for some in room.rack) + more
        for part in kinds:
            wider = replace(larger, rack=(*room.rack, RackCount(part=part, count=more)))
            if room.rows is not None and per_row is not None:
                wider = _with_rows(wider, max(rows, ceil_div(count, per_row)))
            yield wider, f"the room gets {counted(more, 'more rack')} of {part}"


def _with_rows(room: RoomRequirement, rows: int) -> RoomRequirement:
    """A room with another number of rows; further aisles are as wide as the last."""
    aisle = room.aisle_m
    if isinstance(aisle, tuple):
        aisle = (*aisle, *([aisle[-1]] * (rows - 1 - len(aisle))))
    return replace(room, rows=rows, aisle_m=aisle)


class _Growing:
    """A step that keeps all switches, every host where it is, and as many cables as possible."""

    def __init__(
        self,
        before: Derived,
        wanted: Requirements,
        catalog: Catalog,
        to_come: Mapping[str, int],
        step: GrowthStep,
        policy: Policy,
        progress: Progress,
    ) -> None:
        self._before, self._wanted, self._catalog = before, wanted, catalog
        self._to_come, self._step, self._policy, self._progress = to_come, step, policy, progress
        self._remarks: list[str] = []

    def grown(self) -> Grown:
        before = self._before
        project = before.project
        old = {fabric.name: fabric for fabric in before.fabrics}
        for name, why in before.built.problems.items():
            raise FatdeskError(f"{name} cannot be built, so it cannot grow: {why}")
        taken: HostPorts = {}
        decisions: list[FabricDecision] = []
        designs: dict[str, Design] = {}
        wired: dict[str, Rewiring] = {}
        for decision, required in zip(project.fabrics, self._wanted.fabrics, strict=True):
            name = required.name
            if name not in old:
                raise FatdeskError(f"{name} has no design yet: choose one before it grows")
            if self._grows(required, wired):
                possible = designs_in_place(
                    self._wanted,
                    required,
                    self._catalog,
                    old[name],
                    hosts_to_come=self._hosts_to_come(required),
                    taken=taken,
                    designs=designs,
                )
                made, designs[name], wired[name] = self._with_fewest_moves(
                    decision, decisions, possible, old[name]
                )
                decisions.append(made)
            else:
                decisions.append(decision)
                if decision.design is not None:
                    designs[name] = decision.design
            taken = with_taken(taken, ports_taken(old[name]))
        return self._placed(tuple(decisions), wired)

    def _with_fewest_moves(
        self,
        decision: FabricDecision,
        before: Sequence[FabricDecision],
        possible: Sequence[DesignToGrowTo],
        old: Fabric,
    ) -> tuple[FabricDecision, Design, Rewiring]:
        """The decision on a network: of the designs that cost least that which moves the fewest cables."""
        many = COMPARED_LARGE if len(old.ends) > LARGE else COMPARED
        best: tuple[int, Fabric, Rewiring, DesignToGrowTo] | None = None
        refused: GrowthError | None = None
        for one in possible[:many]:
            design = one.candidate.design
            tried = FabricDecision(requirement=decision.requirement, design=design)
            built = build_all(self._wanted.hosts, [*before, tried], self._catalog)
            for name, why in built.problems.items():
                raise FatdeskError(f"{name}: {why}")
            canonical = built.fabrics[-1]
            try:
                made = rewired(old, canonical, self._catalog, self._step.balance, rails_and_planes(design)[0])
            except GrowthError as error:
                refused = refused or error
                continue
            moved = int(made.moved.sum())
            if best is None or moved < best[0]:
                best = moved, canonical, made, one
            if not moved:
                break
        if best is None:
            assert refused is not None  # there is one design at least
            raise refused
        _, canonical, made, chosen = best
        if chosen.remark:
            self._remarks.append(f"{canonical.name} gets {chosen.remark}")
        requirement = replace(
            decision.requirement, families=chosen.requirement.families, core=chosen.requirement.core
        )
        design = chosen.candidate.design
        found = decision.as_built is not None and any(node.name for node in decision.as_built.nodes)
        decided = self._decided(requirement, design, None if found else canonical, made.after)
        return decided, design, made

    def _hosts_to_come(self, required: FabricRequirement) -> int:
        return sum(self._to_come.get(group.name, 0) for group in self._wanted.hosts_of(required))

    def _grows(self, fabric: FabricRequirement, growing: Collection[str]) -> bool:
        """Whether hosts of a network, or switches that it joins, become more."""
        now = {group.name: group.count for group in self._before.project.hosts}
        return any(name in growing for name in fabric.switches_of) or any(
            group.count > now[group.name] for group in self._wanted.hosts_of(fabric)
        )

    def _decided(
        self, requirement: FabricRequirement, design: Design, canonical: Fabric | None, made: Fabric
    ) -> FabricDecision:
        """The design where switches and links are those of the design, else those as they are built.

        Without a canonical network they are recorded, so that devices keep the names that were found.
        """
        if canonical is not None and _contents(made) == _contents(canonical):
            return FabricDecision(requirement=requirement, design=design)
        return FabricDecision(requirement=requirement, as_built=record_of(made, head=_head(design)))

    def _placed(self, decisions: tuple[FabricDecision, ...], wired: Mapping[str, Rewiring]) -> Grown:
        """The project with the new devices in its racks, or in new ones."""
        project, wanted = with_panel_units(self._before), self._wanted
        built = build_all(wanted.hosts, decisions, self._catalog)
        for name, why in built.problems.items():
            raise FatdeskError(f"{name}: {why}")
        stays = frozenset(
            one.id for rack in project.floor.racks for some in rack.devices for one in everything(some)
        )
        for room, remark in _rooms(wanted.room):
            asked = replace(wanted, room=room)
            placed = place_fabrics(built.fabrics, asked, self._catalog, self._progress, project, stays)
            if not placed.unplaced:
                self._remarks += [remark] if remark else []
                break
        else:
            raise RoomTooSmallError(too_small(placed, wanted.room))
        parts = parts_in_use(asked, built.fabrics, placed, self._catalog)
        used = {part.id for part in parts}
        others = [part for part in project.parts if part.id not in used]
        after = replace(
            project,
            hosts=wanted.hosts,
            fabrics=decisions,
            floor=placed.floor,
            wishes=replace(project.wishes, room=room),
            parts=tuple(sorted([*parts, *others], key=lambda part: part.id)),
            replugged=(),
        )
        after = self._with_names_of_today(after)
        steps = steps_after(room, placed.floor)
        derived, _ = arranged(Derived(after, self._before), steps, self._progress, stays)
        return Grown(self._step, self._policy, self._before, derived, wired, tuple(self._remarks))

    def _with_names_of_today(self, after: Project) -> Project:
        """The project whose devices of today keep their names: plain numbers are as wide as the largest."""
        before, project = self._before, self._before.project
        names = before.device_names
        now = Derived(after, before).device_names
        changed = {kind_of(one) for one, name in names.items() if now.get(one, name) != name}
        of_prefix = plain_templates(before.fabrics, len(project.hosts), len(project.fabrics))
        plain: dict[str, set[str]] = {}
        for prefix, template in of_prefix.items():
            plain.setdefault(kind_of_prefix(prefix), set()).add(template)
        templates = {
            kind: min(plain[kind])
            for kind in sorted(changed)
            if getattr(after.naming, kind, None) == "" and len(plain[kind]) == 1
        }
        hosts = after.hosts
        if "host" in changed - set(templates) and not after.naming.host:
            hosts = tuple(
                replace(group, names=group.names or of_prefix.get(group.name, "")) for group in hosts
            )
        named = replace(after, naming=replace(after.naming, **templates), hosts=hosts)
        named = self._with_names_recorded(named)
        now = Derived(named, before).device_names
        others = [one for one, name in names.items() if now.get(one, name) != name]
        if others:
            one = others[0]
            first = f"{names[one]} becomes {now[one]}"
            self._remarks.append(
                f"{counted(len(others), 'device')} change their names by the templates: {first}"
            )
        return named

    def _with_names_recorded(self, after: Project) -> Project:
        """The project whose devices of today have their names recorded where no plain name is that of today.

        Plain names of a kind differ in the width of their numbers or their level where a template cannot.
        """
        derived = Derived(after, self._before)
        names, now = self._before.device_names, derived.device_names
        by_template = {group.name for group in after.hosts if group.names}
        by_template |= {kind for kind, template in after.naming.templates if template}
        left = {
            one: name
            for one, name in names.items()
            if now.get(one, name) != name and by_template.isdisjoint((kind_of(one), one.rpartition("/")[0]))
        }
        if not left:
            return after
        built = {fabric.name: fabric for fabric in derived.fabrics}
        decisions: list[FabricDecision] = []
        for decision in after.fabrics:
            fabric = built[decision.requirement.name]
            own = {one: left.pop(one) for one in fabric.ids if one in left}
            head = decision.as_built if decision.design is None else _head(decision.design)
            decisions.append(
                FabricDecision(
                    requirement=decision.requirement,
                    as_built=record_of(fabric, {**fabric.found_names, **own}, head),
                )
                if own
                else decision
            )
        return replace(after, fabrics=tuple(decisions))


def _head(design: Design) -> AsBuiltFabric:
    """The beginning of the record of a network that follows from a design."""
    rails, planes = rails_and_planes(design)
    return AsBuiltFabric(
        source="growth in place",
        family=design.family,
        params=design.params,
        rails=rails,
        planes=planes,
    )


def with_panel_units(derived: Derived) -> Project:
    """The project with the units of its panels kept for them, so that new devices take none of these."""
    project, structured = derived.project, derived.structured
    if structured is None:
        return project
    units: dict[int, list[Reserved]] = {}
    for panel in structured.panels:
        if panel.u is not None:
            reserved = Reserved(u=panel.u, height_u=panel.part.height_u, note=NOTE)
            units.setdefault(panel.rack, []).append(reserved)
    racks = list(project.floor.racks)
    for index, some in units.items():
        kept = {u for one in racks[index].reserved for u in range(one.u, one.u + one.height_u)}
        more = tuple(one for one in some if kept.isdisjoint(range(one.u, one.u + one.height_u)))
        racks[index] = replace(racks[index], reserved=(*racks[index].reserved, *more))
    return replace(project, floor=replace(project.floor, racks=tuple(racks)))


def ports_taken(fabric: Fabric) -> dict[str, tuple[int, ...]]:
    """Ports of each group of hosts that a network uses."""
    found: dict[str, set[int]] = {}
    host = fabric.kind[fabric.ends[:, 1]] == NodeKind.HOST
    groups = np.array([one.rpartition("/")[0] for one in fabric.ids])
    names = groups[fabric.ends[host, 1]]
    for name in dict.fromkeys(names.tolist()):
        found[name] = set(fabric.ports[host, 1][names == name].tolist())
    return {name: tuple(sorted(ports)) for name, ports in found.items()}


Links = set[tuple[str, int, int, str, int]]


def _contents(fabric: Fabric) -> tuple[dict[str, NodePart], Links]:
    """The parts of the switches, and the links by both ends and their ports."""
    ids, ends, ports, split = fabric.ids, fabric.ends.tolist(), fabric.ports.tolist(), fabric.split.tolist()
    parts = {ids[node]: fabric.parts[fabric.part[node]] for node in fabric.nodes(NodeKind.SWITCH).tolist()}
    return parts, {
        (ids[a], p, leg, ids[b], q) for (a, b), (p, q), leg in zip(ends, ports, split, strict=True)
    }
