"""Cuts the room in a process of its own, when its layer is switched on and nothing is known that holds."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from fatdesk.gui.analysis.cuts import network_to_cut
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.project.studies.schedule import CutRoom, cut_room

if TYPE_CHECKING:
    from fatdesk.gui.session.document import Document


class Cutting(QObject):
    """At most one job; another project ends it."""

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._session = desk, desk.session
        self.task: BackgroundTask | None = None
        desk.tasks.ended.connect(self._ended)
        self._session.opened.connect(self._leave)

    def ask(self) -> None:
        """Cut the room, unless what is known holds."""
        session = self._session
        name = network_to_cut(session) if session.is_open else ""
        if name and self.task is None and not session.loads.room_holds(name):
            self.task = self._desk.tasks.start(
                f"Cut the room of {name}",
                cut_room,
                session.project,
                name,
                done=partial(self._take, session.document, name),
                failed=session.said.emit,
                whenever=True,
            )

    def _take(self, document: "Document", name: str, room: CutRoom) -> None:
        if self._session.is_open and self._session.document is document:
            document.loads.put_room(name, room)
            self._session.loaded.emit()

    def _ended(self, task: BackgroundTask) -> None:
        if task is self.task:
            self.task = None

    def _leave(self) -> None:
        if self.task is not None:
            self.task.cancel()
