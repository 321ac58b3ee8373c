"""Files of parts: read from folders, write, and override figures of imported parts."""

import os
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from fatdesk.core.errors import FatdeskError, InputError, InputErrors
from fatdesk.core.formats.typed_records import as_one, convert, find_problems, input_errors
from fatdesk.core.formats.yaml_events import Tree, lines, parse, read_bytes
from fatdesk.core.formats.yaml_text import yaml_text
from fatdesk.core.memory import collection_paused
from fatdesk.core.program import shipped
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import AnyPart

PRICES = ("price", "price_per_port", "per_metre", "per_connector")
"""Keys whose value may be a plain amount instead of a price with its source."""


def spell_out_prices(tree: Tree) -> None:
    """Make ``price: 11000`` a price with that amount, anywhere in a tree."""
    if type(tree) is list:
        for item in tree:
            if type(item) is not str:
                spell_out_prices(item)
    elif type(tree) is dict:
        for key, value in tree.items():
            if type(value) is not str:
                spell_out_prices(value)
            elif key in PRICES:
                tree[key] = {"amount": value}


LAST = ("notes", "source", "sources", "dates")
"""Keys below the figures."""
UNBROKEN = 10_000
"""A record stays on its line, as in the shipped files."""


def part_yaml(part: AnyPart) -> bytes:
    r"""A part as the bytes of its file: what is a default is left out, what it is comes first.

    >>> from fatdesk.engine.catalog.parts import TrayPart
    >>> part_yaml(TrayPart(id="t", width_mm=300.0, tray_depth_mm=100.0, source="assumed")).decode()
    'kind: tray\nid: t\nwidth_mm: 300\ntray_depth_mm: 100\nsource: assumed\n'
    """
    tree: dict[str, Any] = msgspec.to_builtins(part, builtin_types=(Decimal,))
    last = {key: tree.pop(key) for key in LAST if key in tree}
    return yaml_text({**tree, **last}, width=UNBROKEN)


ENDINGS = (".override.yaml", ".override.yml")
FIXED = ("kind", "id")
"""Identity of a part: keys that stay those of the imported file."""
BY_FIELD = ("sources", "dates")
"""Mappings by field, of which an override states single keys."""


def is_override(name: str) -> bool:
    """Whether a file of that name overrides a part.

    >>> is_override("ib-36.override.yaml"), is_override("ib-36.yaml")
    (True, False)
    """
    return name.endswith(ENDINGS)


def override_name(name: str) -> str:
    """The name of the file that overrides the part in a file.

    >>> override_name("switches/ib-36.yaml")
    'switches/ib-36.override.yaml'
    """
    return f"{name.rpartition('.')[0]}.override.yaml"


def stem_of_override(name: str) -> str:
    """The name of an override without its ending: where no part is next to it, the id of the part it is for.

    >>> stem_of_override("ib-36.override.yaml")
    'ib-36'
    """
    return next(name.removesuffix(ending) for ending in ENDINGS if name.endswith(ending))


def overridden(imported: AnyPart, data: bytes, file: str) -> AnyPart:
    """An imported part with the figures of an override.

    Parameters
    ----------
    imported
        What the imported file says.
    data, file
        The override: a mapping of fields of the part, except ``kind`` and ``id``. Each takes the place of
        the imported one as a whole; of ``sources`` and ``dates`` single keys do.

    Raises
    ------
    InputError, InputErrors
        With the lines of the override, when it is none for this part.
    """
    tree, own = parse(part_yaml(imported), file), parse(data, file)
    if own is None:
        return imported
    if not isinstance(own, dict) or not isinstance(tree, dict):
        raise InputError(file, 1, "file", "expected fields of the part with their values")
    wrong = [key for key in own if key in FIXED]
    if wrong:
        found = lines(data, file, [(key,) for key in wrong])
        what = "stays that of the imported part, remove it here"
        raise as_one([InputError(file, found[key,], key, what) for key in wrong])
    spell_out_prices(own)
    whole = {**tree, **own}
    for key in BY_FIELD:
        before, after = tree.get(key), own.get(key)
        if isinstance(before, dict) and isinstance(after, dict):
            whole[key] = {**before, **after}
    try:
        part: AnyPart = msgspec.convert(whole, AnyPart, strict=False)
    except msgspec.ValidationError as error:
        problems = find_problems(whole, AnyPart)
        raise (
            input_errors(problems, data, file) if problems else InputError(file, 1, "file", str(error))
        ) from None
    return part


def override_yaml(imported: AnyPart, part: AnyPart) -> bytes:
    """The override that makes one part of another: the fields that differ; empty where none does.

    Raises
    ------
    InputErrors
        When they differ in what an override cannot change.
    """
    if type(imported) is not type(part) or imported.id != part.id:
        raise InputErrors([InputError(part.id, 1, "id", "an override cannot change kind or id")])
    old, new = _tree(imported), _tree(part)
    stated = {key: value for key, value in new.items() if old.get(key) != value}
    for key in BY_FIELD:
        if key in stated and isinstance(old.get(key), dict):
            stated[key] = {field: text for field, text in stated[key].items() if old[key].get(field) != text}
    stated |= {key: _default(part, key) for key in old if key not in new}
    return yaml_text(stated, width=UNBROKEN) if stated else b""


def _tree(part: AnyPart) -> dict[str, Any]:
    tree: dict[str, Any] = msgspec.to_builtins(part, builtin_types=(Decimal,))
    return tree


def _default(part: AnyPart, key: str) -> Any:
    """Return the value to write for a field that only the import has."""
    return msgspec.to_builtins(getattr(part, key))


def fields_of(data: bytes | None, file: str) -> tuple[str, ...]:
    """The fields that an override states, in its order."""
    tree: Tree = parse(data, file) if data else None
    return tuple(tree) if isinstance(tree, dict) else ()


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
        When there is no such folder, or none in it, or an override has no part next to it.
    """
    files, lone = files_and_lone_overrides(folder)
    if lone:
        what = "overrides nothing: there is no part next to it, remove it or correct its name"
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
    """Return the parts of some files with their overrides, in order; a file named twice counts once.

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


@lru_cache(maxsize=1024)
def read_part(data: bytes, file: str) -> AnyPart:
    """The part in a file's bytes; files that are read again and again, as the shipped ones, are kept.

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
