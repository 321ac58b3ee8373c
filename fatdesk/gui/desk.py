"""Shared services of the window's parts: session, theme, background tasks, settings, catalogs."""

from pathlib import Path
from typing import NamedTuple

from fatdesk.gui.session.background_tasks import BackgroundTasks
from fatdesk.gui.session.open_libraries import OpenLibraries
from fatdesk.gui.session.session import Session
from fatdesk.gui.settings import Settings
from fatdesk.gui.theme.theme import Theme

FOLDER = "folder"
"""The setting with the folder of the last file dialog."""


class Desk(NamedTuple):
    """Session, theme, background tasks, settings and open catalogs of one window."""

    session: Session
    theme: Theme
    tasks: BackgroundTasks
    settings: Settings
    libraries: OpenLibraries

    @property
    def folder(self) -> Path:
        """The folder in which file dialogs begin: that of the project, else that of the last dialog."""
        if self.session.path is not None:
            return self.session.path.parent
        last = Path(self.settings.get(FOLDER, str, ""))
        return last if last.is_absolute() and last.is_dir() else Path.home()

    def keep_folder(self, folder: Path) -> None:
        """Keep the folder of a file dialog for the next one."""
        self.settings.put(FOLDER, str(folder))

    def write_settings(self) -> None:
        """Write the settings now; the status line states why that could not be done."""
        if problem := self.settings.write():
            self.session.said.emit(problem)
