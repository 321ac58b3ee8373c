"""The nodes of the project tree for Qt; what is under a node is asked for when it is opened."""

from collections.abc import Hashable
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from fatdesk.gui.project_tree.nodes import Node, matching, project_nodes
from fatdesk.gui.session.session import Session

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class TreeModel(QAbstractItemModel):
    """One column of nodes, perhaps only those that match a text."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self.wanted = session, ""
        self.root = Node("", "")
        self._known: dict[Hashable, Node] | None = None

    def refresh(self) -> None:
        """Show the present project."""
        self.beginResetModel()
        self.root, self._known = Node("", ""), None
        if self._session.is_open:
            self.root = project_nodes(self._session)
            if self.wanted:
                self.root = matching(self.root, self.wanted)
        self.endResetModel()

    def node(self, index: Index) -> Node:
        """The node at an index; the root for none."""
        found: Node = index.internalPointer() if index.isValid() else self.root
        return found

    def at(self, node: Node) -> QModelIndex:
        """The index of a node."""
        return ROOT if node is self.root else self.createIndex(node.row, 0, node)

    def find(self, key: Hashable) -> Node | None:
        """The rack, tray, study or job of a key; racks and trays stand two levels below the room."""
        if self._known is None:
            rooms = [node for node in self.root.children if node.key == "room"]
            groups = [group for room in rooms for group in room.children]
            groups += [node for node in self.root.children if node.key in ("studies", "documents")]
            self._known = {node.key: node for group in groups for node in group.children}
        return self._known.get(key)

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        """The index of a child."""
        children = self.node(parent).children
        if column or not 0 <= row < len(children):
            return ROOT
        return self.createIndex(row, 0, children[row])

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # QObject.parent takes nothing
        """The index of what a node is under."""
        above = self.node(index).parent
        return ROOT if above is None else self.at(above)

    def rowCount(self, parent: Index = ROOT) -> int:
        """Nodes under a node."""
        return len(self.node(parent).children)

    def hasChildren(self, parent: Index = ROOT) -> bool:
        """Whether a node can be opened."""
        return self.node(parent).has_children

    def columnCount(self, _: Index = ROOT) -> int:
        """One."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The title, for editors and screen readers."""
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self.node(index).title
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            node = self.node(index)
            return f"{node.note}, {node.worst.severity}" if node.worst else node.note
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Nodes with a name of their own can be renamed."""
        found = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return found | Qt.ItemFlag.ItemIsEditable if self.node(index).renaming else found

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Rename."""
        node, text = self.node(index), str(value).strip()
        if role != Qt.ItemDataRole.EditRole or node.renaming is None or text == node.title:
            return False
        return self._session.do(node.renaming(text))
