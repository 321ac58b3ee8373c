"""The panel with the project tree: a filter, and a click that selects in all views."""

from collections.abc import Hashable

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from fatdesk.gui.analysis.related import related
from fatdesk.gui.desk import Desk
from fatdesk.gui.project_tree.model import ROOT, Index, TreeModel
from fatdesk.gui.project_tree.nodes import Node
from fatdesk.gui.theme.icons import SEVERITY_TOKENS, icon, picture
from fatdesk.gui.widgets.plain_text import label
from fatdesk.project.commands import Batch
from fatdesk.project.document.ref import FABRIC, Ref

OPEN_ROWS = 40
"""Rows of a room with no more racks than this start open."""
OPEN = {"hosts", "fabrics", "room", "studies", "documents"}
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
        note = metrics.horizontalAdvance(node.note) + px(10) if node.note else 0
        title = metrics.elidedText(node.title, Qt.TextElideMode.ElideRight, max(px(24), right - left - note))
        painter.drawText(QRect(left, rect.top(), max(0, right - left), rect.height()), middle, title)
        left += metrics.horizontalAdvance(title) + px(10)
        if node.note and right > left:
            painter.setPen(theme.colour("text2"))
            painter.drawText(QRect(left, rect.top(), right - left, rect.height()), middle, node.note)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(theme.colour("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()


class TreeView(QTreeView):
    """The tree, with arrows in the colours of the theme; ``opened`` tells Enter, ``removed`` Delete."""

    opened = Signal(object)
    removed = Signal()

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
        """An arrow before what can be opened."""
        px = self._theme.px
        if self.selectionModel().isSelected(index):
            painter.fillRect(rect, self._theme.colour("accent_tint"))
            painter.fillRect(0, rect.top(), px(3), rect.height(), self._theme.colour("accent"))
        if self._nodes.hasChildren(index):
            name = "down" if self.isExpanded(index) else "right"
            arrow = picture(self._theme, name, "text2", px(12))
            painter.drawPixmap(rect.right() - px(12), rect.center().y() - px(5), arrow)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to where a node is at home."""
        if self.state() == QAbstractItemView.State.EditingState:
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self._nodes.node(self.currentIndex()))
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The nodes, or that nothing matches."""
        super().paintEvent(event)
        if self._nodes.wanted and not self._nodes.rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(self._theme.colour("text2"))
            painter.setFont(self._theme.font())
            space = self.viewport().rect().adjusted(0, self._theme.px(20), 0, 0)
            where = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
            painter.drawText(space, int(where), "Nothing matches.")
            painter.end()


class ProjectTree(QWidget):
    """Head, filter and tree; ``asked_for`` carries a workspace and the key of the node to show there."""

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
        self.filter.setAccessibleName("Filter of the project tree")
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
        self.view.expanded.connect(lambda index: self._note(index, on=True))
        self.view.collapsed.connect(lambda index: self._note(index, on=False))
        self.session.opened.connect(self._begin)
        self.session.changed.connect(self.outdate)
        self.session.found.connect(self.outdate)
        self.session.found.connect(self.outdate)
        self.session.selected.connect(self.follow)
        desk.theme.changed.connect(self._look)
        self._look()

    def _look(self) -> None:
        self.head.setFont(self._desk.theme.strong(12))
        self.view.viewport().update()

    # What is shown

    def _begin(self) -> None:
        self._open = None
        self.filter.blockSignals(True)
        self.filter.clear()
        self.filter.blockSignals(False)
        self.model.wanted = ""
        self.outdate()

    def outdate(self, *_: object) -> None:
        """The project is another: refresh now, or when the panel is shown."""
        self._stale = True
        if self.isVisible():
            self.refresh()

    def showEvent(self, event: object) -> None:
        """Come up to date."""
        if self._stale:
            self.refresh()

    def refresh(self) -> None:
        """Show the present project, opened as before."""
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
        """Open what was open; of a filtered tree everything that leads to a match."""
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
        self.session.select([thing for node in nodes for thing in node.things()])
        self._listening = True

    def follow(self, *_: object) -> None:
        """Select the racks and trays of what is selected elsewhere."""
        if not self._listening or self._stale or not self.session.is_open or not self.isVisible():
            return
        things = related(self.session) if self.session.selection else ()
        found = [n for thing in things if (n := self._node_of(thing)) is not None]
        picked = QItemSelection()
        for node in found:
            picked.select(self.model.at(node), self.model.at(node))
        self._listening = False
        self.view.selectionModel().select(picked, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        own = [n for thing in self.session.selection if (n := self._node_of(thing)) is not None]
        if len(own) == 1 and own[0].parent is not None and self.view.isExpanded(self.model.at(own[0].parent)):
            self.view.scrollTo(self.model.at(own[0]))
        self._listening = True

    def _node_of(self, thing: Ref) -> Node | None:
        return self.model.find(thing)

    def _remove(self) -> None:
        """Take out of the project what is chosen and can be, as one step."""
        nodes = [self.model.node(index) for index in self.view.selectionModel().selectedIndexes()]
        commands = tuple(node.remove() for node in nodes if node.remove is not None)
        if len(commands) == 1:
            self.session.do(commands[0])
        elif commands:
            self.session.do(Batch(commands=commands))

    def _go(self, node: Node) -> None:
        if node.home:
            self.asked_for.emit(node.home, node.key)
        elif node.has_children:
            index = self.model.at(node)
            self.view.setExpanded(index, not self.view.isExpanded(index))
