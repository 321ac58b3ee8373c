"""Strips over the plots of a study: verdict, progress, errors and outdated results."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.theme.theme import set_property
from fatdesk.gui.widgets.numbers import time_left, to_read
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, set_tone, tip
from fatdesk.networks.verdict import Verdict

MARKS = {
    "hosts": ("good", "ok"),
    "nothing": ("good", "ok"),
    "unknown": ("note", "text2"),
}
"""Icon and tone by what limits; the fabric, routing and contention are worth a warning."""
HIGH = 58
"""Height of three lines of small text, with room above and below; progress and messages have the same."""
NARROW = 1000
"""In a narrower bar the sentence has the place of the number of measured networks."""


class VerdictBar(QFrame):
    """The sentence, of constant height, so that nothing below moves; ``state`` is shown next to it."""

    topology_asked = Signal()

    def __init__(self, desk: Desk, state: QLabel) -> None:
        super().__init__()
        self._theme = desk.theme
        px = desk.theme.px
        self.verdict = Verdict("unknown", "")
        self.setObjectName("verdict")
        self.setProperty("role", "toolbar")
        self.setFixedHeight(px(HIGH))
        self._state = state
        line = QHBoxLayout(self)
        line.setContentsMargins(px(14), 0, px(8), 0)
        line.setSpacing(px(8))
        self.mark, self.text = label(), _Sentence()
        self.text.setObjectName("verdict-text")
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.show_in = QPushButton("Show in Topology")
        self.show_in.setObjectName("verdict-topology")
        self.show_in.setProperty("kind", "link")
        self.show_in.setToolTip(tip("Draw the network in Topology with what this sentence names"))
        self.show_in.clicked.connect(lambda _=False: self.topology_asked.emit())
        line.addWidget(self.mark)
        line.addWidget(self.text, 1)
        line.addWidget(state)
        line.addWidget(self.show_in)
        desk.theme.changed.connect(self._look)
        self._look()

    def show_verdict(self, verdict: Verdict, *, can_show: bool, numbered: bool = False) -> None:
        """Show a sentence, and whether Topology can show what it names.

        Parameters
        ----------
        numbered
            Whether it may have names of nodes such as 1,001, so that its figures stay as they are.
        """
        text = verdict.text if numbered else to_read(verdict.text)
        changed = verdict != self.verdict or text != self.text.text()
        self.verdict = verdict
        self.show_in.setVisible(can_show)
        if changed:
            self.text.setText(text)
            self.text.setToolTip(tip(text))
            self.setAccessibleName(text)
            self._look()

    def _look(self) -> None:
        theme = self._theme
        name, tone = MARKS.get(self.verdict.limit, ("warning", "warn"))
        self.mark.setPixmap(picture(theme, name, tone, theme.px(16)))
        self.text.setFont(theme.font(12))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the state out where the sentence needs the room."""
        super().resizeEvent(event)
        self._state.setVisible(self.width() >= self._theme.px(NARROW))


class _Sentence(QLabel):
    """A wrapped text that yields to any width; the tooltip has all of it."""

    def minimumSizeHint(self) -> QSize:
        """Allow any width."""
        return QSize(0, 0)


STEPS = 1000


class TaskStrip(QWidget):
    """Progress of a task with remaining time and Cancel."""

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
        self.text, self.rest = ElidedLabel("", "text2"), label("", "text2")
        self.text.setObjectName("strip-text")
        self.cancel = QPushButton("Cancel")
        self.cancel.setObjectName("strip-cancel")
        self.cancel.clicked.connect(self.cancelled)
        line.addWidget(self.bar)
        line.addWidget(self.text, 1)
        line.addWidget(self.rest)
        line.addWidget(self.cancel)
        self.hide()

    def follow(self, task: BackgroundTask) -> None:
        """Show the progress of the task."""
        self.text.setText(task.text)
        self.rest.setText(time_left(task.left_s))
        self.bar.setValue(round(STEPS * (task.fraction or 0.0)))


class Banner(QFrame):
    """A sentence that must not be missed, with what can be done; ``again`` and ``kept`` carry the answer."""

    again = Signal()
    kept = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._theme = desk.theme
        self._tone = ""
        px = desk.theme.px
        line = QHBoxLayout(self)
        line.setContentsMargins(px(14), px(4), px(12), px(4))
        line.setSpacing(px(10))
        self.mark, self.words = label(), label("", "warn")
        self.words.setObjectName("banner-text")
        self.words.setWordWrap(True)
        self.words.setFont(desk.theme.strong(12))
        self.act, self.keep = QPushButton(), QPushButton("Keep")
        self.act.setObjectName("banner-act")
        self.keep.setObjectName("banner-close")
        self.keep.setProperty("kind", "link")
        self.act.clicked.connect(lambda _=False: self.again.emit())
        self.keep.clicked.connect(lambda _=False: self.kept.emit())
        line.addWidget(self.mark)
        line.addWidget(self.words, 1)
        line.addWidget(self.act)
        line.addWidget(self.keep)
        desk.theme.changed.connect(self._look)
        self.hide()

    def say(self, text: str, act: str = "", *, failed: bool = False) -> None:
        """Say it, and offer to do something about it; nothing: go."""
        self.words.setText(text)
        self.act.setText(act)
        self.act.setVisible(bool(act))
        self.keep.setText("Close" if failed else "Keep")
        self.keep.setAccessibleName("Close this message" if failed else "Keep the results as they are")
        tone = "error" if failed else "warn"
        if tone != self._tone:
            self._tone = tone
            set_property(self, "role", f"banner-{tone}")
            set_tone(self.words, tone)
        self._look()
        self.setVisible(bool(text))

    def _look(self) -> None:
        name = "error" if self._tone == "error" else "clock"
        self.mark.setPixmap(picture(self._theme, name, self._tone or "warn", self._theme.px(18)))
        self.words.setFont(self._theme.strong(12))
