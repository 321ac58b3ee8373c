"""Save dialogs, and confirmation before existing files are replaced."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from fatdesk.gui.widgets.numbers import counted
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
