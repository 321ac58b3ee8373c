"""Preview of a document or job: its pages by name and at large, or how a list or file begins."""

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

from fatdesk.engine.drawing.display import Leaf
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Formula, Heading, Value, plain_number
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.document import Handout
from fatdesk.gui.documents.page_list import PageList
from fatdesk.gui.documents.page_view import PageView
from fatdesk.gui.session.jobs import Job
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.widgets.numbers import counted
from fatdesk.gui.widgets.plain_text import label
from fatdesk.paper import Printing
from fatdesk.tasks.exporting import beginnings, shortened

SLICE_S = 0.012
"""How long listing may take at once."""


class Leaves(QObject):
    """``grew`` tells that pages were added, the last time when all are there."""

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
        """Whether all pages are there."""
        return self._source is None

    def list(self, source: Iterator[Leaf]) -> None:
        """List other pages; the first ones are there at once."""
        self.found, self._source = [], source
        self._timer.start()
        self._more()

    def stop(self) -> None:
        """List nothing any more."""
        self._timer.stop()
        self.found, self._source = [], None

    def finish(self) -> None:
        """List the rest now."""
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
"""How much of a file is shown."""

Cells = tuple[Value, ...]


def told(value: Value) -> str:
    """A cell as text."""
    if isinstance(value, Formula):
        value = value.value
    if value is None:
        return ""
    return value if isinstance(value, str) else plain_number(value)


class RowsExcerpt(QWidget):
    """The first rows of a list under its titles."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        px = desk.theme.px
        self.words = label("", "text2")
        self.words.setContentsMargins(px(12), px(6), px(12), px(6))
        self._column.addWidget(self.words)
        self.table: Table | None = None

    def show_list(self, handout: Handout, plan: Plan) -> None:
        """Show the first rows."""
        assert handout.export is not None
        assert handout.export.table is not None
        columns, source = handout.export.table(plan)
        rows = [tuple(row) for row in islice(source, ROWS + 1)]
        if self.table is not None:
            self._column.removeWidget(self.table)
            self.table.deleteLater()
        model: RowsModel[Cells] = RowsModel([_column(i, some) for i, some in enumerate(columns)], self)
        self.table = Table(self._desk, model, f"Beginning of {handout.name}")
        self._column.addWidget(self.table, 1)
        model.setParent(self.table)
        model.show(rows[:ROWS])
        shown = f"The first {ROWS} rows" if len(rows) > ROWS else f"All {counted(len(rows), 'row')}"
        self.words.setText(f"{shown}, {counted(len(columns), 'column')}")


def _column(number: int, column: Heading) -> Column[Cells]:
    return Column(
        column.title,
        max(60, min(240, round(column.width * 8))),
        lambda cells: told(cells[number]),
        number=column.kind != "text",
    )


class TextExcerpt(QPlainTextEdit):
    """The first lines of a file."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(desk.theme.px(12))
        self.setFont(font)
        self.setAccessibleName("Beginning of the file")

    def show_words(self, words: str) -> None:
        """Say why there is nothing yet."""
        self.setPlainText(words)

    def show_files(self, files: dict[str, tuple[bytes, int]]) -> None:
        """Show how each file begins: some of its bytes, and how many there are."""
        parts = [] if files else ["No file is written: the reason is among what this format cannot hold."]
        for name, (data, size) in files.items():
            text = data.decode("utf-8", "replace").rstrip("\ufffd")
            more = f"\n… {size:,} bytes in all" if size > len(data) else ""
            parts.append((f"{name}\n\n" if len(files) > 1 else "") + text + more)
        self.setPlainText("\n\n".join(parts))


AT_ONCE = 5_000
"""Links up to which a file is made at once to show how it begins."""


def pages_of(handouts: Sequence[Handout], plan: Plan, printing: Printing) -> Iterator[Leaf]:
    """All pages of several documents, each named after its document."""
    for handout in handouts:
        for leaf in handout.leaves(plan, printing):
            yield Leaf(f"{handout.name}, {leaf.title}", leaf.draw, handout.name)


