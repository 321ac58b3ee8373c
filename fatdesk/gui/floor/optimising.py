"""The optimiser of placement on the floor: a job, its card, and one step that takes what it found."""

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from fatdesk.gui.desk import Desk
from fatdesk.gui.floor.optimise_card import OptimiseCard
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.widgets.numbers import counted, time_left

if TYPE_CHECKING:
    from fatdesk.engine.improving.improve import Improved
    from fatdesk.gui.session.document import Document
    from fatdesk.project.document.project import Project

STEP = "Optimise placement"
SEED = 1


class Optimising(QObject):
    """Starts the search, keeps the best that it showed, and puts it on the floor.

    Stopped, or when the worker dies, the best so far is what came of it. What was found for another
    state of the project is offered, not taken.
    """

    def __init__(self, desk: Desk, card: OptimiseCard) -> None:
        super().__init__(card)
        self._desk, self.card = desk, card
        self.session = desk.session
        self.task: BackgroundTask | None = None
        self._best: Improved | None = None
        self._began: tuple[Document, Project] | None = None
        self._start_s = 0.0
        card.wanted.connect(self.start)
        card.stopped.connect(self.stop)
        card.taken.connect(self._take)
        card.left.connect(self._leave)
        desk.tasks.moved.connect(self._moved)
        desk.tasks.ended.connect(self._ended)
        self.session.opened.connect(self._other_project)

    @property
    def possible(self) -> bool:
        """Whether there is something on the floor, and no search goes on."""
        if not self.session.is_open or self.task is not None:
            return False
        return any(rack.devices for rack in self.session.project.floor.racks)

    def ask(self) -> None:
        """Show the card."""
        self.card.ask()

    def start(self, seconds: int) -> None:
        """Search for so long."""
        from fatdesk.project.designing.improving import improve_project

        project = self.session.project
        self._best, self._began = None, (self.session.document, project)
        self._start_s = monotonic()
        self.card.run("Starting")
        self.task = self._desk.tasks.start(
            STEP,
            improve_project,
            project,
            SEED,
            None,
            float(seconds),
            done=self._tell,
            shown=self._tell,
            whenever=True,
        )

    def stop(self) -> None:
        """End the search; the best so far is kept."""
        if self.task is not None:
            self.task.cancel()

    def _tell(self, found: "Improved") -> None:
        self._best = found
        if self._began is not None:
            self.card.tell(found, self._began[1].bill.currency)
        if found.ended is not None:
            self._settle("")

    def _moved(self, task: BackgroundTask) -> None:
        if task is self.task:
            self.card.rest.setText(time_left(task.left_s))
            if self._best is None:
                self.card.text.setText(task.text)
            else:
                self.card.text.hide()
                self.card.draw(self._best, monotonic() - self._start_s)

    def _ended(self, task: BackgroundTask) -> None:
        if task is self.task:
            self.task = None
            if task.state != "done":
                # when everybody has heard how the job ended, so that the step is told last
                trouble = task.text if task.state == "failed" else ""
                QTimer.singleShot(0, self, lambda: self._settle(trouble))

    def _settle(self, trouble: str) -> None:
        """The search is over: use what was found, offer it, or say that there is nothing."""
        if self._began is None:
            return
        found, (document, project) = self._best, self._began
        if not self.session.is_open or self.session.document is not document:
            self._leave()
        elif found is None or not found.better:
            self.card.end(trouble or "No cheaper placement was found. The project is unchanged.")
        elif trouble:
            self.card.offer(f"{trouble} Best result so far.")
        elif self.session.project is not project:
            self.card.offer(
                "The project was edited during the search. These figures are for its earlier state; the "
                "placement also moves devices that you have moved since."
            )
        else:
            self._take()

    def _take(self) -> None:
        """Put the best on the floor as one step."""
        from fatdesk.project.commands import Batch
        from fatdesk.project.designing.improving import rearrangement

        found, began = self._best, self._began
        if found is None or began is None:
            return
        command = rearrangement(began[1].floor, found.floor)
        if command is not None and self.session.do(Batch(name=STEP, commands=(command,))):
            self.card.end(
                f"{counted(found.moved, 'device')} moved; hosts and switches are numbered in order along the "
                "racks, so labels printed earlier no longer apply. Undo reverts this in one step."
            )
            self._began = None

    def _leave(self) -> None:
        self._best = self._began = None
        self.card.hide()

    def _other_project(self) -> None:
        """Another project is open, or none: the search continues for nobody."""
        self._began = None
        self.stop()
        self._leave()
