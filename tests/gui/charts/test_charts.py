"""Charts on the screen: the values of paper, box zoom, logarithmic axes, crosshair, menu and files."""

from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QGuiApplication, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QFileDialog

from fatdesk.engine.charts import Axis
from fatdesk.engine.drawing.charts.chart_page import chart_page
from fatdesk.engine.drawing.charts.simulation_charts import latency_chart
from fatdesk.engine.drawing.display import Polyline
from fatdesk.gui.charts.chart_view import cut_words
from fatdesk.gui.simulation.body import LatencyChart
from fatdesk.gui.simulation.curves import Curve
from fatdesk.networks.simulation.link_rate import LinkRate
from tests.gui.hands import drag
from tests.networks.simulation.made_up import point


def curve(number, highest):
    points = tuple(point(load, 1, highest) for load in (0.1, 0.2, 0.4, 0.6))
    return Curve(number, f"net {number}", points=points, state="done")


@pytest.fixture
def view(qtbot, desk):
    made = LatencyChart(desk.desk)
    qtbot.addWidget(made)
    made.resize(700, 480)
    made.show()
    qtbot.waitExposed(made)
    made.look_at([curve(0, 0.3), curve(1, 0.5)], made.look)
    return made


def test_pyqtgraph_shows_what_the_axes_say(view):
    """The view box of pyqtgraph maps values to the pixels that ticks and marks use."""
    for series in view.chart.series:
        x, y = view.places(series.x, series.y)
        laid = view.laid(series.x, series.y)
        for at, (a, b) in enumerate(zip(*laid, strict=True)):
            there = view._ground.mapViewToScene(QPointF(a, b))
            assert there.x() == pytest.approx(x[at], abs=0.6)
            assert there.y() == pytest.approx(y[at], abs=0.6)


def test_screen_and_paper_show_the_same_cuts(view):
    """The same chart on paper: points as high above the axis, in parts of its height, and none above it."""
    chart = latency_chart([curve(0, 0.3), curve(1, 0.5)])
    assert (view.upward.low, view.upward.high) == (chart.up.low, chart.up.high)
    page = chart_page(chart)
    lines = [item for item in page.items if isinstance(item, Polyline) and not item.closed]
    assert any("not shown" in getattr(item, "text", "") for item in page.items)
    frame = next(item for item in page.items if type(item).__name__ == "Box" and item.pen is not None)
    assert all(y >= frame.y - 1e-6 for line in lines for _, y in line.points)


def test_a_low_chart_has_three_upward_ticks(view):
    """With 46 px a tick, 110 px had two: 0 and 100."""
    view.resize(420, 190)
    assert 80 < view.area.height() < 130
    assert len(view.upward.labelled(view.upward_ticks)) >= 3


def test_a_narrow_chart_has_three_ticks_across(view):
    """With 90 px a tick, 230 px had two: 0 and 1."""
    view.resize(320, 300)
    assert len(view.ticks_across) >= 3
    assert len(view.ticks_across) <= 4


def test_wide_labels_stay_clear_of_the_title_of_their_axis(view):
    """Labels such as 1,500,000 began left of the title; the plot area makes room for them."""
    usual = view.area.left()
    view.upward = replace(view.upward, low=0.0, high=2e7)
    letters = QFontMetricsF(view.theme.font(11))
    widest = max(letters.horizontalAdvance(text) for _, text in view.upward.labelled(view.upward_ticks))
    assert view.area.left() - widest > view.theme.px(30)
    assert view.area.left() > usual
    assert view.area.right() < view.viewport().width()


def test_a_title_that_is_too_long_ends_in_an_ellipsis(view):
    view.title = "Tolerated, at most 1,000,000 combinations per point"
    assert view.shown_title == view.title
    view.resize(240, 300)
    assert view.shown_title.endswith("…")
    letters = QFontMetricsF(view.theme.strong(13))
    assert letters.horizontalAdvance(view.shown_title) + view.indent < view.viewport().width()


