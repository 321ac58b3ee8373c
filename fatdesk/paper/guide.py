"""The documentation as one PDF: contents with page numbers, then every page from a new sheet on."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QBrush,
    QColor,
    QFont,
    QFontDatabase,
    QPainter,
    QPalette,
    QPen,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
)

from fatdesk import __version__
from fatdesk.core.documentation import Documentation, Page, Place, documentation
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.drawing.palette import PRINT
from fatdesk.engine.drawing.sheet import STOCKS, Paper
from fatdesk.paper.page_text import Look, PageText, blocks, font_of
from fatdesk.paper.painter import FAMILIES, UNITS
from fatdesk.paper.pdf import Sheet, pdf_of_sheets

TITLE = "Documentation of fatdesk"
LEFT_OUT = ("Decisions",)
"""Chapters for people who work on the program, which its users do not need on paper."""
COMPACT = ("Reference", "Papers")
"""Chapters of tables in which readers look up a word or a figure: their text is smaller."""
COMPACT_SIZE = 0.82
"""Size of their text, relative to that of the others."""
SIDE, TOP, FOOT = 20.0, 18.0, 22.0
"""Margins in mm: at both sides, above and below the text."""
SIZE = 3.35
"""Height of the text in mm: 9.5 points."""
SMALL = 2.8
"""Height of the line at the foot in mm."""
SENTENCE = 200
"""Letters of a paragraph that is kept on the sheet of its heading."""
CODE, LETTER = 0.8, 0.61
"""Size of code, relative to the text, and width of its letters, relative to their height."""
DOTS_OF_PICTURES = 150
"""Pixels of pictures an inch, where they have enough room."""
MILLIMETRES_OF_AN_INCH = 25.4


class Part(NamedTuple):
    """A page of the documentation on paper: its text, and the number of its sheets."""

    page: Page
    text: QTextDocument
    sheets: int


def guide_pdf(paper: str = "A4", progress: Progress = SILENT) -> bytes:
    """Return the documentation as a PDF.

    Parameters
    ----------
    paper
        A4 or Letter.

    Raises
    ------
    FatdeskError
        When the documentation is not there, or Qt fails.
    """
    return pdf_of_sheets(Guide(documentation(), STOCKS[paper].standing, progress).sheets(), TITLE, progress)


class Guide:
    """The pages of the documentation on a paper."""

    def __init__(self, docs: Documentation, paper: Paper, progress: Progress = SILENT) -> None:
        self._docs, self._paper = docs, paper
        self._width = (paper.width - 2 * SIDE) * UNITS
        self._height = (paper.height - TOP - FOOT) * UNITS
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
        self.look = Look(
            family=_family(),
            fixed=fixed,
            size=SIZE * UNITS,
            text=PRINT.text,
            text2=PRINT.text2,
            link=PRINT.text,
            line="#B9BEC7",
            shade="#F0F2F5",
            wraps_code=True,
            code=CODE,
            code_line=int(self._width / (LETTER * CODE * SIZE * UNITS)),
            is_printed=True,
        )
        small = COMPACT_SIZE
        line = int(self.look.code_line / small)
        self._compact = replace(self.look, size=self.look.size * small, code_line=line)
        pages = [page for page in docs.pages if page.chapter not in LEFT_OUT]
        self.parts = []
        for number, page in enumerate(pages):
            progress.step(number, 2 * len(pages), page.title)
            self.parts.append(self._part(page))
        self.contents = self._contents(0)
        count = self.contents.pageCount()
        self.firsts: dict[str, int] = {}
        """The index of the first sheet of each page, by its name."""
        at = count
        for part in self.parts:
            self.firsts[part.page.name] = at
            at += part.sheets
        self.total = at
        self.contents = self._contents(count)
        self._places = {place: sheet for part in self.parts for place, sheet in self._sheets_of(part)}
        for part in self.parts:
            self._link(part)

    def _part(self, page: Page) -> Part:
        look = self._compact if page.chapter in COMPACT else self.look
        text = PageText(self._docs, page, look)
        scale = MILLIMETRES_OF_AN_INCH * UNITS / DOTS_OF_PICTURES
        text.fit(self._width, 1 / scale, height=self._height * 0.6, scale=scale)
        self._lay_out(text.document)
        keep_headings(text.document, self._height, look.size)
        return Part(page, text.document, text.document.pageCount())

    def _lay_out(self, document: QTextDocument) -> None:
        option = document.defaultTextOption()
        option.setUseDesignMetrics(True)
        document.setDefaultTextOption(option)
        document.setPageSize(QSizeF(self._width, self._height))

    def _link(self, part: Part) -> None:
        """Let links between pages lead to their sheets; what is not on paper is plain text."""
        cursor = QTextCursor(part.text)
        cursor.beginEditBlock()
        for block in list(blocks(part.text)):
            step = block.begin()
            found = []
            while not step.atEnd():
                piece = step.fragment()
                if piece.charFormat().anchorHref():
                    found.append((piece.position(), piece.length(), piece.charFormat().anchorHref()))
                step += 1
            for at, length, target in found:
                form = QTextCharFormat()
                address = target if target.startswith("http") else self._address(part.page, target)
                form.setAnchorHref(address)
                form.setAnchor(bool(address))
                cursor.setPosition(at)
                cursor.setPosition(at + length, QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(form)
        cursor.endEditBlock()

    def _address(self, page: Page, target: str) -> str:
        place = page.resolve(target)
        sheet = self._places.get(place)
        return "" if sheet is None else f"sheet:{sheet}"

    def _sheets_of(self, part: Part) -> Iterator[tuple[Place, int]]:
        """Yield the index of the sheet of each heading of a page."""
        first, layout = self.firsts[part.page.name], part.text.documentLayout()
        yield Place(part.page.name), first
        for block, heading in zip(_headings(part.text), part.page.headings, strict=True):
            sheet = int(layout.blockBoundingRect(block).top() // self._height)
            yield Place(part.page.name, heading.anchor), first + sheet

    def _contents(self, before: int) -> QTextDocument:
        """The contents; ``before`` is the number of their own sheets, once that is known."""
        made = QTextDocument()
        made.setDocumentMargin(0)
        made.setUndoRedoEnabled(False)
        made.setDefaultFont(font_of(self.look))
        cursor = QTextCursor(made)
        cursor.beginEditBlock()
        self._line(cursor, TITLE, size=1.9, bold=True, above=0.0)
        self._line(cursor, f"Version {__version__}", above=0.4)
        chapter, at = "", before
        for part in self.parts:
            if part.page.chapter != chapter:
                chapter = part.page.chapter
                self._line(cursor, chapter, bold=True, above=1.1)
            address = f"sheet:{at}" if before else ""
            number = f"\t{at + 1}" if before else "\t0"
            self._line(cursor, f"{part.page.title}{number}", above=0.28, address=address, indent=1.2)
            at += part.sheets
        cursor.endEditBlock()
        self._lay_out(made)
        return made

    def _line(
        self,
        cursor: QTextCursor,
        text: str,
        *,
        size: float = 1.0,
        bold: bool = False,
        above: float = 0.0,
        address: str = "",
        indent: float = 0.0,
    ) -> None:
        block, form = QTextBlockFormat(), QTextCharFormat()
        block.setTopMargin(above * self.look.size)
        block.setLeftMargin(indent * self.look.size)
        edge = self._width - indent * self.look.size
        block.setTabPositions([QTextOption.Tab(edge, QTextOption.TabType.RightTab)])
        form.setForeground(QBrush(QColor(self.look.text)))
        form.setProperty(QTextFormat.Property.FontPixelSize, round(size * self.look.size))
        form.setFontWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
        if address:
            form.setAnchor(True)
            form.setAnchorHref(address)
        if cursor.position():
            cursor.insertBlock(block, form)
        else:
            cursor.setBlockFormat(block)
            cursor.setBlockCharFormat(form)
        cursor.insertText(text, form)

    def sheets(self) -> Iterator[Sheet]:
        """Yield all sheets, each painted when it is written."""
        width, height = self._paper.width, self._paper.height
        for number in range(self.contents.pageCount()):
            paint = partial(self._paint, self.contents, number, number, "Contents")
            yield Sheet("Contents", "Contents", width, height, paint)
        for part in self.parts:
            first = self.firsts[part.page.name]
            for number in range(part.sheets):
                paint = partial(self._paint, part.text, number, first + number, part.page.title)
                title = part.page.title if not number else f"{part.page.title}, sheet {number + 1}"
                yield Sheet(part.page.title, title, width, height, paint)

    def _paint(self, text: QTextDocument, number: int, index: int, title: str, painter: QPainter) -> None:
        """Paint a sheet of a text, and the line at its foot."""
        painter.save()
        painter.translate(SIDE * UNITS, TOP * UNITS - number * self._height)
        shown = QRectF(0.0, number * self._height, self._width, self._height)
        painter.setClipRect(shown)
        context = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, QColor(self.look.text))
        context.palette = palette
        context.clip = shown.adjusted(0.0, 2.0, 0.0, -2.0)  # what only touches the edge is on the other sheet
        text.documentLayout().draw(painter, context)
        painter.restore()
        painter.setFont(font_of(self.look, size=SMALL * UNITS))
        painter.setPen(QPen(QColor(self.look.text2), 0.1 * UNITS))
        line = (self._paper.height - FOOT + 6.0) * UNITS
        left, right = SIDE * UNITS, (self._paper.width - SIDE) * UNITS
        painter.drawLine(QPointF(left, line), QPointF(right, line))
        foot = QRectF(left, line + 1.2 * UNITS, right - left, 6.0 * UNITS)
        painter.drawText(foot, Qt.AlignmentFlag.AlignLeft, f"fatdesk {__version__} · {title}")
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight, f"{index + 1} of {self.total}")


def _family() -> str:
    known = set(QFontDatabase.families())
    return next((name for name in FAMILIES if name in known), FAMILIES[-1])


def _headings(text: QTextDocument) -> list[QTextBlock]:
    return [block for block in blocks(text) if block.blockFormat().headingLevel()]


def keep_headings(text: QTextDocument, height: float, size: float) -> None:
    """Begin a new sheet before headings without room for some lines, or for the head of a table, below."""
    layout = text.documentLayout()
    cursor = QTextCursor(text)
    for block in _headings(text):
        top = layout.blockBoundingRect(block).top()
        bottom = max(layout.blockBoundingRect(one).bottom() for one in _needed(block))
        has_room = int(bottom // height) == int(top // height) and bottom % height <= height - 3 * size
        if not has_room and top % height > height / 3:
            form = QTextBlockFormat()
            form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            cursor.setPosition(block.position())
            cursor.mergeBlockFormat(form)
            _lay_out_again(text)


def _lay_out_again(text: QTextDocument) -> None:
    """Lay out a whole document: Qt loses lines where only a part is laid out after a change."""
    size = text.pageSize()
    text.setPageSize(QSizeF(size.width() - 1.0, size.height()))
    text.setPageSize(size)


def _needed(heading: QTextBlock) -> Iterator[QTextBlock]:
    """Yield a heading, the headings and the sentence below it, and the first rows of a table that follows."""
    block = heading
    yield block
    while block.next().blockFormat().headingLevel() and block.next().isValid():
        block = block.next()
        yield block
    table = QTextCursor(block.next()).currentTable() if block.next().isValid() else None
    if table is None and block.next().isValid():
        sentence = block.next()
        if sentence.length() < SENTENCE:
            yield sentence
            table = QTextCursor(sentence.next()).currentTable() if sentence.next().isValid() else None
    if table is not None:
        for row in range(min(2, table.rows())):
            yield table.cellAt(row, 0).firstCursorPosition().block()
