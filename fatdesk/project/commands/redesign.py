"""The command that applies another design: requirements, devices and their places."""

from collections.abc import Iterable

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from fatdesk.core.struct import Currency
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.fabric.names import Naming
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.floor import Floor
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.commands.floor_edits import decided_besides, parts_of
from fatdesk.project.document.clearances import why_not_floor
from fatdesk.project.document.project import FabricDecision, Project, Wishes
from fatdesk.project.document.record_kinds import in_order
from fatdesk.project.document.references import dangling


class Redesign(Command, frozen=True, kw_only=True, tag="redesign"):
    """Replace hosts, fabrics, designs, requirements, cabling rules, floor, currency, names; the rest stays.

    ``parts`` are added, or replace those of the same id. Feeds and zones stay where the floor names none.
    """

    hosts: tuple[HostGroup, ...] | UnsetType = UNSET
    fabrics: tuple[FabricDecision, ...] | UnsetType = UNSET
    wishes: Wishes | UnsetType = UNSET
    cabling: CablingRules | UnsetType = UNSET
    floor: Floor | UnsetType = UNSET
    currency: Currency | UnsetType = UNSET
    naming: Naming | UnsetType = UNSET
    parts: tuple[AnyPart, ...] = ()

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return "Redesign" if self.fabrics is not UNSET or self.hosts is not UNSET else "Change requirements"

    def apply(self, project: Project) -> Project:
        """The project with that design."""
        if self.hosts is not UNSET:
            _once((group.name for group in self.hosts), "groups of hosts")
            project = replace(project, hosts=self.hosts)
        if self.fabrics is not UNSET:
            _once((some.requirement.name for some in self.fabrics), "fabrics")
            project = replace(project, fabrics=self.fabrics)
        if self.wishes is not UNSET:
            project = replace(project, wishes=self.wishes)
        if self.cabling is not UNSET:
            project = replace(project, cabling=self.cabling)
        if self.currency is not UNSET:
            project = replace(project, bill=replace(project.bill, currency=self.currency))
        if self.naming is not UNSET:
            project = replace(project, naming=self.naming)
        if self.floor is not UNSET:
            project = replace(project, floor=decided_besides(self.floor, project.floor))
        _once((part.id for part in self.parts), "parts")
        new = {part.id for part in self.parts}
        kept = (part for part in project.parts if part.id not in new)
        result = in_order(replace(project, parts=(*kept, *self.parts)))
        for problem in dangling(result):
            raise RefusedError(f"{problem.kind} {problem.key}: {problem.field}: {problem.what}")
        if self.floor is not UNSET:
            crowded = why_not_floor(result.floor, parts_of(result))
            if crowded:
                raise RefusedError(crowded)
        return result


def _once(names: Iterable[str], things: str) -> None:
    known = set()
    for name in names:
        if name in known:
            raise RefusedError(f"there are two {things} called {name}: name them apart")
        known.add(name)
