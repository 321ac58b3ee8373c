"""The catalogs of one window: which is looked at, which folders are known, and what of them is not saved."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from fatdesk.core.errors import FatdeskError
from fatdesk.core.shipped_data import shipped
from fatdesk.gui.session.session import Session
from fatdesk.gui.settings import Settings

if TYPE_CHECKING:  # loaded when somebody looks at a catalog: the window comes up sooner
    from fatdesk.gui.libraries.folder_place import FolderPlace
    from fatdesk.gui.libraries.place import Place

MOST = 8
"""So many folders are remembered."""


class OpenLibraries(QObject):
    """What is open, and what is looked at.

    ``moved`` tells that another catalog is looked at, ``changed`` that its parts are others, ``noticed`` that
    other programs changed something in it, ``point`` that a line of a part's file shall be shown.
    """

    moved = Signal()
    changed = Signal()
    noticed = Signal()
    point = Signal(str, int)

    def __init__(self, session: Session, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self._project: Place | None = None
        self._shipped: FolderPlace | None = None
        self._open: dict[Path, FolderPlace] = {}
        self._place: Place | None = None
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._look)

    @property
    def folders(self) -> list[Path]:
        """The folders that the user has opened, the last first."""
        return [Path(name) for name in self._settings.get("catalog folders", list[str], [])[:MOST]]

    @property
    def open_folders(self) -> list[Path]:
        """The folders that are open, the first opened first."""
        return [*self._open]

    @property
    def place(self) -> "Place":
        """The catalog that is looked at."""
        if self._place is None:
            last = self._settings.get("catalog", str, "")
            if self._session.is_open or not last:
                self._place = self.project if self._session.is_open else self.shipped
            else:
                self._place = self._reopened(last)
        return self._place

    def _reopened(self, last: str) -> "Place":
        """The folder of the last time; where it is gone, the shipped parts."""
        try:
            return self._folder(Path(last))
        except FatdeskError:
            return self.shipped

    @property
    def project(self) -> "Place":
        """The parts of the open project."""
        if self._project is None:
            from fatdesk.gui.libraries.project_place import ProjectPlace

            self._project = self._follow(ProjectPlace(self._session, self))
        return self._project

    @property
    def shipped(self) -> "Place":
        """The parts that come with the program."""
        if self._shipped is None:
            from fatdesk.gui.libraries.folder_place import FolderPlace

            self._shipped = FolderPlace(shipped("catalogs"), self, read_only=True)
            self._shipped.title = "Shipped parts"
            self._follow(self._shipped)
        return self._shipped

    @property
    def folder(self) -> "FolderPlace | None":
        """The folder that is looked at, where it may be edited."""
        return next((place for place in self._open.values() if place is self._place), None)

    def choose(self, place: "Place") -> None:
        """Look at another catalog."""
        if place is not self._place:
            self._place = place
            folder = self.folder
            self._settings.put("catalog", str(folder.folder) if folder else "")
            self.moved.emit()

    def open_folder(self, folder: Path) -> None:
        """Look at a folder, which is remembered.

        Raises
        ------
        FatdeskError
            When there is no such folder.
        """
        place = self._folder(folder)
        known = [str(folder), *(str(other) for other in self.folders if other != folder)]
        self._settings.put("catalog folders", known[:MOST])
        self.choose(place)

    def forget(self, folder: Path) -> None:
        """Take a folder from the list."""
        self._settings.put("catalog folders", [str(other) for other in self.folders if other != folder])

    def _folder(self, folder: Path) -> "FolderPlace":
        from fatdesk.gui.libraries.folder_place import FolderPlace

        if folder not in self._open:
            made = FolderPlace(folder, self)
            made.noticed.connect(self.noticed)
            self._open[folder] = made
            self._follow(made)
        return self._open[folder]

    def _follow(self, place: "Place") -> "Place":
        place.said.connect(self._session.said)
        place.changed.connect(lambda: self.changed.emit() if place is self._place else None)
        return place

    @property
    def unsaved(self) -> "list[FolderPlace]":
        """The folders of which something would be lost."""
        return [place for place in self._open.values() if place.unsaved]

    def leave(self) -> None:
        """Close all folders; nothing is asked."""
        for place in self._open.values():
            place.release()
            place.deleteLater()
        self._open.clear()
        self._place = None

    def _look(self, state: Qt.ApplicationState) -> None:
        """The window comes to the front: look what other programs did meanwhile."""
        if state == Qt.ApplicationState.ApplicationActive and self.folder is not None:
            self.folder.look()
