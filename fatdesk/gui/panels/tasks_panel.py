"""The tasks panel: rows with progress, remaining time and Cancel, and a card for the awaited task."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from fatdesk.gui.desk import Desk
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.widgets.dates import clock_text
from fatdesk.gui.widgets.numbers import percent, time_left
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, set_tone, tip

AFTER_MS = 300
"""Delay before the card is shown; shorter tasks need none."""
STEPS = 1000


class TaskCard(QFrame):
    """Card with the last task for which the user waits, until it ends."""

    def __init__(self, desk: Desk, window: QWidget, above: Sequence[QWidget]) -> None:
        super().__init__(window)
        self._above = [*above]
        px = desk.theme.px
        self._theme, self._window = desk.theme, window
        self.task: BackgroundTask | None = None
        self.setProperty("role", "palette")
        self.setFixedWidth(px(360))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(12), px(16), px(12))
        column.setSpacing(px(8))
        head = QHBoxLayout()
        self.title, self.left = ElidedLabel(), label("", "text2")
        head.addWidget(self.title, 1)
        head.addWidget(self.left)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(px(6))
        self.bar.setMaximum(STEPS)
        self.text = ElidedLabel("", "text2")
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(self._cancel)
        foot = QHBoxLayout()
        foot.addWidget(self.text, 1)
        foot.addWidget(self.cancel)
        column.addLayout(head)
        column.addWidget(self.bar)
        column.addLayout(foot)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(AFTER_MS)
        self._soon.timeout.connect(self._come_up)
        desk.tasks.moved.connect(self._move)
        desk.tasks.ended.connect(self._end)
        desk.theme.changed.connect(self._look)
        self._look()
        self.hide()

    def follow(self, task: BackgroundTask) -> None:
        """Show a task if it is still running after the delay."""
        self.task = task
        self.title.setText(task.title)
        self.bar.setAccessibleName(task.title)
        self._move(task)
        self._soon.start()

    def place_above(self, widget: QWidget) -> None:
        """Set another widget that covers the bottom of the window."""
        self._above.append(widget)

    def _place(self) -> None:
        """Move to the lower right of the window, above other widgets at its bottom."""
        gap = self._theme.px(24)
        self.adjustSize()
        foot = min((w.mapTo(self._window, QPoint()).y() for w in self._above if w.isVisible()), default=0)
        self.move(self._window.width() - gap - self.width(), foot - gap - self.height())

    def _come_up(self) -> None:
        if self.task is not None:
            self._place()
            self.show()
            self.raise_()

    def _move(self, task: BackgroundTask) -> None:
        if task is self.task:
            self.text.setText(task.text)
            self.left.setText(time_left(task.left_s))
            self.bar.setValue(round(STEPS * (task.fraction or 0.0)))
            if self.isVisible():
                self._place()

    def _end(self, task: BackgroundTask) -> None:
        if task is self.task:
            self.task = None
            self._soon.stop()
            self.hide()

    def _cancel(self) -> None:
        if self.task is not None:
            self.task.cancel()

    def _look(self) -> None:
        self.title.setFont(self._theme.strong())
        self.left.setFont(self._theme.font(12))
        self.text.setFont(self._theme.font(12))


LOOKS = {
    "running": ("play", "text2"),
    "done": ("check", "ok"),
    "failed": ("error", "error"),
    "cancelled": ("close", "text3"),
}
"""Icon and colour of each state."""


class TaskRow(QWidget):
    """Row of a task."""

    def __init__(self, desk: Desk, task: BackgroundTask) -> None:
        super().__init__()
        self.task, self._theme = task, desk.theme
        px = desk.theme.px
        self.setFixedHeight(px(34))
        line = QHBoxLayout(self)
        line.setContentsMargins(px(12), 0, px(12), 0)
        line.setSpacing(px(12))
        self.mark, self.title = label(), ElidedLabel(task.title)
        self.title.setFixedWidth(px(340))
        self.title.setToolTip(tip(task.title))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setMaximum(STEPS)
        self.bar.setFixedSize(px(160), px(6))
        self.bar.setAccessibleName(task.title)
        self.percent, self.left, self.text = label(), label("", "text2"), ElidedLabel("", "text2")
        self.percent.setFixedWidth(px(48))
        self.percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.left.setFixedWidth(px(90))
        self.cancel = QPushButton("Cancel")
        self.cancel.setAccessibleName(f"Cancel {task.title}")
        self.cancel.clicked.connect(task.cancel)
        for widget in (self.mark, self.title, self.bar, self.percent, self.left):
            line.addWidget(widget)
        line.addWidget(self.text, 1)
        line.addWidget(self.cancel)
        self.look()

    def look(self) -> None:
        """Show progress or result of the task."""
        task, theme = self.task, self._theme
        name, tone = LOOKS[task.state]
        self.mark.setPixmap(picture(theme, name, tone, theme.px(16)))
        running = task.state == "running"
        self.bar.setValue(round(STEPS * (task.fraction or 0.0)))
        self.percent.setText(percent(task.fraction) if running else "")
        self.left.setText(time_left(task.left_s) if running else f"{task.took_s or 0:.1f} s")
        stated = task.text if running else f"{task.text}, started at {clock_text(task.began, seconds=True)}"
        if task.state == "failed":
            stated = task.text
        self.text.setText(stated.partition("\n")[0])
        self.text.setToolTip(tip(stated))
        set_tone(self.text, "error" if task.state == "failed" else "text2")
        self.cancel.setVisible(running)


class TasksPanel(QWidget):
    """List of tasks, latest first."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.rows: dict[BackgroundTask, TaskRow] = {}
        px = desk.theme.px
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        page = QWidget()
        page.setProperty("role", "base")
        page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(0, px(4), 0, px(4))
        self._column.setSpacing(0)
        self.none = label("No tasks yet. Background tasks are listed here with their progress.", "text2")
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._column.addWidget(self.none)
        self._column.addStretch(1)
        scroll = QScrollArea()
        scroll.setAccessibleName("Background tasks")
        scroll.setWidgetResizable(True)
        scroll.setWidget(page)
        outer.addWidget(scroll)
        tasks = desk.tasks
        tasks.started.connect(self._add)
        tasks.moved.connect(self._look)
        tasks.ended.connect(self._look)
        tasks.cleared.connect(self._clear)
        desk.theme.changed.connect(self._look_all)

    def _add(self, task: BackgroundTask) -> None:
        row = TaskRow(self._desk, task)
        self.rows[task] = row
        self._column.insertWidget(0, row)
        self.none.hide()

    def _look(self, task: BackgroundTask) -> None:
        if task in self.rows:
            self.rows[task].look()

    def _look_all(self) -> None:
        for row in self.rows.values():
            row.look()

    def _clear(self) -> None:
        for task in [task for task in self.rows if task not in self._desk.tasks.all]:
            self.rows.pop(task).deleteLater()
        self.none.setVisible(not self.rows)
