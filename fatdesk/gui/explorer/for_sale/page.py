"""Page of the Explorer with all designs over parts for sale: plot, comparison, table."""

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing.charts.candidate_points import Measure
from fatdesk.engine.drawing.charts.catalog_points import PLACED, CatalogPoints, catalog_measures
from fatdesk.engine.families.design import Design
from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.filters import PlotBar
from fatdesk.gui.explorer.for_sale.filters import DesignFilters
from fatdesk.gui.explorer.for_sale.results import DesignResults, Sought
from fatdesk.gui.explorer.for_sale.table import DesignList, UnsoldDialog, design_lines
from fatdesk.gui.explorer.pinned import SidePanel
from fatdesk.gui.explorer.scatter import Scatter
from fatdesk.gui.explorer.selecting import NONE, Selecting
from fatdesk.gui.explorer.strips import NoticeStrip, PlotOverStrips, ProgressStrip
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import tip

NOTHING = "Press Search to show every design over the parts of the catalog, of all families."
STALE = "These designs are for other requirements, parts or an earlier state of the project."
SHARED = (
    "create-project", "comparison", "summary", "axis-x", "axis-y", "log", "curves", "keep-range",
    "notice-text", "search-again", "cancel-search", "columns",
)  # fmt: skip
"""Names of controls that the rest of the workspace has as well; here they begin with ``design-``."""
USUAL = 5
"""Designs that are placed at once where none is selected."""


