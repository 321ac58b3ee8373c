"""Commands on the room: cable trays, obstacles, keep-out areas, failure zones, power feeds."""

from msgspec.structs import replace

from fatdesk.core.struct import Given, Id, Natural
from fatdesk.engine.floor.floor import Feed, Tray, Zone
from fatdesk.engine.floor.room import Area, AreaKind
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.commands.floor_edits import parts_of, renamed, with_one, without
from fatdesk.project.document.clearances import why_not_column
from fatdesk.project.document.project import Project


class AddTray(Command, frozen=True, kw_only=True, tag="add-tray"):
    """Hang up a tray."""

    tray: Tray

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Add tray {self.tray.id}"

    def apply(self, project: Project) -> Project:
        """The project with one tray more."""
        if any(old.id == self.tray.id for old in project.floor.trays):
            raise RefusedError(f"there is a tray {self.tray.id} already: change-tray it, or take another id")
        return _with_trays(project, (*project.floor.trays, self.tray))


class ChangeTray(Command, frozen=True, kw_only=True, tag="change-tray"):
    """Give a tray another path, elevation or size."""

    tray: Tray

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Change tray {self.tray.id}"

    def apply(self, project: Project) -> Project:
        """The project with that tray instead of the one of its id."""
        _check_tray(project, self.tray.id)
        trays = tuple(self.tray if old.id == self.tray.id else old for old in project.floor.trays)
        return _with_trays(project, trays)


class RemoveTray(Command, frozen=True, kw_only=True, tag="remove-tray"):
    """Take a tray down."""

    id: Id

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove tray {self.id}"

    def apply(self, project: Project) -> Project:
        """The project without that tray."""
        _check_tray(project, self.id)
        return _with_trays(project, tuple(old for old in project.floor.trays if old.id != self.id))


def _check_tray(project: Project, tray_id: str) -> None:
    if not any(tray.id == tray_id for tray in project.floor.trays):
        raise RefusedError(f"there is no tray {tray_id}, name one of the floor")


def _with_trays(project: Project, trays: tuple[Tray, ...]) -> Project:
    in_order = tuple(sorted(trays, key=lambda tray: tray.id))
    return replace(project, floor=replace(project.floor, trays=in_order))


class AddColumn(Command, frozen=True, kw_only=True, tag="add-column"):
    """Mark a place where no rack may be placed."""

    column: Area

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Add {_WORDS[self.column.kind]}"

    def apply(self, project: Project) -> Project:
        """The project with one column more."""
        _check(project, self.column)
        columns = (*project.floor.columns, self.column)
        return replace(project, floor=replace(project.floor, columns=columns))


class ChangeColumn(Command, frozen=True, kw_only=True, tag="change-column"):
    """Give a column, by its place in the list from 0, another place, size, name or kind."""

    index: Natural
    column: Area

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Change {_WORDS[self.column.kind]}"

    def apply(self, project: Project) -> Project:
        """The project with that column instead of the one that was there."""
        columns = _columns_with(project, self.index)
        _check(project, self.column)
        changed = (*columns[: self.index], self.column, *columns[self.index + 1 :])
        return replace(project, floor=replace(project.floor, columns=changed))


class RemoveColumn(Command, frozen=True, kw_only=True, tag="remove-column"):
    """Remove a column by its place in the list, from 0."""

    index: Natural

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return "Remove column"

    def apply(self, project: Project) -> Project:
        """The project without that column."""
        columns = _columns_with(project, self.index)
        kept = columns[: self.index] + columns[self.index + 1 :]
        return replace(project, floor=replace(project.floor, columns=kept))


_WORDS: dict[AreaKind, str] = {"column": "column", "wall": "wall", "keep-out": "keep-out area"}


def _columns_with(project: Project, index: int) -> tuple[Area, ...]:
    columns = project.floor.columns
    if index >= len(columns):
        raise RefusedError(f"there is no column {index}, there are {len(columns)} from 0")
    return columns


def _check(project: Project, column: Area) -> None:
    if not column.width_m or not column.depth_m:
        lacking = "depth" if column.width_m else "width"
        raise RefusedError(f"the {_WORDS[column.kind]} has no {lacking}, give it one")
    problem = why_not_column(column, project.floor.racks, parts_of(project))
    if problem:
        raise RefusedError(problem)


ZONE = "zone"


class SetZone(Command, frozen=True, kw_only=True, tag="set-zone"):
    """Decide on a zone, new or of a known name: its place and size."""

    zone: Zone

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set zone {self.zone.name}"

    def apply(self, project: Project) -> Project:
        """The project with that zone."""
        return _with_zones(project, with_one(project.floor.zones, self.zone))


class RenameZone(Command, frozen=True, kw_only=True, tag="rename-zone"):
    """Give a zone another name."""

    name: Given
    to: Given

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Rename zone {self.name} to {self.to}"

    def apply(self, project: Project) -> Project:
        """The project with that name instead."""
        return _with_zones(project, renamed(project.floor.zones, self.name, self.to, ZONE))


class RemoveZone(Command, frozen=True, kw_only=True, tag="remove-zone"):
    """Remove a zone."""

    name: Given

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove zone {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that zone."""
        return _with_zones(project, without(project.floor.zones, self.name, ZONE))


def _with_zones(project: Project, zones: tuple[Zone, ...]) -> Project:
    return replace(project, floor=replace(project.floor, zones=zones))


FEED = "power feed"


class SetFeed(Command, frozen=True, kw_only=True, tag="set-feed"):
    """Decide on a power feed, new or of a known name: the racks that it supplies."""

    feed: Feed

    @property
    def step(self) -> str:
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
        return _with_feeds(project, with_one(project.floor.feeds, self.feed))


class RenameFeed(Command, frozen=True, kw_only=True, tag="rename-feed"):
    """Give a power feed another name."""

    name: Given
    to: Given

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Rename power feed {self.name} to {self.to}"

    def apply(self, project: Project) -> Project:
        """The project with that name instead."""
        return _with_feeds(project, renamed(project.floor.feeds, self.name, self.to, FEED))


class RemoveFeed(Command, frozen=True, kw_only=True, tag="remove-feed"):
    """Remove a power feed; its racks keep their other feeds, or have none."""

    name: Given

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove power feed {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that feed."""
        return _with_feeds(project, without(project.floor.feeds, self.name, FEED))


def _with_feeds(project: Project, feeds: tuple[Feed, ...]) -> Project:
    return replace(project, floor=replace(project.floor, feeds=feeds))
