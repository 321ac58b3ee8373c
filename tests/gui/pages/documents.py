"""The workspace Documents: jobs and documents at the left, the preview, options at the right."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QListWidget, QPlainTextEdit, QWidget

from fatdesk.gui.documents.document_list import ROW, DocumentList
from fatdesk.gui.documents.page_view import PageList, PageView
from fatdesk.gui.tables.table import Table
from fatdesk.gui.widgets.menu_button import MenuButton
from fatdesk.project.document.export_job import ExportJob
from tests.gui.pages.page import LEFT, NONE, Page, middle_of, until
from tests.gui.pages.table import TablePage
from tests.gui.pages.workspace import WorkspacePage

CTRL = Qt.KeyboardModifier.ControlModifier


class DocumentsPage(WorkspacePage):
    """Documents and jobs by their names, pages by their numbers from 0."""

    def __init__(self, window):
        super().__init__(window, "documents")

    # The list

    @property
    def list(self):
        return DocumentsList(self.widget)

    def click_document(self, name, keys=NONE):
        """Click a document, and wait until its pages are listed."""
        self.list.click_document(name, keys)
        until(lambda: self.complete)

    @property
    def shows_result(self):
        """Whether the card about the last export is on view."""
        return self.find(QWidget, "result-card").isVisible()

    @property
    def result(self):
        """The first line of the card: how many files are where."""
        return self.text("result-title")

    @property
    def result_notes(self):
        """What the card says was left out."""
        return self.text("result-notes")

    def choose_job(self, name):
        self.widget.choose_job(name)

    @property
    def job(self):
        """The job on view; None: it is a document."""
        return self.widget.job

    @property
    def document(self):
        """The document on view, or the one of the job that is on view."""
        return self.widget.document

    @property
    def new_entries(self):
        """The entries of the menu New job by their texts."""
        entries = self.find(MenuButton, "new-job").menu().actions()
        return {action.text(): action for action in entries if action.text()}

    def add_ready(self, title):
        """Add a ready-made job from the menu."""
        self.new_entries[title].trigger()

    def filter(self, text):
        """Type at the end of the filter of the list."""
        self.click("filter")
        QTest.keyClicks(self.find(QLineEdit, "filter"), text)

    def clear_filter(self):
        self.find(QLineEdit, "filter").clear()

    # The preview

    @property
    def complete(self):
        """Whether all pages are listed."""
        return self.widget.preview.leaves.complete

    @property
    def leaves(self):
        """The pages that are listed, as they are drawn."""
        return self.widget.preview.leaves.found

    @property
    def titles(self):
        """The titles of the pages that are listed."""
        return [leaf.title for leaf in self.leaves]

    @property
    def at(self):
        """The number of the page on view."""
        return self.widget.preview.at

    def go_to(self, number):
        self.widget.preview.go_to(number)

    def preview_again(self, leaves):
        """Show pages that are made one by one, where there was a message."""
        preview = self.widget.preview
        preview.show_words("Nothing selected.")
        preview.show_pages(leaves)

    @property
    def view(self):
        """The page on view."""
        return PageViewPage(self.widget)

    @property
    def page(self):
        """What is drawn on the page on view; None: there is none."""
        return self.view.page

    @property
    def shows(self):
        """What the preview is: ``page``, ``list-preview`` or ``file-preview``."""
        (shown,) = [
            name for name in ("page", "list-preview", "file-preview") if self.find(QWidget, name).isVisible()
        ]
        return shown

    @property
    def file_text(self):
        """How a file begins."""
        return self.find(QPlainTextEdit, "file-preview").toPlainText()

    @property
    def rows(self):
        """How a list begins, as a table: the newest, for each list has its own."""
        return TablePage.of(self.find(QWidget, "list-preview").findChildren(Table)[-1])

    @property
    def rows_words(self):
        """What is said of the beginning of a list."""
        return self.text("list-words")

    @property
    def left_out(self):
        """What a form cannot hold; empty: nothing is said."""
        label = self.find(QLabel, "left-out")
        assert label.isVisible() == bool(label.text())
        return label.text()

    @property
    def _pages(self):
        return self.find(PageList, "pages")

    @property
    def found_pages(self):
        """The numbers of the pages that the search leaves in their list."""
        return self._pages.pages.shown

    @property
    def page_texts(self):
        """The texts of the lines of the list of pages."""
        model = self._pages.model()
        return [model.index(row, 0).data() for row in range(model.rowCount())]

    def place_of_page(self, line):
        """The middle of a line of the list of pages, in pixels."""
        return self._pages.visualRect(self._pages.pages.index(line)).center()

    def click_page(self, place):
        """A click in the list of pages; the number of the page that is there."""
        QTest.mouseClick(self._pages.viewport(), LEFT, NONE, place)
        return self._pages.pages.shown[self._pages.indexAt(place).row()]

    @property
    def search_has_keys(self):
        """Whether keys go into the search for pages."""
        return self.find(QLineEdit, "find-page").hasFocus()

    def search(self, text):
        """Type at the end of the search for pages."""
        QTest.keyClicks(self.find(QLineEdit, "find-page"), text)

    def enter_search(self):
        QTest.keyClick(self.find(QLineEdit, "find-page"), Qt.Key.Key_Return)

    def clear_search(self):
        self.find(QLineEdit, "find-page").clear()

    # The bar

    def can_press(self, name):
        """Whether a button can be pressed: ``print``, ``export-all``, ``next-page``."""
        return self.button(name).isEnabled()

    @property
    def page_number(self):
        return self.find(QLineEdit, "page-number").text()

    def type_page_number(self, text):
        self.enter("page-number", text)

    @property
    def page_count(self):
        return self.text("page-count")

    @property
    def scale_text(self):
        return self.text("scale")

    @property
    def parts(self):
        """The parts of a job that can be on view."""
        combo = self.find(QComboBox, "part")
        return [combo.itemText(n) for n in range(combo.count())]

    def next_part(self):
        QTest.keyClick(self.find(QComboBox, "part"), Qt.Key.Key_Down)

    @property
    def run_text(self):
        """What the button to run the selected jobs says."""
        return self.button("run-job").text()

    @property
    def primary_button(self):
        """The name of the primary button: that of what is selected."""
        (name,) = [
            name for name in ("run-job", "export-all") if self.button(name).property("kind") == "primary"
        ]
        return name

    @property
    def is_running(self):
        """Whether a job is being run."""
        return self.widget.running.is_running

    @property
    def runs(self):
        """When documents and jobs were last written."""
        return self.widget.printer.runs()

    def rename_runs(self, name, other):
        """A job is called by another name: its last run goes with it."""
        self.widget.printer.call_job(name, other)

    def print_to(self, name, leaves, printer):
        """Print pages on a printer that was chosen."""
        self.widget.printer.print(name, leaves, printer)

    def remove_jobs(self, jobs):
        self.widget.edits.remove(jobs)

    # Options

    @property
    def problem(self):
        """What is wrong with the options; empty: nothing."""
        return self.text("problem")

    @property
    def shows_problem(self):
        return self.find(QLabel, "problem").isVisible()

    @property
    def printing(self):
        """What the options say of printing."""
        return self.widget.options.printing()

    def has_keys(self, option):
        """Whether keys go into the field of an option."""
        return self.find(QLineEdit, f"option-{option}").hasFocus()

    def type_option(self, option, text):
        """Click into an option, replace what is there, Enter."""
        self.click(f"option-{option}")
        field = self.find(QLineEdit, f"option-{option}")
        QTest.keyClick(field, Qt.Key.Key_A, CTRL)
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)

    def type_on(self, option, text):
        """Type into an option as it is, without Enter."""
        QTest.keyClicks(self.find(QLineEdit, f"option-{option}"), text)

    def key_in(self, option, key, keys=NONE):
        QTest.keyClick(self.find(QWidget, f"option-{option}"), key, keys)

    @property
    def paper(self):
        return self.find(QComboBox, "option-paper").currentText()

    def choose_last_paper(self):
        """Go to the last paper by a key; its name."""
        paper = self.find(QComboBox, "option-paper")
        paper.setFocus()
        QTest.keyClick(paper, Qt.Key.Key_End)
        return paper.currentText()

    def turn_grey(self):
        """Click the box for black and white."""
        box = self.find(QCheckBox, "grey")
        QTest.mouseClick(box, LEFT, NONE, QPoint(8, box.height() // 2))

    @property
    def paper_note(self):
        """What is said of the paper of the page on view; empty: nothing."""
        note = self.find(QLabel, "paper-of-page")
        return note.text() if note.isVisible() else ""

    def choose_label_stock(self, name):
        """Type the name of a stock of labels."""
        stock = self.find(QComboBox, "label-stock")
        stock.setFocus()
        QTest.keyClicks(stock, name)

    def start_labels_at(self, number):
        """Type at which label of the sheet to begin."""
        field = self.find(QLineEdit, "label-start")
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, str(number))
        QTest.keyClick(field, Qt.Key.Key_Return)

    @property
    def label_refusal(self):
        """Why the number of the first label is refused; empty: it is not."""
        return self.find(QLineEdit, "label-start").accessibleDescription()

    @property
    def ticked_words(self):
        """How many documents a job has, as it is said."""
        return self.text("documents-of-job")

    def _tick(self, name):
        ticks = self.find(QListWidget, "ticks")
        return next(item for item in map(ticks.item, range(ticks.count())) if item.text() == name)

    def is_ticked(self, name):
        """Whether a document is in the job on view."""
        return self._tick(name).checkState() == Qt.CheckState.Checked

    def tick(self, name):
        """Go to a document in the list of a job, and press the space bar."""
        ticks = self.find(QListWidget, "ticks")
        ticks.setCurrentItem(self._tick(name))
        QTest.keyClick(ticks, Qt.Key.Key_Space)


class DocumentsList(Page):
    """Jobs and documents under heads."""

    NAME = "documents"

    def __init__(self, inside):
        self.widget = self._named(inside, DocumentList, self.NAME)

    @property
    def _model(self):
        return self.widget.documents

    @property
    def rows(self):
        """Heads, hints, jobs and documents from the top."""
        return self._model.rows

    @property
    def names(self):
        """The names of the jobs and documents from the top."""
        return [row.name for row in self.rows if hasattr(row, "name")]

    @property
    def selected(self):
        """The job or document on view; None: there is none."""
        return self.widget.looked_at

    @property
    def spoken(self):
        """The texts of all rows for readers of the screen."""
        role = Qt.ItemDataRole.AccessibleTextRole
        return [self._model.data(self._model.index(n), role) for n in range(self._model.rowCount())]

    def choose(self, name):
        """Select a document."""
        self.widget.choose(name)

    def click_document(self, name, keys=NONE):
        index = self._model.index(self._model.number_of((False, name)))
        QTest.mouseClick(self.widget.viewport(), LEFT, keys, middle_of(self.widget, index))

    def key(self, key, keys=NONE):
        """A key with the keyboard in the list."""
        self.widget.setFocus()
        QTest.keyClick(self.widget, key, keys)

    def last_run(self, row):
        """When a document or job was last written, and the tone in which that is said."""
        return self._model.last_run_text(row)

    def last_run_of_job(self, name):
        return self.last_run(self.job(name))[0]

    def job(self, name):
        """The job of a name as the list has it."""
        return next(row for row in self.rows if isinstance(row, ExportJob) and row.name == name)

    def second_line(self, row):
        """What is below the name of a job or document, and its tone."""
        return self._model.second_line(row)

    @property
    def heights(self):
        """The height of each row, by the job, document, head or hint."""
        indexes = [self._model.index(n, 0) for n in range(self._model.rowCount())]
        return [(index.data(ROW), self.widget.visualRect(index).height()) for index in indexes]

    @property
    def width(self):
        """The width of the rows."""
        return self.widget.viewport().width()


class PageViewPage(Page):
    """The page on view: where it is, how large, keys and mouse over it."""

    NAME = "page"

    def __init__(self, inside):
        self.widget = self._named(inside, PageView, self.NAME)

    @property
    def page(self):
        return self.widget.page

    @property
    def words(self):
        """What is said where there is no page."""
        return self.widget.words

    @property
    def scale(self):
        return self.widget.scale

    @property
    def origin(self):
        return QPointF(self.widget.origin)

    @property
    def size(self):
        """The room for the page in pixels."""
        return self.widget.viewport().size()

    @property
    def pixmap(self):
        """What is on the screen."""
        return self.widget.viewport().grab()

    def key(self, key):
        QTest.keyClick(self.widget.viewport(), key)

    def zoom(self, factor, at):
        self.widget.zoom(factor, at)

    def drag(self, start, by):
        """Take the page and move it."""
        port = self.widget.viewport()
        QTest.mousePress(port, LEFT, NONE, start)
        for step in (10, 20, 30):
            QTest.mouseMove(port, start + by * step / 30)
        QTest.mouseRelease(port, LEFT, NONE, start + by)
