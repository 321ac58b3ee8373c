"""From a point to a project: which switch, then placed by a job, then opened or taken over as one step."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.exploring.building import choices
from fatdesk.engine.exploring.result import Candidate
from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.search_form import Asking
from fatdesk.gui.explorer.switch_dialog import MakingDialog, notes
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import box
from fatdesk.project.designing.redesigning import redesign

if TYPE_CHECKING:
    from fatdesk.project.document.project import Project


class Maker(QObject):
    """Asks, builds, hands over.

    ``made`` carries a project that is to be opened; what was explored for the open project is done to it
    as one step instead. ``moved`` tells how far it is.
    """

    made = Signal(object)
    moved = Signal()

    def __init__(self, window: QWidget, desk: Desk) -> None:
        super().__init__(window)
        self._window, self._desk = window, desk
        self.task: BackgroundTask | None = None
        desk.tasks.moved.connect(self._moved)
        desk.tasks.ended.connect(self._moved)

    def ask(self, one: Candidate, asking: Asking, ports: int) -> None:
        """Ask for the switch, and begin; what cannot be built is told."""
        wanted, explored = asking.to_build, asking.wanted
        if wanted is None or explored is None or self.task is not None:
            return
        catalog, name = asking.draft.catalog, explored.fabrics[0].name
        fabric = next(some for some in wanted.fabrics if some.name == name)
        try:
            offered = choices(wanted, fabric, one.network, catalog)
        except FatdeskError as error:
            box(
                self._window, "No project was made", "This point cannot be built.", in_sentence(str(error))
            ).exec()
            return
        redesigns = asking.source.kind == "project"
        words = notes(one, asking.hosts, ports, redesigns=redesigns)
        dialog = MakingDialog(self._desk, one, offered, words, self._window)
        accepted = dialog.exec()
        bought = dialog.taken.option.configuration
        dialog.deleteLater()
        if not accepted:
            return
        from fatdesk.tasks.exploring import make_project

        others = {}
        if redesigns:
            fabrics = self._desk.session.project.fabrics
            others = {some.requirement.name: some.design for some in fabrics if some.design is not None}
        self.task = self._desk.tasks.start(
            "Make a project of a point",
            make_project,
            wanted,
            name,
            one.network,
            (bought.part, bought.cards),
            catalog,
            asking.source.name,
            others,
            self._desk.session.project if redesigns else None,
            done=self._redesign if redesigns else self._open,
            failed=self._fail,
            whenever=not redesigns,
        )
        self.moved.emit()

    def cancel(self) -> None:
        """Stop; the project stays as it is."""
        if self.task is not None:
            self.task.cancel()

    def _open(self, project: "Project") -> None:
        self._end()
        self.made.emit(project)

    def _redesign(self, project: "Project") -> None:
        self._end()
        session = self._desk.session
        command = redesign(session.project, project)
        if command is None:
            session.said.emit("The project is this point already.")
        elif session.do(command):
            session.said.emit("The project is the point now. Undo brings it back as it was.")

    def _fail(self, why: str) -> None:
        self._end()
        box(
            self._window, "No project was made", "This point was not made a project.", in_sentence(why)
        ).exec()

    def _moved(self, task: BackgroundTask) -> None:
        if task is self.task:
            if task.state in ("cancelled", "done"):
                self.task = None
            self.moved.emit()

    def _end(self) -> None:
        self.task = None
        self.moved.emit()
