"""Several things at once: what they have in common, and one step that sets a value of all of them."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from fatdesk.gui.session.session import Session
from fatdesk.project.commands import Batch, Command

ALL = "A value that is typed is set for all of them"

T = TypeVar("T")


def shared(values: Iterable[T]) -> T | None:
    """The value that all have; None where they differ, and of nothing.

    >>> shared(["A", "A"]), shared(["A", "B"]), shared([])
    ('A', None, None)
    """
    found = list(values)
    return found[0] if found and all(value == found[0] for value in found) else None


def do_all(session: Session, name: str, commands: Sequence[Command]) -> bool:
    """Do some commands as one step; nothing to do is done well."""
    return not commands or session.do(Batch(name=name, commands=tuple(commands)))
