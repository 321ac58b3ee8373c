"""The folders of parts and price lists of the user that a search uses in addition to the shipped parts."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from fatdesk.core.errors import FatdeskError, InputErrors
from fatdesk.core.shipped_data import shipped
from fatdesk.engine.catalog.library import Library, load_library
from fatdesk.engine.catalog.load import yaml_files
from fatdesk.engine.catalog.override import is_override
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.numbers import counted

FOLDERS, LISTS = "parts folders", "price lists"
"""Names of the settings."""


class Row(NamedTuple):
    """One source as the page shows it; ``problem`` is empty where it is in use."""

    path: Path
    content: str
    problem: str


class PartSources(QObject):
    """Sources of parts, remembered in the settings, and the library read from them.

    ``changed`` follows every change of the sources, of their files, and of what is wrong with them.
    """

    changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.library: Library = load_library()
        self.errors: tuple[str, ...] = ()
        """What is wrong with sources that are not in use, or not as they are now."""
        self._used: tuple[Path, ...] = ()
        self._seen: object = None
        self.look()

    @property
    def paths(self) -> list[Path]:
        """All chosen folders, then all price lists; some may be missing."""
        return [*self._kept(FOLDERS), *self._kept(LISTS)]

    @property
    def notes(self) -> tuple[str, ...]:
        """What of the sources was not applied, and which of them have unsaved changes."""
        libraries = self._desk.libraries
        unsaved = [place.folder for place in libraries.unsaved if place.folder in self.paths]
        what = "has unsaved changes in Catalog, save them there to use them"
        return (*self.library.notes, *(f"{folder}: {what}" for folder in unsaved))

    @property
    def own(self) -> set[str]:
        """Ids of the parts that are not shipped ones."""
        place = shipped("catalogs")
        return {part for part, file in self.library.files.items() if not file.is_relative_to(place)}

    def rows(self) -> list[Row]:
        """Each source with what it holds."""
        lists = self._kept(LISTS)
        return [
            Row(path, "price list" if path in lists else self._content(path), self._problem(path))
            for path in self.paths
        ]

    def offers(self) -> list[Path]:
        """Folders open in Catalog that are not among the sources."""
        chosen = self.paths
        return [folder for folder in self._desk.libraries.open_folders if folder not in chosen]

    def add(self, paths: Iterable[Path]) -> None:
        """Add folders and price lists after those that are there."""
        for path in paths:
            name = LISTS if path.is_file() else FOLDERS
            known = self._kept(name)
            if path not in known:
                self._keep(name, [*known, path])
        self.look()

    def remove(self, path: Path) -> None:
        """Remove a source; its files stay."""
        for name in (FOLDERS, LISTS):
            self._keep(name, [other for other in self._kept(name) if other != path])
        self.look()

    def look(self) -> None:
        """Read the sources again where one of their files, or the choice, is another."""
        now = [(path, _state(path)) for path in self.paths]
        if now == self._seen:
            return
        self._seen = now
        self._read([path for path in self.paths if path.exists()])
        self.changed.emit()

    def _read(self, there: Sequence[Path]) -> None:
        """Read what is there; with an error keep the parts that were read last, or what can be read."""
        try:
            self.library, self.errors = self._load(there), ()
            self._used = tuple(there)
            return
        except FatdeskError as error:
            self.errors = _lines(error)
        if self._used and set(self._used) <= set(there):
            return  # the last that worked stays
        used: list[Path] = []
        self.library = load_library()
        for path in there:
            try:
                self.library = self._load([*used, path])
            except FatdeskError:
                continue
            used.append(path)
        self._used = tuple(used)

    def _load(self, paths: Sequence[Path]) -> Library:
        lists = self._kept(LISTS)
        folders = [path for path in paths if path not in lists]
        return load_library(folders, [path for path in paths if path in lists])

    def _kept(self, name: str) -> list[Path]:
        return [Path(path) for path in self._desk.settings.get(name, list[str], [])]

    def _keep(self, name: str, paths: Iterable[Path]) -> None:
        self._desk.settings.put(name, [str(path) for path in paths])

    def _content(self, folder: Path) -> str:
        """The number of parts and overrides of a folder; empty where it cannot be read."""
        try:
            files = yaml_files(folder)
        except FatdeskError:
            return ""
        overrides = sum(is_override(file.name) for file in files)
        parts = len(files) - overrides
        told = [counted(parts, "part")] if parts or not overrides else []
        return ", ".join([*told, counted(overrides, "override")] if overrides else told)

    def _problem(self, path: Path) -> str:
        if not path.exists():
            return "missing, not used"
        if path not in self._used:
            return "not used"
        if any(_names(error, path) for error in self.errors):
            return "used as last read"
        return ""


def _names(error: str, path: Path) -> bool:
    """Whether an error is about a source or a file in it."""
    return error.startswith((f"{path}:", f"{path}/", f"{path}\\"))


def _lines(error: FatdeskError) -> tuple[str, ...]:
    return tuple(map(str, error.errors)) if isinstance(error, InputErrors) else (str(error),)


def _state(path: Path) -> object:
    """What tells the files of a source from those of another time."""
    try:
        files = yaml_files(path) if path.is_dir() else [path]
        return [(file, file.stat().st_mtime_ns, file.stat().st_size) for file in files]
    except (OSError, FatdeskError):
        return None
