"""All that shows a project: the tree, the workspaces with the inspector beside them, and the bottom panel."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.inspector import Inspector
from fatdesk.gui.menus.actions import WORKSPACES
from fatdesk.gui.panels.bottom_panel import BottomPanel
from fatdesk.gui.project_tree import ProjectTree
from fatdesk.gui.session.log import Log
from fatdesk.gui.views.workspace import Workspace
from fatdesk.gui.window.workspaces import VIEWS

HIGHEST, LOWEST, CLOSED = 600, 120, 31
"""Heights of the bottom panel."""


class Panes(QSplitter):
    """The tree, and beside it a stack of workspaces and inspector over the bottom panel."""

    def __init__(self, desk: Desk, log: Log) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._px = desk.theme.px
        self.workspaces = {name: VIEWS[name](desk) for name, _ in WORKSPACES}
        self.inspector, self.tree, self.bottom = Inspector(desk), ProjectTree(desk), BottomPanel(desk, log)
        self.stack = QStackedWidget()
        for name, view in self.workspaces.items():
            view.setObjectName(f"workspace-{name}")
            self.stack.addWidget(view)
        self.sides = QSplitter(Qt.Orientation.Horizontal)
        self._fill(self.sides, self.stack, self.inspector, grows=0)
        self.levels = QSplitter(Qt.Orientation.Vertical)
        self._fill(self.levels, self.sides, self.bottom, grows=0)
        self._fill(self, self.tree, self.levels, grows=1)

    @property
    def workspace(self) -> Workspace:
        """The workspace in front."""
        return next(view for view in self.workspaces.values() if view is self.stack.currentWidget())

    @property
    def name(self) -> str:
        """The name of the workspace in front."""
        return next(name for name, view in self.workspaces.items() if view is self.stack.currentWidget())

    def _fill(self, splitter: QSplitter, first: QWidget, second: QWidget, *, grows: int) -> None:
        """Put two widgets side by side, of which one takes what room there is."""
        for number, part in enumerate((first, second)):
            splitter.addWidget(part)
            splitter.setCollapsible(number, False)
            splitter.setStretchFactor(number, int(number == grows))
        splitter.setHandleWidth(self._px(1))

    def size_bottom(self, is_open: bool, height: int) -> None:
        """Give the bottom panel its height, or only that of its line."""
        px = self._px
        self.bottom.setMaximumHeight(px(HIGHEST if is_open else CLOSED))
        self.bottom.setMinimumHeight(px(LOWEST if is_open else CLOSED))
        own = px(height if is_open else CLOSED)
        self.levels.setSizes([max(1, self.window().height() - own), own])
