"""Calibration of slack and tolerance to measured lengths: chart, figures, and the step that sets rules."""

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.arrays import Floats
from fatdesk.core.number_text import counted
from fatdesk.engine.charts import Axis, Chart, Series
from fatdesk.engine.list_import.calibrating import Calibration, Point, calibrate
from fatdesk.gui.charts.chart_view import ChartView
from fatdesk.gui.charts.series import draw_markers, line_item, marker_item, series_colour, series_pen
from fatdesk.gui.desk import Desk
from fatdesk.gui.imports.report_dialog import name_of
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import MINUS, UNKNOWN, percent
from fatdesk.gui.widgets.plain_text import DialogButtons, label
from fatdesk.project.commands.cables import SetCabling

RADIUS, NEAR = 3.6, 9.0
FIT, NOW, SUGGESTED, ASIDE = range(4)
NAMES = ("fitted", "current rules", "suggested", "excluded")


class CalibrationPlot(ChartView):
    """Plot of measured length minus route against the route; ``picked`` carries a clicked point's number."""

    picked = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Measured length minus route")
        self.title = "Measured length minus route"
        self._session = desk.session
        self.found: Calibration | None = None
        self.chosen: frozenset[int] = frozenset()
        self._way = self._over = np.empty(0)
        self._aside = np.empty(0, np.bool_)

    def show_fit(self, found: Calibration) -> None:
        """Show the points and lines of a calibration."""
        self.found = found
        self._way = np.array([point.way_m for point in found.points])
        self._over = np.array([point.measured_m - point.way_m for point in found.points])
        self._aside = np.array([point.aside for point in found.points], np.bool_)
        rules = "; ".join(
            f"{name}: slack {slack:.2f} m, tolerance {100 * tolerance:.1f} %"
            for name, (slack, tolerance) in zip(NAMES, self._rules(found), strict=False)
        )
        self.setAccessibleDescription(f"{len(found.points)} points. {rules}. Listed in the table.")
        self.show_axes(self._whole)
        self.refill()

    def show_chosen(self, numbers: frozenset[int]) -> None:
        """Highlight points."""
        self.chosen = numbers
        self.viewport().update()

    def _rules(self, found: Calibration) -> tuple[tuple[float, float], ...]:
        return (
            (found.slack_m, found.tolerance),
            (found.rules_slack_m, found.rules_tolerance),
            (found.suggested_slack_m, found.suggested_tolerance),
        )

    def _whole(self) -> tuple[Axis, Axis]:
        across = Axis("Route (in trays, vertical and sideways), m").over(np.append(self._way, 0.0))
        lines = [self._line(across, number)[1] for number in range(3)] if self.found else []
        return across, Axis("Measured minus route, m").over(np.concatenate([self._over, [0.0], *lines]))

    def _line(self, across: Axis, number: int) -> tuple[Floats, Floats]:
        assert self.found is not None
        slack, tolerance = self._rules(self.found)[number]
        x = np.array([max(across.low, 0.0), across.high])
        return x, slack + tolerance * x

    # Painting

    def key_height(self) -> int:
        """Return the height of one line in pixels."""
        return self.theme.px(24)

    def fill(self, add: Callable[[Any], None]) -> None:
        """Add the points, and the lines over them."""
        chart = self.values()
        if chart is None:
            return
        theme = self.theme
        for one in chart.series:
            colour = series_colour(theme, one.number)
            x, y = self.laid(one.x, one.y)
            if one.line:
                add(line_item(x, y, series_pen(one.number, colour)))
            else:
                add(marker_item(x, y, one.number, colour, RADIUS, theme.colour("base")))

    def values(self) -> Chart | None:
        """Return the chart: measured points, rules as lines."""
        if self.found is None:
            return None
        series = [
            Series(number, name, self._way[some], self._over[some], line=False)
            for number, name, some in (
                (FIT, "measured", ~self._aside),
                (ASIDE, NAMES[ASIDE], self._aside),
            )
            if some.any()
        ]
        series += [
            Series(number, NAMES[number], *self._line(self.across, number), markers=False)
            for number in (NOW, SUGGESTED, FIT)
        ]
        return Chart(self.title, self.across, self.upward, tuple(series))

    def draw_over(self, painter: QPainter) -> None:
        """Draw rings around the chosen points."""
        if self.found is None:
            return
        x, y = self.places(self._way, self._over)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self.theme.colour("accent"))
        for number in sorted(self.chosen):
            painter.drawEllipse(QPointF(x[number], y[number]), 2 * RADIUS, 2 * RADIUS)

    def draw_key(self, painter: QPainter, space: QRectF) -> None:
        """Draw the legend: lines with names, markers of excluded points."""
        px, left = self.theme.px, space.left()
        painter.setFont(self.theme.font(12))
        letters = QFontMetricsF(painter.font())
        middle = space.center().y()
        aside = bool(self._aside.any())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, name in enumerate(NAMES if aside else NAMES[:ASIDE]):
            colour = series_colour(self.theme, number)
            if number == ASIDE:
                spot = np.array([left + px(12)]), np.array([middle])
                draw_markers(painter, *spot, number, colour, RADIUS)
            else:
                painter.setPen(series_pen(number, colour))
                painter.drawLine(QPointF(left, middle), QPointF(left + px(24), middle))
            painter.setPen(self.theme.colour("text2"))
            painter.drawText(QPointF(left + px(30), middle + letters.ascent() / 2 - 1), name)
            left += px(30) + letters.horizontalAdvance(name) + px(20)

    # Mouse

    def point_at(self, at: QPointF) -> int:
        """Return the number of the point near a pixel, or -1."""
        if not len(self._way):
            return -1
        x, y = self.places(self._way, self._over)
        far = np.hypot(x - at.x(), y - at.y())
        nearest = int(far.argmin())
        return nearest if far[nearest] <= NEAR else -1

    def words_at(self, at: QPointF) -> str:
        """Return the tooltip of a point: cable, route, measured length."""
        number = self.point_at(at)
        if number < 0 or self.found is None:
            return ""
        point = self.found.points[number]
        aside = ", excluded" if point.aside else ""
        name = name_of(self._session, point.cable)
        return f"{name}\nroute {point.way_m:.2f} m, measured {point.measured_m:.2f} m{aside}"

    def pressed(self, at: QPointF, more: bool) -> bool:
        """Pick a point."""
        number = self.point_at(at)
        if number >= 0:
            self.picked.emit(number)
        return number >= 0


