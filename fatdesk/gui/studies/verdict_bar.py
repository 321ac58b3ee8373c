"""The verdict on a study: one sentence over its plots, and a button that shows in Topology what limits."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from fatdesk.gui.desk import Desk
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.networks.verdict import Verdict

MARKS = {
    "hosts": ("good", "ok"),
    "nothing": ("good", "ok"),
    "unknown": ("note", "text2"),
}
"""Icon and tone by what limits; the fabric, routing and contention are worth a warning."""
HIGH = 50
"""Height of three lines of small text."""
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

    def show_verdict(self, verdict: Verdict, *, can_show: bool) -> None:
        """Show a sentence, and whether Topology can show what it names."""
        changed = verdict != self.verdict
        self.verdict = verdict
        self.show_in.setVisible(can_show)
        if changed:
            self.text.setText(verdict.text)
            self.text.setToolTip(tip(verdict.text))
            self.setAccessibleName(verdict.text)
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
