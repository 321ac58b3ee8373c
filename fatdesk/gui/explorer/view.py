"""The Explorer workspace: search settings, plot, comparison, table."""

from pathlib import Path

import msgspec
import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.drawing.charts.candidate_points import Mask, Measure, Points, measures
from fatdesk.engine.exploring.building import Network
from fatdesk.engine.exploring.building import network_of as network_of_design
from fatdesk.engine.families.design import Design
from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.candidate_table import CandidateList
from fatdesk.gui.explorer.curve_plot import CurveBar, CurvePlot
from fatdesk.gui.explorer.curves import CandidateCurves, CandidateCurvesPlot
from fatdesk.gui.explorer.filters import FIRST, Filters, PlotBar, toggle
from fatdesk.gui.explorer.for_sale import ForSalePage, Sought
from fatdesk.gui.explorer.pinned import Keeping, Pin, SidePanel
from fatdesk.gui.explorer.project_maker import ProjectMaker
from fatdesk.gui.explorer.result_dialogs import PartsDialog, TreeCountsDialog
from fatdesk.gui.explorer.scatter import Scatter
from fatdesk.gui.explorer.search_form import STUDIES, SearchForm, Source, SourceButton, source_text, study
from fatdesk.gui.explorer.search_results import SearchResults
from fatdesk.gui.explorer.selecting import NONE, Selecting
from fatdesk.gui.explorer.strips import (
    ExpectedTime,
    NoticeStrip,
    PlotOverStrips,
    ProgressStrip,
    empty_text,
    found_text,
    notes_text,
)
from fatdesk.gui.requirements.part_sources import PartSources
from fatdesk.gui.tables import Table
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.views.workspace import Handler, Workspace, when
from fatdesk.gui.widgets.layouts import LowPage
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import label, tip, tip_lines
from fatdesk.project.designing.redesigning import catalog_of, requirements_of
from fatdesk.project.document.explorations import KeptExploration
from fatdesk.project.document.ref import Ref

NOT_COMPARED = (
    "The chosen candidate is not among these points: they are networks of equal switches in which each link "
    "has the rate of the hosts."
)
STALE = "These results are for other settings or an earlier state of the project."
STALE_CURVE = "This curve is for other settings or an earlier state of the project."
NO_CURVE = "Press Draw to show the cost of the best network from catalog parts over the number of hosts."
SEARCHES = "The range takes {}; the time left is shown while they run, and they can be cancelled."
MODES = CANDIDATES, FOR_SALE, CURVE = 0, 2, 1
"""Numbers of what is shown, from the left: equal switches, parts for sale, cost over hosts."""
STEP = 1.2


