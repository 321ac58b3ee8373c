"""The log panel: time, level and text, to filter and to copy."""

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.session.log import Entry, Log
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.widgets.plain_text import box

_COLUMNS: tuple[Column[Entry], ...] = (
    Column("Time", 88, lambda entry: f"{entry.time:%H:%M:%S}", tone=lambda _: "text2"),
    Column(
        "Level",
        86,
        lambda entry: {"step": "Done", "note": "Message", "error": "Failed"}[entry.level],
        mark=lambda entry: {"step": "", "note": "note", "error": "error"}[entry.level],
        tone=lambda entry: "error" if entry.level == "error" else "text2",
    ),
    Column("What", 600, lambda entry: "; ".join(entry.text.splitlines()), stretch=True),
)


class LogPanel(QWidget):
    """The latest entry is last and stays in view while nothing older is looked at."""

    def __init__(self, desk: Desk, log: Log, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._log = log
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.model: RowsModel[Entry] = RowsModel(_COLUMNS, self)
        self.table = Table(desk, self.model, "Log")
        self.table.empty = "Nothing has happened yet."
        self.table.opened.connect(self._show)
        self.table.doubleClicked.connect(self._show_at)
        column.addWidget(self.table)
        log.added.connect(self.refresh)

    def refresh(self) -> None:
        """Show the entries when they are on view."""
        if not self.isVisible():
            return
        bar = self.table.verticalScrollBar()
        at_end = bar.value() >= bar.maximum()
        self.model.show(tuple(self._log.entries))
        if at_end:
            self.table.scrollToBottom()

    def filter(self, text: str) -> None:
        """Show only the entries that hold all words."""
        words = text.casefold().split()

        def wanted(entry: Entry) -> bool:
            held = " ".join(column.text(entry) for column in _COLUMNS).casefold()
            return all(word in held for word in words)

        self.model.filter(wanted if words else None)
        self.table.empty = "No entry matches. Clear the filter." if words else "Nothing has happened yet."
        self.table.scrollToBottom()

    def showEvent(self, event: object) -> None:
        """Come up to date when shown."""
        self.refresh()
        self.table.scrollToBottom()

    def _show_at(self, index: QModelIndex) -> None:
        self._show(index.row())

    def _show(self, row: int) -> None:
        if not 0 <= row < self.model.rowCount():
            return
        entry = self.model.row(row)
        shown = box(self, "Log", entry.text, f"{entry.time:%Y-%m-%d %H:%M:%S}")
        if entry.detail:
            shown.setDetailedText(entry.detail)
        shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        shown.exec()
