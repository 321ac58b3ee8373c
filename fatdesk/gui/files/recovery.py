"""Ask what to do about recovery copies, and about files that another window has open."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.files.autosave import Autosave
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.plain_text import box

if TYPE_CHECKING:  # comes with the project and its arrays, which the first page does without
    from fatdesk.project.files.recovery import Found

Opening = Literal["open", "look", "no"]
"""Open a file, only look at it, or leave it closed (or opened already, from its copy)."""

_FILE = {
    "none": "It was never saved.",
    "same": "The file is as it was when they were made.",
    "changed": "The file has been changed since they were made; recovering leaves it as it is.",
    "missing": "The file is not there any more.",
    "unreadable": "The file cannot be read as a project; recovering leaves it as it is.",
}


def told_time(found: "Found") -> str:
    """When a copy was made, in words; the day is left out when it is today."""
    taken = found.taken
    if taken is None:
        return "at an unknown time"
    today = taken.date() == datetime.now().astimezone().date()
    return f"{taken:at %H:%M:%S}" if today else f"{taken:on %Y-%m-%d at %H:%M}"


def described(found: "Found") -> str:
    """What a copy is, and how it differs from its file."""
    if found.project is None:
        return f"The copy that was kept cannot be recovered.\n{found.problem}"
    lines = [f"Changes that were not saved were kept {told_time(found)}.", _FILE[found.state]]
    if found.saved is not None:
        from fatdesk.project.document.differences import differences

        told = differences(found.saved, found.project)
        lines.append(f"They differ from the file in: {', '.join(told)}.")
    return "\n".join(lines)


class Recovering(QObject):
    """What is asked before a project is opened, and about what an earlier program left behind."""

    def __init__(self, window: QWidget, session: Session, autosave: Autosave) -> None:
        super().__init__(window)
        self._window, self._session, self._autosave = window, session, autosave

    def ask_before(self, path: Path) -> Opening:
        """What to do about a file that is to be opened; a copy of it may be opened in its place."""
        from fatdesk.project.files.recovery import left_behind_of, open_elsewhere

        keeper = self._autosave.keeper
        how: Opening = "open"
        if open_elsewhere(path, keeper.folder if keeper else None):
            how = self._ask_of_another(path)
            if how == "no":
                return how
        for found in left_behind_of(path):
            if self.offer(found):
                return "no"
        return how

    def offer(self, found: "Found") -> bool:
        """Ask what to do with a copy; whether it was opened."""
        shown = box(
            self._window, "Unsaved changes", f"{found.name} was not closed properly.", described(found)
        )
        recover = None
        if found.project is not None:
            recover = shown.addButton("Recover", QMessageBox.ButtonRole.AcceptRole)
            shown.setDefaultButton(recover)
        keeps = found.saved is not None
        aside = shown.addButton(
            "Keep the file" if keeps else "Set aside", QMessageBox.ButtonRole.DestructiveRole
        )
        later = shown.addButton("Later", QMessageBox.ButtonRole.RejectRole)
        shown.setEscapeButton(later)
        shown.exec()
        chosen = shown.clickedButton()
        if chosen is aside:
            self._set_aside(found)
        return recover is not None and chosen is recover and self._recover(found)

    def _recover(self, found: "Found") -> bool:
        taken = found.take()
        if taken is None:
            self._gone(found)
            return False
        assert found.project is not None  # otherwise it is not offered
        assert found.label is not None
        self._session.begin(found.project, found.path, found.label.stamp, recovered=True)
        if self._autosave.flush():
            taken.remove()
        else:
            taken.leave()
        return True

    def _set_aside(self, found: "Found") -> None:
        taken = found.take()
        if taken is None:
            self._gone(found)
            return
        try:
            place = taken.set_aside()
        except (OSError, FatdeskError) as error:
            taken.leave()
            self._session.said.emit(f"The copy stays where it is: {error}")
        else:
            self._session.said.emit(f"The copy was set aside as {place}.")

    def _gone(self, found: "Found") -> None:
        self._session.said.emit(f"Another window has just taken the copy of {found.name}.")

    def _ask_of_another(self, path: Path) -> Opening:
        shown = box(
            self._window,
            "Open in another window",
            f"{path.name} is open in another window of fatdesk.",
            "Open it read-only to look at it. If you open it anyway, whoever saves second is "
            "asked before anything is overwritten.",
        )
        look = shown.addButton("Open read-only", QMessageBox.ButtonRole.AcceptRole)
        both = shown.addButton("Open all the same", QMessageBox.ButtonRole.DestructiveRole)
        shown.addButton(QMessageBox.StandardButton.Cancel)
        shown.setDefaultButton(look)
        shown.exec()
        chosen = shown.clickedButton()
        return "look" if chosen is look else "open" if chosen is both else "no"
