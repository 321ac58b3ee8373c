"""The fields at the right: of the loss that is selected, of a network, else of the study on view."""

from PySide6.QtWidgets import QLineEdit

from fatdesk.gui.desk import Desk
from fatdesk.gui.faults import FAULT_CURVE, FAULTS
from fatdesk.gui.inspector.frame import Inspector
from fatdesk.gui.losses import LOSS
from fatdesk.gui.reliabilities import RELIABILITY
from fatdesk.gui.session import Thing
from fatdesk.gui.study_results import split_curve


class FaultPanel(Inspector):
    """Shows what is selected in this workspace."""

    def __init__(self, desk: Desk) -> None:
        self.study = ""
        super().__init__(desk)
        desk.jobs.ended.connect(self._ended)

    def _ended(self, _: object) -> None:
        """A job has ended, perhaps that of what is shown."""
        if any(thing.kind == RELIABILITY for thing in self.things()):
            self.refresh()

    def things(self) -> tuple[Thing, ...]:
        """Losses or the reliability of a fabric, else a network of the study, else the study."""
        losses = tuple(thing for thing in self.session.selection if thing.kind in (LOSS, RELIABILITY))
        if losses:
            return losses
        chosen = [thing for thing in self.session.selection if thing.kind == FAULT_CURVE]
        if len(chosen) == 1 and split_curve(chosen[0].id)[0] == self.study:
            return (chosen[0],)
        return (Thing(FAULTS, self.study),) if self.study else ()

    def show_study(self, name: str) -> None:
        """Show a study as it is now; what is being typed into one of its fields is not lost."""
        typing = any(isinstance(one, QLineEdit) and one.isModified() for one in self.fields.values())
        if name != self.study or not typing:
            self.study = name
            self.refresh()
