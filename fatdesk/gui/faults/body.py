"""Chart or table of the networks at the upper left, a fatal combination at the right, impacts below."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from fatdesk.engine.charts import Chart
from fatdesk.engine.drawing.charts.fault_charts import TOLERATED, Figure, fault_chart
from fatdesk.gui.charts.chart_view import ChartView
from fatdesk.gui.charts.curves_view import ChartKey, CurvesView
from fatdesk.gui.desk import Desk
from fatdesk.gui.faults.bar import LOOKS
from fatdesk.gui.faults.columns import NETWORKS, PAPER, point_text
from fatdesk.gui.faults.curves import FaultCurve, figure_of
from fatdesk.gui.faults.fatal import FatalPanel
from fatdesk.gui.faults.impact_table import LossPanel
from fatdesk.gui.studies.body import NetworkTable, NoStudy, StudyBody
from fatdesk.gui.tables import RowsModel
from fatdesk.gui.widgets.plain_text import label
from fatdesk.networks.fault_tolerance.study import FaultStudy


class FaultChart(CurvesView[FaultCurve]):
    """One figure of all networks of a study."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        self.figure = TOLERATED
        self.elements = "links"
        self.percent = False
        super().__init__(desk, "Curves over faults", parent)

    def look_at(
        self, curves: tuple[FaultCurve, ...], figure: Figure, elements: str, title: str, *, percent: bool
    ) -> None:
        """Show other curves, or another figure of the same; ``elements`` are what fails."""
        if figure != self.figure:
            self.is_moved = False
        self.figure, self.elements, self.title, self.percent = figure, elements, title, percent
        self.show_curves(curves)

    def chart_of(self, curves: Sequence[FaultCurve]) -> Chart:
        """The figure over the number of failures."""
        rates = {curve.number: curve.rate for curve in curves if curve.rate is not None}
        return fault_chart(curves, self.figure, self.elements, percent=self.percent, rates=rates)

    def words_of(self, curve: FaultCurve, point: int) -> str:
        """Faults, the figure, its interval."""
        return point_text(curve, point)


EMPTY, CURVES, TABLE = range(3)
NOTHING = "No fault study yet"
FOR = (
    "A study fails more and more links or switches and shows which share of all combinations a network "
    "tolerates, which pairs of hosts stay connected, or how much throughput remains. "
    "Several networks can be compared."
)
WIDEST = 420


