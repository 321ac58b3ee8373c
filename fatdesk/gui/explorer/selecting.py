"""Points that are selected in a plot and in the table next to it, and the rectangle that was drawn last."""

from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from fatdesk.engine.drawing.charts.candidate_points import Mask, PlottedPoints
from fatdesk.gui.explorer.candidate_table import PointList
from fatdesk.gui.explorer.filters import PlotBar, Range
from fatdesk.gui.explorer.scatter import Scatter

Numbers = NDArray[np.int64]
NONE = np.empty(0, np.int64)


class Ranged(Protocol):
    """Filters of points that a range of two axes is one of."""

    show_front: int
    """The listed points: 0 all, 1 those on the front, 2 those on the line of the plot."""

    def set_range(self, wanted: Range | None, /) -> None:
        """Keep the points of a range alone; None: of any."""


Listed = TypeVar("Listed", bound=PointList[Any])
Filtering = TypeVar("Filtering", bound=Ranged)


class Selecting(Generic[Listed, Filtering]):
    """The selection of a view with a plot, a table of the same points and filters."""

    scatter: Scatter
    plot_bar: PlotBar
    list: Listed
    filters: Filtering
    selected: Numbers = NONE
    band: QRectF | None = None
    """The rectangle drawn last, in pixels of the plot."""

    def show_selection(self) -> None:
        """Show what can be done with the selected points; overridden by each view."""

    def look_at(self, points: PlottedPoints, shown: Mask) -> Mask:
        """Show the points that match the filters in the plot; return those that the table lists."""
        line = points.line(*self.plot_bar.figures, shown & points.fits)
        on_line = np.zeros(len(shown), np.bool_)
        on_line[line] = True
        fronts = (shown, points.front & shown, on_line)
        wanted = self.filters.show_front
        self.scatter.grey = bool(wanted)
        self.scatter.show_look(shown, fronts[max(1, wanted)] | on_line, line)
        return fronts[wanted]

    def choose(self, numbers: Numbers, more: bool) -> None:
        """Select points; with ``more`` those that are selected are taken out, and others added."""
        self.selected = np.setxor1d(self.selected, numbers) if more else numbers
        self.mark(reveal=True)

    def choose_rows(self) -> None:
        """Select the points of the rows that the table has selected."""
        self.selected = np.array(self.list.chosen(), np.int64)
        self.scatter.show_selected(self.selected)
        self.show_selection()

    def choose_band(self, band: QRectF, more: bool) -> None:
        """Select the points in a rectangle, which *Keep range* may limit the axes to."""
        inside = self.scatter.in_band(band)
        self.band = band
        self.plot_bar.keep.setVisible(bool(len(inside)))
        self.selected = np.union1d(self.selected, inside) if more else inside
        self.mark(reveal=True)

    def forget_band(self) -> None:
        """Forget the rectangle: the axes are others."""
        self.band = None
        self.plot_bar.keep.hide()

    def keep_range(self) -> None:
        """Limit both axes to the rectangle drawn last."""
        if self.band is None:
            return
        low_x, high_y = self.scatter.values_at(self.band.topLeft())
        high_x, low_y = self.scatter.values_at(self.band.bottomRight())
        self.forget_band()
        self.filters.set_range(Range(*self.plot_bar.figures, low_x, high_x, low_y, high_y))
        self.scatter.fit()

    def mark(self, *, reveal: bool) -> None:
        """Show the selection in table and plot."""
        self.list.table.mark_numbers(self.selected, reveal=reveal)
        self.scatter.show_selected(self.selected)
        self.show_selection()