class Preview(QWidget):
    """Pages with their list, rows, or text, and over them what a form cannot hold.

    ``moved`` tells that another page is shown or more are known.
    """

    moved = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self.session = desk, desk.session
        px = desk.theme.px
        self.view, self.pages = PageView(desk), PageList(desk)
        self.rows, self.text = RowsExcerpt(desk), TextExcerpt(desk)
        self.leaves = Leaves(self)
        self.at = 0
        self._title = ""
        self._making: Job | None = None
        self.search = QLineEdit()
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
        """Whether pages are shown, or words in their place."""
        return self.middle.currentWidget() is self.paged

    @property
    def is_making(self) -> bool:
        """Whether something is shown that is not yet there."""
        return not self.leaves.complete or (self._making is not None and self._making.state == "running")

    # What is shown

    def begin_again(self) -> None:
        """Something else is looked at, from its first page."""
        self.at, self._title = 0, ""
        self.search.clear()

    def show_pages(self, source: Iterator[Leaf]) -> None:
        """Show pages; the one with the name of that in view stays in view."""
        self._leave_making()
        self._note_page()
        self.middle.setCurrentWidget(self.paged)
        self.leaves.list(source)

    def tell_left_out(self, words: str) -> None:
        """Say what the form of what is shown cannot hold."""
        self.left_out.setText(words)
        self.left_out.setVisible(bool(words))

    def show_words(self, words: str) -> None:
        """Say why there are no pages."""
        self._leave_making()
        self._note_page()
        self._no_pages()
        self.middle.setCurrentWidget(self.paged)
        self.view.show_words(words)

    def show_file(self, handout: Handout) -> None:
        """Show how a list or a file begins; a long one is made by a worker."""
        self._leave_making()
        self._no_pages()
        if handout.export is not None and handout.export.table is not None and not handout.slow:
            self.rows.show_list(handout, self.session.derived.light_plan)
            self.middle.setCurrentWidget(self.rows)
            return
        self.middle.setCurrentWidget(self.text)
        if self.session.figures.links <= AT_ONCE and not handout.slow:
            assert handout.export is not None
            self.text.show_files(shortened(handout.export.make(self.session.derived.plan), BYTES))
            return
        self.text.show_words("Making it…")
        self._making = self._desk.jobs.start(
            f"Preview of {handout.name}",
            beginnings,
            self.session.project,
            handout.name,
            BYTES,
            self.session.measured_for([handout.name]),
            done=self.text.show_files,
            failed=self.text.show_words,
            whenever=True,
        )

    def stop(self) -> None:
        """Make nothing any more."""
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
        """Pages that nobody sees are not made."""
        if not self.leaves.complete:
            self.leaves.stop()
        self._leave_making()
        super().hideEvent(event)

    # Pages

    def _grew(self) -> None:
        """More pages are known."""
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
        self.moved.emit()

    def _list_pages(self) -> None:
        self.pages.show_pages(self.leaves.found, self.search.text().strip(), self.leaves.complete)
        self.pages.mark(self.at)

    def _show_page(self) -> None:
        self.view.show_page(self.leaves.found[self.at].draw())
        self.pages.mark(self.at)

    def turn(self, pages: int) -> None:
        """Go on by so many pages."""
        self.go_to(max(0, min(len(self.leaves.found) - 1, self.at + pages)))

    def go_to(self, number: int) -> None:
        """Show a page, from 0."""
        if 0 <= number < len(self.leaves.found) and number != self.at:
            self.at, self._title = number, ""
            if self.leaves.complete:  # only then does a page know of how many it is one
                self._show_page()
            self.moved.emit()

    def _go_to_first_found(self) -> None:
        if self.pages.pages.shown:
            self.go_to(self.pages.pages.shown[0])
