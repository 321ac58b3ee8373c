"""The main window: header, rail, workspaces, inspector, bottom panel, status line."""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from fatdesk.gui.desk import Desk
from fatdesk.gui.dialogs.dialogs import Dialogs
from fatdesk.gui.files.drop_target import (
    ADOPTED,
    LISTS,
    REPORTS,
    Dropping,
    DropTarget,
    Offer,
    offer_for,
    plans,
)
from fatdesk.gui.files.files import REPLACED, Files
from fatdesk.gui.menus.action import DESIGNING, NO_PROJECT, without_project
from fatdesk.gui.menus.actions import LOOK, WORKSPACES, keys_in_view
from fatdesk.gui.menus.menus import Menus
from fatdesk.gui.panels.status_line import StatusLine, source_of
from fatdesk.gui.panels.tasks_panel import TaskCard
from fatdesk.gui.preferences import apply, preferences
from fatdesk.gui.session.background_tasks import BackgroundTask, BackgroundTasks
from fatdesk.gui.session.log import Log
from fatdesk.gui.session.open_libraries import OpenLibraries
from fatdesk.gui.session.selection_history import SelectionHistory
from fatdesk.gui.session.session import Session, Stepping
from fatdesk.gui.settings import Settings
from fatdesk.gui.theme.icons import mark
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.accessible import offer_roles
from fatdesk.gui.widgets.focus import Focus, tab_neighbour
from fatdesk.gui.widgets.plain_text import keep_as_text
from fatdesk.gui.window.design_session import DesignSession
from fatdesk.gui.window.error_reporting import ErrorReporter
from fatdesk.gui.window.header import Header
from fatdesk.gui.window.layout import NARROW, ArrangedWindow, Layout
from fatdesk.gui.window.rail import Rail
from fatdesk.gui.window.welcome import Welcome
from fatdesk.project.document.ref import CATALOG_PART, DOCUMENT, JOB, OF_STUDIES, PART, PLAN, Ref

if TYPE_CHECKING:  # imported with the first project, to open the window sooner
    from fatdesk.core.formats.yaml_events import Place
    from fatdesk.gui.documents import DocumentsView
    from fatdesk.gui.imports.importing import Importing, ListImports
    from fatdesk.gui.inspector import Inspector
    from fatdesk.gui.inspector.kinds import ElementSearch
    from fatdesk.gui.menus.palette import Hit, Palette
    from fatdesk.gui.panels.bottom_panel import BottomPanel
    from fatdesk.gui.panels.project_tree import ProjectTree
    from fatdesk.gui.views.workspace import Workspace
    from fatdesk.gui.window.panes import Panes, Workspaces
    from fatdesk.gui.window.tour import Tour
    from fatdesk.project.document.project import Project
    from fatdesk.project.files.recovery import Found


DOCUMENT_OF = {
    "topology": "diagrams.pdf",
    "floor": "floor.pdf",
    "racks": "elevations.pdf",
    "cables": "wiring.pdf",
    "bill": "bill.pdf",
    "simulation": "simulations.pdf",
    "faults": "faults.pdf",
}
"""Documents that Print offers from a workspace."""


ZOOM_KEYS = keys_in_view(*LOOK)
"""Actions that zoom a drawing, by key."""


@cache
def _offering(action: str) -> list[str]:
    """Return the workspaces that offer an action."""
    from fatdesk.gui.window.panes import VIEWS

    return [name for name, _ in WORKSPACES if action in VIEWS[name].offers]


def _available_in(action: str) -> str:
    """Say which workspaces offer an action."""
    titles = dict(WORKSPACES)
    return f"Available in {', '.join(titles[name] for name in _offering(action))}."


