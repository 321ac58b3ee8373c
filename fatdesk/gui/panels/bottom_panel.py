"""The bottom panel: tabs for findings, tasks and the log; the counts of findings are always in view."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import key_tip
from fatdesk.gui.panels.findings_panel import FindingsCounts, FindingsPanel
from fatdesk.gui.panels.tasks_panel import TasksPanel
from fatdesk.gui.session.log import Entry, Log
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.widgets.dates import clock_text, date_text
from fatdesk.gui.widgets.plain_text import box

_COLUMNS: tuple[Column[Entry], ...] = (
    Column("Time", 88, lambda entry: clock_text(entry.time, seconds=True), tone=lambda _: "text2"),
    Column(
        "Level",
        106,
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
        shown = box(
            self, "Log", entry.text, f"{date_text(entry.time.date())} {clock_text(entry.time, seconds=True)}"
        )
        if entry.detail:
            shown.setDetailedText(entry.detail)
        shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        shown.exec()


TABS = (("findings", "Findings"), ("tasks", "Tasks"), ("log", "Log"))


class BottomPanel(QWidget):
    """A line with tabs over the selected panel; ``toggled`` signals that it opens or closes."""

    toggled = Signal(bool)

    def __init__(self, desk: Desk, log: Log, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        px = desk.theme.px
        self.findings, self.tasks, self.log = FindingsPanel(desk), TasksPanel(desk), LogPanel(desk, log)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.setObjectName("bottom-panel")
        self.head = QWidget()
        self.head.setProperty("role", "foot")
        self.head.setFixedHeight(px(31))
        line = QHBoxLayout(self.head)
        line.setContentsMargins(px(8), 0, px(8), 0)
        line.setSpacing(px(2))
        self.tabs: dict[str, QToolButton] = {}
        for name, title in TABS:
            line.addWidget(self._tab(name, title))
        line.addSpacing(px(8))
        line.addWidget(FindingsCounts(desk))
        line.addStretch(1)
        self.clear = self._button("Clear finished", desk.tasks.clear)
        self.copy = self._button("Copy", self.log.table.copy)
        self.filter = QLineEdit()
        self.filter.setObjectName("bottom-filter")
        self.filter.setPlaceholderText("Filter")
        self.filter.setAccessibleName("Filter")
        self.filter.setFixedWidth(px(190))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._filter)
        self.chevron = QToolButton()
        self.chevron.setObjectName("bottom-toggle")
        self.chevron.setAccessibleName("Open or close the panel")
        self.chevron.setToolTip(key_tip("bottom", "Open or close the panel"))
        self.chevron.clicked.connect(self.toggle)
        for widget in (self.clear, self.copy, self.filter, self.chevron):
            line.addWidget(widget)
        column.addWidget(self.head)
        self.pages = QStackedWidget()
        for page in (self.findings, self.tasks, self.log):
            self.pages.addWidget(page)
        self.pages.hide()
        column.addWidget(self.pages, 1)
        self._filters = {"findings": "", "log": ""}
        self.shown = "findings"
        for stated in (desk.tasks.started, desk.tasks.ended):
            stated.connect(self._count_tasks)
        desk.theme.changed.connect(self._look)
        self._look()

    def _tab(self, name: str, title: str) -> QToolButton:
        made = QToolButton()
        made.setObjectName(f"tab-{name}")
        made.setText(title)
        made.setCheckable(True)
        made.setProperty("kind", "tab")
        made.clicked.connect(partial(self._clicked, name))
        self.tabs[name] = made
        return made

    def _button(self, text: str, run: Callable[[], object]) -> QPushButton:
        made = QPushButton(text)
        made.setProperty("kind", "link")
        made.clicked.connect(run)
        return made

    @property
    def is_open(self) -> bool:
        """Whether more than the line is on view."""
        return not self.pages.isHidden()

    def toggle(self) -> None:
        """Open or close it."""
        self.pages.setHidden(self.is_open)
        self._look()
        self.toggled.emit(self.is_open)

    def show_tab(self, name: str) -> None:
        """Open it with a tab in front."""
        self.shown = name
        self.pages.setCurrentIndex([tab for tab, _ in TABS].index(name))
        self.filter.blockSignals(True)
        self.filter.setText(self._filters.get(name, ""))
        self.filter.blockSignals(False)
        if not self.is_open:
            self.toggle()
        self._look()

    def _clicked(self, name: str) -> None:
        if self.is_open and name == self.shown:
            self.toggle()
        else:
            self.show_tab(name)

    def _filter(self, text: str) -> None:
        self._filters[self.shown] = text
        (self.log if self.shown == "log" else self.findings).filter(text)

    def _count_tasks(self, *_: object) -> None:
        running = sum(not task.quiet for task in self._desk.tasks.running)  # those that the tab lists
        self.tabs["tasks"].setText(f"Tasks ({running})" if running else "Tasks")

    def _look(self) -> None:
        for name, tab in self.tabs.items():
            tab.setChecked(self.is_open and name == self.shown)
        self.clear.setVisible(self.is_open and self.shown == "tasks")
        self.copy.setVisible(self.is_open and self.shown == "log")
        self.filter.setVisible(self.is_open and self.shown != "tasks")
        px = self._desk.theme.px
        self.chevron.setIcon(icon(self._desk.theme, "down" if self.is_open else "up", px(16)))
