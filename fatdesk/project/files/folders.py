"""Folders of copies in the user's state folder; looking for copies loads nothing of projects."""

from pathlib import Path

import platformdirs

COPY = "copy.recovery"
"""Name of a recovery copy in the folder of its program."""


def _state() -> Path:
    return platformdirs.user_state_path("fatdesk", appauthor=False)


def recovery_folder() -> Path:
    """Return the folder of recovery copies."""
    return _state() / "recovery"


def aside_folder() -> Path:
    """Return the folder of copies that were set aside."""
    return _state() / "set-aside"


def versions_root() -> Path:
    """Return the folder of earlier versions of all projects."""
    return _state() / "versions"


def is_any_copy() -> bool:
    """Whether there is a recovery copy, of a living program or of one that ended early.

    Only where there is one, it is worth while to load what reads it.
    """
    try:
        return any((folder / COPY).exists() for folder in recovery_folder().iterdir())
    except OSError:
        return False
