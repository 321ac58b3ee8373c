"""Preview of a document or job: pages with a page list, or the beginning of a list or file."""

from collections.abc import Iterator, Sequence
from itertools import islice
from time import monotonic

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase, QHideEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing.display import Leaf
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Formula, Heading, Value, plain_number
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.document import Document
from fatdesk.gui.documents.page_view import PageList, PageView
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.widgets.plain_text import label
from fatdesk.paper import Printing
from fatdesk.tasks.files import beginnings, shortened

SLICE_S = 0.012
"""Time to list pages before returning to the event loop."""


class PageListing(QObject):
    """Lists pages step by step; ``grew`` signals added pages, last when the list is complete."""

    grew = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.found: list[Leaf] = []
        self._source: Iterator[Leaf] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._more)

    @property
    def complete(self) -> bool:
        """Whether all pages are listed."""
        return self._source is None

    def list(self, source: Iterator[Leaf]) -> None:
        """List the pages of a source; the first ones immediately."""
        self.found, self._source = [], source
        self._timer.start()
        self._more()

    def stop(self) -> None:
        """Stop listing."""
        self._timer.stop()
        self.found, self._source = [], None

    def finish(self) -> None:
        """List all remaining pages now."""
        if self._source is not None:
            self.found.extend(self._source)
            self._end()

    def _end(self) -> None:
        self._source = None
        self._timer.stop()
        self.grew.emit()

    def _more(self) -> None:
        if self._source is None:
            return
        end = monotonic() + SLICE_S
        while monotonic() < end:
            leaf = next(self._source, None)
            if leaf is None:
                self._end()
                return
            self.found.append(leaf)
        self.grew.emit()


ROWS = 200
BYTES = 20_000
"""Maximum size of a file preview in bytes."""

Cells = tuple[Value, ...]


def cell_text(value: Value) -> str:
    """Return a cell value as text."""
    if isinstance(value, Formula):
        value = value.value
    if value is None:
        return ""
    return value if isinstance(value, str) else plain_number(value)


class RowsExcerpt(QWidget):
    """Preview of a list: its first rows."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        px = desk.theme.px
        self.words = label("", "text2")
        self.words.setObjectName("list-words")
        self.words.setContentsMargins(px(12), px(6), px(12), px(6))
        self._column.addWidget(self.words)
        self.table: Table | None = None

    def show_list(self, document: Document, plan: Plan) -> None:
        """Show the first rows."""
        assert document.export is not None
        assert document.export.table is not None
        columns, source = document.export.table(plan)
        rows = [tuple(row) for row in islice(source, ROWS + 1)]
        if self.table is not None:
            self._column.removeWidget(self.table)
            self.table.deleteLater()
        model: RowsModel[Cells] = RowsModel([_column(i, some) for i, some in enumerate(columns)], self)
        self.table = Table(self._desk, model, f"Preview of {document.name}")
        self._column.addWidget(self.table, 1)
        model.setParent(self.table)
        model.show(rows[:ROWS])
        shown = f"The first {ROWS} rows" if len(rows) > ROWS else f"All {counted(len(rows), 'row')}"
        self.words.setText(f"{shown}, {counted(len(columns), 'column')}")


def _column(number: int, column: Heading) -> Column[Cells]:
    return Column(
        column.title,
        max(60, min(240, round(column.width * 8))),
        lambda cells: cell_text(cells[number]),
        number=column.kind != "text",
    )


class TextExcerpt(QPlainTextEdit):
    """Preview of a file: its first lines."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(desk.theme.px(12))
        self.setFont(font)
        self.setAccessibleName("File preview")

    def show_words(self, words: str) -> None:
        """Show why there is no preview."""
        self.setPlainText(words)

    def show_files(self, files: dict[str, tuple[bytes, int]]) -> None:
        """Show the beginning of each file, given its first bytes and its size."""
        parts = [] if files else ["No file is written; see the limitations of this format above."]
        for name, (data, size) in files.items():
            text = data.decode("utf-8", "replace").rstrip("\ufffd")
            more = f"\n… {size:,} bytes in all" if size > len(data) else ""
            parts.append((f"{name}\n\n" if len(files) > 1 else "") + text + more)
        self.setPlainText("\n\n".join(parts))


PREPARING = "Preparing preview…"
"""The message until the first page or line is there."""
AT_ONCE = 5_000
"""Maximum number of links for which a preview is made immediately."""


def pages_of(documents: Sequence[Document], plan: Plan, printing: Printing) -> Iterator[Leaf]:
    """Return the pages of several documents, prefixed with the document name."""
    for document in documents:
        for leaf in document.leaves(plan, printing):
            yield Leaf(f"{document.name}, {leaf.title}", leaf.draw, document.name)


