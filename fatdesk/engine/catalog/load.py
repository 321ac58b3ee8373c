"""Read parts from folders of YAML files, one part a file."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from fatdesk.core.errors import FatdeskError, InputError, InputErrors
from fatdesk.core.gc_pause import collection_paused
from fatdesk.core.shipped_data import shipped
from fatdesk.core.typed_records import as_one, convert
from fatdesk.core.yaml_events import lines, parse, read_bytes
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.override import is_override, overridden, override_name
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.catalog.plain_prices import spell_out_prices


def load_shipped(folders: Sequence[Path] = ()) -> Catalog:
    """The shipped parts and those of more folders (``--catalog``).

    Raises
    ------
    FatdeskError
        As ``load_catalog``.
    """
    return load_catalog([shipped("catalogs"), *folders])


def load_catalog(folders: Iterable[Path]) -> Catalog:
    """All parts of some folders.

    Raises
    ------
    FatdeskError
        When a folder is none or holds no part.
    InputError, InputErrors
        When files are wrong, or two of them have the same id.
    """
    return Catalog(load_parts([file for folder in folders for file in part_files(folder)]))


def part_files(folder: Path) -> list[Path]:
    """The files of parts in a folder and those inside it, sorted; overrides and hidden ones are left out.

    Raises
    ------
    FatdeskError
        When there is no such folder, or none in it, or an override has no part beside it.
    """
    files, lone = files_and_lone_overrides(folder)
    if lone:
        what = "overrides nothing: there is no part beside it, remove it or correct its name"
        raise InputError(str(lone[0]), 1, "file", what)
    if not files:
        raise FatdeskError(f"{folder}: holds no part, expected files named *.yaml or *.yml")
    return files


def files_and_lone_overrides(folder: Path) -> tuple[list[Path], list[Path]]:
    """The files of parts in a folder and those inside it, and the overrides without such a file next to them.

    Raises
    ------
    FatdeskError
        When there is no such folder.
    """
    found = yaml_files(folder)
    files = [file for file in found if not is_override(file.name)]
    known = {override_name(str(file)) for file in files}
    return files, [file for file in found if is_override(file.name) and str(file) not in known]


def yaml_files(folder: Path) -> list[Path]:
    """The ``*.yaml`` and ``*.yml`` files in a folder and those inside it, sorted; hidden ones are left out.

    Raises
    ------
    FatdeskError
        When there is no such folder.
    """
    if not folder.is_dir():
        raise FatdeskError(f"{folder}: is not a folder, name a folder of part files")
    files = []
    for place, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if not name.startswith(".")]
        found = (name for name in names if name.endswith((".yaml", ".yml")) and not name.startswith("."))
        files += [os.path.join(place, name) for name in found]  # noqa: PTH118  (there may be many)
    return [Path(file) for file in sorted(files)]


def load_parts(files: Iterable[Path]) -> list[AnyPart]:
    """The parts of some files with the overrides beside them, in their order; a file named twice counts once.

    Raises
    ------
    InputError, InputErrors
        When files are wrong, or two of them have the same id.
    """
    return [part for part, _ in load_files(files).values()]


def load_files(files: Iterable[Path]) -> dict[str, tuple[AnyPart, Path]]:
    """The parts of some files by id, each with its file; as ``load_parts``.

    Raises
    ------
    InputError, InputErrors
        When files are wrong, or two of them have the same id.
    """
    found: dict[str, tuple[AnyPart, Path]] = {}
    errors: list[InputError] = []
    with collection_paused():
        for file in dict.fromkeys(files):
            try:
                part = read_part(read_bytes(file), str(file))
                beside = Path(override_name(str(file)))
                if beside.exists():
                    part = overridden(part, read_bytes(beside), str(beside))
            except InputError as error:
                errors.append(error)
                continue
            except InputErrors as several:
                errors += several.errors
                continue
            if part.id in found:
                what = (
                    f"{part.id} is in {found[part.id][1]} as well, rename or remove one "
                    f"(figures of your own for that part go into {part.id}.override.yaml)"
                )
                errors.append(InputError(str(file), _line_of_id(file), "id", what))
                continue
            found[part.id] = part, file
    if errors:
        raise as_one(errors)
    return found


def read_part(data: bytes, file: str) -> AnyPart:
    """The part in a file's bytes.

    Raises
    ------
    InputError, InputErrors
        When they are not a part.
    """
    tree = parse(data, file)
    spell_out_prices(tree)
    part: AnyPart = convert(tree, AnyPart, data, file)
    return part


def _line_of_id(file: Path) -> int:
    return lines(read_bytes(file), str(file), [("id",)])[("id",)]
