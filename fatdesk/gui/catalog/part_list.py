"""The parts of a library: list by kind with prices and a filter, under the bar that chooses the library."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Severity
from fatdesk.core.number_text import counted
from fatdesk.engine.cabling.choice.choosing import CODES
from fatdesk.engine.catalog.descriptions import KINDS, price_range, what_it_is
from fatdesk.engine.catalog.lint_part import priced
from fatdesk.engine.catalog.parts import Cable, Server
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.folder_library import FEW
from fatdesk.gui.session.library import Entry, Library
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.model import Groups, Lines
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.widgets import folder_dialog
from fatdesk.gui.widgets.menu_button import MenuButton
from fatdesk.gui.widgets.numbers import UNKNOWN, in_sentence, money
from fatdesk.gui.widgets.plain_text import ElidedLabel, home_path, menu_text, tip
from fatdesk.project.files.saver import make_folder

UNREAD = "Files that cannot be read"
TITLES = [*(several for several, _ in KINDS.values()), UNREAD]
NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


def price_text(entry: Entry) -> str:
    """Return the price of a part as shown in the list: of a cable, that of its cheapest length."""
    found = None if entry.part is None else price_range(entry.part)
    if found is None:
        return "" if entry.part is None else UNKNOWN
    return f"{'from ' if found.least != found.highest else ''}{money(found.least)}"


def _swatch(entry: Entry) -> str | None:
    return CODES.get(entry.part.medium) if isinstance(entry.part, Cable) else None


def first_key(entries: Sequence[Entry]) -> list[str]:
    """Return the key of the part that the list shows first, in a list; empty if there are no parts."""
    first = min(entries, key=_group, default=None)
    return [] if first is None else [first.key]


def _group(row: Entry) -> int:
    return len(TITLES) - 1 if row.part is None else NUMBERS[type(row.part)]


def _groups(rows: Sequence[Entry]) -> Groups:
    return Groups(TITLES, np.arange(len(rows)), np.fromiter(map(_group, rows), np.int64, len(rows)))


def _heads(lines: Lines) -> list[dict[str, str]]:
    return [{"Price": f"{len(lines.of(group)):,}"} for group in lines.present.tolist()]


class SearchTexts:
    """Text of each part that the filter searches, built once for the same parts."""

    def __init__(self) -> None:
        self._of: Sequence[Entry] | None = None
        self._words: list[str] = []

    def mask(self, rows: Sequence[Entry], typed: str) -> NDArray[np.bool_]:
        """Return a mask of the parts that contain every typed word."""
        if self._of is not rows:
            self._of, self._words = rows, [_search_text(row) for row in rows]
        wanted = typed.casefold().split()
        found = (all(word in text for word in wanted) for text in self._words)
        return np.fromiter(found, np.bool_, len(rows))


def _search_text(entry: Entry) -> str:
    part = entry.part
    if part is None:
        return entry.key.casefold()
    kinds = (*KINDS[type(part)], "hosts" if isinstance(part, Server) else "")
    return " ".join((part.id, part.name, part.vendor, part.part_number, *kinds, what_it_is(part))).casefold()


ROOMY, WIDE, NARROW = 720, 300, 248
"""Width in pixels from which a workspace has room for the wide list, and the widths of the list."""


class PartList(QWidget):
    """Filter and list; ``chosen`` signals a change of the selection, ``adding`` a click on Add."""

    chosen = Signal()
    adding = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self._desk, self._words = desk, SearchTexts()
        self.setProperty("role", "base")
        self.fit(px(ROOMY))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(px(8), px(8), px(8), px(8))
        self.filter = QLineEdit()
        self.filter.setObjectName("filter")
        self.filter.setAccessibleName("Filter parts")
        self.filter.setToolTip(tip("Searches id, name, vendor, part number, kind and ports"))
        self.filter.setClearButtonEnabled(True)
        self.filter.addAction(icon(desk.theme, "search", px(16)), QLineEdit.ActionPosition.LeadingPosition)
        self.filter.textChanged.connect(lambda _: self._filter())
        self.filter.returnPressed.connect(self._enter)
        self.add = QToolButton()
        self.add.setObjectName("add-part")
        self.add.setToolTip(tip("Add a part"))
        self.add.setAccessibleName("Add a part")
        self.add.setIcon(icon(desk.theme, "plus", px(18)))
        self.add.clicked.connect(self.adding)
        row.addWidget(self.filter, 1)
        row.addWidget(self.add)
        column.addLayout(row)
        self.model: RowsModel[Entry] = RowsModel(
            (
                Column(
                    "Part",
                    150,
                    lambda entry: entry.title,
                    swatch=_swatch,
                    stretch=True,
                    mark=lambda entry: "error" if entry.problems else "",
                    corner=lambda entry: bool(entry.own),
                ),
                Column(
                    "Price",
                    110,
                    price_text,
                    number=True,
                    tone=lambda entry: "warn" if price_text(entry) == UNKNOWN else "text",
                ),
            ),
            self,
        )
        self.model.head_cells = _heads
        self.model.group_by(_groups)
        self.table = Table(desk, self.model, "Parts of the catalog")
        self.table.setObjectName("table-parts")
        self.table.horizontalHeader().hide()
        self.table.chosen.connect(self.chosen)
        column.addWidget(self.table, 1)

    def fit(self, width: int) -> None:
        """Take the width that the list has in a workspace of a width."""
        px = self._desk.theme.px
        self.setFixedWidth(px(WIDE if width >= px(ROOMY) else NARROW))

    def show_entries(self, entries: Sequence[Entry], keys: Sequence[str]) -> None:
        """Show parts, some of them selected."""
        self.filter.setPlaceholderText(f"Filter {counted(len(entries), 'part')}")
        self.model.show(entries)
        self._mark(keys, reveal=True)
        self._say()

    def _mark(self, keys: Sequence[str], *, reveal: bool) -> None:
        wanted = set(keys)
        self.table.mark_rows(lambda entry: entry.key in wanted, reveal)

    def choose(self, keys: Sequence[str]) -> None:
        """Select parts and emit ``chosen``."""
        if keys and not any(entry.key in keys for entry in self.model.shown()):
            self.filter.clear()
        self._mark(keys, reveal=True)
        self.chosen.emit()

    def keys(self) -> list[str]:
        """Return the selected keys in list order."""
        return [entry.key for entry in self.table.chosen_rows()]

    def _filter(self) -> None:
        typed = self.filter.text().strip()
        self.model.filter_by((lambda rows: self._words.mask(rows, typed)) if typed else None)
        self._say()

    def _enter(self) -> None:
        """Select the first match and focus the list."""
        shown = self.model.shown()
        if shown:
            self.choose([shown[0].key])
            self.table.setFocus()

    def _say(self) -> None:
        typed = bool(self.filter.text().strip())
        self.table.empty = "No matching parts" if typed else "No parts yet"


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
        self.setText(menu_text(library.title))
        self.setToolTip(tip("Choose a catalog" + ("; these parts cannot be changed" * library.read_only)))

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
            menu.addAction(menu_text(home_path(folder))).triggered.connect(partial(self._open, folder))
        menu.addSeparator()
        menu.addAction("Open a folder…").triggered.connect(lambda _=False: self.ask())
        menu.addAction("New folder…").triggered.connect(lambda _=False: self.ask_new())

    @property
    def _start(self) -> Path:
        folders = self._desk.libraries.folders
        return folders[0] if folders else self._desk.folder

    def ask(self) -> None:
        """Ask for a folder, and open it."""
        folder = folder_dialog.ask_folder(self._window, "Open a folder of parts", self._start)
        if folder is not None:
            self._open(folder)

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
