"""Print pages, each in its own size where the printer can, else as large as its paper allows."""

from collections.abc import Sequence

from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QPageLayout, QPainter
from PySide6.QtPrintSupport import QPrinter

from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.paper.application import PaperError
from fatdesk.paper.painter import UNITS, PagePainter
from fatdesk.paper.pdf import page_size


def print_leaves(printer: QPrinter, leaves: Sequence[Leaf], title: str, progress: Progress = SILENT) -> int:
    """Print the pages that the printer's settings choose; how many there were.

    Raises
    ------
    PaperError
        When the printer does not take them.
    """
    wanted = chosen_leaves(printer, leaves)
    if not wanted:
        raise PaperError("there is no such page")
    printer.setDocName(title)
    printer.setFullPage(True)
    painter = QPainter()
    try:
        for number, leaf in enumerate(wanted):
            progress.step(number, len(wanted), f"page {number + 1} of {len(wanted)}")
            page = leaf.draw()
            _set_paper(printer, page)
            if not number:
                if not painter.begin(printer):
                    raise PaperError(f"{printer.printerName() or 'the printer'} cannot be started")
            elif not printer.newPage():
                raise PaperError(f"page {number + 1} was not taken by the printer")
            _draw(painter, printer, page)
        if not painter.end():
            raise PaperError("the printer did not finish")
    except BaseException:
        printer.abort()
        raise
    finally:
        if painter.isActive():
            painter.end()
    return len(wanted)


def chosen_leaves(printer: QPrinter, leaves: Sequence[Leaf]) -> list[Leaf]:
    """All pages, or those of the range that was chosen in the dialog."""
    if printer.printRange() != QPrinter.PrintRange.PageRange:
        return list(leaves)
    first, last = printer.fromPage() or 1, printer.toPage() or len(leaves)
    return list(leaves[first - 1 : last])


def _set_paper(printer: QPrinter, page: Page) -> None:
    size = page_size(page)
    lying = page.width > page.height
    way = QPageLayout.Orientation.Landscape if lying else QPageLayout.Orientation.Portrait
    printer.setPageLayout(QPageLayout(size, way, QMarginsF(0, 0, 0, 0)))


def _draw(painter: QPainter, printer: QPrinter, page: Page) -> None:
    """Draw in the real size; on other paper turned when that is better, and smaller when it must be."""
    dots = printer.resolution() / 25.4
    paper = printer.pageLayout().fullRectPixels(printer.resolution())
    wide, high = page.width * dots, page.height * dots
    painter.save()
    turned = (wide > high) != (paper.width() > paper.height()) and wide != high
    if turned:
        painter.translate(paper.width(), 0)
        painter.rotate(90.0)
    room = (paper.height(), paper.width()) if turned else (paper.width(), paper.height())
    share = min(room[0] / wide, room[1] / high)
    scale = dots if share > 0.99 else dots * share
    painter.scale(scale / UNITS, scale / UNITS)
    PagePainter(painter).draw(page)
    painter.restore()