SHARES = ((0.5, "half of them"), (0.9, "90 %"), (0.95, "95 %"), (0.99, "99 %"), (1.0, "all of them"))
USUAL = 2


def _metres(value: float | None) -> str:
    """Return a length with two decimals.

    >>> _metres(-0.001), _metres(-0.5), _metres(None)
    ('0.00', '−0.50', 'unknown')
    """
    return UNKNOWN if value is None else f"{value:z.2f}".replace("-", MINUS)


def _columns(dialog: "CalibrationDialog") -> tuple[Column[Point], ...]:
    def off(point: Point) -> float:
        found = dialog.found
        return point.measured_m - point.way_m * (1 + found.tolerance) - found.slack_m

    return (
        Column(
            "Cable",
            240,
            lambda p: name_of(dialog.session, p.cable),
            stretch=True,
            mark=lambda p: "warning" if p.aside else "",
        ),
        Column("Route, m", 80, lambda p: _metres(p.way_m), lambda p: p.way_m, number=True),
        Column("Computed, m", 96, lambda p: _metres(p.computed_m), lambda p: p.computed_m, number=True),
        Column(
            "Ordered, m",
            90,
            lambda p: _metres(p.ordered_m),
            lambda p: p.ordered_m or 0.0,
            number=True,
            tone=lambda p: "error" if p.ordered_m is not None and p.ordered_m < p.measured_m else "text",
        ),
        Column(
            "Measured, m",
            96,
            lambda p: _metres(p.measured_m),
            lambda p: p.measured_m,
            number=True,
            strong=True,
        ),
        Column("Residual, m", 110, lambda p: _metres(off(p)), off, number=True, tone=lambda _: "text2"),
        Column("", 90, lambda p: "excluded" if p.aside else "", tone=lambda _: "warn", name="aside"),
    )