class ForSalePage(Selecting[DesignList, DesignFilters], QWidget):
    """Designs over parts for sale.

    ``make_asked`` carries the number of a design for a project; ``again_asked`` signals a click on "Search
    again", ``moved`` progress, ``edited`` pins that the user has changed.
    """

    make_asked = Signal(int)
    again_asked = Signal()
    moved = Signal()
    edited = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setObjectName("for-sale")
        self._desk = desk
        self.results, self.filters = DesignResults(desk, self), DesignFilters(desk, self)
        self.current: Design | None = None
        """The design of the project."""
        self._idle = True
        """Whether nothing runs: neither a search nor the making of a project."""
        self._listed = 0
        self._make_body()
        self.results.changed.connect(self._show_found)
        self.results.placed.connect(self._show_placed)
        self.results.moved.connect(self.moved)
        self.results.pinned.connect(self._show_pins)
        self.results.edited.connect(self.edited)
        self.filters.changed.connect(self._look)
        self._show_found()

    def _make_body(self) -> None:
        desk, px = self._desk, self._desk.theme.px
        self.plot_bar = PlotBar(desk, self.filters.widgets, catalog_measures(), curves=False)
        self.plot_bar.setObjectName("design-plot-bar")
        self.plot_bar.take("switches", "cost")
        self.plot_bar.axes_asked.connect(self._show_axes)
        self.plot_bar.keep_asked.connect(self.keep_range)
        self.scatter = Scatter(desk)
        self.scatter.setObjectName("design-scatter")
        self.scatter.over_texts = ("Some switches have no price: cost is a lower bound", "Cost ≥")
        self.scatter.dot = 1.0
        self.scatter.chosen.connect(self.choose)
        self.scatter.pin_asked.connect(self.results.toggle_pin)
        self.scatter.make_asked.connect(self.make_asked)
        self.scatter.banded.connect(self.choose_band)
        self.scatter.ranged.connect(self.forget_band)
        self.notice, self.going = NoticeStrip(desk), ProgressStrip(desk)
        self.notice.setObjectName("design-notice")
        self.notice.again.clicked.connect(lambda _=False: self.again_asked.emit())
        self.going.cancelled.connect(self.results.cancel)
        plot = QWidget()
        column = QVBoxLayout(plot)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.plot_bar)
        column.addWidget(self.scatter, 1)
        left = PlotOverStrips(plot, self.notice, self.going)
        self.side = SidePanel(desk)
        self.side.side_by_side.unpin_asked.connect(self.results.unpin)
        self.side.make.setToolTip(tip("Place and cable the selected design as a project"))
        self.side.make.clicked.connect(lambda _=False: self._make_selected())
        self.list = DesignList(desk)
        self.table = self.list.table
        self.table.chosen.connect(self.choose_rows)
        self.list.pin_asked.connect(self.results.toggle_pin)
        self.list.make_asked.connect(self.make_asked)
        self.list.place.clicked.connect(lambda _=False: self.results.place(self.to_place))
        self.list.unsold.clicked.connect(lambda _=False: self._show_unsold())
        upper, whole = QSplitter(Qt.Orientation.Horizontal), QSplitter(Qt.Orientation.Vertical)
        for splitter, parts, sizes in (
            (upper, (left, self.side), (860, 430)),
            (whole, (upper, self.list), (540, 240)),
        ):
            for number, part in enumerate(parts):
                splitter.addWidget(part)
                splitter.setStretchFactor(number, 1 - number)
            splitter.setSizes([px(size) for size in sizes])
            splitter.setHandleWidth(px(1))
            splitter.setChildrenCollapsible(False)
        below = QVBoxLayout(self)
        below.setContentsMargins(0, 0, 0, 0)
        below.addWidget(whole)
        for name in SHARED:
            for one in self.findChildren(QWidget, name):
                one.setObjectName(f"design-{name}")

    # Results

    @property
    def points(self) -> CatalogPoints | None:
        """The designs of the last search, or None."""
        return None if self.results.found is None else self.results.found.points

    def begin_search(self, sought: Sought) -> None:
        """Search with an input."""
        self.results.search(sought)
        self._look()

    def forget(self) -> None:
        """Discard results, pins and the range."""
        self.filters.set_range(None)
        self.results.forget()

    def is_stale(self, digest: str) -> bool:
        """Whether the results are for another input."""
        found = self.results.found
        return found is not None and found.sought.digest != digest

    def show_state(self, digest: str, making: BackgroundTask | None) -> None:
        """Show progress, and whether results are for another input; ``making``: what makes a project."""
        task = self.results.task or making
        self._idle = task is None
        self.going.show_task(task)
        words = ""
        if task is None and self.results.failed and self.points is not None:
            words = in_sentence(self.results.failed)
        elif task is None and self.is_stale(digest):
            words = STALE
        self.notice.show_text(words, failed=bool(self.results.failed), again=True)
        self.show_selection()

    def _show_found(self) -> None:
        points = self.points
        self.selected, self.band = NONE, None
        self.filters.follow(points)
        self.list.show_points(points)
        self.list.show_letters(self.results.letters)
        unsold = () if points is None else points.designs.unsold
        self.list.unsold.setText(f"Not for sale: {len(unsold)}…" if unsold else "Not for sale…")
        self.list.unsold.setEnabled(bool(unsold))
        self._show_axes()
        self._show_pins()
        self.moved.emit()

    def _show_placed(self) -> None:
        """Show the figures of designs that were placed meanwhile."""
        self.filters.count_rejected(self.points)
        self.table.viewport().update()
        if self.list.model.sorted_by is not None:
            points = self.points
            self.list.model.show([] if points is None else self.list.model.rows)
        if set(self.plot_bar.figures) & {measure.name for measure in PLACED}:
            self._show_axes()
        else:
            self._look()

    @property
    def _quantities(self) -> tuple[Measure, ...]:
        points = self.points
        return catalog_measures("USD" if points is None else points.currency)

    def _show_axes(self) -> None:
        by_name = {measure.name: measure for measure in self._quantities}
        x, y = (by_name[name] for name in self.plot_bar.figures)
        points, costs = self.points, {"cost", "routed"} & set(self.plot_bar.figures)
        bound = np.empty(0, np.bool_) if points is None else points.is_bound & bool(costs)
        self.plot_bar.log.setEnabled(bool(costs))
        self.scatter.over = bound if not bound.all() else np.empty(0, np.bool_)
        self.scatter.show_points(points, x, y, log=self.plot_bar.log.isChecked())
        self._look()
        self.scatter.fit()

    def _look(self) -> None:
        """Apply the filters to plot and table."""
        points, found = self.points, self.results.found
        self.plot_bar.setEnabled(points is not None and bool(len(points)))
        if points is None or found is None:
            self.scatter.empty = self._empty()
            self.table.empty = ""  # the plot above says why
            self.scatter.viewport().update()
            self.list.summary.setText("")
            return
        shown = self.filters.shown(points)
        drawn = shown & np.isfinite(points.figures[self.plot_bar.figures[0]])
        drawn &= np.isfinite(points.figures[self.plot_bar.figures[1]])
        self.table.empty = "" if shown.any() else self._empty()
        self.scatter.empty = "" if drawn.any() else self._empty(drawn_only=bool(shown.any()))
        listed = self.look_at(points, shown)
        self.list.limit(listed, reasons=self.filters.rejected.isChecked())
        self._listed = int(listed.sum())
        designs = points.designs
        front = int((points.front & shown).sum())
        short = f"{designs.short:,} more have too few ports · " if designs.short else ""
        self.list.summary.setText(
            f"{counted(len(points), 'design')} for {found.sought.source} · {self._listed:,} listed · "
            f"{front:,} on the Pareto front · {len(points.routed):,} placed and cabled · "
            f"{short}{found.seconds:.1f} s"
        )
        self.list.summary.setToolTip(tip(FRONT_TIP))
        self.selected = self.selected[shown[self.selected]]
        self.mark(reveal=False)

    def _empty(self, *, drawn_only: bool = False) -> str:
        """Return why nothing is shown, and what to do."""
        found = self.results.found
        if drawn_only:
            needs_place = set(self.plot_bar.figures) & {measure.name for measure in PLACED}
            return NOT_PLACED if needs_place else NOT_KNOWN
        if self.results.task is not None and found is None:
            return "Searching…"
        if found is None:
            return f"Search failed. {in_sentence(self.results.failed)}" if self.results.failed else NOTHING
        if not len(found.points):
            short = found.points.designs.short
            return f"No design has enough ports: {short:,} have too few. Allow more parts, or fewer hosts."
        return "No design matches the filters."

    # Selection, pins, placing

    @property
    def to_place(self) -> list[int]:
        """Numbers of the designs that the button places: those selected, or the first listed ones."""
        points = self.points
        if points is None:
            return []
        known = {*points.routed, *points.unplaced}
        if len(self.selected):
            return [number for number in self.selected.tolist() if number not in known]
        lines = self.list.model.lines.line.tolist()
        return [number for number in lines if number not in known][:USUAL]

    def show_selection(self) -> None:
        """Show what can be done with the selected designs."""
        idle = self._idle
        self.side.make.setEnabled(len(self.selected) == 1 and idle)
        count = len(self.to_place)
        self.list.place.setText(f"Place and cable {count:,}" if count else "Place and cable")
        self.list.place.setEnabled(bool(count) and idle)
        self.list.place.setToolTip(
            tip(
                "Place and cable the selected designs, or the first ones listed, in the room of the "
                "requirements: routed cost, racks, and the work to install them"
            )
        )

    def _show_pins(self) -> None:
        letters = self.results.letters
        self.list.show_letters(letters)
        self.scatter.show_pins(letters)
        pins = self.results.pins
        rows = design_lines(pins, self.current, tuple(letters.values()))
        self.side.show_lines([pin.letter for pin in pins], rows)

    def _make_selected(self) -> None:
        if len(self.selected) == 1:
            self.make_asked.emit(int(self.selected[0]))

    def _show_unsold(self) -> None:
        found = self.results.found
        if found is not None:
            UnsoldDialog(self._desk, found.points.designs.unsold, found.sought.source, self).show()


FRONT_TIP = (
    "The front has the designs that no other equals or beats in cost, unpriced switches, bisection, hops, "
    "switches and cables together."
)
NOT_KNOWN = (
    "A figure of these axes is unknown for all designs: add prices and figures of parts in Catalog, "
    "or choose other axes."
)
NOT_PLACED = (
    "Routed cost, racks and figures of installation are known of designs that are placed and cabled: select "
    "some, and press Place and cable."
)
