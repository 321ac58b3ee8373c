"""The fields of the study at the right, where the inspector stands in other views."""

from typing import Any

from PySide6.QtWidgets import QLineEdit

from fatdesk.gui.analysis.study_kind import StudyKind
from fatdesk.gui.desk import Desk
from fatdesk.gui.inspector.frame import Inspector
from fatdesk.gui.ref import Ref
from fatdesk.gui.results.study_results import split_curve


class StudyPanel(Inspector):
    """Shows the study on view, or the one network of it that is selected."""

    def __init__(self, desk: Desk, kind: StudyKind[Any]) -> None:
        self.study = ""
        self._kind = kind
        super().__init__(desk)

    def things(self) -> tuple[Ref, ...]:
        """The selected network, else the study."""
        chosen = [thing for thing in self.session.selection if thing.kind == self._kind.curve]
        if len(chosen) == 1 and split_curve(chosen[0].id)[0] == self.study:
            return (chosen[0],)
        return (Ref(self._kind.study, self.study),) if self.study else ()

    def show_study(self, name: str) -> None:
        """Show a study as it is now; what is being typed into one of its fields is not lost."""
        typing = any(isinstance(one, QLineEdit) and one.isModified() for one in self.fields.values())
        if name != self.study or not typing:
            self.study = name
            self.refresh()
