"""Options that name a study or a job of a project, which decides all other options."""

import argparse
from collections.abc import Collection, Sequence
from typing import Protocol, TypeVar

from fatdesk.cli.idle_options import given_options, refuse_idle
from fatdesk.core.errors import FatdeskError


class _Named(Protocol):
    @property
    def name(self) -> str: ...


S = TypeVar("S", bound=_Named)


def refuse_others(word: str, command: str, parsed: argparse.Namespace, ours: Collection[str]) -> None:
    """Refuse options of a command that the study or job decides: all but ``ours``.

    Raises
    ------
    FatdeskError
        When one is given.
    """
    others = [name for name in vars(parsed) if name not in ours]
    why = f"the {word} decides that, leave it out or change the {word}"
    refuse_idle(given_options(parsed, command, "x"), others, why)


def named(records: Sequence[S], name: str, option: str, word: str, adding: str) -> S:
    """Find the study or job of a name.

    Parameters
    ----------
    option
        The option that names it.
    word
        The term for such a record.
    adding
        The command that adds one.

    Raises
    ------
    FatdeskError
        When there is no such record.
    """
    for record in records:
        if record.name == name:
            return record
    known = ", ".join(record.name for record in records)
    advice = f"known are {known}" if known else f"it has none, add one with `fatdesk edit` ({adding})"
    raise FatdeskError(f"{option} {name}: the project has no such {word}, {advice}")
