"""A folder of part files as a library: undo history, saving, changes by other programs."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.yaml_events import read_bytes
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.gui.session.library import Entry, Library
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.project.commands.history import Steps
from fatdesk.project.files.saver import ChangedOnDisk
from fatdesk.project.libraries.changes import (
    AddPart,
    Change,
    ClearOverride,
    Duplicate,
    OverridePart,
    ReadAgain,
    RemoveParts,
    SetPart,
    SetText,
    Several,
    comments_lost,
)
from fatdesk.project.libraries.on_disk import (
    changed_by_others,
    only_theirs,
    open_library,
    save_library,
    seen,
    unsaved,
)
from fatdesk.project.libraries.parts_library import PartFile, PartsLibrary

FEW = 3
"""Maximum number of comments or files named in a message."""


class FolderLibrary(Library):
    """An open folder; ``noticed`` signals that changes by other programs were found or resolved."""

    noticed = Signal()

    def __init__(self, folder: Path, parent: QObject | None = None, *, read_only: bool = False) -> None:
        super().__init__(parent)
        self.folder, self.title, self.read_only = folder, folder.name or str(folder), read_only
        opened = open_library(folder)
        self.steps, self._disk = Steps(opened.library), opened.disk
        self.outside: dict[str, bytes | None] = {}
        """Files changed by other programs, for which the user has not yet decided what to keep."""
        self._beside: list[AnyPart] = []
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(lambda _: self.look())
        self._watch()

    # Contents

    @property
    def contents(self) -> PartsLibrary:
        """The current files of the folder."""
        return self.steps.present

    @property
    def catalog(self) -> Catalog:
        """The valid parts."""
        return self.contents.catalog

    def other_parts(self) -> Sequence[AnyPart]:
        """Return the shipped parts, which parts of the folder may refer to."""
        if not self._beside and not self.read_only:
            self._beside = list(load_shipped())
        return self._beside

    def entries(self) -> Sequence[Entry]:
        """Return the part files, ordered by the ids of their parts."""
        return self._known()[0]

    def entry(self, key: str) -> Entry | None:
        """Return the entry of a file."""
        return self._known()[1].get(key)

    def _known(self) -> tuple[list[Entry], dict[str, Entry]]:
        library = self.contents

        def make() -> tuple[list[Entry], dict[str, Entry]]:
            doubles = {problem.file for problem in library.problems}
            rows = [
                _entry(file, library.problems_of(name) if name in doubles else file.problems)
                for name, file in library.files.items()
            ]
            rows.sort(key=lambda row: row.title)
            return rows, {row.key: row for row in rows}

        return self._memo.keep("entries", (library,), make)

    # Edits

    def do(self, change: Change, names: tuple[str, ...] = ()) -> bool:
        """Apply a change as one undo step; report errors, and comments lost in the given files."""
        before = self.contents
        try:
            after = change.apply(before)
        except FatdeskError as error:
            self.said.emit(in_sentence(str(error)))
            return False
        self.steps.put(after, change.label)
        lost = comments_lost(before, after, names)
        if lost:
            more = f" and {len(lost) - FEW} more" if len(lost) > FEW else ""
            self.said.emit(f"Lines were rewritten and comments lost: {'; '.join(lost[:FEW])}{more}.")
        self.changed.emit()
        return True

    def set_part(self, key: str, part: AnyPart, what: str, *, apart: bool) -> bool:
        """Replace the values of a part."""
        return self.do(OverridePart(key, part, what) if apart else SetPart(key, part, what), (key,))

    def clear_override(self, key: str, fields: tuple[str, ...] = ()) -> bool:
        """Remove fields from the override, or all of it, so that imported values apply."""
        return self.do(ClearOverride(key, fields), (key,))

    def set_text(self, key: str, data: bytes, *, of_override: bool = False) -> bool:
        """Replace the text of a file."""
        return self.do(SetText(key, data, of_override))

    def add(self, parts: Sequence[AnyPart]) -> bool:
        """Add parts as one undo step."""
        changes = tuple(AddPart(part) for part in parts)
        if len(changes) == 1:
            return self.do(changes[0])
        return self.do(Several(changes, f"Add {counted(len(changes), 'part')}"))

    def duplicate(self, key: str, part_id: str) -> str:
        """Add a copy next to the original."""
        return self.contents.names.get(part_id, "") if self.do(Duplicate(key, part_id)) else ""

    def remove(self, keys: Sequence[str]) -> bool:
        """Remove part files."""
        return self.do(RemoveParts(tuple(keys)))

    # Undo history, as the window uses it

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return self.steps.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return self.steps.can_redo

    @property
    def undo_label(self) -> str:
        """Name of the step that Undo reverts."""
        return self.steps.undo_label

    @property
    def redo_label(self) -> str:
        """Name of the step that Redo repeats."""
        return self.steps.redo_label

    def undo(self) -> None:
        """Undo the last step."""
        label = self.undo_label
        self.steps.undo()
        self.said.emit(f"Undone: {label}")
        self.changed.emit()

    def redo(self) -> None:
        """Redo the last undone step."""
        label = self.redo_label
        self.steps.redo()
        self.said.emit(f"Redone: {label}")
        self.changed.emit()

    # Files on disk

    @property
    def unsaved(self) -> tuple[str, ...]:
        """Names of the files with unsaved changes."""
        library, disk = self.contents, self._disk
        return self._memo.keep("unsaved", (library, disk), lambda: unsaved(library, disk))

    def save(self) -> bool:
        """Save all changes, each part in its own file; return whether everything is saved."""
        names = self.unsaved
        for name in names:
            try:
                self._disk = save_library(self.contents, self._disk, [name])
            except ChangedOnDisk:
                self.outside[name] = self._read(name)
            except FatdeskError as error:
                self.said.emit(in_sentence(str(error)))
        self._watch()
        left = self.unsaved
        if names and not left:
            self.said.emit(f"Saved {counted(len(names), 'file')} of {self.title}.")
        elif self.outside:
            self.said.emit("Not saved: other programs changed the same files. Choose which version to keep.")
            self.noticed.emit()
        self.changed.emit()
        return not left

    def _read(self, name: str) -> bytes | None:
        try:
            return read_bytes(self.folder / name)
        except FatdeskError:
            return None

    def look(self) -> None:
        """Check whether other programs changed files."""
        try:
            found = changed_by_others(self.folder, self._disk)
        except FatdeskError as error:
            self.said.emit(in_sentence(str(error)))
            return
        if found != self.outside:
            self.outside = found
            self.noticed.emit()

    def read_again(self) -> None:
        """Reload the files changed by other programs, as one undo step."""
        found = self._settled()
        self.do(ReadAgain(found))
        self.noticed.emit()

    def keep_mine(self) -> None:
        """Keep the open version; the next save overwrites the changes of other programs."""
        found = self._settled()
        theirs = only_theirs(self.contents, found)
        if theirs:
            self.do(ReadAgain(theirs))
        self.changed.emit()
        self.noticed.emit()

    def _settled(self) -> Mapping[str, bytes | None]:
        found, self.outside = self.outside, {}
        self._disk = seen(self._disk, self.folder, found)
        self._watch()
        return found

    def release(self) -> None:
        """Stop watching the folder."""
        if self._watcher.directories():
            self._watcher.removePaths(self._watcher.directories())

    def _watch(self) -> None:
        folders = {str(self.folder)} | {str((self.folder / name).parent) for name in self._disk.held}
        new = folders - set(self._watcher.directories())
        if new and not self.read_only:
            self._watcher.addPaths(sorted(new))


def _entry(file: PartFile, problems: Sequence[object]) -> Entry:
    return Entry(
        file.name,
        file.title,
        file.part,
        file.imported,
        file.own_fields,
        file.data,
        file.override,
        tuple(problems),  # type: ignore[arg-type]  # problems of part files are InputErrors
    )
