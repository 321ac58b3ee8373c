"""``fatdesk edit``: any command of the document, from a JSON file."""

import argparse

from msgspec.structs import fields

from fatdesk.cli.output import DONE, about_to_save, log, say
from fatdesk.cli.tables import table
from fatdesk.cli.targets import project_target
from fatdesk.core.errors import FatdeskError
from fatdesk.project.commands import COMMANDS, Command, RefusedError
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.reading import command_line, load_command
from fatdesk.project.document.project import Project
from fatdesk.project.files.storing import Opened, load_project, save_project


def run(parsed: argparse.Namespace) -> int:
    """Apply a command (a list: all of them, or none) and save."""
    if parsed.list:
        if parsed.project is not None or parsed.output is not None:
            raise FatdeskError("--list: lists commands and writes nothing, leave out P.fatdesk and -o")
        say(table([["command", "what", "fields"], *_commands()]))
        say("A field in [ ] may be left out.")
        return DONE
    if parsed.project is None or parsed.command is None:
        raise FatdeskError("edit: give P.fatdesk and COMMAND.json (or --list)")
    if parsed.output is not None:
        project_target(parsed.output)
    opened = load_project(parsed.project)
    command = load_command(parsed.command)
    try:
        project = perform(opened.project, command)
    except RefusedError as error:
        line = command_line(parsed.command, error.number)
        at = f"{error}" if error.number else f"command: {error}"
        raise RefusedError(f"{parsed.command}:{line}: {at}") from None
    save_step(parsed, opened, project, command)
    return DONE


def save_step(parsed: argparse.Namespace, opened: Opened, project: Project, command: Command) -> None:
    """Save a project after a step, into the file of ``-o`` or into its own."""
    target = parsed.output or parsed.project
    about_to_save()
    same = target.resolve() == parsed.project.resolve()
    saved = save_project(project, target, opened.stamp if same else None)
    if saved.warning:
        log(saved.warning)
    log(f"{target}: {command.label}")


def _commands() -> list[list[str]]:
    """A row a command: its word, what it does, its fields."""
    rows = []
    for kind in COMMANDS:
        named = [
            field.encode_name if field.required else f"[{field.encode_name}]"
            for field in sorted(fields(kind), key=lambda field: not field.required)
        ]
        summary = (kind.__doc__ or "").partition("\n")[0]
        rows.append([str(kind.__struct_config__.tag), summary, ", ".join(named)])
    return sorted(rows)
