"""A page of the documentation as a text document of Qt, for the help window and for paper.

Only pages that come with the program are shown: markup inside of them is not interpreted as HTML, pictures
are read from the folder of the documentation, and nothing is loaded from elsewhere.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt, QUrl
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QImage,
    QPainter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextImageFormat,
    QTextLength,
    QTextOption,
    QTextTable,
    QTextTableFormat,
)
from PySide6.QtSvg import QSvgRenderer

from fatdesk.core.documentation import Documentation, Page

WIDEST_DRAWING = 1600
"""Width in pixels of drawings that are vectors in their files."""
IN_TABLE = 0.45
"""Share of the width that a picture in a table may have."""
ONE_LINE = 90
"""Letters in a row of a table that fit into a line."""
WIDE_LINE = 92
"""Letters of a line of text, between which the columns of a wide table are divided; paper has some more."""
LONG_WORD = 18
"""Letters of the longest word that a column of a table has room for; longer ones are broken."""
LEAST_CODE = 0.6
"""Least size of code, relative to the text; longer lines are broken."""
SIZES = {1: 1.75, 2: 1.35, 3: 1.13}
"""Sizes of headings by level, relative to the text; further levels are as large as the text."""

SPECIFIED = QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly
"""Only what a font states counts, all else follows the font of the document."""


@dataclass(frozen=True)
class Look:
    """Fonts and colours of a page.

    Attributes
    ----------
    family, fixed
        Fonts of the text and of code.
    size
        Height of the text in pixels of the document.
    text, text2, link, line, shade
        Colours: of the text, of less important text, of links, of lines of tables, behind code and heads.
    wraps_code
        Whether long lines of code are broken; a window can be scrolled, paper cannot.
    code
        Size of code, relative to the text.
    code_line
        Letters of a line of code in that size: code with longer lines is smaller, down to LEAST_CODE.
        0: of any length, for a window that can be scrolled.
    is_printed
        Whether the text is for a PDF: letters without the variants that the font of the program has, since a
        search finds no glyph that is a variant.
    """

    family: str
    fixed: str
    size: float
    text: str
    text2: str
    link: str
    line: str
    shade: str
    wraps_code: bool = False
    code: float = 0.93
    code_line: int = 0
    is_printed: bool = False


class PageText:
    """A page as a document in a look; its headings have their anchors.

    Attributes
    ----------
    document
        The text; pictures are as large as they are until ``fit`` is called.
    """

    def __init__(self, docs: Documentation, page: Page, look: Look) -> None:
        self.document = QTextDocument()
        self.document.setDocumentMargin(0)
        self.document.setUndoRedoEnabled(False)
        self.document.setDefaultFont(font_of(look))
        self.document.setIndentWidth(look.size * 2.4)
        features = QTextDocument.MarkdownFeature.MarkdownDialectGitHub
        self.document.setMarkdown(docs.titled(page), features | QTextDocument.MarkdownFeature.MarkdownNoHTML)
        self._pictures: dict[str, QImage] = {}
        for link in page.links:  # after the text, which takes resources before it away
            picture = picture_of(docs, page, link.target) if link.is_picture else None
            if picture is not None:
                self._pictures[link.target] = picture
                self._keep(link.target, picture)
        option = self.document.defaultTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document.setDefaultTextOption(option)
        _dress(self.document, page, look)

    def _keep(self, name: str, picture: QImage) -> None:
        self.document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), picture)

    def fit(
        self, width: float, dots: float | None = None, *, height: float = math.inf, scale: float = 1.0
    ) -> None:
        """Make pictures as large as they are, but not larger than the text and the paper.

        Parameters
        ----------
        width, height
            Width of the text, greatest height of a picture in pixels of the document.
        scale
            Pixels of the document for each of a picture that has enough room.
        dots
            Pixels of the screen for each of these: pictures are scaled to them; None: they are kept whole.
        """
        cursor = QTextCursor(self.document)
        for block in blocks(self.document):
            for at, length, piece in _fragments(block):
                form: QTextImageFormat = piece.toImageFormat()
                picture = self._pictures.get(form.name()) if piece.isImageFormat() else None
                if picture is None:
                    continue
                in_table = QTextCursor(block).currentTable() is not None
                most = min(
                    width * (IN_TABLE if in_table else 1.0), height * picture.width() / picture.height()
                )
                wide = round(min(picture.width() * scale, most))
                if form.width() == wide:
                    continue
                if dots is not None:
                    smooth = Qt.TransformationMode.SmoothTransformation
                    shown = min(picture.width(), round(wide * dots))
                    self._keep(form.name(), picture.scaledToWidth(shown, smooth))
                form.setWidth(wide)
                form.setHeight(wide * picture.height() / picture.width())
                cursor.setPosition(at)
                cursor.setPosition(at + length, QTextCursor.MoveMode.KeepAnchor)
                cursor.setCharFormat(form)


def picture_of(docs: Documentation, page: Page, target: str) -> QImage | None:
    """Return a picture of a page; None where the documentation has no such file."""
    file = (docs.folder / page.resolve(target).page).resolve()
    if not file.is_relative_to(docs.folder.resolve()) or not file.is_file():
        return None
    if file.suffix == ".svg":
        return _drawing(file.read_bytes())
    made = QImage(str(file))
    return None if made.isNull() else made


def _drawing(data: bytes) -> QImage:
    """A drawing in vectors, on white as on paper."""
    renderer = QSvgRenderer(QByteArray(data))
    size = renderer.defaultSize().scaled(
        QSize(WIDEST_DRAWING, 4 * WIDEST_DRAWING), Qt.AspectRatioMode.KeepAspectRatio
    )
    made = QImage(size, QImage.Format.Format_RGB32)
    made.fill(0xFFFFFFFF)
    painter = QPainter(made)
    renderer.render(painter, QRectF(made.rect()))
    painter.end()
    return made


def font_of(look: Look, *, size: float | None = None) -> QFont:
    """Return the font of a document or of a line by itself, in the size of the look or another one in pixels.

    Formats of letters must not state features: Qt then takes those of the program instead.
    """
    font = _font(look, size=size)
    if look.is_printed:
        font.setFeature(QFont.Tag("liga"), 0)
    return font


def _code_size(lines: list[str], look: Look) -> float:
    """The size of a block of code: smaller than usual where its lines are too long for the paper."""
    longest = max(map(len, lines), default=0)
    if not look.code_line or longest <= look.code_line:
        return look.size * look.code
    return look.size * max(LEAST_CODE, look.code * look.code_line / longest)


def _font(look: Look, *, fixed: bool = False, size: float | None = None) -> QFont:
    font = QFont(look.fixed if fixed else look.family)
    font.setPixelSize(max(1, round(size or look.size * (look.code if fixed else 1.0))))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    """Yield all paragraphs of a document, those in tables included."""
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _fragments(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    """The pieces of one format in a paragraph: position, length, format."""
    found, step = [], block.begin()
    while not step.atEnd():
        piece = step.fragment()
        found.append((piece.position(), piece.length(), piece.charFormat()))
        step += 1
    return found


def _dress(document: QTextDocument, page: Page, look: Look) -> None:
    """Give headings, code, links and tables their look, and headings their anchors."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    anchors = iter(page.headings)
    ends = set(accumulate(page.fences))
    code_lines = 0
    code_size = look.size * look.code
    fences = iter(_fences(document, ends))
    tables: dict[int, QTextTable] = {}
    for block in list(blocks(document)):
        level = block.blockFormat().headingLevel()
        if level:
            heading = next(anchors, None)
            _heading(cursor, block, look, level, heading.anchor if heading is not None else "")
        elif block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence):
            begins, code_lines = code_lines == 0 or code_lines in ends, code_lines + 1
            if begins:
                code_size = _code_size(next(fences), look)
            _code(cursor, block, look, code_size, begins=begins, ends=code_lines in ends)
        else:
            _paragraph(cursor, block, look)
        table = QTextCursor(block).currentTable()
        if table is not None:
            tables[table.firstPosition()] = table
    for table in tables.values():
        _table(table, look)
    cursor.endEditBlock()


