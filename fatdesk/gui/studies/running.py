"""Runs of studies as background tasks, and results of earlier windows."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from PySide6.QtCore import QObject, Signal

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.analysis.study_kinds import StudyKind
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.session.study_results import AnyStudy, Result, StudyResults, Tag, worker_count
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.studies.measurement import Found, State, Wanted
from fatdesk.project.studies.results import results_folder

if TYPE_CHECKING:
    from fatdesk.gui.session.document import Document


class Restorer(QObject, Generic[AnyStudy]):
    """Looks for results of networks of which nothing is known yet, once for each state.

    ``found_nothing`` states that there are none.

    What results are kept by takes the network itself, which may be large: a worker builds it.
    """

    found_nothing = Signal()

    def __init__(self, desk: Desk, kind: StudyKind[AnyStudy], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._kind = desk, kind
        self.task: BackgroundTask | None = None

    def look(self, study: AnyStudy) -> None:
        """Look for results of a study where there may be any."""
        from fatdesk.tasks.studies import study_states

        session = self._desk.session
        document = session.document
        if self.task is not None or session.path is None or not results_folder(session.path).is_dir():
            return
        known = self._kind.known(session)
        tags = [known.tag(study, network) for network in study.networks]
        if set(tags) <= known.known_tags():
            return

        def done(found: Sequence[State | None]) -> None:
            self.task = None
            if session.is_open and session.document is document:
                pairs = zip(study.networks, tags, found, strict=True)
                restored = [known.restore(study.name, one.name, tag, state) for one, tag, state in pairs]
                if any(restored):
                    self._kind.arrived(session).emit()
                else:
                    self.found_nothing.emit()

        def failed(_: str) -> None:
            done((None,) * len(tags))

        self.task = self._desk.tasks.start(
            f"Results of {study.name}",
            study_states,
            session.project,
            study,
            known.folder,
            done=done,
            failed=failed,
            whenever=True,
            quiet=True,
        )


class Requested(NamedTuple):
    """A network under way: what it was when the run began, and what is measured of it."""

    network: StudyNetwork
    tag: Tag
    wanted: Wanted


class StudyRunner(QObject, Generic[AnyStudy]):
    """Runs studies, one at a time; ``moved`` states that results arrived or the run ended, ``failed`` why."""

    moved = Signal()
    failed = Signal(str)

    def __init__(self, desk: Desk, kind: StudyKind[AnyStudy], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._kind = desk, kind
        self.task: BackgroundTask | None = None
        self.study = ""
        self.requested: dict[int, Requested] = {}
        """Networks under way by their numbers in the study."""
        self._document: Document | None = None
        self._results: StudyResults[AnyStudy, Any] | None = None
        self._began = datetime.now().astimezone()
        desk.tasks.moved.connect(self._moved)
        desk.tasks.ended.connect(self._ended)

    @property
    def is_running(self) -> bool:
        """Whether a run is under way."""
        return self.task is not None

    def runs(self, tag: Tag) -> Requested | None:
        """Return the task of a network under way, of any study; None if it is not under way."""
        if self.task is None:
            return None
        return next((some for some in self.requested.values() if some.tag == tag), None)

    def start(self, study: AnyStudy, numbers: Sequence[int]) -> bool:
        """Measure what is missing of some networks of a study; whether there is anything."""
        if self.task is not None or not self._desk.session.is_open:
            return False
        known = self._kind.known(self._desk.session)
        wanted = [some for number in numbers if (some := known.missing(study, number)) is not None]
        return self._begin(f"{self._kind.title} {study.name}", study, wanted)

    def work_out(self, title: str, study: AnyStudy, numbers: Sequence[int]) -> bool:
        """Work out for some networks what is worked out once for each, such as where they saturate."""
        if self.task is not None or not self._desk.session.is_open:
            return False
        return self._begin(f"{title} {study.name}", study, [Wanted(n, once=True) for n in numbers])

    def _begin(self, title: str, study: AnyStudy, wanted: Sequence[Wanted]) -> bool:
        from fatdesk.tasks.studies import measure_study

        if not wanted:
            return False
        session = self._desk.session
        results = self._results = self._kind.known(session)
        networks = [(study.networks[one.network], one) for one in wanted]
        self.requested = {
            one.network: Requested(some, results.tag(study, some), one) for some, one in networks
        }
        self.study, self._document = study.name, session.document
        self._began = datetime.now().astimezone()
        self.task = self._desk.tasks.start(
            title,
            measure_study,
            session.project,
            study,
            wanted,
            results.folder,
            worker_count(self._desk.settings),
            done=self._done,
            failed=self.failed.emit,
            shown=self._take,
            whenever=True,
        )
        self.moved.emit()
        return True

    def stop(self) -> None:
        """Stop it now; what has arrived stays."""
        if self.task is not None:
            self.task.cancel()

    def _done(self, arrived: Sequence[Found]) -> None:
        self._take(arrived)
        self._keep()
        wrong = [one.wrong for one in arrived if one.wrong]
        if wrong:
            by_reason: dict[str, list[str]] = {}
            for name, _, why in (text.partition(": ") for text in wrong):
                by_reason.setdefault(why, []).append(name)
            reasons = [in_sentence(f"{', '.join(names)}: {why}") for why, names in by_reason.items()]
            self.failed.emit(" ".join(reasons))

    def _take(self, arrived: Sequence[Found]) -> None:
        session, results = self._desk.session, self._results
        if results is None or not session.is_open or session.document is not self._document:
            return
        for one in arrived:
            if one.wrong or (one.found is not None and not one.found.nothing):
                requested = self.requested[one.network]
                result: Result[Any] = Result(requested.tag, one.found, self._began, one.wrong, one.highest)
                results.put(self.study, requested.network.name, result)
        self._kind.arrived(session).emit()
        self.moved.emit()

    def _moved(self, task: BackgroundTask) -> None:
        if task is self.task:
            self.moved.emit()

    def _ended(self, task: BackgroundTask) -> None:
        if task is self.task:
            self.task = None
            self.moved.emit()
            if task.state != "done":
                self._keep()

    def _keep(self) -> None:
        """Bring what has arrived to the disk; what cannot be written is said and stays known."""
        if self._results is None:
            return
        try:
            self._results.keep()
        except FatdeskError as error:
            self._desk.session.said.emit(in_sentence(f"results are not in a file yet: {error}"))
