"""Pages as the bytes of a PDF file: vectors, searchable text, bookmarks; same pages, same bytes."""

import re
import uuid
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from fatdesk import __version__
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.sketch import plain
from fatdesk.paper.application import PaperError, need_qt

if TYPE_CHECKING:
    from PySide6.QtGui import QPageSize, QPainter, QPdfWriter


_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*\Z")
_TABLE = re.compile(rb"xref\n0 (\d+)\s*\n")
_SIZE = re.compile(rb"/Size \d+")
_ROOT = re.compile(rb"/Root (\d+) 0 R")
ENTRY = 20
"""Bytes of a line of the table."""


@dataclass(frozen=True)
class Objects:
    """The bytes before the table, where each object begins (None: free), and the trailer."""

    body: bytes
    places: tuple[int | None, ...]
    trailer: bytes

    @property
    def root(self) -> int:
        """The number of the catalog object."""
        found = _ROOT.search(self.trailer)
        if found is None:
            raise PaperError("the PDF has no catalog; this version of Qt is not known")
        return int(found[1])

    def text(self, number: int) -> bytes:
        """Return the contents of an object without a stream."""
        start = self.places[number] if number < len(self.places) else None
        head = b"%d 0 obj\n" % number
        if start is None or not self.body.startswith(head, start):
            raise PaperError("the PDF is not built as expected; this version of Qt is not known")
        return self.body[start + len(head) : self.body.index(b"\nendobj", start)]

    def without(self, start: int, stop: int) -> "Objects":
        """The file without some of its bytes, which hold no beginning of an object."""
        moved = (place if place is None or place < start else place - (stop - start) for place in self.places)
        return replace(self, body=self.body[:start] + self.body[stop:], places=tuple(moved))

    def with_objects(self, new: dict[int, bytes]) -> "Objects":
        """The file with more objects, or others in the place of those with the same number."""
        places = [*self.places, *[None] * (max(new) + 1 - len(self.places))]
        parts, at = [self.body], len(self.body)
        for number, text in sorted(new.items()):
            places[number] = at
            parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, text))
            at += len(parts[-1])
        return replace(self, body=b"".join(parts), places=tuple(places))

    def file(self) -> bytes:
        """The bytes of the file."""
        lines = [
            b"%010d 65535 f \n" % 0 if place is None else b"%010d 00000 n \n" % place for place in self.places
        ]
        trailer = _SIZE.sub(b"/Size %d" % len(lines), self.trailer)
        end = b"startxref\n%d\n%%%%EOF\n" % len(self.body)
        return b"".join([self.body, b"xref\n0 %d\n" % len(lines), *lines, trailer, end])


_PAGES = re.compile(rb"/Pages (\d+) 0 R")
_KIDS = re.compile(rb"/Kids \s*\[([^\]]*)\]")
_REFERENCE = re.compile(rb"(\d+) 0 R")


@dataclass
class _Entry:
    """A bookmark: its words, its page from 0, and those under it."""

    words: str
    page: int
    inside: "list[_Entry]"


def with_bookmarks(made: Objects, names: Sequence[tuple[str, str]]) -> Objects:
    """The file with a bookmark for each page; pages of one group are kept together under its name.

    Parameters
    ----------
    names
        Group (may be empty) and title of each page.

    Raises
    ------
    PaperError
        When the file is not built as Qt builds it.
    """
    catalog = made.text(made.root)
    tree = _PAGES.search(catalog)
    kids = _KIDS.search(made.text(int(tree[1]))) if tree else None
    pages = _REFERENCE.findall(kids[1]) if kids else []
    if len(pages) != len(names):
        raise PaperError("the PDF has other pages than expected; this version of Qt is not known")
    root = len(made.places)
    new: dict[int, bytes] = {}
    entries = _tree(names)
    _write(entries, root, root + 1, pages, new)
    new[root] = b"<<\n/Type /Outlines\n%s>>" % _ends(entries, root + 1, len(entries))
    mode = b"/PageMode /UseOutlines\n" if len(names) > 1 else b""
    new[made.root] = catalog.removesuffix(b">>") + b"/Outlines %d 0 R\n%s>>" % (root, mode)
    return made.with_objects(new)


def _tree(names: Sequence[tuple[str, str]]) -> list[_Entry]:
    """Neighbours of one group under its name; one alone by itself."""
    found = []
    for group, pages in groupby(enumerate(names), key=lambda pair: pair[1][0]):
        some = [_Entry(title, page, []) for page, (_, title) in pages]
        found += [_Entry(group, some[0].page, some)] if group and len(some) > 1 else some
    return found


def _entry_count(entry: _Entry) -> int:
    """Objects that an entry takes with all under it."""
    return 1 + sum(map(_entry_count, entry.inside))


def _ends(entries: Sequence[_Entry], first: int, count: int) -> bytes:
    """The first and last of some entries, and how many a reader shows (fewer than 0: closed)."""
    if not entries:
        return b""
    last = first + sum(map(_entry_count, entries[:-1]))
    return b"/First %d 0 R\n/Last %d 0 R\n/Count %d\n" % (first, last, count)


