"""The wizard in the window: how it is begun, what it asks before it is left, and what it gives."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.files import Files
from fatdesk.gui.widgets.plain_text import box

if TYPE_CHECKING:
    from fatdesk.engine.catalog.catalog import Catalog
    from fatdesk.engine.design.requirements import Requirements
    from fatdesk.gui.explorer import ExplorerView
    from fatdesk.gui.requirements.wizard import Wizard
    from fatdesk.project.document.project import Project

NAME = "network"
"""What a project is called until it is saved under a name."""


class Designing(QObject):
    """At most one design in the making.

    ``begun`` and ``ended`` tell that the wizard, or the explorer beside it, has come and gone, ``turned``
    that the other of them is in front, ``told`` figures for the status line.
    """

    begun = Signal(QWidget)
    ended = Signal(QWidget)
    turned = Signal()
    told = Signal(object, str)

    def __init__(self, window: QWidget, desk: Desk, files: Files) -> None:
        super().__init__(window)
        self._window, self._desk, self._files = window, desk, files
        self.wizard: Wizard | None = None
        self.explorer: ExplorerView | None = None
        """Opened from the wizard, to compare its draft with other networks."""
        self._began_with: dict[str, Any] = {}
        files.may_drop_design = self.may_leave

    @property
    def is_going(self) -> bool:
        """Whether the wizard is there."""
        return self.wizard is not None

    @property
    def front(self) -> QWidget | None:
        """What is in front while something is designed."""
        return self.explorer or self.wizard

    def begin(self) -> None:
        """Design from the start, or go on with what is there."""
        if self.wizard is None:
            from fatdesk.gui.requirements.draft import START

            self._begin(START, NAME, "requirements")

    def begin_from(self, path: Path) -> None:
        """Design from a requirements file: its candidates first."""
        from fatdesk.engine.design.read import read_requirements
        from fatdesk.engine.design.writing import requirements_tree
        from fatdesk.gui.requirements.part_sources import PartSources

        if not self.may_leave():
            return
        try:
            wanted = read_requirements(path, PartSources(self._desk).library.catalog)
        except FatdeskError as error:
            self._files.report(f"{path.name} was not opened", f"{path.name} was not opened.", str(error))
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
        wizard.told.connect(self.told)
        self.begun.emit(wizard)
        wizard.begin(page)

    @property
    def is_touched(self) -> bool:
        """Whether something was typed or chosen."""
        wizard = self.wizard
        return wizard is not None and (wizard.draft.tree != self._began_with or bool(wizard.search.wanted))

    def may_leave(self) -> bool:
        """Ask about what was typed; whether it may go. It is gone then."""
        if self.wizard is None:
            return True
        if self.is_touched:
            shown = box(
                self._window,
                "A design in progress",
                "Leave the design?",
                "What you typed is lost. Save requirements… on its pages keeps it as a file.",
            )
            leave = shown.addButton("Discard it", QMessageBox.ButtonRole.DestructiveRole)
            stay = shown.addButton("Go on designing", QMessageBox.ButtonRole.RejectRole)
            shown.setDefaultButton(stay)
            shown.exec()
            if shown.clickedButton() is not leave:
                return False
        self.end()
        return True

    def end(self) -> None:
        """Take the wizard away."""
        self._end_comparing()
        wizard, self.wizard = self.wizard, None
        if wizard is not None:
            wizard.stop()
            self.ended.emit(wizard)
            wizard.deleteLater()

    def _compare(self, wanted: "Requirements", catalog: "Catalog") -> None:
        """Bring an explorer to the front, with what the draft asks."""
        from fatdesk.gui.explorer import ExplorerView
        from fatdesk.gui.explorer.search_form import Source

        assert self.wizard is not None  # it asked
        name = self.wizard.name
        self.explorer = view = ExplorerView(self._desk)
        view.offer_back("Back to the design")
        view.back_asked.connect(self._end_comparing)
        view.made.connect(lambda project: self._finish(project, save=False))
        self.begun.emit(view)
        view.explore(wanted, Source("draft", "The design in progress", name), catalog)

    def _end_comparing(self) -> None:
        """Take the explorer away; the wizard is in front again."""
        view, self.explorer = self.explorer, None
        if view is not None:
            view.leave()
            view.setParent(None)  # it is deleted later, and nothing of it is this window's until then
            view.deleteLater()
            self.turned.emit()

    def _leave(self) -> None:
        self.may_leave()

    def _finish(self, project: "Project", save: bool) -> None:
        if self._files.may_leave_project():
            self.end()
            self._desk.session.begin(project)
            if save:
                self._files.save_as()

    def _save(self, data: bytes) -> None:
        assert self.wizard is not None  # it asked
        if self._files.save_requirements(data, self.wizard.name):
            self._began_with = self.wizard.draft.copied()
