"""Reports of installed fabrics that are named on the command line: files, and folders of files."""

from collections.abc import Sequence
from pathlib import Path

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.yaml_events import read_bytes


def reports_in(paths: Sequence[Path]) -> list[tuple[bytes, str]]:
    """Content and name of each report; of a folder those of its files, in the order of their names.

    Raises
    ------
    FatdeskError
        When one of them cannot be read, or a folder holds no file.
    """
    found = []
    for path in paths:
        if not path.is_dir():
            found.append((read_bytes(path), str(path)))
            continue
        files = sorted(one for one in path.iterdir() if one.is_file() and not one.name.startswith("."))
        if not files:
            raise FatdeskError(f"{path}: is a folder without files, name the reports or their folder")
        found += [(read_bytes(one), str(one)) for one in files]
    return found
