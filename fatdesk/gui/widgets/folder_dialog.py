"""Choice of a folder: one that exists, or one to write into, which may have to be created."""

import os
from pathlib import Path

from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from fatdesk.gui.widgets.plain_text import LINE, DialogButtons, NoteLabel, label, set_tone, tip

NEW = "This folder does not exist yet. It will be created."
FOUND = "Files are written into this folder."


def ask_folder(parent: QWidget | None, title: str, start: Path, accept: str = "") -> Path | None:
    """Ask for a folder; return None if cancelled.

    Parameters
    ----------
    start
        The folder in which the dialog begins.
    accept
        The caption of the button that writes into the folder, which then may be missing; empty: the folder
        is read and must exist.
    """
    if not accept:
        name = QFileDialog.getExistingDirectory(parent, title, str(start))
        return Path(name) if name else None
    dialog = FolderDialog(parent, title, start, accept)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    folder = dialog.folder
    dialog.deleteLater()
    return folder if accepted else None


class FolderDialog(QDialog):
    """A field with the whole path of a folder to write into, and what will happen to that folder.

    The system's dialog, behind *Browse…*, refuses folders that do not exist, and does not show which folder
    it takes while a path is typed.
    """

    def __init__(self, parent: QWidget | None, title: str, start: Path, accept: str) -> None:
        super().__init__(parent)
        self.setObjectName("folder-dialog")
        self.setWindowTitle(title)
        self._start = start
        self.field = QLineEdit(str(start))
        self.field.setObjectName("folder")
        self.field.setAccessibleName("Folder")
        self.field.setMinimumWidth(LINE * self.fontMetrics().averageCharWidth())
        self.field.selectAll()
        name = label("Folder")
        name.setBuddy(self.field)
        browse = QPushButton("Browse…")
        browse.setObjectName("browse")
        browse.setAutoDefault(False)
        browse.clicked.connect(lambda _=False: self._browse())
        row = QHBoxLayout()
        row.addWidget(name)
        row.addWidget(self.field, 1)
        row.addWidget(browse)
        self.note = NoteLabel("", "text2")
        self.note.setObjectName("folder-note")
        self.note.keep_room_for("\n")
        self.buttons = DialogButtons(self, self.accept, accept)
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(self.note)
        column.addWidget(self.buttons)
        self.field.textChanged.connect(lambda _: self._judge())
        self._judge()
        self.field.setFocus()

    @property
    def folder(self) -> Path | None:
        """The folder as typed, relative to the one the dialog began with; None: nothing is typed."""
        typed = self.field.text().strip()
        if not typed:
            return None
        return Path(os.path.normpath(self._start / at_home(Path(typed))))

    def _browse(self) -> None:
        folder = self.folder
        nearest = next((one for one in (folder, *folder.parents) if one.is_dir()), None) if folder else None
        name = QFileDialog.getExistingDirectory(self, self.windowTitle(), str(nearest or self._start))
        if name:
            self.field.setText(str(Path(name)))
        self.field.setFocus()

    def _judge(self) -> None:
        """Say what will happen to the folder, or why nothing can be written there."""
        folder = self.folder
        problem = _problem(folder)
        note = problem
        if folder is not None and not problem:
            note = FOUND if folder.is_dir() else NEW
            if str(folder) != self.field.text().strip():
                note = f"{folder}\n{note}"
        self.note.setText(note)
        self.note.setToolTip(tip(note))
        set_tone(self.note, "error" if problem and folder is not None else "text2")
        self.buttons.yes.setEnabled(not problem)


def at_home(path: Path) -> Path:
    """A path with ``~`` replaced; as typed where no user has that name."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def _problem(folder: Path | None) -> str:
    """Why files cannot be written into a folder; empty: nothing is known against it."""
    if folder is None:
        return "Type a folder, or choose one with Browse…."
    if folder == folder.parent:
        return f"{folder} holds the whole disk. Choose a folder in it."
    try:
        nearest = next(one for one in (folder, *folder.parents) if one.exists())
        is_folder = nearest.is_dir()
    except (OSError, ValueError, StopIteration):
        return "This is not the path of a folder."
    if not is_folder:
        return f"{nearest} is a file. Choose a folder."
    if not os.access(nearest, os.W_OK):
        return f"No permission to write into {nearest}. Choose another folder."
    return ""
