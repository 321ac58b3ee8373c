"""The palette: any command or element by a part of its name."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListView

from tests.gui.pages.page import LEFT, NONE, Page, middle_of


class Palette(Page):
    """A field over a list of lines, of which some are heads of groups."""

    NAME = "palette-box"

    @property
    def box(self):
        """Where it is in the window."""
        return self.widget.geometry()

    def is_at(self, place):
        """Whether it is what is seen at a place in the window."""
        seen = self.widget.window().childAt(place)
        return seen is self.widget or self.widget.isAncestorOf(seen)

    @property
    def field(self):
        return self.find(QLineEdit, "palette-field")

    @property
    def list(self):
        return self.find(QListView, "palette-list")

    @property
    def lines(self):
        """The texts of all lines, heads included."""
        model = self.list.model()
        return [model.index(row, 0).data() for row in range(model.rowCount())]

    @property
    def chosen(self):
        """The text of the line that Enter runs."""
        return self.list.currentIndex().data()

    def type_more(self, text):
        """Type at the end of the field."""
        QTest.keyClicks(self.field, text)

    def entry(self, text):
        """The command or element of a text, with its shortcut and note."""
        entries = (line for line in self.list.model().lines if not isinstance(line, str))
        return next(line for line in entries if line.text == text)

    def choose(self, text):
        """Go to the line of a text."""
        self.list.setCurrentIndex(self.list.model().index(self.lines.index(text), 0))

    def enter(self):
        QTest.keyClick(self.field, Qt.Key.Key_Return)

    def click_line(self, text):
        index = self.list.model().index(self.lines.index(text), 0)
        QTest.mouseClick(self.list.viewport(), LEFT, NONE, middle_of(self.list, index))
