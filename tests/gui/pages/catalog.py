"""The workspace Catalog: a list of parts, and the pages of the selected one."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu, QPlainTextEdit, QPushButton, QScrollArea, QToolButton, QWidget

from fatdesk.gui.tables.table import Table
from tests.gui.pages.page import Page, control
from tests.gui.pages.workspace import WorkspacePage


class RecordsPart(Page):
    """A list of a part as a table: ``cards``, ``boards``, ``ports``, ``management``, ..."""

    def __init__(self, inside, name):
        self.NAME = name
        super().__init__(inside)

    table = control(Table, "table-records")

    @property
    def rows(self):
        """The records, as the file has them."""
        return [row.tree for row in self.table.rows.rows]

    def index(self, line, column):
        """A cell, for what types into it."""
        return self.table.rows.index(line, column)

    def text(self, line, column):
        """What a cell shows."""
        return self.index(line, column).data()

    @property
    def titles(self):
        """The titles of the columns."""
        return [
            self.table.rows.headerData(n, Qt.Orientation.Horizontal)
            for n in range(self.table.rows.columnCount())
        ]

    @property
    def refusal(self):
        """Why the cell that is typed into is refused."""
        return self.table.painter.refusal

    @property
    def editor(self):
        """The field in the cell that is typed into."""
        return self.table.viewport().findChildren(QLineEdit)[-1]

    def add(self):
        self.click("add-row")

    def remove(self):
        """Remove the selected rows."""
        self.click("remove-rows")


class ChangedPart(Page):
    """The banner of files that others have written."""

    NAME = "changed-banner"

    @property
    def title(self):
        return self.text("changed-title")

    @property
    def words(self):
        return self.text("changed-text")

    def reload(self):
        self.click("reload")

    def keep_mine(self):
        self.click("keep-mine")


class WaitingDesign(Page):
    """The strip with the way back to a design that waits for parts."""

    NAME = "design-strip"

    @property
    def back_caption(self):
        return self.button("design-back").text()

    def back(self):
        self.click("design-back")


class CatalogPage(WorkspacePage):
    """The parts of a library: the open project, the shipped parts, or a folder."""

    filter = control(QLineEdit, "filter")
    list = control(Table, "table-parts")
    save_button = control(QPushButton, "save")
    yaml = control(QPlainTextEdit, "yaml")
    configurations = control(Table, "table-configurations")
    chips = control(Table, "table-chips")

    def __init__(self, window, *, show=True):
        super().__init__(window, "catalog", show=show)

    # The library

    @property
    def library(self):
        """The library that is shown."""
        return self.widget.library

    def open_folder(self):
        """Ask for a folder by the menu of catalogs."""
        self.run_in_menu("Open a folder…")

    @property
    def catalog_menu(self):
        """The entries of the menu of catalogs, as it comes up."""
        menu = self.find(QToolButton, "catalogs").menu()
        menu.aboutToShow.emit()
        return menu.actions()

    def run_in_menu(self, text):
        next(entry for entry in self.catalog_menu if entry.text() == text).trigger()

    @property
    def counts(self):
        """How many parts there are, and what is wrong with them."""
        return self.text("counts")

    @property
    def changed(self):
        return ChangedPart(self.widget)

    @property
    def waiting_design(self):
        return WaitingDesign(self.widget)

    # The list

    @property
    def listed(self):
        """The titles of the parts in the list, from the top."""
        return [entry.title for entry in self.list.rows.shown()]

    @property
    def entries(self):
        """The parts in the list, from the top."""
        return self.list.rows.shown()

    def price(self, key):
        """The price of a part in the list."""
        rows = self.list.rows
        at = next(n for n in range(rows.rowCount()) if rows.head(n) is None and rows.row(n).key == key)
        return rows.cell(at, 1).text

    def select(self, *keys):
        """Select parts by their keys: files in folders, ids in a project."""
        if not any(entry.key in keys for entry in self.entries):
            self.filter.clear()
        self.list.mark_rows(lambda entry: entry.key in keys, reveal=True)
        self.list.chosen.emit()
        assert set(self.keys) == set(keys)

    @property
    def keys(self):
        """The keys of the selected parts."""
        return self.widget.keys

    @property
    def entry(self):
        """The selected part; None: none, or several."""
        return self.widget.entry

    @property
    def part(self):
        return self.entry.part

    def add(self, kind):
        """Add a part of a kind by its title."""
        entries = self.find(QMenu, "kinds").actions()
        next(entry for entry in entries if entry.text() == kind).trigger()

    # The part

    @property
    def title(self):
        """The title of the selected part."""
        return self.text("part-title")

    @property
    def where_used(self):
        """What the button of uses says."""
        return self.button("where-used").text()

    def duplicate(self):
        self.click("duplicate")

    def copy_to_project(self):
        self.click("copy-to-project")

    @property
    def tabs(self):
        """The titles of the tabs on offer."""
        return [tab.text() for tab in self._tabs if tab.isVisibleTo(self.widget)]

    @property
    def _tabs(self):
        found = self.widget.findChildren(QToolButton)
        return [tab for tab in found if tab.objectName().startswith("tab-")]

    @property
    def tab(self):
        """The name of the tab in front."""
        return next(tab.objectName().removeprefix("tab-") for tab in self._tabs if tab.isChecked())

    def turn(self, tab):
        """Bring a tab to the front: ``part``, ``ports``, ``lengths``, ``inside``, ``yaml``."""
        self.click(f"tab-{tab}")

    def field(self, name):
        """A field or button of the form; the newest, for the form is made again."""
        return self.find(QWidget, "form").findChildren(QWidget, f"field-{name}")[-1]

    @property
    def form_scrolls_sideways(self):
        return self.find(QScrollArea, "form").horizontalScrollBar().isVisible()

    def has_field(self, name):
        """Whether the form has a field now."""
        return name in self.find(QWidget, "form").fields

    def reason(self, name):
        """What is said to be wrong with a field."""
        form = self.find(QWidget, "form")
        return next(
            (
                field.accessibleDescription()
                for title, field in form.fields.items()
                if (title == name or title.endswith(name.lower())) and field.property("wrong")
            ),
            "",
        )

    def is_struck(self, name):
        """Whether the text of a field is struck out."""
        return QFont(self.field(name).font()).strikeOut()

    # Its text

    @property
    def yaml_status(self):
        return self.text("yaml-status")

    @property
    def yaml_marks(self):
        """The marked lines of the text: what is wrong, and how bad it is."""
        return self.yaml.marks

    @property
    def yaml_line(self):
        """The line with the cursor."""
        return self.yaml.textCursor().block().text()

    def apply_yaml(self):
        """Take the text over by keys."""
        QTest.keyClick(self.yaml, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    # Its lists

    def records(self, name):
        return RecordsPart(self.widget, name)

    def picture(self, name):
        """What a drawing of the part looks like: ``chassis``, ``chips-inside``."""
        return self.find(QWidget, name).grab().toImage()

    @property
    def chassis_words(self):
        """What screen readers say of the front of the chassis."""
        return self.find(QWidget, "chassis").accessibleDescription()

    @property
    def price_curves(self):
        return self.find(QWidget, "price-chart").curves

    @property
    def comparison_head(self):
        return self.text("comparison-head")

    @property
    def compared(self):
        """The lines of the comparison by their titles."""
        table = self.find(QWidget, "comparison").findChildren(Table, "table-compared-parts")[-1]
        return {line.title: line for line in table.rows.rows}
