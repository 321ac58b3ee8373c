"""Commands on a study or a job of a project: it is named, and decides everything itself."""

import argparse
from collections.abc import Collection, Sequence
from typing import Protocol, TypeVar

from fatdesk.cli.grammar import grammar
from fatdesk.core.errors import FatdeskError


class _Named(Protocol):
    @property
    def name(self) -> str: ...


S = TypeVar("S", bound=_Named)


def nothing_beside(word: str, command: str, parsed: argparse.Namespace, ours: Collection[str]) -> None:
    """Refuse options of a command that the study or job decides; all but ``ours``.

    Raises
    ------
    FatdeskError
        When there is one.
    """
    usual = vars(grammar().parse_args([command, "x"]))
    for name, value in vars(parsed).items():
        if name not in ours and value != usual[name]:
            option = "--" + name.replace("_", "-")
            raise FatdeskError(f"{option}: the {word} decides that, leave it out or change the {word}")


def named(things: Sequence[S], name: str, option: str, word: str, adding: str) -> S:
    """The study or job of that name.

    Parameters
    ----------
    option
        That names it.
    word
        What such a thing is called.
    adding
        The command of the document that adds one.

    Raises
    ------
    FatdeskError
        When there is none.
    """
    for thing in things:
        if thing.name == name:
            return thing
    known = ", ".join(thing.name for thing in things)
    told = f"known are {known}" if known else f"it has none, add one with `fatdesk edit` ({adding})"
    raise FatdeskError(f"{option} {name}: the project has no such {word}, {told}")
