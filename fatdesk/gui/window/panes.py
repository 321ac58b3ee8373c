"""The panels that show a project: tree, workspaces with inspector, and bottom panel."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from fatdesk.gui.as_built import AsBuiltView
from fatdesk.gui.bill.view import BillView
from fatdesk.gui.cables.view import Cables
from fatdesk.gui.catalog import CatalogView
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents import DocumentsView
from fatdesk.gui.explorer import ExplorerView
from fatdesk.gui.faults import FaultsView
from fatdesk.gui.floor import FloorView
from fatdesk.gui.inspector import Inspector
from fatdesk.gui.menus.actions import WORKSPACES
from fatdesk.gui.panels.bottom_panel import BottomPanel
from fatdesk.gui.project_tree import ProjectTree
from fatdesk.gui.racks import RacksView
from fatdesk.gui.requirements.view import RequirementsView
from fatdesk.gui.schedule import ScheduleView
from fatdesk.gui.session.log import Log
from fatdesk.gui.simulation import SimulationView
from fatdesk.gui.topology import TopologyView
from fatdesk.gui.views.workspace import Workspace

VIEWS: dict[str, type[Workspace]] = {
    "catalog": CatalogView,
    "requirements": RequirementsView,
    "explorer": ExplorerView,
    "topology": TopologyView,
    "floor": FloorView,
    "racks": RacksView,
    "cables": Cables,
    "bill": BillView,
    "documents": DocumentsView,
    "simulation": SimulationView,
    "faults": FaultsView,
    "schedule": ScheduleView,
    "asbuilt": AsBuiltView,
}
"""Classes of the workspaces, by the names in ``actions.WORKSPACES`` (compared by a test)."""


HIGHEST, LOWEST, CLOSED = 600, 120, 31
"""Minimum and maximum height of the bottom panel in pixels."""


NARROWEST = 560
"""Minimum width of a workspace in pixels; tool bars move what has no room into a menu."""


class WorkspaceStack(QStackedWidget):
    """The workspaces, of which the widest one narrows neither the project tree nor the inspector."""

    def __init__(self, narrowest: int) -> None:
        super().__init__()
        self._narrowest = narrowest

    def minimumSizeHint(self) -> QSize:
        """Return the same width for all workspaces, so that panels keep theirs."""
        found = super().minimumSizeHint()
        return QSize(min(found.width(), self._narrowest), found.height())


class Panes(QSplitter):
    """Splitter with the tree at the left, workspaces and inspector above the bottom panel at the right."""

    def __init__(self, desk: Desk, log: Log) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._px = desk.theme.px
        self.workspaces = {name: VIEWS[name](desk) for name, _ in WORKSPACES}
        self.inspector, self.tree, self.bottom = Inspector(desk), ProjectTree(desk), BottomPanel(desk, log)
        self.stack = WorkspaceStack(self._px(NARROWEST))
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
        """The current workspace."""
        return next(view for view in self.workspaces.values() if view is self.stack.currentWidget())

    @property
    def name(self) -> str:
        """The name of the current workspace."""
        return next(name for name, view in self.workspaces.items() if view is self.stack.currentWidget())

    def _fill(self, splitter: QSplitter, first: QWidget, second: QWidget, *, grows: int) -> None:
        """Add two widgets to a splitter; the one with index ``grows`` gets the remaining space."""
        for number, part in enumerate((first, second)):
            splitter.addWidget(part)
            splitter.setCollapsible(number, False)
            splitter.setStretchFactor(number, int(number == grows))
        splitter.setHandleWidth(self._px(1))

    def size_bottom(self, is_open: bool, height: int) -> None:
        """Set the height of the bottom panel; if closed, only that of its tab bar."""
        px = self._px
        self.bottom.setMaximumHeight(px(HIGHEST if is_open else CLOSED))
        self.bottom.setMinimumHeight(px(LOWEST if is_open else CLOSED))
        own = px(height if is_open else CLOSED)
        self.levels.setSizes([max(1, self.window().height() - own), own])
