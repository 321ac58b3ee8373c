"""All documents that can be exported or printed, with a common interface."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from fatdesk.engine.drawing.display import Leaf
from fatdesk.engine.drawing.plan import Plan, without_building
from fatdesk.engine.export import EXPORTS, Export
from fatdesk.paper import PDFS, Pdf, Printing
from fatdesk.tasks.files import NAMES

Kind = Literal["print", "pack", "drawing", "table", "form", "data"]
GROUPS: dict[Kind, str] = {
    "print": "Printed documents",
    "pack": "Installers' pack",
    "drawing": "Drawings",
    "table": "Lists",
    "form": "Lists for other programs",
    "data": "Files for other programs",
}


@dataclass(frozen=True)
class Document:
    """A document that can be exported.

    Attributes
    ----------
    name
        File name, as on the command line.
    description
        One-line description.
    """

    name: str
    description: str
    kind: Kind
    pdf: Pdf | None = None
    export: Export | None = None

    @property
    def slow(self) -> bool:
        """Whether it takes long to generate."""
        return self.export is not None and self.export.slow

    @property
    def paged(self) -> bool:
        """Whether it consists of pages that can be previewed and printed."""
        return self.kind in ("print", "pack", "drawing")

    @property
    def by_rack(self) -> bool:
        """Whether it can be limited to some racks."""
        return self.pdf is not None and self.pdf.by_rack

    @property
    def usual(self) -> bool:
        """Whether it is exported by default."""
        return self.name in NAMES

    def left_out(self, plan: Plan) -> str:
        """Return what the file format cannot represent, or an empty text."""
        parts = self.export.left_out(plan) if self.export is not None and self.export.left_out else []
        return f"This format cannot represent: {'; '.join(parts)}." if parts else ""

    def why_none(self, plan: Plan) -> str:
        """Return why the project has nothing of the kind; empty: it has."""
        made = self.pdf or self.export
        return made.why_none(plan) if made is not None and made.why_none is not None else ""

    def leaves(self, plan: Plan, printing: Printing) -> Iterator[Leaf]:
        """Return its pages; none for lists and data."""
        if self.pdf is not None:
            yield from self.pdf.leaves(plan, printing)
        elif self.export is not None and self.export.pages is not None:
            pages = self.export.pages(plan if printing.building_plan else without_building(plan))
            for name in pages:
                yield Leaf(name, partial(pages.__getitem__, name))


def _kind_of(pdf: Pdf) -> Kind:
    """Return the kind; documents for racks or cables except the floor plan are in the installers' pack."""
    return "pack" if pdf.by_cable or (pdf.by_rack and pdf.name != "floor.pdf") else "print"


def _of(export: Export) -> Document:
    is_list: Kind = "form" if export.left_out is not None else "table"
    kind: Kind = (
        "drawing" if export.pages else is_list if export.table else "table" if export.slow else "data"
    )
    return Document(export.name, export.description.rstrip("."), kind, export=export)


DOCUMENTS: tuple[Document, ...] = tuple(
    sorted(
        [
            *(Document(some.name, some.description, _kind_of(some), pdf=some) for some in PDFS),
            *(_of(some) for some in EXPORTS),
        ],
        key=lambda some: list(GROUPS).index(some.kind),
    )
)
"""All documents in the order of the list."""
BY_NAME: dict[str, Document] = {some.name: some for some in DOCUMENTS}
