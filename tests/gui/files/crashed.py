"""Copies of programs that ended without a word."""

import shutil

from fatdesk.project.files.folders import COPY
from fatdesk.project.files.recovery import CLAIM, Keeper


def crashed(path, project, stamp=None):
    """What is left of a window that was killed with a project open."""
    keeper = Keeper(path, stamp)
    keeper.keep(project, project.name)
    left = keeper.folder.with_name("0" * 16)
    shutil.copytree(keeper.folder, left, ignore=shutil.ignore_patterns(CLAIM))
    (left / CLAIM).touch()  # claimed by nobody any more
    keeper.close()
    return left / COPY
