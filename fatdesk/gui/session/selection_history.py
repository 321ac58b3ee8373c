"""Former selections, to go back to and forward again, each in the workspace where it was made."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QObject

from fatdesk.gui.session.session import Session
from fatdesk.project.document.ref import Ref

MOST = 100
"""So many are remembered."""


class Step(NamedTuple):
    """What was selected, and in which workspace."""

    workspace: str
    things: tuple[Ref, ...]


class Trail(QObject):
    """Follows the selection; ``here`` names the workspace in front, ``show`` brings one to the front."""

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
        """Whether something was selected before."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether one has gone back."""
        return self._at < len(self._steps) - 1

    def go(self, step: int) -> None:
        """Select what was selected so many steps later (earlier: below zero)."""
        at = self._at + step
        if not 0 <= at < len(self._steps):
            return
        self._at = at
        workspace, things = self._steps[at]
        self._going = True
        try:
            if workspace != self._here():
                self._show(workspace)
            self._session.select(things)
        finally:
            self._going = False

    def _clear(self) -> None:
        self._steps.clear()
        self._at = -1

    def _selected(self, things: tuple[Ref, ...]) -> None:
        if self._going or not things or not self._session.is_open:
            return
        del self._steps[self._at + 1 :]
        self._steps = [*self._steps, Step(self._here(), things)][-MOST:]
        self._at = len(self._steps) - 1
