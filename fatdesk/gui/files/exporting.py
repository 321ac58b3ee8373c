"""Export of documents to a folder, all or none, save dialogs, and confirmation before files are replaced."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets import folder_dialog
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.project.files.saver import save_all

if TYPE_CHECKING:
    from fatdesk.paper import Printing
    from fatdesk.project.document.project import Project
from PySide6.QtWidgets import QMessageBox

from fatdesk.gui.widgets.plain_text import box

KEPT = "The existing file is kept as an earlier version."
MOST = 5
"""Maximum number of files named in a prompt."""


def ask_name(window: QWidget, title: str, start: Path, kinds: str, endings: Sequence[str]) -> Path | None:
    """Ask for a file name with one of the suffixes; return None if cancelled.

    The file dialog confirms replacement only for the name as typed; if a suffix is added, this function
    confirms it.
    """
    chosen, _ = QFileDialog.getSaveFileName(window, title, str(start), kinds)
    if not chosen:
        return None
    path = Path(chosen)
    if path.suffix.lower() not in endings:
        path = path.with_name(path.name + endings[0])
        if path.exists() and not may_replace(window, [path], KEPT if ".fatdesk" in endings else ""):
            return None
    return path


def may_replace(window: QWidget, paths: Sequence[Path], more: str = "") -> bool:
    """Ask whether existing files may be replaced."""
    names = ", ".join(path.name for path in paths[:MOST])
    rest = len(paths) - MOST
    if len(paths) == 1:
        text = f"{names} already exists. Replace it?"
    else:
        text = f"{len(paths)} files already exist. Replace them?"
        others = f" and {counted(rest, 'other')}" if rest > 0 else ""
        more = f"{names}{others}. {more}".strip()
    shown = box(window, "Replace files" if len(paths) > 1 else "Replace file", text, more)
    replace = shown.addButton("Replace", QMessageBox.ButtonRole.DestructiveRole)
    shown.setDefaultButton(shown.addButton(QMessageBox.StandardButton.Cancel))
    shown.exec()
    return shown.clickedButton() is replace


NOTHING = "Export failed"


@dataclass(frozen=True)
class Written:
    """Files that an export or a job wrote.

    Attributes
    ----------
    job
        Its name; empty: an export of documents.
    sizes
        Bytes of the files by name.
    notes
        Sentences about what was left out and why.
    """

    folder: Path
    sizes: Mapping[str, int]
    notes: tuple[str, ...] = ()
    job: str = ""


class Exporting(QObject):
    """Runs the exports of a window.

    Signals: ``waiting``: a task for which the user waits; ``exported``: names of written documents and the
    digest of the state they show; ``wrote``: list of :class:`Written`; ``failed``: title, text and details of
    an error, and whether it is logged.
    """

    waiting = Signal(object)
    wrote = Signal(object)
    exported = Signal(object, str)
    failed = Signal(str, str, str, bool)

    def __init__(self, window: QWidget, desk: Desk) -> None:
        super().__init__(window)
        self._window, self._desk = window, desk

    def ask(self, names: list[str], printing: "Printing", start: Path) -> None:
        """Ask for a folder and export documents to it."""
        title = "Export documents to folder"
        folder = folder_dialog.ask_folder(self._window, title, start, "Export")
        if folder is not None:
            self._desk.keep_folder(folder)
            self.into(folder, names, printing)

    def into(self, folder: Path, names: list[str], printing: "Printing") -> None:
        """Export documents of the current project to a folder, all or none."""
        from fatdesk.tasks.files import make_files

        session = self._desk.session
        task = self._desk.tasks.start(
            f"Export {counted(len(names), 'document')}",
            make_files,
            session.project,
            names,
            printing,
            session.measured_for(names),
            session.folder,
            done=partial(self._made, session.project, folder, names, session.derived.plan.state, printing),
            failed=lambda why: self.failed.emit(NOTHING, f"{NOTHING}.", why, True),
            whenever=True,
        )
        self.waiting.emit(task)

    def ask_folder(self, title: str, run: Callable[..., dict[str, bytes]], given: Sequence[object]) -> None:
        """Ask for a folder, and write the files of a background task to it, all or none."""
        folder = folder_dialog.ask_folder(self._window, f"{title} to folder", self._desk.folder, "Export")
        if folder is None:
            return
        self._desk.keep_folder(folder)

        def done(files: dict[str, bytes]) -> None:
            if self._write(folder, files):
                self._desk.session.said.emit(f"Wrote {counted(len(files), 'file')} to {folder}.")
                self.wrote.emit([Written(folder, sizes_of(files))])

        task = self._desk.tasks.start(
            title,
            run,
            *given,
            done=done,
            failed=lambda why: self.failed.emit(NOTHING, f"{NOTHING}.", in_sentence(why), False),
            whenever=True,
        )
        self.waiting.emit(task)

    def _write(self, folder: Path, files: dict[str, bytes]) -> bool:
        """Write files after asking whether they may replace others; return whether they are there."""
        others = others_there(folder, files)
        whose = "Its contents differ" if len(others) == 1 else "Their contents differ"
        if others and not may_replace(self._window, others, f"{whose} from the export."):
            self._desk.session.said.emit("Export cancelled: no file was written.")
            return False
        try:
            save_all(folder, files)
        except FatdeskError as error:
            self.failed.emit(NOTHING, f"{NOTHING}.", str(error), False)
            return False
        return True

    def _made(
        self,
        project: "Project",
        folder: Path,
        names: list[str],
        state: str,
        printing: "Printing",
        files: dict[str, bytes],
    ) -> None:
        from fatdesk.tasks.files import left_out

        session = self._desk.session
        if not files:
            held = left_out(session.derived, names, printing)
            words = [f"{name} cannot hold {'; '.join(parts)}" for name, parts in held.items()]
            reason = ". ".join(words) or "there are no measurements for it"
            session.said.emit(f"{NOTHING}: {reason}.")
            return
        if not self._write(folder, files):
            return
        notes, cannot = not_written(names, files), []
        if session.is_open and session.project is project:
            held = left_out(session.derived, names, printing)
            cannot = [f"{name} cannot hold {'; '.join(parts)}." for name, parts in held.items()]
        else:
            notes.append("The files show the state of the project when the export started.")
        session.said.emit(" ".join([f"Wrote {counted(len(files), 'file')} to {folder}.", *notes]))
        self.wrote.emit([Written(folder, sizes_of(files), (*notes, *cannot))])
        missing = without_results(names, files)
        self.exported.emit([name for name in names if name not in missing], state)


def without_results(names: Sequence[str], files: Mapping[str, bytes]) -> list[str]:
    """Return the documents of studies that were not generated, because no study has results."""
    from fatdesk.tasks.files import OF_RESULTS

    written = {file.replace(".", "-").partition("-")[0] for file in files}
    return [name for name in names if name in OF_RESULTS and name.partition(".")[0] not in written]


def sizes_of(files: Mapping[str, bytes]) -> dict[str, int]:
    """Bytes of files by name, in order of the names."""
    return {name: len(data) for name, data in sorted(files.items())}


def not_written(names: Sequence[str], files: Mapping[str, bytes]) -> list[str]:
    """Return which documents an export left out, and why; empty if there are none."""
    from fatdesk.tasks.files import ASKED_ONLY, NAMES, OF_PANELS

    notes = []
    if missing := without_results(names, files):
        notes.append(f"Left out, because no study has results: {', '.join(missing)}.")
    if direct := [name for name in names if name in OF_PANELS and name not in files]:
        notes.append(f"Left out, because no cable goes over panels: {', '.join(direct)}.")
    if set(names) == set(NAMES):
        others = counted(len(ASKED_ONLY) - 1, "file")
        notes.append(f"labels.pdf and {others} for other programs are exported when they are selected.")
    return notes


def others_there(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Return existing files with these names and different contents."""
    found = []
    for name, data in sorted(files.items()):
        path = folder / name
        try:
            if path.exists() and path.read_bytes() != data:
                found.append(path)
        except OSError:
            found.append(path)
    return found