def test_a_hidden_chart_follows_the_theme_when_it_is_shown(view):
    """A change of the theme recreates no items of charts that nobody sees."""
    items = list(view._items)
    view.hide()
    view.theme.wear("dark")
    try:
        assert items
        assert view._items == items
        view.show()
        assert not set(map(id, view._items)) & set(map(id, items))
    finally:
        view.theme.wear("light")


def test_screen_readers_have_the_message_of_an_empty_chart(view):
    view.empty = "Press Search."
    assert view.accessibleDescription() == "Press Search."
    view.empty = ""
    assert view.accessibleDescription() == ""


def test_a_cut_title_keeps_its_unit(view):
    axis, letters = Axis("Cost before placing", 0, 9e4, "USD", scaled=True), QFontMetricsF(view.font())
    whole = letters.horizontalAdvance(axis.words)
    assert cut_words(axis, letters, whole + 1) == "Cost before placing, thousand USD"
    short = cut_words(axis, letters, whole * 0.8)
    assert short.startswith("Cost")
    assert short.endswith("…, thousand USD")
    assert letters.horizontalAdvance(short) <= whole * 0.8


def test_a_zoom_in_other_units_is_reset(view):
    view.zoom(2)
    view.look_at([curve(0, 0.3), curve(1, 0.5)], view.look)
    assert view.is_moved, "kept while points arrive"
    rate = LinkRate(400, 64)
    rated = [replace(curve(number, highest), rate=rate) for number, highest in ((0, 0.3), (1, 0.5))]
    view.look_at(rated, view.look)
    assert "Gb/s" in view.across.words
    assert not view.is_moved
    shown = [(view.across.low <= one.x) & (one.x <= view.across.high) for one in view.chart.series]
    assert all(some.all() for some in shown)


def test_dragging_zooms_into_a_box_and_the_button_resets(qtbot, view):
    area = view.area
    box = QRectF(area.left() + 100, area.top() + 80, 120, 90)
    low, high = view.values_at(box.bottomLeft()), view.values_at(box.topRight())
    qtbot.mousePress(view.viewport(), Qt.MouseButton.RightButton, pos=box.topLeft().toPoint())
    qtbot.mouseMove(view.viewport(), box.center().toPoint())
    qtbot.mouseMove(view.viewport(), box.bottomRight().toPoint())
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.RightButton, pos=box.bottomRight().toPoint())
    assert (view.across.low, view.across.high) == pytest.approx((low[0], high[0]), rel=0.02)
    assert (view.upward.low, view.upward.high) == pytest.approx((low[1], high[1]), rel=0.02)
    assert not view.reset.isHidden()
    qtbot.mouseClick(view.reset, Qt.MouseButton.LeftButton)
    assert view.upward.high == view.chart.up.high


def test_a_box_drawn_with_the_left_button_does_not_take_the_next_menu(qtbot, view, monkeypatch):
    menu = Mock()
    monkeypatch.setattr(view, "make_menu", menu)
    start, end = (view.area.center().toPoint() + QPoint(at, at) for at in (0, 40))
    view.cross = start.toPointF()
    drag(qtbot, view, start, end)
    assert view.is_moved
    assert view.cross == end.toPointF(), "the crosshair goes with the pointer"
    reason = QContextMenuEvent.Reason.Mouse
    view.contextMenuEvent(QContextMenuEvent(reason, end, view.viewport().mapToGlobal(end)))
    menu.assert_called_once()


def test_axes_become_logarithmic_and_straight_again(view):
    rows = {action.text(): action for action in view.make_menu().actions()}
    assert rows["Logarithmic y axis"].isEnabled()
    rows["Logarithmic y axis"].trigger()
    assert view.upward.log
    series = view.chart.series[0]
    _, y = view.laid(series.x, series.y)
    assert y[0] == pytest.approx(np.log10(series.y[0]))
    view.set_log(1, on=False)
    assert not view.upward.log


