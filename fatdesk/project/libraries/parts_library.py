"""A folder of part files that is open for editing, as one frozen value; the text of a file decides."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath

from fatdesk.core.errors import InputError, InputErrors
from fatdesk.core.formats.yaml_events import lines
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import fields_of, overridden, override_name, read_part
from fatdesk.engine.catalog.parts import AnyPart


@dataclass(frozen=True, slots=True)
class PartFile:
    """A part file, and the override next to it.

    Attributes
    ----------
    name
        The file in its folder, with slashes: ``switches/ib-36.yaml``.
    data
        What the file holds, byte by byte, so that comments and the order of keys stay.
    override
        What the override next to it holds; None: there is none.
    imported
        The part that the file alone describes; None: the file cannot be read.
    part
        That part with the figures of the override.
    problems
        Why file or override cannot be read.
    """

    name: str
    data: bytes
    override: bytes | None = None
    imported: AnyPart | None = None
    part: AnyPart | None = None
    problems: tuple[InputError, ...] = ()

    @property
    def title(self) -> str:
        """Id of the part, or the file's name where it cannot be read."""
        return self.name if self.part is None else self.part.id

    @property
    def own_fields(self) -> tuple[str, ...]:
        """The fields that the override sets."""
        if self.imported is None or self.override is None or self.problems:
            return ()
        return fields_of(self.override, override_name(self.name))


def part_file(name: str, data: bytes, override: bytes | None = None) -> PartFile:
    """Read a part file; what is wrong with it is kept with it.

    >>> part_file("t.yaml", b"kind: tray").problems[0].field
    'id'
    """
    problems: list[InputError] = []
    imported = part = None
    try:
        imported = part = read_part(data, name)
        if override is not None:
            part = overridden(imported, override, override_name(name))
    except InputError as error:
        problems.append(error)
    except InputErrors as several:
        problems += several.errors
    return PartFile(name, data, override, imported, part, tuple(problems))


@dataclass(frozen=True)
class PartsLibrary:
    """Contents of a folder of part files, as edited.

    Attributes
    ----------
    folder
        Where the files are.
    files
        The part files by their names, in order of names.
    strays
        Overrides without a part file next to them, by their names.
    """

    folder: Path
    files: Mapping[str, PartFile]
    strays: Mapping[str, bytes]

    @cached_property
    def parts(self) -> dict[str, AnyPart]:
        """The part of each file that can be read; of two with the same id the first."""
        found: dict[str, AnyPart] = {}
        ids: set[str] = set()
        for name, file in self.files.items():
            if file.part is not None and file.part.id not in ids:
                found[name] = file.part
                ids.add(file.part.id)
        return found

    @cached_property
    def catalog(self) -> Catalog:
        """The parts as a catalog."""
        return Catalog(self.parts.values())

    @cached_property
    def names(self) -> dict[str, str]:
        """The file of each part by its id."""
        return {part.id: name for name, part in self.parts.items()}

    @cached_property
    def problems(self) -> tuple[InputError, ...]:
        """Why files cannot be read, file by file, and ids that occur in two of them."""
        return tuple(self._problems())

    def problems_of(self, name: str) -> tuple[InputError, ...]:
        """Return the errors of one file and its override."""
        names = (name, override_name(name))
        return tuple(problem for problem in self.problems if problem.file in names)

    def _problems(self) -> Iterator[InputError]:
        for name, file in self.files.items():
            yield from file.problems
            if file.part is not None and name not in self.parts:
                other = self.names[file.part.id]
                what = f"{file.part.id} is in {other} as well, rename or remove one"
                yield InputError(name, lines(file.data, name, [("id",)])["id",], "id", what)
        for name in self.strays:
            what = "overrides nothing: there is no part next to it, remove it or correct its name"
            yield InputError(name, 1, "file", what)

    def texts(self) -> dict[str, bytes]:
        """All files of the folder that belong to it, by their names."""
        found = dict(self.strays)
        for name, file in self.files.items():
            found[name] = file.data
            if file.override is not None:
                found[override_name(name)] = file.override
        return found

    def with_files(self, *changed: PartFile) -> "PartsLibrary":
        """The library with some files put in or changed."""
        files = dict(self.files)
        fresh = any(file.name not in files for file in changed)
        files |= {file.name: file for file in changed}
        return replace(self, files=dict(sorted(files.items())) if fresh else files)

    def without(self, names: "frozenset[str] | set[str]") -> "PartsLibrary":
        """The library without some files."""
        return replace(self, files={name: file for name, file in self.files.items() if name not in names})

    def free_id(self, wanted: str) -> str:
        """An id that no part has: the wanted one, or that with a number."""
        if wanted not in self.names:
            return wanted
        stem = wanted[:76]
        return next(name for n in range(2, len(self.names) + 3) if (name := f"{stem}-{n}") not in self.names)

    def free_name(self, part: AnyPart, beside: str = "") -> str:
        """A name for the file of a part: its id, next to another file or where most of its kind are."""
        folder = PurePosixPath(beside).parent if beside else self._home(part)
        taken = {name.casefold() for name in self.texts()}
        names = (part.id, *(f"{part.id}-{n}" for n in range(2, len(taken) + 3)))
        made = ((folder / f"{name}.yaml").as_posix() for name in names)
        return next(name for name in made if name.casefold() not in taken)

    def _home(self, part: AnyPart) -> PurePosixPath:
        counts: dict[PurePosixPath, int] = {}
        for name, other in self.parts.items():
            if type(other) is type(part):
                folder = PurePosixPath(name).parent
                counts[folder] = counts.get(folder, 0) + 1
        return max(counts, key=lambda folder: (counts[folder], folder.as_posix()), default=PurePosixPath())
