"""What the middle of the window shows: one way of working a module."""

from fatdesk.gui.workspaces.bill import BillView
from fatdesk.gui.workspaces.cables import Cables
from fatdesk.gui.workspaces.documents import Documents
from fatdesk.gui.workspaces.floor import FloorView
from fatdesk.gui.workspaces.racks import RacksView
from fatdesk.gui.workspaces.workspace import Workspace

VIEWS: dict[str, type[Workspace]] = {
    "floor": FloorView,
    "racks": RacksView,
    "cables": Cables,
    "bill": BillView,
    "documents": Documents,
}
"""By the names of ``actions.WORKSPACES``; a test compares both."""
