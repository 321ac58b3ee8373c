"""The dialogs that import device types and price lists."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QLabel, QPlainTextEdit, QPushButton

from fatdesk.gui.tables.ticked import TickedTable
from tests.gui.hands import choose, choose_at
from tests.gui.pages.page import Page, control


class ImportPage(Page):
    """What both dialogs have: a table with ticks, a destination, and what is wrong."""

    take_button = control(QPushButton, "accept")

    def __init__(self, window):
        found = window.findChildren(QDialog, self.NAME)
        assert found, f"there is no {self.NAME}"
        self.widget = found[-1]

    def column(self, number):
        """The texts of a column, from the top; the first is that of the ticks."""
        rows = self.table.rows
        return [rows.cell(line, number).text for line in range(rows.rowCount())]

    def turn(self, line):
        """Tick a line by keys, or clear it."""
        self.table.selectRow(line)
        QTest.keyClick(self.table, Qt.Key.Key_Space)

    def turn_all(self):
        """Tick all lines by keys, or clear them."""
        self.table.setFocus()
        self.table.selectAll()
        QTest.keyClick(self.table, Qt.Key.Key_Space)

    @property
    def trouble(self):
        """What is wrong; it may be out of view."""
        return self.text("trouble")

    @property
    def shows_trouble(self):
        return not self.find(QLabel, "trouble").isHidden()

    def choose(self, name, text):
        """Choose an entry of a list by its text."""
        choose(self.find(QComboBox, name), text)

    def ask_folder(self):
        """Choose another folder as the destination."""
        combo = self.find(QComboBox, "destination")
        choose_at(combo, combo.count() - 1)

    def take(self):
        self.click("accept")

    def cancel(self):
        self.widget.reject()


class ImportDialogPage(ImportPage):
    """Files of device types, and a preview of what they become."""

    NAME = "import-dialog"

    table = control(TickedTable, "table-files")

    @property
    def task(self):
        """The task that reads; None: all is read."""
        return self.widget.task

    def wait(self, qtbot):
        """Wait until the files are read."""
        qtbot.waitUntil(lambda: bool(self.widget.proposals) and self.task is None)

    @property
    def head(self):
        return self.text("import-head")

    @property
    def corrections(self):
        """The boxes of the corrections of the selected file."""
        found = self.widget.findChildren(QCheckBox)
        return [box for box in found if box.objectName().startswith("correction-")]

    def value(self, title):
        """A figure of the part in the preview."""
        return self.text(f"value-{title}")

    def accept_all(self):
        """Accept all corrections of all files."""
        self.click("accept-all")


class PriceDialogPage(ImportPage):
    """A price list with the choice of its columns."""

    NAME = "price-dialog"

    table = control(TickedTable, "table-price-changes")

    @property
    def changes(self):
        """The changed prices."""
        return self.table.items

    @property
    def skipped(self):
        """The rows that are left out, and why."""
        return self.find(QPlainTextEdit, "skipped").toPlainText()

    def choose_holding(self, name, text):
        """Choose the first entry of a list that holds a text."""
        combo = self.find(QComboBox, name)
        choose_at(combo, next(n for n in range(combo.count()) if text in combo.itemText(n)))
