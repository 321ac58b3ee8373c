"""Options that would have no effect are refused in one line instead of being ignored."""

import argparse
from collections.abc import Iterable

from fatdesk.cli.grammar import grammar
from fatdesk.core.errors import FatdeskError


def given_options(parsed: argparse.Namespace, *least: str) -> frozenset[str]:
    """Find the options and arguments that differ from their defaults.

    Parameters
    ----------
    least
        The shortest command line of the command, without any option.
    """
    usual = vars(grammar().parse_args(least))
    found = {name for name, value in vars(parsed).items() if value != usual[name]}
    return frozenset(found - {"run"})  # the function of the command, made again for each grammar


def refuse_idle(given: frozenset[str], idle: Iterable[str], why: str) -> None:
    """Refuse the first given option of some that would have no effect.

    Raises
    ------
    FatdeskError
        When one is given; ``why`` states what it needs.
    """
    found = next((name for name in idle if name in given), None)
    if found is not None:
        raise FatdeskError(f"--{found.replace('_', '-')}: {why}")
