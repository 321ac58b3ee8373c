"""Commands on route rules: trays that the cables between some ends must pass, and are kept out of."""

from msgspec.structs import replace

from fatdesk.core.struct import Given
from fatdesk.engine.cabling.checks import why_not_rule
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.floor.route_rules import RouteRule
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.commands.floor_edits import renamed, with_one, without
from fatdesk.project.document.project import Project

WORD = "route rule"


class SetRoute(Command, frozen=True, kw_only=True, tag="set-route"):
    """Decide on a route rule, new or of a known name: stops that cables pass, trays that they avoid."""

    rule: RouteRule

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set route rule {self.rule.name}"

    def apply(self, project: Project) -> Project:
        """The project with that rule; refused where it names what is not there, or leaves no route."""
        problem = why_not_rule(self.rule, project.floor, Catalog(project.parts))
        if problem:
            raise RefusedError(f"{self.rule.name}: {problem}", field="rule")
        return _with_routes(project, with_one(project.floor.routes, self.rule))


class RenameRoute(Command, frozen=True, kw_only=True, tag="rename-route"):
    """Give a route rule another name."""

    name: Given
    to: Given

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Rename route rule {self.name} to {self.to}"

    def apply(self, project: Project) -> Project:
        """The project with that name instead."""
        return _with_routes(project, renamed(project.floor.routes, self.name, self.to, WORD))


class RemoveRoute(Command, frozen=True, kw_only=True, tag="remove-route"):
    """Remove a route rule."""

    name: Given

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove route rule {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that rule."""
        return _with_routes(project, without(project.floor.routes, self.name, WORD))


def _with_routes(project: Project, routes: tuple[RouteRule, ...]) -> Project:
    return replace(project, floor=replace(project.floor, routes=routes))
