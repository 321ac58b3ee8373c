"""Commands on reserved rack units."""

from msgspec.structs import replace

from fatdesk.core import ranges
from fatdesk.core.struct import Count, Text
from fatdesk.engine.floor.floor import Reserved, rack_label
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.commands.floor_edits import parts_of, rack_of, with_rack
from fatdesk.project.document.clearances import why_not_units
from fatdesk.project.document.project import Project


class Reserve(Command, frozen=True, kw_only=True, tag="reserve"):
    """Keep units of a rack free."""

    rack: Count
    u: ranges.Units
    height_u: ranges.Units
    note: Text = ""

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Reserve units in rack {self.rack}"

    def apply(self, project: Project) -> Project:
        """The project with those units kept free."""
        rack = rack_of(project.floor, self.rack)
        problem = why_not_units(rack, parts_of(project), self.u, self.height_u)
        if problem:
            raise RefusedError(problem)
        kept = Reserved(u=self.u, height_u=self.height_u, note=self.note)
        reserved = tuple(sorted([*rack.reserved, kept], key=lambda r: r.u))
        return replace(project, floor=with_rack(project.floor, replace(rack, reserved=reserved)))


class Free(Command, frozen=True, kw_only=True, tag="free"):
    """Give reserved units back: all of the reservation that holds unit ``u``."""

    rack: Count
    u: ranges.Units

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Free units in rack {self.rack}"

    def apply(self, project: Project) -> Project:
        """The project with those units in use again."""
        rack = rack_of(project.floor, self.rack)
        kept = tuple(r for r in rack.reserved if not r.u <= self.u < r.u + r.height_u)
        if len(kept) == len(rack.reserved):
            raise RefusedError(f"rack {rack_label(rack)}: unit {self.u} is not reserved")
        return replace(project, floor=with_rack(project.floor, replace(rack, reserved=kept)))
