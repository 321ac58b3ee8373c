"""Read a command, or a list of them, from a file."""

import json
from pathlib import Path
from typing import Any

import msgspec

from fatdesk.core.errors import InputError, InputErrors
from fatdesk.project.commands import AnyCommand, Batch, Command
from fatdesk.project.files.record_problems import depth_problem, repeated_keys, text_problem, value_problems

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
        cause = getattr(error, "strerror", None) or error
        raise InputError(
            str(path), 1, "file", f"cannot be read ({cause}), check its name and rights"
        ) from None
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


def command_line(path: Path, number: int) -> int:
    """The line of a command in a file that was read, by its number in the list from 1; 0: no list."""
    from yaml import YAMLError

    from fatdesk.core.yaml_events import lines

    try:
        data = path.read_bytes()
        place = (number - 1,) if number and data.lstrip().startswith(b"[") else ()
        return lines(data, str(path), [place])[place] if len(data) <= _LONGEST_EXPLAINED else 1
    except (OSError, InputError, YAMLError):  # the file has gone, or is JSON that is no YAML
        return 1


def _explained(data: bytes, file: str, kind: Any, error: Exception) -> InputError | InputErrors:
    """Every wrong place with its line."""
    from yaml import YAMLError

    from fatdesk.core.yaml_events import lines

    if len(data) > _LONGEST_EXPLAINED:
        return InputError(file, 1, "command", f"{error}, mend it")
    try:
        raw = json.loads(data, parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as syntax:
        return InputError(file, syntax.lineno, "text", f"is not JSON at character {syntax.colno}, mend it")
    except (ValueError, RecursionError):
        return InputError(file, 1, "text", "is not JSON, mend it")
    problems = value_problems(raw, data, kind, error)
    try:
        line_of = lines(data, file, {place for place, _, _ in problems})
    except (InputError, YAMLError):  # JSON that is no YAML, of which there is little
        line_of = {}
    errors = [
        InputError(file, line_of.get(place, 1), field or "command", what) for place, field, what in problems
    ]
    return errors[0] if len(errors) == 1 else InputErrors(sorted(errors[:20], key=lambda e: e.line))
