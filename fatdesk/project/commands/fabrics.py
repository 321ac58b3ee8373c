"""Commands on groups of hosts, fabrics and their requirements, and the chosen designs."""

from collections.abc import Iterable

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from fatdesk.core.struct import Currency
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import AnyPart, HostPart
from fatdesk.engine.design.contradicting import every, refusal
from fatdesk.engine.design.requirements import FabricRequirement
from fatdesk.engine.fabric.as_built import AsBuiltFabric
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.engine.families.design import Design, HostGroup, Name
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.structured.laid_trunk import LaidTrunk
from fatdesk.project.commands.command import Command, RefusedError, SetFields, part_of
from fatdesk.project.commands.floor_edits import decided_besides, parts_of
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.clearances import why_not_floor
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import FabricDecision, Project, Replugged, SearchRequirements
from fatdesk.project.document.record_kinds import dangling, in_order
from fatdesk.project.document.stage_names import with_growth


class SetHosts(SetFields, HostGroup, frozen=True, kw_only=True, tag="set-hosts"):
    """Add a group of hosts, or change the one of that name."""

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set hosts {self.name}"

    def apply(self, project: Project) -> Project:
        """The project with that group, in its old place or at the end."""
        part_of(project, self.part, HostPart, "a server")
        before = next((old for old in project.hosts if old.name == self.name), None)
        group = HostGroup(**self.given) if before is None else replace(before, **self.given)
        if any(old.name == self.name for old in project.hosts):
            hosts = tuple(group if old.name == self.name else old for old in project.hosts)
        else:
            hosts = (*project.hosts, group)
        result = replace(project, hosts=hosts)
        _refuse_contradictions(project, result)
        return result


def _refuse_contradictions(before: Project, after: Project) -> None:
    """Refuse a step that brings a contradiction between hosts and fabrics which was not there.

    Raises
    ------
    RefusedError
        When there is one.
    """
    old, new = ([some.requirement for some in project.fabrics] for project in (before, after))
    known = every(before.hosts, old, Catalog(before.parts))
    why = refusal(after.hosts, new, Catalog(after.parts), known)
    if why:
        raise RefusedError(why)


