"""The project tree at the left."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTreeView

from fatdesk.project.document.ref import Ref
from tests.gui.pages.page import LEFT, NONE, Page, middle_of


def below(node):
    """All nodes under a node, as they are drawn."""
    for child in node.children:
        yield child
        yield from below(child)


class ProjectTree(Page):
    """Nodes by what distinguishes them: elements by their references, groups by their names."""

    NAME = "project-tree"

    @property
    def view(self):
        return self.find(QTreeView, "tree-view")

    @property
    def filter(self):
        return self.find(QLineEdit, "tree-filter")

    @property
    def _model(self):
        return self.view.model()

    def refresh(self):
        """Bring a tree up to date that is not on view."""
        self.widget.refresh()

    @property
    def top(self):
        """The titles of the first level."""
        return [node.title for node in self._model.root.children]

    def nodes(self):
        return list(below(self._model.root))

    def titles(self, kind):
        """The titles of the elements of a kind."""
        found = (node for node in self.nodes() if isinstance(node.key, Ref))
        return [node.title for node in found if node.key.kind is kind]

    def node(self, key):
        return next(node for node in self.nodes() if node.key == key)

    def index(self, key):
        return self._model.at(self.node(key))

    def click(self, key, keys=NONE):
        """A click on the line of a node."""
        QTest.mouseClick(self.view.viewport(), LEFT, keys, middle_of(self.view, self.index(key)))

    def double_click(self, key):
        self.click(key)
        QTest.mouseDClick(self.view.viewport(), LEFT, NONE, middle_of(self.view, self.index(key)))

    def menu_by_key(self):
        """The menu that the menu key opens for the current line."""
        return self._menu_of(QContextMenuEvent.Reason.Keyboard, QPoint())

    def menu_at(self, key):
        """The menu of a line that was clicked with the right button."""
        return self._menu_of(QContextMenuEvent.Reason.Mouse, middle_of(self.view, self.index(key)))

    def _menu_of(self, reason, at):
        room = self.view.viewport()
        QApplication.sendEvent(room, QContextMenuEvent(reason, at, room.mapToGlobal(at)))
        return QApplication.activePopupWidget()

    def reveal(self, key):
        """Open everything that leads to a node."""
        above = self.index(key).parent()
        while above.isValid():
            self.view.expand(above)
            above = above.parent()

    def is_open(self, key):
        """Whether what is under a node is shown."""
        return self.view.isExpanded(self.index(key))
