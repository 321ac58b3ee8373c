"""What the window offers of files: copies after a crash, earlier versions, folders to write into."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from fatdesk.gui.menus.menus import VersionsMenu
from fatdesk.gui.window.welcome import ActionCard
from tests.gui.pages.page import LEFT, NONE, Page


class Welcome(Page):
    """The welcome page; copies of projects that were not closed properly, by their numbers."""

    NAME = "welcome"

    def refresh(self):
        self.widget.refresh()

    @property
    def _copies(self):
        return [card for card in self.widget.findChildren(ActionCard, "recovery-card") if not card.isHidden()]

    @property
    def copies(self):
        """The titles of the copies."""
        return [card.title for card in self._copies]

    def click_copy(self, number=0):
        card = self._copies[number]
        QTest.mouseClick(card, LEFT, NONE, card.rect().center())

    def enter_copy(self, number=0):
        """Enter on a copy."""
        QTest.keyClick(self._copies[number], Qt.Key.Key_Return)


class Versions:
    """The menu of earlier versions."""

    def __init__(self, window):
        self._menu = window.findChild(VersionsMenu, "versions")

    @property
    def texts(self):
        """The entries when the menu is opened now, the latest version first."""
        self._menu.aboutToShow.emit()
        return [action.text().replace("&", "") for action in self._menu.actions()]

    def open(self, number):
        """Open a version as a copy; the menu is as when it was last opened."""
        self._menu.actions()[number].trigger()


class FolderBox(Page):
    """The dialog for a folder to write into that is open now."""

    NAME = "folder-dialog"

    def __init__(self):
        super().__init__(QApplication.activeModalWidget())

    @property
    def folder(self):
        return self.find(QLineEdit, "folder").text()

    @property
    def note(self):
        return self.text("folder-note")

    def type(self, text):
        """Type over what is selected."""
        QTest.keyClicks(self.find(QLineEdit, "folder"), text)

    def accept(self):
        QTest.keyClick(self.find(QLineEdit, "folder"), Qt.Key.Key_Return)
