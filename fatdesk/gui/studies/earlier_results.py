"""Results that an earlier window has left beside the project, looked for when a study comes on view."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, SignalInstance

from fatdesk.gui.desk import Desk
from fatdesk.gui.results.study_results import StudyResults
from fatdesk.gui.session.jobs import Job
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.project.studies.results import results_folder


class Restorer(QObject):
    """Looks for results of networks of which nothing is known yet, once for each state.

    What results are kept by takes the network itself, which may be large: a worker builds it.
    """

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.job: Job | None = None

    def look(
        self,
        study: SimulationStudy | FaultStudy,
        known: StudyResults[Any, Any],
        states: Callable[..., Sequence[Any]],
        told: SignalInstance,
    ) -> None:
        """Look for results of a study where there may be any.

        Parameters
        ----------
        known
            Where they go.
        states
            The work that finds what results of its networks are kept by.
        told
            Emitted when there are some.
        """
        session = self._desk.session
        document = session.document
        if self.job is not None or session.path is None or not results_folder(session.path).is_dir():
            return
        tags = [known.tag(study, network) for network in study.networks]
        if set(tags) <= known.known_tags():
            return

        def done(found: Sequence[Any]) -> None:
            self.job = None
            if session.is_open and session.document is document:
                pairs = zip(study.networks, tags, found, strict=True)
                restored = [known.restore(study.name, one.name, tag, on) for one, tag, on in pairs]
                if any(restored):
                    told.emit()

        def failed(_: str) -> None:
            done((None,) * len(tags))

        self.job = self._desk.jobs.start(
            f"Results of {study.name}",
            states,
            session.project,
            study,
            known.folder,
            done=done,
            failed=failed,
            whenever=True,
            quiet=True,
        )
