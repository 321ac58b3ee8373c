"""Page object of the dialog *Names*."""

from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton

from fatdesk.gui.dialogs.names_dialog import NamesDialog
from fatdesk.gui.tables import Table
from tests.gui.pages.page import Page


class NamesPage(Page):
    """Templates with the names that they give."""

    NAME = "names-dialog"

    def __init__(self, window, qtbot):
        window.actions_by_id["names"].trigger()
        dialog = window.findChild(NamesDialog)
        qtbot.waitExposed(dialog)
        super().__init__(dialog)
        self._qtbot = qtbot

    def edit(self, kind):
        return self.find(QLineEdit, f"template-{kind}")

    def type(self, kind, text):
        """Type a template, and wait for what it gives."""
        edit = self.edit(kind)
        edit.setFocus()
        edit.selectAll()
        self._qtbot.keyClicks(edit, text)
        self._qtbot.waitUntil(lambda: not self.widget.is_waiting)

    def names(self, kind):
        return [part.strip() for part in self.find(QLabel, f"names-{kind}").text().split("\N{MIDDLE DOT}")]

    def problem(self, kind):
        return self.find(QLabel, f"problem-{kind}").text()

    @property
    def state(self):
        return self.find(QLabel, "names-state").text()

    @property
    def groups(self):
        """The line of groups with templates of their own; empty where it is not shown."""
        line = self.find(QLabel, "names-groups")
        return line.text() if line.isVisible() else ""

    @property
    def kinds(self):
        """The kinds whose templates are shown."""
        edits = self.widget.findChildren(QLineEdit)
        return [one.objectName().removeprefix("template-") for one in edits if one.isVisible()]

    @property
    def fields(self):
        """The fields in the list, as templates contain them."""
        table = self.find(Table, "table-fields")
        return [row.text for row in table.rows.rows]

    def insert(self, field):
        self.find(Table, "table-fields").mark_numbers([self.fields.index(field)], True)
        self.find(QPushButton, "insert-field").click()

    # Identifiers

    def choose_scheme(self, words):
        """Choose what labels ends of cables by the beginning of its words, and wait for what it gives."""
        combo = self.find(QComboBox, "scheme")
        texts = [combo.itemText(number) for number in range(combo.count())]
        combo.setCurrentIndex(next(number for number, text in enumerate(texts) if text.startswith(words)))
        self._qtbot.waitUntil(lambda: not self.widget.is_waiting)

    def type_of_building(self, key, text):
        """Type the floor or the room."""
        edit = self.find(QLineEdit, f"identifier-{key}")
        edit.setFocus()
        edit.selectAll()
        self._qtbot.keyClicks(edit, text)
        self._qtbot.waitUntil(lambda: not self.widget.is_waiting)

    @property
    def scheme(self):
        return self.find(QComboBox, "scheme").currentText()

    @property
    def identifiers(self):
        return [
            part.strip() for part in self.find(QLabel, "identifiers-shown").text().split("\N{MIDDLE DOT}")
        ]

    @property
    def identifier_problem(self):
        return self.find(QLabel, "problem-identifiers").text()

    @property
    def apply(self):
        return self.find(QPushButton, "apply")
