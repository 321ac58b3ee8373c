"""Tool bar: run, cancel, study, failing elements, networks, figure shown, export."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QToolButton

from fatdesk.engine.drawing.charts.fault_charts import FIGURES, Figure
from fatdesk.gui.desk import Desk
from fatdesk.gui.studies.bar import StudyTools, ready_titles
from fatdesk.gui.widgets.menu_button import ChoiceButton
from fatdesk.gui.widgets.plain_text import tip
from fatdesk.networks.fault_tolerance.reference_studies import READY_MADE_FAULTS
from fatdesk.networks.fault_tolerance.study import Among, FaultParameters, FaultStudy

AMONG: tuple[tuple[str, Among], ...] = (
    ("Links: network", "network"),
    ("Links: of hosts", "ends"),
    ("Links: all", "all"),
    ("Switches", "switches"),
)
"""Elements that may fail."""
LOOKS: tuple[Figure | None, ...] = (*FIGURES, None)
"""Figures that can be shown; None: the table, which shows what is always tolerated."""
LOOK_TITLES = tuple("Table" if figure is None else figure.title for figure in LOOKS)


def _why_one_look(study: FaultStudy | None) -> str:
    """Return why a study can be drawn in one way only; empty where there are several."""
    if study is None:
        return ""
    return "" if study.counts else "Without numbers of failures, only what is always tolerated is calculated"


class Tools(StudyTools):
    """The parts of the bar; ``fail`` is given what shall fail, ``look`` what shall be drawn."""

    def __init__(
        self,
        desk: Desk,
        bar: QHBoxLayout,
        names: Callable[[], Sequence[str]],
        fail: Callable[[FaultParameters], object],
        look: Callable[[int], object],
    ) -> None:
        self._faults = FaultParameters()
        self._fail, self._look_at = fail, look
        self._looked = 0
        super().__init__(desk, names, ready_titles(READY_MADE_FAULTS), "rows")
        self.among = ChoiceButton(
            desk.theme, "faults", "What may fail", [title for title, _ in AMONG], self._take_among
        )
        self.among.setObjectName("among")
        self.whole = QToolButton()
        self.whole.setObjectName("whole")
        self.whole.setText("Count directions")
        self.whole.setCheckable(True)
        self.whole.setFixedHeight(desk.theme.px(28))
        self.whole.clicked.connect(lambda on: self._fail(FaultParameters(among=self._faults.among, whole=on)))
        self.looks = ChoiceButton(desk.theme, "simulation", "Figure shown", LOOK_TITLES, self._take_look)
        self.looks.setObjectName("looks")
        for widget in (self.run, self.cancel, self._divider(), self.study, self.add):
            bar.addWidget(widget)
        bar.addWidget(self._divider())
        for tool in (self.among, self.whole, self.looks):
            bar.addWidget(tool)
        bar.addStretch(1)
        bar.addWidget(self.units)
        bar.addWidget(self.export)

    def _take_among(self, number: int) -> None:
        among = AMONG[number][1]
        if among != self._faults.among:
            self._fail(FaultParameters(among=among, whole=self._faults.whole))

    def _take_look(self, number: int) -> None:
        self._looked = number
        self._look_at(number)

    def _show_look(self, study: FaultStudy | None) -> None:
        """Offer the figures that a study has; the one that was chosen last stays where it is one of them."""
        measures = "" if study is None else study.measures
        fits = [(figure.measure if figure else "") == measures for figure in LOOKS]
        for action, fit in zip(self.looks.picks, fits, strict=True):
            action.setVisible(fit)
        shown = self._looked if fits[self._looked] else fits.index(True)
        self.looks.picks[shown].setChecked(True)
        self.looks.setText(LOOK_TITLES[shown])

    def show_study(self, study: FaultStudy | None) -> None:
        """Show what fails in the study on view."""
        self.study.show_study("" if study is None else study.name)
        sampled = None if study is None else study.sampled
        rated = sampled is not None and any(quantity.is_rate for quantity in sampled[0].quantities)
        self.units.setVisible(rated)  # failures have no unit
        self._faults = FaultParameters() if study is None else study.faults
        number = [among for _, among in AMONG].index(self._faults.among)
        self.among.picks[number].setChecked(True)
        self.among.setText(AMONG[number][0])
        self.whole.setChecked(self._faults.whole)
        self.whole.setText("Whole cables" if self._faults.whole else "Count directions")
        words = "Cables fail whole, both directions at once; click to count each direction by itself"
        if not self._faults.whole:
            words = "Each direction of a link fails by itself; click to fail cables whole"
        if self._faults.among == "switches":
            words = "A switch fails with all its links, in both directions"
        self.whole.setToolTip(tip(words))
        self.whole.setAccessibleName(words)
        self._show_look(study)
        self.looks.setToolTip(tip(_why_one_look(study) or "Figure shown"))

    def allow(self, study: FaultStudy | None, *, points: bool, running: bool) -> None:
        """Enable the possible actions."""
        networks = study is not None and bool(study.networks)
        self._allow(study=study is not None, networks=networks, points=points, running=running)
        self.among.setEnabled(study is not None)
        self.whole.setEnabled(study is not None and study.faults.among != "switches")
        self.looks.setEnabled(study is not None and not _why_one_look(study))

    def say_less(self, less: bool) -> None:
        """Leave words out where there is no room for them."""
        super().say_less(less)
        style = Qt.ToolButtonStyle
        self.export.setToolButtonStyle(style.ToolButtonIconOnly if less else style.ToolButtonTextBesideIcon)