class ExplorerView(Selecting[CandidateList, Filters], Workspace):
    """Searches for networks and shows the candidates.

    It can also be used without an open project. ``made`` carries a project to open, ``redesigned`` signals
    that the open one has the design of a point, ``back_asked`` a click on the back button.
    """

    inspected = False
    offers = Workspace.offers | {"picture-png", "picture-svg"}
    made = Signal(object)
    redesigned = Signal(str)
    back_asked = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._asking: SearchForm | None = None
        self._base: Requirements | None = None
        self._part_sources: PartSources | None = None
        self.keeping = Keeping(self.session, lambda: self._is_kept)
        self._compared: Network | None = None
        """A network that is pinned as soon as it is found: the candidate that others are compared with."""
        self.results = SearchResults(desk, self)
        self.filters = Filters(desk, self)
        self.maker = ProjectMaker(self, desk)
        self._make_bar()
        self._make_body()
        self.results.changed.connect(self._show_found)
        self.results.moved.connect(self._show_job)
        self.results.pinned.connect(self._show_pins)
        self.results.edited.connect(lambda: self.keeping.pins(self.results.pins))
        self.filters.changed.connect(self._look)
        self.maker.made.connect(self.made)
        self.maker.redesigned.connect(self.redesigned)
        self.maker.moved.connect(self._show_job)
        self.session.opened.connect(self._other_project)
        self._show_found()
        self.show_mode(0)

    # Construction

    def _make_bar(self) -> None:
        desk = self.desk
        self.settings = toggle(desk, "Search settings", "Show or hide the search settings")
        self.settings.setObjectName("search-settings")
        self.settings.setChecked(True)
        self.sources = SourceButton(desk)
        self.sources.project_chosen.connect(self.explore_project)
        self.sources.study_chosen.connect(self.explore_study)
        self.sources.file_chosen.connect(self.explore_file)
        self.search = QPushButton("Search")
        self.search.setIcon(icon(self.theme, "play", self.theme.px(16)))
        self.search.setObjectName("search")
        self.search.clicked.connect(lambda _=False: self.begin_search())
        self.modes = (
            toggle(desk, "Equal switches", "Trees and lattices of equal switches, whatever is for sale"),
            toggle(desk, "Parts for sale", "All designs over the parts of the catalog"),
            toggle(desk, "Cost over hosts", "Cost of the best design over the number of hosts"),
        )
        for mode, name, number in zip(
            self.modes, ("show-candidates", "show-for-sale", "show-curve"), MODES, strict=True
        ):
            mode.clicked.connect(lambda _=False, number=number: self.show_mode(number))
            mode.setObjectName(name)
        self.curve_bar = CurveBar(desk)
        self.curve_bar.setObjectName("curve-bar")
        self.curve_bar.edited.connect(self._offer_curve)
        self.curve_bar.requested.connect(lambda low, high: self.results.draw_curve(self.asking, low, high))
        self.expected = ExpectedTime(lambda: self._asking)
        self.count = label("", "text2")
        self.count.setObjectName("count")
        for widget in (self.sources, self.settings, self.search, self.expected, self._divider(), *self.modes):
            self.bar.addWidget(widget)
        self.bar.addWidget(self.curve_bar)
        self.bar.addStretch(1)
        self.bar.addWidget(self.count)

    def offer_back(self, words: str) -> None:
        """Show a back button with a text."""
        back = self.back = QPushButton(words)
        back.setObjectName("back")
        back.clicked.connect(lambda _=False: self.back_asked.emit())
        self.bar.insertWidget(0, back)

    def _divider(self) -> QFrame:
        line = QFrame()
        line.setFixedSize(1, self.theme.px(20))
        line.setProperty("role", "divider")
        return line

    def _make_body(self) -> None:
        desk, px = self.desk, self.theme.px
        self.fields = QWidget()
        QVBoxLayout(self.fields).setContentsMargins(0, 0, 0, 0)
        self.settings.toggled.connect(self.fields.setVisible)
        self.notice, self.going = NoticeStrip(desk), ProgressStrip(desk)
        self.notice.setObjectName("notice")
        self.going.setObjectName("progress")
        self.notice.again.clicked.connect(lambda _=False: self.begin_search())
        self.going.cancelled.connect(self._cancel)
        self.plot_bar = PlotBar(desk, self.filters.widgets)
        self.plot_bar.setObjectName("plot-bar")
        self.plot_bar.axes_asked.connect(self._show_axes)
        self.plot_bar.keep_asked.connect(self.keep_range)
        self._make_plots()
        with_strips = PlotOverStrips(self.plots, self.notice, self.going)
        self.side = SidePanel(desk)
        self.side.side_by_side.unpin_asked.connect(self.results.unpin)
        self.side.make.clicked.connect(lambda _=False: self._make_selected())
        self._make_list()
        self.sides = self._split(Qt.Orientation.Horizontal, (with_strips, self.side), (px(860), px(430)))
        levels = self._split(Qt.Orientation.Vertical, (self.sides, self.list), (px(540), px(240)))
        page = LowPage()
        page.setAccessibleName("Search settings and candidates")
        page.column.setContentsMargins(0, 0, 0, 0)
        page.column.setSpacing(0)
        page.column.addWidget(self.fields)
        self.pages = QStackedWidget()
        self.pages.addWidget(levels)
        self.pages.addWidget(self._make_sale())
        page.column.addWidget(self.pages, 1)
        self.column.addWidget(page, 1)

    def _make_sale(self) -> ForSalePage:
        self.sale = ForSalePage(self.desk)
        self.sale.make_asked.connect(self.make_design)
        self.sale.again_asked.connect(self.begin_search)
        self.sale.moved.connect(self._show_job)
        self.sale.results.changed.connect(self._close_settings)
        self.sale.edited.connect(lambda: self.keeping.designs(self.sale.results.pins))
        return self.sale

    def _close_settings(self) -> None:
        """Give the room of the search settings to the designs that were found."""
        if self.pages.currentIndex() and self.sale.points is not None and len(self.sale.points):
            self.settings.setChecked(False)

    def _make_plots(self) -> None:
        desk = self.desk
        self.scatter, self.curve = Scatter(desk), CurvePlot(desk)
        self.curves = CandidateCurves(desk)
        self.curves.chosen.connect(lambda numbers: self.choose(np.array(numbers, np.int64), False))
        self.curves.plot.pin_asked.connect(self.results.toggle_pin)
        self.scatter.setObjectName("scatter")
        self.curve.setObjectName("cost-curve")
        self.scatter.chosen.connect(self.choose)
        self.scatter.pin_asked.connect(self.results.toggle_pin)
        self.scatter.make_asked.connect(self.make)
        self.scatter.banded.connect(self.choose_band)
        self.scatter.ranged.connect(self.forget_band)
        with_bar = QWidget()
        above = QVBoxLayout(with_bar)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(0)
        above.addWidget(self.plot_bar)
        self.of_points = QStackedWidget()
        self.of_points.setObjectName("plots-of-points")
        self.of_points.addWidget(self.scatter)
        self.of_points.addWidget(self.curves)
        above.addWidget(self.of_points, 1)
        self.plots = QStackedWidget()
        self.plots.setObjectName("plots")
        self.plots.addWidget(with_bar)
        self.plots.addWidget(self.curve)

    def _make_list(self) -> None:
        self.list = CandidateList(self.desk)
        self.list.setObjectName("candidate-list")
        self.table = self.list.table
        self.table.chosen.connect(self.choose_rows)
        self.list.pin_asked.connect(self.results.toggle_pin)
        self.list.make_asked.connect(self.make)
        self.list.counts_asked.connect(self.count_trees)
        self.list.parts_asked.connect(self.show_parts)

    def _split(
        self, way: Qt.Orientation, parts: tuple[QWidget, QWidget], sizes: tuple[int, int]
    ) -> QSplitter:
        made = QSplitter(way)
        for number, part in enumerate(parts):
            made.addWidget(part)
            made.setStretchFactor(number, 1 - number)
        made.setSizes(list(sizes))
        made.setHandleWidth(self.theme.px(1))
        made.setChildrenCollapsible(False)
        return made

    # Requirements

    @property
    def asking(self) -> SearchForm:
        """The search settings, created on first use."""
        if self._asking is None:
            self._asking = SearchForm(self.desk, load_shipped([]))
            column = self.fields.layout()
            assert column is not None
            column.addWidget(self._asking)
            self._asking.changed.connect(self._asked_else)
        return self._asking

    @property
    def _has_network(self) -> bool:
        return self.session.is_open and bool(self.session.project.hosts and self.session.project.fabrics)

    def refresh(self) -> None:
        """Update to the requirements of the project if they are explored; edits are kept."""
        if self._part_sources is not None:
            self._part_sources.look()
        kind = "none" if self._asking is None else self._asking.source.kind
        if kind == "none":
            if self._has_network:
                self.explore_project()
            else:
                self.explore_study(*STUDIES[0])
        elif kind == "project" and self._has_network:
            number = min(self.keeping.number, len(self.session.project.fabrics) - 1)
            kept = self.keeping.of(number)
            if self._base != requirements_of(self.session.project) or self.keeping.is_other_search(kept):
                self.explore_project(number)
            elif kept != self.keeping.shown:
                self.keeping.shown = kept
                self._adopt(kept)
        self._show_stale()

    def _adopt(self, kept: KeptExploration) -> None:
        """Show the pins that the project keeps."""
        self.results.adopt(tuple(map(Pin.of, kept.pins)))
        self.sale.results.adopt(kept.designs)

    @property
    def _is_kept(self) -> bool:
        """Whether pins and search settings are kept in the open project."""
        return self._asking is not None and self._asking.source.kind == "project" and self._has_network

    def _other_project(self) -> None:
        """Discard the results when another project is opened."""
        self.keeping.shown = None
        if self._asking is not None and self._asking.source.kind == "project":
            self._asking.source = Source("none", "")
            self.results.forget()
            self.sale.forget()
            self.outdate()

    def explore_project(self, number: int = 0) -> None:
        """Explore the requirements of a fabric of the open project."""
        project = self.session.project
        self._base = requirements_of(project)
        design = project.fabrics[number].design
        same = (
            self._asking is not None
            and self._asking.source.kind == "project"
            and number == self.keeping.number
        )
        self.keeping.number, self.keeping.shown = number, self.keeping.of(number)
        self.asking.take(
            self._base,
            Source("project", project.name or "The open project", project.name or "network"),
            catalog_of(project, self._parts()),
            number,
            design.number("P_En") if design is not None else 0,
            self.keeping.shown,
        )
        self._taken(forget=not same)
        self._compare(design, pin=False)
        self.sale.current = design
        self._adopt(self.keeping.of(number))

    def explore_study(self, name: str, title: str, across: str = FIRST[0]) -> None:
        """Explore a ready-made study."""
        catalog = load_shipped([])
        self.asking.take(study(name, catalog), Source("study", title.partition(":")[0], name), catalog)
        self.plot_bar.take(across)
        self._taken()

    def explore_file(self, path: Path) -> None:
        """Explore a requirements file with the parts of new designs; report errors."""
        catalog = self._parts()
        try:
            wanted = read_requirements(path, catalog)
        except FatdeskError as error:
            self.session.said.emit(f"{path.name} could not be opened: {error}")
            return
        self.explore(wanted, Source("file", path.name, path.stem), catalog)
        if self._part_sources is not None and self._part_sources.errors:
            self.session.said.emit(f"Invalid parts are ignored: {self._part_sources.errors[0]}")

    def explore(
        self,
        wanted: Requirements,
        source: Source,
        catalog: Catalog | None = None,
        design: Design | None = None,
    ) -> None:
        """Explore requirements; by default with the shipped parts.

        Parameters
        ----------
        design
            A candidate to compare with: it is searched and pinned.
        """
        per_edge = 0 if design is None else design.number("P_En")
        self.asking.take(wanted, source, catalog or load_shipped([]), hosts_a_switch=per_edge)
        self._taken()
        self._compare(design, pin=True)

    def _compare(self, design: Design | None, *, pin: bool) -> None:
        """List a design among the points in any case, and pin it when it is found."""
        network = None if design is None else network_of_design(design, self.asking.ports)
        self.results.also = () if network is None else (network,)
        self._compared = network if pin else None
        self.side.state(NOT_COMPARED if pin and design is not None and network is None else "")

    def _parts(self) -> Catalog:
        """Return the parts of new designs: shipped ones and the user's sources."""
        if self._part_sources is None:
            self._part_sources = PartSources(self.desk, self)
            self._part_sources.changed.connect(self._use_parts)
        self._part_sources.look()
        return self._part_sources.library.catalog

    def _use_parts(self) -> None:
        """Update the parts, except in studies, which have their own."""
        if self._asking is None or self._part_sources is None:
            return
        catalog = self._part_sources.library.catalog
        if self._asking.source.kind == "project" and self._has_network:
            self._asking.draft.use(catalog_of(self.session.project, catalog))
        elif self._asking.source.kind == "file":
            self._asking.draft.use(catalog)

    def _taken(self, *, forget: bool = True) -> None:
        if forget:
            self.results.forget()
            self.sale.forget()
            self.sale.current = None
            self.results.also, self._compared = (), None
            self.filters.set_range(None)
            self.settings.setChecked(True)
        self.sources.setText(self.asking.source.title)
        self.sources.setToolTip(tip(source_text(self.asking)))
        self.curve_bar.suggest(self.asking.hosts)
        self._asked_else()

    def _asked_else(self) -> None:
        self.expected.soon.start()
        self._show_job()
        self._show_stale()

    # Searches

    def begin_search(self) -> None:
        """Start a search with the current settings."""
        if self.asking.wanted is None:
            self.session.said.emit(in_sentence(self.asking.draft.problems[0].what))
            return
        if self.pages.currentIndex():
            sought = self._sought()
            if sought is not None:
                self.sale.begin_search(sought)
            return
        self.show_mode(CANDIDATES)
        self.keeping.search(self.asking.to_keep)
        self.results.search(self.asking)
        self._look()

    def _sought(self) -> Sought | None:
        """Return the input of a search over parts for sale; None while a field is invalid."""
        asking = self.asking
        wanted = asking.to_build
        if wanted is None or asking.wanted is None:
            return None
        stays = self.session.project if self._is_kept else None
        fabrics = () if stays is None else stays.fabrics
        others = {one.requirement.name: one.design for one in fabrics if one.design is not None}
        fabric, catalog, every = asking.wanted.fabrics[0].name, asking.draft.catalog, asking.every.isChecked()
        digest, source = asking.digest(for_sale=True), source_text(asking)
        return Sought(wanted, fabric, catalog, others, stays, every, digest, source)

    def _cancel(self) -> None:
        self.results.cancel()
        self.sale.results.cancel()
        self.maker.cancel()

    def _show_job(self) -> None:
        task = self.results.task or self.maker.task
        self.going.show_task(task)
        task = task or self.sale.results.task
        self.search.setEnabled(task is None and (self._asking is None or self._asking.wanted is not None))
        self.curve_bar.draw.setEnabled(task is None)
        self.show_selection()
        self._show_stale()

    def leave(self) -> None:
        """Cancel tasks before the view is closed."""
        self._cancel()

    # Results

    @property
    def points(self) -> Points | None:
        """The points of the last search, or None."""
        return None if self.results.found is None else self.results.found.points

    def _show_found(self) -> None:
        points, found = self.points, self.results.found
        self.selected, self.band = NONE, None
        self.filters.follow(points, np.empty(0, np.bool_) if found is None else found.over)
        self.scatter.over = np.empty(0, np.bool_) if found is None else found.over
        self.list.show_points(points, *((0, None) if found is None else (found.ports, found.required)))
        self._offer_curve()  # before it is filled
        self.curve.show_curve(self.results.curve)
        if points is not None and len(points):
            self.settings.setChecked(False)
        self._show_axes()
        self._show_pins()
        self._show_job()
        self._pin_compared()

    def _offer_curve(self) -> None:
        """Say what drawing the cost curve takes, where there is none."""
        words = ""
        if not self.results.curve:
            count = self.curve_bar.searches
            words = NO_CURVE if count is None else f"{NO_CURVE} {SEARCHES.format(counted(count, 'search'))}"
        self.curve.empty = words
        self.curve.viewport().update()

    def _pin_compared(self) -> None:
        """Pin and select the candidate that others are compared with, once it is found."""
        if self._compared is None or self.results.found is None:
            return
        number = self.results.number_of(self._compared)
        self._compared = None
        if number is None:
            self.side.state(NOT_COMPARED)
        else:
            if number not in self.results.letters:
                self.results.toggle_pin(number)
            self.choose(np.array([number], np.int64), False)

    def _measure(self, name: str) -> Measure:
        found = self.results.found
        known = measures() if found is None else measures(found.points.currency)
        return next(one for one in known if one.name == name)

    def _show_axes(self) -> None:
        figures = self.plot_bar.figures
        x, y = map(self._measure, figures)
        self.plot_bar.log.setEnabled("cost" in figures)
        self.scatter.show_points(self.points, x, y, log=self.plot_bar.log.isChecked())
        self.of_points.setCurrentIndex(int(self.plot_bar.curves.isChecked()))
        self._look()
        self.scatter.fit()
        self._focus_plot()

    def _look(self) -> None:
        """Apply the filters to plot and table."""
        points, found = self.points, self.results.found
        self.plot_bar.setEnabled(points is not None and bool(len(points)))
        if points is None or found is None:
            self.scatter.empty = empty_text(self.results, self.filters)
            self.table.empty = ""  # the plot above says why
            self.scatter.viewport().update()
            self._show_curves(None)
            self.count.setText("")
            self.list.summary.setText("")
            return
        shown = self.filters.shown(points)
        self.scatter.empty = "" if shown.any() else empty_text(self.results, self.filters)
        listed = self.look_at(points, shown)
        self._show_curves(shown)
        self.table.empty = empty_text(self.results, self.filters)
        self.list.limit(listed, reasons=self.filters.rejected.isChecked())
        self.count.setText(f"{int(listed.sum()):,} of {len(points):,} shown")
        summary = found_text(found)
        self.list.summary.setText(summary)
        self.list.summary.setToolTip(tip_lines(f"{summary}\n{notes_text(found)}"))
        self.selected = self.selected[shown[self.selected]]
        self.mark(reveal=False)

    def _show_curves(self, shown: Mask | None) -> None:
        """Show the curves of the candidates that match the filters, where curves are shown."""
        if not self.plot_bar.curves.isChecked():
            return
        self.curves.plot.empty = self.scatter.empty
        x, y = map(self._measure, self.plot_bar.figures)
        wanted = None if self._asking is None else self._asking.wanted
        by_switches = wanted is not None and wanted.explore is not None and bool(wanted.explore.switches)
        self.curves.show_points(
            self.points, (x, y), shown, by_switches=by_switches, log=self.plot_bar.log.isChecked()
        )

    def _show_stale(self) -> None:
        if self._asking is None:
            return
        self.sale.show_state(self._asking.digest(for_sale=True), self.maker.task)
        results = self.results
        of_points = self.plots.currentIndex() == 0
        found = results.found.digest if results.found is not None else ""
        digest = found if of_points else results.curve_digest
        words = ""
        if results.task is None and results.failed and (self.points is not None or not of_points):
            words = in_sentence(results.failed)
        elif results.task is None and digest and digest != self._asking.digest():
            words = STALE if of_points else STALE_CURVE
        self.notice.show_text(words, failed=bool(results.failed), again=of_points)

    @property
    def is_stale(self) -> bool:
        """Whether the results are for other settings than the current ones."""
        found = self.results.found
        return found is not None and found.digest != self.asking.digest()

    # Selection and pins

    def show_selection(self) -> None:
        """Show what can be done with the selected points."""
        idle = self.results.task is None and self.maker.task is None
        self.side.make.setEnabled(len(self.selected) == 1 and idle)
        self.list.parts.setEnabled(len(self.selected) == 1)

    def _show_pins(self) -> None:
        letters = self.results.letters
        self.list.show_letters(letters)
        self.scatter.show_pins(letters)
        self.side.show_pins(self.results.pins, self.results.also if self._is_kept else ())

    # Projects

    def _make_selected(self) -> None:
        if len(self.selected) == 1:
            self.make(int(self.selected[0]))

    def make(self, number: int) -> None:
        """Create a project from a candidate, after asking for the switch."""
        found = self.results.found
        if found is None:
            return
        if self.is_stale:
            self.session.said.emit(f"{STALE} Search again before creating a project.")
            return
        self.maker.ask(
            found.points.candidates[number], self.asking, found.ports, lambda: self._origin(number)
        )

    def _origin(self, number: int) -> KeptExploration | None:
        """Return the comparison that led to a point, with the point among the pins, for its project."""
        wanted = self.asking.to_keep
        if wanted is None:
            return None
        settings = wanted.settings or self.asking.proposed
        letter, found = self.results.with_pin(number)
        pins = tuple(pin.record for pin in found)
        return msgspec.structs.replace(wanted, settings=settings, count=None, pins=pins, made_from=letter)

    def make_design(self, number: int) -> None:
        """Create a project from a design over parts for sale."""
        found = self.sale.results.found
        if found is None:
            return
        if self.sale.is_stale(self.asking.digest(for_sale=True)):
            self.session.said.emit(f"{STALE} Search again before creating a project.")
            return
        pins = self.sale.results.with_pin(number)
        kept = KeptExploration(fabric=found.sought.fabric, designs=pins)
        self.maker.build(found.points.designs.design(number), self.asking, kept)

    def count_trees(self) -> None:
        """Show how many trees the heuristics of the recursive search leave, for the current settings."""
        if self.asking.wanted is None:
            self.session.said.emit(in_sentence(self.asking.draft.problems[0].what))
            return
        TreeCountsDialog(self.desk, self.asking, self).show()

    def show_parts(self) -> None:
        """Show the priced parts of the selected candidate."""
        found, wanted = self.results.found, self.asking.wanted
        if found is None or wanted is None or len(self.selected) != 1:
            return
        if self.is_stale:
            self.session.said.emit(f"{STALE} Search again before listing parts.")
            return
        one = found.points.candidates[int(self.selected[0])]
        PartsDialog(self.desk, wanted, self.asking.draft.catalog, one, self).show()

    # Actions of the window

    def show_mode(self, number: int) -> None:
        """Show equal switches (0), the cost curve (1), or parts for sale (2)."""
        for_sale = number == FOR_SALE
        self.pages.setCurrentIndex(int(for_sale))
        if not for_sale:
            self.plots.setCurrentIndex(number)
        for at, mode in zip(MODES, self.modes, strict=True):
            mode.setChecked(at == number)
        self.count.setVisible(number == CANDIDATES)
        self.expected.setVisible(number == CANDIDATES)
        self.curve_bar.setVisible(number == CURVE)
        self.search.setVisible(number != CURVE)  # Draw takes its place
        if self._asking is not None:
            self._asking.show_for_sale(for_sale)
        self._focus_plot()
        self._show_stale()

    def _focus_plot(self) -> None:
        """Let the keyboard focus go to the visible plot first."""
        self.focus_first = self._plot

    def follow(self, refs: tuple[Ref, ...]) -> None:
        """Ignore selections of other views."""

    def offered(self) -> dict[str, Handler]:
        """As with every drawing; also the visible plot as a picture."""
        plotted = when(lambda: self._plot.has_values, "Search first, or draw the curve.")
        return super().offered() | self.pictures(plotted)

    def picture(self, kind: str) -> tuple[str, bytes]:
        """Return the visible plot as a file."""
        return f"{self._plot.file_stem}.{kind}", self._plot.as_file(kind)

    @property
    def has_drawing(self) -> bool:
        """Whether a plot is visible."""
        return bool(self._plot.isVisible())

    @property
    def _plot(self) -> Scatter | CandidateCurvesPlot | CurvePlot:
        if self.pages.currentIndex():
            return self.sale.scatter
        if self.plots.currentIndex():
            return self.curve
        return self.curves.plot if self.of_points.currentIndex() else self.scatter

    def fit_all(self) -> None:
        """Zoom the plot to all data."""
        self._plot.fit()

    fit_selection = fit_all

    def zoom(self, factor: float) -> None:
        """Zoom the plot by a factor."""
        self._plot.zoom(factor)

    def find_in_view(self) -> None:
        """Focus the table, where typing searches."""
        self._table.setFocus()

    def copy(self) -> None:
        """Copy the selected candidates, or all listed ones."""
        self._table.copy()

    @property
    def _table(self) -> Table:
        return self.sale.table if self.pages.currentIndex() else self.table
