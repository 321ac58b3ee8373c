"""Runs of a study as one job: what has arrived goes into the results, also of one that was stopped."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.sim.study import Simulated, SimulationStudy
from fatdesk.gui.desk import Desk
from fatdesk.gui.jobs import Job
from fatdesk.gui.simulations import Result, Tag, worker_count
from fatdesk.gui.words import in_sentence

if TYPE_CHECKING:
    from fatdesk.gui.document import Document
    from fatdesk.work.simulating import Measured, Wanted


class Asked(NamedTuple):
    """A network under way: its name, and what it was when the run began."""

    network: Simulated
    tag: Tag
    loads: tuple[float, ...]
    """Those that are measured; empty: a bisection asks for them."""


class Runner(QObject):
    """One run at a time; ``moved`` tells that points have arrived or that it has ended, ``failed`` why."""

    moved = Signal()
    failed = Signal(str)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.job: Job | None = None
        self.study = ""
        self.asked: dict[int, Asked] = {}
        """Networks under way by their numbers in the study."""
        self._document: Document | None = None
        self._began = datetime.now().astimezone()
        desk.jobs.moved.connect(self._moved)
        desk.jobs.ended.connect(self._ended)

    @property
    def is_running(self) -> bool:
        """Whether a run is under way."""
        return self.job is not None

    def runs(self, tag: Tag) -> Asked | None:
        """What is asked of a network that is under way, in whichever study; None: it is not."""
        if self.job is None:
            return None
        return next((some for some in self.asked.values() if some.tag == tag), None)

    def start(self, study: SimulationStudy, numbers: Sequence[int]) -> bool:
        """Measure some networks of a study at the loads that are missing; whether there are any."""
        from fatdesk.work.simulating import Wanted, simulate

        if self.job is not None or not self._desk.session.is_open:
            return False
        known = self._desk.session.simulations
        asked: dict[int, Asked] = {}
        for number in numbers:
            network = study.networks[number]
            loads = known.missing(study, network)
            if loads:
                asked[number] = Asked(network, known.tag(study, network), loads)
        if not asked:
            return False
        wanted = [Wanted(number, one.loads) for number, one in asked.items()]
        self._begin(f"Simulate {study.name}", simulate, study, wanted, asked)
        return True

    def find_saturation(self, study: SimulationStudy, numbers: Sequence[int]) -> None:
        """Measure some networks of a study at the loads that a bisection asks for."""
        from fatdesk.work.simulating import saturate

        if self.job is not None or not self._desk.session.is_open:
            return
        known, networks = self._desk.session.simulations, study.networks
        asked = {n: Asked(networks[n], known.tag(study, networks[n]), ()) for n in numbers}
        self._begin(f"Saturation of {study.name}", saturate, study, list(numbers), asked)

    def _begin(
        self,
        title: str,
        work: "Callable[..., tuple[Measured, ...]]",
        study: SimulationStudy,
        wanted: "Sequence[Wanted] | Sequence[int]",
        asked: dict[int, Asked],
    ) -> None:
        known = self._desk.session.simulations
        self.asked = asked
        self.study, self._document = study.name, self._desk.session.document
        self._began = datetime.now().astimezone()
        self.job = self._desk.jobs.start(
            title,
            work,
            self._desk.session.project,
            study,
            wanted,
            known.folder,
            worker_count(self._desk.settings),
            done=self._done,
            failed=self.failed.emit,
            shown=self._take,
            whenever=True,
        )
        self.moved.emit()

    def stop(self) -> None:
        """Stop it now; points that have arrived stay."""
        if self.job is not None:
            self.job.cancel()

    def _done(self, measured: "Sequence[Measured]") -> None:
        self._take(measured)
        self._keep()
        wrong = [one.wrong for one in measured if one.wrong]
        if wrong:
            more = f" So it is with {len(wrong) - 1} more." if len(wrong) > 1 else ""
            self.failed.emit(in_sentence(wrong[0]) + more)

    def _take(self, measured: "Sequence[Measured]") -> None:
        document = self._document
        session = self._desk.session
        if document is None or not session.is_open or session.document is not document:
            return
        for one in measured:
            asked = self.asked[one.network]
            if one.points or one.wrong:
                result = Result(asked.tag, one.points, self._began, one.on, one.wrong, one.highest)
                document.simulations.put(self.study, asked.network.name, result)
        session.simulated.emit()
        self.moved.emit()

    def _moved(self, job: Job) -> None:
        if job is self.job:
            self.moved.emit()

    def _ended(self, job: Job) -> None:
        if job is self.job:
            self.job = None
            self.moved.emit()
            if job.state != "done":
                self._keep()

    def _keep(self) -> None:
        """Bring what has arrived to the disk; what cannot be written is said and stays known."""
        document = self._document
        if document is None:
            return
        try:
            document.simulations.keep()
        except FatdeskError as error:
            self._desk.session.said.emit(in_sentence(f"results are not in a file yet: {error}"))