class Preview(QWidget):
    """Pages with their list, rows or text; above them the limitations of a format.

    ``moved`` signals that another page is shown or that pages were added.
    """

    moved = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self.session = desk, desk.session
        px = desk.theme.px
        self.view, self.pages = PageView(desk), PageList(desk)
        self.rows, self.text = RowsExcerpt(desk), TextExcerpt(desk)
        for name, part in (
            ("page", self.view),
            ("pages", self.pages),
            ("list-preview", self.rows),
            ("file-preview", self.text),
        ):
            part.setObjectName(name)
        self.leaves = PageListing(self)
        self.at = 0
        self._title = ""
        self._making: BackgroundTask | None = None
        self.search = QLineEdit()
        self.search.setObjectName("find-page")
        self.search.setPlaceholderText("Find a page")
        self.search.setAccessibleName("Find a page")
        side = QWidget()
        side.setProperty("role", "panel")
        column = QVBoxLayout(side)
        column.setContentsMargins(0, px(8), 0, 0)
        row = QHBoxLayout()
        row.setContentsMargins(px(8), 0, px(8), 0)
        row.addWidget(self.search)
        column.addLayout(row)
        column.addWidget(self.pages, 1)
        self.paged = QSplitter(Qt.Orientation.Horizontal)
        for widget in (side, self.view):
            self.paged.addWidget(widget)
        self.paged.setSizes([px(200), px(700)])
        self.paged.setStretchFactor(1, 1)
        self.paged.setHandleWidth(px(1))
        self.paged.setChildrenCollapsible(False)
        self.middle = QStackedWidget()
        for page in (self.paged, self.rows, self.text):
            self.middle.addWidget(page)
        self.left_out = label("", "text2")
        self.left_out.setObjectName("left-out")
        self.left_out.setWordWrap(True)
        self.left_out.setContentsMargins(px(12), px(6), px(12), px(6))
        self.left_out.hide()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.left_out)
        whole.addWidget(self.middle, 1)
        self.leaves.grew.connect(self._grew)
        self.pages.turned_to.connect(self.go_to)
        self.view.turned.connect(self.turn)
        self.search.textChanged.connect(lambda _: self._list_pages())
        self.search.returnPressed.connect(self._go_to_first_found)

    @property
    def shows_pages(self) -> bool:
        """Whether the page view is shown."""
        return self.middle.currentWidget() is self.paged

    @property
    def is_making(self) -> bool:
        """Whether the preview is being made."""
        return not self.leaves.complete or (self._making is not None and self._making.state == "running")

    # Contents

    def begin_again(self) -> None:
        """Start another preview at its first page."""
        self.at, self._title = 0, ""
        self.search.clear()

    def show_pages(self, source: Iterator[Leaf]) -> None:
        """Show pages; the current page is kept by its name."""
        self._leave_making()
        self._note_page()
        self.middle.setCurrentWidget(self.paged)
        if self.view.page is None:
            self.view.show_words(PREPARING)
        self.leaves.list(source)

    def show_left_out(self, words: str) -> None:
        """Show the limitations of the format."""
        self.left_out.setText(words)
        self.left_out.setVisible(bool(words))

    def show_words(self, words: str) -> None:
        """Show a message instead of pages."""
        self._leave_making()
        self._note_page()
        self._no_pages()
        self.middle.setCurrentWidget(self.paged)
        self.view.show_words(words)

    def show_file(self, document: Document, printing: Printing) -> None:
        """Show the beginning of a list or file; long ones are made in the background."""
        self._leave_making()
        self._no_pages()
        if document.export is not None and document.export.table is not None and not document.slow:
            self.rows.show_list(document, self.session.derived.light_plan)
            self.middle.setCurrentWidget(self.rows)
            return
        self.middle.setCurrentWidget(self.text)
        if self.session.figures.links <= AT_ONCE and not document.slow:
            assert document.export is not None
            plan = printing.plan_for(self.session.derived.plan)
            self.text.show_files(shortened(document.export.make(plan), BYTES))
            return
        self.text.show_words(PREPARING)
        self._making = self._desk.tasks.start(
            f"Preview of {document.name}",
            beginnings,
            self.session.project,
            document.name,
            BYTES,
            printing,
            self.session.measured_for([document.name]),
            done=self.text.show_files,
            failed=self.text.show_words,
            whenever=True,
        )

    def stop(self) -> None:
        """Stop making the preview."""
        self._leave_making()
        self._no_pages()

    def _no_pages(self) -> None:
        self.leaves.stop()
        self.pages.show_pages([], "")

    def _note_page(self) -> None:
        if self.leaves.found and self.at < len(self.leaves.found):
            self._title = self.leaves.found[self.at].title

    def _leave_making(self) -> None:
        if self._making is not None:
            self._making.cancel()
            self._making = None

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop making pages while hidden."""
        if not self.leaves.complete:
            self.leaves.stop()
        self._leave_making()
        super().hideEvent(event)

    # Pages

    def _grew(self) -> None:
        """Update after pages were added."""
        found = self.leaves.found
        if self._title:
            same = next((i for i, leaf in enumerate(found) if leaf.title == self._title), None)
            if same is not None:
                self.at, self._title = same, ""
            elif self.leaves.complete:
                self.at, self._title = min(self.at, max(0, len(found) - 1)), ""
        self._list_pages()
        if not self._title and self.at < len(found) and self.leaves.complete:
            self._show_page()
        elif self.leaves.complete and not found:
            self.view.show_words("")
        self.moved.emit()

    def _list_pages(self) -> None:
        self.pages.show_pages(self.leaves.found, self.search.text().strip(), self.leaves.complete)
        self.pages.mark(self.at)

    def _show_page(self) -> None:
        self.view.show_page(self.leaves.found[self.at].draw())
        self.pages.mark(self.at)

    def turn(self, pages: int) -> None:
        """Turn by a number of pages."""
        self.go_to(max(0, min(len(self.leaves.found) - 1, self.at + pages)))

    def go_to(self, number: int) -> None:
        """Show a page, from 0."""
        if 0 <= number < len(self.leaves.found) and number != self.at:
            self.at, self._title = number, ""
            if self.leaves.complete:  # pages know the total only then
                self._show_page()
            self.moved.emit()

    def _go_to_first_found(self) -> None:
        if self.pages.pages.shown:
            self.go_to(self.pages.pages.shown[0])
