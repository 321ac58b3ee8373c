"""The bottom panel: tabs for findings, tasks and log, with the counts of findings always in view."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
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
from fatdesk.gui.panels.log_panel import LogPanel
from fatdesk.gui.panels.tasks_panel import TasksPanel
from fatdesk.gui.session.log import Log
from fatdesk.gui.theme.icons import icon

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
        running = len(self._desk.tasks.running)
        self.tabs["tasks"].setText(f"Tasks ({running})" if running else "Tasks")

    def _look(self) -> None:
        for name, tab in self.tabs.items():
            tab.setChecked(self.is_open and name == self.shown)
        self.clear.setVisible(self.is_open and self.shown == "tasks")
        self.copy.setVisible(self.is_open and self.shown == "log")
        self.filter.setVisible(self.is_open and self.shown != "tasks")
        px = self._desk.theme.px
        self.chevron.setIcon(icon(self._desk.theme, "down" if self.is_open else "up", px(16)))
