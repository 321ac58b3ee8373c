"""The window: header, rail of workspaces, the workspace, inspector, findings, status line."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QMenuBar,
    QMessageBox,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk import __version__
from fatdesk.engine.catalog.load import load_shipped
from fatdesk.engine.core.errors import Cancelled, FatdeskError
from fatdesk.engine.core.places import shipped
from fatdesk.engine.design.read import read_requirements
from fatdesk.gui.actions import ACTIONS, WORKSPACES, Action
from fatdesk.gui.desk import Desk
from fatdesk.gui.findings_panel import FindingsPanel
from fatdesk.gui.header import Header
from fatdesk.gui.inspector import Inspector
from fatdesk.gui.palette import Entry, Palette
from fatdesk.gui.plain import box, menu_text, tip
from fatdesk.gui.progress_dialog import ShownProgress
from fatdesk.gui.recent import Recent, remember
from fatdesk.gui.session import Session, Thing
from fatdesk.gui.status_line import StatusLine
from fatdesk.gui.theme.icons import icon, mark
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.trouble import Trouble
from fatdesk.gui.welcome import Welcome
from fatdesk.gui.workspaces import VIEWS
from fatdesk.gui.workspaces.documents import Documents
from fatdesk.gui.workspaces.workspace import Workspace
from fatdesk.project.designing import design_project
from fatdesk.project.saver import ChangedOnDisk

PROJECTS = "Projects (*.fatdesk)"
REQUIREMENTS = "Requirements (*.yaml *.yml)"
NARROW = 1440
"""Below this width the inspector starts smaller."""

HOME = {"rack": "floor", "tray": "floor", "device": "racks", "cable": "cables", "part": "bill"}
"""Where a thing of a kind is looked at when no view shows it."""


class MainWindow(QMainWindow):
    """One window over one session."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.session = Session(self)
        self.theme = theme
        self.desk = Desk(self.session, theme)
        self.trouble = Trouble(lambda: self)
        self.setWindowTitle("fatdesk")
        self.setAcceptDrops(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        px = theme.px
        self.setMinimumSize(px(1024), px(640))
        self.resize(px(1600), px(1000))
        self.actions_by_id: dict[str, QAction] = {}
        menus = self._make_menus()
        self.header = Header(self.desk, menus, self.actions_by_id)
        self.setMenuWidget(self.header)
        self.status = StatusLine(self.desk)
        self.welcome = Welcome(self.desk)
        self.inspector = Inspector(self.desk)
        self.findings = FindingsPanel(self.desk)
        self.workspaces: dict[str, Workspace] = {name: VIEWS[name](self.desk) for name, _ in WORKSPACES}
        self.stack = QStackedWidget()
        for view in self.workspaces.values():
            self.stack.addWidget(view)
        self.setCentralWidget(self._arrange())
        self.palette_box = Palette(self.desk, self._entries, self.go_to, self)
        self._connect()
        self.show_workspace("floor")
        self._show_pages()
        self._look()
        self._enable()

    # Making

    def _make_menus(self) -> QMenuBar:
        bar = QMenuBar()
        menus: dict[str, QMenu] = {}
        for action in ACTIONS:
            if action.menu not in menus:
                menus[action.menu] = bar.addMenu(action.menu)
            made = QAction(menu_text(action.text), self)
            if action.shortcut:
                made.setShortcut(QKeySequence(action.shortcut))
            made.triggered.connect(lambda _=False, action=action: self.run(action))
            self.addAction(made)
            if action.separated:
                menus[action.menu].addSeparator()
            menus[action.menu].addAction(made)
            self.actions_by_id[action.id] = made
        for menu in menus.values():
            menu.aboutToShow.connect(self._enable)
        return bar

    def _arrange(self) -> QWidget:
        px = self.theme.px
        self.sides = QSplitter(Qt.Orientation.Horizontal)
        self.sides.addWidget(self.stack)
        self.sides.addWidget(self.inspector)
        self.sides.setStretchFactor(0, 1)
        self.sides.setCollapsible(0, False)
        self.sides.setHandleWidth(px(1))
        self.sides.setSizes([px(1200), px(304)])
        self.levels = QSplitter(Qt.Orientation.Vertical)
        self.levels.addWidget(self.sides)
        self.levels.addWidget(self.findings)
        self.levels.setStretchFactor(0, 1)
        self.levels.setCollapsible(0, False)
        self.levels.setCollapsible(1, False)
        self.levels.setHandleWidth(px(1))
        self.findings.toggled.connect(self._size_findings)
        self._size_findings(False)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.welcome)
        self.pages.addWidget(self.levels)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.rail = self._make_rail()
        row.addWidget(self.rail)
        row.addWidget(self.pages, 1)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row, 1)
        column.addWidget(self.status)
        return whole

    def _make_rail(self) -> QWidget:
        px = self.theme.px
        rail = QWidget()
        rail.setProperty("role", "rail")
        rail.setFixedWidth(px(86))
        column = QVBoxLayout(rail)
        column.setContentsMargins(px(4), px(8), px(4), px(8))
        column.setSpacing(px(4))
        self.rail_group = QButtonGroup(rail)
        self.rail_buttons: dict[str, QToolButton] = {}
        for name, title in WORKSPACES:
            button = QToolButton()
            button.setText(title)
            button.setCheckable(True)
            button.setProperty("kind", "rail")
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setFixedSize(px(78), px(48))
            button.setIconSize(QSize(px(20), px(20)))
            button.setToolTip(tip(f"{title} ({self.actions_by_id[f'show-{name}'].shortcut().toString()})"))
            button.clicked.connect(lambda _=False, name=name: self.show_workspace(name))
            self.rail_group.addButton(button)
            self.rail_buttons[name] = button
            column.addWidget(button)
        column.addStretch(1)
        return rail

    def _connect(self) -> None:
        session = self.session
        session.opened.connect(self._opened)
        session.changed.connect(self._enable)
        session.saved.connect(self._enable)
        session.saved.connect(self._remember)
        self.welcome.open_asked.connect(self.open_file)
        self.welcome.design_asked.connect(self.design_file)
        self.welcome.example_asked.connect(self.open_example)
        self.welcome.recent_asked.connect(self.open_path)
        self.theme.changed.connect(self._look)
        documents = self.workspaces["documents"]
        assert isinstance(documents, Documents)
        documents.export_asked.connect(self.export)

    def _look(self) -> None:
        px = self.theme.px
        self.setWindowIcon(mark(self.theme, px(64)))
        for name, button in self.rail_buttons.items():
            button.setIcon(icon(self.theme, name, px(20)))

    # Actions

    def run(self, action: Action) -> None:
        """Do an action when it can be done now."""
        if action.enabled(self):
            action.run(self)
            self._enable()

    def _enable(self, *_: object) -> None:
        for action in ACTIONS:
            made = self.actions_by_id[action.id]
            made.setEnabled(action.enabled(self))
            made.setText(menu_text(action.says(self)))

    def _entries(self) -> list[Entry]:
        return [
            Entry(
                action.says(self),
                action.menu,
                action.shortcut,
                action.icon,
                partial(self.run, action),
            )
            for action in ACTIONS
            if action.id != "palette" and action.enabled(self)
        ]

    def show_palette(self) -> None:
        """Open the palette."""
        self.palette_box.come_up()

    def show_workspace(self, name: str) -> None:
        """Bring a workspace to the front."""
        view = self.workspaces[name]
        self.stack.setCurrentWidget(view)
        if view.focus_first is not None:
            view.focus_first.setFocus()
        self.rail_buttons[name].setChecked(True)

    @property
    def workspace(self) -> Workspace:
        """The workspace in front."""
        return next(view for view in self.workspaces.values() if view is self.stack.currentWidget())

    def toggle_theme(self) -> None:
        """Change between light and dark."""
        self.theme.toggle()

    def toggle_findings(self) -> None:
        """Open or close the bottom panel."""
        self.findings.toggle()

    def _size_findings(self, is_open: bool) -> None:
        px = self.theme.px
        closed = px(31)
        self.findings.setMaximumHeight(px(600) if is_open else closed)
        self.findings.setMinimumHeight(px(120) if is_open else closed)
        height = px(240) if is_open else closed
        self.levels.setSizes([max(1, self.height() - height), height])

    def toggle_inspector(self) -> None:
        """Open or close the inspector."""
        self.inspector.setVisible(self.inspector.isHidden())

    @property
    def can_find(self) -> bool:
        """Whether the workspace has something to search in."""
        return type(self.workspace).find_in_view is not Workspace.find_in_view

    def find_in_view(self) -> None:
        """Put the cursor into the filter of the workspace."""
        self.workspace.find_in_view()

    def copy(self) -> None:
        """Copy the selection of the workspace as a table."""
        self.workspace.copy()

    def about(self) -> None:
        """Tell version and licence."""
        from PySide6 import __version__ as qt_version

        shown = box(
            self,
            "About fatdesk",
            f"fatdesk {__version__}",
            "Design, place, cable and price cluster networks.\n\n"
            f"MIT licence. Made with Qt for Python {qt_version}.",
        )
        shown.exec()

    # Files

    def open_file(self) -> None:
        """Ask for a project and open it."""
        name, _ = QFileDialog.getOpenFileName(self, "Open a project", self._folder(), PROJECTS)
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        """Open a project, or design one from a requirements file."""
        if path.suffix in (".yaml", ".yml"):
            self.design_path(path)
        elif self.may_leave():
            self._try(f"{path.name} was not opened", lambda: self.session.load(path))
            if self.session.path == path:
                self._remember()

    def design_file(self) -> None:
        """Ask for requirements and design a network."""
        name, _ = QFileDialog.getOpenFileName(self, "Design from requirements", self._folder(), REQUIREMENTS)
        if name:
            self.design_path(Path(name))

    def design_path(self, path: Path) -> None:
        """Search, place and cable what a requirements file asks for."""
        if not self.may_leave():
            return
        self._try(f"{path.name} gave no project", lambda: self._design(path))

    def _design(self, path: Path) -> None:
        progress = ShownProgress(self, f"Designing {path.stem}")
        try:
            catalog = load_shipped([])
            designed = design_project(read_requirements(path, catalog), catalog, path.stem, progress=progress)
        finally:
            progress.done()
        if designed.project is None:
            raise FatdeskError(designed.results[-1].why_none())
        self.session.begin(designed.project)

    def open_example(self, name: str) -> None:
        """Design an example; it is a copy that has no file yet."""
        self.design_path(shipped("resources") / "examples" / f"{name}.yaml")

    def save(self) -> bool:
        """Save, asking for a name where there is none; whether it is saved now."""
        if self.session.path is None or self.session.read_only:
            return self.save_as()
        try:
            self.session.save()
        except ChangedOnDisk as error:
            return self._changed_on_disk(error)
        except FatdeskError as error:
            self.tell("Not saved", f"Not saved: {error}", "Your changes are here; save under another name.")
            return False
        return True

    def save_as(self) -> bool:
        """Save under another name; whether it is saved now."""
        start = str(
            self.session.path or Path(self._folder()) / f"{self.session.project.name or 'project'}.fatdesk"
        )
        name, _ = QFileDialog.getSaveFileName(self, "Save as", start, PROJECTS)
        if not name:
            return False
        path = Path(name)
        if not path.suffix:
            path = path.with_suffix(".fatdesk")
        return self._try(f"{path.name} was not saved", lambda: self.session.save_as(path))

    def _changed_on_disk(self, error: ChangedOnDisk) -> bool:
        shown = box(
            self,
            "Changed on disk",
            f"{self.session.name} was changed by another program since it was opened here.",
            f"{error}\n\nReplacing it discards what the other program wrote; "
            "its version is kept among the earlier ones.",
        )
        replace = shown.addButton("Replace it", QMessageBox.ButtonRole.DestructiveRole)
        other = shown.addButton("Save as…", QMessageBox.ButtonRole.AcceptRole)
        shown.addButton(QMessageBox.StandardButton.Cancel)
        shown.setDefaultButton(other)
        shown.exec()
        if shown.clickedButton() is replace:
            path = self.session.path
            assert path is not None
            return self._try("It was not saved", lambda: self.session.save_as(path))
        return shown.clickedButton() is other and self.save_as()

    def export(self) -> None:
        """Write the documents that are ticked into a folder, all or none."""
        documents = self.workspaces["documents"]
        assert isinstance(documents, Documents)
        folder = QFileDialog.getExistingDirectory(self, "Export documents into a folder", self._folder())
        if folder:
            self._try("Nothing was exported", lambda: documents.export(Path(folder)))

    def close_project(self) -> None:
        """Go back to the welcome page."""
        if self.may_leave():
            self.session.leave()

    def may_leave(self) -> bool:
        """Ask about unsaved changes; whether the project may be left."""
        if not self.session.unsaved:
            return True
        shown = box(
            self,
            "Unsaved changes",
            f"Save the changes of {self.session.name}?",
            "Otherwise what you changed since the last save is lost.",
        )
        keep = shown.addButton(QMessageBox.StandardButton.Save)
        discard = shown.addButton(QMessageBox.StandardButton.Discard)
        shown.addButton(QMessageBox.StandardButton.Cancel)
        shown.setDefaultButton(QMessageBox.StandardButton.Save)
        shown.exec()
        if shown.clickedButton() is keep:
            return self.save()
        return shown.clickedButton() is discard

    def _try(self, what: str, work: Callable[[], None]) -> bool:
        try:
            work()
        except Cancelled:
            self.session.said.emit("Cancelled. Nothing has changed.")
        except FatdeskError as error:
            self.tell(what, f"{what}.", str(error))
        else:
            return True
        return False

    def tell(self, title: str, text: str, more: str) -> None:
        """Show what went wrong."""
        shown = box(self, title, text, more)
        shown.setIcon(QMessageBox.Icon.Warning)
        shown.exec()

    def _folder(self) -> str:
        return str(self.session.path.parent if self.session.path else Path.home())

    def _opened(self) -> None:
        self._show_pages()
        self._enable()

    def _show_pages(self) -> None:
        is_open = self.session.is_open
        self.rail.setVisible(is_open)
        self.pages.setCurrentWidget(self.levels if is_open else self.welcome)
        self.setWindowTitle(f"{self.session.name} – fatdesk" if is_open else "fatdesk")
        if not is_open:
            self.welcome.refresh()
            self.welcome.design.setFocus()

    def _remember(self) -> None:
        path = self.session.path
        if path is None:
            return
        figures = self.session.figures
        told = f"{figures.hosts:,} hosts, {figures.switches:,} switches, {figures.cables:,} cables"
        uses = [use for some in self.session.project.fabrics if some.design for use in some.design.parts]
        edge = sum(use.count for use in uses if use.role == "edge")
        core = sum(use.count for use in uses if use.role == "core")
        problem = remember(Recent(str(path.resolve()), told, edge, core))
        if problem:
            self.session.said.emit(problem)
        self._show_pages()

    def go_to(self, thing: Thing) -> None:
        """Select a thing and show it where it is at home."""
        self.show_workspace(HOME[thing.kind])
        self.session.select([thing])

    # Events

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Take files that can be opened."""
        if any(
            Path(url.toLocalFile()).suffix in (".fatdesk", ".yaml", ".yml") for url in event.mimeData().urls()
        ):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Open the first file that was dropped."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls()]
        for path in paths:
            if path.suffix in (".fatdesk", ".yaml", ".yml"):
                event.acceptProposedAction()
                self.open_path(path)
                return

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Ask about unsaved changes."""
        if self.may_leave():
            self.trouble.release()
            event.accept()
        else:
            event.ignore()
