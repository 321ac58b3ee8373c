"""The running program: version and revision, the data that comes with it, its user and the present day."""

import getpass
import sys
from datetime import date, datetime
from functools import cache
from pathlib import Path

from fatdesk import __version__

_PACKAGE = Path(__file__).resolve().parents[1]
REVISION_FILE = "revision.txt"
"""File in ``_shipped`` with the revision that a package or wheel was built from."""
DIGITS = 12
"""Digits of a revision that are shown."""
CHANGED = "+changes"
"""Mark of a checkout with changes that are not committed."""


def is_frozen() -> bool:
    """Return whether the program runs from a package of its own, without a Python interpreter to call."""
    return bool(getattr(sys, "frozen", False))


def revision_of(checkout: Path) -> str:
    """Return the revision of a checkout, marked if files were changed; empty if git does not know it.

    Parameters
    ----------
    checkout
        The top of a checkout: folders inside one are not looked at, they may belong to another project.
    """
    if not (checkout / ".git").exists():
        return ""
    import subprocess

    words = ["describe", "--always", f"--abbrev={DIGITS}", "--exclude=*", f"--dirty={CHANGED}"]
    command = ["git", "--no-optional-locks", "-C", str(checkout), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


@cache
def revision() -> str:
    """Return the revision that the program was built from, or of its checkout; empty if unknown."""
    try:
        return (_PACKAGE / "_shipped" / REVISION_FILE).read_text(encoding="utf-8").strip()
    except OSError:
        return revision_of(_PACKAGE.parent)


def version_line() -> str:
    """Return name and version, with the revision if it is known."""
    known = revision()
    return f"fatdesk {__version__} (revision {known})" if known else f"fatdesk {__version__}"


def user_name() -> str:
    """Return the name of the user's account; empty where there is none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def today() -> date:
    """Return the present day where this computer is."""
    return datetime.now().astimezone().date()


def shipped(name: str) -> Path:
    """Return a file or folder that comes with the program.

    In a checkout the data lies next to the package, in an installed wheel inside it.

    Parameters
    ----------
    name
        Its path from the top of the repository, such as ``"catalogs"``.

    Raises
    ------
    FileNotFoundError
        The program came without it.
    """
    for top in (_PACKAGE / "_shipped", _PACKAGE.parent):
        if (top / name).exists():
            return top / name
    raise FileNotFoundError(f"{name} is missing next to {_PACKAGE}: install fatdesk again")
