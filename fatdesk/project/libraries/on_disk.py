"""Libraries on disk: opening, saving and adding part files; files changed by others are never replaced."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from fatdesk.core.errors import InputError
from fatdesk.core.formats.typed_records import as_one
from fatdesk.core.formats.yaml_events import read_bytes
from fatdesk.core.memory import collection_paused
from fatdesk.engine.catalog.part_files import is_override, override_name, part_yaml, yaml_files
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.project.files.file_lock import ABSENT, Identity, identity, stamp_of
from fatdesk.project.files.saver import remove_file, save_all, save_bytes
from fatdesk.project.libraries.parts_library import PartFile, PartsLibrary, part_file


class OnDisk(NamedTuple):
    """The files of a folder as they were read or written last, by their names.

    ``looks`` decide which files to read again; a save goes by what they hold.
    """

    held: Mapping[str, bytes]
    looks: Mapping[str, Identity | None]


class Opened(NamedTuple):
    """A folder open for editing, and what it held."""

    library: PartsLibrary
    disk: OnDisk


def open_library(folder: Path) -> Opened:
    """Open a folder of part files, an empty one too; nothing is written.

    Raises
    ------
    FatdeskError
        When there is no such folder. A file that cannot be read is a problem of the library.
    """
    held: dict[str, bytes] = {}
    looks: dict[str, Identity | None] = {}
    unread: dict[str, InputError] = {}
    for path in yaml_files(folder):
        name = path.relative_to(folder).as_posix()
        looks[name] = _look(path)
        try:
            held[name] = read_bytes(path)
        except InputError as error:
            unread[name] = InputError(name, error.line, error.field, error.what)
    library = library_of(folder, held)
    missing = [PartFile(name, b"", problems=(why,)) for name, why in unread.items() if not is_override(name)]
    return Opened(library.with_files(*missing) if missing else library, OnDisk(held, looks))


def library_of(
    folder: Path, texts: Mapping[str, bytes], known: Mapping[str, PartFile] | None = None
) -> PartsLibrary:
    """The library of a folder whose files hold these texts; ``known`` ones are parsed where they differ."""
    files: dict[str, PartFile] = {}
    with collection_paused():
        for name in sorted(texts):
            if is_override(name):
                continue
            data, override = texts[name], texts.get(override_name(name))
            old = known.get(name) if known else None
            same = old is not None and (old.data, old.override) == (data, override)
            files[name] = old if same and old else part_file(name, data, override)
    used = {override_name(name) for name in files}
    strays = {name: data for name, data in texts.items() if is_override(name) and name not in used}
    return PartsLibrary(folder, files, strays)


def unsaved(library: PartsLibrary, disk: OnDisk) -> tuple[str, ...]:
    """The names of the files that are not on disk as they are here."""
    texts = library.texts()
    changed = [
        name for name, data in texts.items() if disk.held.get(name, b"") != data or name not in disk.looks
    ]
    return tuple(sorted([*changed, *(name for name in disk.held if name not in texts)]))


def save_library(library: PartsLibrary, disk: OnDisk, names: Iterable[str]) -> OnDisk:
    """Write some files of a library, and only those; a part that is no longer there loses its file.

    Raises
    ------
    ChangedOnDisk
        When a file is not what was read; those before it are saved.
    SaveError
        When one cannot be written.
    """
    texts = library.texts()
    for name in names:
        path, before, wanted = library.folder / name, disk.held.get(name), texts.get(name)
        if wanted is not None:
            save_bytes(path, wanted, stamp_of(before))
        elif before is not None:
            remove_file(path, stamp_of(before))
        disk = seen(disk, library.folder, {name: wanted})
    return disk


def seen(disk: OnDisk, folder: Path, found: Mapping[str, bytes | None]) -> OnDisk:
    """Return the state on disk with some files replaced by known contents (None: removed)."""
    held, looks = dict(disk.held), dict(disk.looks)
    for name, data in found.items():
        if data is None:
            held.pop(name, None)
            looks.pop(name, None)
        else:
            held[name], looks[name] = data, _look(folder / name)
    return OnDisk(held, looks)


def changed_by_others(folder: Path, disk: OnDisk) -> dict[str, bytes | None]:
    """Return files changed by other programs with their contents, None where they were removed.

    Files that look as before are not read again: a save looks closer.

    Raises
    ------
    FatdeskError
        When the folder is gone.
    """
    found: dict[str, bytes | None] = {}
    there = {path.relative_to(folder).as_posix(): path for path in yaml_files(folder)}
    for name, path in there.items():
        if name in disk.looks and disk.looks[name] == _look(path):
            continue
        try:
            data = read_bytes(path)
        except InputError:
            continue
        if disk.held.get(name) != data or name not in disk.held:
            found[name] = data
    return found | {name: None for name in disk.held if name not in there}


def only_theirs(library: PartsLibrary, found: Mapping[str, bytes | None]) -> dict[str, bytes | None]:
    """Return the changes of others to files that this library does not hold, which conflict with nothing."""
    here = library.texts()
    return {name: data for name, data in found.items() if name not in here}


def _look(path: Path) -> Identity | None:
    try:
        return identity(path.stat())
    except OSError:
        return None


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
