"""The help window: contents and search at the left, a page at the right."""

from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QListWidget, QTextBrowser, QTreeWidget

from tests.gui.pages.page import LEFT, NONE, Page, control, press, until


class Help(Page):
    """The window that belongs to a main window, once it was opened."""

    NAME = "help-window"

    contents = control(QTreeWidget, "help-contents")
    matches = control(QListWidget, "help-matches")
    page = control(QTextBrowser, "help-page")

    @property
    def place(self):
        return str(self.widget.place)

    @property
    def text(self):
        return self.page.toPlainText()

    @property
    def heading(self):
        """The first heading at or below the upper edge of the page."""
        block = self.page.cursorForPosition(QPoint(self.page.viewport().width() // 2, 2)).block()
        while block.isValid() and not block.blockFormat().headingLevel():
            block = block.next()
        return block.text()

    @property
    def text_of_zoom(self):
        return self.find(QLabel, "help-zoom").text()

    @property
    def widths_of_pictures(self):
        found, block = [], self.page.document().begin()
        while block.isValid():
            step = block.begin()
            while not step.atEnd():
                form = step.fragment().charFormat()
                if form.isImageFormat():
                    found.append(form.toImageFormat().width())
                step += 1
            block = block.next()
        return found

    def press(self, keys):
        press(self.widget, keys)

    def follow(self, target):
        """Click the link with a target as the page has it."""
        cursor = self.page.document().begin()
        while cursor.isValid():
            step = cursor.begin()
            while not step.atEnd():
                piece = step.fragment()
                if piece.charFormat().anchorHref() == target:
                    self._click_at(piece.position() + 1)
                    return
                step += 1
            cursor = cursor.next()
        raise AssertionError(f"no link to {target}")

    def _click_at(self, position):
        cursor = self.page.textCursor()
        cursor.setPosition(position)
        self.page.setTextCursor(cursor)
        self.page.ensureCursorVisible()
        spot = self.page.cursorRect(cursor).center() - QPoint(3, 0)
        QTest.mouseClick(self.page.viewport(), LEFT, NONE, spot)

    def search(self, words):
        """Type words into the field for all pages, and wait for the list."""
        self.press("Ctrl+Shift+F")
        field = self.find(type(self.widget.search), "help-search")
        QTest.keyClicks(field, words)
        until(lambda: self.matches.isVisible() and self.matches.count())

    def enter_search(self):
        """Press Enter in the field for all pages."""
        QTest.keyClick(self.widget.search, Qt.Key.Key_Return)

    @property
    def found(self):
        return [self.matches.item(row).text() for row in range(self.matches.count())]

    def choose_in_contents(self, text):
        """Click the line of a text in the contents."""
        tree = self.contents
        (item,) = [one for one in self._lines(tree.invisibleRootItem()) if one.text(0) == text]
        parent = item.parent()
        while parent is not None:
            parent.setExpanded(True)
            parent = parent.parent()
        tree.scrollToItem(item)
        QTest.mouseClick(tree.viewport(), LEFT, NONE, tree.visualItemRect(item).center())

    def _lines(self, item):
        for number in range(item.childCount()):
            yield item.child(number)
            yield from self._lines(item.child(number))

    def points_to(self, target):
        """What the line below says while the pointer is over a link."""
        self.page.highlighted.emit(QUrl(target))
        return self.widget.state.text()