def test_the_crosshair_reads_both_axes_and_leaves_with_the_pointer(qtbot, view):
    for step in (0.0, 5.0):
        at = view.area.center() + QPointF(step, step)
        none = Qt.MouseButton.NoButton
        moved = QMouseEvent(QEvent.Type.MouseMove, at, at, none, none, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view.viewport(), moved)
    assert view.cross is not None
    x, _ = view.values_at(view.cross)
    assert view.across.reading(x) == f"{x:.{len(view.across.reading(x).partition('.')[2])}f}"
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert view.cross is None


def test_values_are_copied_and_the_view_is_saved(view, tmp_path, monkeypatch):
    view.copy_values()
    head, first, *_ = QGuiApplication.clipboard().text().splitlines()
    assert head.startswith('series,"Accepted, flits per cycle and host"')
    assert first.startswith("net 0,0.1,")
    for kind, begin in (("svg", b"<"), ("png", b"\x89PNG"), ("csv", b"series,")):
        file = tmp_path / f"view.{kind}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, file=file: (str(file), ""))
        view.save(kind)
        assert file.read_bytes().startswith(begin)
    said = []
    view.desk.session.said.connect(said.append)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "view.csv"), ""))
    view.save("csv")
    assert "could not be saved" in said[-1]


def test_the_picture_is_copied_without_crosshair_ring_and_button(qtbot, view):
    view.clearFocus()
    plain = view.grab().toImage()
    entry = next(row for row in view.make_menu().actions() if row.text() == "Copy picture")
    view.setFocus()
    view.cross = view.area.center()
    assert view.grab().toImage() != plain
    entry.trigger()
    copied = QGuiApplication.clipboard().image().convertToFormat(plain.format())
    assert copied.copy(plain.rect()) == plain
    legend = copied.copy(0, plain.height(), plain.width(), copied.height() - plain.height())
    assert legend.height() > 10, "the names of the curves are part of the picture"
    assert len({legend.pixel(x, legend.height() // 2) for x in range(legend.width())}) > 2
    assert view.grab().toImage() != plain  # the view has them again
    view.zoom(2)
    assert view.reset.isVisible()
    view.copy_picture()
    assert view.reset.isVisible()


def turn(view, at, notches=1):
    """Turn the wheel at a pixel."""
    view.wheelEvent(
        QWheelEvent(
            at,
            QPointF(view.viewport().mapToGlobal(at.toPoint())),
            QPoint(),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
    )


def ends(view):
    return (view.across.low, view.across.high), (view.upward.low, view.upward.high)


def test_the_wheel_and_dragging_at_the_ticks_of_an_axis_move_it_alone(qtbot, view):
    area = view.area
    below, left = QPointF(area.center().x(), area.bottom() + 12), QPointF(area.left() - 12, area.center().y())
    was = ends(view)
    turn(view, below)
    now = ends(view)
    assert now[0][1] - now[0][0] == pytest.approx((was[0][1] - was[0][0]) / 1.2)
    assert now[1] == was[1]
    turn(view, left)
    assert ends(view)[0] == now[0]
    assert ends(view)[1] != was[1]
    before = ends(view)
    drag(qtbot, view, below.toPoint(), below.toPoint() + QPoint(40, 90))
    assert ends(view)[0][0] < before[0][0], "what is seen follows the pointer"
    assert ends(view)[1] == before[1]
    turn(view, area.center())
    assert all(now != then for now, then in zip(ends(view), before, strict=True)), "both, inside the plot"


def test_an_empty_chart_is_not_zoomed(view):
    """What arrives later would be out of view."""
    view.empty = "Nothing yet"
    turn(view, view.area.center(), 4)
    view.move_by(QPointF(30, 10))
    assert not view.is_moved


def test_the_ring_goes_with_the_focus(qtbot, view):
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    ringed = view.grab().toImage()
    view.clearFocus()
    corner = ringed.pixelColor(0, 0)
    qtbot.waitUntil(lambda: view.viewport().grab().toImage().pixelColor(0, 0) != corner)
