"""All workspaces by name; read when the first project opens, because it loads every one of them."""

from fatdesk.gui.workspaces.asbuilt import AsBuiltView
from fatdesk.gui.workspaces.bill import BillView
from fatdesk.gui.workspaces.cables import Cables
from fatdesk.gui.workspaces.catalog import CatalogView
from fatdesk.gui.workspaces.documents import Documents
from fatdesk.gui.workspaces.explorer import ExplorerView
from fatdesk.gui.workspaces.faults import FaultsView
from fatdesk.gui.workspaces.floor import FloorView
from fatdesk.gui.workspaces.racks import RacksView
from fatdesk.gui.workspaces.requirements import RequirementsView
from fatdesk.gui.workspaces.schedule import ScheduleView
from fatdesk.gui.workspaces.simulation import SimulationView
from fatdesk.gui.workspaces.topology import TopologyView
from fatdesk.gui.workspaces.workspace import Workspace

VIEWS: dict[str, type[Workspace]] = {
    "catalog": CatalogView,
    "requirements": RequirementsView,
    "explorer": ExplorerView,
    "topology": TopologyView,
    "floor": FloorView,
    "racks": RacksView,
    "cables": Cables,
    "bill": BillView,
    "documents": Documents,
    "simulation": SimulationView,
    "faults": FaultsView,
    "schedule": ScheduleView,
    "asbuilt": AsBuiltView,
}
"""By the names of ``actions.WORKSPACES``; a test compares both."""
