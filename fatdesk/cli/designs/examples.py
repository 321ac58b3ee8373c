"""``fatdesk examples``: list the requirements files of the program, or write them into a folder."""

import argparse
from pathlib import Path

from fatdesk.cli.kit.output import DONE, about_to_save, folder_target, print_json, say
from fatdesk.core.errors import FatdeskError
from fatdesk.core.shipped_data import shipped
from fatdesk.project.files.file_lock import ABSENT
from fatdesk.project.files.saver import save_all

KINDS = ("examples", "studies")
"""Folders of the shipped files: projects to begin with, and figures of papers."""


def run(parsed: argparse.Namespace) -> int:
    """Write those that the folder does not have; refuse to replace one with other content."""
    files = {path.name: (kind, path.read_bytes()) for kind in KINDS for path in shipped_files(kind)}
    if parsed.folder is None:
        if parsed.json:
            print_json({"files": [{"name": name, "kind": kind} for name, (kind, _) in files.items()]})
        else:
            say("\n".join(files))
        return DONE
    folder_target(parsed.folder, str(parsed.folder))
    missing: dict[str, bytes] = {}
    for name, (_, data) in files.items():
        path = parsed.folder / name
        if not path.exists():
            missing[name] = data
        elif not path.is_file() or path.read_bytes() != data:
            raise FatdeskError(f"{path}: is there with other content, move it or name another folder")
    about_to_save()
    save_all(parsed.folder, missing, ABSENT)
    written = [str(parsed.folder / name) for name in missing]
    if parsed.json:
        print_json({"written": written})
    else:
        say("\n".join(written) or "nothing to write: all files are there")
    return DONE


def shipped_files(kind: str) -> list[Path]:
    """Return the requirements files of a kind, by name."""
    return sorted((shipped("resources") / kind).glob("*.yaml"))