def _fences(document: QTextDocument, ends: set[int]) -> list[list[str]]:
    """The lines of each block of code."""
    found: list[list[str]] = []
    count = 0
    for block in blocks(document):
        if block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence):
            if count == 0 or count in ends:
                found.append([])
            found[-1].append(block.text())
            count += 1
    return found


def _mark(cursor: QTextCursor, at: int, length: int, form: QTextCharFormat) -> None:
    cursor.setPosition(at)
    cursor.setPosition(at + length, QTextCursor.MoveMode.KeepAnchor)
    cursor.mergeCharFormat(form)


def _set_block(cursor: QTextCursor, block: QTextBlock, form: QTextBlockFormat) -> None:
    cursor.setPosition(block.position())
    cursor.mergeBlockFormat(form)


def _heading(cursor: QTextCursor, block: QTextBlock, look: Look, level: int, anchor: str) -> None:
    font = _font(look, size=look.size * SIZES.get(level, 1.0))
    font.setWeight(QFont.Weight.DemiBold)
    for at, length, piece in _fragments(block):
        form = QTextCharFormat()
        form.setFont(font, SPECIFIED)
        form.setForeground(QBrush(QColor(look.link if piece.anchorHref() else look.text)))
        if piece.anchorHref():
            form.setAnchor(True)
            form.setAnchorHref(piece.anchorHref())
        cursor.setPosition(at)
        cursor.setPosition(at + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(form)
    if anchor and block.length() > 1:
        named = QTextCharFormat()
        named.setAnchor(True)
        named.setAnchorNames([anchor])
        _mark(cursor, block.position(), 1, named)
    space = QTextBlockFormat()
    space.setTopMargin(0 if block.blockNumber() == 0 else look.size * (2.0 if level < 3 else 1.5))
    space.setBottomMargin(look.size * 0.55)
    _set_block(cursor, block, space)


def _code(
    cursor: QTextCursor, block: QTextBlock, look: Look, size: float, *, begins: bool, ends: bool
) -> None:
    """A line of a code block; the first and last one keep a distance from the text around."""
    form = QTextCharFormat()
    form.setFont(_font(look, fixed=True, size=size), SPECIFIED)
    form.setForeground(QBrush(QColor(look.text)))
    _mark(cursor, block.position(), block.length() - 1, form)
    cursor.setPosition(block.position())
    cursor.mergeBlockCharFormat(form)
    space = QTextBlockFormat()
    space.setBackground(QBrush(QColor(look.shade)))
    space.setNonBreakableLines(not look.wraps_code)
    space.setTopMargin(look.size * 0.3 if begins else 0)
    space.setBottomMargin(look.size * 0.9 if ends else 0)
    _set_block(cursor, block, space)


def _paragraph(cursor: QTextCursor, block: QTextBlock, look: Look) -> None:
    in_table = QTextCursor(block).currentTable() is not None
    form = QTextCharFormat()
    form.setForeground(QBrush(QColor(look.text)))
    cursor.setPosition(block.position())
    cursor.mergeBlockCharFormat(form)
    for at, length, piece in _fragments(block):
        if piece.isImageFormat():
            continue
        form = QTextCharFormat()
        form.setForeground(QBrush(QColor(look.link if piece.isAnchor() else look.text)))
        if piece.isAnchor():
            form.setFontUnderline(False)
        if piece.fontFixedPitch():
            form.setFont(_font(look, fixed=True), SPECIFIED)
            form.setBackground(QBrush(QColor(look.shade)))
        if piece.fontWeight() > QFont.Weight.Normal:
            form.setFontWeight(QFont.Weight.DemiBold)
        _mark(cursor, at, length, form)
    space = QTextBlockFormat()
    if not any(piece.isImageFormat() for _, _, piece in _fragments(block)):
        share = 125 if in_table else 140
        space.setLineHeight(share, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    if not in_table:
        held = block.textList() is not None
        space.setTopMargin(0)
        space.setBottomMargin(look.size * (0.35 if held else 0.85))
    _set_block(cursor, block, space)


def _table(table: QTextTable, look: Look) -> None:
    form: QTextTableFormat = table.format()
    form.setBorderCollapse(True)
    form.setBorder(max(1.0, look.size / 28))
    form.setBorderStyle(QTextTableFormat.BorderStyle.BorderStyle_Solid)
    form.setBorderBrush(QBrush(QColor(look.line)))
    form.setCellPadding(look.size * 0.35)
    form.setCellSpacing(0)
    form.setHeaderRowCount(1)
    form.setTopMargin(look.size * 0.2)
    form.setBottomMargin(look.size)
    widths = _widths(
        [[_cell_text(table, row, column) for row in range(table.rows())] for column in range(table.columns())]
    )
    if widths:
        share = QTextLength.Type.PercentageLength
        form.setWidth(QTextLength(share, 100))
        form.setColumnWidthConstraints([QTextLength(share, one) for one in widths])
    table.setFormat(form)
    for column in range(table.columns()):
        cell = table.cellAt(0, column)
        head = cell.format()
        head.setBackground(QBrush(QColor(look.shade)))
        cell.setFormat(head)


def _cell_text(table: QTextTable, row: int, column: int) -> str:
    cell = table.cellAt(row, column)
    return QTextCursor(cell.firstCursorPosition().block()).block().text()


def _widths(columns: list[list[str]]) -> list[float]:
    """Widths of the columns of a table in percent; none where all cells fit into one line.

    A column has room for its longest word, and more the longer its texts are.

    >>> _widths([["key", "a"], ["meaning", "short"]])
    []
    >>> [round(width) for width in _widths([["key", "name"], ["meaning", "many words " * 20]])]
    [8, 92]
    """
    longest = [max(map(len, cells)) for cells in columns]
    if sum(longest) < ONE_LINE:
        return []
    words = [max(len(word) for cell in cells for word in cell.split() or [""]) for cells in columns]
    least = [min(word, LONG_WORD) + 3 for word in words]
    rest = max(0, WIDE_LINE - sum(least))
    more = [max(0.0, min(most, WIDE_LINE) ** 0.85 - own) for most, own in zip(longest, least, strict=True)]
    letters = [own + rest * one / (sum(more) or 1) for own, one in zip(least, more, strict=True)]
    return [100 * one / sum(letters) for one in letters]
