"""The panels that show a project: tree, workspaces with inspector, and bottom panel."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from fatdesk.gui.as_built import AsBuiltView
from fatdesk.gui.catalog import CatalogView
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents import DocumentsView
from fatdesk.gui.explorer import ExplorerView
from fatdesk.gui.faults import FaultsView
from fatdesk.gui.floor import FloorView
from fatdesk.gui.growth import GrowthView
from fatdesk.gui.inspector import Inspector
from fatdesk.gui.lists.bill_view import BillView
from fatdesk.gui.lists.cables_view import Cables
from fatdesk.gui.menus.actions import WORKSPACES
from fatdesk.gui.panels.bottom_panel import BottomPanel
from fatdesk.gui.panels.project_tree import ProjectTree
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
    "growth": GrowthView,
    "asbuilt": AsBuiltView,
}
"""Classes of the workspaces, by the names in ``actions.WORKSPACES`` (compared by a test)."""
NAMES = {kind: name for name, kind in VIEWS.items()}

W = TypeVar("W", bound=Workspace)

DEFAULT = "floor"
"""The workspace that is shown unless another was shown last."""

HIGHEST, LOWEST, CLOSED = 600, 120, 31
"""Minimum and maximum height of the bottom panel in pixels."""


NARROWEST = 560
"""Minimum width of a workspace in pixels; tool bars leave out what has no room."""


class WorkspaceStack(QStackedWidget):
    """The workspaces; only the current one is measured, and none narrows the panels at its sides."""

    def __init__(self, narrowest: int) -> None:
        super().__init__()
        self._narrowest = narrowest

    def minimumSizeHint(self) -> QSize:
        """Return the same width for all workspaces, so that panels keep theirs."""
        shown = self.currentWidget()
        height = shown.minimumSizeHint().height() if isinstance(shown, Workspace) else 0
        return QSize(self._narrowest, height)

    def sizeHint(self) -> QSize:
        """Return the least size; the splitters give it what is left."""
        return self.minimumSizeHint()

    def hasHeightForWidth(self) -> bool:
        """Return False: else Qt measures the texts of all workspaces whenever something changes its size."""
        return False


class Workspaces(Mapping[str, Workspace]):
    """The workspaces by name, each created when it is first requested.

    Attributes
    ----------
    created
        Those that exist so far.
    """

    def __init__(self, desk: Desk, stack: QStackedWidget, connect: Callable[[str, Workspace], None]) -> None:
        self._desk, self._stack, self._connect = desk, stack, connect
        self.created: dict[str, Workspace] = {}

    def __getitem__(self, name: str) -> Workspace:
        """Return a workspace; create, name and connect it the first time."""
        if name not in self.created:
            view = self.created[name] = VIEWS[name](self._desk, self._stack)
            view.setObjectName(f"workspace-{name}")
            self._stack.addWidget(view)
            self._connect(name, view)
        return self.created[name]

    def one(self, kind: type[W]) -> W:
        """Return the workspace of a class."""
        found = self[NAMES[kind]]
        assert isinstance(found, kind)
        return found

    def __contains__(self, name: object) -> bool:
        """Return whether there is a workspace of a name, created or not."""
        return name in VIEWS

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of all workspaces in their order."""
        return (name for name, _ in WORKSPACES)

    def __len__(self) -> int:
        """Return the number of workspaces."""
        return len(WORKSPACES)


class Panes(QSplitter):
    """Splitter with the tree at the left, workspaces and inspector above the bottom panel at the right.

    Filled from the outside in: Qt resolves the style of a widget and all inside again for each new parent.
    """

    def __init__(self, desk: Desk, log: Log, connect: Callable[[str, Workspace], None]) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setObjectName("panes")
        self._px = desk.theme.px
        self.tree, self.levels = ProjectTree(desk), QSplitter(Qt.Orientation.Vertical)
        self.sides, self.stack = QSplitter(Qt.Orientation.Horizontal), WorkspaceStack(self._px(NARROWEST))
        self._fill(self, self.tree, self.levels, grows=1)
        self.bottom, self.inspector = BottomPanel(desk, log), Inspector(desk)
        self._fill(self.levels, self.sides, self.bottom, grows=0)
        self._fill(self.sides, self.stack, self.inspector, grows=0)
        self.workspaces = Workspaces(desk, self.stack, connect)

    @property
    def workspace(self) -> Workspace:
        """The current workspace."""
        return self.workspaces[self.name]

    @property
    def name(self) -> str:
        """The name of the current workspace."""
        shown = self.stack.currentWidget()
        return next((name for name, view in self.workspaces.created.items() if view is shown), DEFAULT)

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
