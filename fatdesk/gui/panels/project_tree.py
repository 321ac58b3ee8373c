"""Panel with the project tree and a filter; a click selects elements in all views."""

from collections.abc import Hashable
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from fatdesk.gui.analysis.related import related
from fatdesk.gui.desk import Desk
from fatdesk.gui.inspector.kinds import VIEWS, row_of
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.gui.panels.project_nodes import Node, matching, project_nodes
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.icons import SEVERITY_TOKENS, icon, picture
from fatdesk.gui.widgets.numbers import to_read
from fatdesk.gui.widgets.plain_text import label, menu_text
from fatdesk.project.commands import Batch
from fatdesk.project.document.ref import FABRIC, Ref

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class TreeModel(QAbstractItemModel):
    """Item model of the nodes, optionally filtered by a text; children are created on expansion."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self.wanted = session, ""
        self.root = Node("", "")
        self._known: dict[Hashable, Node] | None = None

    def refresh(self) -> None:
        """Update to the current project."""
        self.beginResetModel()
        self.root, self._known = Node("", ""), None
        if self._session.is_open:
            self.root = project_nodes(self._session)
            if self.wanted:
                self.root = matching(self.root, self.wanted)
        self.endResetModel()

    def node(self, index: Index) -> Node:
        """Return the node at an index; the root for an invalid index."""
        found: Node = index.internalPointer() if index.isValid() else self.root
        return found

    def at(self, node: Node) -> QModelIndex:
        """Return the index of a node."""
        return ROOT if node is self.root else self.createIndex(node.row, 0, node)

    def find(self, key: Hashable) -> Node | None:
        """Return the node of a rack, tray, study or job; racks and trays are two levels below the room."""
        if self._known is None:
            rooms = [node for node in self.root.children if node.key == "room"]
            groups = [group for room in rooms for group in room.children]
            groups += [
                node for node in self.root.children if node.key in ("references", "studies", "documents")
            ]
            self._known = {node.key: node for group in groups for node in group.children}
        return self._known.get(key)

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        """Return the index of a child."""
        children = self.node(parent).children
        if column or not 0 <= row < len(children):
            return ROOT
        return self.createIndex(row, 0, children[row])

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # QObject.parent has no argument
        """Return the index of the parent."""
        above = self.node(index).parent
        return ROOT if above is None else self.at(above)

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of children."""
        return len(self.node(parent).children)

    def hasChildren(self, parent: Index = ROOT) -> bool:
        """Return whether a node can be expanded."""
        return self.node(parent).has_children

    def columnCount(self, _: Index = ROOT) -> int:
        """Return one column."""
        return 1

    def headerData(
        self, _section: int, _orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of the column, which only screen readers get."""
        return "Element" if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title, for editors and screen readers."""
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self.node(index).title
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            node = self.node(index)
            note = to_read(node.note)
            return f"{note}, {node.worst.severity}" if node.worst else note
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Make nodes with a name editable."""
        found = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return found | Qt.ItemFlag.ItemIsEditable if self.node(index).renaming else found

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Rename an element."""
        node, text = self.node(index), str(value).strip()
        if role != Qt.ItemDataRole.EditRole or node.renaming is None or text == node.title:
            return False
        return self._session.do(node.renaming(text))


OPEN_ROWS = 40
"""Rooms with at most this number of racks are expanded initially."""
OPEN = {"hosts", "fabrics", "room", "references", "studies", "documents"}
WAIT_MS = 120


class _Painter(QStyledItemDelegate):
    def __init__(self, desk: Desk, model: TreeModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._model = desk.theme, model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(80), self._theme.px(24))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, px, node = self._theme, self._theme.px, self._model.node(index)
        rect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.colour("accent_tint"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.colour("hover"))
        left, right = rect.left() + px(2), rect.right() - px(8)
        if node.worst is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(SEVERITY_TOKENS[node.worst.severity]))
            painter.drawEllipse(right - px(8), rect.center().y() - px(3), px(7), px(7))
            right -= px(14)
        if node.icon:
            painter.drawPixmap(left, rect.center().y() - px(7), picture(theme, node.icon, "text2", px(16)))
            left += px(22)
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        painter.setFont(theme.strong() if node.key == "project" else theme.font())
        painter.setPen(theme.colour(node.tone))
        metrics = painter.fontMetrics()
        note = to_read(node.note)
        room = right - left - (metrics.horizontalAdvance(note) + px(10) if note else 0)
        title = metrics.elidedText(node.title, Qt.TextElideMode.ElideRight, max(px(24), room))
        painter.drawText(QRect(left, rect.top(), max(0, right - left), rect.height()), middle, title)
        left += metrics.horizontalAdvance(title) + px(10)
        if note and right > left:
            painter.setPen(theme.colour("text2"))
            painter.drawText(QRect(left, rect.top(), right - left, rect.height()), middle, note)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(theme.colour("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()


class TreeView(QTreeView):
    """Tree view in the style of the theme; ``opened`` signals Enter, ``removed`` Delete.

    ``menu_asked`` carries the index of a node and the place on screen for its context menu.
    """

    opened = Signal(object)
    removed = Signal()
    menu_asked = Signal(QModelIndex, QPoint)

    def __init__(self, desk: Desk, model: TreeModel) -> None:
        super().__init__()
        self._theme, self._nodes = desk.theme, model
        px = desk.theme.px
        self.setModel(model)
        self.setItemDelegate(_Painter(desk, model, self))
        self.setAccessibleName("Project")
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(px(14))
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setObjectName("tree-view")
        self.setProperty("kind", "tree")

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint the arrow of an expandable node."""
        px = self._theme.px
        if self.selectionModel().isSelected(index):
            painter.fillRect(rect, self._theme.colour("accent_tint"))
            painter.fillRect(0, rect.top(), px(3), rect.height(), self._theme.colour("accent"))
        if self._nodes.hasChildren(index):
            name = "down" if self.isExpanded(index) else "right"
            arrow = picture(self._theme, name, "text2", px(12))
            painter.drawPixmap(rect.right() - px(12), rect.center().y() - px(5), arrow)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the workspace of a node on Enter, delete on Delete."""
        if self.state() == QAbstractItemView.State.EditingState:
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self._nodes.node(self.currentIndex()))
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the node under the pointer, or with the menu key of the current one."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        at = self.visualRect(self.currentIndex()).center() if by_key else event.pos()
        index = self.indexAt(at)
        if index.isValid():
            self.menu_asked.emit(index, self.viewport().mapToGlobal(at))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the nodes, or a message if nothing matches."""
        super().paintEvent(event)
        if self._nodes.wanted and not self._nodes.rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(self._theme.colour("text2"))
            painter.setFont(self._theme.font())
            space = self.viewport().rect().adjusted(0, self._theme.px(20), 0, 0)
            where = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
            painter.drawText(space, int(where), "No matches.")
            painter.end()


class ProjectTree(QWidget):
    """Heading, filter and tree; ``asked_for`` carries a workspace and the key of a node to show there."""

    asked_for = Signal(str, object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self.session = desk, desk.session
        px = desk.theme.px
        self.setObjectName("project-tree")
        self.setProperty("role", "tree")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(px(160))
        self.setMaximumWidth(px(400))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.head = label("Project", "text2")
        self.head.setContentsMargins(px(12), 0, 0, 0)
        self.head.setFixedHeight(px(32))
        column.addWidget(self.head)
        self.filter = QLineEdit()
        self.filter.setObjectName("tree-filter")
        self.filter.setPlaceholderText("Filter")
        self.filter.setAccessibleName("Filter the project tree")
        self.filter.setClearButtonEnabled(True)
        self.filter.addAction(icon(desk.theme, "filter", px(16)), QLineEdit.ActionPosition.LeadingPosition)
        around = QVBoxLayout()
        around.setContentsMargins(px(8), 0, px(8), px(6))
        around.addWidget(self.filter)
        column.addLayout(around)
        self.model = TreeModel(self.session, self)
        self.view = TreeView(desk, self.model)
        column.addWidget(self.view, 1)
        self._open: set[Hashable] | None = None
        self._listening = True
        self._stale = True
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(WAIT_MS)
        self._wait.timeout.connect(self._filter)
        self.filter.textChanged.connect(lambda _: self._wait.start())
        self.filter.returnPressed.connect(self._filter)
        self.view.selectionModel().selectionChanged.connect(self._choose)
        self.view.doubleClicked.connect(lambda index: self._go(self.model.node(index)))
        self.view.opened.connect(self._go)
        self.view.removed.connect(self._remove)
        self.view.menu_asked.connect(self._menu)
        self.view.expanded.connect(lambda index: self._note(index, on=True))
        self.view.collapsed.connect(lambda index: self._note(index, on=False))
        self.session.opened.connect(self._begin)
        self.session.changed.connect(self.outdate)
        self.session.found.connect(self.outdate)
        self.session.selected.connect(self.follow)
        desk.theme.changed.connect(self._look)
        self._look()

    def _look(self) -> None:
        self.head.setFont(self._desk.theme.strong(12))
        self.view.viewport().update()

    # Contents

    def _begin(self) -> None:
        self._open = None
        self.filter.blockSignals(True)
        self.filter.clear()
        self.filter.blockSignals(False)
        self.model.wanted = ""
        self.outdate()

    def outdate(self, *_: object) -> None:
        """Mark the content as outdated; refresh it now, or when it is next shown."""
        self._stale = True
        if self.isVisible():
            self.refresh()

    def showEvent(self, event: object) -> None:
        """Refresh outdated content, and mark what was selected while the tree was hidden."""
        if self._stale:
            self.refresh()
        else:
            self.follow()

    def refresh(self) -> None:
        """Show the current project; expanded nodes stay expanded."""
        self._stale = False
        if self._open is None and self.session.is_open:
            self._open = set(OPEN) | {FABRIC(some.requirement.name) for some in self.session.project.fabrics}
            racks = self.session.project.floor.racks
            if len(racks) <= OPEN_ROWS:
                self._open |= {("row", rack.row) for rack in racks}
        scrolled = self.view.verticalScrollBar().value()
        self.model.refresh()
        self._expand(ROOT)
        self.view.verticalScrollBar().setValue(scrolled)
        self.follow()

    def _expand(self, index: Index) -> None:
        """Expand the nodes that were expanded; in a filtered tree all ancestors of matches."""
        opened = self._open or set()
        self._listening = False
        for child in self.model.node(index).children:
            if child.has_children and (self.model.wanted or child.key in opened):
                here = self.model.at(child)
                self.view.setExpanded(here, True)
                self._expand(here)
        self._listening = True

    def _note(self, index: QModelIndex, *, on: bool) -> None:
        if self._listening and not self.model.wanted and self._open is not None:
            key = self.model.node(index).key
            self._open = self._open | {key} if on else self._open - {key}

    def _filter(self) -> None:
        self._wait.stop()
        self.model.wanted = self.filter.text().strip()
        self.refresh()

    # Selection

    def _choose(self, *_: object) -> None:
        if not self._listening:
            return
        nodes = [self.model.node(index) for index in self.view.selectionModel().selectedIndexes()]
        self._listening = False
        self.session.select([ref for node in nodes for ref in node.refs()])
        self._listening = True

    def follow(self, *_: object) -> None:
        """Select the nodes of elements selected in other views."""
        if not self._listening or self._stale or not self.session.is_open or not self.isVisible():
            return
        refs = related(self.session) if self.session.selection else ()
        found = [n for ref in refs if (n := self._node_of(ref)) is not None]
        picked = QItemSelection()
        for node in found:
            picked.select(self.model.at(node), self.model.at(node))
        self._listening = False
        self.view.selectionModel().select(picked, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        own = [n for ref in self.session.selection if (n := self._node_of(ref)) is not None]
        if len(own) == 1 and own[0].parent is not None and self.view.isExpanded(self.model.at(own[0].parent)):
            self.view.scrollTo(self.model.at(own[0]))
        self._listening = True

    def _node_of(self, ref: Ref) -> Node | None:
        return self.model.find(ref)

    def _remove(self) -> None:
        """Delete the selected elements that can be deleted, as one undo step."""
        nodes = [self.model.node(index) for index in self.view.selectionModel().selectedIndexes()]
        commands = tuple(node.remove() for node in nodes if node.remove is not None)
        if len(commands) == 1:
            self.session.do(commands[0])
        elif commands:
            self.session.do(Batch(commands=commands))

    def _menu(self, index: QModelIndex, at: QPoint) -> None:
        """Show what can be done with a node: views that show it, rename, delete."""
        node, menu, here = self.model.node(index), QMenu(self), QPersistentModelIndex(index)
        if isinstance(node.key, Ref):
            for name in row_of(node.key).shown_in(self.session, node.key.id):
                shown = menu.addAction(menu_text(VIEWS[name]))
                shown.triggered.connect(lambda _=False, name=name: self.asked_for.emit(name, node.key))
        if not menu.actions() and node.home:
            menu.addAction("Open").triggered.connect(lambda: self.asked_for.emit(node.home, node.key))
        menu.addSeparator()
        if node.renaming is not None:
            menu.addAction(f"Rename\t{QKeySequence(Qt.Key.Key_F2).toString()}").triggered.connect(
                lambda: self._rename(here)
            )
        if node.remove is not None:
            menu.addAction(menu_text(BY_ID["delete"].row)).triggered.connect(self._remove)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def _rename(self, index: QPersistentModelIndex) -> None:
        if index.isValid():  # the tree may have changed while the menu was open
            self.view.edit(self.model.at(self.model.node(index)))

    def _go(self, node: Node) -> None:
        if node.home:
            self.asked_for.emit(node.home, node.key)
        elif node.has_children:
            index = self.model.at(node)
            self.view.setExpanded(index, not self.view.isExpanded(index))
