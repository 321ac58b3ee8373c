"""Change some fields of a section that is one record."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from fatdesk.project.commands.command import Command
from fatdesk.project.document.project import Project


def with_changes(project: Project, section: str, command: Command) -> Project:
    """The project with the fields that a command sets; fields of both have the same names."""
    given: dict[str, Any] = {
        name: value for name in command.__struct_fields__ if (value := getattr(command, name)) is not UNSET
    }
    changes: dict[str, Any] = {section: replace(getattr(project, section), **given)}
    return replace(project, **changes)
