"""Optical instead of copper cables in the open project: computed in a thread for large networks."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from fatdesk.gui.session.background_tasks import BackgroundMemo
from fatdesk.gui.session.session import Session
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.tray_relief import TrayRelief, tray_relief

AT_ONCE = 400
"""Maximum number of cables for which the window can wait."""


class Reliefs(QObject):
    """The last answer for the open project; an edit that it does not depend on keeps it."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._memo = BackgroundMemo[str](session, self._arrived)
        self._again: Callable[[], object] | None = None
        session.opened.connect(self._memo.clear)

    @property
    def waiting(self) -> bool:
        """Whether an answer is being computed."""
        return self._memo.waiting

    def get(self, again: Callable[[], object]) -> TrayRelief | None:
        """Return the answer; None while it is computed, ``again`` is called then, or if that failed."""
        self._again = again
        derived = self._session.derived
        project, cabling = derived.project, derived.cabling
        inputs = (cabling, project.floor, project.cables, project.cabling, project.bill, project.parts)
        apart = Derived(project, derived)
        return self._memo.get(
            "relief",
            inputs,
            lambda: tray_relief(apart),
            at_once=sum(made.count for made in cabling.fabrics) <= AT_ONCE,
            title="Optical cables for full trays",
        )

    def _arrived(self) -> None:
        if self._again is not None:
            self._again()


def reliefs_of(session: Session) -> Reliefs:
    """Return what is known of optical instead of copper cables in the session."""
    return session.findChild(Reliefs) or Reliefs(session)
