"""The rows "Parts from": the shipped parts, the user's folders and price lists, and their errors."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from fatdesk.gui.requirements.part_sources import PartSources
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, menu_text, tip

PRICE_LISTS = "Price lists (*.xlsx *.ods *.csv)"
MOST_LINES = 5
"""Errors or notes in view; the tooltip has all."""


class PartsFrom(QWidget):
    """A row for each source, buttons to add some, and below what is wrong."""

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
        head.addWidget(self.shipped)
        head.addStretch(1)
        self._offers = QHBoxLayout()
        self._offers.setSpacing(px(8))
        head.addLayout(self._offers)
        self.add_folder, self.add_list = QPushButton("Add folder…"), QPushButton("Add price list…")
        self.add_folder.setToolTip(
            tip("A folder of parts (*.yaml) and of overrides of shipped parts (NAME.override.yaml)")
        )
        self.add_list.setToolTip(tip("Prices by part number, as XLSX, ODS or CSV; later lists win"))
        self.add_folder.clicked.connect(self._ask_folder)
        self.add_list.clicked.connect(self._ask_list)
        head.addWidget(self.add_folder)
        head.addWidget(self.add_list)
        column.addLayout(head)
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(px(14))
        self._rows.setVerticalSpacing(px(2))
        self._rows.setColumnStretch(1, 1)
        column.addLayout(self._rows)
        self.errors, self.notes = label("", "error"), label("", "warn")
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
            where = ElidedLabel(str(row.path.parent), "text3")
            where.setToolTip(tip(str(row.path)))
            content = label(row.content, "text2")
            state = label(row.problem, "warn")
            remove = QPushButton("Remove")
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
        name = QFileDialog.getExistingDirectory(self, "Add a folder of parts", self._start())
        if name:
            self._sources.add([Path(name)])

    def _ask_list(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, "Add price lists", self._start(), PRICE_LISTS)
        if names:
            self._sources.add(map(Path, names))

    def _start(self) -> str:
        """The folder in which a dialog begins."""
        known = [path.parent for path in self._sources.paths if path.parent.is_dir()]
        return str(known[-1] if known else Path.home())

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
