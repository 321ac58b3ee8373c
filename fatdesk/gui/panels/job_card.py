"""A card over the lower right of the window while the user waits for a job, with Cancel."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.session.jobs import Job
from fatdesk.gui.widgets.number_text import time_left
from fatdesk.gui.widgets.plain_text import Line, label

AFTER_MS = 300
"""What is done sooner needs no card."""
STEPS = 1000


class JobCard(QFrame):
    """Shows the job that was waited for last, until it ends."""

    def __init__(self, desk: Desk, window: QWidget, above: Sequence[QWidget]) -> None:
        super().__init__(window)
        self._above = [*above]
        px = desk.theme.px
        self._theme, self._window = desk.theme, window
        self.job: Job | None = None
        self.setProperty("role", "palette")
        self.setFixedWidth(px(360))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(12), px(16), px(12))
        column.setSpacing(px(8))
        head = QHBoxLayout()
        self.title, self.left = Line(), label("", "text2")
        head.addWidget(self.title, 1)
        head.addWidget(self.left)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(px(6))
        self.bar.setMaximum(STEPS)
        self.text = Line("", "text2")
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
        desk.jobs.moved.connect(self._move)
        desk.jobs.ended.connect(self._end)
        desk.theme.changed.connect(self._look)
        self._look()
        self.hide()

    def follow(self, job: Job) -> None:
        """Show this job from now on, should it last."""
        self.job = job
        self.title.setText(job.title)
        self.bar.setAccessibleName(job.title)
        self._move(job)
        self._soon.start()

    def stand_above(self, widget: QWidget) -> None:
        """Something else that covers the foot of the window."""
        self._above.append(widget)

    def _place(self) -> None:
        """Stand at the lower right of the window, above what covers its foot."""
        gap = self._theme.px(24)
        self.adjustSize()
        foot = min((w.mapTo(self._window, QPoint()).y() for w in self._above if w.isVisible()), default=0)
        self.move(self._window.width() - gap - self.width(), foot - gap - self.height())

    def _come_up(self) -> None:
        if self.job is not None:
            self._place()
            self.show()
            self.raise_()

    def _move(self, job: Job) -> None:
        if job is self.job:
            self.text.setText(job.text)
            self.left.setText(time_left(job.left_s))
            self.bar.setValue(round(STEPS * (job.fraction or 0.0)))
            if self.isVisible():
                self._place()

    def _end(self, job: Job) -> None:
        if job is self.job:
            self.job = None
            self._soon.stop()
            self.hide()

    def _cancel(self) -> None:
        if self.job is not None:
            self.job.cancel()

    def _look(self) -> None:
        self.title.setFont(self._theme.strong())
        self.left.setFont(self._theme.font(12))
        self.text.setFont(self._theme.font(12))
