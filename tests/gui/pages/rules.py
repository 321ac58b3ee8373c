"""The dialog *Rules* as a user sees it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QWidget

from fatdesk.gui.dialogs.rules_dialog import RulesDialog

LEFT = Qt.MouseButton.LeftButton


class RulesPage:
    """The dialog of a window, opened by its action."""

    def __init__(self, window, qtbot):
        window.actions_by_id["rules"].trigger()
        self._window, self._qtbot = window, qtbot

    @property
    def dialog(self):
        return self._window.findChild(RulesDialog)

    def type(self, **texts):
        for name, text in texts.items():
            self.dialog.findChild(QLineEdit, f"rule-{name}").setText(text)

    def text(self, name):
        return self.dialog.findChild(QLineEdit, f"rule-{name}").text()

    def choose(self, **words):
        for name, word in words.items():
            combo = self.dialog.findChild(QComboBox, f"rule-{name}")
            assert combo.findData(word) >= 0, (name, word)
            combo.setCurrentIndex(combo.findData(word))

    @property
    def fields(self):
        """The keys of the fields of the form, in the order of the key Tab."""
        found, widget = [], self.dialog.nextInFocusChain()
        while widget is not self.dialog:
            word, _, key = widget.objectName().partition("-")
            if isinstance(widget, QComboBox | QLineEdit) and word == "rule" and key != "profile":
                found.append(key)
            widget = widget.nextInFocusChain()
        return found

    def field(self, key):
        return self.dialog.findChild(QWidget, f"rule-{key}")

    def choices(self, key):
        combo = self.field(key)
        return [combo.itemData(number) for number in range(combo.count())]

    @property
    def profile(self):
        """The word of the chosen profile."""
        return self.dialog.findChild(QComboBox, "rule-profile").currentData()

    def take_profile(self, name):
        combo = self.dialog.findChild(QComboBox, "rule-profile")
        combo.setCurrentIndex(combo.findData(name))
        combo.activated.emit(combo.currentIndex())

    def press(self, name):
        self._qtbot.mouseClick(self.dialog.findChild(QPushButton, f"rule-{name}"), LEFT)

    def is_enabled(self, name):
        return self.dialog.findChild(QPushButton, f"rule-{name}").isEnabled()

    def select(self, name):
        names = [row.rule.name for row in self.dialog.model.rows]
        self.dialog.table.selectRow(names.index(name))

    def open(self, name):
        names = [row.rule.name for row in self.dialog.model.rows]
        self.dialog.table.opened.emit(names.index(name))

    @property
    def state(self):
        return self.dialog.findChild(QLabel, "rules-state").text()

    @property
    def rows(self):
        """Name and the texts of the other columns of each rule."""
        columns = self.dialog.model.columns
        return {
            row.rule.name: tuple(column.text(row) for column in columns[1:]) for row in self.dialog.model.rows
        }
