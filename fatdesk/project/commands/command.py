"""The base of commands: frozen data that turns one project into another."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.struct import Struct
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.project.document.project import Project


class RefusedError(FatdeskError):
    """A command that cannot be done in the present state of the project; with the reason.

    Attributes
    ----------
    why
        The reason alone, without the place of the command in a list.
    number
        Of the command in a list, from 1; 0: it was none of a list.
    """

    def __init__(self, text: str, why: str = "", number: int = 0) -> None:
        super().__init__(text)
        self.why = why or text
        self.number = number


class Command(Struct, frozen=True, kw_only=True, tag_field="command"):
    """An edit; as JSON its ``command`` is the word of its class.

    Nobody writes how to undo one: the project before is remembered.
    """

    @property
    def label(self) -> str:
        """Name of the step, shown after "Undo"."""
        raise NotImplementedError

    def apply(self, project: Project) -> Project:
        """The project after it.

        Raises
        ------
        RefusedError
            When it cannot be done.
        """
        raise NotImplementedError


def part_of(project: Project, part_id: str, kind: type[AnyPart], words: str) -> None:
    """Refuse a part that the project does not hold, or one of another kind."""
    part = next((part for part in project.parts if part.id == part_id), None)
    if part is None:
        raise RefusedError(f"the part {part_id} is not among the parts of this project: set-part it first")
    if not isinstance(part, kind):
        raise RefusedError(f"the part {part_id} is not {words}: name another")


def with_changes(project: Project, section: str, command: Command) -> Project:
    """The project with the fields that a command sets; fields of both have the same names."""
    given: dict[str, Any] = {
        name: value for name in command.__struct_fields__ if (value := getattr(command, name)) is not UNSET
    }
    changes: dict[str, Any] = {section: replace(getattr(project, section), **given)}
    return replace(project, **changes)
