"""Destinations of imported parts and prices: the open project, an open library, or a folder."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.part_files import load_catalog
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.catalog.price_match import PriceChange
from fatdesk.engine.devicetypes.draft import from_same_file
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets import folder_dialog
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import home_path

if TYPE_CHECKING:
    from fatdesk.gui.session.folder_library import FolderLibrary


class Destination(NamedTuple):
    """A destination of imported parts.

    Attributes
    ----------
    title
        Its name in the list of destinations.
    parts
        Returns its current parts.
    put, price
        Import parts, or new prices; return a message, and raise FatdeskError on failure.
    """

    title: str
    parts: Callable[[], Sequence[AnyPart]]
    put: Callable[[Sequence[AnyPart]], str]
    price: Callable[[Sequence[PriceChange]], str]


def _same(old: AnyPart, new: AnyPart) -> bool:
    """Return whether both parts come from the same source, possibly with different corrections."""
    return old == new or (type(old) is type(new) and from_same_file(old.source, new.source))


def of_project(session: Session) -> Destination:
    """Return the open project as a destination; an import is one undo step."""

    def put(parts: Sequence[AnyPart]) -> str:
        from fatdesk.project.commands import Batch
        from fatdesk.project.commands.bill import SetPart

        there = {part.id: part for part in session.project.parts}
        other = [part.id for part in parts if (old := there.get(part.id)) and not _same(old, part)]
        if other:
            raise FatdeskError(
                f"This project has a different part {other[0]}: accept another id for the imported part"
            )
        name = f"Import {counted(len(parts), 'part')}"
        session.do(Batch(name=name, commands=tuple(SetPart(part=part) for part in parts)))
        return f"{counted(len(parts), 'part')} imported into {session.name}."

    def price(changes: Sequence[PriceChange]) -> str:
        from fatdesk.project.libraries.changes import prices_of_project

        session.do(prices_of_project(session.project, changes))
        return f"{counted(len(changes), 'price')} imported into {session.name}."

    return Destination("This project", lambda: session.project.parts, put, price)


def of_folder(folder: Path) -> Destination:
    """Return a folder of part files as a destination; parts are written immediately."""

    def parts() -> Sequence[AnyPart]:
        try:
            return list(load_catalog([folder]))
        except FatdeskError:  # empty, or with an invalid file, which the check of the folder reports
            return []

    def put(new: Sequence[AnyPart]) -> str:
        from fatdesk.project.libraries.on_disk import save_parts

        written = save_parts(folder, new)
        same = len(new) - len(written)
        more = f", {same} already there" if same else ""
        return f"{counted(len(written), 'part')} written to {home_path(folder)}{more}."

    def price(changes: Sequence[PriceChange]) -> str:
        from fatdesk.project.libraries.changes import save_prices

        files = save_prices(folder, changes)
        where = f"{counted(len(files), 'file')} of {home_path(folder)}"
        return f"{counted(len(changes), 'price')} imported into {where}."

    return Destination(home_path(folder), parts, put, price)


def of_library(library: "FolderLibrary") -> Destination:
    """Return an open folder as a destination; an import is one undo step, and is not saved.

    A part with an existing id replaces the contents of its file; the override is kept.
    """
    from fatdesk.project.libraries.changes import AddPart, Change, SetPart, Several, prices_of_library

    def apply(change: Change) -> None:
        change.apply(library.contents)  # raises FatdeskError on conflicts
        library.do(change)

    def put(parts: Sequence[AnyPart]) -> str:
        names = library.contents.names
        steps = (SetPart(names[part.id], part) if part.id in names else AddPart(part) for part in parts)
        apply(Several(tuple(steps), f"Import {counted(len(parts), 'part')}"))
        return f"{counted(len(parts), 'part')} imported into {library.title}, not saved yet."

    def price(changes: Sequence[PriceChange]) -> str:
        apply(prices_of_library(library.contents, changes))
        return f"{counted(len(changes), 'price')} imported into {library.title}, not saved yet."

    return Destination(home_path(library.folder), lambda: list(library.catalog), put, price)


OTHER = "Other folder…"


class DestinationChoice(Combo):
    """Combo box of destinations, with any other folder as its last item; ``moved`` signals another choice."""

    moved = Signal()

    def __init__(self, theme: Theme, destinations: Sequence[Destination]) -> None:
        super().__init__(theme)
        self.setAccessibleName("Import into")
        self.setPlaceholderText("Choose…")
        self._destinations = list(destinations)
        self._fill()
        self.activated.connect(self._activated)

    @property
    def chosen(self) -> Destination | None:
        """The chosen destination, or None."""
        at = self.currentIndex()
        return self._destinations[at] if 0 <= at < len(self._destinations) else None

    def add_folder(self, folder: Path) -> None:
        """Add a folder to the list and choose it."""
        self._destinations.append(of_folder(folder))
        self._fill(len(self._destinations) - 1)
        self.moved.emit()

    def _fill(self, at: int = 0) -> None:
        self.clear()
        self.addItems([*(known.title for known in self._destinations), OTHER])
        self.setCurrentIndex(at if self._destinations else -1)
        self._last = self.currentIndex()

    def _activated(self, at: int) -> None:
        if at < len(self._destinations):
            self._last = at
            self.moved.emit()
            return
        folder = folder_dialog.ask_folder(self, "Choose a folder for the parts", Path.home(), "Choose")
        if folder is not None:
            self.add_folder(folder)
        else:
            self.setCurrentIndex(self._last)
