"""The line under the tool bar: how far a job is with Cancel, or what must be known of the result."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.session.jobs import Job
from fatdesk.gui.widgets.number_text import time_left
from fatdesk.gui.widgets.plain_text import Line, label

STEPS = 1000


class JobStrip(QWidget):
    """What is being done, how far it is, how long it takes still, and Cancel."""

    cancelled = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "toolbar")
        self.setFixedHeight(px(34))
        line = QHBoxLayout(self)
        line.setContentsMargins(px(12), 0, px(12), 0)
        line.setSpacing(px(10))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(px(180), px(6))
        self.bar.setMaximum(STEPS)
        self.bar.setAccessibleName("Progress")
        self.text, self.rest = Line("", "text2"), label("", "text2")
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(self.cancelled)
        line.addWidget(self.bar)
        line.addWidget(self.text, 1)
        line.addWidget(self.rest)
        line.addWidget(self.cancel)
        self.hide()

    def follow(self, job: Job) -> None:
        """How far it is now."""
        self.text.setText(job.text)
        self.rest.setText(time_left(job.left_s))
        self.bar.setValue(round(STEPS * (job.fraction or 0.0)))


class Banner(QFrame):
    """One sentence that must not be missed; tone: warn or error."""

    def __init__(self, desk: Desk, tone: str) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", f"banner-{tone}")
        line = QHBoxLayout(self)
        line.setContentsMargins(px(12), px(8), px(12), px(8))
        self.words = label("", tone)
        self.words.setWordWrap(True)
        line.addWidget(self.words, 1)
        self.hide()

    def say(self, text: str) -> None:
        """Say it; nothing: go."""
        self.words.setText(text)
        self.setVisible(bool(text))
