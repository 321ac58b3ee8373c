"""The tool bar: run and cancel, the study, what fails, what is drawn, its networks, export."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton

from fatdesk.engine.faults.asked import FaultsAsked, FaultStudy
from fatdesk.gui.desk import Desk
from fatdesk.gui.menu_button import OneOf
from fatdesk.gui.plain import tip
from fatdesk.gui.theme.icons import icon, picture
from fatdesk.gui.workspaces.faults.curves import Figure
from fatdesk.gui.workspaces.faults.ready import ready_titles
from fatdesk.gui.workspaces.simulation.adding import AddButton
from fatdesk.gui.workspaces.simulation.choosing import StudyButton
from fatdesk.gui.workspaces.simulation.exporting import ExportButton

AMONG = (
    ("Links: network", "network"),
    ("Links: of hosts", "ends"),
    ("Links: all", "all"),
    ("Switches", "switches"),
)
"""What may fail."""
LOOKS: tuple[tuple[str, Figure | None], ...] = (
    ("Tolerated", "tolerated"),
    ("Pairs connected", "connected"),
    ("Table", None),
)
"""What is drawn; the table tells what is always tolerated."""


class Tools:
    """The parts of the bar; ``fail`` is given what shall fail, ``look`` what shall be drawn."""

    def __init__(
        self,
        desk: Desk,
        bar: QHBoxLayout,
        names: Callable[[], Sequence[str]],
        fail: Callable[[FaultsAsked], object],
        look: Callable[[int], object],
    ) -> None:
        self._theme = desk.theme
        self._faults = FaultsAsked()
        self._fail = fail
        self.study = StudyButton(desk, names, ready_titles())
        self.run, self.cancel = QPushButton("Run"), QPushButton("Cancel")
        self.run.setProperty("kind", "primary")
        self.cancel.setToolTip(tip("Stop the run; rows that have arrived stay"))
        self.add = AddButton(desk)
        self.among = OneOf(desk, "faults", "What may fail", [title for title, _ in AMONG], self._take_among)
        self.whole = QToolButton()
        self.whole.setText("Count one way")
        self.whole.setCheckable(True)
        self.whole.setFixedHeight(desk.theme.px(28))
        self.whole.clicked.connect(lambda on: self._fail(FaultsAsked(among=self._faults.among, whole=on)))
        self.looks = OneOf(desk, "simulation", "What is drawn", [title for title, _ in LOOKS], look)
        self.export = ExportButton(desk)
        for widget in (self.run, self.cancel, self._divider(), self.study, self.add):
            bar.addWidget(widget)
        bar.addWidget(self._divider())
        for tool in (self.among, self.whole, self.looks):
            bar.addWidget(tool)
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

    def _take_among(self, number: int) -> None:
        among = AMONG[number][1]
        if among != self._faults.among:
            self._fail(FaultsAsked(among=among, whole=self._faults.whole))  # type: ignore[arg-type]  # one of them

    def show_study(self, study: FaultStudy | None) -> None:
        """Tell what fails in the study on view."""
        self.study.show_study("" if study is None else study.name)
        self._faults = FaultsAsked() if study is None else study.faults
        number = [among for _, among in AMONG].index(self._faults.among)
        self.among.picks[number].setChecked(True)
        self.among.setText(AMONG[number][0])
        self.whole.setChecked(self._faults.whole)
        self.whole.setText("Whole cables" if self._faults.whole else "Count one way")
        words = "Cables fail whole, both ways at once; click to count each way by itself"
        if not self._faults.whole:
            words = "Each way of a link fails by itself; click to fail cables whole"
        self.whole.setToolTip(tip(words))
        self.whole.setAccessibleName(words)

    def allow(self, study: FaultStudy | None, *, points: bool, running: bool) -> None:
        """What can be done now."""
        networks = study is not None and bool(study.networks)
        self.run.setEnabled(networks and not running)
        self.cancel.setEnabled(running)
        for tool in (self.add, self.among):
            tool.setEnabled(study is not None)
        self.whole.setEnabled(study is not None and study.faults.among != "switches")
        self.looks.setEnabled(study is not None and study.degradation is None and bool(study.counts))
        self.export.allow(study=study is not None, points=points)
        words = "Measure what is missing"
        if running:
            words = "A run is under way"
        elif not networks:
            words = "Add a network first" if study is not None else "Choose or make a study first"
        self.run.setToolTip(tip(words))

    def say_less(self, less: bool) -> None:
        """Leave words out where there is no room for them."""
        style = Qt.ToolButtonStyle
        self.add.setText("Add" if less else "Add network")
        self.export.setToolButtonStyle(style.ToolButtonIconOnly if less else style.ToolButtonTextBesideIcon)
