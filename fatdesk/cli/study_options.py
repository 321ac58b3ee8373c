"""Commands that measure a study of a project: it is named, and decides everything itself."""

import argparse
from collections.abc import Collection, Sequence
from typing import Protocol, TypeVar

from fatdesk.cli.grammar import grammar
from fatdesk.engine.core.errors import FatdeskError


class _Named(Protocol):
    @property
    def name(self) -> str: ...


S = TypeVar("S", bound=_Named)


def nothing_beside_a_study(command: str, parsed: argparse.Namespace, ours: Collection[str]) -> None:
    """Refuse options of a command that the study decides; all but ``ours``.

    Raises
    ------
    FatdeskError
        When there is one.
    """
    usual = vars(grammar().parse_args([command, "x"]))
    for name, value in vars(parsed).items():
        if name not in ours and value != usual[name]:
            option = "--" + name.replace("_", "-")
            raise FatdeskError(f"{option}: the study decides that, leave it out or change the study")


def named_study(studies: Sequence[S], name: str, word: str, adding: str) -> S:
    """The study of that name.

    Parameters
    ----------
    word
        What such a study is called.
    adding
        The command of the document that adds one.

    Raises
    ------
    FatdeskError
        When there is none.
    """
    for study in studies:
        if study.name == name:
            return study
    known = ", ".join(study.name for study in studies)
    told = f"known are {known}" if known else f"it has none, add one with `fatdesk edit` ({adding})"
    raise FatdeskError(f"--study {name}: the project has no such {word}, {told}")
