"""Commands on power feeds: which racks each supplies."""

from msgspec.structs import replace

from fatdesk.engine.floor.floor import Feed, Given
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.commands.floor_edits import renamed, with_one, without
from fatdesk.project.document.project import Project

WORD = "power feed"


class SetFeed(Command, frozen=True, kw_only=True, tag="set-feed"):
    """Decide on a power feed, new or of a known name: the racks that it supplies."""

    feed: Feed

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set power feed {self.feed.name}"

    def apply(self, project: Project) -> Project:
        """The project with that feed; a rack that is gone may stay on it, but not come."""
        before = {
            number for feed in project.floor.feeds if feed.name == self.feed.name for number in feed.racks
        }
        known = before | {rack.number for rack in project.floor.racks}
        missing = [number for number in self.feed.racks if number not in known]
        if missing:
            raise RefusedError(f"there is no rack {missing[0]}: name racks that are there")
        return _with(project, with_one(project.floor.feeds, self.feed))


class RenameFeed(Command, frozen=True, kw_only=True, tag="rename-feed"):
    """Give a power feed another name."""

    name: Given
    to: Given

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Call power feed {self.name} {self.to}"

    def apply(self, project: Project) -> Project:
        """The project with that name instead."""
        return _with(project, renamed(project.floor.feeds, self.name, self.to, WORD))


class RemoveFeed(Command, frozen=True, kw_only=True, tag="remove-feed"):
    """Remove a power feed; its racks keep their other feeds, or have none."""

    name: Given

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove power feed {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that feed."""
        return _with(project, without(project.floor.feeds, self.name, WORD))


def _with(project: Project, feeds: tuple[Feed, ...]) -> Project:
    return replace(project, floor=replace(project.floor, feeds=feeds))
