"""``fatdesk edit``: any command of the document, or a list of them, from a JSON file."""

import argparse
import json
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import fields

from fatdesk.cli.kit.output import DONE, about_to_save, log, project_target, say
from fatdesk.cli.kit.tables import table
from fatdesk.core.errors import FatdeskError, InputError, InputErrors, unreadable
from fatdesk.project.commands import COMMANDS, AnyCommand, Batch, Command, RefusedError
from fatdesk.project.commands.history import perform
from fatdesk.project.document.project import Project
from fatdesk.project.document.stage_names import stages_removed
from fatdesk.project.files.record_problems import depth_problem, repeated_keys, text_problem, value_problems
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
        line = command_line(parsed.command, error.number, error.field)
        at = f"{error}" if error.number and not error.field else f"{error.field or 'command'}: {error}"
        raise RefusedError(f"{parsed.command}:{line}: {at}") from None
    save_step(parsed, opened, project, command)
    return DONE


def save_step(parsed: argparse.Namespace, opened: Opened, project: Project, command: Command) -> None:
    """Save a project after a step, into the file of ``-o`` or into its own."""
    target = parsed.output or parsed.project
    about_to_save()
    same = target.resolve() == parsed.project.resolve()
    saved = save_project(project, target, opened.stamp if same else None, parsed.project.parent)
    if saved.warning:
        log(saved.warning)
    log(f"{target}: {command.step}")
    if removed := stages_removed(opened.project, project):
        log(removed)


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


MAX_BYTES = 512_000_000
"""Largest file that is read."""
_LONGEST_EXPLAINED = 1_000_000
"""In a longer file errors are reported without their lines."""


def load_command(path: Path) -> Command:
    """The command of a JSON file; a list of commands is one step.

    Raises
    ------
    InputError, InputErrors
        One ``FILE:LINE: FIELD: what, what to do`` for each element that is wrong.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    return decode_command(data, str(path))


def decode_command(data: bytes, file: str) -> Command:
    """The command of some JSON; ``file`` is its name, for errors.

    Raises
    ------
    InputError, InputErrors
        As ``load_command``.
    """
    if len(data) > MAX_BYTES:
        raise InputError(file, 1, "file", f"is larger than {MAX_BYTES} bytes, split it")
    problem = text_problem(data)
    if problem:
        raise InputError(file, *problem)
    for field, what in filter(None, [depth_problem(data)]):
        raise InputError(file, 1, field, what)
    kind: Any = tuple[AnyCommand, ...] if data.lstrip().startswith(b"[") else AnyCommand
    try:
        found = msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _explained(data, file, kind, error) from None
    twice = repeated_keys(data)
    if twice:
        raise InputError(file, 1, *twice[0])
    if isinstance(found, Command):
        return found
    if not found:
        raise InputError(file, 1, "command", "is missing, the list is empty: write one")
    return found[0] if len(found) == 1 else Batch(commands=found)


def command_line(path: Path, number: int, field: str = "") -> int:
    """The line of a command in a file that was read, or of a field of it, by its number in the list from 1.

    Number 0: it is no list.
    """
    from yaml import YAMLError

    from fatdesk.core.formats.yaml_events import Place, lines

    try:
        data = path.read_bytes()
        listed = (number - 1,) if data.lstrip().startswith(b"[") else ("commands", number - 1)
        place: Place = (*(listed if number else ()), *filter(None, [field]))
        return lines(data, str(path), [place])[place] if len(data) <= _LONGEST_EXPLAINED else 1
    except (OSError, InputError, YAMLError):  # the file has gone, or is JSON that is no YAML
        return 1


def _explained(data: bytes, file: str, kind: Any, error: Exception) -> InputError | InputErrors:
    """Every wrong place with its line."""
    from yaml import YAMLError

    from fatdesk.core.formats.yaml_events import lines

    if len(data) > _LONGEST_EXPLAINED:
        return InputError(file, 1, "command", f"{error}, correct it")
    try:
        raw = json.loads(data, parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as syntax:
        return InputError(file, syntax.lineno, "text", f"is not JSON at character {syntax.colno}, correct it")
    except (ValueError, RecursionError):
        return InputError(file, 1, "text", "is not JSON, correct it")
    problems = value_problems(raw, data, kind, error)
    try:
        line_of = lines(data, file, {place for place, _, _ in problems})
    except (InputError, YAMLError):  # JSON that is no YAML, of which there is little
        line_of = {}
    errors = [
        InputError(file, line_of.get(place, 1), field or "command", what) for place, field, what in problems
    ]
    return errors[0] if len(errors) == 1 else InputErrors(sorted(errors[:20], key=lambda e: e.line))
