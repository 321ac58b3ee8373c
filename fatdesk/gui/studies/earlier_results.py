"""Results that an earlier window has left next to the project, looked for when a study comes on view."""

from collections.abc import Sequence
from typing import Generic

from PySide6.QtCore import QObject

from fatdesk.gui.analysis.study_kinds import StudyKind
from fatdesk.gui.desk import Desk
from fatdesk.gui.results.study_results import AnyStudy
from fatdesk.gui.session.jobs import Job
from fatdesk.project.studies.measurement import State
from fatdesk.project.studies.results import results_folder


class Restorer(QObject, Generic[AnyStudy]):
    """Looks for results of networks of which nothing is known yet, once for each state.

    What results are kept by takes the network itself, which may be large: a worker builds it.
    """

    def __init__(self, desk: Desk, kind: StudyKind[AnyStudy], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._kind = desk, kind
        self.job: Job | None = None

    def look(self, study: AnyStudy) -> None:
        """Look for results of a study where there may be any."""
        from fatdesk.tasks.studies import study_states

        session = self._desk.session
        document = session.document
        if self.job is not None or session.path is None or not results_folder(session.path).is_dir():
            return
        known = self._kind.known(session)
        tags = [known.tag(study, network) for network in study.networks]
        if set(tags) <= known.known_tags():
            return

        def done(found: Sequence[State | None]) -> None:
            self.job = None
            if session.is_open and session.document is document:
                pairs = zip(study.networks, tags, found, strict=True)
                restored = [known.restore(study.name, one.name, tag, state) for one, tag, state in pairs]
                if any(restored):
                    self._kind.arrived(session).emit()

        def failed(_: str) -> None:
            done((None,) * len(tags))

        self.job = self._desk.jobs.start(
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
