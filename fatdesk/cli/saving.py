"""Apply one step to a project and save it."""

import argparse

from fatdesk.cli.output import about_to_save, log
from fatdesk.project.commands import Command
from fatdesk.project.commands.history import perform
from fatdesk.project.files.storing import Opened, save_project


def keep(parsed: argparse.Namespace, opened: Opened, command: Command) -> None:
    """Apply the step and save, into the file of ``-o`` or into the project's own."""
    project = perform(opened.project, command)
    target = parsed.output or parsed.project
    about_to_save()
    same = target.resolve() == parsed.project.resolve()
    saved = save_project(project, target, opened.stamp if same else None)
    if saved.warning:
        log(saved.warning)
    log(f"{target}: {command.label}")
