"""Ask under which name something is written; nothing that is there is replaced without a word."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from fatdesk.gui.widgets.numbers import counted
from fatdesk.gui.widgets.plain_text import box

KEPT = "What it holds is kept among its earlier versions."
MOST = 5
"""So many files are named in a question."""


def ask_name(window: QWidget, title: str, start: Path, kinds: str, endings: Sequence[str]) -> Path | None:
    """A name that the user chooses, with one of the endings; None when there shall be none.

    The picker of files asks about a file of the name that was typed. When an ending is put to it, that is
    another file, and it is asked about here.
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
    """Ask whether files that are there may be replaced."""
    names = ", ".join(path.name for path in paths[:MOST])
    rest = len(paths) - MOST
    if len(paths) == 1:
        text = f"{names} is there already. Replace it?"
    else:
        text = f"{len(paths)} files are there already. Replace them?"
        others = f" and {counted(rest, 'other')}" if rest > 0 else ""
        more = f"{names}{others}. {more}".strip()
    shown = box(window, "Replace files" if len(paths) > 1 else "Replace a file", text, more)
    word = "Replace it" if len(paths) == 1 else "Replace them"
    replace = shown.addButton(word, QMessageBox.ButtonRole.DestructiveRole)
    shown.setDefaultButton(shown.addButton(QMessageBox.StandardButton.Cancel))
    shown.exec()
    return shown.clickedButton() is replace
