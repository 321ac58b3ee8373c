"""Selection history: go back and forward between selections and their workspaces."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QObject

from fatdesk.gui.session.session import Session
from fatdesk.project.document.ref import Ref

MOST = 100
"""Maximum length of the history."""


class Step(NamedTuple):
    """A selection and its workspace."""

    workspace: str
    refs: tuple[Ref, ...]


class SelectionHistory(QObject):
    """Records selections; ``here`` returns the current workspace, ``show`` switches to one."""

    def __init__(self, session: Session, here: Callable[[], str], show: Callable[[str], object]) -> None:
        super().__init__(session)
        self._session, self._here, self._show = session, here, show
        self._steps: list[Step] = []
        self._at = -1
        self._going = False
        session.opened.connect(self._clear)
        session.selected.connect(self._selected)

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier selection."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a later selection."""
        return self._at < len(self._steps) - 1

    def go(self, step: int) -> None:
        """Restore a selection ``step`` entries later, or earlier if negative."""
        at = self._at + step
        if not 0 <= at < len(self._steps):
            return
        self._at = at
        workspace, refs = self._steps[at]
        self._going = True
        try:
            if workspace != self._here():
                self._show(workspace)
            self._session.select(refs)
        finally:
            self._going = False

    def _clear(self) -> None:
        self._steps.clear()
        self._at = -1

    def _selected(self, refs: tuple[Ref, ...]) -> None:
        if self._going or not refs or not self._session.is_open:
            return
        del self._steps[self._at + 1 :]
        self._steps = [*self._steps, Step(self._here(), refs)][-MOST:]
        self._at = len(self._steps) - 1
