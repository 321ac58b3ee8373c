"""The fields of the study at the right, where the inspector stands in other views."""

from typing import Any

from PySide6.QtWidgets import QLineEdit

from fatdesk.gui.analysis.study_kinds import StudyKind
from fatdesk.gui.desk import Desk
from fatdesk.gui.inspector.frame import Inspector
from fatdesk.project.document.ref import Ref


class StudyPanel(Inspector):
    """Shows the study on view, or the one network of it that is selected."""

    def __init__(self, desk: Desk, kind: StudyKind[Any]) -> None:
        self.study = ""
        self._kind = kind
        super().__init__(desk)

    def things(self) -> tuple[Ref, ...]:
        """The selected network, else the study."""
        chosen = self._kind.curve.ids(self.session.selection)
        if len(chosen) == 1 and chosen[0].study == self.study:
            return (self._kind.curve(chosen[0]),)
        return (self._kind.study(self.study),) if self.study else ()

    def show_study(self, name: str) -> None:
        """Show a study as it is now; what is being typed into one of its fields is not lost."""
        typing = any(isinstance(one, QLineEdit) and one.isModified() for one in self.fields.values())
        if name != self.study or not typing:
            self.study = name
            self.refresh()
