"""The bar over the parts: choice of a library, counts, and the banner for files changed on disk."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.lint_part import priced
from fatdesk.gui.desk import Desk
from fatdesk.gui.libraries.folder_library import FEW
from fatdesk.gui.libraries.library import Library
from fatdesk.gui.widgets.menu_button import MenuButton
from fatdesk.gui.widgets.numbers import counted, in_sentence
from fatdesk.gui.widgets.plain_text import ElidedLabel, menu_text
from fatdesk.project.files.saver import make_folder


class ChangedBanner(QFrame):
    """Asks whether to reload files changed by other programs; nothing is overwritten before."""

    read_again = Signal()
    keep_mine = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "banner-warn")
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), px(8), px(16), px(8))
        words = QVBoxLayout()
        words.setSpacing(px(2))
        self.title, self.text = ElidedLabel("", "warn"), ElidedLabel("", "text2")
        self.title.setObjectName("changed-title")
        self.text.setObjectName("changed-text")
        self.title.setFont(desk.theme.strong())
        words.addWidget(self.title)
        words.addWidget(self.text)
        row.addLayout(words, 1)
        self.read, self.keep = QPushButton("Reload"), QPushButton("Keep my changes")
        self.read.setObjectName("reload")
        self.keep.setObjectName("keep-mine")
        self.read.clicked.connect(self.read_again)
        self.keep.clicked.connect(self.keep_mine)
        row.addWidget(self.read)
        row.addWidget(self.keep)
        self.hide()

    def show_files(self, names: list[str], mine: set[str]) -> None:
        """Show the changed files, and which of them have unsaved changes here; hide if there are none."""
        self.setVisible(bool(names))
        if not names:
            return
        more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
        self.title.setText(f"{counted(len(names), 'file')} changed on disk: {', '.join(names[:FEW])}{more}")
        both = sorted(mine & set(names))
        self.text.setText(
            f"Unsaved changes in {', '.join(both[:FEW])}. Reload discards them; it can be undone."
            if both
            else "Reload reads the files from disk, as one step that can be undone."
        )


def counts_text(library: Library) -> str:
    """Return the number of parts, of contradictions (if checked) and of parts without price."""
    entries = library.entries()
    counts = [counted(len(entries), "part")]
    if library.is_checked:
        found = [some for several in library.findings().values() for some in several]
        errors = sum(some.severity is Severity.ERROR for some in found)
        errors += sum(len(entry.problems) for entry in entries)
        counts.append(counted(errors, "contradiction"))
    unpriced = sum(entry.part is not None and not priced(entry.part) for entry in entries)
    return " · ".join([*counts, f"{unpriced:,} unpriced"])


def first_error(library: Library) -> str:
    """Return the key of the first part that cannot be read or contradicts itself, or an empty text."""
    for entry in library.entries():
        found = library.findings().get(entry.part.id, []) if entry.part is not None else []
        if entry.problems or any(some.severity is Severity.ERROR for some in found):
            return entry.key
    return ""


class CatalogButton(MenuButton):
    """Button with the current library; its menu offers the project, the shipped parts and folders."""

    def __init__(self, desk: Desk, window: QWidget) -> None:
        super().__init__(desk.theme, "open", "", "Choose a catalog")
        self._desk, self._window = desk, window
        self.choices = QMenu(self)
        self.choices.aboutToShow.connect(self.fill)
        self.setMenu(self.choices)

    def follow(self) -> None:
        """Show the name of the current library."""
        library = self._desk.libraries.current
        self.setText(menu_text(library.title + (" (read only)" if library.read_only else "")))

    def fill(self) -> None:
        """Fill the menu."""
        libraries, menu = self._desk.libraries, self.choices
        menu.clear()
        fixed = (
            [("This project", lambda: libraries.choose(libraries.project))]
            if self._desk.session.is_open
            else []
        )
        fixed.append(("Shipped parts", lambda: libraries.choose(libraries.shipped)))
        for title, run in fixed:
            menu.addAction(title).triggered.connect(lambda _=False, run=run: run())
        menu.addSeparator()
        for folder in libraries.folders:
            menu.addAction(menu_text(str(folder))).triggered.connect(partial(self._open, folder))
        menu.addSeparator()
        menu.addAction("Open a folder…").triggered.connect(lambda _=False: self.ask())
        menu.addAction("New folder…").triggered.connect(lambda _=False: self.ask_new())

    @property
    def _start(self) -> Path:
        folders = self._desk.libraries.folders
        return folders[0] if folders else Path.home()

    def ask(self) -> None:
        """Ask for a folder, and open it."""
        name = QFileDialog.getExistingDirectory(self._window, "Open a folder of parts", str(self._start))
        if name:
            self._open(Path(name))

    def ask_new(self) -> None:
        """Ask for the name of a folder, make it, and open it."""
        start = self._start.parent / "parts" if self._desk.libraries.folders else self._start / "parts"
        only = QFileDialog.Option.ShowDirsOnly
        name, _ = QFileDialog.getSaveFileName(
            self._window, "New folder for parts", str(start), "Folders (*)", options=only
        )
        if name:
            try:
                make_folder(Path(name))
            except FatdeskError as error:
                self._desk.session.refuse(in_sentence(str(error)))
                return
            self._open(Path(name))

    def _open(self, folder: Path, _: bool = False) -> None:
        try:
            self._desk.libraries.open_folder(folder)
        except FatdeskError as error:
            self._desk.libraries.forget(folder)
            self._desk.session.refuse(in_sentence(str(error)))
