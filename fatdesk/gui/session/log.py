"""What happened in the window: opened, done, undone, saved, said, failed."""

from datetime import datetime
from typing import Literal, NamedTuple

from PySide6.QtCore import QObject, Signal

from fatdesk.gui.session.jobs import Job, Jobs
from fatdesk.gui.session.session import Session

Level = Literal["step", "note", "error"]
MOST = 5000
"""Older entries are dropped."""


class Entry(NamedTuple):
    """One thing that happened; ``detail`` is a traceback where the program is to blame."""

    time: datetime
    level: Level
    text: str
    detail: str = ""


class Log(QObject):
    """The entries of one window, the oldest first; ``added`` tells of a new one."""

    added = Signal()

    def __init__(self, session: Session, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._was_open = False
        self.entries: list[Entry] = []
        session.opened.connect(self._opened)
        session.stepped.connect(self.step)
        session.saved.connect(lambda: self.step(f"Saved {session.path}"))
        session.said.connect(self.note)
        jobs.started.connect(self._started)
        jobs.ended.connect(self._ended)
        jobs.unheard.connect(self._ended)

    def step(self, text: str) -> None:
        """Something was done."""
        self._add("step", text)

    def note(self, text: str) -> None:
        """The user was told something."""
        self._add("note", text)

    def error(self, text: str, detail: str = "") -> None:
        """Something failed."""
        self._add("error", text, detail)

    def clear(self) -> None:
        """Forget everything."""
        self.entries.clear()
        self.added.emit()

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
            self.step(f"Began {session.name}, not saved yet")
        self._was_open = session.is_open

    def _started(self, job: Job) -> None:
        self.step(f"Started: {job.title}")

    def _ended(self, job: Job) -> None:
        if job.state == "failed":
            self.error(f"{job.title} failed: {job.text}", job.detail)
        else:
            self.step(f"{job.title}: {job.text[:1].lower()}{job.text[1:]} after {job.took_s or 0:.1f} s")
