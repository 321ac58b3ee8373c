"""Which documents can be printed, and the pages of each; nothing here knows Qt."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fatdesk.engine.core.progress import SILENT, Progress
from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.elevation import elevation_sheets
from fatdesk.engine.drawing.floor_plan import floor_plan
from fatdesk.engine.drawing.packet import Packets
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import STOCK_A4, Heading, Imprint, Stock, sheet
from fatdesk.engine.drawing.tray_list import tray_sheets
from fatdesk.engine.drawing.wiring_diagram import wiring_diagrams


@dataclass(frozen=True)
class Printing:
    """How a document is printed.

    Attributes
    ----------
    stock
        The papers of the printer.
    revision
        What the user calls this issue; stands on every sheet.
    palette
        Black on white, unless told otherwise.
    """

    stock: Stock = STOCK_A4
    revision: str = ""
    palette: Palette = PRINT
    progress: Progress = SILENT

    def imprint(self, plan: Plan) -> Imprint:
        """What every sheet says of its origin."""
        return Imprint(project=plan.title, state=plan.state, revision=self.revision)


Pages = Callable[[Plan, Printing], Iterator[Page]]


@dataclass(frozen=True)
class Pdf:
    """A document: its name, what it is in one line, and its pages."""

    name: str
    told: str
    pages: Pages

    def make(self, plan: Plan, printing: Printing | None = None) -> dict[str, bytes]:
        """The file.

        Raises
        ------
        PaperError
            When Qt is not there or fails.
        """
        from fatdesk.paper.pdf import pdf

        printing = printing or Printing()
        title = f"{self.told.partition(':')[0]} of {plan.title}"
        return {self.name: pdf(self.sheets(plan, printing), title, printing.progress)}

    def sheets(self, plan: Plan, printing: Printing) -> Iterator[Page]:
        """Its pages; one that says so where there is nothing to show."""
        empty = True
        for page in self.pages(plan, printing):
            empty = False
            yield page
        if empty:
            yield _nothing(self.told.partition(":")[0], printing, printing.imprint(plan))


def _nothing(document: str, printing: Printing, imprint: Imprint) -> Page:
    paper = printing.stock.lying[0]
    sketch = sheet(paper, printing.palette, Heading(document=document), imprint)
    sketch.text(paper.width / 2, paper.height / 2, "There is nothing to show yet", 4.0, anchor="middle")
    return sketch.page(document)


def _diagrams(plan: Plan, printing: Printing) -> Iterator[Page]:
    yield from wiring_diagrams(plan, printing.palette, printing.imprint(plan), printing.stock)


def _floor(plan: Plan, printing: Printing) -> Iterator[Page]:
    imprint = printing.imprint(plan)
    lists = tray_sheets(plan, printing.palette, imprint, printing.stock)
    yield floor_plan(plan, printing.palette, imprint, printing.stock, 1 + len(lists))
    yield from lists


def _elevations(plan: Plan, printing: Printing) -> Iterator[Page]:
    yield from elevation_sheets(plan, printing.palette, printing.imprint(plan), printing.stock)


def _packets(plan: Plan, printing: Printing) -> Iterator[Page]:
    yield from Packets(plan, printing.palette, printing.imprint(plan), printing.stock).pages()


PDFS: tuple[Pdf, ...] = (
    Pdf("diagrams.pdf", "Wiring diagrams: a sheet for each network", _diagrams),
    Pdf("floor.pdf", "Floor plan to scale: racks, trays with their fill, then a list of the trays", _floor),
    Pdf("elevations.pdf", "Rack elevations: front views of all racks, several a sheet", _elevations),
    Pdf(
        "packets.pdf",
        "Rack packets: front view, port map and cables of each switch with boxes to tick",
        _packets,
    ),
)
"""All documents, in the order in which they are listed and written."""
