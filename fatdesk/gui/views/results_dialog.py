"""Base class of dialogs with results: heading, what the figures mean, work in the background, a foot."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.tables import Table
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import label


class ResultsDialog(QDialog):
    """A dialog that stays open next to the window; closing it cancels what is running.

    Attributes
    ----------
    column
        Everything from top to bottom; subclasses add to it.
    state
        What is being done, or why it failed; set by subclasses.
    task
        What is running; None: nothing.
    """

    state: QLabel

    def __init__(self, desk: Desk, title: str, heading: str, meaning: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self.task: BackgroundTask | None = None
        px = desk.theme.px
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(px(18), px(16), px(18), px(14))
        self.column.setSpacing(px(8))
        head, explained = label(heading), label(meaning, "text2")
        head.setFont(desk.theme.strong(15))
        explained.setWordWrap(True)
        self.column.addWidget(head)
        self.column.addWidget(explained)
        self.finished.connect(lambda _: self.stop())

    def add_halves(self, upper: QWidget, lower: QWidget, heights: tuple[int, int]) -> None:
        """Add two widgets of these first heights in pixels; the border between them can be dragged."""
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(upper)
        halves.addWidget(lower)
        halves.setSizes([self._desk.theme.px(height) for height in heights])
        self.column.addWidget(halves, 1)

    def add_foot(self, table: Table, *more: QWidget, copying: str = "Copy as table") -> None:
        """Add the last line: copy a table at the left, further widgets and Close at the right."""
        foot = QHBoxLayout()
        copy, close = QPushButton(copying), QPushButton("Close")
        copy.setAutoDefault(False)
        copy.clicked.connect(table.copy)
        close.setObjectName("close")
        close.clicked.connect(self.close)
        foot.addWidget(copy)
        foot.addStretch(1)
        for widget in (*more, close):
            if isinstance(widget, QPushButton) and not widget.isDefault():
                widget.setAutoDefault(
                    False
                )  # Enter in a field or table presses no other button than the default
            foot.addWidget(widget)
        self.column.addLayout(foot)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button with the focus, else the default button if there is one."""
        focus = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QPushButton):
            focus.click()
        else:
            super().keyPressEvent(event)

    def start(self, doing: str, title: str, work: Callable[..., Any], *given: Any, done: Any) -> None:
        """Work in the background instead of what is running.

        Parameters
        ----------
        doing
            The state until then.
        title, work, given
            As for a background task.
        done
            Called with the result.
        """
        self.stop()
        self.state.setText(doing)

        def finished(value: Any) -> None:
            self.task = None
            done(value)

        def failed(why: str) -> None:
            self.task = None
            self.fail(why)

        self.task = self._desk.tasks.start(title, work, *given, done=finished, failed=failed, whenever=True)

    def stop(self) -> None:
        """Cancel what is running."""
        task, self.task = self.task, None
        if task is not None:
            task.cancel()

    def fail(self, why: str) -> None:
        """Show why there is no result."""
        self.state.setText(in_sentence(why))
