"""Identify the running program: version, revision, and whether it is frozen into a package."""

import sys
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
