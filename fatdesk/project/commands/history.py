"""Undo and redo by remembering whole projects."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from fatdesk.core.errors import UnsoundError
from fatdesk.project.commands import AnyCommand, Command, RefusedError
from fatdesk.project.document.project import Project
from fatdesk.project.files.file_format import not_finite
from fatdesk.project.files.record_problems import value_problems

_DECODER: msgspec.json.Decoder[Command] = msgspec.json.Decoder(AnyCommand)
"""Reads any command; made once, as a drag comes by for every place."""
_CONTROL = re.compile(rb"(?<!\\)(?:\\\\)*\\u00(?:0[0-8bcef]|1[0-9a-f])", re.IGNORECASE)


def _why_not(command: Command, data: bytes, error: Exception) -> str:
    """Say in words which value of a command no file can hold.

    Parameters
    ----------
    data
        The command as JSON; empty: it could not be encoded.
    error
        What the decoder said.
    """
    if not data or isinstance(error, RecursionError):
        return f"this cannot be stored: {error}"
    raw = json.loads(data, parse_int=str, parse_float=str, parse_constant=str)
    raw.pop("command", None)
    [(_, field, what), *_] = value_problems(raw, data, type(command), error)
    return f"{field}: {what}" if field else what


def perform(project: Project, command: Command) -> Project:
    """The project after a command.

    A command made by the program is not checked when it is made; here it goes the path of one from a
    file, so that every number is finite and in range and every text can be stored.

    Raises
    ------
    RefusedError
        When the command cannot be done, or holds what cannot be stored.
    """
    data = b""
    try:
        data = msgspec.json.encode(command)
        if b"\\u00" in data and _CONTROL.search(data):
            raise RefusedError(f"{command.step}: the text holds a control character, remove it")
        checked: Command = _DECODER.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise RefusedError(not_finite(command, "command") or _why_not(command, data, error)) from None
    if checked != command:
        raise RefusedError(not_finite(command, "command") or "this cannot be stored")
    try:
        return checked.apply(project)
    except UnsoundError as error:  # what would come of it cannot be: a copy beyond the range of places
        raise RefusedError(str(error)) from None


V = TypeVar("V")
MOST_STEPS = 1000
"""Number of steps that can be undone; unchanged values are shared between steps."""


@dataclass(frozen=True, slots=True)
class Step(Generic[V]):
    """A value, and the name of the action that led to it."""

    value: V
    label: str


class Steps(Generic[V]):
    """The values of one editing, of which one is present.

    Examples
    --------
    >>> steps = Steps("a")
    >>> steps.put("b", "Write b"), steps.undo_label, steps.unsaved
    ('b', 'Write b', True)
    >>> steps.undo(), steps.redo_label, steps.unsaved
    ('a', 'Write b', False)
    """

    def __init__(self, value: V) -> None:
        self._steps = [Step(value, "")]
        self._present = 0
        self._saved: V | None = value

    @property
    def present(self) -> V:
        """The present value."""
        return self._steps[self._present].value

    def put(self, value: V, label: str) -> V:
        """Go on with another value, as one step. What was undone can no longer be redone."""
        self._steps[self._present + 1 :] = [Step(value, label)]
        self._present += 1
        excess = len(self._steps) - 1 - MOST_STEPS
        if excess > 0:
            del self._steps[:excess]
            self._present -= excess
        return value

    def mark(self) -> tuple[tuple[Step[V], ...], int]:
        """Return the state of the history, for :meth:`reset`."""
        return tuple(self._steps), self._present

    def reset(self, mark: tuple[tuple[Step[V], ...], int]) -> None:
        """Go back to a marked state: what was done or undone since is forgotten.

        >>> steps = Steps("a")
        >>> mark = steps.mark()
        >>> steps.put("b", "Write b"), steps.reset(mark), steps.present, steps.can_redo
        ('b', None, 'a', False)
        """
        self._steps, self._present = [*mark[0]], mark[1]

    def convert(self, change: Callable[[V], V]) -> None:
        """Change the values of all steps, which stay the same steps; the present one becomes unsaved.

        >>> steps = Steps("a")
        >>> steps.put("b", "Write b"), steps.convert(str.upper), steps.present, steps.undo()
        ('b', None, 'B', 'A')
        """
        self._steps = [Step(change(step.value), step.label) for step in self._steps]

    @property
    def undo_label(self) -> str:
        """The action that ``undo`` undoes; empty when there is none."""
        return self._steps[self._present].label if self._present else ""

    @property
    def redo_label(self) -> str:
        """The action that ``redo`` brings again; empty when there is none."""
        return self._steps[self._present + 1].label if self.can_redo else ""

    def back(self) -> Iterator[Step[V]]:
        """The steps up to the present one, the latest first.

        >>> steps = Steps("a")
        >>> steps.put("b", "Write b"), [step.value for step in steps.back()]
        ('b', ['b', 'a'])
        """
        return reversed(self._steps[: self._present + 1])

    @property
    def can_undo(self) -> bool:
        """Whether there is a step before the present."""
        return self._present > 0

    @property
    def can_redo(self) -> bool:
        """Whether a step was undone."""
        return self._present + 1 < len(self._steps)

    def undo(self) -> V:
        """Go a step back; at the first one nothing happens."""
        self._present -= self.can_undo
        return self.present

    def redo(self) -> V:
        """Go a step forward; at the last one nothing happens."""
        self._present += self.can_redo
        return self.present

    def mark_saved(self) -> None:
        """The present value is the one on disk."""
        self._saved = self.present

    @property
    def unsaved(self) -> bool:
        """Whether the present value is another than the one on disk."""
        return self.present is not self._saved


class History(Steps[Project]):
    """The projects of one editing, of which one is present.

    Examples
    --------
    >>> from fatdesk.project.commands.project import Rename
    >>> history = History(Project(name="a"))
    >>> history.do(Rename(name="b")).name, history.undo_label, history.unsaved
    ('b', 'Rename to b', True)
    >>> history.undo().name, history.redo_label, history.unsaved
    ('a', 'Rename to b', False)
    """

    @property
    def project(self) -> Project:
        """The present project."""
        return self.present

    def do(self, command: Command) -> Project:
        """Perform a command: one step, whatever it holds.

        Raises
        ------
        RefusedError
            When it cannot be done; nothing has changed then.
        """
        return self.put(perform(self.project, command), command.step)
