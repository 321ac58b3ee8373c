"""Runs of a fault study as one job: what has arrived goes into the results, also of one that was stopped."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.faults.asked import FaultStudy
from fatdesk.engine.sim.study import Simulated
from fatdesk.gui.desk import Desk
from fatdesk.gui.faults import FaultResult
from fatdesk.gui.jobs import Job
from fatdesk.gui.simulations import Tag, worker_count
from fatdesk.gui.words import in_sentence

if TYPE_CHECKING:
    from fatdesk.gui.document import Document
    from fatdesk.work.faults import FaultsFound


class AskedFaults(NamedTuple):
    """A network under way: what it was when the run began, and what is asked of it."""

    network: Simulated
    tag: Tag
    counts: tuple[int, ...]
    always: bool


class FaultRunner(QObject):
    """One run at a time; ``moved`` tells that rows have arrived or that it has ended, ``failed`` why."""

    moved = Signal()
    failed = Signal(str)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.job: Job | None = None
        self.study = ""
        self.asked: dict[int, AskedFaults] = {}
        """Networks under way by their numbers in the study."""
        self._document: Document | None = None
        self._began = datetime.now().astimezone()
        desk.jobs.moved.connect(self._moved)
        desk.jobs.ended.connect(self._ended)

    @property
    def is_running(self) -> bool:
        """Whether a run is under way."""
        return self.job is not None

    def runs(self, tag: Tag) -> AskedFaults | None:
        """What is asked of a network that is under way, in whichever study; None: it is not."""
        if self.job is None:
            return None
        return next((some for some in self.asked.values() if some.tag == tag), None)

    def start(self, study: FaultStudy, numbers: Sequence[int]) -> bool:
        """Measure what is missing of some networks of a study; whether there is anything."""
        from fatdesk.work.faults import measure_faults

        session = self._desk.session
        if self.job is not None or not session.is_open:
            return False
        known = session.faults
        wanted = [some for number in numbers if (some := known.missing(study, number)) is not None]
        if not wanted:
            return False
        self.asked = {
            some.network: AskedFaults(
                study.networks[some.network],
                known.tag(study, study.networks[some.network]),
                some.counts,
                some.always,
            )
            for some in wanted
        }
        self.study, self._document = study.name, session.document
        self._began = datetime.now().astimezone()
        self.job = self._desk.jobs.start(
            f"Faults of {study.name}",
            measure_faults,
            session.project,
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
        return True

    def stop(self) -> None:
        """Stop it now; rows that have arrived stay."""
        if self.job is not None:
            self.job.cancel()

    def _done(self, found: "Sequence[FaultsFound]") -> None:
        self._take(found)
        self._keep()
        wrong = [one.wrong for one in found if one.wrong]
        if wrong:
            more = f" So it is with {len(wrong) - 1} more." if len(wrong) > 1 else ""
            self.failed.emit(in_sentence(wrong[0]) + more)

    def _take(self, found: "Sequence[FaultsFound]") -> None:
        document, session = self._document, self._desk.session
        if document is None or not session.is_open or session.document is not document:
            return
        for one in found:
            asked = self.asked[one.network]
            if one.wrong or (one.found is not None and not one.found.nothing):
                result = FaultResult(asked.tag, one.found, self._began, one.wrong)
                document.faults.put(self.study, asked.network.name, result)
        session.faulted.emit()
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
        if self._document is None:
            return
        try:
            self._document.faults.keep()
        except FatdeskError as error:
            self._desk.session.said.emit(in_sentence(f"results are not in a file yet: {error}"))
