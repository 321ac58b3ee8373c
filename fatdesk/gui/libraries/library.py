"""Base class of the libraries that the window can show and edit."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from fatdesk.core.errors import InputError
from fatdesk.core.finding import Finding
from fatdesk.core.memo import Memo
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.lint import connectors_of, lines_of, lint
from fatdesk.engine.catalog.parts import AnyPart


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
        """The connectors of the parts, and of those that they may refer to."""
        return connectors_of((*self.catalog, *self.other_parts()))

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
