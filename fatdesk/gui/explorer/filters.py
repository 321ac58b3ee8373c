"""Tool bar of the plot: axes, and filters by family, hops, range, rejection and Pareto front."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from fatdesk.core.number_text import rounded_number
from fatdesk.engine.drawing.charts.candidate_points import Mask, Measure, PlottedPoints, Points, measures
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.layouts import WrappedPair
from fatdesk.gui.widgets.menu_button import ChoiceButton, MenuButton, TickMenu
from fatdesk.gui.widgets.plain_text import label, menu_text, tip, tip_lines
from fatdesk.networks.topologies import TOPOLOGY_CARDS

SHOWS = ("All candidates", "Pareto front only", "Pareto front of the axes")


class Range(NamedTuple):
    """Limits of both axes."""

    x: str
    y: str
    low_x: float
    high_x: float
    low_y: float
    high_y: float

    @property
    def words(self) -> str:
        """Short text of both ranges."""
        sides = ((self.x, self.low_x, self.high_x), (self.y, self.low_y, self.high_y))
        return ", ".join(
            f"{name} {rounded_number(low, 4)} to {rounded_number(high, 4)}" for name, low, high in sides
        )

    def mask(self, points: PlottedPoints) -> Mask:
        """Return a mask of the points inside."""
        x, y = points.figures[self.x], points.figures[self.y]
        return (x >= self.low_x) & (x <= self.high_x) & (y >= self.low_y) & (y <= self.high_y)


class CheckMenuButton(MenuButton):
    """Button with a menu of values to check; no filter if all are checked."""

    def __init__(self, desk: Desk, name: str, changed: Callable[[], object]) -> None:
        super().__init__(desk.theme, "filter", name, f"Show only some {name.lower()}")
        self._name, self._changed = name, changed
        self.ticks = TickMenu(self)
        self.setMenu(self.ticks)
        self.off: set[str] = set()

    def show_values(self, values: Sequence[str], about: Mapping[str, str] | None = None) -> None:
        """Show values, with tooltips by value; unchecked ones remain unchecked."""
        self.ticks.clear()
        self.ticks.setToolTipsVisible(bool(about))
        self.off &= set(values)
        for value in values:
            box = self.ticks.addAction(menu_text(value))
            box.setToolTip(tip_lines((about or {}).get(value, "")))
            box.setCheckable(True)
            box.setChecked(value not in self.off)
            box.triggered.connect(lambda on, value=value: self._tick(value, on))
        self._look(len(values))

    def _tick(self, value: str, on: bool) -> None:
        self.off = self.off - {value} if on else self.off | {value}
        self._look(len(self.ticks.actions()))
        self._changed()

    def _look(self, count: int) -> None:
        self.setText(f"{self._name}: {count - len(self.off)}" if self.off else self._name)


class Filters(QObject):
    """The filter buttons and the resulting masks; ``changed`` signals a change."""

    changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.show_front = 0
        self.range: Range | None = None
        self.families = CheckMenuButton(desk, "Families", self.changed.emit)
        self.families.setObjectName("families")
        self.hops = CheckMenuButton(desk, "Hops", self.changed.emit)
        self.hops.setObjectName("hops")
        self.front = ChoiceButton(
            desk.theme, "filter", "Limit the table to the Pareto front", SHOWS, self._take_front
        )
        self.front.setObjectName("front")
        self.rejected = QToolButton()
        self.rejected.setObjectName("rejected")
        self.rejected.setCheckable(True)
        self.rejected.setText("Rejected")
        self.rejected.setFixedHeight(desk.theme.px(28))
        self.rejected.setToolTip(tip("Show candidates that exceed a limit, with the reason"))
        self.rejected.toggled.connect(lambda _: self.changed.emit())
        self.over = QToolButton()
        self.over.setObjectName("over")
        self.over.setCheckable(True)
        self.over.setChecked(True)
        self.over.setFixedHeight(desk.theme.px(28))
        self.over.setToolTip(
            tip("Show candidates that block more than the requirements allow, which are marked in the plot")
        )
        self.over.toggled.connect(lambda _: self.changed.emit())
        self.over.hide()
        self._over: Mask = np.empty(0, np.bool_)
        self.chip = QToolButton()
        self.chip.setObjectName("range")
        self.chip.setProperty("kind", "chip")
        self.chip.setToolTip(tip("Clear the range filter"))
        self.chip.clicked.connect(lambda _=False: self.set_range(None))
        self.chip.hide()

    def _take_front(self, number: int) -> None:
        self.show_front = number
        self.changed.emit()

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """The buttons, from the left."""
        return self.families, self.hops, self.front, self.rejected, self.over, self.chip

    def set_range(self, wanted: Range | None) -> None:
        """Set or clear the range filter."""
        self.range = wanted
        self.chip.setText("" if wanted is None else f"{wanted.words}  ×")
        self.chip.setVisible(wanted is not None)
        self.changed.emit()

    def follow(self, points: Points | None, over: Mask) -> None:
        """Update the offered families and hops; ``over``: candidates that block more than required."""
        self._over = over
        self.over.setText(f"Block more: {int(over.sum()):,}")
        self.over.setVisible(bool(over.any()))
        self.families.show_values([] if points is None else points.present, _cards(points))
        hops = sorted({one.hops for one in points.candidates}) if points is not None else []
        self.hops.show_values([f"{number} hops" for number in hops])
        count = 0 if points is None else int((~points.fits).sum())
        self.rejected.setText("Rejected" if points is None else f"Rejected: {count:,}")
        self.rejected.setEnabled(bool(count))
        if not count:
            self.rejected.setChecked(False)

    def shown(self, points: Points) -> Mask:
        """Return a mask of the points to draw."""
        mask = points.fits | self.rejected.isChecked()
        if not self.over.isChecked():
            mask &= ~self._over
        for number, name in enumerate(points.names):
            if name in self.families.off:
                mask &= points.series != number
        hops = points.figures["hops"]
        for name in self.hops.off:
            mask &= hops != float(name.split()[0])
        if self.range is not None:
            mask &= self.range.mask(points)
        return np.asarray(mask, np.bool_)


def _cards(points: Points | None) -> dict[str, str]:
    """Return the cards of the families, by their names in the plot."""
    if points is None:
        return {}
    series = points.series.tolist()
    first = {number: series.index(number) for number in set(series)}
    found = {}
    for number, at in first.items():
        one = points.candidates[at]
        alone = one.family == "egft" and one.switches == 1
        found[points.names[number]] = TOPOLOGY_CARDS["star" if alone else one.family].text
    return found


FIRST = ("bisection", "cost")
"""Default quantities of the x and y axis."""


def toggle(desk: Desk, text: str, hint: str) -> QToolButton:
    """Return a checkable tool button."""
    button = QToolButton()
    button.setText(text)
    button.setCheckable(True)
    button.setToolTip(tip(hint))
    button.setFixedHeight(desk.theme.px(28))
    return button


def _line(widgets: Sequence[QWidget], spacing: int) -> QWidget:
    """Return widgets in a line, at its left."""
    whole = QWidget()
    row = QHBoxLayout(whole)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(spacing)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return whole


class PlotBar(QWidget):
    """Bar over the plot with the choice of axes and filters.

    Signals: ``axes_asked``: other axes; ``keep_asked``: filter by the rectangle.

    Parameters
    ----------
    filters
        Widgets of the filters, from the left.
    quantities
        For the axes; those of candidates by default.
    curves
        Whether curves can be shown instead of points.
    """

    axes_asked = Signal()
    keep_asked = Signal()

    def __init__(
        self,
        desk: Desk,
        filters: Sequence[QWidget],
        quantities: Sequence[Measure] | None = None,
        *,
        curves: bool = True,
    ) -> None:
        super().__init__()
        self._desk, px = desk, desk.theme.px
        self._quantities = tuple(measures() if quantities is None else quantities)
        self.setProperty("role", "base")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.across, self.upward = self._choice("x", FIRST[0]), self._choice("y", FIRST[1])
        self.across.setObjectName("axis-x")
        self.upward.setObjectName("axis-y")
        self.log = toggle(desk, "Log", "Logarithmic cost axis")
        self.log.setObjectName("log")
        self.log.toggled.connect(lambda _: self.axes_asked.emit())
        self.curves = toggle(
            desk,
            "Curves",
            "A curve for each number of ports and of hosts per switch, as in the paper's figures",
        )
        self.curves.setObjectName("curves")
        self.curves.toggled.connect(lambda _: self.axes_asked.emit())
        self.keep = QPushButton("Keep range")
        self.keep.setObjectName("keep-range")
        self.keep.setToolTip(tip("Show only candidates in the rectangle drawn last"))
        self.keep.clicked.connect(lambda _=False: self.keep_asked.emit())
        policy = self.keep.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the plot keeps its size, and with it the drawn rectangle
        self.keep.setSizePolicy(policy)
        self.keep.hide()
        axes = [label("x", "text2"), self.across, label("y", "text2"), self.upward, self.log]
        axes += [self.curves, self.keep] if curves else [self.keep]
        column = QVBoxLayout(self)
        column.setContentsMargins(px(12), px(6), px(12), 0)
        self.pair = WrappedPair(_line(axes, px(6)), _line(filters, px(6)), px(6))
        column.addWidget(self.pair)

    def _choice(self, name: str, chosen: str) -> Combo:
        combo = Combo(self._desk.theme)
        combo.setAccessibleName(f"Quantity of the {name} axis")
        for measure in self._quantities:
            combo.addItem(measure.title, measure.name)
        combo.setCurrentIndex(combo.findData(chosen))
        combo.setFixedWidth(self._desk.theme.px(118))
        combo.activated.connect(lambda _: self.axes_asked.emit())
        return combo

    @property
    def figures(self) -> tuple[str, str]:
        """Names of the quantities of the x and y axis."""
        return str(self.across.currentData()), str(self.upward.currentData())

    def take(self, across: str, upward: str = FIRST[1]) -> None:
        """Set the quantities without a signal."""
        for combo, name in ((self.across, across), (self.upward, upward)):
            combo.setCurrentIndex(combo.findData(name))
