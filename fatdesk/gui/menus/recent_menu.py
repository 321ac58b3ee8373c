"""File > Open recent: the projects that were open lately."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from fatdesk.gui.files.recent import forget_all, read_recent
from fatdesk.gui.widgets.plain_text import menu_text


class RecentMenu(QMenu):
    """Read anew whenever it is opened; ``asked`` carries the project to open."""

    asked = Signal(Path)
    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Open recent", parent)
        self.aboutToShow.connect(self.refresh)

    def refresh(self) -> None:
        """Show the present list; files that are gone cannot be chosen."""
        self.clear()
        found = read_recent()
        for entry in found:
            path = Path(entry.path)
            where = "not found" if entry.missing else str(path.parent)
            made = self.addAction(menu_text(f"{path.name}   {where}"))
            made.setEnabled(not entry.missing)
            made.triggered.connect(partial(self._ask, path))
        if found:
            self.addSeparator()
            self.addAction("Clear this list").triggered.connect(self._clear)
        else:
            self.addAction("No project was open yet").setEnabled(False)

    def _ask(self, path: Path, _: bool = False) -> None:
        self.asked.emit(path)

    def _clear(self) -> None:
        if problem := forget_all():
            self.failed.emit(problem)
