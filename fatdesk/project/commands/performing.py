"""Perform a command after checking that a file can hold the result."""

import re

import msgspec

from fatdesk.project.commands import AnyCommand, Command, RefusedError
from fatdesk.project.document.finite_numbers import not_finite
from fatdesk.project.document.project import Project

_CONTROL = re.compile(rb"(?<!\\)(?:\\\\)*\\u00(?:0[0-8bcef]|1[0-9a-f])", re.IGNORECASE)


def perform(project: Project, command: Command) -> Project:
    """The project after a command.

    A command made by the program is not checked when it is made; here it goes the path of one from a
    file, so that every number is finite and in range and every text can be stored.

    Raises
    ------
    RefusedError
        When the command cannot be done, or holds what cannot be stored.
    """
    try:
        data = msgspec.json.encode(command)
        if b"\\u00" in data and _CONTROL.search(data):
            raise RefusedError(f"{command.label}: the text holds a control character, remove it")
        checked: Command = msgspec.json.decode(data, type=AnyCommand)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise RefusedError(not_finite(command, "command") or f"this cannot be stored: {error}") from None
    if checked != command:
        raise RefusedError(not_finite(command, "command") or "this cannot be stored")
    return checked.apply(project)