def _write(
    entries: Sequence[_Entry], parent: int, first: int, pages: Sequence[bytes], new: dict[int, bytes]
) -> None:
    """The objects of some entries with one parent, numbered from ``first`` in reading order."""
    number, before = first, 0
    for i, entry in enumerate(entries):
        following = number + _entry_count(entry)
        words = b"\xfe\xff" + entry.words.encode("utf-16-be", "replace")
        text = b"<<\n/Title <%s>\n/Parent %d 0 R\n" % (words.hex().encode(), parent)
        text += b"/Dest [%s 0 R /Fit]\n" % pages[entry.page]
        if i:
            text += b"/Prev %d 0 R\n" % before
        if i + 1 < len(entries):
            text += b"/Next %d 0 R\n" % following
        text += _ends(entry.inside, number + 1, -len(entry.inside))
        new[number] = text + b">>"
        _write(entry.inside, number, number + 1, pages, new)
        before, number = number, following


def objects(data: bytes) -> Objects:
    """Take a file apart.

    Raises
    ------
    PaperError
        When it is not built as Qt builds it.
    """
    end = _START.search(data)
    if end is None:
        raise PaperError("the PDF is not built as expected; this version of Qt is not known")
    start = int(end[1])
    table = _TABLE.match(data, start)
    if table is None:
        raise PaperError("the PDF has no table of objects; this version of Qt is not known")
    first, count = table.end(), int(table[1])
    lines = (data[first + i * ENTRY : first + (i + 1) * ENTRY] for i in range(count))
    places = tuple(int(line[:10]) if line[17:18] == b"n" else None for line in lines)
    return Objects(data[:start], places, data[first + count * ENTRY : end.start()])


_TO_SHEET = re.compile(rb"/A <<\s*/Type /Action\s*/S /URI\s*/URI \(sheet:(\d+)\)\s*>>")


def with_links(made: Objects) -> Objects:
    """The file with links to sheets in the place of addresses such as ``sheet:3``, which Qt writes.

    Raises
    ------
    PaperError
        When a link leads to a sheet that does not exist.
    """
    if b"(sheet:" not in made.body:
        return made
    tree = _PAGES.search(made.text(made.root))
    kids = _KIDS.search(made.text(int(tree[1]))) if tree else None
    pages = _REFERENCE.findall(kids[1]) if kids else []
    new: dict[int, bytes] = {}
    starts = {place: number for number, place in enumerate(made.places) if place is not None}
    ordered = sorted(starts)
    for found in _TO_SHEET.finditer(made.body):
        number = starts[ordered[bisect_right(ordered, found.start()) - 1]]
        if int(found[1]) >= len(pages):
            raise PaperError(f"a link leads to sheet {int(found[1]) + 1}, the last one is {len(pages)}")
        text = new.get(number) or made.text(number)
        new[number] = text.replace(found[0], b"/Dest [%s 0 R /Fit]" % pages[int(found[1])])
    return made.with_objects(new)


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


class Sheet(NamedTuple):
    """A sheet of paper: its bookmark, the group of bookmarks that it is in, its size in mm, and its painter.

    ``paint`` draws with a unit of 0.01 mm.
    """

    group: str
    title: str
    width: float
    height: float
    paint: "Callable[[QPainter], object]"


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
    return pdf_of_sheets(_drawn(leaves), title, progress)


def _drawn(leaves: Iterable[Leaf]) -> Iterator[Sheet]:
    """The sheets of pages, all painted with the same fonts and pens."""
    need_qt()
    from fatdesk.paper.painter import PagePainter

    held: list[PagePainter] = []

    def paint(page: Page, painter: "QPainter") -> None:
        if not held:
            held.append(PagePainter(painter))
        held[0].draw(page)

    for leaf in leaves:
        page = leaf.draw()
        yield Sheet(leaf.group, leaf.title, page.width, page.height, partial(paint, page))


def pdf_of_sheets(sheets: Iterable[Sheet], title: str, progress: Progress = SILENT) -> bytes:
    """The sheets as one PDF file, each in its own size; the parameters and errors are those of ``pdf``.

    Links to ``sheet:N`` lead to the sheet of that index.
    """
    need_qt()
    from PySide6.QtCore import QBuffer, QHashSeed, QIODevice, QMarginsF
    from PySide6.QtGui import QPainter, QPdfWriter

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
        names: list[tuple[str, str]] = []
        for number, sheet in enumerate(sheets, start=1):
            if number % EVERY == 1:
                progress.step(number - 1, number, f"page {number}")
            names.append((plain(sheet.group), plain(sheet.title)))
            writer.setPageSize(_size(sheet.width, sheet.height))
            writer.setPageMargins(QMarginsF(0, 0, 0, 0))
            if painter is None:
                painter = QPainter()
                if not painter.begin(writer):
                    raise PaperError("no PDF could be begun; there may be no memory left")
            elif not writer.newPage():
                raise PaperError(f"page {number} of the PDF could not be begun; there may be no memory left")
            sheet.paint(painter)
        if painter is None:
            raise PaperError(f"{plain(title)}: there is nothing to print yet")
        if not painter.end():
            raise PaperError("the PDF could not be finished; there may be no memory left")
        made = bytes(buffer.data().data())
    finally:
        QHashSeed.resetRandomGlobalSeed()
    if not made.rstrip().endswith(b"%%EOF"):
        raise PaperError("the PDF is not whole; there may be no memory left")
    return with_bookmarks(with_links(without_dates(objects(made))), names).file()


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


def _size(width: float, height: float) -> "QPageSize":
    """The paper of a size in mm; usual sizes by their names."""
    from PySide6.QtCore import QSizeF
    from PySide6.QtGui import QPageSize

    return QPageSize(
        QSizeF(width, height), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.ExactMatch
    )
