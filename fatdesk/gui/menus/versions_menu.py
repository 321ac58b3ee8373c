"""File > Earlier versions: what the open file held before the last saves."""

from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.number_text import day_told
from fatdesk.gui.widgets.plain_text import menu_text


class VersionsMenu(QMenu):
    """Looked up anew whenever it is opened; ``asked`` carries the version to open as a copy."""

    asked = Signal(Path)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__("Earlier versions", parent)
        self._session = session
        self.aboutToShow.connect(self.refresh)

    def refresh(self) -> None:
        """Show those that are kept, the latest first."""
        self.clear()
        found = self._found()
        for number, path in enumerate(found, start=1):
            words = "Before the last save" if number == 1 else f"{number} saves ago"
            made = self.addAction(menu_text(f"{words}   {_replaced(path)}"))
            made.triggered.connect(partial(self._ask, path))
        if not found:
            self.addAction("None is kept yet").setEnabled(False)

    def _found(self) -> list[Path]:
        if self._session.path is None:
            return []
        from fatdesk.project.files.versions import kept_versions

        return kept_versions(self._session.path)

    def _ask(self, path: Path, _: bool = False) -> None:
        self.asked.emit(path)


def _replaced(path: Path) -> str:
    """When a version was replaced, as the computer's clock said; for people only."""
    try:
        return f"replaced {day_told(datetime.fromtimestamp(path.stat().st_mtime).astimezone())}"
    except OSError:
        return ""
