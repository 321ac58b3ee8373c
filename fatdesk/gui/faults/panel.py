"""The fields at the right: of the loss that is selected, of a network, else of the study on view."""

from fatdesk.gui.analysis.impacts import LOSS
from fatdesk.gui.analysis.reliability import RELIABILITY
from fatdesk.gui.analysis.study_kinds import FAULT_STUDIES
from fatdesk.gui.desk import Desk
from fatdesk.gui.ref import Ref
from fatdesk.gui.studies.panel import StudyPanel


class FaultPanel(StudyPanel):
    """Shows what is selected in this workspace."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, FAULT_STUDIES)
        desk.jobs.ended.connect(self._ended)

    def _ended(self, _: object) -> None:
        """A job has ended, perhaps that of what is shown."""
        if any(thing.kind == RELIABILITY for thing in self.things()):
            self.refresh()

    def things(self) -> tuple[Ref, ...]:
        """Losses or the reliability of a fabric, else a network of the study, else the study."""
        losses = tuple(thing for thing in self.session.selection if thing.kind in (LOSS, RELIABILITY))
        return losses or super().things()
