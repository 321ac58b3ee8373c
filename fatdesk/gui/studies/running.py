"""Runs of a study as one job: what has arrived goes into the results, also of one that was stopped."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal, SignalInstance

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.desk import Desk
from fatdesk.gui.results.study_results import AnyStudy, StudyResults, Tag, worker_count
from fatdesk.gui.session.jobs import Job
from fatdesk.gui.widgets.number_text import in_sentence
from fatdesk.networks.study import StudyNetwork

if TYPE_CHECKING:
    from fatdesk.gui.session.document import Document


class Arrived(Protocol):
    """What there is of a network so far."""

    @property
    def network(self) -> int:
        """Its number in the study."""

    @property
    def wrong(self) -> str:
        """Why there is nothing, or nothing more; empty: nothing went wrong."""


class UnderWay(Protocol):
    """A network under way: what it was when the run began."""

    @property
    def network(self) -> StudyNetwork:
        """As the study names it."""

    @property
    def tag(self) -> Tag:
        """What its figures depend on."""


AnyAsked = TypeVar("AnyAsked", bound=UnderWay)
AnyArrived = TypeVar("AnyArrived", bound=Arrived)


class StudyRunner(QObject, Generic[AnyStudy, AnyAsked, AnyArrived]):
    """One run at a time; ``moved`` tells that figures have arrived or that it has ended, ``failed`` why."""

    moved = Signal()
    failed = Signal(str)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.job: Job | None = None
        self.study = ""
        self.asked: dict[int, AnyAsked] = {}
        """Networks under way by their numbers in the study."""
        self._document: Document | None = None
        self._began = datetime.now().astimezone()
        desk.jobs.moved.connect(self._moved)
        desk.jobs.ended.connect(self._ended)

    @abstractmethod
    def start(self, study: AnyStudy, numbers: Sequence[int]) -> bool:
        """Measure what is missing of some networks of a study; whether there is anything."""

    @abstractmethod
    def _results(self, document: "Document") -> StudyResults[AnyStudy, Any]:
        """Where results of such studies go."""

    @abstractmethod
    def _result(self, asked: AnyAsked, one: AnyArrived) -> Any:
        """A network as a result; None: nothing has arrived of it."""

    @property
    @abstractmethod
    def _told(self) -> SignalInstance:
        """What the session tells when results have arrived."""

    @property
    def is_running(self) -> bool:
        """Whether a run is under way."""
        return self.job is not None

    @property
    def may_begin(self) -> bool:
        """Whether a run can begin."""
        return self.job is None and self._desk.session.is_open

    def runs(self, tag: Tag) -> AnyAsked | None:
        """What is asked of a network that is under way, in whichever study; None: it is not."""
        if self.job is None:
            return None
        return next((some for some in self.asked.values() if some.tag == tag), None)

    def _begin(
        self,
        title: str,
        work: Callable[..., Sequence[AnyArrived]],
        study: AnyStudy,
        wanted: Sequence[Any],
        asked: dict[int, AnyAsked],
    ) -> None:
        session = self._desk.session
        self.asked = asked
        self.study, self._document = study.name, session.document
        self._began = datetime.now().astimezone()
        self.job = self._desk.jobs.start(
            title,
            work,
            session.project,
            study,
            wanted,
            self._results(session.document).folder,
            worker_count(self._desk.settings),
            done=self._done,
            failed=self.failed.emit,
            shown=self._take,
            whenever=True,
        )
        self.moved.emit()

    def stop(self) -> None:
        """Stop it now; what has arrived stays."""
        if self.job is not None:
            self.job.cancel()

    def _done(self, arrived: Sequence[AnyArrived]) -> None:
        self._take(arrived)
        self._keep()
        wrong = [one.wrong for one in arrived if one.wrong]
        if wrong:
            by_reason: dict[str, list[str]] = {}
            for name, _, why in (text.partition(": ") for text in wrong):
                by_reason.setdefault(why, []).append(name)
            told = [in_sentence(f"{', '.join(names)}: {why}") for why, names in by_reason.items()]
            self.failed.emit(" ".join(told))

    def _take(self, arrived: Sequence[AnyArrived]) -> None:
        document, session = self._document, self._desk.session
        if document is None or not session.is_open or session.document is not document:
            return
        for one in arrived:
            asked = self.asked[one.network]
            result = self._result(asked, one)
            if result is not None:
                self._results(document).put(self.study, asked.network.name, result)
        self._told.emit()
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
            self._results(self._document).keep()
        except FatdeskError as error:
            self._desk.session.said.emit(in_sentence(f"results are not in a file yet: {error}"))
