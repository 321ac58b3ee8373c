"""Save a project after one step, into its own file or another."""

import argparse

from fatdesk.cli.output import about_to_save, log
from fatdesk.cli.targets import project_target
from fatdesk.core.errors import FatdeskError
from fatdesk.project.commands import Command
from fatdesk.project.commands.performing import perform
from fatdesk.project.files.storing import Opened, save_project


def check_target(parsed: argparse.Namespace) -> None:
    """Refuse ``-o`` without ``--take``, and a place where no project can be saved."""
    if parsed.output is not None:
        if not parsed.take:
            raise FatdeskError("-o: is for --take, give both")
        project_target(parsed.output)


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
