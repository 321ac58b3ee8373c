"""The design wizard in the window: start, a way to Catalog and back, confirmation, and its result."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.files import REPLACED, Files
from fatdesk.gui.preferences import preferences
from fatdesk.gui.widgets import folder_dialog
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import box
from fatdesk.project.files.saver import make_folder

if TYPE_CHECKING:
    from fatdesk.engine.catalog.catalog import Catalog
    from fatdesk.engine.design.requirements import Requirements
    from fatdesk.gui.explorer import ExplorerView
    from fatdesk.gui.requirements.wizard import Wizard
    from fatdesk.project.document.project import Project

NAME = "network"
"""Name of a project until it is saved."""


class DesignSession(QObject):
    """The design in progress, at most one; it may wait while parts for it are made in Catalog.

    Signals: ``begun`` and ``ended`` of the wizard, or of the explorer opened from it; ``turned``: the other
    of them is shown; ``waiting``: whether it waits; ``stated`` carries figures for the status line;
    ``explored``: a project was opened that was chosen in the explorer.
    """

    begun = Signal(QWidget)
    ended = Signal(QWidget)
    turned = Signal()
    waiting = Signal(bool)
    stated = Signal(object, str)
    explored = Signal()

    def __init__(self, window: QWidget, desk: Desk, files: Files) -> None:
        super().__init__(window)
        self._window, self._desk, self._files = window, desk, files
        self.wizard: Wizard | None = None
        self.explorer: ExplorerView | None = None
        """The explorer opened from the wizard, to compare the draft with other networks."""
        self.is_waiting = False
        """Whether the design waits while Catalog is shown."""
        self._began_with: dict[str, Any] = {}
        files.may_drop_design = self.may_leave

    @property
    def is_going(self) -> bool:
        """Whether a design is in progress, and in view."""
        return self.wizard is not None and not self.is_waiting

    @property
    def front(self) -> QWidget | None:
        """The visible page of the design: wizard or explorer."""
        return self.explorer or self.wizard if self.is_going else None

    @property
    def title(self) -> str:
        """Title of the design: the name of its requirements file, where it began with one."""
        return "New network" if self.wizard is None or self.wizard.name == NAME else self.wizard.name

    def begin(self) -> None:
        """Start a design, or continue the one in progress."""
        if self.wizard is None:
            from fatdesk.gui.requirements.draft import START

            currency = preferences(self._desk.settings).currency
            self._begin(START | ({"currency": currency} if currency else {}), NAME, "requirements")
        self.resume()

    def begin_from(self, path: Path) -> None:
        """Start a design from a requirements file, at the page of candidates."""
        from fatdesk.engine.design.requirements_file import read_requirements, requirements_tree
        from fatdesk.gui.requirements.part_sources import PartSources

        if not self.may_leave():
            return
        try:
            wanted = read_requirements(path, PartSources(self._desk).library.catalog)
        except FatdeskError as error:
            self._files.report(
                f"{path.name} could not be opened", f"{path.name} could not be opened.", str(error)
            )
            return
        self.end()
        self._begin(requirements_tree(wanted), path.stem, "candidates")

    def _begin(self, tree: dict[str, Any], name: str, page: str) -> None:
        from fatdesk.gui.requirements.part_sources import PartSources
        from fatdesk.gui.requirements.wizard import Wizard

        wizard = Wizard(self._desk, PartSources(self._desk), tree, name)
        self.wizard, self._began_with = wizard, wizard.draft.copied()
        wizard.left.connect(self._leave)
        wizard.finished.connect(self._finish)
        wizard.saving.connect(self._save)
        wizard.comparing.connect(self._compare)
        wizard.stated.connect(self._state)
        wizard.part_asked.connect(self._make_part)
        self.begun.emit(wizard)
        wizard.begin(page)

    @property
    def is_touched(self) -> bool:
        """Whether the user has changed the draft."""
        wizard = self.wizard
        return wizard is not None and (wizard.draft.tree != self._began_with or bool(wizard.search.wanted))

    def may_leave(self) -> bool:
        """Ask whether to discard the draft; if so, close the wizard and return True."""
        if self.wizard is None:
            return True
        if self.is_touched:
            shown = box(
                self._window,
                "Design in progress",
                "Discard the design?",
                "Your entries will be lost. To keep them, use Save requirements… in the wizard.",
            )
            leave = shown.addButton("Discard", QMessageBox.ButtonRole.DestructiveRole)
            stay = shown.addButton("Continue designing", QMessageBox.ButtonRole.RejectRole)
            shown.setDefaultButton(stay)
            shown.exec()
            if shown.clickedButton() is not leave:
                self.resume()
                return False
        self.end()
        return True

    def end(self) -> None:
        """Close the wizard."""
        self._end_comparing()
        wizard, self.wizard = self.wizard, None
        self._wait(False)
        if wizard is not None:
            wizard.stop()
            self.ended.emit(wizard)
            wizard.deleteLater()

    def _state(self, figures: object, words: str) -> None:
        """Pass figures on while the design is in view."""
        if self.is_going:
            self.stated.emit(figures, words)

    def _make_part(self) -> None:
        """Show Catalog with a folder of the user's own; the design waits."""
        if self._open_folder():
            self._wait(True)

    def _open_folder(self) -> bool:
        """Open a folder for new parts: one that is in use, or a new one; return whether there is one."""
        assert self.wizard is not None  # called by the wizard
        libraries = self._desk.libraries
        used = [path for path in (*self.wizard.sources.paths, *libraries.folders) if path.is_dir()]
        if libraries.folder is None:
            folder = used[0] if used else self._ask_folder()
            if folder is None:
                return False
            try:
                make_folder(folder)
                libraries.open_folder(folder)
            except FatdeskError as error:
                self._desk.session.refuse(in_sentence(str(error)))
                return False
        return True

    def _ask_folder(self) -> Path | None:
        start = self._desk.folder / "parts"
        return folder_dialog.ask_folder(self._window, "Folder for your parts", start, "Create")

    def resume(self) -> None:
        """Show a design that waits, with the folder of parts that is open in Catalog."""
        wizard, folder = self.wizard, self._desk.libraries.folder
        if wizard is None or not self.is_waiting:
            return
        if folder is not None and any(folder.folder.rglob("*.yaml")):
            wizard.sources.add([folder.folder])
        self._wait(False)
        wizard.come_back()

    def _wait(self, waits: bool) -> None:
        if waits != self.is_waiting:
            self.is_waiting = waits
            self.waiting.emit(waits)

    def _compare(self, wanted: "Requirements", catalog: "Catalog") -> None:
        """Show an explorer with the requirements of the draft."""
        from fatdesk.gui.explorer import ExplorerView
        from fatdesk.gui.explorer.search_form import Source

        assert self.wizard is not None  # called by the wizard
        name = self.wizard.name
        self.explorer = view = ExplorerView(self._desk)
        view.offer_back("Back to the design")
        view.back_asked.connect(self._end_comparing)
        view.made.connect(self._finish_explored)
        self.begun.emit(view)
        first = wanted.fabrics[0].name
        chosen = zip(self.wizard.search.results, self.wizard.search.chosen, strict=False)
        design = next((one.design for result, one in chosen if result.name == first), None)
        view.explore(wanted, Source("draft", "The design in progress", name), catalog, design)
        view.begin_search()

    def _end_comparing(self) -> None:
        """Close the explorer and show the wizard."""
        view, self.explorer = self.explorer, None
        if view is not None:
            view.leave()
            view.setParent(None)  # deleted later; no longer a child of the window until then
            view.deleteLater()
            self.turned.emit()
            if self.wizard is not None:
                self.wizard.pages.page.point_to(None)

    def _leave(self) -> None:
        self.may_leave()

    def _finish(self, project: "Project", save: bool) -> None:
        if self._begin_project(project) and save:
            self._files.save_as()

    def _finish_explored(self, project: "Project") -> None:
        """Open the project of a candidate."""
        if self._begin_project(project):
            self.explored.emit()

    def _begin_project(self, project: "Project") -> bool:
        if not self._files.may_leave_project(REPLACED):
            return False
        self.end()
        self._desk.session.begin(project)
        return True

    def _save(self, data: bytes) -> None:
        assert self.wizard is not None  # called by the wizard
        if self._files.save_requirements(data, self.wizard.name):
            self._began_with = self.wizard.draft.copied()
