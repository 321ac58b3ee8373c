"""A table: its rows and groups, what is selected, cells that are typed into."""

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit

from fatdesk.gui.tables.table import Table
from tests.gui.pages.page import LEFT, NONE, Page, until


class TablePage(Page):
    """A table by its name; columns by their ids, lines by their numbers from the top."""

    def __init__(self, inside, name):
        self.widget = self._named(inside, Table, f"table-{name}")

    @classmethod
    def of(cls, table):
        """A table that a page has found."""
        page = cls.__new__(cls)
        page.widget = table
        return page

    @property
    def _model(self):
        return self.widget.rows

    # What is shown

    @property
    def all_rows(self):
        """The rows, those that a filter or a closed group hides too."""
        return list(self._model.rows)

    @property
    def rows(self):
        """The rows on view, in their order."""
        return self._model.shown()

    @property
    def line_count(self):
        """Rows on view and heads of groups."""
        return self._model.rowCount()

    @property
    def columns(self):
        """The ids of all columns, hidden ones too."""
        return [column.id for column in self._model.columns]

    @property
    def texts(self):
        """The texts of all columns of the rows on view."""
        return [[column.text(row) for column in self._model.columns] for row in self.rows]

    @property
    def cut(self):
        """Titles of columns that are not wholly in view, and texts that are wider than their column."""
        table, found = self.widget, []
        for number, column in enumerate(self._model.columns):
            if table.isColumnHidden(number):
                continue
            if table.columnViewportPosition(number) + table.columnWidth(number) > table.viewport().width():
                found.append(column.title)
            room = table.columnWidth(number) - 8
            texts = (column.text(row) for row in self.rows)
            found += [text for text in texts if table.fontMetrics().horizontalAdvance(text) > room]
        return found

    @property
    def empty_text(self):
        """What it says where it has no rows."""
        return self.widget.empty

    @property
    def refusal(self):
        """Why the last typed value was refused, as it is shown at its cell; empty: it was not."""
        return self.widget.painter.refusal

    @property
    def copied(self):
        """What copying it puts on the clipboard."""
        return "\n".join("\t".join(line) for line in self.widget.as_lines()) + "\n"

    def column(self, name):
        return self.columns.index(name)

    def is_hidden(self, column):
        return self.widget.isColumnHidden(self.column(column))

    def hides(self, number):
        """Whether the column of a number is hidden."""
        return self.widget.isColumnHidden(number)

    def show_column(self, number, on):
        self.widget.show_column(number, on)

    def row(self, line):
        return self._model.row(line)

    def is_head(self, line):
        return self._model.head(line) is not None

    def line_of(self, wanted):
        """The first line with a row as wanted."""
        lines = range(self.line_count)
        return next(n for n in lines if not self.is_head(n) and wanted(self.row(n)))

    def cell(self, line, column):
        """A cell as it is drawn: text, tone, mark, corner."""
        return self._model.cell(line, self.column(column))

    def data(self, line, column):
        """The text of a cell as screen readers and editors get it."""
        return self._index(line, column).data()

    # Groups

    @property
    def groups(self):
        """The titles of the groups on view, from the top."""
        return [self._model.title(group) for group in self._model.lines.present.tolist()]

    @property
    def all_groups(self):
        """The titles of all groups."""
        return self._model.groups.titles

    @property
    def heads(self):
        """What the heads of groups show, by their titles and the ids of columns."""
        heads = {line: self._model.head(line) for line in range(self.line_count) if self.is_head(line)}
        return {
            self._model.title(group): {name: self.cell(line, name).text for name in self.columns}
            for line, group in heads.items()
        }

    def is_open(self, title):
        """Whether the rows of a group are on view."""
        return self._model.is_open(self._model.groups.titles.index(title))

    def open_all(self, is_open):
        self.widget.set_all_open(is_open)

    # Selection

    @property
    def selected(self):
        """The selected rows."""
        return self.widget.chosen_rows()

    @property
    def selected_lines(self):
        return self.widget.chosen_lines()

    @property
    def selected_numbers(self):
        """The numbers of the selected rows, whatever their order on view."""
        return self.widget.chosen_numbers().tolist()

    def select(self, line):
        self.widget.selectRow(line)

    def select_group(self, number):
        """Select what is in a group, as a click on its head does."""
        self.widget.head_chosen.emit(number)

    # Hands

    def _index(self, line, column):
        return self._model.index(line, self.column(column) if isinstance(column, str) else column)

    def place(self, line, column=0):
        """The middle of a cell in pixels."""
        self.widget.executeDelayedItemsLayout()
        return self.widget.visualRect(self._index(line, column)).center()

    def click(self, line, column=0, keys=NONE):
        QTest.mouseClick(self.widget.viewport(), LEFT, keys, self.place(line, column))

    def click_arrow(self, line=0):
        """A click on the arrow of the head of a group."""
        self.widget.scrollToTop()
        QTest.mouseClick(self.widget.viewport(), LEFT, NONE, QPoint(12, self.place(line).y()))

    def click_title(self, column):
        """A click on the title of a column: it sorts."""
        head = self.widget.horizontalHeader()
        number = self.column(column)
        middle = QPoint(head.sectionViewportPosition(number) + 10, head.height() // 2)
        QTest.mouseClick(head.viewport(), LEFT, NONE, middle)

    def sort(self, column, descending=False):
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self.widget.sortByColumn(self.column(column), order)

    def focus(self):
        self.widget.setFocus()

    def go(self, line, column=0):
        """Make a cell the current one, with the keyboard in the table."""
        self.widget.setFocus()
        self.widget.setCurrentIndex(self._index(line, column))

    @property
    def current(self):
        """Line and column of the current cell."""
        index = self.widget.currentIndex()
        return index.row(), index.column()

    def key(self, key, keys=NONE):
        QTest.keyClick(self.widget, key, keys)

    def scroll_to(self, line):
        self.widget.scrollTo(self._index(line, 0))

    @property
    def scrolled(self):
        """How far it is scrolled down, in pixels."""
        return self.widget.verticalScrollBar().value()

    def put(self, line, column, text):
        """Hand a text to a cell as an editor does; whether it was taken."""
        return self._model.setData(self._index(line, column), text)

    def type_into(self, line, column, text):
        """F2 in a cell, another text, Enter; the selection stays."""
        self.widget.setFocus()
        flags = QItemSelectionModel.SelectionFlag
        self.widget.selectionModel().setCurrentIndex(self._index(line, column), flags.NoUpdate)
        QTest.keyClick(self.widget, Qt.Key.Key_F2)
        field = self.widget.viewport().findChildren(QLineEdit)[-1]
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
        until(lambda: self.widget.state() == self.widget.State.NoState)

    def choices(self, line, column):
        """The choices of a cell, which are opened: those there are, and the present one."""
        index = self._index(line, column)
        self.widget.setCurrentIndex(index)
        self.widget.edit(index)
        combo = self.widget.viewport().findChild(QComboBox)
        return [combo.itemText(n) for n in range(combo.count())], combo.currentText()

    def choose(self, text):
        """Take one of the choices that are open."""
        combo = self.widget.viewport().findChild(QComboBox)
        combo.setCurrentIndex(combo.findText(text))
        QTest.keyClick(combo, Qt.Key.Key_Return)

    # Widths

    def span(self, column):
        """From where to where a column is in view, in pixels of the table."""
        head, number = self.widget.horizontalHeader(), self.column(column)
        start = head.sectionViewportPosition(number)
        return start, start + head.sectionSize(number)

    @property
    def room(self):
        """The width in which columns can be seen."""
        return self.widget.viewport().width()

    @property
    def overflow(self):
        """How far the columns reach beyond the view, in pixels."""
        return self.widget.horizontalScrollBar().maximum()

    @property
    def folded(self):
        """The ids of the columns that have no room, from left to right."""
        return [self._model.columns[n].id for n in self.widget.wanted_columns() if n in self.widget.folded]

    def scroll_aside(self, pixels):
        self.widget.horizontalScrollBar().setValue(pixels)

    def pixels(self):
        """What is painted, the titles too."""
        return self.widget.grab().toImage()

    def text_width(self, text):
        """The width of a text in the letters of the table."""
        return self.widget.fontMetrics().horizontalAdvance(text)

    def bold_width(self, text):
        """The width of a text in the bold letters of the table."""
        font = QFont(self.widget.font())
        font.setWeight(QFont.Weight.DemiBold)
        return QFontMetrics(font).horizontalAdvance(text)
