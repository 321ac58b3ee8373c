"""Libraries that the window can show and edit: their base class, and the parts of the open project."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import msgspec
from PySide6.QtCore import QObject, Signal

from fatdesk.core.errors import InputError
from fatdesk.core.finding import Finding
from fatdesk.core.memo import Memo
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.lint import connectors_of, lines_of, lint
from fatdesk.engine.catalog.part_files import load_shipped, part_yaml, read_part
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.gui.session.session import Session
from fatdesk.project.commands import Batch
from fatdesk.project.commands.bill import RemovePart, SetPart


@cache
def _shipped_connectors() -> frozenset[str]:
    return frozenset(connectors_of(load_shipped()))


class Entry(NamedTuple):
    """A part in the list of a library.

    Attributes
    ----------
    key
        Unique key: the name of its file, or its id.
    part, imported
        The part with and without its override; None if the file cannot be read.
    own
        The fields that the override sets.
    data, override
        The contents of its files, or None.
    """

    key: str
    title: str
    part: AnyPart | None
    imported: AnyPart | None = None
    own: tuple[str, ...] = ()
    data: bytes | None = None
    override: bytes | None = None
    problems: tuple[InputError, ...] = ()


class Library(QObject):
    """A catalog of parts; ``changed`` signals a change of its parts, ``said`` carries messages to the user.

    Methods that raise NotImplementedError are abstract; a QObject cannot have the metaclass of ABC.
    """

    changed = Signal()
    said = Signal(str)
    title = ""
    read_only = False

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memo = Memo[str]()

    # Contents

    def entries(self) -> Sequence[Entry]:
        """Return all parts; the same sequence until a part changes."""
        raise NotImplementedError

    def entry(self, key: str) -> Entry | None:
        """Return the entry of a key."""
        raise NotImplementedError

    @property
    def catalog(self) -> Catalog:
        """The valid parts."""
        raise NotImplementedError

    def other_parts(self) -> Sequence[AnyPart]:
        """Return parts outside the library that its parts may refer to, such as the shipped ones."""
        return ()

    @property
    def connectors(self) -> list[str]:
        """The connectors of the parts, of those that they may refer to, and of shipped parts."""
        own = connectors_of((*self.catalog, *self.other_parts()))
        return sorted({*own, *_shipped_connectors()})

    @property
    def is_checked(self) -> bool:
        """Whether the current parts have been checked."""
        return self._memo.holds("findings", (self.catalog,))

    def findings(self) -> dict[str, list[Finding]]:
        """Return the findings by part id, cached until a part changes."""
        catalog = self.catalog

        def make() -> dict[str, list[Finding]]:
            found: dict[str, list[Finding]] = {}
            for finding in lint(catalog, self.other_parts()):
                found.setdefault(finding.where, []).append(finding)
            return found

        return self._memo.keep("findings", (catalog,), make)

    def findings_of(self, entry: Entry) -> list[tuple[Finding, int]]:
        """Return the findings of a part, each with the line in its file."""
        found = self.findings().get(entry.part.id, []) if entry.part is not None else []
        if entry.data is None:
            return [(finding, 0) for finding in found]
        return list(zip(found, lines_of(found, entry.data), strict=True))

    # Edits; each returns whether it was applied

    def set_part(self, key: str, part: AnyPart, what: str, *, apart: bool) -> bool:
        """Replace the values of a part; with ``apart`` in its override."""
        raise NotImplementedError

    def clear_override(self, key: str, fields: tuple[str, ...] = ()) -> bool:
        """Remove fields from the override, or all of it, so that imported values apply."""
        raise NotImplementedError

    def set_text(self, key: str, data: bytes, *, of_override: bool = False) -> bool:
        """Replace the text of a file."""
        raise NotImplementedError

    def add(self, parts: Sequence[AnyPart]) -> bool:
        """Add parts as one undo step."""
        raise NotImplementedError

    def duplicate(self, key: str, part_id: str) -> str:
        """Add a copy with another id; return its key, or an empty text if it was rejected."""
        raise NotImplementedError

    def remove(self, keys: Sequence[str]) -> bool:
        """Remove parts as one undo step."""
        raise NotImplementedError

    def free_id(self, wanted: str) -> str:
        """Return an unused id, based on the requested one."""
        taken = self.catalog
        names = (wanted, *(f"{wanted[:76]}-{n}" for n in range(2, len(taken) + 3)))
        return next(name for name in names if name not in taken)


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
