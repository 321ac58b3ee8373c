"""The place in the documentation that describes each pane and dialog, by the name of its class."""

from PySide6.QtWidgets import QWidget

from fatdesk.core.documentation import START, Place

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
    "WorkHoursDialog": "round-trip.md#rates-of-installation",
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
