"""Commands on decisions and measurements of cables."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core.struct import Text
from fatdesk.engine.catalog.parts import Cable
from fatdesk.project.commands.command import Command, RefusedError, part_of
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.project import Project


class SetCable(Command, frozen=True, kw_only=True, tag="set-cable"):
    """Record something about a cable; a record that says nothing is dropped."""

    cable: CableRecord

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set cable {self.cable.id}"

    def apply(self, project: Project) -> Project:
        """The project with that record."""
        if self.cable.part is not None:
            part_of(project, self.cable.part, Cable, "a cable")
        records = CableRecords.of(project.cables)
        if self.cable != CableRecord(id=self.cable.id):
            records = records.with_record(self.cable)
        elif self.cable.id in records:
            records = records.without(self.cable.id)
        return replace(project, cables=records)


class SetCables(Command, frozen=True, kw_only=True, tag="set-cables"):
    """Record something about many cables at once."""

    cables: Annotated[tuple[CableRecord, ...], Meta(min_length=1)]

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set {len(self.cables)} cables"

    def apply(self, project: Project) -> Project:
        """The project with those records."""
        for part in {record.part for record in self.cables if record.part is not None}:
            part_of(project, part, Cable, "a cable")
        records = {**project.cables, **{record.id: record for record in self.cables}}
        kept = [record for record in records.values() if record != CableRecord(id=record.id)]
        return replace(project, cables=CableRecords(kept))


class ClearCable(Command, frozen=True, kw_only=True, tag="clear-cable"):
    """Forget what was decided and measured about a cable."""

    id: Text

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Clear cable {self.id}"

    def apply(self, project: Project) -> Project:
        """The project without that record."""
        try:
            return replace(project, cables=CableRecords.of(project.cables).without(self.id))
        except KeyError:
            raise RefusedError(f"nothing is recorded of the cable {self.id}") from None
