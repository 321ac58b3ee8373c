"""Check that files can be written before the work begins."""

import argparse
import os
from pathlib import Path

from fatdesk.core.errors import FatdeskError

_FIRST = 200
"""Bytes at the beginning of a file that identify a project."""


def project_target(path: Path) -> None:
    """Refuse a file that cannot be written, or that exists and is no project.

    Raises
    ------
    FatdeskError
        With what to do.
    """
    if path.is_dir():
        raise FatdeskError(f"-o {path}: is a folder, name a file in it, such as {path / 'name.fatdesk'}")
    folder_target(path.parent, f"-o {path}", make=False)
    try:
        with path.open("rb") as stream:
            start = stream.read(_FIRST)
    except OSError:  # not there, or only to be written: saving reports it
        return
    if start and b'"fatdesk"' not in start.partition(b"\n")[0]:
        raise FatdeskError(f"-o {path}: exists and is no fatdesk project, name another file")


def folder_target(folder: Path, word: str, *, make: bool = True) -> None:
    """Refuse a folder that cannot be written, or (without ``make``) that does not exist.

    Raises
    ------
    FatdeskError
        With what to do; it begins with ``word``.
    """
    there = folder
    while make and not there.exists() and there.parent != there:
        there = there.parent
    if there.exists() and not there.is_dir():
        raise FatdeskError(f"{word}: {there} is a file, name a folder")
    if not there.exists():
        raise FatdeskError(f"{word}: there is no folder {folder}, create it or name another")
    if not os.access(there, os.W_OK):
        raise FatdeskError(f"{word}: {there} is not writable, name another folder")


def check_target(parsed: argparse.Namespace) -> None:
    """Refuse ``-o`` without ``--take``, and a place where no project can be saved."""
    if parsed.output is not None:
        if not parsed.take:
            raise FatdeskError("-o: is for --take, give both")
        project_target(parsed.output)
