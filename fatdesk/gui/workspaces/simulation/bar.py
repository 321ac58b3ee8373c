"""The tool bar: run and cancel, the study, its networks, which latency is drawn, export."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton

from fatdesk.gui.desk import Desk
from fatdesk.gui.menu_button import OneOf
from fatdesk.gui.plain import tip
from fatdesk.gui.theme.icons import icon, picture
from fatdesk.gui.workspaces.simulation.adding import AddButton
from fatdesk.gui.workspaces.simulation.choosing import StudyButton
from fatdesk.gui.workspaces.simulation.curves import Look
from fatdesk.gui.workspaces.simulation.exporting import ExportButton
from fatdesk.gui.workspaces.simulation.ready import ready_titles

LOOKS = (
    ("Mean latency", Look("mean", source=True)),
    ("Mean, network only", Look("mean", source=False)),
    ("p99 latency", Look("p99", source=True)),
    ("p99, network only", Look("p99", source=False)),
)
"""What can be drawn; with the queue at the source, or of the network only."""


class Tools:
    """The parts of the bar; ``take_look`` is given the latency that shall be drawn."""

    def __init__(
        self,
        desk: Desk,
        bar: QHBoxLayout,
        names: Callable[[], Sequence[str]],
        take_look: Callable[[Look], object],
    ) -> None:
        self._theme = desk.theme
        self.study = StudyButton(desk, names, ready_titles())
        self.run, self.cancel = QPushButton("Run"), QPushButton("Cancel")
        self.run.setProperty("kind", "primary")
        self.cancel.setToolTip(tip("Stop the run; points that have arrived stay"))
        self.add = AddButton(desk)
        self.double = QToolButton()
        self.double.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.double.setText("Duplicate")
        self.double.setFixedHeight(desk.theme.px(28))
        self.double.setToolTip(tip("Make another study of this one"))
        self.double.setAccessibleName("Duplicate the study")
        self.looks = OneOf(
            desk,
            "simulation",
            "Which latency is drawn",
            [title for title, _ in LOOKS],
            lambda number: take_look(LOOKS[number][1]),
        )
        self.export = ExportButton(desk)
        for widget in (self.run, self.cancel, self._divider(), self.study, self.add, self.double):
            bar.addWidget(widget)
        bar.addWidget(self._divider())
        bar.addWidget(self.looks)
        bar.addStretch(1)
        bar.addWidget(self.export)
        desk.theme.changed.connect(self._look)
        self._look()

    def _divider(self) -> QFrame:
        line = QFrame()
        line.setProperty("role", "divider")
        line.setFixedSize(1, self._theme.px(20))
        return line

    def _look(self) -> None:
        theme, size = self._theme, self._theme.px(16)
        made = QIcon(picture(theme, "play", "on_accent", size))
        made.addPixmap(picture(theme, "play", "disabled", size), QIcon.Mode.Disabled)
        self.run.setIcon(made)
        self.cancel.setIcon(icon(theme, "stop", size))
        self.double.setIcon(icon(theme, "copy", size))

    def allow(self, *, study: bool, networks: bool, points: bool, running: bool) -> None:
        """What can be done now."""
        self.run.setEnabled(networks and not running)
        self.cancel.setEnabled(running)
        for tool in (self.add, self.double, self.looks):
            tool.setEnabled(study)
        self.export.allow(study=study, points=points)
        words = "Measure what is missing"
        if running:
            words = "A run is under way"
        elif not networks:
            words = "Add a network first" if study else "Choose or make a study first"
        self.run.setToolTip(tip(words))

    def say_less(self, less: bool) -> None:
        """Leave words out where there is no room for them."""
        style = Qt.ToolButtonStyle
        self.double.setToolButtonStyle(style.ToolButtonIconOnly if less else style.ToolButtonTextBesideIcon)
        self.add.setText("Add" if less else "Add network")
