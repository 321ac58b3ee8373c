"""Apply the prices of a list to parts: those of a catalog folder, or a project's own copies."""

from collections.abc import Sequence
from pathlib import Path

from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.catalog.price_match import PriceChange, with_prices
from fatdesk.engine.devicetypes.draft import IMPORTED
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.bill import SetPart
from fatdesk.project.document.project import Project
from fatdesk.project.libraries.changes import Change, OverridePart, Several
from fatdesk.project.libraries.changes import SetPart as SetPartOfFile
from fatdesk.project.libraries.on_disk import open_library, save_library, unsaved
from fatdesk.project.libraries.parts_library import PartsLibrary


def prices_of_project(project: Project, changes: Sequence[PriceChange]) -> Command:
    """The new prices for a project's copies of parts, as one step."""
    about = {change.part for change in changes}
    commands = tuple(SetPart(part=with_prices(part, changes)) for part in project.parts if part.id in about)
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
            steps.append(
                OverridePart(name, priced, "price") if apart else SetPartOfFile(name, priced, "price")
            )
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