class Body(StudyBody):
    """Views of a fault study, and of losses."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self._theme = desk.theme
        self.curves: tuple[FaultCurve, ...] = ()
        self.look = 0
        """The number of what is drawn."""
        self._study: FaultStudy | None = None
        self.plot, self.key, self.empty = (
            FaultChart(desk),
            ChartKey(desk),
            NoStudy(desk, NOTHING, FOR, WIDEST),
        )
        self.plot.setObjectName("chart")
        self.empty.setObjectName("no-study")
        self.model: RowsModel[FaultCurve] = RowsModel(NETWORKS, self)
        self.table = NetworkTable(desk, self.model, "Networks of the fault study")
        self.table.setObjectName("table-networks")
        self.table.make_sortable()
        self.always = label("Always tolerated")
        self.note = label("", "text2")
        self.note.setObjectName("study-note")
        self.note.setWordWrap(True)
        self.fatal, self.losses = FatalPanel(desk), LossPanel(desk)
        self.fatal.setObjectName("fatal")
        self.losses.setObjectName("losses")
        self.left = QStackedWidget()
        self.left.setMinimumWidth(px(320))
        for page in (self.empty, self._stacked((self.plot, self.key), 0), self._of_table()):
            self.left.addWidget(page)
        self.upper, levels = QSplitter(Qt.Orientation.Horizontal), QSplitter(Qt.Orientation.Vertical)
        for number, part in enumerate((self.left, self.fatal)):
            self.upper.addWidget(part)
            self.upper.setStretchFactor(number, 1)
        self.upper.setSizes([px(530), px(450)])  # all columns of the table in a small window
        levels.addWidget(self.upper)
        levels.addWidget(self.losses)
        for number, share in enumerate((3, 2)):
            levels.setStretchFactor(number, share)
        levels.setSizes([px(540), px(360)])
        for split in (self.upper, levels):
            split.setHandleWidth(px(1))
            split.setChildrenCollapsible(False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(levels)
        self._connect()
        desk.theme.changed.connect(self._fonts)
        self._fonts()

    def _fonts(self) -> None:
        self.always.setFont(self._theme.strong(13))
        self.note.setFont(self._theme.font(12))

    def _stacked(self, parts: Sequence[QWidget], grows: int) -> QWidget:
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for number, part in enumerate(parts):
            column.addWidget(part, int(number == grows))
        return place

    def _of_table(self) -> QWidget:
        px = self._theme.px
        self.always.setContentsMargins(px(14), px(10), px(14), px(2))
        self.note.setContentsMargins(px(14), 0, px(14), px(6))
        place = self._stacked((self.always, self.note, self.table), 2)
        place.setProperty("role", "base")
        place.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        return place

    def _connect(self) -> None:
        for source in (self.plot, self.key):
            source.chosen.connect(self._picked)
        self.table.chosen.connect(self._chosen_rows)
        self.table.again.connect(self.toggle_alone)
        self.table.opened.connect(lambda _: self.toggle_alone())

    # What is shown

    @property
    def figure(self) -> Figure | None:
        """Figure shown; None: the table is shown instead."""
        study = self._study
        if study is None or (not study.measures and not study.counts):
            return None
        wanted = LOOKS[self.look]
        return figure_of(wanted, study) if wanted is not None or study.measures else None

    def show_curves(self, study: FaultStudy | None, curves: tuple[FaultCurve, ...], note: str) -> None:
        """Show other curves, or more rows of the same; ``note`` is the description of the study."""
        self._study, self.curves = study, curves
        figure = self.figure
        self.left.setCurrentIndex(EMPTY if study is None else TABLE if figure is None else CURVES)
        # the panel has nothing to show of sampled measures, but what was published
        self.fatal.setVisible(study is None or not study.measures or bool(note))
        if study is not None:
            elements = "switches" if study.faults.among == "switches" else "links"
            title = _title(study, figure)
            self.plot.look_at(curves, figure or TOLERATED, elements, title, percent=study.is_percent)
            self.key.show_curves(curves)
            self._fonts()  # a page that was out of view takes that of its parent
            self.note.setText(note)
            self.note.setVisible(bool(note))
        published = any(curve.paper is not None for curve in curves)
        number = [column.id for column in NETWORKS].index(PAPER)
        if published == self.table.isColumnHidden(number):
            self.table.show_column(number, published)
        self.model.follow(curves)
        self._mark(reveal=False)

    def take_look(self, number: int) -> None:
        """Draw something else."""
        self.look = number

    @property
    def drawn(self) -> Sequence[ChartView]:
        """The curves over faults."""
        return (self.plot,)

    def say_empty(self, words: str) -> None:
        """Show a message instead of the curves; an empty one shows the curves."""
        self.plot.empty = words
        self.table.empty = words
        self.key.setVisible(not words)
        self.plot.viewport().update()

    # Selecting

    def _mark(self, *, reveal: bool) -> None:
        for part in (self.plot, self.key):
            part.show_selected(self.selected, alone=self.alone)
        self.table.mark_rows(lambda curve: curve.number in self.selected, reveal)

    def _chosen_rows(self) -> None:
        self._tell(frozenset(curve.number for curve in self.table.chosen_rows()))


def _title(study: FaultStudy, figure: Figure | None) -> str:
    """Return the title of the plot."""
    if study.sampled is not None:
        return f"{study.sampled[0].title} with faults"
    return f"{(figure or TOLERATED).title}, at most {study.combinations:,} combinations per point"
