"""Results of fault studies that an earlier window has left beside the project."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from fatdesk.engine.faults.asked import FaultStudy
from fatdesk.gui.desk import Desk
from fatdesk.gui.jobs import Job
from fatdesk.project.results import results_folder

if TYPE_CHECKING:
    from fatdesk.engine.faults.results import FaultsOn


class FaultRestorer(QObject):
    """Looks for results of networks of which nothing is known yet, once for each state, in a worker."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.job: Job | None = None

    def look(self, study: FaultStudy) -> None:
        """Look for results of a study where there may be any."""
        from fatdesk.work.faults import fault_states

        session = self._desk.session
        known, document = session.faults, session.document
        if self.job is not None or session.path is None or not results_folder(session.path).is_dir():
            return
        tags = [known.tag(study, network) for network in study.networks]
        if set(tags) <= known.known_tags():
            return

        def done(found: "tuple[FaultsOn | None, ...]") -> None:
            self.job = None
            if session.is_open and session.document is document:
                pairs = zip(study.networks, tags, found, strict=True)
                restored = [known.restore(study.name, one.name, tag, on) for one, tag, on in pairs]
                if any(restored):
                    session.faulted.emit()

        def failed(_: str) -> None:
            done((None,) * len(tags))

        self.job = self._desk.jobs.start(
            f"Results of {study.name}",
            fault_states,
            session.project,
            study,
            known.folder,
            done=done,
            failed=failed,
            whenever=True,
            quiet=True,
        )
