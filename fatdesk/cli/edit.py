"""``fatdesk edit``: any command of the document, from a JSON file."""

import argparse
from pathlib import Path

from fatdesk.cli.answer import DONE, tell
from fatdesk.project.commands.performing import perform
from fatdesk.project.commands.reading import load_command
from fatdesk.project.storing import load_project, save_project


def run(parsed: argparse.Namespace) -> int:
    """Apply a command (a list: all of them, or none) and save."""
    opened = load_project(parsed.project)
    command = load_command(parsed.command)
    project = perform(opened.project, command)
    target = parsed.output or parsed.project
    saved = save_project(project, target, opened.stamp if _same(target, parsed.project) else None)
    if saved.warning:
        tell(saved.warning)
    tell(f"{target}: {command.label}")
    return DONE


def _same(a: Path, b: Path) -> bool:
    """Whether two names mean one file."""
    return a.resolve() == b.resolve()
