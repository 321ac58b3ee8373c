"""Which documents a job makes: a list to tick, by group, with those that this program does not make."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.document import BY_NAME, GROUPS, HANDOUTS
from fatdesk.gui.widgets.plain_text import label, tip

ROWS = 7
"""Rows that are seen at least."""


class DocumentTicks(QWidget):
    """``ticked`` tells that a document was put in or taken out by the user."""

    ticked = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        px = desk.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(4))
        self.words = label("Documents", "text2")
        column.addWidget(self.words)
        self.list = QListWidget()
        self.list.setAccessibleName("Documents of the job")
        self.list.setToolTip(tip("Space adds a document to the job or removes it"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(px(24) * ROWS)
        column.addWidget(self.list, 1)
        self._names: tuple[str, ...] = ()
        self._listed: tuple[str, ...] = ()
        self.list.itemChanged.connect(self._changed)

    @property
    def names(self) -> tuple[str, ...]:
        """The documents that are ticked: those that were, in their order, then those that came."""
        return self._names

    def show_names(self, names: Sequence[str]) -> None:
        """Show what a job makes."""
        self._names = tuple(names)
        unknown = tuple(name for name in names if name not in BY_NAME)
        self.list.blockSignals(True)
        if not self.list.count() or unknown != self._listed:
            self._listed = unknown
            self._fill(unknown)
        for item in self._items():
            ticked = item.text() in names
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        self.list.blockSignals(False)
        self.words.setText(f"Documents ({len(names):,})" if names else "Documents (none yet)")

    def show_first(self) -> None:
        """Bring the first document of the job into view."""
        first = next((item for item in self._items() if item.text() in self._names), None)
        if first is not None:
            self.list.scrollToItem(first, QAbstractItemView.ScrollHint.PositionAtCenter)

    def _items(self) -> list[QListWidgetItem]:
        found = [self.list.item(row) for row in range(self.list.count())]
        return [item for item in found if item.flags() & Qt.ItemFlag.ItemIsUserCheckable]

    def _fill(self, unknown: Sequence[str]) -> None:
        self.list.clear()
        if unknown:
            self._head("Not made by this fatdesk")
            for name in unknown:
                self._one(name, "remove it, or use the fatdesk that the job was saved with")
        for kind, title in GROUPS.items():
            self._head(title)
            for some in HANDOUTS:
                if some.kind == kind:
                    self._one(some.name, some.told)

    def _head(self, title: str) -> None:
        item = QListWidgetItem(title)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setFont(self._theme.strong(12))
        item.setSizeHint(QSize(0, self._theme.px(24)))
        self.list.addItem(item)

    def _one(self, name: str, told: str) -> None:
        item = QListWidgetItem(name)
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
        item.setFlags(flags)
        item.setCheckState(Qt.CheckState.Unchecked)
        item.setToolTip(tip(told))
        item.setSizeHint(QSize(0, self._theme.px(24)))
        self.list.addItem(item)

    def _changed(self, item: QListWidgetItem) -> None:
        name, on = item.text(), item.checkState() == Qt.CheckState.Checked
        if on and name not in self._names:
            self._names = (*self._names, name)
        elif not on:
            self._names = tuple(some for some in self._names if some != name)
        else:
            return
        self.ticked.emit()
