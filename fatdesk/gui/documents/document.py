"""Everything that can be handed over, printed or as a file for other programs, under one shape."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from fatdesk.engine.drawing.display import Leaf
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import EXPORTS, Export
from fatdesk.paper import PDFS, Pdf, Printing
from fatdesk.tasks.exporting import NAMES

Kind = Literal["print", "pack", "drawing", "table", "form", "data"]
GROUPS: dict[Kind, str] = {
    "print": "To print",
    "pack": "Installers' pack",
    "drawing": "Drawings",
    "table": "Lists",
    "form": "Lists for other tools",
    "data": "For other programs",
}


@dataclass(frozen=True)
class Handout:
    """One document.

    Attributes
    ----------
    name
        Of its file, as the command line takes it.
    told
        What it is in one line.
    """

    name: str
    told: str
    kind: Kind
    pdf: Pdf | None = None
    export: Export | None = None

    @property
    def slow(self) -> bool:
        """Whether it takes long to make."""
        return self.export is not None and self.export.slow

    @property
    def paged(self) -> bool:
        """Whether it is made of pages, which can be shown and printed."""
        return self.kind in ("print", "pack", "drawing")

    @property
    def by_rack(self) -> bool:
        """Whether it can be made for some racks only."""
        return self.pdf is not None and self.pdf.by_rack

    @property
    def usual(self) -> bool:
        """Whether it is made where nothing is named."""
        return self.name in NAMES

    def left_out(self, plan: Plan) -> str:
        """What a form of another program cannot hold; empty for all others."""
        told = self.export.left_out(plan) if self.export is not None and self.export.left_out else []
        return f"This form cannot hold: {'; '.join(told)}." if told else ""

    def leaves(self, plan: Plan, printing: Printing) -> Iterator[Leaf]:
        """Its pages, none for lists and data."""
        if self.pdf is not None:
            yield from self.pdf.leaves(plan, printing)
        elif self.export is not None and self.export.pages is not None:
            pages = self.export.pages(plan)
            for name in pages:
                yield Leaf(name, partial(pages.__getitem__, name))


def _kind_of(pdf: Pdf) -> Kind:
    """What is made for some racks or cables goes with who lays them; but for the floor, which all need."""
    return "pack" if pdf.by_cable or (pdf.by_rack and pdf.name != "floor.pdf") else "print"


def _of(export: Export) -> Handout:
    is_list: Kind = "form" if export.left_out is not None else "table"
    kind: Kind = (
        "drawing" if export.pages else is_list if export.table else "table" if export.slow else "data"
    )
    return Handout(export.name, export.told.rstrip("."), kind, export=export)


HANDOUTS: tuple[Handout, ...] = tuple(
    sorted(
        [
            *(Handout(some.name, some.told, _kind_of(some), pdf=some) for some in PDFS),
            *(_of(some) for some in EXPORTS),
        ],
        key=lambda some: list(GROUPS).index(some.kind),
    )
)
"""In the order of the list."""
BY_NAME: dict[str, Handout] = {some.name: some for some in HANDOUTS}
