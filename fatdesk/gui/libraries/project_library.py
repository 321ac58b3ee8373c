"""The parts of the open project as a library: edited by project commands, with the history of the project."""

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QObject

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import part_yaml, read_part
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.gui.libraries.library import Entry, Library
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.numbers import counted
from fatdesk.project.commands import Batch
from fatdesk.project.commands.bill import RemovePart, SetPart


class ProjectLibrary(Library):
    """The parts stored in the project; empty if no project is open."""

    title = "This project"

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        session.opened.connect(self.changed)
        session.changed.connect(self._changed)

    def _changed(self, _: object) -> None:
        if self._session.is_open and not self._memo.holds("parts", (self._parts,)):
            self.changed.emit()

    @property
    def _parts(self) -> tuple[AnyPart, ...]:
        return self._session.project.parts if self._session.is_open else ()

    def _now(self) -> tuple[Catalog, list[Entry], dict[str, Entry]]:
        parts = self._parts

        def make() -> tuple[Catalog, list[Entry], dict[str, Entry]]:
            rows = [Entry(part.id, part.id, part, part) for part in parts]
            return Catalog(parts), rows, {row.key: row for row in rows}

        return self._memo.keep("parts", (parts,), make)

    @property
    def catalog(self) -> Catalog:
        """The parts of the project."""
        return self._now()[0]

    def entries(self) -> Sequence[Entry]:
        """Return all parts, ordered by id."""
        return self._now()[1]

    def entry(self, key: str) -> Entry | None:
        """Return the entry of a part, with its YAML text."""
        found = self._now()[2].get(key)
        if found is None or found.part is None:
            return found
        return found._replace(data=part_yaml(found.part))

    def set_part(self, key: str, part: AnyPart, what: str, *, apart: bool) -> bool:
        """Replace the values of a part; the id can change as long as nothing uses the part."""
        if part.id == key:
            return self._session.do(SetPart(part=part))
        if part.id in self.catalog:
            self.said.emit(f"{part.id} is already in this project: choose another id.")
            return False
        rename = (SetPart(part=part), RemovePart(id=key))
        return self._session.do(Batch(name=f"Rename part {key} to {part.id}", commands=rename))

    def set_text(self, key: str, data: bytes, *, of_override: bool = False) -> bool:
        """Replace a part by its YAML text, which the caller has validated."""
        return self.set_part(key, read_part(data, key), "", apart=False)

    def add(self, parts: Sequence[AnyPart]) -> bool:
        """Add parts, or replace older copies."""
        steps = tuple(SetPart(part=part) for part in parts)
        if len(steps) == 1:
            return self._session.do(steps[0])
        return self._session.do(Batch(name=f"Add {counted(len(steps), 'part')}", commands=steps))

    def duplicate(self, key: str, part_id: str) -> str:
        """Add a copy with another id."""
        found = self.entry(key)
        if found is None or found.part is None:
            return ""
        if part_id in self.catalog:
            self.said.emit(f"{part_id} is already in this project: choose another id.")
            return ""
        done = self._session.do(SetPart(part=msgspec.structs.replace(found.part, id=part_id)))
        return part_id if done else ""

    def remove(self, keys: Sequence[str]) -> bool:
        """Remove unused parts."""
        steps = tuple(RemovePart(id=key) for key in keys)
        if len(steps) == 1:
            return self._session.do(steps[0])
        return self._session.do(Batch(name=f"Remove {counted(len(steps), 'part')}", commands=steps))
