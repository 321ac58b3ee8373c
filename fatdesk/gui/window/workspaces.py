"""All workspaces by name; read when the first project opens, because it loads every one of them."""

from fatdesk.gui.as_built import AsBuiltView
from fatdesk.gui.bill.view import BillView
from fatdesk.gui.cables.view import Cables
from fatdesk.gui.catalog import CatalogView
from fatdesk.gui.documents import DocumentsView
from fatdesk.gui.explorer import ExplorerView
from fatdesk.gui.faults import FaultsView
from fatdesk.gui.floor import FloorView
from fatdesk.gui.racks import RacksView
from fatdesk.gui.requirements.view import RequirementsView
from fatdesk.gui.schedule import ScheduleView
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
"""By the names of ``actions.WORKSPACES``; a test compares both."""
