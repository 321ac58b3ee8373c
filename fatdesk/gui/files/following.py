"""A read-only window that shows a project as another window saves it."""

from PySide6.QtCore import QFileSystemWatcher, QObject

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.session.session import Session


class FileFollower(QObject):
    """Reads the file of a read-only project again when it is saved, while nothing was edited here."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._watcher: QFileSystemWatcher | None = None
        session.opened.connect(self._watch)
        session.saved.connect(self._watch)

    def _watch(self) -> None:
        """Watch the folder of a read-only project: files are replaced when they are saved."""
        if self._watcher is not None:
            self._watcher.deleteLater()
            self._watcher = None
        path = self._session.path
        if self._session.guarded and path is not None:
            self._watcher = QFileSystemWatcher([str(path.parent)], self)
            self._watcher.directoryChanged.connect(lambda _: self.look())

    def look(self) -> None:
        """Show what was saved since, unless something was edited here."""
        session = self._session
        path = session.path
        if not session.guarded or session.unsaved or path is None:
            return
        from fatdesk.project.files.file_lock import stamp_of
        from fatdesk.project.files.storing import load_project

        try:
            if session.stamp == stamp_of(path.read_bytes()):
                return
            opened = load_project(path)
        except (OSError, FatdeskError):
            return  # it is being replaced, or is gone: what was read stays on view
        session.follow_file(opened.project, opened.stamp)
        session.said.emit(f"{session.name} was saved by the other window.")
