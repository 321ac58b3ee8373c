"""Further windows: each is a program of its own, so that work or a crash in one does not touch the others."""

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QProcess

import fatdesk
from fatdesk.core.program import is_frozen

VIEW = "--view"
"""Argument before a project that is shown read-only, as another window saves it."""


def command_line(arguments: Sequence[str]) -> list[str]:
    """Return the arguments that start the program again: those of Python, wherever it was imported from.

    The present folder is no place to import from: a file in it never runs because a project there is opened.
    """
    if is_frozen():
        return list(arguments)
    root = str(Path(fatdesk.__file__).parent.parent)
    program = f"import sys; sys.path.append({root!r}); from fatdesk.__main__ import main; sys.exit(main())"
    return ["-P", "-c", program, *arguments]


def start(arguments: Sequence[str]) -> str:
    """Start another window; return why that failed, or an empty text."""
    started, _ = QProcess.startDetached(sys.executable, command_line(arguments))
    return "" if started else f"The window could not be opened: {sys.executable} did not start."
