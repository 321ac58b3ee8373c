"""Commands on groups of hosts; devices without a position become findings."""

from msgspec.structs import replace

from fatdesk.core.struct import Count, Id
from fatdesk.engine.catalog.parts import Server
from fatdesk.engine.families.design import HostGroup, Name
from fatdesk.project.commands.command import Command, RefusedError, part_of
from fatdesk.project.document.project import Project


class SetHosts(Command, frozen=True, kw_only=True, tag="set-hosts"):
    """Add a group of hosts, or change the one of that name."""

    name: Name
    part: Id
    count: Count

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set hosts {self.name}"

    def apply(self, project: Project) -> Project:
        """The project with that group, in its old place or at the end."""
        part_of(project, self.part, Server, "a server")
        group = HostGroup(name=self.name, part=self.part, count=self.count)
        if any(old.name == self.name for old in project.hosts):
            hosts = tuple(group if old.name == self.name else old for old in project.hosts)
        else:
            hosts = (*project.hosts, group)
        return replace(project, hosts=hosts)


class RemoveHosts(Command, frozen=True, kw_only=True, tag="remove-hosts"):
    """Remove a group of hosts that no fabric names."""

    name: Name

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove hosts {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that group."""
        if not any(group.name == self.name for group in project.hosts):
            raise RefusedError(f"there is no group of hosts {self.name}")
        for fabric in project.fabrics:
            if self.name in fabric.requirement.hosts:
                raise RefusedError(
                    f"the fabric {fabric.requirement.name} joins the hosts {self.name}: set-fabric it without"
                )
        return replace(project, hosts=tuple(group for group in project.hosts if group.name != self.name))
