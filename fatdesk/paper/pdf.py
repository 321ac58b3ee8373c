"""Pages as the bytes of a PDF file: vectors and searchable text, the same bytes for the same pages."""

import re
import uuid
from collections.abc import Iterable
from typing import TYPE_CHECKING

from fatdesk import __version__
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.sketch import plain
from fatdesk.paper.application import PaperError, need_qt
from fatdesk.paper.bookmarks import with_bookmarks
from fatdesk.paper.objects import Objects, objects

if TYPE_CHECKING:
    from PySide6.QtGui import QPageSize, QPdfWriter


_DATES = re.compile(rb"/CreationDate \([^)]*\)\n/ModDate \([^)]*\)\n")


def without_dates(made: Objects) -> Objects:
    """The file without its dates.

    Raises
    ------
    PaperError
        When the file is not built as Qt builds it.
    """
    dates = _DATES.search(made.body)
    if dates is None:
        raise PaperError("the PDF is not built as expected; this version of Qt is not known")
    return made.without(*dates.span())


DOTS_PER_INCH = 2540
"""One dot is a unit of the painter, 0.01 mm."""

EVERY = 10
"""Pages between two words of progress."""

_XMP = (
    "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>"
    "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta><?xpacket end='r'?>"
)


def pdf(leaves: Iterable[Leaf], title: str, progress: Progress = SILENT) -> bytes:
    """The pages as one PDF file; each keeps its own size.

    Parameters
    ----------
    leaves
        Drawn one after the other and not kept; their titles become bookmarks.
    title
        Of the document, as readers show it.

    Raises
    ------
    PaperError
        When Qt is not there, or says that it failed.
    """
    need_qt()
    from PySide6.QtCore import QBuffer, QHashSeed, QIODevice, QMarginsF
    from PySide6.QtGui import QPainter, QPdfWriter

    from fatdesk.paper.painter import PagePainter

    QHashSeed.setDeterministicGlobalSeed()  # fonts are written in the order of a hash
    try:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(buffer)
        writer.setResolution(DOTS_PER_INCH)
        writer.setTitle(plain(title))
        writer.setCreator(f"fatdesk {__version__}")
        _sign(writer, title)
        painter: QPainter | None = None
        drawing: PagePainter | None = None
        names: list[tuple[str, str]] = []
        for number, leaf in enumerate(leaves, start=1):
            if number % EVERY == 1:
                progress.step(number - 1, number, f"page {number}")
            page = leaf.draw()
            names.append((plain(leaf.group), plain(leaf.title)))
            writer.setPageSize(_size(page))
            writer.setPageMargins(QMarginsF(0, 0, 0, 0))
            if painter is None or drawing is None:
                painter = QPainter()
                if not painter.begin(writer):
                    raise PaperError("no PDF could be begun; there may be no memory left")
                drawing = PagePainter(painter)
            elif not writer.newPage():
                raise PaperError(f"page {number} of the PDF could not be begun; there may be no memory left")
            drawing.draw(page)
        if painter is None:
            raise PaperError(f"{plain(title)}: there is nothing to print yet")
        if not painter.end():
            raise PaperError("the PDF could not be finished; there may be no memory left")
        made = bytes(buffer.data().data())
    finally:
        QHashSeed.resetRandomGlobalSeed()
    if not made.rstrip().endswith(b"%%EOF"):
        raise PaperError("the PDF is not whole; there may be no memory left")
    return with_bookmarks(without_dates(objects(made)), names).file()


def _sign(writer: "QPdfWriter", title: str) -> None:
    """An identity made from the title, and no description that contains a time."""
    from PySide6.QtCore import QByteArray, QUuid

    name = uuid.uuid5(uuid.NAMESPACE_URL, f"fatdesk {__version__} {plain(title)}")
    writer.setDocumentId(QUuid(str(name)))
    writer.setDocumentXmpMetadata(QByteArray(_XMP.encode()))


def page_size(page: Page) -> "QPageSize":
    """The paper of a page, usual sizes by their names; those have no path, so it is never lying."""
    from PySide6.QtCore import QSizeF
    from PySide6.QtGui import QPageSize

    narrow, wide = sorted((page.width, page.height))
    return QPageSize(
        QSizeF(narrow, wide), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.FuzzyMatch
    )


def _size(page: Page) -> "QPageSize":
    """The paper of a page; usual sizes by their names."""
    from PySide6.QtCore import QSizeF
    from PySide6.QtGui import QPageSize

    return QPageSize(
        QSizeF(page.width, page.height), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.ExactMatch
    )
