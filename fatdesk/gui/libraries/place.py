"""What every catalog is to the window, wherever its parts are kept."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from fatdesk.core.errors import InputError
from fatdesk.core.finding import Finding
from fatdesk.core.memo import Memo
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.lint import lint
from fatdesk.engine.catalog.lint_lines import lines_of
from fatdesk.engine.catalog.parts import AnyPart


class Entry(NamedTuple):
    """A part as lists show it.

    Attributes
    ----------
    key
        What tells it from the others: the name of its file, or its id.
    part, imported
        With and without the override; None: it cannot be read.
    own
        The fields that the override tells.
    data, override
        The texts of its files; None: there is none.
    """

    key: str
    title: str
    part: AnyPart | None
    imported: AnyPart | None = None
    own: tuple[str, ...] = ()
    data: bytes | None = None
    override: bytes | None = None
    problems: tuple[InputError, ...] = ()


class Place(QObject):
    """A catalog: ``changed`` tells that its parts are others, ``said`` what must be read.

    What raises here each kind of catalog has its own of; a QObject cannot be an abstract class.
    """

    changed = Signal()
    said = Signal(str)
    title = ""
    read_only = False

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memo = Memo[str]()

    # What there is

    def entries(self) -> Sequence[Entry]:
        """All parts; the same sequence while nothing changes."""
        raise NotImplementedError

    def entry(self, key: str) -> Entry | None:
        """One of them."""
        raise NotImplementedError

    @property
    def catalog(self) -> Catalog:
        """The parts that can be read."""
        raise NotImplementedError

    def beside(self) -> Sequence[AnyPart]:
        """Other parts that these may fit, such as the shipped ones."""
        return ()

    @property
    def is_checked(self) -> bool:
        """Whether what is wrong with the present parts is known."""
        return self._memo.holds("findings", (self.catalog,))

    def findings(self) -> dict[str, list[Finding]]:
        """What is wrong with parts by their ids; kept while nothing changes."""
        catalog = self.catalog

        def make() -> dict[str, list[Finding]]:
            found: dict[str, list[Finding]] = {}
            for finding in lint(catalog, self.beside()):
                found.setdefault(finding.where, []).append(finding)
            return found

        return self._memo.keep("findings", (catalog,), make)

    def findings_of(self, entry: Entry) -> list[tuple[Finding, int]]:
        """What is wrong with a part, each with the line of its file."""
        found = self.findings().get(entry.part.id, []) if entry.part is not None else []
        if entry.data is None:
            return [(finding, 0) for finding in found]
        return list(zip(found, lines_of(found, entry.data), strict=True))

    # Edits; each tells whether it was done

    def set_part(self, key: str, part: AnyPart, what: str, *, apart: bool) -> bool:
        """Give a part other figures; ``apart`` keeps them in the override."""
        raise NotImplementedError

    def clear_override(self, key: str, fields: tuple[str, ...] = ()) -> bool:
        """Let imported figures count again."""
        raise NotImplementedError

    def set_text(self, key: str, data: bytes, *, of_override: bool = False) -> bool:
        """Take over a text that was typed."""
        raise NotImplementedError

    def add(self, parts: Sequence[AnyPart]) -> bool:
        """Add parts, as one step."""
        raise NotImplementedError

    def duplicate(self, key: str, part_id: str) -> str:
        """Add a copy under another id; its key, empty when that is refused."""
        raise NotImplementedError

    def remove(self, keys: Sequence[str]) -> bool:
        """Remove parts, as one step."""
        raise NotImplementedError

    def free_id(self, wanted: str) -> str:
        """An id that no part has."""
        taken = self.catalog
        names = (wanted, *(f"{wanted[:76]}-{n}" for n in range(2, len(taken) + 3)))
        return next(name for name in names if name not in taken)
