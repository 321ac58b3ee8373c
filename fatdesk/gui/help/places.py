"""Help of the window: the page for each pane and dialog, and the help window that shows it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from fatdesk.core.documentation import START, Place
from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import BY_ID

PLACES: dict[str, str] = {
    # Before there is a project
    "Welcome": START,
    "Wizard": "desk.md#from-requirements-to-a-project-ctrln",
    # Workspaces
    "CatalogView": "catalog.md#the-catalog-workspace-ctrlshiftc",
    "RequirementsView": "desk.md#from-requirements-to-a-project-ctrln",
    "ExplorerView": "desk.md#the-explorer",
    "TopologyView": "desk.md#ports-layers-and-pods",
    "FloorView": "desk.md#the-room",
    "RacksView": "desk.md#racks",
    "Cables": "desk.md#cables",
    "BillView": "desk.md#bill",
    "DocumentsView": "documents.md#in-the-window",
    "SimulationView": "desk.md#simulations",
    "FaultsView": "desk.md#faults",
    "ScheduleView": "schedules.md#in-the-window",
    "GrowthView": "desk.md#growth",
    "AsBuiltView": "as-built.md#in-the-window",
    # Pages of requirements, in the wizard and in their workspace
    "RequirementsPage": "requirements.md#fabrics-a-list-of-networks",
    "PartsPage": "importing.md#price-lists",
    "LimitsPage": "requirements.md#limits-what-a-design-must-keep",
    "CandidatesPage": "requirements.md#objective-what-to-minimise",
    "ResultPage": "desk.md#from-requirements-to-a-project-ctrln",
    "RoomPage": "requirements.md#room-racks-and-how-they-are-filled",
    # Panels
    "ProjectTree": "desk.md#the-parts-of-the-window",
    "Inspector": "desk.md#what-fields-understand",
    "BottomPanel": "desk.md#the-parts-of-the-window",
    # Dialogs
    "About": START,
    "AdoptDialog": "adopting.md",
    "CalibrationDialog": "round-trip.md#calibration",
    "FolderDialog": "documents.md#in-the-window",
    "GrowthDialog": "requirements.md#growth-fatdesk-grow",
    "HostPortsDialog": "desk.md#ports-layers-and-pods",
    "HypercubeDialog": "networks.md",
    "ImportDialog": "importing.md#in-the-window",
    "LevelsDialog": "schedules.md#a-network-as-a-fat-tree",
    "NamesDialog": "names.md",
    "DcimDialog": "neighbours.md#netbox-and-nautobot-over-their-api",
    "PartsDialog": "desk.md#the-explorer",
    "PortTableDialog": "desk.md#ports-layers-and-pods",
    "PriceDialog": "importing.md#price-lists",
    "RecoverDialog": "desk.md#your-work-is-safe",
    "ReferencesDialog": "requirements.md#references",
    "RepeatDialog": "desk.md#the-room",
    "ReportDialog": "round-trip.md#what-is-applied",
    "RevisionsDialog": "versions.md#revisions",
    "RulesDialog": "rules.md",
    "SettingsDialog": "desk.md#tables-and-themes",
    "SizesDialog": "schedules.md#any-network-on-the-universal-fat-tree-of-its-volume",
    "SwitchDialog": "desk.md#the-explorer",
    "TreeCountsDialog": "requirements.md#counts-of-trees",
    "UniversalDialog": "schedules.md#any-network-on-the-universal-fat-tree-of-its-volume",
    "UnsoldDialog": "requirements.md#designs-over-parts-for-sale",
    "WorkHoursDialog": "round-trip.md#installation-rates",
}
"""Places by class; a test compares the classes with those of the window, and the places with the pages."""


def own_place(widget: QWidget) -> Place | None:
    """Return the place that the class of a widget, or one that it is derived from, names."""
    names = (kind.__name__ for kind in type(widget).__mro__)
    return next((Place.of(PLACES[name]) for name in names if name in PLACES), None)


def place_of(widget: QWidget | None) -> Place | None:
    """Return the place of the innermost pane or dialog around a widget; None: no one names any."""
    while widget is not None:
        place = own_place(widget)
        if place is not None:
            return place
        widget = widget.parentWidget()
    return None


if TYPE_CHECKING:
    from fatdesk.gui.help.help_window import HelpWindow

_KNOWN = "help-key"
"""Property of the dialogs that have the key."""


class HelpDesk(QObject):
    """Opens the documentation for one window and its dialogs.

    Parameters
    ----------
    view
        Returns the pane that counts where the focus is on none, such as in a menu.
    """

    def __init__(self, window: QWidget, desk: Desk, view: Callable[[], QWidget | None]) -> None:
        super().__init__(window)
        self._window, self._desk, self._view = window, desk, view
        self._shown: HelpWindow | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    @property
    def place(self) -> Place:
        """The place of the pane in focus."""
        return place_of(QApplication.focusWidget()) or place_of(self._view()) or Place(START)

    def open_for_pane(self) -> None:
        """Show the page of the pane in focus."""
        self.open(self.place)

    def open(self, place: Place | None = None) -> "HelpWindow":
        """Show a page; none: the one that was shown last, or the first."""
        if self._shown is None:
            from fatdesk.gui.help.help_window import HelpWindow  # with the first page, to start sooner

            self._shown = HelpWindow(self._desk, self._window)
        self._shown.open(place)
        return self._shown

    def close(self) -> None:
        """Close the help window."""
        if self._shown is not None:
            self._shown.close()

    def _follow(self, _: QWidget | None, now: QWidget | None) -> None:
        """Give F1 to a dialog of the window that gets the focus for the first time."""
        if now is None or not isValid(self._window):
            return
        top = now.window()
        if top in (self._window, self._shown) or top.property(_KNOWN):
            return
        owner: QWidget | None = top
        while owner is not None and owner is not self._window:
            owner = owner.parentWidget()
        if owner is not None:
            top.setProperty(_KNOWN, True)
            QShortcut(QKeySequence(BY_ID["help"].shortcut), top).activated.connect(self.open_for_pane)
