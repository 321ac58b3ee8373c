"""Strips over the plot: how far a job is, with Cancel; and that what is shown is not of what is asked now."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.widgets.numbers import time_left
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, set_tone

STEPS = 1000


class Strip(QWidget):
    """A line of the width of the view."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "toolbar")
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(px(14), px(6), px(14), px(6))
        self.row.setSpacing(px(10))
        self.hide()


class Going(Strip):
    """The job that is going on; ``cancelled`` tells that it shall stop."""

    cancelled = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(desk.theme.px(220), desk.theme.px(6))
        self.text, self.left = ElidedLabel("", "text2"), label("", "text2")
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(lambda _=False: self.cancelled.emit())
        self.row.addWidget(self.bar)
        self.row.addWidget(self.left)
        self.row.addWidget(self.text, 1)
        self.row.addWidget(self.cancel)

    def show_task(self, task: BackgroundTask | None) -> None:
        """Show how far a job is; None: nothing goes on."""
        self.setVisible(task is not None)
        if task is None:
            return
        share = task.fraction
        self.bar.setMaximum(STEPS if share is not None else 0)
        if share is not None:
            self.bar.setValue(round(STEPS * share))
        self.text.setText(task.text)
        self.left.setText(time_left(task.left_s))


class Notice(Strip):
    """What is wrong with what is shown; ``again`` searches anew."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.text = ElidedLabel("", "warn")
        self.again = QPushButton("Search again")
        self.row.addWidget(self.text, 1)
        self.row.addWidget(self.again)

    def tell(self, words: str, *, failed: bool, again: bool) -> None:
        """Show some words; empty: hide."""
        self.text.setText(words)
        set_tone(self.text, "error" if failed else "warn")
        self.again.setVisible(again)
        self.setVisible(bool(words))
