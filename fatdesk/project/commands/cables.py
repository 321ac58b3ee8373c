"""Commands on cables: rules, decisions, measurements, and plugs accepted as built."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.struct import Text
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.rules.profiles import profile_named
from fatdesk.project.commands.command import Command, RefusedError, SetFields, part_of
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.project import Project, Replugged, Socket
from fatdesk.project.document.replugging import with_records_moved

OF_PANELS = ("panels", "panels_between", "panel_ends", "panel_racks", "panel_base", "trunk_fibres")
"""Rules of panels; where they change, trunks are worked out again."""


class SetCabling(SetFields, CablingRules, frozen=True, kw_only=True, tag="set-cabling"):
    """Change rules of cabling; what is not named stays. Other rules of panels forget the trunks in place."""

    section = "cabling"

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return "Change cabling rules"

    def apply(self, project: Project) -> Project:
        """The project with those rules."""
        if isinstance(self.bundle_cable, str):
            part_of(project, self.bundle_cable, Cable, "a cable")
        if isinstance(self.profile, str):
            _known_profile(self.profile)
        changed = super().apply(project)
        rules = (changed.cabling, project.cabling)
        same = all(getattr(rules[0], name) == getattr(rules[1], name) for name in OF_PANELS)
        return changed if same else replace(changed, trunks=())


def _known_profile(name: str) -> None:
    try:
        profile_named(name)
    except FatdeskError as error:
        raise RefusedError(str(error), field="profile") from None


class SetCable(Command, frozen=True, kw_only=True, tag="set-cable"):
    """Record something about a cable; a record that says nothing is dropped."""

    cable: CableRecord

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set cable {self.cable.id}"

    def apply(self, project: Project) -> Project:
        """The project with that record."""
        if self.cable.part is not None:
            part_of(project, self.cable.part, Cable, "a cable")
        records, record = CableRecords.of(project.cables), _with_own_reason(project, self.cable)
        if record != CableRecord(id=record.id):
            records = records.with_record(record)
        elif record.id in records:
            records = records.without(record.id)
        return replace(project, cables=records)


def _with_own_reason(project: Project, record: CableRecord) -> CableRecord:
    """The record without the reason of another part: one that a person chose has none of the program's."""
    before = project.cables.get(record.id)
    other = before is not None and before.part != record.part and before.reason == record.reason
    return replace(record, reason="") if record.reason and (other or record.part is None) else record


class SetCables(Command, frozen=True, kw_only=True, tag="set-cables"):
    """Record something about many cables at once."""

    cables: Annotated[tuple[CableRecord, ...], Meta(min_length=1)]

    name: Text = ""

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return self.name or f"Set {len(self.cables)} cables"

    def apply(self, project: Project) -> Project:
        """The project with those records."""
        for part in {record.part for record in self.cables if record.part is not None}:
            part_of(project, part, Cable, "a cable")
        changed = [_with_own_reason(project, record) for record in self.cables]
        records = {**project.cables, **{record.id: record for record in changed}}
        kept = [record for record in records.values() if record != CableRecord(id=record.id)]
        return replace(project, cables=CableRecords(kept))


class ClearCable(Command, frozen=True, kw_only=True, tag="clear-cable"):
    """Forget what was decided and measured about a cable."""

    id: Text

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Clear cable {self.id}"

    def apply(self, project: Project) -> Project:
        """The project without that record."""
        try:
            return replace(project, cables=CableRecords.of(project.cables).without(self.id))
        except KeyError:
            raise RefusedError(f"nothing is recorded of the cable {self.id}") from None


class Replug(Command, frozen=True, kw_only=True, tag="replug"):
    """Exchange what plugs into two ports; one of them may be free. Ports as in ids of cables."""

    a: Socket
    b: Socket

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Exchange plugs of {self.a} and {self.b}"

    def apply(self, project: Project) -> Project:
        """The project with these plugs exchanged; the records of their cables go with them."""
        if self.a == self.b:
            raise RefusedError(f"{self.a} cannot be exchanged with itself: name two ports")
        return _with(project, (*project.replugged, Replugged(a=self.a, b=self.b)))


class ForgetReplug(Command, frozen=True, kw_only=True, tag="forget-replug"):
    """Exchange plugs no longer: of several exchanges of two ports the last is forgotten."""

    a: Text
    b: Text

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Plan {self.a} and {self.b} as designed"

    def apply(self, project: Project) -> Project:
        """The project without that exchange."""
        found = [n for n, record in enumerate(project.replugged) if {record.a, record.b} == {self.a, self.b}]
        if not found:
            raise RefusedError(f"the plugs of {self.a} and {self.b} are not exchanged")
        kept = [record for n, record in enumerate(project.replugged) if n != found[-1]]
        return _with(project, tuple(kept))


def _with(project: Project, records: tuple[Replugged, ...]) -> Project:
    cables = with_records_moved(project, project.replugged, records)
    return replace(project, replugged=records, cables=cables)