class RemoveHosts(Command, frozen=True, kw_only=True, tag="remove-hosts"):
    """Remove a group of hosts that no fabric names."""

    name: Name

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove hosts {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that group."""
        if not any(group.name == self.name for group in project.hosts):
            raise RefusedError(f"there is no group of hosts {self.name}")
        for fabric in project.fabrics:
            joined = (*fabric.requirement.named_hosts, *(one.hosts for one in fabric.requirement.members))
            if self.name in joined:
                raise RefusedError(
                    f"the fabric {fabric.requirement.name} joins the hosts {self.name}: set-fabric it without"
                )
        if any(target.name == self.name for step in project.growth for target in step.hosts):
            raise RefusedError(f"a growth step names the hosts {self.name}: set-growth without them")
        return replace(project, hosts=tuple(group for group in project.hosts if group.name != self.name))


class SetRequirements(SetFields, SearchRequirements, frozen=True, kw_only=True, tag="set-wishes"):
    """Change the objective, the limits or the room that is requested; what is not named stays."""

    section = "wishes"

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return "Change requirements"


class SetFabric(Command, frozen=True, kw_only=True, tag="set-fabric"):
    """Add a fabric, or change the requirements of the one of that name; its design stays until set again."""

    requirement: FabricRequirement

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set fabric {self.requirement.name}"

    def apply(self, project: Project) -> Project:
        """The project with that fabric, in its old place or at the end."""
        groups = {group.name for group in project.hosts}
        for group in self.requirement.named_hosts:
            if group not in groups:
                raise RefusedError(f"there is no group of hosts {group}: set-hosts it first")
        name = self.requirement.name
        names = [old.requirement.name for old in project.fabrics]
        if name in names:
            number, fabrics = names.index(name), list(project.fabrics)
            fabrics[number] = replace(fabrics[number], requirement=self.requirement)
        else:
            number, fabrics = len(names), [*project.fabrics, FabricDecision(requirement=self.requirement)]
        wanted = [some.requirement for some in fabrics]
        for problem in every(project.hosts, wanted, Catalog(project.parts)):
            if problem.place[:2] == ("fabrics", number):
                raise RefusedError(f"{problem.place[2]}: {problem.what}")
        return replace(project, fabrics=tuple(fabrics))


class SetDesign(Command, frozen=True, kw_only=True, tag="set-design"):
    """Choose the design of a fabric; none: not chosen yet."""

    fabric: Name
    design: Design | None = None

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Choose design of {self.fabric}"

    def apply(self, project: Project) -> Project:
        """The project with that design."""
        _check_fabric(project, self.fabric)
        parts = {part.id for part in project.parts}
        for use in self.design.parts if self.design else ():
            if use.part not in parts:
                raise RefusedError(
                    f"the part {use.part} is not among the parts of this project: set-part it first"
                )
        return _decided(project, self.fabric, self.design, None)


class SetAsBuilt(Command, frozen=True, kw_only=True, tag="set-as-built"):
    """Record how a fabric is built, in place of its design; none: neither is decided."""

    fabric: Name
    as_built: AsBuiltFabric | None = None

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Record {self.fabric} as built"

    def apply(self, project: Project) -> Project:
        """The project with that record."""
        _check_fabric(project, self.fabric)
        result = _decided(project, self.fabric, None, self.as_built)
        for problem in dangling(result):
            if problem.kind == "nodes" and isinstance(problem.key, tuple):
                raise RefusedError(f"{problem.key[1]}: {problem.what}")
        nodes = self.as_built.nodes if self.as_built else ()
        _once((node.id for node in nodes), "nodes")
        return result


def _decided(project: Project, name: str, design: Design | None, as_built: AsBuiltFabric | None) -> Project:
    """The project with the design or the record of a fabric."""
    return replace(
        project,
        fabrics=tuple(
            replace(old, design=design, as_built=as_built) if old.requirement.name == name else old
            for old in project.fabrics
        ),
    )


class RemoveFabric(Command, frozen=True, kw_only=True, tag="remove-fabric"):
    """Remove a fabric and its pins; its switches stay on the floor until they are removed."""

    name: Name

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove fabric {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that fabric."""
        _check_fabric(project, self.name)
        for old in project.fabrics:
            if self.name in old.requirement.switches_of:
                other = old.requirement.name
                raise RefusedError(
                    f"the fabric {other} joins the switches of {self.name}: set-fabric it without"
                )
        return _with_fabrics(project, (old for old in project.fabrics if old.requirement.name != self.name))


def _with_fabrics(project: Project, fabrics: Iterable[FabricDecision]) -> Project:
    """The project with other fabrics, without what the explorer keeps of fabrics that it no longer has."""
    kept = tuple(fabrics)
    names = {some.requirement.name for some in kept}
    explorations = tuple(one for one in project.explorations if one.fabric in names)
    return replace(project, fabrics=kept, explorations=explorations)


def _check_fabric(project: Project, name: str) -> None:
    if not any(old.requirement.name == name for old in project.fabrics):
        raise RefusedError(f"the project has no fabric {name}: choose another")


WHOLE_SECTIONS = ("wishes", "cabling", "naming", "trunks", "replugged")
"""Sections that a redesign replaces as they are."""


REDESIGN = "Redesign"
"""Name of the step after which devices are those of the design, each where the design placed it."""


class Redesign(Command, frozen=True, kw_only=True, tag="redesign"):
    """Replace hosts, fabrics, designs, requirements, cabling rules, floor, currency, names; the rest stays.

    ``parts`` are added, or replace those of the same id; ``cables`` replace all records of cables,
    ``trunks`` all trunks in place, of which other fabrics keep none, ``replugged`` all exchanged plugs,
    ``growth`` the steps that are to come. Feeds, zones, walls, doors and the plan (north, building plan) stay
    where the floor names none.
    """

    hosts: tuple[HostGroup, ...] | UnsetType = UNSET
    fabrics: tuple[FabricDecision, ...] | UnsetType = UNSET
    wishes: SearchRequirements | UnsetType = UNSET
    cabling: CablingRules | UnsetType = UNSET
    floor: Floor | UnsetType = UNSET
    currency: Currency | UnsetType = UNSET
    naming: Naming | UnsetType = UNSET
    parts: tuple[AnyPart, ...] = ()
    cables: tuple[CableRecord, ...] | UnsetType = UNSET
    trunks: tuple[LaidTrunk, ...] | UnsetType = UNSET
    replugged: tuple[Replugged, ...] | UnsetType = UNSET
    growth: tuple[GrowthStep, ...] | UnsetType = UNSET

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        if self.growth is not UNSET:
            return "Apply growth step"
        designed = (self.hosts, self.fabrics, self.floor)
        return "Change requirements" if all(one is UNSET for one in designed) else REDESIGN

    def apply(self, project: Project) -> Project:
        """The project with that design."""
        before = project
        if self.hosts is not UNSET:
            _once((group.name for group in self.hosts), "groups of hosts")
            project = replace(project, hosts=self.hosts)
        if self.fabrics is not UNSET:
            _once((some.requirement.name for some in self.fabrics), "fabrics")
            project = replace(_with_fabrics(project, self.fabrics), trunks=())
        whole = ((name, getattr(self, name)) for name in WHOLE_SECTIONS)
        project = replace(project, **{name: value for name, value in whole if value is not UNSET})
        if self.growth is not UNSET:
            project = with_growth(project, self.growth)
        if self.currency is not UNSET:
            project = replace(project, bill=replace(project.bill, currency=self.currency))
        if self.floor is not UNSET:
            project = replace(project, floor=decided_besides(self.floor, project.floor))
        if self.cables is not UNSET:
            project = replace(project, cables=CableRecords(self.cables))
        _once((part.id for part in self.parts), "parts")
        new = {part.id for part in self.parts}
        kept = (part for part in project.parts if part.id not in new)
        result = in_order(replace(project, parts=(*kept, *self.parts)))
        for problem in dangling(result):
            raise RefusedError(f"{problem.kind} {problem.key}: {problem.field}: {problem.what}")
        if self.hosts is not UNSET or self.fabrics is not UNSET:
            _refuse_contradictions(before, result)
        if self.floor is not UNSET:
            crowded = why_not_floor(result.floor, parts_of(result))
            if crowded:
                raise RefusedError(crowded)
        return result


class SetGrowth(Command, frozen=True, kw_only=True, tag="set-growth"):
    """Set the steps in which the project is to grow, instead of those before.

    Studies of stages follow their steps; networks of stages of a step that is removed are removed.
    """

    steps: tuple[GrowthStep, ...] = ()

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return "Plan growth" if self.steps else "Remove growth plan"

    def apply(self, project: Project) -> Project:
        """The project with these steps."""
        known = {group.name for group in project.hosts}
        for number, step in enumerate(self.steps, start=1):
            for target in step.hosts:
                if target.name not in known:
                    raise RefusedError(
                        f"step {number}: there is no group of hosts {target.name}: choose another"
                    )
        return with_growth(project, self.steps)


def _once(names: Iterable[str], elements: str) -> None:
    known = set()
    for name in names:
        if name in known:
            raise RefusedError(f"there are two {elements} called {name}: name them apart")
        known.add(name)
