"""Changes to a folder of part files as frozen data, and the prices of a list as such changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Protocol

import msgspec

from fatdesk.core.errors import FatdeskError, InputError, InputErrors
from fatdesk.core.formats.yaml_text import comments, patched
from fatdesk.engine.catalog.part_files import overridden, override_name, override_yaml, part_yaml, read_part
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.catalog.price_match import PriceChange, with_prices
from fatdesk.engine.devicetypes.draft import IMPORTED
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.bill import SetPart as SetProjectPart
from fatdesk.project.commands.command import RefusedError
from fatdesk.project.document.project import Project
from fatdesk.project.libraries.on_disk import library_of, open_library, save_library, unsaved
from fatdesk.project.libraries.parts_library import PartFile, PartsLibrary, part_file


class Change(Protocol):
    """A step of editing a library."""

    @property
    def label(self) -> str:
        """Name of the step, shown after "Undo"."""

    def apply(self, library: PartsLibrary) -> PartsLibrary:
        """The library after it.

        Raises
        ------
        FatdeskError
            When it cannot be done.
        """


@dataclass(frozen=True)
class SetPart:
    """Give a file another part: only the lines of what differs change. ``what`` names the figure."""

    name: str
    part: AnyPart
    what: str = ""

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set {self.what} of {self.part.id}" if self.what else f"Change {self.part.id}"

    def apply(self, library: PartsLibrary) -> PartsLibrary:
        """The library with that part in the file."""
        file = _readable(library, self.name)
        assert file.imported is not None  # it is readable
        _check_id(library, self.part.id, self.name)
        before, after = part_yaml(file.imported), part_yaml(self.part)
        data = patched(file.data, before, after)
        if _other(data, self.name, self.part):
            data = after
        return _renamed(library, file, _sound(part_file(self.name, data, file.override)))


@dataclass(frozen=True)
class OverridePart:
    """Give the part of a file other figures, kept apart in the override next to it."""

    name: str
    part: AnyPart
    what: str = ""

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Override {self.what or 'figures'} of {self.part.id}"

    def apply(self, library: PartsLibrary) -> PartsLibrary:
        """The library with that override; where nothing differs there is none."""
        file = _readable(library, self.name)
        assert file.imported is not None  # it is readable
        wanted = override_yaml(file.imported, self.part)
        if not wanted:
            return library.with_files(part_file(self.name, file.data))
        data = wanted
        if file.override and file.part is not None:
            data = patched(file.override, override_yaml(file.imported, file.part), wanted)
            try:
                kept = overridden(file.imported, data, self.name) == self.part
            except FatdeskError:
                kept = False
            data = data if kept else wanted
        return library.with_files(_sound(part_file(self.name, file.data, data)))


@dataclass(frozen=True)
class ClearOverride:
    """Take fields out of an override, so that the imported figures count again; none named: all of them."""

    name: str
    fields: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Clear override of {', '.join(self.fields) or self.name}"

    def apply(self, library: PartsLibrary) -> PartsLibrary:
        """The library without them."""
        file = library.files.get(self.name)
        if file is None or file.override is None:
            raise RefusedError(f"{self.name} has no override")
        if not self.fields or file.imported is None or file.part is None:
            return library.with_files(part_file(self.name, file.data))
        back = {field: getattr(file.imported, field) for field in self.fields}
        part = msgspec.structs.replace(file.part, **back)
        return OverridePart(self.name, part).apply(library)


@dataclass(frozen=True)
class SetText:
    """Adopt the text of a file, or of the override next to it, as it was typed."""

    name: str
    data: bytes
    of_override: bool = False

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Edit {override_name(self.name) if self.of_override else self.name}"

    def apply(self, library: PartsLibrary) -> PartsLibrary:
        """The library with that text.

        Raises
        ------
        InputError, InputErrors
            When it is no part.
        """
        file = library.files.get(self.name)
        if file is None:
            raise RefusedError(f"there is no file {self.name}")
        made = (
            part_file(self.name, file.data, self.data)
            if self.of_override
            else part_file(self.name, self.data, file.override)
        )
        if made.part is not None:
            _check_id(library, made.part.id, self.name)
        return _renamed(library, file, _sound(made))


@dataclass(frozen=True)
class AddPart:
    """Add a part as a file of its own: named, or as its id with others of its kind."""

    part: AnyPart
    name: str = ""

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Add {self.part.id}"

    def apply(self, library: PartsLibrary) -> PartsLibrary:
        """The library with that part."""
        _check_id(library, self.part.id, "")
        name = self.name or library.free_name(self.part)
        if name in library.texts():
            raise RefusedError(f"there is a file {name} already, choose another id")
        return library.with_files(part_file(name, part_yaml(self.part)))


@dataclass(frozen=True)
class Duplicate:
    """Add a copy of a part under another id next to it; its override is taken into the copy."""

    name: str
    id: str

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Duplicate as {self.id}"

    def apply(self, library: PartsLibrary) -> PartsLibrary:
        """The library with the copy."""
        file = _readable(library, self.name)
        assert file.part is not None
        assert file.imported is not None
        try:
            part = read_part(part_yaml(msgspec.structs.replace(file.part, id=self.id)), self.id)
        except (InputError, InputErrors) as error:
            raise RefusedError(str(error)) from None
        _check_id(library, self.id, "")
        name = library.free_name(part, beside=self.name)
        data = patched(file.data, part_yaml(file.imported), part_yaml(part))
        if _other(data, name, part):
            data = part_yaml(part)
        return library.with_files(part_file(name, data))


@dataclass(frozen=True)
class RemoveParts:
    """Remove files with their overrides."""

    names: tuple[str, ...]

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Delete {self.names[0]}" if len(self.names) == 1 else f"Delete {len(self.names)} parts"

    def apply(self, library: PartsLibrary) -> PartsLibrary:
        """The library without them."""
        missing = [name for name in self.names if name not in library.files]
        if missing:
            raise RefusedError(f"there is no file {missing[0]}")
        return library.without(set(self.names))


@dataclass(frozen=True)
class ReadAgain:
    """Adopt what other programs wrote: texts by the names of files, None where they are gone."""

    found: Mapping[str, bytes | None]

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return "Read changed files again"

    def apply(self, library: PartsLibrary) -> PartsLibrary:
        """The library with what is on disk."""
        texts = library.texts()
        for name, data in self.found.items():
            if data is None:
                texts.pop(name, None)
            else:
                texts[name] = data
        return library_of(library.folder, texts, library.files)


@dataclass(frozen=True)
class Several:
    """Several changes as one step."""

    changes: tuple[Change, ...]
    label: str

    def apply(self, library: PartsLibrary) -> PartsLibrary:
        """The library after all of them."""
        for change in self.changes:
            library = change.apply(library)
        return library


def comments_lost(before: PartsLibrary, after: PartsLibrary, names: tuple[str, ...]) -> list[str]:
    """The comments that files lost between one state to another."""
    lost: list[str] = []
    for name in names:
        old, new = before.files.get(name), after.files.get(name)
        if old is None or new is None or old.imported is None or new.imported is None:
            continue
        left = comments(new.data)
        for comment in comments(old.data):
            if comment in left:
                left.remove(comment)
            else:
                lost.append(comment)
    return lost


def _readable(library: PartsLibrary, name: str) -> PartFile:
    file = library.files.get(name)
    if file is None:
        raise RefusedError(f"there is no file {name}")
    if file.part is None:
        raise RefusedError(f"{name} cannot be read: correct its text first")
    return file


def _renamed(library: PartsLibrary, old: PartFile, new: PartFile) -> PartsLibrary:
    """The library with a changed file, which gets the new id as its name if it had the old id."""
    before, after = old.imported, new.imported
    if before is None or after is None or before.id == after.id or PurePosixPath(old.name).stem != before.id:
        return library.with_files(new)
    name = library.free_name(after, beside=old.name)
    return library.without({old.name}).with_files(part_file(name, new.data, new.override))


def _check_id(library: PartsLibrary, part_id: str, name: str) -> None:
    other = library.names.get(part_id)
    if other is not None and other != name:
        raise RefusedError(f"{part_id} is in {other} already: give it another id")


def _other(data: bytes, name: str, part: AnyPart) -> bool:
    """Whether a text says anything else than a part."""
    try:
        return read_part(data, name) != part
    except FatdeskError:
        return True


def _sound(file: PartFile) -> PartFile:
    """A file that can be read, or the reason why it cannot."""
    if file.problems:
        raise file.problems[0] if len(file.problems) == 1 else InputErrors(list(file.problems))
    return file


def prices_of_project(project: Project, changes: Sequence[PriceChange]) -> Command:
    """The new prices for a project's copies of parts, as one step."""
    about = {change.part for change in changes}
    commands = tuple(
        SetProjectPart(part=with_prices(part, changes)) for part in project.parts if part.id in about
    )
    return Batch(commands=commands, name=f"Import {_many(len(changes))}")


def prices_of_library(library: PartsLibrary, changes: Sequence[PriceChange]) -> Change:
    """The new prices for a folder of parts, as one step.

    They go into a part's own file, line by line; into the override next to it where there is one, and where
    the file was imported, so that it stays what was imported.
    """
    about = {change.part for change in changes}
    steps: list[Change] = []
    for name, part in library.parts.items():
        if part.id in about:
            priced = with_prices(part, changes)
            apart = library.files[name].override is not None or _is_imported(part)
            steps.append(OverridePart(name, priced, "price") if apart else SetPart(name, priced, "price"))
    return Several(tuple(steps), f"Import {_many(len(changes))}")


def save_prices(folder: Path, changes: Sequence[PriceChange]) -> tuple[str, ...]:
    """Write the new prices into a folder of parts; the files that changed.

    Raises
    ------
    FatdeskError
        When files cannot be read or written, or changed meanwhile.
    """
    library, disk = open_library(folder)
    library = prices_of_library(library, changes).apply(library)
    names = unsaved(library, disk)
    save_library(library, disk, names)
    return names


def _is_imported(part: AnyPart) -> bool:
    return part.source.startswith(IMPORTED)


def _many(count: int) -> str:
    return f"{count} price{'' if count == 1 else 's'}"
