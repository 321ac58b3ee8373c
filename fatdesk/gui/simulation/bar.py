"""Tool bar: run and cancel, study, networks, latency shown, export."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QToolButton

from fatdesk.gui.desk import Desk
from fatdesk.gui.simulation.curves import Look, ready_titles
from fatdesk.gui.studies.bar import StudyTools
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.widgets.menu_button import ChoiceButton
from fatdesk.gui.widgets.plain_text import tip

LOOKS = (
    ("Mean latency", Look("mean", source=True)),
    ("Mean, network only", Look("mean", source=False)),
    ("p99 latency", Look("p99", source=True)),
    ("p99, network only", Look("p99", source=False)),
)
"""Latencies that can be shown: with the queue at the source, or of the network only."""


class Tools(StudyTools):
    """The parts of the bar; ``take_look`` is given the latency that shall be drawn."""

    def __init__(
        self,
        desk: Desk,
        bar: QHBoxLayout,
        names: Callable[[], Sequence[str]],
        take_look: Callable[[Look], object],
    ) -> None:
        super().__init__(desk, names, ready_titles(), "points")
        self.double = QToolButton()
        self.double.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.double.setText("Duplicate")
        self.double.setFixedHeight(desk.theme.px(28))
        self.double.setToolTip(tip("Copy this study"))
        self.double.setAccessibleName("Duplicate the study")
        self.looks = ChoiceButton(
            desk.theme,
            "simulation",
            "Latency shown",
            [title for title, _ in LOOKS],
            lambda number: take_look(LOOKS[number][1]),
        )
        for widget in (self.run, self.cancel, self._divider(), self.study, self.add, self.double):
            bar.addWidget(widget)
        bar.addWidget(self._divider())
        bar.addWidget(self.looks)
        bar.addStretch(1)
        bar.addWidget(self.export)
        self._look()

    def _look(self) -> None:
        super()._look()
        self.double.setIcon(icon(self._theme, "copy", self._theme.px(16)))

    def allow(self, *, study: bool, networks: bool, points: bool, running: bool) -> None:
        """Enable the possible actions."""
        self._allow(study=study, networks=networks, points=points, running=running)
        for tool in (self.double, self.looks):
            tool.setEnabled(study)

    def say_less(self, less: bool) -> None:
        """Leave words out where there is no room for them."""
        super().say_less(less)
        style = Qt.ToolButtonStyle
        self.double.setToolButtonStyle(style.ToolButtonIconOnly if less else style.ToolButtonTextBesideIcon)
