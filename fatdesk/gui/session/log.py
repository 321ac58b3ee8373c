"""Log of the window: files, edits, messages, tasks, errors."""

from datetime import datetime
from typing import Literal, NamedTuple

from PySide6.QtCore import QObject, Signal

from fatdesk.gui.session.background_tasks import BackgroundTask, BackgroundTasks
from fatdesk.gui.session.session import Session

Level = Literal["step", "note", "error"]
MOST = 5000
"""Maximum number of entries."""


class Entry(NamedTuple):
    """A log entry; ``detail`` is the traceback of an unexpected error."""

    time: datetime
    level: Level
    text: str
    detail: str = ""


class Log(QObject):
    """The log of a window, oldest entry first; ``added`` signals a new entry."""

    added = Signal()

    def __init__(self, session: Session, tasks: BackgroundTasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._was_open = False
        self.entries: list[Entry] = []
        session.opened.connect(self._opened)
        session.stepped.connect(self.step)
        session.saved.connect(lambda: self.step(f"Saved {session.path}"))
        session.said.connect(self.note)
        tasks.started.connect(self._started)
        tasks.ended.connect(self._ended)
        tasks.unheard.connect(self._ended)

    def step(self, text: str) -> None:
        """Log an action."""
        self._add("step", text)

    def note(self, text: str) -> None:
        """Log a message to the user."""
        self._add("note", text)

    def error(self, text: str, detail: str = "") -> None:
        """Log an error."""
        self._add("error", text, detail)

    def _add(self, level: Level, text: str, detail: str = "") -> None:
        self.entries.append(Entry(datetime.now().astimezone(), level, text, detail))
        del self.entries[:-MOST]
        self.added.emit()

    def _opened(self) -> None:
        session = self._session
        if not session.is_open:
            if self._was_open:
                self.step("Closed the project")
        elif session.path is not None:
            self.step(f"Opened {session.path}")
        else:
            self.step(f"New project {session.name}, not saved yet")
        self._was_open = session.is_open

    def _started(self, task: BackgroundTask) -> None:
        self.step(f"Started: {task.title}")

    def _ended(self, task: BackgroundTask) -> None:
        if task.state == "failed":
            self.error(f"{task.title} failed: {task.text}", task.detail)
        else:
            self.step(f"{task.title}: {task.text[:1].lower()}{task.text[1:]} after {task.took_s or 0:.1f} s")