class CalibrationDialog(QDialog):
    """Shows a calibration of the open project; the rules change only when the button is pressed.

    Raises
    ------
    FatdeskError
        If too few lengths were measured.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        self.session = desk.session
        self.found: Calibration = self._fit(SHARES[USUAL][0])
        super().__init__(parent)
        self.setObjectName("calibration")
        theme, px = desk.theme, desk.theme.px
        self.setWindowTitle("Slack and tolerance from measured lengths")
        self.resize(px(1080), px(640))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(10))
        self.head = label()
        self.head.setObjectName("head")
        self.head.setFont(theme.strong(15))
        column.addWidget(self.head)
        self.plot = CalibrationPlot(desk)
        self.plot.setObjectName("plot")
        self.model: RowsModel[Point] = RowsModel(_columns(self), self)
        self.table = Table(desk, self.model, "Measured cables")
        self.table.make_sortable()
        self.table.chosen.connect(
            lambda: self.plot.show_chosen(frozenset(self.table.chosen_numbers().tolist()))
        )
        self.plot.picked.connect(self._picked)
        upper = QWidget()
        row = QHBoxLayout(upper)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(18))
        row.addWidget(self.plot, 1)
        row.addLayout(self._figures(desk))
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(upper)
        halves.addWidget(self.table)
        halves.setSizes([px(400), px(180)])
        column.addWidget(halves, 1)
        self.buttons = DialogButtons(self, self._set, "Set slack and tolerance")
        self.set_button = self.buttons.yes
        column.addWidget(self.buttons)
        self.model.show(list(self.found.points))
        self.plot.show_fit(self.found)
        self._tell()
        self.table.setFocus()

    def _fit(self, share: float) -> Calibration:
        return calibrate(self.session.derived.rows, self.session.project.cabling, share)

    def _figures(self, desk: Desk) -> QVBoxLayout:
        px, theme = desk.theme.px, desk.theme
        side = QVBoxLayout()
        side.setSpacing(px(8))
        row = QHBoxLayout()
        row.addWidget(label("Sufficient for", "text2"))
        self.share = Combo(theme)
        self.share.setObjectName("share")
        self.share.setAccessibleName("Share of the measured cables that the suggested rules cover")
        self.share.addItems([words for _, words in SHARES])
        self.share.setCurrentIndex(USUAL)
        self.share.activated.connect(lambda _: self._again())
        row.addWidget(self.share, 1)
        side.addLayout(row)
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(18))
        grid.setVerticalSpacing(px(6))
        self.cells = {}
        for at, title in enumerate(("Slack, m", "Tolerance, %")):
            grid.addWidget(label(title, "text2"), 0, at + 1, Qt.AlignmentFlag.AlignRight)
        for line, name in enumerate(("Fitted", "Current rules", "Suggested"), start=1):
            grid.addWidget(label(name, "text2"), line, 0)
            for at in (1, 2):
                self.cells[line, at] = label()
                self.cells[line, at].setObjectName(f"figure-{line}-{at}")
                self.cells[line, at].setFont(theme.strong(13) if line == 3 else theme.font(13))
                grid.addWidget(self.cells[line, at], line, at, Qt.AlignmentFlag.AlignRight)
        side.addLayout(grid)
        self.summary = label("", "text2")
        self.summary.setWordWrap(True)
        self.summary.setFixedWidth(px(320))
        side.addWidget(self.summary)
        side.addStretch(1)
        return side

    def _again(self) -> None:
        """Calculate rules for another share."""
        self.found = self._fit(SHARES[self.share.currentIndex()][0])
        self.plot.show_fit(self.found)
        self._tell()

    def _picked(self, number: int) -> None:
        self.table.mark_numbers([number], reveal=True)
        self.plot.show_chosen(frozenset([number]))

    def _tell(self) -> None:
        found, count = self.found, len(self.found.points)
        aside = f" · {found.aside:,} excluded as outliers" if found.aside else ""
        self.head.setText(f"{counted(count, 'measured cable')}{aside}")
        rows = (
            (found.slack_m, found.slack_ci_m, found.tolerance, found.tolerance_ci),
            (found.rules_slack_m, None, found.rules_tolerance, None),
            (found.suggested_slack_m, None, found.suggested_tolerance, None),
        )
        for line, (slack, slack_ci, tolerance, tolerance_ci) in enumerate(rows, start=1):
            width = "" if slack_ci is None else f" ± {slack_ci:.3f}"
            self.cells[line, 1].setText(f"{slack:.{2 if line > 1 else 3}f}{width}")
            width = "" if tolerance_ci is None else f" ± {100 * tolerance_ci:.2f}"
            self.cells[line, 2].setText(f"{100 * tolerance:.{1 if line > 1 else 2}f}{width}")
        rms, most = found.residual_rms_m, found.residual_most_m
        sentences = (
            f"RMS residual of the fit: {rms:.3f}\N{NO-BREAK SPACE}m; maximum {most:.3f}\N{NO-BREAK SPACE}m.",
            f"{_share(found.too_long_computed, count)} are longer than the current rules compute.",
            f"{_share(found.too_long_ordered, count)} are longer than the ordered length.",
            f"{_share(found.covered, count)} would be long enough with the suggested rules.",
            "Setting the rules selects all cables again; it can be undone.",
        )
        self.summary.setText("\n\n".join(sentences))
        rules = self.session.project.cabling
        same = (rules.slack_m, rules.tolerance) == (found.suggested_slack_m, found.suggested_tolerance)
        self.set_button.setEnabled(not same)

    def _set(self) -> None:
        """Set the rules as one undo step."""
        found = self.found
        command = SetCabling(slack_m=found.suggested_slack_m, tolerance=found.suggested_tolerance)
        if self.session.do(command):
            slack, tolerance = f"{found.suggested_slack_m:g} m", f"{100 * found.suggested_tolerance:g} %"
            self.session.said.emit(f"Slack set to {slack}, tolerance to {tolerance}.")
            self.accept()


def _share(count: int, whole: int) -> str:
    return f"{count:,} of {whole:,} ({percent(count / whole)})"