class MainWindow(DropTarget, ArrangedWindow):
    """The main window with its session."""

    def __init__(self, theme: Theme, settings: Settings | None = None) -> None:
        super().__init__()
        offer_roles()
        self.session = Session(self)
        self.theme = theme
        settings = settings or Settings()
        libraries = OpenLibraries(self.session, settings, self)
        self.desk = Desk(self.session, theme, BackgroundTasks(self.session), settings, libraries)
        apply(preferences(settings), theme)
        self.log = Log(self.session, self.desk.tasks, self)
        self.trouble = ErrorReporter(theme, lambda: self, self.log.error)
        self.files = Files(self, self.desk)
        self.dialogs = Dialogs(self, self.desk, self.files, self._prefer, self._pane)
        self.designing = DesignSession(self, self.desk, self.files)
        self.ready = False
        """Whether the panels of a project have been created."""
        self.selection_history = SelectionHistory(
            self.session, lambda: self.workspace_name, self.show_workspace
        )
        self.setWindowTitle("fatdesk")
        self.setAcceptDrops(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        px = theme.px
        self.setMinimumSize(px(1024), px(640))
        self.resize(px(1600), px(1000))
        self.menus = Menus(self, self)
        self.actions_by_id = self.menus.by_id
        self.header = Header(self.desk, self.menus, self.actions_by_id)
        self.setMenuWidget(self.header)
        self.status = StatusLine(self.desk)
        self.welcome = Welcome(self.desk)
        self.welcome.setObjectName("welcome")
        self.inspecting = True
        self.browsing = False
        """Whether the catalog is shown without a project."""
        self.layout_kept = Layout(self, self.desk.settings)
        self.setCentralWidget(self._arrange())
        self.dropping = Dropping(theme, self, self.open_dropped, self._offer, self.open_together)
        self.card = TaskCard(self.desk, self, [self.status])
        self._connect()
        # availability also changes without a command or a selection, as when a run ends
        self._focus = Focus(self, self._front, self._passed_over, self.menus.refresh)
        self.layout_kept.place()
        self._show_pages()
        self._look()
        self.menus.refresh()

    # Construction

    @cached_property
    def palette_box(self) -> "Palette":
        """The command palette, created when it is first opened."""
        from fatdesk.gui.menus.palette import Palette

        return Palette(self.desk, self.menus.entries, self._find_elements, self.go_to, self)

    @cached_property
    def panes(self) -> "Panes":
        """The panels that show a project, created before the first one is opened."""
        from fatdesk.gui.window.panes import Panes

        made = Panes(self.desk, self.log, self._connect_workspace)
        made.bottom.toggled.connect(self._size_bottom)
        return made

    @property
    def workspaces(self) -> "Workspaces":
        """All workspaces by name, each created on first use."""
        return self.panes.workspaces

    @property
    def inspector(self) -> "Inspector":
        """The inspector."""
        return self.panes.inspector

    @property
    def tree(self) -> "ProjectTree":
        """The project tree."""
        return self.panes.tree

    @property
    def bottom(self) -> "BottomPanel":
        """The bottom panel: findings, tasks and log."""
        return self.panes.bottom

    def _make_ready(self) -> None:
        """Create and connect the panels of a project."""
        if self.ready:
            return
        self.ready = True
        self.pages.addWidget(self.panes)
        self._size_bottom(False)
        self.card.place_above(self.bottom)
        self.tree.asked_for.connect(self._go_home)
        self.bottom.findings.asked_for.connect(self.go_to)
        self.bottom.findings.figure_asked.connect(self._go_to_figure)
        self.bottom.findings.setting_asked.connect(self._go_to_setting)
        self.layout_kept.restore()

    def _connect_workspace(self, name: str, view: "Workspace") -> None:
        """Connect a workspace that was just created."""
        from fatdesk.gui.as_built import AsBuiltView
        from fatdesk.gui.catalog import CatalogView
        from fatdesk.gui.documents import DocumentsView
        from fatdesk.gui.explorer import ExplorerView
        from fatdesk.gui.growth import GrowthView
        from fatdesk.gui.requirements.view import RequirementsView
        from fatdesk.gui.studies.view import StudyView

        view.asked_for.connect(self.show_workspace)
        view.picture_asked.connect(self.export_picture)
        view.action_asked.connect(lambda action: self.actions_by_id[action].trigger())
        if isinstance(view, DocumentsView):
            view.export_asked.connect(self.export)
            view.running.waiting.connect(self.files.waiting)
            self.files.exported.connect(view.printer.remember)
            self.files.exporting.wrote.connect(view.result.show_written)
        elif isinstance(view, RequirementsView):
            view.saving.connect(self._save_requirements)
        elif isinstance(view, ExplorerView):
            view.made.connect(self._open_made)
            view.redesigned.connect(self._show_origin)
        elif isinstance(view, CatalogView):
            view.parts_asked.connect(self.import_parts)
            view.prices_asked.connect(self.import_prices)
            view.design_asked.connect(self.designing.resume)
            self.designing.waiting.connect(view.show_design)
            view.show_design(self.designing.is_waiting)
        elif isinstance(view, StudyView | AsBuiltView):
            view.saving.connect(self.files.save_data)
        elif isinstance(view, GrowthView):
            view.files_asked.connect(self.files.exporting.ask_folder)
        self.layout_kept.restore_columns(view)

    @property
    def documents(self) -> "DocumentsView":
        """The Documents workspace."""
        from fatdesk.gui.documents import DocumentsView

        return self.workspaces.one(DocumentsView)

    def _arrange(self) -> QWidget:
        self.pages = QStackedWidget()
        self.pages.addWidget(self.welcome)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.rail = Rail(self.theme, self.actions_by_id)
        row.addWidget(self.rail)
        row.addWidget(self.pages, 1)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row, 1)
        column.addWidget(self.status)
        return whole

    def _connect(self) -> None:
        session = self.session
        session.opening.connect(self._make_ready)
        session.opened.connect(self._opened)
        session.changed.connect(self.menus.refresh)
        session.saved.connect(self.menus.refresh)
        session.selected.connect(self.menus.refresh)
        self.desk.libraries.changed.connect(self.menus.refresh)
        self.desk.libraries.moved.connect(self.menus.refresh)
        session.saved.connect(self._show_pages)
        self.welcome.open_asked.connect(self.files.open)
        self.welcome.catalog_asked.connect(lambda: self.show_workspace("catalog"))
        self.welcome.check_asked.connect(self._check_installed)
        self.welcome.design_asked.connect(self.design)
        self.welcome.example_asked.connect(self.files.design_example)
        self.welcome.reference_asked.connect(self.dialogs.references)
        self.welcome.adopt_asked.connect(self.dialogs.adopt)
        self.welcome.recent_asked.connect(self.files.open_path)
        self.welcome.find_asked.connect(self.files.find_moved)
        self.welcome.recovery_asked.connect(self._recover)
        self.menus.recent.requested.connect(self.files.open_path)
        self.menus.recent.failed.connect(session.said)
        self.menus.versions.requested.connect(self.files.open_version)
        self.files.waiting.connect(self.card.follow)
        self.files.requirements_asked.connect(self.designing.begin_from)
        self.desk.libraries.moved.connect(self._library_moved)
        self.designing.begun.connect(self._design_begun)
        self.designing.ended.connect(self._design_ended)
        self.designing.turned.connect(self._show_pages)
        self.designing.waiting.connect(self._design_waits)
        self.designing.stated.connect(self.status.show_instead)
        self.designing.explored.connect(self._show_made)
        self.files.failed.connect(self.log.error)
        self.rail.requested.connect(self.show_workspace)
        self.status.requested.connect(self._go_to_source)
        self.desk.tasks.ended.connect(self._task_ended)
        self.theme.changed.connect(self._look)

    def _look(self) -> None:
        self.setWindowIcon(mark(self.theme, self.theme.px(64)))

    def _front(self) -> QWidget | None:
        """Return the widget of the current workspace that gets the focus by default, or None."""
        return self.workspace.front if self.has_view else None

    def _pane(self) -> QWidget | None:
        """Return what fills the window: the current workspace, the wizard or the welcome page."""
        return self.workspace if self.has_view else self.pages.currentWidget()

    def _passed_over(self) -> list[QWidget]:
        """Return the panels that never get the focus automatically."""
        return [self.header, self.rail, *([self.inspector] if self.has_view else [])]

    # Actions

    def focus_menus(self) -> None:
        """Give the keys to the menu bar."""
        self.menus.take_keys()

    @cached_property
    def tour(self) -> "Tour":
        """The tour, created when it is first shown."""
        from fatdesk.gui.window.tour import Shown, Tour

        return Tour(self, Shown(self.desk, self.rail, self.welcome, self.pages, lambda: self.is_designing))

    def show_tour(self) -> None:
        """Show the cards of the tour from the first."""
        self.tour.begin()

    def show_first_tour(self, opens_project: bool) -> None:
        """Show the tour at the first start; keys stay with a project that is opened, or a field in use."""
        self.tour.begin_unasked(opens_project)

    def show_palette(self, text: str = "") -> None:
        """Open the command palette with a text."""
        self.palette_box.open_with(text)

    def show_workspace(self, name: str) -> None:
        """Show a workspace; the catalog needs no project."""
        if name == "catalog" and not self.session.is_open and not self.designing.is_going:
            self._make_ready()
            self.browsing = True
            self._show_pages()
        if name not in self.workspaces:
            return
        view = self.workspaces[name]
        if view is not self.workspace:
            self.status.forget()
        self.panes.stack.setCurrentWidget(view)
        selected = self.session.selection
        if name != "catalog":  # parts of catalogs can be seen there only, studies in workspaces of studies
            selected = tuple(one for one in selected if one.kind is not CATALOG_PART)
        if view.inspected:
            selected = tuple(one for one in selected if one.kind not in OF_STUDIES)
        if selected != self.session.selection:
            self.session.select(selected)
        self.session.pointing.emit("")
        self.inspector.setVisible(self.inspecting and view.inspected)
        if view.focus_first is not None:
            view.focus_first.setFocus()
        self.rail.mark(name)
        self.menus.refresh()

    @property
    def workspace(self) -> "Workspace":
        """The current workspace."""
        return self.panes.workspace

    @property
    def workspace_name(self) -> str:
        """Name of the current workspace, as in the settings."""
        return self.panes.name

    def add_network(self) -> None:
        """Add a reference network."""
        self.show_workspace("topology")
        self.workspace.perform("add-network")

    def toggle_theme(self) -> None:
        """Switch between the light and dark theme."""
        self.theme.toggle()
        self.desk.settings.put("theme", self.theme.mode)
        QTimer.singleShot(0, self, self.desk.write_settings)  # after the window is painted

    @property
    def has_table_view(self) -> bool:
        """Whether the workspace has a table view."""
        return self.workspace.has_table_view

    def toggle_table_view(self) -> None:
        """Switch between drawing and table view."""
        self.workspace.toggle_table_view()

    def toggle_bottom(self) -> None:
        """Open or close the bottom panel."""
        self.bottom.toggle()

    def show_bottom(self, tab: str) -> None:
        """Open the bottom panel at a tab."""
        self.bottom.show_tab(tab)

    def _size_bottom(self, is_open: bool) -> None:
        self.panes.size_bottom(is_open, self.layout_kept.bottom_height)

    def toggle_tree(self) -> None:
        """Open or close the project panel."""
        self.layout_kept.choose_tree(self.tree.isHidden())

    def next_panel(self, step: int) -> None:
        """Focus the next or previous panel."""
        self.layout_kept.cycle(step)

    def next_workspace(self, step: int) -> None:
        """Show the next or previous workspace."""
        names = [name for name, _ in WORKSPACES]
        self.show_workspace(names[(names.index(self.workspace_name) + step) % len(names)])

    def reset_layout(self) -> None:
        """Reset panels, sizes and columns to their defaults."""
        self.layout_kept.reset()

    def show_inspector(self) -> None:
        """Open the inspector and focus its first field."""
        if self.inspector.isHidden():
            self.toggle_inspector()
        first = next(iter(self.inspector.fields.values()), None)
        if first is not None and self.inspector.page is not None:
            self.inspector.page.unfold(first)
            first.setFocus(Qt.FocusReason.TabFocusReason)

    def toggle_inspector(self) -> None:
        """Open or close the inspector."""
        self.inspecting = self.inspector.isHidden()
        self.inspector.setVisible(self.inspecting)

    def find_in_view(self) -> None:
        """Focus the search field of the workspace."""
        self.workspace.find_in_view()

    @property
    def at_work(self) -> bool:
        """Whether a project is open and visible."""
        return self.session.is_open and not self.designing.is_going

    @property
    def is_designing(self) -> bool:
        """Whether a design is in progress."""
        return self.designing.is_going

    @property
    def has_view(self) -> bool:
        """Whether a workspace is visible: of a project, or the catalog alone."""
        return self.at_work or (self.browsing and not self.designing.is_going)

    @property
    def steps(self) -> Stepping | None:
        """The history used by Undo and Redo, or None."""
        own = self.workspace.steps if self.ready and self.has_view else None
        if own is not None:
            return own
        return self.session if self.at_work else None

    def save(self) -> None:
        """Save what the current workspace edits: the project or a catalog."""
        if self.steps is not None and self.steps is not self.session:
            self.steps.save()
        elif self.at_work:
            self.files.save()

    def close_view(self) -> None:
        """Close the project, or the catalog if no project is open."""
        if self.session.is_open:
            self.files.close_project()
        else:  # folders stay open until the window closes
            self.browsing = False
            self._show_pages()
            self.menus.refresh()

    def _may_leave_catalogs(self) -> bool:
        from fatdesk.gui.session.open_libraries import ask_to_save

        return ask_to_save(self, self.desk.libraries)

    def design(self) -> None:
        """Start the design wizard."""
        self.designing.begin()

    def _open_made(self, project: "Project") -> None:
        """Open a project created by the explorer, after asking about the current one."""
        if self.designing.may_leave() and self.files.may_leave_project(REPLACED):
            self.session.begin(project)
            self._show_made()

    def _show_made(self) -> None:
        """Show a project that was created by an explorer, and what it was compared with."""
        self._show_origin(next((one.fabric for one in self.session.project.explorations), ""))
        self.session.said.emit("The project was created from the explored network; it is not saved yet.")

    def _show_origin(self, fabric: str) -> None:
        """Show the network that was chosen in an explorer for a fabric, with a way back to the comparison."""
        from fatdesk.gui.topology import TopologyView

        self.show_workspace("topology")
        self.workspaces.one(TopologyView).origin.announce(fabric)

    def _save_requirements(self, data: bytes) -> None:
        self.files.save_requirements(data, self.session.project.name or "network")

    def _design_begun(self, wizard: QWidget) -> None:
        self.pages.addWidget(wizard)
        self.header.show_instead(self.designing.title, "Not saved yet")
        self._show_pages()
        self.menus.refresh()

    def _design_waits(self, waits: bool) -> None:
        """Show Catalog while a design waits, and the design when it goes on."""
        if not self.designing.is_going:
            self.header.show_instead("", "")
            self.status.show_instead(None, "")
        if waits:
            self._show_pages()
            self.show_workspace("catalog")
        elif self.designing.is_going:
            self.header.show_instead(self.designing.title, "Not saved yet")
            self._show_pages()
        self.menus.refresh()

    def _design_ended(self, wizard: QWidget) -> None:
        self.pages.removeWidget(wizard)
        wizard.setParent(None)  # deleted later; no longer a child of the window until then
        self.header.show_instead("", "")
        self.status.show_instead(None, "")
        self._show_pages()
        self.menus.refresh()

    def refusal_in_view(self, action: str) -> str:
        """Return why the current workspace cannot perform an action now, or an empty text."""
        if not self.has_view:
            return without_project(self)
        handler = self.workspace.handlers.get(action)
        if handler is not None:
            return handler.refusal()
        return _available_in(action)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom the drawing in view by its keys, whichever button or panel has the focus."""
        keys = (QKeySequence(event.keyCombination()).toString(), event.text())
        action = next((ZOOM_KEYS[key] for key in keys if key in ZOOM_KEYS), "")
        if action and self.has_view and self.workspace.has_drawing:
            self.perform_in_view(action)
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes to the next control as they are seen."""
        stop = tab_neighbour(self, QApplication.focusWidget(), forward=forward)
        if stop is None:
            return super().focusNextPrevChild(forward)
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        stop.setFocus(reason)
        return True

    def perform_in_view(self, action: str) -> None:
        """Perform an action in the current workspace."""
        self.workspace.perform(action)

    def home_of(self, action: str) -> str:
        """Return the workspace to go to for an action, where just one other offers it; else an empty text."""
        names = _offering(action)
        return names[0] if len(names) == 1 and self.at_work and names[0] != self.workspace_name else ""

    def copy(self) -> None:
        """Copy the selection of the workspace as a table."""
        self.workspace.copy()

    def _prefer(self) -> None:
        """Show figures by the present preferences."""
        if not self.ready:
            return
        self.status.refresh()
        self.inspector.refresh()
        self.tree.refresh()
        for view in self.panes.workspaces.created.values():
            view.outdate()
            view.repaint_all()

    def export(self) -> None:
        """Export all documents to a folder."""
        documents = self.documents
        printing = documents.printing_to_export()
        if printing is not None:
            names = [some.name for some in documents.wanted()]
            self.files.exporting.ask(names, printing, self.files.folder())

    @cached_property
    def list_imports(self) -> "ListImports":
        """The imports of edited lists, created on first use."""
        from fatdesk.gui.imports.importing import ListImports

        return ListImports(self, self.desk, self.files)

    def read_back(self, paths: Sequence[Path] = ()) -> None:
        """Import edited lists; without paths, ask for files."""
        if paths:
            self.list_imports.read(paths)
        else:
            self.list_imports.ask()

    def open_together(self, paths: Sequence[Path]) -> None:
        """Open dropped files that belong together: reports of one fabric, or device types."""
        if not all(path.suffix.lower() in ADOPTED for path in paths):
            self.import_parts(paths)
        elif self.at_work:
            self._compare(paths)
        else:
            self.dialogs.adopt(*paths)

    def _compare(self, paths: Sequence[Path]) -> None:
        """Compare the report of an installed fabric with the plan."""
        from fatdesk.gui.as_built import AsBuiltView

        self.show_workspace("asbuilt")
        self.workspaces.one(AsBuiltView).load(*paths)

    def open_dropped(self, path: Path) -> None:
        """Open a dropped file: import a list, compare a report, show a building plan, or open a project."""
        kind = path.suffix.lower()
        if kind in LISTS:
            self.read_back([path])
        elif kind in ADOPTED and not self.at_work:
            self.dialogs.adopt(path)
        elif kind in REPORTS:
            self._compare([path])
        elif kind in plans():
            from fatdesk.gui.analysis.building_plans import show_building_plan

            self.show_workspace("floor")
            self.session.select([PLAN("plan")])
            show_building_plan(self.session, path)
        else:
            self.files.open_path(path)

    def _offer(self, paths: list[Path]) -> Offer:
        return offer_for(paths, self.at_work)

    def list_host_ports(self) -> None:
        """List the ports of hosts with the networks that they lead to."""
        from fatdesk.gui.views.port_map import HostPortsDialog

        HostPortsDialog(self.desk, self).show()

    def fit_rates(self) -> None:
        """Show the rates of installation by the hours spent on ticked cables."""
        self.list_imports.fit_rates()

    def calibrate(self) -> None:
        """Fit slack and tolerance to measured lengths."""
        self.list_imports.calibrate()

    @cached_property
    def importing(self) -> "Importing":
        """The imports of parts and prices, created on first use."""
        from fatdesk.gui.imports.importing import Importing

        return Importing(self, self.desk)

    def import_parts(self, paths: Sequence[Path] = ()) -> None:
        """Import device types; without paths, ask for files."""
        self.importing.parts(paths)

    def import_prices(self) -> None:
        """Import a price list."""
        self.importing.prices()

    def export_picture(self, kind: str) -> None:
        """Export the current view as a picture."""
        if not self.refusal_in_view(f"picture-{kind}"):
            name, data = self.workspace.picture(kind)
            self.files.save_data(name, data)

    def print_document(self) -> None:
        """Print the document of the current workspace; in Documents, the one in view."""
        documents, wanted = self.documents, DOCUMENT_OF.get(self.workspace_name)
        self.show_workspace("documents")
        if wanted is not None:
            documents.choose(wanted)
        documents.ask_and_print()

    def _recover(self, found: "Found") -> None:
        self.files.recover(found)
        if not self.session.is_open:
            self.welcome.refresh()

    def _task_ended(self, task: BackgroundTask) -> None:
        if task.state != "done":
            self.status.report(task)

    def _opened(self) -> None:
        self.designing.end()
        self.browsing = False
        self._show_pages()
        self.menus.refresh()

    def _show_pages(self) -> None:
        is_open = self.session.is_open
        alone = self.browsing and not is_open
        self._show_rail()
        library = self._library_title() if alone else ""
        if not self.designing.is_going:
            self.header.show_instead(library, "")
        if self.designing.front is not None:
            self.pages.setCurrentWidget(self.designing.front)
            self.setWindowTitle(f"{self.designing.title} – fatdesk")
            return
        if self.ready:  # before they are shown, to avoid visible resizing
            self.layout_kept.follow_width()
            self.bottom.setVisible(not alone)
        self.pages.setCurrentWidget(self.panes if is_open or alone else self.welcome)
        title = self.session.name if is_open else library
        self.setWindowTitle(f"{title} – fatdesk" if title else "fatdesk")
        if not is_open and not alone:
            self.welcome.refresh()
            self.welcome.design.setFocus()

    def _show_rail(self) -> None:
        """Show the workspaces that can be chosen now; a narrow wizard needs their room."""
        if self.is_designing:
            self.rail.leave_only((), DESIGNING)
        elif self.session.is_open:
            self.rail.leave_only(None)
        else:
            self.rail.leave_only(("catalog",), NO_PROJECT)
        if self.has_view:
            self.rail.mark(self.workspace_name)
        else:
            self.rail.mark_none()
        self.rail.setVisible(not self.is_designing or self.width() >= self.theme.px(NARROW))

    def _check_installed(self) -> None:
        """Open a project, and compare an installed fabric with it."""
        self.files.open("Open the plan, which the installed fabric is compared with")
        if self.at_work:
            self.show_workspace("asbuilt")

    def _library_title(self) -> str:
        """Return the name of the catalog that is shown without a project."""
        return self.desk.libraries.current.title

    def _library_moved(self) -> None:
        if self.browsing and not self.session.is_open:
            self._show_pages()

    def _go_to_source(self, figure: str) -> None:
        """Show the source of a figure in the status line."""
        if self.at_work:
            workspace, elements = source_of(self.session, figure)
            self.show_workspace(workspace)
            if elements:
                self.session.select(elements)

    @cached_property
    def _elements(self) -> "ElementSearch":
        """The element search, created with a project."""
        from fatdesk.gui.inspector.kinds import ElementSearch

        return ElementSearch(self.session)

    def _find_elements(self, prefix: str, wanted: Sequence[str]) -> "Iterator[Hit]":
        """Yield the elements and documents of the project that match a prefix and words."""
        if not self.at_work:
            return
        yield from self._elements.find(prefix, wanted)
        if not prefix:
            from fatdesk.gui.documents.document import DOCUMENTS
            from fatdesk.gui.menus.palette import Hit

            for some in DOCUMENTS:
                said = f"{some.name} {some.description}".casefold()
                if all(word in said for word in wanted):
                    yield Hit(some.name, some.description, "documents", DOCUMENT(some.name))

    def go_to(self, ref: Ref) -> None:
        """Select an element and show it in its workspace; a document is shown in Documents."""
        from fatdesk.gui.inspector.kinds import row_of

        if DOCUMENT.id_of(ref) is not None:
            self._go_home("documents", ref)
            return

        self.show_workspace(row_of(ref).home)
        self.session.select([ref])

    def _go_to_figure(self, part: str, title: str) -> None:
        """Show a part in Catalog and focus the field of a property."""
        from fatdesk.gui.catalog import CatalogView

        self.show_workspace("catalog")
        self.session.select([PART(part)])
        catalog = self.workspaces.one(CatalogView)
        catalog.follow(self.session.selection)
        catalog.point_to(title)

    def _go_to_setting(self, page: str, place: "Place") -> None:
        """Show a page of Requirements, the templates of names or the rules, and focus a field."""
        from fatdesk.gui.panels.findings_panel import NAMES, RULES
        from fatdesk.gui.requirements.view import RequirementsView

        if page in (NAMES, RULES):
            (self.dialogs.names if page == NAMES else self.dialogs.rules)(*map(str, place))
            return
        self.show_workspace("requirements")
        self.workspaces.one(RequirementsView).point_to(page, place)

    def _go_home(self, name: str, key: object) -> None:
        """Show an element that was opened in the project tree."""
        self.show_workspace(name if name in self.workspaces else "racks")
        if isinstance(key, Ref) and (document := DOCUMENT.id_of(key)) is not None:
            self.documents.choose(document)
        elif isinstance(key, Ref) and (job := JOB.id_of(key)) is not None:
            self.documents.choose_job(job)

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the project panel in narrow windows."""
        super().resizeEvent(event)
        self.layout_kept.follow_width()
        self._show_rail()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved changes and running tasks."""
        if self._may_leave_catalogs() and self.files.may_leave() and self.files.may_stop():
            self.desk.write_settings()
            self.dialogs.help.close()
            self.desk.tasks.stop()
            self.desk.libraries.leave()
            self.files.autosave.close()
            self.trouble.release()
            keep_as_text()
            event.accept()
        else:
            event.ignore()
