"""Commands that accept exchanged plugs as built, and revert that."""

from msgspec.structs import replace

from fatdesk.core.struct import Text
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.document.project import Project, Replugged, Socket
from fatdesk.project.document.replugging import with_records_moved


class Replug(Command, frozen=True, kw_only=True, tag="replug"):
    """Exchange what plugs into two ports; one of them may be free. Ports as in ids of cables."""

    a: Socket
    b: Socket

    @property
    def label(self) -> str:
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
    def label(self) -> str:
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
