"""Sources of parts for a search: shipped parts, folders and price lists of the user, with their errors."""

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from fatdesk.core.errors import FatdeskError, InputErrors
from fatdesk.core.number_text import counted
from fatdesk.core.program import shipped
from fatdesk.engine.catalog.library import Library, load_library
from fatdesk.engine.catalog.part_files import is_override, yaml_files
from fatdesk.gui.desk import Desk
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets import folder_dialog
from fatdesk.gui.widgets.plain_text import ElidedLabel, home_path, label, menu_text, tip

FOLDERS, LISTS = "parts folders", "price lists"
"""Names of the settings."""


class Row(NamedTuple):
    """One source as the page shows it; ``problem`` is empty where it is in use."""

    path: Path
    content: str
    problem: str


class PartSources(QObject):
    """Sources of parts, remembered in the settings, and the library read from them.

    ``changed`` follows every change of the sources, of their files, and of what is wrong with them.
    """

    changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.library: Library
        self.errors: tuple[str, ...] = ()
        """Errors of sources that are not in use, or that have changed since."""
        self._used: tuple[Path, ...] = ()
        self._seen: object = None
        self.look()

    @property
    def paths(self) -> list[Path]:
        """All chosen folders, then all price lists; some may be missing."""
        return [*self._kept(FOLDERS), *self._kept(LISTS)]

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on entries of the sources that were not applied, and on unsaved changes."""
        libraries = self._desk.libraries
        unsaved = [place.folder for place in libraries.unsaved if place.folder in self.paths]
        what = "has unsaved changes in Catalog, save them there to use them"
        return (*self.library.notes, *(f"{folder}: {what}" for folder in unsaved))

    @property
    def own(self) -> set[str]:
        """Ids of the parts that are not shipped ones."""
        place = shipped("catalogs")
        return {part for part, file in self.library.files.items() if not file.is_relative_to(place)}

    def rows(self) -> list[Row]:
        """Each source with what it holds."""
        lists = self._kept(LISTS)
        return [
            Row(path, "price list" if path in lists else self._content(path), self._problem(path))
            for path in self.paths
        ]

    def offers(self) -> list[Path]:
        """Folders open in Catalog that are not among the sources."""
        chosen = self.paths
        return [folder for folder in self._desk.libraries.open_folders if folder not in chosen]

    def add(self, paths: Iterable[Path]) -> None:
        """Add folders and price lists after those that are there."""
        for path in paths:
            name = LISTS if path.is_file() else FOLDERS
            known = self._kept(name)
            if path not in known:
                self._keep(name, [*known, path])
        self.look()

    def remove(self, path: Path) -> None:
        """Remove a source; its files stay."""
        for name in (FOLDERS, LISTS):
            self._keep(name, [other for other in self._kept(name) if other != path])
        self.look()

    def look(self) -> None:
        """Read the sources again where one of their files, or the choice, is another."""
        now = [(path, _state(path)) for path in self.paths]
        if now == self._seen:
            return
        self._seen = now
        self._read([path for path in self.paths if path.exists()])
        self.changed.emit()

    def _read(self, there: Sequence[Path]) -> None:
        """Read what is there; with an error keep the parts that were read last, or what can be read."""
        try:
            self.library, self.errors = self._load(there), ()
            self._used = tuple(there)
            return
        except FatdeskError as error:
            self.errors = _lines(error)
        if self._used and set(self._used) <= set(there):
            return  # the last that worked stays
        used: list[Path] = []
        self.library = load_library()
        for path in there:
            try:
                self.library = self._load([*used, path])
            except FatdeskError:
                continue
            used.append(path)
        self._used = tuple(used)

    def _load(self, paths: Sequence[Path]) -> Library:
        lists = self._kept(LISTS)
        folders = [path for path in paths if path not in lists]
        return load_library(folders, [path for path in paths if path in lists])

    def _kept(self, name: str) -> list[Path]:
        return [Path(path) for path in self._desk.settings.get(name, list[str], [])]

    def _keep(self, name: str, paths: Iterable[Path]) -> None:
        self._desk.settings.put(name, [str(path) for path in paths])

    def _content(self, folder: Path) -> str:
        """The number of parts and overrides of a folder; empty where it cannot be read."""
        try:
            files = yaml_files(folder)
        except FatdeskError:
            return ""
        overrides = sum(is_override(file.name) for file in files)
        parts = len(files) - overrides
        stated = [counted(parts, "part")] if parts or not overrides else []
        return ", ".join([*stated, counted(overrides, "override")] if overrides else stated)

    def _problem(self, path: Path) -> str:
        if not path.exists():
            return "missing, not used"
        if path not in self._used:
            return "not used"
        if any(_names(error, path) for error in self.errors):
            return "used as last read"
        return ""


def _names(error: str, path: Path) -> bool:
    """Whether an error is about a source or a file in it."""
    return error.startswith((f"{path}:", f"{path}/", f"{path}\\"))


def _lines(error: FatdeskError) -> tuple[str, ...]:
    return tuple(map(str, error.errors)) if isinstance(error, InputErrors) else (str(error),)


def _state(path: Path) -> object:
    """A fingerprint of the files of a source, which changes with them."""
    try:
        files = yaml_files(path) if path.is_dir() else [path]
        return [(file, file.stat().st_mtime_ns, file.stat().st_size) for file in files]
    except (OSError, FatdeskError):
        return None


PRICE_LISTS = "Price lists (*.xlsx *.ods *.csv)"
MOST_LINES = 5
"""Errors or notes in view; the tooltip has all."""


class PartsFrom(QWidget):
    """A row for each source, buttons to add some, and below what is wrong.

    ``part_asked`` asks for Catalog, to make a part.
    """

    part_asked = Signal()

    def __init__(self, theme: Theme, sources: PartSources, remark: str = "") -> None:
        super().__init__()
        px = theme.px
        self._theme, self._sources, self._remark = theme, sources, remark
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(4))
        head = QHBoxLayout()
        head.setSpacing(px(8))
        title = label("Parts from")
        title.setFont(theme.strong(14))
        head.addWidget(title)
        self.shipped = label("", "text2")
        self.shipped.setObjectName("sources-in-use")
        head.addWidget(self.shipped)
        head.addStretch(1)
        self._offers = QHBoxLayout()
        self._offers.setSpacing(px(8))
        head.addLayout(self._offers)
        self.add_part = QPushButton("New part…")
        self.add_part.setObjectName("new-part")
        self.add_part.setToolTip(tip("Make a part in Catalog; come back here afterwards"))
        self.add_part.clicked.connect(lambda _=False: self.part_asked.emit())
        self.add_folder, self.add_list = QPushButton("Add folder…"), QPushButton("Add price list…")
        self.add_folder.setObjectName("add-folder")
        self.add_list.setObjectName("add-price-list")
        self.add_folder.setToolTip(
            tip("A folder of parts (*.yaml) and of overrides of shipped parts (NAME.override.yaml)")
        )
        self.add_list.setToolTip(tip("Prices by part number, as XLSX, ODS or CSV; later lists win"))
        self.add_folder.clicked.connect(self._ask_folder)
        self.add_list.clicked.connect(self._ask_list)
        head.addWidget(self.add_part)
        head.addWidget(self.add_folder)
        head.addWidget(self.add_list)
        column.addLayout(head)
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(px(14))
        self._rows.setVerticalSpacing(px(2))
        self._rows.setColumnStretch(1, 1)
        column.addLayout(self._rows)
        self.errors, self.notes = label("", "error"), label("", "warn")
        self.errors.setObjectName("source-errors")
        self.notes.setObjectName("source-notes")
        for made, name in ((self.errors, "Errors of the sources"), (self.notes, "Notes on the sources")):
            made.setWordWrap(True)
            made.setAccessibleName(name)
            column.addWidget(made)
        self.removes: dict[Path, QPushButton] = {}
        self.offers: dict[Path, QPushButton] = {}
        sources.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the sources as they are now."""
        sources = self._sources
        rows = sources.rows()
        self.shipped.setText("shipped parts and the sources below" if rows else "shipped parts only")
        _clear(self._rows)
        self.removes = {}
        for number, row in enumerate(rows):
            name = label(row.path.name or str(row.path))
            where = ElidedLabel(home_path(row.path.parent), "text3")
            where.setToolTip(tip(str(row.path)))
            content = label(row.content, "text2")
            state = label(row.problem, "warn")
            remove = QPushButton("Remove")
            remove.setObjectName(f"remove-{row.path}")
            remove.setProperty("kind", "link")
            remove.setAccessibleName(f"Remove {row.path.name}")
            remove.clicked.connect(partial(self._remove, row.path))
            self.removes[row.path] = remove
            for at, widget in enumerate((name, where, content, state, remove)):
                self._rows.addWidget(widget, number, at)
        _clear(self._offers)
        self.offers = {}
        for folder in sources.offers():
            offer = QPushButton(menu_text(f"Add {folder.name}"))
            offer.setObjectName(f"offer-{folder}")
            offer.setToolTip(tip(f"{folder}, open in Catalog"))
            offer.clicked.connect(partial(self._add, folder))
            self.offers[folder] = offer
            self._offers.addWidget(offer)
        self._show(self.errors, sources.errors)
        self._show(self.notes, (*([self._remark] if rows and self._remark else []), *sources.notes))

    def _show(self, made: QLabel, lines: Sequence[str]) -> None:
        text = list(lines[:MOST_LINES])
        if len(lines) > MOST_LINES:
            text.append(f"and {len(lines) - MOST_LINES:,} more")
        shown = "\n".join(text)
        for path in self._sources.paths:  # the rows above have the whole path
            shown = shown.replace(str(path), path.name)
        made.setText(shown)
        made.setToolTip(tip("\n".join(lines)))
        made.setVisible(bool(lines))

    def _ask_folder(self) -> None:
        folder = folder_dialog.ask_folder(self, "Add a folder of parts", self._start())
        if folder is not None:
            self._sources.add([folder])

    def _ask_list(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, "Add price lists", str(self._start()), PRICE_LISTS)
        if names:
            self._sources.add(map(Path, names))

    def _start(self) -> Path:
        """The folder in which a dialog begins."""
        known = [path.parent for path in self._sources.paths if path.parent.is_dir()]
        return known[-1] if known else Path.home()

    def _add(self, folder: Path, _: bool = False) -> None:
        self.add_folder.setFocus()  # the button goes
        self._sources.add([folder])

    def _remove(self, path: Path, _: bool = False) -> None:
        self.add_folder.setFocus()
        self._sources.remove(path)


def _clear(layout: QGridLayout | QHBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
