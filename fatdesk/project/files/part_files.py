"""Parts as files of a catalog folder; files changed by others are never replaced."""

from collections.abc import Iterable
from pathlib import Path

from fatdesk.core.errors import InputError
from fatdesk.core.typed_records import as_one
from fatdesk.core.yaml_events import read_bytes
from fatdesk.engine.catalog.part_files import part_yaml
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.project.files.saver import save_all
from fatdesk.project.files.stamp import ABSENT


def save_parts(folder: Path, parts: Iterable[AnyPart]) -> tuple[Path, ...]:
    """Write parts that are new to a folder, all of them or none.

    Parameters
    ----------
    folder
        Made when it is missing.
    parts
        A part whose file is there with the same bytes stays as it is.

    Returns
    -------
    tuple of Path
        The files that were written.

    Raises
    ------
    InputError, InputErrors
        When a file of that name says something else.
    SaveError
        When the files cannot be written.
    """
    files = {f"{part.id}.yaml": part_yaml(part) for part in parts}
    new, other = {}, []
    for name, data in files.items():
        path = folder / name
        if not path.exists():
            new[name] = data
        elif read_bytes(path) != data:
            what = "there is a part of that name that differs, remove it or choose another folder"
            other.append(InputError(str(path), 1, "file", what))
    if other:
        raise as_one(other)
    if new:
        save_all(folder, new, ABSENT)
    return tuple(folder / name for name in sorted(new))
