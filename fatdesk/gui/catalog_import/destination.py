"""Where imported parts and prices go: the open project, or a folder of part files."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.load import load_catalog
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.catalog.price_match import PriceChange
from fatdesk.engine.devicetypes.drafting import from_same_file
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.numbers import counted

if TYPE_CHECKING:
    from fatdesk.gui.libraries.folder_place import FolderPlace


class Destination(NamedTuple):
    """A place for parts.

    Attributes
    ----------
    title
        What people call it.
    parts
        What is there now.
    put, price
        Take parts, or new prices, into it: what was done, in words. They raise FatdeskError.
    """

    title: str
    parts: Callable[[], Sequence[AnyPart]]
    put: Callable[[Sequence[AnyPart]], str]
    price: Callable[[Sequence[PriceChange]], str]


def _same(old: AnyPart, new: AnyPart) -> bool:
    """Whether a part is that of before, perhaps with other corrections."""
    return old == new or (type(old) is type(new) and from_same_file(old.source, new.source))


def of_project(session: Session) -> Destination:
    """The open project; what it takes is one step, which undo takes back."""

    def put(parts: Sequence[AnyPart]) -> str:
        from fatdesk.project.commands import Batch
        from fatdesk.project.commands.parts import SetPart

        there = {part.id: part for part in session.project.parts}
        other = [part.id for part in parts if (old := there.get(part.id)) and not _same(old, part)]
        if other:
            raise FatdeskError(f"This project has another {other[0]} already: accept another id for this one")
        told = f"Import {counted(len(parts), 'part')}"
        session.do(Batch(name=told, commands=tuple(SetPart(part=part) for part in parts)))
        return f"{counted(len(parts), 'part')} imported into {session.name}."

    def price(changes: Sequence[PriceChange]) -> str:
        from fatdesk.project.lists.part_prices import prices_of_project

        session.do(prices_of_project(session.project, changes))
        return f"{counted(len(changes), 'price')} taken into {session.name}."

    return Destination("This project", lambda: session.project.parts, put, price)


def of_folder(folder: Path) -> Destination:
    """A folder of part files; what it takes is written at once."""

    def parts() -> Sequence[AnyPart]:
        try:
            return list(load_catalog([folder]))
        except FatdeskError:  # empty, or with a file that is wrong, which its checks tell
            return []

    def put(new: Sequence[AnyPart]) -> str:
        from fatdesk.project.files.part_files import save_parts

        written = save_parts(folder, new)
        same = len(new) - len(written)
        told = f", {same} were there already" if same else ""
        return f"{counted(len(written), 'part')} written in {folder}{told}."

    def price(changes: Sequence[PriceChange]) -> str:
        from fatdesk.project.lists.part_prices import save_prices

        files = save_prices(folder, changes)
        return f"{counted(len(changes), 'price')} taken into {counted(len(files), 'file')} of {folder}."

    return Destination(str(folder), parts, put, price)


def of_library(place: "FolderPlace") -> Destination:
    """A folder that is open in the Catalog workspace; what it takes is one step there, and not saved yet.

    A part of an id that is there takes the place of what its file says; the override beside it stays.
    """
    from fatdesk.project.libraries.changes import AddPart, Change, SetPart, Several
    from fatdesk.project.lists.part_prices import prices_of_library

    def take(change: Change) -> None:
        change.apply(place.library)  # says what is in the way
        place.do(change)

    def put(parts: Sequence[AnyPart]) -> str:
        names = place.library.names
        steps = (SetPart(names[part.id], part) if part.id in names else AddPart(part) for part in parts)
        take(Several(tuple(steps), f"Import {counted(len(parts), 'part')}"))
        return f"{counted(len(parts), 'part')} imported into {place.title}, not saved yet."

    def price(changes: Sequence[PriceChange]) -> str:
        take(prices_of_library(place.library, changes))
        return f"{counted(len(changes), 'price')} taken into {place.title}, not saved yet."

    return Destination(str(place.folder), lambda: list(place.catalog), put, price)
