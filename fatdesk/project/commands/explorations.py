"""Commands on what the explorer keeps of a fabric: search settings and pins."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core.struct import Count
from fatdesk.engine.design.requirements import Exploration as SearchSettings
from fatdesk.engine.families.design import Name
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.document.explorations import MOST_PINS, KeptExploration, PinnedDesign, PinnedNetwork
from fatdesk.project.document.project import Project


class SetSearch(Command, frozen=True, kw_only=True, tag="set-search"):
    """Keep what is searched for a fabric in the explorer; pins stay."""

    fabric: Name
    settings: SearchSettings | None = None
    families: tuple[Literal["egft", "hyperx"], ...] = ()
    count: Count | None = None

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return "Change search settings"

    def apply(self, project: Project) -> Project:
        """The project with these search settings."""
        kept = kept_of(project, self.fabric)
        return _with(project, replace(kept, settings=self.settings, families=self.families, count=self.count))


class SetPins(Command, frozen=True, kw_only=True, tag="set-pins"):
    """Keep pinned networks for a fabric, and the one that its design was made from."""

    fabric: Name
    pins: Annotated[tuple[PinnedNetwork, ...], Meta(max_length=MOST_PINS)] = ()
    made_from: Literal["", "A", "B", "C", "D", "E"] = ""

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        letters = ", ".join(pin.letter for pin in self.pins)
        return f"Pin networks {letters}" if letters else "Remove pins"

    def apply(self, project: Project) -> Project:
        """The project with these pins."""
        kept = kept_of(project, self.fabric)
        try:
            changed = replace(kept, pins=self.pins, made_from=self.made_from)
        except ValueError as error:
            raise RefusedError(str(error)) from None
        return _with(project, changed)


class PinDesigns(Command, frozen=True, kw_only=True, tag="pin-designs"):
    """Keep pinned designs over catalog parts for a fabric."""

    fabric: Name
    designs: Annotated[tuple[PinnedDesign, ...], Meta(max_length=MOST_PINS)] = ()

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        letters = ", ".join(pin.letter for pin in self.designs)
        return f"Pin designs {letters}" if letters else "Remove pinned designs"

    def apply(self, project: Project) -> Project:
        """The project with these pins."""
        kept = kept_of(project, self.fabric)
        try:
            changed = replace(kept, designs=self.designs)
        except ValueError as error:
            raise RefusedError(str(error)) from None
        return _with(project, changed)


def kept_of(project: Project, fabric: str) -> KeptExploration:
    """Return what is kept of a fabric, or a record that says nothing."""
    found = (one for one in project.explorations if one.fabric == fabric)
    return next(found, KeptExploration(fabric=fabric))


def _with(project: Project, kept: KeptExploration) -> Project:
    """The project with a record in place of that of its fabric; one that says nothing is left out."""
    names = {fabric.requirement.name for fabric in project.fabrics}
    if kept.fabric not in names:
        raise RefusedError(
            f"the project has no fabric {kept.fabric}: choose another, or add it with set-fabric first"
        )
    others = tuple(one for one in project.explorations if one.fabric != kept.fabric)
    found = others if kept.is_plain else (*others, kept)
    return replace(project, explorations=tuple(sorted(found, key=lambda one: one.fabric)))
