"""The libraries of a window: the current one, known folders, unsaved changes."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.program import shipped
from fatdesk.gui.session.session import Session
from fatdesk.gui.settings import Settings
from fatdesk.gui.widgets.plain_text import box

if TYPE_CHECKING:
    from fatdesk.gui.session.folder_library import FolderLibrary
    from fatdesk.gui.session.library import Library


MOST = 8
"""Maximum number of remembered folders."""


class OpenLibraries(QObject):
    """The open libraries and the current one.

    Signals: ``moved``: another library is current; ``changed``: its parts changed; ``noticed``: other
    programs changed its files; ``point`` requests that a line of a part's file is shown.
    """

    moved = Signal()
    changed = Signal()
    noticed = Signal()
    point = Signal(str, int)

    def __init__(self, session: Session, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self._project: Library | None = None
        self._shipped: FolderLibrary | None = None
        self._open: dict[Path, FolderLibrary] = {}
        self._current: Library | None = None
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._look)

    @property
    def folders(self) -> list[Path]:
        """Folders opened by the user, most recent first."""
        return [Path(name) for name in self._settings.get("catalog folders", list[str], [])[:MOST]]

    @property
    def open_folders(self) -> list[Path]:
        """The open folders, in the order in which they were opened."""
        return [*self._open]

    @property
    def current(self) -> "Library":
        """The current library."""
        if self._current is None:
            last = self._settings.get("catalog", str, "")
            if self._session.is_open or not last:
                self._current = self.project if self._session.is_open else self.shipped
            else:
                self._current = self._reopened(last)
        return self._current

    def _reopened(self, last: str) -> "Library":
        """Return the folder of the last session, or the shipped parts if it no longer exists."""
        try:
            return self._folder(Path(last))
        except FatdeskError:
            return self.shipped

    @property
    def project(self) -> "Library":
        """The library of the open project."""
        if self._project is None:
            from fatdesk.gui.session.library import ProjectLibrary

            self._project = self._follow(ProjectLibrary(self._session, self))
        return self._project

    @property
    def shipped(self) -> "Library":
        """The library of parts shipped with the program."""
        if self._shipped is None:
            from fatdesk.gui.session.folder_library import FolderLibrary

            self._shipped = FolderLibrary(shipped("catalogs"), self, read_only=True)
            self._shipped.title = "Shipped parts"
            self._follow(self._shipped)
        return self._shipped

    @property
    def folder(self) -> "FolderLibrary | None":
        """The current library, if it is an editable folder."""
        return next((library for library in self._open.values() if library is self._current), None)

    def choose(self, library: "Library") -> None:
        """Make a library the current one."""
        if library is not self._current:
            self._current = library
            folder = self.folder
            self._settings.put("catalog", str(folder.folder) if folder else "")
            self.moved.emit()

    def open_folder(self, folder: Path) -> None:
        """Open a folder, remember it, and make it the current library.

        Raises
        ------
        FatdeskError
            If the folder does not exist.
        """
        library = self._folder(folder)
        known = [str(folder), *(str(other) for other in self.folders if other != folder)]
        self._settings.put("catalog folders", known[:MOST])
        self.choose(library)

    def forget(self, folder: Path) -> None:
        """Remove a folder from the list of known folders."""
        self._settings.put("catalog folders", [str(other) for other in self.folders if other != folder])

    def _folder(self, folder: Path) -> "FolderLibrary":
        from fatdesk.gui.session.folder_library import FolderLibrary

        if folder not in self._open:
            made = FolderLibrary(folder, self)
            made.noticed.connect(self.noticed)
            self._open[folder] = made
            self._follow(made)
        return self._open[folder]

    def _follow(self, library: "Library") -> "Library":
        library.said.connect(self._session.said)
        library.changed.connect(lambda: self.changed.emit() if library is self._current else None)
        return library

    @property
    def unsaved(self) -> "list[FolderLibrary]":
        """The folders with unsaved changes."""
        return [library for library in self._open.values() if library.unsaved]

    def leave(self) -> None:
        """Close all folders without saving."""
        for library in self._open.values():
            library.release()
            library.deleteLater()
        self._open.clear()
        self._current = None

    def _look(self, state: Qt.ApplicationState) -> None:
        """Check for changes by other programs when the window becomes active."""
        if state == Qt.ApplicationState.ApplicationActive and self.folder is not None:
            self.folder.look()


def ask_to_save(window: QWidget, libraries: OpenLibraries) -> bool:
    """Ask to save each folder with unsaved changes; return False if the user cancels."""
    for library in libraries.unsaved:
        names = ", ".join(library.unsaved[:6]) + (" and more" if len(library.unsaved) > 6 else "")
        shown = box(
            window, "Unsaved parts", f"Save changes to the catalog {library.title}?", f"Changed: {names}"
        )
        keep = shown.addButton(QMessageBox.StandardButton.Save)
        discard = shown.addButton(QMessageBox.StandardButton.Discard)
        shown.addButton(QMessageBox.StandardButton.Cancel)
        shown.setDefaultButton(QMessageBox.StandardButton.Save)
        shown.exec()
        if shown.clickedButton() is keep:
            if not library.save():
                return False
        elif shown.clickedButton() is not discard:
            return False
    return True
